"""The sentences in both languages: complete, alike, and nothing left untranslated."""

from __future__ import annotations

import string

import pytest

from balance.errors import UserError
from balance.games import load, names
from balance.metrics.every_game import metrics as every_game
from balance.report.check import TEXT as CHECK
from balance.report.coverage import TEXT as COVERAGE
from balance.report.luck import TEXT as LUCK
from balance.report.measures import TEXT as COMPARISON
from balance.report.phrases import SHARED, Phrases, read
from balance.stats import estimator, variance

GAMES = [load(name) for name in names()]
PLACES = [SHARED, COMPARISON, CHECK, LUCK, COVERAGE, *(game.report().TEXT for game in GAMES)]


def places(template: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(template) if field is not None}


@pytest.mark.parametrize("place", PLACES, ids=".".join)
def test_both_languages_say_the_same_things_with_the_same_places(place):
    english, japanese = read(place, "en"), read(place, "ja")
    assert list(english) == list(japanese)
    for key, template in english.items():
        assert places(template) == places(japanese[key]), key


@pytest.mark.parametrize("place", PLACES, ids=".".join)
def test_japanese_phrases_are_japanese(place):
    english, japanese = read(place, "en"), read(place, "ja")
    for key, template in japanese.items():
        words = "".join(text for text, _, _, _ in string.Formatter().parse(template))
        if sum(char.isalpha() for char in words) > 1:
            assert template != english[key], key


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_metric_and_ruling_has_a_name(game, lang):
    words = Phrases(lang, game.report().TEXT)
    for metric in [*every_game(game), *game.metrics()]:
        assert f"metric.{metric.name}" in words, metric.name
    for ruling in [*game.settings.defaults()["rules"], "players"]:
        assert f"ruling.{ruling}" in words, ruling


def test_notes_of_the_statistics_are_translated():
    words = Phrases("ja")
    constants = [
        estimator.NOTHING,
        estimator.ONE_BATCH,
        estimator.CONSTANT,
        variance.NEGATIVE,
        variance.FEW_BLOCKS,
        variance.NO_VARIANCE,
        variance.ALIKE,
    ]
    for note in constants:
        assert f"note.{note}" in words


def test_a_list_reads_like_one():
    words = Phrases("en")
    assert [words.listed(each) for each in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_an_unknown_language_is_refused_in_one_sentence():
    with pytest.raises(UserError, match="'fr' is no language of a report; give en or ja"):
        Phrases("fr")
