"""Verdicts and differences that need more than one row: they come from the run's batch table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from balance.metrics.estimate import Sums
from balance.metrics.spec import GAMES, Metric, Tally
from balance.report.reading import Measured
from balance.stats.batches import covariance, paired_difference
from balance.stats.intervals import Spread, simultaneous_spread
from balance.stats.verdict import DIFFERENCE_LEVEL, Verdict, verdict

TOO_FEW = "too few batches: no interval"


@dataclass(frozen=True)
class Judged:
    """A spread (highest less lowest of several ratios) with its interval, and the verdict on it."""

    row: Measured
    verdict: Verdict


def judge_spread(sums: Sums, metric: Metric, most: float, *, name: str, shown: Measured | None = None) -> Judged:
    """Judge whether the rows of a metric kept by one key differ by at most ``most``, in the metric's unit.

    The metric is a ratio of two tallies of the same shape; ``name`` is what its spread is called, and
    ``shown`` the spread's own row if there is one.  The intervals are simultaneous over all pairs
    (`stats.intervals.simultaneous_spread`).  Keys that never occurred are left out.
    """
    assert metric.y is not None
    tops, bottoms = sums.cells(metric.y), sums.cells(metric.x) * metric.scale
    seen = (bottoms > 0).sum(axis=0) > 1
    tops, bottoms = tops[:, seen], bottoms[:, seen]
    if tops.shape[1] < 2:
        row = Measured(name, {}, None, None, None, None, None, None, metric.unit, TOO_FEW)
        return Judged(row, Verdict("undecided", None, TOO_FEW))

    def at(level: float) -> Spread:
        values = tops.sum(axis=0) / bottoms.sum(axis=0)
        return simultaneous_spread(values, covariance(tops, bottoms), level, df=len(tops) - 1, blocks=sums.blocks)

    if shown is None:
        spread = at(DIFFERENCE_LEVEL)
        ends = (spread.value, spread.low, spread.high)
        shown = Measured(name, {}, *ends, None, None, None, metric.unit, spread.note)

    def interval(level: float) -> tuple[float | None, float | None]:
        # one that is narrower lies within the limit all the more, and need not be computed
        if level == DIFFERENCE_LEVEL or (shown.high is not None and shown.high <= most):
            return shown.low, shown.high
        spread = at(level)
        return spread.low, spread.high

    assert shown.value is not None
    return Judged(shown, verdict(shown.value, interval, None, most))


def difference(sums: Sums, a: Tally, b: Tally, key: int, *, metric: str, scale: int = 1) -> Measured:
    """Σa less Σb a game at place ``key`` of both, the same games paired batch by batch: a row in shares.

    a, b: tallies of the same games kept by one key; scale: their unit in a game.
    """
    games = sums.cells(GAMES) * scale
    pairs = [(np.ascontiguousarray(sums.cells(tally)[:, key]), games) for tally in (a, b)]
    found, _, _ = paired_difference(pairs[0], pairs[1], kind="rate", blocks=sums.blocks)
    return Measured(metric, {}, found.value, found.low, found.high, found.se, None, None, "share", found.note)
