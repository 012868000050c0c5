"""Draws the panels that show very many values at a glance: named tiles group by group, and small maps."""

from __future__ import annotations

from collections.abc import Callable

from balance.report import style
from balance.report.charts import Map, Maps, Tiles
from balance.report.panels import Frame
from balance.report.sheet import Sheet, line_height

PER_ROW = 6  # tiles
TILE = 0.35  # inches of a tile's height
BETWEEN = 0.07  # inches between two groups of tiles
TINY = 6.6  # points of the words on a tile
MAPS_PER_ROW = 4
MAP_GAP = 0.16  # inches between two maps, and above their names
FAINT = 26  # opacity, of 255, of a share of almost 0 on a map: it shows on light and dark pages alike


def tiles_height(panel: Tiles) -> float:
    """Inches of all rows of tiles."""
    rows = sum(-(-len(group.tiles) // PER_ROW) for group in panel.groups)
    return rows * TILE + (len(panel.groups) - 1) * BETWEEN


def maps_height(panel: Maps, width: float) -> float:
    """Inches of all rows of maps, in a frame of ``width``."""
    rows = -(-len(panel.maps) // MAPS_PER_ROW)
    return rows * (_map_side(panel, width) + line_height(style.SMALL) + MAP_GAP)


def _map_side(panel: Maps, width: float) -> float:
    """Inches of a map's height; cells are square."""
    wide = (width - (MAPS_PER_ROW - 1) * MAP_GAP) / MAPS_PER_ROW
    shares = panel.maps[0].shares
    return wide * len(shares) / len(shares[0])


def _tiles(sheet: Sheet, panel: Tiles, frame: Frame, first: bool) -> None:
    """Tiles in rows, blue above the middle and orange below it, each with its name and what it says."""
    values = [tile.value for group in panel.groups for tile in group.tiles if tile.value is not None]
    reach = max((abs(value - panel.middle) for value in values), default=0.0) or 1.0
    wide = frame.width / PER_ROW
    top = frame.top
    boxes, tints = [], []
    for group in panel.groups:
        sheet.text(frame.left - 0.1, top + TILE / 2, group.label, style.TEXT, align="right")
        for n, tile in enumerate(group.tiles):
            left, upper = frame.left + (n % PER_ROW) * wide, top + (n // PER_ROW) * TILE
            boxes.append((left, upper, left + wide, upper + TILE))
            away = 0.0 if tile.value is None else (tile.value - panel.middle) / reach
            tints.append(style.mix(0.08 + 0.6 * abs(away), style.SERIES[0 if away >= 0 else 1]))
            name = _cut(sheet, tile.name, wide - 0.08)
            for place, words in ((0.32, name), (0.7, tile.words)):
                sheet.text(left + wide / 2, upper + place * TILE, words, TINY, style.ON_LIGHT, "center")
        top += -(-len(group.tiles) // PER_ROW) * TILE + BETWEEN
    sheet.boxes(boxes, tints, edge=1.5)


def _cut(sheet: Sheet, name: str, room: float) -> str:
    """A name, its end cut off if it does not fit."""
    if sheet.measure(name, TINY) <= room:
        return name
    while name and sheet.measure(name + "…", TINY) > room:
        name = name[:-1]
    return name.rstrip() + "…"


def _maps(sheet: Sheet, panel: Maps, frame: Frame, first: bool) -> None:
    """Small maps in rows, each under its name."""
    wide = (frame.width - (MAPS_PER_ROW - 1) * MAP_GAP) / MAPS_PER_ROW
    side = _map_side(panel, frame.width)
    name = line_height(style.SMALL)
    for n, each in enumerate(panel.maps):
        left = frame.left + (n % MAPS_PER_ROW) * (wide + MAP_GAP)
        top = frame.top + (n // MAPS_PER_ROW) * (side + name + MAP_GAP)
        sheet.text(left, top + name / 2, each.label)
        _map(sheet, each, Frame(left, top + name + 0.03, wide, side))


def _map(sheet: Sheet, each: Map, frame: Frame) -> None:
    """Cells as strong as their share of the map's highest; the middle cell has a rim."""
    rows, columns = len(each.shares), len(each.shares[0])
    most = max(max(row) for row in each.shares) or 1.0
    cell = frame.width / columns
    boxes, tints = [], []
    for y, row in enumerate(each.shares):
        for x, share in enumerate(row):
            if share > 0.0:
                left, top = frame.left + x * cell, frame.top + y * cell
                boxes.append((left, top, left + cell, top + cell))
                tints.append(f"{style.SERIES[each.colour]}{round(FAINT + (255 - FAINT) * share / most):02x}")
    sheet.boxes(boxes, tints)
    sheet.lines(_rim(frame.left, frame.top, frame.right, frame.bottom), style.GRID)
    left, top = frame.left + columns // 2 * cell, frame.top + rows // 2 * cell
    sheet.lines(_rim(left, top, left + cell, top + cell), style.INK, 0.9, 4)


def _rim(left: float, top: float, right: float, bottom: float) -> list[tuple[float, float, float, float]]:
    """The four sides of a box."""
    return [
        (left, top, right, top),
        (left, bottom, right, bottom),
        (left, top, left, bottom),
        (right, top, right, bottom),
    ]


DRAW: dict[type, Callable[..., None]] = {Tiles: _tiles, Maps: _maps}
