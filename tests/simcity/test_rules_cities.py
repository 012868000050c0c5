"""Random cities, built, covered and torn down: every count kept equals one made anew, every fast answer the slow one.

The cards ask and join in all the ways that effects know; cities hold long blocks, and pipelines under other cards.
"""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from balance.games.simcity import city as city_rules
from balance.games.simcity import codes
from balance.games.simcity.complexes import complex_bonus, linked_members, search_members
from balance.games.simcity.disasters import take_off
from balance.games.simcity.groups import group_with, long_group_with, ready_groups
from balance.games.simcity.supply import count_supply, enough_sims
from balance.games.simcity.surroundings import field_at
from tests.interpreted import interpreted_only
from tests.simcity.positions import Table, card, cell, place, table

pytestmark = interpreted_only

SIDE = 4  # cells of the part of the table that is built on
SEEDS = range(20)
CARDS = (
    card("home", "orange", house=2, road="hv"),
    card("flat", "orange", house=3, rail="hv", effect="adds 1 zone:navy within 2"),
    card("hut", "orange", house=1, road="h", rail="v", effect="complex quarter 2 within 2"),
    card("shop", "navy", need=1, road="hv", value=2, effect="receives 1 zone:orange within 2; complex quarter 3"),
    card("mall", "navy", need=4, road="v", rail="h", crime=2, effect="receives 2 per 3 crime within 2"),
    card("mill", "brown", need=2, road="h", pollution=3, power="hv", effect="receives 1 tag:water within city"),
    card("works", "brown", need=3, rail="hv", pollution=1, effect="adds 2 any; complex works 1 within 1"),
    card("depot", "grey", road="hv", rail="hv", need=3, effect="joins_networks; complex works 4 within 3"),
    card("office", "grey", need=2, crime=-1, road="v", effect="receives 3 zone:navy within 3 once"),
    card("pipe", "green", tags="water", effect="underground; adds 1 tag:farm within 2; complex works 2 within 2"),
    card("lake", "green", tags="water", effect="complex quarter 1 within 3"),
    card("wood", "green", road="h"),
    card("farm", "aqua", need=1, tags="farm", road="hv", effect="receives 2 tag:water within 2"),
    card("arena", "grey", kind="long", need=3, road="hv", crime=1, effect="complex quarter 5 within 2"),
    card("estate", "orange", kind="long", house=4, rail="h", power="h", effect="adds 1 zone:orange within 3"),
    card("docks", "navy", kind="long", need=2, road="h", rail="h", effect="underground; complex works 3 within 2"),
)
LONG = [each.id for each in CARDS if each.kind == "long"]
ONE_CELL = [each.id for each in CARDS if each.kind == "block"]


class Builder:
    """A city that grows and falls by lot; knows the stack on every cell, as the rules would have it."""

    def __init__(self, seed: int, **rulings: Any) -> None:
        self.rng = random.Random(seed)
        self.table = table(*CARDS, phase=4, long_cards=True, **rulings)
        self.stacks: dict[np.int64, list[int]] = {}

    def cells(self) -> list[np.int64]:
        return [cell(x, y) for x in range(SIDE) for y in range(SIDE)]

    def blocks(self) -> list[int]:
        return sorted({stack[-1] for stack in self.stacks.values()})

    def covers_whole(self, *cells: np.int64) -> bool:
        """Whether the blocks on these cells lie on no others."""
        numbers = {self.stacks[c][-1] for c in cells if c in self.stacks}
        return all(c in cells for c in self.stacks if self.stacks[c][-1] in numbers)

    def put(self) -> None:
        name = self.rng.choice(ONE_CELL if self.rng.random() < 0.7 else LONG)
        first = self.rng.choice(self.cells())
        second = codes.NO_CELL
        if name in LONG:
            second = first + self.rng.choice([1, codes.SPAN])
            if second not in self.cells() or first not in self.stacks or second not in self.stacks:
                return
        spread = [c for c in (first, second) if c != codes.NO_CELL]
        if not self.covers_whole(*spread):
            return
        if first not in self.stacks and self.stacks and not city_rules.beside_block(self.table.city, first):
            return
        number = self.table.take(name)
        city_rules.put(self.table.state, self.table.rules, self.table.city, number, first, second)
        for c in spread:
            self.stacks.setdefault(c, []).append(number)

    def strike(self) -> None:
        """A disaster takes one block and what lies below it, down to the first green card of each cell."""
        rules = self.table.rules
        hit = [n for n in self.blocks() if rules.kind[rules.kind_of[n]].zone != codes.GREEN]
        if not hit:
            return
        number = self.rng.choice(hit)
        take_off(self.table.state, rules, 0, number, self.table.log)
        for c in [c for c in self.stacks if self.stacks[c][-1] == number]:
            self.stacks[c].pop()
        # What lies open now may be a green card, or a block that fell with its other cell.
        falling = True
        while falling:
            falling = False
            for c in list(self.stacks):
                if not self.stacks[c]:
                    del self.stacks[c]
            for c in list(self.stacks):
                top = self.stacks[c][-1]
                if self.table.city.top[c] != top and rules.kind[rules.kind_of[top]].zone != codes.GREEN:
                    self.stacks[c].pop()
                    falling = True
                    break
        self.table.used = {n for stack in self.stacks.values() for n in stack}


def grown(seed: int, steps: int = 40, **rulings: Any) -> Builder:
    """A city after some steps: mostly new cards, now and then a disaster."""
    made = Builder(seed, **rulings)
    for _ in range(steps):
        if made.rng.random() < 0.12:
            made.strike()
        else:
            made.put()
    return made


def spots(made: Builder) -> list[tuple[np.int64, np.int64]]:
    """Where a card could come to lie: cells, and pairs of cells, that cover whole blocks."""
    ones = [(c, codes.NO_CELL) for c in made.cells() if made.covers_whole(c)]
    twos = [(c, c + step) for c in made.cells() for step in (np.int64(1), np.int64(codes.SPAN))]
    return ones + [(a, b) for a, b in twos if a in made.stacks and b in made.stacks and made.covers_whole(a, b)]


def cells_of(t: Table, number: int) -> list[int]:
    return [int(c) for c in (t.state.cell[number], t.state.cell2[number]) if c != codes.NO_CELL]


def steps(a: list[int], b: list[int]) -> int:
    """Orthogonal steps between the nearer cells of two blocks."""
    places = [(place(one), place(other)) for one in a for other in b]
    return min(abs(x - u) + abs(y - v) for (x, y), (u, v) in places)


def field_sum(made: Builder, f: int, target: list[int], covered: set[int]) -> int:
    """A field's sum for a card on some cells, by its words (without power lines)."""
    t = made.table
    about = t.rules.field[f]
    total = 0
    for number in {n for stack in made.stacks.values() for n in stack}:
        kind = t.rules.kind_of[number]
        open_air = number in made.blocks() and number not in covered
        if not open_air and not (about.buried and t.rules.kind[kind].underground):
            continue
        if about.scope == codes.CITY_WIDE or steps(cells_of(t, number), target) <= about.within:
            total += int(about.weight[kind])
    return total


@pytest.mark.parametrize("seed", SEEDS)
def test_counts_equal_a_recount(seed: int) -> None:
    made = grown(seed)
    t, city = made.table, made.table.city
    about = {n: t.rules.kind[t.rules.kind_of[n]] for n in made.blocks()}
    assert {place(c): t.names[made.stacks[c][-1]] for c in made.stacks} == t.on_top()
    assert sorted(city.blocks[: city.n_blocks]) == made.blocks()
    houses = [n for n in about if about[n].house]
    assert sorted(city.houses[: city.n_houses]) == houses
    assert city.sims == sum(about[n].sims for n in houses)
    assert city.needing == sum(1 for n in about if not about[n].house and about[n].sims > 0)
    assert city.stations == sum(about[n].station for n in about)
    zones = [about[n].zone for n in about]
    assert list(city.zone_blocks) == [zones.count(zone) for zone in range(9)]
    names = [about[n].name_no for n in about]
    assert list(city.copies[: len(CARDS)]) == [names.count(name) for name in range(len(CARDS))]
    buried = {n for stack in made.stacks.values() for n in stack if n not in about}
    pipes = sorted(n for n in buried if t.rules.kind[t.rules.kind_of[n]].underground)
    assert sorted(city.buried[: city.n_buried]) == pipes


@pytest.mark.parametrize("seed", SEEDS)
def test_the_edge_is_the_empty_cells_beside_a_block(seed: int) -> None:
    """Of an emptied city it is the whole table."""
    made = grown(seed)
    city = made.table.city
    beside = {c + step for c in made.stacks for step in (1, -1, codes.SPAN, -codes.SPAN)}
    assert made.stacks
    assert set(city.edge[: city.n_edge]) == beside - set(made.stacks)
    assert city.n_edge == len(beside - set(made.stacks))


@pytest.mark.parametrize("seed", SEEDS)
def test_fields_equal_their_words(seed: int) -> None:
    made = grown(seed)
    t = made.table
    for f in range(t.rules.fields):
        for first, second in spots(made):
            target = [int(c) for c in (first, second) if c != codes.NO_CELL]
            covered = {made.stacks[c][-1] for c in target if c in made.stacks}
            found = field_at(t.state, t.rules, t.city, 0, f, first, second)
            assert found == field_sum(made, f, target, covered), (f, place(first))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("join", codes.CHOICES["network_join"])
def test_fast_supply_equals_the_search(seed: int, join: str) -> None:
    made = grown(seed, network_join=join)
    t = made.table
    for name in ("shop", "mall", "mill", "works", "depot", "office", "farm"):
        kind = t.kind(name)
        about = t.rules.kind[kind]
        needed = int(about.sims)
        for first, second in spots(made):
            if second != codes.NO_CELL:
                continue
            got = count_supply(t.state, t.rules, t.city, kind, first, second)
            for sims in {1, max(int(got), 1), int(got) + 1}:
                about.sims = sims
                fast = bool(enough_sims(t.state, t.rules, t.city, kind, first, second))
                assert fast == (got >= sims), (name, place(first), got, sims)
        about.sims = needed


def group_size(made: Builder, group: int, target: list[int], covered: set[int]) -> int:
    """Blocks of the group that a block on these cells would belong to, by a search over pairs of neighbours."""
    t = made.table
    members = [n for n in made.blocks() if n not in covered and group in list(t.rules.kind[t.rules.kind_of[n]].group)]
    lies = {n: cells_of(t, n) for n in members} | {0: target}
    found, waiting = {0}, [0]
    while waiting:
        here = waiting.pop()
        for other in lies:
            if other not in found and steps(lies[here], lies[other]) == 1:
                found.add(other)
                waiting.append(other)
    return len(found)


@pytest.mark.parametrize("seed", SEEDS)
def test_groups_equal_a_search(seed: int) -> None:
    made = grown(seed)
    t = made.table
    ready_groups(t.state, t.rules, t.city)
    for name in ("home", "shop", "mill", "pipe", "wood", "estate"):
        kind = t.kind(name)
        for first, second in spots(made):
            target = [int(c) for c in (first, second) if c != codes.NO_CELL]
            covered = {made.stacks[c][-1] for c in target if c in made.stacks}
            for i, group in enumerate(t.rules.kind[kind].group):
                if group == 0:
                    continue
                if second == codes.NO_CELL:
                    found = group_with(t.state, t.rules, t.city, kind, i, first)
                else:
                    found = long_group_with(t.state, t.rules, t.city, kind, i, first, second)
                assert found == group_size(made, int(group), target, covered), (name, place(first))


def members_linked(made: Builder, no: int, within: int, target: list[int], covered: set[int]) -> tuple[int, int]:
    """Other members of a complex, and their worth, linked to a card on these cells."""
    t = made.table
    rows = {}
    for n in {n for stack in made.stacks.values() for n in stack}:
        about = t.rules.kind[t.rules.kind_of[n]]
        own = [row for row in about.complexes[: about.n_complexes] if row.complex_no == no]
        if own and (about.underground or (n in made.blocks() and n not in covered)):
            rows[n] = (cells_of(t, n), int(own[0].within), int(own[0].worth))
    rows[0] = (target, within, 0)
    found, waiting = {0}, [0]
    while waiting:
        here = rows[waiting.pop()]
        for other, row in rows.items():
            if other not in found and steps(here[0], row[0]) <= max(here[1], row[1]):
                found.add(other)
                waiting.append(other)
    return len(found) - 1, sum(rows[n][2] for n in found)


@pytest.mark.parametrize("seed", SEEDS)
def test_complexes_equal_a_search(seed: int) -> None:
    made = grown(seed)
    t = made.table
    for no in range(t.rules.n_complexes):
        for within in (1, 2, 3):
            for first, second in spots(made):
                target = [int(c) for c in (first, second) if c != codes.NO_CELL]
                covered = {made.stacks[c][-1] for c in target if c in made.stacks}
                wanted = members_linked(made, no, within, target, covered)
                found = linked_members(t.state, t.rules, t.city, no, within, first, second)
                searched = search_members(t.state, t.rules, t.city, no, within, first, second)
                assert tuple(map(int, found)) == wanted
                assert tuple(map(int, searched)) == wanted


def test_the_cities_have_what_is_asked_of_them() -> None:
    """Long blocks, buried pipelines, empty cells that burnt, and bonuses of every kind do occur."""
    longs = pipes = burnt = complexes = 0
    for seed in SEEDS:
        made = grown(seed)
        t = made.table
        longs += any(t.state.cell2[n] for n in made.blocks())
        pipes += int(t.city.n_buried)
        burnt += int(t.city.burnt.sum())
        for first, second in spots(made)[:8]:
            complexes += complex_bonus(t.state, t.rules, t.city, t.kind("hut"), first, second) > 0
    assert min(longs, pipes, burnt, complexes) > 3, (longs, pipes, burnt, complexes)
    assert all(a != b for a, b in pairwise(str(grown(seed).table.on_top()) for seed in (0, 1, 2)))
