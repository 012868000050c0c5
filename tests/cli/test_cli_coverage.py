"""`balance coverage`: printed, stored, refused."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from calls import RANDOM, done, refused
from test_cli_run import contents

SCHEMA = json.loads(files("balance.experiment").joinpath("coverage.schema.json").read_text(encoding="utf-8"))


def test_a_coverage_is_printed_and_stored(folder: Path) -> None:
    same = ("coverage", RANDOM, "-n", 48, "-q")
    result = done(*same, "--format", "json")
    stored = folder / "reports/coverage-neotopia-random"
    assert {path.name for path in stored.iterdir()} == {"report.html", "report.md", "coverage.json", "figures"}
    assert {path.name for path in (stored / "figures").iterdir()} == {"rules.svg", "rules.png"}
    assert result.stdout == (stored / "coverage.json").read_text(encoding="utf-8")
    found = json.loads(result.stdout, parse_constant=lambda word: pytest.fail(word))
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    rows = {row["id"]: row for row in found["rows"]}
    assert list(rows) == [f"N{n}" for n in range(1, 27)]
    assert (rows["N3"]["games"], rows["N3"]["fired"], rows["N3"]["times"]) == (48, 48, 6 * 48)
    assert rows["N9"]["verdict"] == "never_fired" and rows["N2"]["verdict"] == "fixed"
    switches = {(each["group"], each["name"]): each for each in found["switches"]}
    assert switches["rules", "vp_per_coin=0"]["verdict"] == "mattered"
    assert all(each["games"] == 48 and each["blocks"] == 24 for each in switches.values())
    before = contents(stored)
    text = done(*same, "--threads", 1).stdout
    assert "N9 Pass" in text and "never fired" in text and contents(stored) == before
    assert "一度も起きない" in done(*same, "--lang", "ja").stdout
    assert "N9 パス" in (stored / "report.md").read_text(encoding="utf-8")
    assert "--overwrite" in refused(*same, "--seed", 3)


def test_several_scenarios_and_firings_alone(folder: Path) -> None:
    result = done("coverage", RANDOM, "neotopia/short-hands", "--fired-only", "-n", 24, "-q", "-f", "json")
    found = json.loads(result.stdout)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    assert (folder / "reports/coverage-neotopia-random-1-more/report.html").is_file()
    assert found["switches"] == [] and {row["verdict"] for row in found["rows"]} <= {"fired", "never_fired"}
    passes = next(row for row in found["rows"] if row["id"] == "N9")
    assert passes["by_scenario"][0] == 0 < passes["by_scenario"][1] == passes["fired"]


def test_refused(folder: Path) -> None:
    assert refused("coverage").startswith("SCENARIO")
    assert refused("coverage", RANDOM, "-n", 2).startswith("--games: 2 games are one deal")
    assert "each game has its own rulebook" in refused("coverage", RANDOM, "simcity/duel")
    assert "is named twice" in refused("coverage", RANDOM, RANDOM)
    assert refused("coverage", "none").startswith("none: there is no such file")
    assert refused("coverage", RANDOM, "--threads", 0).startswith("--threads: 0 threads")
    assert list(folder.iterdir()) == []
