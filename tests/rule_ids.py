"""What the tests of rule ids share: docstrings of a folder's code, and ids in the order of their numbers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path


def docstrings(folder: Path, pattern: str) -> Iterator[tuple[ast.AST, str]]:
    """Every function, class and module of the files with its docstring."""
    for path in sorted(folder.glob(pattern)):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                yield node, ast.get_docstring(node) or ""


def in_order(ids: set[str]) -> list[str]:
    """Ids such as "N7" by their numbers."""
    return sorted(ids, key=lambda rule: int(rule[1:]))
