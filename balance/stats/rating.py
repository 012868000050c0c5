"""Ratings of players from their results against each other: Bradley–Terry, cycles, and who beats all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from balance.errors import UserError, suggestion
from balance.stats.intervals import FloatArray, normal_quantile

PRIOR = 1.0
"""Drawn games added to each pair that met: who won all games keeps a finite rating, others hardly move."""


@dataclass(frozen=True)
class Rating:
    """A player's rating in log-odds against the anchor, whose own rating is 0 with no error."""

    player: str
    value: float
    se: float
    low: float
    high: float


@dataclass(frozen=True)
class Cycle:
    """Three players by index, each significantly better than the next, the last than the first.

    weakest: the smallest of the three win shares.
    """

    players: tuple[int, int, int]
    weakest: float


def pairwise_payoff(
    lineups: ArrayLike, results: ArrayLike, players: int, ties: Literal["half", "skip"] = "half"
) -> tuple[FloatArray, FloatArray]:
    """Count multi-player games as games between pairs.

    lineups: int[games, seats], the player in each seat; results: number[games, seats], more is better
    (points, a win share, a negated rank). In each game each pair of different players has one winner, the one
    with the larger result. Equal results count as half a win each ("half"), or not at all ("skip": right for
    win shares, where all losers are equal only because they were not ranked; the choice model of Luce 1959).
    Returns the win share of i against j and the number of their games, float64[players, players]; the share
    is 1/2 where the number is 0.
    """
    who, result = np.asarray(lineups), np.asarray(results, dtype=np.float64)
    if who.ndim != 2 or who.shape != result.shape or not np.isfinite(result).all():
        raise ValueError(f"line-ups {who.shape} and results {result.shape} must be finite tables of one shape")
    if who.size and (who.min() < 0 or who.max() >= players):
        raise ValueError(f"a line-up names a player outside 0 to {players - 1}")
    wins = np.zeros((players, players))
    for a, b in combinations(range(who.shape[1]), 2):
        better = np.sign(result[:, a] - result[:, b])
        met = (who[:, a] != who[:, b]) & ((better != 0.0) | (ties == "half"))
        np.add.at(wins, (who[met, a], who[met, b]), (1.0 + better[met]) / 2.0)
        np.add.at(wins, (who[met, b], who[met, a]), (1.0 - better[met]) / 2.0)
    counts = wins + wins.T
    share = np.divide(wins, counts, out=np.full_like(wins, 0.5), where=counts > 0.0)
    return share, counts


def bradley_terry(
    share: ArrayLike,
    counts: ArrayLike,
    players: Sequence[str],
    anchor: str,
    *,
    prior: float = PRIOR,
    level: float = 0.95,
) -> list[Rating]:
    """Rate players by maximum likelihood in the model P(i beats j) = 1/(1 + exp(θ_j − θ_i)).

    Bradley & Terry (1952); draws are half wins. share: float[k, k], the win share of i against j; counts:
    float[k, k], the number of their games (or an effective number, where games share deals); what stands
    where counts is 0 is ignored. θ of `anchor` is 0. Standard errors are from the observed information,
    intervals normal. `prior` drawn games are added to each pair that met, so perfect separation gives finite
    ratings. With prior 0 the maximum exists only if nobody can be split off who never lost to the rest (Ford
    1957): UserError otherwise, as when two groups never met.
    """
    names = list(players)
    wins, games = _wins(share, counts, len(names), prior)
    if anchor not in names:
        raise UserError(f"the anchor '{anchor}' is not among the players{suggestion(anchor, names)}")
    _check_connected(wins, names)
    fixed = names.index(anchor)
    free = np.array([i for i in range(len(names)) if i != fixed], dtype=np.intp)
    theta, covariance = np.zeros(len(names)), np.zeros((len(names), len(names)))
    if free.size:
        theta[free] = _maximum(wins, games, free)
        covariance[np.ix_(free, free)] = np.linalg.inv(_information(theta, games, free))
    z = normal_quantile(level)
    ratings = []
    for i, name in enumerate(names):
        value, se = float(theta[i]), float(np.sqrt(covariance[i, i]))
        ratings.append(Rating(name, value, se, value - z * se, value + z * se))
    return ratings


def cycles(payoff: ArrayLike, low: ArrayLike, high: ArrayLike) -> list[Cycle]:
    """Intransitive triples i > j > k > i in which each beats the next significantly, the clearest first.

    payoff, low, high: float[n, n], the win share of i against j and its interval (simultaneous, if many pairs
    are looked at). i beats j if the interval lies above 1/2: low[i, j] > 1/2, or high[j, i] < 1/2. NaN never
    beats.
    """
    share = np.asarray(payoff, dtype=np.float64)
    beats = (np.asarray(low) > 0.5) | (np.asarray(high).T < 0.5)
    found = []
    for i, j, k in combinations(range(len(share)), 3):
        for one, two, three in ((i, j, k), (i, k, j)):
            if beats[one, two] and beats[two, three] and beats[three, one]:
                weakest = min(share[one, two], share[two, three], share[three, one])
                found.append(Cycle((one, two, three), float(weakest)))
    return sorted(found, key=lambda cycle: (-cycle.weakest, cycle.players))


def dominant(low: ArrayLike) -> int | None:
    """Index of the player whose win share against every other one is significantly above 1/2, or None.

    low: float[n, n], the lower bound of the win share of i against j.
    """
    bound = np.array(low, dtype=np.float64)
    np.fill_diagonal(bound, 1.0)
    best = np.flatnonzero((bound > 0.5).all(axis=1))
    return int(best[0]) if best.size == 1 and len(bound) > 1 else None


def _wins(share: ArrayLike, counts: ArrayLike, k: int, prior: float) -> tuple[FloatArray, FloatArray]:
    """Wins of i against j and games between them, with the prior's drawn games, checked for consistency."""
    part, games = np.array(share, dtype=np.float64), np.array(counts, dtype=np.float64)
    if part.shape != (k, k) or games.shape != (k, k):
        raise ValueError(f"{k} players need {k} × {k} tables, not {part.shape} and {games.shape}")
    np.fill_diagonal(games, 0.0)
    part[games == 0.0] = 0.5
    sound = np.isfinite(part).all() and np.isfinite(games).all() and games.min(initial=0.0) >= 0.0
    if not sound or not np.allclose(games, games.T) or not np.allclose(part + part.T, 1.0):
        raise ValueError("shares must sum to 1 over the two players of a pair, and counts be the same for both")
    if part.min(initial=0.0) < 0.0 or prior < 0.0:
        raise ValueError("a win share lies between 0 and 1, and the prior is not negative")
    met = games > 0.0
    return part * games + met * (prior / 2.0), games + met * prior


def _check_connected(wins: FloatArray, names: list[str]) -> None:
    """UserError unless wins lead from each player to each other one (Ford 1957)."""
    from scipy.sparse.csgraph import connected_components

    number, group = connected_components(wins > 0.0, directed=True, connection="strong")
    if number > 1:
        some = ", ".join(name for name, label in zip(names, group, strict=True) if label == group[0])
        raise UserError(
            f"players cannot be rated together: no chain of wins leads both ways between {some} and the"
            " others; let them meet"
        )


def _maximum(wins: FloatArray, games: FloatArray, free: NDArray[np.intp]) -> FloatArray:
    """Ratings of the free players at the maximum of the (strictly concave) log-likelihood."""
    from scipy.optimize import minimize
    from scipy.special import expit, log_expit

    total = games.sum() / 2.0

    def whole(ratings: FloatArray) -> FloatArray:
        theta = np.zeros(len(wins))
        theta[free] = ratings
        return theta

    def loss(ratings: FloatArray) -> float:
        theta = whole(ratings)
        return float(-(wins * log_expit(theta[:, None] - theta)).sum() / total)

    def slope(ratings: FloatArray) -> FloatArray:
        theta = whole(ratings)
        surplus = (games * expit(theta[:, None] - theta) - wins).sum(axis=1)
        return np.asarray(surplus[free] / total)

    def curvature(ratings: FloatArray) -> FloatArray:
        return np.asarray(_information(whole(ratings), games, free) / total)

    found = minimize(
        loss,
        np.zeros(free.size),
        jac=slope,
        hess=curvature,
        method="trust-exact",
        options={"gtol": 1e-10, "maxiter": 500},
    )
    best: FloatArray = np.asarray(found.x, dtype=np.float64)
    # A one-sided pair leaves a curvature near 0, where the loss is flat to the last bit but the slope is not.
    for _ in range(5):
        best = best - np.linalg.solve(curvature(best), slope(best))
    return best


def _information(theta: FloatArray, games: FloatArray, free: NDArray[np.intp]) -> FloatArray:
    """Observed information of the free ratings (equal to the expected one in this model)."""
    from scipy.special import expit

    difference = theta[:, None] - theta
    weight = games * expit(difference) * expit(-difference)
    return np.asarray((np.diag(weight.sum(axis=1)) - weight)[np.ix_(free, free)])
