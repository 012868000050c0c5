"""A comparison as JSON and as a table of differences."""

from __future__ import annotations

import csv
import io
from typing import Any

from balance.experiment.comparison import Comparison, Difference
from balance.experiment.store import describe, harmless_row
from balance.experiment.together import Side, differing
from balance.games import load as load_game

SCHEMA_VERSION = 1
NAME, TABLE = "comparison.json", "differences.csv"


def document(comparison: Comparison, digest: str, **more: Any) -> dict[str, Any]:
    """The content of ``comparison.json``; missing values are null.  ``more``: attribution, across."""
    base = comparison.base
    rules = differing([side.scenario for side in comparison.sides])
    return {
        "schema_version": SCHEMA_VERSION,
        "digest": digest,
        "game": base.scenario.game,
        "game_version": load_game(base.scenario.game).version,
        "seed": base.scenario.seed,
        "players": base.scenario.players,
        "games": base.games,
        "blocks": base.blocks,
        "games_per_block": base.games_per_block,
        "margin": comparison.margins.usual,
        "margins": dict(comparison.margins.own),
        "base": _side(base),
        "variants": [_side(side) for side in comparison.variants],
        "rules": [{"key": key, "values": values} for key, values in rules],
        "differences": [_difference(each) for each in comparison.differences],
        "attribution": None,
        "across": None,
        **more,
    }


def _side(side: Side) -> dict[str, Any]:
    scenario = side.scenario
    seats = [seat.resolved() for seat in scenario.seats]
    return {"scenario": scenario.name, "title": scenario.title, "rules": dict(scenario.rules), "seats": seats}


def _difference(each: Difference) -> dict[str, Any]:
    """One row; what is no number is null, with the reason in ``note``."""
    state = each.verdict
    return {
        "variant": each.variant,
        "metric": each.metric,
        "where": dict(each.where),
        "unit": each.base.unit,
        "base": each.base.value,
        "value": each.other.value,
        "difference": each.value,
        "low": each.low,
        "high": each.high,
        "se": each.se,
        "correlation": each.correlation,
        "games_saved": each.saved,
        "margin": each.margin,
        "p": each.p,
        "p_holm": each.adjusted,
        "judged": each.judged,
        "verdict": None if state is None else state.state,
        "more_games": None if state is None else state.times,
        "note": each.note,
    }


def differences_csv(comparison: Comparison) -> str:
    """Every difference as a line: variants by name, keys in one cell, missing values empty."""
    out = io.StringIO()
    rows = [_difference(each) for each in comparison.differences]
    names = list(rows[0]) if rows else ["variant"]
    writer = csv.DictWriter(out, names, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        scenario = comparison.variants[row["variant"]].scenario
        told = {**row, "variant": scenario.name, "where": describe(row["where"])}
        writer.writerow(dict(zip(told, harmless_row(told.values()), strict=True)))
    return out.getvalue()
