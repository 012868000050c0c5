"""Sobol's points against SciPy's, and against the first points as they are printed everywhere."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats.qmc import Sobol

from balance.stats.sobol import DIRECTIONS, points


@pytest.mark.parametrize("dimensions", [1, 2, 5, len(DIRECTIONS), len(DIRECTIONS) + 1])
@pytest.mark.parametrize("log2_points", [0, 3, 17])
def test_the_same_points_as_scipy(dimensions: int, log2_points: int) -> None:
    wanted = Sobol(dimensions, scramble=False).random_base2(log2_points)
    assert np.array_equal(points(dimensions, log2_points), wanted)


def test_first_points() -> None:
    assert points(2, 2).tolist() == [[0, 0], [0.5, 0.5], [0.75, 0.25], [0.25, 0.75]]
