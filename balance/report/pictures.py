"""From rows of metrics to pictures: the kinds of chart that both the shared part and a game's part use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.report.alt import describe
from balance.report.charts import Chart, Curves, Dots, Heat, Key, Panel, Point, Series, Stack
from balance.report.numbers import SHARES
from balance.report.parts import Code, Picture, Piece, Sentence, Table
from balance.report.reading import Measured, Reading, measured
from balance.report.tables import table


def point(row: Measured) -> Point:
    """A row as a point of a chart."""
    return Point(row.value, row.low, row.high)


def picture(
    reading: Reading,
    key: str,
    panels: Sequence[Panel],
    rows: Sequence[Measured],
    legend: Sequence[Key] = (),
    *,
    shown: Table | None = None,
) -> Picture | None:
    """A picture of some panels, with the table of ``rows`` behind it; None if no row has a value.

    The title is ``figure.<key>``, the caption ``caption.<key>`` with the names and sentences of the metrics.
    """
    if not measured(rows):
        return None
    say = reading.words.say
    chart = Chart(say(f"figure.{key}"), tuple(panels), tuple(legend))
    pieces: list[Piece] = [say(f"caption.{key}", **_units(reading))]
    names = list(dict.fromkeys(row.metric for row in rows))
    for name in names:
        pieces += [
            say("caption.before_metric"),
            Code(name),
            say("caption.metric", sentence=reading.sentence_of(name)),
        ]
    alt = describe(chart, reading.words)
    return Picture(key, chart.title, Sentence(tuple(pieces)), alt, chart, shown or table(reading, rows))


def _units(reading: Reading) -> Mapping[str, Any]:
    return {"unit": reading.game.score_unit, "close": reading.game.close}


def fair_key(reading: Reading) -> Key:
    """The legend of the line at an equal share of the wins."""
    return Key(reading.words.say("legend.fair", share=f"{100 * reading.fair:.1f}%"), kind="reference")


def dots(
    reading: Reading,
    rows: Sequence[Measured],
    title: str,
    *,
    key: str = "",
    labels: Sequence[str] = (),
    reference: float | None = None,
    from_zero: bool = True,
    colour: int = 0,
) -> Dots:
    """Rows as points, each under the label of its ``key``, or under given labels."""
    names = tuple(labels) or tuple(reading.label(key, row.where[key]) for row in rows)
    percent = bool(rows) and rows[0].unit in SHARES
    return Dots(title, names, tuple(map(point, rows)), percent, reference, from_zero, colour)


def by_round(
    reading: Reading,
    named: Mapping[str, Sequence[Measured]],
    title: str,
    *,
    reference: float | None = None,
    top: float | None = None,
    colours: Sequence[int] = (),
    x_label: str = "",
) -> tuple[Curves, list[Key]]:
    """Curves over rounds, each by its label, and the legend for them; what has no rounds here is no curve."""
    named = {label: [row for row in rows if "t" in row.where] for label, rows in named.items()}
    lines = [rows for rows in named.values() if rows]
    ticks = tuple(str(row.where["t"]) for row in lines[0]) if lines else ()
    shades = list(colours) or list(range(len(named)))
    series = tuple(
        Series(label, tuple(map(point, rows)), shade)
        for (label, rows), shade in zip(named.items(), shades, strict=True)
    )
    percent = bool(lines) and lines[0][0].unit in SHARES
    curves = Curves(title, x_label or reading.words.say("axis.round"), ticks, series, percent, reference, top)
    return curves, [Key(each.label, each.colour, "line") for each in series]


def stack(
    reading: Reading,
    rows: Sequence[Measured],
    over: str,
    part: str,
    title: str,
    *,
    colours: Mapping[Any, int],
    upright: bool = True,
    x_label: str = "",
) -> tuple[Stack, list[Key]]:
    """Shares of ``part`` in a bar for each value of ``over``; parts that never occur are left out."""
    bars = list(dict.fromkeys(row.where[over] for row in rows))
    cells = {(row.where[over], row.where[part]): row.value or 0.0 for row in rows}
    parts = [name for name in colours if any(cells.get((bar, name), 0.0) > 0.0 for bar in bars)]
    labels = tuple(str(bar) if over == "t" else reading.label(over, bar) for bar in bars)
    shares = tuple(tuple(cells.get((bar, name), 0.0) for bar in bars) for name in parts)
    shades = tuple(colours[name] for name in parts)
    legend = [Key(reading.label(part, name), colours[name]) for name in parts]
    return Stack(title, labels, shares, shades, upright, x_label), legend


def heat(reading: Reading, rows: Sequence[Measured], down: str, across: str, title: str, middle: float) -> Heat:
    """A matrix of shares, a row for each value of ``down``."""
    names = [list(dict.fromkeys(row.where[key] for row in rows)) for key in (down, across)]
    cells = {(row.where[down], row.where[across]): row.value for row in rows}
    return Heat(
        title,
        tuple(reading.label(down, name) for name in names[0]),
        tuple(reading.label(across, name) for name in names[1]),
        tuple(tuple(cells.get((one, other)) for other in names[1]) for one in names[0]),
        middle,
    )
