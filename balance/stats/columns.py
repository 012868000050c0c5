"""Batch sums reduced to what the estimator needs: values, sums, residuals and their squares.

Integers are summed and multiplied exactly (in Python integers where 64 bits might not do); the first rounding
is that of a residual.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from balance.stats.intervals import FloatArray

_CHUNK = 64  # columns at a time: their residuals stay in the processor's cache
_SAFE = float(1 << 61)


@dataclass
class Columns:
    """k columns of batch sums, reduced.

    value: float64[k], ΣY/ΣX (NaN, never shown, where ΣX = 0); x_sum: ΣX, Python numbers; squares: float64[k],
    Σe²; filled: float64[k], the number of batches with X > 0; residuals: float64[k, B] if kept, else empty.
    """

    value: FloatArray
    x_sum: list[Any]
    squares: FloatArray
    filled: FloatArray
    residuals: FloatArray


def reduce_columns(y: ArrayLike, x: ArrayLike, keep: bool = False) -> Columns:
    """Reduce batch sums y[B, k] and x[B, k] (or [B], [B, 1]); each column by itself, to the same last bit.

    ValueError for shapes that do not fit, negative denominators and what is neither int64 nor finite float64.
    """
    numerator, denominator = _sums(y), _sums(x)
    if denominator.ndim == 1:
        denominator = denominator[:, None]
    if numerator.ndim != 2 or denominator.ndim != 2 or denominator.shape[1] not in (1, numerator.shape[1]):
        raise ValueError(f"batch sums of shapes {numerator.shape} and {denominator.shape} do not fit each other")
    if len(numerator) != len(denominator):
        raise ValueError(f"{len(numerator)} batches of y do not fit {len(denominator)} batches of x")
    if denominator.size and denominator.min() < 0:
        raise ValueError("a denominator has a negative batch sum, but counts cannot be negative")
    k = numerator.shape[1]
    denominator = np.broadcast_to(denominator, numerator.shape)
    squares, filled = np.zeros(k), np.zeros(k)
    y_sum: list[Any] = []
    x_sum: list[Any] = []
    kept = np.zeros((k, len(numerator)) if keep else (0, 0))
    exact = numerator.dtype == np.int64 and denominator.dtype == np.int64
    for start in range(0, k, _CHUNK):
        part = slice(start, start + _CHUNK)
        y_part, x_part = (
            np.ascontiguousarray(numerator[:, part].T),
            np.ascontiguousarray(denominator[:, part].T),
        )
        error, y_part_sum, x_part_sum = (_exact if exact else _rounded)(y_part, x_part)
        squares[part] = np.sum(error * error, axis=1)
        filled[part] = np.count_nonzero(x_part > 0, axis=1)
        y_sum += y_part_sum
        x_sum += x_part_sum
        if keep:
            kept[part] = error
    value = np.array([top / bottom if bottom > 0 else np.nan for top, bottom in zip(y_sum, x_sum, strict=True)])
    return Columns(value, x_sum, squares, filled, kept)


def _sums(values: ArrayLike) -> NDArray[Any]:
    """Batch sums as int64 or float64; ValueError for anything else and for what is not finite."""
    array = np.asarray(values)
    if np.can_cast(array.dtype, np.int64):
        return array.astype(np.int64, copy=False)
    if array.dtype != np.float64 or not np.isfinite(array).all():
        raise ValueError("batch sums must be 64-bit integers or finite 64-bit floating-point numbers")
    return array


def _exact(y: NDArray[np.int64], x: NDArray[np.int64]) -> tuple[FloatArray, list[int], list[int]]:
    """Residuals (Y·ΣX − X·ΣY)/ΣX of integer rows [k, B]: exact up to the division.

    Rows whose products might leave int64 are done in Python integers.
    """
    batches = y.shape[1]
    y_top = np.maximum(y.max(axis=1, initial=0).astype(np.float64), -y.min(axis=1, initial=0).astype(np.float64))
    x_top = x.max(axis=1, initial=0).astype(np.float64)
    unsafe = np.flatnonzero(np.maximum(y_top, 1.0) * np.maximum(x_top, 1.0) * batches > _SAFE)
    y_total, x_total = y.sum(axis=1), x.sum(axis=1)
    # Products of unsafe rows wrap here without harm: those rows are written again below.
    numerator = y * x_total[:, None]
    numerator -= x * y_total[:, None]
    error = numerator / np.maximum(x_total, 1)[:, None]
    y_sum, x_sum = y_total.tolist(), x_total.tolist()
    for row in unsafe:
        tops, bottoms = y[row].tolist(), x[row].tolist()
        top, bottom = sum(tops), sum(bottoms)
        y_sum[row], x_sum[row] = top, bottom
        if bottom > 0:
            error[row] = [(t * bottom - b * top) / bottom for t, b in zip(tops, bottoms, strict=True)]
    return error, y_sum, x_sum


def _rounded(y: NDArray[Any], x: NDArray[Any]) -> tuple[FloatArray, list[float], list[float]]:
    """Residuals of floating-point rows [k, B]; what is below the rounding error of the sums counts as 0."""
    y_float, x_float = y.astype(np.float64), x.astype(np.float64)
    y_total, x_total = y_float.sum(axis=1), x_float.sum(axis=1)
    safe = np.where(x_total > 0.0, x_total, 1.0)
    share = np.where(x_total > 0.0, y_total / safe, 0.0)[:, None]
    error = np.where(x_total[:, None] > 0.0, y_float - share * x_float, 0.0)
    size = np.abs(y_float)
    noise = 16.0 * np.finfo(np.float64).eps * (size + x_float * (size.sum(axis=1) / safe)[:, None])
    error[np.abs(error) <= noise] = 0.0
    return error, y_total.tolist(), x_total.tolist()
