"""N1 to N4: deal, start player, reveal, turn order.  One class for each rule."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats

from balance.games.neotopia.codes import (
    JOKER,
)
from balance.games.neotopia.rules import clear_table, deal, draw_start_player, reveal, seat_to_move
from balance.games.neotopia.state import (
    STATE,
)
from balance.kernel.record import blank
from balance.kernel.rng import block_key
from tests.interpreted import interpreted_only
from tests.neotopia.games import play
from tests.neotopia.positions import (
    again,
    cards_in_all,
    cards_of,
    coins,
    field,
    hand,
    position,
    rules_of,
    zones,
)

pytestmark = interpreted_only

UNLIKELY = 1e-3  # p-value below which a fixed seed counts as not uniform


def dealt(rules: Any, block: int = 0) -> Any:
    """A table after the deal of a block."""
    table = blank(STATE)
    table.block = block_key(np.int64(8), np.int64(block))
    clear_table(table, rules)
    deal(table, rules)
    return table


def alike(counts: list[int]) -> float:
    """p-value of equal chances."""
    return float(stats.chisquare(counts).pvalue)


class TestN1Setup:
    def test_four_players(self) -> None:
        rules = rules_of(4)
        table = dealt(rules)
        assert cards_in_all(table, rules) == [1, 6, 6, 6, 6, 6, 6, 6, 1]
        for p in range(4):
            hidden, public, secret = zones(table, rules, p)
            assert (len(hidden.split()), public, secret) == (8, "", "")
            assert list(table.seats[p].skill_round) == [0] * 5
        assert (table.n_up, table.n_down, table.n_pile) == (0, 6, 6)
        assert table.pile.sum() == 6
        assert list(table.down_known[:6]) == [0] * 6
        assert coins(table, rules) == [6, 6, 6, 6, 6]  # 30 less 4 × 6
        assert table.removed == 0

    def test_three_players_and_a_suit_by_number(self) -> None:
        rules = rules_of(3, removed_suit=5)
        for block in range(5):
            table = dealt(rules, block)
            assert cards_in_all(table, rules) == [1, 6, 6, 6, 6, 0, 6, 6, 1]
            assert [table.seats[p].n_hidden for p in range(3)] == [8, 8, 8]
            assert (table.n_up, table.n_down, table.n_pile) == (2, 6, 6)  # 38 − 24 − 8
            assert coins(table, rules) == [6, 6, 6, 12]
            assert table.removed == 5

    def test_three_players_and_a_suit_by_lot(self) -> None:
        rules = rules_of(3, removed_suit="random", suits=4, cards_per_suit=2, hand=1, rounds=1)
        gone: Counter[int] = Counter()
        for block in range(400):
            table = dealt(rules, block)
            gone[int(table.removed)] += 1
            assert cards_in_all(table, rules)[table.removed] == 0
            assert sum(cards_in_all(table, rules)) == 8
        assert sorted(gone) == [1, 2, 3, 4]
        assert alike(list(gone.values())) > UNLIKELY

    def test_only_three_players_take_a_suit_out(self) -> None:
        for players in (2, 4, 5):
            rules = rules_of(players, removed_suit=3, hand=4)
            assert cards_in_all(dealt(rules), rules) == [1, 6, 6, 6, 6, 6, 6, 6, 1]

    def test_other_sizes(self) -> None:
        sizes = {"suits": 5, "cards_per_suit": 4, "hand": 3, "rounds": 2, "field_up": 1}
        rules = rules_of(2, start_coins=2, coin_supply=20, **sizes)
        table = dealt(rules)
        assert cards_in_all(table, rules) == [1, 4, 4, 4, 4, 4, 1]
        assert [table.seats[p].n_hidden for p in range(2)] == [3, 3]
        assert (table.n_up, table.n_down, table.n_pile) == (1, 2, 13)  # 22 − 6 − 3
        assert coins(table, rules) == [2, 2, 16]

    def test_no_joker(self) -> None:
        rules = rules_of(4, jokers=0)
        table = dealt(rules)
        assert cards_in_all(table, rules) == [0, 6, 6, 6, 6, 6, 6, 6, 1]
        assert table.n_pile == 5

    def test_every_card_may_lie_anywhere(self) -> None:
        """The joker lies in each of six places, one card large, equally often; so does the start card."""
        rules = rules_of(2, suits=2, cards_per_suit=2, hand=1, rounds=1, field_up=1)
        at: dict[int, Counter[str]] = {JOKER: Counter(), int(rules.start_card): Counter()}
        for block in range(600):
            table = dealt(rules, block)
            for kind, places in at.items():
                places["seat 0"] += int(table.seats[0].hidden[kind])
                places["seat 1"] += int(table.seats[1].hidden[kind])
                places["down"] += int(table.down[0] == kind)
                places["up"] += int(table.up[kind])
                places["pile"] += int(table.pile[kind])
        for places in at.values():
            found = [places[place] for place in ("seat 0", "seat 1", "down", "up", "pile")]
            assert sum(found) == 600
            assert stats.chisquare(found, [100, 100, 100, 100, 200]).pvalue > UNLIKELY

    def test_the_deal_is_a_function_of_the_block(self) -> None:
        rules = rules_of(4)
        first, again, other = dealt(rules, 3), dealt(rules, 3), dealt(rules, 4)
        assert first.tobytes() == again.tobytes()
        assert first.seats[0].hidden.tolist() != other.seats[0].hidden.tolist()

    def test_a_table_is_cleared_before_it_is_dealt(self) -> None:
        rules = rules_of(4)
        table = dealt(rules, 1)
        for p in range(4):
            seat = table.seats[p]
            for zone in ("public", "closed", "closed_known", "pile_seen", "passed"):
                seat[zone][2] = 1
            seat.n_public, seat.n_closed, seat.boxed, seat.keeps, seat.keeps_at_skill = 1, 1, 3, 2, 1
            seat.laid_down = 1
            seat.skill_round[:] = 2
        table.down_known[:] = 1
        table.short, table.turn_no, table.round_no = 4, 9, 6
        clear_table(table, rules)
        deal(table, rules)
        fresh = dealt(rules, 1)
        numbers = ("n_up", "n_down", "n_pile", "stock", "short", "turn_no", "round_no")
        for name in ("seats", "up", "pile", *numbers):
            assert np.array_equal(table[name], fresh[name]), name
        assert list(table.down_known[:6]) == [0] * 6


class TestN2StartPlayer:
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_drawn_at_random(self, players: int) -> None:
        rules = rules_of(players, hand=4)
        table = blank(STATE)
        drawn: Counter[int] = Counter()
        for block in range(400):
            table.block = block_key(np.int64(8), np.int64(block))
            draw_start_player(table, rules)
            drawn[int(table.start_seat)] += 1
        assert sorted(drawn) == list(range(players))
        assert alike(list(drawn.values())) > UNLIKELY

    def test_stays_for_the_game(self) -> None:
        """With the first seat of a round moving, the settlement still falls back on the start player."""
        for index in range(4):
            lines = play({"rounds": 3, "rotate_start": True, "hand": 2}, index=index)
            start = next(line for line in lines if line["event"] == "deal")["start_player"]
            settlement = next(line for line in lines if line["event"] == "settlement")
            assert not settlement["held"]
            assert settlement["seat"] == start


class TestN3Reveal:
    def test_turns_one_card_up(self) -> None:
        rules = rules_of(4)
        table = position(rules, up="s1", down="s2 s3 joker", round_no=1)
        kind = reveal(table)
        up, down = field(table, rules)
        assert up.split().count("s1") == 1
        assert sorted([*up.split(), *down]) == ["joker", "s1", "s2", "s3"]
        assert (table.n_up, table.n_down) == (2, 2)
        assert cards_of(rules, np.bincount([kind])) in up.split()

    def test_each_face_down_card_is_equally_likely(self) -> None:
        rules = rules_of(4)
        shown: Counter[int] = Counter()
        table = position(rules, down="s1 s2 s3 s4 s5")
        for block in range(500):
            shown[int(reveal(again(table, block)))] += 1
        assert sorted(shown) == [1, 2, 3, 4, 5]
        assert alike(list(shown.values())) > UNLIKELY

    def test_rounds_draw_apart(self) -> None:
        """The place that is drawn in one round says nothing of the next round's."""
        rules = rules_of(4)
        pairs: Counter[tuple[int, int]] = Counter()
        table = position(rules, down="s1 s2 s3")
        for block in range(450):
            first, second = (int(reveal(again(table, block, round_no=number))) for number in (1, 2))
            pairs[first, second] += 1
        assert len(pairs) == 9
        assert alike(list(pairs.values())) > UNLIKELY

    def test_what_is_known_moves_with_its_card(self) -> None:
        """Of three face-down cards all know s3: it stays the known one as long as it lies there."""
        rules = rules_of(4)
        for block in range(12):
            table = position(rules, down="s1 s2 s3", block=block)
            table.down_known[2] = 1
            while table.n_down:
                shown = reveal(table)
                known = [bool(table.down_known[i]) for i in range(table.n_down)]
                assert known == [table.down[i] == 3 for i in range(table.n_down)]
                assert shown == 3 or 3 in table.down[: table.n_down] or table.up[3] == 1

    @pytest.mark.parametrize("rounds", [1, 2, 6])
    def test_rounds(self, rounds: int) -> None:
        """So many rounds, one reveal each, and nothing is left face down but what a transfer put there."""
        lines = play({"rounds": rounds, "transfer_targets": "face_up"}, index=rounds)
        deal_line = next(line for line in lines if line["event"] == "deal")
        reveals = [line for line in lines if line["event"] == "round"]
        assert [line["round"] for line in reveals] == list(range(1, rounds + 1))
        assert sorted(line["revealed"] for line in reveals) == sorted(deal_line["field_down"])


class TestN4TurnOrder:
    def order(self, rules: Any, start: int, round_no: int) -> list[int]:
        table = position(rules, start=start, round_no=round_no)
        return [int(seat_to_move(table, rules, turn)) for turn in range(rules.seats)]

    def test_clockwise_from_the_start_player_each_round(self) -> None:
        rules = rules_of(4)
        for round_no in range(1, 7):
            assert self.order(rules, 2, round_no) == [2, 3, 0, 1]
        assert self.order(rules_of(3), 1, 4) == [1, 2, 0]

    def test_rotate_start(self) -> None:
        rules = rules_of(4, rotate_start=True)
        orders = [self.order(rules, 2, round_no) for round_no in range(1, 7)]
        assert orders == [[2, 3, 0, 1], [3, 0, 1, 2], [0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]
        assert self.order(rules_of(3, rotate_start=True), 2, 3) == [1, 2, 0]

    def test_rotate_start_of_two_over_many_rounds(self) -> None:
        """More rounds than seats: round 12 moves the first seat eleven times."""
        rules = rules_of(2, rotate_start=True, rounds=12, hand=4)
        assert self.order(rules, 0, 12) == [1, 0]

    @pytest.mark.parametrize("rotate", [False, True])
    def test_one_turn_a_seat_a_round_with_one_action(self, rotate: bool) -> None:
        lines = play({"rounds": 3, "rotate_start": rotate}, players=3, index=4)
        start = next(line for line in lines if line["event"] == "deal")["start_player"]
        turns = [line for line in lines if line["event"] == "turn"]
        moved = 1 if rotate else 0
        wanted = [(r, (start + moved * (r - 1) + turn) % 3) for r in (1, 2, 3) for turn in range(3)]
        assert [(line["round"], line["seat"]) for line in turns] == wanted
        assert all(isinstance(line["action"], dict) for line in turns)

    def test_a_hand_is_no_part_of_the_order(self) -> None:
        rules = rules_of(4)
        table = position(rules, hand("s1", coins=0), hand(coins=0), start=1)
        assert [int(seat_to_move(table, rules, turn)) for turn in range(4)] == [1, 2, 3, 0]
