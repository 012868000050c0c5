"""The one estimator: values by hand, exactness, statsmodels as oracle, coverage, and the traps."""

from __future__ import annotations

import math
from fractions import Fraction
from time import perf_counter

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.weightstats import DescrStatsW

from balance.stats.batches import covariance, paired_difference, ratio, ratios, residuals
from balance.stats.intervals import constant_contrast_bounds, wilson

T2 = 0.95 * math.sqrt(2 / (1 - 0.95**2))  # 97.5% quantile of Student's t with 2 degrees of freedom, 4.3027


def test_a_mean_by_hand() -> None:
    # R = 6/8; residuals -1/2, 1/2, 0; se² = (1/2)/64 * 3/2 = 3/256.
    found = ratio([1, 2, 3], [2, 2, 4])
    se = math.sqrt(3 / 256)
    assert found.value == 0.75
    assert found.se == pytest.approx(se, rel=1e-14)
    assert (found.low, found.high) == pytest.approx((0.75 - T2 * se, 0.75 + T2 * se), rel=1e-12)
    assert (found.x_sum, found.batches, found.note) == (8, 3, None)


def test_a_rate_by_hand() -> None:
    # The same data as a rate: n = (3/4)(1/4) * 64 / (1/2) = 24.
    found = ratio([1, 2, 3], [2, 2, 4], kind="rate")
    assert found.value == 0.75
    assert found.n == pytest.approx(24.0)
    assert (found.low, found.high) == pytest.approx(wilson(18, 24), rel=1e-12)
    assert found.interval(0.9) == pytest.approx(wilson(18, 24, 0.9), rel=1e-12)


def test_independent_games_are_their_own_effective_size() -> None:
    found = ratio([1] * 8 + [0] * 2, [1] * 10, kind="rate")
    assert found.n == pytest.approx(10.0)
    assert (found.low, found.high) == pytest.approx((0.4901624715, 0.9433178485), abs=1e-10)


def test_games_that_repeat_each_other_count_once() -> None:
    # Ten blocks of four games that all end alike: as much as ten games.
    found = ratio([4] * 8 + [0] * 2, [4] * 10, kind="rate")
    assert found.n == pytest.approx(10.0)


def test_a_mean_is_the_ordinary_t_interval() -> None:
    y = np.random.default_rng(4).integers(-50, 400, 37)
    oracle = DescrStatsW(y)
    found = ratio(y, np.ones(37, dtype=np.int64))
    assert found.value == pytest.approx(oracle.mean, rel=1e-13)
    assert found.se == pytest.approx(oracle.std_mean, rel=1e-12)
    assert (found.low, found.high) == pytest.approx(oracle.tconfint_mean(), rel=1e-12)
    assert found.interval(0.9) == pytest.approx(oracle.tconfint_mean(0.1), rel=1e-12)


def test_a_ratio_is_the_robust_weighted_regression_on_a_constant() -> None:
    generator = np.random.default_rng(5)
    x = generator.integers(1, 90, 60)
    y = generator.binomial(x, 0.3)
    fit = sm.WLS(y / x, np.ones(60), weights=x).fit(cov_type="HC1")
    found = ratio(y, x)
    assert found.value == pytest.approx(fit.params[0], rel=1e-13)
    assert found.se == pytest.approx(fit.bse[0], rel=1e-12)


def test_batches_without_observations_are_no_degrees_of_freedom() -> None:
    sparse, dense = ratio([1, 0, 2, 0, 3, 0], [2, 0, 2, 0, 4, 0]), ratio([1, 2, 3], [2, 2, 4])
    assert sparse == dense


def test_nothing_observed_is_none_with_the_reason() -> None:
    found = ratio([0, 0, 0], [0, 0, 0], kind="rate")
    assert (found.value, found.se, found.low, found.high) == (None, None, None, None)
    assert (found.x_sum, found.batches) == (0, 0)
    assert found.note is not None and "no observation" in found.note
    assert found.interval(0.9) == (None, None)
    assert ratio([], []).value is None


@pytest.mark.parametrize("kind", ["mean", "rate"])
def test_one_batch_has_a_value_but_no_interval(kind: str) -> None:
    found = ratio([3, 0], [4, 0], kind=kind)  # type: ignore[arg-type]
    assert (found.value, found.se, found.low, found.high, found.batches) == (0.75, None, None, None, 1)
    assert found.note is not None and "one batch" in found.note


def test_all_wins_and_all_losses_have_an_interval() -> None:
    bound = 1 - 0.05 ** (1 / 20)
    never = ratio([0] * 20, [4] * 20, kind="rate")
    assert (never.value, never.low, never.high) == pytest.approx((0.0, 0.0, bound), abs=1e-14)
    always = ratio([4] * 20, [4] * 20, kind="rate")
    assert (always.value, always.low, always.high) == pytest.approx((1.0, 1 - bound, 1.0), abs=1e-14)
    # Twenty batches of 50 blocks: 1000 independent blocks, not 20 and not 4000 games.
    known = ratio([0] * 20, [200] * 20, kind="rate", blocks=1000)
    assert known.high == pytest.approx(1 - 0.05 ** (1 / 1000), abs=1e-14)
    assert known.n == 1000


def test_a_rate_that_never_varied_has_no_zero_width() -> None:
    # Each block of four games has exactly one win: Σe² = 0, the blocks are what there is.
    found = ratio([1] * 20, [4] * 20, kind="rate")
    assert (found.low, found.high) == pytest.approx(wilson(5, 20))
    assert found.se == 0.0
    assert found.note is not None
    # Nor in floating point, where the residuals are some 1e-16 and would pass for an endless sample.
    parts = np.arange(1, 31)
    tenths = ratio(parts * 0.1, parts * 0.3, kind="rate")
    assert (tenths.low, tenths.high) == pytest.approx(wilson(10, 30), abs=1e-9)


def test_a_constant_mean_is_known() -> None:
    found = ratio([8, 16, 8], [1, 2, 1])
    assert (found.value, found.se, found.low, found.high) == (8.0, 0.0, 8.0, 8.0)
    assert found.note is not None


def test_a_rate_must_be_counted_in_the_unit_of_its_denominator() -> None:
    with pytest.raises(ValueError, match="outside"):
        ratio([420, 0], [1, 1], kind="rate")
    with pytest.raises(ValueError, match="outside"):
        ratio([-1, 0], [1, 1], kind="rate")
    assert ratio([420, 0], [420, 420], kind="rate").value == 0.5


@pytest.mark.parametrize(
    ("y", "x", "message"),
    [
        ([1, 2], [1, 2, 3], "do not fit"),
        ([1, 2], [1, -1], "negative"),
        ([1.0, math.nan], [1, 1], "finite"),
        ([1.0, math.inf], [1, 1], "finite"),
        (["a", "b"], [1, 1], "64-bit"),
        ([2**64, 1], [1, 1], "64-bit"),
    ],
)
def test_bad_sums_are_refused(y: list[float], x: list[float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ratio(y, x)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="kind"):
        ratio([1], [1], kind="median")  # type: ignore[arg-type]


def fractions(y: list[int], x: list[int]) -> tuple[Fraction, Fraction]:
    """R and se² in exact arithmetic."""
    share = Fraction(sum(y), sum(x))
    batches = sum(b > 0 for b in x)
    squares = sum((a - share * b) ** 2 for a, b in zip(y, x, strict=True))
    return share, squares / Fraction(sum(x)) ** 2 * Fraction(batches, batches - 1)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.integers(-(2**62), 2**62), st.integers(0, 2**62)), min_size=2, max_size=12).filter(
        lambda rows: sum(x > 0 for _, x in rows) >= 2
    )
)
def test_large_integers_stay_exact(rows: list[tuple[int, int]]) -> None:
    y, x = [a for a, _ in rows], [b for _, b in rows]
    share, square = fractions(y, x)
    found = ratio(np.array(y, dtype=np.int64), np.array(x, dtype=np.int64))
    assert found.value == pytest.approx(float(share), rel=1e-14)
    assert found.se == pytest.approx(math.sqrt(square), rel=1e-12)
    assert found.x_sum == sum(x)


def test_small_differences_between_large_sums_are_seen() -> None:
    # Residuals of ±1 beside sums of 10^18: lost in floating point.
    base = 10**18
    y, x = [base + 1, base - 1, base + 1, base - 1], [1, 1, 1, 1]
    found = ratio(y, x)
    assert found.value == float(base)
    assert found.se == pytest.approx(math.sqrt(4 / 16 * 4 / 3), rel=1e-14)


def test_columns_and_single_ratios_agree_to_the_last_bit() -> None:
    generator = np.random.default_rng(6)
    x = generator.integers(0, 500, (700, 150))
    y = generator.binomial(x, generator.uniform(0, 1, 150))
    y[:, 3], x[:, 4], y[:, 5] = 0, 0, x[:, 5]
    y[:, 4] = 0
    x[1:, 6], y[1:, 6] = 0, 0
    blocks = generator.integers(700, 9000, 150)
    for kind in ("mean", "rate"):
        many = ratios(y, x, kind=kind, blocks=blocks)
        single = [ratio(y[:, i], x[:, i], kind=kind, blocks=int(blocks[i])) for i in range(150)]
        assert many == single


def test_a_common_denominator_may_be_given_once() -> None:
    generator = np.random.default_rng(7)
    y, x = generator.integers(0, 9, (30, 4)), generator.integers(1, 9, 30)
    assert ratios(y, x) == ratios(y, x[:, None]) == ratios(y, np.repeat(x[:, None], 4, axis=1))


def test_thousands_of_columns_are_quick() -> None:
    generator = np.random.default_rng(8)
    x = generator.integers(1, 500, (1024, 3000))
    y = x // 3
    ratios(y[:, :2], x[:, :2], kind="rate")
    best = math.inf
    for _ in range(3):
        start = perf_counter()
        ratios(y, x, kind="rate")
        best = min(best, perf_counter() - start)
    assert best < 0.5  # 0.06 s on an idle machine


def test_residuals_by_hand() -> None:
    assert residuals([1, 2, 3], [2, 2, 4]).tolist() == [-0.5, 0.5, 0.0]
    both = residuals([[1, 0], [2, 3], [3, 3]], [[2, 1], [2, 1], [4, 1]])
    assert both.tolist() == [[-0.5, -2.0], [0.5, 1.0], [0.0, 1.0]]
    with pytest.raises(ValueError, match="no observation"):
        residuals([0, 0], [0, 0])


def test_covariance_by_hand() -> None:
    # e1/8 = (-1/16, 1/16, 0), e2/3 = (-2/3, 1/3, 1/3); sum of products (2/48 + 1/48) * 3/2 = 3/32.
    found = covariance([[1, 0], [2, 3], [3, 3]], [[2, 1], [2, 1], [4, 1]])
    assert found == pytest.approx(np.array([[3 / 256, 3 / 32], [3 / 32, 1.0]]), rel=1e-14)


def test_covariance_has_the_errors_on_its_diagonal_and_no_negative_eigenvalue() -> None:
    generator = np.random.default_rng(9)
    x = generator.integers(0, 3, (40, 6))
    y = generator.integers(0, 50, (40, 6))
    found = covariance(y, x)
    assert np.diag(found) == pytest.approx([e.se**2 for e in ratios(y, x) if e.se is not None], rel=1e-12)
    assert np.linalg.eigvalsh(found).min() > -1e-12 * np.trace(found)
    # With one denominator throughout it is the sample covariance of the means.
    same = covariance(y, np.ones(40, dtype=np.int64))
    assert same == pytest.approx(np.cov(y.T) / 40, rel=1e-12)
    with pytest.raises(ValueError, match="two batches"):
        covariance([[1], [0]], [[1], [0]])


def test_covariance_gives_the_error_of_a_linear_combination() -> None:
    generator = np.random.default_rng(10)
    y, x = generator.integers(0, 50, (40, 3)), np.full(40, 7)
    weights = np.array([1.0, -2.0, 0.5])
    combined = ratio(y @ weights, x)
    assert combined.se == pytest.approx(math.sqrt(weights @ covariance(y, x) @ weights), rel=1e-12)


def test_intervals_cover() -> None:
    """Games in blocks with a common part: 95% intervals hold the truth in about 95% of runs."""
    generator = np.random.default_rng(12)
    runs, batches = 2000, 60
    luck = generator.beta(3, 7, (batches, runs))
    games = generator.integers(1, 30, (batches, runs))
    wins = generator.binomial(games, luck)
    for kind in ("mean", "rate"):
        found = ratios(wins, games, kind=kind)
        hits = sum(e.low <= 0.3 <= e.high for e in found if e.low is not None and e.high is not None)
        assert 0.93 < hits / runs < 0.97, (kind, hits)
    # Taken for independent games, the same rates would be far too sure of themselves.
    naive = [wilson(int(w), int(g)) for w, g in zip(wins.sum(axis=0), games.sum(axis=0), strict=True)]
    assert sum(low <= 0.3 <= high for low, high in naive) / runs < 0.85


# -- paired differences ------------------------------------------------------------------------------------


def test_paired_difference_by_hand() -> None:
    # a: residuals/ΣX (-1/16, 1/16, 0), R 3/4. b: Y 1 2 6, X 3 each: R 1, residuals -2 -1 3 over 9.
    # d = (-1/16 + 2/9, 1/16 + 1/9, -1/3) = (23/144, 25/144, -48/144); se² = 3458/20736 * 3/2.
    found, correlation, saved = paired_difference(([1, 2, 3], [2, 2, 4]), ([1, 2, 6], [3, 3, 3]))
    se = math.sqrt(3458 / 20736 * 1.5)
    assert found.value == pytest.approx(-0.25)
    assert found.se == pytest.approx(se, rel=1e-14)
    assert (found.low, found.high) == pytest.approx((-0.25 - T2 * se, -0.25 + T2 * se), rel=1e-12)
    # Σ e_a e_b = 1/72 - 1/144 = 1/144; Σ e_a² = 1/128, Σ e_b² = 14/81.
    assert correlation == pytest.approx((1 / 144) / math.sqrt(14 / (128 * 81)), rel=1e-12)
    assert saved == pytest.approx(1 - (3458 / 20736) / (1 / 128 + 14 / 81), rel=1e-12)


def test_paired_difference_is_the_paired_t_test() -> None:
    generator = np.random.default_rng(13)
    common = generator.normal(0, 3, 50)
    a, b = common + generator.normal(1, 1, 50), common + generator.normal(0, 1, 50)
    ones = np.ones(50)
    found, correlation, saved = paired_difference((a, ones), (b, ones), 0.9)
    assert (found.low, found.high) == pytest.approx(DescrStatsW(a - b).tconfint_mean(0.1), rel=1e-10)
    assert correlation == pytest.approx(np.corrcoef(a, b)[0, 1], rel=1e-10)
    expected = 1 - np.var(a - b) / (np.var(a) + np.var(b))
    assert saved == pytest.approx(expected, rel=1e-10)
    assert expected > 0.8


def test_a_variant_that_changes_nothing() -> None:
    same = ([3, 1, 2, 0], [4, 4, 4, 4])
    found, correlation, saved = paired_difference(same, same, kind="rate", blocks=40)
    assert found.value == 0.0
    assert correlation == pytest.approx(1.0)
    assert saved == 1.0
    # No block of 40 changed: that is not "surely none ever does".
    u = 1 - 0.05 ** (1 / 40)
    assert (found.low, found.high) == pytest.approx((-u, u))
    assert found.interval(0.99) == pytest.approx(constant_contrast_bounds(0.0, 40, 0.99))
    mean, _, _ = paired_difference(same, same)
    assert (mean.low, mean.high) == (0.0, 0.0)
    assert mean.note is not None


def test_differences_of_constants_have_no_correlation() -> None:
    found, correlation, saved = paired_difference(([2, 2], [1, 1]), ([1, 1], [1, 1]))
    assert (found.value, correlation, saved) == (1.0, None, None)


def test_paired_difference_without_data() -> None:
    nothing, correlation, saved = paired_difference(([0, 0], [0, 0]), ([1, 1], [1, 1]))
    assert (nothing.value, nothing.low, correlation, saved) == (None, None, None, None)
    single, _, _ = paired_difference(([1, 0], [1, 0]), ([1, 1], [1, 1]))
    assert (single.value, single.low, single.high) == (0.0, None, None)
    with pytest.raises(ValueError, match="cannot be paired"):
        paired_difference(([1, 1], [1, 1]), ([1], [1]))


def test_paired_difference_does_not_depend_on_the_order_of_the_pair() -> None:
    a, b = ([5, 1, 7, 2], [9, 9, 8, 9]), ([2, 2, 5, 1], [9, 7, 9, 9])
    forward, backward = paired_difference(a, b)[0], paired_difference(b, a)[0]
    assert forward.value is not None and backward.value is not None
    assert (forward.value, forward.se) == pytest.approx((-backward.value, backward.se), rel=1e-14)
