"""Which other cards of the city lie where a clause looks for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.simcity.referee.cards import Reach, Selector
from tests.simcity.referee.city import City, Layer, distance, matches
from tests.simcity.referee.supply import powered


class Surroundings:
    """The city around one block that lies in it, seen in the phase before the play."""

    def __init__(self, city: City, block: Layer, phase: int, rules: Mapping[str, Any]) -> None:
        self.city = city
        self.block = block
        self.connected = powered(city, block, phase, rules)

    def reaches(self, other: Layer, is_buried: bool, reach: Reach) -> bool:
        """Whether the other lies within `reach`; the lines of a buried pipeline are dead, its place is not."""
        if reach == "city":
            return True
        if reach == "connected":
            return other in self.connected or (is_buried and distance(self.block, other) <= 1)
        return distance(self.block, other) <= reach

    def matching(self, selector: Selector, reach: Reach) -> list[Layer]:
        """The other blocks, and buried pipelines, that the selector means."""
        return [
            other
            for other, is_buried in self.city.others(self.block)
            if matches(selector, other.card, is_buried) and self.reaches(other, is_buried, reach)
        ]

    def blocks(self, reach: Reach) -> list[Layer]:
        """The other blocks within `reach`."""
        return [
            other
            for other, is_buried in self.city.others(self.block)
            if not is_buried and self.reaches(other, False, reach)
        ]
