"""The cards of a report: every card of the decks in a table, and the whole deck at a glance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balance.report.charts import Heat
from balance.report.numbers import SHARES
from balance.report.parts import MISSING, Picture, Table
from balance.report.pictures import picture
from balance.report.reading import Measured, Reading

COLUMNS = (
    "card_drawn",
    "card_played",
    "card_dead",
    "card_drawn_round",
    "card_played_round",
    "card_pay",
    "card_drawn_win_rate",
    "card_played_win_rate",
)
AT_A_GLANCE = ("card_played", "card_dead", "card_drawn_win_rate", "card_played_win_rate")
MOST_DRAWN = 45  # cards of the picture: those that are left in hand most often


def card_table(reading: Reading) -> Table:
    """One row a card: name, zone, copies, and what became of it; the plain values, to be sorted by a reader."""
    say = reading.words.say
    decks = reading.run.scenario["decks"]
    cards = {row["id"]: row for row in decks["cards"]}
    copies = _copies(decks)
    found = {name: {row.where["card"]: row for row in reading.rows(name)} for name in COLUMNS}
    head = (say("column.card"), say("column.zone"), say("column.copies"), *(say(f"column.{name}") for name in COLUMNS))
    rows = []
    for card, row in cards.items():
        zone = say(f"name.zone.{row['zone']}") if row["zone"] else say(f"name.kind.{row['kind']}")
        shown = [_plain(found[name].get(card)) for name in COLUMNS]
        rows.append((str(row["name_ja" if reading.lang == "ja" else "name"]), zone, str(copies.get(card, 0)), *shown))
    return Table(head, tuple(rows), frozenset(range(2, 3 + len(COLUMNS))))


def card_name(reading: Reading, row: Measured) -> str:
    """The name of the card that a row speaks of."""
    column = "name_ja" if reading.lang == "ja" else "name"
    names = (str(card[column]) for card in reading.run.scenario["decks"]["cards"] if card["id"] == row.where["card"])
    return next(names, str(row.where["card"]))


def _copies(decks: Mapping[str, Any]) -> dict[str, int]:
    """Copies of each card in all decks."""
    total: dict[str, int] = {}
    for deck in [decks.get("shared") or [], *(decks.get("each") or []), decks.get("long") or []]:
        for card, copies in deck:
            total[card] = total.get(card, 0) + copies
    return total


def _plain(row: Measured | None) -> str:
    """A value alone: shares as per cent."""
    if row is None or row.value is None:
        return MISSING
    return f"{100 * row.value:.1f}%" if row.unit in SHARES else f"{row.value:.2f}"


def deck_at_a_glance(reading: Reading) -> Picture | None:
    """A heat map: what becomes of each card, the most often dead ones first."""
    dead = [row for row in reading.rows("card_dead") if row.value is not None]
    dead.sort(key=lambda row: -(row.value or 0.0))
    ids = [row.where["card"] for row in dead[:MOST_DRAWN]]
    if not ids:
        return None
    rows = {name: {row.where["card"]: row for row in reading.rows(name)} for name in AT_A_GLANCE}
    cells = tuple(tuple(rows[name][card].value for name in AT_A_GLANCE) for card in ids)
    labels = tuple(card_name(reading, row) for row in dead[:MOST_DRAWN])
    columns = tuple(reading.words.say(f"column.{name}") for name in AT_A_GLANCE)
    panel = Heat(reading.words.say("axis.cards"), labels, columns, cells, 0.5)
    shown = [rows[name][card] for card in ids for name in AT_A_GLANCE]
    return picture(reading, "deck", [panel], shown)
