"""Every legal play of a seat with what it pays now: what value players choose from."""

from __future__ import annotations

from balance.games.simcity.codes import EVENT, LONG, NO_CELL, PLAY_EVENT
from balance.games.simcity.council import could_win
from balance.games.simcity.ends import way_of_long, way_of_one
from balance.games.simcity.pay import reckon
from balance.games.simcity.placing import may_build, phase_allows, rezoning_open, second_cell
from balance.games.simcity.rules import pile_of
from balance.games.simcity.state import MAX_OPTIONS
from balance.kernel.jit import jit


@jit
def list_options(state, rules, p):
    """Fill ``state.option`` with the legal plays of seat ``p``, one card of each kind; a pass is none of them."""
    city = state.city[pile_of(rules, p)]
    seat = state.seats[p]
    rezoning = rezoning_open(state, rules) and (state.temper.hope > 0.0 or could_win(state, rules, p))
    state.n_options = 0
    state.listing += 1
    state.stamp += 1
    stamp = state.stamp
    for i in range(seat.n_hand):
        card = seat.hand[i]
        kind = rules.kind_of[card]
        if state.kind_seen[kind] == stamp:
            continue
        state.kind_seen[kind] = stamp
        family = rules.kind[kind].family
        if family == EVENT:
            if phase_allows(state, rules, city, kind):
                state.pay.grown = 0
                add_option(state, kind, card, PLAY_EVENT, NO_CELL, NO_CELL, 0)
        elif may_build(state, rules, city, kind):
            if family == LONG:
                list_long(state, rules, city, card, kind, rezoning)
            else:
                list_places(state, rules, city, card, kind, rezoning)


@jit
def add_option(state, kind, card, way, cell, cell2, pay):
    """One more option, as long as there is room."""
    if state.n_options < MAX_OPTIONS:
        option = state.option[state.n_options]
        option.card = card
        option.way = way
        option.cell = cell
        option.cell2 = cell2
        option.pay = pay
        option.grown = state.pay.grown
        option.worth = 0.0
        state.kind_listed[kind] = state.listing
        state.n_options += 1


@jit
def list_places(state, rules, city, card, kind, rezoning):
    """Every place of a one-cell card."""
    for i in range(city.n_edge + city.n_blocks):
        cell = city.edge[i] if i < city.n_edge else state.cell[city.blocks[i - city.n_edge]]
        way = way_of_one(state, rules, city, kind, cell, rezoning)
        if way >= 0:
            add_option(state, kind, card, way, cell, NO_CELL, reckon(state, rules, city, kind, cell, NO_CELL))


@jit
def list_long(state, rules, city, card, kind, rezoning):
    """Every pair of cells of a long card."""
    for i in range(2 * city.n_blocks):
        block = city.blocks[i // 2]
        cell = state.cell[block] if i % 2 == 0 else state.cell2[block]
        if cell == NO_CELL:
            continue
        for turned in range(1 + rules.long_vertical):
            cell2 = second_cell(rules, cell, turned)
            way = way_of_long(state, rules, city, kind, cell, cell2, rezoning)
            if way >= 0:
                add_option(state, kind, card, way, cell, cell2, reckon(state, rules, city, kind, cell, cell2))
