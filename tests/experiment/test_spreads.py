"""The difference of two spreads: enclosed honestly, sharp where games are nearly the same."""

from __future__ import annotations

import numpy as np
import pytest

from balance.experiment.spreads import LEAST, p_of, spread_difference
from balance.stats.intervals import simultaneous_spread
from balance.stats.paired import Influence, influence


def rates(values: np.ndarray, wins: np.random.Generator, batches: int = 60, size: int = 100) -> Influence:
    """Win rates of seats with these true values."""
    y = wins.multinomial(size, values / values.sum(), batches)
    return influence(y, np.full(y.shape, size))


def test_the_same_games_differ_by_nothing() -> None:
    one = rates(np.array([3.0, 1.0, 1.0, 1.0]), np.random.default_rng(1))
    value, interval = spread_difference(one, one, 60)
    low, high = interval(0.95)
    assert value == 0.0 and low == pytest.approx(-(high or 0.0))
    assert 0.0 < (high or 0.0) < 0.1  # only what sixty equal deals leave open
    assert p_of(interval, 0.0) == 1.0


def test_it_encloses_the_truth_at_least_as_often_as_it_says() -> None:
    rng = np.random.default_rng(3)
    fair, uneven = np.full(4, 0.25), np.array([0.3, 0.25, 0.25, 0.2])
    covered = total = 0
    for _ in range(150):
        value, interval = spread_difference(rates(fair, rng), rates(uneven, rng), 60)
        low, high = interval(0.95)
        covered += (low or 0.0) <= 0.1 <= (high or 0.0)
        total += 1
        assert (low or 0.0) <= value <= (high or 0.0)
    assert covered / total >= 0.95


def test_two_seats_by_hand() -> None:
    """With two seats a spread is |d|: its ends come from Student's t at 1 − α/3."""
    a = influence(np.array([[30, 70], [34, 66], [26, 74]]), np.full((3, 2), 100))
    b = influence(np.array([[50, 50], [55, 45], [51, 49]]), np.full((3, 2), 100))
    _, interval = spread_difference(a, b, 3)
    level = 1 - 0.05 / 3
    ends = []
    for each in (a, b):
        cov = each.errors @ each.errors.T * 1.5
        ends.append(simultaneous_spread(each.value, cov, level, df=2.0))
    assert interval(0.95)[1] == pytest.approx(ends[1].high - ends[0].low)  # type: ignore[operator]


def test_p_is_where_the_interval_leaves_the_margin() -> None:
    def at(level: float) -> tuple[float, float]:
        half = np.log(1.0 / (1.0 - level))
        return 6.0 - half, 6.0 + half

    # outside of ±1 as long as ln(1/α) < 5
    assert p_of(at, 1.0) == pytest.approx(np.exp(-5.0), rel=0.1)
    assert p_of(at, 4.0) == 1.0
    assert p_of(lambda level: (5.0, 6.0), 1.0) == LEAST
    assert p_of(lambda level: (None, None), 1.0) == 1.0
