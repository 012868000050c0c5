"""S1 to S6, S19, S20: set-up, a turn's steps, phases."""

from __future__ import annotations

from typing import Any

import pytest

from balance.errors import UserError
from balance.games.simcity import codes, settings
from balance.games.simcity.phases import check_phase, sims_wanted
from balance.games.simcity.rules import (
    may_buy,
)
from balance.kernel.rng import quiet
from tests.interpreted import interpreted_only
from tests.simcity.positions import Table, card, event, member, table
from tests.simcity.test_rules_placing import strike
from tests.simcity.turns import EVENT, HALL, SHOP, TOWER, dealt, passes, plays

pytestmark = interpreted_only
HOME = card("home", "orange", value=0, house=2)
PLANT = card("plant", phase=3, tags="power_plant", value=0)


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
