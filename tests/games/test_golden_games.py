"""The golden games of every game: the kernel still plays them line by line, and a referee passes them.

A game's `golden` module names its golden games and says how they are played, told and judged.
"""

from __future__ import annotations

import importlib
import json
import re
from itertools import pairwise
from typing import Any

import pytest

from balance import games
from balance.games.rulebook import parse
from balance.kernel.jit import INTERPRETED

SETS: dict[str, Any] = {name: importlib.import_module(f"tests.{name}.golden") for name in games.names()}
CASES = [pytest.param(found, name, id=name) for found in SETS.values() for name in found.GOLDEN]


def rows(found: Any, name: str) -> list[str]:
    """All lines of a golden file, notes and blank ones too."""
    text: str = found.path(name).read_text(encoding="utf-8")
    return text.splitlines()


def stored(found: Any, name: str) -> list[Any]:
    """The lines of its trace."""
    return [json.loads(row) for row in rows(found, name) if row.startswith("{")]


@pytest.mark.parametrize("game", SETS)
def test_every_file_is_a_game_of_the_set(game: str) -> None:
    found = SETS[game]
    assert {file.stem for file in found.FOLDER.glob(f"{game}*.txt")} == set(found.GOLDEN)


@pytest.mark.skipif(INTERPRETED, reason="plays with players that take long to think")
@pytest.mark.parametrize(("found", "name"), CASES)
def test_the_kernel_plays_it_line_by_line(found: Any, name: str) -> None:
    then = [row for row in rows(found, name) if row.startswith("{")]
    for number, (now, row) in enumerate(zip(map(found.dumps, found.lines(name)), then, strict=True), 1):
        assert now == row, f"line {number} of {name}"


@pytest.mark.parametrize(("found", "name"), CASES)
def test_the_referee_finds_no_fault(found: Any, name: str) -> None:
    assert found.faults(stored(found, name)) == []


@pytest.mark.parametrize(("found", "name"), CASES)
def test_the_referee_would_find_one(found: Any, name: str) -> None:
    """The golden lines are such that a coin too many anywhere in them is seen; some sixteen places are tried."""
    wrong = list(found.spoilt(stored(found, name)))
    assert len(wrong) > 10
    for number, lines in enumerate(wrong[:: max(1, len(wrong) // 16)]):
        assert found.faults(lines), f"spoilt game {number}"


@pytest.mark.parametrize(("found", "name"), CASES)
def test_every_line_has_its_notes(found: Any, name: str) -> None:
    lines = rows(found, name)
    for above, line in pairwise(lines):
        if line.startswith("{"):
            json.loads(line)
            assert above.startswith("# ")
        else:
            assert line.startswith("# ") or not line
    assert lines[0] == f"# {found.head(name)}"


@pytest.mark.parametrize("game", SETS)
def test_the_notes_name_every_rule_of_a_game(game: str) -> None:
    found, ids = SETS[game], parse(games.load(game).rules_text).ids
    letter = ids[0][0]
    named: set[str] = set()
    for name in found.GOLDEN:
        for row in rows(found, name):
            named |= set(re.findall(rf"\b{letter}\d+\b", row)) if row.startswith("#") else set()
    assert named == set(ids) - found.NOT_IN_A_GAME
