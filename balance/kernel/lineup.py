"""Who sits where: the line-up of a scenario as a record, and its seating in each game of a block.

A block is one deal.  Game index i = block × games_per_block + r.  If the seats play unlike, r is a rotation:
every entry of the line-up sits in every seat on the same cards.  If all play alike, the deal is played twice
with fresh choices (r = 0, 1), which is what parts the luck of the deal from that of the play.
"""

from __future__ import annotations

import numpy as np

from balance.kernel.jit import entry, jit
from balance.kernel.record import record
from balance.kernel.rng import block_key, choice_key

MAX_SEATS = 7
MAX_WEIGHTS = 32


ENTRY = record("player", ("weights", np.float64, (MAX_WEIGHTS,)))
LINEUP = record("seats", "alike", "games_per_block", ("entries", ENTRY, (MAX_SEATS,)))


@entry
def seat_players(lineup, block, r, seating):
    """Fill ``seating[seat]`` with the line-up's entry for that seat in game ``r`` of a block.

    Entries sit in circular order number ``block mod (n−1)!`` (entry 0 fixed, the others in the block's
    permutation), turned by ``r``: over blocks everybody sits beside everybody, on either side.
    """
    n = lineup.seats
    for seat in range(n):
        seating[seat] = seat
    if lineup.alike:
        return
    number = block
    for place in range(1, n):  # the number's digits in the factorial base choose among who is left
        left = n - place
        other = place + number % left
        number //= left
        entry = seating[other]
        while other > place:
            seating[other] = seating[other - 1]
            other -= 1
        seating[place] = entry
    for _ in range(r):
        last = seating[n - 1]
        for seat in range(n - 1, 0, -1):
            seating[seat] = seating[seat - 1]
        seating[0] = last


@jit
def take_seats(state, lineup, seed, number, seating):
    """Seat the line-up for game ``number``: the block's key, and for each seat its entry and the key of its choices.

    ``seating`` is scratch, int64[seats]; ``state`` is a game's record with ``block`` and ``seats[p].entry``, ``.key``.
    """
    block = number // lineup.games_per_block
    r = number % lineup.games_per_block
    seat_players(lineup, block, r, seating)
    state.block = block_key(seed, block)
    for p in range(seating.shape[0]):
        state.seats[p].entry = seating[p]
        state.seats[p].key = choice_key(state.block, r, p)
