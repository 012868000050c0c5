"""S29: the ways in which a game ends, and S6: what a player still could play."""

from __future__ import annotations

from balance.games.simcity.city import table_full
from balance.games.simcity.codes import (
    END_NO_PLAY,
    END_STALL,
    END_TABLE_FULL,
    END_TARGET,
    END_TURN_LIMIT,
    EVENT,
    FULL_FOR_ALL,
    LONG,
    NEW,
    NO_CARD,
    NO_CELL,
    ON_TARGET_NOW,
    REZONE,
    UPGRADE,
)
from balance.games.simcity.placing import (
    conditions_hold,
    long_rezones,
    long_upgrades,
    may_build,
    new_place,
    phase_allows,
    rezoning_open,
    second_cell,
    upgrades,
)
from balance.games.simcity.rules import pile_of
from balance.kernel.jit import jit


@jit
def has_play(state, rules, p, rezoning):
    """S6: whether the seat has a legal play; a rezoning counts only if ``rezoning``."""
    city = state.city[pile_of(rules, p)]
    seat = state.seats[p]
    for i in range(seat.n_hand):
        kind = rules.kind_of[seat.hand[i]]
        about = rules.kind[kind]
        if about.family == EVENT:
            if phase_allows(state, rules, city, kind):
                return True
        elif may_build(state, rules, city, kind) and has_place(state, rules, city, kind, rezoning):
            return True
    return False


@jit
def has_place(state, rules, city, kind, rezoning):
    """Whether a card of this kind can be placed somewhere."""
    rezoning = rezoning and rezoning_open(state, rules)
    if rules.kind[kind].family == LONG:
        return has_long_place(state, rules, city, kind, rezoning)
    for i in range(city.n_edge):
        cell = city.edge[i]
        if new_place(city, rules, cell) and conditions_hold(state, rules, city, kind, cell, NO_CELL):
            return True
    for i in range(city.n_blocks):
        card = city.blocks[i]
        if state.cell2[card] != NO_CELL or not (rezoning or upgrades(state, rules, kind, card)):
            continue
        if conditions_hold(state, rules, city, kind, state.cell[card], NO_CELL):
            return True
    return False


@jit
def has_long_place(state, rules, city, kind, rezoning):
    """The same for a long card."""
    for i in range(city.n_blocks):
        for turned in range(2 if rules.long_vertical else 1):
            cell = state.cell[city.blocks[i]]
            if way_of_long(state, rules, city, kind, cell, second_cell(rules, cell, turned), rezoning) >= 0:
                return True
            cell2 = state.cell2[city.blocks[i]]
            if cell2 != NO_CELL:
                cell3 = second_cell(rules, cell2, turned)
                if way_of_long(state, rules, city, kind, cell2, cell3, rezoning) >= 0:
                    return True
    return False


@jit
def way_of_one(state, rules, city, kind, cell, rezoning):
    """How a one-cell card can be placed on a cell, conditions included: NEW, UPGRADE, REZONE, or −1 for not."""
    if city.top[cell] == NO_CARD:
        way = NEW if new_place(city, rules, cell) else -1
    else:
        way = way_over(state, rules, kind, city.top[cell], rezoning)
    if way >= 0 and conditions_hold(state, rules, city, kind, cell, NO_CELL):
        return way
    return -1


@jit
def way_over(state, rules, kind, covered, rezoning):
    """How a one-cell card could cover a block, conditions aside.  A rezoning that is also an upgrade is an upgrade."""
    if state.cell2[covered] != NO_CELL:
        return -1
    if upgrades(state, rules, kind, covered):
        return UPGRADE
    return REZONE if rezoning and state.tried[state.cell[covered]] != state.turn_no else -1


@jit
def way_of_long(state, rules, city, kind, cell, cell2, rezoning):
    """The same for a long card on two cells."""
    way = -1
    if long_upgrades(state, rules, city, kind, cell, cell2):
        way = UPGRADE
    elif rezoning and long_rezones(state, rules, city, cell, cell2):
        way = REZONE if state.tried[cell] != state.turn_no and state.tried[cell2] != state.turn_no else -1
    if way >= 0 and conditions_hold(state, rules, city, kind, cell, cell2):
        return way
    return -1


@jit
def ends_before_play(state, rules, p):
    """S29 b, c: at step 3 the seat has no legal play, on an empty deck or a full table."""
    d = pile_of(rules, p)
    full = table_full(state.city[d], rules)
    if state.n_deck[d] > 0 and not full:
        return 0
    counts = rules.rezone_counts_as_play
    if has_play(state, rules, p, counts):
        return 0
    if state.n_deck[d] == 0:
        return END_NO_PLAY
    if rules.table_full == FULL_FOR_ALL:
        for q in range(rules.seats):
            if q != p and has_play(state, rules, q, counts):
                return 0
    return END_TABLE_FULL


@jit
def ends_after_turn(state, rules, p):
    """S29 a, d, e: the target, passes all round on an empty deck, the turn limit; 0 if the game goes on."""
    last_of_round = state.turn_no % rules.seats == 0
    if rules.target > 0:
        for q in range(rules.seats):
            if state.seats[q].funds >= rules.target:
                state.last_round = 1
        if state.last_round and (rules.end_on_target == ON_TARGET_NOW or last_of_round):
            return END_TARGET
    if state.passes >= rules.seats:
        return END_STALL
    if state.turn_no >= rules.turn_limit * rules.seats:
        return END_TURN_LIMIT
    return 0
