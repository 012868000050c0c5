"""A game of Sim City from the deal to the facts; reads like the summary of the rulebook."""

from __future__ import annotations

import numpy as np

from balance.games.simcity import journal, score
from balance.games.simcity.city import put
from balance.games.simcity.codes import (
    CREDIT_EACH_PLAY,
    INCOME_ZONING,
    NO_CARD,
    NO_CELL,
    ORANGE,
    PASS,
    PLAY_EVENT,
    REZONE,
    REZONE_AGAIN,
    SOLITAIRE,
)
from balance.games.simcity.council import count_votes, free_votes
from balance.games.simcity.ends import ends_after_turn, ends_before_play
from balance.games.simcity.events import play_event
from balance.games.simcity.facts import BOOK
from balance.games.simcity.offices import dismiss_if_broke
from balance.games.simcity.pay import reckon
from balance.games.simcity.phases import check_phase
from balance.games.simcity.placing import plants_allowed
from balance.games.simcity.players.table import (
    FROM_DISCARD,
    FROM_LONG_DECK,
    choose_discard,
    choose_draw,
    choose_member,
    choose_play,
    choose_vote,
)
from balance.games.simcity.rules import (
    buy_member,
    clear_table,
    deal,
    discard,
    draw_card,
    draw_long,
    draw_start_player,
    draws_of_turn,
    lay_off,
    may_buy,
    may_draw_long,
    pile_of,
    take_discard,
    throw_above_limit,
)
from balance.games.simcity.state import STATE
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
        score.open_book(books[g], empty[0], rules)
        play_game(state, books[g], rules, lineup, log)


@jit
def play_game(state, book, rules, lineup, log):
    """S2 to S29: set up, then turn after turn until the game ends."""
    clear_table(state, rules)
    deal(state, rules)
    draw_start_player(state, rules)
    score.note_opening(state, book, rules)
    if state.logging:
        journal.note_deal(state, rules, log)
    while not state.ended:
        take_turn(state, book, rules, lineup, begin_turn(state, rules), log)
    if state.logging:
        journal.note(log, journal.END, state.ended, 0, 0, 0, 0)
    score.close_book(state, book, rules)
    if state.logging:
        for q in range(rules.seats):
            journal.note(log, journal.RESULT_SEAT, q, state.seats[q].funds, 0, 0, 0)


@jit
def begin_turn(state, rules):
    """S3: the next turn begins.  Returns the seat to move."""
    p = (state.start_seat + state.turn_no) % rules.seats
    state.round_no += 1 if state.turn_no % rules.seats == 0 else 0
    state.turn_no += 1
    return p


@part
def take_turn(state, book, rules, lineup, p, log):
    """S3: draw, buy a council member, play; then pay, the hand limit, and whether the game is over."""
    who = lineup.entries[state.seats[p].entry]
    for q in range(rules.seats):
        state.seats[q].draws = 0
    state.pending = 0
    state.play_no = 0
    state.plays_made = 0
    if state.logging:
        journal.note(log, journal.TURN, state.turn_no, state.round_no, p, state.phase, 0)
    score.note_turn(state, book, rules, p)
    draw_for_turn(state, book, rules, who, p, log)
    if may_buy(state, rules, p):
        card = choose_member(who, state, rules, p)
        if card != NO_CARD:
            score.note_bought(state, book, rules, p, card)
            drew = buy_member(state, rules, p, card, log)
            score.note_drawn(state, book, rules, p, drew)
            dismiss_if_broke(state, rules, lineup, book, 0, log)
    why = ends_before_play(state, rules, p)
    if why:
        state.stopped = 1
        state.ended = why
    else:
        play_cards(state, book, rules, lineup, who, p, log)
        finish_turn(state, book, rules, lineup, who, p, log)
    if state.logging:
        journal.note(log, journal.TURN_END, state.phase, 0, 0, 0, 0)
        journal.note_funds(state, rules, log)
    score.note_turn_end(state, book, rules, p)


@part
def draw_for_turn(state, book, rules, who, p, log):
    """S4: the turn's draws, from the deck or what the mode and the long cards allow."""
    d = pile_of(rules, p)
    draws = draws_of_turn(state, rules)
    for i in range(draws):
        extra = i >= rules.draws
        long_open = may_draw_long(state, rules) and (extra or draws == rules.draws)
        deck_open = state.n_deck[d] > 0 and not extra
        source = choose_draw(who, state, rules, p, deck_open, long_open)
        if source < 0:
            continue
        if source == FROM_LONG_DECK:
            card = draw_long(state, rules, p)
        elif source == FROM_DISCARD:
            card = take_discard(state, rules, p)
        else:
            card = draw_card(state, rules, p)
        score.note_drawn(state, book, rules, p, card)
        if state.logging:
            journal.note(log, journal.DRAW, card, source, 0, 0, 0)
        if throw_above_limit(state, rules, p, card) and state.logging:
            journal.note(log, journal.THROWN, card, 0, 0, 0, 0)


@part
def play_cards(state, book, rules, lineup, who, p, log):
    """S6: the plays of the turn; what a play brings on top is played in the same turn."""
    state.plays_left = rules.plays
    while state.plays_left > 0:
        state.plays_left -= 1
        now = state.now
        now.way = PASS
        now.card = NO_CARD
        now.cell = NO_CELL
        now.cell2 = NO_CELL
        now.n_targets = 0
        choose_play(who, state, rules, p)
        score.note_choice(state, book, rules, p)
        if now.way == PASS:
            if state.logging:
                journal.note(log, journal.PASSED, 0, 0, 0, 0, 0)
        elif now.way == PLAY_EVENT:
            play_the_event(state, book, rules, lineup, p, log)
        else:
            play_block(state, book, rules, lineup, p, log)
        state.plays_made += 1 if now.way != PASS else 0
        state.play_no += 1


@part
def play_the_event(state, book, rules, lineup, p, log):
    """S25: an event, and the phase check after it."""
    card = state.now.card
    score.note_played(state, book, rules, p, card, PLAY_EVENT, 0)
    if state.logging:
        journal.note(log, journal.EVENT, card, 0, 0, 0, 0)
    play_event(state, rules, lineup, book, p, card, log)
    check_phase(state, rules, book, p, False, log)
    state.plays_left += rules.kind[rules.kind_of[card]].extra_plays
    if state.logging:
        journal.note(log, journal.PLAY_END, state.phase, 0, 0, 0, 0)


@part
def play_block(state, book, rules, lineup, p, log):
    """S7 to S20: place a block, after a vote if it is a rezoning; reckon its pay; check the phase."""
    now = state.now
    card, way, cell, cell2 = now.card, now.way, now.cell, now.cell2
    city = state.city[pile_of(rules, p)]
    kind = rules.kind_of[card]
    if state.logging:
        journal.note_block(state, rules, city, card, way, cell, cell2, log)
    if way == REZONE and not vote_on(state, book, rules, lineup, p, kind, cell, cell2, log):
        if rules.rezone_failed == REZONE_AGAIN:
            state.tried[cell] = state.turn_no
            if cell2 != NO_CELL:
                state.tried[cell2] = state.turn_no
            state.plays_left += 1
        if state.logging:
            journal.note(log, journal.PLAY_END, state.phase, 0, 0, 0, 0)
        return
    total = reckon(state, rules, city, kind, cell, cell2)
    if state.logging:
        journal.note_pay(state, rules, city, kind, cell, cell2, log)
    about = rules.kind[kind]
    opens_3 = about.plant != 0 and state.phase == 2 and plants_allowed(rules, city)
    if about.zone == ORANGE:
        city.orange_paid = max(city.orange_paid, state.pay.part[INCOME_ZONING])
    score.note_played(state, book, rules, p, card, way, total)
    lay_off(state, p, card)
    put(state, rules, city, card, cell, cell2)
    if rules.credit == CREDIT_EACH_PLAY:
        state.seats[p].funds = max(state.seats[p].funds + total, 0)
    else:
        state.pending += total
    check_phase(state, rules, book, p, opens_3, log)
    state.plays_left += about.extra_plays
    if state.logging:
        journal.note(log, journal.PLAY_END, state.phase, 0, 0, 0, 0)


@part
def vote_on(state, book, rules, lineup, p, kind, cell, cell2, log):
    """S9, S10: the council votes on a rezoning.  Says whether it passes."""
    city = state.city[0]
    for q in range(rules.seats):
        seat = state.seats[q]
        seat.vote = 1 if q == p else 0
        if free_votes(state, rules, city, q, kind, cell, cell2) > 0:
            seat.vote = choose_vote(lineup.entries[seat.entry], state, rules, q, p, kind, cell, cell2)
    passed = count_votes(state, rules, city, kind, cell, cell2)
    if state.logging:
        for q in range(rules.seats):
            journal.note(log, journal.VOTE_SEAT, q, state.vote.yes[q], state.vote.no[q], 0, 0)
        journal.note(log, journal.VOTE, state.vote.tie_break, passed, 0, 0, 0)
    score.note_vote(state, book, rules, p, passed)
    return passed


@part
def finish_turn(state, book, rules, lineup, who, p, log):
    """S6, S28, S29: credit the pay, keep the hand limit (which acts at once in a solitaire, S30), and see whether
    the game is over."""
    seat = state.seats[p]
    seat.funds = max(seat.funds + state.pending, 0)
    if rules.hand_limit > 0 and rules.mode != SOLITAIRE:
        while seat.n_hand > rules.hand_limit:
            card = choose_discard(who, state, rules, p)
            lay_off(state, p, card)
            discard(state, rules, p, card)
            if state.logging:
                journal.note(log, journal.SURPLUS, card, 0, 0, 0, 0)
    if state.plays_made == 0 and state.n_deck[pile_of(rules, p)] == 0:
        state.passes += 1
    else:
        state.passes = 0
    state.ended = ends_after_turn(state, rules, p)
