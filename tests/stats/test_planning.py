"""Planning: half widths and run lengths against formulas by hand and statsmodels' power functions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.power import NormalIndPower

from balance.stats.batches import ratio
from balance.stats.planning import blocks_for_half_width, blocks_for_power, half_width


def test_half_width_by_hand() -> None:
    # 100 blocks with se 0.02; 400 halve it; 400 batches leave 399 degrees of freedom.
    assert half_width(0.02, 100, 400) == pytest.approx(0.01 * stats.t.ppf(0.975, 399), rel=1e-12)
    assert half_width(0.02, 100, 400, 0.9) == pytest.approx(0.01 * stats.t.ppf(0.95, 399), rel=1e-12)
    # 2050 blocks are kept in batches of 4: 513 of them.
    assert half_width(0.02, 100, 2050) == pytest.approx(
        0.02 * math.sqrt(100 / 2050) * stats.t.ppf(0.975, 512), rel=1e-12
    )


def test_half_width_of_the_run_itself_is_the_one_it_printed() -> None:
    y = np.random.default_rng(1).integers(0, 9, 200)
    found = ratio(y, np.ones(200, dtype=np.int64))
    assert found.se is not None and found.high is not None and found.value is not None
    assert half_width(found.se, 200, 200) == pytest.approx(found.high - found.value, rel=1e-10)


def test_half_width_comes_true() -> None:
    generator = np.random.default_rng(2)
    pilot = ratio(generator.normal(5, 2, 400), np.ones(400))
    assert pilot.se is not None
    planned = blocks_for_half_width(pilot.se, 400, 0.05)
    done = ratio(generator.normal(5, 2, planned), np.ones(planned))
    assert done.high is not None and done.low is not None
    assert (done.high - done.low) / 2 == pytest.approx(0.05, rel=0.1)


@pytest.mark.parametrize("target", [0.3, 0.05, 0.01, 0.002, 0.0001])
def test_blocks_for_half_width_suffice_and_not_one_fewer(target: float) -> None:
    blocks = blocks_for_half_width(0.02, 100, target)
    assert half_width(0.02, 100, blocks) <= target
    assert blocks == 2 or half_width(0.02, 100, blocks - 1) > target
    # With many blocks it is the normal formula (1.96 * 0.2 / target)², 0.2 being the deviation of one block.
    if blocks > 1000:
        assert blocks == pytest.approx((1.959964 * 0.2 / target) ** 2, rel=0.01)


def test_nothing_varied_needs_the_fewest_blocks() -> None:
    assert blocks_for_half_width(0.0, 10) == 2
    assert blocks_for_power(0.0, 10) == 2


@pytest.mark.parametrize(("power", "level"), [(0.8, 0.95), (0.9, 0.95), (0.8, 0.99)])
def test_blocks_for_power_agree_with_statsmodels(power: float, level: float) -> None:
    # The deviation of one block is 0.01 * sqrt(400) = 0.2.
    oracle = NormalIndPower().solve_power(0.02 / 0.2, alpha=1 - level, power=power)
    assert blocks_for_power(0.01, 400, 0.02, power, level=level) == pytest.approx(oracle, abs=1.5)


def test_pairing_saves_blocks() -> None:
    # (1.96 + 0.8416)² * 2 * 0.04 / 0.0004 = 1569.8; a correlation of 0.75 leaves a quarter.
    assert blocks_for_power(0.01, 400) == 1570
    assert blocks_for_power(0.01, 400, correlation=0.75) == 393


def test_planned_power_comes_true() -> None:
    generator = np.random.default_rng(3)
    blocks = blocks_for_power(0.2 / math.sqrt(400), 400, 0.05)
    a = generator.normal(0.05, 0.2, (2000, blocks)).mean(axis=1)
    b = generator.normal(0.0, 0.2, (2000, blocks)).mean(axis=1)
    found = np.abs(a - b) / (0.2 * math.sqrt(2 / blocks)) > 1.959964
    assert found.mean() == pytest.approx(0.8, abs=0.03)


def test_impossible_plans_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 2"):
        half_width(0.01, 1, 100)
    with pytest.raises(ValueError, match="at least 2"):
        half_width(0.01, 100, 1)
    with pytest.raises(ValueError, match="standard error"):
        half_width(math.nan, 100, 100)
    with pytest.raises(ValueError, match="positive"):
        blocks_for_half_width(0.01, 100, 0.0)
    for bad in ({"difference": 0.0}, {"power": 1.0}, {"correlation": 1.5}):
        with pytest.raises(ValueError, match="must be"):
            blocks_for_power(0.01, 100, **bad)
