"""A run folder at work: killed at any instant, on a full disk, damaged, grown; the digits are those of one run."""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from balance.cli.app import app
from balance.experiment.archive import read_arrays
from tests.experiment import playing
from tests.experiment.playing import answer, in_child, kill_after, kill_at, scenario

ROOT = Path(__file__).resolve().parents[2]
GAMES, FEWER = 101, 43  # neither fills its last chunk of eight games
EVERY = int(os.environ.get("BALANCE_KILL_EVERY", "29"))  # 1 tries each call of the file system, in minutes
ONE_THREAD = ["--threads", "1", "--quiet"]


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with playing.toy_known():
        yield


def call(*args: object) -> Any:
    return CliRunner().invoke(app, ["run", *map(str, args)])


def done(*args: object) -> str:
    """What a run that must succeed says on stderr."""
    result = call(*args)
    assert result.exit_code == 0, (result.stderr, result.exception)
    return str(result.stderr)


def refused(*args: object) -> str:
    """The sentence of a run that must be refused."""
    result = call(*args)
    assert result.exit_code == 2 and result.stderr.count("\n") == 1, (result.stderr, result.exception)
    return str(result.stderr)


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Any]:
    """The answers of unbroken runs, by the number of games."""
    place = tmp_path_factory.mktemp("unbroken")
    with playing.toy_known():
        for games in (FEWER, GAMES):
            done(scenario(place, games), "--out", place / str(games), *ONE_THREAD)
    return {games: answer(place / str(games)) for games in (FEWER, GAMES)}


def same_question(found: Any, other: Any) -> bool:
    """Whether two answers agree, but for the names of the scenarios that they were asked by."""
    one, two = json.loads(json.dumps([found[0], other[0]]))
    one["scenario"]["name"] = one["scenario"]["title"] = one["scenario"]["title_ja"] = two["scenario"]["name"]
    two["scenario"]["title"] = two["scenario"]["title_ja"] = two["scenario"]["name"]
    return bool(one == two and found[1][:2] == other[1][:2])


@contextmanager
def slow_process(asked: Path, out: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that plays the toy slowly, at the moment when it has saved something new."""
    command = [sys.executable, "-m", "tests.experiment.playing", str(asked), "--out", str(out), *ONE_THREAD]
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=ROOT, env=variables, **pipes) as process:  # type: ignore[call-overload]
        assert process.stdout.readline() == b"saved\n"
        yield process
        process.kill()


class TestKilled:
    @pytest.mark.parametrize("start", [0, FEWER])
    def test_in_front_of_any_change_of_the_file_system(
        self, start: int, unbroken: dict[int, Any], tmp_path: Path
    ) -> None:
        """A run from the start, and one that continues a finished run."""
        asked = scenario(tmp_path, GAMES)
        home = tmp_path / "home"
        before = tmp_path / "before"
        before.mkdir()
        if start:
            done(scenario(tmp_path, start), "--out", before / "run", *ONE_THREAD)
        killed = 0
        for call_number in range(0, 10_000, EVERY):
            shutil.copytree(before, home)
            code = in_child(lambda n=call_number: (kill_at(n), call(asked, "--out", home / "run", *ONE_THREAD)))
            if code == 0:
                break
            assert code == -signal.SIGKILL
            killed += 1
            if start and (home / "run/manifest.json").exists():  # an answer is there, the old one or the new
                held = json.loads((home / "run/manifest.json").read_text())["scenario"]["games"]
                assert same_question(answer(home / "run"), unbroken[held])
            done(asked, "--out", home / "run", *ONE_THREAD)
            assert answer(home / "run") == unbroken[GAMES]
            assert [path.name for path in home.iterdir()] == ["run"]
            assert not (home / "run/running").exists()
            shutil.rmtree(home)
        assert killed > 100 / EVERY

    def test_a_process_at_random_times(self, unbroken: dict[int, Any], tmp_path: Path) -> None:
        asked, out = scenario(tmp_path, GAMES), tmp_path / "run"
        rng, found = random.Random(8), []
        for _ in range(4):
            with slow_process(asked, out) as process:
                time.sleep(rng.uniform(0.0, 0.06))
                process.kill()
            parts = list((out / "running/parts").glob("*.npz")) if (out / "running").exists() else []
            found.append(len(parts))
            if (out / "manifest.json").exists():
                break
        assert max(found) > 0 and found == sorted(found)  # nothing that was finished is lost
        said = done(asked, "--out", out, "--threads", 1)
        assert "games are there already" in said
        assert answer(out) == unbroken[GAMES]

    def test_the_lock_of_a_dead_process_is_free(self, unbroken: dict[int, Any], tmp_path: Path) -> None:
        asked = scenario(tmp_path, GAMES)
        assert in_child(lambda: (kill_after(2), call(asked, "--out", tmp_path / "run", *ONE_THREAD))) < 0
        assert (tmp_path / "run/running/lock").exists()
        done(asked, "--out", tmp_path / "run", *ONE_THREAD)
        assert answer(tmp_path / "run") == unbroken[GAMES]


def killed_run(place: Path, games: int = GAMES, pieces: int = 6) -> Path:
    """The folder of a run that was killed when so many chunks of eight games were played."""
    code = in_child(lambda: (kill_after(pieces), call(scenario(place, games), "--out", place / "run", *ONE_THREAD)))
    assert code == -signal.SIGKILL
    return place / "run"


class TestTwoWriters:
    def test_the_second_is_refused(self, tmp_path: Path) -> None:
        asked, out = scenario(tmp_path, 400), tmp_path / "run"
        with slow_process(asked, out) as process:
            sentence = refused(asked, "--out", out, *ONE_THREAD)
            assert f"another process writes here (process {process.pid}, since " in sentence
        assert list((out / "running/parts").glob("*.npz"))


class TestDamaged:
    @pytest.mark.parametrize("cut", [0, 1, 50, -1, "flip", "other"])
    def test_a_part(self, cut: int | str, unbroken: dict[int, Any], tmp_path: Path) -> None:
        out = killed_run(tmp_path)
        parts = sorted((out / "running/parts").glob("*.npz"))
        assert len(parts) == 6
        data = bytearray(parts[1].read_bytes())
        if cut == "flip":
            data[len(data) // 2] ^= 0xFF
        elif cut == "other":
            data = bytearray(parts[2].read_bytes())
        else:
            data = data[: int(cut)]
        parts[1].write_bytes(bytes(data))
        said = done("--resume", out, "--threads", 1)
        assert "1 damaged file(s) passed over" in said and "games are there already" in said
        assert answer(out) == unbroken[GAMES]

    def test_a_lost_part(self, unbroken: dict[int, Any], tmp_path: Path) -> None:
        out = killed_run(tmp_path)
        parts = sorted((out / "running/parts").glob("*.npz"))
        parts[0].unlink()
        said = done("--resume", out, "--threads", 1)
        assert f"{8 * 5} of 102 games are there already" in said
        assert answer(out) == unbroken[GAMES]

    @pytest.mark.parametrize("text", ["", "{", "[]", "[" * 100_000])
    def test_the_manifest_of_what_is_played(self, text: str, unbroken: dict[int, Any], tmp_path: Path) -> None:
        out = killed_run(tmp_path)
        (out / "running/manifest.json").write_text(text)
        assert "damaged" in refused("--resume", out)
        assert "games are there already" in done(scenario(tmp_path, GAMES), "--out", out, "--threads", 1)
        assert answer(out) == unbroken[GAMES]

    def test_the_batch_table_of_an_answer(self, unbroken: dict[int, Any], tmp_path: Path) -> None:
        asked, out = scenario(tmp_path, GAMES), tmp_path / "run"
        done(asked, "--out", out, *ONE_THREAD)
        (out / "batches.npz").write_bytes((out / "batches.npz").read_bytes()[:-9])
        assert "damaged file(s) passed over (batches.npz)" in done(asked, "--out", out, "--threads", 1)
        assert answer(out) == unbroken[GAMES]


class TestFullDisk:
    def test_files_cannot_grow(self, unbroken: dict[int, Any], tmp_path: Path) -> None:
        """A limit on the size of files stands for a full disk: small files can be written, larger ones cannot."""
        asked, out = scenario(tmp_path, GAMES), tmp_path / "run"

        def short_of_room() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
            sys.exit(call(asked, "--out", out, *ONE_THREAD).exit_code)

        assert in_child(short_of_room) == 2
        assert not (out / "manifest.json").exists()
        done(asked, "--out", out, *ONE_THREAD)
        assert answer(out) == unbroken[GAMES]
        assert sorted(path.name for path in tmp_path.iterdir()) == ["run", asked.name]

    @pytest.mark.parametrize("write", [3, 6])
    def test_in_the_middle(
        self, write: int, unbroken: dict[int, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked, out = scenario(tmp_path, GAMES), tmp_path / "run"
        real, left = os.fsync, [write]

        def fsync(handle: int) -> None:
            left[0] -= 1
            if left[0] < 0:
                raise OSError(28, "No space left on device")
            real(handle)

        monkeypatch.setattr(os, "fsync", fsync)
        sentence = refused(asked, "--out", out, *ONE_THREAD)
        assert "No space left on device" in sentence and f"balance run --resume {out}" in sentence
        monkeypatch.undo()
        assert "games are there already" in done("--resume", out, "--threads", 1)
        assert answer(out) == unbroken[GAMES]


class TestMoreGames:
    @pytest.mark.parametrize("steps", [(FEWER, GAMES), (2, 16, 18, GAMES), (40, 48, GAMES)])
    def test_give_the_digits_of_an_unbroken_run(
        self, steps: tuple[int, ...], unbroken: dict[int, Any], tmp_path: Path
    ) -> None:
        for before, games in zip((0, *steps), steps, strict=False):
            said = done(scenario(tmp_path, games), "--out", tmp_path / "run", "--threads", 2)
            if before >= 8:
                assert f"{before // 8 * 8} of {games + games % 2} games are there already" in said
        assert answer(tmp_path / "run") == unbroken[GAMES]

    def test_when_batches_grow(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """2,100 blocks make batches of four, where 600 make batches of one."""
        monkeypatch.setattr("balance.experiment.folder.SAVE_EVERY", 0.05)
        for games in (1200, 1600, 4200):
            done(scenario(tmp_path, games), "--out", tmp_path / "grown", *ONE_THREAD)
        done(scenario(tmp_path, 4200), "--out", tmp_path / "whole", *ONE_THREAD)
        assert read_arrays(tmp_path / "whole/batches.npz")["blocks_per_batch"] == 4
        assert answer(tmp_path / "grown") == answer(tmp_path / "whole")

    def test_of_a_killed_run(self, unbroken: dict[int, Any], tmp_path: Path) -> None:
        out = killed_run(tmp_path, FEWER, pieces=3)
        assert "games are there already" in done("--resume", out, "--games", GAMES, "--threads", 1)
        assert same_question(answer(out), unbroken[GAMES])

    def test_fewer_are_refused(self, tmp_path: Path) -> None:
        done(scenario(tmp_path, GAMES), "--out", tmp_path / "run", *ONE_THREAD)
        sentence = refused(scenario(tmp_path, FEWER), "--out", tmp_path / "run", *ONE_THREAD)
        assert f"more than the {FEWER} asked for" in sentence


def test_many_files_become_one(unbroken: dict[int, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("balance.experiment.pieces.MOST_FILES", 3)
    out = killed_run(tmp_path, pieces=8)
    assert len(list((out / "running/parts").glob("*.npz"))) <= 3
    done("--resume", out, *ONE_THREAD)
    assert answer(out) == unbroken[GAMES]


def merged(*args: object) -> Any:
    return CliRunner().invoke(app, ["merge", *map(str, args)])


class TestShares:
    @pytest.fixture
    def shares(self, tmp_path: Path) -> list[Path]:
        """Three shares of the run, the second one of which was killed and gone on with."""
        asked = scenario(tmp_path, GAMES)
        places = [tmp_path / f"share-{number}" for number in (1, 2, 3)]
        for number, place in enumerate(places, 1):
            args = [asked, "--shard", f"{number}/3", "--out", place, *ONE_THREAD]
            if number == 2:
                assert in_child(lambda args=args: (kill_after(2), call(*args))) < 0
                assert "16 of 32 games are there already" in done("--resume", place, "--threads", 1)
            else:
                done(*args)
        return places

    def test_give_the_digits_of_one_run(self, shares: list[Path], unbroken: dict[int, Any], tmp_path: Path) -> None:
        result = merged(*reversed(shares), "--out", tmp_path / "whole", "--quiet")
        assert result.exit_code == 0, result.stderr
        assert answer(tmp_path / "whole") == unbroken[GAMES]
        # What was joined can be gone on with like any other run.
        done("--resume", tmp_path / "whole", "--games", 130, *ONE_THREAD)
        done(scenario(tmp_path, 130), "--out", tmp_path / "other", *ONE_THREAD)
        assert same_question(answer(tmp_path / "whole"), answer(tmp_path / "other"))

    def test_gaps_overlaps_and_mixtures_are_refused(self, shares: list[Path], tmp_path: Path) -> None:
        asked, out = scenario(tmp_path, GAMES), tmp_path / "whole"
        done(asked, "--shard", "1/2", "--out", tmp_path / "half", *ONE_THREAD)
        done(asked, "--shard", "3/3", "--seed", 9, "--out", tmp_path / "seed", *ONE_THREAD)
        done(asked, "--shard", "3/3", "--games", 203, "--out", tmp_path / "more", *ONE_THREAD)
        # 51 blocks in chunks of four: thirteen chunks, of which the second share of three has 4 to 7.
        for folders, parts in (
            ([shares[0], shares[2]], ["4 of 13 chunks are missing: 4–7;"]),
            ([shares[1]], ["9 of 13 chunks are missing: 0–3, 8–12;"]),
            ([*shares, tmp_path / "half"], ["chunk 0", "holds too"]),
            ([*shares[:2], tmp_path / "seed"], ["seed", "the seed differs"]),
            ([*shares[:2], tmp_path / "more"], ["more", "is of 203 games", "of 101"]),
            ([tmp_path], ["holds no run"]),
        ):
            result = merged(*folders, "--out", out)
            assert result.exit_code == 2 and result.stderr.count("\n") == 1, result.stderr
            assert [part for part in parts if part not in result.stderr] == [], result.stderr
            assert not out.exists()

    @pytest.mark.parametrize("text", ["", "1", "0/3", "4/3", "1/0", "a/b", "-1/3", "1/3/3", "1" * 40 + "/3"])
    def test_no_share(self, text: str, tmp_path: Path) -> None:
        assert "--shard" in refused(scenario(tmp_path, GAMES), f"--shard={text}")

    def test_a_share_has_no_report(self, shares: list[Path]) -> None:
        result = CliRunner().invoke(app, ["report", str(shares[0])])
        assert result.exit_code == 2 and "balance merge" in result.stderr
