"""Who leads, when it is decided, and how open the game still is: from the course of every game."""

from __future__ import annotations

import numpy as np

from balance.metrics.course import GAPS
from balance.metrics.estimate import Sums, key, missing, row
from balance.metrics.spec import ALONE, PARTS, Metric, Row, Tally
from balance.stats.batches import Estimate, ratio


def leading_metrics(unit: str) -> list[Metric]:
    """The metrics of the lead; ``unit`` is that of the score."""
    led = Tally("course_round", "led", by=("round",))
    ranks = {
        "shares": Tally("course_rank", "share", by=("parity", "rank", "round"), bucket="gap", buckets=GAPS),
        "games": Tally("course_round", "played", by=("parity", "round"), bucket="gap", buckets=GAPS),
        "squares": Tally("course_round", "squares", by=("parity", "round"), bucket="gap", buckets=GAPS),
    }
    return [
        Metric(
            "lead_changes",
            "changes of the sole leader after round 1",
            "単独首位の交代回数(第1ラウンド以後)",
            "changes",
            y=Tally("course", "lead_changes"),
        ),
        Metric(
            "no_lead_change",
            "share of the games in which the sole leader never changes",
            "単独首位が一度も替わらない試合の割合",
            "share",
            "rate",
            Tally("course", "no_lead_change"),
        ),
        Metric(
            "last_lead_change",
            "when the leader changes for the last time, as a share of the game (0 if never)",
            "最後の首位交代の時点(試合の長さに対する割合。交代なしは0)",
            "share of the game",
            y=Tally("course", "last_lead_change"),
            scale=PARTS,
        ),
        Metric(
            "comeback",
            "how far the final winner lay behind at worst",
            "勝者が最も離されたときの得点差",
            unit,
            y=Tally("course", "comeback"),
        ),
        Metric(
            "last_at_half_wins",
            "share of the games won by a seat that was last, alone or not, at half time",
            "折り返しで最下位(同点含む)だった席が勝つ割合",
            "share",
            "rate",
            Tally("course", "last_at_half"),
            scale=PARTS,
        ),
        Metric(
            "leader_holds",
            "chance that who leads alone after round t wins",
            "ラウンドt終了時の単独首位が勝つ確率",
            "share",
            "rate",
            Tally("course_round", "leader", by=("round",)),
            led,
            PARTS,
        ),
        Metric(
            "leader_alone",
            "share of the games in which one seat leads alone after round t",
            "ラウンドt終了時に単独首位がいる割合",
            "share",
            "rate",
            led,
            Tally("course_round", "played", by=("round",)),
        ),
        Metric(
            "decided_at",
            "from when on the final winner leads alone to the end, as a share of the game",
            "勝者が単独首位のまま終わりまで行き始める時点(試合の長さに対する割合)",
            "share of the game",
            y=Tally("course", "decided_at"),
            scale=PARTS,
        ),
        Metric(
            "outcome_entropy",
            "how open the game still is after round t: entropy of who wins, given ranks and gap, over its most",
            "ラウンドt終了時の勝敗の不確かさ(順位と得点差を与えたエントロピー、最大=1)",
            "share of ln n",
            "derived",
            derive=lambda sums: _outcome(sums, ranks, entropy=True),
            needs=ranks,
        ),
        Metric(
            "outcome_brier_skill",
            "how much better than an even guess the ranks after round t foretell the winner",
            "ラウンドt終了時の順位による勝者予測の、等確率予測に対する改善",
            "share",
            "derived",
            derive=lambda sums: _outcome(sums, ranks, entropy=False),
            needs=ranks,
        ),
    ]


def _outcome(sums: Sums, ranks: dict[str, Tally], *, entropy: bool) -> list[Row]:
    """Entropy or Brier skill of forecasting the winner's rank from the round and the gap.

    The forecast is the table of win shares by rank counted in even blocks; it is scored on odd blocks
    (Brier 1950; skill against 1/n for each seat).
    """
    if sums.seats < 2:
        return [missing({}, ALONE)]
    shares, games, squares = (sums.cells(ranks[name]) for name in ("shares", "games", "squares"))
    even = shares[:, 0].sum(axis=0) / PARTS  # [rank, round, gap]
    seen = games[:, 0].sum(axis=0)  # [round, gap]
    n = even.shape[0]
    with np.errstate(invalid="ignore", divide="ignore"):
        forecast = np.where(seen > 0, even / np.maximum(seen, 1), 1.0 / n)
        logs = np.where(forecast > 0, np.log(np.maximum(forecast, 1e-300)), 0.0)
    odd = games[:, 1].astype(float)  # [batch, round, gap]
    rounds = sums.layout.axes["round"]
    if entropy:
        each = -(forecast * logs).sum(axis=0) / np.log(n)  # [round, gap]
        open_yet = [((odd[:, t] * each[t]).sum(axis=1), odd[:, t].sum(axis=1)) for t in range(len(rounds))]
        return [
            row({"t": key(label)}, ratio(*columns), columns=columns)
            for label, columns in zip(rounds, open_yet, strict=True)
        ]
    won = shares[:, 1] / PARTS  # [batch, rank, round, gap]
    square = squares[:, 1] / PARTS  # [batch, round, gap]
    brier = square - 2.0 * (won * forecast).sum(axis=1) + odd * (forecast**2).sum(axis=0)
    even_guess = np.maximum(square - odd / n, 0.0)  # a draw of all is stored rounded down, just below 1/n
    scores = [(brier[:, t].sum(axis=1), even_guess[:, t].sum(axis=1)) for t in range(len(rounds))]
    return [
        row({"t": key(label)}, _skill(score, reference), columns=(reference - score, reference))
        for label, (score, reference) in zip(rounds, scores, strict=True)
    ]


def _skill(score: np.ndarray, reference: np.ndarray) -> Estimate:
    """1 − Σscore/Σreference with its interval (a ratio of batch sums, mirrored)."""
    ratio_of = ratio(score, reference)
    if ratio_of.value is None or ratio_of.low is None or ratio_of.high is None:
        return ratio_of
    return Estimate(
        1.0 - ratio_of.value,
        ratio_of.se,
        1.0 - ratio_of.high,
        1.0 - ratio_of.low,
        ratio_of.x_sum,
        ratio_of.batches,
        ratio_of.note,
    )
