"""Games worth a look: how good an example each game of a chunk is, from its facts alone.

A pick takes the facts of some games (`facts.Facts`, one row a game) and returns one int64 a game: higher is a
better example, −1 is none.  Scores of different chunks compare.  Seats in facts are counted from the start
player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.int64]
Pick = Callable[[Any], Scores]

CLOSEST = 10_000_000  # more than any margin that matters
CHANGES = 100  # more than there can be changes of the leader, one a round


def lead_changes(facts: Any) -> Scores:
    """How often the sole leader changed from round to round; a tie keeps the last sole leader."""
    standing = np.asarray(facts["turns"]["standing"])  # (games, seats, rounds)
    best = standing.max(axis=1)
    sole = (standing == best[:, None, :]).sum(axis=1) == 1
    leader = np.where(sole, standing.argmax(axis=1), -1)
    changes = np.zeros(len(leader), np.int64)
    last = leader[:, 0].copy()
    for now in leader[:, 1:].T:
        changes += (now >= 0) & (last >= 0) & (now != last)
        last = np.where(now >= 0, now, last)
    return changes


def closest(facts: Any) -> Scores:
    """The smallest final margin; among equals the most changes of the leader."""
    margin = np.asarray(facts["game"]["margin"])
    return np.maximum(CLOSEST - margin, 0) * CHANGES + lead_changes(facts)


def runaway(facts: Any) -> Scores:
    """The largest final margin."""
    margin = np.asarray(facts["game"]["margin"])
    return np.where(margin > 0, margin, -1)


def biggest_comeback(facts: Any) -> Scores:
    """How far the winner once was behind after a round, in VP; of several winners the best placed counts."""
    standing = np.asarray(facts["turns"]["standing"])
    won = np.asarray(facts["seats"]["points"]) > 0
    lowest = np.iinfo(np.int64).min
    winner = np.where(won[:, :, None], standing, lowest).max(axis=1)
    behind = (standing.max(axis=1) - winner).max(axis=1)
    return np.where(behind > 0, behind, -1)


def joker_decides(facts: Any) -> Scores:
    """Without the joker somebody else had won; the score is how much it moved, in VP over all seats."""
    changed = np.asarray(facts["game"]["no_joker_changed"]) > 0
    return np.where(changed, facts["game"]["no_joker_moved"], -1)


def riot(facts: Any) -> Scores:
    """A riot broke out; the score is what the dearest one cost its holder, in VP."""
    cost = np.asarray(facts["suits"]["riot_cost"]).max(axis=1)
    return np.where(np.asarray(facts["game"]["riots"]) > 0, np.maximum(cost, 0), -1)


PICKS: Mapping[str, Pick] = {
    "closest": closest,
    "runaway": runaway,
    "biggest-comeback": biggest_comeback,
    "joker-decides": joker_decides,
    "riot": riot,
}
