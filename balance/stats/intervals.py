"""Confidence intervals: of a rate, a mean, a quantile, and of the spread of several values at once.

Every level is two-sided and lies in (0, 1). scipy is imported inside the functions, so that importing this
module costs nothing beside numpy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from balance.stats.sobol import points

FloatArray = NDArray[np.float64]

ONE_SIDED_AT_LEAST = 0.95
"""Confidence of the bound at a rate of 0 or 1: never less, so that a 90% interval still tests at 5% there."""

_LOG2_POINTS = 17


def check_level(level: float) -> float:
    """Return `level` if it is a confidence level, in (0, 1); ValueError otherwise."""
    if not 0.0 < level < 1.0:
        raise ValueError(f"level is {level}, but a confidence level lies between 0 and 1, such as 0.95")
    return level


def normal_quantile(level: float) -> float:
    """Two-sided normal quantile: 1.96 at level 0.95."""
    from scipy.special import ndtri

    return float(ndtri((1.0 + check_level(level)) / 2.0))


def t_quantile(df: ArrayLike, level: float) -> FloatArray:
    """Two-sided quantile of Student's t (1908) for each of `df` degrees of freedom (> 0)."""
    from scipy.special import stdtrit

    return np.asarray(stdtrit(np.asarray(df, dtype=np.float64), (1.0 + check_level(level)) / 2.0))


def t_interval(value: float, se: float, df: float, level: float = 0.95) -> tuple[float, float]:
    """Student's interval value ± t·se with `df` degrees of freedom, in the unit of `value`."""
    half = float(t_quantile(df, level)) * se
    return value - half, value + half


def wilson_bounds(rate: ArrayLike, n: ArrayLike, level: float = 0.95) -> tuple[FloatArray, FloatArray]:
    """Wilson's score interval for arrays of rates in [0, 1] with (effective) sizes n > 0.

    Wilson (1927): centre (R + z²/2n)/(1 + z²/n), half width z/(1 + z²/n)·√(R(1−R)/n + z²/4n²).
    The ends are exactly 0 at R = 0 and exactly 1 at R = 1.
    """
    rates, sizes = np.asarray(rate, dtype=np.float64), np.asarray(n, dtype=np.float64)
    z = normal_quantile(level)
    scale = 1.0 + z * z / sizes
    centre = (rates + z * z / (2.0 * sizes)) / scale
    half = z / scale * np.sqrt(rates * (1.0 - rates) / sizes + z * z / (4.0 * sizes * sizes))
    low = np.where(rates <= 0.0, 0.0, np.maximum(centre - half, 0.0))
    high = np.where(rates >= 1.0, 1.0, np.minimum(centre + half, 1.0))
    return low, high


def wilson(successes: float, n: float, level: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval (1927) for `successes` of `n`; both may be effective, fractional numbers."""
    if n <= 0 or not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n}: the successes must lie between 0 and a positive number")
    low, high = wilson_bounds(successes / n, n, level)
    return float(low), float(high)


def clopper_pearson(
    successes: float, n: float, level: float = 0.95, side: Literal["both", "lower", "upper"] = "both"
) -> tuple[float, float]:
    """Exact binomial interval of Clopper & Pearson (1934) from the quantiles of the beta distribution.

    `side` "both" leaves (1 − level)/2 outside each end; "lower" and "upper" give one bound with all of
    1 − level outside it, the other end being 1 or 0.
    """
    if n <= 0 or not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n}: the successes must lie between 0 and a positive number")
    from scipy.special import betaincinv

    tail = (1.0 - check_level(level)) / (2.0 if side == "both" else 1.0)
    low, high = 0.0, 1.0
    if side != "upper" and successes > 0:
        low = float(betaincinv(successes, n - successes + 1.0, tail))
    if side != "lower" and successes < n:
        high = float(betaincinv(successes + 1.0, n - successes, 1.0 - tail))
    return low, high


def never_seen_bound(n: ArrayLike, level: float = 0.95) -> FloatArray:
    """One-sided Clopper–Pearson (1934) bound on the rate of what happened in none of `n` blocks: 1 − α^(1/n).

    α = 1 − level, but at most 5% (`ONE_SIDED_AT_LEAST`).
    """
    alpha = 1.0 - max(check_level(level), ONE_SIDED_AT_LEAST)
    return -np.expm1(math.log(alpha) / np.asarray(n, dtype=np.float64))


def rate_bounds(rate: ArrayLike, n: ArrayLike, level: float = 0.95) -> tuple[FloatArray, FloatArray]:
    """Interval of a rate: Wilson (1927) inside (0, 1), the one-sided Clopper–Pearson bound at 0 and at 1.

    `n` is the effective size; at a rate of 0 or 1 it is the number of independent blocks.
    """
    rates = np.asarray(rate, dtype=np.float64)
    low, high = wilson_bounds(rates, n, level)
    bound = never_seen_bound(n, level)
    return np.where(rates >= 1.0, 1.0 - bound, low), np.where(rates <= 0.0, bound, high)


def constant_contrast_bounds(contrast: float, blocks: float, level: float = 0.95) -> tuple[float, float]:
    """Interval of the mean of a contrast in [−1, 1] that had the same value in each of `blocks` blocks.

    With u the one-sided Clopper–Pearson (1934) bound on the share of blocks that differ, the mean lies in
    (1 − u)·contrast ± u. So what never changed gets no interval of zero width.
    """
    u = float(never_seen_bound(blocks, level))
    return (1.0 - u) * contrast - u, (1.0 - u) * contrast + u


@dataclass(frozen=True)
class Quantile:
    """A quantile of an integer histogram and its interval; None where the data do not reach, with a note."""

    value: int | None
    low: int | None
    high: int | None
    note: str | None = None


def quantile_from_histogram(
    counts: ArrayLike, lo: int, p: float, n_eff: float | None = None, level: float = 0.95
) -> Quantile:
    """Quantile `p` of a histogram of integers, with the order-statistic interval.

    counts: int[bins], the number of observations equal to lo, lo + 1, …; the last bin is the overflow, all
    observations from lo + bins − 1 upwards. n_eff: effective number of independent observations (default:
    all). The value is the smallest integer with at least the share p at or below it (so the lower one of two
    medians). The interval runs from order statistic l to u with P(l ≤ Bin(n, p) < u) ≥ level (David &
    Nagaraja 2003, section 7.1), the ranks scaled from n_eff to the observations, outwards. An end beyond the
    first or the last observation, or in the overflow bin, is None.
    """
    bins = [int(c) for c in np.asarray(counts).tolist()]
    if len(bins) < 2 or min(bins) < 0:
        raise ValueError("a histogram needs at least one bin and the overflow bin, with no negative count")
    if not 0.0 < p < 1.0:
        raise ValueError(f"p is {p}, but a quantile's share lies between 0 and 1, such as 0.5 for the median")
    total = sum(bins)
    if total == 0:
        return Quantile(None, None, None, "no observation")
    share = Fraction(p).limit_denominator(1_000_000)
    n = total if n_eff is None else max(1, math.floor(n_eff))
    tail = (1.0 - check_level(level)) / 2.0
    lower, upper = _binomial_quantile(tail, n, p), _binomial_quantile(1.0 - tail, n, p) + 1
    cumulative = np.cumsum(np.asarray(bins, dtype=np.int64))

    def at_rank(rank: int) -> int | None:
        place = int(np.searchsorted(cumulative, rank))
        return None if place == len(bins) - 1 else lo + place

    value = at_rank(max(1, math.ceil(share * total)))
    low = None if lower < 1 else at_rank((lower - 1) * total // n + 1)
    high = None if upper > n else at_rank(-(-upper * total // n))
    note = None
    if value is None:
        note = f"the quantile lies in the overflow bin, at or above {lo + len(bins) - 1}"
    elif lower < 1 or upper > n:
        note = "too few observations for both ends of the interval"
    elif high is None:
        note = f"the upper end lies in the overflow bin, at or above {lo + len(bins) - 1}"
    return Quantile(value, low, high, note)


def _binomial_quantile(level: float, n: int, p: float) -> int:
    """The smallest k with P(Bin(n, p) ≤ k) ≥ ``level`` (as scipy.stats finds it, which is slow to load)."""
    from scipy.special import bdtr, bdtrik

    k = int(np.ceil(bdtrik(level, n, p)))
    return k - 1 if k > 0 and bdtr(k - 1, n, p) >= level else k


@dataclass(frozen=True)
class Spread:
    """Highest minus lowest of several values, its simultaneous interval and the quantile q it stands on."""

    value: float
    low: float | None
    high: float | None
    q: float | None
    note: str | None = None


def simultaneous_spread(
    values: Sequence[float] | FloatArray,
    covariance: ArrayLike,
    level: float = 0.95,
    *,
    df: float | None = None,
    blocks: float | None = None,
) -> Spread:
    """Simultaneous interval of the spread (highest minus lowest) of k ≥ 2 values.

    covariance: float[k, k] of the values, singular or not. df: degrees of freedom of the covariance (batches
    − 1); None takes the normal limit. With q the `level` quantile of max|z_ij| under the joint covariance
    (Tukey 1953 for equal variances; Hothorn, Bretz & Westfall 2008 in general), the spread lies in [max(0,
    max(|d_ij| − q·se_ij)), max(|d_ij| + q·se_ij)]. q is exact for k = 2, otherwise from 2^17 quasi-random
    points (right to about 0.005, and the same every time). If nothing varied, the interval of rates comes
    from the number of `blocks` (`constant_contrast_bounds`), or is None.
    """
    means = np.asarray(values, dtype=np.float64)
    first, second, cov, se = _contrasts(covariance, means.size)
    distance = np.abs(means[first] - means[second])
    spread = float(means.max() - means.min())
    moving = se > 0.0
    if not moving.any():
        note = "the values did not vary between batches"
        if blocks is None:
            return Spread(spread, None, None, None, note + ": no interval")
        low, high = constant_contrast_bounds(spread, blocks, level)
        return Spread(spread, max(0.0, low), high, None, note + ": the interval comes from the number of blocks")
    if means.size == 2:
        q = normal_quantile(level) if df is None else float(t_quantile(df, level))
    else:
        q = float(np.quantile(_largest_z(cov.tobytes(), means.size, df), check_level(level)))
    return Spread(spread, max(0.0, float((distance - q * se).max())), float((distance + q * se).max()), q)


def expected_spread_under_equality(covariance: ArrayLike) -> float:
    """Mean spread of normal values of equal means with this covariance: a spread's upward bias.

    covariance: float[k, k], k ≥ 2. For independent values of variance σ² it is Tippett's (1925) mean range,
    such as 2.059 σ for k = 4. From 2^17 quasi-random points.
    """
    cov = np.asarray(covariance, dtype=np.float64)
    _contrasts(cov, cov.shape[0])
    return float(np.ptp(_points(cov), axis=1).mean())


def _contrasts(covariance: ArrayLike, k: int) -> tuple[NDArray[np.intp], NDArray[np.intp], FloatArray, FloatArray]:
    """Check a covariance; return the pairs i < j, it, and the standard error of each difference."""
    cov = np.asarray(covariance, dtype=np.float64)
    if k < 2 or cov.shape != (k, k) or not np.isfinite(cov).all():
        raise ValueError(f"a spread needs k ≥ 2 values and a finite k × k covariance, not {k} and {cov.shape}")
    first, second = np.triu_indices(k, 1)
    own = np.diag(cov)
    variance = own[first] + own[second] - 2.0 * cov[first, second]
    # Two columns that move together cancel up to rounding: such a difference has no error of its own.
    variance[variance <= 1e-12 * (own[first] + own[second])] = 0.0
    return first, second, cov, np.sqrt(variance)


@lru_cache(maxsize=8)
def _normal_points(k: int) -> FloatArray:
    """Independent standard normal points float64[2^17, k].

    The first 2^17 points of Sobol's sequence (1967, with the directions of Joe & Kuo 2008), centred in their
    cells: nothing is drawn, so nothing depends on a generator.
    """
    from scipy.special import ndtri

    return np.asarray(ndtri(_cube(k + 1)[:, :k]))


@lru_cache(maxsize=8)
def _chi_points(k: int, df: float) -> FloatArray:
    """With each of these points a chi variate divided by √df, from the sequence's next dimension."""
    from scipy.special import chdtri

    return np.asarray(np.sqrt(chdtri(df, _cube(k + 1)[:, k]) / df))


@lru_cache(maxsize=2)
def _cube(dimensions: int) -> FloatArray:
    return points(dimensions, _LOG2_POINTS) + 0.5 ** (_LOG2_POINTS + 1)


def _points(cov: FloatArray) -> FloatArray:
    """Normal points with covariance `cov`.

    The symmetric square root of the covariance is used because it is unique: eigenvectors have free signs,
    which libraries choose differently.
    """
    size, vectors = np.linalg.eigh(cov)
    root = (vectors * np.sqrt(np.clip(size, 0.0, None))) @ vectors.T
    return np.asarray(_normal_points(len(cov)) @ root)


@lru_cache(maxsize=4)  # one covariance is often asked for at many levels
def _largest_z(covariance: bytes, k: int, df: float | None) -> FloatArray:
    """max|z_ij| over the pairs that vary, at each of the points; of the multivariate t if `df` is given."""
    first, second, cov, se = _contrasts(np.frombuffer(covariance).reshape(k, k), k)
    moving = se > 0.0
    columns = np.ascontiguousarray(_points(cov).T)
    largest = np.zeros(columns.shape[1])
    for i, j, error in zip(first[moving], second[moving], se[moving], strict=True):
        np.maximum(largest, np.abs(columns[i] - columns[j]) / error, out=largest)
    if df is not None:
        largest /= _chi_points(k, df)
    return largest
