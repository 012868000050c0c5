"""Three-valued verdicts: balanced, unbalanced or undecided."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from balance.stats.intervals import rate_bounds, t_interval

State = Literal["balanced", "unbalanced", "undecided"]
IntervalAt = Callable[[float], tuple[float | None, float | None]]
"""The interval of a value at a given level, such as `Estimate.interval`; an unknown end is None."""

EQUIVALENCE_LEVEL = 0.90
"""Level of the interval that must lie inside the limits: two one-sided tests at 5%."""
DIFFERENCE_LEVEL = 0.95
"""Level of the interval that must lie wholly outside the limits."""
LEAST_P = 1e-9
"""Where p-values end: an interval of a higher level is not told from one of 100%."""
HALVINGS = 12


@dataclass(frozen=True)
class Verdict:
    """A state, and if undecided the number of times as many games that would decide it, else the reason."""

    state: State
    times: float | None = None
    note: str | None = None


def verdict(value: float, interval: IntervalAt, low: float | None, high: float | None) -> Verdict:
    """Judge a value against the limits [low, high], in its unit; None leaves that side open.

    "balanced": the 90% interval lies inside the limits (two one-sided tests at 5%, Schuirmann 1987);
    "unbalanced": the 95% interval lies wholly outside; otherwise "undecided". `times` then says how many
    times as many games in all would decide, if the value stays where it is and the interval's ends close in
    on it as 1/√games: (distance of the offending end ÷ distance of the limit)². It is None if the value sits
    on the limit or the interval is unknown.
    """
    bottom = -math.inf if low is None else low
    top = math.inf if high is None else high
    if not bottom <= top:
        raise ValueError(f"the limits are {low} and {high}, but the lower one must not exceed the upper one")
    if math.isnan(value):
        raise ValueError("a verdict needs a value, and this one is missing")
    inside = bottom <= value <= top
    start, end = interval(EQUIVALENCE_LEVEL if inside else DIFFERENCE_LEVEL)
    if start is None:
        start = -math.inf
    if end is None:
        end = math.inf
    if inside:
        if bottom <= start and end <= top:
            return Verdict("balanced")
        gaps = [(value - start, value - bottom)] if start < bottom else []
        gaps += [(end - value, top - value)] if end > top else []
    else:
        if start > top or end < bottom:
            return Verdict("unbalanced")
        gaps = [(value - start, value - top)] if value > top else [(end - value, bottom - value)]
    if any(math.isinf(reach) for reach, _ in gaps):
        return Verdict("undecided", None, "there is no interval")
    if any(room <= 0.0 for _, room in gaps):
        return Verdict("undecided", None, "the value sits on the limit: no number of games decides it")
    return Verdict("undecided", max((reach / room) ** 2 for reach, room in gaps))


def p_outside(value: float, interval: IntervalAt, low: float | None, high: float | None) -> float:
    """p of the failing side: 1 − the highest level at which the interval lies wholly outside of [low, high].

    So p ≤ 5% exactly where the 95% interval does.  1 where the value lies within, or where there is no interval.
    Found by halving, to half a percent of itself from above, and never below `LEAST_P`.
    """
    bottom = -math.inf if low is None else low
    top = math.inf if high is None else high
    if bottom <= value <= top:
        return 1.0

    def outside(alpha: float) -> bool:
        start, end = interval(1.0 - alpha)
        return start is not None and start > top if value > top else end is not None and end < bottom

    if outside(LEAST_P):
        return LEAST_P
    alarm = 1.0 - DIFFERENCE_LEVEL
    ceiling, floor = (alarm, LEAST_P) if outside(alarm) else (1.0, alarm)
    above, below = math.log(ceiling), math.log(floor)
    for _ in range(HALVINGS):
        middle = (above + below) / 2.0
        if outside(math.exp(middle)):
            above = middle
        else:
            below = middle
    return min(math.exp(above), ceiling)


def mean_interval(value: float, se: float, df: float) -> IntervalAt:
    """Return Student's interval of a value as a function of the level."""
    return lambda level: t_interval(value, se, df, level)


def rate_interval(rate: float, n: float) -> IntervalAt:
    """Return the interval of a rate (`intervals.rate_bounds`, effective size n) as a function of the
    level."""

    def at(level: float) -> tuple[float, float]:
        start, end = rate_bounds(rate, n, level)
        return float(start), float(end)

    return at
