"""Neotopia's part of a report: the rules that a reader must know, the designer's questions, the sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.games.fields import literal
from balance.games.neotopia.report_answers import answers
from balance.games.neotopia.report_sections import sections
from balance.games.neotopia.settings import MODEL, effect_rows
from balance.report.parts import Code, Piece, Sentence
from balance.report.reading import Reading

__all__ = ["SUMMARY", "TEXT", "about", "answers", "names", "sections"]

TEXT = ("balance.games.neotopia", "report_text")
SUMMARY: Sequence[tuple[str, Mapping[str, Any]]] = (
    ("upset", {}),
    ("settle_again", {"thing": "joker"}),
    ("joker_holder_win_rate", {}),
    ("skill_use", {"skill": "secret_personnel"}),
    ("riots", {}),
)


def names(scenario: Mapping[str, Any], lang: str) -> Mapping[str, str]:
    """None: a scenario brings nothing that the game's own text does not name."""
    return {}


def about(reading: Reading) -> list[tuple[str, Sentence]]:
    """The effect table in force, every ruling that departs from draft 8, and sizes that it does not have."""
    say = reading.words.say
    rows = [
        (say("about.effects"), Sentence(tuple(_effects(reading)))),
        (say("about.rules"), Sentence(tuple(_differences(reading)))),
    ]
    sizes = [note.partition(":")[2] for note in reading.run.manifest["notes"] if note.startswith("outside_draft:")]
    if sizes:
        words = reading.words.listed(say(f"ruling.{size}") for size in sizes)
        rows.append((say("about.outside"), Sentence((say("about.outside_is", sizes=words),))))
    return rows


def _effects(reading: Reading) -> list[Piece]:
    """Which effect table was used: every conclusion holds for that one only."""
    say, table = reading.words.say, reading.rules["effects"]
    if isinstance(table, str):
        return [Code(table), say(f"about.effects_{table}"), say("about.effects_caveat")]
    rows = effect_rows(MODEL.model_validate(reading.rules))
    shown = "; ".join(
        f"{suit}: {', '.join(f'{part} {amount}' for part, amount in row.items()) or 0}" for suit, row in rows.items()
    )
    return [say("about.effects_own"), Code(shown), say("about.effects_end"), say("about.effects_caveat")]


def _differences(reading: Reading) -> list[Piece]:
    """Every ruling that is not the draft's, with the draft's value."""
    say, found = reading.words.say, reading.run.manifest["differences"]
    if not found:
        return [say("about.rules_none")]
    pieces: list[Piece] = []
    for n, (key, value, draft) in enumerate(found):
        values = {
            "key": Code(key),
            "value": say("about.own_table") if isinstance(value, dict) else Code(literal(value)),
            "draft": Code(literal(draft)),
            "name": say(f"ruling.{key}"),
        }
        pieces += [say("about.rules_between")] if n else []
        pieces += reading.words.pieces("about.rules_one", values)
    return pieces
