"""Which chunks of a plan are played, and their sums, in whatever order they come in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from typing import overload

import numpy as np
from numpy.typing import NDArray

from balance.experiment.plan import Chunk, Plan
from balance.stats.batches import BatchTable

HALF = 1 << 62


@dataclass(frozen=True)
class Piece:
    """Sums of consecutive blocks: int64[batches, cells], the first row being the batch of the first block.

    Batches are those of the whole plan, so the first and the last row may hold a part of a batch only.
    Adding integers is exact: pieces give the digits of one run, however they are cut.
    """

    first_block: int
    blocks: int
    batch_blocks: int
    rows: NDArray[np.int64]

    def __post_init__(self) -> None:
        if self.first_block < 0 or self.blocks < 1 or self.batch_blocks < 1:
            raise ValueError("blocks are counted from 0 on, and a piece has at least one")
        if self.batch_blocks & (self.batch_blocks - 1):
            raise ValueError(f"batches of {self.batch_blocks} blocks are no power of two")
        if self.rows.dtype != np.int64 or self.rows.ndim != 2 or len(self.rows) != self.last_batch - self.batch + 1:
            raise ValueError("the rows are not those of the blocks")

    @property
    def end(self) -> int:
        """The block behind the last one."""
        return self.first_block + self.blocks

    @property
    def batch(self) -> int:
        """Number of the batch that the first row belongs to."""
        return self.first_block // self.batch_blocks

    @property
    def last_batch(self) -> int:
        return (self.end - 1) // self.batch_blocks

    def coarser(self, batch_blocks: int) -> Piece:
        """The piece in batches that are some power of two as large.  OverflowError if a sum might leave int64."""
        if batch_blocks == self.batch_blocks:
            return self
        times = batch_blocks // self.batch_blocks
        if times < 1 or times * self.batch_blocks != batch_blocks:
            raise ValueError(f"batches of {self.batch_blocks} blocks cannot make batches of {batch_blocks}")
        if self.rows.size and max(int(self.rows.max()), -int(self.rows.min())) > HALF // times:
            raise OverflowError("a batch sum is too large to be merged in 64 bits: count it in a larger unit")
        first = self.first_block // batch_blocks
        rows = np.zeros(((self.end - 1) // batch_blocks - first + 1, self.rows.shape[1]), np.int64)
        np.add.at(rows, np.arange(self.batch, self.last_batch + 1) // times - first, self.rows)
        return Piece(self.first_block, self.blocks, batch_blocks, rows)


def joined(pieces: Sequence[Piece]) -> Piece:
    """Neighbours as one piece."""
    first, last = pieces[0], pieces[-1]
    rows = np.zeros((last.last_batch - first.batch + 1, first.rows.shape[1]), np.int64)
    for piece in pieces:
        rows[piece.batch - first.batch : piece.last_batch - first.batch + 1] += piece.rows
    return Piece(first.first_block, last.end - first.first_block, first.batch_blocks, rows)


class Numbers(Sequence[int]):
    """The numbers of some ranges, one after the other; none is made before it is asked for."""

    def __init__(self, ranges: Sequence[range]) -> None:
        self.ranges = ranges
        self.ends = list(accumulate(map(len, ranges)))

    def __len__(self) -> int:
        return self.ends[-1] if self.ends else 0

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> list[int]: ...
    def __getitem__(self, place: int | slice) -> int | list[int]:
        places = range(len(self))[place]
        return self._number(places) if isinstance(places, int) else [self._number(each) for each in places]

    def _number(self, place: int) -> int:
        at = bisect_right(self.ends, place)
        return self.ranges[at][place - self.ends[at]]  # counted from the end of its range

    def __iter__(self) -> Iterator[int]:
        return chain.from_iterable(self.ranges)


@dataclass(frozen=True)
class Share:
    """Part ``number`` (from 1) of the chunks of a plan, cut into ``of`` parts of like size."""

    number: int = 1
    of: int = 1

    def range(self, chunks: int) -> range:
        """The chunks of the part."""
        return range((self.number - 1) * chunks // self.of, self.number * chunks // self.of)

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


WHOLE = Share()


class Ledger:
    """The sums of a plan's chunks, or of a share of them.

    What follows the first chunk without a gap is in ``batches``; what comes early waits apart, so that the
    sums of an unbroken beginning are at hand at any time, and memory does not grow with the games.
    """

    def __init__(self, plan: Plan, cells: int, share: Share = WHOLE) -> None:
        self.plan = plan
        self.share = share
        self.cells = cells
        self.chunks = plan.chunks()
        self.range = share.range(len(self.chunks))
        self.batches = plan.empty_batches(cells)
        self.first_block = self._block(self.range.start)
        self.next_block = self.first_block
        self.waiting: dict[int, Piece] = {}
        self.tail: Piece | None = None  # the last chunk, where it is shorter than the others

    def _block(self, place: int) -> int:
        """First block of a chunk; behind the last chunk, that of all."""
        return self.chunks[place].first_block if place < len(self.chunks) else self.plan.blocks

    @cached_property
    def end_block(self) -> int:
        """The block behind the last one of the share."""
        return self._block(self.range.stop)

    def chunk_piece(self, chunk: Chunk, table: BatchTable) -> Piece:
        """The sums of a chunk as a piece."""
        return Piece(chunk.first_block, chunk.blocks, self.plan.batch_blocks, table.sums)

    def fits(self, piece: Piece) -> bool:
        """Whether a piece consists of whole chunks of this share, and none is known yet."""
        size = self.chunks[0].blocks if self.chunks else 1
        whole = piece.first_block % size == 0 and (piece.end % size == 0 or piece.end == self.plan.blocks)
        inside = self.next_block <= piece.first_block and piece.end <= self.end_block
        apart = all(piece.end <= each.first_block or each.end <= piece.first_block for each in self.waiting.values())
        return whole and inside and apart and piece.rows.shape[1] == self.cells

    def put(self, piece: Piece) -> list[Piece]:
        """Take a piece that fits; returns what now follows without a gap, in order."""
        self.waiting[piece.first_block] = piece
        following = []
        while (found := self.waiting.pop(self.next_block, None)) is not None:
            self.batches[found.batch : found.last_batch + 1] += found.rows
            self.next_block = found.end
            if self.is_broken(found):
                self.tail = found
            following.append(found)
        return following

    def is_broken(self, piece: Piece) -> bool:
        """Whether it is the last chunk, and shorter than the others: with more games it would be another one."""
        return piece.first_block == self.chunks[-1].first_block and piece.blocks < self.chunks[0].blocks

    def missing(self) -> Numbers:
        """The chunks that are not played yet, by place, in order."""
        at = self.next_block
        waiting = sorted(self.waiting.values(), key=lambda piece: piece.first_block)
        gaps = []
        for piece in waiting:
            gaps.append((at, piece.first_block))
            at = piece.end
        gaps.append((at, self.end_block))
        size = self.chunks[0].blocks if self.chunks else 1
        return Numbers([range(start // size, -(-stop // size)) for start, stop in gaps if start < stop])

    @property
    def done_blocks(self) -> int:
        """Blocks played, with or without a gap."""
        return self.next_block - self.first_block + sum(piece.blocks for piece in self.waiting.values())

    @property
    def is_whole(self) -> bool:
        """Whether nothing of the share is missing."""
        return self.next_block == self.end_block

    def beginning(self) -> Piece | None:
        """All that is played without a gap from the share's first block on."""
        blocks = self.next_block - self.first_block
        if not blocks:
            return None
        size = self.plan.batch_blocks
        rows = self.batches[self.first_block // size : (self.next_block - 1) // size + 1]
        return Piece(self.first_block, blocks, size, rows)

    def table(self) -> BatchTable:
        """The batch table of the unbroken beginning; for a ledger of all chunks."""
        rows = self.batches[: -(-self.next_block // self.plan.batch_blocks)]
        return BatchTable(rows, self.plan.batch_blocks, self.next_block)
