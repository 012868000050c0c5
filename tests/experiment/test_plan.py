"""What a scenario asks to be played: blocks, batches, chunks and names."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.stats.batches import LIMIT
from tests.experiment.planned import ANYBODY, in_chunks, neotopia


class TestBlocks:
    @pytest.mark.parametrize(
        ("games", "lineup", "per_block", "blocks"),
        [
            (1, ("random",), 2, 1),
            (10, ("random",), 2, 5),
            (11, ("random",), 2, 6),
            (8, ANYBODY, 4, 2),
            (9, ANYBODY, 4, 3),
            (20_000, ANYBODY, 4, 5_000),
        ],
    )
    def test_games_are_rounded_up(self, games: int, lineup: tuple[str, ...], per_block: int, blocks: int) -> None:
        planned = neotopia(games, lineup)
        assert (planned.games_per_block, planned.blocks) == (per_block, blocks)
        assert planned.games == per_block * blocks >= games
        assert planned.alike == (len(lineup) == 1)

    def test_three_players(self) -> None:
        planned = neotopia(7, ("order", "miser", "random"), "players=3", "rules.field_up=2")
        assert (planned.games_per_block, planned.blocks, planned.games) == (3, 3, 9)

    def test_other_weights_are_another_player(self) -> None:
        weighted = "seats=[{player='miser'},{player='miser',weights={greed=5}},{player='miser'},{player='order'}]"
        planned = neotopia(8, (), weighted)
        assert not planned.alike
        assert planned.strategies == ("miser", "miser#2", "order")
        assert planned.strategy_of == [0, 1, 0, 2]

    def test_the_usual_weights_spelled_out_are_none(self) -> None:
        spelled = "seats=[{player='miser'},{player='miser',weights={greed=2.0}},{player='miser'},{player='miser'}]"
        assert neotopia(8, (), spelled).alike


class TestChunks:
    @settings(deadline=None)
    @given(st.integers(1, 10**6), st.booleans(), st.integers(1, 5000))
    def test_cover_all_blocks_in_order(self, games: int, alike: bool, size: int) -> None:
        planned = in_chunks(neotopia(games, ("random",) if alike else ANYBODY), size)
        if planned.blocks > 20_000 and size < 100:
            return
        chunks, at = planned.chunks(), 0
        for chunk in chunks:
            assert (chunk.first_block, chunk.first_block % 2) == (at, 0)
            at += chunk.blocks
        assert at == planned.blocks
        whole = {chunk.blocks for chunk in chunks[:-1]}
        # A chunk holds whole batches or a batch whole chunks: both are powers of two.
        assert len(whole) <= 1 and all(blocks & (blocks - 1) == 0 for blocks in whole)
        assert planned.batch_blocks & (planned.batch_blocks - 1) == 0
        assert -(-planned.blocks // planned.batch_blocks) <= LIMIT


def test_axes() -> None:
    axes = neotopia(8, ANYBODY, "rules.rounds=3", "rules.hand=7").axes()
    assert axes["seat"] == axes["rank"] == axes["entry"] == ("1", "2", "3", "4")
    assert axes["round"] == ("1", "2", "3")
    assert axes["suit"] == tuple("1234567")
    assert axes["player"] == ANYBODY
