"""Toy scenarios with expectations, for the tests of checks and baselines."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from balance.experiment import baseline, comparison, deciding, together
from balance.experiment import plan as planning
from balance.experiment.deciding import Checked
from balance.experiment.expectations import claims_of
from balance.experiment.plan import Plan
from balance.report import check as reporting
from tests.experiment.planned import toy_scenario
from tests.experiment.toys import by_strength, toy

STRENGTH = {"strong": 3.0, "weak": 1.0}
FAIR = {"strong": 1.0, "weak": 1.0}


def expecting(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of ``[[expect]]`` with its defaults, as a scenario holds it."""
    return {"where": {}, "level": "error", "undecided": "fail", **row}


def toy_plan(
    monkeypatch: pytest.MonkeyPatch,
    games: int,
    *rows: Mapping[str, Any],
    strength: Mapping[str, float] = STRENGTH,
    seed: int = 8,
    folder: Path = Path(),
    lineup: Sequence[str] = ("strong", "weak"),
    **more: Any,
) -> Plan:
    """A plan of a toy whose seats win in proportion to their player's strength; at two seats 3/4 to 1/4."""
    game = dataclasses.replace(toy(list(strength), len(lineup), by_strength(strength)), **more)
    for module, name in (
        (planning, "load"),
        (baseline, "load_game"),
        (comparison, "load_game"),
        (together, "load_game"),
        (reporting, "load_game"),
    ):
        monkeypatch.setattr(module, name, lambda name: game)
    scenario = toy_scenario(lineup, games)
    expect = tuple(map(expecting, rows))
    return planning.plan(dataclasses.replace(scenario, expect=expect, seed=seed, expect_folder=folder))


def checked(*planned: Plan, **how: Any) -> list[Checked]:
    """Plans checked on one thread."""
    return deciding.check(deciding.prepared(planned, [claims_of(each) for each in planned]), threads=1, **how)


Check = Callable[..., list[Checked]]
