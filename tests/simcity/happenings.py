"""Events of the rule tests: a city with politics, and what happens to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from balance.games.simcity import codes
from tests.simcity.positions import Table, card, event, table

HALL, SHOP, WOOD = card("hall"), card("shop", "navy"), card("wood", "green")
TAX, DUTY = event("tax", "mayor_pays 5"), event("duty", "lose 5 all")
QUAKE = event("quake", "destroy 2 any; mayor_pays 3 each lost", tags="disaster")


def politics(*cards: Any, **said: Any) -> Table:
    """Four seats in phase 3; seat 1 is mayor unless said."""
    return table(HALL, SHOP, WOOD, *cards, **{"phase": 3, "mayor": 1, "funds": [20, 20, 20, 20], **said})


def happens(t: Table, name: str, *targets: Any, p: int = 0, **answered: Any) -> Table:
    """Seat ``p`` plays this event."""
    t.hold(p, name)
    t.play_event(p, name, *targets, **answered)
    return t


def mayor(t: Table) -> int:
    return int(t.state.office[codes.MAYOR])


def bidding(**steps: list[int]) -> Callable[..., int]:
    """Seats that bid these totals one after the other and then drop out, e.g. ``p2=[3, 6]``."""
    left = {name: list(bids) for name, bids in steps.items()}

    def choose_bid(entry: Any, state: Any, rules: Any, p: int, highest: int) -> int:
        mine = left.get(f"p{p}", [])
        return mine.pop(0) if mine else 0

    return choose_bid
