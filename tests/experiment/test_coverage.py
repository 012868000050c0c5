"""Rulebook coverage of a toy whose firings and switches are known by hand."""

from __future__ import annotations

import dataclasses
import json
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from balance import games
from balance.errors import UserError
from balance.experiment import plan as planning
from balance.experiment.coverage import Covered, Firing, Switch, cover, study
from balance.experiment.firing import pieces_of
from balance.experiment.scenario import Scenario
from balance.report.coverage import CoverageReport
from balance.report.coverage_json import document
from tests.experiment.planned import toy_scenario

SCHEMA = json.loads(files("balance.experiment").joinpath("coverage.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "rulebook_toy", "tests.experiment.rulebook_toy:GAME")


def scenario(number: int = 40, name: str = "one", bonus: int = 5) -> Scenario:
    made = toy_scenario(("a", "a"), number)
    rules = {"bonus": bonus, "idle": 1}
    return dataclasses.replace(made, game="rulebook_toy", name=name, file=Path(f"{name}.toml"), rules=rules)


def covered(*scenarios: Scenario, fired_only: bool = False, threads: int = 1) -> Covered:
    return cover(study(scenarios or [scenario()], fired_only=fired_only), threads)


def row(found: Covered, key: str) -> Firing:
    return next(each for each in found.rows if each.id == key)


def switch(found: Covered, name: str) -> Switch:
    return next(each for each in found.switches if each.thing.name == name)


def test_what_fired_and_how_often() -> None:
    found = covered()
    assert [(each.id, each.source, each.games, each.fired, each.times) for each in found.rows] == [
        ("T1", "facts", 40, 20, 20),
        ("T2", "facts", 40, 10, 10),
        ("T3", "facts", 40, 0, 0),
        ("T4", "facts", 40, 40, 40),
        ("acts", "traces", 40, 8, 16),
    ]
    assert row(found, "acts").share.value == 0.2 and row(found, "acts").is_clause


def test_what_mattered() -> None:
    """Without the bonus 20 of 40 scores differ and no winner; with 50 seat 0 wins these 20; idle does nothing."""
    found = covered()
    assert [each.thing.name for each in found.switches] == ["bonus=0", "bonus=50", "idle=0"]  # no card, nothing fixed
    assert [(each.changed, each.mattered.value, each.winner.value) for each in found.switches] == [
        (20, 0.5, 0.0),
        (20, 0.5, 0.5),
        (0, 0.0, 0.0),
    ]
    assert [found.verdict(each) for each in found.rows] == [
        "mattered",
        "never_mattered",
        "never_fired",
        "fixed",
        "fixed",
    ]


def test_what_was_never_seen_gets_a_one_sided_bound() -> None:
    """20 deals without one: 1 − 0.05^(1/20) = 13.9%."""
    found = covered()
    for estimate in (row(found, "T3").share, switch(found, "idle=0").mattered):
        assert (estimate.value, estimate.low) == (0.0, 0.0)
        assert estimate.high == pytest.approx(1 - 0.05 ** (1 / 20))


def test_scenarios_are_added_up() -> None:
    """In the second the bonus is 0 already: it can only be switched to 50 there, which changes all even games."""
    found = covered(scenario(40), scenario(20, "two", 0))
    assert row(found, "T1").by_scenario == (20, 10) and row(found, "T1").games == 60
    assert (switch(found, "bonus=50").games, switch(found, "bonus=50").changed) == (60, 30)
    assert (switch(found, "bonus=0").changed, switch(found, "idle=0").blocks) == (20, 30)
    assert switch(found, "idle=0").scenarios == ("one", "two")


def test_nothing_depends_on_threads_or_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    before = document(covered(scenario(3000)), "0" * 64)
    assert document(covered(scenario(3000), threads=3), "0" * 64) == before
    game = dataclasses.replace(games.load("rulebook_toy"), chunk_games=4)
    monkeypatch.setattr(planning, "load", lambda name: game)
    assert document(covered(scenario(3000)), "0" * 64) == before


def test_pieces_hold_whole_batches_or_batches_whole_pieces() -> None:
    for number, sides in ((40, 1), (5000, 3), (5000, 90)):
        (planned,) = study([scenario(number)], fired_only=True)
        pieces = pieces_of(planned.base, sides)
        assert sum(piece.blocks for piece in pieces) == planned.base.blocks
        size, batch = pieces[0].blocks, planned.base.batch_blocks
        assert len(pieces) == 1 or size % batch == 0 or batch % size == 0


def test_fired_only() -> None:
    found = covered(fired_only=True)
    assert found.switches == () and row(found, "T1").fired == 20
    assert found.verdict(row(found, "T4")) == "fired" and found.verdict(row(found, "T3")) == "never_fired"


def test_refused() -> None:
    with pytest.raises(UserError, match="2 games are one deal"):
        study([scenario(2)])
    with pytest.raises(UserError, match="is named twice"):
        study([scenario(), scenario()])
    with pytest.raises(UserError, match=r"is a scenario of neotopia, but one is one of rulebook_toy"):
        study([scenario(), dataclasses.replace(scenario(name="two"), game="neotopia")])


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_report_says_it(lang: str) -> None:
    found = covered()
    jsonschema.Draft202012Validator(SCHEMA).validate(document(found, "0" * 64))
    telling = CoverageReport(found, lang)
    never, all_clauses = telling.fired_findings()
    assert "T3" in never.pieces and "40" in never.pieces
    assert all_clauses.pieces[1] == "1"
    idle, *matters = telling.mattered_findings()
    assert any(("T2" in str(piece) and "idle" in str(piece)) or "無為" in str(piece) for piece in idle.pieces)
    assert len(matters) == 2 and "T1" in matters[0].pieces
    rules, clauses, switches = telling.sections
    assert rules.table is not None and switches.table is not None
    assert [line[-1] for line in switches.table.rows] == [
        telling.say(f"verdict.{verdict}") for verdict in ("mattered", "mattered", "never_mattered")
    ]
    assert [section.pictures[0].key for section in (rules, clauses)] == ["rules", "clauses"]
    only = CoverageReport(covered(fired_only=True), lang)
    assert only.mattered_findings()[0].pieces == (only.say("finding.not_asked"),)
    assert len(only.sections) == 2 and len(only.sections[0].pictures[0].chart.panels) == 1
