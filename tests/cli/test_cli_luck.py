"""`balance luck`: printed, stored, refused."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from calls import RANDOM, done, refused

SCHEMA = json.loads(files("balance.experiment").joinpath("luck.schema.json").read_text(encoding="utf-8"))
LINEUP = [arg for name in ("order", "random", "miser", "random") for arg in ("--player", name)]


def test_an_audit_is_printed_and_stored(folder: Path) -> None:
    same = ("luck", RANDOM, *LINEUP, "-n", 200, "-q")
    result = done(*same, "--format", "json")
    stored = folder / "reports/luck-neotopia-random"
    assert {path.name for path in stored.iterdir()} == {"report.html", "report.md", "luck.json", "figures"}
    assert {path.name for path in (stored / "figures").iterdir()} == {
        f"{key}.{kind}" for key in ("shares", "leads") for kind in ("svg", "png")
    }
    assert result.stdout == (stored / "luck.json").read_text(encoding="utf-8")
    found = json.loads(result.stdout, parse_constant=lambda word: pytest.fail(word))
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    assert (found["games"], found["blocks"], [lead["player"] for lead in found["leads"]]) == (200, 50, ["order"] * 2)
    for of in ("win", "score"):
        assert sum(row["value"] for row in found["shares"] if row["of"] == of) == pytest.approx(1.0)
    text = done(*same, "--threads", 1).stdout
    assert "Of all that makes winners differ from losers, the hand dealt explains" in text
    assert "勝敗の違いのうち" in done(*same, "--lang", "ja").stdout
    assert "--overwrite" in refused(*same, "--seed", 3)


def test_all_alike(folder: Path) -> None:
    result = done("luck", RANDOM, "-n", 40, "-q", "-o", "one", "--format", "json")
    found = json.loads(result.stdout)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    assert found["leads"] == []
    assert {path.name for path in (folder / "one/figures").iterdir()} == {"shares.svg", "shares.png"}


def test_refused(folder: Path) -> None:
    assert refused("luck", RANDOM, "-n", 2).startswith("--games: 2 games are one deal; give 3 or more")
    assert refused("luck", "none").startswith("none: there is no such file")
    assert refused("luck", RANDOM, "--threads", 0).startswith("--threads: 0 threads")
    assert list(folder.iterdir()) == []
