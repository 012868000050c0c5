"""Speed of the kernels, of runs with their metrics, and of whole commands."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from statistics import median

from balance.experiment.engine import SLAB_GAMES, Engine, Slab
from balance.experiment.plan import plan
from balance.experiment.run import play
from balance.experiment.scenario import load
from balance.experiment.threads import processors
from benchmarks.measure import REPEATS, Figure, command, most, seconds

SECONDS = 0.5  # of play that a repetition takes, about


def kernel_speeds(scenario: str, threads: int) -> tuple[float, float, float]:
    """Games a second of the kernel alone, every fact recorded: on one thread, on some, and how many times as many.

    Both are timed in turns, and the third is the median of what each turn gives: a processor that is faster for a
    while, as one with a quiet neighbour is, would otherwise favour the one or the other.
    """
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

    alone, together = [], []
    for _ in range(REPEATS):
        alone.append(games / seconds(lambda: _together(one, slabs[:1]), 1))
        together.append(games * threads / seconds(lambda: _together(one, slabs), 1))
    return max(alone), max(together), median(b / a for a, b in zip(alone, together, strict=True))


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
    for scenario, players, least, aim, times in (
        ("neotopia/random", "Neotopia, random players", 150_000, 200_000, 1.8),
        ("neotopia/draft8", "Neotopia, default line-up", 20_000, 40_000, None),
        ("simcity/random", "Sim City, random players", 3_000, 6_000, None),
        ("simcity/balanced-4players", "Sim City, earners and planners", 300, 600, None),
    ):
        one, some, ratio = kernel_speeds(scenario, both)
        yield Figure(f"kernel, {players}, 1 thread", one, "games/s", least, aim)
        yield Figure(f"kernel, {players}, {both} threads", some, "games/s")
        yield Figure(f"kernel, {players}, {both} threads against 1", ratio, "times", times)
    for scenario, players, games, floor, best in (
        ("neotopia/random", "random players", 100_000, 60_000, 120_000),
        ("neotopia/draft8", "default line-up", 20_000, None, None),
    ):
        for threads in (1, both):
            speed, target = whole_speed(scenario, threads, games), (floor, best) if threads == 1 else ()
            yield Figure(f"run with metrics, {players}, {threads} thread(s)", speed, "games/s", *target)


def commands() -> Iterator[Figure]:
    """Whole commands, from the shell's prompt to the next."""
    took, _ = command("run", "simcity/balanced-4players", "--out", "OUT", repeats=2)
    yield most("balance run simcity/balanced-4players, warm, with report", took, "s", 25)
    took, _ = command("--help", repeats=5)
    yield most("balance --help", took, "s", 0.3)
    took, _ = command("run", "neotopia/draft8", "--out", "OUT")
    yield most("balance run draft8, warm, with report", took, "s", 6)
    words = ("compare", "neotopia/draft8", "neotopia/no-joker", "--games", "80000", "--out", "OUT")
    yield most("balance compare, 160,000 games, warm, with report", command(*words)[0], "s", 10)
    took, _ = command("run", "neotopia/draft8", "--out", "OUT", repeats=1, cache="cold")
    yield most("balance run draft8, first time ever", took, "s", 90)
    took, _ = command("run", "neotopia/random", "--games", "1000000", "--out", "OUT", repeats=1)
    yield Figure("1,000,000 games, random players, whole command", took, "s")
