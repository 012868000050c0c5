"""The four actions and the pass: rules N5 to N9.

``can_…`` says whether an action is legal for a seat, the verb itself carries the decision out; a decision is
read from ``state.now`` and must be legal.
"""

from __future__ import annotations

from balance.games.neotopia.codes import (
    CLOSED,
    HIDDEN,
    HIRE,
    KEEP,
    PUBLIC,
    RELEASE,
    RELEASE_ANY,
    TARGETS_ANY,
    TRANSFER,
)
from balance.games.neotopia.rules import gain, pay, right_of
from balance.games.neotopia.skills import may_lay_down
from balance.kernel.jit import inlined, jit


@inlined
def can_keep(state, rules, p):
    """N5: a keep needs a hidden card (and its cost, if there is one)."""
    seat = state.seats[p]
    return (seat.n_hidden > 0) & (seat.coins >= rules.keep_cost)


@jit
def keep(state, rules, p):
    """N5: put a hidden card down in front of you, face up (public) or, where N13 allows, face down."""
    seat = state.seats[p]
    card = state.now.card
    pay(state, p, rules.keep_cost)
    seat.keeps += 1
    seat.hidden[card] -= 1
    seat.n_hidden -= 1
    if state.now.down:
        seat.closed[card] += 1
        seat.n_closed += 1
        seat.laid_down += 1
    else:
        show(state, rules, p, card)
        seat.public[card] += 1
        seat.n_public += 1


@inlined
def show(state, rules, p, card):
    """N25: a card of seat ``p`` that nobody could see comes to light; who passed it there stops counting it."""
    giver = state.seats[right_of(rules, p)]
    if giver.passed[card] > 0:
        giver.passed[card] -= 1


@inlined
def can_release(state, rules, p):
    """N6: a release needs a card that may leave: any hand card, or a hidden one by ruling."""
    seat = state.seats[p]
    open_too = rules.release_from == RELEASE_ANY
    return (seat.n_hidden > 0) | open_too & (seat.n_public + seat.n_closed > 0)


@jit
def release(state, rules, p):
    """N6: put a hand card face up on the field and take the coin.  Returns the coins gained."""
    card = state.now.card
    take_from_zone(state, rules, p, card, state.now.zone)
    state.up[card] += 1
    state.n_up += 1
    return gain(state, rules, p, rules.release_gain)


@jit
def take_from_zone(state, rules, p, card, zone):
    """Take one card of a kind out of a zone of seat ``p``, in the open."""
    seat = state.seats[p]
    if zone == HIDDEN:
        show(state, rules, p, card)
        seat.hidden[card] -= 1
        seat.n_hidden -= 1
    elif zone == PUBLIC:
        seat.public[card] -= 1
        seat.n_public -= 1
    elif zone == CLOSED:
        show(state, rules, p, card)
        seat.closed[card] -= 1
        seat.n_closed -= 1
        if seat.closed_known[card] > 0:
            seat.closed_known[card] -= 1


@inlined
def transfer_targets(state, rules):
    """N7: how many field cards a transfer may take."""
    return state.n_up + (state.n_down if rules.transfer_targets == TARGETS_ANY else 0)


@inlined
def can_transfer(state, rules, p):
    """N7: a transfer needs its coin, a public card and a field card."""
    seat = state.seats[p]
    return (seat.n_public > 0) & (seat.coins >= rules.transfer_cost) & (transfer_targets(state, rules) > 0)


@jit
def transfer(state, rules, p):
    """N7: pay and swap a public card with a field card; what is taken is public.

    In place of a face-down card the given card lies face down, though all saw which it is.
    """
    seat = state.seats[p]
    give = state.now.card
    pay(state, p, rules.transfer_cost)
    seat.public[give] -= 1
    place = state.now.place
    if place >= 0:
        state.now.take_kind = state.down[place]
        state.down[place] = give
        state.down_known[place] = 1
    else:
        state.up[state.now.take_kind] -= 1
        state.up[give] += 1
    seat.public[state.now.take_kind] += 1


@inlined
def can_hire(state, rules, p):
    """N8: hiring needs its coins and a face-up field card."""
    return (state.n_up > 0) & (state.seats[p].coins >= rules.hire_cost)


@jit
def hire(state, rules, p):
    """N8: pay and take a face-up field card; it is public."""
    seat = state.seats[p]
    card = state.now.take_kind
    pay(state, p, rules.hire_cost)
    state.up[card] -= 1
    state.n_up -= 1
    seat.public[card] += 1
    seat.n_public += 1


@inlined
def must_pass(state, rules, p):
    """N9: a player passes exactly when no action is legal."""
    return not (
        can_keep(state, rules, p)
        or can_release(state, rules, p)
        or can_transfer(state, rules, p)
        or can_hire(state, rules, p)
    )


@jit
def act(state, rules, p):
    """Carry out the action of ``state.now``.  Returns the coins that a release gained, else 0."""
    action = state.now.action
    if action == KEEP:
        keep(state, rules, p)
    elif action == RELEASE:
        return release(state, rules, p)
    elif action == TRANSFER:
        transfer(state, rules, p)
    elif action == HIRE:
        hire(state, rules, p)
    return 0


@inlined
def count_actions(state, rules, p):
    """How many actions are legal, cards counting one by one (a keep face down apart from one face up)."""
    seat = state.seats[p]
    total = 0
    if can_keep(state, rules, p):
        total += seat.n_hidden * (2 if may_lay_down(state, rules, p) else 1)
    if can_release(state, rules, p):
        total += seat.n_hidden
        if rules.release_from == RELEASE_ANY:
            total += seat.n_public + seat.n_closed
    if can_transfer(state, rules, p):
        total += seat.n_public * transfer_targets(state, rules)
    if can_hire(state, rules, p):
        total += state.n_up
    return total
