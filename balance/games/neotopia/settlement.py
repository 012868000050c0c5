"""The settlement: rules N17 to N24.

It works on ``books`` (counts, coins, stock), not on the table, so that the same functions settle the real
hands, the hands as they stand after a round, the onlooker's estimate, and the same hands without a thing.
All functions change ``books`` in place.
"""

from __future__ import annotations

import numpy as np

from balance.games.neotopia.codes import (
    JOKER,
    JOKER_ONCE,
    KINDS,
    MAX_SEATS,
    NOBODY,
    NOBODY_SEAT,
    RIOT,
    RIOT_EVERY,
    RIOT_OFF,
    SETTLED,
    SHORTAGE_UNLIMITED,
    TIES_SHARED,
    USE_JOKER,
    VIEW_CLOCKWISE,
)
from balance.games.neotopia.odds import expected_gain_of_joker
from balance.games.neotopia.ranks import settle_by_rank, stand
from balance.games.neotopia.rules import is_banned
from balance.kernel.jit import inlined, jit

# The lowest seat of each bit set of seats.
LOWEST_SEAT = np.array([0, *((seats & -seats).bit_length() - 1 for seats in range(1, 1 << MAX_SEATS))])


@jit
def open_books(state, rules):
    """N18: enter what every seat holds, hidden, public and secret; coins and stock as they lie."""
    books = state.books
    books.unit = 1
    books.joker_seat = -1
    open_purses(state, rules, books)
    for p in range(rules.seats):
        seat = state.seats[p]
        books.open_cards[p] = seat.n_public
        books.shut_cards[p] = seat.n_hidden + seat.n_closed
        for kind in range(KINDS):
            books.count[p, kind] = seat.hidden[kind] + seat.public[kind] + seat.closed[kind]
        books.joker_seat = p if books.count[p, JOKER] > 0 else books.joker_seat


@inlined
def open_purses(state, rules, books):
    """Enter the coins and the stock as they lie."""
    books.stock = state.stock
    for p in range(rules.seats):
        books.coins[p] = state.seats[p].coins


@inlined
def settlement_start(state, rules, books):
    """N17: the settlement starts with the holder of the start card, else with the start player."""
    first = state.start_seat
    for p in range(rules.seats):
        first = p if books.count[p, rules.start_card] > 0 else first
    return first


@jit
def set_order(rules, books, first):
    """N17: settlement order, clockwise from the settlement start player, who is 1; nothing is settled yet."""
    standing = 0
    for p in range(rules.seats):
        order = p - first + 1
        order += rules.seats if order < 1 else 0
        books.order[p] = order
        books.seat_at[order] = p
        books.bonus[p] = rules.order_bonus[order]
        books.vp[p] = 0
        standing |= stand(p, order)
    books.standing = standing
    books.joker_spent = 0
    books.riots = 0


@inlined
def is_riot(rules, books):
    """N19: a sole holder brings a riot: once in a settlement, every time or never, by ruling."""
    if books.n_holders != 1 or rules.riot == RIOT_OFF:
        return False
    return rules.riot == RIOT_EVERY or books.riots == 0


@inlined
def rank_suit(rules, books, suit, joker):
    """N18, N20: who holds the suit, who is first and second; seat ``joker`` (-1: nobody) counts one card more.

    Equals are parted clockwise from the settlement start player, or share their rank.  The joker alone makes
    no holder.
    """
    best, second, n_holders = 0, 0, 0
    for p in range(rules.seats):
        count, nearness = books.count[p, suit], 8 - books.order[p]  # nearer clockwise ranks higher
        held = count > 0
        count += books.unit if p == joker else 0
        key = (count << 3) + nearness if held else 0
        second = max(second, min(best, key))
        best = max(best, key)
        n_holders += 1 if held else 0
    books.n_holders = n_holders
    if rules.ties == TIES_SHARED:
        share_ranks(rules, books, suit, joker, best >> 3)
    else:
        books.first = (1 if best > 0 else 0) << books.seat_at[8 - (best & 7) if best > 0 else 1]
        books.second = (1 if second > 0 else 0) << books.seat_at[8 - (second & 7) if second > 0 else 1]


@jit
def share_ranks(rules, books, suit, joker, best):
    """N20, ruling ``shared``: all equals at the top are first and nobody is second; else equals are second."""
    books.first = 0
    books.second = 0
    n_first, second = 0, 0
    for p in range(rules.seats):
        count = books.count[p, suit] + (books.unit if p == joker and books.count[p, suit] > 0 else 0)
        if count == best and count > 0:
            books.first |= 1 << p
            n_first += 1
        else:
            second = max(second, count)
    if n_first == 1 and second > 0:
        for p in range(rules.seats):
            count = books.count[p, suit] + (books.unit if p == joker and books.count[p, suit] > 0 else 0)
            if count == second:
                books.second |= 1 << p


@inlined
def effect_vp(rules, books, suit, p, joker):
    """N21: VP that the suit's effect pays seat ``p`` for its rank (0 without one), order bonus aside."""
    effect = rules.effects[suit]
    first = (books.first >> p) & 1
    second = (books.second >> p) & 1
    vp = effect.vp
    if not rules.plain_effect[suit]:
        count = books.count[p, suit] + (books.unit if p == joker else 0)
        vp += effect.vp_per_card * count // books.unit
        vp += effect.vp_per_public * books.open_cards[p] + effect.vp_per_hidden * books.shut_cards[p]
        vp += effect.vp_per_coin_pair * (books.coins[p] // 2)
    return (first | second) * vp + first * effect.vp_first + second * effect.vp_second


@inlined
def order_bonus(rules, books, p, joker):
    """N22: first place also pays by settlement order; N23: not to one who won it with the joker declared."""
    first = (books.first >> p) & 1
    kept = 0 if p == joker and not rules.joker_order_bonus else 1
    return first * kept * books.bonus[p]


@jit
def move_money(rules, books, suit, p):
    """N21: the effect's coins for a ranked seat: from the stock, and from each who holds none of the suit."""
    effect = rules.effects[suit]
    amount = effect.coins
    if rules.coin_shortage != SHORTAGE_UNLIMITED:
        amount = min(amount, max(books.stock, 0))
    books.stock -= amount
    books.coins[p] += amount
    for other in range(rules.seats):
        if books.count[other, suit] == 0:
            amount = min(effect.take_, books.coins[other])
            books.coins[other] -= amount
            books.coins[p] += amount


@inlined
def pay_suit(rules, books, suit, joker):
    """N21: pay the ranked seats, first before second, equals clockwise; then who holds or lacks the suit."""
    for p in range(MAX_SEATS):
        books.paid[p] = 0
    if rules.money_effects:
        pay_in_order(rules, books, suit, joker)
    else:
        ranked = books.first | books.second
        while ranked > 0:
            p = LOWEST_SEAT[ranked]
            books.paid[p] = effect_vp(rules, books, suit, p, joker) + order_bonus(rules, books, p, joker)
            ranked &= ranked - 1
    if not rules.plain_effect[suit]:
        pay_holders(rules, books, suit)


@jit
def pay_in_order(rules, books, suit, joker):
    """N21: pay the ranked seats VP and coins, one after the other, since coins may run out."""
    for ranked in (books.first, books.second):
        for order in range(1, rules.seats + 1):
            p = books.seat_at[order]
            if (ranked >> p) & 1:
                books.paid[p] = effect_vp(rules, books, suit, p, joker) + order_bonus(rules, books, p, joker)
                move_money(rules, books, suit, p)


@jit
def pay_holders(rules, books, suit):
    """N21: what a suit pays for holding it, or for not holding it, whatever the ranks."""
    effect = rules.effects[suit]
    for p in range(rules.seats):
        books.paid[p] += effect.vp_holder if books.count[p, suit] > 0 else effect.vp_absent


@inlined
def payoff_of(rules, books, suit, p, joker):
    """What seat ``p`` would get from a suit as it is ranked now: VP and coins, one to one (a trial)."""
    if rules.money_effects:
        return try_payment(rules, books, suit, p, joker)
    return effect_vp(rules, books, suit, p, joker) + order_bonus(rules, books, p, joker)


@jit
def try_payment(rules, books, suit, p, joker):
    """The payoff of a suit that moves coins: it is paid, and all coins are put back."""
    n = rules.seats
    for q in range(n):
        books.saved[q] = books.coins[q]
    books.saved[n] = books.stock
    before = books.coins[p]
    pay_suit(rules, books, suit, joker)
    worth = books.paid[p] + books.coins[p] - before
    for q in range(n):
        books.coins[q] = books.saved[q]
    books.stock = books.saved[n]
    return worth


@inlined
def declares_joker(state, rules, books, suit):
    """N23: whether the joker's holder declares it here: when that raises his own payoff from the suit.

    With one use only, he waits for a suit where it raises it by the threshold.  The suit is ranked without
    the joker before, and as it will be paid afterwards.
    """
    p = books.joker_seat
    first, second = books.first, books.second
    gained = -payoff_of(rules, books, suit, p, NOBODY_SEAT)
    rank_suit(rules, books, suit, p)
    gained += payoff_of(rules, books, suit, p, p)
    worth = 1.0 * gained
    if rules.joker_view == VIEW_CLOCKWISE and books.unit == 1:
        worth = expected_gain_of_joker(state, rules, books, suit)
    if worth > 0 and (rules.joker_uses != JOKER_ONCE or worth >= rules.joker_threshold):
        return True
    books.first = first
    books.second = second
    return False


@inlined
def settle_suit(state, rules, books, suit):
    """N18 to N23: settle one suit; leaves outcome, ranks and pay of this suit in ``books``."""
    rank_suit(rules, books, suit, NOBODY_SEAT)
    books.declared = 0
    if is_riot(rules, books):
        books.outcome = RIOT
        riot(rules, books, suit)
    else:
        books.outcome = SETTLED if books.n_holders > 0 else NOBODY
        joker = books.joker_seat
        if joker >= 0:
            may = books.joker_spent == 0 and books.count[joker, suit] >= books.unit
            may = may and not is_banned(state, rules, joker, USE_JOKER)
            if may and declares_joker(state, rules, books, suit):
                books.declared = 1
                books.joker_spent = 1 if rules.joker_uses == JOKER_ONCE else 0
            else:
                joker = NOBODY_SEAT
        pay_suit(rules, books, suit, joker)
    for p in range(MAX_SEATS):  # an empty seat is paid nothing
        books.vp[p] += books.paid[p]


@jit
def riot(rules, books, suit):
    """N19: the suit pays nothing; by ruling its sole holder loses VP."""
    books.riots += 1
    books.first = 0
    books.second = 0
    for p in range(MAX_SEATS):
        books.paid[p] = -rules.riot_penalty if books.count[p, suit] > 0 else 0


@jit
def settle(state, rules, books):
    """Settle every suit in play in ascending order, then turn coins into VP (N24)."""
    if rules.by_rank:
        settle_by_rank(state, rules, books)
    else:
        books.joker_uses = 0
        for suit in range(1, rules.suits + 1):
            if suit != state.removed:
                settle_suit(state, rules, books, suit)
                books.joker_uses += books.declared
    cash_up(rules, books)


@inlined
def cash_up(rules, books):
    """N24: what is left of the coins becomes VP."""
    for p in range(rules.seats):
        books.vp[p] += rules.vp_per_coin * books.coins[p]


@inlined
def final_key(books, p):
    """N24: more VP end before less, then more coins; one number that says both."""
    return (books.vp[p] << 32) + books.coins[p]


@jit
def winners(rules, books):
    """N24: the seats that nobody ends before, as a bit set; equals share the win."""
    best = final_key(books, 0)
    for p in range(1, rules.seats):
        best = max(best, final_key(books, p))
    won = 0
    for p in range(rules.seats):
        won |= (1 if final_key(books, p) == best else 0) << p
    return won
