"""Sim City's part of a report: the rules that a reader must know, the deck builder's questions, the sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.games.fields import literal
from balance.games.simcity.report_answers import answers
from balance.games.simcity.report_sections import sections
from balance.report.parts import Code, Piece, Sentence
from balance.report.reading import Reading

__all__ = ["SUMMARY", "TEXT", "about", "answers", "names", "sections"]

TEXT = ("balance.games.simcity", "report_text")
SUMMARY: Sequence[tuple[str, Mapping[str, Any]]] = (
    ("phase_round", {"phase": "3"}),
    ("stuck", {"phase": 4}),
    ("end", {"why": "target"}),
    ("pay_per_play", {}),
    ("rezone_passed", {}),
    ("dead_cards", {}),
)


def names(scenario: Mapping[str, Any], lang: str) -> Mapping[str, str]:
    """The cards by their names."""
    column = "name_ja" if lang == "ja" else "name"
    return {f"card.{row['id']}": str(row[column]) for row in scenario["decks"]["cards"]}


def about(reading: Reading) -> list[tuple[str, Sentence]]:
    """The decks and where their figures come from, and every ruling that departs from the defaults."""
    say = reading.words.say
    rows = [
        (say("about.decks"), Sentence((_decks(reading),))),
        (say("about.cards"), Sentence((_sources(reading), say("about.cards_caveat")))),
        (say("about.rules"), Sentence(tuple(_differences(reading)))),
    ]
    notes = [str(note) for note in reading.run.manifest["notes"]]
    odd = [say("about.outside_players") if note.startswith("outside_rules:") else note for note in notes]
    if odd:
        rows.append((say("about.odd"), Sentence((" ".join(odd),))))
    return rows


def _decks(reading: Reading) -> str:
    """How many cards each deck has, and how many different ones."""
    decks = reading.run.scenario["decks"]
    lists = [decks["shared"]] if "shared" in decks else list(decks.get("each", []))
    lists += [decks["long"]] if decks.get("long") else []
    say = reading.words.say
    return reading.words.listed(
        say("about.deck", cards=sum(copies for _, copies in each), kinds=len(each)) for each in lists
    )


def _sources(reading: Reading) -> str:
    """How many of the cards have documented figures."""
    rows = reading.run.scenario["decks"]["cards"]
    count = {source: sum(row["source"] == source for row in rows) for source in ("documented", "estimated", "own")}
    return reading.words.say("about.sources", cards=len(rows), **count)


def _differences(reading: Reading) -> list[Piece]:
    """Every ruling that is not the default, with the default."""
    say, found = reading.words.say, reading.run.manifest["differences"]
    if not found:
        return [say("about.rules_none")]
    pieces: list[Piece] = []
    for n, (key, value, usual) in enumerate(found):
        values = {"key": Code(key), "value": Code(literal(value)), "usual": Code(literal(usual))}
        pieces += [say("about.rules_between")] if n else []
        pieces += reading.words.pieces("about.rules_one", values)
    return pieces
