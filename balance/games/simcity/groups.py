"""S16: zoning groups: orthogonally connected blocks of one kind, kept by union–find while the city grows.

A block belongs to at most two kinds of group (`KIND.group`): its zone's, or for green ones that of its name and
that of water.  The node of a block in its ``i``-th kind is ``i × MAX_CARDS + card``; a long block is one node.
"""

from __future__ import annotations

from balance.games.simcity.codes import MAX_CARDS, NO_CARD, NO_CELL
from balance.games.simcity.grid import side
from balance.games.simcity.networks import root
from balance.kernel.jit import inlined, jit


@inlined
def place_in(about, group):
    """Under which of its kinds of group a card belongs to ``group``: 0, 1, or −1 for none."""
    if about.group[0] == group:
        return 0
    if about.group[1] == group:
        return 1
    return -1


@jit
def merge(city, a, b):
    """Two nodes are in one group from now on."""
    a, b = root(city.grouped, a), root(city.grouped, b)
    if a != b:
        city.grouped[b] = a
        city.group_blocks[a] += city.group_blocks[b]


@inlined
def bit_of(group):
    """A kind of group as a bit; kinds beyond the 62nd share the last one.  0 for none."""
    return (1 << min(group, 62)) & -2


@jit
def ungroup(city, about):
    """A block is covered or taken off: the groups of its kinds are to be joined anew."""
    city.groups_stale |= bit_of(about.group[0]) | bit_of(about.group[1])


@jit
def group_up(state, rules, city, card, kinds):
    """Join a block that has just come to lie on top to the groups beside it, of some kinds (as bits)."""
    about = rules.kind[rules.kind_of[card]]
    for i in range(2):
        group = about.group[i]
        own = i * MAX_CARDS + card
        if not bit_of(group) & kinds:
            continue
        city.grouped[own] = own
        city.group_blocks[own] = 1
        for s in range(8 if state.cell2[card] != NO_CELL else 4):
            cell = state.cell[card] if s < 4 else state.cell2[card]
            other = city.top[cell + side(s & 3)]
            if other == NO_CARD or other == card:
                continue
            j = place_in(rules.kind[rules.kind_of[other]], group)
            if j >= 0 and city.grouped[j * MAX_CARDS + other] != 0:
                merge(city, own, j * MAX_CARDS + other)


@jit
def ready_groups(state, rules, city):
    """Join the groups anew of whose kinds a block was covered or taken off."""
    kinds = city.groups_stale
    if not kinds:
        return
    for i in range(city.n_blocks):
        about = rules.kind[rules.kind_of[city.blocks[i]]]
        for j in range(2):
            if bit_of(about.group[j]) & kinds:
                city.grouped[j * MAX_CARDS + city.blocks[i]] = 0
    for i in range(city.n_blocks):
        group_up(state, rules, city, city.blocks[i], kinds)
    city.groups_stale = 0


@jit
def group_with(state, rules, city, kind, i, cell):
    """Blocks of the group that a one-cell block of ``kind`` on ``cell`` would belong to in its ``i``-th kind.

    Covering a block of another kind of group leaves these groups as they are, and covering one of the same kind
    takes its place: so no group ever needs to be searched.
    """
    group = rules.kind[kind].group[i]
    covered = city.top[cell]
    if covered != NO_CARD and state.cell2[covered] == NO_CELL:
        j = place_in(rules.kind[rules.kind_of[covered]], group)
        if j >= 0:
            return city.group_blocks[root(city.grouped, j * MAX_CARDS + covered)]
    blocks = 1
    n_seen = 0
    seen_0 = seen_1 = seen_2 = -1
    for s in range(4):
        other = city.top[cell + side(s)]
        if other == NO_CARD or other == covered:
            continue
        j = place_in(rules.kind[rules.kind_of[other]], group)
        if j < 0:
            continue
        found = root(city.grouped, j * MAX_CARDS + other)
        if found == seen_0 or found == seen_1 or found == seen_2:
            continue
        blocks += city.group_blocks[found]
        if n_seen == 0:
            seen_0 = found
        elif n_seen == 1:
            seen_1 = found
        else:
            seen_2 = found
        n_seen += 1
    return blocks


@jit
def long_group_with(state, rules, city, kind, i, cell, cell2):
    """The same for a long block on two cells, by a search."""
    group = rules.kind[kind].group[i]
    state.stamp += 1
    stamp = state.stamp
    state.mark[city.top[cell]] = stamp
    state.mark[city.top[cell2]] = stamp
    blocks = 1
    n = 0
    for s in range(8):
        n = gather(state, rules, city, group, (cell if s < 4 else cell2) + side(s & 3), n)
    at = 0
    while at < n:
        card = state.queue[at]
        at += 1
        blocks += 1
        for s in range(8 if state.cell2[card] != NO_CELL else 4):
            n = gather(state, rules, city, group, (state.cell[card] if s < 4 else state.cell2[card]) + side(s & 3), n)
    return blocks


@jit
def gather(state, rules, city, group, cell, n):
    """Queue the block on a cell if it belongs to the group and was not met before.  Returns the queue's length."""
    other = city.top[cell]
    if other == NO_CARD or state.mark[other] == state.stamp:
        return n
    if place_in(rules.kind[rules.kind_of[other]], group) < 0:
        return n
    state.mark[other] = state.stamp
    state.queue[n] = other
    return n + 1
