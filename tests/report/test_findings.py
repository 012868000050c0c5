"""The pages of findings: every question can be asked, every answer is there, and cells say what a command printed."""

from __future__ import annotations

import importlib.util
import shlex
import sys
from pathlib import Path
from types import ModuleType

import pytest

from balance.experiment.scenario import load
from balance.experiment.together import all_metrics
from balance.games import load as load_game

DOCS = Path(__file__).resolve().parents[2] / "docs"


def _maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_findings", DOCS / "make_findings.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


MAKER = _maker()
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in MAKER.PAGES}
ASKS = [(name, ask) for name, page in PAGES.items() for ask in MAKER.asks(page)]


def test_both_games_have_a_page() -> None:
    assert set(PAGES) == {"findings-neotopia", "findings-simcity"}


@pytest.mark.parametrize(("name", "ask"), ASKS, ids=[f"{name}: {ask.command}" for name, ask in ASKS])
def test_question_can_be_asked(name: str, ask: object) -> None:
    for _, command in ask.commands():  # type: ignore[attr-defined]
        balance, kind, *words = shlex.split(command)
        assert balance == "balance" and kind in MAKER.KINDS
        for scenario in (load(word) for word in words if word.startswith(("neotopia/", "simcity/"))):
            known = {metric.name for metric in all_metrics(load_game(scenario.game))}
            assert {wanted.metric for wanted in ask.wanted} <= known  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", PAGES)
def test_every_question_is_answered(name: str) -> None:
    for match in MAKER.BLOCK.finditer(PAGES[name]):
        ask = MAKER.Ask.read(match["ask"])
        rows = [line for line in match["made"].splitlines() if line.startswith("| ")]
        assert f"`{ask.command}`: " in match["made"]
        assert len(rows) >= 2 + max(1, len(ask.wanted))


def test_no_figure_is_typed_by_hand() -> None:
    for page in PAGES.values():
        prose = MAKER.BLOCK.sub("", page).split("## 1.")[1]
        assert "%" not in prose and " pp" not in prose


def test_braces_stand_for_one_command_each() -> None:
    ask = MAKER.Ask.read("balance run a/{x,y} --games 8\nupset joker=with\nmargin")
    assert ask.commands() == [("x", "balance run a/x --games 8"), ("y", "balance run a/y --games 8")]
    assert [(each.metric, dict(each.keys)) for each in ask.wanted] == [("upset", {"joker": "with"}), ("margin", {})]


def test_a_comparison_judges_what_is_shown() -> None:
    ask = MAKER.Ask.read("balance compare a b\nupset joker=with\nupset joker=without\nmargin")
    assert ask.command == "balance compare a b --metrics upset,margin"


def _difference(**more: object) -> dict[str, object]:
    row = {"variant": 0, "metric": "draws", "where": {}, "unit": "share", "base": 0.25, "difference": 0.031}
    row |= {"games_saved": None}
    return {**row, "low": 0.021, "high": 0.041, "verdict": "unbalanced", **more}


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({}, "+3.1 pp \\[2.1–4.1 pp\\] changed"),
        ({"difference": -0.031, "low": -0.05, "high": -0.012}, "−3.1 pp \\[−5.0 – −1.2 pp\\] changed"),
        ({"verdict": "undecided"}, "+3.1 pp \\[2.1–4.1 pp\\] undecided"),
        ({"difference": None}, "–"),
    ],
)
def test_difference(more: dict[str, object], words: str) -> None:
    document = {"game": "neotopia", "base": {"title": "A"}, "variants": [{"title": "B"}], "across": None}
    document["differences"] = [_difference(**more)]
    lines = MAKER.by_comparison(MAKER.Ask.read("balance compare a b\ndraws"), [("", document)])
    assert lines == ["| measure | A | B |", "| --- | ---: | ---: |", f"| shared wins | 25.0% | {words} |"]


def test_what_pairing_saves() -> None:
    document = {"game": "neotopia", "base": {"title": "A"}, "variants": [{"title": "B"}], "across": None}
    document["differences"] = [_difference(games_saved=saved) for saved in (0.5, None, 0.25, -0.0625)]
    lines = MAKER.by_comparison(MAKER.Ask.read("balance compare a b\ndraws"), [("", document)])
    assert lines[-1].startswith("Same deals on both sides save 25% of the games") and lines[-1].endswith(
        "(−6% to 50%)."
    )


def test_line_ups_in_which_it_holds() -> None:
    claim = {"variant": 0, "metric": "draws", "where": {}, "holds": 2, "against": 1, "found": [1, 2, 3]}
    document = {"game": "neotopia", "base": {"title": "A"}, "variants": [{"title": "B"}], "across": {"claims": [claim]}}
    document["differences"] = [_difference()]
    lines = MAKER.by_comparison(MAKER.Ask.read("balance compare a b\ndraws"), [("", document)])
    assert lines[-1].endswith("changed (holds in 2 of 3 line-ups, against 1) |")
