"""Runs of a quick toy through the command line's own code: here, in a forked child, or as a process of its own.

``python -m tests.experiment.playing SCENARIO …`` is `balance run` for the toy, each chunk of which takes a
moment and is saved at once, so that a process can be killed anywhere in the middle.
"""

from __future__ import annotations

import builtins
import dataclasses
import io
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import balance.report
from balance import games
from balance.cli import running
from balance.cli.app import app
from balance.experiment import folder
from tests.experiment.toys import by_strength, toy

STRENGTH = {"strong": 3.0, "weak": 1.0}
GAME = dataclasses.replace(toy(list(STRENGTH), 2, by_strength(STRENGTH)), chunk_games=8)
SCENARIO = 'game = "toy"\nplayers = 2\nseed = 8\nseats = [{ player = "strong" }, { player = "weak" }]\ngames = '
PAUSE = 0.02  # seconds that a chunk takes in a process of its own
CALLS = ((os, "replace"), (os, "mkdir"), (os, "unlink"), (os, "rmdir"), (os, "fsync"), (os, "open"), (io, "open"))


def draw(run: object, into: Path, lang: str) -> None:
    """What stands for the report."""
    (into / "report.html").write_text(lang, encoding="utf-8")


@contextmanager
def toy_known() -> Iterator[None]:
    """The toy is a game like any other, its chunks are saved at once, and its reports are soon drawn."""
    before = (folder.SAVE_EVERY, balance.report.write_report, running._print_summary, os.fsync)
    games.GAMES["toy"] = "tests.experiment.playing:GAME"
    folder.SAVE_EVERY, balance.report.write_report = 0.0, draw  # type: ignore[assignment]
    running._print_summary = lambda run, lang: None
    os.fsync = lambda handle: None  # slow, and of use only where the machine itself dies
    try:
        yield
    finally:
        del games.GAMES["toy"]
        games.load.cache_clear()
        folder.SAVE_EVERY, balance.report.write_report, running._print_summary, os.fsync = before


def scenario(place: Path, games: int) -> Path:
    """A scenario file of so many games of the toy."""
    path = place / f"toy-{games}.toml"
    path.write_text(f"{SCENARIO}{games}\n", encoding="utf-8")
    return path


def in_child(work: Callable[[], Any]) -> int:
    """Do ``work`` in a forked child; returns its exit code, negative if it was killed."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.dup2(null, 2)
            work()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def kill_at(call: int) -> None:
    """Kill this process in front of its so-manieth change of the file system."""
    left = [call]

    def deadly(function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*args: Any, **more: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*args, **more)

        return called

    for module, name in CALLS:
        setattr(module, name, deadly(getattr(module, name)))
    builtins.open = io.open


def kill_after(pieces: int) -> None:
    """Kill this process as soon as so many pieces of a run are kept (on the disk, since the toy saves each)."""
    real, left = folder.Kept.keep, [pieces]

    def keep(kept: folder.Kept, piece: Any) -> None:
        real(kept, piece)
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    folder.Kept.keep = keep  # type: ignore[method-assign]


def answer(place: Path) -> Any:
    """All that a finished folder says but for when and how fast it was played."""
    manifest = json.loads((place / "manifest.json").read_text(encoding="utf-8"))
    for key in ("started", "ended", "seconds", "threads"):
        manifest.pop(key)
    files = ("batches.npz", "metrics.csv", "summary.json", "report.html")
    return manifest, [(place / name).read_bytes() for name in files]


def main() -> None:
    """`balance run` of the toy, slowly."""
    real = folder.Kept.keep

    def slow(kept: folder.Kept, piece: Any) -> None:
        real(kept, piece)
        print("saved", flush=True)
        time.sleep(PAUSE)

    folder.Kept.keep = slow  # type: ignore[method-assign]
    with toy_known():
        app(["run", *sys.argv[1:]])


if __name__ == "__main__":
    main()
