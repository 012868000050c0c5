"""Sims: which houses reach a block over neighbours, road and rail, and what power lines connect.

Everything is reckoned with the block already lying in the city. A network is walked over pairs (block, kind): two
neighbouring blocks of one kind where their lines meet, and road to rail inside a rapid transit station.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from tests.simcity.referee.city import City, Layer, beside

Node = tuple[Layer, str]


def _lines_meet(a: Layer, b: Layer, direction: str, kind: str, rules: Mapping[str, Any]) -> bool:
    """Whether two neighbouring blocks are joined by a kind of line across this direction."""
    if rules["network_join"] == "any":
        return bool(a.card.lines(kind)) and bool(b.card.lines(kind))
    return direction in a.card.lines(kind) and direction in b.card.lines(kind)


def _is_station(block: Layer) -> bool:
    return block.card.has("joins_networks") and bool(block.card.road) and bool(block.card.rail)


def walk(
    city: City, starts: Collection[Node], kinds: Collection[str], stations: bool, rules: Mapping[str, Any]
) -> set[Node]:
    """Every (block, kind) that the lines reach from the starts, these included."""
    found, edge = set(starts), list(starts)

    def reach(node: Node) -> None:
        if node not in found:
            found.add(node)
            edge.append(node)

    while edge:
        block, kind = edge.pop()
        for x, y in block.cells:
            for near in beside((x, y)):
                other = city.top(near)
                direction = "h" if near[1] == y else "v"
                if other and other is not block and _lines_meet(block, other, direction, kind, rules):
                    reach((other, kind))
        if stations and _is_station(block):
            for change in kinds:
                reach((block, change))
    return found


def joined(city: City, block: Layer, kind: str, stations: bool, rules: Mapping[str, Any]) -> set[Layer]:
    """The other blocks that a network joins with this one, leaving it by this kind of line.

    Both ends carry the kind by which the network comes in; with `network_ends` "touch" an end may also lie beside
    a cell of the network.
    """
    touch = rules["network_ends"] == "touch"
    kinds = ("road", "rail") if stations else (kind,)
    ends = [block, *city.neighbours(block)] if touch else [block]
    starts = [(end, kind) for end in ends if end.card.lines(kind)]
    nodes = {layer for layer, _ in walk(city, starts, kinds, stations, rules)}
    if touch:
        nodes |= {near for layer in nodes for near in city.neighbours(layer)}
    return nodes - {block}


@dataclass(frozen=True)
class Supply:
    """Sims that reach a block: from neighbours, over road and over rail (without stations), and what counts."""

    needed: int
    neighbours: int
    road: int
    rail: int
    joined: bool
    got: int

    def shown(self) -> dict[str, Any]:
        """As the trace shows it."""
        return dict(vars(self))


def supply(city: City, block: Layer, rules: Mapping[str, Any]) -> Supply:
    """What is supplied to a block that lies in the city; each house counts once."""
    near = set(city.neighbours(block))

    def sims(blocks: set[Layer]) -> int:
        return sum(house.card.houses for house in blocks)

    road, rail = (joined(city, block, kind, False, rules) for kind in ("road", "rail"))
    either = max(sims(near | road), sims(near | rail))
    far_road, far_rail = (joined(city, block, kind, True, rules) for kind in ("road", "rail"))
    got = max(sims(near | far_road), sims(near | far_rail))
    if rules["supply_sum"]:
        got = sims(near | far_road | far_rail)
    return Supply(block.card.needs_sims, sims(near), sims(road), sims(rail), got > either, got)


def powered(city: City, block: Layer, phase: int, rules: Mapping[str, Any]) -> set[Layer]:
    """What is `connected` to a block: its neighbours, and from phase 3 what power lines join with it."""
    near = set(city.neighbours(block))
    return near | joined(city, block, "power", False, rules) if phase >= 3 else near
