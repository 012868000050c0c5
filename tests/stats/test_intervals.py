"""Intervals of rates, quantiles and spreads against published values, scipy and statsmodels."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from balance.stats.intervals import (
    clopper_pearson,
    constant_contrast_bounds,
    expected_spread_under_equality,
    never_seen_bound,
    normal_quantile,
    quantile_from_histogram,
    rate_bounds,
    simultaneous_spread,
    t_interval,
    t_quantile,
    wilson,
)


def test_wilson_published_values() -> None:
    assert wilson(8, 10) == pytest.approx((0.4901624715, 0.9433178485), abs=1e-10)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775327999), abs=1e-10)
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)


def test_clopper_pearson_published_values() -> None:
    assert clopper_pearson(8, 10) == pytest.approx((0.4439045377, 0.9747892737), abs=1e-10)


@pytest.mark.parametrize("n", [1, 2, 10, 977])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_rates_agree_with_statsmodels(n: int, level: float) -> None:
    for k in sorted({0, 1, n // 3, n - 1, n}):
        assert wilson(k, n, level) == pytest.approx(proportion_confint(k, n, 1 - level, "wilson"), abs=1e-12)
        assert clopper_pearson(k, n, level) == pytest.approx(proportion_confint(k, n, 1 - level, "beta"), abs=1e-12)


def test_wilson_ends_are_exact_at_all_and_nothing() -> None:
    for n in (1, 3, 7, 1000, 1234.5):
        assert wilson(0, n)[0] == 0.0
        assert wilson(n, n)[1] == 1.0


def test_one_sided_clopper_pearson_by_hand() -> None:
    # Nothing in n trials: (1 - p)^n = 0.05.
    low, high = clopper_pearson(0, 20, side="upper")
    assert low == 0.0
    assert high == pytest.approx(1 - 0.05 ** (1 / 20), abs=1e-12)
    assert clopper_pearson(20, 20, side="lower") == pytest.approx((0.05 ** (1 / 20), 1.0), abs=1e-12)
    # A one-sided 97.5% bound is the end of the two-sided 95% interval.
    assert clopper_pearson(8, 10, 0.975, "lower") == pytest.approx((0.4439045377, 1.0), abs=1e-10)
    assert clopper_pearson(8, 10, 0.975, "upper") == pytest.approx((0.0, 0.9747892737), abs=1e-10)


def test_bound_of_what_was_never_seen() -> None:
    assert float(never_seen_bound(20)) == pytest.approx(clopper_pearson(0, 20, side="upper")[1], abs=1e-14)
    # "Rule of three".
    assert float(never_seen_bound(3000)) == pytest.approx(3 / 3000, rel=0.01)
    # A 90% interval keeps the one-sided 5% bound, so that two one-sided tests stay at 5%; 99% widens it.
    assert float(never_seen_bound(20, 0.9)) == float(never_seen_bound(20, 0.95))
    assert float(never_seen_bound(20, 0.99)) == pytest.approx(1 - 0.01 ** (1 / 20), abs=1e-14)


def test_rate_bounds_switch_at_zero_and_one() -> None:
    low, high = rate_bounds([0.0, 0.8, 1.0], [20, 10, 20])
    assert low == pytest.approx([0.0, 0.4901624715, 0.05 ** (1 / 20)], abs=1e-10)
    assert high == pytest.approx([1 - 0.05 ** (1 / 20), 0.9433178485, 1.0], abs=1e-10)


def test_constant_contrast_by_hand() -> None:
    u = 1 - 0.05 ** (1 / 20)
    assert constant_contrast_bounds(0.0, 20) == pytest.approx((-u, u))
    # The other blocks may hold anything in [-1, 1]: the mean cannot leave it either.
    assert constant_contrast_bounds(1.0, 20) == pytest.approx((1 - 2 * u, 1.0))


def test_quantiles_of_normal_and_t() -> None:
    assert normal_quantile(0.95) == pytest.approx(1.959963984540054, abs=1e-14)
    assert t_quantile([1, 2, 9, 1023], 0.95) == pytest.approx(
        [12.706204736, 4.302652730, 2.262157163, stats.t.ppf(0.975, 1023)], abs=1e-8
    )
    assert t_interval(10.0, 2.0, 9) == pytest.approx((10 - 2 * 2.262157163, 10 + 2 * 2.262157163), abs=1e-8)


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0, -1.0, math.nan])
def test_level_must_be_a_level(level: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        wilson(1, 2, level)


@pytest.mark.parametrize(("k", "n"), [(3, 2), (-1, 2), (0, 0)])
def test_successes_must_fit(k: int, n: int) -> None:
    for interval in (wilson, clopper_pearson):
        with pytest.raises(ValueError, match="must lie between"):
            interval(k, n)


# -- quantiles ---------------------------------------------------------------------------------------------


def test_median_and_its_order_statistics_by_hand() -> None:
    # Ten values 1..10, one each. The lower median is 5; its 95% interval for n = 10 runs from the
    # 2nd to the 9th value: P(2 <= Bin(10, 1/2) <= 8) = 1 - 22/1024 = 0.9785, equal tails.
    result = quantile_from_histogram([1] * 10 + [0], 1, 0.5)
    assert (result.value, result.low, result.high, result.note) == (5, 2, 9, None)


def test_quantile_starts_at_lo_and_weighs_counts() -> None:
    # 3 x -2, 5 x 0, 2 x 1.
    histogram = [3, 0, 5, 2, 0]
    assert [quantile_from_histogram(histogram, -2, p).value for p in (0.1, 0.3, 0.31, 0.8, 0.81, 0.99)] == [
        -2, -2, 0, 0, 1, 1,
    ]  # fmt: skip


def test_quantile_agrees_with_numpy() -> None:
    values = np.random.default_rng(3).poisson(7, 501)
    counts = np.bincount(values, minlength=40)
    for p in (0.05, 0.25, 0.5, 0.9):
        expected = np.quantile(values, p, method="inverted_cdf")
        assert quantile_from_histogram(counts, 0, p).value == expected


def test_quantile_in_the_overflow_bin_is_missing() -> None:
    result = quantile_from_histogram([2, 2, 6], 0, 0.5)
    assert result.value is None
    assert result.note is not None
    assert "at or above 2" in result.note
    high = quantile_from_histogram([400, 300, 300], 0, 0.69)
    assert (high.value, high.low, high.high) == (1, 1, None)
    assert high.note is not None


def test_quantile_without_enough_observations_has_open_ends() -> None:
    # Of 4 values no pair of order statistics holds the median with 95%: 1 - 2/16 = 0.875.
    result = quantile_from_histogram([1, 1, 1, 1, 0], 0, 0.5)
    assert (result.value, result.low, result.high) == (1, None, None)
    assert result.note is not None
    assert quantile_from_histogram([0, 0, 0], 0, 0.5).value is None


def test_fewer_effective_observations_widen_the_interval() -> None:
    counts = np.bincount(np.random.default_rng(5).poisson(50, 10_000), minlength=120)
    full, tenth = (quantile_from_histogram(counts, 0, 0.5, n_eff) for n_eff in (None, 400))
    assert full.value == tenth.value
    assert full.low is not None and full.high is not None and tenth.low is not None and tenth.high is not None
    # A median's error is 1.2533 sigma/sqrt(n), sigma = 7.07: half widths 0.17 and 0.87 before rounding.
    assert full.high - full.low <= 1
    assert 1 <= tenth.high - tenth.low <= 3


def test_quantile_interval_covers() -> None:
    generator = np.random.default_rng(11)
    truth = int(stats.geom.ppf(0.5, 0.05))
    hits = 0
    for _ in range(400):
        counts = np.bincount(generator.geometric(0.05, 60), minlength=400)
        result = quantile_from_histogram(counts, 0, 0.5)
        assert result.low is not None and result.high is not None
        hits += result.low <= truth <= result.high
    assert hits >= 0.93 * 400


def test_quantile_rejects_what_is_no_histogram() -> None:
    with pytest.raises(ValueError, match="histogram"):
        quantile_from_histogram([1], 0, 0.5)
    with pytest.raises(ValueError, match="between 0 and 1"):
        quantile_from_histogram([1, 1], 0, 1.0)


# -- spreads -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [3, 4, 7, 20])
def test_spread_quantile_is_tukeys_for_independent_values(k: int) -> None:
    expected = stats.studentized_range.ppf(0.95, k, np.inf) / math.sqrt(2)
    spread = simultaneous_spread(np.zeros(k), np.eye(k) * 0.01)
    assert spread.q == pytest.approx(expected, abs=0.004)
    # se of a difference is 0.1 * sqrt(2); all values are equal, so the interval is [0, q * se].
    assert (spread.value, spread.low) == (0.0, 0.0)
    assert spread.high == pytest.approx(expected * 0.1 * math.sqrt(2), rel=0.005)


def test_spread_quantile_with_few_batches_is_tukeys() -> None:
    expected = stats.studentized_range.ppf(0.95, 4, 9) / math.sqrt(2)
    assert simultaneous_spread(np.zeros(4), np.eye(4), df=9).q == pytest.approx(expected, abs=0.006)


def test_spread_of_two_is_their_difference() -> None:
    # Var(a - b) = 0.04 + 0.09 - 2 * 0.02 = 0.09, se 0.3.
    spread = simultaneous_spread([1.0, 2.0], [[0.04, 0.02], [0.02, 0.09]])
    assert (spread.value, spread.q) == pytest.approx((1.0, 1.959963984540054))
    assert (spread.low, spread.high) == pytest.approx((1 - 0.3 * 1.959963984540054, 1 + 0.3 * 1.959963984540054))
    wide = simultaneous_spread([1.0, 2.0], [[0.04, 0.02], [0.02, 0.09]], df=2)
    assert wide.high == pytest.approx(1 + 0.3 * 4.302652730)


def test_spread_ends_take_the_best_and_the_worst_pair() -> None:
    # The first two move together: their errors cancel, but for the rounding of 0.1 + 0.2. The third is loose.
    both = 0.1 + 0.2
    covariance = np.array([[0.3, both, 0.0], [both, 0.3, 0.0], [0.0, 0.0, 1.7]])
    spread = simultaneous_spread([0.0, 0.5, 0.6], covariance)
    assert spread.q is not None
    # Pairs: (0,1) d=.5 se=0; (0,2) d=.6 se=sqrt 2; (1,2) d=.1 se=sqrt 2.
    assert spread.low == pytest.approx(0.5)
    assert spread.high == pytest.approx(0.6 + spread.q * math.sqrt(2))
    # The two moving contrasts are one and the same: q is that of a single normal.
    assert spread.q == pytest.approx(1.96, abs=0.005)


def test_spread_covers_a_true_zero_and_a_true_spread() -> None:
    generator = np.random.default_rng(2)
    # Four seats whose rates sum to one, as in a game: a singular covariance.
    covariance = (np.eye(4) * 0.25 - 1 / 16) / 500
    for truth in (np.full(4, 0.25), np.array([0.3, 0.25, 0.25, 0.2])):
        values = generator.multinomial(500, truth, 60) / 500
        held = 0
        for row in values:
            spread = simultaneous_spread(row, covariance)
            assert spread.low is not None and spread.high is not None
            held += spread.low <= np.ptp(truth) <= spread.high
        assert held >= 0.9 * 60


def test_spread_is_the_same_every_time() -> None:
    values, covariance = [0.2, 0.3, 0.5], np.diag([0.01, 0.02, 0.03])
    assert simultaneous_spread(values, covariance) == simultaneous_spread(values, covariance)


def test_spread_without_variation_has_no_zero_width() -> None:
    bare = simultaneous_spread([1.0, 0.0, 0.0], np.zeros((3, 3)))
    assert (bare.value, bare.low, bare.high) == (1.0, None, None)
    assert bare.note is not None
    u = 1 - 0.05 ** (1 / 50)
    counted = simultaneous_spread([1.0, 0.0, 0.0], np.zeros((3, 3)), blocks=50)
    assert (counted.low, counted.high) == pytest.approx((1 - 2 * u, 1.0))


def test_expected_spread_is_tippetts_mean_range() -> None:
    for k, d2 in ((2, 1.12838), (3, 1.69257), (4, 2.05875), (7, 2.70436)):
        assert expected_spread_under_equality(np.eye(k) * 4.0) == pytest.approx(2 * d2, rel=0.0005)
    # Fully correlated values do not spread at all.
    assert expected_spread_under_equality(np.ones((3, 3))) == pytest.approx(0.0, abs=1e-6)


def test_spread_rejects_a_covariance_that_does_not_fit() -> None:
    with pytest.raises(ValueError, match="covariance"):
        simultaneous_spread([1.0, 2.0], np.eye(3))
    with pytest.raises(ValueError, match="covariance"):
        simultaneous_spread([1.0, 2.0], [[np.nan, 0.0], [0.0, 1.0]])
