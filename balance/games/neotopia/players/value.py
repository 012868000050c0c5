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
from balance.games.neotopia.codes import (
    ACTIONS,
    JOKER,
    JOKER_EVERY_SUIT,
    KINDS,
    SKILLS,
    USE_JOKER,
)
from balance.games.neotopia.knowledge import (
    at_least,
    expect_levels,
    expect_order,
    expect_riots,
    rank_suits,
    spread_out,
    suppose_order,
)
from balance.games.neotopia.rules import is_banned
from balance.games.neotopia.state import (
    NOW,
    SUPPOSED,
)
from balance.kernel.jit import inlined, jit, part

NO_JOKER, WITH_JOKER = np.int64(0), np.int64(1)  # typed, so that numba compiles no function anew for a literal
FEWER, SAME, MORE = (np.int64(i) for i in range(3))  # own count, against that of now


@jit
def blank_worth(state, rules):
    """Nothing is worth anything, but for a coin its VP."""
    worth = state.worth
    for kind in range(KINDS):
        worth.gain[kind] = 0.0
        worth.loss[kind] = 0.0
        worth.keeping[kind] = 0.0
        worth.laying[kind] = 0.0
        worth.feeding[kind] = 0.0
        worth.victim[kind] = -1
        worth.why_gain[kind] = FOR_MAJORITY
        worth.why_loss[kind] = TO_DISCARD
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


@inlined
def effect_pay(state, rules, p, suit, count):
    """N21: what a rank in a suit pays seat ``p``, VP and coins' worth; what only one rank gets aside."""
    effect = rules.effects[suit]
    pay = float(effect.vp + effect.vp_per_card * count)
    return pay if rules.plain_effect[suit] else add_zones_and_coins(state, rules, p, suit, pay)


@jit
def add_zones_and_coins(state, rules, p, suit, pay):
    """N21: the pay of a rank with what the suit pays for cards by zone and for coins, and with its coins."""
    effect = rules.effects[suit]
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


@inlined
def suit_value(state, rules, p, suit, step, case, joker):
    """Expected pay of seat ``p`` from a suit with ``step`` − 1 cards more than now, after `rank_suits`.

    ``joker`` 1: it may declare one.
    """
    effect = rules.effects[suit]
    sight = state.sight
    count = sight.own[suit] + step - 1
    if count <= 0:
        return float(effect.vp_absent)
    bonus = sight.bonus[case]
    first = sight.first[case, suit]
    second = sight.second[case, suit]
    pay = effect_pay(state, rules, p, suit, count)
    top = pay + effect.vp_first + bonus
    value = first[step] * top + second[step] * (pay + effect.vp_second)
    if joker:
        pay += effect.vp_per_card
        with_it = pay + effect.vp_first + (bonus if rules.joker_order_bonus else 0.0)
        declared = first[step] * max(top, with_it) + (first[step + 1] - first[step]) * with_it
        value = max(value, declared + second[step + 1] * (pay + effect.vp_second))
    riot = sight.nobody[suit] * sight.quiet[suit]
    return value + (1.0 - riot) * effect.vp_holder - riot * (top + rules.riot_penalty)


@jit
def weigh_cards(state, rules, p):
    """After a look: fill ``state.worth`` with what a card more or less of each kind changes in expected VP."""
    sight = state.sight
    worth = state.worth
    spread_out(state, rules, p)
    expect_riots(state, rules, p)
    expect_order(state, rules, p)
    expect_levels(state, rules, p)
    rank_suits(state, rules, p, NOW)
    joker = own_joker(state, rules, p)
    worth.hand = 0.0
    for suit in range(1, rules.suits + 1):
        if suit == state.removed:
            continue
        same = suit_value(state, rules, p, suit, SAME, NOW, joker)
        worth.hand += same
        worth.gain[suit] = suit_value(state, rules, p, suit, MORE, NOW, joker) - same
        if sight.own[suit] > 0:
            worth.loss[suit] = same - suit_value(state, rules, p, suit, FEWER, NOW, joker)
            riot = sight.nobody[suit] * sight.quiet[suit]
            worth.why_loss[suit] = AGAINST_RIOT if riot > 0.5 else FOR_COINS
            if not rules.plain_effect[suit]:
                weigh_zones(rules, sight, worth, suit)
        if gain_of(sight.second, suit) > gain_of(sight.first, suit):
            worth.why_gain[suit] = FOR_SECOND
    if sight.left[JOKER] == 0 and rules.jokers > 0:
        weigh_joker(state, rules, p)
    start = rules.start_card
    if sight.start_at == p:
        worth.loss[start] = worth.hand - value_if_first(state, rules, p, state.start_seat)
    elif sight.left[start] == 0:
        worth.gain[start] = value_if_first(state, rules, p, p) - worth.hand


@inlined
def gain_of(chances, suit):
    """What one more card of a suit adds to a chance of the sight, as things stand."""
    return chances[NOW, suit, MORE] - chances[NOW, suit, SAME]


@inlined
def own_joker(state, rules, p):
    """1 if seat ``p`` holds a joker that it may declare at every suit."""
    if state.sight.joker_at != p or rules.joker_uses != JOKER_EVERY_SUIT or is_banned(state, rules, p, USE_JOKER):
        return NO_JOKER
    return WITH_JOKER


@jit
def value_if_first(state, rules, p, first):
    """Expected pay from all suits with the cards held, supposing that the settlement starts with seat ``first``."""
    suppose_order(state, rules, p, SUPPOSED, first, 0.0)
    rank_suits(state, rules, p, SUPPOSED)
    joker = own_joker(state, rules, p)
    total = 0.0
    for suit in range(1, rules.suits + 1):
        total += suit_value(state, rules, p, suit, SAME, SUPPOSED, joker) if suit != state.removed else 0.0
    return total


@part
def weigh_joker(state, rules, p):
    """N23: what the joker, whose place is known, adds to the suits held, or to the best one if it serves once."""
    sight = state.sight
    total, best = 0.0, 0.0
    for suit in range(1, rules.suits + 1):
        if suit != state.removed and sight.own[suit] > 0:
            added = suit_value(state, rules, p, suit, SAME, NOW, WITH_JOKER)
            added -= suit_value(state, rules, p, suit, SAME, NOW, NO_JOKER)
            total += added
            best = max(best, added)
    if rules.joker_uses != JOKER_EVERY_SUIT:
        total = best
    if sight.joker_at == p:
        state.worth.loss[JOKER] = total
    else:
        state.worth.gain[JOKER] = total


@part
def weigh_zones(rules, sight, worth, suit):
    """N21: add what a coin, a public or a shut card brings through an effect that pays for them."""
    effect = rules.effects[suit]
    ranked = sight.first[NOW, suit, SAME] + sight.second[NOW, suit, SAME]
    worth.public += ranked * effect.vp_per_public
    worth.shut += ranked * effect.vp_per_hidden
    worth.coin += ranked * effect.vp_per_coin_pair * 0.5


@jit
def scale_cards(state, rules, rivals):
    """Let the VP that a card takes from the others count too, ``rivals`` times their share each."""
    worth = state.worth
    factor = 1.0 + rivals / (rules.seats - 1)
    for kind in range(rules.kinds):
        worth.gain[kind] *= factor
        worth.loss[kind] *= factor


@part
def weigh_unseen(state, rules):
    """Fill ``worth.unseen``: the mean worth of a card of which nobody can tell where it lies."""
    sight = state.sight
    total = 0.0
    for kind in range(rules.kinds):
        total += sight.left[kind] * state.worth.gain[kind]
    state.worth.unseen = total / max(sight.places, 1)
