"""The city at any turn of a trace: which card lies on top where, and what was done to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Line = Mapping[str, Any]
Place = tuple[int, int]


@dataclass
class Block:
    """A card in the city."""

    card: str
    at: Place
    at2: Place | None
    seat: int
    turn: int


@dataclass
class City:
    """All cards of a city, the top one of each cell last."""

    stacks: dict[Place, list[Block]] = field(default_factory=dict)
    burnt: set[Place] = field(default_factory=set)

    def tops(self) -> list[Block]:
        """Every block on top, once, in the order of its place."""
        found: dict[int, Block] = {}
        for place in sorted(self.stacks, key=lambda at: (at[1], at[0])):
            top = self.stacks[place][-1]
            found.setdefault(id(top), top)
        return list(found.values())

    def put(self, block: Block) -> None:
        for place in (block.at, block.at2):
            if place is not None:
                self.stacks.setdefault(place, []).append(block)
                self.burnt.discard(place)

    def take(self, at: Place, cards: Sequence[str]) -> None:
        """Take the named cards off a hit block's cells: itself, then below its first cell, then the second."""
        top = self.stacks[at][-1]
        cells = [place for place in (top.at, top.at2) if place is not None]
        left = list(cards)
        for place in cells:
            while left and self.stacks[place] and self.stacks[place][-1].card == left[0]:
                self._drop(self.stacks[place][-1])
                left.pop(0)
        for place in cells:
            if not self.stacks.get(place):
                self.stacks.pop(place, None)
                self.burnt.add(place)

    def _drop(self, block: Block) -> None:
        for place in (block.at, block.at2):
            if place is not None and block in self.stacks.get(place, []):
                self.stacks[place].remove(block)


def cities(trace: Sequence[Line], until: int | None = None) -> dict[int, City]:
    """The cities after turn ``until`` (None: at the end): 0 for the shared one, or one for each seat of a duel."""
    duel = trace[0]["rules"]["mode"] == "duel"
    found = before(trace)
    for line in trace:
        if line["event"] != "turn" or (until is not None and line["turn"] > until):
            continue
        for play in line["plays"]:
            follow(found, play, line, duel)
    return found


def before(trace: Sequence[Line]) -> dict[int, City]:
    """The empty cities before the first turn."""
    duel = trace[0]["rules"]["mode"] == "duel"
    return {seat: City() for seat in range(trace[0]["players"] if duel else 1)}


def follow(found: Mapping[int, City], play: Line, turn: Line, duel: bool) -> None:
    """Do to the cities what one play of a turn did."""
    if play["type"] == "block" and play["pay"] is not None:
        number, at = _split(play["at"], duel)
        at2 = _split(play["at2"], duel)[1] if play["at2"] else None
        found[number].put(Block(play["card"], at, at2, turn["seat"], turn["turn"]))
    elif play["type"] == "event":
        for hit in play["removed"]:
            number, at = _split(hit["at"], duel)
            found[number].take(at, hit["cards"])


def covered(found: Mapping[int, City], play: Line, duel: bool) -> list[str]:
    """The cards on top where a block is about to be placed, a long one once."""
    cells = [_split(cell, duel) for cell in (play["at"], play["at2"]) if cell]
    tops = [found[number].stacks[at][-1] for number, at in cells if found[number].stacks.get(at)]
    return [top.card for place, top in enumerate(tops) if all(top is not other for other in tops[:place])]


def _split(cell: Sequence[int], duel: bool) -> tuple[int, Place]:
    """Number of the city, and the place in it."""
    return (cell[0], (cell[1], cell[2])) if duel else (0, (cell[0], cell[1]))
