"""Rulebook coverage as JSON, and all of it written into a folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from balance.experiment.coverage import Covered, Firing, Switch
from balance.experiment.placing import new_folder
from balance.experiment.store import to_json
from balance.report.coverage import CoverageReport
from balance.report.writing import write_pages
from balance.stats.estimator import Estimate

SCHEMA_VERSION = 1
NAME = "coverage.json"


def document(covered: Covered, digest: str) -> dict[str, Any]:
    """The content of ``coverage.json`` (`experiment/coverage.schema.json`); missing values are null."""
    game = covered.planned[0].game
    return {
        "schema_version": SCHEMA_VERSION,
        "digest": digest,
        "game": game.name,
        "game_version": game.version,
        "scenarios": [
            {
                "name": plan.scenario.name,
                "seed": plan.scenario.seed,
                "games": plan.games,
                "blocks": plan.blocks,
                "traced_games": traced,
            }
            for plan, traced in zip(covered.planned, covered.traced, strict=True)
        ],
        "rows": [_row(covered, row) for row in covered.rows],
        "switches": [_switch(each) for each in covered.switches],
    }


def _row(covered: Covered, row: Firing) -> dict[str, Any]:
    return {
        "id": row.id,
        "kind": "clause" if row.is_clause else "rule",
        "source": row.source,
        "games": row.games,
        "fired": row.fired,
        "times": row.times,
        "share": _ends(row.share),
        "by_scenario": list(row.by_scenario),
        "verdict": covered.verdict(row),
    }


def _switch(switch: Switch) -> dict[str, Any]:
    thing = switch.thing
    return {
        "rule": thing.rule,
        "group": thing.group,
        "name": thing.name,
        "label": thing.label,
        "scenarios": list(switch.scenarios),
        "games": switch.games,
        "blocks": switch.blocks,
        "changed": switch.changed,
        "mattered": _ends(switch.mattered),
        "winner": _ends(switch.winner),
        "verdict": switch.verdict,
    }


def _ends(estimate: Estimate) -> dict[str, float | None]:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


def write_coverage(telling: CoverageReport, folder: Path, found: Mapping[str, Any]) -> None:
    """Write page, Markdown, figures and JSON into ``folder``, or nothing.  Raises UserError."""
    charts = [picture.chart for section in telling.sections for picture in section.pictures]
    with new_folder(folder) as partial:
        (partial / NAME).write_text(to_json(found), encoding="utf-8")
        write_pages(partial, charts, telling.report, telling.words)
