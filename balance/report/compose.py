"""Puts a report together: the box at the top, the answers, the sections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balance.report.parts import MISSING, Code, Number, Piece, Report, Section, Sentence
from balance.report.reading import Reading
from balance.report.sections import shared_sections
from balance.report.sentences import shared_answers

SUMMARY: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("player_win_rate", {}),
    ("seat_win_rate", {}),
    ("seat_win_spread", {}),
    ("margin", {}),
    ("draws", {}),
    ("last_lead_change", {}),
)


def all_sections(reading: Reading) -> tuple[Section, ...]:
    """Every section, in the order that the game gives them."""
    return tuple(reading.part.sections(reading, shared_sections(reading)))


def compose(reading: Reading, sections: tuple[Section, ...]) -> Report:
    """The report of a run in the reading's language, with its sections."""
    scenario = reading.run.scenario
    suffix = "_ja" if reading.lang == "ja" else ""
    return Report(
        lang=reading.lang,
        title=scenario[f"title{suffix}"],
        question=scenario[f"question{suffix}"],
        warnings=tuple(warnings(reading)),
        about=tuple([*_who(reading), *reading.part.about(reading), *_how(reading)]),
        answers=(*reading.part.answers(reading), *shared_answers(reading)),
        sections=sections,
    )


def warnings(reading: Reading) -> list[Sentence]:
    """What must be known before anything else is believed."""
    found = []
    manifest, truncated = reading.run.manifest, reading.one("truncated")
    if manifest["state"] != "finished":
        asked = reading.count(reading.run.scenario["games"])
        found.append(reading.sentence("warning.interrupted", {"games": reading.count(reading.games), "asked": asked}))
        if truncated.low is None:
            found.append(reading.sentence("warning.interrupted_early"))
    if truncated.value:
        found.append(reading.sentence("warning.truncated", {"share": truncated}))
    return found


def _row(label: str, *pieces: Piece) -> tuple[str, Sentence]:
    return label, Sentence(pieces)


def _who(reading: Reading) -> list[tuple[str, Sentence]]:
    say, game = reading.words.say, reading.game
    title = game.title_ja if reading.lang == "ja" else game.title
    names = reading.words.listed(reading.strategies)
    alike = "alike" if reading.run.manifest["seats_alike"] else "rotated"
    return [
        _row(say("about.scenario"), Code(reading.run.scenario["name"])),
        _row(say("about.game"), say("about.game_is", title=title, version=reading.run.manifest["game_version"])),
        _row(say("about.players"), say(f"about.players_{alike}", n=reading.players, names=names)),
    ]


def _how(reading: Reading) -> list[tuple[str, Sentence]]:
    say, manifest = reading.words.say, reading.run.manifest
    versions = ", ".join(f"{name} {version or MISSING}" for name, version in manifest["versions"].items())
    games = say(
        "about.games_are",
        games=reading.count(reading.games),
        blocks=reading.count(manifest["blocks"]),
        each=manifest["games_per_block"],
    )
    return [
        _row(say("about.games"), games),
        _row(say("about.seed"), str(reading.run.scenario["seed"])),
        _row(say("about.versions"), versions),
    ]


def summary(reading: Reading) -> list[tuple[str, str, str]]:
    """Label, value and interval of the few figures that come first."""
    lines = []
    for metric, where in (*SUMMARY, *reading.part.SUMMARY):
        for row in reading.rows(metric, **where):
            label = reading.words.say(f"metric.{metric}")
            if row.where:
                label = f"{label}: {reading.where(row)}"
            shown: Number = reading.number(row, points=metric == "seat_win_spread")
            lines.append((label, shown.value, shown.interval or MISSING))
    return lines
