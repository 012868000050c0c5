"""Prints a table of speeds against their aims, and stores it as reports/bench.json.

``python -m benchmarks [GROUP …]``: all groups of `GROUPS`, or those named.  Each figure is the best of several
repetitions, so that a busy machine disturbs it little.  Whole commands run as processes of their own; their memory is
the operating system's.
"""

from __future__ import annotations

import argparse
import json
import resource
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from balance.experiment.threads import keep_pools_small

keep_pools_small()  # as the command line does, before numpy is imported

from benchmarks import cards, scale, speed, turns  # noqa: E402
from benchmarks.measure import Figure, most  # noqa: E402

REPORTS = Path("reports")


def growth() -> Iterator[Figure]:
    """How the time of a turn of Sim City grows with the city; its table and plot are stored."""
    by_size = {player: turns.measure(player) for player in turns.PLAYERS}
    for path in turns.write(by_size, REPORTS):
        print(f"stored: {path}")
    for player, points in by_size.items():
        what = f"Sim City, time of a turn against blocks, exponent, {player} players"
        yield most(what, turns.exponent(points), "", 1)


GROUPS: dict[str, Callable[[], Iterator[Figure]]] = {
    "kernels": speed.kernels,
    "growth": growth,
    "commands": speed.commands,
    "cards": cards.cards,
    "memory": scale.memory,
    "saving": scale.saving,
    "crowded": scale.crowded,
    "clustered": scale.clustered,
}
WIDTH = 66


def main(names: Sequence[str]) -> None:
    """Measure, print, and store if nothing is left out."""
    REPORTS.mkdir(exist_ok=True)
    found = []
    for name in names or GROUPS:
        for figure in GROUPS[name]():
            print(figure.line(WIDTH), flush=True)
            found.append(figure)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"this process: {peak:.0f} MiB")
    if names:
        return
    path = REPORTS / "bench.json"
    rows = [asdict(figure) | {"verdict": figure.verdict} for figure in found]
    path.write_text(json.dumps({"schema_version": 1, "figures": rows}, indent=1) + "\n", encoding="utf-8")
    print(f"stored: {path}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="benchmarks", description="Speeds and sizes against their aims.")
    parser.add_argument("group", nargs="*", choices=[[], *GROUPS], help=f"one or more of {', '.join(GROUPS)}")
    main(parser.parse_args().group)
