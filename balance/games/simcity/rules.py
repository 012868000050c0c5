"""S2 to S5, S28, S30: set-up, drawing, buying a council member, and the hand limit."""

from __future__ import annotations

import numpy as np

from balance.games.simcity import journal
from balance.games.simcity.city import clear_city
from balance.games.simcity.codes import (
    COUNCIL,
    DUEL,
    LONG_EXTRA,
    MAYOR,
    NO_CARD,
    NO_SEAT,
    OFFICES,
    SOLITAIRE,
    ZONES,
)
from balance.kernel.jit import jit
from balance.kernel.rng import DEAL, below, chance_key, shuffle, subkey

WHO_STARTS, DICE, LOT = (np.int64(i) for i in range(3))  # what chance decides
LONG_DECK = np.int64(2)


@jit
def clear_table(state, rules):
    """Everything as before the deal."""
    for d in range(rules.cities):
        clear_city(state.city[d], rules)
        state.n_discards[d] = 0
    for p in range(rules.seats):
        seat = state.seats[p]
        seat.funds = 0
        seat.n_hand = 0
        seat.n_council = 0
        seat.draws = 0
    for i in range(len(OFFICES)):
        state.office[i] = NO_SEAT
    for z in range(len(ZONES) + 1):
        state.frozen_until[z] = 0
    state.phase = 3 if rules.mode == DUEL else 1
    state.turn_no = 0
    state.round_no = 0
    state.passes = 0
    state.ended = 0
    state.stopped = 0
    state.last_round = 0
    state.pending = 0
    state.governor_served = 0
    state.tried[:] = 0


@jit
def deal(state, rules):
    """S2: shuffle every deck by a key of its own, and deal the hands."""
    for d in range(rules.cities):
        owner = state.seats[d].entry if rules.mode == DUEL else 0
        lay_out(state, rules, owner, state.deck[d])
        state.n_deck[d] = rules.deck_cards[owner]
    lay_out(state, rules, LONG_DECK, state.long_deck)
    state.n_long = rules.deck_cards[LONG_DECK]
    for _ in range(rules.hand):
        for p in range(rules.seats):
            draw_card(state, rules, p)


@jit
def lay_out(state, rules, deck, cards):
    """A shuffled deck; its last card is on top."""
    n = rules.deck_cards[deck]
    shuffle(state.pick, n, subkey(subkey(state.block, DEAL), deck))
    for i in range(n):
        cards[n - 1 - i] = rules.deck_first[deck] + state.pick[i]


@jit
def draw_start_player(state, rules):
    """S2: the start player by lot; in facts seats are counted from him."""
    state.start_seat = below(chance_key(state.block, WHO_STARTS, 0), 0, rules.seats)


@jit
def pile_of(rules, p):
    """Which deck, discards and city a seat uses: the shared ones, or in a duel its own."""
    return p if rules.mode == DUEL else 0


@jit
def place_of(state, rules, p):
    """A seat counted from the start player."""
    return (p - state.start_seat) % rules.seats


@jit
def draw_card(state, rules, p):
    """S4: the top card of the deck goes to the hand.  Returns it, or NO_CARD."""
    d = pile_of(rules, p)
    if state.n_deck[d] == 0:
        return NO_CARD
    state.n_deck[d] -= 1
    card = state.deck[d, state.n_deck[d]]
    take_up(state, p, card)
    return card


@jit
def take_up(state, p, card):
    """A card comes to a hand."""
    seat = state.seats[p]
    seat.hand[seat.n_hand] = card
    seat.n_hand += 1


@jit
def lay_off(state, p, card):
    """A card leaves a hand; the others keep their order."""
    seat = state.seats[p]
    at = 0
    while seat.hand[at] != card:
        at += 1
    seat.n_hand -= 1
    for i in range(at, seat.n_hand):
        seat.hand[i] = seat.hand[i + 1]


@jit
def discard(state, rules, p, card):
    """A card goes on top of the discards."""
    d = pile_of(rules, p)
    state.discards[d, state.n_discards[d]] = card
    state.n_discards[d] += 1


@jit
def may_take_discard(state, rules, p):
    """S30: alone, one may take the top of the discards while the deck has cards."""
    return rules.mode == SOLITAIRE and state.n_deck[0] > 0 and state.n_discards[0] > 0


@jit
def may_draw_long(state, rules):
    """S27: from phase 3 the long deck is open to draw from."""
    return rules.long_cards != 0 and state.phase >= 3 and state.n_long > 0


@jit
def take_discard(state, rules, p):
    """S30: the top of the discards goes to the hand.  Returns it."""
    d = pile_of(rules, p)
    state.n_discards[d] -= 1
    card = state.discards[d, state.n_discards[d]]
    take_up(state, p, card)
    return card


@jit
def draw_long(state, rules, p):
    """S27: the top of the long deck goes to the hand.  Returns it."""
    state.n_long -= 1
    card = state.long_deck[state.n_long]
    take_up(state, p, card)
    return card


@jit
def throw_above_limit(state, rules, p, card):
    """S30: alone, a drawn card above the hand limit goes on top of the discards at once.  Says whether it did."""
    seat = state.seats[p]
    if rules.mode != SOLITAIRE or rules.hand_limit == 0 or seat.n_hand <= rules.hand_limit:
        return False
    lay_off(state, p, card)
    discard(state, rules, p, card)
    return True


@jit
def draws_of_turn(state, rules):
    """S4, S27: how many draws a turn has, one more where the long deck is drawn from as an extra."""
    return rules.draws + (1 if may_draw_long(state, rules) and rules.long_draw == LONG_EXTRA else 0)


@jit
def may_buy(state, rules, p):
    """S5: whether the seat could buy some council member from its hand."""
    if state.phase < 3:
        return False
    seat = state.seats[p]
    for i in range(seat.n_hand):
        if can_buy(state, rules, p, seat.hand[i]):
            return True
    return False


@jit
def can_buy(state, rules, p, card):
    """S5: whether the card is a council member that the seat can pay."""
    about = rules.kind[rules.kind_of[card]]
    return about.family == COUNCIL and about.phase <= state.phase and state.seats[p].funds >= about.cost


@jit
def buy_member(state, rules, p, card, log):
    """S5: pay a council member's cost and put it down."""
    seat = state.seats[p]
    cost = rules.kind[rules.kind_of[card]].cost
    seat.funds -= cost
    if cost > 0:
        seat.paid_other = 1
    lay_off(state, p, card)
    seat.council[seat.n_council] = card
    seat.n_council += 1
    drew = draw_card(state, rules, p) if rules.council_redraw else NO_CARD
    if state.logging:
        journal.note(log, journal.BOUGHT, card, cost, drew, 0, 0)
    if drew != NO_CARD and throw_above_limit(state, rules, p, drew) and state.logging:
        journal.note(log, journal.THROWN, drew, 0, 0, 0, 0)
    return drew


@jit
def is_mayor(state, rules, p):
    """S21, S31: whether the seat is mayor, of its own city in a duel."""
    return rules.mode == DUEL or state.office[MAYOR] == p


@jit
def may_stand(state, rules, p, office):
    """S24: whether a seat may be elected to an office."""
    if rules.offices_combine:
        return True
    for other in range(len(OFFICES)):
        if other != office and state.office[other] == p:
            return False
    return True
