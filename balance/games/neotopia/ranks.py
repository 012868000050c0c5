"""The settlement where ranks alone pay (N18 to N23), for hands that are settled only to be looked at.

Most settlements of a game are such looks: after every round, and once more without each thing.  Where no suit's
effect asks for more than ranks, all suits are ranked side by side and paid without a branch that nobody could guess,
in less than half the time.  What `settlement.py` says is the rule; a test demands that both say the same.
"""

from __future__ import annotations

import numpy as np

from balance.games.neotopia.codes import JOKER_ONCE, MAX_SEATS, RIOT_EVERY, RIOT_OFF, USE_JOKER
from balance.games.neotopia.rules import is_banned
from balance.kernel.jit import inlined, jit, part

BITS = np.int64(6)  # of a seat in ``books.standing``


@inlined
def stand(p, order):
    """N20: what decides between equals, at seat ``p``'s bits: three for how early its order is, three for ``p``."""
    return (((8 - order) << 3) + p) << BITS * p


@inlined
def standing_of(standing, p):
    """N20: the same read back, as the low bits of a number."""
    return (standing >> BITS * p) & 63


@inlined
def seat_of(key):
    """The seat of a key, or nobody's place for the key 0."""
    return key & 7 if key > 0 else MAX_SEATS


@part
def rank_suits(rules, books):
    """N18, N20: of every suit at once who is first and second (`MAX_SEATS`: nobody), and how many hold it.

    A seat's key is its count, then its nearness, then its number, so the highest key is first.
    """
    standing = books.standing
    for suit in range(rules.suits + 1):
        best, second, holders = 0, 0, 0
        for p in range(MAX_SEATS):  # an empty seat holds nothing
            count = books.count[p, suit]
            held = 1 if count > 0 else 0
            key = ((count << BITS) + standing_of(standing, p)) & -held
            second = max(second, min(best, key))
            best = max(best, key)
            holders += held
        books.best[suit] = best
        books.next_best[suit] = second
        books.holders[suit] = holders
        books.firsts[0, suit] = seat_of(best)
        books.seconds[0, suit] = seat_of(second)


@part
def rank_with_joker(rules, books, joker):
    """N23: the same with the joker declared by seat ``joker``, who counts one more of each suit that he holds."""
    unit = books.unit
    own = standing_of(books.standing, joker)
    for suit in range(rules.suits + 1):
        count = books.count[joker, suit]
        key = ((count << BITS) + own) & -(1 if count > 0 else 0)
        raised = key + (unit << BITS) if count >= unit else key
        best, second = books.best[suit], books.next_best[suit]
        overtaken = 1 if key != best else 0  # who is first before loses to nobody but himself
        second = max(second, min(best, raised) & -overtaken)
        best = max(best, raised)
        books.firsts[1, suit] = seat_of(best)
        books.seconds[1, suit] = seat_of(second)


@jit
def settle_by_rank(state, rules, books):
    """N19 to N23: pay all suits in ascending order; a suit's sums are VP, and nobody's place takes what is not paid."""
    joker = books.joker_seat
    rank_suits(rules, books)
    declarable = 0
    if joker >= 0 and not is_banned(state, rules, joker, USE_JOKER):
        rank_with_joker(rules, books, joker)
        declarable = 1
    once = 1 if rules.joker_uses == JOKER_ONCE else 0
    least = rules.joker_threshold if once else 1
    own_bonus = books.bonus[max(joker, 0)]
    kept_bonus = rules.joker_order_bonus * own_bonus
    riots_left = 0 if rules.riot == RIOT_OFF else 1
    riots, spent, uses = 0, 0, 0
    for suit in range(1, rules.suits + 1):
        if suit == state.removed:
            continue
        effect = rules.effects[suit]
        for_first, for_second = effect.vp + effect.vp_first, effect.vp + effect.vp_second
        first, second = books.firsts[0, suit], books.seconds[0, suit]
        riot = riots_left if books.holders[suit] == 1 else 0
        riots_left -= 0 if rules.riot == RIOT_EVERY else riot
        riots += riot
        books.vp[first] -= riot * rules.riot_penalty
        first_with, second_with = books.firsts[declarable, suit], books.seconds[declarable, suit]
        gained = (for_first + kept_bonus if first_with == joker else 0) + (for_second if second_with == joker else 0)
        gained -= (for_first + own_bonus if first == joker else 0) + (for_second if second == joker else 0)
        declared = 1 if (gained >= least) & (spent == 0) & (riot == 0) else 0
        spent = declared & once | spent
        uses += declared
        first = first_with if declared else first
        second = second_with if declared else second
        first = MAX_SEATS if riot else first
        second = MAX_SEATS if riot else second
        bonus = kept_bonus if (declared == 1) & (first == joker) else books.bonus[first]
        books.vp[first] += for_first + bonus
        books.vp[second] += for_second
    books.riots = riots
    books.joker_uses = uses
