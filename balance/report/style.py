"""How every figure looks: colours that colour-blind readers tell apart, fonts, sizes in inches and points.

Four colours are roles, not colours: in a page they follow the reader's light or dark scheme
(`images.inline`); in a file of its own a figure is dark on white.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

# The hues of Okabe & Ito (2008), the light ones darkened until a line of them shows on white and on black.
SERIES = ("#0072b2", "#d55e00", "#009e73", "#b5659a", "#bf8600", "#3d95cf", "#7d7d7d", "#8f5b34")
GREY, BROWN = 6, 7
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "p")
ON_DARK, ON_LIGHT = "#fefefe", "#101010"  # text inside a coloured area
DARK_ENOUGH = (0, 7)  # colours that carry light text

INK, MUTED, GRID, PAPER = "#1f2328", "#5c6570", "#dfe3e8", "#ffffff"
ROLES = {INK: "currentColor", MUTED: "var(--muted)", GRID: "var(--grid)", PAPER: "var(--paper)"}

WIDTH = 7.6  # inches
EDGE = 0.12  # inches around everything
TITLE, TEXT, SMALL = 11.0, 9.0, 8.0  # points
LINE = 1.35  # height of a line of text, in font sizes
HEIGHT = 2.3  # inches of a panel; rows of dots and of a matrix take what they need
ROW = 0.29  # inches of a row of dots
CELL = 0.36  # inches of a row of a matrix
PNG_DPI = 110

FONTS = {"en": ["DejaVu Sans"], "ja": ["IPAexGothic", "DejaVu Sans"]}
SALT = "balance"  # makes the ids in an SVG file the same every time


@contextmanager
def styled(lang: str) -> Iterator[None]:
    """Matplotlib's settings for the figures of a report; nothing is left changed behind it."""
    import matplotlib

    settings = {
        "font.family": FONTS[lang],
        "figure.titleweight": "normal" if lang == "ja" else "bold",  # the Japanese font has no bold
        "text.parse_math": False,
        "figure.facecolor": PAPER,
        "savefig.facecolor": PAPER,
        "text.hinting": "none",  # the same letters at every size, and sooner drawn
        "path.simplify": False,
        "svg.fonttype": "path",
        "svg.hashsalt": SALT,
    }
    with matplotlib.rc_context():
        if lang == "ja":
            import matplotlib_fontja  # noqa: F401  (importing it makes its font known)
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(settings)
        yield


def on(colour: int) -> str:
    """The colour of text inside an area of a series' colour."""
    return ON_DARK if colour in DARK_ENOUGH else ON_LIGHT


def mix(share: float, colour: str) -> str:
    """``colour`` laid over white with the given share, 0 … 1, as a hexadecimal colour."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    # never exactly white, which in a page would turn dark
    return "#" + "".join(f"{min(round(255 + (part - 255) * share), 254):02x}" for part in parts)
