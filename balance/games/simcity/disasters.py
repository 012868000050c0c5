"""S26: what a disaster hits, and how cards are taken off the hit cells."""

from __future__ import annotations

from balance.games.simcity import journal
from balance.games.simcity.city import drop_buried, enter, leave, vacate
from balance.games.simcity.codes import (
    GREEN,
    LINE,
    NO_CARD,
    NO_CELL,
    REMOVE_TOP,
    SPAN,
    SQUARE,
)
from balance.games.simcity.rules import DICE, discard
from balance.kernel.jit import jit
from balance.kernel.rng import below, chance_key


@jit
def removable(rules, city, card, only_zone):
    """S26: whether a disaster can take this block: not one whose top is green, and of its zone if it names one."""
    zone = rules.kind[rules.kind_of[card]].zone
    return zone != GREEN and (only_zone == 0 or zone == only_zone)


@jit
def count_removable(rules, city, only_zone):
    """Blocks that a disaster could take."""
    n = 0
    for i in range(city.n_blocks):
        n += 1 if removable(rules, city, city.blocks[i], only_zone) else 0
    return n


@jit
def roll(state, rules, kind, log):
    """S26: how many blocks or cells a disaster hits; dice are rolled first."""
    about = rules.kind[kind]
    if about.dice == 0:
        return about.destroys
    total = 0
    key = chance_key(state.block, DICE, state.turn_no * 64 + state.play_no)
    for i in range(about.dice):
        face = 1 + below(key, i, about.destroys)
        total += face
        if state.logging:
            journal.note(log, journal.DIE, face, 0, 0, 0, 0)
    return total


@jit
def shape_ok(shape, reach, cell, down):
    """Whether a line or square from a cell stays on the grid; a square and a line of one cell lie one way only."""
    if down and (shape == SQUARE or reach == 1):
        return False
    x, y = cell % SPAN, cell // SPAN
    if shape == SQUARE:
        return x + reach <= SPAN and y + reach <= SPAN
    return y + reach <= SPAN if down else x + reach <= SPAN


@jit
def hits_in_shape(state, rules, city, about, reach, cell, down):
    """How many different removable blocks a line or square from a cell holds."""
    state.stamp += 1
    hits = 0
    for i in range(reach * reach if about.form == SQUARE else reach):
        c = shape_cell(about.form, reach, cell, down, i)
        card = city.top[c]
        if card != NO_CARD and state.mark[card] != state.stamp and removable(rules, city, card, about.only_zone):
            state.mark[card] = state.stamp
            hits += 1
    return hits


@jit
def shape_cell(shape, reach, cell, down, i):
    """The ``i``-th cell of a line or square."""
    if shape == LINE:
        return cell + i * (SPAN if down else 1)
    return cell + (i // reach) * SPAN + i % reach


@jit
def take_shape(state, shape, reach, cell, down):
    """Make a line or square the decision's targets."""
    now = state.now
    now.n_targets = reach * reach if shape == SQUARE else reach
    for i in range(now.n_targets):
        now.targets[i] = shape_cell(shape, reach, cell, down, i)


@jit
def first_start(city, reach):
    """The first row and column that a line or square touching the city can begin in, and the last."""
    low_x = max(city.left - reach + 1, 0)
    low_y = max(city.upper - reach + 1, 0)
    return low_x, low_y, city.right, city.lower


@jit
def destroy_targets(state, rules, d, only_zone, log):
    """S26: take the cards off every target of the decision, each block once.  Returns how many blocks were hit."""
    city = state.city[d]
    now = state.now
    state.stamp += 1
    for i in range(now.n_targets):
        state.mark[city.top[now.targets[i]]] = state.stamp
        if state.logging:
            journal.note(log, journal.TARGET, d, now.targets[i], 0, 0, 0)
    state.mark[NO_CARD] = 0
    lost = 0
    for i in range(now.n_targets):
        card = city.top[now.targets[i]]
        if state.mark[card] == state.stamp and removable(rules, city, card, only_zone):
            take_off(state, rules, d, card, log)
            lost += 1
    return lost


@jit
def take_off(state, rules, d, card, log):
    """S26: take a block's cards off from the top down, until a green one or the empty cell."""
    city = state.city[d]
    cell, cell2 = state.cell[card], state.cell2[card]
    below_one, below_two = state.under[card], state.under2[card]
    remove_card(state, rules, d, card, 1, cell, log)
    if cell2 == NO_CELL:
        dig(state, rules, d, below_one, cell, cell, log)
    elif below_one != NO_CARD and state.cell2[below_one] != NO_CELL:
        dig_long(state, rules, d, below_one, cell, cell2, log)
    else:
        dig(state, rules, d, below_one, cell, cell, log)
        dig(state, rules, d, below_two, cell2, cell, log)
    if city.top[cell] == NO_CARD:
        vacate(city, rules, cell)
    if cell2 != NO_CELL and city.top[cell2] == NO_CARD:
        vacate(city, rules, cell2)


@jit
def dig(state, rules, d, card, cell, block_cell, log):
    """Take the cards below a removed one off a cell, until a green one, which is on top again."""
    while card != NO_CARD:
        if rules.disaster_removes == REMOVE_TOP or rules.kind[rules.kind_of[card]].zone == GREEN:
            enter(state, rules, state.city[d], card)
            return
        below = state.under[card]
        remove_card(state, rules, d, card, 0, block_cell, log)
        card = below


@jit
def dig_long(state, rules, d, card, cell, cell2, log):
    """The same where a long block lies below a long one."""
    while card != NO_CARD and state.cell2[card] != NO_CELL:
        if rules.disaster_removes == REMOVE_TOP or rules.kind[rules.kind_of[card]].zone == GREEN:
            enter(state, rules, state.city[d], card)
            return
        one, two = state.under[card], state.under2[card]
        remove_card(state, rules, d, card, 0, cell, log)
        if one == NO_CARD or state.cell2[one] == NO_CELL:
            dig(state, rules, d, one, cell, cell, log)
            dig(state, rules, d, two, cell2, cell, log)
            return
        card = one


@jit
def remove_card(state, rules, d, card, on_top, block_cell, log):
    """One card goes from the city to the discards."""
    city = state.city[d]
    if on_top:
        leave(state, rules, city, card, 0)
    else:
        drop_buried(state, rules, city, card)
    discard(state, rules, d, card)
    if state.logging:
        journal.note(log, journal.REMOVED, d, block_cell, card, on_top, 0)
