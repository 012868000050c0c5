"""Every wrong version of a rule is caught by the rule test that is there for it, which the right version passes."""

from __future__ import annotations

import importlib
import sys

import pytest

from tests.interpreted import interpreted_only
from tests.simcity import mutants
from tests.simcity.mutants import MUTANTS, Mutant

pytestmark = interpreted_only


def mutate(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> int:
    """Put the wrong version wherever the right one was imported, but where mutants are made.

    Returns in how many modules it was.
    """
    module, name = mutant.function.rsplit(".", 1)
    right = getattr(importlib.import_module(f"balance.games.simcity.{module}"), name)
    places = 0
    for loaded in list(sys.modules.values()):
        ours = getattr(loaded, "__name__", "").startswith(("balance.", "tests."))
        if ours and loaded is not mutants and vars(loaded).get(name) is right:
            monkeypatch.setattr(loaded, name, mutant.wrong)
            places += 1
    return places


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_a_rule_test_catches(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    mutant.check()
    assert mutate(mutant, monkeypatch) > 0
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        mutant.check()
