"""Prints a table of speeds against their aims, and stores it as reports/bench.json.

Each figure is the best of several repetitions, so that a busy machine disturbs it little.  Whole commands run
as processes of their own; their memory is the operating system's.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from balance.experiment.engine import SLAB_GAMES, Engine, Slab
from balance.experiment.plan import plan
from balance.experiment.run import play
from balance.experiment.scenario import load
from balance.experiment.threads import processors
from benchmarks import turns

REPEATS = 7
SECONDS = 0.5  # of play that a repetition takes, about


@dataclass(frozen=True)
class Figure:
    """One measured figure; ``least`` and ``aim`` are what it should reach (None: no target)."""

    what: str
    value: float
    unit: str
    least: float | None = None
    aim: float | None = None
    more_is_better: bool = True

    @property
    def verdict(self) -> str:
        """Whether the figure reaches its targets."""
        if self.least is None:
            return ""
        sign = 1 if self.more_is_better else -1
        if self.aim is not None and sign * self.value >= sign * self.aim:
            return "aim reached"
        return "reached" if sign * self.value >= sign * self.least else "MISSED"


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

    return _best(lambda: _together(one, slabs), games * threads)


def _together(work: Callable[[Slab], None], slabs: list[Slab]) -> None:
    with ThreadPoolExecutor(len(slabs)) as pool:
        list(pool.map(work, slabs))


def whole_speed(scenario: str, threads: int, games: int) -> float:
    """Games a second of a run with all its metrics' sums."""
    planned = plan(load(scenario, games=games))
    play(planned, threads)
    return _best(lambda: play(planned, threads), planned.games)


def _best(work: Callable[[], object], games: int) -> float:
    times = []
    for _ in range(REPEATS):
        clock = time.perf_counter()
        work()
        times.append(time.perf_counter() - clock)
    return games / min(times)


def command(*words: str, repeats: int = 3, cache: str | None = None) -> tuple[float, float]:
    """Best wall time in seconds, and peak memory in MiB, of a command of its own."""
    times, peaks = [], []
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as folder:
            environment = dict(os.environ)
            environment.pop("NUMBA_CACHE_DIR", None)  # of this process: the command must find its own folder
            if cache is not None:
                environment["BALANCE_CACHE_DIR"] = str(Path(folder) / cache)
            filled = [word.replace("OUT", str(Path(folder) / "run")) for word in words]
            clock = time.perf_counter()
            process = subprocess.Popen(
                [sys.executable, "-m", "balance", *filled],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environment,
            )
            _, status, usage = os.wait4(process.pid, 0)
            times.append(time.perf_counter() - clock)
            if status != 0:
                raise SystemExit(f"balance {' '.join(filled)} failed")
            peaks.append(usage.ru_maxrss / 1024)
    return min(times), max(peaks)


def figures() -> list[Figure]:
    """All figures, in the order in which they are printed."""
    both = min(2, processors())
    found = []
    one = kernel_speed("neotopia/random", 1)
    two = kernel_speed("neotopia/random", both)
    found += [
        Figure("kernel, random players, 1 thread", one, "games/s", 150_000, 200_000),
        Figure(f"kernel, random players, {both} threads", two, "games/s"),
        Figure(f"kernel, {both} threads against 1", two / one, "times", 1.8),
    ]
    run_one = whole_speed("neotopia/random", 1, 100_000)
    found += [
        Figure("run with metrics, random players, 1 thread", run_one, "games/s", 60_000, 120_000),
        Figure(
            f"run with metrics, random players, {both} threads",
            whole_speed("neotopia/random", both, 100_000),
            "games/s",
        ),
    ]
    for threads in (1, both):
        speed = kernel_speed("neotopia/draft8", threads)
        least, aim = 20_000 * threads, 40_000 * threads
        found.append(Figure(f"kernel, default line-up, {threads} thread(s)", speed, "games/s", least, aim))
        speed = whole_speed("neotopia/draft8", threads, 20_000)
        found.append(Figure(f"run with metrics, default line-up, {threads} thread(s)", speed, "games/s"))
    for scenario, players, least, aim in (
        ("simcity/random", "random players", 3_000, 6_000),
        ("simcity/balanced-4players", "earners and planners", 300, 600),
    ):
        one, two = kernel_speed(scenario, 1), kernel_speed(scenario, both)
        found.append(Figure(f"Sim City, kernel, {players}, 1 thread", one, "games/s", least, aim))
        found.append(Figure(f"Sim City, kernel, {players}, {both} threads against 1", two / one, "times"))
    by_size = {player: turns.measure(player) for player in turns.PLAYERS}
    for path in turns.write(by_size, _reports()):
        print(f"stored: {path}")
    for player, points in by_size.items():
        what = f"Sim City, time of a turn against blocks, exponent, {player} players"
        found.append(Figure(what, turns.exponent(points), "", 1, more_is_better=False))
    seconds, _ = command("run", "simcity/balanced-4players", "--out", "OUT", repeats=2)
    found.append(
        Figure("balance run simcity/balanced-4players, warm, with report", seconds, "s", 25, more_is_better=False)
    )
    words = ("run", "simcity/random", "--games", "100000", "--out", "OUT")
    _, peak = command(*words, repeats=1)
    found.append(Figure("Sim City, 100,000 games, memory", peak, "MiB", 1024, more_is_better=False))
    seconds, _ = command("--help", repeats=5)
    found.append(Figure("balance --help", seconds, "s", 0.3, more_is_better=False))
    seconds, _ = command("run", "neotopia/draft8", "--out", "OUT")
    found.append(Figure("balance run draft8, warm, with report", seconds, "s", 6, more_is_better=False))
    seconds, _ = command("run", "neotopia/draft8", "--out", "OUT", repeats=1, cache="cold")
    found.append(Figure("balance run draft8, first time ever", seconds, "s", 90, more_is_better=False))
    words = ("run", "neotopia/random", "--games", "1000000", "--out", "OUT")
    seconds, peak = command(*words, repeats=1)
    found.append(Figure("1,000,000 games, memory", peak, "MiB", 1024, more_is_better=False))
    found.append(Figure("1,000,000 games, random players, whole command", seconds, "s"))
    return found


def _reports() -> Path:
    """The folder of what is stored."""
    folder = Path("reports")
    folder.mkdir(exist_ok=True)
    return folder


def main() -> None:
    """Measure, print, store."""
    found = figures()
    width = max(len(figure.what) for figure in found)
    for figure in found:
        target = "" if figure.least is None else f"  (at least {figure.least:,g}"
        if figure.least is not None and not figure.more_is_better:
            target = f"  (at most {figure.least:,g}"
        if target:
            target += (f", aim {figure.aim:,g}" if figure.aim else "") + f": {figure.verdict})"
        digits = ",.0f" if figure.value >= 100 else ".2f"
        print(f"{figure.what:{width}}  {figure.value:>10{digits}} {figure.unit}{target}")
    path = _reports() / "bench.json"
    rows = [asdict(figure) | {"verdict": figure.verdict} for figure in found]
    path.write_text(json.dumps({"schema_version": 1, "figures": rows}, indent=1) + "\n", encoding="utf-8")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"stored: {path} (this process: {peak:.0f} MiB)")


if __name__ == "__main__":
    main()
