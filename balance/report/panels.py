"""Draws the panels of a chart: one function for each kind, from values to places on a `Sheet`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from balance.report import style
from balance.report.charts import Bars, Curves, Dots, Heat, Point, Stack
from balance.report.numbers import fixed
from balance.report.parts import MISSING
from balance.report.sheet import Sheet, line_height


@dataclass(frozen=True)
class Frame:
    """The room of a panel's values, in inches from the upper left corner of the sheet."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    def across(self, low: float, high: float) -> Callable[[float], float]:
        """The scale that runs from ``low`` at the left to ``high`` at the right."""
        return lambda value: self.left + self.width * (value - low) / (high - low)

    def upward(self, high: float, low: float = 0.0) -> Callable[[float], float]:
        """The scale that runs from ``low`` at the bottom to ``high`` at the top."""
        return lambda value: self.bottom - self.height * (value - low) / (high - low)


def _dots(sheet: Sheet, panel: Dots, frame: Frame, first: bool) -> None:
    """Points with intervals in rows from the top down, each with its value behind it."""
    seen = [(n, point) for n, point in enumerate(panel.points) if point.value is not None]
    ends = [end for _, p in seen for end in (p.value, p.low, p.high) if end is not None]
    ends += [0.0] if panel.from_zero else []
    ends += [panel.reference] if panel.reference is not None else []
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    span = (high - low) or 1.0
    tags = {n: _tag(point.value, panel.percent, span) for n, point in seen}
    # the widest tag must fit behind the rightmost point
    before = 0.02 if panel.from_zero and low == 0.0 else 0.12
    free = max(frame.width - before - sheet.widest(tags.values(), style.SMALL) - 0.14, 0.3 * frame.width)
    place = frame.across(low - before * span / free, low + (frame.width - before) * span / free)

    rows = [frame.top + (n + 0.5) * style.ROW for n in range(len(panel.labels))]
    sheet.lines([(frame.left, y, frame.right, y) for y in rows], style.GRID)
    if first:
        for y, label in zip(rows, panel.labels, strict=True):
            sheet.text(frame.left - 0.1, y, label, style.TEXT, align="right")
    if panel.reference is not None:
        x = place(panel.reference)
        sheet.lines([(x, frame.top, x, frame.bottom)], style.MUTED, 1.0, 2, dashed=True)
    colour = style.SERIES[panel.colour]
    spans = [(place(p.low), rows[n], place(p.high), rows[n]) for n, p in seen if _has_interval(p)]  # type: ignore[arg-type]
    sheet.lines(spans, colour, 2.2, 3)
    sheet.curve([(place(p.value), rows[n]) for n, p in seen if p.value is not None], panel.colour, "o", size=5.5)
    for n, p in seen:
        end = place(max(each for each in (p.value, p.high) if each is not None)) + 0.09
        wide = sheet.measure(tags[n], style.SMALL)
        y = rows[n]
        sheet.boxes([(end - 0.03, y - 0.07, end + wide + 0.03, y + 0.07)], style.PAPER, 2.5)
        sheet.text(end, y, tags[n])
    known = {n for n, _ in seen}
    for n, y in enumerate(rows):
        if n not in known:
            sheet.boxes([(frame.left, y - 0.07, frame.left + 0.22, y + 0.07)], style.PAPER, 2.5)
            sheet.text(frame.left + 0.05, y, MISSING, colour=style.MUTED)
    top = low + (frame.width - before) * span / free
    if panel.percent and high <= 1.0:
        top = min(top, 1.0)  # no share is above
    _numbers_across(sheet, frame, place, (low, top), panel.percent)


def _has_interval(point: Point) -> bool:
    return point.low is not None and point.high is not None


def _tag(value: float | None, percent: bool, span: float) -> str:
    """A value as it is written beside its point."""
    assert value is not None
    return f"{fixed(100 * value, 1)}%" if percent else fixed(value, 2 if span < 100 else 0)


def _curves(sheet: Sheet, panel: Curves, frame: Frame, first: bool) -> None:
    """Curves with markers and intervals, from zero up."""
    points = [point for each in panel.series for point in each.points]
    ends = [end for p in points for end in (p.value, p.high) if end is not None]
    top = panel.top if panel.top is not None else 1.08 * max([*ends, panel.reference or 0.0]) or 1.0
    across, up = frame.across(-0.25, len(panel.ticks) - 0.75), frame.upward(top, panel.bottom)
    _numbers_up(sheet, frame, up, round_numbers(panel.bottom, top, 5), panel.percent)
    _labels_below(sheet, frame, [across(n) for n in range(len(panel.ticks))], panel.ticks, panel.x_label)
    if panel.reference is not None:
        y = up(panel.reference)
        sheet.lines([(frame.left, y, frame.right, y)], style.MUTED, 1.0, 2, dashed=True)
    for each in panel.series:
        seen = [(across(n), p) for n, p in enumerate(each.points) if p.value is not None]
        spans = [(x, up(p.low), x, up(p.high)) for x, p in seen if _has_interval(p)]  # type: ignore[arg-type]
        sheet.lines(spans, style.SERIES[each.colour], 2.2, 3)
        places = [(x, up(p.value)) for x, p in seen if p.value is not None]
        sheet.curve(places, each.colour, style.MARKERS[each.colour], line=1.6 if panel.joined else 0.0)


def _bars(sheet: Sheet, panel: Bars, frame: Frame, first: bool) -> None:
    """A histogram; the lit bars in colour, marks as lines with their words above."""
    count = len(panel.heights)
    most = max(panel.heights, default=0.0) or 1.0
    top = most * (1.16 if panel.marks else 1.05)
    across, up = frame.across(panel.first - 0.7, panel.first + count - 0.3), frame.upward(top)
    _numbers_up(sheet, frame, up, round_numbers(0.0, top, 5), True)
    boxes = [
        (across(panel.first + n - 0.43), up(share), across(panel.first + n + 0.43), frame.bottom)
        for n, share in enumerate(panel.heights)
    ]
    sheet.boxes(boxes, [style.SERIES[1 if n < panel.lit else 0] for n in range(count)])
    for n, (at, words) in enumerate(panel.marks):
        x = across(at)
        sheet.lines([(x, up(most * 1.06), x, frame.bottom)], style.INK, 1.0, 4)
        align = "center" if 0 < n < len(panel.marks) - 1 or len(panel.marks) == 1 else "left" if n else "right"
        sheet.text(x + {"left": -0.04, "right": 0.04}.get(align, 0.0), up(most * 1.12), words, align=align)
    ticks = [tick for tick in round_numbers(panel.first, panel.first + count - 1, 9) if tick == round(tick)]
    _labels_below(sheet, frame, [across(tick) for tick in ticks], tick_texts(ticks, False), panel.x_label)


def _stack(sheet: Sheet, panel: Stack, frame: Frame, first: bool) -> None:
    """Bars of shares, upright or lying, with the share written where it fits."""
    count = len(panel.labels)
    base = [0.0] * count
    if panel.upright:
        middles, step = [frame.across(0, count)(n + 0.5) for n in range(count)], frame.width / count
        _numbers_up(sheet, frame, frame.upward(1.0), round_numbers(0.0, 1.0, 5), True)
        _labels_below(sheet, frame, middles, panel.labels, panel.x_label)
        along, thick = frame.upward(1.0), 0.36 * step
    else:
        middles = [frame.top + (n + 0.5) * style.CELL for n in range(count)]
        for y, label in zip(middles, panel.labels, strict=True):
            sheet.text(frame.left - 0.1, y, label, style.TEXT, align="right")
        along, thick = frame.across(0.0, 1.0), 0.33 * style.CELL
        _numbers_across(sheet, frame, along, (0.0, 1.0), True)
    for part, colour in zip(panel.parts, panel.colours, strict=True):
        boxes = []
        for n, share in enumerate(part):
            start, end, middle = along(base[n]), along(base[n] + share), middles[n]
            if share > 0.0:
                box = (start, middle - thick, end, middle + thick)
                boxes.append((middle - thick, end, middle + thick, start) if panel.upright else box)
            if abs(end - start) > (0.15 if panel.upright else 0.36) and thick > 0.16 * panel.upright:
                at = ((start + end) / 2, middle)
                x, y = at[::-1] if panel.upright else at
                sheet.text(x, y, f"{100 * share:.0f}%", colour=style.on(colour), align="center")
        sheet.boxes(boxes, style.SERIES[colour], edge=1.0)
        base = [below + share for below, share in zip(base, part, strict=True)]


def _heat(sheet: Sheet, panel: Heat, frame: Frame, first: bool) -> None:
    """Cells coloured blue above the middle and orange below it, each with its share."""
    cells = [(x, y, value) for y, row in enumerate(panel.values) for x, value in enumerate(row) if value is not None]
    reach = max((abs(value - panel.middle) for _, _, value in cells), default=0.0) or 1.0
    wide = frame.width / len(panel.columns)
    boxes, tints = [], []
    for x, y, value in cells:
        left, top = frame.left + x * wide, frame.top + y * style.CELL
        away = (value - panel.middle) / reach
        boxes.append((left, top, left + wide, top + style.CELL))
        tints.append(style.mix(0.08 + 0.6 * abs(away), style.SERIES[0 if away >= 0 else 1]))
        shown = f"{100 * value:.1f}%" if panel.percent else fixed(value, 2)
        sheet.text(left + wide / 2, top + style.CELL / 2, shown, style.TEXT, style.ON_LIGHT, "center")
    sheet.boxes(boxes, tints, edge=1.5)
    for y, label in enumerate(panel.rows):
        sheet.text(frame.left - 0.1, frame.top + (y + 0.5) * style.CELL, label, style.TEXT, align="right")
    below = frame.bottom + 0.06 + line_height(style.SMALL) / 2
    for x, label in enumerate(panel.columns):
        sheet.text(frame.left + (x + 0.5) * wide, below, label, style.SMALL, align="center")
    if panel.across:
        middle = frame.left + frame.width / 2
        sheet.text(middle, below + line_height(style.SMALL), panel.across, colour=style.MUTED, align="center")


# Scales -------------------------------------------------------------------------------------------------


def round_numbers(low: float, high: float, most: int) -> list[float]:
    """Few round numbers between low and high."""
    from matplotlib.ticker import MaxNLocator

    ticks = MaxNLocator(most, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
    edge = 1e-9 * (high - low)
    return [float(tick) for tick in ticks if low - edge <= tick <= high + edge]


def tick_texts(ticks: Sequence[float], percent: bool) -> list[str]:
    """Ticks in words, with as many decimals as the finest of them needs."""
    shown = [100.0 * tick if percent else tick for tick in ticks]
    places = next((n for n in range(6) if all(math.isclose(v, round(v, n), abs_tol=1e-9) for v in shown)), 6)
    return [f"{fixed(value, places)}{'%' if percent else ''}" for value in shown]


def _numbers_up(
    sheet: Sheet, frame: Frame, up: Callable[[float], float], ticks: Sequence[float], percent: bool
) -> None:
    """Lines across at round values, with the values at the left."""
    sheet.lines([(frame.left, up(tick), frame.right, up(tick)) for tick in ticks], style.GRID)
    for tick, text in zip(ticks, tick_texts(ticks, percent), strict=True):
        sheet.text(frame.left - 0.06, up(tick), text, colour=style.MUTED, align="right")


def _numbers_across(
    sheet: Sheet, frame: Frame, place: Callable[[float], float], ends: tuple[float, float], percent: bool
) -> None:
    """Round values below the frame, as many as there is room for."""

    def fits(ticks: Sequence[float]) -> bool:
        wide = sheet.widest(tick_texts(ticks, percent), style.SMALL) + 0.1
        return all(place(b) - place(a) > wide for a, b in pairwise(ticks))

    choices = [round_numbers(*ends, most) for most in range(6, 0, -1)]
    ticks = next((each for each in choices if fits(each)), choices[-1][:1])
    texts = tick_texts(ticks, percent)
    y = frame.bottom + 0.06 + line_height(style.SMALL) / 2
    for tick, text in zip(ticks, texts, strict=True):
        sheet.text(place(tick), y, text, colour=style.MUTED, align="center")


def _labels_below(sheet: Sheet, frame: Frame, places: Sequence[float], labels: Sequence[str], name: str) -> None:
    """Labels below the frame, of numbers as many as there is room for, and, under them, what they are."""
    y = frame.bottom + 0.06 + line_height(style.SMALL) / 2
    room = places[1] - places[0] if len(places) > 1 else frame.width
    every = math.ceil((sheet.widest(labels, style.SMALL) + 0.02) / room) if all(map(str.isdigit, labels)) else 1
    for n, (x, label) in enumerate(zip(places, labels, strict=True), 1):
        if n % every == 0:
            sheet.text(x, y, label, colour=style.MUTED, align="center")
    if name:
        sheet.text(
            frame.left + frame.width / 2,
            y + line_height(style.SMALL),
            name,
            colour=style.MUTED,
            align="center",
        )


DRAW: dict[type, Callable[..., None]] = {
    Dots: _dots,
    Curves: _curves,
    Bars: _bars,
    Stack: _stack,
    Heat: _heat,
}
