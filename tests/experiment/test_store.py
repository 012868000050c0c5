"""The run folder: what it holds, and that it is written whole or not at all."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from balance.errors import UserError
from balance.experiment import store
from balance.experiment.store import Run, fresh_folder, save
from tests.experiment.planned import neotopia
from tests.experiment.stored import finished

FILES = ("manifest.json", "batches.npz", "metrics.csv", "summary.json")


@pytest.fixture(scope="module")
def run() -> Run:
    return finished(neotopia(8, ("random",), "rules.jokers=0"))


def write(run: Run, target: Path, *, overwrite: bool = False) -> None:
    """Store a run as the command does."""
    with fresh_folder(target, run.manifest["digest"], overwrite=overwrite) as partial:
        save(run, partial)


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, hidden ones too."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


class TestContent:
    def test_files(self, run: Run, tmp_path: Path) -> None:
        write(run, tmp_path / "deep" / "run")
        assert sorted(content(tmp_path / "deep" / "run")) == sorted(FILES)
        assert [each.name for each in (tmp_path / "deep").iterdir()] == ["run"]

    def test_manifest_holds_the_resolved_scenario(self, run: Run, tmp_path: Path) -> None:
        write(run, tmp_path / "run")
        manifest = json.loads((tmp_path / "run" / "manifest.json").read_text(encoding="utf-8"))
        planned = neotopia(8, ("random",), "rules.jokers=0")
        assert set(manifest) == set(store.MANIFEST_KEYS)
        assert manifest["scenario"] == json.loads(json.dumps(planned.scenario.resolved()))
        assert manifest["scenario"]["rules"]["jokers"] == 0
        assert manifest["scenario"]["rules"]["hand"] == 8  # said nowhere but in the game's defaults
        assert manifest["digest"] == planned.scenario.digest()
        assert ["jokers", 0, 1] in manifest["differences"]
        assert (manifest["games"], manifest["blocks"], manifest["games_per_block"]) == (8, 4, 2)
        assert (manifest["state"], manifest["started"]) == ("finished", "2026-01-02T03:04:05+00:00")
        assert manifest["versions"]["numpy"] == np.__version__

    def test_metrics_csv(self, run: Run, tmp_path: Path) -> None:
        write(run, tmp_path / "run")
        with (tmp_path / "run" / "metrics.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == len(run.metrics)
        rates = {row["where"]: float(row["value"]) for row in rows if row["metric"] == "seat_win_rate"}
        assert list(rates) == [f"seat={seat}" for seat in (1, 2, 3, 4)]
        assert sum(rates.values()) == pytest.approx(1.0)
        # What is missing is an empty cell.
        assert {row["value"] for row in rows if row["metric"] == "joker_holder_win_rate"} == {""}

    def test_the_same_run_leaves_the_same_numbers(self, run: Run, tmp_path: Path) -> None:
        again = finished(neotopia(8, ("random",), "rules.jokers=0"))
        write(run, tmp_path / "one")
        write(again, tmp_path / "two")
        one, two = content(tmp_path / "one"), content(tmp_path / "two")
        assert all(one[name] == two[name] for name in ("metrics.csv", "summary.json"))

    def test_nan_is_no_number(self) -> None:
        with pytest.raises(ValueError):
            store.to_json({"value": float("nan")})


class TestFreshFolder:
    def test_the_same_scenario_replaces_its_run(self, run: Run, tmp_path: Path) -> None:
        write(run, tmp_path / "run")
        (tmp_path / "run" / "report.html").write_text("old")
        write(run, tmp_path / "run")
        assert sorted(content(tmp_path / "run")) == sorted(FILES)
        assert [each.name for each in tmp_path.iterdir()] == ["run"]

    def test_another_scenario_is_kept(self, run: Run, tmp_path: Path) -> None:
        write(run, tmp_path / "run")
        before = content(tmp_path / "run")
        other = finished(neotopia(8))
        with pytest.raises(UserError, match=r"already holds a run of another scenario.*--overwrite") as error:
            write(other, tmp_path / "run")
        assert error.value.file == str(tmp_path / "run")
        assert content(tmp_path / "run") == before
        write(other, tmp_path / "run", overwrite=True)
        assert content(tmp_path / "run") != before

    def test_a_damaged_run_is_kept_too(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "manifest.json").write_text("{")
        with pytest.raises(UserError, match="already holds a run"):
            write(run, tmp_path)
        assert (tmp_path / "manifest.json").read_text() == "{"

    @pytest.mark.parametrize("overwrite", [False, True])
    def test_what_is_no_run_is_never_touched(self, run: Run, tmp_path: Path, overwrite: bool) -> None:
        (tmp_path / "thesis.txt").write_text("ten years of work")
        with pytest.raises(UserError, match="holds no run"):
            write(run, tmp_path, overwrite=overwrite)
        with pytest.raises(UserError, match="is a file, not a folder"):
            write(run, tmp_path / "thesis.txt", overwrite=overwrite)
        assert content(tmp_path) == {"thesis.txt": b"ten years of work"}

    def test_an_empty_folder_is_filled(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "run").mkdir()
        write(run, tmp_path / "run")
        assert sorted(content(tmp_path / "run")) == sorted(FILES)


class TestNothingHalfWritten:
    @pytest.fixture
    def full_disk(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The disk is full after the manifest was written."""

        def fail(*args: object, **arrays: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(store, "packed", fail)

    @pytest.mark.usefixtures("full_disk")
    def test_a_new_folder_vanishes(self, run: Run, tmp_path: Path) -> None:
        with pytest.raises(UserError, match=r"No space left on device.*nothing was kept"):
            write(run, tmp_path / "run")
        assert list(tmp_path.iterdir()) == []

    def test_the_run_before_stays(self, run: Run, tmp_path: Path, request: pytest.FixtureRequest) -> None:
        write(run, tmp_path / "run")
        before = content(tmp_path / "run")
        request.getfixturevalue("full_disk")
        with pytest.raises(UserError):
            write(run, tmp_path / "run")
        assert content(tmp_path / "run") == before
        assert [each.name for each in tmp_path.iterdir()] == ["run"]

    def test_the_run_before_stays_when_the_last_step_fails(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(run, tmp_path / "run")
        before = content(tmp_path / "run")
        real = Path.replace
        calls = iter(range(10))

        def replace(path: Path, target: Path) -> Path:
            if next(calls) == 1:  # the first puts the old one aside
                raise OSError(1, "Operation not permitted")
            return real(path, target)

        monkeypatch.setattr(Path, "replace", replace)
        with pytest.raises(UserError, match="nothing was kept"):
            write(run, tmp_path / "run")
        assert content(tmp_path / "run") == before
        assert [each.name for each in tmp_path.iterdir()] == ["run"]

    @pytest.mark.parametrize("error", [KeyboardInterrupt, ArithmeticError])
    def test_any_other_end(self, tmp_path: Path, error: type[BaseException]) -> None:
        with pytest.raises(error), fresh_folder(tmp_path / "run", "x", overwrite=False) as partial:
            (partial / "manifest.json").write_text("{}")
            raise error
        assert list(tmp_path.iterdir()) == []

    def test_where_nothing_can_be_written(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        target = tmp_path / "file" / "run"
        with pytest.raises(UserError, match="cannot be written") as error:
            store.check_target(target, run.manifest["digest"], overwrite=False)
        assert error.value.file == str(target)
        with pytest.raises(UserError, match="cannot be written"):
            write(run, target)
