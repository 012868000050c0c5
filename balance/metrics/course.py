"""The course of a game, from the standings after each round: facts that every game has.

`follow` is compiled and knows no game: it reads standing, points and length, and writes four tables that are
tallied like a game's own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from balance.kernel.jit import entry
from balance.kernel.record import Table, columns
from balance.metrics.spec import PARTS

COURSE = Table(
    "course",
    (),
    columns(
        (
            ("lead_changes", "changes of the sole leader after round 1", "changes"),
            ("no_lead_change", "1 if the sole leader never changed", "0/1"),
            ("last_lead_change", "round of the last change of leader, as a part of the game", "1/10,000"),
            ("comeback", "most that the final winner ever lay behind", "score"),
            ("last_at_half", "win share of seats that were last, sole or joint, at half time", "1/10,000"),
            ("decided_at", "first round from which on the winner led alone, as a part of the game", "1/10,000"),
            ("squares", "sum of squared win shares", "1/10,000"),
        )
    ),
)
COURSE_ROUND = Table(
    "course_round",
    ("round",),
    columns(
        (
            ("played", "1 if the game reached this round", "0/1"),
            ("gap", "bucket of the gap between first and second", "bucket"),
            ("led", "1 if one seat led alone", "0/1"),
            ("leader", "win share of the sole leader", "1/10,000"),
            ("squares", "sum of squared win shares, if the round was played", "1/10,000"),
        )
    ),
)
COURSE_RANK = Table(
    "course_rank",
    ("rank", "round"),
    columns(
        (
            ("share", "win share of the seat at this rank; equals divide what their ranks get", "1/10,000"),
            ("gap", "bucket of the gap between first and second", "bucket"),
        )
    ),
)
TABLES = {table.name: table for table in (COURSE, COURSE_ROUND, COURSE_RANK)}
GAPS = 8  # buckets of the gap


def gap_limits(close: int) -> np.ndarray:
    """Upper limits of the buckets of the gap, for a game where a margin up to ``close`` is close: int64[7]."""
    steps: Sequence[float] = (0, 1 / 3, 1, 5 / 3, 8 / 3, 4, 6)
    return np.array([round(close * step) for step in steps], np.int64)


@entry
def follow(standing, points, rounds, limits, course, course_round, course_rank):
    """Write the course of each game.

    standing: int64[games, seats, rounds]; points: int64[games, seats] (420 a win); rounds: int64[games], those
    played; limits: `gap_limits`.  The last three are zeroed record arrays of the tables above.
    """
    n = standing.shape[1]
    for g in range(standing.shape[0]):
        last = rounds[g]
        row = course[g]
        for s in range(n):
            row.squares += PARTS * points[g, s] * points[g, s] // 176_400
        leader, last_change, decided = -1, 0, -1
        for t in range(last):
            best, second, n_best, top = -(1 << 60), -(1 << 60), 0, 0
            for s in range(n):
                score = standing[g, s, t]
                if score > best:
                    second = best
                    best, n_best, top = score, 1, s
                elif score == best:
                    n_best += 1
                    second = best
                elif score > second:
                    second = score
            at = course_round[g, t]
            at.played = 1
            at.squares = row.squares
            for limit in limits:
                at.gap += 1 if best - second > limit else 0
            if n_best == 1:
                at.led = 1
                at.leader = PARTS * points[g, top] // 420
                if leader >= 0 and top != leader:
                    row.lead_changes += 1
                    last_change = t + 1
                leader = top
            leads = n_best == 1 and points[g, top] == 420
            if leads and decided < 0:
                decided = t
            elif not leads:
                decided = -1
            behind(standing, points, g, t, best, row)
            share_by_rank(standing, points, g, t, at.gap, course_rank)
        row.no_lead_change = 1 if row.lead_changes == 0 else 0
        row.last_lead_change = PARTS * last_change // max(last, 1)
        row.decided_at = PARTS * (decided + 1 if decided >= 0 else last) // max(last, 1)
        row.last_at_half = last_share(standing, points, g, (last + 1) // 2 - 1)


@entry
def behind(standing, points, g, t, best, row):
    """How far the winner (of several, the one nearest the top) lies behind the best: the comeback so far."""
    gap = 1 << 60
    for s in range(standing.shape[1]):
        if points[g, s] > 0:
            gap = min(gap, best - standing[g, s, t])
    row.comeback = max(row.comeback, gap)


@entry
def share_by_rank(standing, points, g, t, gap, course_rank):
    """Win share of each rank after round ``t``; seats that stand equal divide the shares of their ranks."""
    n = standing.shape[1]
    for s in range(n):
        above, equal, won = 0, 0, 0
        for o in range(n):
            if standing[g, o, t] > standing[g, s, t]:
                above += 1
            elif standing[g, o, t] == standing[g, s, t]:
                equal += 1
                won += points[g, o]
        for k in range(equal):
            cell = course_rank[g, above + k, t]
            cell.share = PARTS * won // (420 * equal)
            cell.gap = gap


@entry
def last_share(standing, points, g, t):
    """Win share of the seats that are last, alone or together, after round ``t``."""
    n = standing.shape[1]
    worst = standing[g, 0, t]
    for s in range(1, n):
        worst = min(worst, standing[g, s, t])
    won = 0
    for s in range(n):
        if standing[g, s, t] == worst:
            won += points[g, s]
    return PARTS * won // 420
