"""A city's table: blocks come to lie on top, are covered, or are taken off; every count of it follows.

Nothing here asks whether that is allowed (`placing.py`, `disasters.py`).  Counts, fields and lists are kept up to
date at once; networks, zoning groups and complexes grow at once and are joined anew, when next asked for, after
something was covered or taken off.
"""

from __future__ import annotations

from balance.games.simcity.codes import CITY_WIDE, MAX_TABLE, NO_CARD, NO_CELL, ORIGIN, PER_CRIME, SPAN, WITHIN
from balance.games.simcity.grid import side
from balance.games.simcity.groups import group_up, ungroup
from balance.games.simcity.networks import link_new, unlink
from balance.kernel.jit import jit

ALL_FIELDS, OPEN_FIELDS, BURIED_FIELDS = range(3)  # which fields: all, those a buried card does not count for, the rest


@jit
def clear_city(city, rules):
    """An empty table."""
    for i in range(city.n_blocks):
        city.block_at[city.blocks[i]] = 0
    low = max(city.upper - 1, 0)
    high = min(city.lower + 2, SPAN)
    for c in range(low * SPAN, high * SPAN):
        city.top[c] = 0
        city.burnt[c] = 0
    for i in range(city.n_edge):
        city.edge_at[city.edge[i]] = 0
    for f in range(rules.fields):
        city.whole[f] = 0
        reach = rules.field[f].within
        for c in range(max(city.upper - reach, 0) * SPAN, min(city.lower + reach + 1, SPAN) * SPAN):
            city.near[f, c] = 0
    city.copies[:] = 0
    city.sunk[:] = 0
    city.zone_blocks[:] = 0
    city.n_members[:] = 0
    city.n_blocks = 0
    city.n_buried = 0
    city.n_houses = 0
    city.sims = 0
    city.needing = 0
    city.stations = 0
    city.started = 0
    city.nets_stale = 0
    city.groups_stale = 0
    city.crowds_stale = 0
    city.cuts_known = 0
    city.orange_paid = 0
    city.left = MAX_TABLE
    city.right = MAX_TABLE
    city.upper = MAX_TABLE
    city.lower = MAX_TABLE
    city.n_edge = 1
    city.edge[0] = ORIGIN
    city.edge_at[ORIGIN] = 1


@jit
def nuisance(rules, city, by):
    """S21: crime (``by`` PER_CRIME) or pollution of all blocks in the city together."""
    total = 0
    for i in range(city.n_blocks):
        about = rules.kind[rules.kind_of[city.blocks[i]]]
        total += about.crime if by == PER_CRIME else about.pollution
    return total


@jit
def fits(city, rules, cell):
    """S7: whether the table is big enough for a block on this cell."""
    if not city.started:
        return True
    x = cell % SPAN
    y = cell // SPAN
    wide = max(city.right, x) - min(city.left, x) + 1
    high = max(city.lower, y) - min(city.upper, y) + 1
    return wide <= rules.table_width and high <= rules.table_height


@jit
def table_full(city, rules):
    """S7: whether no cell is left where a new block could lie."""
    for i in range(city.n_edge):
        if fits(city, rules, city.edge[i]):
            return False
    return True


@jit
def spread(city, rules, kind, cell, cell2, sign, which):
    """Count a block for the fields it feeds (``sign`` 1), or no longer (−1); ``which`` as named above."""
    card = rules.kind[kind]
    for i in range(card.n_fed):
        f = card.fed[i].field
        field = rules.field[f]
        if (which == OPEN_FIELDS and field.buried) or (which == BURIED_FIELDS and not field.buried):
            continue
        amount = sign * card.fed[i].weight
        if field.scope == CITY_WIDE:
            city.whole[f] += amount
        elif field.scope == WITHIN:
            add_around(city, f, cell, cell2, field.within, amount)


@jit
def add_around(city, f, cell, cell2, reach, amount):
    """Add to a field at every cell within reach of a block's nearer cell."""
    x, y = cell % SPAN, cell // SPAN
    x2, y2 = (x, y) if cell2 == NO_CELL else (cell2 % SPAN, cell2 // SPAN)
    for row in range(max(y - reach, 0), min(y2 + reach, SPAN - 1) + 1):
        first = reach - abs(row - y)
        second = reach - abs(row - y2)
        low = x - first if first >= 0 else x2 - second
        high = x2 + second if second >= 0 else x + first
        if y != y2:
            widest = max(first, second)
            low, high = x - widest, x + widest
        for c in range(row * SPAN + max(low, 0), row * SPAN + min(high, SPAN - 1) + 1):
            city.near[f, c] += amount


@jit
def enter(state, rules, city, card):
    """A card comes to lie on top of its cell or cells: as a new block, or uncovered again."""
    kind = rules.kind_of[card]
    about = rules.kind[kind]
    cell, cell2 = state.cell[card], state.cell2[card]
    city.top[cell] = card
    if cell2 != NO_CELL:
        city.top[cell2] = card
    city.blocks[city.n_blocks] = card
    city.block_at[card] = city.n_blocks
    city.n_blocks += 1
    city.zone_blocks[about.zone] += 1
    city.copies[about.name_no] += 1
    city.stations += about.station
    if about.house:
        city.house_at[card] = city.n_houses
        city.houses[city.n_houses] = card
        city.n_houses += 1
        city.sims += about.sims
    elif about.sims > 0:
        city.needing += 1
    was_buried = about.underground and forget(city.buried, city.n_buried, card)
    if was_buried:
        city.n_buried -= 1
        city.sunk[about.name_no] -= 1
        spread(city, rules, kind, cell, cell2, 1, OPEN_FIELDS)
    else:
        spread(city, rules, kind, cell, cell2, 1, ALL_FIELDS)
        join_complexes(city, about, card)
    link_new(state, rules, city, card)
    group_up(state, rules, city, card, ~city.groups_stale)
    city.cuts_known = 0


@jit
def leave(state, rules, city, card, buried):
    """A card on top is covered (``buried`` 1) or taken off (0); what lies there afterwards is the caller's."""
    kind = rules.kind_of[card]
    about = rules.kind[kind]
    cell, cell2 = state.cell[card], state.cell2[card]
    city.top[cell] = NO_CARD
    if cell2 != NO_CELL:
        city.top[cell2] = NO_CARD
    city.n_blocks -= 1
    last = city.blocks[city.n_blocks]
    city.blocks[city.block_at[card]] = last
    city.block_at[last] = city.block_at[card]
    city.zone_blocks[about.zone] -= 1
    city.copies[about.name_no] -= 1
    city.stations -= about.station
    if about.house:
        city.n_houses -= 1
        last = city.houses[city.n_houses]
        city.houses[city.house_at[card]] = last
        city.house_at[last] = city.house_at[card]
        city.sims -= about.sims
    elif about.sims > 0:
        city.needing -= 1
    if buried and about.underground:
        city.buried[city.n_buried] = card
        city.n_buried += 1
        city.sunk[about.name_no] += 1
        spread(city, rules, kind, cell, cell2, -1, OPEN_FIELDS)
    else:
        spread(city, rules, kind, cell, cell2, -1, ALL_FIELDS)
        leave_complexes(city, about, card)
    unlink(city, about)
    ungroup(city, about)
    city.cuts_known = 0


@jit
def drop_buried(state, rules, city, card):
    """A card below the top is taken off: a pipeline stops counting."""
    kind = rules.kind_of[card]
    about = rules.kind[kind]
    if about.underground and forget(city.buried, city.n_buried, card):
        city.n_buried -= 1
        city.sunk[about.name_no] -= 1
        spread(city, rules, kind, state.cell[card], state.cell2[card], -1, BURIED_FIELDS)
        leave_complexes(city, about, card)


@jit
def forget(cards, n, card):
    """Take a card out of a list of ``n``, if it is there; the last one fills its place.  Says whether it was."""
    for i in range(n):
        if cards[i] == card:
            cards[i] = cards[n - 1]
            return True
    return False


@jit
def join_complexes(city, about, card):
    """S17: the card is a member of its complexes from now on."""
    for i in range(about.n_complexes):
        no = about.complexes[i].complex_no
        city.members[no, city.n_members[no]] = card
        city.n_members[no] += 1
        city.crowds_stale = 1


@jit
def leave_complexes(city, about, card):
    """S17: the card is no member of its complexes any more."""
    for i in range(about.n_complexes):
        no = about.complexes[i].complex_no
        if forget(city.members[no], city.n_members[no], card):
            city.n_members[no] -= 1
            city.crowds_stale = 1


@jit
def put(state, rules, city, card, cell, cell2):
    """Lay a card on an empty cell or over the blocks on its cells."""
    state.cell[card] = cell
    state.cell2[card] = cell2
    below = city.top[cell]
    below2 = city.top[cell2] if cell2 != NO_CELL else NO_CARD
    state.under[card] = below
    state.under2[card] = below2 if below2 != below else NO_CARD
    was_empty = below == NO_CARD
    if below != NO_CARD:
        leave(state, rules, city, below, 1)
    if below2 != NO_CARD and below2 != below:
        leave(state, rules, city, below2, 1)
    enter(state, rules, city, card)
    city.burnt[cell] = 0
    if was_empty:
        occupy(city, cell)


@jit
def occupy(city, cell):
    """An empty cell is built on: the table's bounds and its edge grow."""
    x, y = cell % SPAN, cell // SPAN
    if not city.started:
        city.left, city.right, city.upper, city.lower = x, x, y, y
    city.left = min(city.left, x)
    city.right = max(city.right, x)
    city.upper = min(city.upper, y)
    city.lower = max(city.lower, y)
    if city.n_blocks == 1:
        for i in range(city.n_edge):
            city.edge_at[city.edge[i]] = 0
        city.n_edge = 0
    city.started = 1
    drop_edge(city, cell)
    for i in range(4):
        c = cell + side(i)
        if city.top[c] == NO_CARD:
            add_edge(city, c)


@jit
def add_edge(city, cell):
    """The cell is an empty one beside a block."""
    if city.edge_at[cell] == 0:
        city.edge[city.n_edge] = cell
        city.n_edge += 1
        city.edge_at[cell] = city.n_edge


@jit
def drop_edge(city, cell):
    """The cell is no empty one beside a block any more."""
    place = city.edge_at[cell]
    if place > 0:
        last = city.edge[city.n_edge - 1]
        city.edge[place - 1] = last
        city.edge_at[last] = place
        city.edge_at[cell] = 0
        city.n_edge -= 1


@jit
def beside_block(city, cell):
    """Whether a block lies orthogonally beside the cell."""
    for i in range(4):
        if city.top[cell + side(i)] != NO_CARD:
            return True
    return False


@jit
def vacate(city, rules, cell):
    """A disaster left the cell empty: it may be rebuilt with a bonus, and the edge changes."""
    city.burnt[cell] = 1
    if city.n_blocks == 0:
        open_everywhere(city, rules)
        return
    if beside_block(city, cell):
        add_edge(city, cell)
    for i in range(4):
        c = cell + side(i)
        if city.edge_at[c] > 0 and not beside_block(city, c):
            drop_edge(city, c)


@jit
def open_everywhere(city, rules):
    """S7: an emptied city starts again anywhere that the table leaves room for."""
    for i in range(city.n_edge):
        city.edge_at[city.edge[i]] = 0
    city.n_edge = 0
    for y in range(1, SPAN - 1):
        for x in range(1, SPAN - 1):
            if fits(city, rules, y * SPAN + x):
                add_edge(city, y * SPAN + x)
