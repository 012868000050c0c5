"""Judges a claim on what was played: a three-valued verdict for each row, from fixed or always-valid intervals.

*Balanced* (holds): the 90% interval lies within the limits; *unbalanced* (fails): the 95% interval lies wholly
outside; else *undecided*.  Where one looks again and again, both take the 95% confidence sequence.  A value of
which only the 95% interval is known is judged by that alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.experiment.baseline import BaselineRow, BaselineRun, is_rate, regrouped
from balance.experiment.comparison import interval_of
from balance.experiment.expectations import Claim
from balance.metrics.estimate import Sums, measured_rows
from balance.metrics.spec import Metric
from balance.stats.paired import Influence, contrast, influence, pairing
from balance.stats.sequential import always_valid, rate_sequence
from balance.stats.verdict import DIFFERENCE_LEVEL, IntervalAt, Verdict, p_outside, verdict

ONE_SIDED = "the baseline has no value here"
NO_VALUE = "no value"
NO_INTERVAL = "there is no interval"


@dataclass(frozen=True)
class Look:
    """What was seen after some blocks of a seed; ``tuned``: blocks that the confidence sequences are tuned to,
    None if one looks only once; ``fresh``: an alarm is to be confirmed.
    """

    seed: int
    blocks: int
    games_per_block: int
    blocks_per_batch: int
    rows: Sequence[Mapping[str, Any]]
    tuned: int | None = None
    fresh: bool = False

    @property
    def games(self) -> int:
        return self.blocks * self.games_per_block


def look(metrics: Sequence[Metric], sums: Sums, seed: int, tuned: int | None = None, *, fresh: bool = False) -> Look:
    """The rows of some metrics after the blocks of ``sums``."""
    size = sums.table.blocks_per_batch
    return Look(seed, sums.blocks, sums.games_per_block, size, measured_rows(metrics, sums), tuned, fresh)


@dataclass(frozen=True)
class Judged:
    """A row with its verdict.

    value: the row's own; base: the baseline's.  judged, low, high: the number that the claim is about (value, or
    value less base) with its interval, always-valid where one looks again and again.  p: of the failing side;
    adjusted: by Holm over the family.  A verdict of None: there is no value, and ``note`` says why.
    """

    where: Mapping[str, Any]
    unit: str
    value: float | None
    base: float | None
    judged: float | None
    low: float | None
    high: float | None
    p: float
    verdict: Verdict | None
    note: str | None = None
    paired: bool | None = None
    correlation: float | None = None
    adjusted: float | None = None

    @property
    def fails_alone(self) -> bool:
        return self.verdict is not None and self.verdict.state == "unbalanced"


def judge(claim: Claim, seen: Look) -> list[Judged]:
    """Every row that a claim selects, judged by itself."""
    rows = [row for row in seen.rows if row["metric"] == claim.metric and claim.selects(row["where"])]
    return [_of_value(claim, row, seen) if claim.baseline is None else _of_change(claim, row, seen) for row in rows]


def _of_value(claim: Claim, row: Mapping[str, Any], seen: Look) -> Judged:
    value = row["value"]
    if value is None or not math.isfinite(value):
        return _missing(row, None, row["note"] or NO_VALUE)
    at: IntervalAt = row["interval"] or _fixed(row["low"], row["high"])
    if seen.tuned is not None:
        rate = is_rate(row) and row["n"] is not None
        at = rate_sequence(value, row["n"]) if rate else always_valid(at, seen.blocks, seen.tuned)
    return _judged(claim, row, seen, at, float(value))


def _of_change(claim: Claim, row: Mapping[str, Any], seen: Look) -> Judged:
    assert claim.baseline is not None
    run = claim.baseline.run_of(seen.seed, fresh=seen.fresh)
    old = run.find(claim.metric, row["where"])
    if old is None or old.value is None or old.se is None:
        return _missing(row, None, ONE_SIDED)
    if row["value"] is None or row["se"] is None:
        return _missing(row, old.value, row["note"] or NO_VALUE)
    found = _paired(row, seen, old, run) or _unpaired(row, seen, old, run)
    at = interval_of(found.value, found.se, found.df, rate=is_rate(row), blocks=min(seen.blocks, run.blocks))
    if seen.tuned is not None:
        at = always_valid(at, seen.blocks, seen.tuned)
    return _judged(claim, row, seen, at, found.value, found)


@dataclass(frozen=True)
class _Change:
    """Value less the baseline's; ``ours``, ``theirs``: the two, on the blocks that were paired if any were;
    ``correlation`` if both varied.
    """

    ours: float
    theirs: float
    value: float
    se: float
    df: float
    paired: bool
    correlation: float | None = None


def _paired(row: Mapping[str, Any], seen: Look, old: BaselineRow, run: BaselineRun) -> _Change | None:
    """The difference on the blocks that both played; None if they share none, or the metric is no ratio."""
    alike = seen.seed == run.seed and seen.games_per_block == run.games_per_block
    if not alike or row["columns"] is None or old.y is None or old.x is None:
        return None
    size = max(seen.blocks_per_batch, run.blocks_per_batch)
    whole = min(seen.blocks, run.blocks) // size
    kept = None if seen.blocks == run.blocks else whole  # the last batch pairs only if both end with it
    if kept is not None and kept < 2:
        return None
    ours = _influence(row["columns"], size // seen.blocks_per_batch, kept)
    theirs = _influence((run.column(old.y), run.column(old.x)), size // run.blocks_per_batch, kept)
    found = contrast((ours, theirs), (1.0, -1.0))
    if not found.df[0] >= 1.0 or not math.isfinite(found.value[0]):
        return None
    rho = float(pairing(ours, theirs)[0][0])
    ends = float(ours.value[0]), float(theirs.value[0])
    return _Change(
        *ends,
        float(found.value[0]),
        float(found.se[0]),
        float(found.df[0]),
        True,
        rho if math.isfinite(rho) else None,
    )


def _influence(columns: Sequence[Any], factor: int, kept: int | None) -> Influence:
    y, x = (regrouped(np.asarray(column), factor)[:kept, None] for column in columns)
    return influence(y, x)


def _unpaired(row: Mapping[str, Any], seen: Look, old: BaselineRow, run: BaselineRun) -> _Change:
    """The difference of two runs on other deals.

    Two runs on the same seed that could not be paired may move against each other: then the standard error is at
    most the sum of the two (Cauchy–Schwarz).
    """
    assert old.value is not None and old.se is not None
    both = row["se"] + old.se if seen.seed == run.seed else math.hypot(row["se"], old.se)
    batches = (-(-seen.blocks // seen.blocks_per_batch), -(-run.blocks // run.blocks_per_batch))
    ours = float(row["value"])
    return _Change(ours, old.value, ours - old.value, both, max(1.0, min(batches) - 1.0), False)


def _judged(
    claim: Claim,
    row: Mapping[str, Any],
    seen: Look,
    at: IntervalAt,
    value: float,
    change: _Change | None = None,
) -> Judged:
    def decisive(level: float) -> tuple[float | None, float | None]:
        return at(level if seen.tuned is None else max(level, DIFFERENCE_LEVEL))

    low, high = at(DIFFERENCE_LEVEL)
    return Judged(
        row["where"],
        row["unit"],
        float(row["value"]) if change is None else change.ours,
        None if change is None else change.theirs,
        value,
        low,
        high,
        p_outside(value, at, claim.low, claim.high),
        verdict(value, decisive, claim.low, claim.high),
        row["note"],
        None if change is None else change.paired,
        None if change is None else change.correlation,
    )


def _missing(row: Mapping[str, Any], base: float | None, note: str) -> Judged:
    return Judged(row["where"], row["unit"], row["value"], base, None, None, None, 1.0, None, note)


def _fixed(low: float | None, high: float | None) -> IntervalAt:
    """The 95% interval at any level up to it; what is above is not known."""
    return lambda level: (low, high) if level <= DIFFERENCE_LEVEL + 1e-12 else (None, None)
