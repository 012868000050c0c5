"""Charts as data: what is drawn, in words and numbers, ready to be handed to another process.

A chart is a row of panels under one title and one legend.  Values are in their unit; a panel that shows
percentages gets shares.  Points without a value are left out.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    """A value with the ends of its interval, None where there is none."""

    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Dots:
    """One point a row with its interval, the rows named at the left of the first panel."""

    title: str
    labels: tuple[str, ...]
    points: tuple[Point, ...]
    percent: bool = False
    reference: float | None = None
    from_zero: bool = True
    colour: int = 0


@dataclass(frozen=True)
class Series:
    """A curve: one point for each tick."""

    label: str
    points: tuple[Point, ...]
    colour: int


@dataclass(frozen=True)
class Curves:
    """Curves over rounds or the like, from zero up unless ``bottom`` says otherwise."""

    title: str
    x_label: str
    ticks: tuple[str, ...]
    series: tuple[Series, ...]
    percent: bool = False
    reference: float | None = None
    top: float | None = None  # where the axis ends; the data decide if it is None
    bottom: float = 0.0
    joined: bool = True  # by lines; not where the ticks have no order


@dataclass(frozen=True)
class Groups:
    """Rows with one point for each series, as of several scenarios; a band marks what counts as no difference.

    Values are multiplied by ``factor`` and shown with ``sign`` behind them.
    """

    title: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]  # each with a point for every row
    factor: float = 1.0
    sign: str = ""
    reference: float | None = None
    band: float | None = None  # from −band to +band


@dataclass(frozen=True)
class Steps:
    """From one value to another in steps, each a bar with the interval of its height: a waterfall.

    The first and the last label are the values at both ends.
    """

    title: str
    labels: tuple[str, ...]
    start: Point
    steps: tuple[Point, ...]
    end: Point
    factor: float = 1.0
    sign: str = ""


@dataclass(frozen=True)
class Bars:
    """A histogram over consecutive whole numbers from ``first`` on; the first ``lit`` bars stand out."""

    title: str
    x_label: str
    first: int
    heights: tuple[float, ...]
    lit: int = 0
    marks: tuple[tuple[float, str], ...] = ()  # vertical lines with what they say


@dataclass(frozen=True)
class Stack:
    """Shares of a whole, one bar for each label, parts in the order of the legend."""

    title: str
    labels: tuple[str, ...]
    parts: tuple[tuple[float, ...], ...]  # for each part its share of each bar
    colours: tuple[int, ...]
    upright: bool = True
    x_label: str = ""


@dataclass(frozen=True)
class Heat:
    """A matrix, coloured by how far each value lies from ``middle``."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    middle: float
    percent: bool = True
    across: str = ""  # what the columns are, where their names do not say it


@dataclass(frozen=True)
class Tile:
    """A named thing with the value that colours it, and words for what is known of it."""

    name: str
    value: float | None
    words: str


@dataclass(frozen=True)
class TileGroup:
    """Tiles of one kind, in order."""

    label: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class Tiles:
    """Very many named things at a glance, coloured by how far each value lies from ``middle``."""

    title: str
    groups: tuple[TileGroup, ...]
    middle: float


@dataclass(frozen=True)
class Map:
    """A share for each cell of a map, ``shares[down][right]``; the cell in the middle is where all began."""

    label: str
    shares: tuple[tuple[float, ...], ...]
    colour: int


@dataclass(frozen=True)
class Maps:
    """Small maps of the same size, each coloured up to its own highest share."""

    title: str
    maps: tuple[Map, ...]


@dataclass(frozen=True)
class Square:
    """A thing on a board, from its upper left cell on, with figures in its lower corners."""

    x: int
    y: int
    wide: int
    high: int
    colour: int
    name: str
    left: str = ""
    right: str = ""
    lines: tuple[str, str, str] = ("", "", "")  # of each kind "", "h", "v" or "hv"


@dataclass(frozen=True)
class Board:
    """A table with what lies on it."""

    label: str
    columns: int
    rows: int
    squares: tuple[Square, ...]


@dataclass(frozen=True)
class Boards:
    """Boards of one game side by side."""

    title: str
    boards: tuple[Board, ...]


Panel = Dots | Curves | Groups | Steps | Bars | Stack | Heat | Tiles | Maps | Boards


@dataclass(frozen=True)
class Key:
    """An entry of the legend: a filled swatch, a marked line, or the dashed line of a reference."""

    label: str
    colour: int = 0
    kind: str = "fill"  # fill, line or reference


@dataclass(frozen=True)
class Chart:
    """Panels side by side under one title and one legend."""

    title: str
    panels: tuple[Panel, ...]
    legend: tuple[Key, ...] = ()
