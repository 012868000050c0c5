"""Variance shares: simulated components, statsmodels' analysis of variance, and results by hand."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
import statsmodels.formula.api as smf
from scipy import stats

from balance.stats.variance import VarianceShares, games_needed, replicated_shares, rotated_shares

Sums = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def rotated_sums(y: np.ndarray, batches: int | None = None) -> Sums:
    """The block sums of y[block, player, seat], in all or for consecutive batches."""
    parts = [y] if batches is None else np.array_split(y, batches)
    found = (
        np.array([part.sum(axis=0) for part in parts]),
        np.array([(part**2).sum() for part in parts]),
        np.array([(part.sum(axis=1) ** 2).sum(axis=0) for part in parts]),
        np.array([len(part) for part in parts]),
    )
    return found if batches else (found[0][0], found[1][0], found[2][0], found[3][0])


def replicated_sums(y: np.ndarray, batches: int | None = None) -> Sums:
    """The block sums of y[block, replicate, seat]."""
    sums, squares, hands, blocks = rotated_sums(y, batches)
    return sums.sum(axis=-2), squares, hands, blocks


def rotated(seed: int, blocks: int, seat: list[float], player: list[float], hand: float, rest: float) -> np.ndarray:
    """y[block, player, seat] from the model, hand and rest being standard deviations."""
    generator, n = np.random.default_rng(seed), len(seat)
    y = 10.0 + np.array(seat) + np.array(player)[:, None]
    y = y + generator.normal(0, hand, (blocks, 1, n)) + generator.normal(0, rest, (blocks, n, n))
    return np.asarray(y)


def values(found: VarianceShares) -> list[float | None]:
    return [share.value for share in (found.deal, found.seat, found.player, found.residual)]


def test_known_components_are_found() -> None:
    # Seat ±1 (variance 1), player ±2 (variance 4), hand 3 (9), rest 4 (16): 30 in all.
    y = rotated(1, 4000, [1, -1, 1, -1], [2, 2, -2, -2], 3.0, 4.0)
    found = rotated_shares(*rotated_sums(y))
    assert values(found) == pytest.approx([9 / 30, 1 / 30, 4 / 30, 16 / 30], abs=0.01)
    assert found.variance == pytest.approx(30, rel=0.03)


def test_shares_are_unbiased_in_short_runs() -> None:
    # Without the corrections the seats' noise would pass for a seat share: here nothing but hand and rest.
    seats = []
    deals = []
    for seed in range(300):
        y = rotated(seed, 12, [0, 0, 0], [0, 0, 0], 2.0, 2.0)
        found = rotated_shares(*rotated_sums(y))
        assert found.seat.value is not None and found.deal.value is not None
        seats.append(found.seat.value)
        deals.append(found.deal.value)
    assert np.mean(deals) == pytest.approx(0.5, abs=0.03)
    # Clipped at 0, the mean share keeps a part of its noise; a naive one would have 0.5 (1 + 1/3)/12 = 0.055.
    assert np.mean(seats) < 0.03
    assert sum(share == 0.0 for share in seats) > 100


def test_mean_squares_agree_with_statsmodels() -> None:
    blocks, n = 5, 3
    y = rotated(3, blocks, [1, 0, -1], [0.5, 0, -0.5], 1.0, 1.0)
    index = pd.MultiIndex.from_product([range(blocks), range(n), range(n)], names=["block", "player", "seat"])
    frame = pd.Series(y.ravel(), index=index, name="y").reset_index()
    fit = smf.ols("y ~ C(player) + C(seat) + C(seat):C(block)", frame).fit()
    squares = sm.stats.anova_lm(fit, typ=1)
    ms = {name: row["sum_sq"] / row["df"] for name, row in squares.iterrows()}
    assert squares.loc["C(seat):C(block)", "df"] == n * (blocks - 1)
    assert squares.loc["Residual", "df"] == (n - 1) * (blocks * n - 1)
    hand, rest = ms["C(seat):C(block)"], ms["Residual"]
    expected = {
        "deal": (hand - rest) / n,
        "seat": (n - 1) / n * (ms["C(seat)"] - hand) / (blocks * n),
        "player": (n - 1) / n * (ms["C(player)"] - rest) / (blocks * n),
        "residual": rest,
    }
    assert min(expected.values()) > 0, "the seed should leave nothing to clip"
    found = rotated_shares(*rotated_sums(y))
    total = sum(expected.values())
    assert found.variance == pytest.approx(total, rel=1e-10)
    assert values(found) == pytest.approx([part / total for part in expected.values()], rel=1e-9)


def test_shares_sum_to_one() -> None:
    for seed in range(20):
        y = rotated(seed, 4, [0, 0], [0.3, 0], 0.3, 1.0)
        shares = [share for share in values(rotated_shares(*rotated_sums(y))) if share is not None]
        assert len(shares) == 4
        assert sum(shares) == pytest.approx(1.0)


def test_two_blocks_by_hand() -> None:
    # Block 1: player 0 gets 1, 0 (seats 0, 1), player 1 gets 1, 0. Block 2: 0, 1 and 0, 1.
    # The hand decides all: SS_total = 2, SS_hand = 2 with 2 degrees of freedom, MS_hand = 1, MS_rest = 0.
    y = np.array([[[1, 0], [1, 0]], [[0, 1], [0, 1]]])
    found = rotated_shares(*rotated_sums(y))
    assert values(found) == [1.0, 0.0, 0.0, 0.0]
    assert found.variance == 0.5  # (1 - 0)/2
    # MS_seat = 0 is below MS_hand: negative, and said so; the player's 0 is exact.
    assert found.seat.note is not None and "below 0" in found.seat.note
    assert found.player.note is None


def test_a_negative_deal_share_is_shown_as_zero_and_said() -> None:
    # Each hand has one win and one loss whoever plays it: less variation between hands than by chance.
    y = np.array([[[1, 0], [0, 1]], [[0, 1], [1, 0]], [[1, 0], [0, 1]], [[0, 1], [1, 0]]])
    found = rotated_shares(*rotated_sums(y))
    assert found.deal.value == 0.0
    assert found.deal.note is not None and "below 0" in found.deal.note
    assert found.residual.value == 1.0


def test_too_little_or_no_variation_is_missing_with_the_reason() -> None:
    one = rotated_shares(*rotated_sums(rotated(1, 1, [0, 0], [0, 0], 1, 1)))
    assert values(one) == [None] * 4
    assert one.variance is None
    assert one.deal.note is not None and "two blocks" in one.deal.note
    same = rotated_shares(*rotated_sums(np.full((6, 3, 3), 7)))
    assert values(same) == [None] * 4
    assert same.seat.note is not None and "never varied" in same.seat.note


def test_large_whole_sums_are_exact() -> None:
    # Moved by 10^9, squares near 10^18 cancel: in floating point nothing would be left of a variance of 1.
    y = np.round(rotated(5, 50, [1, -1], [1, -1], 2.0, 2.0)).astype(np.int64).astype(object)
    shifted = y + 10**9
    plain, moved = (rotated_shares(*rotated_sums(v)) for v in (y, shifted))
    assert values(plain) == pytest.approx(values(moved), rel=1e-12)


def test_jackknife_errors_match_the_spread_over_runs() -> None:
    shares, errors, hits = [], [], 0
    for seed in range(150):
        y = rotated(1000 + seed, 240, [1, -1, 0], [2, 0, -2], 2.0, 3.0)
        deal = rotated_shares(*rotated_sums(y, batches=40)).deal
        assert deal.value is not None and deal.se is not None
        assert deal.low is not None and deal.high is not None
        shares.append(deal.value)
        errors.append(deal.se)
        truth = 4 / (2 / 3 + 8 / 3 + 4 + 9)
        hits += deal.low <= truth <= deal.high
    assert np.mean(errors) == pytest.approx(np.std(shares), rel=0.15)
    assert hits >= 0.9 * 150


def test_jackknife_of_two_batches_by_hand() -> None:
    # Leaving out one of two leaves the other: se² = 1/2 * 2 * ((a - b)/2)².
    y = rotated(6, 40, [1, -1], [2, -2], 1.0, 1.0)
    halves = [values(rotated_shares(*rotated_sums(part))) for part in (y[:20], y[20:])]
    found = rotated_shares(*rotated_sums(y, batches=2))
    for share, a, b in zip((found.deal, found.seat, found.player, found.residual), *halves, strict=True):
        assert a and b, "the seed should leave nothing to clip"
        assert share.se == pytest.approx(abs(a - b) / 2, rel=1e-9)


def test_batches_do_not_change_the_shares() -> None:
    y = rotated(7, 30, [1, -1], [0, 0.5], 1.0, 2.0)
    whole, batched = rotated_shares(*rotated_sums(y)), rotated_shares(*rotated_sums(y, batches=30))
    assert values(whole) == pytest.approx(values(batched), rel=1e-9)
    assert (whole.deal.se, whole.deal.low) == (None, None)
    assert batched.deal.batches == 30
    assert batched.deal.x_sum == 30


def test_share_intervals_stay_between_zero_and_one() -> None:
    y = rotated(8, 6, [0, 0], [0, 0], 0.1, 1.0)
    found = rotated_shares(*rotated_sums(y, batches=6))
    for share in (found.deal, found.seat, found.player, found.residual):
        assert share.low is not None and share.high is not None
        assert 0.0 <= share.low <= share.high <= 1.0
        assert share.interval(0.95) == (share.low, share.high)


def test_sums_that_do_not_fit_are_refused() -> None:
    sums, squares, hands, blocks = rotated_sums(rotated(1, 4, [0, 0, 0], [0, 0, 0], 1, 1))
    with pytest.raises(ValueError, match="n × n"):
        rotated_shares(sums[:2], squares, hands, blocks)
    with pytest.raises(ValueError, match="do not fit"):
        rotated_shares(sums, squares, hands[:2], blocks)
    with pytest.raises(ValueError, match="do not fit"):
        rotated_shares(sums, squares, hands, np.array([1, 3]))
    with pytest.raises(ValueError, match="at least 2"):
        replicated_shares(sums[0], squares, hands, blocks, replicates=1)


# -- every deal played twice -------------------------------------------------------------------------------


def replicated(seed: int, blocks: int, seat: list[float], hand: float, rest: float, r: int = 2) -> np.ndarray:
    generator, n = np.random.default_rng(seed), len(seat)
    y = 3.0 + np.array(seat) + generator.normal(0, hand, (blocks, 1, n))
    return np.asarray(y + generator.normal(0, rest, (blocks, r, n)))


@pytest.mark.parametrize("replicates", [2, 3])
def test_replicates_find_known_components(replicates: int) -> None:
    # Seat ±1 (1), hand 2 (4), rest 3 (9).
    y = replicated(1, 8000, [1, -1, 1, -1], 2.0, 3.0, replicates)
    found = replicated_shares(*replicated_sums(y), replicates=replicates)
    assert (found.deal.value, found.seat.value, found.residual.value) == pytest.approx(
        (4 / 14, 1 / 14, 9 / 14), abs=0.012
    )
    assert found.player.value is None
    assert found.player.note is not None and "play alike" in found.player.note


def test_replicates_agree_with_statsmodels() -> None:
    y = replicated(2, 6, [2, 0, -2], 1.5, 1.0)
    index = pd.MultiIndex.from_product([range(6), range(2), range(3)], names=["block", "replicate", "seat"])
    frame = pd.Series(y.ravel(), index=index, name="y").reset_index()
    squares = sm.stats.anova_lm(smf.ols("y ~ C(seat) + C(seat):C(block)", frame).fit(), typ=1)
    ms = {name: row["sum_sq"] / row["df"] for name, row in squares.iterrows()}
    hand, rest = ms["C(seat):C(block)"], ms["Residual"]
    expected = [(hand - rest) / 2, 2 / 3 * (ms["C(seat)"] - hand) / 12, rest]
    assert min(expected) > 0, "the seed should leave nothing to clip"
    found = replicated_shares(*replicated_sums(y))
    got = [found.deal.value, found.seat.value, found.residual.value]
    assert got == pytest.approx([part / sum(expected) for part in expected], rel=1e-9)


def test_wins_of_a_game_that_is_all_deal_and_of_one_that_is_all_choice() -> None:
    generator = np.random.default_rng(9)
    dealt = np.eye(4, dtype=np.int64)[generator.integers(0, 4, 3000)]
    all_deal = np.repeat(dealt[:, None, :], 2, axis=1)
    found = replicated_shares(*replicated_sums(all_deal, batches=60))
    assert found.deal.value == pytest.approx(1.0, abs=0.005)
    free = np.eye(4, dtype=np.int64)[generator.integers(0, 4, (3000, 2))]
    found = replicated_shares(*replicated_sums(free, batches=60))
    assert found.deal.low == 0.0
    assert found.deal.value is not None and found.deal.value < 0.03
    assert found.residual.value == pytest.approx(1.0, abs=0.03)


# -- games needed ------------------------------------------------------------------------------------------


def test_games_needed_by_hand() -> None:
    # δ = 0.1, σ² = 0.55 + 0.45 - 0.01 = 0.99: (1.281552)² * 0.99/0.01 = 162.6.
    assert games_needed(0.55, 0.45) == 163
    assert games_needed(0.45, 0.55) == 163
    # With the variance given: 1.642374 * 0.25/0.01 = 41.06.
    assert games_needed(0.55, 0.45, 0.25) == 42
    assert games_needed(0.55, 0.45, probability=0.5) == 1
    assert games_needed(1.0, 0.0) == 1
    assert games_needed(0.25, 0.25) is None


def test_after_so_many_games_the_better_one_leads() -> None:
    games = games_needed(0.55, 0.45)
    assert games is not None
    # Exactly: more than half of the games, half of the ties.
    lead = stats.binom.sf(games / 2, games, 0.55) + stats.binom.pmf(games / 2, games, 0.55) / 2
    assert lead == pytest.approx(0.9, abs=0.005)


def test_with_more_players_at_the_table_it_takes_longer() -> None:
    # 0.3 against 0.2 beside two others, by simulation.
    games = games_needed(0.3, 0.2)
    assert games == math.ceil(1.2815515655**2 * 0.49 / 0.01)
    counts = np.random.default_rng(4).multinomial(games, [0.3, 0.2, 0.5], 40_000)
    lead = (counts[:, 0] > counts[:, 1]).mean() + (counts[:, 0] == counts[:, 1]).mean() / 2
    assert lead == pytest.approx(0.9, abs=0.01)


def test_impossible_win_points_are_refused() -> None:
    with pytest.raises(ValueError, match="do not belong"):
        games_needed(2.5, 0.1)
    with pytest.raises(ValueError, match=r"between 0\.5 and 1"):
        games_needed(0.5, 0.4, probability=1.0)
