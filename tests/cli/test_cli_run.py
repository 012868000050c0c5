"""`balance run` and `balance report`: what is printed, kept and refused."""

from __future__ import annotations

import csv
import json
import math
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from calls import RANDOM, call, done, refused

from balance.cli import console

TABLES = {"manifest.json", "batches.npz", "metrics.csv", "summary.json"}


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def test_a_run_leaves_its_report_and_draws_it_again_byte_for_byte(folder: Path) -> None:
    result = done("run", RANDOM, "--games", 40, "--seed", 5, "--threads", 1, "--out", "run")
    assert result.stderr == "report: run/report.html\n"
    assert "win rate: seat 1" in result.stdout
    fresh = contents(folder / "run")
    assert TABLES | {"report.html", "report.md"} <= set(fresh)
    for kind in ("svg", "png"):
        assert sum(name.startswith("figures/") and name.endswith(f".{kind}") for name in fresh) >= 12

    assert done("report", "run", "--lang", "ja").stderr == "report: run/report.html\n"
    japanese = contents(folder / "run")
    assert set(japanese) == set(fresh)
    assert {name: japanese[name] for name in TABLES} == {name: fresh[name] for name in TABLES}
    assert "席" in japanese["report.html"].decode() and "席" not in fresh["report.html"].decode()

    assert done("report", "run", "--quiet").stderr == ""
    assert contents(folder / "run") == fresh


@pytest.mark.usefixtures("undrawn")
def test_json_is_the_summary_and_nothing_else(folder: Path) -> None:
    flags = ["--games", 40, "--seed", 5, "--set", "rules.jokers=0", "--format", "json", "--lang", "ja"]
    players = [arg for name in ("miser", "random", "order", "miser") for arg in ("--player", name)]
    result = done("run", RANDOM, *flags, *players, "--threads", 2, "--out", "run", "--quiet")
    assert result.stderr == ""
    assert result.stdout == (folder / "run/summary.json").read_text(encoding="utf-8")
    summary = json.loads(result.stdout, parse_constant=lambda word: pytest.fail(word))
    assert (summary["schema_version"], summary["scenario"]) == (1, RANDOM)
    assert (summary["games"], summary["blocks"], summary["seed"]) == (40, 10, 5)
    assert summary["rules"]["jokers"] == 0
    assert [seat["player"] for seat in summary["seats"]] == ["miser", "random", "order", "miser"]
    with (folder / "run/metrics.csv").open(encoding="utf-8", newline="") as table:
        assert sum(1 for _ in csv.DictReader(table)) == len(summary["metrics"])

    again = done("run", RANDOM, *flags, *players, "--threads", 1, "--out", "other", "--quiet")
    assert again.stdout == result.stdout


@pytest.mark.usefixtures("undrawn")
def test_the_run_counts_the_games_that_replay_tells() -> None:
    """Win rates by seat, counted from the start player, as counted by hand from the traces."""
    same = ["--games", 40, "--seed", 11]
    summary = json.loads(done("run", RANDOM, *same, "--format", "json", "--quiet").stdout)
    told = {row["where"]["seat"]: row["value"] for row in summary["metrics"] if row["metric"] == "seat_win_rate"}
    points, start = [0.0] * 4, 0
    for line in map(
        json.loads, done("replay", RANDOM, *same, "--game", "0:40", "--format", "jsonl").stdout.splitlines()
    ):
        start = line["start_player"] if line["event"] == "deal" else start
        for seat in line.get("winners", ()):
            points[(seat - start) % 4] += 1 / len(line["winners"])
    assert sum(points) == pytest.approx(40)
    assert [told[seat] for seat in sorted(told, key=int)] == pytest.approx([point / 40 for point in points])


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(("players", "asked", "played"), [(("random",), 5, 6), (("miser", "random") * 2, 5, 8)])
def test_games_are_rounded_up_to_whole_deals_and_that_is_said(
    players: tuple[str, ...], asked: int, played: int, folder: Path
) -> None:
    """A deal is played twice by four that play alike, and in four rotations by others."""
    flags = [arg for name in players for arg in ("--player", name)]
    result = done("run", RANDOM, "--games", asked, *flags, "--out", "run", "--lang", "ja")
    assert f"{asked} games are rounded up to {played}" in result.stderr
    assert json.loads((folder / "run/summary.json").read_text())["games"] == played
    assert "席" in result.stdout and "指標" in result.stdout


@pytest.mark.usefixtures("undrawn")
def test_a_run_goes_under_reports_unless_told_otherwise(folder: Path) -> None:
    assert done("run", RANDOM, "--games", 4).stderr == "report: reports/neotopia-random/report.html\n"
    (folder / "mine.toml").write_text('game = "neotopia"\ngames = 4\n', encoding="utf-8")
    assert done("run", "mine.toml").stderr == "report: reports/neotopia-mine/report.html\n"
    assert done("run", "mine.toml", "--quiet").stderr == ""


@pytest.mark.usefixtures("undrawn")
def test_only_the_same_run_is_replaced_unasked(folder: Path) -> None:
    done("run", RANDOM, "--games", 4, "--out", "run")
    done("run", RANDOM, "--games", 4, "--out", "run")
    before = contents(folder / "run")
    for change in (["--games", 2], ["--seed", 9], ["--set", "rules.jokers=0"], ["--player", "miser"]):
        sentence = refused("run", RANDOM, "--games", 4, *change, "--out", "run")
        assert sentence.startswith("run: already holds ") and "--overwrite" in sentence
    assert contents(folder / "run") == before
    done("run", RANDOM, "--games", 2, "--out", "run", "--overwrite")
    assert json.loads((folder / "run/summary.json").read_text())["games"] == 2
    assert [path.name for path in folder.iterdir()] == ["run"]


def test_what_is_no_run_folder_is_never_touched(folder: Path) -> None:
    (folder / "file").write_text("mine")
    (folder / "foreign").mkdir()
    (folder / "foreign/notes").write_text("mine")
    before = contents(folder)
    for out, part in (("file", "is a file"), ("file/sub", "cannot be written"), ("foreign", "holds no run")):
        for flag in ([], ["--overwrite"]):
            sentence = refused("run", RANDOM, "--games", 4, "--out", out, *flag)
            assert sentence.startswith(f"{out}: ") and part in sentence and "--out" in sentence
    assert contents(folder) == before


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder in which nobody may write")
@pytest.mark.usefixtures("undrawn")
def test_a_folder_that_cannot_be_written_is_told() -> None:
    sentence = refused("run", RANDOM, "--games", 4, "--out", "/proc/run", "--quiet")
    assert sentence.startswith("/proc/run: cannot be written") and "--out" in sentence


def test_a_dry_run_says_what_the_whole_would_cost_and_show(folder: Path) -> None:
    """Against the formulas for independent games: p = 1/4, n games, z = 1.96 and 0.84."""
    found = json.loads(done("run", RANDOM, "--games", 50000, "--dry-run", "--format", "json").stdout)
    assert (found["planned_games"], found["trial_games"]) == (50000, 2000)
    rows = [row for row in found["metrics"] if row["metric"] == "seat_win_rate"]
    assert [row["where"]["seat"] for row in rows] == ["1", "2", "3", "4"] or len(rows) == 4
    for row in rows:
        variance = row["value"] * (1 - row["value"])
        near = {
            "half_width": 1.96 * math.sqrt(variance / 50000),
            "games_for_half_width": variance * (1.96 / 0.01) ** 2,
            "games_for_power": 2 * variance * ((1.96 + 0.8416) / 0.02) ** 2,
        }
        assert {key: row[key] for key in near} == pytest.approx(near, rel=0.2)
    assert 0 < found["seconds"] < 60 and 50 < found["memory_mib"] < 4096

    text = done("run", RANDOM, "--games", 50000, "--dry-run", "--quiet")
    assert "50,000 games: about" in text.stdout and "MiB" in text.stdout and text.stderr == ""
    assert list(folder.iterdir()) == []


Bar = Callable[..., Any]


def interrupting(after: int) -> Bar:
    """A progress bar that presses Ctrl-C once ``after`` chunks are done."""

    @contextmanager
    def progress(total: int, unit: str, *, quiet: bool = False) -> Iterator[Callable[[int], None]]:
        seen = []

        def advance(done: int) -> None:
            seen.append(done)
            if len(seen) == after:
                os.kill(os.getpid(), signal.SIGINT)

        if after == 0:
            signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
            os.kill(os.getpid(), signal.SIGINT)
        yield advance

    return progress


@pytest.mark.usefixtures("undrawn")
def test_ctrl_c_keeps_what_is_finished_and_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "progress", interrupting(after=1))
    result = call("run", RANDOM, "--games", 40000, "--threads", 1, "--out", "run", "--format", "json")
    assert result.exit_code == 130
    summary = json.loads(result.stdout)
    assert summary["state"] == "interrupted" and 0 < summary["games"] < 40000
    kept = f"interrupted: {summary['games']} of 40000 games are kept"
    assert result.stderr.splitlines()[0] == f"balance: {kept}; go on with: balance run --resume run"
    assert (folder / "run/summary.json").read_text(encoding="utf-8") == result.stdout

    monkeypatch.undo()
    monkeypatch.chdir(folder)
    monkeypatch.setattr("balance.report.write_report", lambda run, folder, lang: None)
    first = done("run", RANDOM, "--games", summary["games"], "--out", "first", "--format", "json", "--quiet")
    assert counted(json.loads(first.stdout)) == counted(summary)


def counted(summary: Any) -> list[Any]:
    """What does not depend on the size of batches, which follows from the planned games."""
    return [
        (row["where"], row["value"], row["games"], row["blocks"])
        for row in summary["metrics"]
        if row["metric"] in ("seat_win_rate", "player_win_rate", "margin", "draws")
    ]


@pytest.mark.usefixtures("undrawn")
def test_ctrl_c_before_anything_is_finished_keeps_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "progress", interrupting(after=0))
    result = call("run", RANDOM, "--games", 400, "--out", "run")
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr == "balance: interrupted; nothing was kept\n"
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("undrawn")
def test_a_damaged_run_folder_is_refused(folder: Path) -> None:
    done("run", RANDOM, "--games", 8, "--out", "run", "--quiet")
    whole = {name: (folder / "run" / name).read_bytes() for name in ("manifest.json", "batches.npz")}
    manifest = json.loads(whole["manifest.json"])
    other_seed = {**manifest, "scenario": {**manifest["scenario"], "seed": 9}}
    damages = {
        "manifest.json": [b"", b"[]", b"{", b"{}", whole["manifest.json"][:-9], json.dumps(other_seed).encode()],
        "batches.npz": [b"", b"PK", whole["batches.npz"][:-9]],
    }
    for name, versions in damages.items():
        for content in versions:
            (folder / "run" / name).write_bytes(content)
            sentence = refused("report", "run")
            assert sentence.startswith("run") and "again" in sentence, (name, content[:20])
        (folder / "run" / name).unlink()
        assert name in refused("report", "run")
        (folder / "run" / name).write_bytes(whole[name])
    done("report", "run")
