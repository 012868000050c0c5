"""Baselines: what is written is read again, and what is not one is refused in a sentence."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.errors import UserError
from balance.experiment import baseline as baselines
from balance.experiment.baseline import Baseline, baseline_of, check_same, fresh_seed, read, regrouped, write
from balance.experiment.plan import Plan, plan
from balance.experiment.run import play
from balance.experiment.scenario import LARGEST_SEED
from balance.metrics.spec import POINTS_BY_SEAT
from tests.experiment.checked import toy_plan


def made(planned: Plan, *names: str) -> Baseline:
    """The baseline of a plan, both of its runs played."""
    seeds = (planned.scenario.seed, fresh_seed(planned.scenario.seed))
    twice = [plan(dataclasses.replace(planned.scenario, seed=seed)) for seed in seeds]
    return baseline_of([(each, play(each, 1).sums) for each in twice], names)


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> Plan:
    return toy_plan(monkeypatch, 1000)


def test_seeds_of_confirmation_are_far_and_in_range() -> None:
    assert fresh_seed(0) == 0x1E3779B97F4A7C15
    assert len({fresh_seed(seed) for seed in range(100)} | set(range(100))) == 200
    assert 0 <= fresh_seed(LARGEST_SEED) <= LARGEST_SEED


def test_neighbours_are_added_up() -> None:
    assert regrouped(np.arange(7), 3).tolist() == [0 + 1 + 2, 3 + 4 + 5, 6]
    assert regrouped(np.arange(3), 1).tolist() == [0, 1, 2]


def test_what_is_written_is_read_again(planned: Plan, tmp_path: Path) -> None:
    found = made(planned)
    write(found, tmp_path / "b.json")
    again = read(tmp_path / "b.json")
    assert again == found
    assert [run.seed for run in again.runs] == [8, fresh_seed(8)]
    assert {"seat_win_rate", "draws", "margin"} <= {row.metric for row in again.runs[0].rows}
    write(again, tmp_path / "c.json")
    assert (tmp_path / "c.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    check_same(again, planned.scenario, tmp_path / "b.json")


def test_bands_and_batches_are_those_of_the_run(planned: Plan) -> None:
    run = made(planned).runs[0]
    sums = play(planned, 1).sums
    row = run.find("seat_win_rate", {"seat": 1})
    assert row is not None and row.y is not None and row.x is not None
    assert (run.blocks, run.blocks_per_batch) == (500, 2)  # 500 batches are merged to 250
    points = sums.cells(POINTS_BY_SEAT)[:, 0]
    assert run.column(row.y).tolist() == (points[0::2] + points[1::2]).tolist()
    assert row.value == points.sum() / (420 * 1000)
    assert run.find("seat_win_rate", {"seat": 9}) is None


def test_more_metrics_can_be_kept(planned: Plan) -> None:
    assert not any(row.metric == "game_rounds" for row in made(planned).runs[0].rows)
    assert any(row.metric == "game_rounds" for row in made(planned, "game_rounds").runs[0].rows)


def damage(document: dict[str, Any], path: str, value: Any) -> None:
    """Set a dotted path of a JSON document; None takes the key away."""
    *keys, last = path.split(".")
    inner: Any = document
    for key in keys:
        inner = inner[int(key) if isinstance(inner, list) else key]
    if value is None:
        del inner[last]
    else:
        inner[int(last) if isinstance(inner, list) else last] = value


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("baseline_version", 2, "is of format 2, while this program reads format 1; write it anew"),
        ("baseline_version", None, "has no baseline_version, so it is no baseline"),
        ("game", None, "game: is damaged (field required)"),
        ("more", 1, "more: is damaged (extra inputs are not permitted)"),
        ("runs", [], "runs: is damaged"),
        ("runs.0.blocks", 501, "runs.0: is damaged (a column has not the 251 batches of its 501 blocks)"),
        ("runs.0.blocks_per_batch", 3, "runs.0: is damaged (blocks_per_batch is 3, no power of two)"),
        ("runs.1.columns.0", [1], "runs.1: is damaged (a column has not the 250 batches of its 500 blocks)"),
        ("runs.0.rows.0.y", 999, "runs.0: is damaged (a row of"),
        ("runs.0.rows.0.value", 7, "runs.0: is damaged (a rate of"),
        ("runs.0.rows.0.se", -0.01, "runs.0.rows.0.se: is damaged (input should be greater than or equal to 0)"),
        ("runs.0.columns.0.0", 10**30, "runs.0: is damaged (a column holds a sum beyond 2^53)"),
        ("runs.0.columns.0.0", -(10**400), "runs.0: is damaged (a column holds a sum beyond 2^53)"),
        ("runs.0.columns.0.0", 1e308, "runs.0: is damaged (a column holds a sum beyond 2^53)"),
        ("runs.0.rows.0.low", "x", "runs.0.rows.0.low: is damaged"),
    ],
)
def test_damage_is_one_sentence(planned: Plan, tmp_path: Path, path: str, value: Any, said: str) -> None:
    file = tmp_path / "b.json"
    write(made(planned), file)
    document = json.loads(file.read_text(encoding="utf-8"))
    damage(document, path, value)
    file.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(UserError) as raised:
        read(file)
    assert str(raised.value).startswith(f"{file}: {said}")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("text", ["", "{", "[NaN]", '{"baseline_version": NaN}', "\x00", "[" * 100_000])
def test_no_json_is_no_baseline(tmp_path: Path, text: str) -> None:
    file = tmp_path / "b.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match="is no JSON, so it is damaged or no baseline"):
        read(file)


def test_other_files(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no such baseline"):
        read(tmp_path)
    (tmp_path / "list.json").write_text("[1]", encoding="utf-8")
    with pytest.raises(UserError, match="has no baseline_version"):
        read(tmp_path / "list.json")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="is no JSON"):
        read(tmp_path / "binary")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "other"}, "is a baseline of game other, not of toy"),
        ({"scenario": "other"}, "is a baseline of scenario other, not of toy"),
        ({"players": 3}, "is a baseline of players 3, not of 2"),
        ({"game_version": 0}, "was written with version 0 of toy, which is now 1: the same seed plays other games"),
    ],
)
def test_of_something_else(planned: Plan, change: dict[str, Any], said: str) -> None:
    other = made(planned).model_copy(update=change)
    with pytest.raises(UserError) as raised:
        check_same(other, planned.scenario, Path("b.json"))
    assert str(raised.value).startswith(f"b.json: {said}")


def test_nothing_is_left_of_what_could_not_be_written(planned: Plan, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is a folder; give a file in it"):
        write(made(planned), tmp_path)
    with pytest.raises(UserError, match="cannot be written: its folder is missing or closed"):
        write(made(planned), tmp_path / "none" / "b.json")
    assert list(tmp_path.iterdir()) == []


def test_more_batches_than_are_kept_are_damage(planned: Plan, tmp_path: Path) -> None:
    """257 sums of up to 2^53 might pass 64 bits when they are added."""
    run = made(planned).runs[0]
    long = run.model_copy(update={"blocks": 257, "blocks_per_batch": 1, "columns": [[0] * 257 for _ in run.columns]})
    write(made(planned).model_copy(update={"runs": [long]}), tmp_path / "b.json")
    with pytest.raises(UserError, match="257 batches, more than the 256 that are kept"):
        read(tmp_path / "b.json")


def test_the_format_is_the_one_that_is_read() -> None:
    assert baselines.BASELINE_VERSION == 1
