"""A sheet to draw on, in inches from the upper left corner: text, lines, boxes and marks of one figure.

Matplotlib's axes, ticks and layout engines take most of the time of a small figure.  A sheet does without
them: places are computed from measured text, and each figure holds a few artists only.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from balance.report import lettering, style

CLOSING = "、。）」』ー！？・"  # a line does not begin with one of these


def line_height(size: float) -> float:
    """Inches of a line of text of ``size`` points."""
    return size * style.LINE / 72.0


class Sheet:
    """One figure; its height is set once, before anything is put on it."""

    def __init__(self) -> None:
        self.figure = Figure(figsize=(style.WIDTH, 1.0), dpi=style.PNG_DPI)
        FigureCanvasAgg(self.figure)
        self.height = 1.0

    def set_height(self, height: float) -> None:
        """Make the sheet so many inches high."""
        self.height = height
        self.figure.set_size_inches(style.WIDTH, height)

    # Measuring --------------------------------------------------------------------------------------

    def measure(self, text: str, size: float) -> float:
        """Inches that ``text`` takes in one line of ``size`` points."""
        return lettering.width(text) * size / 72.0

    def widest(self, texts: Iterable[str], size: float) -> float:
        """Inches of the widest text."""
        return max((self.measure(text, size) for text in texts), default=0.0)

    def wrap(self, text: str, size: float, room: float) -> list[str]:
        """``text`` in lines of at most ``room`` inches, broken at blanks or between wide characters."""
        lines = [""]
        for part in _parts(text):
            if lines[-1] and self.measure((lines[-1] + part).rstrip(), size) > room:
                lines.append("")
            lines[-1] += part if lines[-1] else part.lstrip()
        return [line.rstrip() for line in lines if line.strip()]

    # Putting ----------------------------------------------------------------------------------------

    def _add(self, artist: Any) -> None:
        artist.set_transform(self.figure.dpi_scale_trans)
        self.figure.add_artist(artist)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = style.SMALL,
        colour: str = style.INK,
        align: str = "left",
        *,
        title: bool = False,
    ) -> None:
        """One line of text, its middle at height ``y``; a title has its own weight."""
        line = lettering.Line(
            x / style.WIDTH,
            1.0 - y / self.height,
            text,
            fontsize=size,
            color=colour,
            ha=align,
            va="center_baseline",
            weight=matplotlib.rcParams["figure.titleweight"] if title else "normal",
            zorder=6,
            transform=self.figure.transFigure,
        )
        self.figure.add_artist(line)

    def lines(
        self,
        segments: Sequence[tuple[float, float, float, float]],
        colour: str,
        width: float = 0.8,
        layer: float = 1,
        *,
        dashed: bool = False,
    ) -> None:
        """Straight lines (x0, y0, x1, y1) of one look."""
        if segments:
            ends = [[(a, self.height - b), (c, self.height - d)] for a, b, c, d in segments]
            dashes = (0, (4, 3)) if dashed else "solid"
            self._add(LineCollection(ends, colors=colour, linewidths=width, linestyles=[dashes], zorder=layer))

    def boxes(
        self,
        boxes: Sequence[tuple[float, float, float, float]],
        colours: str | Sequence[str],
        layer: float = 3,
        *,
        edge: float = 0.0,
    ) -> None:
        """Filled boxes (left, top, right, bottom) in one colour or each in its own; edges are paper."""
        if boxes:
            h = self.height
            corners = [[(a, h - b), (c, h - b), (c, h - d), (a, h - d)] for a, b, c, d in boxes]
            rim: Any = style.PAPER if edge else "none"
            fill: Any = colours
            self._add(PolyCollection(corners, facecolors=fill, edgecolors=rim, linewidths=edge, zorder=layer))

    def curve(
        self,
        places: Sequence[tuple[float, float]],
        colour: int,
        marker: str,
        *,
        line: float = 0.0,
        size: float = 4.5,
        every: bool = True,
    ) -> None:
        """Marks in a series' colour, joined if ``line`` has a width; not ``every``: the first only."""
        if places:
            shade = style.SERIES[colour]
            self._add(
                Line2D(
                    [x for x, _ in places],
                    [self.height - y for _, y in places],
                    color=shade,
                    marker=marker,
                    markersize=size,
                    markeredgewidth=0.0,
                    markevery=None if every else [0],
                    linewidth=line,
                    linestyle="-" if line else "none",
                    zorder=4,
                )
            )


def _parts(text: str) -> list[str]:
    """``text`` in parts between which a line may be broken: words with the blank before, wide characters."""
    parts: list[str] = []
    for char in text:
        wide = unicodedata.east_asian_width(char) in "WF"
        before_wide = bool(parts) and unicodedata.east_asian_width(parts[-1][-1]) in "WF"
        if not parts or char == " " or (wide and char not in CLOSING) or (before_wide and not wide):
            parts.append(char)
        else:
            parts[-1] += char
    return parts
