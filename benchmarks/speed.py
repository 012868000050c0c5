"""Speed of the kernels, of runs with their metrics, and of whole commands."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

from balance.experiment.engine import SLAB_GAMES, Engine, Slab
from balance.experiment.plan import plan
from balance.experiment.run import play
from balance.experiment.scenario import load
from balance.experiment.threads import processors
from benchmarks.measure import Figure, command, most, seconds

SECONDS = 0.5  # of play that a repetition takes, about


def kernel_speed(scenario: str, threads: int) -> float:
    """Games a second of the kernel alone, every fact recorded, on some threads."""
    engine = Engine(plan(load(scenario)))
    slabs = [Slab(engine, SLAB_GAMES) for _ in range(threads)]
    slabs[0].play(0)
    games = SLAB_GAMES
    clock = time.perf_counter()
    while time.perf_counter() - clock < SECONDS:
        engine.play(0, slabs[0].facts)
        games += SLAB_GAMES

    def one(slab: Slab) -> None:
        for first in range(0, games, SLAB_GAMES):
            engine.play(first, slab.facts)

    return games * threads / seconds(lambda: _together(one, slabs))


def _together(work: Callable[[Slab], None], slabs: list[Slab]) -> None:
    with ThreadPoolExecutor(len(slabs)) as pool:
        list(pool.map(work, slabs))


def whole_speed(scenario: str, threads: int, games: int) -> float:
    """Games a second of a run with all its metrics' sums."""
    planned = plan(load(scenario, games=games))
    play(planned, threads)
    return planned.games / seconds(lambda: play(planned, threads))


def kernels() -> Iterator[Figure]:
    """Both games' kernels and runs, on one thread and on two."""
    both = min(2, processors())
    one, two = kernel_speed("neotopia/random", 1), kernel_speed("neotopia/random", both)
    yield Figure("kernel, random players, 1 thread", one, "games/s", 150_000, 200_000)
    yield Figure(f"kernel, random players, {both} threads", two, "games/s")
    yield Figure(f"kernel, {both} threads against 1", two / one, "times", 1.8)
    speed = whole_speed("neotopia/random", 1, 100_000)
    yield Figure("run with metrics, random players, 1 thread", speed, "games/s", 60_000, 120_000)
    speed = whole_speed("neotopia/random", both, 100_000)
    yield Figure(f"run with metrics, random players, {both} threads", speed, "games/s")
    for threads in (1, both):
        speed = kernel_speed("neotopia/draft8", threads)
        least, aim = 20_000 * threads, 40_000 * threads
        yield Figure(f"kernel, default line-up, {threads} thread(s)", speed, "games/s", least, aim)
        speed = whole_speed("neotopia/draft8", threads, 20_000)
        yield Figure(f"run with metrics, default line-up, {threads} thread(s)", speed, "games/s")
    for scenario, players, least, aim in (
        ("simcity/random", "random players", 3_000, 6_000),
        ("simcity/balanced-4players", "earners and planners", 300, 600),
    ):
        one, two = kernel_speed(scenario, 1), kernel_speed(scenario, both)
        yield Figure(f"Sim City, kernel, {players}, 1 thread", one, "games/s", least, aim)
        yield Figure(f"Sim City, kernel, {players}, {both} threads against 1", two / one, "times")


def commands() -> Iterator[Figure]:
    """Whole commands, from the shell's prompt to the next."""
    took, _ = command("run", "simcity/balanced-4players", "--out", "OUT", repeats=2)
    yield most("balance run simcity/balanced-4players, warm, with report", took, "s", 25)
    took, _ = command("--help", repeats=5)
    yield most("balance --help", took, "s", 0.3)
    took, _ = command("run", "neotopia/draft8", "--out", "OUT")
    yield most("balance run draft8, warm, with report", took, "s", 6)
    took, _ = command("run", "neotopia/draft8", "--out", "OUT", repeats=1, cache="cold")
    yield most("balance run draft8, first time ever", took, "s", 90)
    took, _ = command("run", "neotopia/random", "--games", "1000000", "--out", "OUT", repeats=1)
    yield Figure("1,000,000 games, random players, whole command", took, "s")
