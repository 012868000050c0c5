"""What fired in one game of Sim City, read off its trace: rules that no fact tells, and the clauses of the cards.

A clause counts when what it says was seen to happen.  Where a card has several clauses that could have done it, only
what they have in common counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from balance.games.simcity.cards import Card
from balance.games.simcity.clauses import Clause, Selector, forms
from balance.games.simcity.settings import Setup

Line = Mapping[str, Any]
Cell = tuple[int, ...]
LINKED_FROM = 3  # S13: the phase from which power lines join blocks
RULES = ("S13", "S15", "S16", "S17", "S21", "S28")  # counted here; all others are told by facts


def fired(trace: Sequence[Line], setup: Setup) -> Counter[str]:
    """How often each rule of `RULES` and each form of a clause fired in a game."""
    return _Game(setup).read(trace)


class _Game:
    """The city as the trace builds it, and what was counted so far."""

    def __init__(self, setup: Setup) -> None:
        self.cards: Mapping[str, Card] = setup.materials.cards
        self.rules = setup.rules
        self.stacks: dict[Cell, list[tuple[Card, list[Cell]]]] = {}  # each cell's cards with their cells, top last
        self.count: Counter[str] = Counter()

    def read(self, trace: Sequence[Line]) -> Counter[str]:
        """All lines in order; offices change hands in lines behind the turn that did it."""
        recalled: list[Clause] = []
        for line in trace:
            if line["event"] == "turn":
                recalled = self._turn(line)
            elif line["event"] == "office" and line["why"] == "recall":
                self._saw(recalled)
        return self.count

    def _saw(self, candidates: Iterable[Clause], times: int = 1) -> None:
        """One of these clauses acted."""
        shared = [forms(clause) for clause in candidates]
        for form in frozenset.intersection(*shared) if shared else ():
            self.count[form] += times

    def _turn(self, line: Line) -> list[Clause]:
        """Counts a turn's plays; returns the recalls among them."""
        self.count["S28"] += len(line["thrown"]) + len(line["discarded"])
        recalls = []
        for play in line["plays"]:
            if play["type"] == "pass":
                continue
            card = self.cards[play["card"]]
            if play["type"] == "event":
                self._event(card, play, line["seat"])
                recalls += _of(card, "recall")
            elif play["pay"] is not None:
                self._block(card, play, line["phase"])
            else:
                continue
            self._saw(_of(card, "extra_plays"))
        return recalls

    # Blocks -----------------------------------------------------------------------------------------

    def _block(self, card: Card, play: Line, phase: int) -> None:
        pay = play["pay"]
        cells = [tuple(play[key]) for key in ("at", "at2") if play[key] is not None]
        linked = any(clause.scope == "connected" for clause in card.effect)
        powered = self.rules.power_required and card.sims_kind == "need"
        self.count["S13"] += phase >= LINKED_FROM and (linked or powered)
        self.count["S15"] += bool(pay["receives"] or pay["adds"])
        self.count["S16"] += pay["zoning"] != 0
        self.count["S17"] += pay["complex"] != 0
        for kind in ("needs", "forbids"):
            self._saw(_of(card, kind))
        if pay["complex"] != 0:
            self._saw(_of(card, "complex"))
        if play["supply"] is not None and play["supply"]["joined"] and not self.rules.supply_sum:
            self.count["joins_networks"] += 1
        for cell in cells:
            covered = self._top(cell)
            if covered is not None:
                self._saw(_of(covered, "underground"))
        for part in pay["receives"]:
            self._received(card, part, cells)
        for part in pay["adds"]:
            self._added(card, part, cells)
        for cell in cells:
            self.stacks.setdefault(cell, []).append((card, cells))

    def _top(self, cell: Cell) -> Card | None:
        stack = self.stacks.get(cell)
        return stack[-1][0] if stack else None

    def _working(self, cell: Cell, placed: Sequence[Cell]) -> list[Card]:
        """The cards of a cell that still work: the top, unless the placement covers it, and those underground."""
        stack = [card for card, _ in self.stacks.get(cell, ())]
        return [card for card in stack[:-1] if _of(card, "underground")] + [
            card for card in stack[-1:] if cell not in placed or _of(card, "underground")
        ]

    def _received(self, card: Card, part: Line, placed: Sequence[Cell]) -> None:
        """A part of what the placed card receives: from a block, or in one sum."""
        if part["from"] is None:
            self._saw(clause for clause in card.effect if clause.kind == "receives_per" or _is_once(clause))
            return
        blocks = self._working(tuple(part["from"]), placed)
        each = [clause for clause in _of(card, "receives") if not clause.once]
        self._saw(clause for clause in each if any(_matches(clause.selector, block) for block in blocks))

    def _added(self, card: Card, part: Line, placed: Sequence[Cell]) -> None:
        """A part of what a block that lies there adds to the pay of the placed card."""
        blocks = self._working(tuple(part["from"]), placed)
        clauses = [clause for block in blocks for clause in _of(block, "adds") if _matches(clause.selector, card)]
        exact = [clause for clause in clauses if clause.amount == part["amount"]]
        self._saw(exact or clauses)

    # Events -----------------------------------------------------------------------------------------

    def _event(self, card: Card, play: Line, seat: int) -> None:
        if play["removed"]:
            self._saw(_of(card, "destroy"))
        for part in play["money"]:
            if part["amount"] == 0:
                continue
            self.count["S21"] += part["why"] in ("bill", "loss")
            if part["why"] == "bill":
                self._saw(_of(card, "mayor_pays"))
            else:
                kind = "gain" if part["why"] == "gain" else "lose"
                self._saw(clause for clause in _of(card, kind) if _concerns(clause.who, part["seat"], seat))
        if play["election"] is not None:
            self._saw(_of(card, "election"))
        if play["frozen"] is not None:
            self._saw(_of(card, "freeze"))
        self._saw(_of(card, "discard"), sum(len(each["cards"]) for each in play["discards"]))
        for removed in play["removed"]:
            self._remove(tuple(removed["at"]), removed["cards"])

    def _remove(self, at: Cell, cards: Sequence[str]) -> None:
        """Take cards off, the top first: a long block from both its cells, what lay under it cell by cell."""
        _, cells = self.stacks[at][-1]
        for card in cards:
            cell = next(cell for cell in cells if self.stacks[cell] and self.stacks[cell][-1][0].id == card)
            for each in self.stacks[cell][-1][1]:
                self.stacks[each].pop()


def _of(card: Card, kind: str) -> list[Clause]:
    """The clauses of a card that begin with this word."""
    return [clause for clause in card.effect if clause.kind == kind]


def _is_once(clause: Clause) -> bool:
    return clause.kind == "receives" and clause.once


def _matches(selector: Selector | None, card: Card) -> bool:
    """Whether a clause means this card."""
    if selector is None or selector.kind == "any":
        return True
    if selector.kind == "tag":
        return selector.name in card.tags
    return selector.name == (card.zone if selector.kind == "zone" else card.id)


def _concerns(who: str, paid: int, player: int) -> bool:
    """Whether a group may hold the seat that was paid; the mayor may sit anywhere."""
    return {"self": paid == player, "others": paid != player}.get(who, True)
