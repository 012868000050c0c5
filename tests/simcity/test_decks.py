"""Decks: both ways to write one, every mistake with its row, and what the rules allow (S1)."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.errors import UserError
from balance.games.simcity.cards import Card, card_from_row, read_cards
from balance.games.simcity.deck.law import Finding, legal_deck
from balance.games.simcity.decks import read_deck
from tests.simcity.card_tables import HOUSE, SHOP, changed, sound_cards, table

CARDS = sound_cards()
SHIPPED = Path(__file__).parents[2] / "scenarios" / "simcity"


def deck(text: str) -> dict[str, int]:
    return read_deck(text.encode(), "deck.csv", CARDS)


def mistakes(text: str) -> list[str]:
    with pytest.raises(UserError) as caught:
        deck(text)
    lines = str(caught.value).splitlines()
    return lines[1:] if lines[0].endswith("mistakes") else lines


@pytest.mark.parametrize(
    "text",
    [
        "count,card\n4,house\n2,shop\n",
        "card,count\nhouse,4\nshop,2\n",
        "# a remark, with a comma\n\nCount,Card,,\n4,Brick House,,\n# more\n2,corner  shop\n",
        "4 Brick House\n2 Corner Shop",
        "4x house\r\n2× shop\r\n",
        "４　レンガの家\n２　角の店",
        "3 house\n2 shop\n1 house",
        "4 house,\n2 shop,\n",
    ],
)
def test_ways_to_write_a_deck(text: str) -> None:
    read = deck(text)
    assert read == {"house": 4, "shop": 2} and list(read) == ["house", "shop"]
    assert (
        read_deck(text.encode("utf-8-sig"), "x", CARDS) == read_deck(text.encode("cp932", "ignore"), "x", CARDS)
        or "×" in text
    )


def test_every_mistake_of_a_file() -> None:
    assert mistakes("count,card\n4,hous\n0,shop\nx,shop\n1,house,2\n2,fire") == [
        "deck.csv: row 2, column card: unknown card \"hous\"; did you mean 'house'?",
        'deck.csv: row 3, column count: "0" is no number of copies; write a whole number from 1 to 400',
        'deck.csv: row 4, column count: "x" is no number of copies; write a whole number from 1 to 400',
        'deck.csv: row 5: "1,house,2" is not a count and a card; quote a name that contains a comma',
    ]
    found = mistakes("4 zzzzzz\nhouse\n")
    assert found[0].endswith('unknown card "zzzzzz"; give an id or a name of the table')
    assert 'row 2: "house" is no line of a deck; write a line such as "4 Brick House"' in found[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no card"),
        ("# nothing", "has no card"),
        ("count,card", "has no card"),
        ("count,crad\n4,house", '"count,crad" is no header of a deck; write count,card'),
        ("200 house\n201 shop", "has 401 cards; a deck may have 400"),
        ("4 house\0", "has a NUL byte"),
        ("1 house\n" * 2_002, "has more than 2,000 rows"),
    ],
)
def test_files_that_are_no_decks(text: str, message: str) -> None:
    assert message in mistakes(text)[0]


def test_a_name_of_two_cards_needs_an_id() -> None:
    cards = read_cards(table(HOUSE, changed(SHOP, name="Brick House")), "x")
    with pytest.raises(UserError, match='"Brick House" is the name of 2 cards; give an id: house, shop'):
        read_deck(b"4 Brick House", "deck.csv", cards)
    assert read_deck(b"4 house\n1 shop", "deck.csv", cards) == {"house": 4, "shop": 1}


def said(findings: list[Finding]) -> list[str]:
    """Their sentences."""
    return [each.say() for each in findings]


class TestLegal:
    """S1, with a filler of shops that no rule asks for."""

    @staticmethod
    def judged(mode: str, players: int, size: int, offices: bool = False, **cards: int) -> tuple[list[str], list[str]]:
        copies = {"house": 8, "plant": players, **cards}
        found = legal_deck({"shop": size - sum(copies.values()), **copies}, CARDS, mode, players, offices=offices)
        return said(found[0]), said(found[1])

    @pytest.mark.parametrize(
        ("mode", "players", "size", "legal"),
        [
            ("shared", 4, 99, False),
            ("shared", 4, 100, True),
            ("shared", 4, 120, True),
            ("shared", 4, 121, False),
            ("shared", 2, 50, True),
            ("shared", 2, 49, False),
            ("shared", 2, 200, True),
            ("solitaire", 1, 49, False),
            ("solitaire", 1, 130, True),
            ("duel", 2, 49, False),
            ("duel", 2, 50, True),
        ],
    )
    def test_size(self, mode: str, players: int, size: int, legal: bool) -> None:
        errors, warnings = self.judged(mode, players, size)
        assert (not errors) is legal and not warnings

    def test_no_long_cards(self) -> None:
        errors, _ = self.judged("shared", 4, 100, mall=1)
        assert errors == ["the deck holds long cards (mall); they belong in the long deck"]

    @pytest.mark.parametrize(("players", "enough"), [(1, 8), (3, 8), (4, 8), (5, 10), (7, 14)])
    def test_few_houses(self, players: int, enough: int) -> None:
        # S19: as many houses as players open phase 2, with at most three players four; twice that should be there
        assert self.judged("shared", players, 27 * players, house=enough)[1] == []
        assert "phase-1 houses" in self.judged("shared", players, 27 * players, house=enough - 1)[1][0]
        assert "never opens" in self.judged("shared", players, 27 * players, house=max(players, 4) - 1)[1][0]

    @pytest.mark.parametrize(("players", "enough"), [(1, 1), (3, 2), (4, 3), (5, 4), (7, 5)])
    def test_few_power_plants(self, players: int, enough: int) -> None:
        assert self.judged("shared", players, 27 * players, house=20, plant=enough)[1] == []
        (warning,) = self.judged("shared", players, 27 * players, house=20, plant=enough - 1)[1]
        assert "power plant" in warning and f"here {players}" in warning

    def test_elections_want_offices(self) -> None:
        row = CARDS["fire"].to_row() | {"id": "vote", "name": "Election", "effect": "election governor", "tags": ""}
        cards = {**CARDS, "vote": card_from_row(row)}
        copies = {"house": 8, "plant": 4, "vote": 1, "shop": 87}
        assert said(legal_deck(copies, cards, "shared", 4)[1]) == ["elections do nothing without offices = true: vote"]
        assert legal_deck(copies, cards, "shared", 4, offices=True)[1] == []

    def test_houses_by_ruling(self) -> None:
        """phase1_factor = 2: eight houses open phase 2, and twice that should be there."""
        copies = {"house": 15, "plant": 4, "shop": 81}
        assert legal_deck(copies, CARDS, "shared", 4) == ([], [])
        (few,) = legal_deck(copies, CARDS, "shared", 4, houses=8)[1]
        assert (few.key, few.values) == ("few_houses", {"houses": 15, "wanted": 8, "least": 16})

    def test_both_languages_give_the_figures_and_at_most_five_cards(self) -> None:
        few = Finding("size", {"size": 108, "players": 7, "low": 175, "high": 210})
        for lang in ("en", "ja"):
            assert all(figure in few.say(lang) for figure in ("108", "7", "175", "210"))
        many = Finding("elections", cards=tuple("abcdefg"))
        assert many.say().endswith(": a, b, c, d, e and 2 more")
        assert many.say("ja").endswith(": a、b、c、d、e ほか2枚")

    def test_what_a_duel_has_no_use_for(self) -> None:
        cards = {**CARDS, "tower": card_from_row(CARDS["shop"].to_row() | {"id": "tower", "phase": 4})}
        errors, warnings = legal_deck({"shop": 48, "member": 1, "tower": 1}, cards, "duel", 2)
        assert errors == []
        assert said(warnings) == [
            "a duel stays in phase 3, so these are never played: tower",
            "council members, recalls and elections do nothing in a duel: member",
        ]


def shipped_cards() -> dict[str, Card]:
    return read_cards((SHIPPED / "cards" / "base.csv").read_bytes(), "base.csv")


@pytest.mark.parametrize("file", sorted((SHIPPED / "decks").glob("*.csv")), ids=lambda file: file.stem)
def test_shipped_decks_load(file: Path) -> None:
    assert sum(read_deck(file.read_bytes(), file.name, shipped_cards()).values()) >= 14


LINES = st.lists(
    st.text(max_size=12) | st.sampled_from(["count,card", "4 house", "4,shop", '"', "#", "9999999999 house"])
)


@settings(deadline=None)
@given(st.binary(max_size=80) | LINES.map(lambda lines: "\n".join(lines).encode("utf-8", "surrogatepass")))
def test_any_deck_loads_or_is_refused(data: bytes) -> None:
    try:
        read = read_deck(data, "deck.csv", CARDS)
    except UserError as error:
        assert str(error).startswith("deck.csv: ")
    else:
        assert read and set(read) <= set(CARDS) and all(1 <= copies <= 400 for copies in read.values())
        for mode, players in [("shared", 4), ("solitaire", 1), ("duel", 2)]:
            legal_deck(read, CARDS, mode, players)
