"""What cards are worth in expected VP, as far as the seat can tell: the common ground of most scripted players.

The value of a suit is taken at the seat's own count and at one card more and less; a card is worth the
difference.  Players start from this appraisal in ``state.worth`` and bend it to their plan.
"""

from __future__ import annotations

import numpy as np

from balance.games.neotopia.choice import (
    AGAINST_RIOT,
    FOR_COINS,
    FOR_JOKER,
    FOR_MAJORITY,
    FOR_SECOND,
    FOR_START_CARD,
    TO_DISCARD,
)
from balance.games.neotopia.knowledge import (
    at_least,
    expect_order,
    expect_riots,
    rank_chances,
    spread_out,
)
from balance.games.neotopia.state import (
    ACTIONS,
    JOKER,
    JOKER_EVERY_SUIT,
    ORDER_MINE,
    ORDER_NOBODY,
    ORDER_NOW,
    SKILLS,
)
from balance.kernel.jit import jit

NO_JOKER, WITH_JOKER = np.int64(0), np.int64(1)  # typed, so that numba compiles no function anew for a literal


@jit
def blank_worth(state, rules):
    """Nothing is worth anything, but for a coin its VP."""
    worth = state.worth
    for kind in range(rules.kinds):
        worth.gain[kind] = 0.0
        worth.loss[kind] = 0.0
        worth.keeping[kind] = 0.0
        worth.laying[kind] = 0.0
        worth.feeding[kind] = 0.0
        worth.why_gain[kind] = FOR_MAJORITY
        worth.why_loss[kind] = TO_DISCARD
        for q in range(rules.seats):
            worth.robbing[q, kind] = 0.0
            worth.arming[q, kind] = 0.0
    worth.why_gain[JOKER] = FOR_JOKER
    worth.why_gain[rules.start_card] = FOR_START_CARD
    for action in range(len(ACTIONS)):
        worth.action[action] = 0.0
    for skill in range(len(SKILLS)):
        worth.skill[skill] = 0.0
    worth.coin = rules.vp_per_coin
    worth.public = 0.0
    worth.shut = 0.0
    worth.unknown = 0.0
    worth.ready = 0.0
    worth.seeing = 0.0
    worth.receiving = 0.0
    worth.patience = 0.0
    worth.noise = 0.0


@jit
def effect_pay(state, rules, p, suit, count):
    """N21: what a rank in a suit pays seat ``p``, VP and coins' worth; what only one rank gets aside."""
    effect = rules.effects[suit]
    pay = effect.vp + effect.vp_per_card * count
    if rules.plain_effect[suit]:
        return float(pay)
    seat = state.seats[p]
    pay += effect.vp_per_public * seat.n_public + effect.vp_per_hidden * (seat.n_hidden + seat.n_closed)
    pay += effect.vp_per_coin_pair * (seat.coins // 2)
    coins = float(effect.coins)
    if effect.take_ > 0:
        sight = state.sight
        for q in range(rules.seats):
            if q != p:
                holds = at_least(sight, q, sight.left[suit], 1 - sight.known[q, suit])
                coins += (1.0 - holds) * min(effect.take_, state.seats[q].coins)
    return pay + coins * rules.vp_per_coin


@jit
def suit_value(state, rules, p, suit, count, case, joker):
    """Expected pay of seat ``p`` from a suit of which it would hold ``count``, and its chance to be first.

    ``joker`` 1: it may declare one.  ``case`` says who holds the start card (`knowledge.expect_order`).
    """
    effect = rules.effects[suit]
    if count <= 0:
        return float(effect.vp_absent), 0.0
    sight = state.sight
    first, second = rank_chances(state, rules, p, suit, count, case)
    pay = effect_pay(state, rules, p, suit, count)
    top = pay + effect.vp_first + sight.bonus[case]
    value = first * top + second * (pay + effect.vp_second)
    riot = sight.nobody[suit] * sight.quiet[suit]
    if joker:
        raised, second = rank_chances(state, rules, p, suit, count + 1, case)
        pay += effect.vp_per_card
        with_it = pay + effect.vp_first + (sight.bonus[case] if rules.joker_order_bonus else 0.0)
        declared = first * max(top, with_it) + (raised - first) * with_it + second * (pay + effect.vp_second)
        value = max(value, declared)
    value += (1.0 - riot) * effect.vp_holder - riot * (top + rules.riot_penalty)
    return value, first - riot


@jit
def hand_value(state, rules, p, case, joker):
    """Expected pay of seat ``p`` from all suits with the cards it has."""
    total = 0.0
    for suit in range(1, rules.suits + 1):
        if suit != state.removed:
            value, _ = suit_value(state, rules, p, suit, state.sight.own[suit], case, joker)
            total += value
    return total


@jit
def weigh_cards(state, rules, p):
    """Fill ``state.worth`` with what a card more or less of each kind changes in expected VP, after a look."""
    spread_out(state, rules, p)
    expect_order(state, rules, p)
    expect_riots(state, rules, p)
    sight = state.sight
    worth = state.worth
    joker = NO_JOKER
    if sight.own[JOKER] > 0 and rules.joker_uses == JOKER_EVERY_SUIT:
        joker = WITH_JOKER
    for suit in range(1, rules.suits + 1):
        worth.first_gain[suit] = 0.0
        worth.first_loss[suit] = 0.0
        if suit == state.removed:
            continue
        own = sight.own[suit]
        value, first = 0.0, 0.0
        for count in range(max(own - 1, 0), own + 2):
            before, first_before = value, first
            value, first = suit_value(state, rules, p, suit, count, ORDER_NOW, joker)
            if count == own:
                worth.loss[suit] = value - before if own > 0 else 0.0
                worth.first_loss[suit] = first - first_before if own > 0 else 0.0
        worth.gain[suit] = value - before
        worth.first_gain[suit] = first - first_before
        if 2.0 * worth.first_gain[suit] * (sight.bonus[ORDER_NOW] + rules.effects[suit].vp) < worth.gain[suit]:
            worth.why_gain[suit] = FOR_SECOND
        if own > 0 and sight.nobody[suit] * sight.quiet[suit] > 0.5:
            worth.why_loss[suit] = AGAINST_RIOT
        elif worth.loss[suit] > 0.0:
            worth.why_loss[suit] = FOR_COINS
    if sight.joker_at >= 0 or (rules.jokers > 0 and sight.left[JOKER] == 0):
        weigh_joker(state, rules, p)
    if sight.left[rules.start_card] == 0:
        weigh_start_card(state, rules, p, joker)
    weigh_zones(state, rules, p)


@jit
def weigh_joker(state, rules, p):
    """N23: what the joker, whose place is known, adds to the suits held, or to the best one if it serves once."""
    sight = state.sight
    total, best = 0.0, 0.0
    for suit in range(1, rules.suits + 1):
        if suit != state.removed and sight.own[suit] > 0:
            having, _ = suit_value(state, rules, p, suit, sight.own[suit], ORDER_NOW, WITH_JOKER)
            lacking, _ = suit_value(state, rules, p, suit, sight.own[suit], ORDER_NOW, NO_JOKER)
            total += having - lacking
            best = max(best, having - lacking)
    if rules.joker_uses != JOKER_EVERY_SUIT:
        total = best
    state.worth.gain[JOKER] = total if sight.own[JOKER] == 0 else 0.0
    state.worth.loss[JOKER] = total if sight.own[JOKER] > 0 else 0.0


@jit
def weigh_start_card(state, rules, p, joker):
    """N17: what the start card, whose place is known, changes in the pay of the hand."""
    sight = state.sight
    now = hand_value(state, rules, p, ORDER_NOW, joker)
    if sight.start_at == p:
        state.worth.loss[rules.start_card] = now - hand_value(state, rules, p, ORDER_NOBODY, joker)
    else:
        state.worth.gain[rules.start_card] = hand_value(state, rules, p, ORDER_MINE, joker) - now


@jit
def weigh_zones(state, rules, p):
    """N21: what one more coin, public or shut card brings through effects that pay for them."""
    sight = state.sight
    worth = state.worth
    for suit in range(1, rules.suits + 1):
        if not rules.plain_effect[suit] and suit != state.removed and sight.own[suit] > 0:
            effect = rules.effects[suit]
            first, second = rank_chances(state, rules, p, suit, sight.own[suit], ORDER_NOW)
            worth.public += (first + second) * effect.vp_per_public
            worth.shut += (first + second) * effect.vp_per_hidden
            worth.coin += (first + second) * effect.vp_per_coin_pair * 0.5


@jit
def scale_cards(state, rules, rivals):
    """Let the VP that a card takes from the others count too, ``rivals`` times their share each."""
    worth = state.worth
    factor = 1.0 + rivals / (rules.seats - 1)
    for kind in range(rules.kinds):
        worth.gain[kind] *= factor
        worth.loss[kind] *= factor
