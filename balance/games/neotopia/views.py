"""What the game looks like after a round: to one who sees all cards, and to an onlooker at the table.

Both settle as if the game ended there.  Neither changes the table.
"""

from __future__ import annotations

from balance.games.neotopia.codes import (
    JOKER,
    KINDS,
)
from balance.games.neotopia.settlement import open_books, open_purses, set_order, settle, settlement_start, winners
from balance.kernel.jit import inlined, jit, part


@jit
def settle_all_cards(state, rules):
    """Settle the hands as they are now; leaves the standing in ``state.books``."""
    books = state.books
    open_books(state, rules)
    set_order(rules, books, settlement_start(state, rules, books))
    settle(state, rules, books)


@part
def count_openly(state, rules):
    """Enter in ``state.books`` what an onlooker can count: open cards, and his share of the unseen ones.

    Counts are in parts of a card, ``unit`` to one: a seat with h unseen cards of U unseen in all holds, of a
    suit with R cards unseen, h·R/U in expectation.  Coins and stock lie open.
    """
    books = state.books
    unseen = state.n_pile
    books.joker_seat = -1
    books.stock = state.stock
    for kind in range(KINDS):
        books.left[kind] = rules.cards_per_suit - state.up[kind]
    books.left[rules.start_card] += 1 - rules.cards_per_suit
    for i in range(state.n_down):
        unseen += 1 - state.down_known[i]
        books.left[state.down[i]] -= state.down_known[i]
    for p in range(rules.seats):
        seat = state.seats[p]
        books.coins[p] = seat.coins
        books.open_cards[p] = seat.n_public
        books.shut_cards[p] = seat.n_hidden + seat.n_closed
        unseen += books.shut_cards[p]
        for kind in range(KINDS):
            seen = seat.public[kind] + seat.closed_known[kind]
            books.count[p, kind] = seen
            books.left[kind] -= seen
            unseen -= seat.closed_known[kind]
        if books.count[p, JOKER] > 0:
            books.joker_seat = p
    unit = max(unseen, 1)
    books.unit = unit
    books.left[rules.start_card] = 0  # a start card in the dark moves nobody's order
    for p in range(rules.seats):
        shut = books.shut_cards[p]
        for kind in range(KINDS):
            shut -= state.seats[p].closed_known[kind]
        for kind in range(rules.kinds):
            books.count[p, kind] = books.count[p, kind] * unit + shut * books.left[kind]


@jit
def look_on(state, rules):
    """The seats that the books, counted openly, name as winners, as a bit set."""
    books = state.books
    set_order(rules, books, settlement_start(state, rules, books))
    settle(state, rules, books)
    return winners(rules, books)


@part
def note_views(state, rules):
    """After a round: who each view names and, before the last round's end, the standing of all cards.

    The standing is left in ``state.books``; after the last round it is the settlement itself.
    """
    t = state.round_no - 1
    count_openly(state, rules)
    state.named[t, 0] = look_on(state, rules)
    state.named[t, 1] = state.named[t, 0]
    if state.books.joker_uses > 0:
        state.books.joker_seat = -1
        open_purses(state, rules, state.books)
        state.named[t, 1] = look_on(state, rules)
    if state.round_no < rules.rounds:
        settle_all_cards(state, rules)
        state.named[t, 2] = winners(rules, state.books)


@inlined
def size_of(seats):
    """How many seats a bit set has."""
    n = 0
    while seats > 0:
        seats &= seats - 1
        n += 1
    return n


@inlined
def win_share(named, won):
    """Mean win points (420 a win) of the seats in ``named`` when those in ``won`` share the win."""
    n = size_of(named) * size_of(won)
    points = 420 * size_of(named & won)
    return points if n == 1 else points // n  # a division takes as long as all the rest
