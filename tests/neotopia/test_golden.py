"""The golden games: the kernel still plays them, the referee passes them, and they show everything."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from balance.games.neotopia import codes, settings
from balance.games.rulebook import parse
from tests.neotopia.exercised import EVERYTHING, LATER, exercised
from tests.neotopia.golden import FOLDER, GOLDEN, dumps, path
from tests.neotopia.referee import judge, read

RULES = parse(Path(settings.__file__).with_name("RULES.md").read_text(encoding="utf-8"))
NOT_IN_A_GAME = {"N25", "N26"}  # what a seat may know, how the random player chooses


def stored(name: str) -> list[Any]:
    return read(path(name).read_text(encoding="utf-8"))


def test_every_file_is_a_game_of_the_set() -> None:
    assert {file.stem for file in FOLDER.glob("neotopia*.txt")} == set(GOLDEN)


@pytest.mark.parametrize("name", GOLDEN)
def test_the_kernel_plays_it_line_by_line(name: str) -> None:
    found = [line for line in path(name).read_text(encoding="utf-8").splitlines() if line.startswith("{")]
    for number, (now, then) in enumerate(zip(map(dumps, GOLDEN[name].lines(name)), found, strict=True), 1):
        assert now == then, f"line {number} of {name}"


@pytest.mark.parametrize("name", GOLDEN)
def test_the_referee_finds_no_fault(name: str) -> None:
    assert judge(stored(name)) == []


@pytest.mark.parametrize("name", GOLDEN)
def test_the_referee_would_find_one(name: str) -> None:
    """The golden lines are such that a coin too many anywhere in them is seen."""
    lines = stored(name)
    for number, line in enumerate(lines):
        if "coins" in line:
            wrong = {**line, "coins": [line["coins"][0] + 1, *line["coins"][1:]]}
            assert judge([*lines[:number], wrong, *lines[number + 1 :]]), f"line {number + 1}"


@pytest.mark.parametrize("name", GOLDEN)
def test_every_line_has_its_notes(name: str) -> None:
    lines = path(name).read_text(encoding="utf-8").splitlines()
    for above, line in pairwise(lines):
        if line.startswith("{"):
            json.loads(line)
            assert above.startswith("# ")
        else:
            assert line.startswith("# ") or not line
    golden, head = GOLDEN[name], lines[0]
    assert f"scenario {golden.scenario_name(name)}, seed 8, game {golden.index}" in head


def test_the_notes_name_every_rule_of_a_game() -> None:
    named: set[str] = set()
    for name in GOLDEN:
        for line in path(name).read_text(encoding="utf-8").splitlines():
            named |= set(re.findall(r"\bN\d+\b", line)) if line.startswith("#") else set()
    assert named == set(RULES.ids) - NOT_IN_A_GAME


def test_together_they_show_everything() -> None:
    shown = set().union(*(exercised(stored(name)) for name in GOLDEN))
    assert shown == EVERYTHING | LATER


def test_together_they_have_every_value_of_every_ruling() -> None:
    rules = [stored(name)[0]["rules"] for name in GOLDEN]
    for ruling, values in codes.CHOICES.items():
        assert {line[ruling] for line in rules} == set(values), ruling
    for ruling in ("rotate_start", "secret_parity", "joker_order_bonus"):
        assert {line[ruling] for line in rules} == {False, True}, ruling
    assert {line["jokers"] for line in rules} == {0, 1}
    assert {type(line["removed_suit"]) for line in rules} == {str, int}
    assert {line["order_bonus"] for line in rules if isinstance(line["order_bonus"], str)} == {
        "order",
        "none",
    }
    assert {line["effects"] for line in rules if isinstance(line["effects"], str)} == set(settings.EFFECT_TABLES)
    for ruling in ("order_bonus", "effects"):
        assert any(not isinstance(line[ruling], str) for line in rules), ruling
    for ruling in settings.NeotopiaRules.model_fields:
        usual = settings.defaults()["rules"][ruling]
        assert any(line[ruling] != usual for line in rules), f"{ruling} is {usual} everywhere"
