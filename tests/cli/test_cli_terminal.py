"""Where the output goes: pipes that close, full disks, colours, narrow windows, a terminal with a bar."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from calls import RANDOM, done, environment, process

from balance.cli import console

pty = pytest.importorskip("pty")

PATIENCE = 120  # seconds after which a process that does not end is killed, which fails the test


def test_a_reader_that_leaves_is_no_mistake() -> None:
    """As `balance replay … | head -1` does, with more to come than a pipe holds."""
    command = [sys.executable, "-m", "balance", "replay", RANDOM, "--game", "0:60"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as told:
        assert told.stdout is not None and told.stderr is not None
        assert told.stdout.readline().startswith(b"Neotopia")
        told.stdout.close()
        assert told.stderr.read() == b""
        assert told.wait() == 0


def test_a_check_that_nobody_reads_still_fails(folder: Path) -> None:
    """`balance check … | head -0` of what does not hold is no pass, and its summary is kept."""
    rows = '[[expect]]\nmetric = "margin"\nmax = 0.5\n'
    (folder / "mine.toml").write_text(f'extends = "{RANDOM}"\ngames = 400\n{rows}', encoding="utf-8")
    (folder / "summary.md").touch()
    reading, writing = os.pipe()
    os.close(reading)
    env = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "summary.md"}
    result = process("check", "mine.toml", "-q", stdout=writing, env=env)
    os.close(writing)
    assert (result.returncode, result.stderr) == (1, b"")
    assert "❌" in (folder / "summary.md").read_text(encoding="utf-8")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_a_full_disk_is_one_sentence() -> None:
    with open("/dev/full", "wb") as full:
        result = process("list", "games", stdout=full)
    assert result.returncode == 2
    assert result.stderr.startswith(b"balance: the result: cannot be written") and result.stderr.count(b"\n") == 1


def test_a_closed_stdout_is_no_fault() -> None:
    command = f"exec {sys.executable} -m balance list games >&-"
    result = subprocess.run(["sh", "-c", command], env=environment(), capture_output=True, check=False)
    assert (result.returncode, result.stderr) == (0, b"")


def test_a_process_ends_in_order() -> None:
    """Exit functions of what a command loads are called, its output arrives, and a fault is no success."""
    code = """import atexit
from balance.cli import app
def fail():
    print("printed", end="")
    atexit.register(print, "called")
    raise LookupError("a fault")
app.app = fail
app.main()"""
    result = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, check=False)
    assert (result.returncode, result.stdout) == (1, b"printedcalled\n")
    assert b"LookupError: a fault" in result.stderr


def test_an_ascii_terminal_still_shows_the_rest() -> None:
    result = process("list", "games", "--lang", "ja", env={"PYTHONIOENCODING": "ascii"})
    assert result.returncode == 0 and b"neotopia" in result.stdout


@pytest.mark.parametrize(
    ("env", "coloured"), [({}, False), ({"FORCE_COLOR": "1"}, True), ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False)]
)
def test_colours_are_for_terminals_that_want_them(env: dict[str, str], coloured: bool) -> None:
    result = process("list", "bogus", env=env)
    assert result.returncode == 2
    assert (b"\x1b[31m" in result.stderr) is coloured


def test_nothing_of_a_table_is_lost_in_a_narrow_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    narrow = done("list", "scenarios").stdout
    assert max(map(len, narrow.splitlines())) <= 40
    monkeypatch.setenv("COLUMNS", "1000")
    wide = done("list", "scenarios").stdout
    assert sorted("".join(narrow.split()).replace("─", "")) == sorted("".join(wide.split()).replace("─", ""))


def test_markup_in_a_table_is_text_and_numbers_stay_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    rows = [["[bold]a name[/bold] :smile: that is long", "29.5%", "25.6–33.8%"]]
    console.table(["metric", "value", "interval"], rows, title="[red]title", numbers=True)
    printed = capsys.readouterr().out
    assert "[red]title" in printed and "[bold]a" in printed and ":smile:" in printed
    assert "29.5%" in printed and "25.6–33.8%" in printed
    assert max(map(len, printed.splitlines())) <= 40


def test_long_headings_push_no_column_out(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    rows = [["a name of several words", "98.0% [93.2–99.4%]", "12.30", "mattered"]]
    console.table(["name", "found in so many of the games", "times in a game", "verdict"], rows, numbers=True)
    printed = capsys.readouterr().out
    assert all(cell in printed for cell in ("98.0% [93.2–99.4%]", "12.30", "mattered", "verdict"))
    assert max(map(len, printed.splitlines())) <= 60


def test_a_bar_on_a_terminal_and_ctrl_c_in_mid_run(folder: Path) -> None:
    """A real process with a terminal as stderr; the interrupt is sent when the bar shows finished games."""
    terminal, inner = pty.openpty()
    games = "400000"
    command = [sys.executable, "-m", "balance", "run", RANDOM, "--games", games, "--out", "run", "--threads", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=inner, env=environment()) as playing:
        os.close(inner)
        limit = threading.Timer(PATIENCE, playing.kill)
        limit.start()
        seen = b""
        while not re.search(rf"[1-9]\d*/{games}".encode(), seen):
            shown = _read(terminal)
            assert shown, "ended before it was interrupted"
            seen += shown
        playing.send_signal(signal.SIGINT)
        seen = b""
        while chunk := _read(terminal):
            seen += chunk
        assert playing.stdout is not None
        told = playing.stdout.read().decode()
        assert playing.wait() == 130
        limit.cancel()
    os.close(terminal)
    assert "win rate: seat 1" in told and "\x1b[?25l" not in told
    kept = re.search(rb"interrupted: (\d+) of 400000 games are kept; go on with: balance run --resume run", seen)
    assert kept is not None and int(kept[1]) > 0
    assert (folder / "run/report.html").is_file()
    assert [path.name for path in folder.iterdir()] == ["run"]


def _read(terminal: int) -> bytes:
    """What the terminal shows next; nothing once the process has closed it."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""
