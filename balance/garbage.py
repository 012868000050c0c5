"""How often Python looks for garbage."""

from __future__ import annotations

import gc

THRESHOLDS = (100_000, 50, 1000)  # of the three generations, in objects and in looks at the one before


def look_seldom() -> None:
    """Let this process look seldom: a look goes through all that the libraries made, and frees next to nothing."""
    gc.set_threshold(*THRESHOLDS)
