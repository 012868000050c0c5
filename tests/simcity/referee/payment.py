"""What a block pays: value, receives, adds, zoning, complex and rebuilding, each worked out and compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.simcity.referee.city import Cell, City, Layer, distance, matches
from tests.simcity.referee.reach import Surroundings

ZONING_ZONES = ("orange", "navy", "brown")


@dataclass(frozen=True)
class Pay:
    """What a placement earns. `receives` and `adds` are amounts by the cell they come from.

    `loose` are receipts that come from no single cell: the amount, and the cells a trace may name for it.
    """

    value: int
    receives: Mapping[Cell, int]
    loose: list[tuple[int, list[Cell]]]
    adds: Mapping[Cell, int]
    zoning: int
    complex: int
    rebuilding: int

    def total(self, rules: Mapping[str, Any]) -> int:
        earned = sum(self.receives.values()) + sum(amount for amount, _ in self.loose) + sum(self.adds.values())
        total = self.value + earned + self.zoning + self.complex + self.rebuilding
        return total if rules["negative_pay"] else max(0, total)


def _receives(around: Surroundings) -> tuple[Counter[Cell], list[tuple[int, list[Cell]]]]:
    city, block = around.city, around.block
    by_cell: Counter[Cell] = Counter()
    loose: list[tuple[int, list[Cell]]] = []
    for clause in block.card.all_of("receives"):
        if clause.per:
            others = around.blocks(clause.reach)
            loose.append((clause.number * (max(0, city.total(clause.word, others)) // clause.per), []))
            continue
        same_name = [other for other in city.blocks() if other is not block and other.card.name == block.card.name]
        if clause.first_copy and same_name:
            continue
        assert clause.selector
        found = around.matching(clause.selector, clause.reach)
        if clause.once and found:
            loose.append((clause.number, [city.home(other.cells[0]) for other in found]))
        elif not clause.once:
            for other in found:
                by_cell[city.home(other.cells[0])] += clause.number
    return by_cell, loose


def _adds(around: Surroundings) -> Counter[Cell]:
    by_cell: Counter[Cell] = Counter()
    for other, is_buried in around.city.others(around.block):
        for clause in other.card.all_of("adds"):
            assert clause.selector
            if matches(clause.selector, around.block.card) and around.reaches(other, is_buried, clause.reach):
                by_cell[around.city.home(other.cells[0])] += clause.number
    return by_cell


def largest_kind(city: City, block: Layer) -> int:
    """The size of the largest zoning group that the block belongs to, 0 if its kind makes none."""
    card, blocks = block.card, city.blocks()
    kinds = []
    if card.zone in ZONING_ZONES:
        kinds.append([other for other in blocks if other.card.zone == card.zone])
    if card.zone == "green":
        kinds.append([other for other in blocks if other.card.zone == "green" and other.card.name == card.name])
    if card.zone == "green" and "water" in card.tags:
        kinds.append([other for other in blocks if other.card.zone == "green" and "water" in other.card.tags])
    return max((len(city.group(block, kind)) for kind in kinds), default=0)


def _zoning(city: City, block: Layer, rules: Mapping[str, Any]) -> int:
    size = largest_kind(city, block)
    return rules["zoning_pay"] * (size - 1) if size and size >= rules["zoning_min"] else 0


def _complexes(city: City, block: Layer, rules: Mapping[str, Any]) -> int:
    total = 0
    for name in {clause.name for clause in block.card.all_of("complex")}:
        members = {}
        for layer in [block, *(other for other, _ in city.others(block))]:
            for clause in layer.card.all_of("complex"):
                if clause.name == name:
                    members[layer] = clause
        found, edge = {block}, [block]
        while edge:
            one = edge.pop()
            for other, clause in members.items():
                links = [reach for reach in (members[one].reach, clause.reach) if isinstance(reach, int)]
                if other not in found and distance(one, other) <= max(links):
                    found.add(other)
                    edge.append(other)
        if len(found) >= rules["complex_min"]:
            total += sum(members[other].number for other in found if other is not block)
    return total


def pay_of(city: City, block: Layer, on_emptied: bool, phase: int, rules: Mapping[str, Any]) -> Pay:
    """What the block pays that has just been placed; `phase` is that before the play."""
    around = Surroundings(city, block, phase, rules)
    receives, loose = _receives(around)
    return Pay(
        value=block.card.value,
        receives=receives,
        loose=loose,
        adds=_adds(around),
        zoning=_zoning(city, block, rules),
        complex=_complexes(city, block, rules),
        rebuilding=rules["rebuilding"] if on_emptied else 0,
    )


def _shown_amounts(city: City, entries: list[dict[str, Any]], cells: list[Cell | None]) -> Counter[Cell | None]:
    amounts: Counter[Cell | None] = Counter()
    for entry, cell in zip(entries, cells, strict=True):
        amounts[city.home(cell) if cell else None] += entry["amount"]
    return amounts


def _differences(what: str, expected: Mapping[Any, int], shown: Mapping[Any, int]) -> list[str]:
    faults = []
    for cell in dict.fromkeys([*expected, *shown]):
        right, found = expected.get(cell, 0), shown.get(cell, 0)
        if right != found:
            place = "no single block" if cell is None else f"the block at {list(cell)}"
            faults.append(f"{what} from {place}: {right}, but the trace says {found}")
    return faults


def compare_pay(
    city: City, pay: Pay, shown: dict[str, Any], places: dict[str, list[Cell | None]], rules: Mapping[str, Any]
) -> list[str]:
    """What is wrong in the `pay` of a trace; `places` holds its `from` cells, read."""
    faults = [
        f"{part} pays {right}, but the trace says {shown[part]}"
        for part, right in [
            ("value", pay.value),
            ("zoning", pay.zoning),
            ("complex", pay.complex),
            ("rebuilding", pay.rebuilding),
            ("total", pay.total(rules)),
        ]
        if shown[part] != right
    ]
    received = _shown_amounts(city, shown["receives"], places["receives"])
    expected: Counter[Cell | None] = Counter(pay.receives)
    for amount, cells in pay.loose:
        named = [cell for cell in cells if received[cell] - expected[cell] == amount]
        expected[named[0] if named else None] += amount
    faults += _differences("receives", expected, received)
    faults += _differences("adds", pay.adds, _shown_amounts(city, shown["adds"], places["adds"]))
    return faults
