"""Rows of metrics as tables: labels, value, interval, its half width, and what they stand on."""

from __future__ import annotations

from collections.abc import Sequence

from balance.report import numbers
from balance.report.parts import MISSING, Table
from balance.report.reading import Measured, Reading

POINTS = ("seat_win_spread", "seat_win_spread_if_equal")  # shares that are differences of shares


def table(reading: Reading, rows: Sequence[Measured]) -> Table:
    """A table of rows: metric (if there are several, or no keys), keys, value, 95% interval, ±, n, note (if any).

    n is what the ratio divides by: games, seats, turns, holders.
    """
    say = reading.words.say
    keys = list(dict.fromkeys(key for row in rows for key in row.where))
    named = len({row.metric for row in rows}) > 1 or not keys
    notes = any(row.note for row in rows)
    columns = [say("column.metric")] if named else []
    columns += [say(f"column.{key}") for key in keys]
    first = len(columns)
    columns += [say(f"column.{name}") for name in ("value", "interval", "half", "n")]
    columns += [say("column.note")] if notes else []
    lines = []
    for row in rows:
        line = [say(f"metric.{row.metric}")] if named else []
        line += [reading.label(key, row.where[key]) if key in row.where else "" for key in keys]
        shown = reading.number(row, points=row.metric in POINTS)
        half = numbers.half_width(row.low, row.high, row.unit, say("unit.points"))
        line += [shown.value, shown.interval or MISSING, half or MISSING]
        line += [MISSING if row.count is None else reading.count(row.count)]
        line += [reading.note(row.note)] if notes else []
        lines.append(tuple(line))
    return Table(tuple(columns), tuple(lines), frozenset(range(first, first + 4)))
