"""Plays a plan: threads over chunks, joined in block order, so that nothing depends on who played what."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from balance.experiment.engine import Engine
from balance.experiment.plan import Plan
from balance.metrics.estimate import Sums
from balance.stats.batches import BatchTable, concat

Progress = Callable[[int], None]  # called with the number of games just finished


def processors() -> int:
    """Processors that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


@dataclass(frozen=True)
class Played:
    """What came of a plan: the sums of its finished blocks, and whether it was cut short."""

    sums: Sums
    engine: Engine
    interrupted: bool


def play(plan: Plan, threads: int | None = None, progress: Progress = lambda games: None) -> Played:
    """Play a plan on some threads (default: all processors).

    Ctrl-C stops between chunks: what is finished from block 0 on without a gap is kept.  Raises
    KeyboardInterrupt if that is nothing.
    """
    engine = Engine(plan)
    chunks = plan.chunks()
    stop = threading.Event()
    finished: dict[int, BatchTable] = {}

    def work(place: int) -> int | None:
        if stop.is_set():
            return None
        finished[place] = engine.sum_chunk(chunks[place])
        return place

    with ThreadPoolExecutor(max(1, min(threads or processors(), len(chunks)))) as pool:
        waiting: set[Future[int | None]] = {pool.submit(work, place) for place in range(len(chunks))}
        try:
            while waiting:
                try:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in done:
                        place = None if future.cancelled() else future.result()
                        if place is not None:
                            progress(chunks[place].blocks * plan.games_per_block)
                except KeyboardInterrupt:
                    stop.set()
                    for future in waiting:
                        future.cancel()
        finally:
            stop.set()  # a fault in one chunk leaves the rest unplayed
    return Played(_sums(engine, finished), engine, interrupted=len(finished) < len(chunks))


def _sums(engine: Engine, finished: dict[int, BatchTable]) -> Sums:
    """The finished chunks from the first on without a gap, as one table."""
    plan = engine.plan
    unbroken = 0
    while unbroken in finished:
        unbroken += 1
    if unbroken == 0:
        raise KeyboardInterrupt
    table = concat([finished[place] for place in range(unbroken)]).shrunk()
    return Sums(engine.layout, table, plan.games_per_block, plan.alike, plan.game.close)
