"""The one estimator: a ratio of two block sums, R = ΣY/ΣX, from its batch sums.

The combined ratio estimator with its linearised variance (Cochran 1977, section 6.4; Särndal, Swensson &
Wretman 1992, section 5.6), the batch being the unit: residuals e_b = Y_b − R·X_b, se² = Σe²/(ΣX)² · B/(B−1),
where B counts the batches with X > 0. Integers are summed and multiplied exactly; the first rounding is that
of a residual.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from balance.stats.columns import Columns, reduce_columns
from balance.stats.intervals import FloatArray, check_level, constant_contrast_bounds, rate_bounds, t_quantile

Kind = Literal["mean", "rate"]
Interval = tuple[float | None, float | None]

NOTHING = "no observation: the denominator is 0"
ONE_BATCH = "one batch only: no interval"
CONSTANT = "no variation between batches"


@dataclass(frozen=True)
class Estimate:
    """A value with its standard error and interval; what is missing is None, with the reason in `note`.

    value: R, se and low, high in its unit; x_sum: ΣX; batches: how many have X > 0. kind: "mean" (t
    interval), "rate" (Wilson, or the one-sided Clopper–Pearson bound at 0 and 1) or "difference" (of two
    rates). n: the effective size on which a rate's interval stands, or the number of blocks where nothing
    varied.
    """

    value: float | None
    se: float | None
    low: float | None
    high: float | None
    x_sum: int | float
    batches: int
    note: str | None = None
    kind: Kind | Literal["difference", "share"] = "mean"
    n: float | None = None

    def interval(self, level: float) -> Interval:
        """Return the interval at another level, by the same rule; (None, None) where there is none."""
        if self.value is None or self.se is None:
            return None, None
        if self.kind == "difference" and self.se == 0.0 and self.n is not None:
            return constant_contrast_bounds(self.value, self.n, level)
        size = np.array([np.nan if self.n is None else self.n])
        df = np.array([self.batches - 1.0])
        low, high = _bounds(self.kind, np.array([self.value]), np.array([self.se]), df, size, level)
        return float(low[0]), float(high[0])


def ratio(
    y: ArrayLike, x: ArrayLike, *, kind: Kind = "mean", level: float = 0.95, blocks: int | None = None
) -> Estimate:
    """Estimate R = ΣY/ΣX from the batch sums y[B] and x[B]: `ratios` for one column."""
    numerator, denominator = np.asarray(y), np.asarray(x)
    return ratios(numerator[:, None], denominator[:, None], kind=kind, level=level, blocks=blocks)[0]


def ratios(
    y: ArrayLike,
    x: ArrayLike,
    *,
    kind: Kind = "mean",
    level: float = 0.95,
    blocks: int | Sequence[int] | NDArray[np.int64] | None = None,
) -> list[Estimate]:
    """Estimate R = ΣY/ΣX for each of k columns of batch sums.

    y: int64 or float64 [B, k]; x: the same shape, or [B] or [B, 1] for a common denominator, with x ≥ 0. kind
    "rate" wants y in units of x (0 ≤ R ≤ 1) and takes Wilson's interval (1927) with the effective size n =
    R(1−R)(ΣX)²/Σe², equal to the number of games when they are independent. Where no batch differs from
    another (always so at R = 0 and 1), n is the number of blocks with X > 0, given as `blocks` (one number or
    one a column), else the number of batches with X > 0; at 0 and 1 the open end is the one-sided
    Clopper–Pearson bound (1934). kind "mean" takes Student's t with B−1 degrees of freedom, B counting the
    batches with X > 0. A column's digits do not depend on the columns beside it.
    """
    _check_kind(kind)
    columns = reduce_columns(y, x)
    value, x_sum, filled = columns.value, columns.x_sum, columns.filled
    with np.errstate(divide="ignore", invalid="ignore"):
        x_float = np.array(x_sum, dtype=np.float64)
        spread = columns.squares / x_float**2
        se = np.sqrt(spread * (filled / (filled - 1.0)))
    size = np.full(len(value), np.nan)
    if kind == "rate":
        if (value < -1e-12).any() or (value > 1.0 + 1e-12).any():
            raise ValueError("a rate lies outside [0, 1]: its y must be counted in the unit of its x")
        value = np.clip(value, 0.0, 1.0)
        still = (spread == 0.0) | (value == 0.0) | (value == 1.0)
        counted = filled if blocks is None else np.broadcast_to(np.asarray(blocks, dtype=np.float64), filled.shape)
        with np.errstate(divide="ignore", invalid="ignore"):
            size = np.where(still, counted, value * (1.0 - value) / spread)
    some, several = filled >= 1, filled >= 2
    low, high = np.full(len(value), np.nan), np.full(len(value), np.nan)
    low[several], high[several] = _bounds(
        kind, value[several], se[several], filled[several] - 1.0, size[several], level
    )
    constant = spread == 0.0
    estimates = []
    for i, total in enumerate(x_sum):
        if not some[i]:
            estimates.append(Estimate(None, None, None, None, total, 0, NOTHING, kind))
        elif not several[i]:
            estimates.append(Estimate(float(value[i]), None, None, None, total, 1, ONE_BATCH, kind))
        else:
            note, n = CONSTANT if constant[i] else None, float(size[i]) if kind == "rate" else None
            ends = float(value[i]), float(se[i]), float(low[i]), float(high[i])
            estimates.append(Estimate(*ends, total, int(filled[i]), note, kind, n))
    return estimates


def residuals(y: ArrayLike, x: ArrayLike) -> FloatArray:
    """Return the batch residuals e = Y − R·X: float64[B, k] (or [B] for one column given as [B]).

    ValueError if some column has ΣX = 0.
    """
    return np.ascontiguousarray(_all_residuals(y, x)[0].T).reshape(np.shape(y))


def covariance(y: ArrayLike, x: ArrayLike) -> FloatArray:
    """Return the covariance float64[k, k] of the k ratios ΣY/ΣX, from their batch residuals.

    C_ij = Σ e_i e_j/(ΣX_i ΣX_j) · √(c_i c_j) with c = B/(B−1) of each column: its diagonal is se² of
    `ratios`, and it has no negative eigenvalue. ValueError if a column has fewer than two batches with X > 0.
    """
    scaled, columns = _all_residuals(y, x)
    if (columns.filled < 2).any():
        raise ValueError("a covariance needs at least two batches with observations in each column")
    scaled /= np.array(columns.x_sum, dtype=np.float64)[:, None]
    scaled *= np.sqrt(columns.filled / (columns.filled - 1.0))[:, None]
    return scaled @ scaled.T


def paired_difference(
    a: tuple[ArrayLike, ArrayLike],
    b: tuple[ArrayLike, ArrayLike],
    level: float = 0.95,
    *,
    kind: Kind = "mean",
    blocks: int | None = None,
) -> tuple[Estimate, float | None, float | None]:
    """Difference R_a − R_b of two variants played on the same blocks; each is (y[B], x[B]).

    Batch by batch d = e_a/ΣX_a − e_b/ΣX_b, se² = Σd² · B/(B−1), Student's t with B−1 degrees of freedom, B
    being the smaller number of batches with X > 0. Returns the estimate (x_sum: the smaller ΣX), the
    correlation of the two residuals, and the games saved by pairing, 1 − var(paired)/var(unpaired) with
    var(unpaired) = se_a² + se_b²; the last two are None where nothing varied. kind "rate": where no batch
    differs, the interval of the difference comes from the number of `blocks`
    (`intervals.constant_contrast_bounds`) and is not of zero width.
    """
    _check_kind(kind)
    check_level(level)
    (y_a, x_a), (y_b, x_b) = [(np.asarray(y)[:, None], np.asarray(x)[:, None]) for y, x in (a, b)]
    if len(y_a) != len(y_b):
        raise ValueError(f"{len(y_a)} batches cannot be paired with {len(y_b)}: bring both to the same blocks")
    columns = [reduce_columns(y_a, x_a, keep=True), reduce_columns(y_b, x_b, keep=True)]
    batches = int(min(part.filled[0] for part in columns))
    total = min(part.x_sum[0] for part in columns)
    shown: Literal["mean", "difference"] = "mean" if kind == "mean" else "difference"
    if batches == 0:
        return Estimate(None, None, None, None, total, 0, NOTHING, shown), None, None
    value = float(columns[0].value[0] - columns[1].value[0])
    if batches == 1:
        return Estimate(value, None, None, None, total, 1, ONE_BATCH, shown), None, None
    e_a, e_b = (part.residuals[0] / float(part.x_sum[0]) for part in columns)
    squares = [float(np.sum(d * d)) for d in (e_a - e_b, e_a, e_b)]
    se = float(np.sqrt(squares[0] * (batches / (batches - 1.0))))
    moved = squares[1] > 0.0 and squares[2] > 0.0
    correlation = float(np.sum(e_a * e_b) / np.sqrt(squares[1] * squares[2])) if moved else None
    saved = 1.0 - squares[0] / (squares[1] + squares[2]) if squares[1] + squares[2] > 0.0 else None
    still = se == 0.0
    n = float(batches if blocks is None else blocks) if still and kind == "rate" else None
    bare = Estimate(value, se, None, None, total, batches, CONSTANT if still else None, shown, n)
    low, high = bare.interval(level)
    return Estimate(value, se, low, high, total, batches, bare.note, shown, n), correlation, saved


def _check_kind(kind: str) -> None:
    """ValueError unless `kind` is one of the two kinds of ratio."""
    if kind not in ("mean", "rate"):
        raise ValueError(f'kind is "{kind}", but a ratio is a "mean" or a "rate"')


def _bounds(
    kind: str, value: FloatArray, se: FloatArray, df: FloatArray, n: FloatArray, level: float
) -> tuple[FloatArray, FloatArray]:
    """Interval of each estimate: that of a rate, else Student's t (cut to [0, 1] for a share)."""
    if kind == "rate":
        return rate_bounds(value, n, level)
    half = t_quantile(df, level) * se
    if kind == "share":
        return np.maximum(value - half, 0.0), np.minimum(value + half, 1.0)
    return value - half, value + half


def _all_residuals(y: ArrayLike, x: ArrayLike) -> tuple[FloatArray, Columns]:
    """Residuals float64[k, B] of columns that all have observations."""
    numerator, denominator = np.asarray(y), np.asarray(x)
    if numerator.ndim == 1:
        numerator = numerator[:, None]
    columns = reduce_columns(numerator, denominator, keep=True)
    if (columns.filled < 1).any():
        raise ValueError("a column has no observation (its denominator is 0), so it has no residuals")
    return columns.residuals, columns
