"""Variants played on the same blocks: any weighted sum of their values, with the error that pairing leaves.

The linearised error of a ratio R = ΣY/ΣX in batch b is ψ_b = (Y_b − R·X_b)/ΣX (Cochran 1977, section 6.4).
For variants v on the same blocks a contrast Σ_v w_v R_v has ψ_b = Σ_v w_v ψ_vb and se² = Σ_b ψ_b² · B/(B−1),
B being the smallest number of batches with X > 0 among the variants of weight other than 0.  A difference is
the contrast (1, −1) and gives the digits of `estimator.paired_difference`; a main effect, an interaction or a
clause's share is another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from balance.stats.columns import reduce_columns
from balance.stats.intervals import FloatArray, t_quantile

ROUNDING = 1e-14


@dataclass(frozen=True)
class Influence:
    """k ratios of one variant: value float64[k] (NaN where ΣX = 0), their ψ float64[k, B], and the number of
    batches with X > 0, float64[k].
    """

    value: FloatArray
    errors: FloatArray
    filled: FloatArray


@dataclass(frozen=True)
class Contrast:
    """k weighted sums over variants: value, standard error (NaN where unknown) and degrees of freedom."""

    value: FloatArray
    se: FloatArray
    df: FloatArray

    def interval(self, level: float = 0.95) -> tuple[FloatArray, FloatArray]:
        """Student's intervals: two arrays float64[k], NaN where there is none."""
        known = self.df >= 1.0
        half = t_quantile(np.where(known, self.df, 1.0), level) * np.where(known, self.se, np.nan)
        return self.value - half, self.value + half


def influence(y: ArrayLike, x: ArrayLike) -> Influence:
    """The ratios of batch sums y[B, k] and x[B, k], with their errors by batch."""
    columns = reduce_columns(y, x, keep=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        errors = columns.residuals / np.array(columns.x_sum, dtype=np.float64)[:, None]
    return Influence(columns.value, errors, columns.filled)


def contrast(variants: Sequence[Influence], weights: ArrayLike) -> Contrast:
    """The weighted sum of the variants' values, batch by batch; ValueError for variants of other batches."""
    shares = np.asarray(weights, dtype=np.float64)
    if len(variants) != len(shares) or not shares.any():
        raise ValueError(f"{len(shares)} weights for {len(variants)} variants, or all of them 0")
    used = [(each, float(w)) for each, w in zip(variants, shares, strict=True) if w != 0.0]
    if len({each.errors.shape for each, _ in used}) > 1:
        raise ValueError("variants of different batches or ratios cannot be paired: play them on the same blocks")
    value = _sum([w * each.value for each, w in used])
    errors = _sum([w * each.errors for each, w in used])
    filled = np.min([each.filled for each, _ in used], axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        correction = filled / (filled - 1.0)
        se = np.where(filled > 1, np.sqrt(np.sum(errors * errors, axis=1) * correction), np.nan)
    return Contrast(value, se, filled - 1.0)


def _sum(terms: Sequence[FloatArray]) -> FloatArray:
    """The sum of some arrays; what is below the rounding error of its terms counts as 0."""
    total = np.sum(terms, axis=0)
    noise = ROUNDING * np.sum(np.abs(terms), axis=0)
    return np.where(np.abs(total) <= noise, 0.0, total)


def pairing(a: Influence, b: Influence) -> tuple[FloatArray, FloatArray]:
    """How much pairing two variants helps: correlation of their errors, and games saved, float64[k] each.

    Games saved are 1 − var(paired)/var(unpaired), var(unpaired) = se_a² + se_b²; NaN where nothing varies.
    """
    own = [np.sum(each.errors * each.errors, axis=1) for each in (a, b)]
    both = np.sum(a.errors * b.errors, axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        correlation = both / np.sqrt(own[0] * own[1])
        saved = 2.0 * both / (own[0] + own[1])
    return np.where(np.isfinite(correlation), correlation, np.nan), np.where(np.isfinite(saved), saved, np.nan)


def p_beyond(value: ArrayLike, se: ArrayLike, df: ArrayLike, margin: ArrayLike) -> FloatArray:
    """p of the failing side: that |true value| ≤ margin, two-sided; 1 where the value lies within.

    p ≤ α exactly where the 1 − α interval of Student's t lies wholly outside of ±margin; with margin 0 it
    is the usual t test.  A value that was the same in all df + 1 batches (se = 0) has no t; beyond the margin it
    gets the p of the sign test, 2^−df: so many batches fell on one side.
    """
    from scipy.special import stdtr

    beyond = np.abs(np.asarray(value, dtype=np.float64)) - np.asarray(margin, dtype=np.float64)
    error, free = np.asarray(se, dtype=np.float64), np.asarray(df, dtype=np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        p = np.where(error > 0.0, 2.0 * stdtr(free, -beyond / error), np.exp2(-free))
    return np.asarray(np.where(beyond <= 0.0, 1.0, np.minimum(p, 1.0)))
