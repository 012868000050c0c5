"""Deal, rounds and money: rules N1 to N4 and N10.  Every function changes ``state`` in place."""

from __future__ import annotations

import numpy as np

from balance.games.neotopia.codes import (
    KINDS,
    MAX_SEATS,
    NO_SKILL,
    SHORTAGE_UNLIMITED,
    SKILLS,
)
from balance.kernel.jit import inlined, jit
from balance.kernel.rng import DEAL, below, chance_key, shuffle, subkey, take_out

# What chance decides during play; each has a stream of its own, addressed by the round.
LOT_START, LOT_REMOVED, LOT_REVEAL, LOT_RESEARCH = map(np.int64, range(4))
FIRST = np.int64(0)  # the only draw, or the only turn, of its kind


@inlined
def left_of(rules, p):
    """The seat clockwise of seat ``p``."""
    return p + 1 if p + 1 < rules.seats else 0


@inlined
def right_of(rules, p):
    """The seat counter-clockwise of seat ``p``."""
    return p - 1 if p > 0 else rules.seats - 1


@inlined
def place_of(state, rules, p):
    """Row of seat ``p`` in the facts: seats are counted from the start player, 0 …"""
    place = p - state.start_seat
    return place if place >= 0 else place + rules.seats


@inlined
def is_banned(state, rules, p, thing):
    """Whether who sits at ``p`` may not use something of `codes.BANS`: no rule, but a device of experiments."""
    return (rules.banned[state.seats[p].entry] >> thing) & 1 > 0


@jit
def clear_table(state, rules):
    """An empty table: nothing dealt, no coins, no skill used."""
    for p in range(rules.seats):
        seat = state.seats[p]
        for kind in range(KINDS):
            seat.hidden[kind] = 0
            seat.public[kind] = 0
            seat.closed[kind] = 0
            seat.closed_known[kind] = 0
            seat.pile_seen[kind] = 0
            seat.passed[kind] = 0
        for skill in range(len(SKILLS)):
            seat.skill_round[skill] = 0
        seat.n_hidden = 0
        seat.n_public = 0
        seat.n_closed = 0
        seat.boxed = 0
        seat.keeps = 0
        seat.keeps_at_skill = 0
        seat.laid_down = 0
    for kind in range(KINDS):
        state.up[kind] = 0
        state.pile[kind] = 0
    for i in range(rules.rounds):
        state.down_known[i] = 0
    for p in range(MAX_SEATS):
        state.swap[p, 0] = -1
    state.n_up = 0
    state.n_down = 0
    state.n_pile = 0
    state.round_no = 0
    state.turn_no = 0
    state.short = 0
    state.now.skill = NO_SKILL


@jit
def deal(state, rules):
    """N1: shuffle, deal every hand, lay the field out, leave the rest as the pile, hand out coins.

    The pack's slots are the suits in order, then the start card, then the joker.  What is not in play leaves
    its places to cards from the end, the joker last, so that a pack without it is dealt alike but for one card.
    """
    cards = state.cards
    service = rules.suits * rules.cards_per_suit
    n = service + 2
    shuffle(cards, n, subkey(state.block, DEAL))
    state.removed = removed_suit(state, rules)
    if state.removed > 0:
        for i in range(rules.cards_per_suit):
            n = take_out(cards, n, state.removed * rules.cards_per_suit - 1 - i)
    if rules.jokers == 0:
        n = take_out(cards, n, service + 1)
    for i in range(n):
        cards[i] = rules.slot_kind[cards[i]]
    place = 0
    for p in range(rules.seats):
        seat = state.seats[p]
        for _ in range(rules.hand):
            seat.hidden[cards[place]] += 1
            place += 1
        seat.n_hidden = rules.hand
        seat.coins = rules.start_coins
    for i in range(rules.rounds):
        state.down[i] = cards[place]
        place += 1
    state.n_down = rules.rounds
    for _ in range(rules.field_up):
        state.up[cards[place]] += 1
        place += 1
    state.n_up = rules.field_up
    state.n_pile = n - place
    while place < n:
        state.pile[cards[place]] += 1
        place += 1
    state.stock = rules.coin_supply - rules.seats * rules.start_coins


@jit
def removed_suit(state, rules):
    """N1: the suit that stays out of a game of three (0: none), by ruling or by lot."""
    if rules.removed_suit >= 0:
        return rules.removed_suit
    return 1 + below(chance_key(state.block, LOT_REMOVED, FIRST), FIRST, rules.suits)


@jit
def draw_start_player(state, rules):
    """N2: the start player is drawn by lot."""
    state.start_seat = below(chance_key(state.block, LOT_START, FIRST), FIRST, rules.seats)


@jit
def reveal(state):
    """N3: one face-down field card, each equally likely, is turned face up.  Returns its kind."""
    place = below(chance_key(state.block, LOT_REVEAL, state.round_no), FIRST, state.n_down)
    kind = state.down[place]
    state.n_down -= 1
    state.down[place] = state.down[state.n_down]
    state.down_known[place] = state.down_known[state.n_down]
    state.up[kind] += 1
    state.n_up += 1
    return kind


@jit
def seat_to_move(state, rules, turn):
    """N4: who takes the ``turn``-th turn (0 …) of this round: clockwise from the start player."""
    place = state.start_seat + turn
    if rules.rotate_start:
        place += state.round_no - 1
    while place >= rules.seats:
        place -= rules.seats
    return place


@inlined
def pay(state, p, amount):
    """N10: seat ``p`` pays ``amount`` coins to the stock."""
    state.seats[p].coins -= amount
    state.stock += amount


@jit
def gain(state, rules, p, amount):
    """N10: seat ``p`` takes ``amount`` coins from the stock, as far as it goes.  Returns what was paid."""
    paid = amount
    if rules.coin_shortage != SHORTAGE_UNLIMITED and paid > state.stock:
        paid = max(state.stock, 0)
        state.short += amount - paid
    state.stock -= paid
    state.seats[p].coins += paid
    return paid
