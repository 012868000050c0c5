"""What can be taken away from a scenario: every game's things, and the scenario without each."""

from __future__ import annotations

import re
from typing import Any

import pytest

from balance.errors import UserError
from balance.experiment.engine import Engine
from balance.experiment.plan import plan
from balance.experiment.replay import trace
from balance.experiment.scenario import Scenario, load
from balance.experiment.things import changed, things_of, without
from balance.games import load as load_game
from balance.games.contract import Thing
from balance.games.rulebook import parse
from tests.games.test_contract import JAPANESE

SCENARIOS = ("neotopia/draft8", "neotopia/draft8-3players", "simcity/balanced-4players", "simcity/long-cards")


@pytest.fixture(scope="module", params=SCENARIOS)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return load(request.param)


def named(scenario: Scenario, group: str, **more: Any) -> dict[str, Thing]:
    return {thing.name: thing for thing in things_of(scenario, [group], **more)}


class TestEveryGame:
    def test_things_have_names_labels_and_rules(self, scenario: Scenario) -> None:
        found = things_of(scenario)
        ids = parse(load_game(scenario.game).rules_text).ids
        assert len({(thing.group, thing.name) for thing in found}) == len(found)
        for thing in found:
            assert re.fullmatch(r"[a-z_]+", thing.group) and thing.name and thing.label
            assert JAPANESE.search(thing.label_ja) or thing.group in ("players", "cards"), thing.name
            assert thing.rule in ids or (thing.group == "players" and not thing.rule)
            assert bool(thing.without) != bool(thing.why) and bool(thing.why) == bool(JAPANESE.search(thing.why_ja))

    def test_without_a_thing_only_that_differs(self, scenario: Scenario) -> None:
        base = scenario.resolved()
        for thing in things_of(scenario):
            if not thing.without or thing.group == "cards":
                continue  # cards: see TestPlaces
            other = without(scenario, thing).resolved()
            assert {key for key in base if base[key] != other.get(key)} <= {*thing.without, "decks"}
            said = thing.without.get("rules", {})
            assert {key for key, value in base["rules"].items() if other["rules"][key] != value} == set(said)

    def test_rules_are_switched_one_at_a_time(self, scenario: Scenario) -> None:
        for name, thing in named(scenario, "rules").items():
            ((key, value),) = thing.without["rules"].items()
            assert name.startswith(f"{key}=") and value != scenario.rules[key]


class TestNeotopia:
    def test_groups(self) -> None:
        assert list(named(load("neotopia/draft8"), "joker")) == ["joker"]
        assert [*named(load("neotopia/draft8"), "skills")] == [
            *("market_research", "secret_personnel", "transfer_order", "department_move", "subsidy")
        ]
        actions = named(load("neotopia/draft8"), "actions")
        assert {name: bool(thing.without) for name, thing in actions.items()} == {
            **dict.fromkeys(("keep", "transfer", "hire"), True),
            "release": False,
        }

    def test_words_switches_and_costs(self) -> None:
        rules = named(load("neotopia/draft8"), "rules")
        assert {"riot=every", "riot=off", "ties=shared", "hire_cost=0", "order_bonus=none"} <= set(rules)
        assert {rules["riot=off"].rule, rules["hire_cost=0"].rule} == {"N19", "N8"}
        assert not {name for name in rules if name.startswith(("jokers", "skills=", "riot_penalty", "effects=flat"))}
        assert rules["riot=off"].label == "riots: off" and rules["riot=off"].label_ja == "暴動: off"

    def test_rules_that_cannot_be_played_are_left_out(self) -> None:
        assert "coin_supply=0" not in named(load("neotopia/draft8"), "rules")  # the starting coins would not exist

    def test_no_action_is_priced_out_if_anybody_may_get_rich(self) -> None:
        rich = load("neotopia/draft8", ["rules.coin_shortage=unlimited", "rules.start_coins=90"])
        with pytest.raises(UserError, match=r"nothing to take away.*keep: no ruling forbids it"):
            things_of(rich, ["actions"])

    def test_what_is_not_there_cannot_be_taken(self) -> None:
        with pytest.raises(UserError, match="neotopia/no-joker has nothing of the kind 'joker' to take away; known"):
            things_of(load("neotopia/no-joker"), ["joker"])
        with pytest.raises(UserError, match="'skils' to take away; did you mean 'skills'"):
            things_of(load("neotopia/draft8"), ["skils"])
        with pytest.raises(UserError, match="is for games with decks"):
            things_of(load("neotopia/draft8"), instead="joker")


class TestPlayers:
    def test_each_row_is_played_by_the_first_other(self) -> None:
        mixed = load("neotopia/draft8", players=["miser", "hirer", "miser", "order"])
        found = named(mixed, "players")
        assert list(found) == ["1:miser>hirer", "2:hirer>miser", "4:order>miser"]
        seats = without(mixed, found["4:order>miser"]).seats
        assert [seat.player for seat in seats] == ["miser", "hirer", "miser", "miser"]

    def test_of_equal_rows_one_is_left_to_chance(self) -> None:
        alike = load("neotopia/draft8", players=["miser"])
        found = named(alike, "players")
        assert list(found) == ["1:miser>random"]
        assert [seat.player for seat in without(alike, found["1:miser>random"]).seats] == ["random", *["miser"] * 3]
        with pytest.raises(UserError, match="nothing of the kind 'players'"):
            things_of(load("neotopia/draft8", players=["random"]), ["players"])


def dealt(scenario: Scenario, game: int) -> dict[str, Any]:
    """Hands and decks as they were dealt, card by card."""
    return next(line for line in trace(plan(scenario), game) if line["event"] == "deal")


class TestPlaces:
    def test_the_lists_of_the_decks_stay(self) -> None:
        base = load("simcity/long-cards")
        for thing in named(base, "cards").values():
            other = without(base, thing)
            assert (other.decks["shared"], other.decks["long"]) == (base.decks["shared"], base.decks["long"])
            rows = zip(base.decks["cards"], other.decks["cards"], strict=True)
            assert [before["id"] for before, after in rows if before != after] == [thing.name]

    def test_all_other_cards_are_dealt_to_the_same_places(self) -> None:
        base = load("simcity/balanced-4players")
        card, copies = base.decks["shared"][7]
        told = dealt(base, 3)
        places = [card for pile in (*told["hands"], *told["decks"]) for card in pile]
        assert places.count(card) == copies and len(places) == sum(count for _, count in base.decks["shared"])
        assert dealt(without(base, named(base, "cards")[card]), 3) == told
        assert dealt(without(base, named(base, "cards", instead=base.decks["shared"][0][0])[card]), 3) == told
        others = [row for row in base.decks["shared"] if row[0] != card]
        moved = dealt(changed(base, {"decks": {"shared": [*others, [card, copies]]}}), 3)
        assert moved["hands"] != told["hands"]  # as it would be if the list of the deck were not kept

    def test_a_blank_is_never_played(self) -> None:
        base = load("simcity/balanced-4players", games=64)
        house = next(row["id"] for row in base.decks["cards"] if row["sims_kind"] == "supply" and row["phase"] == 1)
        for scenario, never in ((base, False), (without(base, named(base, "cards")[house]), True)):
            engine = Engine(plan(scenario))
            facts = engine.facts(64)
            engine.play(0, facts)
            column = engine.axes["card"].index(house)
            assert facts["cards"]["drawn"][:, column].sum() > 0
            assert (facts["cards"]["played"][:, column].sum() == 0) == never

    def test_a_blank_needs_itself(self) -> None:
        base = load("simcity/balanced-4players")
        card = base.decks["shared"][5][0]
        blank = next(row for row in without(base, named(base, "cards")[card]).decks["cards"] if row["id"] == card)
        assert (blank["name"], blank["kind"], blank["effect"]) == ("Blank", "block", f"needs card:{card}")
        assert {blank[key] for key in ("value", "sims", "crime", "pollution", "cost")} == {0}

    def test_blanks_of_a_set_need_each_other(self) -> None:
        base = load("simcity/balanced-4players")
        events = [row["id"] for row in base.decks["cards"] if row["kind"] == "event"]
        rows = without(base, named(base, "events")["events"]).decks["cards"]
        assert {row["effect"] for row in rows if row["id"] in events} == {f"needs card:{events[0]}"}

    def test_another_card_stands_in(self) -> None:
        base = load("simcity/balanced-4players")
        ids = [row["id"] for row in base.decks["cards"]]
        found = named(base, "cards", instead=ids[0])
        assert ids[0] not in found and ids[1] in found
        rows = without(base, found[ids[1]]).decks["cards"]
        assert rows[1] == {**base.decks["cards"][0], "id": ids[1]} and rows[0] == base.decks["cards"][0]

    def test_an_unknown_card(self) -> None:
        with pytest.raises(UserError, match="no card of the decks has the id 'forest_mapel'; did you mean"):
            things_of(load("simcity/balanced-4players"), ["cards"], "forest_mapel")

    def test_a_card_that_is_asked_for_by_its_id_is_not_replaced(self) -> None:
        rows = load("simcity/balanced-4players").decks["cards"]
        by_id = next(row["id"] for row in rows if row["kind"] == "block" and row["zone"] == "green")
        other = next(row["id"] for row in rows if row["kind"] == "block" and row["zone"] == "navy")
        base = load("simcity/balanced-4players")
        asking = [{**row, "effect": f"receives 2 card:{by_id}"} if row["id"] == other else row for row in rows]
        base = changed(base, {"decks": {"cards": asking}})
        with pytest.raises(UserError, match=f"{other} asks for the card {by_id} by its id"):
            things_of(base, ["cards"], by_id)
        found = named(base, "cards", instead=rows[0]["id"] if rows[0]["id"] != by_id else rows[1]["id"])
        assert found[by_id].why == f"the card {other} asks for it by its id, so nothing can stand in for it"
