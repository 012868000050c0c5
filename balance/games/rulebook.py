"""A game's RULES.md as data: its rules by id, and the table of rulings that a designer may change.

The document has a section `## <id> <title>` for each rule; the rulings of a rule stand in one table of
`| ruling | sentence |` under it.  A malformed document is a mistake of the package: ValueError.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from pydantic import BaseModel

from balance.games.fields import admitted, rule_id

HEADING = re.compile(r"^## ([A-Z]+[0-9]+) +(\S.*)$")
RULING = re.compile(r"^\| *`([a-z0-9_]+)` *\| *(\S.*?) *\|$")
TABLE_HEAD = re.compile(r"^\| *ruling *\| *sentence *\|$")


@dataclass(frozen=True)
class Rule:
    """One section: its id, its title, its text without the table, and (key, sentence) of its rulings."""

    id: str
    title: str
    text: str
    rulings: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Rulebook:
    """All rules of a game, in the order of the document."""

    rules: tuple[Rule, ...]

    @cached_property
    def ids(self) -> tuple[str, ...]:
        return tuple(rule.id for rule in self.rules)

    @cached_property
    def rulings(self) -> dict[str, tuple[str, str]]:
        """Ruling key → (id of its rule, its sentence)."""
        return {key: (rule.id, sentence) for rule in self.rules for key, sentence in rule.rulings}

    def rule(self, rule: str) -> Rule:
        """The rule with this id; KeyError if there is none."""
        if rule not in self.ids:
            raise KeyError(f"no rule {rule}; there are {self.ids[0]} to {self.ids[-1]}")
        return self.rules[self.ids.index(rule)]


def parse(text: str) -> Rulebook:
    """RULES.md → rules; ValueError for an id or a ruling that appears twice, or a row that does not parse."""
    rules: list[Rule] = []
    parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    for part in parts[1:]:
        head, *lines = part.splitlines()
        match = HEADING.match(head)
        if match is None:
            raise ValueError(f"not a rule heading: {head!r}; write '## <id> <title>'")
        rules.append(_section(match[1], match[2], lines))
    book = Rulebook(tuple(rules))
    for names in (book.ids, [key for rule in rules for key, _ in rule.rulings]):
        twice = sorted({name for name in names if list(names).count(name) > 1})
        if twice:
            raise ValueError(f"defined twice: {', '.join(twice)}")
    return book


def _section(rule: str, title: str, lines: list[str]) -> Rule:
    """Split a section into text and rulings; other tables stay in the text."""
    start = next((n for n, line in enumerate(lines) if TABLE_HEAD.match(line)), len(lines))
    end = start
    while end < len(lines) and lines[end].startswith("|"):
        end += 1
    rulings = []
    for line in lines[start + 2 : end]:  # after the head and its rule of dashes
        row = RULING.match(line)
        if row is None:
            raise ValueError(f"not a row of rulings under {rule}: {line!r}")
        rulings.append((row[1], row[2]))
    return Rule(rule, title, "\n".join(lines[:start] + lines[end:]).strip(), tuple(rulings))


class _Settings(Protocol):
    @property
    def MODEL(self) -> type[BaseModel]: ...

    def defaults(self, players: int | None = None) -> dict[str, Any]: ...


class _Game(Protocol):
    @property
    def rules_text(self) -> str: ...

    @property
    def rulings_ja(self) -> Mapping[str, str]: ...

    @property
    def seats(self) -> tuple[int, int]: ...

    @property
    def settings(self) -> _Settings: ...


@dataclass(frozen=True)
class RulingRow:
    """One line of `balance list rules`."""

    key: str
    default: Any
    by_players: Mapping[int, Any]  # the default where a number of players has its own
    range: str
    id: str
    sentence: str
    sentence_ja: str


def ruling_table(game: _Game) -> list[RulingRow]:
    """Every ruling of a game with default, range, rule and sentence, in the order of the defaults."""
    settings = game.settings
    sentences = parse(game.rules_text).rulings
    usual = settings.defaults()["rules"]
    low, high = game.seats
    counts = {players: settings.defaults(players)["rules"] for players in range(low, high + 1)}
    return [
        RulingRow(
            key,
            default,
            {players: rules[key] for players, rules in counts.items() if rules[key] != default},
            admitted(settings.MODEL, key),
            rule_id(settings.MODEL, key),
            sentences[key][1],
            game.rulings_ja[key],
        )
        for key, default in usual.items()
    ]
