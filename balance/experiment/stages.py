"""Plays a plan in stages, so that one can look and stop: at block counts that are fixed before anything is played.

Blocks are played in the order of their index up to each look, so what is seen there is the same whatever the
threads; and the same as in a run that was planned to end there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np

from balance.experiment.engine import Engine
from balance.experiment.plan import Chunk, Plan
from balance.experiment.run import Progress
from balance.experiment.threads import work_through
from balance.metrics.estimate import Sums
from balance.stats.batches import BatchTable, batch_size, concat

FIRST = 256  # blocks at the first look: enough for a standard error that can be trusted


def looks(blocks: int) -> list[int]:
    """Numbers of blocks after which one looks: `FIRST`, doubled again and again, and at last all of them."""
    found = []
    at = FIRST
    while at < blocks:
        found.append(at)
        at *= 2
    return [*found, blocks]


def play_in_stages(plan: Plan, threads: int | None = None, progress: Progress = lambda games: None) -> Iterator[Sums]:
    """The sums at each of the `looks`; whoever has seen enough asks for no more.

    Raises KeyboardInterrupt after Ctrl-C.
    """
    table: BatchTable | None = None
    for upto in looks(plan.blocks):
        first = 0 if table is None else table.blocks
        engine = Engine(dataclasses.replace(plan, blocks=upto, batch_blocks=batch_size(upto)))
        part = _play_part(engine, first, threads, progress)
        table = (part if table is None else concat([table, part])).shrunk()
        yield Sums(engine.layout, table, plan.games_per_block, plan.alike, plan.game.close)


def _play_part(engine: Engine, first: int, threads: int | None, progress: Progress) -> BatchTable:
    """The blocks of a plan from ``first`` on, which begins a batch."""
    plan = engine.plan
    size = plan.chunks()[0].blocks
    chunks = [Chunk(at, min(size, plan.blocks - at)) for at in range(first, plan.blocks, size)]
    batches = np.zeros((-(-(plan.blocks - first) // plan.batch_blocks), engine.layout.cells), np.int64)

    def take(place: int, table: BatchTable) -> None:
        at = (chunks[place].first_block - first) // plan.batch_blocks
        batches[at : at + len(table.sums)] += table.sums
        progress(chunks[place].blocks * plan.games_per_block)

    if work_through(len(chunks), lambda place: engine.sum_chunk(chunks[place]), take, threads) < len(chunks):
        raise KeyboardInterrupt
    return BatchTable(batches, plan.batch_blocks, plan.blocks - first)
