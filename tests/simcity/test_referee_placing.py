"""The referee on placements: ways, supply, conditions, votes, long cards, duel cities; numbers worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.simcity.referee.state import Game
from tests.simcity.referee_positions import PASS, block, event, judged, office, pays, position, supplied, vote

ROADS = {(0, 0): "house", (1, 0): "lane"}  # three sims, and a road from left to right
BOTH = {**ROADS, (2, 2): "terrace", (2, 1): "track"}  # four sims by rail, from below [2, 0]
STATION = {(0, 0): "house", (1, 0): "station", (1, -1): "terrace"}


@pytest.mark.parametrize(
    ("cells", "card", "at", "supply", "rulings"),
    [
        (ROADS, "shop", (2, 0), supplied(2, 0, 3, 0, 3), {}),
        (ROADS, "shop", (0, 1), supplied(2, 3, 3, 0, 3), {}),
        (ROADS, "shop", (1, 1), supplied(2, 0, 3, 0, 3), {"network_join": "any"}),
        (ROADS, "works", (2, 0), supplied(1, 0, 3, 0, 3), {"network_ends": "touch"}),
        (BOTH, "shop", (2, 0), supplied(2, 0, 3, 4, 4), {}),
        (BOTH, "shop", (2, 0), supplied(2, 0, 3, 4, 7, True), {"supply_sum": True}),
        (STATION, "store", (2, 0), supplied(2, 0, 3, 0, 7, True), {}),
    ],
)
def test_supply(cells: Any, card: str, at: Any, supply: Any, rulings: Any) -> None:
    play = block(card, at, 4, supply=supply)
    assert judged(position(cells, card, **rulings), play) == []
    wrong = block(card, at, 4, supply={**supply, "got": supply["got"] + 1})
    assert judged(position(cells, card, **rulings), wrong)[0].startswith(f"supply: the supply of {card}")


@pytest.mark.parametrize(
    ("cells", "card", "at", "rulings"),
    [(ROADS, "shop", (1, 1), {}), (ROADS, "works", (2, 0), {}), (ROADS, "kiosk", (2, 0), {"network_join": "any"})],
)
def test_too_few_sims(cells: Any, card: str, at: Any, rulings: Any) -> None:
    needed = {"shop": 2, "works": 1, "kiosk": 1}[card]
    play = block(card, at, 3 if card == "kiosk" else 4, supply=supplied(needed, 0, 0, 0, 0))
    said = f"sims: {card} at {list(at)} needs {needed} sims, and 0 are supplied"
    assert judged(position(cells, card, **rulings), play) == [said]


def test_the_covered_house_does_not_supply() -> None:
    game = position({(0, 0): "meadow", (1, 0): "cottage"}, "kiosk")
    play = block("kiosk", (1, 0), 3, "rezone", supply=supplied(1, 0, 0, 0, 0), vote=vote([2, 0, 0], [0, 0, 0], True))
    assert judged(game, play) == ["sims: kiosk at [1, 0] needs 1 sims, and 0 are supplied"]


CITY = {(0, 0): "cottage", (1, 0): "booth", (2, 0): "meadow", (0, 1): "palace", (1, 1): "stall"}


@pytest.mark.parametrize(
    ("card", "at", "how", "pay", "said"),
    [
        ("stall", (2, 1), "new", 3, "limit: stall at [2, 1] is copy 2 of Stall"),
        ("twin", (2, 1), "new", 3, "limit: twin at [2, 1] is copy 2 of Stall"),
        ("twin", (1, 1), "upgrade", 3, "upgrade: twin at [1, 1] differs in nothing from stall"),
        ("market", (1, 0), "upgrade", 2, "upgrade: market at [1, 0] is worth 2, less than what it covers"),
        ("booth", (0, 0), "upgrade", 3, "upgrade: booth at [0, 0] upgrades cottage, which is not of its zone"),
        ("palace", (0, 1), "upgrade", 8, "upgrade: palace at [0, 1] upgrades the gold block palace"),
        ("booth", (5, 5), "upgrade", 3, "upgrade: booth at [5, 5] upgrades an empty cell"),
        ("school", (5, 0), "new", 3, "new placement: school at [5, 0] does not lie orthogonally beside"),
        ("school", (3, 0), "new", 3, "needs: school at [3, 0] needs zone:orange"),
        ("lane", (3, 0), "new", 0, "table: lane at [3, 0] makes the city wider"),
        ("booth", (3, 0), "move", 3, "placement: 'move' is no way"),
        ("tax", (3, 0), "new", 0, "placement: tax is no block"),
    ],
)
def test_illegal_placements(card: str, at: Any, how: str, pay: int, said: str) -> None:
    table = [3, 3] if card == "lane" else [15, 15]
    game = position(CITY, card, table=table)
    assert any(fault.startswith(said) for fault in judged(game, block(card, at, pay, how)))


def test_legal_upgrade_and_needs() -> None:
    assert judged(position(CITY, "lake"), block("lake", (2, 0), 1, "upgrade")) == []
    assert judged(position(CITY, "school"), block("school", (0, 2), 3)) == []


def test_forbidden_neighbour() -> None:
    game = position({(0, 0): "refinery", (0, 1): "cottage"}, "school")
    assert judged(game, block("school", (1, 0), 3))[0].startswith("forbids: school at [1, 0] forbids tag:oil")


def test_buried_pipelines_keep_to_the_limit() -> None:
    game = position({(0, 0): "pipeline cottage", (1, 0): "pipeline"}, "pipeline")
    assert judged(game, block("pipeline", (2, 0), 1))[0].startswith("limit: pipeline at [2, 0] is copy 3")


def test_power_required() -> None:
    cells = {(0, 0): "plant", (1, 0): "pylon", (2, 0): "cottage"}
    play = block("kiosk", (3, 0), 3, supply=supplied(1, 2, 0, 0, 2))
    assert judged(position(cells, "kiosk"), play) == []
    assert judged(position(cells, "kiosk", power_required=True), play)[0].startswith("power: kiosk at [3, 0]")


def test_frozen_zone() -> None:
    cells = {(0, 0): "meadow"}
    assert judged(position(cells, "dump", frozen={"brown": 2}), block("dump", (1, 0), 1))[0].startswith("freeze:")
    assert judged(position(cells, "dump", frozen={"brown": 1}), block("dump", (1, 0), 1)) == []


# ----- phases -----


def needy(**more: Any) -> Game:
    """Three blocks that need sims."""
    return position({(0, 0): "kiosk", (1, 0): "works", (1, 1): "kiosk"}, "plant", phase=2, mayor=None, **more)


def test_first_power_plant() -> None:
    plant = block("plant", (5, 0), 5, phase_after=3)
    plant["at"] = [2, 1]
    takes = office(0, None, "power_plant", [15, 10, 10])
    assert judged(needy(phase2_factor=1), plant, offices=[takes], phase_after=3) == []
    assert judged(needy(phase2_factor=1), plant, phase_after=3)[0].startswith("offices: an office line must tell")
    assert judged(needy(), plant, offices=[takes], phase_after=3)[0].startswith(
        "phase: plant may be played from phase 3"
    )


def test_phase_two_and_four() -> None:
    """Three players: as many houses, or phase1_min if that is more; 40 sims."""
    for least, after in ((3, 2), (4, 1)):
        game = position({(0, 0): "cottage", (1, 0): "cottage"}, "house", phase=1, mayor=None, phase1_min=least)
        assert judged(game, block("house", (2, 0), 3, phase_after=after), phase_after=after) == []
    third = position({(0, 0): "meadow"}, "tower")
    assert judged(third, block("tower", (1, 0), 9, phase_after=3))[0] == (
        "phase: the phase after the play is 4, but the trace says 3"
    )


def test_orange_zoning_lowers_phase_four() -> None:
    """A group of four orange blocks lowers the 5 sims wanted by 3: the 2 of a cottage are enough, but not of 6."""
    for least, after in ((5, 4), (6, 3)):
        game = position({(x, 0): "church" for x in range(3)}, "cottage", phase3_min=least, zoning_min=9)
        cottage = block("cottage", (3, 0), 3, phase_after=after)
        assert judged(game, cottage, phase_after=after) == []


def test_early_cards() -> None:
    game = position({(0, 0): "meadow"}, "embassy", phase=2, mayor=None)
    assert judged(game, block("embassy", (1, 0), 4))[0].startswith("phase: embassy may be played from phase 3")


# ----- long cards -----

GREY = {(0, 0): "post", (1, 0): "post", (2, 0): "palace", (3, 0): "meadow", (0, 1): "stadium>"}
LONG: dict[str, Any] = {"long_cards": True, "phase": 4}
YES = vote([2, 0, 0], [0, 0, 0], True)


@pytest.mark.parametrize(
    ("card", "at", "how", "said"),
    [
        ("stadium", (0, 0), "upgrade", ""),
        ("stadium", (1, 0), "upgrade", "upgrade: stadium at [1, 0] upgrades the gold block"),
        ("arcade", (0, 0), "upgrade", "upgrade: arcade at [0, 0] upgrades post, which is not of its zone"),
        ("wonder", (2, 0), "rezone", ""),
        ("wonder", (0, 1), "rezone", ""),
        ("wonder", (1, 1), "rezone", "rezoning: wonder at [1, 1] rezones an empty cell"),
        ("wonder", (2, 1), "new", "long cards: the long card wonder is an upgrade or a rezoning"),
    ],
)
def test_long_cards(card: str, at: tuple[int, int], how: str, said: str) -> None:
    value = {"stadium": 11, "arcade": 7, "wonder": 12}[card]
    play = block(card, at, value, how, at2=[at[0] + 1, at[1]], vote=YES if how == "rezone" else None)
    faults = judged(position(GREY, card, **LONG), play)
    assert not faults if not said else any(fault.startswith(said) for fault in faults)


def test_long_cards_need_phase_four_and_the_ruling() -> None:
    play = block("stadium", (0, 0), 11, "upgrade", at2=[1, 0])
    assert judged(position(GREY, "stadium", long_cards=True), play)[0].startswith("phase: stadium may be played from")
    assert judged(position(GREY, "stadium", phase=4), play)[0].startswith("long cards: stadium is a long card")
    down = {**play, "at2": [0, 1]}
    assert any("left to right" in fault for fault in judged(position(GREY, "stadium", **LONG), down))
    blocked = position(GREY, "wonder", rezone_long_block="forbidden", **LONG)
    long_on_long = block("wonder", (0, 1), 12, "rezone", at2=[1, 1], vote=YES)
    assert judged(blocked, long_on_long)[0].startswith("rezoning: wonder at [0, 1] rezones the long block")


def test_a_long_block_is_one_neighbour_and_covers_whole() -> None:
    game = position(GREY, "booth", **LONG)
    assert judged(game, block("booth", (1, 1), 3, "rezone", vote=YES))[0].startswith("rezoning: booth at [1, 1] would")
    post = position({(0, 0): "stadium>"}, "post", **LONG)
    assert judged(post, block("post", (1, 1), pays(4, receives=[((0, 0), 3)]))) == []


# ----- passing, duel -----


def test_pass_only_without_a_legal_play() -> None:
    cells = {(0, 0): "meadow"}
    forced: dict[str, Any] = {"may_pass": False, "deck": "broker broker"}
    assert judged(position(cells, "kiosk", **forced), PASS) == []
    assert judged(position(cells, "lake", **forced), PASS)[0].startswith("pass: seat 0 passes, though lake as new")
    copied = {(0, 0): "stall"}  # a second Stall may only take the place of the first, by rezoning
    assert judged(position(copied, "twin", **forced), PASS) == []
    counted = position(copied, "twin", rezone_counts_as_play=True, **forced)
    assert judged(counted, PASS)[0].startswith("pass: seat 0 passes, though twin as rezone at [0, 0]")


def test_duel_builds_in_the_own_city() -> None:
    cities = [{(0, 0): "meadow"}, {(0, 0): "cottage"}]
    duel: dict[str, Any] = {"mode": "duel", "players": 2, "cities": cities}
    assert judged(position({}, "booth", **duel), block("booth", (0, 1, 0), 3)) == []
    assert judged(position({}, "booth", **duel), block("booth", (1, 1, 0), 3))[0].startswith("duel: seat 0 builds in")
    rezone = block("booth", (0, 0, 0), None, "rezone", vote=vote([0, 0], [0, 0], False))
    assert judged(position({}, "booth", **duel), rezone)[0] == "rezoning: there is no rezoning in a duel"


def test_extra_plays() -> None:
    cells = {(0, 0): "meadow"}
    game = position(cells, "market lake fair", hands=["market lake fair", "", ""])
    plays = [block("market", (1, 0), 2), event("fair"), block("lake", (0, 1), 1)]
    assert judged(game, *plays) == []
    assert judged(position(cells, "market"), plays[0])[0].startswith("plays: 1 plays more must be told")
