"""Draws charts as matplotlib figures: title, legend, and the panels side by side.

There is no pyplot and no global state; call inside `style.styled`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from balance.report import boards, groups, style, tiles
from balance.report.charts import Boards, Chart, Dots, Groups, Heat, Key, Maps, Panel, Stack, Steps, Tiles
from balance.report.panels import DRAW as PANELS
from balance.report.panels import Frame
from balance.report.sheet import Sheet, line_height

GAP = 0.07  # inches between title, legend, heads and panels
SWATCH = 0.26  # inches of a swatch of the legend and the gap behind it
BETWEEN = 0.24  # inches between two entries of the legend
DRAW = PANELS | groups.DRAW | tiles.DRAW | boards.DRAW
NAMED = (Dots, Groups, Steps)  # rows with their names at the left


def draw(chart: Chart) -> Any:
    """A matplotlib Figure of ``chart`` on an Agg canvas."""
    sheet = Sheet()
    room = style.WIDTH - 2 * style.EDGE
    title = sheet.wrap(chart.title, style.TITLE, room)
    legend = _legend_rows(sheet, chart.legend, room)
    widths = _widths(sheet, chart, room)
    lefts = [_left(sheet, panel, n) for n, panel in enumerate(chart.panels)]
    heads = [
        sheet.wrap(panel.title, style.SMALL, width - (left if isinstance(panel, NAMED) else 0.0) - 0.12)
        for panel, width, left in zip(chart.panels, widths, lefts, strict=True)
    ]
    legend_top = style.EDGE + len(title) * line_height(style.TITLE) + GAP
    head_top = legend_top + (len(legend) * line_height(style.TEXT) + GAP if legend else 0.0)
    top = head_top + max(map(len, heads)) * line_height(style.SMALL) + 1.5 * GAP
    bodies = [
        _height(panel, width - left - 0.12) for panel, width, left in zip(chart.panels, widths, lefts, strict=True)
    ]
    sheet.set_height(top + max(bodies) + max(map(_foot, chart.panels)) + style.EDGE)

    _put_lines(sheet, title, style.EDGE, style.EDGE, style.TITLE, style.INK)
    _put_legend(sheet, legend, legend_top)
    x = style.EDGE
    for panel, head, width, left, body in zip(chart.panels, heads, widths, lefts, bodies, strict=True):
        aside = left if isinstance(panel, NAMED) else 0.0
        _put_lines(sheet, head, x + aside, head_top, style.SMALL, style.MUTED)
        DRAW[type(panel)](sheet, panel, Frame(x + left, top, width - left - 0.12, body), x == style.EDGE)
        x += width
    return sheet.figure


def _put_lines(sheet: Sheet, lines: Sequence[str], x: float, top: float, size: float, colour: str) -> None:
    for n, line in enumerate(lines):
        sheet.text(x, top + (n + 0.5) * line_height(size), line, size, colour, title=size == style.TITLE)


# Room ---------------------------------------------------------------------------------------------------


def _widths(sheet: Sheet, chart: Chart, room: float) -> list[float]:
    """Inches of each panel; in a row of dots the first also carries the labels."""
    count = len(chart.panels)
    labels = _left(sheet, chart.panels[0], 0) if count > 1 else 0.0
    each = (room - labels) / count
    return [each + labels, *[each] * (count - 1)]


def _left(sheet: Sheet, panel: Panel, place: int) -> float:
    """Inches between a panel's left edge and its frame."""
    if isinstance(panel, Dots):
        return 0.12 + (sheet.widest(panel.labels, style.TEXT) if place == 0 else 0.1)
    if isinstance(panel, Groups | Steps):
        return 0.12 + sheet.widest(panel.labels, style.TEXT)
    if isinstance(panel, Heat):
        return 0.12 + sheet.widest(panel.rows, style.TEXT)
    if isinstance(panel, Stack) and not panel.upright:
        return 0.12 + sheet.widest(panel.labels, style.TEXT)
    if isinstance(panel, Tiles):
        return 0.12 + sheet.widest([group.label for group in panel.groups], style.TEXT)
    return 0.0 if isinstance(panel, Maps | Boards) else 0.46


def _height(panel: Panel, width: float) -> float:
    """Inches of the height of a panel's frame, so wide."""
    if isinstance(panel, Dots):
        return style.ROW * len(panel.labels)
    if isinstance(panel, Groups | Steps):
        return groups.row_height(panel) * len(panel.labels)
    if isinstance(panel, Heat):
        return style.CELL * len(panel.rows)
    if isinstance(panel, Stack) and not panel.upright:
        return style.CELL * len(panel.labels)
    if isinstance(panel, Tiles):
        return tiles.tiles_height(panel)
    if isinstance(panel, Maps):
        return tiles.maps_height(panel, width)
    if isinstance(panel, Boards):
        return boards.boards_height(panel, width)
    return style.HEIGHT


def _foot(panel: Panel) -> float:
    """Inches below a frame: numbers, and what they are if it is said."""
    if isinstance(panel, Tiles | Maps | Boards):
        return 0.0
    label = "" if isinstance(panel, NAMED) else panel.across if isinstance(panel, Heat) else panel.x_label
    return 0.06 + line_height(style.SMALL) * (2.0 if label else 1.0)


# Legend -------------------------------------------------------------------------------------------------


def _legend_rows(sheet: Sheet, legend: Sequence[Key], room: float) -> list[list[tuple[Key, float]]]:
    """Entries with their left edges, broken into as many lines as they need."""
    rows: list[list[tuple[Key, float]]] = []
    x = math.inf
    for key in legend:
        width = SWATCH + sheet.measure(key.label, style.SMALL)
        if x + width > room:
            rows.append([])
            x = 0.0
        rows[-1].append((key, x))
        x += width + BETWEEN
    return rows


def _put_legend(sheet: Sheet, rows: list[list[tuple[Key, float]]], top: float) -> None:
    for n, row in enumerate(rows):
        y = top + (n + 0.5) * line_height(style.TEXT)
        for key, shift in row:
            x = style.EDGE + shift
            if key.kind == "fill":
                sheet.boxes([(x, y - 0.05, x + 0.17, y + 0.05)], style.SERIES[key.colour])
            elif key.kind == "line":
                marker = style.MARKERS[key.colour]
                sheet.curve([(x + 0.09, y), (x, y), (x + 0.18, y)], key.colour, marker, line=1.6, every=False)
            else:
                sheet.lines([(x, y, x + 0.2, y)], style.MUTED, 1.0, dashed=True)
            sheet.text(x + SWATCH, y, key.label)
