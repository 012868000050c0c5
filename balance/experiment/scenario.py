"""A scenario: one question, as the game, rulings, players, games and seed that answer it.

`load` reads a file or a shipped scenario, what it extends, and what flags override; it fills in the game's
defaults, and refuses with one sentence what cannot be played.  No game is named here: what a game knows is
asked of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from balance import games as registry
from balance.errors import UserError
from balance.experiment.checks import expectations, integer, known_keys, seat_rows, table, text, words
from balance.experiment.materials import join_decks, read_decks, resolved_decks
from balance.experiment.sources import (
    FILES,
    find,
    merged,
    named,
    origin,
    read_chain,
    row_number,
    scenario_name,
    shipped,
    shipped_root,
)
from balance.experiment.template import template
from balance.experiment.toml_text import DEEPEST, parse_value, plain
from balance.games.fields import dotted, either, show

__all__ = ["Scenario", "Seat", "load", "shipped", "shipped_root", "template"]

TEXT_KEYS = ("title", "title_ja", "question", "question_ja")
KEYS = ("extends", *TEXT_KEYS, "game", "players", "games", "seed", "rules", "decks", "seats", "expect")
DECISIVE = ("game", "players", "games", "seed", "rules", "decks", "seats")  # what decides which games are played
MOST_GAMES = 10**10
LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Seat:
    """Who plays at one seat: a player of the game, with all its weights, and what it must do without."""

    player: str
    weights: Mapping[str, float]
    without: tuple[str, ...] = ()  # what it may not use, while the others may

    def resolved(self) -> dict[str, Any]:
        """The row of ``[[seats]]``, all weights said."""
        row = {"player": self.player, "weights": dict(self.weights)}
        return {**row, "without": list(self.without)} if self.without else row


@dataclass(frozen=True)
class Scenario:
    """A scenario in force: nothing in it is left to a default."""

    name: str  # the shipped name, <game>/<file>, or the file's name without suffix
    file: Path
    title: str
    title_ja: str
    question: str
    question_ja: str
    game: str
    players: int
    games: int
    seed: int
    rules: Mapping[str, Any]  # every ruling, as the game's settings resolve it
    seats: tuple[Seat, ...]  # one for each seat, clockwise
    expect: tuple[Mapping[str, Any], ...]
    decks: Mapping[str, Any] = field(default_factory=dict)  # contents of all files that `[decks]` names
    expect_folder: Path | None = field(default=None, compare=False)  # of the file that names baselines; None: a flag

    def resolved(self) -> dict[str, Any]:
        """All of it but the file's place, ready for JSON."""
        return {
            "name": self.name,
            **{key: getattr(self, key) for key in TEXT_KEYS},
            "game": self.game,
            "players": self.players,
            "games": self.games,
            "seed": self.seed,
            "rules": dict(self.rules),
            **({"decks": dict(self.decks)} if self.decks else {}),
            "seats": [seat.resolved() for seat in self.seats],
            "expect": [dict(row) for row in self.expect],
        }

    def digest(self) -> str:
        """SHA-256 of the canonical JSON of what decides the games; titles and expectations do not."""
        resolved = self.resolved()
        decisive = {key: resolved[key] for key in DECISIVE if key in resolved}
        canonical = json.dumps(decisive, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        return hashlib.sha256(canonical.encode()).hexdigest()


def load(
    source: str | Path,
    overrides: Sequence[str] = (),
    players: Sequence[str] = (),
    games: int | None = None,
    seed: int | None = None,
) -> Scenario:
    """The scenario of a path or shipped name, checked as a whole.

    ``overrides`` are ``--set`` flags such as ``seed=8``; ``players`` are ``--player`` flags, one for
    all seats or one for each; ``games`` and ``seed`` override the file's.  Raises UserError that names
    file and place, or the flag.
    """
    file = find(source)
    chain = read_chain(file)
    tables = merged(chain)
    flags: dict[str, str] = {}  # dotted path → the flag that set it
    for said in overrides:
        path = override(tables, said)
        flags[path] = f"--set {path}"
    if players:
        tables["seats"] = [{"player": name} for name in players]
        flags["seats"] = "--player"
    for key, value in (("games", games), ("seed", seed)):
        if value is not None:
            tables[key] = value
            flags[key] = f"--{key}"
    if FILES in tables:
        tables[FILES] = named(tables[FILES], None)
    try:
        scenario = _checked(tables, file)
        said_in = origin(chain, "expect")
        by_flag = any(path == "expect" or path.endswith(".unchanged_from") for path in flags)
        return replace(scenario, expect_folder=None if said_in is None or by_flag else said_in.parent)
    except UserError as error:
        said_in = origin(chain, error.place)
        flag = _flag_of(error.place or "", flags, in_a_file=said_in is not None)
        if flag is not None:
            raise UserError(error.message, place=flag) from None
        raise error.located(file=said_in or file) from None


def from_resolved(resolved: Mapping[str, Any], file: Path) -> Scenario:
    """The scenario that a manifest holds in resolved form, checked like a file.  Raises UserError."""
    tables = {key: value for key, value in table(resolved, "scenario").items() if key != "name"}
    scenario = _checked(tables, file)
    return replace(scenario, name=text(resolved.get("name"), "scenario.name"))


def with_games(scenario: Scenario, games: int) -> Scenario:
    """The same scenario with another number of games.  Raises UserError."""
    return replace(scenario, games=integer(games, 1, MOST_GAMES, "--games"))


def override(tables: dict[str, Any], said: str) -> str:
    """Set one ``path=value`` in ``tables`` and return the path.  Raises UserError."""
    keys, equals, value = said.partition("=")
    parts = [plain(part) for part in keys.split(".")]
    if not equals or not all(parts) or len(parts) > DEEPEST:
        raise UserError(f"{show(said)} sets nothing; write it as seed=8", place="--set")
    path = dotted(*parts)
    flag = f"--set {path}"
    if path == "extends":
        raise UserError("only a file can extend another; name the other scenario instead", place=flag)
    try:
        parsed = parse_value(value)
    except UserError as error:
        raise UserError(error.message, place=flag) from None
    inner: Any = tables
    for depth, part in enumerate(parts):
        above = dotted(*parts[:depth])
        if isinstance(inner, dict):
            key: Any = part
        elif isinstance(inner, list):
            key = row_number(part, inner)
            if key is None:
                raise UserError(f"{above} has no row {show(part)}; it has {len(inner)}, from 0", place=flag)
        else:
            raise UserError(f"{above} is {show(inner)}, which has no keys", place=flag)
        if depth == len(parts) - 1:
            inner[key] = parsed
        else:
            inner = inner.setdefault(key, {}) if isinstance(inner, dict) else inner[key]
    return path


def _flag_of(place: str, flags: Mapping[str, str], *, in_a_file: bool) -> str | None:
    """The flag to blame for a mistake at ``place``: one that set it, or a part of it that no file has."""
    for path, flag in reversed(list(flags.items())):
        set_it = f"{place}.".startswith(f"{path}.")
        set_a_part = path.startswith(f"{place}.") and ("." in place or not in_a_file)
        if set_it or set_a_part:
            return flag
    return None


def _game(name: str) -> Any:
    """The game of this name."""
    try:
        return registry.load(name)
    except UserError as error:
        raise error.located(place="game") from None


def _checked(tables: Mapping[str, Any], file: Path) -> Scenario:
    """The scenario that merged ``tables`` describe."""
    known_keys(tables, KEYS)
    if "game" not in tables:
        games = sorted({name.partition("/")[0] for name in shipped()})
        raise UserError(f"names no game; give game = {either(games)}", place="game")
    game = _game(plain(text(tables["game"], "game")))
    usual = game.settings.defaults()
    low, high = game.seats
    players = integer(tables.get("players", usual["players"]), low, high, "players")
    rules = words(table(tables.get("rules", {}), "rules"))
    model = game.settings.load(rules, players)
    decks = read_decks(game, model, players, table(tables.get("decks", {}), "decks"), file)
    model = join_decks(game, model, players, decks)
    bans = () if game.bans is None else game.bans.names
    seats = seat_rows(tables.get("seats", usual["seats"]), players, game.players, bans)
    name = scenario_name(file)
    texts = {key: text(tables[key], key) for key in TEXT_KEYS if key in tables}
    title = texts.get("title") or texts.get("title_ja") or name
    question = texts.get("question") or texts.get("question_ja") or ""
    return Scenario(
        name=name,
        file=file,
        title=title,
        title_ja=texts.get("title_ja") or title,
        question=question,
        question_ja=texts.get("question_ja") or question,
        game=game.name,
        players=players,
        games=integer(tables.get("games", usual["games"]), 1, MOST_GAMES, "games"),
        seed=integer(tables.get("seed", usual["seed"]), 0, LARGEST_SEED, "seed"),
        rules=game.settings.resolved(model),
        seats=tuple(Seat(*seat) for seat in seats),
        expect=expectations(tables.get("expect", [])),
        decks=resolved_decks(game, model),
    )
