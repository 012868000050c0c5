"""S21 to S24: the mayor and his bills, dismissal, resignation, the auction of the office, and elections."""

from __future__ import annotations

from balance.games.simcity import journal
from balance.games.simcity.codes import BILL_NEW_MAYOR as FALLS_ON_NEW_MAYOR
from balance.games.simcity.codes import (
    CHAIRMAN,
    DISMISS_ANY,
    GOVERNOR,
    GOVERNOR_CHOICE,
    MAYOR,
    NO_SEAT,
    SHARED,
    WINNER_PAYS,
)
from balance.games.simcity.players.table import (
    choose_ballot,
    choose_bid,
    choose_governor_pays,
    choose_resign,
)
from balance.games.simcity.rules import LOT, may_stand, place_of
from balance.kernel.jit import jit
from balance.kernel.rng import below, chance_key

VOTE_PRICE = 5  # S24: what one more vote costs in an election
SERVED, STANDS_IN = 1, 2  # S24: the governor paid the disaster of the term, or pays all bills of the one being played


@jit
def take_office(state, rules, book, office, p, why, log):
    """A seat takes an office; a vacancy before it was written down already."""
    left = state.office[office]
    state.office[office] = p
    if office == GOVERNOR:
        state.governor_served = 0
    if office == MAYOR:
        state.seats[p].paid_event = 0  # S22: what was paid before does not dismiss the new mayor
        state.seats[p].paid_other = 0
        book.game.mayors += 1
        book.seats[place_of(state, rules, p)].mayor_terms += 1
    if state.logging:
        journal.note(log, journal.OFFICE, office, p, left, why, 0)


@jit
def vacate_mayor(state, rules, lineup, book, why, given_up, log):
    """S22: the mayor leaves office, and where there can be another the office is auctioned at once."""
    left = state.office[MAYOR]
    state.office[MAYOR] = NO_SEAT
    if state.logging:
        journal.note(log, journal.OFFICE, MAYOR, NO_SEAT, left, why, given_up)
    auction(state, rules, lineup, book, left, log)


@jit
def may_hold_mayor(state, rules, p):
    """S24: with `offices_combine` false, holders of another office neither stand nor bid."""
    return rules.offices_combine != 0 or (state.office[GOVERNOR] != p and state.office[CHAIRMAN] != p)


@jit
def auction(state, rules, lineup, book, leaver, log):
    """S23: all-pay auction of the mayor's office, from the left neighbour of the one who left."""
    for p in range(rules.seats):
        seat = state.seats[p]
        seat.total = 0
        seat.out = 0 if may_hold_mayor(state, rules, p) and (p != leaver or rules.leaver_bids) else 1
    highest, best = 0, NO_SEAT
    p = leaver
    while bidders(state, rules) > 1 or (bidders(state, rules) == 1 and best == NO_SEAT):
        p = (p + 1) % rules.seats
        seat = state.seats[p]
        if seat.out or p == best:
            continue
        room = seat.funds + (0 if rules.auction == WINNER_PAYS else seat.total)
        entry = lineup.entries[seat.entry]
        bid = choose_bid(entry, state, rules, p, highest) if room > highest else 0
        if bid <= highest or bid > room:
            seat.out = 1
            continue
        if rules.auction != WINNER_PAYS:
            seat.funds -= bid - seat.total
        seat.total = bid
        highest, best = bid, p
    if rules.auction == WINNER_PAYS:
        for q in range(rules.seats):
            if q != best:
                state.seats[q].total = 0
        if best != NO_SEAT:
            state.seats[best].funds -= highest
    why = journal.BY_AUCTION
    if best == NO_SEAT:
        why = journal.BY_LEFT_NEIGHBOUR
        best = (leaver + 1) % rules.seats
        for _ in range(rules.seats):
            if may_hold_mayor(state, rules, best):
                break
            best = (best + 1) % rules.seats
    book.game.auctions += 1
    book.game.auction_price += highest
    take_office(state, rules, book, MAYOR, best, why, log)
    if state.logging:
        for q in range(rules.seats):
            journal.note(log, journal.OFFICE_PAID, q, state.seats[q].total, 0, 0, 0)


@jit
def bidders(state, rules):
    """Seats that have not dropped out of the auction."""
    n = 0
    for p in range(rules.seats):
        n += 1 - state.seats[p].out
    return n


@jit
def charge(state, p, amount):
    """S21: take money from a seat; what it does not have is waived.  Returns what it paid."""
    paid = min(amount, state.seats[p].funds)
    state.seats[p].funds -= paid
    if amount > 0:
        state.seats[p].paid_event = 1
    return paid


@jit
def bill_city(state, rules, lineup, book, amount, is_disaster, log):
    """S21, S24: a bill of the city falls on the mayor, or once a term on the governor.  Returns whether one paid."""
    if amount <= 0:
        return
    governor = state.office[GOVERNOR]
    if governor != NO_SEAT and is_disaster and state.governor_served != SERVED:
        if governor == state.office[MAYOR]:
            state.governor_served = SERVED
        elif (
            state.governor_served == STANDS_IN
            or rules.governor_pays != GOVERNOR_CHOICE
            or choose_governor_pays(lineup.entries[state.seats[governor].entry], state, rules, governor, amount)
        ):
            state.governor_served = STANDS_IN
            pay_bill(state, rules, book, governor, amount, log)
            state.seats[governor].paid_event = 0
            return
    who = who_pays(state, rules, lineup, book, amount, log)
    if who != NO_SEAT:
        pay_bill(state, rules, book, who, amount, log)


@jit
def who_pays(state, rules, lineup, book, amount, log):
    """S21, S22: the mayor whom a payment falls on, after resignations before it; NO_SEAT if it lapses."""
    for _ in range(rules.seats):
        if not resigns_before(state, rules, lineup, book, state.office[MAYOR], amount, 1, log):
            break
        if rules.resign_bill != FALLS_ON_NEW_MAYOR:
            return NO_SEAT
    return state.office[MAYOR]


@jit
def resigns_before(state, rules, lineup, book, p, amount, lapses, log):
    """S22: whether seat ``p`` is the mayor and resigns before a payment that would break it.

    ``lapses`` 1: it need not pay then; 0: it is named as a player, and pays all the same.
    """
    if p == NO_SEAT or p != state.office[MAYOR] or rules.mode != SHARED:
        return False
    seat = state.seats[p]
    if (
        amount <= 0
        or amount < seat.funds
        or not choose_resign(lineup.entries[seat.entry], state, rules, p, amount, lapses)
    ):
        return False
    given_up = (seat.funds + 1) // 2
    seat.funds -= given_up
    book.game.resignations += 1
    vacate_mayor(state, rules, lineup, book, journal.BY_RESIGNATION, given_up, log)
    return True


@jit
def pay_bill(state, rules, book, p, amount, log):
    """A seat pays a bill of the city as far as it can."""
    paid = charge(state, p, amount)
    book.game.bills += paid
    if state.logging:
        journal.note(log, journal.MONEY, p, -paid, journal.FOR_BILL, 0, 0)


@jit
def dismiss_if_broke(state, rules, lineup, book, after_event, log):
    """S22: a mayor whom a payment left with nothing is dismissed."""
    mayor = state.office[MAYOR]
    if mayor != NO_SEAT and rules.mode == SHARED and state.seats[mayor].funds == 0:
        seat = state.seats[mayor]
        by_event = after_event and seat.paid_event
        if by_event or (rules.dismissal == DISMISS_ANY and seat.paid_other):
            book.game.dismissals += 1
            vacate_mayor(state, rules, lineup, book, journal.BY_DISMISSAL, 0, log)
    for p in range(rules.seats):
        state.seats[p].paid_event = 0
        state.seats[p].paid_other = 0


@jit
def recall_mayor(state, rules, lineup, book, log):
    """S21, S25: a recall takes the mayor's office away; alone or in a duel it does nothing."""
    if state.office[MAYOR] != NO_SEAT and rules.mode == SHARED:
        vacate_mayor(state, rules, lineup, book, journal.BY_RECALL, 0, log)


@jit
def elect(state, rules, lineup, book, office, log):
    """S24: all vote at once, one vote each and one more for every 5 paid; a tie is decided by lot."""
    if not rules.offices or rules.mode != SHARED:
        return
    candidates = 0
    for p in range(rules.seats):
        candidates += 1 if may_stand(state, rules, p, office) else 0
    if candidates == 0:
        return
    for p in range(rules.seats):
        seat = state.seats[p]
        seat.bought = 0
        seat.choice = NO_SEAT
        choose_ballot(lineup.entries[seat.entry], state, rules, p, office)
        seat.bought = min(seat.bought, seat.funds // VOTE_PRICE)
    most, best, ties = 0, NO_SEAT, 0
    key = chance_key(state.block, LOT, state.turn_no)
    for q in range(rules.seats):
        if not may_stand(state, rules, q, office):
            continue
        votes = 0
        for p in range(rules.seats):
            votes += 1 + state.seats[p].bought if state.seats[p].choice == q else 0
        if votes > most:
            most, best, ties = votes, q, 1
        elif votes == most and votes > 0:
            ties += 1
            if below(key, ties, ties) == 0:
                best = q
    for p in range(rules.seats):
        seat = state.seats[p]
        seat.funds -= VOTE_PRICE * seat.bought
        if seat.bought > 0:
            seat.paid_other = 1
    if state.logging:
        journal.note(log, journal.ELECTION, office, best, 0, 0, 0)
        for p in range(rules.seats):
            journal.note(log, journal.ELECTION_SEAT, p, state.seats[p].choice, state.seats[p].bought, 0, 0)
    if best != NO_SEAT:
        book.game.elections += 1
        take_office(state, rules, book, office, best, journal.BY_ELECTION, log)
