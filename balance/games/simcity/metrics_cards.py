"""Metrics of Sim City about single cards: every card of the decks, by its id."""

from __future__ import annotations

import numpy as np

from balance.metrics.estimate import Sums, key, rate, row
from balance.metrics.spec import WIN, Metric, Row, Tally

SHRINK = 20  # games at the fair rate that a card's win rate is mixed with: (wins + 20/n) / (count + 20)


def _by_card(column: str) -> Tally:
    return Tally("cards", column, by=("card",))


COPIES = _by_card("copies")


def card_metrics() -> list[Metric]:
    """What becomes of each card: drawn, played, dead, when, its pay, and descriptive win rates."""
    return [
        *(
            Metric(
                f"card_{name}",
                f"share of the card's copies that are {what} in a game",
                f"1試合でそのカードが{what_ja}割合",
                "share",
                "rate",
                _by_card(name),
                COPIES,
            )
            for name, what, what_ja in (
                ("drawn", "drawn by somebody", "引かれる"),
                ("dead", "left in a hand at the end", "終了時に手札に残る"),
            )
        ),
        Metric(
            "card_played",
            "times that a copy of the card is played in a game",
            "1試合でそのカード1枚がプレイされる回数",
            "times",
            y=_by_card("played"),
            x=COPIES,
        ),
        Metric(
            "card_drawn_round",
            "mean round in which the card is drawn (dealt cards count as 0)",
            "そのカードが引かれる平均ラウンド(配られたものは0)",
            "round",
            y=_by_card("drawn_round"),
            x=_by_card("drawn"),
        ),
        Metric(
            "card_played_round",
            "mean round in which the card is played",
            "そのカードがプレイされる平均ラウンド",
            "round",
            y=_by_card("played_round"),
            x=_by_card("played"),
        ),
        Metric(
            "card_pay",
            "money that the card pays when it is placed",
            "そのカードが配置時に払う資金",
            "money",
            y=_by_card("pay"),
            x=_by_card("played"),
        ),
        *(_win_rate(name, what, what_ja) for name, what, what_ja in WIN_RATES),
    ]


WIN_RATES = (
    ("drawn", "who drew the card", "引いた"),
    ("opening", "who was dealt the card", "初期手札に持っていた"),
    ("played", "who played the card", "プレイした"),
)


def _win_rate(name: str, what: str, what_ja: str) -> Metric:
    points, copies = _by_card(f"{name}_points"), _by_card(f"{name}_by" if name == "played" else name)
    return Metric(
        f"card_{name}_win_rate",
        f"win rate of those {what}, shrunk towards the fair rate by {SHRINK} games (descriptive)",
        f"そのカードを{what_ja}席の勝率。公平な勝率へ{SHRINK}試合分だけ縮小(記述統計)",
        "share",
        "derived",
        descriptive=True,
        derive=lambda sums: _shrunk(sums, points, copies),
        needs={"points": points, "copies": copies},
    )


def _shrunk(sums: Sums, points: Tally, copies: Tally) -> list[Row]:
    """Win rates mixed with `SHRINK` games at 1/n; the mixing adds no variance."""
    won, held = sums.cells(points), sums.cells(copies)
    fair = 1.0 / sums.seats
    rows = []
    for place, label in enumerate(sums.labels(points)[0]):
        plain = rate(sums, won[:, place], held[:, place] * WIN)
        where = {"card": key(label)}
        count = float(np.sum(held[:, place]))
        if plain.value is None or count == 0:
            rows.append(row(where, plain))
            continue
        weight = count / (count + SHRINK)

        def mixed(value: float | None, weight: float = weight) -> float | None:
            return None if value is None else weight * value + (1.0 - weight) * fair

        found = row(where, plain)
        rows.append(
            {
                **found,
                "value": mixed(plain.value),
                "low": mixed(plain.low),
                "high": mixed(plain.high),
                "se": None if plain.se is None else weight * plain.se,
                "count": count,
            }
        )
    return rows
