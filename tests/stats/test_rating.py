"""Ratings: by hand, against choix and statsmodels, at perfect separation; cycles and dominance."""

from __future__ import annotations

import math

import choix
import numpy as np
import pytest
import statsmodels.api as sm

from balance.errors import UserError
from balance.stats.intervals import wilson
from balance.stats.rating import bradley_terry, cycles, dominant, pairwise_payoff


def simulated(seed: int, theta: list[float], games: int) -> tuple[np.ndarray, np.ndarray]:
    """Wins and games between all pairs of players with the given ratings."""
    generator = np.random.default_rng(seed)
    k = len(theta)
    wins = np.zeros((k, k))
    for i in range(k):
        for j in range(i):
            wins[i, j] = generator.binomial(games, 1 / (1 + math.exp(theta[j] - theta[i])))
            wins[j, i] = games - wins[i, j]
    counts = wins + wins.T
    return wins, counts


def shares(wins: np.ndarray, counts: np.ndarray) -> np.ndarray:
    return np.asarray(np.divide(wins, counts, out=np.full_like(wins, 0.5), where=counts > 0))


def test_two_players_by_hand() -> None:
    # 30 of 40: log-odds log 3; information 40 * 3/4 * 1/4 = 7.5.
    found = bradley_terry([[0.5, 0.75], [0.25, 0.5]], [[0, 40], [40, 0]], ["a", "random"], "random", prior=0.0)
    best, anchor = found
    se = math.sqrt(1 / 7.5)
    assert best.player == "a"
    assert (best.value, best.se) == pytest.approx((math.log(3), se))
    assert (best.low, best.high) == pytest.approx((math.log(3) - 1.959964 * se, math.log(3) + 1.959964 * se))
    assert (anchor.player, anchor.value, anchor.se, anchor.low, anchor.high) == ("random", 0, 0, 0, 0)


def test_the_prior_is_one_drawn_game_by_hand() -> None:
    # 30.5 of 41.
    found = bradley_terry([[0.5, 0.75], [0.25, 0.5]], [[0, 40], [40, 0]], ["a", "b"], "b")
    assert found[0].value == pytest.approx(math.log(30.5 / 10.5), rel=1e-9)
    assert found[0].se == pytest.approx(1 / math.sqrt(41 * 30.5 / 41 * 10.5 / 41), rel=1e-9)


def test_ratings_agree_with_choix() -> None:
    wins, counts = simulated(1, [1.2, 0.3, 0.0, -0.5, -2.0], 60)
    expected = choix.ilsr_pairwise_dense(wins, alpha=0.0, tol=1e-12, max_iter=2000)
    found = bradley_terry(shares(wins, counts), counts, list("abcde"), "c", prior=0.0)
    assert [r.value for r in found] == pytest.approx(list(expected - expected[2]), abs=1e-7)


def test_ratings_and_errors_agree_with_logistic_regression() -> None:
    wins, counts = simulated(2, [0.8, 0.0, -0.4, 0.1], 45)
    counts[0, 3] = counts[3, 0] = wins[0, 3] = wins[3, 0] = 0  # a pair that never met
    rows, outcome = [], []
    for i in range(4):
        for j in range(i):
            if counts[i, j]:
                row = np.zeros(4)
                row[i], row[j] = 1, -1
                rows.append(np.delete(row, 1))
                outcome.append([wins[i, j], wins[j, i]])
    fit = sm.GLM(np.array(outcome), np.array(rows), family=sm.families.Binomial()).fit()
    found = bradley_terry(shares(wins, counts), counts, list("abcd"), "b", prior=0.0)
    free = [found[i] for i in (0, 2, 3)]
    assert [r.value for r in free] == pytest.approx(list(fit.params), abs=1e-6)
    assert [r.se for r in free] == pytest.approx(list(fit.bse), rel=1e-5)
    assert [(r.low, r.high) for r in free] == [pytest.approx(tuple(row), abs=1e-5) for row in fit.conf_int()]


def test_ratings_recover_the_truth_and_their_intervals_cover_it() -> None:
    truth = [0.9, 0.4, 0.0, -0.6]
    hits = 0
    for seed in range(150):
        wins, counts = simulated(100 + seed, truth, 80)
        found = bradley_terry(shares(wins, counts), counts, list("abcd"), "c")
        hits += sum(r.low <= t <= r.high for r, t in zip(found, truth, strict=True) if r.player != "c")
    assert 0.92 < hits / 450 < 0.98


def test_a_different_anchor_only_shifts() -> None:
    wins, counts = simulated(3, [0.5, 0.0, -0.5], 70)
    by_a, by_c = (bradley_terry(shares(wins, counts), counts, list("abc"), x) for x in "ac")
    shift = by_c[0].value
    assert [r.value + shift for r in by_a] == pytest.approx([r.value for r in by_c], abs=1e-8)


@pytest.mark.parametrize("games", [1, 40, 10**6])
def test_perfect_separation_is_finite(games: int) -> None:
    share = [[0.5, 1.0, 1.0], [0.0, 0.5, 1.0], [0.0, 0.0, 0.5]]
    counts = np.full((3, 3), float(games))
    found = bradley_terry(share, counts, ["best", "middle", "random"], "random")
    assert found[0].value > found[1].value > found[2].value == 0.0
    assert all(math.isfinite(r.value) and math.isfinite(r.se) for r in found)
    assert found[1].low < found[1].value - 1.0  # one-sided results leave a wide interval


@pytest.mark.parametrize("games", [3, 1000, 10**8])
def test_all_wins_of_two_players_by_hand(games: int) -> None:
    found = bradley_terry([[0.5, 1], [0, 0.5]], [[0, games], [games, 0]], ["a", "b"], "b")
    assert found[0].value == pytest.approx(math.log((games + 0.5) / 0.5), rel=1e-7)


def test_separation_without_prior_is_refused() -> None:
    with pytest.raises(UserError, match="no chain of wins"):
        bradley_terry([[0.5, 1], [0, 0.5]], [[0, 9], [9, 0]], ["a", "b"], "b", prior=0.0)


def test_players_that_never_met_are_refused() -> None:
    counts = np.zeros((4, 4))
    counts[0, 1] = counts[1, 0] = counts[2, 3] = counts[3, 2] = 10
    with pytest.raises(UserError, match=r"between a, b and the others"):
        bradley_terry(np.full((4, 4), 0.5), counts, list("abcd"), "a")


def test_an_unknown_anchor_is_the_users_error() -> None:
    with pytest.raises(UserError, match="did you mean 'random'"):
        bradley_terry([[0.5, 0.5], [0.5, 0.5]], [[0, 2], [2, 0]], ["random", "greedy"], "randm")


def test_inconsistent_tables_are_refused() -> None:
    with pytest.raises(ValueError, match="sum to 1"):
        bradley_terry([[0.5, 0.7], [0.7, 0.5]], [[0, 5], [5, 0]], ["a", "b"], "a")
    with pytest.raises(ValueError, match="sum to 1"):
        bradley_terry([[0.5, 0.7], [0.3, 0.5]], [[0, 5], [6, 0]], ["a", "b"], "a")
    with pytest.raises(ValueError, match="3 players"):
        bradley_terry([[0.5, 0.7], [0.3, 0.5]], [[0, 5], [5, 0]], ["a", "b", "c"], "a")
    with pytest.raises(ValueError, match="between 0 and 1"):
        bradley_terry([[0.5, 1.5], [-0.5, 0.5]], [[0, 5], [5, 0]], ["a", "b"], "a")


def test_one_player_is_his_own_anchor() -> None:
    found = bradley_terry([[0.5]], [[0]], ["random"], "random")
    assert [(r.value, r.se) for r in found] == [(0.0, 0.0)]


# -- pairwise results --------------------------------------------------------------------------------------


def test_games_become_pairs_by_hand() -> None:
    # Game 1: players 0, 1, 2 with 5, 3, 3 points. Game 2: players 2, 0, 0 with 4, 4, 1.
    share, counts = pairwise_payoff([[0, 1, 2], [2, 0, 0]], [[5, 3, 3], [4, 4, 1]], 3)
    assert counts.tolist() == [[0, 1, 3], [1, 0, 1], [3, 1, 0]]
    # 0 against 2: a win, a tie, a loss: 1.5 of 3.
    assert share.tolist() == [[0.5, 1.0, 0.5], [0.0, 0.5, 0.5], [0.5, 0.5, 0.5]]


def test_losers_of_a_win_share_are_not_equals() -> None:
    # Only the winner is known: the two losers say nothing about each other.
    share, counts = pairwise_payoff([[0, 1, 2]], [[1, 0, 0]], 3, ties="skip")
    assert counts.tolist() == [[0, 1, 1], [1, 0, 0], [1, 0, 0]]
    assert share[0].tolist() == [0.5, 1.0, 1.0]


def test_win_shares_give_the_ratings_of_the_choice_model() -> None:
    """P(i wins among those at the table) = exp θ_i / Σ exp θ: the pairs with a winner recover θ."""
    generator = np.random.default_rng(8)
    theta = np.array([0.7, 0.2, 0.0, -0.5])
    lineups = np.array([generator.permutation(4)[:3] for _ in range(6000)])
    weight = np.exp(theta)[lineups]
    winner = (generator.random(6000)[:, None] > np.cumsum(weight / weight.sum(1, keepdims=True), 1)).sum(1)
    points = np.zeros((6000, 3))
    points[np.arange(6000), winner] = 1
    share, counts = pairwise_payoff(lineups, points, 4, ties="skip")
    found = bradley_terry(share, counts, list("abcd"), "c")
    assert [r.value for r in found] == pytest.approx(list(theta), abs=0.12)
    half, games = pairwise_payoff(lineups, points, 4)
    # Counting losers as equals would flatten them.
    assert bradley_terry(half, games, list("abcd"), "c")[0].value < 0.6


def test_bad_lineups_are_refused() -> None:
    with pytest.raises(ValueError, match="outside 0 to 1"):
        pairwise_payoff([[0, 2]], [[1, 0]], 2)
    with pytest.raises(ValueError, match="one shape"):
        pairwise_payoff([[0, 1]], [[1, 0, 0]], 2)
    with pytest.raises(ValueError, match="one shape"):
        pairwise_payoff([[0, 1]], [[1, math.nan]], 2)


# -- cycles and dominance ----------------------------------------------------------------------------------


def bounds(share: np.ndarray, games: int) -> tuple[np.ndarray, np.ndarray]:
    both = np.array([[wilson(p * games, games) for p in row] for row in share])
    return both[:, :, 0], both[:, :, 1]


ROCK = np.array([[0.5, 0.7, 0.2, 0.9], [0.3, 0.5, 0.6, 0.9], [0.8, 0.4, 0.5, 0.9], [0.1, 0.1, 0.1, 0.5]])


def test_a_cycle_is_found_only_where_it_is_significant() -> None:
    found = cycles(ROCK, *bounds(ROCK, 1000))
    assert [(c.players, c.weakest) for c in found] == [((0, 1, 2), 0.6)]
    # 60% of 40 games is not significantly more than half.
    assert cycles(ROCK, *bounds(ROCK, 40)) == []


def test_the_other_way_round_is_a_cycle_too() -> None:
    found = cycles(1 - ROCK, *bounds(1 - ROCK, 1000))
    assert [(c.players, c.weakest) for c in found] == [((0, 2, 1), 0.6)]


def test_cycles_read_an_upper_triangle() -> None:
    low, high = bounds(ROCK, 1000)
    below = np.tril_indices(4, -1)
    low[below], high[below] = np.nan, np.nan
    assert [c.players for c in cycles(ROCK, low, high)] == [(0, 1, 2)]


def test_the_clearest_cycle_comes_first() -> None:
    share = np.full((6, 6), 0.5)
    for trio, p in (((0, 1, 2), 0.6), ((3, 4, 5), 0.8)):
        for a, b in zip(trio, (*trio[1:], trio[0]), strict=True):
            share[a, b], share[b, a] = p, 1 - p
    assert [c.players for c in cycles(share, *bounds(share, 1000))] == [(3, 4, 5), (0, 1, 2)]


def test_dominant_beats_all_significantly() -> None:
    share = np.array([[0.5, 0.4, 0.7], [0.6, 0.5, 0.8], [0.3, 0.2, 0.5]])
    assert dominant(bounds(share, 1000)[0]) == 1
    assert dominant(bounds(share, 40)[0]) is None
    assert dominant(bounds(ROCK, 1000)[0]) is None
    assert dominant([[0.4]]) is None
