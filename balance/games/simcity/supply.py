"""S12, S13: how many sims would be supplied to a block, and what it would be connected to by power.

`enough_sims` answers for the scan over all placements: from neighbours, from the networks' sums, and from the parts
into which a network falls when one of its blocks is covered.  `count_supply` searches the networks as the rule
words it; it serves long cards, stations and the rulings that the sums do not know, and the replay.
"""

from __future__ import annotations

import numpy as np

from balance.games.simcity.codes import (
    ENDS_TOUCH,
    MAX_CARDS,
    NO_CARD,
    NO_CELL,
    POWER,
    RAIL,
    ROAD,
)
from balance.games.simcity.grid import side
from balance.games.simcity.networks import (
    linked,
    node,
    part_without,
    ready_cuts,
    ready_networks,
    root,
    sims_without,
)
from balance.kernel.jit import jit

CARD_ITSELF = np.int64(0)  # the card to be placed, as the card of a node
NO_PART = np.int64(-1 << 40)


@jit
def enough_sims(state, rules, city, kind, cell, cell2):
    """S12: whether a card of ``kind``, laid on these cells, is supplied with the sims it needs."""
    about = rules.kind[kind]
    needed = about.sims
    if about.house or needed == 0:
        return True
    if city.sims < needed:
        return False
    covered = city.top[cell]
    if cell2 == NO_CELL:
        beside = 0
        for i in range(4):
            other = city.top[cell + side(i)]
            if other != NO_CARD:
                beside += house_sims(rules, other)
        if beside >= needed:
            return True
    if cell2 != NO_CELL or rules.supply_sum or rules.network_ends == ENDS_TOUCH or about.station:
        return searched_supply(state, rules, city, kind, cell, cell2) >= needed
    if about.lines[ROAD] == 0 and about.lines[RAIL] == 0:
        return False
    ready_networks(state, rules, city)
    for line in range(2):
        if about.lines[line] != 0:
            got = reached_by(state, rules, city, kind, cell, covered, line)
            if got < 0:
                got = reached_over_stations(state, rules, city, kind, cell, covered, line)
            if got >= needed:
                return True
    return False


@jit
def house_sims(rules, card):
    """Sims that a block houses."""
    about = rules.kind[rules.kind_of[card]]
    return about.sims if about.house else 0


@jit
def part_of(state, rules, city, covered, n, line):
    """The part of the networks, without ``covered``, in which node ``n`` lies: a whole network is named by its root,
    a part of one as `part_without` names it, below 0."""
    top = root(city.joined, n)
    if covered == NO_CARD or rules.kind[rules.kind_of[covered]].lines[line] == 0:
        return top
    if root(city.joined, node(line, covered)) != top:
        return top
    return part_without(state, rules, city, covered, n, line)


@jit
def reached_by(state, rules, city, kind, cell, covered, line):
    """Sims by one kind of line and from the neighbours, each house once; −1 if a station makes it no plain sum."""
    total = 0
    part_0 = part_1 = part_2 = part_3 = NO_PART
    for i in range(4):
        other = city.top[cell + side(i)]
        if other == NO_CARD or other == covered or not linked(rules, kind, rules.kind_of[other], line, i < 2):
            continue
        top = root(city.joined, node(line, other))
        if city.net_mixed[top]:
            return -1
        if covered != NO_CARD and rules.kind[rules.kind_of[covered]].lines[line] != 0:
            ready_cuts(state, rules, city)
        part = part_of(state, rules, city, covered, node(line, other), line)
        if part == part_0 or part == part_1 or part == part_2:
            continue
        if part >= 0:
            total += city.net_sims[part]
        else:
            total += sims_without(state, rules, city, covered, part, line)
        if part_0 == NO_PART:
            part_0 = part
        elif part_1 == NO_PART:
            part_1 = part
        elif part_2 == NO_PART:
            part_2 = part
        else:
            part_3 = part
    for i in range(4):
        other = city.top[cell + side(i)]
        if other == NO_CARD or house_sims(rules, other) == 0:
            continue
        if rules.kind[rules.kind_of[other]].lines[line] != 0:
            part = part_of(state, rules, city, covered, node(line, other), line)
            if part == part_0 or part == part_1 or part == part_2 or part == part_3:
                continue
        total += house_sims(rules, other)
    return total


@jit
def reached_over_stations(state, rules, city, kind, cell, covered, line):
    """The same where stations join road and rail: from the roots of the networks met, or by a search."""
    if covered != NO_CARD:
        under = rules.kind[rules.kind_of[covered]]
        if under.lines[ROAD] != 0 or under.lines[RAIL] != 0:
            road = 1 if line == ROAD else 0
            return sims_reached(state, rules, city, kind, cell, NO_CELL, road, 1 - road, 1, 1)
    first = meet_networks(state, rules, city, kind, cell, covered, line, 0)
    both = meet_networks(state, rules, city, kind, cell, covered, 1 - line, first)
    met = first
    for i in range(first):  # a network met by either line joins all that the card meets
        for j in range(first, both):
            if state.pick2[i] == state.pick2[j]:
                met = both
    total = 0
    for i in range(city.n_houses):
        card = city.houses[i]
        if card == covered:
            continue
        about = rules.kind[rules.kind_of[card]]
        counts = is_beside(state, card, cell, NO_CELL)
        for each in range(2):
            if not counts and about.lines[each] != 0:
                top = root(city.joined, node(each, card))
                for i_met in range(met):
                    if state.pick2[i_met] == top:
                        counts = True
        total += about.sims if counts else 0
    return total


@jit
def meet_networks(state, rules, city, kind, cell, covered, line, n):
    """List in ``state.pick2``, from place ``n``, the networks that a card's lines of one kind meet; gives the end."""
    if rules.kind[kind].lines[line] == 0:
        return n
    for i in range(4):
        other = city.top[cell + side(i)]
        if other != NO_CARD and other != covered and linked(rules, kind, rules.kind_of[other], line, i < 2):
            state.pick2[n] = root(city.joined, node(line, other))
            n += 1
    return n


@jit
def count_supply(state, rules, city, kind, cell, cell2):
    """S12 as it is worded: the supply, with its parts left in ``state.supply``."""
    supply = state.supply
    about = rules.kind[kind]
    supply.needed = about.sims
    supply.neighbours = sims_reached(state, rules, city, kind, cell, cell2, 0, 0, 0, 1)
    supply.road = sims_reached(state, rules, city, kind, cell, cell2, 1, 0, 0, 0)
    supply.rail = sims_reached(state, rules, city, kind, cell, cell2, 0, 1, 0, 0)
    road_alone = sims_reached(state, rules, city, kind, cell, cell2, 1, 0, 0, 1)
    supply.alone = max(road_alone, sims_reached(state, rules, city, kind, cell, cell2, 0, 1, 0, 1))
    supply.got = searched_supply(state, rules, city, kind, cell, cell2)
    return supply.got


@jit
def searched_supply(state, rules, city, kind, cell, cell2):
    """The supply alone, by a search of the networks."""
    if rules.supply_sum:
        return sims_reached(state, rules, city, kind, cell, cell2, 1, 1, 1, 1)
    by_road = sims_reached(state, rules, city, kind, cell, cell2, 1, 0, 1, 1)
    return max(by_road, sims_reached(state, rules, city, kind, cell, cell2, 0, 1, 1, 1))


@jit
def sims_reached(state, rules, city, kind, cell, cell2, road, rail, stations, beside):
    """Sims of the houses reached by road, by rail, over stations, and of those beside the card (each 0 or 1)."""
    flood(state, rules, city, kind, cell, cell2, road, rail, 0, stations)
    total = 0
    for i in range(city.n_houses):
        card = city.houses[i]
        if is_covered(city, card, cell, cell2):
            continue
        if (beside and is_beside(state, card, cell, cell2)) or on_network(state, rules, city, card, cell, cell2):
            total += rules.kind[rules.kind_of[card]].sims
    return total


@jit
def flood(state, rules, city, kind, cell, cell2, road, rail, power, stations):
    """Mark every node that the card's lines are joined to, with ``state.stamp``."""
    about = rules.kind[kind]
    state.stamp += 1
    n = 0
    for line in range(3):
        wanted = road if line == ROAD else (rail if line == RAIL else power)
        if wanted and about.lines[line] != 0:
            n = mark_node(state, node(line, CARD_ITSELF), n)
        if wanted and rules.network_ends == ENDS_TOUCH:
            n = mark_touching(state, rules, city, cell, cell2, line, n)
    at = 0
    while at < n:
        here = state.queue[at]
        at += 1
        line = here // MAX_CARDS
        card = here % MAX_CARDS
        this = kind if card == CARD_ITSELF else rules.kind_of[card]
        first = cell if card == CARD_ITSELF else state.cell[card]
        second = cell2 if card == CARD_ITSELF else state.cell2[card]
        for i in range(8 if second != NO_CELL else 4):
            c = (first if i < 4 else second) + side(i & 3)
            if c == cell or c == cell2:
                if card != CARD_ITSELF and linked(rules, this, kind, line, (i & 3) < 2):
                    n = mark_node(state, node(line, CARD_ITSELF), n)
                continue
            other = city.top[c]
            if other == NO_CARD or other == card or is_covered(city, other, cell, cell2):
                continue
            if linked(rules, this, rules.kind_of[other], line, (i & 3) < 2):
                n = mark_node(state, node(line, other), n)
        if stations and line != POWER and rules.kind[this].station and rules.kind[this].lines[1 - line] != 0:
            n = mark_node(state, node(1 - line, card), n)


@jit
def mark_node(state, n, length):
    """Queue a node that was not met before.  Returns the queue's length."""
    if state.mark[n] == state.stamp:
        return length
    state.mark[n] = state.stamp
    state.queue[length] = n
    return length + 1


@jit
def mark_touching(state, rules, city, cell, cell2, line, n):
    """Under ``network_ends = touch``: queue the networks beside the card's cells.  Returns the queue's length."""
    for i in range(8 if cell2 != NO_CELL else 4):
        other = city.top[(cell if i < 4 else cell2) + side(i & 3)]
        if other == NO_CARD or is_covered(city, other, cell, cell2):
            continue
        if rules.kind[rules.kind_of[other]].lines[line] != 0:
            n = mark_node(state, node(line, other), n)
    return n


@jit
def is_covered(city, card, cell, cell2):
    """Whether a block lies under the card to be placed."""
    return city.top[cell] == card or (cell2 != NO_CELL and city.top[cell2] == card)


@jit
def is_beside(state, card, cell, cell2):
    """Whether a block lies orthogonally beside the card to be placed."""
    for i in range(8 if cell2 != NO_CELL else 4):
        c = (cell if i < 4 else cell2) + side(i & 3)
        if state.cell[card] == c or (state.cell2[card] != NO_CELL and state.cell2[card] == c):
            return True
    return False


@jit
def on_network(state, rules, city, card, cell, cell2):
    """Whether the last flood reached a block (under ``network_ends = touch``: came beside it)."""
    for line in range(3):
        if state.mark[node(line, card)] == state.stamp:
            return True
    if rules.network_ends == ENDS_TOUCH:
        for i in range(8 if state.cell2[card] != NO_CELL else 4):
            c = (state.cell[card] if i < 4 else state.cell2[card]) + side(i & 3)
            other = CARD_ITSELF if c == cell or c == cell2 else city.top[c]
            if other == NO_CARD and c != cell and c != cell2:
                continue
            for line in range(3):
                if state.mark[node(line, other)] == state.stamp:
                    return True
    return False


@jit
def is_connected(state, rules, city, card, cell, cell2):
    """S13: whether a block is beside the card to be placed, or joined to it by power lines (after a flood)."""
    return is_beside(state, card, cell, cell2) or (
        state.phase >= 3 and on_network(state, rules, city, card, cell, cell2)
    )


@jit
def has_power(state, rules, city, kind, cell, cell2):
    """S13: whether a card of ``kind``, laid on these cells, is connected to a power plant."""
    flood(state, rules, city, kind, cell, cell2, 0, 0, 1, 0)
    for i in range(city.n_blocks):
        card = city.blocks[i]
        if rules.kind[rules.kind_of[card]].plant and not is_covered(city, card, cell, cell2):
            if is_connected(state, rules, city, card, cell, cell2):
                return True
    return False
