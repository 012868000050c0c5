"""How far the spread of a metric's rows, highest less lowest, differs between two scenarios on the same deals.

A spread has no error of its own that an interval could stand on, so the difference D = s_b − s_a is enclosed.
At level 1 − α three statements hold together (Bonferroni, 1 − α/3 each): a's spread lies in [l_a, h_a], b's in
[l_b, h_b], and the spread of the rows' differences is at most u (all by `stats.intervals.simultaneous_spread`,
the last one paired).  Then D lies in [l_b − h_a, h_b − l_a], and since highest and lowest move by no more than
the rows do, |D| ≤ u.
"""

from __future__ import annotations

import numpy as np

from balance.stats.intervals import FloatArray, simultaneous_spread
from balance.stats.paired import Influence
from balance.stats.verdict import DIFFERENCE_LEVEL, IntervalAt

OF = {"seat_win_spread": "seat_win_rate"}  # a spread and the metric whose rows it is of
STEPS = 7  # halvings of the search for p, on the scale of its logarithm: right to a tenth
LEAST = 1e-6  # p is not followed below


def spread_difference(base: Influence, variant: Influence, blocks: int) -> tuple[float, IntervalAt]:
    """D of the spreads of all ratios, and its interval at any level.  ValueError for fewer than two batches."""
    sides = [(each.value, _covariance(each.errors, each.filled)) for each in (base, variant)]
    apart = (variant.value - base.value, _covariance(variant.errors - base.errors, base.filled))
    df = float(min(base.filled.min(), variant.filled.min()) - 1.0)
    value = float(np.ptp(variant.value) - np.ptp(base.value))

    def interval(level: float) -> tuple[float | None, float | None]:
        each = 1.0 - (1.0 - level) / 3.0
        a, b, moved = (simultaneous_spread(v, c, each, df=df, blocks=blocks) for v, c in (*sides, apart))
        if a.low is None or a.high is None or b.low is None or b.high is None or moved.high is None:
            return None, None
        return max(b.low - a.high, -moved.high), min(b.high - a.low, moved.high)

    return value, interval


def p_of(interval: IntervalAt, margin: float) -> float:
    """The least α at which the 1 − α interval lies wholly outside ±margin; 1 if it does not at 95%."""

    def outside(alpha: float) -> bool:
        low, high = interval(1.0 - alpha)
        return low is not None and high is not None and (low > margin or high < -margin)

    least, most = LEAST, 1.0 - DIFFERENCE_LEVEL
    if not outside(most):
        return 1.0
    if outside(least):
        return least
    for _ in range(STEPS):
        middle = (least * most) ** 0.5
        least, most = (least, middle) if outside(middle) else (middle, most)
    return most


def _covariance(errors: FloatArray, filled: FloatArray) -> FloatArray:
    """Covariance of ratios from their batch errors."""
    if filled.min() < 2:
        raise ValueError("a spread needs two batches or more with observations in each row")
    batches = filled.min()
    return np.asarray(errors @ errors.T * (batches / (batches - 1.0)))
