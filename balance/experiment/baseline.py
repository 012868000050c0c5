"""Baselines: what a scenario's metrics were, with their batch sums, so that a later run can be paired with them.

A baseline is one JSON file: two runs of a scenario, on its own seed and on the fresh one on which alarms are
confirmed (`fresh_seed`).  A row is a band (value and 95% interval) and, if it is a ratio, the numbers of its
columns of batch sums y and x.  Columns that several rows share are stored once; at most `MOST_BATCHES` batches.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from balance.errors import UserError
from balance.experiment.comparison import usual_rows
from balance.experiment.files import read_json, write_text
from balance.experiment.plan import Plan
from balance.experiment.scenario import LARGEST_SEED, Scenario
from balance.experiment.together import all_metrics
from balance.games import load as load_game
from balance.metrics.estimate import Sums, measured_rows

BASELINE_VERSION: Literal[1] = 1
MOST_BATCHES = 256
LARGEST_SUM = 2**53  # of a batch: then all batches together stay within 64 bits
LARGEST_FILE = 16 * 2**20
GOLDEN = 0x1E3779B97F4A7C15  # added to a seed: far from all seeds that anybody types
WRITE_ANEW = "write it anew with balance baseline"

Count = Annotated[int, Field(ge=0, lt=2**63)]
Number = Annotated[float, Field(allow_inf_nan=False)]


class Model(BaseModel):
    """A part of the file: nothing unknown in it."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class BaselineRow(Model):
    """A metric of a group: its band, and the numbers of its columns if it is a ratio."""

    metric: str
    where: dict[str, int | Number | str]
    unit: str
    rate: bool
    value: Number | None
    low: Number | None
    high: Number | None
    se: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None
    y: Count | None
    x: Count | None


class BaselineRun(Model):
    """One run: which blocks, and what they gave."""

    seed: Count
    blocks: Annotated[int, Field(ge=2)]
    games_per_block: Annotated[int, Field(ge=1)]
    blocks_per_batch: Annotated[int, Field(ge=1)]
    columns: list[list[int | Number]]
    rows: list[BaselineRow]

    def column(self, number: int) -> NDArray[Any]:
        """A column of batch sums: int64[B] or float64[B]."""
        return np.array(self.columns[number])

    def find(self, metric: str, where: Mapping[str, Any]) -> BaselineRow | None:
        """The row of a metric and group."""
        return next((row for row in self.rows if row.metric == metric and row.where == dict(where)), None)


class Baseline(Model):
    """All of a baseline."""

    baseline_version: Literal[1]
    game: str
    game_version: int
    scenario: str
    players: int
    rules: dict[str, Any]
    seats: list[dict[str, Any]]
    runs: Annotated[list[BaselineRun], Field(min_length=1)]

    def run_of(self, seed: int, *, fresh: bool = False) -> BaselineRun:
        """The run on a seed, to be paired with; else the first one, or the last one for ``fresh`` deals."""
        return next((run for run in self.runs if run.seed == seed), self.runs[-1 if fresh else 0])


def fresh_seed(seed: int) -> int:
    """The seed whose deals confirm an alarm of ``seed``."""
    return (seed + GOLDEN) % (LARGEST_SEED + 1)


def baseline_of(runs: Sequence[tuple[Plan, Sums]], names: Sequence[str] = ()) -> Baseline:
    """A baseline of a scenario's runs: the usual rows, those that it expects unchanged, and all of ``names``."""
    planned, _ = runs[0]
    scenario = planned.scenario
    expected = [row["metric"] for row in scenario.expect if "unchanged_from" in row]
    wanted = [*usual_rows(planned.game), *((name, {}) for name in (*expected, *names))]
    resolved = scenario.resolved()
    return Baseline(
        baseline_version=BASELINE_VERSION,
        game=planned.game.name,
        game_version=planned.game.version,
        scenario=scenario.name,
        players=scenario.players,
        rules=resolved["rules"],
        seats=resolved["seats"],
        runs=[_run(each, sums, wanted) for each, sums in runs],
    )


def _run(planned: Plan, sums: Sums, wanted: Sequence[tuple[str, Mapping[str, Any]]]) -> BaselineRun:
    metrics = [metric for metric in all_metrics(planned.game) if metric.name in {name for name, _ in wanted}]
    size = sums.table.shrunk(MOST_BATCHES).blocks_per_batch
    numbers: dict[bytes, int] = {}
    columns: list[list[int | float]] = []

    def number(column: np.ndarray) -> int:
        merged = regrouped(np.asarray(column), size // sums.table.blocks_per_batch)
        key = merged.dtype.char.encode() + merged.tobytes()
        if key not in numbers:
            numbers[key] = len(columns)
            columns.append(merged.tolist())
        return numbers[key]

    rows = [_row(found, number) for found in measured_rows(metrics, sums) if _is_wanted(found, wanted)]
    return BaselineRun(
        seed=planned.scenario.seed,
        blocks=sums.blocks,
        games_per_block=sums.games_per_block,
        blocks_per_batch=size,
        columns=columns,
        rows=rows,
    )


def _is_wanted(found: Mapping[str, Any], wanted: Sequence[tuple[str, Mapping[str, Any]]]) -> bool:
    return any(found["metric"] == name and where.items() <= found["where"].items() for name, where in wanted)


def _row(found: Mapping[str, Any], number: Callable[[np.ndarray], int]) -> BaselineRow:
    keep = {name: found[name] for name in ("metric", "unit", "value", "low", "high", "se")}
    y, x = (None, None) if found["columns"] is None else map(number, found["columns"])
    return BaselineRow(**keep, where=dict(found["where"]), rate=is_rate(found), y=y, x=x)


def is_rate(found: Mapping[str, Any]) -> bool:
    """Whether a measured row is a ratio that cannot leave 0 to 1."""
    return found["kind"] == "rate" or (found["n"] is not None and found["columns"] is not None)


def regrouped(column: NDArray[Any], factor: int) -> NDArray[Any]:
    """Batch sums with ``factor`` neighbours added up, the last group perhaps of fewer."""
    return column if factor == 1 else np.add.reduceat(column, np.arange(0, len(column), factor))


def write(baseline: Baseline, file: Path) -> None:
    """Write a baseline whole or not at all, a column or row a line.  Raises UserError."""
    document = baseline.model_dump(mode="json")
    parts = [f' "{key}": {_compact(value)}' for key, value in document.items() if key != "runs"]
    runs = []
    for run in document["runs"]:
        fields = [f'   "{key}": {_compact(value)}' for key, value in run.items() if not isinstance(value, list)]
        for key in ("columns", "rows"):
            lines = ",\n".join(f"    {_compact(each)}" for each in run[key])
            fields.append(f'   "{key}": [\n{lines}\n   ]')
        runs.append("  {\n" + ",\n".join(fields) + "\n  }")
    parts.append(' "runs": [\n' + ",\n".join(runs) + "\n ]")
    write_text("{\n" + ",\n".join(parts) + "\n}\n", file)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def read(file: Path) -> Baseline:
    """Read a baseline and check that its parts fit.  Raises UserError."""
    try:
        if not file.is_file():
            raise UserError("there is no such baseline; write one with balance baseline", file=file)
        if file.stat().st_size > LARGEST_FILE:
            raise UserError("is too large to be what balance baseline wrote", file=file)
        document = read_json(file, LARGEST_FILE)
    except OSError as error:
        raise UserError(f"cannot be read ({error.strerror})", file=file) from None
    except ValueError as error:
        if isinstance(error, UserError):
            raise
        raise UserError(f"is no JSON, so it is damaged or no baseline; {WRITE_ANEW}", file=file) from None
    known = document.get("baseline_version") if isinstance(document, dict) else None
    if known != BASELINE_VERSION:
        said = "has no baseline_version, so it is no baseline" if known is None else f"is of format {json.dumps(known)}"
        raise UserError(f"{said}, while this program reads format {BASELINE_VERSION}; {WRITE_ANEW}", file=file)
    try:
        baseline = Baseline.model_validate(document)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise UserError(f"is damaged ({first['msg'].lower()}); {WRITE_ANEW}", file=file, place=place) from None
    for n, run in enumerate(baseline.runs):
        fault = _fault(run)
        if fault:
            raise UserError(f"is damaged ({fault}); {WRITE_ANEW}", file=file, place=f"runs.{n}")
    return baseline


def _fault(run: BaselineRun) -> str | None:
    """What of a run does not fit together."""
    size = run.blocks_per_batch
    if size & (size - 1):
        return f"blocks_per_batch is {size}, no power of two"
    batches = -(-run.blocks // size)
    if batches > MOST_BATCHES:
        return f"{batches} batches, more than the {MOST_BATCHES} that are kept"
    if any(not -LARGEST_SUM <= each <= LARGEST_SUM for column in run.columns for each in column):
        return "a column holds a sum beyond 2^53"
    if any(len(column) != batches for column in run.columns):
        return f"a column has not the {batches} batches of its {run.blocks} blocks"
    for row in run.rows:
        used = [number for number in (row.y, row.x) if number is not None]
        if len(used) == 1 or any(number >= len(run.columns) for number in used):
            return f"a row of {row.metric} names columns that are not there"
        if row.x is not None and min(run.columns[row.x]) < 0:
            return f"a row of {row.metric} has a negative denominator"
        if row.rate and not all(0.0 <= end <= 1.0 for end in (row.value, row.low, row.high) if end is not None):
            return f"a rate of {row.metric} lies outside of 0 to 1"
    return None


def check_same(baseline: Baseline, scenario: Scenario, file: Path) -> None:
    """Refuse a baseline of another game, version, scenario or number of players.  Raises UserError."""
    game = load_game(scenario.game)
    for what, theirs, ours in (
        ("game", baseline.game, game.name),
        ("scenario", baseline.scenario, scenario.name),
        ("players", baseline.players, scenario.players),
    ):
        if theirs != ours:
            raise UserError(f"is a baseline of {what} {theirs}, not of {ours}; {WRITE_ANEW}", file=file)
    if baseline.game_version != game.version:
        raise UserError(
            f"was written with version {baseline.game_version} of {game.name}, which is now {game.version}: the same "
            f"seed plays other games; {WRITE_ANEW}",
            file=file,
        )
