"""The city on the table: cells, stacks of cards on them, the box they fit in, distances and selectors.

A city never changes; `placed` and `hit` give a new one. A layer is one card where it lies; a long card is one layer
on two cells. A layer on top of its cells is a block; only blocks count, save that an `underground` pipeline under
other cards still matches `tag:` selectors, still adds and stays in its complex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tests.simcity.referee.cards import Card, Selector

Cell = tuple[int, int]


def beside(cell: Cell) -> list[Cell]:
    """The four orthogonal neighbours."""
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


@dataclass(frozen=True, eq=False)
class Layer:
    """One card where it lies: one cell, or the two of a long card, left (or upper) first."""

    card: Card
    cells: tuple[Cell, ...]


def distance(a: Layer, b: Layer) -> int:
    """Orthogonal steps between the nearest cells; 0 for a pipeline under the block itself."""
    return min(abs(ax - bx) + abs(ay - by) for ax, ay in a.cells for bx, by in b.cells)


@dataclass(frozen=True)
class City:
    """Stacks by cell, bottom first; the cells ever occupied, and those a disaster emptied."""

    stacks: dict[Cell, tuple[Layer, ...]] = field(default_factory=dict)
    ever: frozenset[Cell] = frozenset()
    emptied: frozenset[Cell] = frozenset()

    def top(self, cell: Cell) -> Layer | None:
        """The block on this cell."""
        stack = self.stacks.get(cell)
        return stack[-1] if stack else None

    def blocks(self) -> list[Layer]:
        """Every block once."""
        return list(dict.fromkeys(stack[-1] for stack in self.stacks.values()))

    def buried(self) -> list[Layer]:
        """Pipelines that lie under other cards."""
        under = (layer for stack in self.stacks.values() for layer in stack[:-1])
        return list(dict.fromkeys(layer for layer in under if layer.card.has("underground")))

    def home(self, cell: Cell) -> Cell:
        """The cell by which the block on this cell is named: the first of a long block."""
        block = self.top(cell)
        return block.cells[0] if block else cell

    def neighbours(self, block: Layer) -> list[Layer]:
        """The blocks orthogonally beside it."""
        tops = (self.top(near) for cell in block.cells for near in beside(cell))
        return list(dict.fromkeys(other for other in tops if other and other is not block))

    def others(self, block: Layer) -> Iterator[tuple[Layer, bool]]:
        """Every other block (False) and every buried pipeline (True)."""
        for other in self.blocks():
            if other is not block:
                yield other, False
        for pipeline in self.buried():
            yield pipeline, True

    def group(self, start: Layer, members: Iterable[Layer]) -> list[Layer]:
        """The members that hang together orthogonally with `start`, itself among them."""
        allowed = set(members)
        found, edge = {start}, [start]
        while edge:
            for other in self.neighbours(edge.pop()):
                if other in allowed and other not in found:
                    found.add(other)
                    edge.append(other)
        return list(found)

    def total(self, what: str, layers: Iterable[Layer] | None = None) -> int:
        """The sum of crime or pollution over the blocks."""
        return sum(getattr(layer.card, what) for layer in (self.blocks() if layers is None else layers))

    # ----- the table -----

    def fits(self, cells: Iterable[Cell], table: list[int]) -> bool:
        """Whether the box of all cells ever occupied, and these, is small enough."""
        every = self.ever | set(cells)
        width = 1 + max(x for x, _ in every) - min(x for x, _ in every)
        height = 1 + max(y for _, y in every) - min(y for _, y in every)
        return width <= table[0] and height <= table[1]

    def open_cells(self, table: list[int]) -> list[Cell]:
        """The empty cells on which a new block may lie."""
        if self.stacks:
            empty = {near for cell in self.stacks for near in beside(cell)} - self.stacks.keys()
        elif self.ever:
            xs, ys = [x for x, _ in self.ever], [y for _, y in self.ever]
            empty = {
                (x, y)
                for x in range(max(xs) - table[0] + 1, min(xs) + table[0])
                for y in range(max(ys) - table[1] + 1, min(ys) + table[1])
            }
        else:
            empty = {(0, 0)}
        return sorted(cell for cell in empty if self.fits([cell], table))

    # ----- changes -----

    def placed(self, card: Card, cells: tuple[Cell, ...]) -> tuple[City, Layer]:
        """The city with this card on top of these cells, and the block that it is."""
        block = Layer(card, cells)
        stacks = self.stacks | {cell: (*self.stacks.get(cell, ()), block) for cell in cells}
        return City(stacks, self.ever | set(cells), self.emptied - set(cells)), block

    def hit(self, block: Layer, whole_stack: bool) -> tuple[City, list[Card]]:
        """The city after a disaster took this block, and the cards that went, the block itself first.

        The whole stack goes down to the first green card, under the first cell and then under the other; or the
        top card only.
        """
        stacks = dict(self.stacks)
        gone: list[Card] = []

        def take(layer: Layer) -> None:
            gone.append(layer.card)
            for cell in layer.cells:
                stacks[cell] = stacks[cell][:-1]

        take(block)
        if whole_stack:
            for cell in block.cells:
                while stacks[cell] and stacks[cell][-1].card.zone != "green":
                    take(stacks[cell][-1])
        empty = {cell for cell in block.cells if not stacks[cell]}
        left = {cell: stack for cell, stack in stacks.items() if cell not in empty}
        return City(left, self.ever, self.emptied | empty), gone


def matches(selector: Selector, card: Card, is_buried: bool = False) -> bool:
    """Whether the card is one that the selector means; a buried pipeline answers to its tags only."""
    match selector.by:
        case "tag":
            return selector.what in card.tags
        case "zone":
            return not is_buried and card.zone == selector.what
        case "card":
            return not is_buried and card.id == selector.what
        case _:
            return not is_buried
