"""S25: an event: its clauses are done in this order: destroy, bills, money, election, recall, freeze, discard."""

from __future__ import annotations

from balance.games.simcity import journal
from balance.games.simcity.city import nuisance
from balance.games.simcity.codes import (
    ALL,
    DUEL,
    FLAT,
    NO_SEAT,
    OTHERS,
    PER_LOST,
    SELF,
)
from balance.games.simcity.disasters import destroy_targets, roll
from balance.games.simcity.offices import (
    SERVED,
    bill_city,
    charge,
    dismiss_if_broke,
    elect,
    pay_bill,
    recall_mayor,
    resigns_before,
    who_pays,
)
from balance.games.simcity.players.table import choose_discard, choose_targets
from balance.games.simcity.rules import discard, lay_off
from balance.kernel.jit import jit


@jit
def play_event(state, rules, lineup, book, p, card, log):
    """S25: play an event from the hand of seat ``p``; afterwards it goes to the discards."""
    kind = rules.kind_of[card]
    about = rules.kind[kind]
    lay_off(state, p, card)
    for d in range(rules.cities):
        state.blocks_lost[d] = 0
    if about.destroys > 0:
        strike(state, rules, lineup, book, p, kind, log)
    for i in range(about.n_bills):
        send_bill(state, rules, lineup, book, about, about.bills[i], log)
    state.governor_served = min(state.governor_served, SERVED)
    for i in range(about.n_money):
        move_money(state, rules, lineup, book, about.money[i], p, log)
    if about.elects:
        elect(state, rules, lineup, book, about.elects, log)
    if about.recalls:
        recall_mayor(state, rules, lineup, book, log)
    if about.freezes:
        state.frozen_until[about.freezes] = state.turn_no + about.freeze_rounds * rules.seats
        if state.logging:
            journal.note(log, journal.FROZEN, about.freezes, state.frozen_until[about.freezes], 0, 0, 0)
    for _ in range(about.discards):
        make_discard(state, rules, lineup, p, log)
    discard(state, rules, p, card)
    dismiss_if_broke(state, rules, lineup, book, 1, log)


@jit
def strike(state, rules, lineup, book, p, kind, log):
    """S26: a disaster: the dice, then the targets in every city, then what is taken off."""
    about = rules.kind[kind]
    reach = roll(state, rules, kind, log)
    entry = lineup.entries[state.seats[p].entry]
    for d in range(rules.cities):
        state.now.n_targets = 0
        choose_targets(entry, state, rules, p, d, kind, reach)
        state.blocks_lost[d] = destroy_targets(state, rules, d, about.only_zone, log)
        book.game.blocks_lost += state.blocks_lost[d]
    book.game.disasters += 1


@jit
def send_bill(state, rules, lineup, book, about, bill, log):
    """S21: what an event makes the mayor pay; in a duel each for its own city."""
    for d in range(rules.cities):
        amount = bill.amount * bill_count(state, rules, d, bill)
        if rules.mode == DUEL:
            if amount > 0:
                pay_bill(state, rules, book, d, amount, log)
        else:
            bill_city(state, rules, lineup, book, amount, about.disaster, log)


@jit
def bill_count(state, rules, d, bill):
    """By how many a bill counts: once, each block hit, or each full so much crime or pollution in the city."""
    if bill.by == FLAT:
        return 1
    if bill.by == PER_LOST:
        return state.blocks_lost[d]
    return max(nuisance(rules, state.city[d], bill.by), 0) // bill.per


@jit
def move_money(state, rules, lineup, book, money, p, log):
    """S21, S22: what an event gives to, or takes from, the players it names; the mayor may resign before a loss."""
    loss = -min(money.amount, 0)
    if money.who > ALL and rules.mode != DUEL:
        mayor = who_pays(state, rules, lineup, book, loss, log)
        if mayor != NO_SEAT:
            move_to(state, mayor, money.amount, log)
        return
    for q in range(rules.seats):
        if money.who >= ALL or (money.who == SELF and q == p) or (money.who == OTHERS and q != p):
            resigns_before(state, rules, lineup, book, q, loss, 0, log)
            move_to(state, q, money.amount, log)


@jit
def move_to(state, q, amount, log):
    """S21: a gain of a seat, or a loss as far as its funds go."""
    gain = amount >= 0
    if gain:
        state.seats[q].funds += amount
    else:
        amount = -charge(state, q, -amount)
    if state.logging:
        journal.note(log, journal.MONEY, q, amount, journal.FOR_GAIN if gain else journal.FOR_LOSS, 0, 0)


@jit
def make_discard(state, rules, lineup, p, log):
    """S25: each other player discards a card of its choice, clockwise."""
    for i in range(1, rules.seats):
        q = (p + i) % rules.seats
        seat = state.seats[q]
        if seat.n_hand == 0:
            continue
        card = choose_discard(lineup.entries[seat.entry], state, rules, q)
        lay_off(state, q, card)
        discard(state, rules, q, card)
        if state.logging:
            journal.note(log, journal.DISCARD, q, card, 0, 0, 0)
