"""The parts of a scenario that mean the same for every game, checked one by one.

Each check returns the value in its resolved form or raises UserError, whose ``place`` is the dotted path that
``--set`` takes: ``seats.0.player`` is the player of seat 0.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from balance.errors import UserError, suggestion
from balance.experiment.toml_text import plain
from balance.games.fields import dotted, either, show

Row = tuple[str, dict[str, float], tuple[str, ...]]  # of `[[seats]]`

LARGEST_WEIGHT = 1_000_000
LONGEST_TEXT = 4_000
METRIC = re.compile(r"[a-z][a-z0-9_]*")
CLAIMS = ("within", "min", "max", "unchanged_from")  # what an expectation may say, one of them
EXPECT_KEYS = ("metric", "where", *CLAIMS, "margin", "level", "undecided")
EXPECT_WORDS = {"level": ("error", "warn"), "undecided": ("fail", "pass")}  # the first is the default


class Player(Protocol):
    """What a scenario needs to know of a scripted player: its weights by name, with their defaults."""

    @property
    def weights(self) -> Mapping[str, float]: ...


def inside(place: str, key: str) -> str:
    """The place of ``key`` in the table at ``place``; the file itself is ``""``."""
    return f"{place}.{dotted(key)}" if place else dotted(key)


def known_keys(table: Mapping[str, Any], known: Iterable[str], place: str = "") -> None:
    """Refuse a key that is not ``known``, naming the nearest that is."""
    options = list(known)
    for key in table:
        if key not in options:
            raise UserError(f"unknown key{suggestion(key, options)}", place=inside(place, key))


def integer(value: object, low: int, high: int, place: str) -> int:
    """A whole number from ``low`` to ``high``; true and 1.0 are none."""
    if type(value) is not int or not low <= value <= high:
        raise UserError(f"{show(value)} is not allowed; give a whole number from {low} to {high}", place=place)
    return value


def text(value: object, place: str) -> str:
    """A text as it stands."""
    if not isinstance(value, str):
        raise UserError(f"{show(value)} is not allowed; give a text in quotes", place=place)
    if len(value) > LONGEST_TEXT:
        raise UserError(f"has {len(value)} characters; give at most {LONGEST_TEXT}", place=place)
    return value


def number(value: object, place: str, low: float = -math.inf, high: float = math.inf) -> float:
    """A finite number; a whole one stays whole."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise UserError(f"{show(value)} is not allowed; give a number such as 0.5", place=place)
    if not low <= value <= high:
        limits = f"from {low:.15g} to {high:.15g}" if math.isfinite(high) else f"of at least {low:.15g}"
        raise UserError(f"{show(value)} is out of range; give a number {limits}", place=place)
    return value


def table(value: object, place: str) -> dict[str, Any]:
    """A table of keys."""
    if not isinstance(value, dict):
        raise UserError(f"{show(value)} is not allowed; give a table of keys and values", place=place)
    return value


def rows(value: object, place: str) -> list[dict[str, Any]]:
    """A list of tables, written as ``[[place]]``."""
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        raise UserError(f"{show(value)} is not allowed; write each row as a table under [[{place}]]", place=place)
    return value


def words(value: Any) -> Any:
    """The same value with full-width characters in words, which name rulings and players, made ordinary."""
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, dict):
        return {plain(key): words(inner) for key, inner in value.items()}
    return [words(inner) for inner in value] if isinstance(value, list) else value


def seat_rows(value: object, seats: int, players: Mapping[str, Player], bans: Sequence[str] = ()) -> tuple[Row, ...]:
    """(player, all its weights, what of ``bans`` it may not use) for each seat: one row for all, or one for each."""
    given = rows(words(value), "seats")
    if len(given) not in (1, seats):
        raise UserError(
            f"{len(given)} rows for {seats} players; give one row for all seats or {seats} rows",
            place="seats",
        )
    checked = [_seat(row, f"seats.{place}", players, bans) for place, row in enumerate(given)]
    return tuple(checked * seats if len(checked) == 1 else checked)


def _seat(row: Mapping[str, Any], place: str, players: Mapping[str, Player], bans: Sequence[str]) -> Row:
    known_keys(row, ("player", "weights", "without"), place)
    if "player" not in row:
        raise UserError(f"names no player; give player = {either(players)}", place=place)
    player = text(row["player"], f"{place}.player")
    if player not in players:
        raise UserError(f"unknown player {show(player)}{suggestion(player, players)}", place=f"{place}.player")
    usual = players[player].weights
    own = table(row.get("weights", {}), f"{place}.weights")
    for name, weight in own.items():
        where = inside(f"{place}.weights", name)
        if name not in usual:
            near = suggestion(name, usual) or "; it has none"
            raise UserError(f"unknown weight of player {player}{near}", place=where)
        number(weight, where, -LARGEST_WEIGHT, LARGEST_WEIGHT)
    weights = {name: float(own.get(name, weight)) for name, weight in usual.items()}
    return player, weights, _banned(row.get("without", []), f"{place}.without", bans)


def _banned(value: object, place: str, bans: Sequence[str]) -> tuple[str, ...]:
    """What a seat may not use, each thing once, in the game's order."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise UserError(f"{show(value)} is not allowed; give a list of names", place=place)
    for name in value:
        if name not in bans:
            near = suggestion(name, bans) or "; in this game there is nothing of the kind"
            raise UserError(f"a seat cannot be forbidden {show(name)}{near}", place=place)
    return tuple(name for name in bans if name in value)


def expectations(value: object) -> tuple[dict[str, Any], ...]:
    """The rows of ``[[expect]]`` with their defaults; whether a metric exists is not asked here."""
    return tuple(_expectation(row, f"expect.{place}") for place, row in enumerate(rows(value, "expect")))


def _expectation(row: Mapping[str, Any], place: str) -> dict[str, Any]:
    known_keys(row, EXPECT_KEYS, place)
    if "metric" not in row:
        raise UserError('names no metric; give one, such as metric = "seat_win_spread"', place=place)
    metric = plain(text(row["metric"], f"{place}.metric"))
    if not METRIC.fullmatch(metric):
        raise UserError(
            f'{show(metric)} is no name of a metric; give one such as "seat_win_rate", its group by `where`',
            place=f"{place}.metric",
        )
    checked: dict[str, Any] = {"metric": metric, "where": _where(row.get("where", {}), f"{place}.where")}
    checked |= _claim(row, place)
    for key, options in EXPECT_WORDS.items():
        word = words(row.get(key, options[0]))
        if word not in options:
            raise UserError(f"{show(word)} is not allowed; give {either(options)}", place=f"{place}.{key}")
        checked[key] = word
    return checked


def _where(value: object, place: str) -> dict[str, float | str]:
    """The group that a metric is taken of, such as ``{ seat = 1 }``."""
    checked: dict[str, float | str] = {}
    for key, label in table(words(value), place).items():
        is_number = isinstance(label, int | float) and not isinstance(label, bool) and math.isfinite(label)
        if not is_number and not isinstance(label, str):
            raise UserError(f"{show(label)} is not allowed; give a number or a word", place=inside(place, key))
        checked[key] = label
    return checked


def _claim(row: Mapping[str, Any], place: str) -> dict[str, Any]:
    """What the metric is expected to be: exactly one of ``within``, ``min``, ``max``, ``unchanged_from``."""
    given = [key for key in CLAIMS if key in row]
    if len(given) != 1:
        said = f"says {' and '.join(given)}" if given else "says nothing of the metric"
        raise UserError(f"{said}; give one of {either(CLAIMS)}", place=place)
    claim = given[0]
    if "margin" in row and claim != "unchanged_from":
        raise UserError('belongs to "unchanged_from" only; drop it', place=f"{place}.margin")
    value, where = row[claim], f"{place}.{claim}"
    if claim == "within":
        if not isinstance(value, list) or len(value) != 2:
            raise UserError(f"{show(value)} is not allowed; give two numbers, such as [0.0, 0.04]", place=where)
        low, high = (number(end, where) for end in value)
        if low > high:
            raise UserError(f"{show(value)} is upside down; give the lower number first", place=where)
        return {claim: [low, high]}
    if claim != "unchanged_from":
        return {claim: number(value, where)}
    if not text(value, where).strip():
        raise UserError("names no file; give the path of a baseline", place=where)
    if "margin" not in row:
        raise UserError("does not say how far it may move; give margin = a number such as 0.01", place=place)
    return {claim: value, "margin": number(row["margin"], f"{place}.margin", 0)}
