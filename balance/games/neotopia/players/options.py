"""Every legal option of a decision, its worth from a player's appraisal, and the best of them.

The appraisal is ``state.worth``; the worth of an option is a sum of its entries.  Of options equal to a
millionth, each is equally likely to be taken.
"""

from __future__ import annotations

import numpy as np

from balance.games.neotopia.actions import can_hire, can_keep, can_release, can_transfer
from balance.games.neotopia.choice import (
    BY_CHANCE,
    FOR_COINS,
    FOR_INFORMATION,
    FOR_SECRECY,
    TO_DISCARD,
    TO_WAIT,
    draw,
)
from balance.games.neotopia.codes import (
    CLOSED,
    HIRE,
    KEEP,
    MOVE,
    NO_SKILL,
    ORDER,
    PASSES_NOT_PUBLIC,
    PUBLIC,
    RELEASE,
    RELEASE_ANY,
    RESEARCH,
    SECRET,
    SECRET_FLIP_ONE,
    SUBSIDY,
    TARGETS_ANY,
    TRANSFER,
)
from balance.games.neotopia.knowledge import coins_from_stock
from balance.games.neotopia.rules import left_of
from balance.games.neotopia.skills import can_use, may_lay_down
from balance.kernel.jit import inlined, jit, part

GRAIN = 1e6  # options closer than its inverse are equal
# An option is one integer, in digits of 16: action or skill, own card, place (zone, seat, …) + 1, card taken.
WHAT, CARD, PLACE = np.int64(4096), np.int64(256), np.int64(16)
LEGAL = np.bool_(True)
SUBSIDY_ID = np.int64(SUBSIDY)  # typed, so that numba compiles no function anew for the literal


@inlined
def consider(state, legal, worth, option):
    """List an option with its worth, if it is legal; written so that no branch has to be guessed."""
    n = state.n_options
    state.options[n] = option
    state.values[n] = worth
    state.n_options = n + (1 if legal else 0)


@jit
def pick(state, p):
    """One of the best of the options listed, each equally likely."""
    best = -np.inf
    for i in range(state.n_options):
        value = np.floor(state.values[i] * GRAIN + 0.5)
        state.values[i] = value
        best = max(best, value)
    n_best = 0
    for i in range(state.n_options):
        state.options[n_best] = state.options[i]
        n_best += 1 if state.values[i] == best else 0
    if n_best == 1:
        return state.options[0]
    return state.options[draw(state, p, n_best)]


@jit
def best_action(state, rules, p):
    """Set ``state.now`` to the best legal action, of which there is at least one."""
    state.n_options = 0
    if can_keep(state, rules, p):
        keeps(state, rules, p)
    if can_release(state, rules, p):
        releases(state, rules, p)
    if can_transfer(state, rules, p):
        transfers(state, rules, p)
    if can_hire(state, rules, p):
        worth = state.worth
        here = worth.action[HIRE] - worth.coin * rules.hire_cost + worth.public
        for kind in range(rules.kinds):
            value = here + worth.gain[kind] - worth.feeding[kind]
            consider(state, state.up[kind] > 0, value, HIRE * WHAT + kind)
    decide_action(state, pick(state, p))


@part
def keeps(state, rules, p):
    """Consider every keep, face up and face down; one may make the transfer of next round possible."""
    worth = state.worth
    seat = state.seats[p]
    lays = may_lay_down(state, rules, p)
    here = worth.action[KEEP] - worth.coin * rules.keep_cost
    swap, cheapest = 0.0, 0.0
    if worth.ready > 0.0 and state.round_no < rules.rounds:
        swap, cheapest = next_transfer(state, rules, p)
    for kind in range(rules.kinds):
        held = seat.hidden[kind] > 0
        better = min(swap, cheapest) - worth.loss[kind]
        value = here + worth.keeping[kind] + worth.public - worth.shut + worth.ready * max(better, 0.0)
        consider(state, held, value, KEEP * WHAT + kind * CARD + PLACE)
        if lays:
            consider(state, held, here + worth.laying[kind], KEEP * WHAT + kind * CARD + 2 * PLACE)


@part
def next_transfer(state, rules, p):
    """What the best transfer brings before the loss of the given card, and the least such loss so far."""
    worth = state.worth
    swap = worth.unseen if rules.transfer_targets == TARGETS_ANY else 0.0
    for kind in range(rules.kinds):
        if state.up[kind] > 0:
            swap = max(swap, worth.gain[kind])
    swap -= worth.coin * rules.transfer_cost
    cheapest = swap
    for kind in range(rules.kinds):
        if state.seats[p].public[kind] > 0:
            cheapest = min(cheapest, worth.loss[kind])
    return swap, cheapest


@part
def releases(state, rules, p):
    """Consider every release."""
    worth = state.worth
    seat = state.seats[p]
    here = worth.action[RELEASE] + worth.coin * coins_from_stock(state, rules, rules.release_gain)
    for kind in range(rules.kinds):
        value = here - worth.loss[kind] + worth.feeding[kind]
        option = RELEASE * WHAT + kind * CARD + PLACE
        consider(state, seat.hidden[kind] > 0, value - worth.shut, option)
        if rules.release_from == RELEASE_ANY:
            consider(state, seat.public[kind] > 0, value - worth.public, option + PUBLIC * PLACE)
            consider(state, seat.closed[kind] > 0, value - worth.shut, option + CLOSED * PLACE)


@jit
def transfers(state, rules, p):
    """Consider every transfer; an unknown field card is worth the mean of those that it may be."""
    worth = state.worth
    here = worth.action[TRANSFER] - worth.coin * rules.transfer_cost
    unseen = worth.unseen + worth.unknown
    for give in range(rules.kinds):
        if state.seats[p].public[give] == 0:
            continue
        option = TRANSFER * WHAT + give * CARD
        for take in range(rules.kinds):
            change = worth.gain[take] - worth.loss[give] + worth.feeding[give] - worth.feeding[take]
            consider(state, state.up[take] > 0, here + (change if take != give else 0.0), option + take)
        if rules.transfer_targets == TARGETS_ANY:
            for place in range(state.n_down):
                gained = unseen
                if state.down_known[place]:
                    take = state.down[place]
                    gained = worth.gain[take] if take != give else worth.loss[give]
                consider(state, LEGAL, here + gained - worth.loss[give], option + (place + 1) * PLACE)


@part
def decide_action(state, option):
    """Unpack an action into ``state.now``, with the reason for it."""
    now = state.now
    worth = state.worth
    take = option % PLACE
    place = option // PLACE % 16 - 1
    card = option // CARD % 16
    now.action = option // WHAT
    now.card = card
    if now.action == KEEP:
        now.down = place
        now.reason = FOR_SECRECY if place == 1 else TO_WAIT
    elif now.action == RELEASE:
        now.zone = place
        now.reason = worth.why_loss[card]
    else:
        now.take_kind = take
        now.place = place
        now.reason = worth.why_gain[take] if place < 0 else BY_CHANCE


@jit
def best_skill(state, rules, p):
    """Set ``state.now`` to the skill that is worth most at the start of a turn, or to none.

    A subsidy is left for after the action (:func:`claim_subsidy`), which may add a public card first.
    """
    worth = state.worth
    seat = state.seats[p]
    if seat.coins < rules.skill_cost:
        return
    state.n_options = 0
    consider(state, LEGAL, 0.0, NO_SKILL * WHAT)
    cost = worth.coin * rules.skill_cost
    for skill in range(SUBSIDY):
        value = worth.skill[skill] - cost
        if skill in (ORDER, MOVE):
            value -= worth.patience * (rules.rounds - state.round_no)
        if skill == RESEARCH:
            value += worth.seeing * min(state.round_no, state.n_pile)
        if skill == MOVE:
            value += worth.receiving * worth.unseen - least_loss(state, rules, p)
        flips = skill == SECRET and rules.secret_personnel == SECRET_FLIP_ONE
        if value < 0.0 and skill != ORDER and not flips:
            continue  # worse than none
        if not can_use(state, rules, p, skill):
            continue
        if skill == ORDER:
            transfer_orders(state, rules, p, value)
        elif flips:
            for kind in range(rules.kinds):
                turned = value + worth.laying[kind] + worth.shut - worth.public
                consider(state, seat.public[kind] > 0, turned, SECRET * WHAT + kind * CARD)
        else:
            consider(state, LEGAL, value, skill * WHAT)
    decide_skill(state, pick(state, p))


@part
def least_loss(state, rules, p):
    """Worth of the hidden card that is missed least."""
    least = 0.0
    found = False
    for kind in range(rules.kinds):
        if state.seats[p].hidden[kind] > 0 and (not found or state.worth.loss[kind] < least):
            least = state.worth.loss[kind]
            found = True
    return least


@part
def transfer_orders(state, rules, p, here):
    """Consider every swap of an own public card with another seat's."""
    worth = state.worth
    for give in range(rules.kinds):
        if state.seats[p].public[give] == 0:
            continue
        for q in range(rules.seats):
            if q == p or state.seats[q].n_public == 0:
                continue
            armed = worth.arming[give] if worth.victim[give] == q else 0.0
            for get in range(rules.kinds):
                value = here + (worth.gain[get] - worth.loss[give])
                value += worth.robbing[get] if worth.victim[get] == q else 0.0
                value += armed
                value = value if get != give else here
                option = ORDER * WHAT + give * CARD + (q + 1) * PLACE + get
                consider(state, state.seats[q].public[get] > 0, value, option)


@part
def claim_subsidy(state, rules, p):
    """After the action: use the subsidy if it is worth its coin to the player who just acted."""
    worth = state.worth
    paid = coins_from_stock(state, rules, state.seats[p].n_public // 2)
    value = worth.skill[SUBSIDY] - worth.patience * (rules.rounds - state.round_no)
    if value + worth.coin * (paid - rules.skill_cost) > 0.0 and can_use(state, rules, p, SUBSIDY_ID):
        decide_skill(state, SUBSIDY * WHAT)


@jit
def decide_skill(state, option):
    """Unpack a skill into ``state.now``, with the reason for it."""
    now = state.now
    now.skill = option // WHAT
    now.give = option // CARD % 16
    now.other = option // PLACE % 16 - 1
    now.get = option % PLACE
    now.skill_reason = TO_DISCARD
    if now.skill == RESEARCH:
        now.skill_reason = FOR_INFORMATION
    elif now.skill == SECRET:
        now.skill_reason = FOR_SECRECY
    elif now.skill == ORDER:
        now.skill_reason = state.worth.why_gain[now.get]
    elif now.skill == SUBSIDY:
        now.skill_reason = FOR_COINS


@jit
def best_pass(state, rules, p):
    """In a department move: the card that is missed least, considering who gets it."""
    state.n_options = 0
    seat = state.seats[p]
    worth = state.worth
    q = left_of(rules, p)
    for kind in range(rules.kinds):
        value = (worth.arming[kind] if worth.victim[kind] == q else 0.0) - worth.loss[kind]
        consider(state, seat.hidden[kind] > 0, value, kind * CARD + PLACE)
        if rules.move_passes == PASSES_NOT_PUBLIC:
            consider(state, seat.closed[kind] > 0, value, kind * CARD + (CLOSED + 1) * PLACE)
    option = pick(state, p)
    state.swap[p, 0] = option // CARD % 16
    state.swap[p, 1] = option // PLACE % 16 - 1
