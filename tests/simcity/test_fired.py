"""What fired in a game of Sim City: traces and facts made by hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from balance.games.simcity.codes import WAYS
from balance.games.simcity.coverage import COVERAGE
from balance.games.simcity.facts import BOOK, TABLES
from balance.games.simcity.fired import fired
from balance.kernel.record import new_facts
from tests.simcity.made_cards import card, clause, table

CARDS = table(
    card("house", zone="orange", sims=2, sims_kind="supply"),
    card("shop", zone="navy", sims=2, sims_kind="need", effect=(clause("receives", 2, "zone:orange"),)),
    card("golf", effect=(clause("adds", 3, "zone:orange"),)),
    card("pipe", tags=("pipe",), effect=(clause("underground"), clause("complex", 1, name="oil"))),
    card("tv", effect=(clause("receives", 1, "any", scope="connected", once=True), clause("needs", 0, "zone:orange"))),
    card("fort", effect=(clause("receives", 1, "zone:orange"), clause("receives", 2, "any", scope="city"))),
    card("mall", kind="long", effect=(clause("extra_plays", 1),)),
    card("fire", kind="event", effect=(clause("destroy", 4, dice=1, shape="any"), clause("mayor_pays", 2))),
    card("tax", kind="event", effect=(clause("lose", 1, who="all"), clause("lose", 2, who="self"))),
    card("vote", kind="event", effect=(clause("recall"), clause("discard", 1))),
)
NOTHING = {
    "value": 1, "receives": [], "adds": [], "zoning": 0, "complex": 0, "rebuilding": 0, "total": 1,
}  # fmt: skip


def setup(**rules: Any) -> Any:
    usual = {"power_required": False, "supply_sum": False, **rules}
    return SimpleNamespace(materials=SimpleNamespace(cards=CARDS), rules=SimpleNamespace(**usual))


def block(name: str, *at: tuple[int, int], joined: bool | None = None, **pay: Any) -> dict[str, Any]:
    supply = None if joined is None else {"joined": joined}
    cells = [list(cell) for cell in at]
    return {
        "type": "block", "card": name, "at": cells[0], "at2": cells[1] if cells[1:] else None, "supply": supply,
        "vote": None, "pay": {**NOTHING, **pay},
    }  # fmt: skip


def event(name: str, **did: Any) -> dict[str, Any]:
    return {
        "type": "event", "card": name, "removed": [], "money": [], "discards": [], "election": None, "frozen": None,
        **did,
    }  # fmt: skip


def turn(*plays: dict[str, Any], phase: int = 1, **more: Any) -> dict[str, Any]:
    return {"event": "turn", "seat": 0, "phase": phase, "thrown": [], "discarded": [], "plays": list(plays), **more}


def found(*lines: dict[str, Any], **rules: Any) -> dict[str, int]:
    return {key: times for key, times in fired(lines, setup(**rules)).items() if times}


def part(amount: int, *at: int) -> dict[str, Any]:
    return {"from": list(at) or None, "amount": amount}


class TestBlocks:
    def test_received_from_blocks(self) -> None:
        assert found(
            turn(block("house", (0, 0))),
            turn(block("shop", (1, 0), receives=[part(2, 0, 0)])),
        ) == {"S15": 1, "receives": 1}

    def test_once_connected_and_a_condition(self) -> None:
        """The pay comes in one sum; power lines count from phase 3 on; the condition held in each placement."""
        assert found(
            turn(block("tv", (1, 0))),
            turn(block("tv", (2, 0), receives=[part(1)]), phase=3),
        ) == {"S13": 1, "S15": 1, "receives once": 1, "receives connected": 1, "needs": 2}

    def test_what_a_block_adds_is_its_own_clause(self) -> None:
        assert found(turn(block("golf", (0, 0))), turn(block("house", (1, 0), adds=[part(3, 0, 0)]))) == {
            "S15": 1,
            "adds": 1,
        }

    def test_of_two_clauses_that_may_have_acted_only_what_they_share_counts(self) -> None:
        """fort receives for orange blocks nearby, and for any block of the city: an orange one may be either."""
        assert found(
            turn(block("house", (0, 0)), block("golf", (5, 5))),
            turn(block("fort", (1, 0), receives=[part(1, 0, 0), part(2, 5, 5)])),
        ) == {"S15": 1, "receives within city": 1}

    def test_bonuses(self) -> None:
        assert found(turn(block("pipe", (0, 0), complex=2), block("house", (1, 0), zoning=1))) == {
            "S16": 1,
            "S17": 1,
            "complex": 1,
        }

    def test_built_over_underground(self) -> None:
        """A pipeline counts when it is covered, and no more when something else is covered above it."""
        assert found(turn(block("pipe", (0, 0))), turn(block("house", (0, 0))), turn(block("house", (0, 0)))) == {
            "underground": 1
        }

    def test_stations_are_not_told_from_a_sum(self) -> None:
        lines = turn(block("shop", (0, 0), joined=True), block("shop", (1, 0), joined=False))
        assert found(lines) == {"joins_networks": 1}
        assert found(lines, supply_sum=True) == {}

    def test_power(self) -> None:
        lines = (turn(block("shop", (0, 0)), phase=2), turn(block("shop", (1, 0)), phase=3))
        assert found(*lines, power_required=True) == {"S13": 1}

    def test_extra_plays_of_a_long_block(self) -> None:
        assert found(turn(block("mall", (0, 0), (1, 0)))) == {"extra_plays": 1}

    def test_a_rezoning_voted_down_and_a_pass_do_nothing(self) -> None:
        refused = {**block("pipe", (0, 0)), "pay": None}
        assert found(turn(refused, {"type": "pass"}), turn(block("house", (0, 0)))) == {}


class TestEvents:
    def test_disaster_and_bill(self) -> None:
        """The pipe below the house goes too; a house built there afterwards covers nothing."""
        hit = [{"at": [0, 0], "cards": ["house", "pipe"]}]
        money = [{"seat": 1, "amount": -2, "why": "bill"}]
        assert found(
            turn(block("pipe", (0, 0)), block("house", (0, 0))),
            turn(event("fire", removed=hit, money=money)),
            turn(block("house", (0, 0))),
        ) == {"underground": 1, "destroy dN": 1, "destroy any": 1, "mayor_pays": 1, "S21": 1}

    def test_a_long_block_goes_from_both_cells(self) -> None:
        lines = (
            turn(block("pipe", (1, 0)), block("mall", (0, 0), (1, 0))),
            turn(event("fire", removed=[{"at": [0, 0], "cards": ["mall"]}])),
            turn(block("house", (1, 0))),  # on the pipe, which is on top again
        )
        assert found(*lines)["underground"] == 2

    def test_who_lost(self) -> None:
        """Another seat can only have lost by `lose all`; the player's own loss may be either: it counts for none."""
        money = [{"seat": seat, "amount": -1, "why": "loss"} for seat in (0, 1, 2)]
        assert found(turn(event("tax", money=money))) == {"lose all": 2, "S21": 3}

    def test_nothing_paid_is_no_loss(self) -> None:
        assert found(turn(event("tax", money=[{"seat": 1, "amount": 0, "why": "loss"}]))) == {}

    def test_recall_and_discards(self) -> None:
        office = {"event": "office", "why": "recall"}
        discards = [{"seat": 1, "cards": ["house"]}, {"seat": 2, "cards": ["golf"]}]
        assert found(turn(event("vote", discards=discards)), office) == {"recall mayor": 1, "discard others": 2}
        assert found(turn(event("vote"))) == {}  # nobody was in office

    def test_hand_limit(self) -> None:
        assert found(turn(thrown=["house"], discarded=["golf", "pipe"])) == {"S28": 3}


@pytest.mark.parametrize("mode", ["shared", "solitaire", "duel"])
def test_firings_in_facts(mode: str) -> None:
    sizes = {"seat": 2, "round": 3, "phase": 4, "card": len(CARDS), "place": 4}
    facts = new_facts(BOOK, TABLES, 1, sizes)
    names = list(CARDS)
    facts["game"]["rounds"], facts["game"]["turns"], facts["game"]["decisions"] = 3, 6, 5
    facts["game"]["reached"] = [[1, 1, 1, 0]]
    facts["game"]["votes"], facts["game"]["rebuilt"], facts["game"]["disasters"] = 4, 1, 2
    facts["game"]["dismissals"], facts["game"]["resignations"] = 1, 2
    facts["game"]["auctions"], facts["game"]["elections"] = 3, 1
    facts["seats"]["entry"] = [[1, 0]]
    facts["seats"]["placed"] = [[4, 3]]
    facts["seats"]["council_bought"] = [[0, 2]]
    for way, times in (("new", 3), ("upgrade", 2), ("event", 1), ("pass", 1)):
        facts["seats"]["plays"][0, 1, WAYS.index(way)] = times
    facts["phases"]["turns"][0, :, 0] = [1, 1, 1, 0]
    facts["phases"]["turns"][0, :, 1] = [2, 1, 0, 0]
    facts["cards"]["opening"][0] = 2
    facts["cards"]["drawn"][0] = 3
    facts["cards"]["played"][0, names.index("shop")] = 2  # needs sims
    facts["cards"]["played"][0, names.index("house")] = 5  # houses some
    model = SimpleNamespace(rules=SimpleNamespace(mode=mode), materials=SimpleNamespace(cards=CARDS))
    found = {key: int(sign(facts, model, ["planner", "random"])[0]) for key, sign in COVERAGE.facts.items()}
    assert found == {
        "S1": 1, "S2": 20, "S3": 6, "S4": 10, "S5": 2, "S6": 7, "S7": 3, "S8": 2, "S9": 4, "S10": 4, "S11": 7,
        "S12": 2, "S14": 7, "S18": 1, "S19": 2, "S20": 0, "S22": 3, "S23": 3, "S24": 1, "S25": 1, "S26": 2,
        "S27": 3, "S29": 1, "S30": 6 * (mode == "solitaire"), "S31": 6 * (mode == "duel"), "S32": 5, "S33": 3,
    }  # fmt: skip
