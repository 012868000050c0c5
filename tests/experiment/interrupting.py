"""A command on the quick toy as a process of its own, which says where it is and then takes its time.

``python -m tests.experiment.interrupting QUICK GRACE COMMAND …``: chunks from number QUICK on take a minute, and so
does drawing; Ctrl-C waits GRACE seconds for what was begun.  Prints ``slow`` or ``drawing`` when that begins.
"""

from __future__ import annotations

import itertools
import os
import sys
import time
from typing import Any

import balance.report
from balance.cli.app import main
from balance.experiment import threads
from balance.experiment.engine import Engine
from tests.experiment.playing import toy_known

MINUTE = 60.0


def begin(what: str) -> None:
    """Say it, in one piece, then take a minute."""
    os.write(1, f"{what}\n".encode())
    time.sleep(MINUTE)


def command(quick: int, grace: float, *words: str) -> None:
    """`balance words` with slow chunks and a slow report."""
    real, numbers = Engine.sum_chunk, itertools.count()

    def sum_chunk(engine: Engine, chunk: Any) -> Any:
        if next(numbers) >= quick:
            begin("slow")
        return real(engine, chunk)

    with toy_known():
        Engine.sum_chunk = sum_chunk  # type: ignore[method-assign]
        threads.GRACE = grace
        balance.report.write_report = lambda *told: begin("drawing")
        sys.argv = ["balance", *words]
        main()


if __name__ == "__main__":
    command(int(sys.argv[1]), float(sys.argv[2]), *sys.argv[3:])
