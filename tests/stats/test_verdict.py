"""Three-valued verdicts: by hand, against the exact equivalence test, and their error rates."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from balance.stats.batches import paired_difference, ratio
from balance.stats.intervals import simultaneous_spread
from balance.stats.verdict import (
    LEAST_P,
    IntervalAt,
    Verdict,
    mean_interval,
    p_outside,
    rate_interval,
    verdict,
)

Z90, Z95 = 1.6448536269514722, 1.959963984540054


def around(value: float, se: float) -> IntervalAt:
    """The normal interval, as Student's with so many degrees of freedom that it makes no difference."""
    return mean_interval(value, se, 1e9)


def tost_binomial(successes: int, n: int, low: float, high: float) -> float:
    """The p-value of two exact one-sided binomial tests (Schuirmann 1987)."""
    return float(max(stats.binom.sf(successes - 1, n, low), stats.binom.cdf(successes, n, high)))


def test_the_oracle_has_its_published_value() -> None:
    assert tost_binomial(520, 1000, 0.45, 0.55) == pytest.approx(0.0305423, abs=5e-8)


def test_inside_outside_and_between() -> None:
    # 0.5 ± 1.645 * 0.01 lies in [0.48, 0.52]; ± 1.645 * 0.02 does not.
    assert verdict(0.5, around(0.5, 0.01), 0.48, 0.52) == Verdict("balanced")
    assert verdict(0.5, around(0.5, 0.02), 0.48, 0.52).state == "undecided"
    # 0.56 - 1.96 * 0.02 = 0.5208 is above 0.52; 0.55 - 1.96 * 0.02 = 0.5108 is not.
    assert verdict(0.56, around(0.56, 0.02), 0.48, 0.52) == Verdict("unbalanced")
    assert verdict(0.55, around(0.55, 0.02), 0.48, 0.52).state == "undecided"
    assert verdict(0.44, around(0.44, 0.02), 0.48, 0.52) == Verdict("unbalanced")


def test_balanced_uses_90_and_unbalanced_95_percent() -> None:
    # Limits between the ends of the 90% and the 95% interval.
    inside = (Z90 + Z95) / 2
    assert verdict(0.0, around(0.0, 1.0), -inside, inside).state == "balanced"
    assert verdict(0.0, around(0.0, 1.0), -Z90 + 1e-6, Z90 - 1e-6).state == "undecided"
    assert verdict(inside, around(inside, 1.0), None, 0.0).state == "undecided"
    assert verdict(Z95 + 1e-6, around(Z95 + 1e-6, 1.0), None, 0.0).state == "unbalanced"


def test_an_interval_that_touches_the_limit_is_inside_but_not_outside() -> None:
    assert verdict(0.5, lambda _: (0.48, 0.52), 0.48, 0.52) == Verdict("balanced")
    assert verdict(0.6, lambda _: (0.52, 0.68), 0.48, 0.52) == Verdict("undecided", 1.0)
    assert verdict(0.4, lambda _: (0.32, 0.48), 0.48, 0.52) == Verdict("undecided", 1.0)


def test_how_many_times_as_many_games() -> None:
    # Inside, the nearer limit at 0.01: (1.645 * 0.02 / 0.01)².
    found = verdict(0.51, around(0.51, 0.02), 0.48, 0.52)
    assert found.times == pytest.approx((Z90 * 2) ** 2, rel=1e-6)
    # Outside by 0.01: (1.96 * 0.02 / 0.01)².
    found = verdict(0.53, around(0.53, 0.02), 0.48, 0.52)
    assert found.times == pytest.approx((Z95 * 2) ** 2, rel=1e-6)
    low = verdict(0.47, around(0.47, 0.02), 0.48, 0.52)
    assert low.times == pytest.approx((Z95 * 2) ** 2, rel=1e-6)


def test_that_many_games_decide() -> None:
    for value in (0.49, 0.505, 0.53, 0.45):
        times = verdict(value, around(value, 0.03), 0.48, 0.52).times
        assert times is not None
        for factor, states in ((1.01, {"balanced", "unbalanced"}), (0.99, {"undecided"})):
            se = 0.03 / math.sqrt(times * factor)
            assert verdict(value, around(value, se), 0.48, 0.52).state in states


def test_on_the_limit_nothing_decides() -> None:
    for value in (0.48, 0.52):
        found = verdict(value, around(value, 0.01), 0.48, 0.52)
        assert (found.state, found.times) == ("undecided", None)
        assert found.note is not None and "limit" in found.note


def test_open_sides() -> None:
    assert verdict(0.3, around(0.3, 0.01), None, 0.4).state == "balanced"
    assert verdict(0.3, around(0.3, 0.01), 0.2, None).state == "balanced"
    assert verdict(0.3, around(0.3, 0.01), 0.4, None).state == "unbalanced"
    assert verdict(0.3, around(0.3, 0.01), None, None).state == "balanced"


def test_a_value_at_the_end_of_its_range_is_no_limit_case() -> None:
    # A spread of 0 lies on the lower limit 0, but its interval cannot go below it.
    def at(level: float) -> tuple[float | None, float | None]:
        spread = simultaneous_spread([0.25, 0.25], np.diag([1e-4, 1e-4]), level)
        return spread.low, spread.high

    assert verdict(0.0, at, 0.0, 0.04).state == "balanced"
    found = verdict(0.0, at, 0.0, 0.02)
    assert found.state == "undecided"
    assert found.times == pytest.approx((Z90 * math.sqrt(2) * 0.01 / 0.02) ** 2, rel=1e-6)


def test_without_an_interval_nothing_is_decided() -> None:
    found = verdict(0.5, lambda _: (None, None), 0.4, 0.6)
    assert (found.state, found.times) == ("undecided", None)
    assert found.note is not None
    single = ratio([1, 0], [2, 0], kind="rate")
    assert single.value == 0.5
    assert verdict(single.value, single.interval, 0.0, 0.4).state == "undecided"


def test_bad_limits_and_missing_values_are_refused() -> None:
    with pytest.raises(ValueError, match="lower one"):
        verdict(0.5, around(0.5, 0.1), 0.6, 0.4)
    with pytest.raises(ValueError, match="missing"):
        verdict(math.nan, around(0.5, 0.1), 0.4, 0.6)


def test_rates_agree_with_the_exact_equivalence_test() -> None:
    differ = []
    for wins in range(430, 571):
        rate = wins / 1000
        balanced = verdict(rate, rate_interval(rate, 1000), 0.45, 0.55).state == "balanced"
        if balanced != (tost_binomial(wins, 1000, 0.45, 0.55) < 0.05):
            differ.append(wins)
    # Wilson's is an approximation: it may differ by one win at either end, not more.
    assert len(differ) <= 2
    assert verdict(0.52, rate_interval(0.52, 1000), 0.45, 0.55).state == "balanced"


def test_nothing_seen_is_judged_at_five_percent() -> None:
    # 0 of n is below 1% with a one-sided error of 5% from n = 299 on: 0.99^299 = 0.0495.
    assert verdict(0.0, rate_interval(0.0, 299), 0.0, 0.01).state == "balanced"
    assert verdict(0.0, rate_interval(0.0, 298), 0.0, 0.01).state == "undecided"
    assert verdict(0.0, rate_interval(0.0, 299), 0.01, 1.0).state == "unbalanced"
    never = ratio([0] * 298, [4] * 298, kind="rate")
    assert never.value == 0.0
    assert verdict(never.value, never.interval, None, 0.01).state == "undecided"


def test_an_estimate_gives_its_own_interval() -> None:
    wins, games = [13, 9, 11, 10, 12, 8], [40] * 6
    estimate = ratio(wins, games, kind="rate")
    assert estimate.value is not None and estimate.n is not None
    expected = verdict(estimate.value, rate_interval(estimate.value, estimate.n), 0.2, 0.3)
    assert verdict(estimate.value, estimate.interval, 0.2, 0.3) == expected
    mean = ratio(wins, games)
    assert mean.value is not None and mean.se is not None
    assert verdict(mean.value, mean.interval, 0.2, 0.3) == verdict(
        mean.value, mean_interval(mean.value, mean.se, 5), 0.2, 0.3
    )


def test_a_difference_that_never_showed_is_not_surely_none() -> None:
    same = ([3, 1, 2, 0], [4, 4, 4, 4])
    found, _, _ = paired_difference(same, same, kind="rate", blocks=100)
    assert found.value == 0.0
    # 1 - 0.05^(1/100) = 0.0295.
    assert verdict(found.value, found.interval, -0.02, 0.02).state == "undecided"
    assert verdict(found.value, found.interval, -0.03, 0.03).state == "balanced"


def test_false_verdicts_are_rare() -> None:
    generator = np.random.default_rng(21)
    runs, se = 4000, 0.01
    limit = generator.normal(0.52, se, runs)  # truth exactly on the upper limit
    states = [verdict(float(v), around(float(v), se), 0.46, 0.52).state for v in limit]
    assert states.count("balanced") / runs < 0.06
    assert states.count("unbalanced") / runs < 0.032
    assert states.count("balanced") > 0 < states.count("unbalanced")


class TestFailingSide:
    @pytest.mark.parametrize("z", [1.0, 1.9599, 1.9601, 2.5, 4.0])
    def test_p_is_the_two_sided_one(self, z: float) -> None:
        p = p_outside(0.5 + 0.01 * z, around(0.5 + 0.01 * z, 0.01), None, 0.5)
        assert p == pytest.approx(2 * stats.norm.sf(z), rel=0.01)
        mirrored = p_outside(0.5 - 0.01 * z, around(0.5 - 0.01 * z, 0.01), 0.5, 0.7)
        assert mirrored == pytest.approx(p)

    def test_at_most_5_percent_exactly_where_it_fails(self) -> None:
        rng = np.random.default_rng(5)
        for z in [*rng.uniform(1.9, 2.0, 300), Z95 - 1e-9, Z95 + 1e-9]:
            at = around(0.5 + 0.01 * z, 0.01)
            fails = verdict(0.5 + 0.01 * z, at, None, 0.5).state == "unbalanced"
            assert (p_outside(0.5 + 0.01 * z, at, None, 0.5) <= 1.0 - 0.95) is fails

    def test_ends(self) -> None:
        assert p_outside(0.5, around(0.5, 0.01), 0.4, 0.5) == 1.0
        assert p_outside(9.0, around(9.0, 0.01), 0.4, 0.5) == LEAST_P
        assert p_outside(0.6, lambda level: (None, None), 0.4, 0.5) == 1.0
