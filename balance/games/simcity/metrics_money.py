"""Metrics of Sim City about money: where income comes from, and what plays pay."""

from __future__ import annotations

from balance.games.simcity.codes import INCOME, WAYS
from balance.metrics.estimate import spread_over
from balance.metrics.spec import Metric, Tally

SEATS = Tally("seats")


def money_metrics() -> list[Metric]:
    """Income by source, by phase and by seat; plays."""
    return [*_income(), *_plays()]


def _income() -> list[Metric]:
    return [
        spread_over(
            "income",
            "money that a seat earns in a game from this source",
            "1試合で1席がその源から得る資金",
            "money",
            "source",
            {source: (Tally("seats", f"income.{source}"), SEATS) for source in INCOME},
        ),
        spread_over(
            "income_by_seat",
            "money that the seat earns in a game from this source",
            "その席が1試合でその源から得る資金",
            "money",
            "source",
            {
                source: (Tally("seats", f"income.{source}", by=("seat",)), Tally("seats", by=("seat",)))
                for source in INCOME
            },
        ),
        spread_over(
            "income_by_phase",
            "money that a turn begun in the phase earns from this source",
            "そのフェイズで始まる1手番がその源から得る資金",
            "money",
            "source",
            {
                source: (
                    Tally("phases", f"income.{source}", by=("phase",)),
                    Tally("phases", "turns", by=("phase",)),
                )
                for source in INCOME
            },
        ),
        spread_over(
            "player_income",
            "money that a player earns in a game from this source",
            "各プレイヤーが1試合でその源から得る資金",
            "money",
            "source",
            {
                source: (Tally("seats", f"income.{source}", by=("player",)), Tally("seats", by=("player",)))
                for source in INCOME
            },
        ),
    ]


def _plays() -> list[Metric]:
    return [
        spread_over(
            "plays",
            "plays of this kind that a seat makes in a game",
            "1試合で1席が行うその種類のプレイの数",
            "plays",
            "how",
            {way: (Tally("seats", f"plays.{way}"), SEATS) for way in WAYS},
        ),
        Metric(
            "play_share",
            "share of the turns of round t whose first play is of this kind",
            "ラウンドtの手番の最初のプレイの内訳",
            "share",
            "rate",
            Tally("turns", "taken", by=("round",), bucket="action", buckets=len(WAYS)),
            Tally("turns", "taken", by=("round",)),
            bucket_key="how",
            bucket_labels=WAYS,
        ),
        spread_over(
            "player_plays",
            "plays of this kind that a player makes in a game",
            "各プレイヤーが1試合で行うその種類のプレイの数",
            "plays",
            "how",
            {way: (Tally("seats", f"plays.{way}", by=("player",)), Tally("seats", by=("player",))) for way in WAYS},
        ),
        Metric(
            "pay_per_play",
            "money that a placed block pays",
            "配置した1区画が払う資金",
            "money",
            y=Tally("seats", "pay"),
            x=Tally("seats", "placed"),
        ),
        Metric(
            "pay_by_round",
            "money that a turn of round t pays",
            "ラウンドtの1手番が得る資金",
            "money",
            y=Tally("turns", "pay", by=("round",)),
            x=Tally("turns", "taken", by=("round",)),
        ),
        Metric(
            "forced_pass",
            "passes of a seat in a game without a legal play",
            "合法なプレイがなくパスする回数(1席・1試合)",
            "passes",
            y=Tally("seats", "forced_passes"),
            x=SEATS,
            better="less",
        ),
        Metric(
            "dead_cards",
            "cards left in a seat's hand at the end",
            "終了時に手札に残る枚数",
            "cards",
            y=Tally("seats", "dead"),
            x=SEATS,
            better="less",
        ),
    ]
