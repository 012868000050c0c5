"""Draws a tournament: the matrix of payoffs, and the ratings beside it, in one figure."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.report import style
from balance.report.images import Image, lean
from balance.report.lettering import Lettering, line_height

MATRIX = 4.05  # most inches that the cells of the matrix take in width
CELL_HEIGHT = 0.34
ONE_DECIMAL = 0.36  # inches of a cell in which 53.1 fits
NO_DECIMAL = 0.2  # … and 53
FAINT = 0.06  # tint of an equal cell
STRONG = 0.64  # additional tint of the cell farthest from equal


@dataclass(frozen=True)
class Payoffs:
    """What is drawn, in the order of the rows.

    table: float64[k, k, 3], payoff with its interval, NaN where unknown; ratings: (value, low, high) of
    each player, or nothing.
    """

    title: str
    ratings_title: str
    players: tuple[str, ...]
    table: np.ndarray
    ratings: tuple[tuple[float, float, float], ...]


def draw_payoffs(payoffs: Payoffs, lang: str) -> Image:
    """The figure as SVG and PNG, the same bytes every time."""
    with style.styled(lang):
        figure = _draw(payoffs, weight="bold" if lang == "en" else "normal")  # the Japanese font has no bold
        vector, raster = io.StringIO(), io.BytesIO()
        figure.savefig(vector, format="svg", metadata={"Date": None, "Creator": None})
        figure.savefig(raster, format="png", dpi=style.PNG_DPI, metadata={"Software": None})
    return Image(lean(vector.getvalue()), raster.getvalue())


def _draw(payoffs: Payoffs, weight: str) -> Any:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(style.WIDTH, 1.0), dpi=style.PNG_DPI)
    FigureCanvasAgg(figure)
    pen = Lettering(figure)
    k = len(payoffs.players)
    names = pen.widest(payoffs.players, style.TEXT)
    cell = min(0.52, MATRIX / k)
    title_lines = pen.wrap(payoffs.title, style.TITLE, style.WIDTH - 2 * style.EDGE)
    head = style.EDGE + len(title_lines) * line_height(style.TITLE) + 0.1
    columns = pen.widest(payoffs.players, style.SMALL) + 0.1  # the names of the columns stand upright
    body = k * CELL_HEIGHT
    foot = 0.08 + line_height(style.SMALL) + style.EDGE
    height = head + columns + body + foot
    figure.set_size_inches(style.WIDTH, height)
    pen.lines(title_lines, style.EDGE, style.EDGE, height, style.TITLE, style.INK, weight=weight)

    left = style.EDGE + names + 0.1
    area = (left / style.WIDTH, foot / height, k * cell / style.WIDTH, body / height)
    _matrix(figure.add_axes(area), payoffs, cell)
    if payoffs.ratings:
        left += k * cell + 0.3
        width = style.WIDTH - left - style.EDGE
        area = (left / style.WIDTH, foot / height, width / style.WIDTH, body / height)
        _ratings(figure.add_axes(area), payoffs, pen, width)
        words = pen.wrap(payoffs.ratings_title, style.SMALL, width)
        top = head + columns - 0.06 - len(words) * line_height(style.SMALL)
        pen.lines(words, left, top, height, style.SMALL, style.MUTED)
    return figure


def _matrix(axes: Any, payoffs: Payoffs, cell: float) -> None:
    """Cells blue where the row is better, orange where the column is; grey figures are not told apart."""
    from matplotlib.patches import Rectangle

    table, k = payoffs.table, len(payoffs.players)
    away = np.abs(table[..., 0] - 0.5)
    reach = float(np.nanmax(away)) if np.isfinite(away).any() else 0.0
    decimals = 1 if cell >= ONE_DECIMAL else 0
    for y, x in np.ndindex(k, k):
        value, low, high = (float(end) for end in table[y, x])
        if x == y or np.isnan(value):
            continue
        tint = FAINT + STRONG * abs(value - 0.5) / (reach or 1.0)
        colour = style.mix(tint, style.SERIES[0 if value >= 0.5 else 1])
        axes.add_patch(
            Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor=style.PAPER, linewidth=1.5)
        )
        if cell < NO_DECIMAL:
            continue
        told_apart = low > 0.5 or high < 0.5
        axes.text(
            x, y, f"{100.0 * value:.{decimals}f}", fontsize=style.SMALL,
            color=style.ON_LIGHT if told_apart else style.MUTED, ha="center", va="center_baseline",
        )  # fmt: skip
    axes.set_xlim(-0.5, k - 0.5)
    axes.set_ylim(k - 0.5, -0.5)
    axes.xaxis.tick_top()
    axes.set_xticks(range(k), payoffs.players, fontsize=style.SMALL, color=style.INK, rotation=90)
    axes.set_yticks(range(k), payoffs.players, fontsize=style.TEXT, color=style.INK)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _ratings(axes: Any, payoffs: Payoffs, pen: Lettering, width: float) -> None:
    """A dot and its interval in each row of the matrix, with the value behind it."""
    from matplotlib.ticker import MaxNLocator

    places = range(len(payoffs.players))
    tags = [f"{value:.2f}".replace("-", "−") for value, _, _ in payoffs.ratings]
    ends = [end for rating in payoffs.ratings for end in rating] + [0.0]
    low, high = min(ends), max(ends)
    room = max(width - pen.widest(tags, style.SMALL) - 0.3, 0.3 * width)
    inch = ((high - low) or 1.0) / room
    axes.set_xlim(low - 0.1 * inch, low + (width - 0.1) * inch)
    axes.set_ylim(len(payoffs.players) - 0.5, -0.5)
    axes.set_yticks([])
    axes.hlines(places, *axes.get_xlim(), colors=style.GRID, linewidth=0.8, zorder=1)
    axes.axvline(0.0, color=style.MUTED, linewidth=1.0, linestyle=(0, (4, 3)), zorder=2)
    values, lows, highs = zip(*payoffs.ratings, strict=True)
    axes.hlines(places, lows, highs, colors=style.SERIES[0], linewidth=2.2, zorder=3)
    axes.plot(values, places, "o", color=style.SERIES[0], markersize=5.0, zorder=4)
    for y, (end, tag) in enumerate(zip(_rightmost(payoffs.ratings), tags, strict=True)):
        axes.text(
            end + 0.1 * inch, y, tag, fontsize=style.SMALL, color=style.INK, va="center_baseline",
            bbox={"facecolor": style.PAPER, "edgecolor": "none", "pad": 1.0},
        )  # fmt: skip
    axes.spines["left"].set_visible(False)
    axes.xaxis.set_major_locator(MaxNLocator(max(2, int(width / 0.6)), steps=[1, 2, 5, 10]))


def _rightmost(ratings: Sequence[tuple[float, float, float]]) -> list[float]:
    """Right end of each dot with its interval."""
    return [max(value, high) for value, _, high in ratings]
