"""Sobol's quasi-random points (1967) with the directions of Joe & Kuo (2008), which fill a cube evenly.

SciPy has the same points, bit for bit, but its module takes a second to load; it serves beyond the table here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

# For each dimension a primitive polynomial, its coefficients as bits, and the first odd numbers m_1, m_2, …
DIRECTIONS: tuple[tuple[int, tuple[int, ...]], ...] = (
    (1, ()),
    (3, (1,)),
    (7, (1, 3)),
    (11, (1, 3, 1)),
    (13, (1, 1, 1)),
    (19, (1, 1, 3, 3)),
    (25, (1, 3, 5, 13)),
    (37, (1, 1, 5, 5, 17)),
    (41, (1, 1, 5, 5, 5)),
    (47, (1, 1, 7, 11, 19)),
    (55, (1, 1, 5, 1, 1)),
    (59, (1, 1, 1, 3, 11)),
    (61, (1, 3, 5, 5, 31)),
    (67, (1, 3, 3, 9, 7, 49)),
    (91, (1, 1, 1, 15, 21, 21)),
    (97, (1, 3, 1, 13, 27, 49)),
)


def points(dimensions: int, log2_points: int) -> NDArray[np.float64]:
    """The first 2^``log2_points`` points of the unit cube: float64[points, dimensions], in Gray code order."""
    if dimensions > len(DIRECTIONS):
        from scipy.stats.qmc import Sobol

        return np.asarray(Sobol(dimensions, scramble=False).random_base2(log2_points))
    columns = [_column(polynomial, first, log2_points) for polynomial, first in DIRECTIONS[:dimensions]]
    return np.asarray(np.stack(columns, axis=1) * 0.5**log2_points, np.float64)


def _column(polynomial: int, first: tuple[int, ...], bits: int) -> NDArray[np.int64]:
    """One coordinate of the points, in units of 2^−bits; each half mirrors the one before, with one bit turned."""
    numbers = np.zeros(1, np.int64)
    for k, m in enumerate(_odd_numbers(polynomial, first, bits), start=1):
        numbers = np.concatenate([numbers, numbers[::-1] ^ (m << (bits - k))])
    return numbers


def _odd_numbers(polynomial: int, first: tuple[int, ...], bits: int) -> list[int]:
    """m_1 … m_bits by Bratley & Fox (1988): m_k = 2 a_1 m_{k−1} ⊕ … ⊕ 2^s m_{k−s} ⊕ m_{k−s}."""
    degree = polynomial.bit_length() - 1
    if degree == 0:
        return [1] * bits
    odd = list(first)
    while len(odd) < bits:
        following = odd[-degree]
        for i in range(1, degree + 1):
            if polynomial >> (degree - i) & 1:
                following ^= odd[-i] << i
        odd.append(following)
    return odd[:bits]
