"""The settlement at the end of a game, written down: facts, log, and the same hands settled again."""

from __future__ import annotations

from balance.games.neotopia import journal
from balance.games.neotopia.codes import (
    JOKER,
    NOBODY_SEAT,
    RIOT,
    SETTLED,
    SKILLS,
    TIES_CLOCKWISE,
)
from balance.games.neotopia.rules import place_of
from balance.games.neotopia.settlement import (
    cash_up,
    effect_vp,
    open_books,
    open_purses,
    order_bonus,
    rank_suit,
    set_order,
    settle,
    settle_suit,
    settlement_start,
    winners,
)
from balance.games.neotopia.views import size_of, win_share
from balance.kernel.jit import jit, part

WIN = 420  # points of a win; a draw of k gives each 420/k, exact for up to seven seats


@part
def settle_and_record(state, book, rules, log):
    """N17 to N24 for the hands as they lie after the last round, with everything that is recorded of it."""
    books = state.books
    game = book.game
    open_books(state, rules)
    first = settlement_start(state, rules, books)
    set_order(rules, books, first)
    game.start_held = books.count[first, rules.start_card]
    game.joker_held = 1 if books.joker_seat >= 0 else 0
    if state.logging:
        journal.note_settlement(first, game.start_held, log)
    for suit in range(1, rules.suits + 1):
        if suit != state.removed:
            settle_suit(state, rules, books, suit)
            if state.logging:
                journal.note_suit(rules, books, suit, log)
            record_suit(state, book, rules, suit)
            game.joker_uses += books.declared
    game.riots = books.riots
    cash_up(rules, books)
    won = winners(rules, books)
    if state.logging:
        journal.note_result(rules, books, won, log)
    record_seats(state, book, rules, won)
    record_game(state, book, rules, won)
    state.named[rules.rounds - 1, 2] = won
    without_joker = settle_again(state, book, rules, won, first)
    for t in range(rules.rounds):
        row = book.rounds[t]
        row.onlooker = win_share(state.named[t, 0], won)
        row.onlooker_no_joker = win_share(state.named[t, 1], without_joker)
        row.full_view = win_share(state.named[t, 2], won)


@part
def record_suit(state, book, rules, suit):
    """Facts of a suit just settled, and each seat's places and order bonus from it."""
    books = state.books
    row = book.suits[suit - 1]
    row.in_play = 1
    row.outcome = books.outcome
    row.joker = books.declared
    joker = books.joker_seat if books.declared else -1
    for p in range(rules.seats):
        row.vp += books.paid[p]
        seat = book.seats[place_of(state, rules, p)]
        first = (books.first >> p) & 1
        row.first_count = max(row.first_count, first * (books.count[p, suit] + (1 if p == joker else 0)))
        seat.firsts += first
        seat.bonus += order_bonus(rules, books, p, joker)
        seat.seconds += (books.second >> p) & 1
    record_ties(state, book, rules, suit, joker)
    if books.outcome == RIOT:
        rank_suit(rules, books, suit, NOBODY_SEAT)
        for p in range(rules.seats):
            if (books.first >> p) & 1:
                lost = effect_vp(rules, books, suit, p, NOBODY_SEAT) + order_bonus(rules, books, p, NOBODY_SEAT)
                row.riot_cost = lost + rules.riot_penalty


@part
def record_ties(state, book, rules, suit, joker):
    """Whether equals met at first or second place, and who won the suit from an equal by clockwise order."""
    books = state.books
    if books.outcome != SETTLED:
        return
    equal_first, equal_second, best, second = 0, 0, 0, 0
    for p in range(rules.seats):
        count = books.count[p, suit] + (1 if p == joker else 0)
        best = max(best, count if (books.first >> p) & 1 else 0)
        second = max(second, count if (books.second >> p) & 1 else 0)
    for p in range(rules.seats):
        count = books.count[p, suit] + (1 if p == joker else 0)
        equal_first += 1 if count == best else 0
        equal_second += 1 if count == second and second > 0 else 0
    book.suits[suit - 1].tied = 1 if equal_first > 1 or equal_second > 1 else 0
    gained = 1 if equal_first > 1 and rules.ties == TIES_CLOCKWISE else 0
    for p in range(rules.seats):
        book.seats[place_of(state, rules, p)].tie_gains += gained & (books.first >> p)


@part
def record_seats(state, book, rules, won):
    """Final facts of every seat."""
    books = state.books
    points = WIN // size_of(won)
    for p in range(rules.seats):
        seat = state.seats[p]
        row = book.seats[place_of(state, rules, p)]
        row.entry = seat.entry
        row.points = points if (won >> p) & 1 else 0
        row.score = books.vp[p]
        book.turns[place_of(state, rules, p), rules.rounds - 1].standing = books.vp[p]
        row.coins = books.coins[p]
        row.order = books.order[p]
        row.has_joker = books.count[p, JOKER]
        row.has_start = books.count[p, rules.start_card]
        for skill in range(len(SKILLS)):
            used = 1 if seat.skill_round[skill] > 0 else 0
            row.skill_used[skill] = used
            row.skill_round[skill] = seat.skill_round[skill]
            row.skill_coins[skill] = used * seat.skill_gain[skill]


@part
def record_game(state, book, rules, won):
    """Final facts of the game as a whole."""
    books = state.books
    game = book.game
    game.rounds = rules.rounds
    game.turns = state.turn_no
    game.drawn = 1 if won & (won - 1) else 0
    game.short = state.short
    dealt = rules.seats * rules.hand
    for i in range(dealt):
        game.joker_dealt |= 1 if state.cards[i] == JOKER else 0
    best, second = -(1 << 40), -(1 << 40)
    for p in range(rules.seats):
        vp = books.vp[p]
        second = max(second, min(best, vp))
        best = max(best, vp)
        for t in range(rules.rounds):
            game.decisions += book.turns[p, t].choice
    game.margin = best - second


@part
def settle_again(state, book, rules, won, first):
    """The same final hands without the joker, without the start card, without the order's bonus.

    Returns the winners without the joker.  Where a thing was not used nothing changes, and nothing is done.
    """
    books = state.books
    game = book.game
    without_joker = won
    holder = books.joker_seat
    if game.joker_uses > 0:
        open_purses(state, rules, books)
        books.joker_seat = -1
        set_order(rules, books, first)
        settle(state, rules, books)
        without_joker = winners(rules, books)
        game.no_joker_changed = 1 if without_joker != won else 0
        game.no_joker_moved = score_moved(state, book, rules)
        row = book.seats[place_of(state, rules, holder)]
        row.joker_vp = row.score - books.vp[holder]
        books.joker_seat = holder
    if game.start_held and first != state.start_seat:
        open_purses(state, rules, books)
        set_order(rules, books, state.start_seat)
        settle(state, rules, books)
        game.no_start_changed = 1 if winners(rules, books) != won else 0
        game.no_start_moved = score_moved(state, book, rules)
    open_purses(state, rules, books)
    set_order(rules, books, first)
    for p in range(rules.seats):
        books.bonus[p] = 0
    settle(state, rules, books)
    game.no_order_changed = 1 if winners(rules, books) != won else 0
    game.no_order_moved = score_moved(state, book, rules)
    return without_joker


@jit
def score_moved(state, book, rules):
    """Sum over the seats of how far the score now in the books lies from the recorded one."""
    moved = 0
    for p in range(rules.seats):
        row = book.seats[place_of(state, rules, p)]
        moved += abs(state.books.vp[p] - row.score)
    return moved
