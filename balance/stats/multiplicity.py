"""Several tests at once: p-values adjusted so that they hold for the family."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p: Sequence[float]) -> list[float]:
    """Adjusted p-values of Holm (1979), in the order given: no false alarm in the family with probability 1 − α."""
    order = _ascending(p)
    adjusted, largest = [0.0] * len(p), 0.0
    for rank, place in enumerate(order):
        largest = max(largest, min(1.0, (len(p) - rank) * p[place]))
        adjusted[place] = largest
    return adjusted


def benjamini_hochberg(p: Sequence[float]) -> list[float]:
    """Adjusted p-values of Benjamini & Hochberg (1995), in the order given: the share of false finds is at most α."""
    order = _ascending(p)
    adjusted, smallest = [0.0] * len(p), 1.0
    for rank in reversed(range(len(p))):
        smallest = min(smallest, p[order[rank]] * len(p) / (rank + 1))
        adjusted[order[rank]] = smallest
    return adjusted


def _ascending(p: Sequence[float]) -> list[int]:
    """Places from the smallest p on.  ValueError for what is no probability."""
    if not all(0.0 <= each <= 1.0 for each in p):
        raise ValueError("a p-value lies between 0 and 1, and one of these does not")
    return sorted(range(len(p)), key=p.__getitem__)
