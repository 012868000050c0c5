"""The shipped card table: the documented figures as documented, the estimated ones within docs/card-model.md.

The figures and formulas are typed here from the public list and the page, not read from the code.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import Path

import pytest

from balance.games.simcity.cards import Card, read_cards

TABLE = Path(__file__).parents[2] / "scenarios" / "simcity" / "cards" / "base.csv"
CARDS = read_cards(TABLE.read_bytes(), TABLE.name)
BLOCKS = [card for card in CARDS.values() if card.kind in ("block", "long")]

ZONES = {"green", "aqua", "orange", "navy", "brown", "grey", "red", "gold"}
RESERVED = {"power_plant", "telephone", "water", "farm", "disaster", "political", "able", "corrupt"}

# Public list: value, sims, crime, pollution.
DOCUMENTED = {
    "art_museum": (11, 4, 1, 2), "art_museum_modern": (11, 4, 2, 2),
    "barn_cattle": (2, 1, 0, 1), "barn_old": (2, 1, 0, 2), "barn_hay": (3, 0, 0, -1), "barn_red": (3, 0, 0, 0),
    "bridge_stone": (1, 0, 0, 1), "bridge_iron": (1, 0, 2, 0), "bridge_arch": (1, 0, 2, 1), "bridge_rail": (1, 0, 2, 1),
    "dairy_farm": (3, 1, 0, 0), "dairy_farm_large": (3, 1, 0, 1),
    "domed_stadium": (17, 6, 3, 4), "domed_arena": (22, 10, 5, 4),
    "forest_maple": (1, 0, 0, -1), "forest_grove": (1, 0, 0, -1), "forest_road": (1, 0, 0, -1),
    "forest_deep": (1, 0, 0, -2), "forest_railway": (1, 0, 0, -2), "forest_edge": (1, 0, 0, -2),
    "hotel": (5, 3, 2, 3), "grand_hotel": (9, 5, -1, 3),
    "lake": (2, 0, 0, -1), "river": (1, 0, 0, 2), "plains": (1, 0, 0, -1),
    "mountain": (1, 0, 0, -2), "mountain_high": (2, 0, 0, -2),
    "oil_refinery": (11, 6, 1, 6),
    "parking_lot_gravel": (2, 0, 3, 3), "parking_lot": (3, 1, 3, 4), "parking_lot_guarded": (4, 1, 3, 4),
    "pasture": (2, 0, 0, -1), "pasture_hill": (2, 0, 0, 0),
    "post_office": (5, 1, 2, 2), "post_office_main": (7, 2, 2, 2), "transit_station": (6, 3, 4, 0),
    "warehouse": (5, 2, 5, 2), "warehouse_rail": (5, 3, 3, 2), "youth_club": (4, 3, 1, 2),
}  # fmt: skip
HOSTEL = (4, 4, 2, 1)  # documented but for whether its sims are housed or needed

# zone: crime from … to, pollution from … to, most sims needed, most sims housed (one-cell blocks)
RANGES = {
    "green": (0, 2, -2, 2, 0, 0),
    "aqua": (0, 0, -1, 2, 1, 1),
    "orange": (0, 4, 0, 2, 4, 6),
    "navy": (-1, 5, 0, 4, 6, 0),
    "brown": (0, 2, 0, 6, 6, 0),
    "grey": (-1, 4, -2, 5, 4, 0),
    "red": (0, 5, 0, 6, 5, 0),
    "gold": (0, 5, 0, 6, 5, 0),
}
LONG_RANGES = (0, 5, -2, 6, 10, 10)


def figures(card: Card) -> tuple[int, int, int, int]:
    return card.value, card.sims, card.crime, card.pollution


def model_value(card: Card) -> float:
    """The line of the page for this card's zone."""
    nuisance = (card.crime + card.pollution - 4) / 4
    housed = card.sims_kind == "supply"
    if card.kind == "long":
        return 11 if housed or card.zone in ("green", "aqua") else 5 + 1.75 * card.sims + nuisance
    if card.zone == "green":
        return 1
    if card.zone == "aqua":
        return 2.5
    if card.zone == "orange":
        return 3 + (card.sims - 1) / 2 if housed else 3 + card.sims
    if card.zone in ("navy", "brown"):
        return 2 + card.sims + max(0, card.sims - 3) + nuisance
    if card.zone == "grey":
        return 3 + 2 * card.sims + nuisance
    return 4 + 2 * card.sims + nuisance


def tolerance(card: Card) -> tuple[float, float]:
    """How far below and above its line a value may lie, by what the text gives and demands."""
    kinds = {clause.kind for clause in card.effect}
    adds = [clause.amount for clause in card.effect if clause.kind == "adds"]
    pays = kinds & {"receives", "receives_per", "complex", "joins_networks", "extra_plays"} or max(adds, default=0) > 0
    hard = kinds & {"needs", "forbids"} or min(adds, default=0) < 0
    if card.kind == "long":
        return (4 if pays else 2), (3 if hard else 2)
    return (3 if pays else 1), (2 if hard else 1)


def model_phase(card: Card) -> int:
    if card.kind == "long":
        return 4
    if "power_plant" in card.tags:
        return 3
    if card.sims_kind == "supply":
        return (card.sims + 1) // 2
    by_sims = 1 if card.sims <= 1 else 2 if card.sims <= 3 else 3 if card.sims <= 5 else 4
    by_value = 1 if card.value <= 5 else 2 if card.value <= 8 else 3 if card.value <= 11 else 4
    return max(by_sims, by_value)


def test_counts_of_each_kind() -> None:
    kinds = Counter(card.kind for card in CARDS.values())
    assert 140 <= len(CARDS) <= 200
    assert kinds["long"] >= 12 and kinds["event"] >= 18 and kinds["council"] >= 8


@pytest.mark.parametrize("card_id", sorted(DOCUMENTED))
def test_documented_figures_are_used_as_documented(card_id: str) -> None:
    assert figures(CARDS[card_id]) == DOCUMENTED[card_id]


def test_only_rows_with_all_key_figures_documented_say_so() -> None:
    assert {card.id for card in CARDS.values() if card.source == "documented"} == set(DOCUMENTED)
    assert {card.source for card in CARDS.values()} == {"documented", "estimated"}
    assert figures(CARDS["hostel"]) == HOSTEL


def test_documented_texts() -> None:
    (office,) = CARDS["office_center"].effect
    assert CARDS["office_center"].value == 6
    assert (office.kind, office.amount, office.within, office.once) == ("receives", 2, 2, True)
    assert office.selector is not None and (office.selector.kind, office.selector.name) == ("tag", "post_office")
    assert [i for i, card in CARDS.items() if "post_office" in card.tags] == ["post_office", "post_office_main"]
    (golf,) = CARDS["golf_course"].effect
    assert (golf.kind, golf.amount, golf.scope, golf.within) == ("adds", 3, "within", 1)
    assert golf.selector is not None and (golf.selector.kind, golf.selector.name) == ("zone", "orange")
    (elevator,) = CARDS["grain_elevator"].effect
    assert (elevator.kind, elevator.name, elevator.amount, elevator.within) == ("complex", "farm", 4, 7)
    pipe = {clause.kind: clause for clause in CARDS["pipeline"].effect}
    assert set(pipe) == {"underground", "complex"} and (pipe["complex"].name, pipe["complex"].amount) == ("oil", 1)
    refinery = next(clause for clause in CARDS["oil_refinery"].effect if clause.kind == "complex")
    assert refinery.name == "oil"
    adds = [c.amount for i in ("mountain_snow", "mountain_range") for c in CARDS[i].effect if c.kind == "adds"]
    assert adds == [1, 2]
    assert [clause.kind for clause in CARDS["transit_station"].effect] == ["joins_networks"]


def test_every_zone_phase_and_reserved_tag() -> None:
    assert {card.zone for card in BLOCKS if card.kind == "block"} == ZONES
    assert {card.zone for card in BLOCKS if card.kind == "long"} == ZONES
    assert {card.phase for card in BLOCKS} == {1, 2, 3, 4}
    tags = {tag for card in CARDS.values() for tag in card.tags}
    assert tags >= RESERVED and len(tags) <= 32
    council = [card for card in CARDS.values() if card.kind == "council"]
    for kind in ("able", "corrupt"):
        assert len({card.zone for card in council if kind in card.tags}) >= 3
    assert any(not card.zone and not {"able", "corrupt"} & set(card.tags) for card in council)


def test_names_are_unique_in_both_languages() -> None:
    for names in ([c.name for c in CARDS.values()], [c.name_ja for c in CARDS.values()]):
        assert all(names) and len({name.casefold() for name in names}) == len(names)
    assert all(any(ord(letter) > 0x3000 for letter in card.name_ja) for card in CARDS.values())


def test_cards_differ_in_more_than_their_names() -> None:
    apart = [f.name for f in dataclasses.fields(Card) if f.name not in ("id", "name", "name_ja", "rarity", "source")]
    looks = Counter(tuple(getattr(card, field) for field in apart) for card in CARDS.values())
    assert len(looks) >= 115
    assert sum(count for count in looks.values() if count > 1) <= 6  # the list itself has twins among its forests


@pytest.mark.parametrize("card", BLOCKS, ids=lambda card: card.id)
def test_every_block_lies_within_the_model(card: Card) -> None:
    below, above = tolerance(card)
    assert -below <= card.value - model_value(card) <= above
    assert card.phase == model_phase(card)
    low_crime, high_crime, low_dirt, high_dirt, needed, housed = (
        LONG_RANGES if card.kind == "long" else RANGES[card.zone]
    )
    assert low_crime <= card.crime <= high_crime and low_dirt <= card.pollution <= high_dirt
    assert card.sims <= (housed if card.sims_kind == "supply" else needed)
    assert bool(card.sims) == bool(card.sims_kind)
    assert card.limit <= 3 and card.cost == 0
    assert 11 <= card.value <= 22 if card.kind == "long" else 1 <= card.value <= 15
    if card.sims_kind == "supply":
        assert 3 <= card.value <= 5 or card.kind == "long"


def test_council_and_events_within_the_model() -> None:
    for card in CARDS.values():
        if card.kind == "council":
            low, high = (3, 4) if "corrupt" in card.tags else (8, 9) if "able" in card.tags else (5, 7)
            assert card.phase == 3 and low <= card.cost <= high and not card.effect
        if card.kind == "event":
            assert card.phase >= (3 if {"disaster", "political"} & set(card.tags) else 1) and card.effect


def test_lines_as_the_page_says() -> None:
    homes = [card for card in BLOCKS if card.sims_kind == "supply" and card.zone == "orange" and card.kind == "block"]
    bends = sum(card.road == "hv" for card in homes)
    assert 0.35 <= bends / len(homes) <= 0.45
    built = [card for card in BLOCKS if card.zone not in ("green", "aqua") and card.kind == "block"]
    assert 0.65 <= sum(card.power != "" for card in built) / len(built) <= 0.75
    assert all(card.power for card in BLOCKS if "power_plant" in card.tags)
