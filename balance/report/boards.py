"""Draws the panel of a game board: cells in the colours of their kinds, with names, figures and the lines on them."""

from __future__ import annotations

from collections.abc import Callable

from balance.report import style
from balance.report.charts import Board, Boards, Square
from balance.report.panels import Frame
from balance.report.sheet import Sheet, line_height

LARGEST = 0.78  # inches of a cell
GAP = 0.3  # inches between two boards
RIM = 0.03  # part of a cell that is left free around a square
NAME_LINES = 2
LINE_LOOKS = ((1.9, False), (1.2, True), (0.7, False))  # width and dashes of each kind of line
LINE_COLOURS = (style.ON_LIGHT, "#5b2a86", "#f0e442")
SHIFTS = (0.0, 0.2, -0.2)  # of each kind of line from the middle, in cells


def boards_height(panel: Boards, width: float) -> float:
    """Inches of the highest board, all side by side in a frame of ``width``."""
    cell = _cell(panel, width)
    return max(board.rows for board in panel.boards) * cell + _heads(panel)


def _heads(panel: Boards) -> float:
    return line_height(style.SMALL) + 0.04 if any(board.label for board in panel.boards) else 0.0


def _cell(panel: Boards, width: float) -> float:
    """Inches of a cell, the same on all boards."""
    columns = sum(board.columns for board in panel.boards)
    return min((width - GAP * (len(panel.boards) - 1)) / columns, LARGEST)


def _boards(sheet: Sheet, panel: Boards, frame: Frame, first: bool) -> None:
    """Boards side by side, each under its name, in the middle of the frame."""
    cell = _cell(panel, frame.width)
    wide = sum(board.columns for board in panel.boards) * cell + GAP * (len(panel.boards) - 1)
    left = frame.left + (frame.width - wide) / 2
    for board in panel.boards:
        if board.label:
            sheet.text(left, frame.top + line_height(style.SMALL) / 2, board.label)
        _board(sheet, board, left, frame.top + _heads(panel), cell)
        left += board.columns * cell + GAP


def _board(sheet: Sheet, board: Board, left: float, top: float, cell: float) -> None:
    """One board: squares, then the lines on them, then names and figures."""
    places = [_place(square, left, top, cell) for square in board.squares]
    sheet.boxes(places, [style.mix(0.62, style.SERIES[square.colour]) for square in board.squares])
    for kind, (width, dashed) in enumerate(LINE_LOOKS):
        lines = [line for square in board.squares for line in _lines(square, kind, left, top, cell)]
        sheet.lines(lines, LINE_COLOURS[kind], width * cell / LARGEST, 4, dashed=dashed)
    size = 6.4 * cell / LARGEST
    for square, (x0, y0, x1, y1) in zip(board.squares, places, strict=True):
        room = x1 - x0 - 0.04
        names = sheet.wrap(square.name, size, room)
        names = names if len(names) <= NAME_LINES else [*names[: NAME_LINES - 1], names[NAME_LINES - 1] + "…"]
        middle = (x0 + x1) / 2
        for n, name in enumerate(names):
            wide, y = min(sheet.measure(name, size), room), y0 + (0.3 + 0.2 * n) * cell
            tint = style.mix(0.62, style.SERIES[square.colour])
            sheet.boxes([(middle - wide / 2, y - 0.09 * cell, middle + wide / 2, y + 0.09 * cell)], tint, 5)
            sheet.text(middle, y, name, size, style.ON_LIGHT, "center")
        sheet.text(x0 + 0.03, y1 - 0.12 * cell, square.left, size, style.ON_LIGHT)
        sheet.text(x1 - 0.03, y1 - 0.12 * cell, square.right, size, style.ON_LIGHT, "right")


def _place(square: Square, left: float, top: float, cell: float) -> tuple[float, float, float, float]:
    x, y, rim = left + square.x * cell, top + square.y * cell, RIM * cell
    return x + rim, y + rim, x + square.wide * cell - rim, y + square.high * cell - rim


def _lines(square: Square, kind: int, left: float, top: float, cell: float) -> list[tuple[float, float, float, float]]:
    """The lines of one kind on a square, in every cell of it, from edge to edge."""
    found = []
    shift = SHIFTS[kind] * cell
    for dx in range(square.wide):
        for dy in range(square.high):
            x, y = left + (square.x + dx) * cell, top + (square.y + dy) * cell
            if "h" in square.lines[kind]:
                found.append((x, y + cell / 2 + shift, x + cell, y + cell / 2 + shift))
            if "v" in square.lines[kind]:
                found.append((x + cell / 2 + shift, y, x + cell / 2 + shift, y + cell))
    return found


DRAW: dict[type, Callable[..., None]] = {Boards: _boards}
