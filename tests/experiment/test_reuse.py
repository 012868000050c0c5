"""No work twice, and nothing stale: what changes a digit is played anew, what does not is reused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from balance.cli.app import app
from balance.experiment import digests
from balance.experiment.engine import Engine
from tests.experiment import playing
from tests.experiment.playing import answer, scenario

ONE_THREAD = ["--threads", "1"]
GAMES = 43


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with playing.toy_known():
        yield


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """First blocks of the chunks that are played."""
    seen: list[int] = []
    real = Engine.sum_chunk

    def sum_chunk(engine: Engine, chunk: Any) -> Any:
        seen.append(chunk.first_block)
        return real(engine, chunk)

    monkeypatch.setattr(Engine, "sum_chunk", sum_chunk)
    return seen


def call(*args: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["run", *map(str, args)])
    assert result.exit_code == code, (result.stderr, result.exception)
    return str(result.stderr)


class TestReused:
    def test_the_same_question_is_not_played_again(self, played: list[int], tmp_path: Path) -> None:
        asked, out = scenario(tmp_path, GAMES), tmp_path / "run"
        call(asked, "--out", out, *ONE_THREAD)
        first = answer(out)
        played.clear()
        assert "nothing to play: all 44 games are there already" in call(asked, "--out", out, *ONE_THREAD)
        assert "nothing to play" in call("--resume", out)
        assert played == [] and answer(out) == first
        call(asked, "--out", out, "--fresh", *ONE_THREAD)
        assert len(played) == 6 and answer(out) == first

    def test_only_the_new_chunks_of_more_games_are_played(self, played: list[int], tmp_path: Path) -> None:
        call(scenario(tmp_path, GAMES), "--out", tmp_path / "run", *ONE_THREAD)
        played.clear()
        call(scenario(tmp_path, 60), "--out", tmp_path / "run", *ONE_THREAD)
        assert played == [20, 24, 28]  # the sixth chunk was a short one

    def test_a_title_is_no_new_question_but_is_shown(self, played: list[int], tmp_path: Path) -> None:
        asked, out = scenario(tmp_path, GAMES), tmp_path / "run"
        call(asked, "--out", out, *ONE_THREAD)
        played.clear()
        call(asked, "--set", "title=Another", "--out", out)
        assert played == [] and json.loads((out / "summary.json").read_text())["title"] == "Another"


class TestNeverStale:
    def test_a_changed_source_line(self, played: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        asked, out = scenario(tmp_path, GAMES), tmp_path / "run"
        call(asked, "--out", out, *ONE_THREAD)
        played.clear()
        monkeypatch.setattr(digests, "source_digest", lambda game: "another")
        assert "cannot go on: the program's sources differ" in call("--resume", out, code=2)
        assert "is played anew: the program's sources differ" in call(asked, "--out", out, *ONE_THREAD)
        assert len(played) == 6

    @pytest.mark.parametrize("change", [["--seed", "9"], ["--player", "weak"], ["--set", "seats.1.player=strong"]])
    def test_another_question(self, change: list[str], played: list[int], tmp_path: Path) -> None:
        asked, out = scenario(tmp_path, GAMES), tmp_path / "run"
        call(asked, "--out", out, *ONE_THREAD)
        played.clear()
        assert "--overwrite" in call(asked, *change, "--out", out, code=2)
        assert "differ" in call(asked, *change, "--resume", out, code=2)
        call(asked, *change, "--out", out, "--overwrite", *ONE_THREAD)
        assert len(played) == 6

    def test_a_changed_table_of_cards(self, played: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What the kernel gets decides, wherever it was read from."""
        asked, out = scenario(tmp_path, GAMES), tmp_path / "run"
        call(asked, "--out", out, *ONE_THREAD)
        settings = type(playing.GAME.settings)
        monkeypatch.setattr(settings, "to_record", lambda self, model, players: (np.array([3, 4]), "costs"))
        assert "the cards or other tables differ" in call(asked, "--out", out, code=2)
        call(asked, "--out", out, "--overwrite", *ONE_THREAD)
        played.clear()
        assert "nothing to play" in call(asked, "--out", out)
        monkeypatch.setattr(settings, "to_record", lambda self, model, players: (np.array([3, 5]), "costs"))
        assert "the cards or other tables differ" in call(asked, "--out", out, code=2)


class TestSources:
    def test_of_a_game(self) -> None:
        names = {path.relative_to(digests.PACKAGE).as_posix() for path in digests.sources_of("neotopia")}
        assert {"kernel/rng.py", "metrics/every_game.py", "experiment/engine.py", "stats/batches.py"} <= names
        assert {"games/neotopia/rules.py", "games/neotopia/defaults.toml", "games/neotopia/players/value.py"} <= names
        assert not [name for name in names if name.startswith("games/neotopia/report") or "/text/" in name]
        assert not [name for name in names if name.startswith("report/") or name.startswith("cli/")]

    def test_a_line_changes_the_digest(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "kernel").mkdir()
        source = tmp_path / "kernel/sums.py"
        source.write_text("X = 1\n")
        monkeypatch.setattr(digests, "PACKAGE", tmp_path)
        before = digests.source_digest.__wrapped__("neotopia")
        source.write_text("X = 2\n")
        assert digests.source_digest.__wrapped__("neotopia") != before

    def test_weights_of_players_are_of_the_question(self) -> None:
        from balance.experiment.plan import plan
        from balance.experiment.scenario import load

        def found(weight: float) -> dict[str, str]:
            row = f"seats=[{{player='weighted', weights={{noise={weight}}}}}]"
            planned = plan(load("neotopia/draft8", [row]))
            return digests.digests_of(planned, Engine(planned))

        assert digests.differing(found(0.1), found(0.2)) == ["seats"]
        assert digests.differing(found(0.1), found(0.1)) == []
