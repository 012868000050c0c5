"""What a replay writes down: one function for each moment, as rows of `kernel/events.py`.

`trace.py` reads them; the codes below are the only thing that the two share.
"""

from __future__ import annotations

import numpy as np

from balance.games.simcity.codes import CITY_WIDE, CONNECTED, NO_CELL
from balance.games.simcity.pay import other_copies, term_pay
from balance.games.simcity.supply import count_supply, flood, is_connected
from balance.games.simcity.surroundings import counts_for, steps_between
from balance.kernel.events import new_row
from balance.kernel.jit import jit

(
    DEAL,
    CARD_IN,
    TURN,
    DRAW,
    THROWN,
    BOUGHT,
    BLOCK,
    SUPPLY,
    VOTE_SEAT,
    VOTE,
    PAY,
    PAY_FROM,
    PASSED,
    EVENT,
    DIE,
    TARGET,
    REMOVED,
    MONEY,
    DISCARD,
    ELECTION,
    ELECTION_SEAT,
    FROZEN,
    SURPLUS,
    TURN_END,
    FUNDS,
    OFFICE,
    OFFICE_PAID,
    END,
    RESULT,
    RESULT_SEAT,
    PLAY_END,
) = (np.int64(i) for i in range(1, 32))

IN_HAND, IN_DECK, IN_LONG_DECK = (np.int64(i) for i in range(3))  # where CARD_IN says that a card lies
FROM_DECK, FROM_DISCARD, FROM_LONG_DECK = (np.int64(i) for i in range(3))
RECEIVED, ADDED = np.int64(0), np.int64(1)
BY_POWER_PLANT, BY_AUCTION, BY_LEFT_NEIGHBOUR, BY_ELECTION, BY_RECALL, BY_DISMISSAL, BY_RESIGNATION = (
    np.int64(i) for i in range(7)
)
FOR_BILL, FOR_GAIN, FOR_LOSS = (np.int64(i) for i in range(3))
ROWS = 262_144  # of the longest game


@jit
def note(log, event, a, b, c, d, e):
    """One row of up to five values."""
    row = log[new_row(log, event)]
    row[1] = a
    row[2] = b
    row[3] = c
    row[4] = d
    row[5] = e


@jit
def note_deal(state, rules, log):
    """Hands and decks before the first turn, top first."""
    note(log, DEAL, state.start_seat, 0, 0, 0, 0)
    for p in range(rules.seats):
        for i in range(state.seats[p].n_hand):
            note(log, CARD_IN, IN_HAND, p, state.seats[p].hand[i], 0, 0)
    for d in range(rules.cities):
        for i in range(state.n_deck[d] - 1, -1, -1):
            note(log, CARD_IN, IN_DECK, d, state.deck[d, i], 0, 0)
    for i in range(state.n_long - 1, -1, -1):
        note(log, CARD_IN, IN_LONG_DECK, 0, state.long_deck[i], 0, 0)


@jit
def note_block(state, rules, city, card, way, cell, cell2, log):
    """A block about to be placed, with its supply and, part by part, what it will pay."""
    kind = rules.kind_of[card]
    about = rules.kind[kind]
    note(log, BLOCK, card, way, cell, cell2, 0)
    if about.sims > 0 and not about.house:
        got = count_supply(state, rules, city, kind, cell, cell2)
        supply = state.supply
        row = log[new_row(log, SUPPLY)]
        row[1] = supply.needed
        row[2] = supply.neighbours
        row[3] = supply.road
        row[4] = supply.rail
        row[5] = got
        row[6] = supply.alone


@jit
def note_pay(state, rules, city, kind, cell, cell2, log):
    """What a block pays, after `pay.reckon` and before it is put."""
    about = rules.kind[kind]
    row = log[new_row(log, PAY)]
    for i in range(6):
        row[1 + i] = state.pay.part[i]
    row[7] = state.pay.total
    for i in range(about.n_terms):
        term = about.terms[i]
        if term.adds or (term.each and term.per == 0):
            if not (term.first_copy and other_copies(rules, city, kind, cell, cell2) > 0):
                note_payers(state, rules, city, kind, term, cell, cell2, log)
        else:
            amount = term_pay(state, rules, city, kind, term, cell, cell2)
            if amount != 0:
                note(log, PAY_FROM, RECEIVED, NO_CELL, amount, 0, 0)


@jit
def note_payers(state, rules, city, kind, term, cell, cell2, log):
    """Each block that adds to the pay, or for which the card receives some."""
    field = rules.field[term.field]
    flood(state, rules, city, kind, cell, cell2, 0, 0, 1, 0)
    for i in range(city.n_blocks + city.n_buried):
        card = city.blocks[i] if i < city.n_blocks else city.buried[i - city.n_blocks]
        weight = field.weight[rules.kind_of[card]]
        if weight == 0 or not counts_for(rules, city, field, card, i >= city.n_blocks, cell, cell2):
            continue
        near = steps_between(state, card, cell, cell2) <= field.within
        if field.scope == CONNECTED:
            near = is_connected(state, rules, city, card, cell, cell2)
        if field.scope == CITY_WIDE or near:
            note(log, PAY_FROM, ADDED if term.adds else RECEIVED, state.cell[card], term.times * weight, card, 0)


@jit
def note_funds(state, rules, log):
    """Funds of all, as they are now."""
    for p in range(rules.seats):
        note(log, FUNDS, p, state.seats[p].funds, 0, 0, 0)
