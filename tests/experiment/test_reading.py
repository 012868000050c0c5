"""Reading a run folder back: the same run, or one sentence that names the damaged file."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from balance.errors import UserError
from balance.experiment import archive, store
from balance.experiment.reading import read_run
from balance.experiment.store import Run, save
from tests.experiment.planned import ANYBODY, neotopia
from tests.experiment.stored import finished


@pytest.fixture(scope="module")
def run() -> Run:
    return finished(neotopia(8, ANYBODY))


@pytest.fixture(scope="module")
def kept(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run's folder; tests take a copy of it."""
    folder = tmp_path_factory.mktemp("kept")
    save(run, folder)
    return folder


@pytest.fixture
def folder(kept: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(kept, tmp_path / "run"))


def change(folder: Path, edit: Callable[[dict[str, Any]], Any]) -> None:
    """Edit the manifest of a folder."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    edit(manifest)
    path.write_text(json.dumps(manifest), encoding="utf-8")


class TestRoundTrip:
    def test_equal(self, run: Run, folder: Path) -> None:
        back = read_run(folder)
        assert dict(back.manifest) == json.loads(json.dumps(run.manifest))
        assert np.array_equal(back.sums.table.sums, run.sums.table.sums)
        assert (back.sums.table.blocks, back.sums.alike, back.sums.close) == (2, False, run.sums.close)
        pd.testing.assert_frame_equal(back.metrics, run.metrics)
        assert back.game.name == run.scenario["game"]

    def test_stored_again_it_is_the_same(self, folder: Path, tmp_path: Path) -> None:
        again = tmp_path / "again"
        again.mkdir()
        save(read_run(folder), again)
        for name in ("manifest.json", "metrics.csv", "summary.json"):
            assert (again / name).read_bytes() == (folder / name).read_bytes()

    def test_interrupted(self, tmp_path: Path) -> None:
        # The first 8 of 4,000 games: the scenario asks for more than there is.
        part, asked = finished(neotopia(8), whole=False), neotopia(4000)
        manifest = {**part.manifest, "scenario": asked.scenario.resolved(), "digest": asked.scenario.digest()}
        save(Run(manifest, part.metrics, part.sums), tmp_path)
        back = read_run(tmp_path)
        assert (back.manifest["state"], back.manifest["games"], back.sums.blocks) == ("interrupted", 8, 4)


class TestDamaged:
    @pytest.mark.parametrize("text", ["", "{", "[1, 2]", "8", "null", '"manifest"', "{}", "[" * 100_000])
    def test_manifest(self, folder: Path, text: str) -> None:
        (folder / "manifest.json").write_text(text)
        with pytest.raises(UserError, match="is damaged; play the scenario again") as error:
            read_run(folder)
        assert error.value.file == str(folder / "manifest.json")

    def test_manifest_of_other_letters(self, folder: Path) -> None:
        (folder / "manifest.json").write_bytes(b"\xff\xfe\x00{")
        with pytest.raises(UserError, match="is damaged"):
            read_run(folder)

    @pytest.mark.parametrize("key", store.MANIFEST_KEYS)
    def test_manifest_without_a_key(self, folder: Path, key: str) -> None:
        change(folder, lambda manifest: manifest.pop(key))
        with pytest.raises(UserError, match="is damaged") as error:
            read_run(folder)
        assert error.value.file == str(folder / "manifest.json")

    @pytest.mark.parametrize(
        ("key", "value"),
        [("state", "running"), ("scenario", 8), ("scenario", {}), ("blocks", "two"), ("digest", None)],
    )
    def test_manifest_with_an_odd_value(self, folder: Path, key: str, value: Any) -> None:
        change(folder, lambda manifest: manifest.update({key: value}))
        with pytest.raises(UserError) as error:
            read_run(folder)
        assert str(folder) in str(error.value)

    def test_wrong_manifest_version(self, folder: Path) -> None:
        change(folder, lambda manifest: manifest.update(manifest_version=99))
        with pytest.raises(UserError, match="is of version 99, this program reads 2"):
            read_run(folder)

    def test_wrong_game_version(self, folder: Path) -> None:
        change(folder, lambda manifest: manifest.update(game_version=99))
        with pytest.raises(UserError, match=r"was played with version 99 of .*play it again"):
            read_run(folder)

    def test_a_rule_that_is_none(self, folder: Path) -> None:
        change(folder, lambda manifest: manifest["scenario"]["rules"].update(jokers=7))
        with pytest.raises(UserError, match=r"rules\.jokers") as error:
            read_run(folder)
        assert error.value.file == str(folder / "manifest.json")

    @pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.99])
    def test_truncated_batches(self, folder: Path, share: float) -> None:
        data = (folder / "batches.npz").read_bytes()
        (folder / "batches.npz").write_bytes(data[: int(share * len(data))])
        with pytest.raises(UserError, match="is damaged") as error:
            read_run(folder)
        assert error.value.file == str(folder / "batches.npz")

    def test_a_flipped_byte(self, folder: Path) -> None:
        data = bytearray((folder / "batches.npz").read_bytes())
        data[len(data) // 2] ^= 0xFF
        (folder / "batches.npz").write_bytes(bytes(data))
        with pytest.raises(UserError, match="is damaged"):
            read_run(folder)

    @pytest.mark.parametrize(
        "arrays",
        [
            {},
            {"sums": np.zeros((2, 3), np.int64)},
            {"sums": np.zeros((2, 3)), "blocks": 2, "blocks_per_batch": 1},
            {"sums": np.zeros((2, 3), np.int64), "blocks": 2, "blocks_per_batch": 3},
            {"sums": np.zeros((2, 3), object), "blocks": 2, "blocks_per_batch": 1},
        ],
    )
    def test_other_arrays(self, folder: Path, arrays: dict[str, Any]) -> None:
        np.savez(folder / "batches.npz", **arrays)
        with pytest.raises(UserError, match="is damaged"):
            read_run(folder)


class TestMixed:
    @pytest.mark.parametrize("other", [(16, ANYBODY), (8, ("random",)), (4, ANYBODY)])
    def test_batches_of_another_run(self, folder: Path, tmp_path: Path, other: tuple[int, tuple[str, ...]]) -> None:
        (tmp_path / "other").mkdir()
        save(finished(neotopia(*other)), tmp_path / "other")
        shutil.copy(tmp_path / "other" / "batches.npz", folder)
        with pytest.raises(UserError, match="do not belong together") as error:
            read_run(folder)
        assert error.value.file == str(folder)

    def test_an_edited_scenario(self, folder: Path) -> None:
        change(folder, lambda manifest: manifest["scenario"].update(seed=9))
        with pytest.raises(UserError, match="do not belong together"):
            read_run(folder)

    def test_more_games_than_there_are(self, folder: Path) -> None:
        change(folder, lambda manifest: manifest.update(games=1_000_000))
        with pytest.raises(UserError, match="do not belong together"):
            read_run(folder)

    def test_no_folder(self, tmp_path: Path) -> None:
        with pytest.raises(UserError, match="is no run folder"):
            read_run(tmp_path / "nowhere")

    @pytest.mark.parametrize("name", ["manifest.json", "batches.npz"])
    def test_a_missing_file(self, folder: Path, name: str) -> None:
        (folder / name).unlink()
        with pytest.raises(UserError, match=f"has no {name}"):
            read_run(folder)

    def test_too_large(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archive, "LARGEST_FILE", 10)
        with pytest.raises(UserError, match="too large"):
            read_run(folder)
