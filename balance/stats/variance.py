"""How much of a result is the deal, the seat, the player, and the rest: variance shares from block sums."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from balance.stats.estimator import Estimate
from balance.stats.intervals import FloatArray

GROUPS = 64
"""Most groups of batches for the jackknife: its error of an error is then about 9%."""
NEGATIVE = "estimated below 0, shown as 0"
FEW_BLOCKS = "at least two blocks are needed"
NO_VARIANCE = "the result never varied"
ALIKE = "all seats play alike: there is no player share"


@dataclass(frozen=True)
class VarianceShares:
    """Shares of the variance of one result; those that exist sum to 1. Each has its note.

    deal: the hand dealt to a seat of a block; seat; player; residual: choices, chance and interactions.
    variance: their sum before division, in squared units of the result, None if unknown.
    """

    deal: Estimate
    seat: Estimate
    player: Estimate
    residual: Estimate
    variance: float | None


def rotated_shares(
    cell_sums: ArrayLike,
    square_sum: ArrayLike,
    hand_squares: ArrayLike,
    blocks: ArrayLike,
    level: float = 0.95,
) -> VarianceShares:
    """Variance shares when each block is an n × n table: every player once in every seat, on the same deal.

    cell_sums: [n, n], ΣY by player (row) and seat (column); square_sum: ΣY² over all games; hand_squares:
    [n], for each seat Σ_b (Σ_p y_bps)²; blocks: B. With a leading axis of batches on all four, standard
    errors and intervals are those of the delete-a-group jackknife (Tukey 1958; Kott 2001); otherwise
    they are None.

    Model: y_bps = mean + seat_s + player_p + hand_bs + rest, hand and rest random. The table is balanced, so
    the sums of squares are orthogonal (Searle, Casella & McCulloch 1992, chapter 4). With N = B n²:

        SS_seat = ΣT_s²/(Bn) − T²/N,          n − 1 degrees of freedom
        SS_player = ΣT_p²/(Bn) − T²/N,        n − 1
        SS_hand = Σ_bs T_bs²/n − ΣT_s²/(Bn),  n (B − 1)
        SS_rest = the remainder,              (n − 1)(Bn − 1)

        E MS_seat = σ²_rest + n σ²_hand + Bn Σseat²/(n − 1)
        E MS_player = σ²_rest + Bn Σplayer²/(n − 1)
        E MS_hand = σ²_rest + n σ²_hand
        E MS_rest = σ²_rest

    Components: σ²_hand = (MS_hand − MS_rest)/n; Σseat²/n = (n−1)/n · (MS_seat − MS_hand)/(Bn); Σplayer²/n =
    (n−1)/n · (MS_player − MS_rest)/(Bn); σ²_rest = MS_rest. A negative one counts as 0 and says so. Results
    that sum to a constant in each game shift the corrections of seat and player by a part of order 1/(Bn) of
    the variance.
    """
    sums = np.asarray(cell_sums)
    if sums.ndim < 2 or sums.shape[-1] != sums.shape[-2] or sums.shape[-1] < 2:
        raise ValueError(f"the sums by player and seat are {sums.shape}, not n × n with n ≥ 2")
    return _shares(sums, square_sum, hand_squares, blocks, sums.shape[-1], level)


def replicated_shares(
    seat_sums: ArrayLike,
    square_sum: ArrayLike,
    hand_squares: ArrayLike,
    blocks: ArrayLike,
    replicates: int = 2,
    level: float = 0.95,
) -> VarianceShares:
    """Variance shares when all seats play alike and each deal is played r times with fresh choices.

    seat_sums: [n], ΣY by seat; square_sum: ΣY²; hand_squares: [n], for each seat Σ_b (Σ_r y_brs)²; blocks: B;
    replicates: r ≥ 2. A leading axis of batches as in `rotated_shares`. Model: y_brs = mean + seat_s +
    hand_bs + rest. With N = B n r:

        SS_seat = ΣT_s²/(Br) − T²/N,          n − 1 degrees of freedom
        SS_hand = Σ_bs T_bs²/r − ΣT_s²/(Br),  n (B − 1)
        SS_rest = ΣY² − Σ_bs T_bs²/r,         n B (r − 1)

    with the expectations of `rotated_shares`, r in place of n as the number of games a hand is seen in, and
    the same components. The player share is None: there is only one player.
    """
    sums = np.asarray(seat_sums)
    if sums.ndim < 1 or sums.shape[-1] < 2 or replicates < 2:
        raise ValueError(f"{sums.shape} seats and {replicates} replicates: at least 2 of each are needed")
    return _shares(sums[..., None, :], square_sum, hand_squares, blocks, replicates, level)


def games_needed(win_a: float, win_b: float, variance: float | None = None, probability: float = 0.9) -> int | None:
    """Games until the better of two players leads in win points with the given probability.

    win_a, win_b: mean win points a game in the same games (1 for a win, 1/k for a k-way draw). The lead after
    G games is about normal with mean G·δ, δ = win_a − win_b, and variance G·σ², so G = (z_probability ·
    σ/δ)², rounded up. variance: σ² of the difference in one game; None takes win_a + win_b − δ², exact when
    every win is a sole win (the points of two players are then never both positive). None if the players are
    equal: nobody is the better one.
    """
    if not 0.5 <= probability < 1.0:
        raise ValueError(f"the probability is {probability}, but it lies between 0.5 and 1")
    difference = win_a - win_b
    if difference == 0.0:
        return None
    square = win_a + win_b - difference**2 if variance is None else variance
    if square < 0.0:
        raise ValueError(f"win points {win_a} and {win_b} a game do not belong together: each lies between 0 and 1")
    from scipy.special import ndtri

    return max(1, math.ceil(float(ndtri(probability)) ** 2 * square / difference**2))


def lead_probability(difference: float, variance: float, games: int) -> float:
    """Probability that a player leads another in win points after some games.

    difference: mean win points a game more than the other's; variance: of that in one game. The lead is about
    normal with mean G·δ and variance G·σ² (`games_needed`), so it is Φ(√G · δ/σ); good from a few games on.
    """
    if variance <= 0.0 or games < 0:
        raise ValueError(f"variance {variance} and {games} games: the variance must be positive, games not negative")
    from scipy.special import ndtr

    return float(ndtr(math.sqrt(games) * difference / math.sqrt(variance)))


def _shares(
    sums: NDArray[Any],
    square_sum: ArrayLike,
    hand_squares: ArrayLike,
    blocks: ArrayLike,
    repeats: int,
    level: float,
) -> VarianceShares:
    """Shares of one design: sums [..., players, seats], each hand seen `repeats` times in a block."""
    shape = sums.shape[:-2]
    parts = [sums, np.asarray(square_sum), np.asarray(hand_squares), np.asarray(blocks)]
    wanted = [sums.shape, shape, (*shape, sums.shape[-1]), shape]
    if len(shape) > 1 or [part.shape for part in parts] != wanted:
        raise ValueError(f"block sums of shapes {[part.shape for part in parts]} do not fit: {wanted} would")
    # Python numbers: whole ones stay exact, however large they grow.
    rows = [_grouped(part if shape else part[None]).astype(object) for part in parts]
    total = [part.sum(axis=0) for part in rows]
    batches, held = len(rows[0]), int(total[3])
    components = _components(total, repeats)
    if isinstance(components, str):
        none = Estimate(None, None, None, None, held, batches, components, "share")
        return VarianceShares(none, none, none, none, None)
    variance = float(np.clip(components, 0.0, None).sum())
    shares = _normalised(components)
    se = _jackknife(rows, total, repeats)
    estimates = []
    for i in range(len(shares)):
        note = NEGATIVE if shares[i] < 0.0 else None
        error = None if se is None else float(se[i])
        bare = Estimate(max(0.0, float(shares[i])), error, None, None, held, batches, note, "share")
        low, high = bare.interval(level)
        estimates.append(replace(bare, low=low, high=high))
    deal, seat, player, residual = estimates
    if sums.shape[-2] == 1:
        player = Estimate(None, None, None, None, held, batches, ALIKE, "share")
    return VarianceShares(deal, seat, player, residual, variance)


def _grouped(part: NDArray[Any]) -> NDArray[Any]:
    """Batches added up to at most `GROUPS` groups of as many consecutive batches (the last perhaps fewer)."""
    size = -(-len(part) // GROUPS)
    return np.add.reduceat(part, np.arange(0, len(part), size), axis=0)


def _components(total: list[Any], repeats: int) -> FloatArray | str:
    """Components of the variance (deal, seat, player, residual) before clipping, or why there are none.

    The sums of squares are all multiplied by the number of games N, so that whole results give whole numbers.
    """
    sums, square_sum, hand_squares, blocks = total
    players, seats = sums.shape
    games = blocks * seats * repeats
    if blocks < 2:
        return FEW_BLOCKS
    by_seat, by_player = sums.sum(axis=0), sums.sum(axis=1)
    grand = by_seat.sum() ** 2
    everything = games * square_sum - grand
    if everything <= 0:
        return NO_VARIANCE
    seat = seats * (by_seat**2).sum() - grand
    player = players * (by_player**2).sum() - grand
    hand = blocks * seats * hand_squares.sum() - seats * (by_seat**2).sum()
    rest = everything - seat - player - hand
    ms_seat = seat / (games * (seats - 1))
    ms_player = player / (games * (players - 1)) if players > 1 else 0.0
    ms_hand = hand / (games * seats * (blocks - 1))
    ms_rest = rest / (games * (games - seats * blocks - players + 1))
    uneven = (seats - 1) / seats
    return np.array(
        [
            (ms_hand - ms_rest) / repeats,
            uneven * (ms_seat - ms_hand) / (blocks * repeats),
            uneven * (ms_player - ms_rest) / (blocks * seats) if players > 1 else 0.0,
            ms_rest,
        ]
    )


def _normalised(components: FloatArray) -> FloatArray:
    """Components as parts of the sum of the positive ones."""
    return np.asarray(components / np.clip(components, 0.0, None).sum())


def _jackknife(rows: list[Any], total: list[Any], repeats: int) -> FloatArray | None:
    """Standard errors of the shares by leaving out one batch at a time, None if that leaves too little."""
    batches = len(rows[0])
    without = []
    for i in range(batches if batches > 1 else 0):
        components = _components([whole - part[i] for whole, part in zip(total, rows, strict=True)], repeats)
        if isinstance(components, str):
            return None
        without.append(_normalised(components))
    if not without:
        return None
    values = np.array(without)
    squares = ((values - values.mean(axis=0)) ** 2).sum(axis=0)
    return np.asarray(np.sqrt((batches - 1) / batches * squares))
