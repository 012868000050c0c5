"""The told game: one made up by hand, word for word in both languages, and the words themselves."""

from __future__ import annotations

from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from balance.games.neotopia.choice import REASONS
from balance.games.neotopia.tell import SILENT, tell, told
from balance.games.neotopia.trace import lines, reasons
from balance.games.telling import LANGUAGES, Words, width
from tests.neotopia.games import replay_log
from tests.neotopia.golden import GOLDEN, path
from tests.neotopia.referee import read
from tests.neotopia.told_game import GAME, WHY, suit

Line = dict[str, Any]
PACKAGE = "balance.games.neotopia"
FOLDER = Path(__file__).parent / "told"
BOTH, BOTH_JA = "seat 0 (anna) and seat 1 (ben)", "席0（anna）と席1（ben）"


def ended(*lines: Line) -> list[Line]:
    """The made-up game with another settlement and result."""
    return [*GAME[: next(n for n, line in enumerate(GAME) if line["event"] == "settlement")], *lines]


def told_result(vp: list[int], coins: list[int], winners: list[int], lang: str) -> list[str]:
    """The last lines of a game that ends so."""
    end = {"event": "result", "vp": vp, "coins": coins, "winners": winners}
    last = suit(1, [1, 1], "settled", [0, 0], coins, first=[0], second=[1])
    return told(ended({"event": "settlement", "seat": 1, "held": False}, last, end), WHY, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_word_for_word(lang: str) -> None:
    expected = (FOLDER / f"{lang}.txt").read_text(encoding="utf-8").splitlines()
    assert told(GAME, WHY, lang) == expected


@pytest.mark.parametrize(
    ("lang", "vp", "coins", "winners", "verdict"),
    [
        ("en", [9, 8], [3, 5], [0], "seat 0 (anna) wins with 9 VP, 1 VP ahead of seat 1 (ben)."),
        ("en", [9, 9], [3, 5], [1], f"{BOTH} have 9 VP each; seat 1 (ben) wins by having the most coins, 5."),
        ("en", [9, 9], [1, 1], [0, 1], f"{BOTH} share the win with 9 VP and 1 coin each."),
        ("ja", [8, 9], [3, 5], [1], "席1（ben）が9VPで勝利。席0（anna）に1VP差をつけた。"),
        ("ja", [9, 9], [3, 5], [1], f"{BOTH_JA}が9VPで並び、金の最も多い席1（ben）が5金で勝利。"),
        ("ja", [9, 9], [2, 2], [0, 1], f"{BOTH_JA}が9VP、2金で並び、引き分け。"),
    ],
)
def test_who_won_and_why(lang: str, vp: list[int], coins: list[int], winners: list[int], verdict: str) -> None:
    assert verdict in told_result(vp, coins, winners, lang)


def test_three_seats_in_a_sentence() -> None:
    third = {**GAME[0], "players": 3, "seats": ["anna", "ben", "carl"]}
    deal = {**GAME[1], "hands": [*GAME[1]["hands"], []], "coins": [6, 6, 6]}
    end = {"event": "result", "vp": [5, 5, 5], "coins": [1, 1, 1], "winners": [0, 1, 2]}
    lines = [
        third,
        deal,
        {"event": "settlement", "seat": 0, "held": False},
        suit(1, [0] * 3, "nobody", [0] * 3, [1] * 3),
    ]
    text = told([*lines, end], [], "en")
    assert "seat 0 (anna), seat 1 (ben) and seat 2 (carl) share the win with 5 VP and 1 coin each." in text


def test_coins_of_the_settlement_are_shown_only_if_some_moved() -> None:
    assert any("coins of seat" in line for line in told(GAME, WHY, "en"))
    assert not any("coins of seat" in line for line in told_result([1, 2], [3, 3], [1], "en"))


def test_nobody_holds_the_start_card() -> None:
    text = told_result([1, 2], [3, 3], [1], "en")
    assert "Settlement: nobody holds the start card; the start player, seat 1 (ben), comes first." in text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games_are_told_to_the_end(name: str, lang: str) -> None:
    """Every turn has its line; rows of a table whose last column is a number end where its head does."""
    game = read(path(name).read_text(encoding="utf-8"))
    turns = sum(line["event"] == "turn" for line in game)
    text = told(game, [(SILENT, None)] * turns, lang)
    assert sum("→" in line or "->" in line for line in text) == turns
    for at, line in enumerate(text):
        if line.strip() and not line.strip().strip("-"):
            rows = [text[at - 1], *text[at + 1 : at + 1 + game[0]["players"]]]
            assert {width(row) for row in rows} == {width(line)}, (line, rows)


def test_tell_reads_a_log() -> None:
    log, about, _ = replay_log({}, index=3)
    assert tell(log, lang="ja", **about) == "\n".join(told(lines(log, **about), reasons(log), "ja")) + "\n"
    assert tell(log, **about).startswith("Neotopia: scenario test, seed 8, game 3\n")


class TestWords:
    @pytest.fixture(params=LANGUAGES)
    def words(self, request: pytest.FixtureRequest) -> dict[str, str]:
        return Words(PACKAGE, request.param).sentences

    def test_languages_have_the_same_keys_and_places(self) -> None:
        places = [
            {
                key: sorted(name for _, name, _, _ in Formatter().parse(sentence) if name)
                for key, sentence in Words(PACKAGE, lang).sentences.items()
            }
            for lang in LANGUAGES
        ]
        assert places[0] == places[1]

    def test_every_reason_has_its_words(self, words: dict[str, str]) -> None:
        found = {key.removeprefix("reason.") for key in words if key.startswith("reason.")}
        assert found == set(REASONS) - {SILENT}

    def test_nothing_is_left_untranslated(self) -> None:
        english, japanese = (Words(PACKAGE, lang).sentences for lang in LANGUAGES)
        same = {key for key, sentence in english.items() if japanese[key] == sentence}
        assert same == {"nothing", "short.suit"}

    def test_terms_are_those_of_the_rules(self) -> None:
        said = " ".join(Words(PACKAGE, "ja").sentences.values())
        terms = ["維持", "整理", "異動", "雇用", "場", "山", "公開手札", "ストック", "金"]
        terms += ["市場調査", "秘密人事", "転属辞令", "部署移動", "助成金"]
        terms += ["決算", "決算順番", "暴動", "完璧超人", "決算開始"]
        assert [term for term in terms if term not in said] == []
