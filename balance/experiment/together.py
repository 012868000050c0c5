"""Scenarios played on the same blocks: same seed, same deals, as many of them, so that batches pair.

What is kept of a scenario is a `Side`: the rows of its metrics and their errors by batch.  The batch table
itself goes, so that sixty-four scenarios take no more memory than their rows.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from balance.errors import UserError, suggestion
from balance.experiment.plan import REPLAYS, Plan, plan
from balance.experiment.run import Progress, play
from balance.experiment.scenario import Scenario, Seat
from balance.games import load as load_game
from balance.games.contract import Game
from balance.games.fields import dotted
from balance.metrics.estimate import Sums, measured_rows
from balance.metrics.every_game import metrics as every_game
from balance.metrics.spec import Metric
from balance.stats.batches import batch_size
from balance.stats.paired import Influence, influence

Key = tuple[str, tuple[tuple[str, Any], ...]]  # a metric and the keys of one of its rows


@dataclass(frozen=True)
class Row:
    """One row of a scenario's metrics; ``place``: of its ratio among the side's, None if it is no ratio."""

    metric: str
    where: Mapping[str, Any]
    unit: str
    rate: bool
    value: float | None
    low: float | None
    high: float | None
    se: float | None
    note: str | None
    place: int | None

    @property
    def key(self) -> Key:
        return self.metric, tuple(self.where.items())


@dataclass(frozen=True)
class Side:
    """A scenario that was played, reduced to the rows of some metrics."""

    scenario: Scenario
    games: int
    blocks: int
    games_per_block: int
    strategies: tuple[str, ...]
    rows: tuple[Row, ...]
    ratios: Influence

    @cached_property
    def by_key(self) -> dict[Key, Row]:
        return {row.key: row for row in self.rows}

    def errors(self, keys: Sequence[Key]) -> Influence:
        """The ratios of some rows, in this order; KeyError for a row that is none."""
        places = [self.by_key[key].place for key in keys]
        if None in places:
            raise KeyError("a row that is no ratio of batch sums has no errors by batch")
        at = np.array(places, np.int64)
        return Influence(self.ratios.value[at], self.ratios.errors[at], self.ratios.filled[at])


def all_metrics(game: Game) -> list[Metric]:
    """Every metric of a game."""
    return [*every_game(game), *game.metrics()]


def chosen_metrics(game: Game, names: Sequence[str]) -> list[Metric]:
    """The metrics of these names, in the game's order.  Raises UserError for a name that is none."""
    known = {metric.name: metric for metric in all_metrics(game)}
    for name in names:
        if name not in known:
            raise UserError(f"there is no metric '{name}'{suggestion(name, known)}", place="--metrics")
    return [metric for name, metric in known.items() if name in names]


def check_alike(scenarios: Sequence[Scenario]) -> None:
    """Refuse scenarios that cannot share their deals: of another game or number of players."""
    base = scenarios[0]
    for other in scenarios[1:]:
        if other.game != base.game:
            raise UserError(
                f"is a scenario of {other.game}, but {base.name} is one of {base.game}; compare those of one game",
                file=other.file,
            )
        if other.players != base.players:
            raise UserError(
                f"has {other.players} players, while {base.name} has {base.players}: seats and chances to win are not "
                "the same things then; compare scenarios with the same number of players, or use balance sweep",
                file=other.file,
                place="players",
            )


def plans(scenarios: Sequence[Scenario], games: int, seed: int) -> list[Plan]:
    """A plan for each scenario, all of them of the same seed and the same blocks.

    If the seats of one are not alike each deal is played in every rotation everywhere, so that as many games
    stand on a deal in each scenario with the same number of players.
    """
    seeded = [dataclasses.replace(scenario, games=games, seed=seed) for scenario in scenarios]
    planned = [plan(scenario) for scenario in seeded]
    rotate = not all(each.alike for each in planned)
    per_block = [each.scenario.players if rotate else REPLAYS for each in planned]
    blocks = -(-games // max(per_block))
    return [
        dataclasses.replace(each, games_per_block=n, blocks=blocks, batch_blocks=batch_size(blocks))
        for each, n in zip(planned, per_block, strict=True)
    ]


def play_all(
    planned: Sequence[Plan],
    metrics: Sequence[Metric],
    threads: int | None = None,
    progress: Progress = lambda games: None,
    *,
    keep: Callable[[Row], bool] = lambda row: True,
) -> list[Side]:
    """Play plans one after the other.  Raises KeyboardInterrupt if one of them was cut short."""
    return [_side(each, metrics, threads, progress, keep) for each in planned]


def _side(
    planned: Plan,
    metrics: Sequence[Metric],
    threads: int | None,
    progress: Progress,
    keep: Callable[[Row], bool],
) -> Side:
    played = play(planned, threads, progress, metrics)
    if played.interrupted:
        raise KeyboardInterrupt
    return side_of(planned, played.sums, metrics, keep)


def side_of(
    planned: Plan, sums: Sums, metrics: Sequence[Metric], keep: Callable[[Row], bool] = lambda row: True
) -> Side:
    """What is kept of the sums of a plan."""
    rows: list[Row] = []
    tops: list[np.ndarray] = []
    bottoms: list[np.ndarray] = []
    kinds = {metric.name: metric.kind for metric in metrics}
    for found in measured_rows(metrics, sums):
        columns = found["columns"]
        row = Row(
            found["metric"],
            found["where"],
            found["unit"],
            kinds[found["metric"]] == "rate" or (found["n"] is not None and columns is not None),
            found["value"],
            found["low"],
            found["high"],
            found["se"],
            found["note"],
            None if columns is None else len(tops),
        )
        if not keep(row):
            continue
        rows.append(row)
        if columns is not None:
            tops.append(columns[0])
            bottoms.append(columns[1])
    scenario = planned.scenario
    return Side(
        scenario,
        sums.games,
        sums.blocks,
        sums.games_per_block,
        planned.strategies,
        tuple(rows),
        _influence(tops, bottoms, len(sums.table.sums)),
    )


def _influence(tops: Sequence[np.ndarray], bottoms: Sequence[np.ndarray], batches: int) -> Influence:
    """Whole and fractional sums apart, so that whole ones stay exact."""
    values, errors, filled = np.zeros(len(tops)), np.zeros((len(tops), batches)), np.zeros(len(tops))
    whole = [
        np.asarray(top).dtype.kind == "i" and np.asarray(bottom).dtype.kind == "i"
        for top, bottom in zip(tops, bottoms, strict=True)
    ]
    for exact in (True, False):
        at = [n for n, each in enumerate(whole) if each is exact]
        if at:
            part = influence(np.stack([tops[n] for n in at], axis=1), np.stack([bottoms[n] for n in at], axis=1))
            values[at], errors[at], filled[at] = part.value, part.errors, part.filled
    return Influence(values, errors, filled)


def differing(scenarios: Sequence[Scenario]) -> list[tuple[str, list[Any]]]:
    """(dotted key, its value in each scenario) of every ruling and seat that is not the same in all."""
    flat = [_flat(scenario) for scenario in scenarios]
    keys = dict.fromkeys(key for each in flat for key in each)
    found = [(key, [each.get(key) for each in flat]) for key in keys]
    return [(key, values) for key, values in found if any(value != values[0] for value in values[1:])]


def _flat(scenario: Scenario) -> dict[str, Any]:
    """What decides the games but their number and seed, by dotted key; seats in one line each."""
    seats = {f"seats.{n}": _seat(seat, scenario.game) for n, seat in enumerate(scenario.seats)}
    return {"players": scenario.players, **{dotted("rules", key): v for key, v in scenario.rules.items()}, **seats}


def _seat(seat: Seat, game: str) -> str:
    """A seat in words: its player, the weights that are not the player's own, and what it must do without."""
    usual = load_game(game).players[seat.player].weights
    own = [f"{name} {value:g}" for name, value in seat.weights.items() if usual.get(name) != value]
    own += [f"without {name}" for name in seat.without]
    return f"{seat.player} ({', '.join(own)})" if own else seat.player
