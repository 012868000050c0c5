"""The rulings of Sim City: defaults, ranges, what must fit together, and the record that the kernel reads."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from balance.errors import UserError
from balance.games import rulebook
from balance.games.contract import Source
from balance.games.fields import rule_id
from balance.games.simcity import codes, facts, settings
from balance.games.simcity.pack import card_ids, deck_lists
from balance.games.simcity.settings import SimCityRules
from tests.simcity.made_cards import card, clause

RULES_MD = Path(settings.__file__).with_name("RULES.md")

# The rulings and their defaults, as the rules page names them.
DEFAULTS: dict[str, Any] = {
    "mode": "shared",
    "hand": 7,
    "draws": 1,
    "plays": 1,
    "council_redraw": True,
    "may_pass": True,
    "credit": "end_of_turn",
    "table": [15, 15],
    "rezone_failed": "spent",
    "able_counts": "either",
    "network_join": "axis",
    "network_ends": "line",
    "supply_sum": False,
    "power_required": False,
    "negative_pay": False,
    "zoning_min": 4,
    "zoning_pay": 1,
    "complex_min": 4,
    "rebuilding": 5,
    "phase1_factor": 1,
    "phase1_min": 4,
    "phase2_factor": 2,
    "phase3_factor": 10,
    "phase3_min": 40,
    "phase3_orange": "on_table",
    "dismissal": "event_payment",
    "resign_bill": "waived",
    "leaver_bids": False,
    "auction": "all_pay",
    "offices": False,
    "election_tie": "lot",
    "governor_pays": "first",
    "offices_combine": True,
    "events_from_phase": "by_tag",
    "disaster_removes": "stack",
    "long_cards": False,
    "long_draw": "instead",
    "long_vertical": False,
    "rezone_long_block": "long_only",
    "hand_limit": 0,
    "target": 250,
    "end_on_target": "immediate",
    "table_full": "mover",
    "rezone_counts_as_play": False,
    "turn_limit": 200,
}

CARDS = [
    card("home", zone="orange", sims=2, sims_kind="supply", road="h").to_row(),
    card("plant", zone="brown", phase=3, tags=("power_plant",)).to_row(),
    card("unused").to_row(),
    card("tower", "long", "navy", phase=4).to_row(),
]


def deck(homes: int) -> list[list[Any]]:
    return [["home", homes], ["plant", 4]]


def joined(rules: dict[str, Any], players: int = 4, **decks: Any) -> settings.Setup:
    """A game with a deck of 104 cards in which `home` and `plant` are."""
    said = {"cards": CARDS, "shared": deck(100), **decks}
    return settings.join(settings.load(rules, players), players, {key: said[key] for key in said if said[key] != ""})


def refused(rules: dict[str, Any], players: int = 4) -> tuple[str | None, str]:
    with pytest.raises(UserError) as caught:
        settings.load(rules, players)
    return caught.value.place, caught.value.message


def refused_decks(rules: dict[str, Any], players: int = 4, **decks: Any) -> tuple[str | None, str]:
    with pytest.raises(UserError) as caught:
        joined(rules, players, **decks)
    return caught.value.place, caught.value.message


class TestDefaults:
    def test_are_those_of_the_rules(self) -> None:
        assert settings.defaults()["rules"] == DEFAULTS
        assert list(settings.defaults()["rules"]) == list(SimCityRules.model_fields)
        assert settings.resolved(settings.load({}, 4)) == DEFAULTS

    def test_the_first_word_of_a_choice_is_its_default(self) -> None:
        assert all(DEFAULTS[key] == words[0] for key, words in codes.CHOICES.items())

    def test_depend_on_no_number_of_players(self) -> None:
        for players in range(1, 8):
            assert settings.defaults(players)["rules"] == DEFAULTS
            assert settings.defaults(players)["players"] == players
        assert settings.defaults()["players"] == 4

    def test_may_be_changed_by_the_caller(self) -> None:
        settings.defaults()["rules"]["table"].clear()
        assert settings.defaults()["rules"] == DEFAULTS

    def test_every_ruling_reaches_the_kernel(self) -> None:
        assert set(codes.NUMBERS) | set(codes.CHOICES) | {"table"} == set(DEFAULTS)


class TestRange:
    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("hand", 0),
            ("hand", 61),
            ("hand", True),
            ("plays", 0),
            ("table", [15]),
            ("table", [15, 15, 15]),
            ("table", [2, 15]),
            ("table", [15, 21]),
            ("table", 15),
            ("zoning_min", 1),
            ("target", -1),
            ("turn_limit", 257),
            ("may_pass", 1),
            ("credit", "later"),
            ("events_from_phase", 2),
            ("events_from_phase", "3"),
        ],
    )
    def test_outside(self, key: str, value: object) -> None:
        place, message = refused({key: value})
        assert place == f"rules.{key}"
        assert re.search(r"is not allowed; give .+", message)

    @pytest.mark.parametrize(
        ("key", "value"),
        [("table", [3, 20]), ("events_from_phase", 3), ("target", 0), ("turn_limit", 256), ("hand_limit", 7)],
    )
    def test_inside(self, key: str, value: object) -> None:
        assert settings.resolved(settings.load({key: value}, 4))[key] == value

    def test_sentences(self) -> None:
        assert refused({"table": [2, 2]}) == (
            "rules.table",
            "[2, 2] is not allowed; give [width, height], each a whole number from 3 to 20",
        )
        assert refused({"credit": "end"})[1].startswith(
            '"end" is not allowed; give "end_of_turn" or "each_play"',
        )
        assert refused({"hands": 7}) == ("rules.hands", "unknown ruling; did you mean 'hand'?")


class TestS1:
    """Modes and the players that they are for."""

    @pytest.mark.parametrize(
        ("mode", "players"), [("solitaire", 1), ("duel", 2), ("shared", 2), ("shared", 3), ("shared", 7)]
    )
    def test_fits(self, mode: str, players: int) -> None:
        assert settings.load({"mode": mode}, players).rules.mode == mode

    @pytest.mark.parametrize(
        ("mode", "players", "said"),
        [
            ("shared", 1, 'one player plays alone; give mode = "solitaire", or more players'),
            ("solitaire", 2, '"solitaire" is for 1 player, not 2; give players = 1, or another mode'),
            ("duel", 1, '"duel" is for 2 players, not 1; give players = 2, or another mode'),
            ("duel", 4, '"duel" is for 2 players, not 4; give players = 2, or another mode'),
        ],
    )
    def test_does_not_fit(self, mode: str, players: int, said: str) -> None:
        assert refused({"mode": mode}, players) == ("rules.mode", said)

    def test_number_of_players(self) -> None:
        assert refused({}, 8) == ("players", "8 cannot play; give 1 to 7 players")

    def test_a_duel_has_no_long_cards(self) -> None:
        assert refused({"mode": "duel", "long_cards": True}, 2)[0] == "rules.long_cards"

    def test_two_in_one_city_are_outside_of_the_rules(self) -> None:
        assert "outside_rules:players" in settings.notes(joined({}, 2), 2)
        assert "outside_rules:players" not in settings.notes(joined({}, 4), 4)
        duel = joined({"mode": "duel"}, 2, shared="", each=[deck(50)])
        assert "outside_rules:players" not in settings.notes(duel, 2)


class TestDecks:
    def test_one_for_all(self) -> None:
        rules = settings.to_record(joined({}), 4)
        assert (rules.kinds, rules.n_cards, rules.cities) == (2, 104, 1)
        assert rules.deck_cards.tolist() == [104, 0, 0]

    def test_a_duel_has_one_for_each_row_of_the_lineup(self) -> None:
        game = joined({"mode": "duel"}, 2, shared="", each=[deck(50), deck(60)])
        rules = settings.to_record(game, 2)
        assert (rules.cities, rules.deck_cards.tolist(), rules.deck_first.tolist()) == (2, [54, 64, 0], [1, 55, 119])

    def test_one_deck_serves_both_of_a_duel(self) -> None:
        rules = settings.to_record(joined({"mode": "duel"}, 2, shared="", each=[deck(50)]), 2)
        assert rules.deck_cards.tolist() == [54, 54, 0]

    def test_the_long_deck_is_there_if_long_cards_are(self) -> None:
        with_long = joined({"long_cards": True}, long=[["tower", 3]])
        assert settings.to_record(with_long, 4).deck_cards.tolist() == [104, 0, 3]
        without = joined({}, long=[["tower", 3]])
        assert settings.to_record(without, 4).deck_cards.tolist() == [104, 0, 0]
        assert settings.notes(without, 4) == ["decks.long is not used, for long_cards is false"]
        assert refused_decks({"long_cards": True}) == ("decks", "names no file; give long = the name of one")

    def test_files(self, tmp_path: Path) -> None:
        columns = list(CARDS[0])
        lines = [",".join(columns), *(",".join(str(row[key]) for key in columns) for row in CARDS)]
        cards = Source(tmp_path / "cards.csv", "\n".join(lines).encode())
        said = Source(tmp_path / "deck.csv", b"count,card\n100,home\n4,plant\n")
        from_files, inline = joined({}, cards=cards, shared=said), joined({})
        assert settings.resolved_decks(from_files) == settings.resolved_decks(inline)
        wrong = Source(tmp_path / "deck.csv", b"count,card\n4,hom\n")
        with pytest.raises(UserError, match="home") as caught:
            joined({}, cards=cards, shared=wrong)
        assert caught.value.file == str(tmp_path / "deck.csv")

    def test_a_later_table_replaces_cards_of_an_earlier_one(self) -> None:
        dear = card("home", zone="orange", value=9, sims=2, sims_kind="supply").to_row()
        rules = settings.to_record(joined({}, cards=[*CARDS, dear]), 4)
        assert rules.kind[0].value == 9

    def test_resolved_holds_all_that_is_played_with_and_no_more(self) -> None:
        game = joined({})
        held = json.loads(json.dumps(settings.resolved_decks(game)))
        assert held["shared"] == [["home", 100], ["plant", 4]]
        assert [row["id"] for row in held["cards"]] == ["home", "plant"]
        again = settings.join(settings.load({}, 4), 4, held)
        assert settings.resolved_decks(again) == settings.resolved_decks(game)
        assert settings.to_record(again, 4).tobytes() == settings.to_record(game, 4).tobytes()

    def test_resolved_of_a_duel(self) -> None:
        game = joined({"mode": "duel"}, 2, shared="", each=[deck(50), deck(60)])
        held = settings.resolved_decks(game)
        assert held["each"] == [deck(50), deck(60)] and "shared" not in held
        assert settings.resolved_decks(settings.join(settings.load({"mode": "duel"}, 2), 2, held)) == held

    def test_physical_cards_by_number(self) -> None:
        game = joined({"long_cards": True}, shared=[["plant", 2], ["home", 98]], long=[["tower", 2]])
        rules, held = settings.to_record(game, 4), settings.resolved_decks(game)
        ids = card_ids(held)
        assert ids[:4] == ["", "plant", "plant", "home"] and ids[-2:] == ["tower", "tower"]
        kinds = list(game.materials.cards)
        assert [kinds[kind] for kind in rules.kind_of[1 : rules.n_cards + 1]] == ids[1:]
        assert deck_lists(held) == [{"plant": 2, "home": 98}, {"tower": 2}]
        duel = settings.resolved_decks(joined({"mode": "duel"}, 2, shared="", each=[deck(50), deck(60)]))
        assert deck_lists(duel) == [{"home": 50, "plant": 4}, {"home": 60, "plant": 4}]

    def test_each_mode_has_its_own_key(self) -> None:
        assert refused_decks({"mode": "duel"}, 2, each=[deck(50)]) == (
            "decks.shared",
            "a duel has a deck for each player; drop this, and give decks.each",
        )
        assert refused_decks({}, each=[deck(50)]) == (
            "decks.each",
            '"shared" has one deck; drop this, and give decks.shared',
        )
        assert refused_decks({}, shared="") == ("decks", "names no file; give shared = the name of one")
        assert refused_decks({}, cards="") == ("decks", "names no file; give cards = the name of one")
        assert refused_decks({"mode": "duel"}, 2, shared="", each=[deck(50)] * 3)[0] == "decks.each"

    def test_wrong_lists(self) -> None:
        assert refused_decks({}, shared=[["hom", 4]]) == ("decks.shared", "unknown card \"hom\"; did you mean 'home'?")
        for wrong in (["home", 4], [["home", 0]], [["home", True]], [["home"]], 7):
            assert refused_decks({}, shared=wrong)[0] == "decks.shared"
        assert refused_decks({}, cards=7)[0] == "decks.cards"
        assert refused_decks({"long_cards": True}, long=[["home", 2]]) == (
            "decks.long",
            "holds home, which are no long cards; take them out",
        )

    def test_an_illegal_deck(self) -> None:
        assert refused_decks({}, shared=deck(20))[0] == "decks.shared"  # 24 cards for 4 players
        assert refused_decks({}, shared=[*deck(100), ["tower", 1]])[0] == "decks.shared"

    def test_hands_are_dealt_from_it(self) -> None:
        assert refused_decks({"hand": 27}) == (
            "decks.shared",
            "104 cards are too few to deal 108; give a bigger deck, or lower rules.hand",
        )
        assert joined({"hand": 26}).rules.hand == 26
        assert joined({"mode": "duel", "hand": 54}, 2, shared="", each=[deck(50)]).rules.hand == 54

    def test_what_the_kernel_has_no_room_for_is_refused_at_once(self) -> None:
        effect = tuple(clause("complex", 1, name=f"x{n}") for n in range(5))
        place, message = refused_decks({}, cards=[*CARDS, card("home", effect=effect).to_row()])
        assert place == "decks" and message.startswith("home: 5 complexes")


class TestUsualDecks:
    BASE = "simcity/cards/base"

    def test_by_mode_and_players(self) -> None:
        def usual(rules: dict[str, Any], players: int) -> dict[str, Any]:
            return settings.usual_decks(settings.load(rules, players), players)

        assert usual({}, 4) == {"cards": self.BASE, "shared": "simcity/decks/balanced-4players"}
        assert usual({}, 7) == {"cards": self.BASE, "shared": "simcity/decks/balanced-7players"}
        assert usual({}, 6) == usual({}, 2) == {"cards": self.BASE}
        assert usual({"mode": "solitaire"}, 1) == {"cards": self.BASE, "shared": "simcity/decks/solitaire"}
        assert usual({"mode": "duel"}, 2)["each"] == ["simcity/decks/duel-a", "simcity/decks/duel-b"]
        assert usual({"long_cards": True}, 3)["long"] == "simcity/decks/long-deck"


class TestRecord:
    def test_numbers_words_and_table(self) -> None:
        said = {"table": [9, 12], "hand_limit": 7, "credit": "each_play", "may_pass": False, "events_from_phase": 3}
        rules = settings.to_record(joined(said), 4)
        assert (rules.seats, rules.table_width, rules.table_height) == (4, 9, 12)
        assert (rules.hand_limit, rules.credit, rules.may_pass) == (7, codes.CREDIT_EACH_PLAY, 0)
        assert rules.events_from_phase == codes.EVENTS_FROM_3
        assert rules.mode == codes.SHARED

    def test_defaults(self) -> None:
        rules = settings.to_record(joined({}), 4)
        for key in codes.CHOICES:
            assert rules[key] == 0, key
        for key in codes.NUMBERS:
            assert rules[key] == DEFAULTS[key], key


def test_axes() -> None:
    labels = settings.axes(joined({"turn_limit": 30}), 4)
    assert labels["seat"] == ("1", "2", "3", "4")
    assert (labels["round"][0], labels["round"][-1]) == ("1", "30")
    assert labels["phase"] == ("1", "2", "3", "4")
    assert labels["card"] == ("home", "plant")  # as the kinds of the record are numbered
    place = facts.MAP_SIDE * 9 + 12  # row 10 of 21, column 13: one up, two right of the middle
    assert labels["place"][place] == "2,-1" and len(set(labels["place"])) == facts.MAP_CELLS


def test_differences() -> None:
    rules = settings.resolved(settings.load({"target": 0, "table": [10, 10]}, 4))
    assert settings.differences(rules, 4) == [("table", [10, 10], [15, 15]), ("target", 0, 250)]
    assert settings.differences(settings.resolved(settings.load({}, 4)), 4) == []


@pytest.fixture(scope="module")
def book() -> rulebook.Rulebook:
    return rulebook.parse(RULES_MD.read_text(encoding="utf-8"))


class TestRulebook:
    def test_ids_run_from_s1_to_s33(self, book: rulebook.Rulebook) -> None:
        assert book.ids == tuple(f"S{n}" for n in range(1, 34))

    def test_rulings_stand_in_the_order_of_the_settings_under_the_rule_that_they_name(
        self, book: rulebook.Rulebook
    ) -> None:
        assert {key: rule for key, (rule, _) in book.rulings.items()} == {
            key: rule_id(SimCityRules, key) for key in SimCityRules.model_fields
        }
        assert list(book.rulings) == list(SimCityRules.model_fields)

    def test_each_ruling_has_one_sentence(self, book: rulebook.Rulebook) -> None:
        for key, (_, sentence) in book.rulings.items():
            assert re.fullmatch(r"[A-Z][^.]*\.", sentence), key

    @pytest.mark.parametrize("key", codes.CHOICES)
    def test_a_choice_is_explained_word_by_word(self, book: rulebook.Rulebook, key: str) -> None:
        assert re.findall("`([a-z0-9_]+)`", book.rulings[key][1]) == list(codes.CHOICES[key])

    def test_table_of_rulings(self) -> None:
        text = RULES_MD.read_text(encoding="utf-8")
        sentences = dict.fromkeys(SimCityRules.model_fields, "")
        game = SimpleNamespace(rules_text=text, rulings_ja=sentences, seats=(1, 7), settings=settings)
        rows = {row.key: row for row in rulebook.ruling_table(game)}
        assert list(rows) == list(SimCityRules.model_fields)
        assert all(not row.by_players for row in rows.values())
        assert rows["table"].range == "[width, height], each a whole number from 3 to 20"
        assert rows["events_from_phase"].range == '"by_tag" or 3'
        assert (rows["hand"].default, rows["hand"].id) == (7, "S2")
