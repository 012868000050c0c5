"""The cards of a report: every card of the decks in a table to sort, and the whole deck at a glance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from balance.games.simcity.codes import SORTS, ZONES
from balance.report.charts import Tile, TileGroup, Tiles
from balance.report.numbers import SHARES, fixed
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
    "card_opening_win_rate",
    "card_played_win_rate",
)


def copies(decks: Mapping[str, Any]) -> dict[str, int]:
    """Copies of each card in all decks."""
    total: dict[str, int] = {}
    for deck in [decks.get("shared") or [], *(decks.get("each") or []), decks.get("long") or []]:
        for card, number in deck:
            total[card] = total.get(card, 0) + number
    return total


def card_table(reading: Reading) -> Table:
    """One row a card: name, zone, copies, and what became of it; the plain values, to be sorted by a reader."""
    say = reading.words.say
    found = {name: _by_card(reading, name) for name in COLUMNS}
    number = copies(reading.run.scenario["decks"])
    head = ("card", "zone", "copies", *COLUMNS)
    rows = []
    for group, cards in _groups(reading):
        for card in cards:
            shown = [_plain(found[name].get(card)) for name in COLUMNS]
            rows.append((reading.label("card", card), group, str(number[card]), *shown))
    columns = tuple(say(f"column.{name}") for name in head)
    return Table(columns, tuple(rows), frozenset(range(2, len(head))), sortable=True)


def deck_at_a_glance(reading: Reading) -> Picture | None:
    """Every card: coloured by the share of its copies left in hand, with its pay."""
    return _tiles(reading, "deck", "card_dead", "card_pay", 0.0)


def wins_at_a_glance(reading: Reading) -> Picture | None:
    """Every card: coloured by how those who drew it fared, against an equal share of the wins; None with one seat."""
    if reading.players < 2:
        return None
    return _tiles(reading, "deck_wins", "card_drawn_win_rate", "card_played_win_rate", reading.fair)


def _tiles(reading: Reading, key: str, colour: str, beside: str, middle: float) -> Picture | None:
    """A tile for each card, coloured by one metric, with the words ``tile.<key>`` for both."""
    say = reading.words.say
    first, second = _by_card(reading, colour), _by_card(reading, beside)
    groups = []
    for label, cards in _groups(reading):
        tiles = tuple(
            Tile(
                reading.label("card", card),
                first[card].value,
                say(f"tile.{key}", first=_plain(first[card], 0), second=_plain(second[card], _digits(second[card]))),
            )
            for card in cards
        )
        groups.append(TileGroup(label, tiles))
    rows = [row for _, cards in _groups(reading) for card in cards for row in (first[card], second[card])]
    return picture(reading, key, [Tiles(say(f"axis.{key}"), tuple(groups), middle)], rows)


def _groups(reading: Reading) -> Iterator[tuple[str, list[str]]]:
    """The cards of the decks by zone, then those of no zone by kind, each with the name of the group."""
    decks = reading.run.scenario["decks"]
    number = copies(decks)
    played = [row for row in decks["cards"] if number.get(row["id"])]
    blocks = [row for row in played if row["kind"] in ("block", "long")]
    for zone in ZONES:
        cards = [row["id"] for row in blocks if row["zone"] == zone]
        if cards:
            yield reading.label("zone", zone), cards
    for kind in SORTS[2:]:
        cards = [row["id"] for row in played if row["kind"] == kind]
        if cards:
            yield reading.label("kind", kind), cards


def _by_card(reading: Reading, metric: str) -> dict[str, Measured]:
    return {row.where["card"]: row for row in reading.rows(metric)}


def _digits(row: Measured) -> int:
    return 0 if row.unit in SHARES else 1


def _plain(row: Measured | None, places: int | None = None) -> str:
    """A value alone: shares as per cent with one decimal, all else with two, or with so many as asked for."""
    if row is None or row.value is None:
        return MISSING
    if row.unit in SHARES:
        return f"{fixed(100 * row.value, 1 if places is None else places)}%"
    return fixed(row.value, 2 if places is None else places)
