"""A game of Neotopia from the deal to the facts; reads like the summary of the rulebook."""

from __future__ import annotations

import numpy as np

from balance.games.neotopia import journal
from balance.games.neotopia.actions import act, count_actions, must_pass
from balance.games.neotopia.codes import (
    AFTER,
    BEFORE,
    MOVE,
    NO_SKILL,
    PASS,
)
from balance.games.neotopia.facts import BOOK
from balance.games.neotopia.players.table import choose_action, choose_pass, choose_skill
from balance.games.neotopia.rules import clear_table, deal, draw_start_player, place_of, reveal, seat_to_move
from balance.games.neotopia.score import settle_and_record
from balance.games.neotopia.skills import passable, use
from balance.games.neotopia.state import (
    STATE,
)
from balance.games.neotopia.views import note_views
from balance.kernel.jit import entry, jit, part
from balance.kernel.lineup import take_seats


@entry
def simulate(rules, lineup, seed, first, books, log):
    """Play games ``first``, ``first`` + 1, … (one for each of ``books``) and record their facts.

    ``rules`` is a RULES record, ``lineup`` a LINEUP record, ``books`` records of `facts.BOOK`, written over;
    ``log`` has rows only in a replay of one game.
    """
    table = np.zeros(1, STATE)
    empty = np.zeros(1, BOOK)
    seating = np.zeros(rules.seats, np.int64)
    for g in range(books.shape[0]):
        state = table[0]  # taken anew each time: a record does not keep its array alive
        take_seats(state, lineup, seed, first + g, seating)
        state.logging = 1 if log.shape[0] > 0 else 0
        open_book(books[g], empty[0], rules)
        play_game(state, books[g], rules, lineup, log)


@part
def open_book(book, empty, rules):
    """A blank book; what every round writes anyway is left as it is."""
    book.game = empty.game
    for p in range(rules.seats):
        book.seats[p] = empty.seats[p]
    for suit in range(rules.suits):
        book.suits[suit] = empty.suits[suit]


@jit
def play_game(state, book, rules, lineup, log):
    """N1 to N24: set up, six rounds (or as many as the ruling says), settlement."""
    clear_table(state, rules)
    deal(state, rules)
    draw_start_player(state, rules)
    if state.logging:
        journal.note_deal(state, rules, log)
    for t in range(rules.rounds):
        state.round_no = t + 1
        kind = reveal(state)
        if state.logging:
            journal.note_round(state, kind, log)
        for turn in range(rules.seats):
            take_turn(state, book, rules, lineup, seat_to_move(state, rules, turn), log)
        note_views(state, rules)
        record_round(state, book, rules)
    settle_and_record(state, book, rules, log)


@part
def take_turn(state, book, rules, lineup, p, log):
    """A turn: exactly one action, and before or after it at most one skill."""
    now = state.now
    entry = lineup.entries[state.seats[p].entry]
    turn = book.turns[place_of(state, rules, p), state.round_no - 1]
    for q in range(rules.seats):
        state.seats[q].draws = 0
    now.skill = NO_SKILL
    now.skill_reason = 0
    choose_skill(entry.player, state, rules, p, entry, BEFORE)
    if now.skill != NO_SKILL:
        use_skill(state, rules, lineup, p, BEFORE, log)
    turn.choice = 1 if count_actions(state, rules, p) > 1 else 0
    now.reason = 0
    now.down = 0
    now.place = -1
    now.action = PASS
    if not must_pass(state, rules, p):
        choose_action(entry.player, state, rules, p, entry)
    gained = act(state, rules, p)
    if state.logging:
        journal.note_action(state, rules, p, gained, log)
    if now.skill == NO_SKILL:
        choose_skill(entry.player, state, rules, p, entry, AFTER)
        if now.skill != NO_SKILL:
            use_skill(state, rules, lineup, p, AFTER, log)
    turn.action = now.action
    turn.skill = now.skill + 1
    if state.logging:
        journal.note_purses(state, rules, log)
    state.turn_no += 1


@jit
def use_skill(state, rules, lineup, p, after, log):
    """N11: use the skill that was chosen; in a department move every seat first chooses what to pass."""
    for q in range(rules.seats):
        state.swap[q, 0] = -1
    if state.now.skill == MOVE:
        for q in range(rules.seats):
            if passable(state, rules, q) > 0:
                entry = lineup.entries[state.seats[q].entry]
                choose_pass(entry.player, state, rules, q, entry)
    gained = use(state, rules, p)
    state.seats[p].skill_gain[state.now.skill] = gained - rules.skill_cost
    if state.logging:
        journal.note_skill(state, rules, p, after, gained, log)


@part
def record_round(state, book, rules):
    """What every seat has after a round, and its standing (left in the books; the last one is the score)."""
    for p in range(rules.seats):
        seat = state.seats[p]
        turn = book.turns[place_of(state, rules, p), state.round_no - 1]
        turn.standing = state.books.vp[p]
        turn.coins = seat.coins
        turn.cards = seat.n_hidden + seat.n_public + seat.n_closed
        turn.public = seat.n_public
        turn.secret = seat.n_closed
