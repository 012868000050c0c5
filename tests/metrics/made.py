"""Games made by hand: every fact is written here, none is played, and all else is the real path of a run.

`measured` hands the facts to the pipeline as if the game's code had played them: course, sums, batch table,
metrics.  Facts that a test does not name are 0.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from balance.experiment.plan import Plan, plan
from balance.experiment.run import Played, play
from balance.experiment.scenario import from_resolved, load
from balance.experiment.store import describe
from balance.metrics.estimate import measure

Made = Mapping[str, Mapping[str, Any]]  # table → column → value, by seat, by seat and round, …

# Three seats that play alike: each deal is played twice.  Two that do not: once in each rotation.
ALIKE = ("order", "order", "order")
UNLIKE = ("order", "miser")


def game(
    points: Sequence[int],
    score: Sequence[int] | None = None,
    *,
    entry: Sequence[int] | None = None,
    standing: Sequence[Sequence[int]] | None = None,
    length: int | None = None,
    game: Mapping[str, int] | None = None,
    **tables: Mapping[str, Any],
) -> Made:
    """One game: points by seat (420 a win), scores, who sat there, standing[seat][round], rounds played,
    and other facts by table.
    """
    seats = {
        "points": points,
        "score": score or [0] * len(points),
        "entry": entry or range(len(points)),
        **tables.pop("seats", {}),
    }
    turns = {"standing": standing or [[0, 0]] * len(points), **tables.pop("turns", {})}
    played = length if length is not None else len(turns["standing"][0])
    return {"game": {"rounds": played, **(game or {})}, "seats": seats, "turns": turns, **tables}


def played(games: Sequence[Made], players: Sequence[str] = ALIKE, rounds: int = 2, suits: int = 3) -> Played:
    """The games as a run of Neotopia with a small pack; they fill whole blocks, in order."""
    planned = plan(
        from_resolved(
            {
                "name": "made",
                "game": "neotopia",
                "players": len(players),
                "games": len(games),
                "seed": 8,
                "rules": {"suits": suits, "hand": 2, "rounds": rounds},
                "seats": [{"player": name} for name in players],
            },
            Path("made"),
        )
    )
    return simulated(planned, games)


def played_simcity(games: Sequence[Made]) -> Played:
    """The games as a run of four earners of Sim City with the balanced deck: each deal is played twice."""
    return simulated(plan(load("simcity/balanced-4players", players=["earner"], games=len(games))), games)


def simulated(planned: Plan, games: Sequence[Made]) -> Played:
    """The run of a plan whose games are given instead of played."""
    assert planned.games == len(games), "the games do not fill whole blocks"
    code = planned.game.code()

    def simulate(rules: Any, lineup: Any, seed: int, first: int, books: np.ndarray, log: np.ndarray) -> None:
        books.view(np.uint8)[...] = 0
        for g, book in enumerate(books):
            _write(book, games[first + g], code.tables)

    told = dataclasses.replace(code, simulate=simulate)
    made = dataclasses.replace(planned.game, code=lambda: told)
    return play(dataclasses.replace(planned, game=made), threads=1)


def measured_simcity(games: Sequence[Made]) -> pd.DataFrame:
    """The table of metrics of some games of Sim City."""
    found = played_simcity(games)
    return measure(found.engine.metrics, found.sums)


def measured(games: Sequence[Made], players: Sequence[str] = ALIKE, **more: int) -> pd.DataFrame:
    """The table of metrics of some games."""
    found = played(games, players, **more)
    return measure(found.engine.metrics, found.sums)


def values(table: pd.DataFrame, metric: str) -> dict[str, Any]:
    """Value of each row of a metric: ``"seat=1"`` → value; ``""`` where there is one row without keys."""
    part = table[table["metric"] == metric]
    assert len(part), f"no metric {metric}"
    return {describe(where): value for where, value in zip(part["where"], part["value"], strict=True)}


def row(table: pd.DataFrame, metric: str, where: str = "") -> dict[str, Any]:
    """The one row of a metric with these keys."""
    part = table[table["metric"] == metric]
    found = [each for each in part.to_dict("records") if describe(each["where"]) == where]
    assert len(found) == 1, f"{len(found)} rows of {metric} {where}"
    return {str(key): value for key, value in found[0].items()}


def _write(book: Any, made: Made, tables: Mapping[str, Any]) -> None:
    for table, columns in made.items():
        for column, value in columns.items():
            name, _, label = column.partition(".")
            cells = book[table][name]
            if label:
                labels = next(c.labels for c in tables[table].columns if c.name == name)
                cells = cells[..., labels.index(label) : labels.index(label) + 1]
                wanted = np.array(value)[..., None]
            elif table == "game" and not cells.shape:
                book[table][name] = value
                continue
            else:
                wanted = np.array(value)
            cells[tuple(slice(size) for size in wanted.shape)] = wanted
