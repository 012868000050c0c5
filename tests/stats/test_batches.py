"""The batch table: sizes, merging, joining, totals, and the way to a file and back."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.errors import UserError
from balance.stats.batches import BatchTable, batch_size, concat


def table(rows: list[list[int]], size: int, blocks: int) -> BatchTable:
    return BatchTable(np.array(rows, dtype=np.int64).reshape(len(rows), -1), size, blocks)


def of_blocks(blocks: np.ndarray, size: int) -> BatchTable:
    """The table of a block-by-block array, summed naively."""
    rows = [blocks[i : i + size].sum(axis=0) for i in range(0, len(blocks), size)]
    return BatchTable(np.array(rows, dtype=np.int64).reshape(-1, blocks.shape[1]), size, len(blocks))


@pytest.mark.parametrize(
    ("blocks", "limit", "size"),
    [(0, 1024, 1), (1, 1024, 1), (1024, 1024, 1), (1025, 1024, 2), (2048, 1024, 2), (2049, 1024, 4),
     (20_000, 1024, 32), (1_000_000, 1024, 1024), (5, 1, 8), (6, 4, 2)],
)  # fmt: skip
def test_batch_size(blocks: int, limit: int, size: int) -> None:
    assert batch_size(blocks, limit) == size


def test_merged_adds_neighbours_and_keeps_the_odd_row() -> None:
    merged = table([[1, 10], [2, 20], [4, 40], [8, 80], [16, 160]], 2, 9).merged()
    assert merged.sums.tolist() == [[3, 30], [12, 120], [16, 160]]
    assert (merged.blocks_per_batch, merged.blocks) == (4, 9)
    assert merged.batch_blocks().tolist() == [4, 4, 1]


def test_merged_leaves_the_table_alone() -> None:
    original = table([[1], [2]], 1, 2)
    original.merged()
    assert original.sums.tolist() == [[1], [2]]


def test_batch_blocks_counts_a_partial_batch() -> None:
    assert table([[1], [1], [1]], 4, 12).batch_blocks().tolist() == [4, 4, 4]
    assert table([[1], [1], [1]], 4, 10).batch_blocks().tolist() == [4, 4, 2]
    assert BatchTable(np.zeros((0, 3), dtype=np.int64), 4, 0).batch_blocks().tolist() == []


def test_shrunk_stops_at_the_limit() -> None:
    whole = table([[i] for i in range(9)], 1, 9)
    small = whole.shrunk(4)
    # 9 blocks in at most 4 batches: 4 blocks a batch, 0+1+2+3, 4+5+6+7, 8.
    assert small.sums.tolist() == [[6], [22], [8]]
    assert small.blocks_per_batch == 4
    assert whole.shrunk(9).sums.tolist() == whole.sums.tolist()


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 70), st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_any_way_of_summing_gives_the_same_table(blocks: int, limit: int, seed: int) -> None:
    facts = np.random.default_rng(seed).integers(-1000, 1000, (blocks, 3))
    size = batch_size(blocks, limit)
    direct = of_blocks(facts, size)
    cuts = sorted({0, blocks, *(c for c in (blocks // 3 // size * size, blocks // 2 // size * size) if c)})
    shards = [of_blocks(facts[a:b], 1) for a, b in pairwise(cuts)]
    # Each shard may have been shrunk by itself before, as far as it holds whole batches.
    mixed = [shard.at_size(size) if i % 2 else shard for i, shard in enumerate(shards)]
    for parts in (shards, mixed):
        joined = concat(parts).shrunk(limit)
        assert joined.blocks_per_batch == direct.blocks_per_batch
        assert joined.sums.tolist() == direct.sums.tolist()
        assert joined.total().tolist() == facts.sum(axis=0).tolist()
    assert len(direct.sums) <= limit


def test_concat_refuses_a_partial_batch_in_the_middle() -> None:
    with pytest.raises(ValueError, match="does not fill"):
        concat([table([[1], [1]], 4, 6), table([[1]], 4, 4)])
    # A smaller table that does not fill the other's batches neither.
    with pytest.raises(ValueError, match="does not fill"):
        concat([table([[1], [1], [1]], 1, 3), table([[1]], 2, 2)])
    assert concat([table([[1]], 4, 4), table([[1], [1]], 4, 6)]).blocks == 10


def test_concat_ignores_empty_tables_and_refuses_others() -> None:
    empty = BatchTable(np.zeros((0, 1), dtype=np.int64), 64, 0)
    assert concat([empty, table([[5], [6]], 1, 2), empty]).sums.tolist() == [[5], [6]]
    assert concat([empty]).blocks == 0
    with pytest.raises(ValueError, match="no batch table"):
        concat([])
    with pytest.raises(ValueError, match="different cells"):
        concat([table([[1]], 1, 1), table([[1, 2]], 1, 1)])


def test_a_table_cannot_be_split_again() -> None:
    with pytest.raises(ValueError, match="cannot be merged"):
        table([[1]], 4, 4).at_size(2)


def test_sums_never_wrap() -> None:
    big = 2**62
    with pytest.raises(OverflowError, match="too large"):
        table([[big], [big]], 1, 2).merged()
    with pytest.raises(OverflowError):
        table([[-big - 1], [-big - 1]], 1, 2).merged()
    assert table([[big - 1], [big - 1]], 1, 2).merged().sums.tolist() == [[2**63 - 2]]
    assert table([[big], [big - 1]], 1, 2).total().tolist() == [2**63 - 1]
    with pytest.raises(OverflowError):
        table([[big], [big]], 1, 2).total()


@pytest.mark.parametrize(
    ("sums", "size", "blocks", "message"),
    [
        (np.zeros((2, 2)), 1, 2, "int64"),
        (np.zeros(2, dtype=np.int64), 1, 2, "int64"),
        (np.zeros((2, 2), dtype=np.int64), 3, 6, "power of two"),
        (np.zeros((2, 2), dtype=np.int64), 0, 6, "power of two"),
        (np.zeros((2, 2), dtype=np.int64), 4, 9, "3 rows"),
        (np.zeros((2, 2), dtype=np.int64), 4, 4, "1 rows"),
    ],
)
def test_a_wrong_table_is_refused(sums: np.ndarray, size: int, blocks: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        BatchTable(sums, size, blocks)


def test_to_a_file_and_back(tmp_path: Path) -> None:
    original = table([[1, -2], [3, 2**60]], 4, 7)
    np.savez(tmp_path / "table.npz", allow_pickle=False, **original.to_arrays())
    with np.load(tmp_path / "table.npz", allow_pickle=False) as stored:
        again = BatchTable.from_arrays(stored)
    assert again.sums.tolist() == original.sums.tolist()
    assert (again.blocks_per_batch, again.blocks) == (4, 7)


def test_a_damaged_file_is_the_users_error() -> None:
    good = table([[1], [2]], 1, 2).to_arrays()
    with pytest.raises(UserError, match="lacks blocks"):
        BatchTable.from_arrays({name: part for name, part in good.items() if name != "blocks"})
    with pytest.raises(UserError, match="damaged"):
        BatchTable.from_arrays({**good, "blocks": np.array(5)})
    with pytest.raises(UserError, match="damaged"):
        BatchTable.from_arrays({**good, "blocks": np.array([1, 2])})
