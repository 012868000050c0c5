"""S12, S13: roads, rails and power lines as networks: which blocks they join, and what stays joined.

A node is a block with one kind of line: ``line × MAX_CARDS + card``; a long block is one node.  While a city only
grows, its networks are kept by union–find (Tarjan & van Leeuwen 1984, path halving); those of the lines that a block
had are joined anew after it was covered or taken off.  What stays joined when a block is covered comes from one
depth-first pass over each network, which finds every articulation point with what hangs on it (Hopcroft & Tarjan 1973).
"""

from __future__ import annotations

import numpy as np

from balance.games.simcity.codes import (
    JOIN_ANY,
    MAX_CARDS,
    NO_CARD,
    NO_CELL,
    RAIL,
    ROAD,
    H,
    V,
)
from balance.games.simcity.grid import side
from balance.kernel.jit import inlined, jit

ELSEWHERE = np.int64(-1)  # the part that a block's own way to the root of the pass lies in
TRANSPORT = (1 << ROAD) | (1 << RAIL)  # as bits; a station makes one network of both
ALL_LINES = 7


@inlined
def node(line, card):
    """The node of a block's lines of one kind."""
    return line * MAX_CARDS + card


@inlined
def linked(rules, one, other, line, across):
    """S12: whether the lines of two kinds of card meet: ``across`` 1 for neighbours left–right, 0 for up–down."""
    a, b = rules.kind[one].lines[line], rules.kind[other].lines[line]
    if rules.network_join == JOIN_ANY:
        return a != 0 and b != 0
    return (a & b & (H if across else V)) != 0


@jit
def root(joined, n):
    """The node that stands for the whole network of ``n``."""
    while joined[n] != n:
        joined[n] = joined[joined[n]]
        n = joined[n]
    return n


@jit
def join(city, a, b):
    """Two nodes are in one network from now on."""
    a, b = root(city.joined, a), root(city.joined, b)
    if a != b:
        city.joined[b] = a
        city.net_sims[a] += city.net_sims[b]
        city.net_mixed[a] |= city.net_mixed[b]


@jit
def unlink(city, about):
    """A block is covered or taken off: the networks that it was in are to be joined anew."""
    for line in range(3):
        if about.lines[line] != 0:
            city.nets_stale |= 1 << line
    if city.stations > 0 and city.nets_stale & TRANSPORT:
        city.nets_stale |= TRANSPORT


@jit
def link_new(state, rules, city, card):
    """A block has just come to lie on top: it is linked up, but for lines whose networks are joined anew anyway."""
    if rules.kind[rules.kind_of[card]].station and city.nets_stale & TRANSPORT:
        city.nets_stale |= TRANSPORT
    link_up(state, rules, city, card, ALL_LINES & ~city.nets_stale)


@jit
def link_up(state, rules, city, card, lines):
    """S12: join a block that has just come to lie on top to its neighbours, by some kinds of line (as bits)."""
    about = rules.kind[rules.kind_of[card]]
    for line in range(3):
        if about.lines[line] == 0 or not (lines >> line) & 1:
            continue
        own = node(line, card)
        city.joined[own] = own
        city.net_sims[own] = about.sims if about.house else 0
        city.net_mixed[own] = 0
        link_cell(state, rules, city, card, state.cell[card], line)
        if state.cell2[card] != NO_CELL:
            link_cell(state, rules, city, card, state.cell2[card], line)
    if about.station and about.lines[ROAD] != 0 and about.lines[RAIL] != 0 and lines & TRANSPORT:
        join(city, node(ROAD, card), node(RAIL, card))
        city.net_mixed[root(city.joined, node(ROAD, card))] = 1


@jit
def link_cell(state, rules, city, card, cell, line):
    """Join one cell of a block to the blocks around it."""
    kind = rules.kind_of[card]
    for i in range(4):
        other = city.top[cell + side(i)]
        if other != NO_CARD and other != card and linked(rules, kind, rules.kind_of[other], line, i < 2):
            if city.joined[node(line, other)] != 0:  # else it comes to lie on top later
                join(city, node(line, card), node(line, other))


@jit
def ready_networks(state, rules, city):
    """Join the networks anew that a block was in which was covered or taken off."""
    lines = city.nets_stale
    if not lines:
        return
    for i in range(city.n_blocks):
        for line in range(3):
            if (lines >> line) & 1:
                city.joined[node(line, city.blocks[i])] = 0
    for i in range(city.n_blocks):
        link_up(state, rules, city, city.blocks[i], lines)
    city.nets_stale = 0


@jit
def ready_cuts(state, rules, city):
    """One depth-first pass over each network without stations, for `part_without`; kept until the city changes."""
    ready_networks(state, rules, city)
    if city.cuts_known:
        return
    city.cuts_known = 1
    for i in range(city.n_blocks):
        for line in range(2):
            city.reached[node(line, city.blocks[i])] = 0
    time = 0
    for i in range(city.n_blocks):
        for line in range(2):
            start = node(line, city.blocks[i])
            lines = rules.kind[rules.kind_of[city.blocks[i]]].lines[line]
            if lines != 0 and city.reached[start] == 0 and not city.net_mixed[root(city.joined, start)]:
                time = search_cuts(state, rules, city, start, line, time)


@jit
def search_cuts(state, rules, city, start, line, time):
    """The depth-first pass over the network of ``start``; without recursion.  Returns the time it ends.

    ``state.next_side[n]`` is the next neighbour to look at, ``state.low[n]`` the earliest node that n's side reaches.
    """
    base = line * MAX_CARDS
    time += 1
    open_node(state, rules, city, start, line, start, time)
    depth = 0
    state.queue[0] = start
    while depth >= 0:
        here = state.queue[depth]
        card = here - base
        found = next_neighbour(state, rules, city, card, line)
        if found == NO_CARD:
            depth -= 1
            city.finished[here] = time
            if depth >= 0:
                parent = state.queue[depth]
                city.below_sims[parent] += city.below_sims[here]
                state.low[parent] = min(state.low[parent], state.low[here])
                city.cut_off[here] = 1 if state.low[here] >= city.reached[parent] else 0
            continue
        other = base + found
        if city.reached[other] == 0:
            time += 1
            open_node(state, rules, city, other, line, here, time)
            depth += 1
            state.queue[depth] = other
        elif other != city.came_from[here]:
            state.low[here] = min(state.low[here], city.reached[other])
    return time


@jit
def open_node(state, rules, city, n, line, parent, time):
    """The pass comes to a node for the first time."""
    about = rules.kind[rules.kind_of[n - line * MAX_CARDS]]
    city.reached[n] = time
    city.came_from[n] = parent
    city.below_sims[n] = about.sims if about.house else 0
    city.cut_off[n] = 0
    state.low[n] = time
    state.next_side[n] = 0


@jit
def next_neighbour(state, rules, city, card, line):
    """The next block that ``card`` is joined to by a line, or NO_CARD when all were looked at."""
    kind = rules.kind_of[card]
    n = node(line, card)
    sides = 4 if state.cell2[card] == NO_CELL else 8
    while state.next_side[n] < sides:
        i = state.next_side[n]
        state.next_side[n] += 1
        cell = state.cell[card] if i < 4 else state.cell2[card]
        i &= 3
        other = city.top[cell + side(i)]
        if other != NO_CARD and other != card and linked(rules, kind, rules.kind_of[other], line, i < 2):
            return other
    return NO_CARD


@jit
def part_without(state, rules, city, covered, n, line):
    """Which part node ``n`` of a network falls into when the block ``covered`` of it is taken away.

    Its name: −2 less the first node of a part that hangs on ``covered``, or ELSEWHERE for the rest.
    """
    own = node(line, covered)
    for i in range(4):
        other = city.top[state.cell[covered] + side(i)]
        if other == NO_CARD:
            continue
        child = node(line, other)
        if city.reached[child] > 0 and city.came_from[child] == own and child != own:
            if city.reached[child] <= city.reached[n] <= city.finished[child]:
                return -2 - child if city.cut_off[child] else ELSEWHERE
    return ELSEWHERE


@jit
def sims_without(state, rules, city, covered, part, line):
    """Sims of the houses in that part of the network of ``covered``."""
    if part != ELSEWHERE:
        return city.below_sims[-2 - part]
    own = node(line, covered)
    about = rules.kind[rules.kind_of[covered]]
    total = city.net_sims[root(city.joined, own)] - (about.sims if about.house else 0)
    for i in range(4):
        other = city.top[state.cell[covered] + side(i)]
        child = node(line, other)
        if other != NO_CARD and city.came_from[child] == own and child != own and city.cut_off[child]:
            total -= city.below_sims[child]
    return total
