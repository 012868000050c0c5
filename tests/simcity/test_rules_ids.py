"""Rule text, rule code and rule test carry the same ids."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import balance.games.simcity
from balance.games.rulebook import parse
from tests.interpreted import interpreted_only
from tests.rule_ids import docstrings, in_order
from tests.simcity.mutants import MUTANTS

pytestmark = interpreted_only

GAME = Path(balance.games.simcity.__file__).parent
LEADING = re.compile(r"((?:S\d+, )*S\d+)\b")  # "S13, S17: …", "S29 a, d: …"
RANGE = re.compile(r"S(\d+) to S(\d+)")  # the first words of a module, e.g. "S14 to S18: …"
BRACKETS = re.compile(r"\(S(\d+)\)")
RULES = list(parse((GAME / "RULES.md").read_text(encoding="utf-8")).ids)


def test_rules_are_numbered_one_by_one() -> None:
    assert [f"S{number}" for number in range(1, 34)] == RULES


def test_every_rule_has_a_home() -> None:
    """A function or a module whose docstring begins with its id, or names it in brackets."""
    found: set[str] = set()
    for node, text in docstrings(GAME, "**/*.py"):
        leading, span = LEADING.match(text), RANGE.match(text)
        if leading and not span:
            found |= set(leading[1].split(", "))
        if span and isinstance(node, ast.Module):
            found |= {f"S{number}" for number in range(int(span[1]), int(span[2]) + 1)}
        found |= {f"S{number}" for number in BRACKETS.findall(text)}
    assert in_order(found) == RULES


def test_every_rule_has_a_test_class() -> None:
    found = set()
    for node, _ in docstrings(Path(__file__).parent, "test_rules_*.py"):
        match = re.match(r"Test(S\d+)[A-Z]", node.name) if isinstance(node, ast.ClassDef) else None
        found |= {match[1]} if match else set()
    assert in_order(found) == RULES


def test_every_rule_has_a_mutant() -> None:
    assert in_order({mutant.rule for mutant in MUTANTS}) == RULES


def test_no_docstring_speaks_of_a_rule_that_is_not() -> None:
    named = {rule for _, text in docstrings(GAME, "**/*.py") for rule in re.findall(r"\bS\d+\b", text)}
    assert named <= set(RULES)
