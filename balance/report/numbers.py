"""Numbers as a reader sees them: percentages, percentage points, means and counts, with their intervals.

The digits follow from the interval: one digit of its half width is shown, and no more.
"""

from __future__ import annotations

import math

from balance.report.parts import MISSING, Number

SHARES = ("share", "share of the game", "share of ln n")  # units that are shown as percentages
LEAST = {"%": 1, "": 2}  # decimals shown where the interval does not ask for more
MOST = 3


def decimals(half: float | None, least: int) -> int:
    """Decimals that show the first digit of ``half``, the half width of an interval: ``least`` to `MOST`.

    A half width of 5 and more leaves no decimals.
    """
    if half is None or half <= 0.0:
        return least
    return 0 if half >= 5.0 else min(max(math.ceil(-math.log10(half)), least), MOST)


def number(
    value: float | None, low: float | None = None, high: float | None = None, *, unit: str = "", pp: str = ""
) -> Number:
    """A value with its interval in ``unit``; shares become percentages, or points if ``pp`` names them."""
    if value is None:
        return Number(MISSING)
    if isinstance(value, int):
        return Number(f"{value:,}", "" if low is None or high is None else f"{low:,}–{high:,}")
    share = unit in SHARES
    scale, sign = (100.0, pp or "%") if share else (1.0, "")
    half = None if low is None or high is None else (high - low) * scale / 2.0
    places = decimals(half, LEAST["%" if share else ""])
    shown = fixed(value * scale, places) + sign
    if low is None or high is None:
        return Number(shown)
    ends = [fixed(end * scale, places) for end in (low, high)]
    dash = " – " if any(end.startswith("−") for end in ends) else "–"
    return Number(shown, f"{dash.join(ends)}{sign}")


def fixed(value: float, places: int) -> str:
    """A number with so many decimals, thousands apart, and a minus that is one; never −0."""
    text = f"{value:,.{places}f}"
    if float(text.replace(",", "")) == 0.0:
        text = text.lstrip("-")
    return text.replace("-", "−")


def half_width(low: float | None, high: float | None, unit: str, pp: str) -> str:
    """``±`` half the interval; for shares in percentage points, with ``pp`` behind."""
    if low is None or high is None or isinstance(low, int):
        return ""
    half = (high - low) / 2.0 * (100.0 if unit in SHARES else 1.0)
    share = unit in SHARES
    return f"±{fixed(half, decimals(half, LEAST['%' if share else '']))}{pp if share else ''}"


def count(value: float) -> str:
    """A number of things, thousands apart."""
    return f"{round(value):,}"
