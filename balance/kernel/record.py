"""Records of compiled code, and the named integer tables (facts) that a game writes.

A state is one nested structured record, so that ``state.seats[p].coins`` reads the same compiled and
interpreted.  Fields are int64 (small integers wrap silently) and must not be named like a method of
``ndarray`` (``round``, ``sum``, …), which would shadow them when interpreted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

I64 = np.int64


def record(*fields: tuple[Any, ...] | str) -> np.dtype:
    """Record dtype of ``fields``: a bare name is an int64, else ``(name, dtype)`` or ``(name, dtype, shape)``."""
    rows = [(field, I64) if isinstance(field, str) else field for field in fields]
    clash = [row[0] for row in rows if hasattr(np.ndarray, row[0])]
    if clash:
        raise ValueError(f"field names shadow ndarray methods: {', '.join(clash)}")
    return np.dtype((np.record, np.dtype(rows, align=True)))


def blank(dtype: np.dtype) -> Any:
    """One zeroed record of ``dtype``."""
    return np.zeros(1, dtype)[0]


@dataclass(frozen=True)
class Column:
    """One named integer of a fact table, or one for each label (``labels`` makes a sub-array)."""

    name: str
    meaning: str
    unit: str
    labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """Facts with one key: ``axes`` beside the game, such as ``("seat", "round")``; every cell an int64."""

    name: str
    axes: tuple[str, ...]
    columns: tuple[Column, ...]

    @cached_property
    def dtype(self) -> np.dtype:
        return record(*((c.name, I64, (len(c.labels),)) if c.labels else (c.name, I64) for c in self.columns))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Flat column names in memory order; a labelled column gives ``name.label`` for each label."""
        return tuple(name for c in self.columns for name in ([f"{c.name}.{label}" for label in c.labels] or [c.name]))

    def index(self, name: str) -> int:
        """Place of a flat column name."""
        if name not in self.names:
            raise KeyError(f"table {self.name} has no column {name}")
        return self.names.index(name)

    def allocate(self, games: int, sizes: Mapping[str, int]) -> np.ndarray:
        """Zeroed facts of ``games`` games: records shaped (games, *axes)."""
        return np.zeros((games, *(sizes[axis] for axis in self.axes)), self.dtype)

    def place(self, facts: np.ndarray, memory: int) -> Place:
        """Where this table's ``facts`` lie in a flat int64 view of the array that owns them."""
        owner = facts if facts.base is None else facts.base
        step = I64().itemsize
        start = facts.__array_interface__["data"][0] - owner.__array_interface__["data"][0]
        game, first, second = (*(stride // step for stride in facts.strides), 0, 0)[:3]
        return Place(memory, start // step, game, first, second)


@dataclass(frozen=True)
class Place:
    """Where a table lies in memory number ``memory``: its start, and the steps of game and axes, in int64."""

    memory: int
    start: int
    game: int
    first: int
    second: int


@dataclass(frozen=True)
class Facts:
    """The facts of some games: ``books``, one record a game, as the kernel writes them, and each table of it.

    A table is a view of the records: the part that this number of seats, rounds, … uses.  Fields of the book
    are the tables' keys in ``tables``; ``facts["seats"]["score"]`` is int64[games, seats].
    """

    books: np.ndarray
    tables: Mapping[str, np.ndarray]

    def __getitem__(self, name: str) -> np.ndarray:
        return self.tables[name]

    @property
    def memory(self) -> np.ndarray:
        """All facts as flat int64."""
        return self.books.view(I64)


def new_facts(book: np.dtype, tables: Mapping[str, Table], games: int, sizes: Mapping[str, int]) -> Facts:
    """Zeroed facts of ``games`` games; ``sizes`` gives the length of each axis."""
    books = np.zeros(games, book)
    views = {
        name: books[name][(slice(None), *(slice(sizes[axis]) for axis in table.axes))] for name, table in tables.items()
    }
    return Facts(books, views)


def columns(rows: Iterable[tuple[str, ...]]) -> tuple[Column, ...]:
    """Columns from ``(name, meaning, unit[, labels])`` rows; labels are separated by blanks."""
    return tuple(Column(row[0], row[1], row[2], tuple(row[3].split()) if len(row) > 3 else ()) for row in rows)
