"""The log of one replayed game as its rows, in the order in which they were written (`kernel/events.py`)."""

from __future__ import annotations

import numpy as np

Event = int | np.int64  # an event's code
Row = list[int]  # the values of a log row, without its event's code


class LogReader:
    """The rows of a log in their order."""

    def __init__(self, log: np.ndarray) -> None:
        self.rows: list[Row] = log[1 : int(log[0, 0]) + 1].tolist()
        self.at = 0

    def sees(self, event: Event) -> bool:
        """Whether the next row is of this event."""
        return self.at < len(self.rows) and self.rows[self.at][0] == event

    def take(self, event: Event) -> Row:
        """The next row's values; ValueError if it is of another event."""
        if not self.sees(event):
            raise ValueError(f"row {self.at + 1} of the log is not of event {event}")
        self.at += 1
        return self.rows[self.at - 1][1:]

    def take_all(self, event: Event) -> list[Row]:
        """The values of all rows of this event that come next."""
        found = []
        while self.sees(event):
            found.append(self.take(event))
        return found
