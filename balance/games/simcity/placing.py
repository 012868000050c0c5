"""S7, S8, S9, S11, S27: where and how a block may be placed."""

from __future__ import annotations

from balance.games.simcity.city import fits
from balance.games.simcity.codes import BLOCK as BLOCK_CARD
from balance.games.simcity.codes import (
    DUEL,
    EVENT,
    EVENTS_FROM_3,
    GOLD,
    LONG,
    LONG_ONLY,
    NO_CARD,
    NO_CELL,
    SPAN,
)
from balance.games.simcity.supply import enough_sims, has_power
from balance.games.simcity.surroundings import field_at
from balance.kernel.jit import inlined, jit


@jit
def phase_allows(state, rules, city, kind):
    """S11, S19, S25, S27: whether the phase has come for a card of this kind."""
    about = rules.kind[kind]
    if about.family == EVENT:
        late = about.disaster or about.political or rules.events_from_phase == EVENTS_FROM_3
        return state.phase >= max(about.phase, 3 if late else 1)
    if about.family == LONG and state.phase < 4:
        return False
    if state.phase >= about.phase:
        return True
    return bool(about.plant) and state.phase == 2 and plants_allowed(rules, city)


@jit
def houses_wanted(rules):
    """S19: houses that make a hamlet a village."""
    houses = rules.phase1_factor * rules.seats
    return max(houses, rules.phase1_min) if rules.seats <= 3 else houses


@jit
def plants_allowed(rules, city):
    """S19: whether the village is big enough for its first power plant."""
    return city.needing >= rules.phase2_factor * rules.seats


@jit
def may_build(state, rules, city, kind):
    """S11: what does not depend on the place: phase, no frozen zone, a limit that leaves room."""
    about = rules.kind[kind]
    if about.family != BLOCK_CARD and about.family != LONG:
        return False
    if not phase_allows(state, rules, city, kind) or state.turn_no < state.frozen_until[about.zone]:
        return False
    if not about.house and city.sims < about.sims:
        return False
    return about.limit == 0 or city.copies[about.name_no] + city.sunk[about.name_no] <= about.limit


@jit
def conditions_hold(state, rules, city, kind, cell, cell2):
    """S11: limit, needs and forbids, sims and power, for a card laid on these cells."""
    about = rules.kind[kind]
    if about.limit > 0:
        copies = city.copies[about.name_no] + city.sunk[about.name_no]
        copies -= leaves_copy(rules, city, about, city.top[cell])
        if cell2 != NO_CELL and city.top[cell2] != city.top[cell]:
            copies -= leaves_copy(rules, city, about, city.top[cell2])
        if copies >= about.limit:
            return False
    for i in range(about.n_conditions):
        condition = about.conditions[i]
        if (field_at(state, rules, city, kind, condition.field, cell, cell2) > 0) != (condition.wanted != 0):
            return False
    if not enough_sims(state, rules, city, kind, cell, cell2):
        return False
    if rules.power_required and state.phase >= 3 and about.sims > 0 and not about.house and not about.plant:
        return has_power(state, rules, city, kind, cell, cell2)
    return True


@inlined
def leaves_copy(rules, city, about, covered):
    """1 if covering that block takes a copy of the card's name off; a pipeline goes on below."""
    if covered == NO_CARD:
        return 0
    under = rules.kind[rules.kind_of[covered]]
    return 1 if under.name_no == about.name_no and not under.underground else 0


@jit
def new_place(city, rules, cell):
    """S7: whether the cell takes a new block: beside a block (the edge knows), and on the table."""
    return city.edge_at[cell] > 0 and fits(city, rules, cell)


@jit
def upgrades(state, rules, kind, covered):
    """S8: whether a one-cell card of ``kind`` is an upgrade of that block."""
    about = rules.kind[kind]
    under_kind = rules.kind_of[covered]
    under = rules.kind[under_kind]
    if state.cell2[covered] != NO_CELL or about.zone != under.zone or under.zone == GOLD:
        return False
    return under.value <= about.value and under.looks != about.looks


@jit
def rezoning_open(state, rules):
    """S9, S31: whether blocks may be rezoned at all."""
    return state.phase >= 3 and rules.mode != DUEL


@jit
def long_upgrades(state, rules, city, kind, cell, cell2):
    """S27: whether a long card is an upgrade of the two one-cell blocks on these cells."""
    about = rules.kind[kind]
    one, two = city.top[cell], city.top[cell2]
    if one == NO_CARD or two == NO_CARD or one == two or about.zone == GOLD:
        return False
    if state.cell2[one] != NO_CELL or state.cell2[two] != NO_CELL:
        return False
    a, b = rules.kind[rules.kind_of[one]], rules.kind[rules.kind_of[two]]
    return a.zone == about.zone and b.zone == about.zone and a.value + b.value <= about.value


@jit
def long_rezones(state, rules, city, cell, cell2):
    """S27: whether a long card could lie on these cells after a rezoning: it covers whole blocks."""
    one, two = city.top[cell], city.top[cell2]
    if one == NO_CARD or two == NO_CARD:
        return False
    if one == two:
        return rules.rezone_long_block == LONG_ONLY
    return state.cell2[one] == NO_CELL and state.cell2[two] == NO_CELL


@inlined
def second_cell(rules, cell, turned):
    """The other cell of a long card: right of the first, or (``long_vertical``) below it."""
    return cell + (SPAN if turned else 1)
