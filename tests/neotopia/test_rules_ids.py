"""Rule text, rule code, rule test and mutant carry the same ids."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import balance.games.neotopia
from balance.games.rulebook import parse
from tests.interpreted import interpreted_only
from tests.neotopia.test_mutants import MUTANTS
from tests.rule_ids import docstrings, in_order

pytestmark = interpreted_only

GAME = Path(balance.games.neotopia.__file__).parent
LEADING = re.compile(r"((?:N\d+, )*N\d+)[:,] ")  # "N18, N20: who holds …"; a range such as "N1 to N24" is no home
RULES = list(parse((GAME / "RULES.md").read_text(encoding="utf-8")).ids)


def test_rules_are_numbered_one_by_one() -> None:
    assert [f"N{number}" for number in range(1, 27)] == RULES


def test_every_rule_has_a_function() -> None:
    found = set()
    for node, text in docstrings(GAME, "**/*.py"):
        match = LEADING.match(text)
        if isinstance(node, ast.FunctionDef) and match:
            found |= set(match[1].split(", "))
    assert in_order(found) == RULES


def test_every_rule_has_a_test_class() -> None:
    found = set()
    for node, _ in docstrings(Path(__file__).parent, "test_rules_*.py"):
        match = re.match(r"Test(N\d+)[A-Z]", node.name) if isinstance(node, ast.ClassDef) else None
        found |= {match[1]} if match else set()
    assert in_order(found) == RULES


def test_every_rule_has_a_mutant() -> None:
    assert in_order({mutant.rule for mutant in MUTANTS}) == RULES


def test_no_docstring_speaks_of_a_rule_that_is_not() -> None:
    named = {rule for _, text in docstrings(GAME, "**/*.py") for rule in re.findall(r"\bN\d+\b", text)}
    assert named <= set(RULES)
