"""What a card's effect finds around a place: the sum of a field there, without what the card would cover.

S15: only other blocks count, and only those on top; a pipeline under other cards still counts where it is asked
for by its tag, also the one under the block just placed.
"""

from __future__ import annotations

from balance.games.simcity.codes import CITY_WIDE, CONNECTED, ENDS_TOUCH, NO_CARD, NO_CELL, POWER, WITHIN
from balance.games.simcity.grid import distance, side
from balance.games.simcity.networks import node, ready_networks, root
from balance.games.simcity.supply import flood, is_beside, is_connected, is_covered, meet_networks
from balance.kernel.jit import jit


@jit
def field_at(state, rules, city, kind, f, cell, cell2):
    """Sum of field ``f`` for a card of ``kind`` laid on these cells."""
    field = rules.field[f]
    if field.scope == CONNECTED:
        return connected_sum(state, rules, city, kind, f, cell, cell2)
    if field.scope == CITY_WIDE:
        total = city.whole[f]
    elif cell2 == NO_CELL:
        total = city.near[f, cell]
    else:
        return long_sum(state, rules, city, f, cell, cell2)
    total -= covered_weight(rules, city, f, cell)
    if cell2 != NO_CELL and city.top[cell2] != city.top[cell]:
        total -= covered_weight(rules, city, f, cell2)
    return total


@jit
def covered_weight(rules, city, f, cell):
    """What the block on a cell counts for field ``f`` now, and would no longer when it is covered."""
    card = city.top[cell]
    if card == NO_CARD:
        return 0
    kind = rules.kind_of[card]
    if rules.field[f].buried and rules.kind[kind].underground:
        return 0
    return rules.field[f].weight[kind]


@jit
def steps_between(state, card, cell, cell2):
    """Distance of a block from a card's cells, from the nearer ones."""
    steps = distance(state.cell[card], cell)
    if cell2 != NO_CELL:
        steps = min(steps, distance(state.cell[card], cell2))
    if state.cell2[card] != NO_CELL:
        steps = min(steps, distance(state.cell2[card], cell))
        if cell2 != NO_CELL:
            steps = min(steps, distance(state.cell2[card], cell2))
    return steps


@jit
def long_sum(state, rules, city, f, cell, cell2):
    """Sum of a field within its reach of the nearer cell of a long card, block by block."""
    total = 0
    field = rules.field[f]
    for i in range(city.n_blocks + city.n_buried):
        card = city.blocks[i] if i < city.n_blocks else city.buried[i - city.n_blocks]
        if counts_for(rules, city, field, card, i >= city.n_blocks, cell, cell2):
            if field.scope != WITHIN or steps_between(state, card, cell, cell2) <= field.within:
                total += field.weight[rules.kind_of[card]]
    return total


@jit
def connected_sum(state, rules, city, kind, f, cell, cell2):
    """S13: sum of a field over the blocks that the card would be connected to."""
    total = 0
    field = rules.field[f]
    covered = city.top[cell]
    if cell2 == NO_CELL and rules.network_ends != ENDS_TOUCH:
        if covered == NO_CARD or rules.kind[rules.kind_of[covered]].lines[POWER] == 0:
            return powered_sum(state, rules, city, kind, f, cell, covered)
    flood(state, rules, city, kind, cell, cell2, 0, 0, 1, 0)
    for i in range(city.n_blocks + city.n_buried):
        card = city.blocks[i] if i < city.n_blocks else city.buried[i - city.n_blocks]
        weight = field.weight[rules.kind_of[card]]
        if weight != 0 and counts_for(rules, city, field, card, i >= city.n_blocks, cell, cell2):
            if is_connected(state, rules, city, card, cell, cell2):
                total += weight
    return total


@jit
def powered_sum(state, rules, city, kind, f, cell, covered):
    """The same for a card that cuts no power line: from the roots of the networks that it meets."""
    field = rules.field[f]
    ready_networks(state, rules, city)
    met = meet_networks(state, rules, city, kind, cell, covered, POWER, 0) if state.phase >= 3 else 0
    if met == 0 and city.n_buried == 0:
        return beside_sum(rules, city, f, cell)
    total = 0
    for i in range(city.n_blocks + city.n_buried):
        is_buried = i >= city.n_blocks
        card = city.buried[i - city.n_blocks] if is_buried else city.blocks[i]
        card_kind = rules.kind_of[card]
        if field.weight[card_kind] == 0 or not counts_for(rules, city, field, card, is_buried, cell, NO_CELL):
            continue
        counts = is_beside(state, card, cell, NO_CELL)
        if not counts and met > 0 and not is_buried and rules.kind[card_kind].lines[POWER] != 0:
            top = root(city.joined, node(POWER, card))
            for j in range(met):
                if state.pick2[j] == top:
                    counts = True
        total += field.weight[card_kind] if counts else 0
    return total


@jit
def beside_sum(rules, city, f, cell):
    """The same for a card that no line meets: its neighbours, each of which lies beside one of its sides only."""
    total = 0
    for i in range(4):
        other = city.top[cell + side(i)]
        if other != NO_CARD:
            total += rules.field[f].weight[rules.kind_of[other]]
    return total


@jit
def counts_for(rules, city, field, card, is_buried, cell, cell2):
    """Whether a card counts for a field at all: on top and not covered by this placement, or a pipeline below."""
    if is_buried:
        return field.buried != 0
    if is_covered(city, card, cell, cell2):
        return field.buried != 0 and rules.kind[rules.kind_of[card]].underground != 0
    return True
