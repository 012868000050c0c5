"""S1 to S6, S19, S20, S27 to S31: set-up, a turn's steps, phases, long cards, and how a game ends."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance.errors import UserError
from balance.games.simcity import codes, settings
from balance.games.simcity.ends import ends_after_turn, ends_before_play
from balance.games.simcity.phases import check_phase, sims_wanted
from balance.games.simcity.rules import (
    clear_table,
    deal,
    draw_start_player,
    draws_of_turn,
    may_buy,
    may_draw_long,
    may_take_discard,
)
from balance.kernel.rng import block_key, quiet
from tests.interpreted import interpreted_only
from tests.simcity.positions import Table, card, cell, event, member, table
from tests.simcity.test_rules_placing import strike

pytestmark = interpreted_only

HALL, TOWER = card("hall"), card("tower", value=3)
HOME = card("home", "orange", value=0, house=2)
SHOP = card("shop", "navy", need=1, value=2)
PLANT = card("plant", phase=3, tags="power_plant", value=0)
EVENT = event("fair", "gain 1 all")


def passes(*_: Any) -> None:
    """A player that passes."""


def plays(t: Table, *wanted: tuple[str, int, int]) -> Any:
    """A player that places these cards one after the other, then passes; `t.asked` counts."""
    t.asked = 0

    def choose_play(entry: Any, state: Any, rules: Any, p: int) -> None:
        at, now = t.asked, state.now
        t.asked += 1
        if at < len(wanted):
            name, x, y = wanted[at]
            if t.rules.kind[t.kind(name)].family == codes.EVENT:
                now.card, now.way = t.in_hand(p, name), codes.PLAY_EVENT
                return
            way = t.way(name, x, y, "", p if rules.mode == codes.DUEL else 0)
            assert way, wanted[at]
            now.card, now.way, now.cell, now.cell2 = t.in_hand(p, name), codes.WAYS.index(way), cell(x, y), 0

    return choose_play


def dealt(t: Table, block: int = 0) -> Table:
    """The same table after set-up and deal of a block."""
    with quiet():
        t.state.block = block_key(np.int64(8), np.int64(block))
        clear_table(t.state, t.rules)
        deal(t.state, t.rules)
        draw_start_player(t.state, t.rules)
    return t


class TestS1Modes:
    @pytest.mark.parametrize(
        ("mode", "players", "good"),
        [
            ("shared", 1, False),
            ("shared", 2, True),
            ("shared", 7, True),
            ("solitaire", 1, True),
            ("solitaire", 2, False),
            ("duel", 2, True),
            ("duel", 3, False),
        ],
    )
    def test_players_of_a_mode(self, mode: str, players: int, good: bool) -> None:
        if good:
            assert settings.load({"mode": mode}, players).rules.mode == mode
        else:
            with pytest.raises(UserError):
                settings.load({"mode": mode}, players)

    def test_two_are_outside_the_rules(self) -> None:
        assert settings.notes(settings.load({}, 2), 2) == ["outside_rules:players"]
        assert settings.notes(settings.load({}, 3), 3) == []

    def test_what_is_printed_on_a_card(self) -> None:
        """The kernel's record says what the card says."""
        own = card(
            "own", "red", phase=2, value=4, need=3, crime=-1, pollution=2, road="h", rail="v", power="hv", limit=2
        )
        about = table(own).rules.kind[0]
        said = {name: int(about[name]) for name in ("zone", "phase", "value", "sims", "house", "crime", "pollution")}
        assert said == {"zone": 7, "phase": 2, "value": 4, "sims": 3, "house": 0, "crime": -1, "pollution": 2}
        assert list(about.lines) == [codes.H, codes.V, codes.H | codes.V]
        assert about.limit == 2


class TestS2SetUp:
    def test_hands_from_the_deck(self) -> None:
        """3 players, 7 cards each of 24."""
        t = dealt(table(HALL, HOME, players=3))
        hands = [set(t.state.seats[p].hand[:7]) for p in range(3)]
        assert [int(t.state.seats[p].n_hand) for p in range(3)] == [7, 7, 7]
        rest = set(t.state.deck[0, : t.state.n_deck[0]])
        assert len(rest) == 3
        assert set().union(*hands, rest) == set(range(1, 25))

    def test_nothing_else_is_there(self) -> None:
        t = table(HALL, HOME, players=3, funds=[5, 5, 5], phase=3, mayor=1)
        t.lay({(0, 0): "hall"})
        t = dealt(t)
        assert (t.funds, t.state.phase, list(t.state.office)) == ([0, 0, 0], 1, [-1, -1, -1])
        assert t.on_top() == {}
        assert t.state.n_discards[0] == 0

    def test_hand_by_ruling(self) -> None:
        t = dealt(table(HALL, HOME, players=3, hand=4))
        assert [int(t.state.seats[p].n_hand) for p in range(3)] == [4, 4, 4]

    def test_the_start_player_is_drawn_by_lot(self) -> None:
        """Of 300 blocks each of 3 seats starts 100 times, give or take five standard deviations of 8.2."""
        t = table(HALL, HOME, players=3)
        starts = [int(dealt(t, block).state.start_seat) for block in range(300)]
        assert all(60 <= starts.count(p) <= 140 for p in range(3))

    def test_every_card_is_everywhere_alike(self) -> None:
        """Card 1 of 8 lies on each place of the deck 40 times in 320 deals, give or take 5 × 5.9."""
        t = table(HALL, players=2, hand=1)
        t.rules.n_cards = t.rules.deck_cards[0] = 8
        found = []
        for block in range(320):
            dealt(t, block)
            order = [int(t.state.seats[p].hand[0]) for p in range(2)]
            order += list(map(int, t.state.deck[0, : t.state.n_deck[0]][::-1]))
            found.append(order.index(1))
        assert all(10 <= found.count(place) <= 70 for place in range(8))

    def test_a_swapped_card_leaves_all_others_in_place(self) -> None:
        """Two decks that differ in one kind at the end: the same numbers lie in the same places."""
        orders = []
        for cards in ((HALL, HOME), (HALL, SHOP)):
            t = dealt(table(*cards, players=3), 5)
            orders.append([list(map(int, t.state.seats[p].hand[:7])) for p in range(3)])
        assert orders[0] == orders[1]

    def test_decks_are_shuffled_by_keys_of_their_own(self) -> None:
        """The long deck does not change what is dealt from the deck."""
        arena = card("arena", kind="long")
        without = dealt(table(HALL, HOME, players=3), 2)
        with_it = dealt(table(HALL, HOME, arena, players=3, long_cards=True), 2)
        assert list(without.state.deck[0]) == list(with_it.state.deck[0])
        assert sorted(map(int, with_it.state.long_deck[: with_it.state.n_long])) == list(range(25, 37))


class TestS3Turn:
    def test_draw_then_play_then_pay(self) -> None:
        t = table(HALL, TOWER).lay({(0, 0): "hall"})
        t.stack("tower hall")
        t.turn(1, choose_play=plays(t, ("tower", 1, 0)))  # the card that was drawn in this very turn
        assert t.funds == [0, 3, 0, 0]
        assert t.held(1) == ""
        assert t.state.n_deck[0] == 1

    def test_draws_and_plays_by_ruling(self) -> None:
        t = table(HALL, TOWER, draws=3, plays=2).lay({(0, 0): "hall"})
        t.stack("tower hall hall hall")
        t.turn(0, choose_play=plays(t, ("hall", 1, 0), ("hall", 2, 0), ("tower", 3, 0)))
        assert t.asked == 2
        assert t.held(0) == "tower"
        assert t.state.n_deck[0] == 1

    def test_clockwise_from_the_start_player(self) -> None:
        """Whole games are played: seats take turns one after the other."""
        from balance.games.simcity import play

        order: list[int] = []

        def take_turn(state: Any, book: Any, rules: Any, lineup: Any, p: int, log: Any) -> None:
            order.append(int(p))
            state.ended = len(order) == 9

        t = table(HALL, HOME, players=3)
        with quiet(), pytest.MonkeyPatch.context() as patch:
            patch.setattr(play, "take_turn", take_turn)
            play.play_game(t.state, t.book, t.rules, t.lineup, t.log)
        first = int(t.state.start_seat)
        assert order == [(first + i) % 3 for i in range(9)]
        assert (t.state.round_no, t.state.turn_no) == (3, 9)


class TestS4Drawing:
    def test_the_top_card_and_none_from_an_empty_deck(self) -> None:
        t = table(HALL, TOWER)
        t.stack("tower hall")
        t.hold(1, "hall")
        t.turn(0, choose_play=passes)
        assert t.held(0) == "tower"
        t.turn(1, choose_play=passes)
        assert t.held(1) == "hall hall"
        t.hold(2, "hall")
        t.turn(2, choose_play=passes)
        assert t.held(2) == "hall"

    def test_discards_are_never_shuffled_anew(self) -> None:
        t = table(HALL, EVENT)
        t.hold(0, "fair hall")
        t.turn(0, choose_play=plays(t, ("fair", 0, 0)))
        assert t.discarded() == "fair"
        assert t.state.n_deck[0] == 0


class TestS5Council:
    CARDS = (HALL, TOWER, member("plain", cost=4), member("dear", cost=9))

    def bought(self, funds: int, phase: int = 3, **rulings: Any) -> Table:
        """Seat 0 would buy the plain member."""
        t = table(*self.CARDS, phase=phase, funds=[funds], **rulings).lay({(0, 0): "hall"})
        t.hold(0, "plain dear hall")
        t.stack("hall tower")
        t.turn(0, choose_play=passes, choose_member=lambda *_: t.in_hand(0, "plain"))
        return t

    def test_pay_and_put_down_and_draw(self) -> None:
        t = self.bought(6)
        assert t.funds[0] == 2
        assert t.told(t.state.seats[0].council[: t.state.seats[0].n_council]) == "plain"
        assert t.held(0) == "dear hall hall tower"

    def test_without_redraw(self) -> None:
        assert self.bought(6, council_redraw=False).held(0) == "dear hall hall"

    @pytest.mark.parametrize(("phase", "funds", "may"), [(2, 9, False), (3, 3, False), (3, 4, True), (4, 4, True)])
    def test_from_phase_3_if_funds_reach_the_cost(self, phase: int, funds: int, may: bool) -> None:
        t = table(*self.CARDS, phase=phase, funds=[funds])
        t.hold(0, "plain")
        assert may_buy(t.state, t.rules, 0) == may
        assert self.bought(funds, phase).state.seats[0].n_council == may

    def test_one_a_turn_and_no_play(self) -> None:
        """He may still play, and is asked once."""
        t = table(*self.CARDS, phase=3, funds=[20]).lay({(0, 0): "hall"})
        t.hold(0, "plain plain tower")
        t.turn(0, choose_play=plays(t, ("tower", 1, 0)), choose_member=lambda *_: t.in_hand(0, "plain"))
        assert t.state.seats[0].n_council == 1
        assert t.funds[0] == 20 - 4 + 3


class TestS6Playing:
    def test_extra_plays_each_scored_by_itself(self) -> None:
        """The guide gives two more plays; the second tower is paid for the first."""
        guide = card("guide", effect="extra_plays 2", value=0)
        twin = card("twin", value=1, effect="receives 5 card:twin")
        t = table(HALL, guide, twin).lay({(0, 0): "hall"})
        t.hold(0, "guide twin twin twin")
        t.turn(0, choose_play=plays(t, ("guide", 1, 0), ("twin", 2, 0), ("twin", 3, 0), ("twin", 4, 0)))
        assert t.asked == 3
        assert t.held(0) == "twin"
        assert t.funds[0] == 0 + 1 + 6

    def test_events_give_extra_plays_too(self) -> None:
        boom = event("boom", "extra_plays 1")
        t = table(HALL, TOWER, boom).lay({(0, 0): "hall"})
        t.hold(0, "boom tower")
        t.turn(0, choose_play=plays(t, ("boom", 0, 0), ("tower", 1, 0)))
        assert t.funds[0] == 3

    @pytest.mark.parametrize(("credit", "left"), [("end_of_turn", 3), ("each_play", 0)])
    def test_when_pay_is_credited(self, credit: str, left: int) -> None:
        """Funds 2, a card of 3 with an extra play, then an event that takes 9: not what is not credited yet."""
        first, tax = card("first", value=3, effect="extra_plays 1"), event("tax", "lose 9 self")
        t = table(HALL, first, tax, funds=[2], credit=credit).lay({(0, 0): "hall"})
        t.hold(0, "first tax")
        t.turn(0, choose_play=plays(t, ("first", 1, 0), ("tax", 0, 0)))
        assert t.funds[0] == left

    def test_the_phase_is_checked_after_each_play(self) -> None:
        """The fourth home begins phase 2, in which the guide's extra play may be a card of phase 2."""
        home2 = card("home2", "orange", house=1, value=1, effect="extra_plays 1")
        t = table(HOME, home2, card("late", "orange", phase=2), players=4)
        t.lay({(0, 0): "home", (1, 0): "home", (2, 0): "home"})
        t.hold(0, "home2 late")
        assert t.way("late", 3, 0) is None
        t.turn(0, choose_play=plays(t, ("home2", 3, 0), ("late", 4, 0)))
        assert t.held(0) == ""


class TestS19EarlyPhases:
    @pytest.mark.parametrize(
        ("players", "wanted", "rulings"),
        [
            (2, 4, {}),
            (3, 4, {}),
            (4, 4, {}),
            (5, 5, {}),
            (4, 8, {"phase1_factor": 2}),
            (3, 6, {"phase1_factor": 2}),
            (3, 7, {"phase1_min": 7}),
            (4, 4, {"phase1_min": 7}),
        ],
    )
    def test_houses_that_begin_phase_2(self, players: int, wanted: int, rulings: Any) -> None:
        t = table(HOME, HALL, players=players, **rulings)
        for x in range(wanted):
            assert t.state.phase == 1
            t.hold(0, "home")
            t.place_block(0, "home", x, 0)
        assert t.state.phase == 2

    def test_covered_houses_do_not_count(self) -> None:
        t = table(HOME, card("hotel", "orange", value=1), players=4)
        t.lay({(0, 0): "home hotel", (1, 0): "home", (2, 0): "home"})
        t.hold(0, "home home")
        t.place_block(0, "home", 3, 0)
        assert t.state.phase == 1
        t.place_block(0, "home", 4, 0)
        assert t.state.phase == 2

    def village(self, needing: int, phase: int = 2, players: int = 3, **rulings: Any) -> Table:
        """A home and so many shops."""
        t = table(HOME, SHOP, PLANT, players=players, phase=phase, funds=[0] * players, **rulings)
        t.lay({(0, 0): "home"} | {(x, 0): "shop" for x in range(1, needing + 1)})
        t.hold(1, "plant plant")
        return t

    @pytest.mark.parametrize(
        ("phase", "needing", "rulings", "may"),
        [
            (2, 5, {}, False),
            (2, 6, {}, True),
            (1, 6, {}, False),
            (3, 0, {}, True),
            (2, 3, {"phase2_factor": 1}, True),
            (2, 2, {"phase2_factor": 1}, False),
        ],
    )
    def test_when_the_first_plant_may_be_placed(self, phase: int, needing: int, rulings: Any, may: bool) -> None:
        """Six blocks that need sims for three players, but only from phase 2."""
        assert bool(self.village(needing, phase, **rulings).way("plant", 0, 1)) == may

    def test_it_begins_phase_3_and_makes_its_player_mayor(self) -> None:
        t = self.village(6)
        t.place_block(1, "plant", 0, 1)
        assert (t.state.phase, t.state.office[codes.MAYOR]) == (3, 1)
        t.hold(2, "plant")
        t.place_block(2, "plant", 0, 2)
        assert t.state.office[codes.MAYOR] == 1

    def test_other_cards_of_phase_3_wait(self) -> None:
        t = table(HOME, SHOP, card("late", phase=3), players=3, phase=2)
        t.lay({(0, 0): "home"} | {(x, 0): "shop" for x in range(1, 7)})
        assert t.way("late", 0, 1) is None

    def test_an_early_plant_opens_nothing(self) -> None:
        """A plant of phase 1 in a village that is too small leaves it in phase 2."""
        early = card("early", tags="power_plant")
        t = table(HOME, SHOP, early, players=3, phase=2).lay({(0, 0): "home", (1, 0): "shop"})
        t.hold(0, "early")
        t.place_block(0, "early", 0, 1)
        assert (t.state.phase, t.state.office[codes.MAYOR]) == (2, -1)

    def test_blocks_are_counted_before_the_plant_is_placed(self) -> None:
        """The plant itself needs a sim; it is no sixth block."""
        needy = card("needy", phase=3, tags="power_plant", need=1)
        t = table(HOME, SHOP, needy, players=3, phase=2)
        t.lay({(0, 0): "home"} | {(x, 0): "shop" for x in range(1, 6)})
        assert t.way("needy", 0, 1) is None

    def test_phases_never_fall(self) -> None:
        t = table(HOME, SHOP, players=3, phase=2).lay({(0, 0): "home", (1, 0): "shop"})
        strike(t, (0, 0))
        check_phase(t.state, t.rules, t.book, 0, False, t.log)
        assert t.state.phase == 2


class TestS20Phase4:
    @pytest.mark.parametrize(
        ("players", "wanted", "rulings"),
        [(3, 40, {}), (4, 40, {}), (5, 50, {}), (4, 24, {"phase3_factor": 6}), (3, 30, {"phase3_min": 30})],
    )
    def test_sims_that_begin_it(self, players: int, wanted: int, rulings: Any) -> None:
        t = table(HALL, players=players, phase=3, **rulings)
        assert sims_wanted(t.state, t.rules, t.city) == wanted

    def row(self, homes: int, players: int = 3, **rulings: Any) -> Table:
        t = table(
            HALL, card("home", "orange", house=6, value=0), card("last", house=1), players=players, phase=3, **rulings
        )
        return t.lay({(x, 0): "home" for x in range(homes)})

    def test_less_the_bonus_of_the_largest_orange_group(self) -> None:
        """Six homes in a row house 36 of 40 and make a bonus of 5."""
        t = self.row(5)
        assert sims_wanted(t.state, t.rules, t.city) == 40 - 4
        t.hold(0, "home")
        t.place_block(0, "home", 5, 0)
        assert t.state.phase == 4

    def test_from_four_blocks_on_whatever_the_ruling(self) -> None:
        t = self.row(3, zoning_min=2)
        assert sims_wanted(t.state, t.rules, t.city) == 40
        t = self.row(4, zoning_min=9)
        assert sims_wanted(t.state, t.rules, t.city) == 37

    def test_what_was_ever_paid(self) -> None:
        """Four homes were laid by hand: nothing was paid until the fifth, which is worth 4."""
        t = self.row(4, phase3_orange="ever_paid")
        assert sims_wanted(t.state, t.rules, t.city) == 40
        t.hold(0, "home")
        t.place_block(0, "home", 4, 0)
        assert sims_wanted(t.state, t.rules, t.city) == 36
        strike(t, (2, 0))
        assert sims_wanted(t.state, t.rules, t.city) == 36

    def test_the_group_may_fall_apart_again(self) -> None:
        t = self.row(5)
        strike(t, (2, 0))
        assert sims_wanted(t.state, t.rules, t.city) == 40

    def test_several_phases_at_once(self) -> None:
        """From phase 2 the first plant may lead right into phase 4."""
        t = table(card("home", "orange", house=20), SHOP, PLANT, players=3, phase=2)
        t.lay({(0, 0): "home", (0, 1): "home"} | {(x, 0): "shop" for x in range(1, 7)})
        t.hold(2, "plant")
        t.place_block(2, "plant", 1, 1)
        assert (t.state.phase, t.state.office[codes.MAYOR]) == (4, 2)


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
