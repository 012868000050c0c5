"""The batch table: integer sums of every metric over at most 1,024 consecutive batches of blocks.

The estimator that reads it is re-exported here from `balance.stats.estimator`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from balance.errors import UserError
from balance.stats.estimator import (
    Estimate,
    Kind,
    covariance,
    paired_difference,
    ratio,
    ratios,
    residuals,
)

__all__ = [
    "LIMIT",
    "BatchTable",
    "Estimate",
    "Kind",
    "batch_size",
    "concat",
    "covariance",
    "paired_difference",
    "ratio",
    "ratios",
    "residuals",
]

LIMIT = 1024
"""Most batches a table keeps: memory does not grow with the number of games."""

_HALF = 1 << 62


def batch_size(blocks: int, limit: int = LIMIT) -> int:
    """Return the smallest power of two of blocks a batch with which `blocks` make at most `limit` batches."""
    if blocks < 0 or limit < 1:
        raise ValueError(f"{blocks} blocks in at most {limit} batches: neither can be negative, nor the limit 0")
    size = 1
    while -(-blocks // size) > limit:
        size *= 2
    return size


@dataclass
class BatchTable:
    """Sums over consecutive batches of blocks: int64[batches, cells].

    Row i holds the blocks [i·blocks_per_batch, (i+1)·blocks_per_batch), the last one perhaps fewer; `blocks`
    is the number of blocks in all. `blocks_per_batch` is a power of two, so two tables can always be brought
    to one size. A cell is whatever the writer sums: some metric's X or Y.
    """

    sums: NDArray[np.int64]
    blocks_per_batch: int
    blocks: int

    def __post_init__(self) -> None:
        if self.sums.dtype != np.int64 or self.sums.ndim != 2:
            raise ValueError(f"batch sums are {self.sums.dtype}{list(self.sums.shape)}, not int64[batches, cells]")
        size = self.blocks_per_batch
        if size < 1 or size & (size - 1):
            raise ValueError(f"blocks_per_batch is {size}, but must be a power of two")
        if self.blocks < 0 or -(-self.blocks // size) != len(self.sums):
            raise ValueError(
                f"{self.blocks} blocks in batches of {size} need {-(-self.blocks // size)} rows, not {len(self.sums)}"
            )

    def batch_blocks(self) -> NDArray[np.int64]:
        """Number of blocks in each batch: int64[batches]."""
        held = np.full(len(self.sums), self.blocks_per_batch, dtype=np.int64)
        if len(held):
            held[-1] = self.blocks - (len(held) - 1) * self.blocks_per_batch
        return held

    def merged(self) -> BatchTable:
        """Return the table with neighbours added pairwise (an odd last row stays): twice the blocks a batch.

        OverflowError if a sum might leave int64: sums never wrap silently.
        """
        rows = self.sums
        if rows.size and (int(rows.max()) >= _HALF or int(rows.min()) < -_HALF):
            raise OverflowError("a batch sum is too large to be merged in 64 bits: count it in a larger unit")
        added = rows[0::2].copy()
        added[: len(rows) // 2] += rows[1::2]
        return BatchTable(added, 2 * self.blocks_per_batch, self.blocks)

    def shrunk(self, limit: int = LIMIT) -> BatchTable:
        """Return the table merged until it has at most `limit` batches (itself if it has)."""
        return self.at_size(max(self.blocks_per_batch, batch_size(self.blocks, limit)))

    def at_size(self, size: int) -> BatchTable:
        """Return the table merged to `size` blocks a batch, a power of two not below the present size."""
        table = self
        while table.blocks_per_batch < size:
            table = table.merged()
        if table.blocks_per_batch != size:
            raise ValueError(f"batches of {self.blocks_per_batch} blocks cannot be merged to batches of {size}")
        return table

    def total(self) -> NDArray[np.int64]:
        """Sum of each cell over all blocks: int64[cells]. OverflowError if one does not fit."""
        rows = self.sums
        if rows.size and max(int(rows.max()), -int(rows.min())) * len(rows) > np.iinfo(np.int64).max:
            return np.array([sum(column) for column in rows.T.tolist()], dtype=np.int64)
        return np.asarray(rows.sum(axis=0, dtype=np.int64))

    def to_arrays(self) -> dict[str, NDArray[np.int64]]:
        """Return the table as named int64 arrays, ready for an .npz file."""
        return {
            "sums": self.sums,
            "blocks_per_batch": np.array(self.blocks_per_batch, dtype=np.int64),
            "blocks": np.array(self.blocks, dtype=np.int64),
        }

    @staticmethod
    def from_arrays(arrays: Mapping[str, NDArray[np.int64]]) -> BatchTable:
        """Rebuild the table from what `to_arrays` gave; UserError if a part is missing or does not fit."""
        missing = sorted({"sums", "blocks_per_batch", "blocks"} - set(arrays))
        if missing:
            raise UserError(f"the batch table lacks {', '.join(missing)}; it needs all that `to_arrays` gives")
        try:
            return BatchTable(np.asarray(arrays["sums"]), int(arrays["blocks_per_batch"]), int(arrays["blocks"]))
        except (TypeError, ValueError) as error:
            raise UserError(f"the batch table is damaged: {error}") from error


def concat(tables: Sequence[BatchTable]) -> BatchTable:
    """Join tables of consecutive blocks, in block order, at the largest of their batch sizes.

    Every table but the last must hold whole batches of that size, or its blocks would fall into other batches
    than in one run. The result may exceed the limit: see `BatchTable.shrunk`.
    """
    if not tables:
        raise ValueError("there is no batch table to join")
    if len({table.sums.shape[1] for table in tables}) > 1:
        raise ValueError("batch tables of different cells cannot be joined")
    filled = [table for table in tables if table.blocks] or list(tables[:1])
    size = max(table.blocks_per_batch for table in filled)
    for table in filled[:-1]:
        if table.blocks % size:
            raise ValueError(f"a table of {table.blocks} blocks before the last does not fill batches of {size} blocks")
    rows = np.concatenate([table.at_size(size).sums for table in filled])
    return BatchTable(rows, size, sum(table.blocks for table in filled))
