"""How it shows that a rule of Sim City, or a clause of its cards, fired: in facts, or in the traces of some games.

What is counted for a rule is said to readers in `report_text`, under ``coverage.counts``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from balance.games.contract import Coverage
from balance.games.simcity import fired
from balance.games.simcity.cards import Card
from balance.games.simcity.clauses import FORMS
from balance.games.simcity.codes import WAYS
from balance.games.simcity.settings import Setup
from balance.kernel.record import Facts

Sign = Callable[[Facts, Setup, Sequence[str]], np.ndarray]
RANDOM = "random"


def each_game(facts: Facts, setup: Setup, players: Sequence[str]) -> np.ndarray:
    """1 a game: what no game can be played without."""
    return np.minimum(facts["game"]["rounds"], 1)


def of_game(*columns: str) -> Sign:
    """Counts that the facts of the game hold, added up."""
    return lambda facts, setup, players: np.sum([facts["game"][column] for column in columns], axis=0)


def reached(*phases: int) -> Sign:
    """Phases that began."""
    return lambda facts, setup, players: np.sum(facts["game"]["reached"][:, [n - 1 for n in phases]], axis=1)


def of_seats(column: str) -> Sign:
    """A count of each seat, added up."""
    return lambda facts, setup, players: np.sum(facts["seats"][column], axis=1)


def plays(*ways: str) -> Sign:
    """Plays of these ways."""
    at = [WAYS.index(way) for way in ways]
    return lambda facts, setup, players: np.sum(facts["seats"]["plays"][..., at], axis=(1, 2))


def of_cards(column: str, counts: Callable[[Card], bool] = lambda card: True) -> Sign:
    """A count of each card, of some cards, added up."""

    def sign(facts: Facts, setup: Setup, players: Sequence[str]) -> np.ndarray:
        kinds = [kind for kind, card in enumerate(setup.materials.cards.values()) if counts(card)]
        return np.sum(facts["cards"][column][:, kinds], axis=1)

    return sign


def drawn(facts: Facts, setup: Setup, players: Sequence[str]) -> np.ndarray:
    """Cards that came to a hand after the deal."""
    return np.sum(facts["cards"]["drawn"] - facts["cards"]["opening"], axis=1)


def turns_in(mode: str) -> Sign:
    """Turns in one of the modes."""
    return lambda facts, setup, players: facts["game"]["turns"] * int(setup.rules.mode == mode)


def by_chance(facts: Facts, setup: Setup, players: Sequence[str]) -> np.ndarray:
    """Turns of the random player."""
    rows = [row for row, player in enumerate(players) if player == RANDOM]
    theirs = np.isin(facts["seats"]["entry"], rows)
    return np.sum(np.sum(facts["phases"]["turns"], axis=1) * theirs, axis=1)


def count(trace: Sequence[Mapping[str, Any]], setup: Setup) -> Mapping[str, int]:
    """What fired in a game, by its trace."""
    return fired.fired(trace, setup)


COVERAGE = Coverage(
    facts={
        "S1": each_game,
        "S2": of_cards("opening"),
        "S3": of_game("turns"),
        "S4": drawn,
        "S5": of_seats("council_bought"),
        "S6": plays(*WAYS),
        "S7": plays("new"),
        "S8": plays("upgrade"),
        "S9": of_game("votes"),
        "S10": of_game("votes"),
        "S11": of_seats("placed"),
        "S12": of_cards("played", lambda card: card.kind in ("block", "long") and card.sims_kind == "need"),
        "S14": of_seats("placed"),
        "S18": of_game("rebuilt"),
        "S19": reached(2, 3),
        "S20": reached(4),
        "S22": of_game("dismissals", "resignations"),
        "S23": of_game("auctions"),
        "S24": of_game("elections"),
        "S25": plays("event"),
        "S26": of_game("disasters"),
        "S27": of_cards("drawn", lambda card: card.kind == "long"),
        "S29": each_game,
        "S30": turns_in("solitaire"),
        "S31": turns_in("duel"),
        "S32": of_game("decisions"),
        "S33": by_chance,
    },
    traced=(*fired.RULES, *FORMS),
    count=count,
    clauses=FORMS,
)
