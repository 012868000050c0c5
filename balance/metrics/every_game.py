"""The metrics that every game has: seats, players, scores and length here, lead and luck in files of their own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from balance.metrics.estimate import Sums, missing, rate, row
from balance.metrics.leading import leading_metrics
from balance.metrics.luck import luck_metrics
from balance.metrics.spec import (
    ALONE,
    GAMES,
    POINTS_BY_PLAYER,
    POINTS_BY_SEAT,
    SEATS_BY_PLAYER,
    SEATS_BY_SEAT,
    WIN,
    Metric,
    Row,
    Tally,
)
from balance.stats.batches import covariance, ratio
from balance.stats.intervals import (
    Quantile,
    Spread,
    expected_spread_under_equality,
    quantile_from_histogram,
    simultaneous_spread,
)

if TYPE_CHECKING:
    from balance.games.contract import Game

LEVEL = 0.95
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def metrics(game: Game) -> list[Metric]:
    """The metrics of every game, with this game's unit of score."""
    return [*_winning(), *_scores(game), *_length(), *leading_metrics(game.score_unit), *luck_metrics()]


def _winning() -> list[Metric]:
    return [
        Metric(
            "seat_win_rate",
            "share of the games that a seat wins, counted from the start player (a draw of k counts 1/k)",
            "各席の勝率。スタートプレイヤーを1席とする(k人の引き分けは1/k勝)",
            "share",
            "rate",
            POINTS_BY_SEAT,
            SEATS_BY_SEAT,
            WIN,
        ),
        Metric(
            "seat_win_spread",
            "highest less lowest win rate among the seats, with the simultaneous interval",
            "席ごとの勝率の最大と最小の差(同時信頼区間つき)",
            "share",
            "derived",
            better="less",
            derive=seat_win_spread,
            needs={"y": POINTS_BY_SEAT, "x": SEATS_BY_SEAT},
        ),
        Metric(
            "seat_win_spread_if_equal",
            "the spread that chance alone would show at this number of games if all seats were equal",
            "全席が対等でも、この試合数で偶然に見える勝率差",
            "share",
            "derived",
            derive=seat_win_spread_if_equal,
            needs={"y": POINTS_BY_SEAT, "x": SEATS_BY_SEAT},
        ),
        Metric(
            "player_win_rate",
            "share of the games that a player's seat wins, over all seats",
            "各プレイヤー(戦略)の勝率。全席の平均",
            "share",
            "rate",
            POINTS_BY_PLAYER,
            SEATS_BY_PLAYER,
            WIN,
        ),
        Metric(
            "player_seat_win_rate",
            "a player's win rate in each seat",
            "各プレイヤーの席ごとの勝率",
            "share",
            "rate",
            Tally("seats", "points", by=("player", "seat")),
            Tally("seats", by=("player", "seat")),
            WIN,
        ),
    ]


def _scores(game: Game) -> list[Metric]:
    low, bins = game.score_bins
    scores = Tally("seats", bucket="score", low=low, buckets=bins)
    margins = Tally("game", bucket="margin", buckets=bins)
    return [
        Metric(
            "player_score",
            "a player's mean final score, over all seats",
            "各プレイヤーの平均最終得点(全席)",
            game.score_unit,
            y=Tally("seats", "score", by=("player",)),
            x=SEATS_BY_PLAYER,
            better="more",
        ),
        Metric(
            "score",
            "mean final score by seat",
            "席ごとの平均最終得点",
            game.score_unit,
            y=Tally("seats", "score", by=("seat",)),
            x=SEATS_BY_SEAT,
        ),
        Metric(
            "score_share",
            "share of the final scores that are exactly so high (the last value: so high or higher)",
            "最終得点の分布(最後の値はそれ以上)",
            "share",
            "rate",
            scores,
            Tally("seats"),
            bucket_key="score",
            bucket_labels=tuple(str(low + i) for i in range(bins)),
        ),
        Metric(
            "score_quantiles",
            "quantiles of the final score of all seats, from exact counts",
            "最終得点の分位点(全席)",
            game.score_unit,
            "derived",
            derive=lambda sums: _quantiles(sums, scores, low),
            needs={"scores": scores},
        ),
        Metric(
            "margin",
            "mean of the winner's score less the next one",
            "1位と2位の得点差の平均",
            game.score_unit,
            y=Tally("game", "margin"),
        ),
        Metric(
            "margin_share",
            "share of the games with exactly this margin (the last value: this or more)",
            "得点差の分布(最後の値はそれ以上)",
            "share",
            "rate",
            margins,
            GAMES,
            bucket_key="margin",
            bucket_labels=tuple(str(i) for i in range(bins)),
        ),
        Metric(
            "close_games",
            f"share of the games with a margin of at most {game.close}",
            f"得点差が{game.close}以内の試合の割合",
            "share",
            "derived",
            derive=lambda sums: _close(sums, margins),
            needs={"margins": margins, "games": GAMES},
        ),
        Metric(
            "draws",
            "share of the games whose win is shared",
            "引き分けの割合",
            "share",
            "rate",
            Tally("game", "drawn"),
        ),
    ]


def _length() -> list[Metric]:
    game = Tally
    return [
        Metric("game_turns", "turns in a game", "1試合の手番数", "turns", y=game("game", "turns")),
        Metric("game_rounds", "rounds in a game", "1試合のラウンド数", "rounds", y=game("game", "rounds")),
        Metric(
            "decisions",
            "turns in a game with at least two legal actions",
            "選べる行動が2つ以上ある手番の数",
            "turns",
            y=game("game", "decisions"),
        ),
        Metric(
            "truncated",
            "share of the games that a turn limit ended",
            "手番の上限で打ち切られた試合の割合",
            "share",
            "rate",
            game("game", "truncated"),
            better="less",
        ),
    ]


def seat_win_spread(sums: Sums) -> list[Row]:
    """The spread of the seats' win rates with its simultaneous interval (`stats.intervals`)."""
    if sums.seats < 2:
        return [missing({}, ALONE)]
    y, x = sums.cells(POINTS_BY_SEAT), sums.cells(SEATS_BY_SEAT) * WIN
    values = y.sum(axis=0) / x.sum(axis=0)
    if len(y) < 2:
        return [{"where": {}, "value": float(np.ptp(values)), "note": "one batch only: no interval"}]
    together = covariance(y, x)

    def at(level: float) -> Spread:
        return simultaneous_spread(values, together, level, df=len(y) - 1, blocks=sums.blocks)

    def interval(level: float) -> tuple[float | None, float | None]:
        found = at(level)
        return found.low, found.high

    spread = at(LEVEL)
    ends = {"low": spread.low, "high": spread.high, "interval": interval}
    return [{"where": {}, "value": spread.value, **ends, "note": spread.note}]


def seat_win_spread_if_equal(sums: Sums) -> list[Row]:
    """What the spread would be on average if all seats were equal: its upward bias."""
    if sums.seats < 2:
        return [missing({}, ALONE)]
    y, x = sums.cells(POINTS_BY_SEAT), sums.cells(SEATS_BY_SEAT) * WIN
    if len(y) < 2:
        return [missing({}, "one batch only: no covariance")]
    return [{"where": {}, "value": expected_spread_under_equality(covariance(y, x)), "note": "no interval"}]


def _quantiles(sums: Sums, scores: Tally, low: int) -> list[Row]:
    batches = sums.cells(scores)
    counts = batches.sum(axis=0)
    rows = []
    for p in QUANTILES:
        middle = int(np.searchsorted(np.cumsum(counts), p * counts.sum()))
        below = ratio(batches[:, : middle + 1].sum(axis=1), batches.sum(axis=1), kind="rate", blocks=sums.blocks)
        at = partial(quantile_from_histogram, counts, low, p, below.n)
        quantile = at(LEVEL)
        found: Row = {"where": {"q": p}, "value": quantile.value, "n": below.n}
        if below.n is None:  # seats of one batch are not independent, so their number gives no interval
            rows.append({**found, "note": quantile.note if quantile.value is None else below.note})
        else:
            ends = {"low": quantile.low, "high": quantile.high, "interval": partial(_ends, at)}
            rows.append({**found, **ends, "note": quantile.note})
    return rows


def _ends(at: Callable[[float], Quantile], level: float) -> tuple[int | None, int | None]:
    """The ends of a quantile's interval at a level."""
    found = at(level)
    return found.low, found.high


def _close(sums: Sums, margins: Tally) -> list[Row]:
    close, games = sums.cells(margins)[:, : sums.close + 1].sum(axis=1), sums.cells(GAMES)
    return [row({}, rate(sums, close, games), columns=(close, games))]
