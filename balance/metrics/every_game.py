"""The metrics that every game has: seats, players, scores, lead and luck."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.metrics.course import GAPS
from balance.metrics.estimate import Sums, key, missing, rate, row
from balance.metrics.spec import GAMES, PARTS, WIN, Metric, Row, Tally
from balance.stats.batches import Estimate, covariance, ratio
from balance.stats.intervals import (
    Quantile,
    Spread,
    expected_spread_under_equality,
    quantile_from_histogram,
    simultaneous_spread,
)
from balance.stats.variance import VarianceShares, games_needed, replicated_shares, rotated_shares

if TYPE_CHECKING:
    from balance.games.contract import Game

SEATS_BY_SEAT = Tally("seats", by=("seat",))
SEATS_BY_PLAYER = Tally("seats", by=("player",))
POINTS_BY_SEAT = Tally("seats", "points", by=("seat",))
POINTS_BY_PLAYER = Tally("seats", "points", by=("player",))
LEVEL = 0.95
ALONE = "one seat only: nobody to compare it with"
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
LUCK_TALLIES = {  # of each result: its sums by entry and seat, of its squares, of its squared sums by hand
    result: (
        Tally("seats", column, by=("entry", "seat")),
        Tally("seats", column, times=column),
        Tally("seats", column, by=("seat",), squared=True),
    )
    for result, column in (("win", "points"), ("score", "score"))
}


def metrics(game: Game) -> list[Metric]:
    """The metrics of every game, with this game's unit of score."""
    return [*_winning(), *_scores(game), *_length(), *_leading(game.score_unit), *_luck()]


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


def _leading(unit: str) -> list[Metric]:
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


def _luck() -> list[Metric]:
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
