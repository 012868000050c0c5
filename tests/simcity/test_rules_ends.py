"""S27 to S31: long cards, the hand limit, how a game ends, and games of one and of two players."""

from __future__ import annotations

from typing import Any

import pytest

from balance.games.simcity import codes
from balance.games.simcity.ends import ends_after_turn, ends_before_play
from balance.games.simcity.rules import (
    draws_of_turn,
    may_draw_long,
    may_take_discard,
)
from tests.interpreted import interpreted_only
from tests.simcity.positions import Table, card, event, member, table
from tests.simcity.test_rules_placing import strike
from tests.simcity.turns import EVENT, HALL, SHOP, TOWER, dealt, passes, plays

pytestmark = interpreted_only


class TestS27LongCards:
    CARDS = (
        card("one"),
        card("two", value=2),
        card("shop", "navy"),
        card("gem", "gold"),
        card("arena", kind="long", value=3),
        card("small", kind="long", value=2),
        card("vault", "gold", kind="long", value=9),
        card("wood", "green"),
    )

    def long_table(self, phase: int = 4, **rulings: Any) -> Table:
        t = table(*self.CARDS, phase=phase, long_cards=True, mayor=0, **rulings)
        return t.lay({(0, 0): "one", (1, 0): "two", (2, 0): "shop", (3, 0): "gem", (0, 1): "one"})

    def test_an_upgrade_of_two_of_its_zone_within_its_value(self) -> None:
        t = self.long_table()
        assert t.way("arena", 0, 0, ">") == "upgrade"
        assert t.way("small", 0, 0, ">") == "rezone"  # 1 + 2 is more than 2
        assert t.way("arena", 1, 0, ">") == "rezone"  # a shop among them
        assert t.way("vault", 2, 0, ">") == "rezone"
        assert t.way("arena", 3, 0, ">") is None  # nothing lies at its right end

    def test_gold_only_by_rezoning(self) -> None:
        t = self.long_table().lay({(4, 0): "gem"})
        assert t.way("vault", 3, 0, ">") == "rezone"

    @pytest.mark.parametrize("phase", [3, 4])
    def test_only_in_phase_4(self, phase: int) -> None:
        assert bool(self.long_table(phase).way("arena", 0, 0, ">")) == (phase == 4)

    def test_left_and_right_but_for_the_ruling(self) -> None:
        t = self.long_table()
        assert (has_long(t, 0, "arena"), has_long(t, 1, "arena")) == (1, 1)
        t.lay({(1, 0): "shop"})
        assert (has_long(t, 0, "arena"), has_long(t, 1, "arena")) == (0, 1)

    def test_on_a_long_block_only_by_rezoning_on_just_its_cells(self) -> None:
        t = self.long_table().lay({(0, 0): "arena>"})
        assert t.way("arena", 0, 0, ">") == "rezone"
        assert t.way("arena", 1, 0, ">") is None  # would cover half of it
        assert self.long_table(rezone_long_block="forbidden").lay({(0, 0): "arena>"}).way("arena", 0, 0, ">") is None

    def test_one_block_thereafter(self) -> None:
        t = self.long_table()
        t.hold(0, "arena")
        before = int(t.city.n_blocks)
        t.place_block(0, "arena", 0, 0, ">")
        assert t.city.n_blocks == before - 1
        assert t.on_top()[0, 0] == t.on_top()[1, 0] == "arena"
        strike(t, (1, 0))
        assert set(t.on_top()) == {(2, 0), (3, 0), (0, 1)}

    def test_a_disaster_uncovers_what_is_green_below_each_end(self) -> None:
        t = table(*self.CARDS, phase=4, long_cards=True)
        t.lay({(0, 0): "wood one", (1, 0): "two"}).lay({(0, 0): "arena>"})
        strike(t, (0, 0))
        assert t.on_top() == {(0, 0): "wood"}
        assert t.discarded() == "arena one two"

    @pytest.mark.parametrize(("phase", "draw", "draws"), [(2, "instead", 1), (3, "instead", 1), (3, "extra", 2)])
    def test_the_long_deck_is_open_from_phase_3(self, phase: int, draw: str, draws: int) -> None:
        t = self.long_table(phase, long_draw=draw)
        t.state.n_long, t.state.long_deck[0] = 1, t.take("arena")
        assert may_draw_long(t.state, t.rules) == (phase >= 3)
        assert draws_of_turn(t.state, t.rules) == draws

    def test_drawn_instead_or_besides_also_from_an_empty_deck(self) -> None:
        for draw, wanted in (("instead", "arena"), ("extra", "two arena")):
            t = self.long_table(3, long_draw=draw)
            t.state.n_long, t.state.long_deck[0] = 1, t.take("arena")
            t.stack("two two")
            t.turn(0, choose_play=passes, choose_draw=lambda e, s, r, p, deck, long: 2 if long else 0)
            assert t.held(0) == wanted
        t = self.long_table(3)
        t.state.n_long, t.state.long_deck[0] = 1, t.take("arena")
        t.hold(0, "one")
        t.turn(0, choose_play=passes)
        assert t.held(0) == "one arena"


def has_long(t: Table, vertical: int, name: str) -> int:
    """Whether the long card of seat 0 has a place as an upgrade, standing up or not."""
    from balance.games.simcity.ends import has_place

    t.rules.long_vertical = vertical
    return int(has_place(t.state, t.rules, t.city, t.kind(name), 0))


class TestS28HandLimit:
    def test_the_surplus_is_discarded_at_the_end_of_the_turn(self) -> None:
        t = table(HALL, TOWER, SHOP, hand_limit=2).lay({(0, 0): "hall"})
        t.hold(0, "hall tower shop hall")
        t.stack("tower tower")
        t.turn(0, choose_play=plays(t, ("tower", 1, 0)), choose_discard=lambda e, s, r, p: s.seats[p].hand[0])
        assert t.held(0) == "hall tower"
        assert t.discarded() == "hall shop"

    def test_no_limit(self) -> None:
        t = table(HALL, TOWER).lay({(0, 0): "hall"})
        t.hold(0, "hall " * 9)
        t.stack("tower")
        t.turn(0, choose_play=passes)
        assert t.state.seats[0].n_hand == 10


class TestS29TheEnd:
    def test_the_target_at_once(self) -> None:
        t = table(HALL, target=20, funds=[0, 20, 0, 0])
        t.state.turn_no = 6
        assert ends_after_turn(t.state, t.rules, 1) == codes.END_TARGET
        t.state.seats[1].funds = 19
        t.state.last_round = 0
        assert ends_after_turn(t.state, t.rules, 1) == 0

    def test_the_round_is_finished_even_if_he_falls_again(self) -> None:
        t = table(HALL, target=20, funds=[0, 20, 0, 0], end_on_target="round")
        for turn, wanted in ((6, 0), (7, 0), (8, codes.END_TARGET)):
            t.state.turn_no = turn
            assert ends_after_turn(t.state, t.rules, 0) == wanted
            t.state.seats[1].funds = 3

    def test_no_target(self) -> None:
        t = table(HALL, target=0, funds=[0, 9999, 0, 0])
        assert ends_after_turn(t.state, t.rules, 0) == 0

    def stuck(self, hand: str = "", **rulings: Any) -> Table:
        """A full 3 × 3 table of halls; all that lies in hand is what ``hand`` says."""
        t = table(HALL, TOWER, card("shop", "navy"), EVENT, member("plain"), table=[3, 3], phase=3, **rulings)
        t.lay({(x, y): "hall" for x in range(3) for y in range(3)})
        t.hold(0, hand)
        return t

    def test_no_legal_play_on_an_empty_deck(self) -> None:
        assert ends_before_play(self.stuck().state, self.stuck().rules, 0) == codes.END_NO_PLAY
        for hand, wanted in (("plain", 2), ("hall", 2), ("shop", 2), ("tower", 0), ("fair", 0)):
            t = self.stuck(hand)
            assert ends_before_play(t.state, t.rules, 0) == wanted, hand

    def test_a_rezoning_counts_by_ruling(self) -> None:
        t = self.stuck("shop", rezone_counts_as_play=True)
        assert ends_before_play(t.state, t.rules, 0) == 0

    def test_a_full_table_with_cards_in_the_deck(self) -> None:
        t = self.stuck("shop")
        t.stack("hall")
        assert ends_before_play(t.state, t.rules, 0) == codes.END_TABLE_FULL
        t.hold(0, "tower")
        assert ends_before_play(t.state, t.rules, 0) == 0

    def test_or_when_nobody_has_a_play(self) -> None:
        t = self.stuck("shop", table_full="nobody")
        t.stack("hall")
        t.hold(2, "tower")
        assert ends_before_play(t.state, t.rules, 0) == 0
        t.state.seats[2].n_hand = 0
        assert ends_before_play(t.state, t.rules, 0) == codes.END_TABLE_FULL

    def test_an_empty_hand_with_a_deck_goes_on(self) -> None:
        t = table(HALL).lay({(0, 0): "hall"})
        t.stack("hall")
        assert ends_before_play(t.state, t.rules, 0) == 0

    def test_a_council_member_is_bought_before_it_ends(self) -> None:
        """Step 2 comes before step 3, and its redraw may bring a play."""
        t = table(HALL, TOWER, member("plain"), phase=3).lay({(0, 0): "hall"})
        t.hold(0, "plain")
        t.turn(0, choose_play=passes, choose_member=lambda *_: t.in_hand(0, "plain"))
        assert t.state.ended == codes.END_NO_PLAY
        assert t.state.seats[0].n_council == 1

    def test_passes_all_round_on_an_empty_deck(self) -> None:
        t = table(HALL, TOWER, EVENT).lay({(0, 0): "hall"})
        for p in range(4):
            t.hold(p, "hall hall tower")
        t.turn(3, choose_play=passes)
        t.turn(0, choose_play=plays(t, ("hall", 1, 0)))
        assert t.state.passes == 0
        for p, ended in ((1, 0), (2, 0), (3, 0), (0, codes.END_STALL)):
            t.turn(p, choose_play=passes)
            assert t.state.ended == ended

    def test_passes_while_the_deck_has_cards_do_not_count(self) -> None:
        t = table(HALL).lay({(0, 0): "hall"})
        t.stack("hall " * 6)
        for p in (0, 1, 2, 3, 0):
            t.turn(p, choose_play=passes)
        assert t.state.ended == 0

    def test_the_turn_limit(self) -> None:
        t = table(HALL, turn_limit=2)
        t.state.turn_no = 7
        assert ends_after_turn(t.state, t.rules, 0) == 0
        t.state.turn_no = 8
        assert ends_after_turn(t.state, t.rules, 0) == codes.END_TURN_LIMIT

    def test_the_first_that_holds_is_named(self) -> None:
        t = table(HALL, turn_limit=2, target=5, funds=[5])
        t.state.turn_no, t.state.passes = 8, 4
        assert ends_after_turn(t.state, t.rules, 0) == codes.END_TARGET
        t.state.seats[0].funds, t.state.last_round = 0, 0
        assert ends_after_turn(t.state, t.rules, 0) == codes.END_STALL

    def test_most_funds_win_and_equals_share(self) -> None:
        from balance.games.simcity.score import WIN, close_book

        t = table(HALL, funds=[7, 9, 9, 1], players=4)
        t.state.round_no = 1
        t.state.start_seat = 1
        t.state.ended = codes.END_STALL
        close_book(t.state, t.book, t.rules)
        assert [int(t.book.seats[place].score) for place in range(4)] == [9, 9, 1, 7]  # from the start player on
        assert [int(t.book.seats[place].points) for place in range(4)] == [WIN // 2, WIN // 2, 0, 0]


class TestS30Solitaire:
    def alone(self, **rulings: Any) -> Table:
        t = table(HALL, TOWER, SHOP, EVENT, event("out", "recall mayor"), players=1, mode="solitaire", **rulings)
        return t.lay({(0, 0): "hall"})

    def test_the_top_of_the_discards_instead_of_a_draw(self) -> None:
        t = self.alone()
        t.state.discards[0, :2], t.state.n_discards[0] = t.take_all("tower shop"), 2
        t.stack("hall")
        assert may_take_discard(t.state, t.rules, 0)
        t.turn(0, choose_play=passes, choose_draw=lambda *_: 1)
        assert (t.held(0), t.discarded(), int(t.state.n_deck[0])) == ("shop", "tower", 1)

    def test_only_while_the_deck_has_cards(self) -> None:
        t = self.alone()
        t.state.discards[0, 0], t.state.n_discards[0] = t.take("tower"), 1
        assert not may_take_discard(t.state, t.rules, 0)
        shared = table(HALL, TOWER)
        shared.state.discards[0, 0], shared.state.n_discards[0] = shared.take("tower"), 1
        shared.stack("hall")
        assert not may_take_discard(shared.state, shared.rules, 0)

    def test_the_hand_limit_acts_at_once(self) -> None:
        """Two in hand are the most: the card drawn goes to the discards before he can play it."""
        t = self.alone(hand_limit=2)
        t.hold(0, "hall hall")
        t.stack("tower shop")
        t.turn(0, choose_play=passes, choose_draw=lambda *_: 0)
        assert (t.held(0), t.discarded()) == ("hall hall", "tower")

    def test_cards_dealt_above_the_limit_are_kept(self) -> None:
        """The limit is looked at when a card would join the hand, not at the end of the turn."""
        t = self.alone(hand_limit=2)
        t.hold(0, "hall tower hall")
        t.stack("tower shop")
        t.turn(0, choose_play=passes, choose_draw=lambda *_: 0)
        assert (t.held(0), t.discarded()) == ("hall tower hall", "tower")

    def test_he_stays_mayor_at_0_and_through_a_recall(self) -> None:
        t = self.alone()
        t.state.phase, t.state.office[codes.MAYOR] = 3, 0
        t.hold(0, "out")
        t.play_event(0, "out")
        assert t.state.office[codes.MAYOR] == 0
        tax = table(event("tax", "mayor_pays 5"), players=1, mode="solitaire", phase=3, mayor=0, funds=[3])
        tax.hold(0, "tax")
        tax.play_event(0, "tax", choose_resign=lambda *_: True)
        assert (tax.funds, tax.state.office[codes.MAYOR]) == ([0], 0)


class TestS31Duel:
    CARDS = (
        HALL,
        TOWER,
        card("shop", "navy"),
        event("quake", "destroy 1 any; mayor_pays 3 each lost"),
        event("out", "recall mayor"),
        event("poll", "election governor"),
        event("tax", "lose 2 mayor"),
        event("dice", "destroy d6 any"),
    )

    def duel(self, **said: Any) -> Table:
        return table(*self.CARDS, players=2, mode="duel", **said)

    def test_the_phase_is_3_and_everybody_builds_in_a_city_of_his_own(self) -> None:
        t = dealt(self.duel())
        assert t.state.phase == 3
        assert all(1 <= n <= 12 * len(self.CARDS) for n in t.state.seats[0].hand[:7])
        assert all(n > 12 * len(self.CARDS) for n in t.state.seats[1].hand[:7])
        t = self.duel()
        t.lay({(0, 0): "hall"}, 0)
        t.hold(1, "tower")
        t.place_block(1, "tower", 0, 0)
        assert (t.on_top(0), t.on_top(1)) == ({(0, 0): "hall"}, {(0, 0): "tower"})

    def test_no_rezoning(self) -> None:
        assert self.duel().lay({(0, 0): "hall"}).way("shop", 0, 0) is None

    def test_phase_stays_3(self) -> None:
        t = table(card("home", "orange", house=50), players=2, mode="duel")
        t.hold(0, "home")
        t.place_block(0, "home", 0, 0)
        assert t.state.phase == 3

    def test_an_event_hits_both_cities_and_each_pays_for_himself(self) -> None:
        """Seat 0 chooses in both; the second city had only green blocks, so its mayor pays nothing."""
        t = self.duel(funds=[10, 10])
        t.lay({(0, 0): "hall", (1, 0): "tower"}, 0)
        t.lay({(5, 5): "hall"}, 1)
        t.hold(0, "quake")
        t.play_event(0, "quake", [(1, 0)], [(5, 5)])
        assert (t.on_top(0), t.on_top(1)) == ({(0, 0): "hall"}, {})
        assert t.funds == [7, 7]
        assert t.discarded(0) == "tower quake"
        assert t.discarded(1) == "hall"

    def test_recall_and_election_do_nothing_and_all_stay_at_0(self) -> None:
        t = self.duel(funds=[1, 5], offices=True)
        for name in ("out", "poll", "tax"):
            t.hold(0, name)
            t.play_event(0, name)
        assert t.funds == [0, 3]
        assert list(t.state.office) == [-1, -1, -1]

    def test_dice_are_shared(self) -> None:
        """The same number of blocks is asked for in both cities."""
        asked = []

        def aim(entry: Any, state: Any, rules: Any, p: int, d: int, kind: int, reach: int) -> None:
            asked.append((int(d), int(reach)))
            state.now.n_targets = 0

        t = self.duel()
        t.hold(0, "dice")
        t.play_event(0, "dice", choose_targets=aim)
        assert [d for d, _ in asked] == [0, 1]
        assert len({reach for _, reach in asked}) == 1
        assert 1 <= asked[0][1] <= 6
