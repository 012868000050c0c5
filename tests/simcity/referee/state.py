"""The state of a game as the referee knows it, and the book in which it notes faults."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.simcity.referee.cards import Card
from tests.simcity.referee.city import Cell, City

Line = dict[str, Any]


@dataclass(frozen=True)
class Fault:
    """One breach: number of the trace's line (from 1), the rule it breaks, and what is wrong in a sentence."""

    line: int
    rule: str
    sentence: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.rule}: {self.sentence}"


@dataclass
class Book:
    """The faults found so far; `line` is the line being judged."""

    line: int = 0
    faults: list[Fault] = field(default_factory=list)

    def fault(self, rule: str, sentence: str) -> None:
        self.faults.append(Fault(self.line, rule, sentence))

    def check(self, holds: bool, rule: str, sentence: str) -> bool:
        """Notes the sentence unless it holds; says whether it does."""
        if not holds:
            self.fault(rule, sentence)
        return holds

    def equal(self, rule: str, what: str, expected: object, shown: object) -> bool:
        return self.check(expected == shown, rule, f"{what} is {expected!r}, but the trace says {shown!r}")


@dataclass
class Game:
    """Everything on and around the table; one city, deck and discards, or in a duel one each."""

    cards: dict[str, Card]
    rules: dict[str, Any]
    players: int
    start_player: int
    hands: list[list[str]]
    decks: list[list[str]]
    long_deck: list[str]
    funds: list[int]
    book: Book
    cities: list[City] = field(default_factory=list)
    discards: list[list[str]] = field(default_factory=list)
    council: list[list[str]] = field(default_factory=list)
    phase: int = 1
    mayor: int | None = None
    governor: int | None = None
    chairman: int | None = None
    governor_served: bool = False
    frozen: dict[str, int] = field(default_factory=dict)  # zone -> the turn from which it may be placed again
    best_orange: int = 0  # the largest orange zoning bonus ever paid
    turn: int = 0
    passes: int = 0  # turns passed running, each on an empty deck
    target_reached: bool = False

    def __post_init__(self) -> None:
        self.cities = [City() for _ in range(self.players if self.is_duel else 1)]
        self.discards = [[] for _ in self.decks]
        self.council = [[] for _ in range(self.players)]
        self.phase = 3 if self.is_duel else 1

    @property
    def mode(self) -> str:
        return self.rules["mode"]

    @property
    def is_duel(self) -> bool:
        return self.mode == "duel"

    def own(self, seat: int) -> int:
        """The number of the city and the deck that this seat uses."""
        return seat if self.is_duel else 0

    def city(self, seat: int) -> City:
        return self.cities[self.own(seat)]

    def deck(self, seat: int) -> list[str]:
        return self.decks[self.own(seat)]

    def discard(self, seat: int, cards: Iterable[str]) -> None:
        """Puts cards on top of the discards, one after the other."""
        self.discards[self.own(seat)].extend(cards)

    def left_of(self, seat: int) -> list[int]:
        """The other seats, from the left neighbour on."""
        return [(seat + step) % self.players for step in range(1, self.players)]

    def take_from_hand(self, seat: int, card: str, what: str) -> None:
        """The card leaves the hand, where it must have been."""
        if self.book.check(card in self.hands[seat], "hand", f"seat {seat} {what} {card}, which is not in his hand"):
            self.hands[seat].remove(card)

    def place(self, shown: list[int], seat: int) -> Cell:
        """A place of the trace; in a duel it names the city too, which must be this seat's."""
        if self.is_duel:
            owner, *shown = shown
            self.book.check(owner == seat, "duel", f"seat {seat} builds in his own city, not in that of seat {owner}")
        x, y = shown
        return x, y
