"""A sweep as JSON, and its cells as a table; and all of it written into a folder."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from balance.experiment.placing import new_folder
from balance.experiment.store import describe, harmless_row, to_json
from balance.experiment.sweep import Sweep, Swept
from balance.report.sweep import SweepReport
from balance.report.writing import write_pages

SCHEMA_VERSION = 1
NAME, TABLE = "sweep.json", "cells.csv"


def document(sweep: Sweep, digest: str) -> dict[str, Any]:
    """The content of ``sweep.json``; missing values are null."""
    grid = sweep.grid
    base = grid.base
    return {
        "schema_version": SCHEMA_VERSION,
        "digest": digest,
        "game": base.game,
        "scenario": base.name,
        "seed": base.seed,
        "blocks": sweep.blocks,
        "games": sweep.games,
        "fraction": grid.design.fraction,
        "margin": sweep.margins.usual,
        "knobs": [
            {"path": each.path, "values": list(each.values), "reference": grid.reference(n), "dead": n in sweep.dead}
            for n, each in enumerate(grid.knobs)
        ],
        "cells": [list(cell) for cell in grid.design.cells],
        "pairs_known": grid.design.has_pairs,
        "measures": [_measure(row) for row in sweep.rows],
        "without": [{"metric": row.metric, "where": dict(row.where)} for row in sweep.without],
    }


def _measure(row: Swept) -> dict[str, Any]:
    return {
        "metric": row.row.metric,
        "where": dict(row.row.where),
        "unit": row.row.unit,
        "cells": [{"value": cell.value, "low": cell.low, "high": cell.high} for cell in row.cells],
        "means": [[{"value": part.value, "low": part.low, "high": part.high} for part in line] for line in row.means],
        "effects": [[None if part is None else vars(part) for part in line] for line in row.effects],
        "pairs": [
            {
                "knobs": list(pair.knobs),
                "means": [list(line) for line in pair.means],
                "beyond": [{"levels": list(levels), **vars(part)} for levels, part in pair.beyond.items()],
            }
            for pair in row.pairs
        ],
    }


def cells_csv(sweep: Sweep) -> str:
    """A line for each cell and measure: the knobs' values, then metric, keys, value and interval."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    paths = [each.path for each in sweep.grid.knobs]
    writer.writerow(harmless_row([*paths, "metric", "where", "unit", "value", "low", "high"]))
    for n, cell in enumerate(sweep.grid.design.cells):
        levels = [knob.words(level) for knob, level in zip(sweep.grid.knobs, cell, strict=True)]
        for row in sweep.rows:
            found = row.cells[n]
            keys = [*levels, found.metric, describe(found.where), found.unit]
            writer.writerow(harmless_row([*keys, found.value, found.low, found.high]))
    return out.getvalue()


def write_sweep(telling: SweepReport, folder: Path, found: Mapping[str, Any]) -> None:
    """Write page, Markdown, figures, JSON and table into ``folder``, or nothing.  Raises UserError."""
    charts = [picture.chart for section in telling.sections for picture in section.pictures]
    with new_folder(folder) as partial:
        (partial / NAME).write_text(to_json(found), encoding="utf-8")
        (partial / TABLE).write_text(cells_csv(telling.found), encoding="utf-8")
        write_pages(partial, charts, telling.report, telling.words)
