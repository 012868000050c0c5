"""Cells of the table: neighbours and distances.  A cell is ``y * SPAN + x``."""

from __future__ import annotations

from balance.games.simcity.codes import SPAN
from balance.kernel.jit import inlined


@inlined
def side(i):
    """Step to the ``i``-th neighbour of a cell: 0 left, 1 right, 2 up, 3 down."""
    return (i * 2 - 1) if i < 2 else (i * 2 - 5) * SPAN


@inlined
def distance(a, b):
    """Orthogonal steps between two cells."""
    return abs(a % SPAN - b % SPAN) + abs(a // SPAN - b // SPAN)
