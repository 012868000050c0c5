"""The dry run: what it promises of the whole run is what a run of that size has."""

from __future__ import annotations

import json

import pytest

from balance.experiment.trial import DIFFERENCE, HALF_WIDTH, MAIN_METRICS, POWER, Trial, trial
from balance.metrics.estimate import measure, select
from balance.stats.planning import half_width
from tests.experiment.planned import neotopia, played

PLANNED = 1600


@pytest.fixture(scope="module")
def tried() -> Trial:
    return trial(neotopia(PLANNED), 1, 20)


def test_only_a_little_is_played(tried: Trial) -> None:
    assert (tried.planned_games, tried.trial_games) == (PLANNED, 40)
    assert tried.seconds > 0 and tried.memory_mib > 0


def test_never_more_than_was_planned() -> None:
    assert trial(neotopia(10), 1, 1000).trial_games == 10


def test_rows(tried: Trial) -> None:
    assert {row["metric"] for row in tried.rows} == set(MAIN_METRICS)
    seats = [row for row in tried.rows if row["metric"] == "seat_win_rate"]
    assert [row["label"] for row in seats] == [f"seat_win_rate (seat {seat})" for seat in (1, 2, 3, 4)]
    assert sum(row["value"] for row in seats) == pytest.approx(1.0)


def test_from_the_trials_own_blocks(tried: Trial) -> None:
    # 20 deals of the same run: same value, and the half-width of a t interval for its standard error at 800
    # deals, which has half the size at four times as many games.
    cut = played(neotopia(40))
    found = select(measure(cut.engine.metrics, cut.sums), "seat_win_rate", seat=1).iloc[0]
    row = next(row for row in tried.rows if row["label"] == "seat_win_rate (seat 1)")
    assert row["value"] == found["value"]
    assert row["half_width"] == pytest.approx(half_width(found["se"], 20, 800))
    assert row["half_width"] == pytest.approx(1.96 * found["se"] * (20 / 800) ** 0.5, rel=0.02)


def test_games_are_whole_deals(tried: Trial) -> None:
    for row in tried.rows:
        if row["half_width"] is not None:
            assert row["games_for_half_width"] % 2 == row["games_for_power"] % 2 == 0
            # ±1% needs (half-width / 1%)² as many games; a difference of 2% seen with power 80% needs
            # about ((1.96 + 0.84)/1.96 · √2 / 2)² ≈ 1.02 times that in each of two independent runs.
            needed = PLANNED * (row["half_width"] / HALF_WIDTH) ** 2
            assert row["games_for_half_width"] == pytest.approx(needed, rel=0.05, abs=4)


def test_what_never_varied_promises_nothing() -> None:
    found = trial(neotopia(2), 1, 1)
    assert all(row["half_width"] is None and row["games_for_power"] is None for row in found.rows)


def test_as_json(tried: Trial) -> None:
    document = json.loads(json.dumps(tried.as_json(), allow_nan=False))
    assert (document["half_width_aim"], document["difference"], document["power"]) == (HALF_WIDTH, DIFFERENCE, POWER)
    assert len(document["metrics"]) == len(tried.rows)


def test_as_table(tried: Trial) -> None:
    headings, rows = tried.as_table()
    assert all(len(row) == len(headings) for row in rows)
    assert headings[2] == "± at 1,600 games"
    assert "1,600 games: about" in tried.cost() and "MiB" in tried.cost()
