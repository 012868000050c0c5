"""Plays the chunks of a plan on a cluster of dask.distributed; the digits are those of threads on one machine.

The workers get the resolved scenario and numbers of chunks, and send sums back.  A worker that dies has its
chunks computed again by another one.  Whoever would play with other sources is refused.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.errors import UserError
from balance.experiment.digests import differing, digests_of
from balance.experiment.engine import Engine
from balance.experiment.ledger import Ledger, Piece, joined
from balance.experiment.plan import plan
from balance.experiment.run import Keep, Progress
from balance.experiment.scenario import from_resolved
from balance.experiment.threads import deaf_children, interruptible

if TYPE_CHECKING:
    from distributed import Client

SECONDS = 0.5  # that a task should take
AHEAD = 3  # tasks for each thread of the cluster that are handed out ahead
PATIENCE = 10  # seconds to wait for a scheduler, and for a first worker
MOST_WORKERS = 1024
QUIET = {"dashboard_address": None, "silence_logs": logging.CRITICAL}
RETRIES = 3  # workers that may die under a task before it is given up


@contextmanager
def connected(address: str, threads: int) -> Iterator[Client]:
    """A client of the scheduler at ``address``, or of ``local[:N]``: N processes on this machine.

    Raises UserError if dask is not installed or nobody answers.
    """
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError:
        raise UserError("needs dask.distributed; install it with: pip install distributed", place="--cluster") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what went wrong is told by us
    name, _, number = address.partition(":")
    closing: list[Any] = []  # what is to be closed, in this order
    with dask.config.set({"distributed.scheduler.allowed-failures": RETRIES, "distributed.admin.tick.limit": "1h"}):
        if name == "local":
            workers = _workers(number, threads)
            with deaf_children():
                closing.append(LocalCluster(workers, threads_per_worker=1, host="127.0.0.1", **QUIET))
            closing.insert(0, Client(closing[0]))
        else:
            try:
                closing.append(Client(address, timeout=PATIENCE))
            except (OSError, ValueError, TimeoutError, TypeError) as error:
                raise UserError(
                    f"no scheduler answers at {address[:100]} ({type(error).__name__}); give its address, such as "
                    "tcp://10.0.0.1:8786, or local:2",
                    place="--cluster",
                ) from None
        try:
            yield closing[0]
        except KeyboardInterrupt:  # at once: the workers end with this process, or with its connection
            closing.clear()
            raise
        finally:
            for each in closing:
                each.close()


def _workers(number: str, threads: int) -> int:
    if not number:
        return threads
    if not number.isdecimal() or not 1 <= int(number[:9]) <= MOST_WORKERS:
        raise UserError(
            f"'{number[:20]}' is no number of workers; give local:1 to local:{MOST_WORKERS}", place="--cluster"
        )
    return int(number)


@lru_cache(maxsize=2)
def _engine(resolved: str) -> tuple[Engine, dict[str, str]]:
    """A worker's engine for a scenario, made once."""
    import json

    planned = plan(from_resolved(json.loads(resolved), Path("scenario")))
    engine = Engine(planned)
    return engine, digests_of(planned, engine)


def play_part(resolved: str, asked: Mapping[str, str], first: int, chunks: int) -> tuple[list[str], Any, float]:
    """What a worker does: play some consecutive chunks.

    Returns in what its program differs from the one that asks (then nothing is played), the sums as (first
    block, blocks, blocks a batch, rows), and the seconds that it took.
    """
    engine, digests = _engine(resolved)
    if differs := differing(digests, asked):
        return differs, None, 0.0
    clock = time.perf_counter()
    size = engine.plan.batch_blocks
    pieces = []
    for chunk in engine.plan.chunks()[first : first + chunks]:
        pieces.append(Piece(chunk.first_block, chunk.blocks, size, engine.sum_chunk(chunk).sums))
    piece = joined(pieces)
    return [], (piece.first_block, piece.blocks, size, piece.rows), time.perf_counter() - clock


def play_missing(
    client: Client, engine: Engine, digests: Mapping[str, str], ledger: Ledger, keep: Keep, progress: Progress
) -> None:
    """Play the chunks that a ledger lacks on a cluster, and enter them; Ctrl-C stops within a second.

    Raises UserError if a worker's program is another one, or if the cluster gives up a task.
    """
    import json

    from distributed import as_completed

    resolved = json.dumps(engine.plan.scenario.resolved())
    work = _Work(ledger)
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise UserError("the cluster has no worker; start one with: dask worker ADDRESS", place="--cluster") from None
    with interruptible() as stopped:
        waiting = as_completed(with_results=True, raise_errors=False)
        running = 0

        def hand_out() -> int:
            sent = 0
            threads = sum(client.nthreads().values()) or 1
            while running + sent < AHEAD * threads and (part := work.next()) is not None:
                waiting.add(client.submit(play_part, resolved, dict(digests), *part, pure=False))
                sent += 1
            return sent

        running += hand_out()
        while running and not stopped.is_set():
            batch = _next(waiting)
            for future, result in batch:
                running -= 1
                if future.status != "finished":
                    raise UserError(f"the cluster gave up a part of the run ({_reason(result)})", place="--cluster")
                differs, sums, seconds = result
                if differs:
                    raise UserError(
                        f"a worker cannot play this run: {' and '.join(differs)} differ from this program's",
                        place="--cluster",
                    )
                _enter(ledger, Piece(sums[0], sums[1], sums[2], np.asarray(sums[3])), keep)
                work.took(seconds, sums[1])
                progress(sums[1] * engine.plan.games_per_block)
            if not stopped.is_set():
                running += hand_out()
        client.cancel(list(waiting.futures), force=True)


def _next(waiting: Any) -> list[Any]:
    """The tasks that are done now; after a moment none, so that Ctrl-C is seen."""
    end = time.monotonic() + 0.2
    while time.monotonic() < end:
        if waiting.has_ready():
            return list(waiting.next_batch(block=False))
        time.sleep(0.002)
    return []


def _reason(result: Any) -> str:
    error = result[1] if isinstance(result, tuple) and len(result) > 1 else result
    return type(error).__name__


def _enter(ledger: Ledger, piece: Piece, keep: Keep) -> None:
    """Enter the sums of a worker, the last, shorter chunk being always one of its own."""
    for found in ledger.put(piece):
        keep(found)


class _Work:
    """The missing chunks as parts that take about half a second each; the last, shorter chunk is one of its own."""

    def __init__(self, ledger: Ledger) -> None:
        places = ledger.missing()
        self.size = ledger.chunks[0].blocks
        self.runs: list[list[int]] = []
        for place in places:
            apart = ledger.chunks[place].blocks < self.size
            if self.runs and self.runs[-1][1] == place and not apart:
                self.runs[-1][1] += 1
            else:
                self.runs.append([place, place + 1])
        self.runs.reverse()
        self.chunks = 1.0

    def next(self) -> tuple[int, int] | None:
        """First chunk and number of chunks of the next part."""
        if not self.runs:
            return None
        first, end = self.runs[-1]
        count = min(max(1, round(self.chunks)), end - first)
        if first + count == end:
            self.runs.pop()
        else:
            self.runs[-1][0] = first + count
        return first, count

    def took(self, seconds: float, blocks: int) -> None:
        """Learn from how long a part took."""
        if seconds > 0:
            right = SECONDS / seconds * blocks / self.size
            self.chunks = min(right, 2 * self.chunks + 1)
