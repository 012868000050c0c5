"""Draws the panels that lay scenarios side by side: rows of several points, and steps from one value to another."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from balance.report import style
from balance.report.charts import Groups, Point, Steps
from balance.report.numbers import fixed
from balance.report.panels import Frame, round_numbers, tick_texts
from balance.report.parts import MISSING
from balance.report.sheet import Sheet, line_height

LANE = 0.15  # inches between the points of a row
ROOM = 0.14  # inches above and below them together


def row_height(panel: Groups | Steps) -> float:
    """Inches of a row of the panel."""
    return style.ROW if isinstance(panel, Steps) else max(style.ROW, ROOM + LANE * len(panel.series))


def _groups(sheet: Sheet, panel: Groups, frame: Frame, first: bool) -> None:
    """Points with intervals, one lane for each series; with one series, each value behind its point."""
    ends = [end for each in panel.series for p in each.points for end in (p.value, p.low, p.high) if end is not None]
    ends += [panel.reference] if panel.reference is not None else []
    ends += [-panel.band, panel.band] if panel.band is not None else []
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    alone = len(panel.series) == 1
    tags = [_tag(p, panel) for p in panel.series[0].points] if alone else []
    place = _scale(frame, low, high, sheet.widest(tags, style.SMALL) + 0.14 if alone else 0.12)
    height = row_height(panel)
    if panel.band:
        sheet.boxes([(place(-panel.band), frame.top, place(panel.band), frame.bottom)], style.GRID, 0.5)
    lines = [frame.top + n * height for n in range(1, len(panel.labels))]
    sheet.lines([(frame.left, y, frame.right, y) for y in lines], style.GRID)
    if panel.reference is not None:
        x = place(panel.reference)
        sheet.lines([(x, frame.top, x, frame.bottom)], style.MUTED, 1.0, 2, dashed=True)
    for n, label in enumerate(panel.labels):
        sheet.text(frame.left - 0.1, frame.top + (n + 0.5) * height, label, style.TEXT, align="right")
    for lane, each in enumerate(panel.series):
        shift = (lane - (len(panel.series) - 1) / 2.0) * LANE
        rows = [frame.top + (n + 0.5) * height + shift for n in range(len(panel.labels))]
        _points(sheet, each.points, rows, place, each.colour)
    for n, tag in enumerate(tags):
        point = panel.series[0].points[n]
        known = [end for end in (point.value, point.high) if end is not None]
        x = place(max(known)) + 0.09 if known else frame.left + 0.05
        _behind(sheet, x, frame.top + (n + 0.5) * height, tag)
    _axis(sheet, frame, place, (low, high), panel.factor, panel.sign)


def _steps(sheet: Sheet, panel: Steps, frame: Frame, first: bool) -> None:
    """Bars from where the one before ended, blue upwards and orange downwards, joined by thin lines."""
    assert panel.start.value is not None and panel.end.value is not None
    levels = [panel.start.value]
    for step in panel.steps:
        levels.append(levels[-1] + (step.value or 0.0))
    spans = [
        (before + step.low, before + step.high)
        for before, step in zip(levels, panel.steps, strict=False)
        if step.low is not None and step.high is not None
    ]
    ends = [end for each in (panel.start, panel.end) for end in (each.value, each.low, each.high) if end is not None]
    ends += [*levels, *(end for span in spans for end in span)]
    low, high = min(ends), max(ends)
    tags = [_tag(panel.start, panel), *(_tag(step, panel, plus=True) for step in panel.steps), _tag(panel.end, panel)]
    place = _scale(frame, low, high, sheet.widest(tags, style.SMALL) + 0.14)
    height = row_height(panel)
    rows = [frame.top + (n + 0.5) * height for n in range(len(panel.labels))]
    for y, label in zip(rows, panel.labels, strict=True):
        sheet.text(frame.left - 0.1, y, label, style.TEXT, align="right")
    for n, y in enumerate(rows[:-1]):
        x = place(levels[min(n, len(levels) - 1)])
        sheet.lines([(x, y, x, rows[n + 1])], style.MUTED, 0.8, 2)
    for y, point in ((rows[0], panel.start), (rows[-1], panel.end)):
        _points(sheet, [point], [y], place, style.GREY)
        known = [end for end in (point.value, point.high) if end is not None]
        _behind(sheet, place(max(known)) + 0.09, y, tags[0] if y == rows[0] else tags[-1])
    for n, (y, step) in enumerate(zip(rows[1:-1], panel.steps, strict=True)):
        before, after = levels[n], levels[n + 1]
        left, right = sorted((place(before), place(after)))
        sheet.boxes([(left, y - 0.075, max(right, left + 0.01), y + 0.075)], style.SERIES[0 if after >= before else 1])
        edge = right
        if step.low is not None and step.high is not None:
            ends_at = place(before + step.low), place(before + step.high)
            sheet.lines([(ends_at[0], y, ends_at[1], y)], style.INK, 1.3, 4)
            edge = max(edge, ends_at[1])
        _behind(sheet, edge + 0.09, y, tags[n + 1])
    _axis(sheet, frame, place, (low, high), panel.factor, panel.sign)


def _scale(frame: Frame, low: float, high: float, behind: float) -> Callable[[float], float]:
    """The scale that leaves ``behind`` inches at the right for what is written there."""
    span = (high - low) or 1.0
    free = max(frame.width - 0.12 - behind, 0.3 * frame.width)
    return frame.across(low - 0.12 * span / free, low + (frame.width - 0.12) * span / free)


def _points(
    sheet: Sheet, points: Sequence[Point], rows: Sequence[float], place: Callable[[float], float], colour: int
) -> None:
    spans = [
        (place(p.low), y, place(p.high), y)
        for p, y in zip(points, rows, strict=True)
        if p.low is not None and p.high is not None
    ]
    sheet.lines(spans, style.SERIES[colour], 2.0, 3)
    marks = [(place(p.value), y) for p, y in zip(points, rows, strict=True) if p.value is not None]
    sheet.curve(marks, colour, style.MARKERS[colour], size=4.8)


def _behind(sheet: Sheet, x: float, y: float, tag: str) -> None:
    """A value on paper, so that no line runs through it."""
    sheet.boxes([(x - 0.03, y - 0.07, x + sheet.measure(tag, style.SMALL) + 0.03, y + 0.07)], style.PAPER, 2.5)
    sheet.text(x, y, tag)


def _tag(point: Point, panel: Groups | Steps, *, plus: bool = False) -> str:
    """A value as it is written beside its point; a difference with its sign."""
    if point.value is None:
        return MISSING
    text = fixed(panel.factor * point.value, 1 if panel.sign else 2)
    signed = plus or (isinstance(panel, Groups) and panel.reference == 0.0)
    return f"{'+' if signed and point.value > 0 and float(text.replace(',', '')) != 0 else ''}{text}{panel.sign}"


def _axis(
    sheet: Sheet,
    frame: Frame,
    place: Callable[[float], float],
    ends: tuple[float, float],
    factor: float,
    sign: str,
) -> None:
    """Round values below the frame, as many as there is room for."""

    def texts(ticks: Sequence[float]) -> list[str]:
        return [f"{text}{sign}" for text in tick_texts([factor * tick for tick in ticks], False)]

    def fits(ticks: Sequence[float]) -> bool:
        wide = sheet.widest(texts(ticks), style.SMALL) + 0.1
        return all(place(b) - place(a) > wide for a, b in pairwise(ticks))

    low, high = (end if math.isfinite(end) else 0.0 for end in ends)
    top = high if high > low else low + 1.0
    choices = [[tick / factor for tick in round_numbers(factor * low, factor * top, most)] for most in range(6, 0, -1)]
    ticks = next((each for each in choices if fits(each)), choices[-1][:1])
    y = frame.bottom + 0.06 + line_height(style.SMALL) / 2
    for tick, text in zip(ticks, texts(ticks), strict=True):
        sheet.text(place(tick), y, text, colour=style.MUTED, align="center")


DRAW: dict[type, Callable[..., None]] = {Groups: _groups, Steps: _steps}
