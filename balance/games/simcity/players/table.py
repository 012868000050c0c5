"""The questions that a game puts to the player of a seat.

The uniform random player (S33) answers by lot.  All others are value players: what each is after is a row of
weights (`catalogue.py`), read into ``state.temper`` before it answers by `value.py`.
"""

from __future__ import annotations

from balance.games.simcity.choice import draw
from balance.games.simcity.codes import LONG
from balance.games.simcity.players import uniform, value
from balance.games.simcity.players.options import seek_best
from balance.games.simcity.players.outlook import read_temper
from balance.games.simcity.rules import may_take_discard
from balance.kernel.jit import jit

RANDOM = 0
FROM_DECK, FROM_DISCARD, FROM_LONG_DECK, NOT_AT_ALL = 0, 1, 2, -1
LONGS_KEPT = 2  # long cards that a value player holds at a time


@jit
def at_random(entry, state, p):
    """Whether the answer is left to chance: of the random player always, of others as often as their noise says."""
    if entry.player == RANDOM:
        return True
    read_temper(state, entry)
    return value.by_chance(state, p)


@jit
def choose_draw(entry, state, rules, p, deck_open, long_open):
    """S4: where to draw from: FROM_DECK, FROM_DISCARD or FROM_LONG_DECK; NOT_AT_ALL if nothing is left."""
    discard_open = deck_open and may_take_discard(state, rules, p)
    sources = int(deck_open) + int(discard_open) + int(long_open)
    if sources == 0:
        return NOT_AT_ALL
    if sources > 1 and at_random(entry, state, p):
        n = draw(state, p, sources)
        if n == 0:
            return FROM_DECK
        return FROM_DISCARD if discard_open and n == 1 else FROM_LONG_DECK
    if long_open and (not deck_open or (state.phase == 4 and longs_held(state, rules, p) < LONGS_KEPT)):
        return FROM_LONG_DECK
    if discard_open and value.wants_discard(state, rules, p):
        return FROM_DISCARD
    return FROM_DECK


@jit
def longs_held(state, rules, p):
    """Long cards in the seat's hand."""
    n = 0
    for i in range(state.seats[p].n_hand):
        n += 1 if rules.kind[rules.kind_of[state.seats[p].hand[i]]].family == LONG else 0
    return n


@jit
def choose_member(entry, state, rules, p):
    """S5: which council member to buy, or NO_CARD; asked only if one can be bought."""
    if at_random(entry, state, p):
        return uniform.choose_member(state, rules, p)
    return value.best_member(state, rules, p)


@jit
def choose_play(entry, state, rules, p):
    """S6: the next play of the turn, left in ``state.now``."""
    if at_random(entry, state, p):
        uniform.choose_play(state, rules, p)
        return
    seek_best(state, rules, p)
    value.take_best(state, p)


@jit
def choose_targets(entry, state, rules, p, d, kind, reach):
    """S26: what a disaster hits, left in ``state.now``."""
    if at_random(entry, state, p):
        uniform.choose_targets(state, rules, p, d, kind, reach)
    else:
        value.aim(state, rules, p, d, kind, reach)


@jit
def choose_vote(entry, state, rules, q, p, kind, cell, cell2):
    """S10: whether seat ``q`` is for the rezoning that ``p`` proposes: 1 or 0.  Everybody is for its own."""
    if q == p:
        return 1
    if at_random(entry, state, q):
        return draw(state, q, 2)
    return value.vote(state, rules, q, kind, cell, cell2)


@jit
def choose_bid(entry, state, rules, p, highest):
    """S23: the total that the seat bids for the mayor's office; not above ``highest``: it drops out."""
    if at_random(entry, state, p):
        return 0
    return value.bid(state, rules, p, highest)


@jit
def choose_resign(entry, state, rules, p, amount, lapses):
    """S22: whether the mayor resigns before a payment that would break it; if it ``lapses``, half the funds stay."""
    if at_random(entry, state, p):
        return False
    return lapses != 0 and value.resigns(state, rules, p)


@jit
def choose_governor_pays(entry, state, rules, p, amount):
    """S24: whether the governor pays this bill, where it may choose; a value player only if it costs nothing."""
    if at_random(entry, state, p):
        return draw(state, p, 2) == 0
    return state.seats[p].funds == 0


@jit
def choose_ballot(entry, state, rules, p, office):
    """S24: for whom the seat votes, and how many votes it buys, left in ``seats[p].choice`` and ``.bought``.

    Only who may stand can be voted for; asked only if somebody may.
    """
    if at_random(entry, state, p):
        uniform.choose_candidate(state, rules, p, office)
    else:
        value.ballot(state, rules, p, office)


@jit
def choose_discard(entry, state, rules, p):
    """S25, S28: which hand card the seat gives up."""
    if at_random(entry, state, p):
        seat = state.seats[p]
        return seat.hand[draw(state, p, seat.n_hand)]
    return value.least_useful(state, rules, p)
