"""Weighted sums over scenarios as rows: value, interval, and p-values adjusted over the family."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from balance.stats.multiplicity import holm
from balance.stats.paired import Contrast, p_beyond


@dataclass(frozen=True)
class Part:
    """A weighted sum of a measure's values, such as a clause's share; p of its being 0, adjusted by Holm."""

    value: float
    low: float | None
    high: float | None
    se: float | None
    p: float | None


def parts(found: Sequence[Contrast], *, tested: bool = True) -> list[list[Part]]:
    """Contrasts of k measures each as parts, [contrast][measure], p-values adjusted over all of them.

    Not ``tested``: means, of which nobody asks whether they are 0, without p.
    """
    if not found:
        return []
    low, high = (np.array(ends) for ends in zip(*(each.interval() for each in found), strict=True))
    value, se, df = (np.array([getattr(each, name) for each in found]) for name in ("value", "se", "df"))
    adjusted = np.full(value.shape, np.nan)
    if tested:
        p = np.where(np.isfinite(se), p_beyond(value, se, df, 0.0), 1.0)
        adjusted = np.array(holm(p.ravel().tolist())).reshape(p.shape)
    return [
        [_part(*(float(each[i, n]) for each in (value, low, high, se, adjusted))) for n in range(value.shape[1])]
        for i in range(len(found))
    ]


def _part(value: float, low: float, high: float, se: float, p: float) -> Part:
    """A part; what is not finite is missing."""
    return Part(value, *(end if math.isfinite(end) else None for end in (low, high, se, p)))
