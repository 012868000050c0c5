"""`balance tournament`: printed, stored, and not written over other things."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from calls import call, done, refused
from test_cli_run import contents, interrupting

from balance.cli import console

SMALL = ("tournament", "neotopia", "--players", "random,miser", "--games", 16)


def test_a_tournament_is_printed_and_stored(folder: Path) -> None:
    result = done(*SMALL, "--format", "json", "--seed", 4)
    stored = folder / "reports/tournament-neotopia"
    assert {path.suffix for path in stored.iterdir()} == {".md", ".json", ".svg", ".png"}
    assert result.stdout == (stored / "tournament.json").read_text(encoding="utf-8")
    assert result.stderr.startswith("stored: reports/tournament-neotopia/")
    found = json.loads(result.stdout)
    assert found["players"] == ["random", "miser"] and found["seed"] == 4
    assert len(found["pairings"]) == 1

    before = contents(stored)
    text = done(*SMALL, "--seed", 4, "--threads", 1, "--quiet")
    assert text.stderr == "" and "random" in text.stdout and "miser" in text.stdout
    assert contents(stored) == before

    sentence = refused(*SMALL, "--seed", 5)
    assert sentence.startswith("reports/tournament-neotopia: already holds ") and "--overwrite" in sentence
    assert contents(stored) == before
    japanese = done(*SMALL, "--seed", 5, "--overwrite", "--lang", "ja", "--quiet").stdout
    assert any(ord(sign) > 0x3000 for sign in japanese)
    assert contents(stored) != before


def test_what_is_no_tournament_is_never_touched(folder: Path) -> None:
    (folder / "file").write_text("mine")
    (folder / "foreign").mkdir()
    (folder / "foreign/notes").write_text("mine")
    before = contents(folder)
    for out, part in (("file", "is a file"), ("file/sub", "cannot be written"), ("foreign", "no tournament")):
        sentence = refused(*SMALL, "--out", out, "--overwrite")
        assert sentence.startswith(f"{out}: ") and part in sentence and "--out" in sentence
    assert contents(folder) == before


def test_ctrl_c_ends_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "progress", interrupting(after=1))
    result = call(*SMALL[:-1], 40_000)  # long enough that something is left to stop
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr == "balance: interrupted; nothing was kept\n"
    assert list(folder.iterdir()) == []
