"""What size costs: memory of many games, saving what is played, more threads than processors, a local cluster."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from balance.experiment import cluster
from balance.experiment.digests import digests_of
from balance.experiment.engine import Engine
from balance.experiment.folder import open_folder
from balance.experiment.ledger import Ledger, Piece
from balance.experiment.plan import Plan, plan
from balance.experiment.run import play_missing
from balance.experiment.scenario import load
from balance.experiment.threads import processors
from benchmarks.measure import Figure, command, most, seconds

MORE_MEMORY = 1.1  # of ten times the games
ROUNDS = 3  # of what is compared, taken in turn, so that a busy moment disturbs both

Result = TypeVar("Result")


def memory() -> Iterator[Figure]:
    """Peak memory of a whole command with its report, against that of a tenth of the games."""
    for name, scenario, games in (
        ("Neotopia, default line-up", "neotopia/draft8", 1_000_000),
        ("Sim City, random players", "simcity/random", 100_000),
    ):
        peaks = [
            command("run", scenario, "--games", str(number), "--out", "OUT", repeats=1)[1]
            for number in (games // 10, games)
        ]
        yield most(f"{name}, {games:,} games, memory", peaks[1], "MiB", 1024)
        yield most(
            f"{name}, {games:,} games against {games // 10:,}, memory", peaks[1] / peaks[0], "times", MORE_MEMORY
        )


def saving() -> Iterator[Figure]:
    """Processor time of saving what is played, against that of a run of some ten seconds.

    A shorter run pays for imports that are made once.  While the disk works, others play on.
    """
    planned = plan(load("neotopia/draft8", games=400_000))
    engine = Engine(planned)
    spent = 0.0

    def timed(work: Callable[..., Result]) -> Callable[..., Result]:
        def call(*told: Any) -> Result:
            nonlocal spent
            clock = time.thread_time()
            result = work(*told)
            spent += time.thread_time() - clock
            return result

        return call

    with tempfile.TemporaryDirectory() as folder:
        clock = time.process_time()
        with open_folder(Path(folder) / "run", engine, digests_of(planned, engine), processors()) as kept:
            play_missing(engine, kept.ledger, timed(kept.keep), None, lambda games: None)
            timed(kept.flush)()
        whole = time.process_time() - clock
    yield most("saving what is played, part of a run's processor time", 100 * spent / whole, "%", 3)


def crowded() -> Iterator[Figure]:
    """Time of a run on eight times as many threads as there are processors, against as many."""
    planned = plan(load("neotopia/draft8", games=60_000))
    engine = Engine(planned)
    usual, many = _in_turn(
        lambda: _on_threads(engine, planned, processors()), lambda: _on_threads(engine, planned, 8 * processors())
    )
    yield most(f"run on {8 * processors()} threads against {processors()}, time", many / usual, "times", 1.1)


def clustered() -> Iterator[Figure]:
    """Speed of two workers on this machine against two threads, both at work already."""
    planned = plan(load("neotopia/draft8", games=100_000))
    engine = Engine(planned)
    digests = digests_of(planned, engine)

    def on_cluster() -> None:
        ledger = Ledger(planned, engine.layout.cells)
        cluster.play_missing(client, engine, digests, ledger, _forget, lambda games: None)

    with cluster.connected("local:2", 2) as client:
        on_cluster()  # loads the kernel in each worker
        threads, workers = _in_turn(lambda: _on_threads(engine, planned, 2), on_cluster)
    yield Figure("local cluster of 2 workers against 2 threads, speed", threads / workers, "times", 0.85)


def _on_threads(engine: Engine, planned: Plan, threads: int) -> None:
    play_missing(engine, Ledger(planned, engine.layout.cells), _forget, threads, lambda games: None)


def _forget(piece: Piece) -> None:
    """Sums that nobody keeps."""


def _in_turn(one: Callable[[], object], other: Callable[[], object]) -> tuple[float, float]:
    """Least wall time of each."""
    times = [(seconds(one, 1), seconds(other, 1)) for _ in range(ROUNDS)]
    return min(first for first, _ in times), min(second for _, second in times)
