"""Confidence sequences: published values, the algebra, and that peeking costs no more than they promise."""

from __future__ import annotations

import math

import numpy as np
import pytest

from balance.stats import sequential
from balance.stats.estimator import ratio
from balance.stats.intervals import normal_quantile, t_interval
from balance.stats.sequential import always_valid, asymptotic, beta_mixture, multiplier, rate_sequence
from balance.stats.verdict import verdict

LOOKS = [256 * 2**k for k in range(6)]


class TestBetaMixture:
    @pytest.mark.parametrize(
        ("successes", "n", "low", "high"),
        [(50, 100, 0.344590, 0.655410), (520, 1000, 0.464261, 0.575408)],
    )
    def test_published_values(self, successes: int, n: int, low: float, high: float) -> None:
        assert beta_mixture(successes, n) == pytest.approx((low, high), abs=1e-6)

    def test_its_ends_solve_the_equation(self) -> None:
        # At an end the mixture, 1/((n + 1) C(n, s)) for a uniform prior, is 1/α = 20 times the likelihood.
        for end in beta_mixture(7, 20):
            mixture = 1.0 / (21 * math.comb(20, 7))
            assert mixture / (end**7 * (1 - end) ** 13) == pytest.approx(20.0)

    def test_what_never_or_always_happened_has_an_interval(self) -> None:
        # 0 of 10: (1 − p)^10 = α B(1, 11)/B(1, 1) = 0.05/11.
        assert beta_mixture(0, 10) == pytest.approx((0.0, 1.0 - (0.05 / 11) ** 0.1))
        assert beta_mixture(10, 10) == pytest.approx(((0.05 / 11) ** 0.1, 1.0))
        assert beta_mixture(0, 0) == (0.0, 1.0)

    def test_mirror(self) -> None:
        low, high = beta_mixture(3, 50)
        assert beta_mixture(47, 50) == pytest.approx((1 - high, 1 - low))

    def test_bad_input(self) -> None:
        for successes, n in ((2, 1), (-1, 3), (1, -1)):
            with pytest.raises(ValueError, match="successes"):
                beta_mixture(successes, n)
        with pytest.raises(ValueError, match="level"):
            beta_mixture(1, 2, 1.0)


class TestAsymptotic:
    def test_multiplier_by_hand(self) -> None:
        # At t = t*, α = 0.05: −2 ln α = 5.99146, tρ² = 5.99146 + ln 6.99146 = 7.93614;
        # √(2 · 8.93614/7.93614 · (½ ln 8.93614 + 2.99573)) = √(2.25201 · 4.09081) = 3.03521.
        assert multiplier(1000, 1000) == pytest.approx(3.03521, abs=1e-5)

    def test_wider_than_a_plain_interval_at_any_time_and_narrowest_near_its_tuning(self) -> None:
        # Narrowest as a multiple of se: the sequence's ends grow with √(ln t) later and faster before.
        found = [multiplier(t, 1000) for t in (10, 100, 1000, 10_000, 10**6)]
        assert min(found) == found[2] > normal_quantile(0.95)
        assert found[0] > found[1] > found[2] < found[3] < found[4] < 5.0

    def test_always_valid_is_the_multiplier_of_the_standard_error(self) -> None:
        def plain(level: float) -> tuple[float, float]:
            return t_interval(1.0, 0.1, 1e9, level)

        assert always_valid(plain, 700, 256)(0.95) == pytest.approx(asymptotic(1.0, 0.1, 700, 256), rel=1e-6)

    def test_difference_is_paired(self) -> None:
        rng = np.random.default_rng(3)
        games = np.full(300, 4)
        shared = rng.integers(0, 5, 300)
        other = np.minimum(shared + (rng.random(300) < 0.1), 4)
        found = sequential.difference((other, games), (shared, games), 300, 256)
        assert found is not None
        value = (other.sum() - shared.sum()) / games.sum()
        e = (other - other.mean()) - (shared - shared.mean())
        half = multiplier(300, 256) * math.sqrt((e @ e) * 300 / 299) / games.sum()
        assert found == pytest.approx((value - half, value + half))
        assert sequential.difference((shared[:1], games[:1]), (other[:1], games[:1]), 1, 256) is None

    def test_bad_input(self) -> None:
        for blocks, tuned in ((0, 1), (1, 0), (-5, 10)):
            with pytest.raises(ValueError, match="positive"):
                multiplier(blocks, tuned)


def table_of_wins(rng: np.random.Generator, runs: int, chance: float) -> np.ndarray:
    """Wins int64[runs, blocks] of a seat in blocks of 4 games, whose games share the luck of their deal."""
    luck = np.clip(chance + 0.2 * (rng.random((runs, LOOKS[-1])) - 0.5), 0.0, 1.0)
    return rng.binomial(4, luck)


def test_peeking_at_plain_intervals_misses_often_and_at_sequences_seldom() -> None:
    """600 experiments looked at six times: a 95% sequence may miss at any time in 5%, ±2 standard errors 1.8%."""
    wins = table_of_wins(np.random.default_rng(11), 600, 0.25)
    totals = np.cumsum(wins, axis=1)
    missed = {"plain": 0, "rate": 0, "mean": 0}
    for run, total in zip(wins, totals, strict=True):
        out = dict.fromkeys(missed, False)
        for n in LOOKS:
            rate = ratio(run[:n], np.full(n, 4), kind="rate", blocks=n)
            mean = ratio(run[:n], np.full(n, 4), kind="mean")
            assert rate.value == total[n - 1] / (4 * n) and rate.n is not None
            shown = {
                "plain": rate.interval(0.95),
                "rate": rate_sequence(rate.value, rate.n)(0.95),
                "mean": always_valid(mean.interval, n, LOOKS[0])(0.95),
            }
            for kind, (low, high) in shown.items():
                assert low is not None and high is not None
                out[kind] |= not low <= 0.25 <= high
        for kind, is_out in out.items():
            missed[kind] += is_out
    assert missed["plain"] > 0.08 * 600  # six looks at 5% each
    assert missed["rate"] <= 0.05 * 600 and missed["mean"] <= 0.05 * 600


def test_a_difference_of_two_variants_keeps_its_error_under_peeking() -> None:
    """Two variants with the same chance on the same deals, 600 times: found to differ at any look in at most 5%."""
    rng = np.random.default_rng(12)
    games = np.full(LOOKS[-1], 4)
    alarms = 0
    for _ in range(600):
        luck = 0.15 + 0.2 * rng.random(LOOKS[-1])
        a, b = rng.binomial(4, luck), rng.binomial(4, luck)
        for n in LOOKS:
            found = sequential.difference((a[:n], games[:n]), (b[:n], games[:n]), n, LOOKS[0])
            assert found is not None
            if not found[0] <= 0.0 <= found[1]:
                alarms += 1
                break
    assert alarms <= 0.05 * 600


def test_stopping_early_finds_what_is_there_and_seldom_the_contrary() -> None:
    """A seat that wins 30% where 24 to 26% are allowed fails in nearly all of 200 experiments, and never holds."""
    wins = table_of_wins(np.random.default_rng(13), 200, 0.30)
    states = []
    for run in wins:
        state = "undecided"
        for n in LOOKS:
            rate = ratio(run[:n], np.full(n, 4), kind="rate", blocks=n)
            assert rate.value is not None and rate.n is not None
            state = verdict(rate.value, rate_sequence(rate.value, rate.n), 0.24, 0.26).state
            if state != "undecided":
                break
        states.append(state)
    assert states.count("unbalanced") >= 198 and "balanced" not in states
