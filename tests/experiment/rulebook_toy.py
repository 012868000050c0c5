"""A toy with a small rulebook: what fires and what matters in each game is known by hand.

Game i of two seats: seat 0 scores 10, seat 1 scores 20 and wins.  T1: in every second game seat 0 scores `bonus` more.
T2: in every fourth game a ruling is looked at that does nothing.  T3: never happens.  T4: seat 1 is the last to play,
always.  In every fifth game a card's clause acts twice, which only the trace tells.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.games.contract import Code, Coverage, Game, Replay, Thing
from balance.kernel.record import Facts
from balance.metrics.spec import WIN
from tests.experiment.toys import BOOK, TABLES, ToySettings, toy

RULES_TEXT = "# A toy\n\n## T1 Bonus\nMore.\n\n## T2 Idle\nNone.\n\n## T3 Never\nNo.\n\n## T4 Last\nAlways.\n"


class Settings(ToySettings):
    """Two rulings: the bonus, and one that nothing reads."""

    def load(self, rules: Mapping[str, Any], players: int) -> dict[str, Any]:
        return {"bonus": 5, "idle": 1, **rules}

    def to_record(self, model: Any, players: int) -> Any:
        return model


def simulate(rules: Any, lineup: Any, seed: int, first: int, books: Any, log: Any) -> None:
    books.view(np.uint8)[...] = 0
    for g, book in enumerate(books):
        book["game"]["rounds"] = first + g  # the game's number, for the signs
        scores = [10 + rules["bonus"] * ((first + g) % 2 == 0), 20]
        for seat, score in enumerate(scores):
            book["seats"][seat]["score"] = score
            book["seats"][seat]["points"] = WIN * (score == max(scores))


def every(n: int) -> Any:
    """1 in every n-th game."""

    def sign(facts: Facts, model: Any, players: Sequence[str]) -> np.ndarray:
        return (facts["game"]["rounds"] % n == 0).astype(np.int64)

    return sign


def count(trace: Sequence[Mapping[str, Any]], model: Any) -> Mapping[str, int]:
    return {"acts": 2} if trace[0]["index"] % 5 == 0 else {}


COVERAGE = Coverage(
    facts={
        "T1": every(2),
        "T2": every(4),
        "T3": lambda facts, model, players: np.zeros(len(facts.books), np.int64),
        "T4": every(1),
    },
    traced=("acts",),
    count=count,
    clauses=("acts",),
)


def things(model: Any, players: int, *, instead: str | None = None) -> list[Thing]:
    return [
        Thing("bonus=0", "rules", "bonus: 0", "加点: 0", {"rules": {"bonus": 0}}, "T1"),
        Thing("bonus=50", "rules", "bonus: 50", "加点: 50", {"rules": {"bonus": 50}}, "T1"),
        Thing("idle=0", "rules", "idle: 0", "無為: 0", {"rules": {"idle": 0}}, "T2"),
        Thing("fixed", "actions", "last", "最後", rule="T4", why="no ruling", why_ja="裁定なし"),
        Thing("card", "cards", "card", "札", {"rules": {"bonus": 1}}, "T1"),
    ]


GAME: Game = dataclasses.replace(
    toy(["a"], 2, lambda names, r, luck, rng: [0]),
    name="rulebook_toy",
    settings=Settings(2),
    code=lambda: Code(BOOK, TABLES, simulate),
    replay=lambda: Replay(lambda log, **about: [{"event": "game", **about}], lambda log, **about: "", {}, 1),
    things=things,
    coverage=lambda: COVERAGE,
    rules_text=RULES_TEXT,
)
