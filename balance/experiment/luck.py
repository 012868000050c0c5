"""A luck audit: how much of a result is the deal, the seat, the player and the rest, and how soon the better leads.

Shares are those of the variance of a seat's result (`stats.variance`).  A lead is that in win points, 1 for a win
and 1/k for a draw of k; its interval comes from the difference of two players' win rates, paired deal by deal.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.errors import UserError
from balance.experiment.plan import Plan
from balance.experiment.run import Progress, play
from balance.experiment.together import chosen_metrics
from balance.metrics.estimate import Sums, measured_rows
from balance.stats.paired import contrast, influence
from balance.stats.variance import games_needed, lead_probability

PARTS = ("deal", "seat", "player", "residual")
RESULTS = ("win", "score")
TICKS = (5, 10, 20, 50, 100, 200, 500)  # games after which it is asked who leads
CERTAINTY = 0.9


@dataclass(frozen=True)
class Share:
    """The part of the variance of a result that comes from one source; None with the reason in ``note``."""

    of: str
    part: str
    value: float | None
    low: float | None
    high: float | None
    note: str | None


@dataclass(frozen=True)
class Lead:
    """The best player against another: win rates, the difference with its interval, and games until it leads.

    variance: of the difference in one game.  games, fewest, most: until the better one leads with probability
    `CERTAINTY`; None where the difference may be 0.
    """

    player: str
    against: str
    rates: tuple[float, float]
    difference: float
    low: float | None
    high: float | None
    variance: float
    games: int | None
    fewest: int | None
    most: int | None

    def after(self, games: int) -> tuple[float, float | None, float | None]:
        """Probability that the best player leads after some games, with its interval."""
        if self.variance == 0.0:  # the same in every game
            sure = 1.0 if self.difference > 0.0 else 0.5
            return sure, sure, sure
        value, *ends = (
            None if each is None else lead_probability(each, self.variance, games)
            for each in (self.difference, self.low, self.high)
        )
        assert value is not None
        return value, ends[0], ends[1]


@dataclass(frozen=True)
class Luck:
    """All of an audit."""

    planned: Plan
    games: int
    blocks: int
    shares: tuple[Share, ...]
    leads: tuple[Lead, ...]  # the nearest other player first; none if all seats play alike

    def share(self, of: str, part: str) -> Share:
        """One share; of a "win" or a "score"."""
        return next(each for each in self.shares if (each.of, each.part) == (of, part))


def audit(planned: Plan, threads: int | None = None, progress: Progress = lambda games: None) -> Luck:
    """Play a plan and see where its results come from.  Raises UserError, and KeyboardInterrupt if cut short."""
    check(planned)
    played = play(planned, threads, progress)
    if played.interrupted:
        raise KeyboardInterrupt
    return audited(planned, played.sums)


def check(planned: Plan) -> None:
    """Refuse a plan that has no variance between deals.  Raises UserError."""
    if planned.blocks < 2:
        raise UserError(
            f"{planned.games} games are one deal; give {planned.games + 1} or more, to tell it from others",
            place="--games",
        )


def audited(planned: Plan, sums: Sums) -> Luck:
    """The audit of what was played."""
    names = [*(f"{part}_share" for part in PARTS), "player_win_rate"]
    rows = measured_rows(chosen_metrics(planned.game, names), sums)
    shares = [_share(row) for row in rows if row["metric"] != "player_win_rate"]
    players = [row for row in rows if row["metric"] == "player_win_rate"]
    return Luck(planned, sums.games, sums.blocks, tuple(shares), tuple(_leads(players)))


def _share(row: Mapping[str, Any]) -> Share:
    part = row["metric"].removesuffix("_share")
    return Share(row["where"]["of"], part, row["value"], row["low"], row["high"], row["note"])


def _leads(players: Sequence[Mapping[str, Any]]) -> list[Lead]:
    """The best player against every other one that won or lost anything."""
    known = sorted((row for row in players if row["value"] is not None), key=lambda row: -row["value"])
    return [_lead(known[0], other) for other in known[1:]]


def _lead(best: Mapping[str, Any], other: Mapping[str, Any]) -> Lead:
    apart = contrast(
        [influence(*(np.asarray(each)[:, None] for each in row["columns"])) for row in (best, other)], (1, -1)
    )
    low, high = (float(end[0]) if math.isfinite(end[0]) else None for end in apart.interval())
    rates = float(best["value"]), float(other["value"])
    difference = rates[0] - rates[1]
    variance = rates[0] + rates[1] - difference**2

    def needed(gap: float | None) -> int | None:
        return games_needed(gap, 0.0, variance, CERTAINTY) if gap is not None and gap > 0.0 else None

    names = best["where"]["player"], other["where"]["player"]
    return Lead(*names, rates, difference, low, high, variance, needed(difference), needed(high), needed(low))
