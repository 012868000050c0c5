"""What every game needs to tell a replay as text: sentences from TOML, tables that suit wide characters."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Collection, Sequence
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "ja")
GAP = "  "  # between two columns


class Words:
    """The sentences of one language, by dotted key; each may have named places in braces."""

    def __init__(self, package: str, language: str, folder: str = "text") -> None:
        """Read ``<folder>/<language>.toml`` of ``package``; ValueError for a language that is not spoken."""
        if language not in LANGUAGES:
            raise ValueError(f"no language {language!r}; known are {', '.join(LANGUAGES)}")
        text = files(package).joinpath(folder, f"{language}.toml").read_text(encoding="utf-8")
        self.sentences = flat(tomllib.loads(text))

    def say(self, key: str, **values: object) -> str:
        """The sentence ``key`` with ``values`` in its places; KeyError if there is none."""
        return self.sentences[key].format(**values)


def flat(table: dict[str, Any], above: str = "") -> dict[str, str]:
    """Nested tables of text as one, by dotted key."""
    found: dict[str, str] = {}
    for key, value in table.items():
        found |= flat(value, f"{above}{key}.") if isinstance(value, dict) else {f"{above}{key}": value}
    return found


def width(text: str) -> int:
    """Columns that ``text`` takes on a terminal: two for a wide (CJK) character, none for a combining one."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """``text`` filled with blanks to so many columns; ``right`` puts it at their right end."""
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


def table(head: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """The lines of a table under its head and a rule; the columns numbered in ``right`` are right-aligned."""
    sizes = [max(map(width, column)) for column in zip(head, *rows, strict=True)]
    lines = [
        GAP.join(pad(cell, sizes[n], right=n in right) for n, cell in enumerate(row)).rstrip() for row in (head, *rows)
    ]
    return [lines[0], "-" * (sum(sizes) + len(GAP) * (len(sizes) - 1)), *lines[1:]]
