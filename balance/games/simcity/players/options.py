"""The search for the plays of a seat that are worth most: what value players choose from.

Only plays that may still be the best are looked at closely: cards come in the order of what they are worth wherever
they lie, a card is skipped if no place could make it the best, and whether a place is legal (the dear question, as
sims are searched for along the networks) is asked last.
"""

from __future__ import annotations

from balance.games.simcity.city import fits
from balance.games.simcity.codes import EVENT, LONG, NEW, NO_CELL, PLAY_EVENT, REZONE
from balance.games.simcity.council import could_win
from balance.games.simcity.ends import way_of_long, way_over
from balance.games.simcity.placing import conditions_hold, may_build, phase_allows, rezoning_open, second_cell
from balance.games.simcity.players.outlook import weigh_kinds
from balance.games.simcity.players.value import may_be_best, place_worth, set_leeway, vote_hope
from balance.games.simcity.rules import pile_of
from balance.games.simcity.state import MAX_OPTIONS
from balance.kernel.jit import jit

LAST = -1e300


@jit
def seek_best(state, rules, p):
    """Leave in ``state.option`` all legal plays that are worth most; none where passing is allowed and worth more."""
    city = state.city[pile_of(rules, p)]
    seat = state.seats[p]
    weigh_kinds(state, rules, p)
    list_ground(state, rules, city)
    set_leeway(state, rules, city)
    rezoning = rezoning_open(state, rules) and (state.temper.hope > 0.0 or could_win(state, rules, p))
    state.n_options = 0
    state.most = 0.0 if rules.may_pass else LAST
    state.stamp += 1
    stamp = state.stamp
    for _ in range(seat.n_hand):
        card = next_card(state, rules, p, stamp)
        if card < 0:
            return
        kind = rules.kind_of[card]
        family = rules.kind[kind].family
        if family == EVENT:
            if phase_allows(state, rules, city, kind):
                offer(state, card, PLAY_EVENT, NO_CELL, NO_CELL, state.kind_worth[kind])
        elif may_build(state, rules, city, kind) and may_be_best(state, rules, city, kind, rezoning):
            if family == LONG:
                seek_long(state, rules, city, p, card, kind, rezoning)
            else:
                seek_places(state, rules, city, p, card, kind, rezoning)


@jit
def list_ground(state, rules, city):
    """List the empty cells where a new block may lie."""
    state.n_ground = 0
    for i in range(city.n_edge):
        if fits(city, rules, city.edge[i]):
            state.ground[state.n_ground] = city.edge[i]
            state.n_ground += 1


@jit
def next_card(state, rules, p, stamp):
    """Of the hand cards whose kind was not looked at yet, one that is worth most wherever it lies; −1 if none is."""
    seat = state.seats[p]
    best, found = LAST, -1
    for i in range(seat.n_hand):
        kind = rules.kind_of[seat.hand[i]]
        if state.kind_seen[kind] != stamp:
            worth = state.kind_worth[kind] + state.temper.money * rules.kind[kind].value
            if worth > best:
                best, found = worth, seat.hand[i]
    if found >= 0:
        state.kind_seen[rules.kind_of[found]] = stamp
    return found


@jit
def offer(state, card, way, cell, cell2, worth):
    """A legal play: it is kept if none is worth more, and those that are worth less are dropped."""
    if worth < state.most or (worth == state.most and state.n_options == 0):
        return
    if worth > state.most:
        state.n_options = 0
        state.most = worth
    if state.n_options < MAX_OPTIONS:
        option = state.option[state.n_options]
        option.card = card
        option.way = way
        option.cell = cell
        option.cell2 = cell2
        state.n_options += 1


@jit
def hoped_worth(state, rules, city, p, kind, way, cell, cell2):
    """What a place is worth, a rezoning as far as it can be hoped for."""
    worth = place_worth(state, rules, city, kind, way, cell, cell2)
    if way == REZONE and (worth >= state.most or worth < 0.0):
        worth *= vote_hope(state, rules, p, kind, cell, cell2)
    return worth


@jit
def seek_places(state, rules, city, p, card, kind, rezoning):
    """Try every place of a one-cell card."""
    for i in range(state.n_ground):
        cell = state.ground[i]
        worth = hoped_worth(state, rules, city, p, kind, NEW, cell, NO_CELL)
        if worth >= state.most and conditions_hold(state, rules, city, kind, cell, NO_CELL):
            offer(state, card, NEW, cell, NO_CELL, worth)
    if not rezoning and city.zone_blocks[rules.kind[kind].zone] == 0:
        return
    for i in range(city.n_blocks):
        way = way_over(state, rules, kind, city.blocks[i], rezoning)
        if way < 0:
            continue
        cell = state.cell[city.blocks[i]]
        worth = hoped_worth(state, rules, city, p, kind, way, cell, NO_CELL)
        if worth >= state.most and conditions_hold(state, rules, city, kind, cell, NO_CELL):
            offer(state, card, way, cell, NO_CELL, worth)


@jit
def seek_long(state, rules, city, p, card, kind, rezoning):
    """Try every pair of cells of a long card."""
    for i in range(2 * city.n_blocks):
        block = city.blocks[i // 2]
        cell = state.cell[block] if i % 2 == 0 else state.cell2[block]
        if cell == NO_CELL:
            continue
        for turned in range(1 + rules.long_vertical):
            cell2 = second_cell(rules, cell, turned)
            way = way_of_long(state, rules, city, kind, cell, cell2, rezoning)
            if way >= 0:
                worth = hoped_worth(state, rules, city, p, kind, way, cell, cell2)
                offer(state, card, way, cell, cell2, worth)
