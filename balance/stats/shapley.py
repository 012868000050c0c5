"""Whose doing is a difference: shares of single clauses and of pairs, from all combinations of clauses.

Clause i is on in combination m if bit i of m is set; v[m] is the value of a metric with exactly those on.
All shares are weighted sums of the 2^k values, so they are given as weights: the same weights applied to
batch errors give the errors (`stats.paired.contrast`).
"""

from __future__ import annotations

from itertools import combinations
from math import factorial

import numpy as np

from balance.stats.intervals import FloatArray


def shapley_weights(k: int) -> FloatArray:
    """Weights float64[k, 2^k] of the Shapley values (Shapley 1953).

    φ_i = Σ over S without i of |S|! (k−|S|−1)!/k! · (v[S + i] − v[S]).  They sum to v[all] − v[none].
    """
    weights = np.zeros((_clauses(k), 1 << k))
    for i in range(k):
        for without in range(1 << k):
            if not without >> i & 1:
                size = without.bit_count()
                share = factorial(size) * factorial(k - size - 1) / factorial(k)
                weights[i, without | 1 << i] += share
                weights[i, without] -= share
    return weights


def interaction_weights(k: int) -> FloatArray:
    """Weights float64[pairs, 2^k] of the Shapley interactions of the pairs i < j (Grabisch & Roubens 1999).

    I_ij = Σ over S without i, j of |S|! (k−|S|−2)!/(k−1)! · (v[S+i+j] − v[S+i] − v[S+j] + v[S]): what the
    pair does together beyond what each does alone, averaged over what else is on.
    """
    rows = []
    for i, j in combinations(range(_clauses(k)), 2):
        row = np.zeros(1 << k)
        both = 1 << i | 1 << j
        for without in range(1 << k):
            if not without & both:
                size = without.bit_count()
                share = factorial(size) * factorial(k - size - 2) / factorial(k - 1)
                row[without | both] += share
                row[without] += share
                row[without | 1 << i] -= share
                row[without | 1 << j] -= share
        rows.append(row)
    return np.array(rows).reshape(len(rows), 1 << k)


def _clauses(k: int) -> int:
    if k < 1:
        raise ValueError(f"{k} clauses: at least one is needed")
    return k
