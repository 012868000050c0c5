"""Knobs of a sweep: values of a scenario that are varied, and the scenario of each combination."""

from __future__ import annotations

import dataclasses
import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from balance.errors import UserError
from balance.experiment.scenario import Scenario, load
from balance.experiment.toml_text import parse_value, plain
from balance.games.fields import literal, show
from balance.stats.factorial import Design

FLAG = "--vary"
RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})")
MOST_LEVELS = 16
MOST_CELLS = 64
FIXED = ("seed", "games", "game", "extends", "title", "title_ja", "question", "question_ja", "expect")


@dataclass(frozen=True)
class Knob:
    """A dotted path of a scenario and the values that it takes, in the order given."""

    path: str
    values: tuple[Any, ...]

    def words(self, level: int) -> str:
        """A value as it is typed."""
        value = self.values[level]
        return value if isinstance(value, str) else literal(value)


def knob(text: str) -> Knob:
    """A knob from a flag such as ``rules.hire_cost=1..4`` or ``rules.riot=once,off``.  Raises UserError."""
    path, equals, given = text.partition("=")
    path = ".".join(plain(part) for part in path.split("."))
    if not equals or not path or not plain(given):
        raise UserError(
            f"{show(text)} varies nothing; write it as rules.hire_cost=1..4 or rules.riot=once,off", place=FLAG
        )
    if path.partition(".")[0] in FIXED:
        raise UserError(f"{path} is no knob: all cells share it; vary rules, seats or players", place=FLAG)
    place = f"{FLAG} {path}"
    values = _values(plain(given), place)
    if len(values) < 2:
        raise UserError(f"has one value only ({given}); give two or more, such as 1..4 or once,off", place=place)
    if len(values) > MOST_LEVELS:
        raise UserError(f"has {len(values)} values; give at most {MOST_LEVELS}", place=place)
    for n, value in enumerate(values):
        if any(value == other and type(value) is type(other) for other in values[:n]):
            raise UserError(f"names {show(value)} twice; give each value once", place=place)
    return Knob(path, tuple(values))


def _values(text: str, place: str) -> list[Any]:
    """The values of a list: a TOML list, or words, numbers and ranges with commas between."""
    if text.startswith("["):
        value = _parsed(text, place)
        return value if isinstance(value, list) else [value]
    found: list[Any] = []
    for part in map(plain, text.split(",")):
        match = RANGE.fullmatch(part)
        if match is None:
            found.append(_parsed(part, place))
            continue
        low, high = int(match[1]), int(match[2])
        if low > high:
            raise UserError(f"{part} is upside down; give the lower number first", place=place)
        if high - low >= MOST_LEVELS:
            raise UserError(f"{part} has {high - low + 1} values; give at most {MOST_LEVELS}", place=place)
        found += range(low, high + 1)
    return found


def _parsed(text: str, place: str) -> Any:
    try:
        return parse_value(text)
    except UserError as error:
        raise UserError(error.message, place=place) from None


@dataclass(frozen=True)
class Grid:
    """A scenario, the knobs that vary it, the design, and the scenario of each cell that is played."""

    base: Scenario
    knobs: tuple[Knob, ...]
    design: Design
    scenarios: tuple[Scenario, ...]

    def reference(self, knob: int) -> int:
        """The level that the base itself has, else the first."""
        found = _at(self.base, self.knobs[knob].path)
        values = self.knobs[knob].values
        return values.index(found) if found in values else 0

    @property
    def varies_players(self) -> bool:
        return any(each.path == "players" for each in self.knobs)


def grid(
    source: str,
    texts: Sequence[str],
    fraction: int = 1,
    overrides: Sequence[str] = (),
    players: Sequence[str] = (),
    games: int | None = None,
    seed: int | None = None,
) -> Grid:
    """The cells of a sweep, each a scenario checked as a whole.  Raises UserError."""
    base = load(source, overrides, players, games, seed)
    knobs = tuple(map(knob, texts))
    if not knobs:
        raise UserError("varies nothing; give a knob, such as --vary rules.hire_cost=1..4", place=FLAG)
    paths = [each.path for each in knobs]
    for n, path in enumerate(paths):
        if path in paths[:n]:
            raise UserError(f"{path} is varied twice; give all its values at once", place=FLAG)
    design = _design(knobs, fraction)
    scenarios = [_cell(source, base, knobs, cell, overrides, players) for cell in design.cells]
    return Grid(base, knobs, design, tuple(scenarios))


def _design(knobs: Sequence[Knob], fraction: int) -> Design:
    """The design of these knobs, refused where it is too large or tells too little."""
    levels = tuple(len(each.values) for each in knobs)
    if not 1 <= fraction <= MOST_LEVELS:
        raise UserError(f"{fraction} is not allowed; give a whole number from 1 to {MOST_LEVELS}", place="--fraction")
    count = math.prod(levels)
    if count > MOST_CELLS * MOST_LEVELS:
        raise UserError(f"{_size(levels)} cells are far more than {MOST_CELLS}; vary fewer knobs or values", place=FLAG)
    design = Design(levels, fraction)
    if len(design.cells) > MOST_CELLS:
        enough = -(-count // MOST_CELLS)
        raise UserError(
            f"{_size(levels)} cells, of which {len(design.cells)} would be played, are more than {MOST_CELLS}; vary "
            f"fewer knobs or values, or play one cell in {max(enough, fraction + 1)} with --fraction",
            place=FLAG,
        )
    if not design.has_mains:
        raise UserError(
            f"one cell in {fraction} of {_size(levels)} does not tell the knobs apart; give a smaller number",
            place="--fraction",
        )
    return design


def _size(levels: Sequence[int]) -> str:
    product = " × ".join(map(str, levels))
    return f"{product} = {math.prod(levels)}" if len(levels) > 1 else product


def _cell(
    source: str,
    base: Scenario,
    knobs: Sequence[Knob],
    cell: Sequence[int],
    overrides: Sequence[str],
    players: Sequence[str],
) -> Scenario:
    """The scenario with the knobs at these levels."""
    settings = {each.path: each.values[level] for each, level in zip(knobs, cell, strict=True)}
    texts = [*overrides, *(f"{path}={_toml(value)}" for path, value in settings.items())]
    count = settings.get("players", base.players)
    own_seats = any(path.partition(".")[0] == "seats" for path in settings)
    if count != base.players and type(count) is int and count > 0 and not own_seats:
        # The first of the base's seats, again from the first where there are more.
        seats = [base.seats[n % len(base.seats)] for n in range(min(count, 64))]
        texts.append(f"seats={_toml([seat.resolved() for seat in seats])}")
        players = ()
    try:
        scenario = load(source, texts, players, base.games, base.seed)
    except UserError as error:
        said = ", ".join(f"{each.path}={each.words(level)}" for each, level in zip(knobs, cell, strict=True))
        where = error.place.removeprefix("--set ") if error.place else ""
        raise UserError(f"with {said} it cannot be played ({where}: {error.message})", place=FLAG) from None
    return dataclasses.replace(scenario, name=base.name, title=base.title, title_ja=base.title_ja)


def _toml(value: Any) -> str:
    """A value as TOML writes it in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _at(scenario: Scenario, path: str) -> Any:
    """The value at a dotted path of a resolved scenario, None if there is none."""
    value: Any = scenario.resolved()
    for part in path.split("."):
        if isinstance(value, list):
            value = value[int(part)] if part.isdecimal() and int(part) < len(value) else None
        else:
            value = value.get(part) if isinstance(value, dict) else None
    return value
