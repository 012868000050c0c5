"""Rulebooks as data, and Neotopia's against its settings."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from balance import games
from balance.games import rulebook
from balance.games.fields import Settings, choice, number, rule_id
from balance.games.neotopia import codes, settings

RULES_MD = Path(settings.__file__).with_name("RULES.md")

SMALL = """# A game
Words before the first rule.

## T1 Setup
Deal the cards.

| ruling | sentence |
|---|---|
| `hand` | How many cards each is dealt. |
| `wind` | Whether it is `calm` or a `storm`. |

More of it.

## T2 End

| part | pays |
|---|---|
| vp | points |
"""


class SmallRules(Settings):
    hand: int = number("T1", 1, 9)
    wind: str = choice("T1", ("calm", "storm"))


def small_defaults(players: int | None = None) -> dict[str, object]:
    return {"rules": {"hand": 3 if players == 2 else 5, "wind": "calm"}}


SMALL_GAME = SimpleNamespace(
    rules_text=SMALL,
    rulings_ja={"hand": "配る枚数。", "wind": "`calm` か `storm` か。"},
    seats=(2, 4),
    settings=SimpleNamespace(MODEL=SmallRules, defaults=small_defaults),
)


class TestParse:
    def test_rules_and_rulings(self) -> None:
        book = rulebook.parse(SMALL)
        assert book.ids == ("T1", "T2")
        assert book.rule("T1").title == "Setup"
        assert book.rule("T1").text == "Deal the cards.\n\n\nMore of it."
        assert book.rule("T2").text == "| part | pays |\n|---|---|\n| vp | points |"
        assert book.rulings == {
            "hand": ("T1", "How many cards each is dealt."),
            "wind": ("T1", "Whether it is `calm` or a `storm`."),
        }
        with pytest.raises(KeyError, match="no rule T3; there are T1 to T2"):
            book.rule("T3")

    @pytest.mark.parametrize(
        ("old", "new", "said"),
        [
            ("## T2 End", "## T1 End", "defined twice: T1"),
            ("`wind`", "`hand`", "defined twice: hand"),
            ("## T2 End", "## The end", "not a rule heading"),
            ("| `wind` |", "| wind |", "not a row of rulings under T1"),
        ],
    )
    def test_a_malformed_document(self, old: str, new: str, said: str) -> None:
        assert old in SMALL
        with pytest.raises(ValueError, match=said):
            rulebook.parse(SMALL.replace(old, new))


def test_ruling_table() -> None:
    hand, wind = rulebook.ruling_table(SMALL_GAME)
    assert hand == rulebook.RulingRow(
        "hand", 5, {2: 3}, "a whole number from 1 to 9", "T1", "How many cards each is dealt.", "配る枚数。"
    )
    assert (wind.key, wind.default, wind.by_players, wind.range) == ("wind", "calm", {}, '"calm" or "storm"')


@pytest.fixture(scope="module")
def book() -> rulebook.Rulebook:
    return rulebook.parse(RULES_MD.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", games.names())
class TestJapanese:
    """The Japanese sentences of each game's rulings lie beside its rulebook, and say as much."""

    def test_the_same_rulings_in_the_same_order(self, name: str) -> None:
        game = games.load(name)
        assert list(game.rulings_ja) == list(rulebook.parse(game.rules_text).rulings)

    def test_the_same_words_to_choose_from(self, name: str) -> None:
        game = games.load(name)
        for key, (_, english) in rulebook.parse(game.rules_text).rulings.items():
            sentence = game.rulings_ja[key]
            assert sorted(re.findall("`[^`]*`", sentence)) == sorted(re.findall("`[^`]*`", english)), key
            assert re.fullmatch(r"[^`].*。", sentence) and re.search("[ぁ-んァ-ヶ一-龠]", sentence), key


class TestNeotopia:
    def test_ids_run_from_n1_to_n26(self, book: rulebook.Rulebook) -> None:
        assert book.ids == tuple(f"N{n}" for n in range(1, 27))

    def test_its_rulings_are_the_fields_of_the_settings(self, book: rulebook.Rulebook) -> None:
        assert set(book.rulings) == set(settings.MODEL.model_fields)

    def test_each_ruling_belongs_to_the_rule_that_its_field_names(self, book: rulebook.Rulebook) -> None:
        assert {key: rule for key, (rule, _) in book.rulings.items()} == {
            key: rule_id(settings.MODEL, key) for key in settings.MODEL.model_fields
        }

    def test_each_ruling_has_one_sentence(self, book: rulebook.Rulebook) -> None:
        for key, (_, sentence) in book.rulings.items():
            assert re.fullmatch(r"[A-Z][^.]*\.", sentence), key

    @pytest.mark.parametrize("key", codes.CHOICES)
    def test_a_choice_is_explained_word_by_word(self, book: rulebook.Rulebook, key: str) -> None:
        assert re.findall("`([a-z_]+)`", book.rulings[key][1]) == list(codes.CHOICES[key])

    def test_every_part_of_an_effect_is_explained(self, book: rulebook.Rulebook) -> None:
        rows = re.findall(r"^\| ([a-z_]+) \|", book.rule("N21").text, flags=re.MULTILINE)
        assert rows == ["part", *codes.EFFECT_PARTS]

    def test_every_effect_table_is_explained(self, book: rulebook.Rulebook) -> None:
        assert all(f"`{name}`" in book.rulings["effects"][1] for name in settings.EFFECT_TABLES)

    def test_skills_are_rules(self, book: rulebook.Rulebook) -> None:
        titles = [rule.title.lower().replace(" ", "_") for rule in book.rules]
        assert tuple(titles[11:16]) == codes.SKILLS  # N12 to N16
        assert tuple(titles[4:9]) == codes.ACTIONS  # N5 to N9

    def test_table_of_rulings(self, book: rulebook.Rulebook) -> None:
        text = RULES_MD.read_text(encoding="utf-8")
        sentences = dict.fromkeys(settings.MODEL.model_fields, "")
        game = SimpleNamespace(rules_text=text, rulings_ja=sentences, seats=(2, 6), settings=settings)
        rows = {row.key: row for row in rulebook.ruling_table(game)}
        assert list(rows) == list(settings.MODEL.model_fields)
        assert rows["field_up"].by_players == {3: 2}
        assert all(not row.by_players for key, row in rows.items() if key != "field_up")
        assert (rows["hire_cost"].default, rows["hire_cost"].id) == (2, "N8")
        assert rows["secret_parity"].range == "true or false"
        assert rows["joker_view"].range == '"all" or "clockwise"'
        assert rows["removed_suit"].range == '"random" or the number of a suit from 1 to 10'
