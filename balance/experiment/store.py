"""The run folder: manifest, batch table, metrics and summary; written whole or not at all.

manifest.json   what was played: scenario resolved, digests, versions, seed, when, state
batches.npz     the batch table, from which every number can be computed again
metrics.csv     the table of metrics, one row for each metric and group
summary.json    the same as one document, with the published schema
report.html …   drawn from these by `balance report`
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from balance.errors import UserError
from balance.experiment.plan import Plan
from balance.games import load as load_game
from balance.metrics.estimate import Sums
from balance.stats.batches import BatchTable

MANIFEST_VERSION = 1
MANIFEST, BATCHES, METRICS, SUMMARY = "manifest.json", "batches.npz", "metrics.csv", "summary.json"
MANIFEST_KEYS = (
    *("manifest_version", "state", "scenario", "digest", "game_version", "games", "blocks", "games_per_block"),
    *("seats_alike", "strategies", "notes", "differences", "started", "seconds", "threads", "versions", "machine"),
)
STATES = ("finished", "interrupted")
VERSIONED = ("numpy", "pandas", "numba", "scipy", "matplotlib")
LARGEST_FILE = 256 * 2**20


@dataclass(frozen=True)
class Run:
    """A finished (or interrupted) run: what was played, and its table of metrics.

    ``metrics`` has the columns of `metrics.estimate.COLUMNS`; ``where`` is a dict.
    """

    manifest: Mapping[str, Any]
    metrics: pd.DataFrame
    sums: Sums

    @property
    def scenario(self) -> Mapping[str, Any]:
        """The scenario as it was resolved."""
        return self.manifest["scenario"]

    @property
    def game(self) -> Any:
        return load_game(self.scenario["game"])


def manifest_of(
    plan: Plan, sums: Sums, started: datetime, seconds: float, threads: int, *, whole: bool
) -> dict[str, Any]:
    """Everything that is needed to know, or to repeat, what was played."""
    scenario = plan.scenario
    return {
        "manifest_version": MANIFEST_VERSION,
        "state": "finished" if whole else "interrupted",
        "scenario": scenario.resolved(),
        "digest": scenario.digest(),
        "game_version": plan.game.version,
        "games": sums.games,
        "blocks": sums.blocks,
        "games_per_block": sums.games_per_block,
        "seats_alike": plan.alike,
        "strategies": list(plan.strategies),
        "notes": plan.game.settings.notes(plan.model, scenario.players),
        "differences": [list(each) for each in plan.game.settings.differences(scenario.rules, scenario.players)],
        "started": started.astimezone(UTC).isoformat(timespec="seconds"),
        "seconds": round(seconds, 3),
        "threads": threads,
        "versions": {name: _version(name) for name in ("tabletop-balance", *VERSIONED)},
        "machine": {"python": platform.python_version(), "system": platform.system(), "cpus": os.cpu_count()},
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


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


def to_json(document: Any) -> str:
    """Canonical, readable JSON without NaN."""
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def save(run: Run, folder: Path) -> None:
    """Write the tables of a run into an existing folder."""
    (folder / MANIFEST).write_text(to_json(run.manifest), encoding="utf-8")
    arrays: dict[str, Any] = run.sums.table.to_arrays()
    np.savez_compressed(folder / BATCHES, **arrays)
    (folder / SUMMARY).write_text(to_json(summary_of(run)), encoding="utf-8")
    flat = run.metrics.assign(where=[describe(where) for where in run.metrics["where"]])
    flat.to_csv(folder / METRICS, index=False)


def describe(where: Mapping[str, Any]) -> str:
    """Keys of a row in one cell: ``seat=1;t=2``."""
    return ";".join(f"{name}={value}" for name, value in where.items())


@contextmanager
def fresh_folder(target: Path, digest: str, *, overwrite: bool) -> Iterator[Path]:
    """A temporary folder that becomes ``target`` when all has been written, and vanishes otherwise.

    A run of the same scenario (``digest``) may be replaced; anything else there is an error unless
    ``overwrite``, and what is no run folder is never touched.  Raises UserError.
    """
    _check_target(target, digest, overwrite=overwrite)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    except OSError as error:
        raise UserError(f"cannot be written ({error.strerror}); give another folder with --out", file=target) from None
    try:
        yield partial
        partial.chmod(0o755)
        _put(partial, target)
    except OSError as error:
        raise UserError(f"could not be written ({error.strerror}); nothing was kept", file=target) from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _put(partial: Path, target: Path) -> None:
    """Move a folder to ``target``; what was there goes only when the new one has its place."""
    if not target.exists():
        partial.replace(target)
        return
    aside = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        target.replace(aside)
        try:
            partial.replace(target)
        except OSError:
            aside.replace(target)
            raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def check_target(target: Path, digest: str, *, overwrite: bool) -> None:
    """Refuse early, before anything is played, what `fresh_folder` would refuse."""
    _check_target(target, digest, overwrite=overwrite)
    parent = target.parent
    while not parent.exists():
        parent = parent.parent
    if not parent.is_dir() or not os.access(parent, os.W_OK):
        raise UserError("cannot be written; give another folder with --out", file=target)


def _check_target(target: Path, digest: str, *, overwrite: bool) -> None:
    if not target.exists():
        return
    if not target.is_dir():
        raise UserError("is a file, not a folder; give another --out", file=target)
    if not any(target.iterdir()):
        return
    if not (target / MANIFEST).is_file():
        raise UserError("is a folder that holds no run; give another --out, or empty it", file=target)
    try:
        held = json.loads((target / MANIFEST).read_text(encoding="utf-8")).get("digest")
    except (OSError, ValueError, AttributeError):
        held = None
    if held != digest and not overwrite:
        raise UserError(
            "already holds a run of another scenario, seed or number of games; give another --out, or --overwrite",
            file=target,
        )


def read_tables(folder: Path) -> tuple[dict[str, Any], BatchTable]:
    """The manifest and the batch table of a run folder.  Raises UserError that says what is damaged."""
    if not folder.is_dir():
        raise UserError("is no run folder; give one that `balance run` left", file=folder)
    for name in (MANIFEST, BATCHES):
        path = folder / name
        if not path.is_file():
            raise UserError(f"has no {name}, so it is no finished run; play it again", file=folder)
        if path.stat().st_size > LARGEST_FILE:
            raise UserError("is too large to be what `balance run` wrote", file=path)
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        known = manifest["manifest_version"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        raise UserError("is damaged; play the scenario again", file=folder / MANIFEST) from None
    if known != MANIFEST_VERSION:
        raise UserError(f"is of version {known}, this program reads {MANIFEST_VERSION}", file=folder / MANIFEST)
    lacking = [key for key in MANIFEST_KEYS if key not in manifest]
    if lacking or manifest["state"] not in STATES:
        raise UserError("is damaged; play the scenario again", file=folder / MANIFEST)
    try:
        with np.load(folder / BATCHES, allow_pickle=False) as arrays:
            table = BatchTable.from_arrays(dict(arrays))
    except Exception as error:  # a damaged zip raises many kinds of error
        raise UserError(
            f"is damaged ({type(error).__name__}); play the scenario again", file=folder / BATCHES
        ) from None
    return manifest, table
