"""Draws a tournament: the matrix of payoffs, and the ratings beside it, in one figure."""

from __future__ import annotations

import io
import math
from dataclasses import dataclass

import numpy as np

from balance.report import style
from balance.report.images import Image, lean
from balance.report.sheet import Sheet, line_height

MATRIX = 4.05  # most inches that the cells of the matrix take in width
WIDEST = 0.52  # inches of a cell where there are few players
HIGH = 0.34  # inches of a row
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
        figure = _draw(payoffs).figure
        vector, raster = io.StringIO(), io.BytesIO()
        figure.savefig(vector, format="svg", metadata={"Date": None, "Creator": None})
        figure.savefig(raster, format="png", dpi=style.PNG_DPI, metadata={"Software": None})
    return Image(lean(vector.getvalue()), raster.getvalue())


def _draw(payoffs: Payoffs) -> Sheet:
    sheet = Sheet()
    k = len(payoffs.players)
    cell = min(WIDEST, MATRIX / k)
    title = sheet.wrap(payoffs.title, style.TITLE, style.WIDTH - 2 * style.EDGE)
    head = style.EDGE + len(title) * line_height(style.TITLE) + 0.1
    top = head + sheet.widest(payoffs.players, style.SMALL) + 0.1  # the columns' names stand upright
    left = style.EDGE + sheet.widest(payoffs.players, style.TEXT) + 0.1
    sheet.set_height(top + k * HIGH + 0.08 + line_height(style.SMALL) + style.EDGE)
    for n, line in enumerate(title):
        y = style.EDGE + (n + 0.5) * line_height(style.TITLE)
        sheet.text(style.EDGE, y, line, style.TITLE, title=True)
    _matrix(sheet, payoffs, left, top, cell)
    if payoffs.ratings:
        _ratings(sheet, payoffs, left + k * cell + 0.3, top)
    return sheet


def _matrix(sheet: Sheet, payoffs: Payoffs, left: float, top: float, cell: float) -> None:
    """Cells blue where the row is better, orange where the column is; grey figures are not told apart."""
    k = len(payoffs.players)
    for n, name in enumerate(payoffs.players):
        sheet.text(left - 0.08, top + (n + 0.5) * HIGH, name, style.TEXT, align="right")
        sheet.figure.text(
            (left + (n + 0.5) * cell) / style.WIDTH, 1.0 - (top - 0.07) / sheet.height, name,
            fontsize=style.SMALL, color=style.INK, rotation=90, ha="center", va="bottom",
        )  # fmt: skip
    away = np.abs(payoffs.table[..., 0] - 0.5)
    reach = float(np.nanmax(away)) or 1.0
    boxes, colours = [], []
    for row, column in np.ndindex(k, k):
        value, low, high = (float(end) for end in payoffs.table[row, column])
        if row == column or math.isnan(value):
            continue
        x, y = left + column * cell, top + row * HIGH
        boxes.append((x, y, x + cell, y + HIGH))
        tint = FAINT + STRONG * abs(value - 0.5) / reach
        colours.append(style.mix(tint, style.SERIES[0 if value >= 0.5 else 1]))
        if cell >= NO_DECIMAL:
            shown = f"{100.0 * value:.{1 if cell >= ONE_DECIMAL else 0}f}"
            colour = style.ON_LIGHT if low > 0.5 or high < 0.5 else style.MUTED
            sheet.text(x + cell / 2.0, y + HIGH / 2.0, shown, style.SMALL, colour, "center")
    sheet.boxes(boxes, colours, edge=1.5)


def _ratings(sheet: Sheet, payoffs: Payoffs, left: float, top: float) -> None:
    """A dot with its interval in each row of the matrix, and its value behind it."""
    right = style.WIDTH - style.EDGE
    words = sheet.wrap(payoffs.ratings_title, style.SMALL, right - left)
    for n, line in enumerate(words):
        y = top - 0.06 - (len(words) - n - 0.5) * line_height(style.SMALL)
        sheet.text(left, y, line, colour=style.MUTED)
    tags = [f"{value:.2f}".replace("-", "−") for value, _, _ in payoffs.ratings]
    ends = [end for rating in payoffs.ratings for end in rating] + [0.0]
    tag = sheet.widest(tags, style.SMALL)
    room = max(right - left - tag - 0.3, 0.3 * (right - left))
    low, span = min(ends), (max(ends) - min(ends)) or 1.0

    def place(value: float) -> float:
        return left + 0.1 + room * (value - low) / span

    bottom = top + len(tags) * HIGH
    sheet.lines([(place(0.0), top, place(0.0), bottom)], style.MUTED, 1.0, 2, dashed=True)
    rows = [top + (n + 0.5) * HIGH for n in range(len(tags))]
    # The lines of the rows leave room for the values.
    behind = [place(max(value, high)) + 0.1 for value, _, high in payoffs.ratings]
    grid = [(left, y, x - 0.04, y) for x, y in zip(behind, rows, strict=True)]
    grid += [(x + tag + 0.04, y, right, y) for x, y in zip(behind, rows, strict=True)]
    sheet.lines(grid, style.GRID)
    sheet.lines(
        [(place(a), y, place(b), y) for (_, a, b), y in zip(payoffs.ratings, rows, strict=True)],
        style.SERIES[0], 2.2, 3,
    )  # fmt: skip
    dots = [(place(value), y) for (value, _, _), y in zip(payoffs.ratings, rows, strict=True)]
    sheet.curve(dots, 0, "o", size=5.0)
    for x, y, shown in zip(behind, rows, tags, strict=True):
        sheet.text(x, y, shown)
    sheet.lines([(left, bottom, right, bottom)], style.GRID)
    for value, shown in _ticks(low, low + span, most=max(2, int(room / 0.4))):
        y = bottom + 0.06 + line_height(style.SMALL) / 2.0
        sheet.text(place(value), y, shown, colour=style.MUTED, align="center")


def _ticks(low: float, high: float, most: int) -> list[tuple[float, str]]:
    """Round numbers from ``low`` to ``high``, about ``most`` of them."""
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * each for each in (1.0, 2.0, 5.0, 10.0) if power * each >= rough)
    decimals = max(0, -math.floor(math.log10(step)))
    numbers = range(math.ceil(low / step), math.floor(high / step) + 1)
    return [(n * step, f"{n * step:.{decimals}f}".replace("-", "−")) for n in numbers]
