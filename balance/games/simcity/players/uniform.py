"""`random`: chooses uniformly among everything that is legal; the anchor of every strength scale (S33)."""

from __future__ import annotations

from balance.games.simcity.choice import draw
from balance.games.simcity.codes import (
    ANY,
    EVENT,
    LONG,
    NO_CARD,
    NO_CELL,
    PASS,
    PLAY_EVENT,
    SPAN,
)
from balance.games.simcity.disasters import count_removable, first_start, hits_in_shape, removable, shape_ok, take_shape
from balance.games.simcity.ends import way_of_long, way_of_one
from balance.games.simcity.placing import may_build, phase_allows, rezoning_open, second_cell
from balance.games.simcity.rules import can_buy, may_stand, pile_of
from balance.kernel.jit import jit

TRIES = 48  # draws before all plays are listed


@jit
def places_of(state, rules, city):
    """How many places a hand card may be tried at: empty cells, blocks, and pairs of cells for a long card."""
    longs = 2 * (1 + rules.long_vertical) * city.n_blocks if rules.long_cards else 0
    return max(city.n_edge + city.n_blocks, longs, 1)


@jit
def try_place(state, rules, city, card, j):
    """S33: make the decision "this card at place number ``j``", if that is legal; says whether it is."""
    now = state.now
    kind = rules.kind_of[card]
    about = rules.kind[kind]
    now.card = card
    now.cell2 = NO_CELL
    if about.family == EVENT:
        now.way = PLAY_EVENT
        return j == 0 and phase_allows(state, rules, city, kind)
    if about.family == LONG:
        turns = 1 + rules.long_vertical
        if j >= 2 * turns * city.n_blocks or not may_build(state, rules, city, kind):
            return False
        block = city.blocks[j // (2 * turns)]
        now.cell = state.cell[block] if j % 2 == 0 else state.cell2[block]
        if now.cell == NO_CELL:
            return False
        now.cell2 = second_cell(rules, now.cell, (j // 2) % turns)
        now.way = way_of_long(state, rules, city, kind, now.cell, now.cell2, rezoning_open(state, rules))
        return now.way >= 0
    if j >= city.n_edge + city.n_blocks or not may_build(state, rules, city, kind):
        return False
    now.cell = city.edge[j] if j < city.n_edge else state.cell[city.blocks[j - city.n_edge]]
    now.way = way_of_one(state, rules, city, kind, now.cell, rezoning_open(state, rules))
    return now.way >= 0


@jit
def choose_play(state, rules, p):
    """S33: uniformly among card × way × place; drawn by rejection, and if that fails from the full list."""
    city = state.city[pile_of(rules, p)]
    seat = state.seats[p]
    now = state.now
    if seat.n_hand > 0:
        places = places_of(state, rules, city)
        for _ in range(TRIES):
            n = draw(state, p, seat.n_hand * places)
            if try_place(state, rules, city, seat.hand[n // places], n % places):
                return
        legal = count_plays(state, rules, city, p, places, -1)
        if legal > 0:
            count_plays(state, rules, city, p, places, draw(state, p, legal))
            return
    now.way = PASS
    now.card = NO_CARD


@jit
def count_plays(state, rules, city, p, places, wanted):
    """How many plays are legal; stops at play number ``wanted``, which is then the decision."""
    seat = state.seats[p]
    n = 0
    for i in range(seat.n_hand):
        for j in range(places):
            if try_place(state, rules, city, seat.hand[i], j):
                if n == wanted:
                    return n
                n += 1
    return n


@jit
def choose_member(state, rules, p):
    """S33: with probability 1/2 buy a council member, any that can be paid."""
    if draw(state, p, 2) == 0:
        return NO_CARD
    seat = state.seats[p]
    n = 0
    for i in range(seat.n_hand):
        if can_buy(state, rules, p, seat.hand[i]):
            state.pick[n] = seat.hand[i]
            n += 1
    return state.pick[draw(state, p, n)]


@jit
def choose_candidate(state, rules, p, office):
    """S33: votes for any candidate, and buys no votes."""
    n = 0
    for q in range(rules.seats):
        if may_stand(state, rules, q, office):
            state.pick[n] = q
            n += 1
    state.seats[p].choice = state.pick[draw(state, p, n)]
    state.seats[p].bought = 0


@jit
def choose_targets(state, rules, p, d, kind, reach):
    """S33: uniformly among the legal targets of a disaster."""
    city = state.city[d]
    about = rules.kind[kind]
    now = state.now
    left = count_removable(rules, city, about.only_zone)
    if left == 0:
        return
    if about.form == ANY:
        n = 0
        for i in range(city.n_blocks):
            if removable(rules, city, city.blocks[i], about.only_zone):
                state.pick[n] = state.cell[city.blocks[i]]
                n += 1
        now.n_targets = min(reach, n)
        for i in range(now.n_targets):
            j = i + draw(state, p, n - i)
            now.targets[i] = state.pick[j]
            state.pick[j] = state.pick[i]
        return
    n = count_shapes(state, rules, city, about, reach, -1)
    count_shapes(state, rules, city, about, reach, draw(state, p, n))


@jit
def count_shapes(state, rules, city, about, reach, wanted):
    """How many lines or squares hold a removable block; takes number ``wanted`` as the targets and stops there."""
    low_x, low_y, high_x, high_y = first_start(city, reach)
    n = 0
    for y in range(low_y, high_y + 1):
        for x in range(low_x, high_x + 1):
            for down in range(2):
                cell = y * SPAN + x
                if shape_ok(about.form, reach, cell, down):
                    if hits_in_shape(state, rules, city, about, reach, cell, down) > 0:
                        if n == wanted:
                            take_shape(state, about.form, reach, cell, down)
                            return n
                        n += 1
    return n
