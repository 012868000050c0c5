"""Reads a card table (CSV) and the little language of its `effect` column.

`read_table` takes the text of the CSV and gives every card by its id. The reader expects a valid table: anything
it cannot understand raises `ValueError`, since a wrong table is the scenario's fault and not the game's.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import Literal

ZONES = ("green", "aqua", "orange", "navy", "brown", "grey", "red", "gold")
Reach = int | Literal["city", "connected"]


@dataclass(frozen=True)
class Selector:
    """`any`, or the zone, tag or card id that a block must have."""

    by: str
    what: str = ""


@dataclass(frozen=True)
class Clause:
    """One clause of an effect: its verb and whatever stands behind it; `number` may be negative."""

    verb: str
    number: int = 0
    dice: int = 0  # destroy: how many dice are thrown, with `number` faces each
    selector: Selector | None = None
    reach: Reach = 1
    once: bool = False
    first_copy: bool = False
    per: int = 0  # for each full `per` of the sum of `word` (crime or pollution)
    each_lost: bool = False
    word: str = ""  # crime | pollution | any | line | square | self | others | all | mayor | governor | chairman
    name: str = ""  # of a complex
    zone: str = ""  # of destroy and freeze


@dataclass(frozen=True)
class Card:
    """One row of the table; lines are sets of `h` and `v`, `limit` 0 means no limit."""

    id: str
    name: str
    kind: str
    zone: str
    phase: int
    value: int
    sims: int
    sims_kind: str
    crime: int
    pollution: int
    road: frozenset[str]
    rail: frozenset[str]
    power: frozenset[str]
    limit: int
    cost: int
    tags: frozenset[str]
    clauses: tuple[Clause, ...]

    @property
    def houses(self) -> int:
        """Sims that live here."""
        return self.sims if self.sims_kind == "supply" else 0

    @property
    def needs_sims(self) -> int:
        """Sims that must be supplied before the block may be placed."""
        return self.sims if self.sims_kind == "need" else 0

    def lines(self, kind: str) -> frozenset[str]:
        """The directions in which it carries road, rail or power."""
        return {"road": self.road, "rail": self.rail, "power": self.power}[kind]

    def all_of(self, verb: str) -> list[Clause]:
        return [clause for clause in self.clauses if clause.verb == verb]

    def has(self, verb: str) -> bool:
        return bool(self.all_of(verb))


class _Words:
    """The words of a clause, taken one after the other."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.rest = text.split()

    def take(self) -> str:
        if not self.rest:
            raise ValueError(f"the clause {self.text!r} ends too early")
        return self.rest.pop(0)

    def number(self) -> int:
        return int(self.take())

    def one_of(self, *allowed: str) -> str:
        word = self.take()
        if word not in allowed:
            raise ValueError(f"{word!r} in the clause {self.text!r} is none of {', '.join(allowed)}")
        return word

    def comes(self, word: str) -> bool:
        """Takes the next word if it is this one."""
        if self.rest[:1] == [word]:
            self.rest.pop(0)
            return True
        return False

    def selector(self) -> Selector:
        word = self.take()
        if word == "any":
            return Selector("any")
        by, colon, what = word.partition(":")
        if by not in ("zone", "tag", "card") or not colon or not what or (by == "zone" and what not in ZONES):
            raise ValueError(f"{word!r} in the clause {self.text!r} selects nothing")
        return Selector(by, what)

    def reach(self) -> Reach:
        if self.comes("connected"):
            return "connected"
        if self.comes("within"):
            return "city" if self.comes("city") else self.number()
        return 1


def _earning(verb: str, words: _Words) -> Clause:
    number = words.number()
    if verb == "receives" and words.comes("per"):
        per, word = words.number(), words.one_of("crime", "pollution")
        return Clause(verb, number, per=per, word=word, reach=words.reach())
    selector, reach = words.selector(), words.reach()
    once = words.comes("once")
    if not once:
        words.comes("each")
    return Clause(verb, number, selector=selector, reach=reach, once=once, first_copy=words.comes("first_copy"))


def _destroy(words: _Words) -> Clause:
    size = words.take()
    found = re.fullmatch(r"(2?d)?(\d+)", size)
    if not found:
        raise ValueError(f"{size!r} in the clause {words.text!r} is no number and no dice")
    dice = {None: 0, "d": 1, "2d": 2}[found[1]]
    shape = words.one_of("any", "line", "square")
    zone = words.one_of(*ZONES) if words.comes("zone") else ""
    return Clause("destroy", int(found[2]), dice=dice, word=shape, zone=zone)


def _bill(words: _Words) -> Clause:
    number = words.number()
    if words.comes("each"):
        words.one_of("lost")
        return Clause("mayor_pays", number, each_lost=True)
    if words.comes("per"):
        return Clause("mayor_pays", number, per=words.number(), word=words.one_of("crime", "pollution"))
    return Clause("mayor_pays", number)


def read_clause(text: str) -> Clause:
    """One clause, e.g. `receives 2 tag:farm within 3 each`."""
    words = _Words(text)
    verb = words.take()
    match verb:
        case "receives" | "adds":
            clause = _earning(verb, words)
        case "complex":
            clause = Clause(verb, name=words.take(), number=words.number(), reach=words.reach())
        case "needs" | "forbids":
            clause = Clause(verb, selector=words.selector(), reach=words.reach())
        case "extra_plays":
            clause = Clause(verb, words.number())
        case "joins_networks" | "underground":
            clause = Clause(verb)
        case "destroy":
            clause = _destroy(words)
        case "mayor_pays":
            clause = _bill(words)
        case "gain" | "lose":
            clause = Clause(verb, words.number(), word=words.one_of("self", "others", "all", "mayor"))
        case "election":
            clause = Clause(verb, word=words.one_of("governor", "chairman"))
        case "recall":
            clause = Clause(verb, word=words.one_of("mayor"))
        case "freeze":
            clause = Clause(verb, zone=words.one_of(*ZONES), number=words.number())
        case "discard":
            clause = Clause(verb, words.number(), word=words.one_of("others"))
        case _:
            raise ValueError(f"{verb!r} begins no clause")
    if words.rest:
        raise ValueError(f"{' '.join(words.rest)!r} is too much in the clause {text!r}")
    return clause


def read_card(row: dict[str, str]) -> Card:
    """One row of the table, every field as text; empty numbers are 0."""

    def number(column: str) -> int:
        return int(row.get(column) or 0)

    return Card(
        id=row["id"],
        name=row.get("name") or row["id"],
        kind=row["kind"],
        zone=row.get("zone") or "",
        phase=int(row.get("phase") or 1),
        value=number("value"),
        sims=number("sims"),
        sims_kind=row.get("sims_kind") or "",
        crime=number("crime"),
        pollution=number("pollution"),
        road=frozenset(row.get("road") or ""),
        rail=frozenset(row.get("rail") or ""),
        power=frozenset(row.get("power") or ""),
        limit=number("limit"),
        cost=number("cost"),
        tags=frozenset(re.split(r"[\s;,|]+", row.get("tags") or "")) - {""},
        clauses=tuple(read_clause(part) for part in (row.get("effect") or "").split(";") if part.strip()),
    )


def read_table(text: str) -> dict[str, Card]:
    """The cards of a CSV table by their id."""
    cards = [read_card(row) for row in csv.DictReader(io.StringIO(text))]
    return {card.id: card for card in cards}
