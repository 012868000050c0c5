"""What a deck is made of, its exact odds, and the cards that it can never play; figures worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from scipy.stats import hypergeom

from balance.errors import UserError
from balance.games.simcity import settings
from balance.games.simcity.cards import Card
from balance.games.simcity.deck.as_json import document
from balance.games.simcity.deck.asked import AskedDeck, players_for, read_asked
from balance.games.simcity.deck.odds import at_least, group_copies, houses_wanted, odds
from balance.games.simcity.deck.picture import draw_deck
from balance.games.simcity.deck.shape import composition, kinds, last_phase, never_played, sims_needed, sims_supplied
from balance.games.simcity.deck.text import DeckWords, chance
from balance.games.simcity.deck.trial import planned
from tests.simcity.made_cards import card, clause, table

HOUSE = card("house", zone="orange", sims=2, sims_kind="supply")
ONE_VILLA = card("villa", zone="orange", phase=3, sims=9, sims_kind="supply", limit=1)
SHOP = card("shop", zone="navy", sims=2, sims_kind="need")
TOWER = card("tower", zone="navy", phase=2, sims=30, sims_kind="need")
PLANT = card("plant", zone="brown", phase=3, sims=2, sims_kind="need", tags=("power_plant",))
STATUE = card("statue", zone="gold", phase=4)
FIRE = card("fire", kind="event", zone="", tags=("disaster",))
MEMBER = card("member", kind="council", zone="", phase=1, cost=3)


def asked(*copies: tuple[Card, int], players: int = 3, mode: str = "shared") -> AskedDeck:
    cards = table(*(each for each, _ in copies))
    rules = settings.load({"mode": mode}, players).rules
    deck = {each.id: number for each, number in copies}
    return AskedDeck("made", Path("made.csv"), deck, cards, mode, players, False, rules, {}, (), ())


def never(*copies: tuple[Card, int], **how: object) -> dict[str, str]:
    return {each.card: each.why for each in never_played(asked(*copies, **how))}  # type: ignore[arg-type]


# --- shape -----------------------------------------------------------------------------------------------


def test_composition_and_sims() -> None:
    made = asked((HOUSE, 10), (ONE_VILLA, 2), (SHOP, 4), (TOWER, 1), (FIRE, 3), (MEMBER, 2))
    assert composition(made.deck, made.cards) == {
        "orange": [10, 0, 2, 0],
        "navy": [4, 1, 0, 0],
        "council": [2, 0, 0, 0],
        "event": [3, 0, 0, 0],
    }
    assert kinds(made.deck, made.cards) == {"block": 17, "event": 3, "council": 2}
    assert sims_supplied(made.deck, made.cards) == 10 * 2 + 9  # the second villa may not lie beside the first
    assert sims_needed(made.deck, made.cards) == {2: 4, 30: 1}


def test_the_last_phase_follows_the_thresholds() -> None:
    """Three players: 4 houses, then 6 blocks that need sims and a plant, then 40 sims less the orange bonus."""
    assert last_phase(asked((HOUSE, 3), (SHOP, 6), (PLANT, 1)), ["house", "shop", "plant"]) == 1
    assert last_phase(asked((HOUSE, 4), (SHOP, 5), (PLANT, 1)), ["house", "shop", "plant"]) == 2
    assert last_phase(asked((HOUSE, 4), (SHOP, 6)), ["house", "shop"]) == 2
    assert last_phase(asked((HOUSE, 4), (SHOP, 6), (PLANT, 1)), ["house", "shop", "plant"]) == 3
    # 13 houses: 26 sims wanted 40 − 12 = 28; 14 houses: 28 of 40 − 13 = 27
    assert last_phase(asked((HOUSE, 13), (SHOP, 6), (PLANT, 1)), ["house", "shop", "plant"]) == 3
    assert last_phase(asked((HOUSE, 14), (SHOP, 6), (PLANT, 1)), ["house", "shop", "plant"]) == 4
    assert last_phase(asked((HOUSE, 1), players=2, mode="duel"), ["house"]) == 3


def test_what_no_order_of_the_cards_can_play() -> None:
    rich = ((HOUSE, 14), (SHOP, 6), (PLANT, 1), (STATUE, 1), (FIRE, 1), (MEMBER, 1))
    assert never(*rich) == {}
    assert never(*rich, (TOWER, 1)) == {"tower": "sims"}  # 30 sims, and 14 houses supply 28
    assert never((HOUSE, 14), (SHOP, 6), (FIRE, 1), (MEMBER, 1)) == {"fire": "phase", "member": "phase"}
    assert never((HOUSE, 3), (SHOP, 6), (PLANT, 1)) == {"plant": "phase"}
    assert never((SHOP, 6)) == {"shop": "sims"}


def test_what_is_needed_must_be_in_the_deck_and_playable_itself() -> None:
    church = card("church", effect=(clause("needs", selector="tag:farm"),))
    farm = card("farm", zone="aqua", tags=("farm",))
    far_farm = card("far_farm", zone="aqua", phase=4, tags=("farm",))
    assert never((church, 1)) == {"church": "needs"}
    assert never((church, 1), (farm, 1)) == {}
    assert never((church, 1), (far_farm, 1)) == {"far_farm": "phase", "church": "needs"}
    twin = card("twin", effect=(clause("needs", selector="card:twin"),))
    assert never((twin, 1)) == {"twin": "needs"}
    event = card("parade", kind="event", zone="", tags=("farm",))
    assert never((church, 1), (event, 1)) == {"church": "needs"}  # an event never lies in the city


# --- odds ------------------------------------------------------------------------------------------------


def test_odds_by_hand() -> None:
    assert at_least(1, 2, 4, 2) == Fraction(5, 6)
    assert at_least(0, 0, 5, 3) == 1 and at_least(1, 0, 5, 3) == 0
    assert at_least(3, 3, 5, 4) == Fraction(2, 5)


@pytest.mark.parametrize(("least", "marked", "size", "seen"), [(1, 12, 108, 7), (4, 6, 108, 60), (2, 3, 50, 19)])
def test_odds_are_those_of_the_hypergeometric_distribution(least: int, marked: int, size: int, seen: int) -> None:
    assert float(at_least(least, marked, size, seen)) == pytest.approx(hypergeom.sf(least - 1, size, marked, seen))


def test_a_seat_sees_its_hand_and_a_card_each_turn_as_long_as_there_are_some() -> None:
    made = asked((HOUSE, 12), (SHOP, 60), (FIRE, 3))  # 75 cards for three: 25 for each, so 18 turns
    rows = odds(made)
    assert [(row.turn, row.seen) for row in rows][:2] == [(0, 7), (1, 8)]
    assert rows[-1].turn == 16
    assert group_copies(made) == {"houses": 12, "plants": 0, "phase_1": 72, "at_once": 12}
    assert rows[0].mean["houses"] == Fraction(7 * 12, 75)
    assert float(rows[0].table_houses) == pytest.approx(hypergeom.sf(3, 75, 12, 21))  # 3 hands, 4 houses


def test_a_chance_is_shown_as_none_or_all_only_where_it_is() -> None:
    assert [chance(Fraction(*parts)) for parts in ((0, 1), (1, 10**6), (1, 3), (10**6 - 1, 10**6), (1, 1))] == [
        "0.0%",
        "<0.1%",
        "33.3%",
        ">99.9%",
        "100.0%",
    ]


# --- reading ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "players"), [(50, 3), (81, 3), (108, 4), (135, 5), (189, 7), (400, 7)])
def test_players_that_suit_a_size(size: int, players: int) -> None:
    assert players_for(size) == players


def test_own_cards_take_the_place_of_the_shipped_ones(tmp_path: Path) -> None:
    from tests.simcity.card_tables import HOUSE as ROW
    from tests.simcity.card_tables import table as file_of

    (tmp_path / "mine.csv").write_bytes(file_of(ROW))
    (tmp_path / "deck.txt").write_text("60 Brick House\n", encoding="utf-8")
    found = read_asked(str(tmp_path / "deck.txt"), [str(tmp_path / "mine.csv")], "solitaire", None)
    assert (found.deck, found.players, found.errors) == ({"house": 60}, 1, ())
    both = read_asked("solitaire", ["simcity/cards/base", str(tmp_path / "mine.csv")], "solitaire", None)
    assert both.size >= 50


@pytest.mark.parametrize(
    ("deck", "cards", "players", "parts"),
    [
        ("none.csv", [], None, ("DECK", '"none.csv"')),
        ("solitaire", ["none.csv"], None, ("--cards", '"none.csv"')),
        ("solitaire", [], 9, ("--players", "9", "1 to 7")),
        ("solitaire", [], 1, ("--players", "solitaire")),
    ],
)
def test_what_cannot_be_read(deck: str, cards: list[str], players: int | None, parts: tuple[str, ...]) -> None:
    with pytest.raises(UserError) as caught:
        read_asked(deck, cards, "shared", players)
    assert [part for part in parts if part not in str(caught.value)] == [], str(caught.value)


def test_rulings_reach_rules_odds_and_play() -> None:
    """phase1_factor = 2 asks for 8 houses; this deck has 14 of phase 1, so phase 2 may come late."""
    found = read_asked("balanced-4players", [], "shared", None, ["rules.phase1_factor=2", "rules.hand=5"])
    assert (found.rules.phase1_factor, found.changed) == (2, {"phase1_factor": 2, "hand": 5})
    assert [each.key for each in found.warnings] == ["few_houses"]
    assert odds(found)[0].seen == 5 and houses_wanted(found) == 8
    assert planned(found, "earner", 8).scenario.rules["phase1_factor"] == 2


@pytest.mark.parametrize(
    ("ruling", "parts"),
    [
        ("rules.hand", ("--set", "seed=8")),
        ("seed=9", ("--set seed", "rules.hand=5")),
        ("rules.hnad=5", ("--set rules.hnad", "hand")),
        ("rules.hand=0", ("--set rules.hand", "0")),
        ("rules.mode=duel", ("--set rules.mode", "--mode")),
    ],
)
def test_a_ruling_that_cannot_be_set(ruling: str, parts: tuple[str, ...]) -> None:
    with pytest.raises(UserError) as caught:
        read_asked("balanced-4players", [], "shared", None, [ruling])
    assert [part for part in parts if part not in str(caught.value)] == [], str(caught.value)


def test_the_check_as_figures() -> None:
    """6 phase-1 houses of 108: none in the first seven cards is C(102, 7) / C(108, 7)."""
    found = document(read_asked("few-houses", [], "shared", 4), None, "ja")
    assert (found["legal"], found["players"], found["players_by_size"], found["tried"]) == (True, 4, False, None)
    assert [each["key"] for each in found["warnings"]] == ["few_houses"]
    assert "フェイズ2" in found["warnings"][0]["sentence"]
    assert found["odds"][0]["at_least_one"]["houses"] == pytest.approx(1 - hypergeom.pmf(0, 108, 6, 7))
    assert sum(map(sum, found["copies_by_zone_and_phase"].values())) == found["cards"] == 108
    illegal = document(read_asked("few-houses", [], "shared", 7), None, "en")
    assert not illegal["legal"] and illegal["errors"][0]["values"]["low"] == 175


# --- telling and drawing ---------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_shipped_deck_is_told_and_drawn(lang: str, tmp_path: Path) -> None:
    found = read_asked("few-houses", [], "shared", None)
    told = "\n".join(DeckWords(lang).check(found, None))
    assert "108" in told and "33.8%" in told  # 6 phase-1 houses: 1 − C(102, 7) / C(108, 7)
    draw_deck(found, tmp_path / "deck.svg", lang)
    assert (tmp_path / "deck.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_diff_counts_what_changes() -> None:
    one, other = asked((HOUSE, 10), (SHOP, 4)), asked((HOUSE, 7), (SHOP, 4), (PLANT, 3))
    told = DeckWords("en").diff(one, other)
    assert any(line.split() == ["house", "10", "7", "−3"] for line in told)
    assert any(line.split() == ["plant", "0", "3", "+3"] for line in told)
    assert not any(line.startswith("shop") for line in told)
    assert "11 cards" in told[-1]
    assert DeckWords("en").diff(one, one) == ["Both decks hold the same cards."]


@pytest.mark.parametrize(("name", "mode"), [("few-houses", "shared"), ("solitaire", "solitaire"), ("duel-a", "duel")])
def test_the_scenario_made_of_a_deck_holds_that_deck(name: str, mode: str) -> None:
    found = read_asked(name, [], mode, None)
    scenario = planned(found, "earner", 8).scenario
    assert (scenario.players, scenario.rules["mode"]) == (found.players, mode)
    decks = scenario.decks["each"] if mode == "duel" else [scenario.decks["shared"]]
    assert all(dict(map(tuple, deck)) == found.deck for deck in decks)
