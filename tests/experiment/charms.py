"""A toy with things to take away: a charm that makes its owner win three times as often, and a dummy that does nothing.

Everybody has a charm.  Two seats with charms win alike; who alone has none wins 1 game of 4.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.games.contract import Bans, Code, Thing
from balance.kernel.lineup import seat_players
from balance.metrics.spec import WIN
from tests.experiment.toys import BOOK, TABLES, ToySettings, by_strength, toy

SEATS = 2
CHARM = Thing("charm", "charms", "the charm", "お守り", {"rules": {"charm": False}}, ban="charm")
DUMMY = Thing("dummy", "charms", "the dummy", "飾り", {"rules": {"dummy": False}}, ban="dummy")


class CharmSettings(ToySettings):
    """Two rulings, and a record that remembers who is banned from what."""

    def load(self, rules: Mapping[str, Any], players: int) -> dict[str, Any]:
        return {"charm": True, "dummy": True, **rules}

    def to_record(self, model: Any, players: int) -> Any:
        return {**model, "banned": [()] * players}


def enter(record: Any, row: int, names: Sequence[str]) -> None:
    """Remember what a row may not use."""
    record["banned"][row] = tuple(names)


def simulate(rules: Any, lineup: Any, seed: int, first: int, books: Any, log: Any) -> None:
    """Each game is won by lot, a seat with a charm having three lots."""
    seating = np.zeros(SEATS, np.int64)
    books.view(np.uint8)[...] = 0
    for g, book in enumerate(books):
        block, r = divmod(first + g, int(lineup.games_per_block))
        getattr(seat_players, "py_func", seat_players)(lineup, block, r, seating)
        lots = [3 if rules["charm"] and "charm" not in rules["banned"][row] else 1 for row in seating]
        won = random.Random(f"{seed} {block} {r}").choices(range(SEATS), lots)[0]
        book["game"]["rounds"] = 1
        book["seats"]["entry"][:SEATS] = seating
        book["seats"][won]["points"] = WIN


GAME = dataclasses.replace(
    toy(["plain"], SEATS, by_strength({"plain": 1.0})),
    settings=CharmSettings(SEATS),
    code=lambda: Code(BOOK, TABLES, simulate),
    bans=Bans(("charm", "dummy"), enter),
    things=lambda model, players, *, instead: [CHARM, DUMMY],
)
