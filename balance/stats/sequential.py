"""Confidence sequences: intervals that hold at every look at once, however often one looks and stops.

A 95% confidence sequence misses the truth at any time at all with at most 5% chance, so an experiment may be
watched and stopped when it has decided; plain intervals, looked at again and again, miss far more often.

Proportions take the beta-binomial mixture (Robbins 1970; Howard, Ramdas, McAuliffe & Sekhon 2021), which holds
exactly at any size.  Whatever else has a standard error takes the asymptotic confidence sequence of
Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas (2024, theorem 2.2), on the residuals of the batches.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from numpy.typing import ArrayLike

from balance.stats.intervals import check_level
from balance.stats.paired import contrast, influence
from balance.stats.verdict import IntervalAt

STEPS = 200  # halvings of an interval in [0, 1]: to the last bit


def beta_mixture(
    successes: float, n: float, level: float = 0.95, prior: tuple[float, float] = (1.0, 1.0)
) -> tuple[float, float]:
    """Confidence sequence of a proportion after ``successes`` of ``n``; both may be effective numbers.

    All p at which the mixture B(a + s, b + n − s)/B(a, b) of likelihoods is below 1/α times p^s (1 − p)^(n−s),
    with (a, b) the ``prior``.  Also valid for independent means in [0, 1], then wider than need be.
    """
    if n < 0 or not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n}: the successes must lie between 0 and the number")
    if n == 0:
        return 0.0, 1.0
    from scipy.special import betaln, xlog1py, xlogy

    a, b = prior
    failures = n - successes
    bound = float(betaln(a + successes, b + failures) - betaln(a, b)) + math.log(1.0 - check_level(level))

    def inside(p: float) -> bool:
        return float(xlogy(successes, p) + xlog1py(failures, -p)) > bound

    best = successes / n
    low = 0.0 if successes == 0 else _edge(0.0, best, inside)
    high = 1.0 if failures == 0 else _edge(1.0, best, inside)
    return low, high


def _edge(outside: float, within: float, inside: Callable[[float], bool]) -> float:
    """Where ``inside`` begins between a point that is not inside and one that is; the outer side of it."""
    for _ in range(STEPS):
        middle = (outside + within) / 2.0
        if middle in (outside, within):
            break
        if inside(middle):
            within = middle
        else:
            outside = middle
    return outside


def multiplier(blocks: float, tuned: float, level: float = 0.95) -> float:
    """Standard errors on each side of a value in the asymptotic confidence sequence after ``blocks`` blocks.

    √(2 (tρ² + 1)/(tρ²) · ln(√(tρ² + 1)/α)) with t the blocks, the independent units, and ρ² = (−2 ln α +
    ln(1 − 2 ln α))/t*, about narrowest at t* = ``tuned`` blocks, which must be chosen before looking.
    """
    if blocks <= 0 or tuned <= 0:
        raise ValueError(f"{blocks} blocks, tuned to {tuned}: both must be positive")
    alpha = 1.0 - check_level(level)
    deviance = -2.0 * math.log(alpha)
    time = blocks * (deviance + math.log1p(deviance)) / tuned
    return math.sqrt(2.0 * (time + 1.0) / time * (0.5 * math.log1p(time) - math.log(alpha)))


def asymptotic(value: float, se: float, blocks: float, tuned: float, level: float = 0.95) -> tuple[float, float]:
    """Asymptotic confidence sequence of a value with standard error ``se`` from ``blocks`` blocks."""
    half = multiplier(blocks, tuned, level) * se
    return value - half, value + half


def difference(
    a: tuple[ArrayLike, ArrayLike],
    b: tuple[ArrayLike, ArrayLike],
    blocks: float,
    tuned: float,
    level: float = 0.95,
) -> tuple[float, float] | None:
    """Asymptotic confidence sequence of R_a − R_b for two variants on the same blocks; each is (y[B], x[B]).

    On the residuals paired batch by batch; None where there are fewer than two batches with X > 0.
    """
    found = contrast([influence(*(_column(part) for part in each)) for each in (a, b)], (1.0, -1.0))
    if not found.df[0] >= 1.0:
        return None
    return asymptotic(float(found.value[0]), float(found.se[0]), blocks, tuned, level)


def _column(sums: ArrayLike) -> ArrayLike:
    import numpy as np

    return np.asarray(sums)[:, None]


def always_valid(interval: IntervalAt, blocks: float, tuned: float) -> IntervalAt:
    """Turn a fixed-size interval into the asymptotic confidence sequence of the same value.

    The fixed interval is taken at the level at which its normal quantile is the `multiplier`: value ± multiplier
    · se for a mean, and for simultaneous intervals and rates the ends that their own shape gives.
    """
    from scipy.special import ndtr

    def at(level: float) -> tuple[float | None, float | None]:
        return interval(1.0 - 2.0 * float(ndtr(-multiplier(blocks, tuned, level))))

    return at


def rate_sequence(rate: float, n: float) -> IntervalAt:
    """The confidence sequence of a rate as a function of the level.

    n: its effective size (`Estimate.n`), equal to the number of games where games are independent, and the
    number of blocks where nothing varied.
    """
    return lambda level: beta_mixture(rate * n, n, level)
