"""Seats, players, scores and length, worked out by hand on four games of two seats."""

from __future__ import annotations

import math

import pandas as pd
import pytest
from statsmodels.stats.proportion import proportion_confint

from tests.metrics.made import ALIKE, UNLIKE, game, measured, row, values

T1 = 12.706204736432095  # 97.5% quantile of Student's t with one degree of freedom


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    """Two deals, each played in both rotations: 'order' sits in seat 1, then in seat 2, 'miser' beside it.

    deal game  seat 1       seat 2       margin
    0    0     order 10 W   miser  7     3
    0    1     miser  5     order  9 W   4
    1    2     order  8 =   miser  8 =   0
    1    3     miser 12 W   order  6     6
    """
    return measured(
        [
            game(
                (420, 0), (10, 7), entry=(0, 1),
                game={"margin": 3, "turns": 12, "decisions": 10},
                seats={"skill_used.subsidy": (1, 0)}, turns={"action": [[0, 0], [1, 1]]},
            ),
            game(
                (0, 420), (5, 9), entry=(1, 0),
                game={"margin": 4, "turns": 12, "decisions": 9},
                seats={"skill_used.subsidy": (1, 0)}, turns={"action": [[1, 4], [0, 2]]},
            ),
            game(
                (210, 210), (8, 8), entry=(0, 1), length=1,
                game={"margin": 0, "turns": 11, "decisions": 8, "drawn": 1, "truncated": 1},
                seats={"skill_used.subsidy": (1, 0)}, turns={"action": [[0, 3], [1, 1]]},
            ),
            game(
                (420, 0), (12, 6), entry=(1, 0),
                game={"margin": 6, "turns": 12, "decisions": 10},
                turns={"action": [[3, 3], [0, 0]]},
            ),
        ],
        UNLIKE,
    )  # fmt: skip


class TestWinning:
    def test_seat_win_rate(self, table: pd.DataFrame) -> None:
        # Seat 1: 1 + 0 + 1/2 + 1 = 2.5 of 4; seat 2: 1.5 of 4.
        assert values(table, "seat_win_rate") == {"seat=1": 0.625, "seat=2": 0.375}

    def test_interval_of_a_rate(self, table: pd.DataFrame) -> None:
        # Wins of seat 1 by deal: 1 and 1.5 of 2 games.  R = 5/8, e = 1 − 1.25 and 1.5 − 1.25, Σe² = 1/8;
        # n = R (1 − R) (ΣX)² / Σe² = 15/64 · 16 · 8 = 30.
        found = row(table, "seat_win_rate", "seat=1")
        assert found["n"] == pytest.approx(30)
        assert (found["low"], found["high"]) == pytest.approx(proportion_confint(18.75, 30, method="wilson"))
        assert (found["games"], found["blocks"], found["count"], found["unit"]) == (4, 2, 4, "share")

    def test_seat_win_spread(self, table: pd.DataFrame) -> None:
        # d = 1/4.  The difference by deal is 0 and 1 of 2 games: residuals ∓1/2, over ΣX = 4: ∓1/8;
        # se² = 2/64 · 2/1 = 1/16.  Of two seats q is Student's t: 1/4 ± 12.7 · 1/4, not below 0.
        found = row(table, "seat_win_spread")
        assert found["value"] == pytest.approx(0.25)
        assert found["low"] == 0.0
        assert found["high"] == pytest.approx(0.25 + T1 * 0.25)

    def test_seat_win_spread_if_equal(self, table: pd.DataFrame) -> None:
        # The mean of |d| for a normal d with se 1/4.
        assert values(table, "seat_win_spread_if_equal")[""] == pytest.approx(0.25 * math.sqrt(2 / math.pi), rel=1e-3)

    def test_player_win_rate(self, table: pd.DataFrame) -> None:
        # order: 1 + 1 + 1/2 + 0; miser: 0 + 0 + 1/2 + 1.
        assert values(table, "player_win_rate") == {"player=order": 0.625, "player=miser": 0.375}

    def test_player_seat_win_rate(self, table: pd.DataFrame) -> None:
        # order in seat 1: games 0 and 2; in seat 2: games 1 and 3.
        assert values(table, "player_seat_win_rate") == {
            "player=order;seat=1": 0.75,
            "player=order;seat=2": 0.5,
            "player=miser;seat=1": 0.5,
            "player=miser;seat=2": 0.25,
        }

    def test_games_needed(self, table: pd.DataFrame) -> None:
        # δ = 5/8 − 3/8; σ² = 5/8 + 3/8 − δ² = 15/16; (1.28155 σ/δ)² = 1.642374 · 15 = 24.6.
        found = row(table, "games_needed", "player=order;against=miser")
        assert (found["value"], found["low"], found["note"]) == (25, None, "no interval")


class TestScores:
    def test_player_score(self, table: pd.DataFrame) -> None:
        # order: 10 + 9 + 8 + 6 = 33; miser: 7 + 5 + 8 + 12 = 32; 4 games each.
        assert values(table, "player_score") == {"player=order": 8.25, "player=miser": 8.0}

    def test_score(self, table: pd.DataFrame) -> None:
        # Seat 1: 10 + 5 + 8 + 12 = 35; seat 2: 7 + 9 + 8 + 6 = 30.
        assert values(table, "score") == {"seat=1": 8.75, "seat=2": 7.5}

    def test_score_share(self, table: pd.DataFrame) -> None:
        # Eight scores: 5 6 7 8 8 9 10 12.
        found = {key: value for key, value in values(table, "score_share").items() if value > 0}
        once = {f"score={score}": 0.125 for score in (5, 6, 7, 9, 10, 12)}
        assert found == {**once, "score=8": 0.25}

    def test_score_quantiles(self, table: pd.DataFrame) -> None:
        # The smallest score with at least that share at or below it: places 1, 2, 4, 6 and 8 of 8.
        assert values(table, "score_quantiles") == {
            "q=0.05": 5, "q=0.25": 6, "q=0.5": 8, "q=0.75": 9, "q=0.95": 12,
        }  # fmt: skip

    def test_margin(self, table: pd.DataFrame) -> None:
        # 3 + 4 + 0 + 6 = 13.  By deal 7 and 6: e = ±1/2, se² = (1/2)/16 · 2 = 1/16.
        found = row(table, "margin")
        assert (found["value"], found["se"]) == (3.25, 0.25)
        assert (found["low"], found["high"]) == pytest.approx((3.25 - T1 / 4, 3.25 + T1 / 4))
        assert found["unit"] == "VP"

    def test_margin_share(self, table: pd.DataFrame) -> None:
        found = {key: value for key, value in values(table, "margin_share").items() if value > 0}
        assert found == {f"margin={margin}": 0.25 for margin in (0, 3, 4, 6)}

    def test_close_games(self, table: pd.DataFrame) -> None:
        # Neotopia calls a margin of at most 3 close: games 0 and 2.
        assert values(table, "close_games") == {"": 0.5}

    def test_draws(self, table: pd.DataFrame) -> None:
        assert values(table, "draws") == {"": 0.25}

    def test_beyond_the_histogram(self) -> None:
        # The histogram has −20 … 119, and a last bin for 120 and more.
        table = measured([game((420, 0, 0), (500, 7, -3)), game((420, 0, 0), (120, 7, -3))])
        assert values(table, "score_share")["score=120"] == pytest.approx(2 / 6)
        found = row(table, "score_quantiles", "q=0.95")
        assert found["value"] is None and "at or above 120" in found["note"]


class TestLength:
    def test_means(self, table: pd.DataFrame) -> None:
        assert values(table, "game_turns") == {"": 47 / 4}
        assert values(table, "game_rounds") == {"": 7 / 4}
        assert values(table, "decisions") == {"": 37 / 4}

    def test_truncated(self, table: pd.DataFrame) -> None:
        assert values(table, "truncated") == {"": 0.25}


class TestPlayers:
    def test_player_skill_use(self, table: pd.DataFrame) -> None:
        # The subsidy was used in seat 1 of games 0 (order), 1 (miser) and 2 (order).
        found = values(table, "player_skill_use")
        assert found["skill=subsidy;player=order"] == 0.5
        assert found["skill=subsidy;player=miser"] == 0.25
        assert found["skill=market_research;player=order"] == 0.0

    def test_player_action_share(self, table: pd.DataFrame) -> None:
        # order: keep keep | keep transfer | keep hire | keep keep; miser: 5 releases, 1 pass, 2 hires.
        found = values(table, "player_action_share")
        assert found == {
            f"player={player};action={action}": share
            for player, shares in {"order": (6, 0, 1, 1, 0), "miser": (0, 5, 0, 2, 1)}.items()
            for action, share in zip(
                ("keep", "release", "transfer", "hire", "pass"), (n / 8 for n in shares), strict=True
            )
        }


class TestOracles:
    """Intervals against published values."""

    def test_wilson_8_of_10(self) -> None:
        # Both games of 8 deals of 10 are draws: 10 independent deals, whatever the number of games.
        drawn = [1, 1, 0, 1, 1, 1, 0, 1, 1, 1]
        found = row(measured([game((420, 0, 0), game={"drawn": d}) for d in drawn for _ in (0, 1)]), "draws")
        assert found["value"] == pytest.approx(0.8)
        assert found["n"] == pytest.approx(10)
        assert (found["low"], found["high"]) == pytest.approx((0.4901624715, 0.9433178485))

    def test_never_seen(self) -> None:
        # 0 of 10 deals: no interval of zero width, but 1 − 0.05^(1/10).
        found = row(measured([game((420, 0, 0))] * 20), "draws")
        assert (found["value"], found["low"]) == (0.0, 0.0)
        assert found["high"] == pytest.approx(0.2588655509)

    def test_always_seen(self) -> None:
        found = row(measured([game((210, 210, 0), game={"drawn": 1})] * 20), "draws")
        assert (found["value"], found["high"]) == (1.0, 1.0)
        assert found["low"] == pytest.approx(1 - 0.2588655509)

    def test_all_wins_in_one_seat(self) -> None:
        table = measured([game((420, 0, 0))] * 20)
        assert values(table, "seat_win_rate") == {"seat=1": 1.0, "seat=2": 0.0, "seat=3": 0.0}
        found = row(table, "seat_win_spread")
        assert found["value"] == 1.0 and found["low"] < 1.0
        assert values(table, "seat_win_spread_if_equal") == {"": 0.0}

    def test_one_deal_has_no_interval(self) -> None:
        table = measured([game((420, 0, 0), (9, 2, 1))] * 2)
        assert table["low"].isna().all() and table["se"].isna().all()
        assert row(table, "seat_win_rate", "seat=1")["note"] == "one batch only: no interval"
        assert row(table, "seat_win_spread")["value"] == 1.0
        assert row(table, "seat_win_spread_if_equal")["value"] is None
        assert row(table, "deal_share", "of=win")["value"] is None

    def test_alike_nobody_is_better(self) -> None:
        found = row(measured([game((420, 0, 0))] * 4, ALIKE), "games_needed")
        assert (found["value"], found["note"]) == (None, "all seats play alike: nobody is better")

    def test_three_way_draw(self) -> None:
        assert values(measured([game((140, 140, 140))] * 4), "seat_win_rate") == pytest.approx(
            {"seat=1": 1 / 3, "seat=2": 1 / 3, "seat=3": 1 / 3}
        )
