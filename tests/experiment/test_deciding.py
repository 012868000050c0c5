"""Checks from claim to exit code, on toy games whose truth is known by hand."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from balance.experiment import deciding
from balance.experiment.baseline import baseline_of, fresh_seed, write
from balance.experiment.deciding import NOT_CONFIRMED, NOT_UPHELD, exit_code
from balance.experiment.judging import Judged
from balance.experiment.plan import Plan, plan
from balance.experiment.run import play
from balance.stats.verdict import Verdict
from tests.experiment.checked import FAIR, STRENGTH, checked, toy_plan

STRONG = {"metric": "player_win_rate", "where": {"player": "strong"}}  # wins 3/4


def statuses(*planned: Plan, **how: Any) -> list[str]:
    return [outcome.status for each in checked(*planned, **how) for outcome in each.outcomes]


class TestVerdicts:
    def test_three_values(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rows = (
            {**STRONG, "within": [0.65, 0.85]},
            {**STRONG, "max": 0.6},
            {**STRONG, "within": [0.745, 0.755]},
            {"metric": "truncated", "max": 0.05},
        )
        found = checked(toy_plan(monkeypatch, 1000, *rows))
        assert [outcome.status for outcome in found[0].outcomes] == ["holds", "fails", "undecided", "holds"]
        assert exit_code(found) == 1

    def test_a_claim_on_all_rows_is_as_good_as_its_worst(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rows = ({"metric": "player_win_rate", "min": 0.2}, {"metric": "player_win_rate", "min": 0.4})
        found = checked(toy_plan(monkeypatch, 1000, *rows))[0].outcomes
        assert [outcome.status for outcome in found] == ["holds", "fails"]
        assert len(found[1].rows) == 2 and sum(row.fails_alone for row in found[1].rows) == 1

    def test_a_missing_value_is_an_error_never_a_pass(self, monkeypatch: pytest.MonkeyPatch) -> None:
        row = {"metric": "games_needed", "max": 10**9, "level": "warn", "undecided": "pass"}
        found = checked(toy_plan(monkeypatch, 100, row, lineup=("weak", "weak")))
        assert found[0].outcomes[0].status == "error"
        assert exit_code(found) == 2

    def test_what_never_happened_is_not_certain(self, monkeypatch: pytest.MonkeyPatch) -> None:
        # 20 deals without a draw: at most 1 − 0.05^(1/20) = 13.9%.
        rows = ({"metric": "draws", "max": 0.13}, {"metric": "draws", "max": 0.14})
        assert statuses(toy_plan(monkeypatch, 40, *rows)) == ["undecided", "holds"]


@pytest.mark.parametrize(
    ("row", "strict", "code"),
    [
        ({"min": 0.7}, False, 0),
        ({"max": 0.6}, False, 1),
        ({"max": 0.6, "level": "warn"}, False, 0),
        ({"max": 0.6, "level": "warn"}, True, 1),
        ({"within": [0.745, 0.755]}, False, 4),
        ({"within": [0.745, 0.755], "undecided": "pass"}, False, 0),
        ({"within": [0.745, 0.755], "undecided": "pass"}, True, 4),
        ({"within": [0.745, 0.755], "level": "warn"}, False, 0),
        ({"within": [0.745, 0.755], "level": "warn"}, True, 4),
    ],
)
def test_exit_codes(monkeypatch: pytest.MonkeyPatch, row: dict[str, Any], strict: bool, code: int) -> None:
    assert exit_code(checked(toy_plan(monkeypatch, 1000, {**STRONG, **row})), strict=strict) == code


def failing(p: float) -> Judged:
    """A row that fails by itself with this p."""
    return Judged({}, "share", 0.5, None, 0.5, 0.4, 0.6, p, Verdict("unbalanced"))


class TestTheFamily:
    def test_one_alarm_among_many_is_not_upheld(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Holm: 0.03 alone is an alarm; as one of three rows 3 · 0.03 = 0.09 is none."""
        real = deciding.judge

        def judge(claim: Any, seen: Any) -> list[Judged]:
            return [failing(0.03)] if claim.metric == "draws" else real(claim, seen)

        monkeypatch.setattr(deciding, "judge", judge)
        alarm = {"metric": "draws", "max": 0.5}
        assert statuses(toy_plan(monkeypatch, 100, alarm)) == ["fails"]
        quiet = {"metric": "truncated", "max": 0.5}
        found = checked(toy_plan(monkeypatch, 100, alarm, quiet, quiet))[0].outcomes
        assert [outcome.status for outcome in found] == ["undecided", "holds", "holds"]
        assert found[0].rows[0].adjusted == pytest.approx(0.09)
        assert found[0].rows[0].note == NOT_UPHELD

    def test_the_family_spans_scenarios(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(deciding, "judge", lambda claim, seen: [failing(0.03)])
        planned = toy_plan(monkeypatch, 100, {"metric": "draws", "max": 0.5})
        assert statuses(planned, planned) == ["undecided", "undecided"]


class TestConfirmation:
    def test_an_alarm_is_confirmed_on_fresh_deals(self, monkeypatch: pytest.MonkeyPatch) -> None:
        said: list[str] = []
        found = checked(toy_plan(monkeypatch, 1000, {**STRONG, "max": 0.6}), say=said.append)[0]
        assert found.confirmation is not None
        assert (found.confirmation.seed, found.confirmation.games) == (fresh_seed(8), 1000)
        assert found.outcomes[0].fresh[0].judged != found.outcomes[0].rows[0].judged
        assert said == [f"toy: an alarm, to be confirmed on 1,000 fresh games (seed {fresh_seed(8)})"]

    @pytest.mark.parametrize("again", [0.5, 0.01])
    def test_an_alarm_that_comes_once_does_not_fail(self, monkeypatch: pytest.MonkeyPatch, again: float) -> None:
        """Not again, or on the other side of the limits."""
        real = deciding.judge

        def judge(claim: Any, seen: Any) -> list[Judged]:
            if not seen.fresh:
                return [dataclasses.replace(failing(1e-6), judged=0.99)]
            return [dataclasses.replace(row, judged=again) for row in real(claim, seen)]

        monkeypatch.setattr(deciding, "judge", judge)
        outcome = checked(toy_plan(monkeypatch, 100, {**STRONG, "within": [0.1, 0.95]}))[0].outcomes[0]
        assert outcome.status == "undecided" and outcome.rows[0].note == NOT_CONFIRMED

    def test_nothing_is_played_again_without_an_alarm(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert checked(toy_plan(monkeypatch, 1000, {**STRONG, "min": 0.5}))[0].confirmation is None


class TestUntilDecided:
    def test_stops_at_the_first_look_that_decides_whatever_the_threads(self, monkeypatch: pytest.MonkeyPatch) -> None:
        planned = toy_plan(monkeypatch, 10_000, {**STRONG, "within": [0.7, 0.8]})
        cases = deciding.prepared([planned], [deciding_claims(planned)])
        one, three = (deciding.check(cases, until_decided=True, threads=threads)[0] for threads in (1, 3))
        assert one.early and one.seen.blocks in (256, 512, 1024, 2048)
        assert (one.seen.blocks, one.outcomes) == (three.seen.blocks, three.outcomes)

    def test_an_interval_after_stopping_is_the_sequence(self, monkeypatch: pytest.MonkeyPatch) -> None:
        planned = toy_plan(monkeypatch, 10_000, {**STRONG, "min": 0.5})
        found = checked(planned, until_decided=True)[0]
        plain = checked(toy_plan(monkeypatch, found.seen.games, {**STRONG, "min": 0.5}))[0].outcomes[0].rows[0]
        row = found.outcomes[0].rows[0]
        assert row.judged == plain.judged
        assert row.low < plain.low and plain.high < row.high  # type: ignore[operator]

    def test_goes_to_the_end_where_nothing_decides(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rows = ({**STRONG, "within": [0.745, 0.755]}, {**STRONG, "min": 0.5})
        found = checked(toy_plan(monkeypatch, 2 * 600, *rows), until_decided=True)[0]
        assert (found.seen.blocks, found.looked, found.early) == (600, 3, False)
        assert [outcome.status for outcome in found.outcomes] == ["undecided", "holds"]

    def test_a_value_that_is_not_there_yet_is_waited_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What is rare may be unseen at the first look, which is no reason to stop there with an error."""
        real = deciding.judge

        def judge(claim: Any, seen: Any) -> list[Judged]:
            unseen = seen.blocks <= 256
            return [dataclasses.replace(row, verdict=None) if unseen else row for row in real(claim, seen)]

        monkeypatch.setattr(deciding, "judge", judge)
        found = checked(toy_plan(monkeypatch, 5000, {**STRONG, "min": 0.5}), until_decided=True)[0]
        assert (found.seen.blocks, found.outcomes[0].status) == (512, "holds")

    def test_a_value_that_never_comes_is_an_error_in_the_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        planned = toy_plan(monkeypatch, 2 * 300, {"metric": "games_needed", "max": 5}, lineup=("weak", "weak"))
        found = checked(planned, until_decided=True)
        assert found[0].seen.blocks == 300 and exit_code(found) == 2

    def test_progress_covers_all_that_was_planned(self, monkeypatch: pytest.MonkeyPatch) -> None:
        done: list[int] = []
        planned = toy_plan(monkeypatch, 5000, {**STRONG, "min": 0.5})
        assert checked(planned, until_decided=True, progress=done.append)[0].early
        assert sum(done) == 5000


def deciding_claims(planned: Plan) -> list[Any]:
    from balance.experiment.expectations import claims_of

    return claims_of(planned)


MakeBaseline = Callable[..., None]


class TestUnchanged:
    ROW = {**STRONG, "unchanged_from": "b.json", "margin": 0.05}  # noqa: RUF012

    @pytest.fixture(autouse=True)
    def baseline(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """The toy at 3 to 1 with 2,000 games as ``b.json``."""
        planned = toy_plan(monkeypatch, 2000)
        runs = [plan(dataclasses.replace(planned.scenario, seed=seed)) for seed in (8, fresh_seed(8))]
        write(baseline_of([(each, play(each, 1).sums) for each in runs]), tmp_path / "b.json")

    def test_the_same_games_are_the_same(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        row = checked(toy_plan(monkeypatch, 2000, self.ROW, folder=tmp_path))[0].outcomes[0].rows[0]
        assert row.verdict is not None and row.verdict.state == "balanced"
        assert row.judged == 0.0 and row.paired and row.base == row.value
        # 1,000 deals without a difference: the interval comes from their number, 1 − 0.05^(1/1000).
        assert row.high == pytest.approx(1 - 0.05**0.001)

    def test_fewer_games_pair_with_the_first_of_the_baseline(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        row = checked(toy_plan(monkeypatch, 1000, self.ROW, folder=tmp_path))[0].outcomes[0].rows[0]
        assert row.paired and row.judged == 0.0 and row.base == row.value

    def test_another_seed_is_not_paired(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        found = checked(toy_plan(monkeypatch, 2000, self.ROW, seed=9, folder=tmp_path))[0].outcomes[0]
        assert found.rows[0].paired is False and found.status == "holds"
        assert found.rows[0].judged != 0.0

    def test_a_change_fails_and_is_confirmed_against_the_fresh_deals(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        found = checked(toy_plan(monkeypatch, 2000, self.ROW, strength=FAIR, folder=tmp_path))
        outcome = found[0].outcomes[0]
        assert outcome.status == "fails" and exit_code(found) == 1
        assert outcome.rows[0].judged == pytest.approx(-0.25, abs=0.05)  # 1/2 less 3/4
        assert outcome.rows[0].paired and outcome.fresh[0].paired

    def test_rulings_that_differ_are_named(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        planned = toy_plan(monkeypatch, 2000, self.ROW, folder=tmp_path)
        other = dataclasses.replace(planned, scenario=dataclasses.replace(planned.scenario, rules={"wind": 2}))
        assert checked(other)[0].departures == [("rules.wind", (None, 2))]
        assert checked(planned)[0].departures == []


def test_strength_is_what_the_tests_say() -> None:
    assert STRENGTH["strong"] / sum(STRENGTH.values()) == 0.75
