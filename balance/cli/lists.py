"""`balance list` and `balance new`: what can be chosen, and a scenario to start from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from balance.cli import console
from balance.cli.options import Format, Lang
from balance.errors import UserError, suggestion
from balance.games import load, names
from balance.games.fields import literal

Table = tuple[list[str], list[list[str]]]


def show(what: str, game: str, output: Format, lang: Lang) -> None:
    """Print one of the lists, as a table or as JSON."""
    if what not in LISTS:
        raise UserError(f"there is no list of '{what}'{suggestion(what, LISTS)}")
    games = [load(game).name] if game else list(names())
    headings, rows = LISTS[what](games, lang)
    if output is Format.json:
        from balance.experiment.store import to_json

        console.write(to_json([dict(zip(headings, row, strict=True)) for row in rows]))
    else:
        console.table(headings, rows)


def _games(games: list[str], lang: Lang) -> Table:
    rows = []
    for game in map(load, games):
        low, high = game.seats
        rows.append([game.name, game.title_ja if lang is Lang.ja else game.title, f"{low}–{high}", str(game.version)])
    return ["game", "title", "players", "version"], rows


def _scenarios(games: list[str], lang: Lang) -> Table:
    from balance.experiment.scenario import load as load_scenario
    from balance.experiment.scenario import shipped

    rows = []
    for name in shipped():
        if name.partition("/")[0] in games:
            scenario = load_scenario(name)
            title = scenario.title_ja if lang is Lang.ja else scenario.title
            question = scenario.question_ja if lang is Lang.ja else scenario.question
            rows.append([name, title, question])
    return ["scenario", "title", "question"], rows


def _players(games: list[str], lang: Lang) -> Table:
    rows = []
    for game in map(load, games):
        for player in game.players.values():
            weights = ", ".join(f"{name} {value:g}" for name, value in player.weights.items())
            rows.append([game.name, player.name, player.plan_ja if lang is Lang.ja else player.plan, weights])
    return ["game", "player", "plan", "weights"], rows


def _rules(games: list[str], lang: Lang) -> Table:
    from balance.games.rulebook import ruling_table

    rows = []
    for game in map(load, games):
        for ruling in ruling_table(game):
            default = literal(ruling.default)
            for players, value in ruling.by_players.items():
                default += f" ({literal(value)} with {players} players)"
            sentence = ruling.sentence_ja if lang is Lang.ja else ruling.sentence
            rows.append([game.name, ruling.id, ruling.key, default, ruling.range, sentence])
    return ["game", "rule", "key", "default", "range", "sentence"], rows


def _metrics(games: list[str], lang: Lang) -> Table:
    from balance.metrics.every_game import metrics as every_game

    rows = []
    for game in map(load, games):
        for metric in [*every_game(game), *game.metrics()]:
            keys = [*(metric.y.by if metric.y else ()), *([metric.bucket_key] if metric.bucket_key else [])]
            sentence = metric.sentence_ja if lang is Lang.ja else metric.sentence
            rows.append([game.name, metric.name, ", ".join(keys), metric.unit, metric.better, sentence])
    return ["game", "metric", "keys", "unit", "better", "sentence"], rows


LISTS: dict[str, Callable[[list[str], Lang], Table]] = {
    "games": _games,
    "scenarios": _scenarios,
    "players": _players,
    "rules": _rules,
    "metrics": _metrics,
}


def new(game: str, file: Path) -> None:
    """Write a commented scenario of a game into a file that does not exist yet."""
    from balance.experiment.scenario import template

    text = template(load(game))
    try:
        stream = file.open("x", encoding="utf-8")
    except FileExistsError:
        raise UserError("exists already; give a new name", file=file) from None
    except OSError as error:
        raise UserError(f"cannot be written ({error.strerror}); give another place", file=file) from None
    try:
        with stream:
            stream.write(text)
    except OSError as error:
        file.unlink(missing_ok=True)
        raise UserError(f"cannot be written ({error.strerror}); nothing was kept", file=file) from None
    console.say(f"written: {file}; play it with: balance run {file}")
