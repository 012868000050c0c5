"""The metrics of Sim City, worked out by hand on four games of four seats, two deals each played twice."""

from __future__ import annotations

import pandas as pd
import pytest

from tests.metrics.made import game, measured_simcity, row, values

NEW, UPGRADE, REZONE, EVENT, PASS = range(5)
TARGET, NO_PLAY, STALL = 1, 2, 4
ORANGE, NAVY = 3, 4
MIDDLE = 220  # the place of the first block on a map of 21 × 21


def place(zone: int, *, right: int = 0) -> dict[str, list[int]]:
    """A map with one block, in the row of the first block or on it."""
    return {"zone": [0] * (MIDDLE + right) + [zone]}


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    """A reaches phase 4 in round 3 and B ends in phase 2; C reaches it in round 2, D ends in phase 1 at once.

    Wins: seat 1; seat 2; seats 1 and 3; seat 4.  Values by seat, [seat][round], by round, [phase][seat] or by card.
    """
    return measured_simcity(
        [
            game(
                (420, 0, 0, 0),
                length=3,
                game={
                    "turns": 12, "why": TARGET, "phase": 4, "phase_round.2": 1, "phase_round.3": 2, "phase_round.4": 3,
                    "phase_turn.2": 2, "phase_turn.3": 7, "phase_turn.4": 11, "reached.1": 1, "reached.2": 1,
                    "reached.3": 1, "reached.4": 1, "phase_turns.1": 2, "phase_turns.2": 5, "phase_turns.3": 4,
                    "phase_turns.4": 1, "mayors": 2, "auctions": 1, "auction_price": 9, "dismissals": 1, "bills": 14,
                    "votes": 3, "rezone_passed": 2, "disasters": 2, "blocks_lost": 3, "rebuilt": 1,
                    "blocks": 10, "width": 5, "height": 4, "by_road": 8, "by_rail": 2,
                },
                seats={
                    "income.base": (40, 20, 20, 20), "income.zoning": (10, 0, 0, 0), "plays.new": (2, 2, 2, 3),
                    "plays.pass": (1, 0, 0, 0), "placed": (3, 3, 3, 1), "pay": (50, 20, 20, 20),
                    "rezone_passed": (2, 0, 0, 0), "rezone_pay": (12, 0, 0, 0), "council_bought": (1, 0, 1, 0),
                    "council_cost": (4, 0, 6, 0), "mayor_ever": (1, 1, 0, 0), "opened_3": (1, 0, 0, 0),
                    "mayor_turns": (4, 1, 0, 0), "forced_passes": (1, 0, 0, 0), "dead": (5, 4, 4, 3),
                },
                turns={
                    "taken": [[1, 1, 1]] * 4, "action": [[NEW, NEW, PASS], [NEW] * 3, [NEW] * 3, [NEW, REZONE, NEW]],
                    "pay": [[10, 20, 20], [5, 5, 10], [5, 5, 10], [5, 5, 10]],
                },
                rounds={
                    "played": (1, 1, 1), "phase": (2, 3, 4), "blocks": (4, 7, 10), "houses": (2, 3, 4),
                    "sims": (4, 8, 12), "zone.orange": (2, 3, 4),
                },
                phases={
                    "turns": [[1, 1, 0, 0], [1, 1, 2, 1], [1, 1, 1, 1], [0, 0, 0, 1]],
                    "income.base": [[10, 5, 0, 0], [10, 5, 20, 5], [20, 10, 0, 5], [0, 0, 0, 10]],
                },
                cards={
                    "copies": (2, 1), "drawn": (2, 0), "opening": (1, 0), "played": (1, 0), "played_by": (1, 0),
                    "dead": (1, 0), "drawn_round": (3, 0), "played_round": (4, 0), "pay": (10, 0),
                    "drawn_points": (420, 0), "opening_points": (420, 0), "played_points": (420, 0),
                },
                places=place(ORANGE),
            ),
            game(
                (0, 420, 0, 0),
                length=2,
                game={
                    "turns": 8, "why": NO_PLAY, "phase": 2, "phase_round.2": 2, "phase_turn.2": 6, "reached.1": 1,
                    "reached.2": 1, "phase_turns.1": 5, "phase_turns.2": 3, "blocks": 6, "width": 3, "height": 3,
                    "by_road": 2,
                },
                seats={"income.base": (10, 10, 10, 10), "dead": (7, 7, 7, 7), "placed": (1, 1, 2, 2)},
                turns={"taken": [[1, 1]] * 4, "action": [[NEW, EVENT]] * 4},
                rounds={"played": (1, 1), "phase": (1, 2), "blocks": (2, 5), "zone.orange": (0, 1)},
                cards={
                    "copies": (2, 1), "drawn": (1, 0), "played": (1, 0), "played_by": (1, 0), "drawn_round": (2, 0),
                    "played_round": (2, 0),
                },
                places=place(ORANGE),
            ),
            game(
                (210, 0, 210, 0),
                length=3,
                game={
                    "drawn": 1, "turns": 12, "why": TARGET, "phase": 4, "phase_round.2": 1, "phase_round.3": 1,
                    "phase_round.4": 2, "phase_turn.2": 3, "phase_turn.3": 4, "phase_turn.4": 8, "reached.1": 1,
                    "reached.2": 1, "reached.3": 1, "reached.4": 1, "phase_turns.1": 2, "phase_turns.2": 2,
                    "phase_turns.3": 3, "phase_turns.4": 5, "mayors": 1, "resignations": 1, "elections": 2,
                    "bills": 2, "votes": 1, "blocks": 8, "width": 4, "height": 5, "by_road": 2, "by_rail": 4,
                },
                seats={"mayor_ever": (0, 0, 1, 0), "opened_3": (0, 0, 1, 0), "mayor_turns": (0, 0, 8, 0)},
                turns={"taken": [[1, 1, 1]] * 4, "action": [[UPGRADE, NEW, NEW]] * 4},
                rounds={"played": (1, 1, 1), "phase": (3, 4, 4), "blocks": (3, 6, 8), "houses": (1, 1, 2)},
                cards={"copies": (2, 1)},
                places=place(NAVY),
            ),
            game(
                (0, 0, 0, 420),
                length=1,
                game={"turns": 4, "why": STALL, "phase": 1, "reached.1": 1, "phase_turns.1": 4},
                turns={"taken": [[1]] * 4, "action": [[PASS]] * 4},
                rounds={"played": (1,), "phase": (1,), "blocks": (3,)},
                cards={
                    "copies": (2, 1), "drawn": (1, 0), "played": (2, 0), "played_by": (1, 0), "drawn_round": (1, 0),
                    "played_round": (3, 0), "pay": (6, 0), "drawn_points": (210, 0),
                },
                places=place(NAVY, right=1),
            ),
        ]
    )  # fmt: skip


def by_round(table: pd.DataFrame, metric: str, rounds: int = 3, **where: object) -> list[float]:
    """Values of the first rounds, of the rows with these keys."""
    rows = table[table["metric"] == metric]
    found = [
        (each["t"], value)
        for each, value in zip(rows["where"], rows["value"], strict=True)
        if all(each[key] == wanted for key, wanted in where.items())
    ]
    return [value for t, value in sorted(found) if t <= rounds]


class TestPhases:
    @pytest.mark.parametrize(
        ("phase", "shares"), [(2, [2 / 4, 3 / 4, 3 / 4]), (3, [1 / 4, 2 / 4, 2 / 4]), (4, [0, 1 / 4, 2 / 4])]
    )
    def test_phase_reached_is_out_of_all_games_those_over_too(self, table, phase, shares):
        assert by_round(table, "phase_reached", phase=phase) == shares

    def test_game_over(self, table):
        assert by_round(table, "game_over") == [1 / 4, 2 / 4, 1]

    @pytest.mark.parametrize(
        ("stage", "shares"),
        [
            ("in_1", [1 / 4, 0, 0]),  # B in round 1
            ("in_2", [1 / 4, 0, 0]),  # A in round 1; B has ended there
            ("in_3", [1 / 4, 1 / 4, 0]),  # C, then A
            ("in_4", [0, 1 / 4, 0]),  # C
            ("ended_1", [1 / 4, 1 / 4, 1 / 4]),  # D
            ("ended_2", [0, 1 / 4, 1 / 4]),  # B
            ("ended_3", [0, 0, 0]),
            ("ended_4", [0, 0, 2 / 4]),  # A and C
        ],
    )
    def test_stage(self, table, stage, shares):
        assert by_round(table, "stage", stage=stage) == shares

    def test_in_every_round_each_game_is_in_one_stage(self, table):
        rows = table[table["metric"] == "stage"]
        total = pd.Series(rows["value"].astype(float).to_numpy()).groupby([each["t"] for each in rows["where"]]).sum()
        assert len(total) > 20 and total.tolist() == pytest.approx([1.0] * len(total))

    def test_phase_round_is_that_of_the_games_that_reach_it(self, table):
        assert values(table, "phase_round") == {"phase=2": 4 / 3, "phase=3": 3 / 2, "phase=4": 5 / 2}

    def test_phase_turn(self, table):
        assert values(table, "phase_turn") == {"phase=2": 11 / 3, "phase=3": 11 / 2, "phase=4": 19 / 2}

    def test_stuck(self, table):
        assert values(table, "stuck") == {"phase=1": 1 / 4, "phase=2": 1 / 4, "phase=3": 0, "phase=4": 2 / 4}

    def test_phase_turns(self, table):
        assert values(table, "phase_turns") == {
            "phase=1": 13 / 4, "phase=2": 10 / 4, "phase=3": 7 / 4, "phase=4": 6 / 4,
        }  # fmt: skip

    def test_opened_3(self, table):
        assert values(table, "opened_3") == {"seat=1": 1 / 4, "seat=2": 0, "seat=3": 1 / 4, "seat=4": 0}

    def test_end(self, table):
        assert values(table, "end") == {
            "why=target": 2 / 4, "why=no_play_after_deck": 1 / 4, "why=table_full": 0, "why=stall": 1 / 4,
            "why=turn_limit": 0,
        }  # fmt: skip


class TestMoney:
    def test_income_is_of_a_seat_in_a_game(self, table):
        found = values(table, "income")
        assert (found["source=base"], found["source=zoning"], found["source=adds"]) == (140 / 16, 10 / 16, 0)

    def test_income_by_seat(self, table):
        found = values(table, "income_by_seat")
        assert [found[f"source=base;seat={seat}"] for seat in (1, 2, 3, 4)] == [50 / 4, 30 / 4, 30 / 4, 30 / 4]

    def test_income_by_phase_is_of_a_turn_begun_in_it(self, table):
        found = values(table, "income_by_phase")
        assert [found[f"source=base;phase={phase}"] for phase in (1, 2, 3, 4)] == [15 / 2, 40 / 5, 35 / 4, 10 / 1]

    def test_player_income(self, table):
        assert values(table, "player_income")["source=base;player=earner"] == 140 / 16

    def test_plays(self, table):
        found = values(table, "plays")
        assert (found["how=new"], found["how=pass"]) == (9 / 16, 1 / 16)

    def test_player_plays(self, table):
        assert values(table, "player_plays")["how=new;player=earner"] == 9 / 16

    def test_play_share_is_out_of_the_turns_taken(self, table):
        found = values(table, "play_share")
        assert [found[f"t=1;how={how}"] for how in ("new", "upgrade", "rezone", "event", "pass")] == [
            8 / 16, 4 / 16, 0, 0, 4 / 16,
        ]  # fmt: skip
        assert [found[f"t=2;how={how}"] for how in ("new", "rezone", "event")] == [7 / 12, 1 / 12, 4 / 12]

    def test_pay_per_play(self, table):
        assert values(table, "pay_per_play") == {"": 110 / 16}

    def test_pay_by_round(self, table):
        assert by_round(table, "pay_by_round") == [25 / 16, 35 / 12, 50 / 8]

    def test_forced_pass_and_dead_cards(self, table):
        assert values(table, "forced_pass") == {"": 1 / 16}
        assert values(table, "dead_cards") == {"": 44 / 16}


class TestPolitics:
    def test_mayor_win_rate(self, table):
        # Its three mayors won 1, 0 and 1/2.
        found = row(table, "mayor_win_rate")
        assert (found["value"], found["count"]) == (1.5 / 3, 3)

    def test_first_mayor_win_rate(self, table):
        assert row(table, "first_mayor_win_rate")["value"] == 1.5 / 2

    @pytest.mark.parametrize(
        ("metric", "value"),
        [
            ("mayor_terms", 3 / 4),
            ("mayor_paid", 16 / 4),
            ("dismissals", 1 / 4),
            ("resignations", 1 / 4),
            ("elections", 2 / 4),
            ("auction_price", 9 / 1),
            ("votes", 4 / 4),
            ("rezone_passed", 2 / 4),
            ("rezone_gain", 12 / 2),
            ("council_bought", 2 / 16),
            ("council_cost", 10 / 2),
            ("council_payback", 12 / 10),
            ("disasters", 2 / 4),
            ("blocks_lost", 3 / 4),
            ("rebuilt", 1 / 4),
        ],
    )
    def test_one_figure(self, table, metric, value):
        assert values(table, metric) == {"": value}

    def test_mayor_turns(self, table):
        assert values(table, "mayor_turns") == {"seat=1": 1, "seat=2": 1 / 4, "seat=3": 2, "seat=4": 0}


class TestCity:
    def test_city_at_the_end(self, table):
        assert values(table, "city_blocks")[""] == 24 / 4
        assert values(table, "city_width")[""] == 12 / 4
        assert values(table, "city_height")[""] == 12 / 4

    def test_over_rounds_only_games_still_going_count(self, table):
        assert by_round(table, "blocks_by_round") == [12 / 4, 18 / 3, 18 / 2]
        assert by_round(table, "houses_by_round") == [3 / 4, 4 / 3, 6 / 2]
        assert by_round(table, "sims_by_round") == [4 / 4, 8 / 3, 12 / 2]
        assert by_round(table, "zone_blocks", zone="orange") == [2 / 4, 4 / 3, 4 / 2]

    def test_reached_by(self, table):
        assert values(table, "reached_by") == {"line=road": 12 / 24, "line=rail": 6 / 24}

    def test_place_zone_counts_cells_right_of_and_below_the_first_block(self, table):
        assert values(table, "place_zone") == {
            "place=0,0;zone=orange": 2 / 4, "place=0,0;zone=navy": 1 / 4, "place=1,0;zone=navy": 1 / 4,
        }  # fmt: skip


class TestCards:
    """The first card: two copies in each game, drawn 4 times of 8, played 4 times; the second is never drawn."""

    @pytest.mark.parametrize(
        ("metric", "value"),
        [
            ("card_drawn", 4 / 8),
            ("card_dead", 1 / 8),
            ("card_played", 4 / 8),
            ("card_drawn_round", 6 / 4),
            ("card_played_round", 9 / 4),
            ("card_pay", 16 / 4),
        ],
    )
    def test_what_becomes_of_it(self, table, metric, value):
        assert next(iter(values(table, metric).values())) == value

    @pytest.mark.parametrize(
        ("metric", "wins", "count"),
        [("card_drawn_win_rate", 1.5, 4), ("card_opening_win_rate", 1, 1), ("card_played_win_rate", 1, 3)],
    )
    def test_win_rates_are_shrunk_by_twenty_games_at_a_quarter(self, table, metric, wins, count):
        found = table[table["metric"] == metric].iloc[0]
        assert found["count"] == count
        assert found["value"] == pytest.approx((wins + 20 / 4) / (count + 20))

    @pytest.mark.parametrize("metric", ["card_drawn_round", "card_pay", "card_drawn_win_rate"])
    def test_a_card_never_drawn_has_none(self, table, metric):
        assert list(values(table, metric).values())[1] is None
