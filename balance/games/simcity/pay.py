"""S14 to S18: what a block pays whoever places it, reckoned before it is put on the table."""

from __future__ import annotations

from balance.games.simcity.codes import (
    INCOME_ADDS,
    INCOME_BASE,
    INCOME_COMPLEX,
    INCOME_REBUILDING,
    INCOME_RECEIVES,
    INCOME_ZONING,
    MAX_CARDS,
    NO_CARD,
    NO_CELL,
    ORANGE,
)
from balance.games.simcity.complexes import complex_bonus
from balance.games.simcity.groups import group_with, long_group_with, ready_groups
from balance.games.simcity.surroundings import field_at
from balance.kernel.jit import jit


@jit
def reckon(state, rules, city, kind, cell, cell2):
    """S14: the total that a card of ``kind`` would pay on these cells; its parts are left in ``state.pay``."""
    about = rules.kind[kind]
    part = state.pay.part
    part[INCOME_BASE] = about.value
    part[INCOME_RECEIVES] = 0
    part[INCOME_ADDS] = 0
    for i in range(about.n_terms):
        term = about.terms[i]
        amount = term_pay(state, rules, city, kind, term, cell, cell2)
        if term.adds:
            part[INCOME_ADDS] += amount
        else:
            part[INCOME_RECEIVES] += amount
    part[INCOME_ZONING] = zoning_bonus(state, rules, city, kind, cell, cell2)
    part[INCOME_COMPLEX] = complex_bonus(state, rules, city, kind, cell, cell2) if about.n_complexes > 0 else 0
    part[INCOME_REBUILDING] = rules.rebuilding if city.top[cell] == NO_CARD and city.burnt[cell] else 0
    total = 0
    for i in range(part.shape[0]):
        total += part[i]
    if total < 0 and not rules.negative_pay:
        total = 0
    state.pay.total = total
    return total


@jit
def term_pay(state, rules, city, kind, term, cell, cell2):
    """S15: what one clause, of the card or of the blocks around it, comes to."""
    if term.first_copy and other_copies(rules, city, kind, cell, cell2) > 0:
        return 0
    found = field_at(state, rules, city, kind, term.field, cell, cell2)
    if term.adds:
        return term.times * found
    if not term.each:
        return term.times if found > 0 else 0
    if term.per > 0:
        return term.times * (max(found, 0) // term.per)
    return term.times * max(found, 0)


@jit
def other_copies(rules, city, kind, cell, cell2):
    """Other cards of the same name on top, once this one lies there."""
    name = rules.kind[kind].name_no
    copies = city.copies[name]
    one = city.top[cell]
    if one != NO_CARD and rules.kind[rules.kind_of[one]].name_no == name:
        copies -= 1
    if cell2 != NO_CELL:
        two = city.top[cell2]
        if two != NO_CARD and two != one and rules.kind[rules.kind_of[two]].name_no == name:
            copies -= 1
    return copies


@jit
def zoning_bonus(state, rules, city, kind, cell, cell2):
    """S16: money for each other block of the group that the card would belong to; the larger group, once."""
    about = rules.kind[kind]
    blocks = 0
    for i in range(2):
        if about.group[i] > 0:
            ready_groups(state, rules, city)
            if cell2 == NO_CELL:
                blocks = max(blocks, group_with(state, rules, city, kind, i, cell))
            else:
                blocks = max(blocks, long_group_with(state, rules, city, kind, i, cell, cell2))
    state.pay.grown = blocks
    return rules.zoning_pay * (blocks - 1) if blocks >= rules.zoning_min else 0


@jit
def largest_orange(state, rules, city):
    """S20: blocks of the largest orange group on the table."""
    ready_groups(state, rules, city)
    most = 0
    for i in range(city.n_blocks):
        card = city.blocks[i]
        about = rules.kind[rules.kind_of[card]]
        if about.zone == ORANGE:
            n = card if city.grouped[card] != 0 else MAX_CARDS + card
            if city.grouped[n] == n:
                most = max(most, city.group_blocks[n])
    return most
