"""The log of a replayed game: integer rows that the kernel writes and a game's `trace` reads.

In batches the log has no rows and nothing is written, so a replay is the batch.
"""

from __future__ import annotations

import numpy as np

from balance.kernel.jit import jit
from balance.kernel.record import I64

VALUES = 8  # of a row, after its event's code
ROWS = 4096  # of one game; row 0 holds how many are used


def new_log(rows: int = ROWS) -> np.ndarray:
    """An empty log for one game; ``rows`` 0 for a batch."""
    return np.zeros((rows, VALUES + 1), I64)


@jit
def new_row(log, event):
    """Begin the next row of the log with an event's code; returns its number; its values are still 0."""
    at = log[0, 0] + 1
    log[0, 0] = at
    log[at, 0] = event
    return at
