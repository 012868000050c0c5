"""The compiled table of players: a line-up's entry names a place in this chain.

Each function is one question; `choice.py` says how they are answered.  The uniform random player answers by lot; all
others list their options and value them, each by its plan.
"""

from __future__ import annotations

from balance.games.simcity.choice import draw
from balance.games.simcity.codes import NO_CARD, NO_SEAT, PASS
from balance.games.simcity.players import earner, uniform
from balance.games.simcity.players.options import list_options
from balance.games.simcity.rules import may_take_discard
from balance.kernel.jit import jit

RANDOM = 0
FROM_DECK, FROM_DISCARD, FROM_LONG_DECK = range(3)


@jit
def choose_draw(entry, state, rules, p, deck_open, long_open):
    """S4: where to draw from: FROM_DECK, FROM_DISCARD or FROM_LONG_DECK; −1 to leave an extra draw out."""
    discard_open = may_take_discard(state, rules, p) and deck_open
    sources = deck_open + discard_open + long_open
    if sources == 0:
        return -1
    n = draw(state, p, sources) if sources > 1 and entry.player == RANDOM else 0
    if deck_open:
        if n == 0:
            return FROM_DECK
        n -= 1
    if discard_open:
        if n == 0:
            return FROM_DISCARD
    return FROM_LONG_DECK


@jit
def choose_member(entry, state, rules, p):
    """S5: which council member to buy, or NO_CARD; asked only if one can be bought."""
    if entry.player == RANDOM:
        return uniform.choose_member(state, rules, p)
    return NO_CARD


@jit
def choose_play(entry, state, rules, p):
    """S6: the next play of the turn, left in ``state.now``."""
    if entry.player == RANDOM:
        uniform.choose_play(state, rules, p)
        return
    list_options(state, rules, p)
    earner.value(state, rules, p, entry)
    take_best(state, rules, p)


@jit
def take_best(state, rules, p):
    """The option of highest worth, a draw among equals; a pass if none is worth anything and it is allowed."""
    now = state.now
    now.way = PASS
    now.card = NO_CARD
    best, ties = (0.0 if rules.may_pass else -1e300), 0
    for i in range(state.n_options):
        option = state.option[i]
        if option.worth < best or (option.worth == best and ties == 0 and rules.may_pass):
            continue
        ties = ties + 1 if option.worth == best else 1
        best = option.worth
        if ties > 1 and draw(state, p, ties) > 0:
            continue
        now.way = option.way
        now.card = option.card
        now.cell = option.cell
        now.cell2 = option.cell2


@jit
def choose_targets(entry, state, rules, p, d, kind, reach):
    """S26: what a disaster hits, left in ``state.now``."""
    uniform.choose_targets(state, rules, p, d, kind, reach)


@jit
def choose_vote(entry, state, rules, q, p, kind, cell, cell2):
    """S10: whether seat ``q`` is for the rezoning that ``p`` proposes: 1 or 0."""
    if q == p:
        return 1
    return draw(state, q, 2) if entry.player == RANDOM else 0


@jit
def choose_bid(entry, state, rules, p, highest):
    """S23: the total that the seat bids for the mayor's office; not above ``highest``: it drops out."""
    return 0


@jit
def choose_resign(entry, state, rules, p, amount):
    """S22: whether the mayor resigns before a bill that would break it."""
    return False


@jit
def choose_governor_pays(entry, state, rules, p, amount):
    """S24: whether the governor pays this bill, where it may choose."""
    return draw(state, p, 2) == 0 if entry.player == RANDOM else False


@jit
def choose_ballot(entry, state, rules, p, office):
    """S24: for whom the seat votes, and how many votes it buys, left in ``seats[p].choice`` and ``.bought``."""
    from_all = draw(state, p, rules.seats) if entry.player == RANDOM else p
    state.seats[p].choice = from_all if from_all != NO_SEAT else p


@jit
def choose_discard(entry, state, rules, p):
    """S25, S28: which hand card the seat gives up."""
    seat = state.seats[p]
    return seat.hand[draw(state, p, seat.n_hand)]
