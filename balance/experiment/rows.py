"""The facts of every game as Parquet, one file a table and chunk, for questions that no metric asks.

``rows/seats/000000000000-000000002048.parquet`` holds the table ``seats`` of games 0 to 2,047: the keys
``game``, ``block``, ``rotation`` and those of the table, then its columns.  Metadata of the file say which
scenario and schema it is of, those of a column its meaning and unit.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from balance.errors import UserError
from balance.experiment.engine import Engine
from balance.experiment.ledger import Ledger
from balance.experiment.plan import Chunk
from balance.experiment.threads import work_through
from balance.kernel.record import Table

ROWS = "rows"
SCHEMA_VERSION = 1
KEYS = {
    "game": ("number of the game in the run, from 0", "games"),
    "block": ("number of the deal", "blocks"),
    "rotation": ("which rotation of the line-up the game is", ""),
}


def check_parquet() -> None:
    """Raise UserError where Parquet cannot be written."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise UserError("needs pyarrow; install it with: pip install pyarrow", place="--rows") from None


def file_name(chunk: Chunk, games_per_block: int) -> str:
    """Name of a chunk's files: its first game, and the one behind its last."""
    first = chunk.first_block * games_per_block
    return f"{first:012d}-{first + chunk.blocks * games_per_block:012d}.parquet"


class RowWriter:
    """Writes the rows of a plan's chunks below a folder."""

    def __init__(self, engine: Engine, digests: Mapping[str, str], folder: Path) -> None:
        self.engine = engine
        self.folder = folder
        scenario = engine.plan.scenario
        self.about = {
            "schema_version": str(SCHEMA_VERSION),
            "scenario": scenario.name,
            "scenario_digest": scenario.digest(),
            "digests": json.dumps(dict(digests), sort_keys=True),
            "game": scenario.game,
            "seed": str(scenario.seed),
        }

    def name(self, chunk: Chunk) -> str:
        return file_name(chunk, self.engine.plan.games_per_block)

    def missing(self, ledger: Ledger, places: Iterable[Path]) -> list[Chunk]:
        """The chunks of a ledger's share of which not every table lies in one of the places."""
        found = [place for place in places if place.is_dir()]

        def there(chunk: Chunk) -> bool:
            return all(any((place / name / self.name(chunk)).is_file() for place in found) for name in self.tables)

        return [ledger.chunks[place] for place in ledger.range if not there(ledger.chunks[place])]

    @property
    def tables(self) -> Mapping[str, Table]:
        return self.engine.code.tables

    def write(self, chunk: Chunk) -> None:
        """Play a chunk and write its rows.  Raises OSError."""
        per_block = self.engine.plan.games_per_block
        first = chunk.first_block * per_block
        facts = self.engine.facts(chunk.blocks * per_block)
        self.engine.play(first, facts)
        for name, table in self.tables.items():
            self._write_table(name, table, facts[name], first, self.name(chunk))

    def _write_table(self, name: str, table: Table, facts: np.ndarray, first: int, file: str) -> None:
        import pyarrow as arrow
        import pyarrow.parquet as parquet

        columns = self._columns(table, facts, first)
        fields = [
            arrow.field(key, array.type, metadata={"meaning": meaning, "unit": unit})
            for key, (array, meaning, unit) in columns.items()
        ]
        schema = arrow.schema(fields, metadata=self.about | {"table": name})
        content = arrow.table([array for array, _, _ in columns.values()], schema=schema)
        folder = self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=".", dir=folder)
        os.close(handle)
        try:
            parquet.write_table(content, temporary, compression="zstd")
            os.chmod(temporary, 0o644)
            os.replace(temporary, folder / file)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise

    def _columns(self, table: Table, facts: np.ndarray, first: int) -> dict[str, tuple[Any, str, str]]:
        """Arrow array, meaning and unit of each key and column; numbers as narrow as they may be."""
        import pyarrow as arrow

        games = np.arange(first, first + len(facts))
        block, rotation = np.divmod(games, self.engine.plan.games_per_block)
        shape = facts.shape
        found: dict[str, tuple[Any, str, str]] = {}
        for key, numbers in zip(KEYS, (games, block, rotation), strict=True):
            spread = np.broadcast_to(numbers.reshape(-1, *(1 for _ in shape[1:])), shape).reshape(-1)
            found[key] = (arrow.array(spread), *KEYS[key])
        for at, axis in enumerate(table.axes, 1):
            labels = self.engine.axes[axis]
            keys = np.array([int(label) for label in labels] if all(map(str.isdigit, labels)) else labels)
            spread = np.broadcast_to(keys.reshape(-1, *(1 for _ in shape[at + 1 :])), shape).reshape(-1)
            found[axis] = (arrow.array(spread), f"key: {axis}", "")
        flat = np.ascontiguousarray(facts).view(np.int64).reshape(-1, len(table.names))
        described = [(column.meaning, column.unit) for column in table.columns for _ in (column.labels or ("",))]
        for at, (name, (meaning, unit)) in enumerate(zip(table.names, described, strict=True)):
            found[name] = (arrow.array(np.ascontiguousarray(flat[:, at])), meaning, unit)
        return found


def write_missing(writer: RowWriter, chunks: list[Chunk], threads: int | None) -> bool:
    """Write the rows of some chunks on some threads.  Returns whether all are written; Ctrl-C stops in between."""
    import pyarrow as arrow

    arrow.set_cpu_count(1)  # the threads are ours
    done = work_through(len(chunks), lambda place: writer.write(chunks[place]), lambda place, result: None, threads)
    return done == len(chunks)


def carry(places: Iterable[Path], target: Path, names: set[str]) -> None:
    """Bring the files of these names from the places into ``target``, without a second copy where links work."""
    for place in places:
        for path in sorted(place.glob("*/*.parquet")) if place.is_dir() else []:
            new = target / path.parent.name / path.name
            if path.name not in names or new.exists():
                continue
            new.parent.mkdir(parents=True, exist_ok=True)
            try:
                os.link(path, new)
            except OSError:
                shutil.copyfile(path, new)
