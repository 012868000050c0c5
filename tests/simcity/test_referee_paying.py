"""The referee on money: every part of a block's pay, credit, purchases and hands; numbers worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.simcity.referee_positions import block, judged, pays, position, vote

FOREST = {(0, 0): "forest", (1, 0): "oaks", (2, 0): "forest"}
WATER = {(0, 0): "lake", (1, 0): "river", (2, 0): "lake"}
NAVY = {(0, 0): "booth", (1, 0): "booth", (2, 0): "booth"}
FARMS = {(0, 0): "farm", (1, 0): "farm", (2, 0): "farm", (3, 0): "meadow", (4, 0): "meadow"}
POSTS = {(0, 0): "post", (2, 0): "meadow", (1, 1): "meadow"}
POWER = {(0, 0): "plant", (1, 0): "pylon"}

PAYS: list[tuple[str, Any, str, Any, Any, dict[str, Any]]] = [
    ("value", {(0, 0): "meadow"}, "booth", (1, 0), pays(3), {}),
    ("each", POSTS, "office", (1, 0), pays(5, receives=[((0, 0), 2), (None, 1)]), {}),
    ("once", POSTS, "office", (1, 0), pays(5, receives=[((0, 0), 2), ((1, 1), 1)]), {}),
    ("first", {(0, 0): "meadow", (1, 1): "lake"}, "post", (1, 0), pays(4, receives=[((0, 0), 3), ((1, 1), 3)]), {}),
    ("second", {(0, 0): "meadow", (0, 1): "post"}, "post", (1, 0), pays(4), {}),
    ("per", {(0, 0): "booth", (1, 0): "church", (2, 0): "meadow"}, "police", (3, 0), pays(3, receives=[(None, 2)]), {}),
    ("adds", {(0, 0): "church", (1, 0): "meadow"}, "booth", (2, 0), pays(3, adds=[((0, 0), 2)]), {}),
    ("far", {(0, 0): "church", (1, 0): "meadow", (2, 0): "lake"}, "booth", (3, 0), pays(3), {}),
    ("zoning", NAVY, "booth", (3, 0), pays(3, zoning=3), {}),
    ("name", FOREST, "forest", (1, 1), pays(1, zoning=3), {}),
    ("water", WATER, "river", (3, 0), pays(1, zoning=3), {}),
    ("three", WATER, "meadow", (3, 0), pays(1), {}),
    ("wider", NAVY, "booth", (3, 0), pays(3), {"zoning_min": 5}),
    ("richer", NAVY, "booth", (3, 0), pays(3, zoning=6), {"zoning_pay": 2}),
    ("complex", FARMS, "elevator", (5, 0), pays(3, complex=6), {}),
    ("small", {(0, 0): "farm", (1, 0): "farm"}, "elevator", (2, 0), pays(3), {}),
    ("below 0", {(0, 0): "cottage", (1, 1): "cottage"}, "dump", (1, 0), None, {}),
    ("connected", POWER, "mill", (2, 0), pays(4, receives=[((0, 0), 3)]), {}),
    ("no power", POWER, "mill", (2, 0), pays(4), {"phase": 2, "mayor": None}),
    ("beside", POWER, "mill", (0, 1), pays(4, receives=[((0, 0), 3)]), {"phase": 2, "mayor": None}),
]


@pytest.mark.parametrize(("_what", "cells", "card", "at", "pay", "more"), PAYS, ids=[case[0] for case in PAYS])
def test_pay(_what: str, cells: Any, card: str, at: Any, pay: Any, more: dict[str, Any]) -> None:
    pay = pay or pays(1, receives=[((0, 0), -3), ((1, 1), -3)], total=0)
    assert judged(position(cells, card, **more), block(card, at, pay)) == []


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (pays(4, total=7, receives=[(None, 3)]), "pay: booth: value pays 3, but the trace says 4"),
        (pays(3, zoning=4, total=7), "pay: booth: zoning pays 3, but the trace says 4"),
        (pays(3, zoning=3, complex=1, total=7), "pay: booth: complex pays 0, but the trace says 1"),
        (pays(3, zoning=3, rebuilding=5), "pay: booth: rebuilding pays 0, but the trace says 5"),
        (pays(3, zoning=3, total=8), "pay: booth: total pays 6, but the trace says 8"),
        (pays(3, zoning=3, adds=[((0, 0), 1)]), "pay: booth: adds from the block at [0, 0]: 0, but the trace says 1"),
        (pays(3, zoning=3, receives=[(None, 1)]), "pay: booth: receives from no single block: 0, but the trace says 1"),
        (None, "pay: booth pays, but the trace has no pay"),
    ],
)
def test_wrong_pay(part: Any, said: str) -> None:
    faults = judged(position(NAVY, "booth"), block("booth", (3, 0), part))
    assert said in faults


def test_negative_pay() -> None:
    pay = pays(1, receives=[((0, 0), -3)])
    game = position({(0, 0): "cottage"}, "dump", negative_pay=True)
    assert judged(game, block("dump", (1, 0), pay), funds=[8, 10, 10]) == []
    poor = position({(0, 0): "cottage"}, "dump", negative_pay=True, funds=[1, 0, 0])
    assert judged(poor, block("dump", (1, 0), pay), funds=[0, 0, 0]) == []


def test_rebuilding() -> None:
    for emptied, pay in ({(1, 0)}, pays(3, rebuilding=5)), (set(), pays(3)):
        game = position({(0, 0): "meadow"}, "booth")
        game.cities[0] = replace(game.cities[0], emptied=frozenset(emptied))
        assert judged(game, block("booth", (1, 0), pay)) == []


def test_covered_blocks_do_not_add_but_pipelines_do() -> None:
    yes = vote([2, 0, 0], [0, 0, 0], True)
    covered = position({(0, 0): "church"}, "booth")
    assert judged(covered, block("booth", (0, 0), 3, "rezone", vote=yes)) == []
    game = position({(0, 0): "pipeline dump"}, "refinery", complex_min=2)
    pay = pays(6, adds=[((0, 0), 2)], complex=1)
    assert judged(game, block("refinery", (0, 0), pay, "upgrade")) == []


def test_funds_and_credit() -> None:
    game = position({(0, 0): "meadow"}, "booth")
    said = "funds: after the turn they are [13, 10, 10], but the trace says [14, 10, 10]"
    assert judged(game, block("booth", (1, 0), 3), funds=[14, 10, 10]) == [said]


# ----- purchases and hands -----


def bought(card: str, cost: int, drew: str | None) -> dict[str, Any]:
    return {"card": card, "cost": cost, "drew": drew}


@pytest.mark.parametrize(
    ("purchase", "more", "said"),
    [
        (bought("alderman", 3, "lake"), {}, ""),
        (bought("alderman", 3, None), {"council_redraw": False}, ""),
        (bought("alderman", 2, "lake"), {}, "purchase: the cost of alderman is 3"),
        (bought("alderman", 3, "river"), {}, "purchase: the card drawn for the council member is 'lake'"),
        (bought("alderman", 3, "lake"), {"phase": 2, "mayor": None}, "purchase: alderman may be played from phase 3"),
        (bought("alderman", 3, "lake"), {"funds": [2, 0, 0]}, "purchase: alderman costs 3, and seat 0 has 2"),
        (bought("broker", 4, "lake"), {}, "hand: seat 0 buys broker, which is not in his hand"),
    ],
)
def test_purchase(purchase: Any, more: dict[str, Any], said: str) -> None:
    game = position({(0, 0): "meadow"}, "alderman booth", deck="meadow lake river", **more)
    have = max(0, game.funds[0] - (4 if purchase["card"] == "broker" else 3)) + 3
    faults = judged(game, block("booth", (1, 0), 3), bought=purchase, funds=[have, *game.funds[1:]])
    assert not faults if not said else faults[0].startswith(said)
    if not said:
        assert game.council[0] == ["alderman"]
        drawn = [purchase["drew"]] if purchase["drew"] else []
        assert game.hands[0] == ["meadow", *drawn]


def test_hand_limit() -> None:
    """Three cards and the one drawn, one played: two may stay."""
    cells, play = {(0, 0): "meadow"}, block("booth", (1, 0), 3)

    def game(limit: int) -> Any:
        return position(cells, "booth lake river", hand_limit=limit)

    assert judged(game(2), play, discarded=["river"]) == []
    assert judged(game(0), play) == []
    assert judged(game(2), play)[0].startswith("hand limit: how many cards are discarded at the end of the turn is 1")
    assert judged(game(2), play, discarded=["oaks"])[0].startswith("hand: seat 0 discards oaks")


def test_long_draws() -> None:
    cells, play = {(0, 0): "meadow"}, block("booth", (1, 0), 3)
    one = {"card": "stadium", "from": "long_deck"}
    deck = {"card": "meadow", "from": "deck"}
    long_deck: dict[str, Any] = {"long_cards": True, "long_deck": "stadium arcade"}
    assert judged(position(cells, "booth", **long_deck), play, draws=[one]) == []
    assert judged(position(cells, "booth", **long_deck), play, draws=[deck, one]) != []
    extra = long_deck | {"long_draw": "extra"}
    assert judged(position(cells, "booth", **extra), play, draws=[deck, one]) == []
    assert judged(position(cells, "booth", **extra), play, draws=[one])[0].startswith("draw: how many cards are drawn")
    early = position(cells, "booth", **long_deck, phase=2, mayor=None)
    assert judged(early, play, draws=[one])[0].startswith("long cards: a long card is drawn in phase 2")
