"""Seating: over the blocks everybody sits in every seat and beside everybody, equally often."""

from __future__ import annotations

from collections import Counter
from math import factorial
from typing import Any

import numpy as np
import pytest

from balance.kernel.jit import entry
from balance.kernel.lineup import LINEUP, MAX_SEATS, seat_players
from balance.kernel.record import blank


@entry
def seat_all(lineup, first, out):
    """Row i: the seating of game ``first`` + i."""
    for i in range(out.shape[0]):
        at = first + i
        seat_players(lineup, at // lineup.games_per_block, at % lineup.games_per_block, out[i])


def lineup(n: int, alike: int = 0, games_per_block: int | None = None) -> Any:
    """A line-up of ``n`` seats with one game for each rotation."""
    record = blank(LINEUP)
    record.seats, record.alike = n, alike
    record.games_per_block = n if games_per_block is None else games_per_block
    return record


def seatings(record: Any, games: int, first: int = 0) -> list[list[int]]:
    out = np.full((games, int(record.seats)), -1)
    seat_all(record, first, out)
    return [[int(entry) for entry in row] for row in out]


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, MAX_SEATS])
class TestSeatPlayers:
    def test_everybody_has_one_seat(self, n: int) -> None:
        for row in seatings(lineup(n), 3 * n):
            assert sorted(row) == list(range(n))

    def test_every_entry_in_every_seat_equally(self, n: int) -> None:
        """Already in a single block."""
        for block in range(3):
            rows = seatings(lineup(n), n, block * n)
            for seat in range(n):
                assert sorted(row[seat] for row in rows) == list(range(n))

    def test_every_circular_order_once(self, n: int) -> None:
        """The (n−1)! blocks have all circular orders; after them it begins anew."""
        blocks = factorial(n - 1)
        rows = seatings(lineup(n), n * (blocks + 1))
        orders = []
        for block in range(blocks + 1):
            row = rows[block * n]
            orders.append(tuple(row[(row.index(0) + i) % n] for i in range(n)))
        assert len(set(orders[:-1])) == blocks
        assert orders[-1] == orders[0]

    def test_every_other_as_left_neighbour_equally(self, n: int) -> None:
        rows = seatings(lineup(n), n * factorial(n - 1))
        left = Counter((row[seat], row[(seat + 1) % n]) for row in rows for seat in range(n))
        assert len(left) == n * (n - 1)
        assert len(set(left.values())) == 1

    def test_alike_players_stay(self, n: int) -> None:
        for row in seatings(lineup(n, alike=1, games_per_block=2), 6):
            assert row == list(range(n))


def test_a_rotation_moves_everybody_one_seat_to_the_left() -> None:
    rows = seatings(lineup(4), 4)
    assert rows == [[0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 0, 1], [1, 2, 3, 0]]


def test_orders_of_three() -> None:
    """Two circular orders, by turns."""
    rows = seatings(lineup(3), 9)
    assert [row for i, row in enumerate(rows) if i % 3 == 0] == [[0, 1, 2], [0, 2, 1], [0, 1, 2]]


def test_late_blocks() -> None:
    """Block numbers beyond 2³² seat like those with the same remainder."""
    blocks = factorial(3)
    far = (1 << 40) // blocks * blocks
    assert seatings(lineup(4), 8, far * 4) == seatings(lineup(4), 8)
