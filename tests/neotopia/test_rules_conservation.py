"""After every turn, under any rulings: every card lies somewhere, every coin too, and sizes fit the cards."""

from __future__ import annotations

import random
from typing import Any

import pytest

from balance.games.neotopia import play as play_module
from balance.games.neotopia.codes import (
    KINDS,
)
from tests.interpreted import interpreted_only
from tests.neotopia.games import play, random_rules
from tests.neotopia.positions import cards_in_all, coins, field, zones

pytestmark = interpreted_only


def pack(table: Any, rules: Any) -> list[int]:
    """How many cards of each kind are in play."""
    suits = [0 if suit == table.removed else int(rules.cards_per_suit) for suit in range(1, rules.suits + 1)]
    return [int(rules.jokers), *suits, 1]


def check(table: Any, rules: Any) -> None:
    """The table as it lies now."""
    assert cards_in_all(table, rules) == pack(table, rules)
    field(table, rules)
    assert table.n_pile == table.pile.sum()
    for p in range(rules.seats):
        zones(table, rules, p)
        seat = table.seats[p]
        for zone in (seat.hidden, seat.public, seat.closed, seat.closed - seat.closed_known):
            assert (zone >= 0).all()
        assert (seat.pile_seen <= table.pile).all()
        left = table.seats[(p + 1) % rules.seats]
        assert (seat.passed <= left.hidden + left.closed).all()  # what he knows is still there
        assert seat.boxed == rules.skill_cost * (seat.skill_round > 0).sum()
    assert (table.up >= 0).all()
    assert not table.up[rules.kinds : KINDS].any()
    boxed = sum(int(table.seats[p].boxed) for p in range(rules.seats))
    assert sum(coins(table, rules)) + boxed == rules.coin_supply
    assert min(coins(table, rules)[:-1]) >= 0
    assert rules.coin_shortage == 1 or table.stock >= 0


@pytest.mark.parametrize("number", range(10))
def test_after_every_turn(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    right = play_module.take_turn
    turns = []

    def watched(table: Any, book: Any, rules: Any, lineup: Any, p: int, log: Any) -> None:
        right(table, book, rules, lineup, p, log)
        check(table, rules)
        turns.append(p)

    monkeypatch.setattr(play_module, "take_turn", watched)
    players, changes = random_rules(random.Random(number))
    lines = play(changes, players, index=number)
    assert len(turns) == sum(line["event"] == "turn" for line in lines) > 0
