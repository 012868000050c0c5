"""A check as table, sentences, JUnit, Markdown, JSON and annotations."""

from __future__ import annotations

import dataclasses
import json
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from balance.experiment.deciding import Checked, exit_code
from balance.report import check_pages
from balance.report.check import CheckReport
from balance.report.check_json import document
from balance.report.check_pages import commands, summary
from balance.report.junit import junit
from tests.experiment.checked import checked, toy_plan

SCHEMA = json.loads(files("balance.experiment").joinpath("check.schema.json").read_text(encoding="utf-8"))
STRONG = {"metric": "player_win_rate", "where": {"player": "strong"}}
ROWS = (
    {**STRONG, "within": [0.65, 0.85]},
    {**STRONG, "max": 0.6},
    {**STRONG, "max": 0.5, "level": "warn"},
    {**STRONG, "within": [0.745, 0.755]},
)
HOSTILE = "a<b>&\"'|`*\x00\x1b[31m\ud800\uffff]]>\n::error::x%0A,:é"


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[Checked]:
    """One expectation that holds, one that fails, one that warns, one that is undecided."""
    return checked(toy_plan(monkeypatch, 1000, *ROWS))


def renamed(found: list[Checked], name: str) -> list[Checked]:
    return [dataclasses.replace(each, scenario=dataclasses.replace(each.scenario, name=name)) for each in found]


def test_the_table_and_the_sentences(found: list[Checked]) -> None:
    telling = CheckReport(found, "en")
    assert telling.heading() == "Expectations 4, scenarios 1: holds 1, fails 1, warning 1 and undecided 1."
    assert [line.kind for line in telling.lines] == ["holds", "fails", "warning", "undecided"]
    assert telling.table().rows[1][:3] == ("fails", "toy", 'player_win_rate {player = "strong"} max 0.6')
    told = telling.lines[1].told
    assert "is not at most 60% (p <0.001 after Holm's correction for 4 rows)." in told
    assert "Confirmed on 1,000 fresh games" in told
    assert "does not decide whether it is within 74.5% to 75.5%; about" in telling.lines[3].told
    assert telling.remarks()[-1] == "toy: 1,000 games, seed 8"


def test_strict_makes_failures_of_warnings(found: list[Checked]) -> None:
    assert [line.kind for line in CheckReport(found, "en", strict=True).lines] == [
        "holds",
        "fails",
        "fails",
        "undecided",
    ]


def test_japanese(found: list[Checked]) -> None:
    telling = CheckReport(found, "ja")
    assert telling.heading() == "期待4件（シナリオ1件）：成立 1件、不成立 1件、警告 1件、未決 1件。"
    assert "60%以下という範囲を外れる" in telling.lines[1].told


def test_junit_has_a_case_an_expectation(found: list[Checked]) -> None:
    root = ElementTree.fromstring(junit(CheckReport(found, "en")).encode())
    counts = {"tests": "4", "failures": "1", "errors": "0", "skipped": "1"}
    assert root.tag == "testsuites" and counts.items() <= root.attrib.items()
    (suite,) = root
    assert counts.items() <= suite.attrib.items()
    cases = suite.findall("testcase")
    assert [case[0].tag for case in cases] == ["system-out", "failure", "system-out", "skipped"]
    assert cases[1].get("name") == '2: player_win_rate {player = "strong"} max 0.6'
    assert "Confirmed on" in (cases[1][0].get("message") or "")
    assert (cases[2][0].text or "").startswith("warning: ")


def test_junit_of_hostile_names_is_xml(found: list[Checked]) -> None:
    text = junit(CheckReport(renamed(found, HOSTILE), "en"))
    root = ElementTree.fromstring(text.encode())
    name = root[0].get("name") or ""
    assert "a<b>&\"'|`*" in name and "]]>" in name and "\x1b" not in name and "\x00" not in name
    assert root.find("testsuite/testcase/failure") is not None


def test_an_error_is_an_error_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"metric": "games_needed", "max": 5}
    found = checked(toy_plan(monkeypatch, 100, row, lineup=("weak", "weak")))
    telling = CheckReport(found, "en")
    assert telling.lines[0].told == "games_needed max 5: no value, all seats play alike: nobody is better."
    root = ElementTree.fromstring(junit(telling).encode())
    assert root.get("errors") == "1" and root.find("testsuite/testcase/error") is not None
    assert commands(telling)[0].startswith("::error ")


class TestMarkdown:
    def test_says_it_all_without_images(self, found: list[Checked]) -> None:
        page = summary(CheckReport(found, "en"))
        assert page.startswith("## Balance check\n\nExpectations 4")
        assert '| ❌ fails | toy | player\\_win\\_rate {player = "strong"} max 0.6 |' in page
        assert "<" not in page.replace("&lt;", "") and "![" not in page

    def test_hostile_names_stay_in_their_cell(self, found: list[Checked]) -> None:
        page = summary(CheckReport(renamed(found, "a|b\n# c<script>`"), "en"))
        rows = [line for line in page.splitlines() if line.startswith("| ")]
        assert all(line.replace("\\|", "").count("|") == 5 for line in rows)
        assert "<script>" not in page and "\n# c" not in page

    def test_at_most_a_mebibyte(self, found: list[Checked]) -> None:
        many = [dataclasses.replace(found[0], outcomes=found[0].outcomes * 2000)]
        page = summary(CheckReport(many, "ja"))
        assert len(page.encode()) <= check_pages.MOST_BYTES
        assert page.splitlines()[-1].startswith("残り")


class TestAnnotations:
    def test_failures_are_errors_and_the_rest_warnings(self, found: list[Checked]) -> None:
        lines = commands(CheckReport(found, "en"))
        assert [line.split(" ")[0] for line in lines] == ["::error", "::warning", "::warning"]
        assert 'title=toy%3A player_win_rate {player = "strong"} max 0.6::' in lines[0]

    def test_nothing_can_end_a_command(self, found: list[Checked]) -> None:
        for line in commands(CheckReport(renamed(found, "x\n::error::y, z: 100%\r"), "en")):
            assert "\n" not in line and "\r" not in line
            properties = line.split("::")[1]
            assert "title=x%0A%3A%3Aerror%3A%3Ay%2C z%3A 100%25%0D%3A " in properties

    def test_a_file_below_this_folder_is_named(
        self, found: list[Checked], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        scenario = dataclasses.replace(found[0].scenario, file=tmp_path / "deep" / "a,b.toml")
        line = commands(CheckReport([dataclasses.replace(found[0], scenario=scenario)], "en"))[0]
        assert line.startswith("::error file=deep/a%2Cb.toml,title=")


def test_json_keeps_its_schema(found: list[Checked]) -> None:
    made: dict[str, Any] = document(CheckReport(found, "en"), exit_code(found))
    text = json.dumps(made, allow_nan=False)
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(text))
    rows = made["scenarios"][0]["expectations"]
    assert made["exit_code"] == 1 and made["family"] == 4
    assert [row["counts_as"] for row in rows] == ["holds", "fails", "warning", "undecided"]
    assert rows[1]["rows"][0]["fresh"]["judged"] != rows[1]["rows"][0]["judged"]
