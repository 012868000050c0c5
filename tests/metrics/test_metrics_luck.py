"""Shares of luck: the analysis of variance of small tables, worked out by hand."""

from __future__ import annotations

import pandas as pd
import pytest

from tests.metrics.made import UNLIKE, game, measured, row, values


def shares(table: pd.DataFrame, of: str) -> list[float | None]:
    """The four shares of the variance of a result."""
    found = (
        values(table, "deal_share"),
        values(table, "seat_share"),
        values(table, "player_share"),
        values(table, "residual_share"),
    )
    return [each[f"of={of}"] for each in found]


@pytest.fixture(scope="module")
def alike() -> pd.DataFrame:
    """Two seats that play alike; each of two deals is played twice.

    score   deal 0: seat 1 10, 8   seat 2 4, 6     deal 1: seat 1 6, 6   seat 2 7, 5
    win     deal 0: seat 1 both                    deal 1: seat 2 both
    """
    return measured(
        [
            game((420, 0), (10, 4)),
            game((420, 0), (8, 6)),
            game((0, 420), (6, 7)),
            game((0, 420), (6, 5)),
        ],
        ("order", "order"),
    )


class TestAlike:
    def test_score(self, alike: pd.DataFrame) -> None:
        # n = r = B = 2, N = 8.  ΣT²/N = 52²/8 = 338, ΣY² = 362.
        # SS_seat = (30² + 22²)/4 − 338 = 8, 1 degree of freedom: MS 8.
        # SS_hand = (18² + 10² + 12² + 12²)/2 − 346 = 10, n(B − 1) = 2: MS 5.
        # SS_rest = 362 − 356 = 6, nB(r − 1) = 4: MS 3/2.
        # deal (5 − 3/2)/2 = 7/4; seat 1/2 · (8 − 5)/4 = 3/8; rest 3/2; in all 29/8.
        deal, seat, player, residual = shares(alike, "score")
        assert (deal, seat, residual) == pytest.approx((14 / 29, 3 / 29, 12 / 29))
        assert player is None

    def test_win(self, alike: pd.DataFrame) -> None:
        # The deal decides everything: SS_hand = 4 − 2 = 2, MS 1; SS_rest = 0; the seat is estimated below 0.
        assert shares(alike, "win") == [1.0, 0.0, None, 0.0]

    def test_why_not(self, alike: pd.DataFrame) -> None:
        assert "play alike" in row(alike, "player_share", "of=win")["note"]
        assert "below 0" in row(alike, "seat_share", "of=win")["note"]

    def test_nothing_varies(self) -> None:
        table = measured([game((210, 210), (5, 5))] * 4, ("order", "order"))
        assert shares(table, "win") == [None] * 4
        assert row(table, "deal_share", "of=win")["note"] == "the result never varied"


@pytest.fixture(scope="module")
def unlike() -> pd.DataFrame:
    """Two players; each of two deals is played in both rotations.

    score         seat 1        seat 2
    deal 0        order 12      miser 4
                  miser 9       order 9
    deal 1        order 8       miser 4
                  miser 3       order 7
    """
    return measured(
        [
            game((420, 0), (12, 4), entry=(0, 1)),
            game((210, 210), (9, 9), entry=(1, 0)),
            game((420, 0), (8, 4), entry=(0, 1)),
            game((0, 420), (3, 7), entry=(1, 0)),
        ],
        UNLIKE,
    )


class TestUnlike:
    def test_score(self, unlike: pd.DataFrame) -> None:
        # N = B n² = 8.  T²/N = 56²/8 = 392, ΣY² = 460.
        # SS_seat = (32² + 24²)/4 − 392 = 8, MS 8.  SS_player = (36² + 20²)/4 − 392 = 32, MS 32.
        # SS_hand = (21² + 13² + 11² + 11²)/2 − 400 = 26, 2 degrees of freedom: MS 13.
        # SS_rest = 460 − 392 − 8 − 32 − 26 = 2, (n − 1)(Bn − 1) = 3: MS 2/3.
        # deal (13 − 2/3)/2 = 37/6; seat (8 − 13) … below 0; player 1/2 · (32 − 2/3)/4 = 47/12; rest 2/3;
        # in all 74/12 + 47/12 + 8/12 = 129/12.
        deal, seat, player, residual = shares(unlike, "score")
        assert seat == 0.0
        assert (deal, player, residual) == pytest.approx((74 / 129, 47 / 129, 8 / 129))

    def test_sum(self, unlike: pd.DataFrame) -> None:
        for of in ("win", "score"):
            assert sum(share or 0.0 for share in shares(unlike, of)) == pytest.approx(1.0)

    def test_interval(self, unlike: pd.DataFrame) -> None:
        # Without either batch one block is left, which gives no shares: no jackknife, no interval.
        found = row(unlike, "deal_share", "of=score")
        assert (found["low"], found["high"]) == (None, None)
