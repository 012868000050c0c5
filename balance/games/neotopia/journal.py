"""What a replay writes down: one function for each moment, as rows of `kernel/events.py`.

`trace.py` reads them; the codes below are the only thing that the two share.
"""

from __future__ import annotations

import numpy as np

from balance.games.neotopia.codes import (
    SETTLED,
)
from balance.kernel.events import new_row
from balance.kernel.jit import jit

(
    DEAL,
    CARDS,
    ROUND,
    SKILL,
    SAW,
    PASSED,
    ACTION,
    PURSE,
    SETTLEMENT,
    SUIT,
    SUIT_SEAT,
    RESULT,
    RESULT_SEAT,
) = map(np.int64, range(1, 14))  # typed: a literal would make numba compile `new_row` for each
IN_FIELD_DOWN, IN_FIELD_UP, IN_PILE = -1, -2, -3  # where cards lie that no seat holds


@jit
def note_deal(state, rules, log):
    """The table before the first round, one row for each kind of card in each place."""
    row = log[new_row(log, DEAL)]
    row[1] = state.start_seat
    row[2] = state.removed
    row[3] = state.stock
    row[4] = rules.start_coins
    for kind in range(rules.kinds):
        for p in range(rules.seats):
            row = log[new_row(log, CARDS)]
            row[1] = p
            row[2] = kind
            row[3] = state.seats[p].hidden[kind]
        row = log[new_row(log, CARDS)]
        row[1] = IN_FIELD_UP
        row[2] = kind
        row[3] = state.up[kind]
        row = log[new_row(log, CARDS)]
        row[1] = IN_PILE
        row[2] = kind
        row[3] = state.pile[kind]
    for i in range(state.n_down):
        row = log[new_row(log, CARDS)]
        row[1] = IN_FIELD_DOWN
        row[2] = state.down[i]
        row[3] = 1


@jit
def note_round(state, kind, log):
    """The card that a round turned up."""
    row = log[new_row(log, ROUND)]
    row[1] = state.round_no
    row[2] = kind


@jit
def note_settlement(first, held, log):
    """Who starts the settlement, and whether by the start card."""
    row = log[new_row(log, SETTLEMENT)]
    row[1] = first
    row[2] = held


@jit
def note_skill(state, rules, p, after, gained, log):
    """A skill just used, with what it showed or passed."""
    now = state.now
    row = log[new_row(log, SKILL)]
    row[1] = p
    row[2] = after
    row[3] = now.skill
    row[4] = now.give
    row[5] = now.other
    row[6] = now.get
    row[7] = gained
    row[8] = now.skill_reason
    for kind in range(rules.kinds):
        row = log[new_row(log, SAW)]
        row[1] = kind
        row[2] = state.seats[p].pile_seen[kind]
    for q in range(rules.seats):
        row = log[new_row(log, PASSED)]
        row[1] = q
        row[2] = state.swap[q, 0]
        row[3] = state.swap[q, 1]


@jit
def note_action(state, rules, p, gained, log):
    """An action just taken."""
    now = state.now
    face = now.down if now.place < 0 else 1  # a keep's face, or that of the field card taken
    row = log[new_row(log, ACTION)]
    row[1] = p
    row[2] = now.action
    row[3] = now.card
    row[4] = now.zone
    row[5] = face
    row[6] = now.take_kind
    row[7] = gained
    row[8] = now.reason


@jit
def note_purses(state, rules, log):
    """Coins and stock after a turn."""
    for p in range(rules.seats):
        row = log[new_row(log, PURSE)]
        row[1] = p
        row[2] = state.seats[p].coins
        row[3] = state.stock


@jit
def note_suit(rules, books, suit, log):
    """One suit just settled."""
    joker = books.joker_seat if books.declared else -1
    ranked = 1 if books.outcome == SETTLED else 0  # the facts rank a riot's suit again, to see what it cost
    row = log[new_row(log, SUIT)]
    row[1] = suit
    row[2] = books.outcome
    row[3] = joker
    row[4] = ranked * books.first
    row[5] = ranked * books.second
    for p in range(rules.seats):
        row = log[new_row(log, SUIT_SEAT)]
        row[1] = p
        row[2] = books.count[p, suit]
        row[3] = books.paid[p]
        row[4] = books.coins[p]


@jit
def note_result(rules, books, won, log):
    """The end of the game."""
    row = log[new_row(log, RESULT)]
    row[1] = won
    for p in range(rules.seats):
        row = log[new_row(log, RESULT_SEAT)]
        row[1] = p
        row[2] = books.vp[p]
        row[3] = books.coins[p]
