"""Plays a plan: threads over chunks, added up in one table, so that nothing depends on who played what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from balance.experiment.engine import Engine
from balance.experiment.plan import Plan
from balance.experiment.threads import work_through
from balance.metrics.estimate import Sums
from balance.stats.batches import BatchTable

Progress = Callable[[int], None]  # called with the number of games just finished


@dataclass(frozen=True)
class Played:
    """What came of a plan: the sums of its finished blocks, and whether it was cut short."""

    sums: Sums
    engine: Engine
    interrupted: bool


def play(plan: Plan, threads: int | None = None, progress: Progress = lambda games: None) -> Played:
    """Play a plan on some threads (default: all processors).

    Memory does not grow with the games.  Ctrl-C stops between chunks: what is finished is kept, and is the
    first part without a gap.  Raises KeyboardInterrupt if that is nothing.
    """
    engine = Engine(plan)
    chunks = plan.chunks()
    batches = plan.empty_batches(engine.layout.cells)

    def take(place: int, table: BatchTable) -> None:
        plan.add_chunk(batches, chunks[place], table)
        progress(chunks[place].blocks * plan.games_per_block)

    done = work_through(len(chunks), lambda place: engine.sum_chunk(chunks[place]), take, threads)
    if done == 0:
        raise KeyboardInterrupt
    blocks = sum(chunk.blocks for chunk in chunks[:done])
    rows = batches[: -(-blocks // plan.batch_blocks)]
    table = BatchTable(rows, plan.batch_blocks, blocks)
    return Played(
        Sums(engine.layout, table, plan.games_per_block, plan.alike, plan.game.close), engine, done < len(chunks)
    )
