"""One line of text as matplotlib's artist, drawn where it was measured.

Matplotlib lays every text out before it draws it, in case it has lines or is turned, and so works out the place of each
letter twice: four tenths of the time of a figure.  Here the widths of letters are known, a line is one line, and all
lines of a size have their baseline at one height, whatever letters they hold.
"""

from __future__ import annotations

import warnings
from functools import cache
from itertools import pairwise
from typing import Any

import matplotlib
from matplotlib import font_manager
from matplotlib.ft2font import FT2Font, Kerning, LoadFlags
from matplotlib.text import Text

SHARES = {"left": 0.0, "center": 0.5, "right": 1.0}  # of its width that a line reaches to the left of its place


def _font(name: str) -> FT2Font:
    return font_manager.get_font(font_manager.findfont(name))


@cache
def _advance(char: str, after: str, fonts: tuple[str, ...]) -> float | None:
    """Width of a letter in font sizes, from the first of the fonts that has it; None if none has it.

    With what it moves towards the letter ``after`` which it stands ("" at the start of a line).
    """
    for font in map(_font, fonts):
        if index := font.get_char_index(ord(char)):
            width = font.load_char(ord(char), LoadFlags.NO_SCALE).horiAdvance
            kern = font.get_kerning(font.get_char_index(ord(after)), index, Kerning.UNSCALED) if after else 0
            return float((width + kern) / font.units_per_EM)
    return None


@cache
def _ascent(font: str) -> float:
    """Height of a tall letter over the baseline, in font sizes."""
    found = _font(font)
    return float(found.load_char(ord("l"), LoadFlags.NO_SCALE).horiBearingY / found.units_per_EM)


def width(text: str) -> float:
    """Width of one line in font sizes, in the fonts of matplotlib's settings; warns of a letter that none has."""
    fonts = tuple(matplotlib.rcParams["font.family"])
    total = 0.0
    for after, char in pairwise(["", *text]):
        advance = _advance(char, after, fonts)
        if advance is None:
            warnings.warn(f"{char!r} is missing from font {', '.join(fonts)}", stacklevel=2)
            advance = 1.0  # drawn as an empty box
        total += advance
    return total


class Line(Text):
    """One line of text, upright, its middle at its y."""

    def draw(self, renderer: Any) -> None:
        """Draw the line; the same letters as `Text`, whose layout is not asked for."""
        size = renderer.points_to_pixels(self.get_fontsize())
        x, y = self.get_transform().transform(self.get_unitless_position())
        if share := SHARES[self.get_horizontalalignment()]:
            x -= share * width(self.get_text()) * size
        y -= 0.5 * _ascent(matplotlib.rcParams["font.family"][0]) * size
        if renderer.flipy():
            y = renderer.get_canvas_width_height()[1] - y
        gc = renderer.new_gc()
        gc.set_foreground(self.get_color())
        renderer.draw_text(gc, x, y, self.get_text(), self.get_fontproperties(), 0, mtext=self)
        gc.restore()
        self.stale = False
