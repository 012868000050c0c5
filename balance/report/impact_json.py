"""What each thing is worth as JSON and as a table of effects; and all of it written into a folder."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from balance.experiment.effects import Effect
from balance.experiment.impact import Impact, Taken
from balance.experiment.placing import new_folder
from balance.experiment.store import describe, to_json
from balance.games import load as load_game
from balance.games.contract import Thing
from balance.report.impact import ImpactReport
from balance.report.writing import write_pages

SCHEMA_VERSION = 1
NAME, TABLE = "impact.json", "effects.csv"


def document(impact: Impact, digest: str) -> dict[str, Any]:
    """The content of ``impact.json``; missing values are null."""
    base = impact.base
    return {
        "schema_version": SCHEMA_VERSION,
        "digest": digest,
        "game": base.scenario.game,
        "game_version": load_game(base.scenario.game).version,
        "scenario": base.scenario.name,
        "seed": base.scenario.seed,
        "players": base.scenario.players,
        "blocks": base.blocks,
        "games_per_block": base.games_per_block,
        "games": impact.games,
        "margin": impact.margins.usual,
        "margins": dict(impact.margins.own),
        "instead": impact.instead,
        "things": [_taken(each) for each in impact.taken],
        "kept": [{**_thing(each), "why": each.why, "why_ja": each.why_ja} for each in impact.kept],
    }


def _thing(thing: Thing) -> dict[str, Any]:
    named = {"group": thing.group, "name": thing.name, "label": thing.label, "label_ja": thing.label_ja}
    return {**named, "rule": thing.rule or None}


def _taken(each: Taken) -> dict[str, Any]:
    return {
        **_thing(each.thing),
        "effects": [_effect(effect) for effect in each.effects],
        "holder": None if each.holder is None else _effect(each.holder),
        "holders": [{"player": player, **_effect(effect)} for player, effect in each.rows],
        "described": [
            {"metric": row.metric, "where": dict(row.where), "value": row.value, "low": row.low, "high": row.high}
            for row in each.described
        ],
    }


def _effect(effect: Effect) -> dict[str, Any]:
    return {
        "metric": effect.row.metric,
        "where": dict(effect.row.where),
        "unit": effect.row.unit,
        "base": effect.row.value,
        "without": effect.other,
        "effect": effect.value,
        "low": effect.low,
        "high": effect.high,
        "se": effect.se,
        "margin": effect.margin,
        "p": effect.p,
        "p_bh": effect.adjusted,
        "state": effect.state,
        "note": effect.note,
    }


def effects_csv(impact: Impact) -> str:
    """Every effect as a line; ``of``: impact on all, holder, or the one strategy that goes without."""
    out = io.StringIO()
    rows = [
        {"group": each.thing.group, "thing": each.thing.name, "rule": each.thing.rule, "of": of, **_effect(effect)}
        for each in impact.taken
        for of, effect in _named(each)
    ]
    writer = csv.DictWriter(out, list(rows[0]) if rows else ["group"], lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({**row, "where": describe(row["where"])})
    return out.getvalue()


def _named(each: Taken) -> Iterator[tuple[str, Effect]]:
    yield from (("impact", effect) for effect in each.effects)
    if each.holder is not None:
        yield "holder", each.holder
    yield from ((f"holder {player}", effect) for player, effect in each.rows)


def write_impact(telling: ImpactReport, folder: Path, found: Mapping[str, Any]) -> None:
    """Write page, Markdown, figures, JSON and table into ``folder``, or nothing.  Raises UserError."""
    charts = [picture.chart for section in telling.sections for picture in section.pictures]
    with new_folder(folder) as partial:
        (partial / NAME).write_text(to_json(found), encoding="utf-8")
        (partial / TABLE).write_text(effects_csv(telling.found), encoding="utf-8")
        write_pages(partial, charts, telling.report, telling.words)
