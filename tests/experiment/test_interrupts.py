"""Ctrl-C in real processes: once stops between chunks, twice at once; what is finished is kept, and how to go on said.

A chunk or a drawing takes a minute, so whoever waits for one fails; `SOON` is far less, for busy machines.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from balance.cli.app import app
from balance.experiment import threads
from tests.experiment import playing
from tests.experiment.playing import answer, scenario

ROOT = Path(__file__).resolve().parents[2]
GAMES = 101  # thirteen chunks of eight games, the last one shorter
SOON = 15.0
PATIENCE = 60.0


@contextmanager
def begun(place: Path, quick: int, grace: float, *words: object) -> Iterator[subprocess.Popen[str]]:
    """A command that has just begun something slow; it is the first of a process group, as in a terminal."""
    told = [quick, grace, *words, "--quiet"]
    command = [sys.executable, "-m", "tests.experiment.interrupting", *map(str, told)]
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    with subprocess.Popen(command, cwd=place, env=variables, **pipes) as process:  # type: ignore[call-overload]
        try:
            yield process
        finally:
            process.kill()


def press(process: subprocess.Popen[str]) -> None:
    os.killpg(process.pid, signal.SIGINT)


def end(process: subprocess.Popen[str]) -> str:
    """What an interrupted process said; it has ended soon."""
    said = process.communicate(timeout=SOON)[1]
    assert process.returncode == 130, said
    return " ".join(said.split())


def wait_for(process: subprocess.Popen[str], what: str) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == f"{what}\n"


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    return scenario(tmp_path, GAMES)


def gone_on_with(out: Path, asked: Path) -> None:
    """The run is finished, and has the digits of an unbroken one."""
    with playing.toy_known():
        for words in (["--resume", out], [asked, "--out", out.parent / "whole"]):
            result = CliRunner().invoke(app, ["run", *map(str, words), "--quiet"])
            assert result.exit_code == 0, result.stderr
    assert answer(out) == answer(out.parent / "whole")


class TestRun:
    def test_once_gives_up_what_takes_long(self, asked: Path, tmp_path: Path) -> None:
        with begun(tmp_path, 5, 0.2, "run", asked, "--out", "run", "--threads", 1) as process:
            wait_for(process, "slow")
            press(process)
            wait_for(process, "drawing")  # the report of what is there
            press(process)
            said = end(process)
        told = "balance: interrupted: 40 of 102 games are kept; go on with: balance run --resume run"
        assert said == f"{told} {told}"
        gone_on_with(tmp_path / "run", asked)

    def test_once_waits_for_what_soon_ends(self, tmp_path: Path) -> None:
        """Nothing is lost of chunks that end in time, also where an earlier one does not."""
        ends = threads.GRACE
        seen: list[int] = []

        def work(place: int) -> int:
            if place == 4:
                os.kill(os.getpid(), signal.SIGINT)
            time.sleep(20 * ends if place == 3 else ends / 4)
            return place

        clock = time.monotonic()
        assert threads.work_through(1000, work, lambda place, result: seen.append(result), 2) == len(seen)
        assert time.monotonic() - clock < 10 * ends
        assert sorted(seen) == [0, 1, 2, 4]

    def test_twice(self, asked: Path, tmp_path: Path) -> None:
        with begun(tmp_path, 3, PATIENCE, "run", asked, "--out", "run", "--threads", 2) as process:
            wait_for(process, "slow")
            press(process)
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.5)
            press(process)
            said = end(process)
        assert said == "balance: interrupted: 24 of 102 games are kept; go on with: balance run --resume run"
        gone_on_with(tmp_path / "run", asked)

    def test_while_the_report_is_drawn(self, asked: Path, tmp_path: Path) -> None:
        with begun(tmp_path, GAMES, 1, "run", asked, "--out", "run") as process:
            wait_for(process, "drawing")
            press(process)
            said = end(process)
        assert said == "balance: interrupted: 102 of 102 games are kept; go on with: balance run --resume run"
        gone_on_with(tmp_path / "run", asked)

    def test_before_anything_is_played(self, asked: Path, tmp_path: Path) -> None:
        with begun(tmp_path, 0, 0.2, "run", asked, "--out", "run") as process:
            wait_for(process, "slow")
            press(process)
            assert end(process) == "balance: interrupted; nothing was kept"
        assert [path.name for path in tmp_path.iterdir()] == [asked.name]


COMPARE = ("compare", "toy-101.toml", "other.toml")
IMPACT = ("impact", "toy-101.toml", "--of", "players")
SWEEP = ("sweep", "toy-101.toml", "--vary", "seats.0.player=strong,weak")


@pytest.mark.parametrize(("words", "presses"), [(COMPARE, 1), (COMPARE, 2), (SWEEP, 2), (IMPACT, 2)])
def test_other_commands(words: tuple[object, ...], presses: int, asked: Path, tmp_path: Path) -> None:
    other = asked.read_text(encoding="utf-8").replace("weak", "strong")
    (tmp_path / "other.toml").write_text(other, encoding="utf-8")
    grace = 0.2 if presses == 1 else PATIENCE
    with begun(tmp_path, 3, grace, *words, "--out", "out", "--threads", 2) as process:
        wait_for(process, "slow")
        for _ in range(presses):
            press(process)
            time.sleep(0.3)
        assert end(process) == "balance: interrupted; nothing was kept"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.toml", asked.name]
