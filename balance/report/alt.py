"""What a chart shows, in words, for who cannot see it."""

from __future__ import annotations

from balance.report.charts import (
    Bars,
    Boards,
    Chart,
    Curves,
    Dots,
    Groups,
    Heat,
    Maps,
    Panel,
    Point,
    Stack,
    Steps,
    Tiles,
)
from balance.report.numbers import fixed
from balance.report.parts import MISSING
from balance.report.phrases import Phrases


def describe(chart: Chart, words: Phrases) -> str:
    """Title and every value of a chart, panel by panel; of a histogram or map only its highest place."""
    return words.say("alt.chart", title=chart.title, panels=" ".join(_panel(p, chart, words) for p in chart.panels))


def _panel(panel: Panel, chart: Chart, words: Phrases) -> str:
    if isinstance(panel, Dots):
        values = [f"{label} {_shown(p, panel.percent)}" for label, p in zip(panel.labels, panel.points, strict=True)]
    elif isinstance(panel, Curves):
        values = [
            words.say("alt.curve", label=each.label, values=", ".join(_shown(p, panel.percent) for p in each.points))
            for each in panel.series
        ]
    elif isinstance(panel, Groups):
        values = [
            words.say(
                "alt.curve", label=label, values=", ".join(_scaled(each.points[n], panel) for each in panel.series)
            )
            for n, label in enumerate(panel.labels)
        ]
    elif isinstance(panel, Steps):
        points = (panel.start, *panel.steps, panel.end)
        values = [f"{label} {_scaled(p, panel)}" for label, p in zip(panel.labels, points, strict=True)]
    elif isinstance(panel, Bars):
        place = max(range(len(panel.heights)), key=panel.heights.__getitem__)
        values = [words.say("alt.peak", place=panel.first + place, height=f"{100 * panel.heights[place]:.1f}%")]
    elif isinstance(panel, Stack):
        names = [key.label for key in chart.legend]
        values = [
            words.say("alt.curve", label=name, values=", ".join(f"{100 * share:.0f}%" for share in part))
            for name, part in zip(names, panel.parts, strict=True)
        ]
    elif isinstance(panel, Tiles):
        values = [f"{tile.name} {tile.words}" for group in panel.groups for tile in group.tiles]
    elif isinstance(panel, Boards):
        values = [f"{square.name} ({square.x}, {square.y})" for board in panel.boards for square in board.squares]
    elif isinstance(panel, Maps):
        values = [each.label for each in panel.maps]
    else:
        assert isinstance(panel, Heat)
        values = [
            words.say("alt.curve", label=row, values=", ".join(_shown(Point(value), panel.percent) for value in each))
            for row, each in zip(panel.rows, panel.values, strict=True)
        ]
    return words.say("alt.panel", title=panel.title, values="; ".join(values)) if panel.title else "; ".join(values)


def _shown(point: Point, percent: bool) -> str:
    if point.value is None:
        return MISSING
    return f"{100 * point.value:.1f}%" if percent else f"{point.value:.2f}"


def _scaled(point: Point, panel: Groups | Steps) -> str:
    return MISSING if point.value is None else fixed(panel.factor * point.value, 2) + panel.sign
