"""Chances that a seat holds more of a suit than another can see: hypergeometric, from what is known.

Only sums, products and quotients are used: exp and log differ between compiled and interpreted code.
"""

from __future__ import annotations

import numpy as np

from balance.games.neotopia.codes import (
    JOKER,
    TIES_SHARED,
)
from balance.kernel.jit import jit

WITH, WITHOUT = np.int64(1), np.int64(0)  # the joker declared, or not


@jit
def spread_cards(chance, cards, places, own):
    """Hypergeometric: fill ``chance[x]``, x = 0 … cards, with P(x of ``cards`` lie in ``own`` of ``places``).

    Card by card: the i-th card falls into one of the own places that are still free.
    """
    chance[0] = 1.0
    for x in range(1, cards + 1):
        chance[x] = 0.0
    for i in range(cards):
        share = 1.0 / (places - i)
        for x in range(i, -1, -1):
            moved = chance[x] * max(own - x, 0) * share
            chance[x + 1] += moved
            chance[x] -= moved


@jit
def chance_above(chance, cards, known, count, wins_ties):
    """P(a seat with ``known`` cards and the spread ``chance`` ranks above ``count``)."""
    need = count - known + (0 if wins_ties else 1)  # unseen cards that it takes
    total = 0.0
    for x in range(max(need, 0), cards + 1):
        total += chance[x]
    return total


@jit
def unseen_of_suit(state, rules, books, suit, p):
    """Cards of ``suit`` that seat ``p`` cannot place while the suit is settled clockwise up to him."""
    seen = state.up[suit] + state.seats[p].pile_seen[suit]
    for q in range(rules.seats):
        if books.order[q] <= books.order[p]:
            seen += books.count[q, suit]
        else:
            seen += state.seats[q].public[suit]
    for i in range(state.n_down):
        if state.down_known[i] and state.down[i] == suit:
            seen += 1
    return rules.cards_per_suit - seen


@jit
def unseen_places(state, rules, books, suit, q):
    """Cards of seat ``q`` that are still unseen once the suits before ``suit`` are settled."""
    shut = books.shut_cards[q]
    for earlier in range(1, suit):
        shut -= books.count[q, earlier] - state.seats[q].public[earlier]
    return shut


@jit
def known_elsewhere(state, rules, books, suit, p):
    """Cards of the suits settled before ``suit`` that seat ``p`` did not see but knows to be in no hand."""
    total = 0
    for earlier in range(1, suit):
        if earlier != state.removed:
            total += rules.cards_per_suit - state.up[earlier] - state.seats[p].pile_seen[earlier]
            for q in range(rules.seats):
                total -= books.count[q, earlier]
    return total


@jit
def expected_gain_of_joker(state, rules, books, suit):
    """N23, ruling ``clockwise``: what declaring the joker gains its holder, in expectation.

    He sees the counts of those before him in settlement order and, of those after him, public cards; their
    unseen cards follow the hypergeometric spread.  The seats are taken as independent.
    """
    p = books.joker_seat
    seat = state.seats[p]
    places = state.n_down + state.n_pile - known_elsewhere(state, rules, books, suit, p)
    for kind in range(JOKER, rules.kinds):
        places -= seat.pile_seen[kind]
    for q in range(rules.seats):
        if books.order[q] > books.order[p]:
            places += unseen_places(state, rules, books, suit, q)
    cards = min(max(unseen_of_suit(state, rules, books, suit, p), 0), places)
    count = books.count[p, suit]
    with_joker = expected_pay(state, rules, books, suit, count + 1, cards, places, WITH)
    return with_joker - expected_pay(state, rules, books, suit, count, cards, places, WITHOUT)


@jit
def expected_pay(state, rules, books, suit, count, cards, places, declared):
    """Expected payoff (VP and coins' worth) of the joker's holder from a suit with ``count`` cards of it."""
    p = books.joker_seat
    none_above, one_above = 1.0, 0.0
    for q in range(rules.seats):
        if q == p:
            continue
        nearer = books.order[q] < books.order[p] and rules.ties != TIES_SHARED
        if books.order[q] < books.order[p]:
            known, own = books.count[q, suit], 0
        else:
            known, own = state.seats[q].public[suit], unseen_places(state, rules, books, suit, q)
        spread_cards(state.chance, cards, places, own)
        above = chance_above(state.chance, cards, known, count, nearer)
        one_above = one_above * (1.0 - above) + none_above * above
        none_above *= 1.0 - above
    effect = rules.effects[suit]
    pay = effect.vp + effect.vp_per_card * count + effect.vp_per_public * books.open_cards[p]
    pay += effect.vp_per_hidden * books.shut_cards[p] + effect.vp_per_coin_pair * (books.coins[p] // 2)
    pay += effect.coins + effect.take_
    bonus = effect.vp_first
    if not declared or rules.joker_order_bonus:
        bonus += rules.order_bonus[books.order[p]]
    return none_above * (pay + bonus) + one_above * (pay + effect.vp_second)
