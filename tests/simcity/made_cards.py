"""Cards made by hand for the tests: only what a test says of a card differs from a plain one."""

from __future__ import annotations

from typing import Any

from balance.games.simcity.cards import Card
from balance.games.simcity.effects import Clause, Selector


def card(own_id: str, /, kind: str = "block", zone: str = "grey", **said: Any) -> Card:
    """A card whose id is its name too; lines, tags and effect are empty unless said."""
    plain: dict[str, Any] = {
        "id": own_id,
        "name": own_id,
        "name_ja": "",
        "kind": kind,
        "zone": zone,
        "phase": 1,
        "value": 1,
        "sims": 0,
        "sims_kind": "",
        "crime": 0,
        "pollution": 0,
        "road": "",
        "rail": "",
        "power": "",
        "limit": 0,
        "cost": 0,
        "tags": (),
        "effect": (),
        "rarity": "",
        "source": "own",
    }
    return Card(**{**plain, **said})


def table(*cards: Card) -> dict[str, Card]:
    """The cards by id."""
    return {each.id: each for each in cards}


def sel(text: str) -> Selector:
    """``any`` or ``zone:orange`` as a selector."""
    kind, _, name = text.partition(":")
    return Selector(kind, name)


def clause(kind: str, amount: int = 0, selector: str = "", **said: Any) -> Clause:
    """One clause; ``selector`` as in `sel`."""
    return Clause(kind=kind, amount=amount, selector=sel(selector) if selector else None, **said)
