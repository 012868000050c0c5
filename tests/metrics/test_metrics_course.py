"""The course of a game: leads, comebacks and forecasts, worked out by hand, and against a slow version."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.metrics import course
from balance.metrics.spec import PARTS
from tests.metrics.made import game, measured, row, values


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    """Four games of three seats and four rounds; a row is a seat, a column a round.

    game 0: seat 1 leads, then 2, then 3, then 1, who wins: three changes, the last in round 4; the winner was
    never more than 1 behind; after round 2 (half time) only seat 3 is last; led for good from round 4.
    game 1: nobody leads alone before round 3, then seat 2 to the end: no change, since it is the first leader;
    it was 2 behind and the only last one at half time; led for good from round 3.
    game 2: seat 1, a tie of all, seat 1 again: no change, because a tie keeps the last leader; at half time all
    are last together; led for good from round 3, the tie breaks it off.
    game 3: seat 3, then seat 2 (a change in round 2), and a tie of seats 1 and 3, who share the win; the nearer
    of them was 5 behind in round 2, when seat 3 was last; no winner ever led for good: 4 of 4.
    """
    return measured(
        [
            game((420, 0, 0), standing=[[3, 3, 5, 9], [1, 4, 5, 5], [1, 1, 6, 6]]),
            game((0, 420, 0), standing=[[2, 2, 2, 2], [2, 0, 3, 5], [1, 2, 2, 2]]),
            game((420, 0, 0), standing=[[4, 4, 6, 8], [1, 4, 4, 4], [0, 4, 5, 5]]),
            game((210, 0, 210), standing=[[1, 1, 4, 7], [2, 6, 6, 6], [3, 0, 5, 7]]),
        ],
        rounds=4,
    )


class TestLead:
    def test_lead_changes(self, table: pd.DataFrame) -> None:
        assert values(table, "lead_changes") == {"": (3 + 0 + 0 + 1) / 4}

    def test_no_lead_change(self, table: pd.DataFrame) -> None:
        assert values(table, "no_lead_change") == {"": 2 / 4}

    def test_last_lead_change(self, table: pd.DataFrame) -> None:
        assert values(table, "last_lead_change") == {"": (4 / 4 + 0 + 0 + 2 / 4) / 4}

    def test_comeback(self, table: pd.DataFrame) -> None:
        assert values(table, "comeback") == {"": (1 + 2 + 0 + 5) / 4}
        assert row(table, "comeback")["unit"] == "VP"

    def test_last_at_half_wins(self, table: pd.DataFrame) -> None:
        # Joint last counts (game 2); of game 3's shared win, half went to the last seat.
        assert values(table, "last_at_half_wins") == {"": (0 + 1 + 1 + 0.5) / 4}

    def test_decided_at(self, table: pd.DataFrame) -> None:
        assert values(table, "decided_at") == {"": (4 / 4 + 3 / 4 + 3 / 4 + 4 / 4) / 4}

    def test_leader_holds(self, table: pd.DataFrame) -> None:
        # Round 1: leaders of games 0, 2 (both win) and 3 (half a win); 2: of 0 and 3, in vain;
        # 3: of 0, 1 (wins), 2 (wins) and 3; 4: of 0, 1 and 2, all win.
        assert values(table, "leader_holds") == pytest.approx({"t=1": 2.5 / 3, "t=2": 0.0, "t=3": 0.5, "t=4": 1.0})

    def test_leader_alone(self, table: pd.DataFrame) -> None:
        assert values(table, "leader_alone") == {"t=1": 0.75, "t=2": 0.5, "t=3": 1.0, "t=4": 0.75}

    def test_a_game_that_ends_early(self) -> None:
        # Two of four rounds are played: half time is after round 1, shares are of two rounds, and what
        # lies beyond is not looked at.
        standing = [[1, 5, 0, 0], [3, 2, 9, 9], [2, 2, 9, 9]]
        table = measured([game((420, 0, 0), standing=standing, length=2)] * 4, rounds=4)
        assert values(table, "lead_changes") == {"": 1.0}
        assert values(table, "last_lead_change") == values(table, "decided_at") == {"": 1.0}
        assert values(table, "last_at_half_wins") == {"": 1.0}
        assert values(table, "leader_alone") == {"t=1": 1.0, "t=2": 1.0, "t=3": None, "t=4": None}
        assert values(table, "outcome_entropy")["t=3"] is None


@pytest.fixture(scope="module")
def forecast() -> pd.DataFrame:
    """Two seats, one round; deals 0 and 2 make the forecast, deals 1 and 3 are scored.

    In even deals a lead of 1 wins 3 games of 4, so the forecast is (3/4, 1/4).  In odd deals a lead of 1 wins
    twice of three; a lead of 6, in another bucket, was never seen before: the forecast is (1/2, 1/2).
    """
    leads = [(1, True), (1, True), (1, True), (1, False), (1, True), (1, False), (1, True), (6, True)]
    return measured(
        [game((420, 0) if wins else (0, 420), standing=[[10 + gap], [10]]) for gap, wins in leads],
        ("order", "order"),
        rounds=1,
    )


class TestForecast:
    def test_outcome_entropy(self, forecast: pd.DataFrame) -> None:
        # Entropy of (3/4, 1/4) in bits three times, of (1/2, 1/2) once.
        bits = -(0.75 * math.log2(0.75) + 0.25 * math.log2(0.25))
        assert values(forecast, "outcome_entropy") == {"t=1": pytest.approx((3 * bits + 1) / 4)}

    def test_outcome_brier_skill(self, forecast: pd.DataFrame) -> None:
        # Squared errors over both ranks: 2 · 1/16 where the leader won, 2 · 9/16 where he lost, 2 · 1/4 for
        # the unseen: 1/8 + 9/8 + 1/8 + 1/2 = 15/8, against 1/2 in each of 4 games for an even guess.
        assert values(forecast, "outcome_brier_skill") == {"t=1": pytest.approx(1 - (15 / 8) / 2)}

    def test_equals_share_their_ranks(self) -> None:
        # A tie at the top: ranks 1 and 2 get half a win each, though it was seat 2 that won each time.
        table = measured([game((0, 420), standing=[[7], [7]])] * 8, ("order", "order"), rounds=1)
        assert values(table, "outcome_entropy") == {"t=1": pytest.approx(1.0)}
        assert values(table, "outcome_brier_skill") == {"t=1": pytest.approx(0.0)}

    def test_draws_of_all(self) -> None:
        # Each rank gets 1/3, stored rounded down: nothing can be told better than by an even guess.
        table = measured([game((140, 140, 140), standing=[[7, 7], [6, 6], [5, 5]])] * 8)
        assert values(table, "outcome_entropy")["t=1"] == pytest.approx(1.0, abs=1e-3)
        skill = values(table, "outcome_brier_skill")["t=1"]
        assert skill is None or math.isfinite(skill)

    def test_a_sure_thing(self) -> None:
        table = measured([game((420, 0), standing=[[8], [7]])] * 8, ("order", "order"), rounds=1)
        assert values(table, "outcome_entropy") == {"t=1": pytest.approx(0.0)}
        assert values(table, "outcome_brier_skill") == {"t=1": pytest.approx(1.0)}


def test_gap_limits() -> None:
    # Buckets: 0; 1; 2 and 3; 4 and 5; 6 to 8; 9 to 12; 13 to 18; more.
    assert course.gap_limits(3).tolist() == [0, 1, 3, 5, 8, 12, 18]
    assert len(course.gap_limits(3)) == course.GAPS - 1


def slow(standing: list[list[int]], points: list[int], last: int) -> dict[str, Fraction]:
    """The course of one game after its definitions, with exact fractions."""
    seats = range(len(points))
    wins = [Fraction(p, 420) for p in points]
    winners = [s for s in seats if points[s] > 0]
    leaders = []
    for t in range(last):
        tops = [s for s in seats if standing[s][t] == max(standing[o][t] for o in seats)]
        leaders.append(tops[0] if len(tops) == 1 else None)
    named = [(t, leader) for t, leader in enumerate(leaders) if leader is not None]
    changes = [t for (_, a), (t, b) in itertools.pairwise(named) if a != b]
    half = (last + 1) // 2 - 1
    lowest = min(standing[s][half] for s in seats)
    sole = winners[0] if len(winners) == 1 else None
    decided = next((t for t in range(last) if all(at == sole for at in leaders[t:])), last - 1)
    return {
        "lead_changes": Fraction(len(changes)),
        "no_lead_change": Fraction(not changes),
        "last_lead_change": Fraction(changes[-1] + 1 if changes else 0, last),
        "comeback": Fraction(
            max(max(standing[s][t] for s in seats) - max(standing[s][t] for s in winners) for t in range(last))
        ),
        "last_at_half": sum((wins[s] for s in seats if standing[s][half] == lowest), Fraction(0)),
        "decided_at": Fraction(decided + 1, last) if sole is not None else Fraction(1),
    }


@st.composite
def games(draw: st.DrawFn) -> tuple[list[list[int]], list[int], int]:
    """Standings of 2 to 4 seats over 1 to 5 rounds with many ties, a sole or shared win, and a length."""
    n, rounds = draw(st.integers(2, 4)), draw(st.integers(1, 5))
    row = st.lists(st.integers(-2, 3), min_size=rounds, max_size=rounds)
    standing = draw(st.lists(row, min_size=n, max_size=n))
    won = draw(st.sets(st.integers(0, n - 1), min_size=1))
    return standing, [420 // len(won) if s in won else 0 for s in range(n)], draw(st.integers(1, rounds))


@settings(deadline=None, max_examples=150)
@given(games())
def test_follow_against_the_definitions(made: tuple[list[list[int]], list[int], int]) -> None:
    standing, points, last = made
    sizes = {"round": len(standing[0]), "rank": len(points)}
    found = [each.allocate(1, sizes) for each in course.TABLES.values()]
    course.follow(np.array([standing]), np.array([points]), np.array([last]), course.gap_limits(3), *found)
    for name, value in slow(standing, points, last).items():
        whole = name in ("lead_changes", "no_lead_change", "comeback")
        wanted = value if whole else math.floor(value * PARTS)
        assert found[0][name][0] == wanted, name
    ranks = found[2]["share"][0]  # [rank, round]
    for t in range(sizes["round"]):
        lost = PARTS - ranks[:, t].sum() if t < last else ranks[:, t].sum()
        assert 0 <= lost <= (len(points) if t < last else 0)  # whole parts: at most one lost at each rank
