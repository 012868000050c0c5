"""S17: complexes: members that are near enough to each other, in a chain; pipelines below ground belong to them."""

from __future__ import annotations

from balance.games.simcity.codes import NO_CARD
from balance.games.simcity.supply import is_covered
from balance.games.simcity.surroundings import steps_between
from balance.kernel.jit import jit


@jit
def membership(rules, kind, no):
    """Place of complex ``no`` among those of a card, or −1."""
    about = rules.kind[kind]
    for i in range(about.n_complexes):
        if about.complexes[i].complex_no == no:
            return i
    return -1


@jit
def complex_bonus(state, rules, city, kind, cell, cell2):
    """The worth of all other members, for every complex that the card would complete or add to."""
    total = 0
    about = rules.kind[kind]
    for i in range(about.n_complexes):
        own = about.complexes[i]
        members, worth = linked_members(state, rules, city, own.complex_no, own.within, cell, cell2)
        if members + 1 >= rules.complex_min:
            total += worth
    return total


@jit
def linked_members(state, rules, city, no, within, cell, cell2):
    """Other members, and their worth, of the complex that a card on these cells would be linked to."""
    if breaks_crowd(rules, city, no, cell) or breaks_crowd(rules, city, no, cell2):
        return search_members(state, rules, city, no, within, cell, cell2)
    ready_crowds(state, rules, city)
    state.stamp += 1
    members, worth = 0, 0
    for i in range(city.n_members[no]):
        crowd = city.crowd[no, i]
        if state.mark[crowd] != state.stamp and near_enough(state, rules, city, no, i, within, cell, cell2):
            state.mark[crowd] = state.stamp
            members += city.crowd_blocks[no, crowd]
            worth += city.crowd_worth[no, crowd]
    return members, worth


@jit
def breaks_crowd(rules, city, no, cell):
    """Whether covering this cell takes a member out of the complex."""
    card = city.top[cell]
    if card == NO_CARD or rules.kind[rules.kind_of[card]].underground:
        return False
    return membership(rules, rules.kind_of[card], no) >= 0


@jit
def near_enough(state, rules, city, no, i, within, cell, cell2):
    """Whether member ``i`` of a complex is linked to a card on these cells that reaches ``within`` far."""
    card = city.members[no, i]
    kind = rules.kind_of[card]
    reach = max(within, rules.kind[kind].complexes[membership(rules, kind, no)].within)
    return steps_between(state, card, cell, cell2) <= reach


@jit
def ready_crowds(state, rules, city):
    """Find anew which members of each complex are linked, after one joined or left."""
    if not city.crowds_stale:
        return
    for no in range(rules.n_complexes):
        for i in range(city.n_members[no]):
            city.crowd[no, i] = -1
        for i in range(city.n_members[no]):
            if city.crowd[no, i] < 0:
                gather_crowd(state, rules, city, no, i)
    city.crowds_stale = 0


@jit
def gather_crowd(state, rules, city, no, first):
    """Name all members linked to member ``first`` by its place."""
    city.crowd[no, first] = first
    city.crowd_blocks[no, first] = 0
    city.crowd_worth[no, first] = 0
    state.queue[0] = first
    at, n = 0, 1
    while at < n:
        i = state.queue[at]
        at += 1
        card = city.members[no, i]
        kind = rules.kind_of[card]
        own = rules.kind[kind].complexes[membership(rules, kind, no)]
        city.crowd_blocks[no, first] += 1
        city.crowd_worth[no, first] += own.worth
        for j in range(city.n_members[no]):
            if city.crowd[no, j] < 0:
                if near_enough(state, rules, city, no, j, own.within, state.cell[card], state.cell2[card]):
                    city.crowd[no, j] = first
                    state.queue[n] = j
                    n += 1


@jit
def search_members(state, rules, city, no, within, cell, cell2):
    """The same as `linked_members` where the card would cover a member: those linked without it."""
    state.stamp += 1
    members, worth, n, at = 0, 0, 0, 0
    while at <= n:  # at 0 the card itself, then each member found
        first, second, reach = cell, cell2, within
        if at > 0:
            card = city.members[no, state.queue[at - 1]]
            kind = rules.kind_of[card]
            own = rules.kind[kind].complexes[membership(rules, kind, no)]
            first, second, reach = state.cell[card], state.cell2[card], own.within
            members += 1
            worth += own.worth
        at += 1
        for j in range(city.n_members[no]):
            card = city.members[no, j]
            if state.mark[j] == state.stamp:
                continue
            if is_covered(city, card, cell, cell2) and not rules.kind[rules.kind_of[card]].underground:
                continue
            if near_enough(state, rules, city, no, j, reach, first, second):
                state.mark[j] = state.stamp
                state.queue[n] = j
                n += 1
    return members, worth
