"""Turns of the rule tests: players that do as they are told, and a city that was dealt."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.games.simcity import codes
from balance.games.simcity.rules import (
    clear_table,
    deal,
    draw_start_player,
)
from balance.kernel.rng import block_key, quiet
from tests.simcity.positions import Table, card, cell, event

HALL, TOWER = card("hall"), card("tower", value=3)
SHOP = card("shop", "navy", need=1, value=2)
EVENT = event("fair", "gain 1 all")


def passes(*_: Any) -> None:
    """A player that passes."""


def plays(t: Table, *wanted: tuple[str, int, int]) -> Any:
    """A player that places these cards one after the other, then passes; `t.asked` counts."""
    t.asked = 0

    def choose_play(entry: Any, state: Any, rules: Any, p: int) -> None:
        at, now = t.asked, state.now
        t.asked += 1
        if at < len(wanted):
            name, x, y = wanted[at]
            if t.rules.kind[t.kind(name)].family == codes.EVENT:
                now.card, now.way = t.in_hand(p, name), codes.PLAY_EVENT
                return
            way = t.way(name, x, y, "", p if rules.mode == codes.DUEL else 0)
            assert way, wanted[at]
            now.card, now.way, now.cell, now.cell2 = t.in_hand(p, name), codes.WAYS.index(way), cell(x, y), 0

    return choose_play


def dealt(t: Table, block: int = 0) -> Table:
    """The same table after set-up and deal of a block."""
    with quiet():
        t.state.block = block_key(np.int64(8), np.int64(block))
        clear_table(t.state, t.rules)
        deal(t.state, t.rules)
        draw_start_player(t.state, t.rules)
    return t
