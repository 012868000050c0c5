"""How a player makes its decisions: the questions it is asked, and the draws it may use.

`players/table.py` puts each question to the player of a seat, with ``(entry, state, rules, p, …)``; the answer is
returned, or left in ``state.now``.  A player may read only what its seat may know (S32), and changes nothing but
the answer and scratch.
"""

from __future__ import annotations

from balance.kernel.jit import jit
from balance.kernel.rng import below

DRAWS_A_TURN = 4096


@jit
def draw(state, p, n):
    """A number below ``n`` from the choices of seat ``p``, addressed by turn and number."""
    seat = state.seats[p]
    at = state.turn_no * DRAWS_A_TURN + seat.draws
    seat.draws += 1
    return below(seat.key, at, n)
