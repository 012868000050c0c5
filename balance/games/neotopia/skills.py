"""Using skills: rules N11 to N16.  A decision is read from ``state.now`` and must be legal."""

from __future__ import annotations

from balance.games.neotopia.codes import (
    CLOSED,
    COUNT_IN_FRONT,
    COUNT_SINCE_SKILL,
    HIDDEN,
    KINDS,
    MOVE,
    ORDER,
    PASSES_NOT_PUBLIC,
    RESEARCH,
    SECRET,
    SECRET_FLIP_ONE,
    SECRET_OFF,
    SECRET_ONCE,
    SUBSIDY,
)
from balance.games.neotopia.rules import LOT_RESEARCH, gain, is_banned, left_of
from balance.kernel.jit import inlined, jit
from balance.kernel.rng import below, chance_key


@inlined
def can_use(state, rules, p, skill):
    """N11: a skill serves once a game, costs its coin, and needs something that it can be used on."""
    seat = state.seats[p]
    usable = (seat.skill_round[skill] == 0) & (seat.coins >= rules.skill_cost) & (rules.skill_allowed[skill] > 0)
    usable &= not is_banned(state, rules, p, skill)
    if skill == SECRET:
        usable &= rules.secret_personnel != SECRET_OFF
        usable &= (rules.secret_personnel != SECRET_FLIP_ONE) | (seat.n_public > 0)
    elif skill == ORDER:
        usable &= (seat.n_public > 0) & (others_public(state, rules, p) > 0)
    return usable


@inlined
def others_public(state, rules, p):
    """How many public cards lie in front of the other seats."""
    total = -state.seats[p].n_public
    for seat in range(rules.seats):
        total += state.seats[seat].n_public
    return total


@inlined
def pay_for_skill(state, rules, p, skill):
    """N11: the coin goes on the skill's box; it is neither money any more nor back in the stock."""
    seat = state.seats[p]
    seat.coins -= rules.skill_cost
    seat.boxed += rules.skill_cost
    seat.skill_round[skill] = state.round_no


@jit
def market_research(state, rules, p):
    """N12: look at as many random pile cards as the round has number; the pile stays as it was.

    What was seen is kept in the seat's ``pile_seen``, which is empty before, since a skill serves once.
    """
    seat = state.seats[p]
    key = chance_key(state.block, LOT_RESEARCH, state.round_no * rules.seats + p)
    left = state.n_pile
    for i in range(min(state.round_no, state.n_pile)):
        at = below(key, i, left)
        kind, before = 0, 0
        for each in range(KINDS - 1):  # the kinds that lie wholly before it
            before += state.pile[each] - seat.pile_seen[each]
            kind += 1 if at >= before else 0
        seat.pile_seen[kind] += 1
        left -= 1


@jit
def may_lay_down(state, rules, p):
    """N13: whether this seat's next keep may put its card face down."""
    seat = state.seats[p]
    number = seat.keeps + 1
    if rules.secret_count == COUNT_SINCE_SKILL:
        number -= seat.keeps_at_skill
    elif rules.secret_count == COUNT_IN_FRONT:
        number = seat.n_public + seat.n_closed + 1
    in_turn = (rules.secret_parity == 0) | (number & 1 == 1)
    spent = (rules.secret_personnel == SECRET_ONCE) & (seat.laid_down > 0)
    active = (seat.skill_round[SECRET] > 0) & (rules.secret_personnel != SECRET_FLIP_ONE)
    return active & in_turn & (not spent)


@jit
def secret_personnel(state, rules, p):
    """N13: from now on keeps may go face down; or, by ruling, one own public card is turned down at once."""
    seat = state.seats[p]
    seat.keeps_at_skill = seat.keeps
    if rules.secret_personnel == SECRET_FLIP_ONE:
        card = state.now.give
        seat.public[card] -= 1
        seat.n_public -= 1
        seat.closed[card] += 1
        seat.n_closed += 1
        seat.closed_known[card] += 1


@jit
def transfer_order(state, rules, p):
    """N14: swap one of your public cards with a public card of another player; both stay public."""
    mine = state.seats[p]
    his = state.seats[state.now.other]
    mine.public[state.now.give] -= 1
    his.public[state.now.give] += 1
    his.public[state.now.get] -= 1
    mine.public[state.now.get] += 1


@inlined
def passable(state, rules, p):
    """N15: how many cards seat ``p`` could pass in a department move."""
    seat = state.seats[p]
    return seat.n_hidden + (seat.n_closed if rules.move_passes == PASSES_NOT_PUBLIC else 0)


@jit
def department_move(state, rules):
    """N15: all at once, every seat passes the card of ``state.swap`` to its left, where it arrives hidden."""
    n = rules.seats
    for p in range(n):
        seat = state.seats[p]
        for kind in range(KINDS):
            seat.passed[kind] = 0  # what one knew of the neighbour's cards may have moved on
        card, zone = state.swap[p, 0], state.swap[p, 1]
        if card < 0:
            continue
        if zone == HIDDEN:
            seat.hidden[card] -= 1
            seat.n_hidden -= 1
        elif zone == CLOSED:
            seat.closed[card] -= 1
            seat.n_closed -= 1
            for kind in range(KINDS):
                seat.closed_known[kind] = 0  # nobody saw which of the face-down cards it was
    for p in range(n):
        card = state.swap[p, 0]
        if card >= 0:
            left = state.seats[left_of(rules, p)]
            left.hidden[card] += 1
            left.n_hidden += 1
            state.seats[p].passed[card] += 1


@jit
def subsidy(state, rules, p):
    """N16: take half as many coins as you have public cards, rounded down.  Returns the coins gained."""
    return gain(state, rules, p, state.seats[p].n_public // 2)


@jit
def use(state, rules, p):
    """Pay for and carry out the skill of ``state.now``.  Returns the coins that it gained."""
    skill = state.now.skill
    pay_for_skill(state, rules, p, skill)
    if skill == RESEARCH:
        market_research(state, rules, p)
    elif skill == SECRET:
        secret_personnel(state, rules, p)
    elif skill == ORDER:
        transfer_order(state, rules, p)
    elif skill == MOVE:
        department_move(state, rules)
    elif skill == SUBSIDY:
        return subsidy(state, rules, p)
    return 0
