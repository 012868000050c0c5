"""The shipped decks: legal, composed as their heads say, derived by the swaps they state; every clause met in one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from balance.games.simcity.cards import read_cards
from balance.games.simcity.deck.law import legal_deck
from balance.games.simcity.decks import read_deck

SHIPPED = Path(__file__).parents[2] / "scenarios" / "simcity"
CARDS = read_cards((SHIPPED / "cards" / "base.csv").read_bytes(), "base.csv")
FOUR = (
    "balanced-4players", "few-houses", "few-power-plants", "one-plant-a-player", "event-heavy", "commercial",
    "farm-and-land", "politics-heavy", "complexes", "offices", "starter-pile", "every-clause",
)  # fmt: skip
PLAYERS = {name: 4 for name in FOUR} | {"balanced-3players": 3, "balanced-5players": 5, "balanced-7players": 7}
ALONE = {"solitaire": "solitaire", "duel-a": "duel", "duel-b": "duel"}
EVERY = [*PLAYERS, *ALONE, "long-deck"]

# Zones by their public names; the Chicago set has 119 cards beside the mayor.
GROUPS = (
    "residential", "commercial", "services", "land", "industrial", "governmental", "special", "farms",
    "council members", "events",
)  # fmt: skip
CHICAGO = {
    "residential": 31, "commercial": 24, "services": 22, "land": 16, "industrial": 8, "governmental": 4, "special": 5,
    "council members": 4, "events": 5,
}  # fmt: skip
ZONE_GROUP = {
    "orange": "residential", "navy": "commercial", "grey": "services", "green": "land", "brown": "industrial",
    "red": "governmental", "gold": "special", "aqua": "farms",
}  # fmt: skip


def deck(name: str) -> dict[str, int]:
    path = SHIPPED / "decks" / f"{name}.csv"
    return read_deck(path.read_bytes(), path.name, CARDS)


def head(name: str) -> list[str]:
    lines = (SHIPPED / "decks" / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    return [line.removeprefix("# ") for line in lines if line.startswith("#")]


def groups(cards: dict[str, int]) -> Counter[str]:
    count: Counter[str] = Counter()
    for card_id, copies in cards.items():
        card = CARDS[card_id]
        count[{"council": "council members", "event": "events"}.get(card.kind) or ZONE_GROUP[card.zone]] += copies
    return count


def swap(line: str) -> Counter[str]:
    """'out: church, 2 park' → {church: 1, park: 2}."""
    count: Counter[str] = Counter()
    for item in line.split(": ")[1].split(", "):
        *copies, card_id = item.split(" ")
        count[card_id] += int(copies[0]) if copies else 1
    return count


def test_every_shipped_deck_is_tested() -> None:
    assert sorted(EVERY) == sorted(path.stem for path in (SHIPPED / "decks").glob("*.csv"))


@pytest.mark.parametrize("name", PLAYERS)
def test_decks_for_a_shared_city_are_legal(name: str) -> None:
    cards = deck(name)
    assert sum(cards.values()) == 27 * PLAYERS[name]
    errors, _ = legal_deck(cards, CARDS, "shared", PLAYERS[name])
    assert errors == []


@pytest.mark.parametrize("name", ALONE)
def test_decks_for_one_or_two_are_legal(name: str) -> None:
    cards = deck(name)
    assert sum(cards.values()) >= 50
    errors, _ = legal_deck(cards, CARDS, ALONE[name], 1 if name == "solitaire" else 2)
    assert errors == []


def test_balanced_deck_warns_of_nothing() -> None:
    assert legal_deck(deck("one-plant-a-player"), CARDS, "shared", 4) == ([], [])


def test_long_deck_holds_long_cards_only() -> None:
    assert all(CARDS[card_id].kind == "long" for card_id in deck("long-deck"))


def test_balanced_deck_has_the_proportions_of_the_chicago_set() -> None:
    """No group is a whole card away from its share of 108."""
    count = groups(deck("balanced-4players"))
    for group, of_119 in CHICAGO.items():
        assert abs(count[group] - of_119 * 108 / 119) < 1, group
    assert set(count) == set(CHICAGO)


@pytest.mark.parametrize("name", [*(n for n in PLAYERS if n.startswith("balanced")), "starter-pile"])
def test_heads_state_the_composition(name: str) -> None:
    count = groups(deck(name))
    text = " ".join(head(name))
    for group in GROUPS:
        if count[group]:
            assert f"{count[group]} {group}" in text, group
    if "power plants" in text:
        plants = sum(n for i, n in deck(name).items() if "power_plant" in CARDS[i].tags)
        assert f"({plants} power plants)" in text


@pytest.mark.parametrize("name", [n for n in FOUR if n not in ("balanced-4players", "starter-pile")])
def test_derived_decks_differ_by_the_swaps_they_state(name: str) -> None:
    lines = head(name)
    out = swap(next(line for line in lines if line.startswith("out: ")))
    new = swap(next(line for line in lines if line.startswith("in: ")))
    assert out.total() == new.total() and not out.keys() & new.keys()
    expected = Counter(deck("balanced-4players"))
    expected.subtract(out)
    expected.update(new)
    assert +expected == Counter(deck(name)) and min(expected.values()) >= 0


def test_swapped_decks_put_the_question_they_are_named_for() -> None:
    def houses(name: str) -> int:
        return sum(n for i, n in deck(name).items() if CARDS[i].sims_kind == "supply" and CARDS[i].phase == 1)

    def plants(name: str) -> int:
        return sum(n for i, n in deck(name).items() if "power_plant" in CARDS[i].tags)

    assert (houses("balanced-4players"), houses("few-houses")) == (12, 6)
    assert [plants(n) for n in ("few-power-plants", "balanced-4players", "one-plant-a-player")] == [1, 3, 4]
    base = groups(deck("balanced-4players"))
    assert groups(deck("event-heavy"))["events"] == 3 * base["events"]
    assert groups(deck("commercial"))["commercial"] > 1.5 * base["commercial"]
    farmland = groups(deck("farm-and-land"))
    assert farmland["farms"] + farmland["land"] > 2 * base["land"]
    assert groups(deck("politics-heavy"))["council members"] > 2 * base["council members"]


def test_every_clause_and_option_is_in_some_deck() -> None:
    clauses = [(i, clause) for name in EVERY for i in deck(name) for clause in CARDS[i].effect]
    assert {clause.kind for _, clause in clauses} == {
        "receives", "receives_per", "adds", "complex", "needs", "forbids", "extra_plays", "joins_networks",
        "underground", "destroy", "mayor_pays", "gain", "lose", "election", "recall", "freeze", "discard",
    }  # fmt: skip

    def values(kind: str, field: str) -> set[object]:
        return {getattr(clause, field) for _, clause in clauses if clause.kind == kind}

    for kind in ("receives", "adds"):
        assert values(kind, "scope") == {"within", "city", "connected"}
    assert values("receives_per", "scope") == {"within", "city"}
    assert values("receives", "once") == values("receives", "first_copy") == {False, True}
    for kind in ("receives_per", "mayor_pays"):
        assert values(kind, "measure") >= {"crime", "pollution"}
    assert values("mayor_pays", "measure") == {"", "lost", "crime", "pollution"}
    assert {s.kind for _, c in clauses if (s := c.selector)} == {"any", "zone", "tag", "card"}
    assert {c.selector.kind for _, c in clauses if c.kind in ("receives", "adds") and c.selector} >= {"any", "card"}
    assert values("needs", "scope") >= {"within", "connected"}
    assert values("destroy", "dice") == {0, 1, 2} and values("destroy", "shape") == {"any", "line", "square"}
    assert "" in values("destroy", "zone") and len(values("destroy", "zone")) > 1
    assert values("gain", "who") == values("lose", "who") == {"self", "others", "all", "mayor"}
    assert values("election", "office") == {"governor", "chairman"}
    assert min(values("adds", "amount")) < 0 < max(values("adds", "amount"))  # type: ignore[type-var]


def test_no_card_is_in_no_deck() -> None:
    """All but a few spare cards can be met in a shipped deck."""
    used = {card_id for name in EVERY for card_id in deck(name)}
    assert len(CARDS.keys() - used) == 1
