"""How tournaments of toy games are told: sentences, tables and files."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from balance.errors import UserError
from balance.experiment import differences
from balance.experiment.tournament import Tournament
from balance.report import tournament as telling
from balance.report.phrases import read
from balance.report.tournament_findings import TEXT
from balance.report.tournament_json import document
from tests.experiment.toys import Register, by_strength, payoff, played

STRENGTHS = {"low": 0.4, "middle": 1.0, "high": 2.5, "random": 0.2}


@pytest.fixture
def result(register: Register) -> Tournament:
    register(list(STRENGTHS), 4, by_strength(STRENGTHS))
    return played(1200)


def test_sentences_follow_the_results(register: Register, result: Tournament) -> None:
    said = telling.Telling(result, "en").findings()
    assert said[0].startswith("high beats every other player; nearest to it comes middle, against which")
    assert said[1] == "Every other player beats random."
    assert said[2].startswith("No three players surely beat each other")
    assert "Alone among 3 random players, high wins most" in said[3]
    turned = dict(zip(STRENGTHS, reversed(STRENGTHS.values()), strict=True))
    register(list(turned), 4, by_strength(turned))
    said = telling.Telling(played(1200), "en").findings()
    assert said[0].startswith("middle beats every other player; nearest to it comes high, against which")
    assert said[1] == "Every other player beats low."
    assert "random players, middle wins most" in said[3]


def test_the_highest_rated_is_first_and_the_matrix_fits_it(result: Tournament) -> None:
    told = telling.Telling(result, "en")
    matrix, ratings = told.payoff_table().table, told.ratings_table().table
    assert [row[0] for row in ratings.rows] == ["high", "middle", "low", "random"]
    assert matrix.columns[1:] == ("high", "middle", "low", "random")
    shown = float(matrix.rows[0][4])
    assert shown == pytest.approx(100 * payoff(result, "high", "random")[0], abs=0.05)
    assert matrix.rows[0][1] == ""
    assert ratings.rows[0][2] == "3–0"
    assert ratings.rows[3][3] == "–"  # random is no player in its own field


def test_what_is_not_told_apart_is_marked(register: Register) -> None:
    register(["a", "b"], 4, lambda names, r, luck, rng: [0])
    told = telling.Telling(played(120), "en")
    assert told.payoff_table().table.rows[0][2] == "~50.0"
    assert told.findings()[0].startswith("No player surely beats every other one. a is rated highest")
    assert not any("circle" in sentence for sentence in told.findings())  # two players make none


def test_a_terminal_has_numbers_for_columns(result: Tournament) -> None:
    share = np.array([[0.1, 0.2, 0.3, 0.4]] * 4)
    unlike = differences.Differences(result.players, share, 1000, 8)
    payoffs, ratings, differ = telling.Telling(result, "en", unlike).tables()
    assert payoffs.table.columns == differ.table.columns == ("player", "1", "2", "3", "4")
    assert [row[0] for row in payoffs.table.rows] == ["1 high", "2 middle", "3 low", "4 random"]
    assert ratings.table.columns == ("player", "rating", "won–lost", "alone among random", "mixed field")
    assert differ.table.rows[0] == ("1 low", "10.0", "20.0", "30.0", "40.0")


def test_a_pair_that_depends_on_the_seats_is_told(register: Register) -> None:
    """`a` wins 1 of 2 games with one seat, none with two or three: better, then worse."""

    def few(names: Sequence[str], r: int, luck: float, rng: random.Random) -> Sequence[int]:
        winner = "a" if names.count("a") == 1 and rng.random() < 0.5 else "b"
        return [rng.choice([seat for seat, name in enumerate(names) if name == winner])]

    register(["a", "b"], 4, few)
    result = played(600)
    value = result.pairings[0].at[1].value
    said = [sentence for sentence in telling.Telling(result, "en").findings() if "depends" in sentence]
    assert len(said) == 1
    assert said[0].startswith("Between a and b it depends on the seats: a is better with 1 (")
    assert f"{100 * value:.0f}" in said[0]
    assert "of 4 seats, worse with 2 (0.0%" in said[0]


def test_pairings_name_the_higher_rated_first(result: Tournament) -> None:
    rows = telling.Telling(result, "en").pairings_table().table.rows
    assert [row[:2] for row in rows][:3] == [("high", "middle"), ("high", "low"), ("high", "random")]
    turned = next(row for row in rows if row[:2] == ("high", "middle"))
    pairing = next(each for each in result.pairings if (each.player, each.against) == (1, 2))
    # `high` with one seat is `middle` with three
    for seats, cell in zip((1, 2, 3), turned[3:6], strict=True):
        value = pairing.at[4 - seats].value
        assert value is not None
        assert cell.startswith(f"{100 * (1 - value):.1f}") or cell.startswith(f"{100 * (1 - value):.0f}")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_files_are_the_same_every_time(tmp_path: Path, result: Tournament, lang: str) -> None:
    share = np.array([[0.1, 0.2, 0.3, 0.4]] * 4)
    unlike = differences.Differences(result.players, share, 1000, 8)
    files = [telling.write_tournament(result, tmp_path / name, lang, unlike) for name in ("one", "two")]
    assert [path.name for path in files[0]] == [f"tournament.{ending}" for ending in ("md", "json", "svg", "png")]
    for one, two in zip(*files, strict=True):
        assert one.read_bytes() == two.read_bytes()
    page = files[0][0].read_text(encoding="utf-8")
    assert "](tournament.png)" in page
    for word in ("{", "}", "nan", "None"):
        assert word not in page
    svg = files[0][2].read_text(encoding="utf-8")
    assert svg.startswith("<?xml") and svg.rstrip().endswith("</svg>")


def test_the_document_is_complete(result: Tournament) -> None:
    found = json.loads(json.dumps(document(result), allow_nan=False))
    assert found["schema_version"] == 1
    assert found["players"] == list(STRENGTHS)
    assert len(found["pairings"]) == 6
    assert found["dominant"] == "high"
    assert found["dominated"] == "random"
    assert {row["player"] for row in found["fields"]["random"]} == {"low", "middle", "high"}
    assert [row["seats"] for row in found["pairings"][0]["by_seats"]] == [1, 2, 3]
    assert found["differences"] is None


def test_languages_have_the_same_phrases_and_places() -> None:
    en, ja = (read(TEXT, lang) for lang in ("en", "ja"))
    assert en.keys() == ja.keys()
    for key in en:
        places = [sorted(part.split("}")[0] for part in each[key].split("{")[1:]) for each in (en, ja)]
        assert places[0] == places[1], key


def test_an_unknown_language_and_a_bad_folder(tmp_path: Path, result: Tournament) -> None:
    with pytest.raises(UserError, match="--lang"):
        telling.Telling(result, "de")
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(UserError, match="--out"):
        telling.write_tournament(result, blocked, "en")
