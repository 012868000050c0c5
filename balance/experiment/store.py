"""The run folder: manifest, batch table, metrics and summary; written whole or not at all.

manifest.json   what was played: scenario resolved, digests, versions, seed, when, state
batches.npz     the batch table, from which every number can be computed again
metrics.csv     the table of metrics, one row for each metric and group
summary.json    the same as one document, with the published schema
report.html …   drawn from these by `balance report`
example.jsonl   the trace of the game that the report shows, if the game shows one
parts/          sums of some blocks: of a last, shorter chunk, or of a share of the games (`experiment.pieces`)
running/        while games are played: the lock, a manifest, and parts of what is finished
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.errors import UserError
from balance.experiment.archive import Damaged, packed, read_arrays
from balance.experiment.manifest import MANIFEST, MANIFEST_KEYS, manifest_of, read_manifest, to_json
from balance.experiment.placing import RUNNING, check_target, fresh_folder, recover
from balance.games import load as load_game
from balance.metrics.estimate import Sums
from balance.stats.batches import BatchTable

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "MANIFEST",
    "MANIFEST_KEYS",
    "Run",
    "check_target",
    "fresh_folder",
    "manifest_of",
    "read_batches",
    "read_tables",
    "save",
    "summary_of",
    "to_json",
]

BATCHES, METRICS, SUMMARY = "batches.npz", "metrics.csv", "summary.json"
EXAMPLE = "example.jsonl"  # where the game has one
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?")
FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True)
class Run:
    """A finished (or interrupted) run: what was played, and its table of metrics.

    ``metrics`` has the columns of `metrics.estimate.COLUMNS`; ``where`` is a dict.
    """

    manifest: Mapping[str, Any]
    metrics: pd.DataFrame
    sums: Sums
    example: Sequence[Mapping[str, Any]] = ()  # the trace of a game that the report shows

    @property
    def scenario(self) -> Mapping[str, Any]:
        """The scenario as it was resolved."""
        return self.manifest["scenario"]

    @property
    def game(self) -> Any:
        return load_game(self.scenario["game"])


def summary_of(run: Run) -> dict[str, Any]:
    """The content of ``summary.json``: one row for each metric and group, missing values null."""
    keep = ("metric", "where", "value", "low", "high", "games", "blocks", "unit", "note")
    rows = [{name: row[name] for name in keep} for row in run.metrics.to_dict("records")]
    return {
        "schema_version": 1,
        "scenario": run.scenario["name"],
        "title": run.scenario["title"],
        "game": run.scenario["game"],
        "state": run.manifest["state"],
        "games": run.manifest["games"],
        "blocks": run.manifest["blocks"],
        "games_per_block": run.manifest["games_per_block"],
        "seed": run.scenario["seed"],
        "players": run.scenario["players"],
        "seats": run.scenario["seats"],
        "rules": run.scenario["rules"],
        "metrics": rows,
    }


def save(run: Run, folder: Path) -> None:
    """Write the tables of a run into an existing folder."""
    (folder / MANIFEST).write_text(to_json(run.manifest), encoding="utf-8")
    (folder / BATCHES).write_bytes(packed(run.sums.table.to_arrays()))
    (folder / SUMMARY).write_text(to_json(summary_of(run)), encoding="utf-8")
    if run.example:
        rows = [json.dumps(line, ensure_ascii=False) + "\n" for line in run.example]
        (folder / EXAMPLE).write_text("".join(rows), encoding="utf-8")
    flat = run.metrics.assign(where=[describe(where) for where in run.metrics["where"]])
    texts = {name: harmless_row(flat[name]) for name in ("metric", "where", "unit", "note")}
    flat.assign(**texts).to_csv(folder / METRICS, index=False)


def harmless(cell: str) -> str:
    """A text that no spreadsheet takes for a formula, even where a name begins like one; a number stays one."""
    return f"'{cell}" if cell.startswith(FORMULA) and not NUMBER.fullmatch(cell) else cell


def harmless_row(cells: Iterable[Any]) -> list[Any]:
    """A row of a CSV file, its texts made harmless; numbers stay."""
    return [harmless(cell) if isinstance(cell, str) else cell for cell in cells]


def describe(where: Mapping[str, Any]) -> str:
    """Keys of a row in one cell: ``seat=1;t=2``."""
    return ";".join(f"{name}={value}" for name, value in where.items())


def read_tables(folder: Path) -> tuple[dict[str, Any], BatchTable]:
    """The manifest and the batch table of a run folder.  Raises UserError that says what is damaged."""
    recover(folder)
    if not folder.is_dir():
        raise UserError("is no run folder; give one that `balance run` left", file=folder)
    if not (folder / MANIFEST).is_file() and (folder / RUNNING).is_dir():
        raise UserError(f"is not finished; go on with: balance run --resume {folder}", file=folder)
    for name in (MANIFEST, BATCHES):
        if not (folder / name).is_file():
            if name == BATCHES and (folder / MANIFEST).is_file() and read_manifest(folder)["share"] != [1, 1]:
                raise UserError("holds a share of the games; join all with: balance merge DIR… --out DIR", file=folder)
            raise UserError(f"has no {name}, so it is no finished run; play it again", file=folder)
    return read_manifest(folder), read_batches(folder)


def read_batches(folder: Path) -> BatchTable:
    """The batch table of a run folder.  Raises UserError."""
    path = folder / BATCHES
    try:
        return BatchTable.from_arrays(read_arrays(path))
    except (Damaged, UserError) as error:
        raise UserError(f"is damaged ({error}); play the scenario again", file=path) from None
