"""Reads a run folder back: the same `Run` that was saved, its metrics computed again from the batch table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from balance.errors import UserError
from balance.experiment.plan import Plan, plan
from balance.experiment.scenario import Scenario, from_resolved
from balance.experiment.store import EXAMPLE, MANIFEST, Run, read_tables
from balance.metrics import course
from balance.metrics.estimate import Sums, measure
from balance.metrics.every_game import metrics as every_game
from balance.metrics.layout import layout

LARGEST_EXAMPLE = 8 * 2**20  # bytes


def read_run(folder: Path) -> Run:
    """The run of a folder.  Raises UserError for a damaged folder, or one of another version of the game."""
    manifest, table = read_tables(folder)
    try:
        scenario: Scenario = from_resolved(manifest["scenario"], folder / MANIFEST)
        planned: Plan = plan(scenario)
        version, per_block = manifest["game_version"], manifest["games_per_block"]
        blocks, digest = manifest["blocks"], manifest["digest"]
    except UserError as error:
        raise error.located(file=folder / MANIFEST) from None
    except (KeyError, TypeError, AttributeError):
        raise UserError("is damaged; play the scenario again", file=folder / MANIFEST) from None
    if version != planned.game.version:
        raise UserError(
            f"was played with version {version} of {planned.game.name}, this is {planned.game.version}; play it again",
            file=folder / MANIFEST,
        )
    metrics = [*every_game(planned.game), *planned.game.metrics()]
    cells = layout({**planned.game.code().tables, **course.TABLES}, planned.axes(), metrics)
    fits = table.sums.shape[1] == cells.cells and 0 < table.blocks == blocks <= planned.blocks
    fits = fits and per_block == planned.games_per_block and manifest["games"] == blocks * per_block
    if not fits or digest != scenario.digest():
        raise UserError("manifest and batch table do not belong together; play the scenario again", file=folder)
    sums = Sums(cells, table, planned.games_per_block, planned.alike, planned.game.close)
    return Run(manifest, measure(metrics, sums), sums, read_example(folder))


def read_example(folder: Path) -> list[dict[str, Any]]:
    """The trace that the report of a run folder shows, if it has one.  Raises UserError."""
    path = folder / EXAMPLE
    if not path.is_file():
        return []
    try:
        if path.stat().st_size > LARGEST_EXAMPLE:
            raise ValueError("too large")
        rows = [json.loads(row) for row in path.read_text(encoding="utf-8").splitlines()]
        if not all(isinstance(row, dict) for row in rows):
            raise ValueError("no trace")
        return rows
    except (OSError, ValueError, RecursionError):
        raise UserError("is damaged; play the scenario again", file=path) from None
