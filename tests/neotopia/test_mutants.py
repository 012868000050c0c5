"""Every wrong version of a rule is caught, and by the check that is there for it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.interpreted import interpreted_only
from tests.neotopia import mutants, mutants_settlement, mutants_skills
from tests.neotopia.games import play
from tests.neotopia.mutants import TURNS, Mutant
from tests.neotopia.mutants_settlement import SETTLEMENT
from tests.neotopia.mutants_skills import SKILLS
from tests.neotopia.referee import judge

pytestmark = interpreted_only

MUTANTS = [*TURNS, *SKILLS, *SETTLEMENT]
MADE_IN = (mutants, mutants_skills, mutants_settlement)
SEED = 8
BY_REFEREE = [mutant for mutant in MUTANTS if mutant.check is None]
BY_TEST = [mutant for mutant in MUTANTS if mutant.check is not None]


def function_of(mutant: Mutant) -> tuple[str, Callable[..., Any]]:
    """Name and right version of the function that a mutant replaces."""
    module, name = mutant.function.rsplit(".", 1)
    return name, getattr(importlib.import_module(f"balance.games.neotopia.{module}"), name)


def mutate(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> int:
    """Put the wrong version wherever the right one was imported, but where mutants are made.

    Returns in how many modules it was.
    """
    name, right = function_of(mutant)
    places = 0
    for module in list(sys.modules.values()):
        ours = getattr(module, "__name__", "").startswith(("balance.", "tests."))
        if ours and module not in MADE_IN and vars(module).get(name) is right:
            monkeypatch.setattr(module, name, mutant.wrong)
            places += 1
    return places


def areas(mutant: Mutant, index: int) -> set[str]:
    """The areas of the faults that the referee finds in one game; of a game that breaks off, none."""
    lines = play(mutant.rulings, players=mutant.players, seed=SEED, index=index)
    return {fault.area for fault in judge(lines)}


@pytest.mark.parametrize("mutant", BY_REFEREE, ids=str)
def test_the_referee_catches(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    assert mutate(mutant, monkeypatch) > 0
    found: list[set[str]] = []
    while mutant.area not in set().union(*found) and len(found) < mutant.games:
        found.append(areas(mutant, len(found)))
    assert mutant.area in set().union(*found), found


@pytest.mark.parametrize("mutant", BY_TEST, ids=str)
def test_a_rule_test_catches(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    assert mutant.check is not None
    assert mutate(mutant, monkeypatch) > 0
    with pytest.raises(AssertionError):
        mutant.check()


@pytest.mark.parametrize("rulings", list({str(m.rulings): m for m in BY_REFEREE}.values()), ids=lambda m: m.rule)
def test_the_right_rules_pass(rulings: Mutant) -> None:
    """The games in which mutants are caught are faultless without them."""
    assert areas(rulings, 0) == set()
