"""How things are measured: figures with their targets, the best of several times, commands as processes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

REPEATS = 7


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

    def line(self, width: int) -> str:
        """The figure as it is printed."""
        target = ""
        if self.least is not None:
            aim = f", aim {self.aim:,g}" if self.aim else ""
            target = f"  (at {'least' if self.more_is_better else 'most'} {self.least:,g}{aim}: {self.verdict})"
        digits = ",.0f" if self.value >= 100 else ".2f"
        return f"{self.what:{width}}  {self.value:>10{digits}} {self.unit}{target}"


def most(what: str, value: float, unit: str, limit: float) -> Figure:
    """A figure that should not be above a limit."""
    return Figure(what, value, unit, limit, more_is_better=False)


def seconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Least wall time of some work in seconds."""
    times = []
    for _ in range(repeats):
        clock = time.perf_counter()
        work()
        times.append(time.perf_counter() - clock)
    return min(times)


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
