"""How it shows that a rule of Neotopia fired: all of them in the facts of every game.

What is counted for a rule is said to readers in `report_text`, under ``coverage.counts``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from balance.games.contract import Coverage
from balance.games.neotopia.codes import HIRE, KEEP, PASS, RELEASE, RIOT, SETTLED, SKILLS, TRANSFER
from balance.kernel.record import Facts

Sign = Callable[[Facts, Any, Sequence[str]], np.ndarray]
RANDOM = "random"


def each_game(facts: Facts, model: Any, players: Sequence[str]) -> np.ndarray:
    """1 a game: what no game can be played without."""
    return np.minimum(facts["game"]["rounds"], 1)


def of_game(column: str) -> Sign:
    """A count that the facts of the game hold."""
    return lambda facts, model, players: facts["game"][column]


def actions(action: int) -> Sign:
    """Turns with an action."""
    return lambda facts, model, players: np.sum(facts["turns"]["action"] == action, axis=(1, 2))


def skill(name: str) -> Sign:
    """Seats that used a skill: each serves once a game."""
    return lambda facts, model, players: np.sum(facts["seats"]["skill_used"][..., SKILLS.index(name)], axis=1)


def suits(outcome: int) -> Sign:
    """Suits that ended in a way."""
    return lambda facts, model, players: np.sum(
        (facts["suits"]["outcome"] == outcome) & (facts["suits"]["in_play"] == 1), axis=1
    )


def purses_changed(facts: Facts, model: Any, players: Sequence[str]) -> np.ndarray:
    """Rounds after which a seat's coins are not what they were."""
    return np.sum(np.diff(facts["turns"]["coins"], axis=2, prepend=model.start_coins) != 0, axis=(1, 2))


def skills_used(facts: Facts, model: Any, players: Sequence[str]) -> np.ndarray:
    """Skills that were used."""
    return np.sum(facts["seats"]["skill_used"], axis=(1, 2))


def counted(facts: Facts, model: Any, players: Sequence[str]) -> np.ndarray:
    """Suits in play."""
    return np.sum(facts["suits"]["in_play"], axis=1)


def bonuses(facts: Facts, model: Any, players: Sequence[str]) -> np.ndarray:
    """Seats that the settlement order brought VP."""
    return np.sum(facts["seats"]["bonus"] != 0, axis=1)


def by_chance(facts: Facts, model: Any, players: Sequence[str]) -> np.ndarray:
    """Turns of the random player."""
    rows = [row for row, player in enumerate(players) if player == RANDOM]
    return np.sum(np.isin(facts["seats"]["entry"], rows), axis=1) * facts["game"]["rounds"]


COVERAGE = Coverage(
    facts={
        "N1": each_game,
        "N2": each_game,
        "N3": of_game("rounds"),
        "N4": of_game("turns"),
        "N5": actions(KEEP),
        "N6": actions(RELEASE),
        "N7": actions(TRANSFER),
        "N8": actions(HIRE),
        "N9": actions(PASS),
        "N10": purses_changed,
        "N11": skills_used,
        "N12": skill("market_research"),
        "N13": skill("secret_personnel"),
        "N14": skill("transfer_order"),
        "N15": skill("department_move"),
        "N16": skill("subsidy"),
        "N17": each_game,
        "N18": counted,
        "N19": suits(RIOT),
        "N20": suits(SETTLED),
        "N21": suits(SETTLED),
        "N22": bonuses,
        "N23": of_game("joker_uses"),
        "N24": each_game,
        "N25": of_game("decisions"),
        "N26": by_chance,
    }
)
