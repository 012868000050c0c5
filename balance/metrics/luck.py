"""What a result is made of: shares of its variance by deal, seat, player and the rest, and games until skill shows."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

import numpy as np

from balance.metrics.estimate import Sums, missing, row
from balance.metrics.spec import ALONE, POINTS_BY_PLAYER, SEATS_BY_PLAYER, WIN, Metric, Row, Tally
from balance.stats.variance import VarianceShares, games_needed, replicated_shares, rotated_shares

LUCK_TALLIES = {  # of each result: its sums by entry and seat, of its squares, of its squared sums by hand
    result: (
        Tally("seats", column, by=("entry", "seat")),
        Tally("seats", column, times=column),
        Tally("seats", column, by=("seat",), squared=True),
    )
    for result, column in (("win", "points"), ("score", "score"))
}


def luck_metrics() -> list[Metric]:
    """Variance shares of win and score, and `games_needed`."""
    needs = {f"{result}.{i}": tally for result, row in LUCK_TALLIES.items() for i, tally in enumerate(row)}
    sentences = {
        "deal": ("the hand dealt to a seat", "配られた手札"),
        "seat": ("the seat", "席順"),
        "player": ("who plays", "プレイヤーの違い"),
        "residual": ("choices and chance during play", "プレイ中の選択と偶然"),
    }
    return [
        *(
            Metric(
                f"{part}_share",
                f"share of the variance of a seat's result that comes from {words}",
                f"席の結果の分散のうち{ja}による割合",
                "share",
                "derived",
                derive=partial(_luck_rows, part=part),
                needs=needs,
            )
            for part, (words, ja) in sentences.items()
        ),
        Metric(
            "games_needed",
            "games until the better of two players leads in win points with 90% probability",
            "2人のうち強い方が90%の確率で勝ち点でリードするまでの試合数",
            "games",
            "derived",
            derive=_games_needed,
            needs={"y": POINTS_BY_PLAYER, "x": SEATS_BY_PLAYER},
        ),
    ]


def _luck_rows(sums: Sums, part: str) -> list[Row]:
    if sums.seats < 2:
        return [missing({"of": result}, ALONE) for result in LUCK_TALLIES]
    return [row({"of": result}, getattr(_shares(sums, result), part)) for result in LUCK_TALLIES]


@lru_cache(maxsize=4)  # four metrics read the same shares
def _shares(sums: Sums, result: str) -> VarianceShares:
    cells, squares, hands = (sums.cells(tally) for tally in LUCK_TALLIES[result])
    if sums.alike:
        return replicated_shares(cells.sum(axis=1), squares, hands, sums.batch_blocks, sums.games_per_block)
    return rotated_shares(cells, squares, hands, sums.batch_blocks)


def _games_needed(sums: Sums) -> list[Row]:
    """For the best and every other strategy of the line-up: games until the better one leads (90%)."""
    labels = sums.layout.axes["player"]
    if len(labels) < 2:
        return [missing({}, "all seats play alike: nobody is better")]
    win = sums.total(POINTS_BY_PLAYER) / (WIN * sums.total(SEATS_BY_PLAYER))
    best = int(np.argmax(win))
    rows: list[Row] = []
    for other, label in enumerate(labels):
        if other != best:
            needed = games_needed(float(win[best]), float(win[other]))
            note: Any = "no interval" if needed is not None else "the two are equal here"
            rows.append({"where": {"player": labels[best], "against": label}, "value": needed, "note": note})
    return rows
