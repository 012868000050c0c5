"""Pieces of a run: added up in any cut and order they give one table; numbers worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from balance.experiment import plan as planning
from balance.experiment.ledger import Ledger, Piece, Share, joined
from balance.experiment.plan import Plan
from tests.experiment.planned import toy_scenario
from tests.experiment.toys import by_strength, toy


def piece(first: int, blocks: int, size: int, *rows: int) -> Piece:
    """A piece with one cell."""
    return Piece(first, blocks, size, np.array(rows, np.int64).reshape(-1, 1))


def rows(found: Piece) -> list[int]:
    return [int(row) for row in found.rows[:, 0]]


@pytest.fixture
def plan(monkeypatch: pytest.MonkeyPatch) -> Plan:
    """2,100 blocks: batches of four, chunks of 32, the last one of 20."""
    game = toy(["a", "b"], 2, by_strength({"a": 1.0, "b": 1.0}))
    monkeypatch.setattr(planning, "load", lambda name: game)
    return planning.plan(toy_scenario(["a", "b"], 4200))


def test_coarser_batches_add_neighbours_at_their_global_places() -> None:
    # Blocks 2 … 8 in batches of two begin with batch 1; in batches of four with batch 0, of which 2 and 3 are there.
    found = piece(2, 7, 2, 10, 20, 30, 1).coarser(4)
    assert (found.batch, rows(found)) == (0, [10, 50, 1])
    assert rows(piece(2, 7, 2, 10, 20, 30, 1).coarser(16)) == [61]


def test_neighbours_that_share_a_batch_are_added_in_it() -> None:
    found = joined([piece(0, 6, 4, 1, 2), piece(6, 2, 4, 40), piece(8, 1, 4, 500)])
    assert (found.first_block, found.blocks, rows(found)) == (0, 9, [1, 42, 500])


def test_sums_never_wrap() -> None:
    with pytest.raises(OverflowError):
        piece(0, 2, 1, 2**62, 2**62).coarser(2)


@pytest.mark.parametrize("wrong", [(0, 0, 1), (-1, 2, 1), (0, 2, 3), (0, 5, 2)])
def test_what_is_no_piece(wrong: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError):
        piece(*wrong, 1, 2)


class TestLedger:
    def test_what_comes_early_waits(self, plan: Plan) -> None:
        ledger = Ledger(plan, 1)
        second, first = piece(32, 32, 4, *range(8)), piece(0, 32, 4, *[100] * 8)
        assert ledger.put(second) == [] and ledger.done_blocks == 32 and ledger.beginning() is None
        assert ledger.missing()[:2] == [0, 2] and len(ledger.missing()) == 65
        assert ledger.put(first) == [first, second]
        assert (ledger.table().blocks, ledger.table().sums[:, 0].tolist()) == (64, [100] * 8 + list(range(8)))

    def test_only_whole_chunks_that_are_new_fit(self, plan: Plan) -> None:
        ledger = Ledger(plan, 1)
        ledger.put(piece(0, 64, 4, *[0] * 16))
        assert not ledger.fits(piece(32, 64, 4, *[0] * 16))  # half of it is known
        assert not ledger.fits(piece(64, 20, 4, *[0] * 5))  # no whole chunk here, though it would be at the end
        assert not ledger.fits(piece(68, 28, 4, *[0] * 7))
        assert not ledger.fits(piece(2080, 32, 4, *[0] * 8))  # beyond the last block
        assert ledger.fits(piece(64, 32, 4, *[0] * 8)) and ledger.fits(piece(2080, 20, 4, *[0] * 5))

    def test_the_last_chunk_is_known_to_be_short(self, plan: Plan) -> None:
        ledger = Ledger(plan, 1)
        ledger.put(piece(0, 2080, 4, *[1] * 520))
        assert ledger.tail is None and list(ledger.missing()) == [65]
        ledger.put(piece(2080, 20, 4, *[7] * 5))
        assert ledger.is_whole and ledger.tail is not None and rows(ledger.tail) == [7] * 5

    def test_shares_are_every_chunk_once(self, plan: Plan) -> None:
        for of in (1, 2, 3, 7, 66, 100):
            places = [place for number in range(1, of + 1) for place in Share(number, of).range(66)]
            assert places == list(range(66))
        third = Ledger(plan, 1, Share(3, 3))
        assert (third.first_block, third.end_block, list(third.missing())) == (44 * 32, 2100, list(range(44, 66)))
