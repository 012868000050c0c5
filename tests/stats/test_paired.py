"""Contrasts of variants on the same blocks: hand-worked values, and what they must agree with."""

from __future__ import annotations

import math

import numpy as np
import pytest

from balance.stats.batches import paired_difference, ratio
from balance.stats.intervals import t_interval
from balance.stats.paired import contrast, influence, p_beyond, pairing


def column(values: list[int]) -> np.ndarray:
    return np.array(values, np.int64)[:, None]


def test_a_difference_by_hand() -> None:
    # R_a = 6/4 = 1.5, errors (1 − 1.5·2, 5 − 1.5·2)/4 = (−.5, .5); R_b = 4/4 = 1, errors (1 − 2, 3 − 2)/4
    a, b = influence(column([1, 5]), column([2, 2])), influence(column([1, 3]), column([2, 2]))
    assert a.errors[0] == pytest.approx([-0.5, 0.5]) and b.errors[0] == pytest.approx([-0.25, 0.25])
    found = contrast((a, b), (1, -1))
    assert found.value[0] == 0.5
    assert found.se[0] == pytest.approx(math.sqrt(2 * 0.25**2 * 2 / 1))
    assert found.df[0] == 1
    rho, saved = pairing(a, b)
    assert rho[0] == pytest.approx(1.0)
    assert saved[0] == pytest.approx(1 - 0.125 / (0.5 + 0.125))


def test_a_difference_has_the_digits_of_the_estimator() -> None:
    rng = np.random.default_rng(5)
    y_a, y_b = rng.integers(0, 50, (2, 40)), rng.integers(0, 50, (2, 40))
    x = rng.integers(20, 60, (2, 40))
    for n in range(2):
        expected, rho, saved = paired_difference((y_a[n], x[n]), (y_b[n], x[n]))
        a, b = influence(y_a[n][:, None], x[n][:, None]), influence(y_b[n][:, None], x[n][:, None])
        found = contrast((a, b), (1, -1))
        low, high = found.interval()
        assert (found.value[0], found.se[0]) == pytest.approx((expected.value, expected.se), rel=1e-12)
        assert (low[0], high[0]) == pytest.approx((expected.low, expected.high), rel=1e-12)
        assert (pairing(a, b)[0][0], pairing(a, b)[1][0]) == pytest.approx((rho, saved), rel=1e-12)


def test_one_variant_alone_is_its_ratio() -> None:
    y, x = [3, 1, 4, 1, 5], [2, 2, 3, 2, 2]
    found, expected = contrast([influence(column(y), column(x))], [1.0]), ratio(y, x)
    assert (found.value[0], found.se[0]) == pytest.approx((expected.value, expected.se))


def test_what_has_no_value_or_one_batch_has_no_error() -> None:
    a = influence(np.array([[0, 1], [0, 0]]), np.array([[0, 1], [0, 0]]))
    found = contrast((a, a), (1, -1))
    assert np.isnan(found.value[0]) and np.isnan(found.se).all()


def test_other_batches_cannot_be_paired() -> None:
    a, b = influence(column([1, 2]), column([1, 1])), influence(column([1, 2, 3]), column([1, 1, 1]))
    with pytest.raises(ValueError, match="same blocks"):
        contrast((a, b), (1, -1))
    with pytest.raises(ValueError, match="weights"):
        contrast((a, a), (0, 0))


@pytest.mark.parametrize("value", [0.0, 0.01, -0.03, 0.05, 0.0713])
def test_p_is_where_the_interval_leaves_the_margin(value: float) -> None:
    margin, se, df = 0.02, 0.01, 30
    p = float(p_beyond(value, se, df, margin))
    if abs(value) <= margin:
        assert p == 1.0
        return
    low, high = t_interval(value, se, df, 1 - p)
    assert min(abs(low), abs(high)) == pytest.approx(margin)
    assert low > 0 or high < 0


def test_p_with_no_margin_is_the_t_test() -> None:
    from scipy.stats import t

    assert float(p_beyond(-0.3, 0.1, 9, 0.0)) == pytest.approx(2 * t.sf(3, 9))


def test_what_never_varies_gets_the_sign_test() -> None:
    assert float(p_beyond(2.0, 0.0, 9, 0.5)) == 2.0**-9  # ten batches, all on one side: 2 · 2^−10
    assert float(p_beyond(0.5, 0.0, 9, 0.5)) == 1.0
