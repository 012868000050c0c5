"""The metrics of Neotopia, worked out by hand on four games of three seats, two rounds and three suits."""

from __future__ import annotations

import pandas as pd
import pytest
from statsmodels.stats.proportion import proportion_confint

from tests.metrics.made import game, measured, row, values

KEEP, RELEASE, TRANSFER, HIRE, PASS = range(5)
NOBODY, RIOT, SETTLED = range(3)
RESEARCH, SUBSIDY = 1, 5  # 1 + the skill's place


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    """Wins: seat 1; seat 3; seats 1 and 2; seats 1 and 3.  One suit is out in each game.

    Values by seat (1, 2, 3), [seat][round] or by suit; games 0 and 1 are one deal, 2 and 3 the other.
    """
    return measured(
        [
            game(
                (420, 0, 0),
                game={
                    "joker_held": 1, "joker_uses": 2, "start_held": 1, "riots": 1,
                    "no_joker_changed": 1, "no_joker_moved": 6, "no_start_changed": 1, "no_start_moved": 4,
                    "no_order_changed": 1, "no_order_moved": 10,
                },
                seats={
                    "has_joker": (1, 0, 0), "joker_vp": (4, 0, 0), "has_start": (0, 1, 0), "order": (3, 1, 2),
                    "bonus": (3, 1, 0), "tie_gains": (0, 2, 1),
                    "skill_used.subsidy": (1, 0, 0), "skill_round.subsidy": (2, 0, 0),
                },
                turns={
                    "action": [[KEEP, RELEASE], [KEEP, RELEASE], [HIRE, PASS]],
                    "skill": [[0, SUBSIDY], [0, 0], [0, 0]],
                    "coins": [[6, 5], [4, 4], [2, 1]], "cards": [[2, 3]] * 3, "public": [[1, 0]] * 3,
                },
                rounds={"onlooker": (0, 420), "onlooker_no_joker": (0, 420), "full_view": (140, 420)},
                suits={
                    "outcome": (SETTLED, RIOT, NOBODY), "in_play": (1, 1, 0), "riot_cost": (0, 5, 0),
                    "vp": (6, 0, 0), "first_count": (3, 0, 0), "tied": (1, 0, 0), "joker": (1, 0, 0),
                },
            ),
            game(
                (0, 0, 420),
                game={
                    "joker_held": 1, "joker_uses": 1, "no_joker_moved": 2, "no_start_changed": 1, "short": 2,
                    "no_start_moved": 8, "no_order_changed": 1, "no_order_moved": 6,
                },
                seats={
                    "has_joker": (0, 1, 0), "joker_vp": (0, -1, 0), "order": (1, 2, 3),
                    "bonus": (0, 2, 6), "tie_gains": (1, 0, 0), "skill_used.subsidy": (1, 1, 0),
                    "skill_round.subsidy": (1, 2, 0), "skill_coins.subsidy": (-1, 2, 0),
                },
                turns={
                    "action": [[KEEP, KEEP], [RELEASE, RELEASE], [TRANSFER, TRANSFER]],
                    "skill": [[SUBSIDY, 0], [0, SUBSIDY], [0, 0]],
                    "cards": [[2, 3]] * 3, "public": [[0, 2], [0, 0], [0, 4]],
                },
                rounds={"onlooker": (420, 420), "onlooker_no_joker": (420, 420), "full_view": (0, 420)},
                suits={
                    "outcome": (NOBODY, SETTLED, SETTLED), "in_play": (0, 1, 1), "vp": (0, 6, 4),
                    "first_count": (0, 2, 4), "tied": (0, 0, 1), "joker": (0, 1, 0),
                },
            ),
            game(
                (210, 210, 0),
                game={"start_held": 1, "drawn": 1, "no_order_changed": 1, "no_order_moved": 2},
                seats={
                    "has_start": (1, 0, 0), "order": (1, 2, 3), "bonus": (1, 4, 0), "tie_gains": (1, 1, 0),
                    "skill_used.market_research": (0, 1, 0), "skill_round.market_research": (0, 1, 0),
                    "skill_coins.market_research": (0, -1, 0),
                },
                turns={
                    "action": [[KEEP, KEEP]] * 3, "skill": [[0, 0], [RESEARCH, 0], [0, 0]],
                    "coins": [[1, 2]] * 3, "cards": [[4, 1]] * 3,
                },
                rounds={"onlooker": (210, 0), "onlooker_no_joker": (420, 420), "full_view": (420, 420)},
                suits={
                    "outcome": (NOBODY, NOBODY, SETTLED), "in_play": (1, 0, 1), "vp": (0, 0, 8),
                    "first_count": (0, 0, 3), "tied": (0, 0, 1),
                },
            ),
            game(
                (210, 0, 210),
                game={"joker_held": 1, "drawn": 1, "short": 4, "no_order_moved": 2},
                seats={
                    "has_joker": (0, 0, 1), "order": (1, 2, 3), "bonus": (2, 0, 3),
                    "skill_used.subsidy": (0, 0, 1), "skill_round.subsidy": (0, 0, 2),
                    "skill_coins.subsidy": (0, 0, 1),
                },
                turns={
                    "action": [[HIRE, HIRE], [RELEASE, RELEASE], [KEEP, PASS]],
                    "skill": [[0, 0], [0, 0], [0, SUBSIDY]],
                    "coins": [[3, 8], [0, 0], [0, 0]], "cards": [[4, 1]] * 3, "secret": [[0, 1]] * 3,
                },
                rounds={"onlooker": (0, 210), "onlooker_no_joker": (0, 0), "full_view": (0, 420)},
                suits={
                    "outcome": (SETTLED, SETTLED, NOBODY), "in_play": (1, 1, 0), "vp": (6, 3, 0),
                    "first_count": (2, 5, 0),
                },
            ),
        ]
    )  # fmt: skip


class TestJoker:
    def test_joker_in_hand(self, table: pd.DataFrame) -> None:
        assert values(table, "joker_in_hand") == {"": 3 / 4}

    def test_joker_uses(self, table: pd.DataFrame) -> None:
        assert values(table, "joker_uses") == {"": 3 / 4}

    def test_joker_holder_win_rate(self, table: pd.DataFrame) -> None:
        # Its three holders won 1, 0 and 1/2.
        found = row(table, "joker_holder_win_rate")
        assert (found["value"], found["count"]) == (1.5 / 3, 3)

    def test_joker_vp(self, table: pd.DataFrame) -> None:
        assert values(table, "joker_vp") == {"": (4 - 1 + 0) / 3}

    def test_settle_again(self, table: pd.DataFrame) -> None:
        assert values(table, "settle_again") == {
            "thing=joker": 1 / 4, "thing=start_card": 2 / 4, "thing=settlement_order": 3 / 4,
        }  # fmt: skip

    def test_settle_again_vp(self, table: pd.DataFrame) -> None:
        assert values(table, "settle_again_vp") == {
            "thing=joker": 8 / 4, "thing=start_card": 12 / 4, "thing=settlement_order": 20 / 4,
        }  # fmt: skip

    def test_nobody_ever_holds_it(self) -> None:
        found = row(measured([game((420, 0, 0))] * 4), "joker_holder_win_rate")
        assert found["value"] is None and found["note"] == "no observation: the denominator is 0"


class TestOrder:
    def test_start_card_in_hand(self, table: pd.DataFrame) -> None:
        assert values(table, "start_card_in_hand") == {"": 2 / 4}

    def test_start_holder_win_rate(self, table: pd.DataFrame) -> None:
        # Seat 2 of game 0 lost, seat 1 of game 2 shared the win.
        assert values(table, "start_holder_win_rate") == {"": 0.5 / 2}

    def test_settlement_order_win_rate(self, table: pd.DataFrame) -> None:
        # Order 1: seat 2 of game 0, then seat 1: 0 + 0 + 1/2 + 1/2; order 2: seat 3 of game 0, then seat 2:
        # 0 + 0 + 1/2 + 0; order 3: seat 1 of game 0, then seat 3: 1 + 1 + 0 + 1/2.  Nobody has a higher one.
        assert values(table, "settlement_order_win_rate") == {
            "order=1": 1 / 4, "order=2": 0.5 / 4, "order=3": 2.5 / 4,
            "order=4": None, "order=5": None, "order=6": None,
        }  # fmt: skip

    def test_settlement_order_vp(self, table: pd.DataFrame) -> None:
        # Order 1: 1 + 0 + 1 + 2; order 2: 0 + 2 + 4 + 0; order 3: 3 + 6 + 0 + 3.
        found = list(values(table, "settlement_order_vp").values())
        assert found[:3] == [4 / 4, 6 / 4, 12 / 4]

    def test_tie_break_gain(self, table: pd.DataFrame) -> None:
        # Order 1: 2 + 1 + 1 + 0; order 2: 1 + 0 + 1 + 0; order 3: none.
        found = list(values(table, "tie_break_gain").values())
        assert found[:3] == [4 / 4, 2 / 4, 0]


class TestViews:
    def test_onlooker_predicts(self, table: pd.DataFrame) -> None:
        # Round 1: 0, 1, 1/2, 0 and without the joker 0, 1, 1, 0; round 2: 1, 1, 0, 1/2 and 1, 1, 1, 0.
        assert values(table, "onlooker_predicts") == {
            "joker=with;t=1": 1.5 / 4, "joker=with;t=2": 2.5 / 4,
            "joker=without;t=1": 2 / 4, "joker=without;t=2": 3 / 4,
        }  # fmt: skip

    def test_full_view_predicts(self, table: pd.DataFrame) -> None:
        # Round 1: 1/3, 0, 1, 0.
        assert values(table, "full_view_predicts") == pytest.approx({"t=1": (4 / 3) / 4, "t=2": 1.0})

    def test_upset(self, table: pd.DataFrame) -> None:
        # What the last round's open count gets wrong.
        assert values(table, "upset") == {"joker=with": 1.5 / 4, "joker=without": 1 / 4}

    def test_interval_of_upset(self, table: pd.DataFrame) -> None:
        # Wrong by deal: 0 and 3/2 of 2 games.  R = 3/8, e = ∓3/4, Σe² = 9/8; n = 15/64 · 16 / (9/8) = 10/3.
        found = row(table, "upset", "joker=with")
        n = 10 / 3
        assert (found["low"], found["high"]) == pytest.approx(proportion_confint(n * 3 / 8, n, method="wilson"))


class TestSkills:
    def test_skill_use(self, table: pd.DataFrame) -> None:
        # 4 subsidies and a market research of 12 seats.
        found = values(table, "skill_use")
        assert found == {
            "skill=market_research": 1 / 12, "skill=secret_personnel": 0, "skill=transfer_order": 0,
            "skill=department_move": 0, "skill=subsidy": 4 / 12,
        }  # fmt: skip

    def test_skill_use_by_round(self, table: pd.DataFrame) -> None:
        # Subsidies: one in round 1 (game 1, seat 1), three in round 2; 12 turns in each.
        found = values(table, "skill_use_by_round")
        assert found["t=1;skill=subsidy"] == found["t=1;skill=market_research"] == 1 / 12
        assert (found["t=2;skill=subsidy"], found["t=2;skill=market_research"]) == (3 / 12, 0)
        assert (found["t=1;skill=none"], found["t=2;skill=none"]) == (10 / 12, 9 / 12)

    def test_skill_round(self, table: pd.DataFrame) -> None:
        found = values(table, "skill_round")
        assert found["skill=subsidy"] == (2 + 1 + 2 + 2) / 4
        assert (found["skill=market_research"], found["skill=transfer_order"]) == (1, None)

    def test_skill_coins(self, table: pd.DataFrame) -> None:
        found = values(table, "skill_coins")
        assert (found["skill=subsidy"], found["skill=market_research"]) == ((0 - 1 + 2 + 1) / 4, -1)

    def test_skill_win_rate(self, table: pd.DataFrame) -> None:
        # Those who used the subsidy won 1, 0, 0 and 1/2.
        found = values(table, "skill_win_rate")
        assert (found["skill=subsidy"], found["skill=market_research"]) == (1.5 / 4, 1 / 2)
        assert found["skill=transfer_order"] is None

    def test_player_skill_use(self, table: pd.DataFrame) -> None:
        assert values(table, "player_skill_use")["skill=subsidy;player=order"] == 4 / 12


class TestActions:
    def test_action_share(self, table: pd.DataFrame) -> None:
        # Round 1: game 0 keep keep hire; 1 keep release transfer; 2 keep keep keep; 3 hire release keep.
        # Round 2: release release pass; keep release transfer; keep keep keep; hire release pass.
        counts = {1: (7, 2, 1, 2, 0), 2: (4, 4, 1, 1, 2)}
        names = ("keep", "release", "transfer", "hire", "pass")
        assert values(table, "action_share") == {
            f"t={t};action={name}": count / 12
            for t, each in counts.items()
            for name, count in zip(names, each, strict=True)
        }


class TestSuits:
    """Suits 1 and 2 were in play three times, suit 3 twice; a suit taken out counts nowhere."""

    def test_riots(self, table: pd.DataFrame) -> None:
        assert values(table, "riots") == {"": 1 / 4}

    def test_riot(self, table: pd.DataFrame) -> None:
        assert values(table, "riot") == {"suit=1": 0, "suit=2": 1 / 3, "suit=3": 0}

    def test_suit_nobody(self, table: pd.DataFrame) -> None:
        # Only suit 1 of game 2 was in play and held by nobody.
        assert values(table, "suit_nobody") == {"suit=1": 1 / 3, "suit=2": 0, "suit=3": 0}

    def test_riot_cost(self, table: pd.DataFrame) -> None:
        assert values(table, "riot_cost") == {"": 5}

    def test_suit_vp(self, table: pd.DataFrame) -> None:
        assert values(table, "suit_vp") == {"suit=1": 12 / 3, "suit=2": 9 / 3, "suit=3": 12 / 2}

    def test_suit_first_count(self, table: pd.DataFrame) -> None:
        assert values(table, "suit_first_count") == {"suit=1": 5 / 2, "suit=2": 7 / 2, "suit=3": 7 / 2}

    def test_tie_break(self, table: pd.DataFrame) -> None:
        assert values(table, "tie_break") == {"suit=1": 1 / 2, "suit=2": 0, "suit=3": 1}

    def test_joker_at_suit(self, table: pd.DataFrame) -> None:
        assert values(table, "joker_at_suit") == {"suit=1": 1 / 3, "suit=2": 1 / 3, "suit=3": 0}


class TestMoneyAndCards:
    def test_coins(self, table: pd.DataFrame) -> None:
        # Round 1: 12 + 0 + 3 + 3; round 2: 10 + 0 + 6 + 8; of 12 seats.
        assert values(table, "coins") == {"t=1": 18 / 12, "t=2": 24 / 12}

    def test_stock_short(self, table: pd.DataFrame) -> None:
        assert values(table, "stock_short") == {"": 6 / 4}

    def test_hand_size(self, table: pd.DataFrame) -> None:
        assert values(table, "hand_size") == {"t=1": 3, "t=2": 2}

    def test_public_cards(self, table: pd.DataFrame) -> None:
        assert values(table, "public_cards") == {"t=1": 3 / 12, "t=2": 6 / 12}

    def test_secret_cards(self, table: pd.DataFrame) -> None:
        assert values(table, "secret_cards") == {"t=1": 0, "t=2": 3 / 12}
