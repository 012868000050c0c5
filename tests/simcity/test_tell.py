"""The told game: one made up by hand, word for word in both languages, and a real duel whose decks change seats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from balance.experiment import scenario as scenarios
from balance.experiment.plan import Plan, plan
from balance.experiment.replay import trace
from balance.games.simcity.tell import told
from balance.games.telling import LANGUAGES, Words, width
from tests.simcity.referee import judge, read_table
from tests.simcity.told_game import CARDS, GAME, block

FOLDER = Path(__file__).parent / "told"
TABLE = Path(__file__).parents[2] / "scenarios" / "simcity" / "cards" / "base.csv"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_word_for_word(lang: str) -> None:
    expected = (FOLDER / f"{lang}.txt").read_text(encoding="utf-8").splitlines()
    assert told(GAME, CARDS, lang) == expected


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_turn_names_its_number_and_seat(lang: str) -> None:
    """Also a turn in which nothing is drawn, as all are once the deck is empty."""
    words, text = Words("balance.games.simcity", lang), told(GAME, CARDS, lang)
    for line in GAME:
        if line["event"] == "turn":
            seat = words.say("seat", seat=line["seat"], player=GAME[0]["seats"][line["seat"]])
            head = words.say("turn", turn=line["turn"], seat=seat, draws="")
            assert sum(row.startswith(head) for row in text) == 1, head


def test_a_long_block_is_covered_once() -> None:
    """The arena that lies on both cells is named once, two blocks side by side one after the other."""
    head, deal, turn = GAME[0], GAME[1], next(line for line in GAME if line["event"] == "turn")
    cells = {"at2": [1, 0]}
    plays = [
        block("lake", "new", [0, 0]),
        block("home", "new", [1, 0]),
        block("arena", "rezone", [0, 0], **cells),
        block("tower", "rezone", [0, 0], **cells),
    ]
    text = [row.strip() for row in told([head, deal, {**turn, "plays": plays}], CARDS, "en")]
    assert "proposes to rezone Lake, Home at (0, 0)(1, 0) to Arena" in text
    assert "proposes to rezone Arena at (0, 0)(1, 0) to Tower" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_duel_says_whose_city(lang: str) -> None:
    head = {**GAME[0], "players": 2, "seats": ["anna", "ben"], "rules": {**GAME[0]["rules"], "mode": "duel"}}
    deal = {**GAME[1], "mode": "duel", "hands": [[], []]}
    turn = {**GAME[2], "seat": 1, "funds": [0, 3]}
    plays = [block("lake", "new", [1, 0, 0]), block("home", "upgrade", [1, 0, 0])]
    text = "\n".join(told([head, deal, {**turn, "plays": plays}], CARDS, lang))
    assert Words("balance.games.simcity", lang).say("opening.cells_duel") in text
    lake, home = (CARDS[card]["name_ja" if lang == "ja" else "name"] for card in ("lake", "home"))
    said = Words("balance.games.simcity", lang).say("play.upgrade", below=lake, at="(1, 0, 0)", card=home)
    assert said in text


def test_the_title_is_underlined() -> None:
    for lang in LANGUAGES:
        title, rule, *_ = told(GAME, CARDS, lang)
        assert rule == "=" * width(title)


@pytest.fixture(scope="module")
def duel() -> Plan:
    """A duel of two decks that differ, over after a few turns."""
    return plan(scenarios.load("simcity/duel", ["rules.target=6"], ["random"], 2))


@pytest.mark.parametrize("index", [0, 1])
def test_cards_keep_their_names_in_the_seat_that_a_deck_is_played_from(duel: Plan, index: int) -> None:
    """Game 1 seats the line-up the other way round: seat 0 plays the second deck, card by card."""
    lines: list[dict[str, Any]] = trace(duel, index)
    assert judge(lines, read_table(TABLE.read_text(encoding="utf-8"))) == []
    decks = [dict(deck) for deck in duel.scenario.decks["each"]]
    assert decks[0] != decks[1]
    assert lines[1]["lists"] == [decks[index], decks[1 - index]]
