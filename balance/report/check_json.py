"""A check as JSON, with the schema `experiment/check.schema.json`; missing values are null."""

from __future__ import annotations

from typing import Any

from balance.experiment.deciding import Checked, Outcome
from balance.experiment.judging import Judged, Look
from balance.report.check import CheckReport, more_games

SCHEMA_VERSION = 1


def document(telling: CheckReport, code: int) -> dict[str, Any]:
    """The whole check."""
    return {
        "schema_version": SCHEMA_VERSION,
        "exit_code": code,
        "strict": telling.strict,
        "family": telling.family,
        "scenarios": [_scenario(telling, each) for each in telling.found],
    }


def _scenario(telling: CheckReport, each: Checked) -> dict[str, Any]:
    fresh = each.confirmation
    return {
        "scenario": each.scenario.name,
        "title": each.scenario.title,
        "game": each.scenario.game,
        "game_version": each.planned.game.version,
        "players": each.scenario.players,
        "seed": each.seen.seed,
        "games": each.seen.games,
        "blocks": each.seen.blocks,
        "games_planned": each.planned.games,
        "intervals": "fixed" if each.seen.tuned is None else "sequence",
        "looks": each.looked,
        "confirmation": None if fresh is None else {"seed": fresh.seed, "games": fresh.games},
        "departures": [{"key": key, "baseline": old, "now": new} for key, (old, new) in each.departures],
        "expectations": [
            _expectation(line.outcome, each.seen, line.kind, line.told)
            for line in telling.lines
            if line.checked is each
        ],
    }


def _expectation(outcome: Outcome, seen: Look, kind: str, told: str) -> dict[str, Any]:
    claim = outcome.claim
    fresh = {tuple(row.where.items()): row for row in outcome.fresh}
    return {
        "place": claim.place,
        "name": claim.name,
        "metric": claim.metric,
        "where": dict(claim.where),
        "low": claim.low,
        "high": claim.high,
        "unchanged_from": None if claim.file is None else claim.file.name,
        "level": "warn" if claim.warn else "error",
        "undecided": "pass" if claim.undecided_passes else "fail",
        "status": outcome.status,
        "counts_as": kind,
        "message": told,
        "rows": [_row(row, seen, fresh.get(tuple(row.where.items()))) for row in outcome.rows],
    }


def _row(row: Judged, seen: Look, fresh: Judged | None) -> dict[str, Any]:
    return {
        "where": dict(row.where),
        "unit": row.unit,
        "value": row.value,
        "baseline": row.base,
        "judged": row.judged,
        "low": row.low,
        "high": row.high,
        "p": row.p,
        "p_holm": row.adjusted,
        "verdict": None if row.verdict is None else row.verdict.state,
        "games_to_decide": None if row.verdict is None else more_games(row.verdict, seen),
        "paired": row.paired,
        "correlation": row.correlation,
        "note": row.note,
        "fresh": None if fresh is None else {"judged": fresh.judged, "low": fresh.low, "high": fresh.high},
    }
