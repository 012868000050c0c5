"""Do the numbers keep their promises?  Errors and power of what a check says, counted over many made experiments.

An experiment is a table of wins by deal: each deal has its luck, which its games share, and two scenarios on the
same deals share it too.  Bounds are the promise ± 3 standard errors of the count.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.experiment.baseline import Baseline, BaselineRow, BaselineRun
from balance.experiment.expectations import Claim
from balance.experiment.judging import Judged, Look, judge
from balance.metrics.estimate import row as measured_row
from balance.stats.estimator import ratio
from balance.stats.multiplicity import holm
from balance.stats.planning import blocks_for_half_width, blocks_for_power, half_width
from tests.experiment.checked import FAIR, checked, toy_plan
from tests.experiment.planned import toy_scenario
from tests.experiment.toys import toy

BLOCKS, GAMES = 300, 4  # deals of an experiment, and games of each
MEAN, SPREAD = 0.25, 0.3  # a deal's chance to win lies within MEAN ± SPREAD/2
MANY = 800


def luck(rng: np.random.Generator, blocks: int = BLOCKS) -> np.ndarray:
    """Each deal's chance to win a game, without the scenario's own part."""
    return SPREAD * (rng.random(blocks) - 0.5)


def wins(rng: np.random.Generator, dealt: np.ndarray, chance: float = MEAN) -> np.ndarray:
    """Wins in the games of each deal."""
    return rng.binomial(GAMES, chance + dealt)


def seen(won: np.ndarray, seed: int = 1, tuned: int | None = None) -> Look:
    """What a run of these wins shows of one metric, a batch a deal."""
    games = np.full(len(won), GAMES)
    estimate = ratio(won, games, kind="rate", blocks=len(won))
    found = measured_row({}, estimate, columns=(won, games))
    return Look(seed, len(won), GAMES, 1, [{**found, "metric": "wins", "unit": "share", "kind": "rate"}], tuned)


def kept(won: np.ndarray, seed: int = 1) -> Baseline:
    """The same as a baseline."""
    found = seen(won).rows[0]
    ends = {key: found[key] for key in ("metric", "where", "unit", "value", "low", "high", "se")}
    run = BaselineRun(
        seed=seed,
        blocks=len(won),
        games_per_block=GAMES,
        blocks_per_batch=1,
        columns=[won.tolist(), [GAMES] * len(won)],
        rows=[BaselineRow(**ends, rate=True, y=0, x=1)],
    )
    about = {"game": "toy", "game_version": 1, "scenario": "toy", "players": 4, "rules": {}, "seats": []}
    return Baseline(baseline_version=1, **about, runs=[run])


def claim(low: float, high: float, baseline: Baseline | None = None) -> Claim:
    file = None if baseline is None else Path("b.json")
    return Claim(toy_scenario(("a", "b"), 4), 0, "wins", {}, low, high, False, False, file, baseline)


def judged(what: Claim, look: Look) -> Judged:
    (found,) = judge(what, look)
    return found


def within(count: int, share: float, of: int) -> bool:
    """Whether a count is what a share promises, give or take 3 standard errors."""
    return abs(count / of - share) <= 3.0 * sqrt(share * (1.0 - share) / of)


class TestNull:
    """Two scenarios that do not differ."""

    @pytest.mark.parametrize(("paired", "seed"), [(True, 1), (False, 2)])
    def test_intervals_of_the_difference_cover_0(self, paired: bool, seed: int) -> None:
        rng = np.random.default_rng(21 + seed)
        covered, correlated = 0, []
        for _ in range(MANY):
            dealt = luck(rng)
            old = kept(wins(rng, dealt))
            again = wins(rng, dealt if paired else luck(rng))
            found = judged(claim(-0.02, 0.02, old), seen(again, seed))
            assert found.paired is paired
            covered += found.low <= 0.0 <= found.high  # type: ignore[operator]
            correlated.append(found.correlation)
        assert 0.93 <= covered / MANY <= 0.97
        if paired:
            assert 0.1 < float(np.mean([each for each in correlated if each is not None])) < 0.3

    def test_intervals_of_a_rate_cover_it(self) -> None:
        rng = np.random.default_rng(22)
        rows = [judged(claim(0, 1), seen(wins(rng, luck(rng)))) for _ in range(MANY)]
        assert 0.93 <= sum(row.low <= MEAN <= row.high for row in rows) / MANY <= 0.97  # type: ignore[operator]

    def test_a_family_raises_an_alarm_in_five_of_a_hundred_at_most(self) -> None:
        """Eight claims, each true just so: without the correction a third of the families would raise an alarm."""
        rng = np.random.default_rng(23)
        single = family = 0
        for _ in range(200):
            p = [judged(claim(MEAN, MEAN), seen(wins(rng, luck(rng)))).p for _ in range(8)]
            single += min(p) <= 0.05
            family += min(holm(p)) <= 0.05
        assert single > 0.25 * 200
        assert family <= (0.05 + 3.0 * sqrt(0.05 * 0.95 / 200)) * 200

    def test_what_lies_on_the_limit_is_called_within_it_in_five_of_a_hundred_at_most(self) -> None:
        rng = np.random.default_rng(24)
        rows = [judged(claim(0.0, MEAN), seen(wins(rng, luck(rng)))) for _ in range(MANY)]
        states = [row.verdict.state for row in rows if row.verdict is not None]
        assert within(states.count("balanced"), 0.05, MANY)
        assert within(states.count("unbalanced"), 0.025, MANY)


def experiments(rng: np.random.Generator, blocks: int, shift: float, *, paired: bool, of: int) -> Iterator[Judged]:
    """Differences of two scenarios of which the second wins by ``shift`` more often."""
    for _ in range(of):
        dealt = luck(rng, blocks)
        old = kept(wins(rng, dealt))
        new = wins(rng, dealt if paired else luck(rng, blocks), MEAN + shift)
        yield judged(claim(0.0, 0.0, old), seen(new, 1 if paired else 2))


class TestPower:
    """What the planner promises from a first run."""

    @pytest.mark.parametrize("paired", [False, True])
    @pytest.mark.parametrize("power", [0.8, 0.5])
    def test_a_difference_is_found_as_often_as_promised(self, paired: bool, power: float) -> None:
        rng = np.random.default_rng(31 + paired + int(10 * power))
        first = wins(rng, luck(rng, 20_000))
        se = ratio(first, np.full(20_000, GAMES)).se
        assert se is not None
        # The games of a deal share Var(luck) = SPREAD²/12; of the variance of a deal's wins that is the part ρ.
        shared = (GAMES * SPREAD) ** 2 / 12 / (se * se * 20_000 * GAMES**2)
        blocks = blocks_for_power(se, 20_000, 0.04, power, shared if paired else 0.0)
        of = 500
        found = sum(row.p <= 0.05 for row in experiments(rng, blocks, 0.04, paired=paired, of=of))
        assert within(found, power, of)

    def test_pairing_saves_the_games_that_its_correlation_says(self) -> None:
        one, other = (blocks_for_power(0.01, 1000, 0.02, 0.8, rho) for rho in (0.0, 0.75))
        assert other == pytest.approx(one / 4, rel=0.01)

    def test_an_interval_is_as_narrow_as_promised(self) -> None:
        rng = np.random.default_rng(33)
        first = wins(rng, luck(rng, 4000))
        se = ratio(first, np.full(4000, GAMES)).se
        assert se is not None
        blocks = blocks_for_half_width(se, 4000, 0.02)
        assert half_width(se, 4000, blocks) <= 0.02
        halves = []
        for _ in range(200):
            found = ratio(wins(rng, luck(rng, blocks)), np.full(blocks, GAMES))
            halves.append((found.high - found.low) / 2)  # type: ignore[operator]
        assert float(np.mean(halves)) == pytest.approx(0.02, rel=0.03)


def seat_states(planned: Sequence[Any]) -> list[str]:
    return [outcome.status for each in planned for outcome in checked(each)[0].outcomes]


def test_a_symmetric_game_raises_no_seat_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four equal players at four equal seats, twelve seeds: a fair share is never said to be missed."""
    rows = ({"metric": "seat_win_rate", "within": [0.25, 0.25]}, {"metric": "seat_win_spread", "max": 0.0})
    lineup = ("strong", "weak", "strong", "weak")
    states = []
    for seed in range(12):
        states += seat_states([toy_plan(monkeypatch, 300, *rows, strength=FAIR, seed=seed, lineup=lineup)])
    assert states.count("fails") == 0 and states.count("holds") == 0


def test_an_unfair_seat_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the first seat wins in proportion 2 to 1 to 1 to 1, with 40%, the same claims fail."""
    rows = ({"metric": "seat_win_rate", "within": [0.25, 0.25]}, {"metric": "seat_win_spread", "max": 0.0})
    planned = toy_plan(monkeypatch, 2000, *rows, lineup=("strong",) * 4)

    def winners(names: Sequence[str], r: int, luck: float, rng: Any) -> Sequence[int]:
        return rng.choices(range(4), [2, 1, 1, 1])

    unfair = toy(list(planned.game.players), 4, winners)
    monkeypatch.setattr("balance.experiment.plan.load", lambda name: unfair)
    assert seat_states([dataclasses.replace(planned, game=unfair)]) == ["fails", "fails"]
