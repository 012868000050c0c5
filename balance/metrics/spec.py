"""What a metric is: a ratio of two sums over facts, or something derived from such sums.

A `Tally` says which integers are summed; the kernel sums them in the thread that played the games.  A
`Metric` says which two tallies make its ratio, and what a reader must know to read it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from balance.metrics.estimate import Sums

WIN = 420  # points of a win: divisible by 1 to 7, so that a k-way draw gives each 420/k
PARTS = 10_000  # fractions of a game are stored in 1/10,000


@dataclass(frozen=True)
class Tally:
    """A sum over the rows of a fact table, kept apart by some keys.

    weight: the column summed (None counts rows), times ``times`` if given.  by: which of the table's axes are
    kept, in order; three more can be named: ``entry`` (the line-up's row that sat there), ``player`` (its
    strategy) and ``parity`` (of the block).  bucket: a column whose value (``low``, … ``low + buckets − 1``,
    clipped) is kept as a further, last key.  squared: squares of each block's sums are summed instead.
    """

    table: str
    weight: str | None = None
    by: tuple[str, ...] = ()
    bucket: str | None = None
    low: int = 0
    buckets: int = 1
    times: str | None = None
    squared: bool = False


GAMES = Tally("game")
SEATS_BY_SEAT = Tally("seats", by=("seat",))
SEATS_BY_PLAYER = Tally("seats", by=("player",))
POINTS_BY_SEAT = Tally("seats", "points", by=("seat",))
POINTS_BY_PLAYER = Tally("seats", "points", by=("player",))
ALONE = "one seat only: nobody to compare it with"  # why a metric that compares seats has no value
Unit = str
Better = Literal["", "more", "less"]
Row = dict[str, Any]  # a derived row: where, value, low, high, se, note


@dataclass(frozen=True)
class Metric:
    """One metric: what it says, in which unit, and from which tallies it comes.

    A ratio is ``Σy / (scale · Σx)``; x is spread over the keys that only y has.  ``bucket_key`` names y's
    bucket as a key, with ``bucket_labels``; ``pick`` takes one bucket's value instead.  A derived metric has
    ``derive`` and names in ``needs`` the tallies that it reads.
    """

    name: str
    sentence: str
    sentence_ja: str
    unit: Unit
    kind: Literal["rate", "mean", "derived"] = "mean"
    y: Tally | None = None
    x: Tally = GAMES
    scale: int = 1
    better: Better = ""
    bucket_key: str = ""
    bucket_labels: tuple[str, ...] = ()
    pick: int | None = None
    pick_x: int | None = None
    descriptive: bool = False  # a correlation, not the effect of an intervention
    derive: Callable[[Sums], list[Row]] | None = None
    needs: Mapping[str, Tally] | None = None

    def tallies(self) -> list[Tally]:
        """Every tally that the metric reads."""
        if self.kind == "derived":
            return list((self.needs or {}).values())
        assert self.y is not None
        return [self.y, self.x]
