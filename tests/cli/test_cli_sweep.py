"""`balance sweep`: printed, stored, refused."""

from __future__ import annotations

import csv
import json
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from calls import done, refuse, refused
from test_cli_run import contents

SCHEMA = json.loads(files("balance.experiment").joinpath("sweep.schema.json").read_text(encoding="utf-8"))
SMALL = ("sweep", "neotopia/random", "--vary", "rules.hire_cost=1..2", "--vary", "rules.jokers=1,0", "--games", 40)


def test_a_sweep_is_printed_and_stored(folder: Path) -> None:
    result = done(*SMALL, "--format", "json", "--seed", 4)
    stored = folder / "reports/sweep-neotopia-random-hire_cost-jokers"
    assert {path.name for path in stored.iterdir()} == {
        "report.html",
        "report.md",
        "sweep.json",
        "cells.csv",
        "figures",
    }
    assert result.stdout == (stored / "sweep.json").read_text(encoding="utf-8")
    found = json.loads(result.stdout, parse_constant=refuse)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    assert (found["games"], found["blocks"], len(found["cells"])) == (160, 20, 4)
    rows = list(csv.DictReader((stored / "cells.csv").open(encoding="utf-8")))
    assert len(rows) == 4 * len(found["measures"])
    before = contents(stored)
    text = done(*SMALL, "--seed", 4, "--threads", 1, "--quiet")
    assert text.stderr == "" and "measures" in text.stdout
    assert contents(stored) == before
    assert "--overwrite" in refused(*SMALL, "--seed", 5)
    japanese = done(*SMALL, "--seed", 4, "--lang", "ja", "--quiet").stdout
    assert "つまみ" in (stored / "report.md").read_text(encoding="utf-8") and "指標" in japanese


def test_players_and_fractions(folder: Path) -> None:
    knobs = ("--vary", "players=3,4", "--vary", "rules.jokers=1,0", "--vary", "rules.riot=once,off")
    result = done("sweep", "neotopia/random", *knobs, "--fraction", 2, "-n", 12, "-f", "json", "-q")
    found = json.loads(result.stdout, parse_constant=refuse)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    assert len(found["cells"]) == 4 and not found["pairs_known"]
    assert all("seat" not in row["where"] and row["metric"] != "player_win_rate" for row in found["measures"])


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ((), "--vary: varies nothing"),
        (("--vary", "rules.hire_costs=1,2"), "did you mean 'hire_cost'"),
        (("--vary", "rules.hire_cost=1..2", "--metrics", "x"), "--metrics: there is no metric 'x'"),
        (("--vary", "rules.hire_cost=1..2", "--games", 2), "--games: 2 games are one deal"),
        (("--vary", "rules.hire_cost=1..2", "--fraction", "half"), "--fraction: 'half' is no whole number"),
    ],
)
def test_one_sentence_for_bad_input(folder: Path, arguments: tuple[object, ...], part: str) -> None:
    assert part in refused("sweep", "neotopia/random", *arguments)
    assert list(folder.iterdir()) == []
