"""Plays a plan: threads over chunks, added up in one table, so that nothing depends on who played what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from balance.experiment.engine import Engine
from balance.experiment.ledger import Ledger, Piece
from balance.experiment.plan import Plan
from balance.experiment.threads import work_through
from balance.metrics.estimate import Sums
from balance.metrics.spec import Metric
from balance.stats.batches import BatchTable

Progress = Callable[[int], None]  # called with the number of games just finished
Keep = Callable[[Piece], None]  # called with sums that follow those before without a gap


@dataclass(frozen=True)
class Played:
    """What came of a plan: the sums of its finished blocks, and whether it was cut short."""

    sums: Sums
    engine: Engine
    interrupted: bool


def play(
    plan: Plan,
    threads: int | None = None,
    progress: Progress = lambda games: None,
    metrics: Sequence[Metric] | None = None,
) -> Played:
    """Play a plan on some threads (default: all processors); ``metrics``: those to sum for, None: all of the game.

    Memory does not grow with the games.  Ctrl-C stops between chunks: what is finished is kept, and is the
    first part without a gap.  Raises KeyboardInterrupt if that is nothing.
    """
    engine = Engine(plan, metrics)
    ledger = Ledger(plan, engine.layout.cells)
    play_missing(engine, ledger, lambda piece: None, threads, progress)
    return played(engine, ledger)


def play_missing(engine: Engine, ledger: Ledger, keep: Keep, threads: int | None, progress: Progress) -> None:
    """Play the chunks that a ledger lacks, and enter them; Ctrl-C stops between chunks."""
    places = ledger.missing()

    def work(place: int) -> BatchTable:
        return engine.sum_chunk(ledger.chunks[places[place]])

    def take(place: int, table: BatchTable) -> None:
        chunk = ledger.chunks[places[place]]
        for piece in ledger.put(ledger.chunk_piece(chunk, table)):
            keep(piece)
        progress(chunk.blocks * engine.plan.games_per_block)

    work_through(len(places), work, take, threads)


def played(engine: Engine, ledger: Ledger) -> Played:
    """What a ledger holds from the first block on.  Raises KeyboardInterrupt if that is nothing."""
    if not ledger.next_block:
        raise KeyboardInterrupt
    plan = engine.plan
    sums = Sums(engine.layout, ledger.table(), plan.games_per_block, plan.alike, plan.game.close)
    return Played(sums, engine, not ledger.is_whole)
