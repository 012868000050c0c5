"""Where each tally lies in the batch table, and the kernel's program that fills it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from balance.kernel import sums
from balance.kernel.record import Place, Table
from balance.metrics.spec import Metric, Tally

KEYS = ("entry", "player", "parity")  # keys that a tally may keep beside its table's axes
PARITIES = ("even", "odd")


@dataclass(frozen=True)
class Layout:
    """The cells of a batch table: for each tally its first cell and the labels of its keys.

    axes: labels of every axis, and of ``entry`` (rows of the line-up) and ``player`` (strategies); keys of a
    tally come in the order of ``by``, then the bucket.
    """

    tables: Mapping[str, Table]
    axes: Mapping[str, tuple[str, ...]]
    tallies: tuple[Tally, ...]

    @cached_property
    def shapes(self) -> list[tuple[int, ...]]:
        """Shape of each tally's cells."""
        return [self._shape(tally) for tally in self.tallies]

    @cached_property
    def bases(self) -> list[int]:
        """First cell of each tally, and behind the last one the number of cells."""
        return [0, *np.cumsum([int(np.prod(shape, dtype=np.int64)) for shape in self.shapes]).tolist()]

    @property
    def cells(self) -> int:
        return self.bases[-1]

    def labels(self, key: str) -> tuple[str, ...]:
        """Labels of an axis or key."""
        return PARITIES if key == "parity" else self.axes[key]

    def _shape(self, tally: Tally) -> tuple[int, ...]:
        shape = tuple(len(self.labels(key)) for key in tally.by)
        return (*shape, tally.buckets) if tally.bucket else shape

    def cells_of(self, tally: Tally, batches: np.ndarray) -> np.ndarray:
        """The tally's part of a batch table int64[batches, cells], shaped (batches, *keys)."""
        at = self.tallies.index(tally)
        return batches[:, self.bases[at] : self.bases[at + 1]].reshape(len(batches), *self.shapes[at])

    def program(self, places: Mapping[str, Place]) -> np.ndarray:
        """The tallies as `kernel.sums` reads them, for tables that lie in these places: int64[tallies, FIELDS]."""
        program = np.zeros((len(self.tallies), sums.FIELDS), np.int64)
        for k, tally in enumerate(self.tallies):
            self._compile(program[k], tally, self.bases[k], self.shapes[k])
            place = places[tally.table]
            program[k, sums.MEMORY : sums.STEP_1 + 1] = (
                place.memory,
                place.start,
                place.game,
                place.first,
                place.second,
            )
        return program

    def _compile(self, step: np.ndarray, tally: Tally, base: int, shape: tuple[int, ...]) -> None:
        table = self.tables[tally.table]
        strides = [int(np.prod(shape[i + 1 :], dtype=np.int64)) for i in range(len(shape))]
        by = dict(zip(tally.by, strides, strict=False))
        unknown = set(by) - set(table.axes) - set(KEYS)
        if unknown or ({"player", "entry"} & set(by) and "seat" not in table.axes):
            raise ValueError(f"a tally of table {tally.table} cannot be kept by {', '.join(tally.by)}")
        if tally.squared and (not tally.weight or tally.times or tally.bucket or set(by) & {"player", "entry"}):
            raise ValueError("a block's squared sums are those of one column, by the table's axes and parity")
        sizes = [len(self.axes[axis]) for axis in table.axes]
        step[sums.WEIGHT] = table.index(tally.weight) if tally.weight else -1
        step[sums.TIMES] = table.index(tally.times) if tally.times else -1
        step[sums.BUCKET] = table.index(tally.bucket) if tally.bucket else -1
        step[sums.LOW], step[sums.BUCKETS], step[sums.BASE] = tally.low, tally.buckets, base
        step[sums.SQUARED] = int(tally.squared)
        step[sums.SIZE_0], step[sums.SIZE_1] = (*sizes, 1, 1)[:2]
        step[sums.SEAT_AXIS] = table.axes.index("seat") if "seat" in table.axes else -1
        step[sums.STRIDE_0], step[sums.STRIDE_1] = (*(by.get(axis, 0) for axis in table.axes), 0, 0)[:2]
        step[sums.STRIDE_ENTRY] = by.get("entry", 0)
        step[sums.STRIDE_PLAYER] = by.get("player", 0)
        step[sums.STRIDE_PARITY] = by.get("parity", 0)
        step[sums.STRIDE_BUCKET] = 1


def layout(tables: Mapping[str, Table], axes: Mapping[str, tuple[str, ...]], metrics: Sequence[Metric]) -> Layout:
    """The layout for some metrics: each different tally once, in the order in which it is first asked for."""
    tallies = dict.fromkeys(tally for metric in metrics for tally in metric.tallies())
    return Layout(dict(tables), dict(axes), tuple(tallies))
