"""Games worth a look: how good an example each game of a chunk is, from its facts alone.

A pick takes the facts of some games (`facts.Facts`, one row a game) and returns one int64 a game: higher is a
better example, −1 is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.int64]
Pick = Callable[[Any], Scores]
CLOSEST = 1_000_000  # more than any margin


def closest(facts: Any) -> Scores:
    """The smallest final margin."""
    return np.maximum(CLOSEST - np.asarray(facts["game"]["margin"]), 0)


def runaway(facts: Any) -> Scores:
    """The largest final margin."""
    return np.asarray(facts["game"]["margin"])


def biggest_comeback(facts: Any) -> Scores:
    """The most that the winner ever lay behind; −1 where it never did."""
    standing = np.asarray(facts["turns"]["standing"])  # (games, seats, rounds)
    points = np.asarray(facts["seats"]["points"])
    played = np.asarray(facts["rounds"]["played"])
    behind = standing.max(axis=1)[:, None, :] - standing
    winners = (points == points.max(axis=1, keepdims=True))[:, :, None] & (played[:, None, :] > 0)
    most = np.where(winners, behind, 0).max(axis=(1, 2))
    return np.where(most > 0, most, -1)


def disaster(facts: Any) -> Scores:
    """The most blocks lost to disasters."""
    lost = np.asarray(facts["game"]["blocks_lost"])
    return np.where(lost > 0, lost, -1)


def mayor_falls(facts: Any) -> Scores:
    """Mayors dismissed, resigned or recalled: terms beyond the first."""
    terms = np.asarray(facts["game"]["mayors"])
    return np.where(terms > 1, terms, -1)


def stuck(facts: Any) -> Scores:
    """A city that stays in an early phase for long."""
    phase, turns = np.asarray(facts["game"]["phase"]), np.asarray(facts["game"]["turns"])
    return np.where(phase < 3, turns, -1)


def metropolis(facts: Any) -> Scores:
    """The largest city that reaches phase 4."""
    phase, blocks = np.asarray(facts["game"]["phase"]), np.asarray(facts["game"]["blocks"])
    return np.where(phase == 4, blocks, -1)


def typical(facts: Any) -> Scores:
    """Nearest to the usual game: as many turns and blocks as half of the games exceed."""
    turns, blocks = np.asarray(facts["game"]["turns"]), np.asarray(facts["game"]["blocks"])
    away = np.abs(turns - np.median(turns)) + np.abs(blocks - np.median(blocks))
    return np.maximum(CLOSEST - away, 0).astype(np.int64)


PICKS: Mapping[str, Pick] = {
    "closest": closest,
    "runaway": runaway,
    "biggest-comeback": biggest_comeback,
    "disaster": disaster,
    "mayor-falls": mayor_falls,
    "stuck": stuck,
    "metropolis": metropolis,
    "typical": typical,
}
