"""Facts as Parquet: the very games of the run, each once, with what a reader must know in the metadata."""

from __future__ import annotations

import builtins
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from balance.cli.app import app
from tests.experiment import playing
from tests.experiment.playing import scenario

parquet = pytest.importorskip("pyarrow.parquet")
GAMES = 43


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with playing.toy_known():
        yield


def call(command: str, *args: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, [command, *map(str, args)])
    assert result.exit_code == code, (result.stderr, result.exception)
    return str(result.stderr)


def names(folder: Path) -> list[str]:
    return sorted(path.name.removesuffix(".parquet") for path in (folder / "rows/seats").iterdir())


def test_rows_are_the_games_of_the_run(tmp_path: Path) -> None:
    out = tmp_path / "run"
    call("run", scenario(tmp_path, GAMES), "--out", out, "--rows", "--threads", 2)
    assert names(out)[:2] == ["000000000000-000000000008", "000000000008-000000000016"] and len(names(out)) == 6
    seats = parquet.read_table(out / "rows/seats").to_pandas()
    assert list(seats.columns) == ["game", "block", "rotation", "seat", "entry", "points", "score"]
    assert sorted(map(tuple, seats[["game", "seat"]].to_numpy())) == [(g, s) for g in range(44) for s in (1, 2)]
    assert (seats.groupby("game")["points"].sum() == 420).all()
    assert (seats["block"] * 2 + seats["rotation"] == seats["game"]).all()
    rates = seats.groupby("seat")["points"].mean() / 420
    summary = json.loads((out / "summary.json").read_text())
    told = {row["where"]["seat"]: row["value"] for row in summary["metrics"] if row["metric"] == "seat_win_rate"}
    assert [told[seat] for seat in (1, 2)] == pytest.approx(list(rates))


def test_metadata(tmp_path: Path) -> None:
    out = tmp_path / "run"
    call("run", "neotopia/random", "--games", 8, "--out", out, "--rows", "--threads", 1)
    schema = parquet.read_schema(next((out / "rows/seats").iterdir()))
    manifest = json.loads((out / "manifest.json").read_text())
    about = {key.decode(): value.decode() for key, value in schema.metadata.items() if key != b"pandas"}
    assert (about["schema_version"], about["table"], about["game"]) == ("1", "seats", "neotopia")
    assert about["scenario_digest"] == manifest["digest"] and json.loads(about["digests"]) == manifest["digests"]
    assert schema.field("score").metadata[b"unit"] == b"VP" and schema.field("score").metadata[b"meaning"]


def test_only_what_is_missing_is_written(tmp_path: Path) -> None:
    out = tmp_path / "run"
    call("run", scenario(tmp_path, GAMES), "--out", out, "--threads", 1)
    assert not (out / "rows").exists()
    call("run", "--resume", out, "--rows")
    first = next((out / "rows/seats").glob("000000000000-*"))
    before = first.stat().st_ino
    call("run", "--resume", out, "--games", 60, "--rows")
    assert first.stat().st_ino == before
    # 43 games ended with a chunk of four games, which is another one now.
    assert names(out)[-3:] == [f"{at:012d}-{min(at + 8, 60):012d}" for at in (40, 48, 56)]
    call("run", "--resume", out, "--fresh", "--rows")
    assert len(names(out)) == 8


def test_shares_bring_their_rows_along(tmp_path: Path) -> None:
    for number in (1, 2):
        place = tmp_path / f"share-{number}"
        call("run", scenario(tmp_path, GAMES), "--shard", f"{number}/2", "--out", place, "--rows", "--threads", 1)
    call("merge", tmp_path / "share-1", tmp_path / "share-2", "--out", tmp_path / "run")
    assert len(names(tmp_path / "run")) == 6


def test_without_pyarrow_it_is_said_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name: str, *more: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", missing)
    said = call("run", scenario(tmp_path, GAMES), "--out", tmp_path / "run", "--rows", code=2)
    assert "balance: --rows: needs pyarrow; install it with: pip install" in said
    assert not (tmp_path / "run").exists()
