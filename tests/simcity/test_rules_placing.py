"""S7 to S11: where and how a block may be placed, the council's vote, and what a card asks of its place."""

from __future__ import annotations

from typing import Any

import pytest

from balance.games.simcity import codes
from balance.games.simcity.city import table_full
from balance.games.simcity.council import bound, could_win, count_votes, free_votes, strength
from tests.interpreted import interpreted_only
from tests.simcity.positions import Table, answers, card, cell, member, table

pytestmark = interpreted_only


class TestS7NewPlacement:
    CARDS = (card("hall"), card("shop", "navy"))

    def test_the_first_block_lies_in_the_middle_and_the_next_beside_it(self) -> None:
        """Anywhere is as good as anywhere else on an empty table: it is not bounded yet."""
        t = table(*self.CARDS)
        assert t.way("hall", 0, 0) == "new"
        assert t.way("hall", 1, 0) is None
        t.lay({(0, 0): "hall"})
        found = {(x, y) for x in range(-2, 3) for y in range(-2, 3) if t.way("shop", x, y) == "new"}
        assert found == {(1, 0), (-1, 0), (0, 1), (0, -1)}

    def test_the_bounding_box_is_kept(self) -> None:
        """Three blocks in a row fill the width of a 3 × 4 table, and its height has room for three rows more."""
        t = table(*self.CARDS, table=[3, 4]).lay({(0, 0): "hall", (1, 0): "hall", (2, 0): "hall"})
        assert t.way("hall", 3, 0) is None
        assert t.way("hall", -1, 0) is None
        assert t.way("hall", 0, 1) == "new"
        t.lay({(1, 1): "hall", (1, 2): "hall"})
        assert (t.way("hall", 1, 3), t.way("hall", 1, -1)) == ("new", "new")
        t.lay({(1, 3): "hall"})
        assert t.way("hall", 1, -1) is None

    def test_what_was_ever_occupied_bounds_it(self) -> None:
        t = table(*self.CARDS, table=[3, 3], phase=3).lay({(0, 0): "hall", (1, 0): "hall", (2, 0): "shop"})
        strike(t, (2, 0))
        assert (2, 0) not in t.on_top()
        assert t.way("hall", -1, 0) is None

    def test_a_full_table(self) -> None:
        square = {(x, y): "hall" for x in range(3) for y in range(3)}
        t = table(*self.CARDS, table=[3, 3]).lay(square)
        assert table_full(t.city, t.rules)
        strike(t, (1, 1))
        assert not table_full(t.city, t.rules)

    def test_an_emptied_city_starts_again_within_its_bounds(self) -> None:
        """One cell was built on: with it, a 3 × 3 table reaches two steps to every side."""
        t = table(*self.CARDS, table=[3, 3]).lay({(0, 0): "hall"})
        strike(t, (0, 0))
        found = {(x, y) for x in range(-4, 5) for y in range(-4, 5) if t.way("hall", x, y) == "new"}
        assert found == {(x, y) for x in range(-2, 3) for y in range(-2, 3)}
        t.lay({(2, 2): "hall"})
        assert t.way("hall", 3, 2) is None
        assert t.way("hall", 1, 2) == "new"


def strike(t: Table, *places: tuple[int, int]) -> None:
    """A disaster hits these places."""
    from balance.games.simcity.disasters import destroy_targets

    t.state.now.n_targets = len(places)
    t.state.now.targets[: len(places)] = [cell(x, y) for x, y in places]
    destroy_targets(t.state, t.rules, 0, 0, t.log)


class TestS8Upgrade:
    def test_same_zone_and_a_value_not_below(self) -> None:
        cards = card("low", value=1), card("mid", value=2), card("high", value=3), card("shop", "navy", value=3)
        t = table(*cards).lay({(0, 0): "mid"})
        assert t.way("high", 0, 0) == "upgrade"
        assert t.way("low", 0, 0) is None
        assert t.way("shop", 0, 0) is None

    @pytest.mark.parametrize(
        "differs",
        [
            {"phase": 2},
            {"value": 2},
            {"need": 0},
            {"house": 1},
            {"crime": 1},
            {"pollution": -1},
            {"road": "h"},
            {"rail": "v"},
            {"power": "hv"},
            {"limit": 1},
            {"tags": "bank"},
            {"effect": "extra_plays 1"},
        ],
        ids=str,
    )
    def test_it_must_differ_in_something_printed(self, differs: dict[str, Any]) -> None:
        t = table(card("old"), card("new", **differs), phase=2).lay({(0, 0): "old"})
        assert t.way("new", 0, 0) == "upgrade"

    def test_another_name_is_no_difference(self) -> None:
        t = table(card("old"), card("new")).lay({(0, 0): "old"})
        assert t.way("new", 0, 0) is None
        assert t.way("old", 0, 0) is None

    def test_gold_and_long_blocks_are_not_upgraded(self) -> None:
        cards = card("plaza", "gold"), card("dome", "gold", value=5), card("hall"), card("tower", value=5)
        t = table(*cards, card("arena", kind="long", value=2), phase=1, long_cards=True)
        t.lay({(0, 0): "plaza", (1, 0): "hall", (2, 0): "hall"}).lay({(1, 0): "arena>"})
        assert t.way("dome", 0, 0) is None
        assert t.way("tower", 1, 0) is None
        assert t.way("tower", 2, 0) is None

    def test_only_the_top_counts(self) -> None:
        """The house under the hotel houses nobody any more, and of its name none lies in the city."""
        t = table(card("home", "orange", house=3, limit=1), card("hotel", "orange", value=2, need=1))
        t.lay({(0, 0): "home hotel"})
        assert (t.city.sims, t.city.n_houses, t.city.needing) == (0, 0, 1)
        assert t.way("home", 1, 0) == "new"


class TestS9Rezoning:
    CARDS = (card("hall"), card("shop", "navy", value=3), card("plaza", "gold", value=1))

    @pytest.mark.parametrize(("phase", "way"), [(1, None), (2, None), (3, "rezone"), (4, "rezone")])
    def test_from_phase_3(self, phase: int, way: str | None) -> None:
        assert table(*self.CARDS, phase=phase).lay({(0, 0): "hall"}).way("shop", 0, 0) == way

    def test_any_zone_and_any_value_gold_too(self) -> None:
        t = table(*self.CARDS, phase=3).lay({(0, 0): "shop", (1, 0): "plaza"})
        assert t.way("hall", 0, 0) == "rezone"
        assert t.way("hall", 1, 0) == "rezone"
        assert t.way("plaza", 0, 0) == "rezone"

    def test_no_part_of_a_long_block(self) -> None:
        t = table(*self.CARDS, card("arena", kind="long", value=2), phase=4, long_cards=True)
        t.lay({(1, 0): "hall", (2, 0): "hall"}).lay({(1, 0): "arena>"})
        assert t.way("shop", 1, 0) is None
        assert t.way("shop", 2, 0) is None

    def test_the_covered_card_counts_no_longer(self) -> None:
        t = table(*self.CARDS, phase=3, mayor=0).lay({(0, 0): "hall"})
        t.hold(0, "shop")
        t.place_block(0, "shop", 0, 0)
        assert t.on_top() == {(0, 0): "shop"}
        assert t.held(0) == ""
        assert t.state.pending == 3

    def test_voted_down_the_card_returns_and_the_play_is_spent(self) -> None:
        t = table(*self.CARDS, phase=3).lay({(0, 0): "hall"})
        t.hold(0, "shop")
        t.turn(0, choose_play=propose(t, "shop", (0, 0), (0, 0)))
        assert t.on_top() == {(0, 0): "hall"}
        assert t.held(0) == "shop"
        assert t.asked == 1

    def test_or_one_may_play_again_but_not_rezone_the_same_cell(self) -> None:
        t = table(*self.CARDS, phase=3, rezone_failed="again").lay({(0, 0): "hall", (1, 0): "hall"})
        t.hold(0, "shop")
        t.turn(0, choose_play=propose(t, "shop", (0, 0), (1, 0)))
        assert t.asked == 3  # two proposals, then a pass
        assert t.held(0) == "shop"
        assert t.way("shop", 0, 0) is None
        assert t.way("shop", 1, 0) is None
        t.state.turn_no += 1
        assert t.way("shop", 0, 0) == "rezone"


def propose(t: Table, name: str, *places: tuple[int, int]) -> Any:
    """A player that proposes a rezoning of one place after the other, and then passes; `t.asked` counts."""
    t.asked = 0

    def choose_play(entry: Any, state: Any, rules: Any, p: int) -> None:
        at, now = t.asked, state.now
        t.asked += 1
        if at < len(places):
            assert t.way(name, *places[at]) == "rezone"
            now.card, now.way, now.cell, now.cell2 = t.in_hand(p, name), codes.REZONE, cell(*places[at]), 0

    return choose_play


class TestS10Council:
    """Seat 0 proposes to lay a navy shop over an orange home, or over a brown mill."""

    CARDS = (
        card("home", "orange"),
        card("mill", "brown"),
        card("shop", "navy"),
        card("store", "navy", value=0),
        member("plain"),
        member("able_navy", "navy", "able"),
        member("able_orange", "orange", "able"),
        member("able_red", "red", "able"),
        member("bad_navy", "navy", "corrupt"),
        member("bad_orange", "orange", "corrupt"),
        member("bad_red", "red", "corrupt"),
    )

    def vote(
        self, *council: str, yes: tuple[int, ...] = (0,), over: str = "home", **said: Any
    ) -> tuple[int, int, bool]:
        """(votes for, votes against, passed) where seat p has ``council[p]`` and the seats ``yes`` are for it."""
        t = table(*self.CARDS, phase=3, players=4, **said).lay({(0, 0): over})
        for p, names in enumerate(council):
            t.sit(p, names)
        for p in range(4):
            t.state.seats[p].vote = int(p in yes)
        passed = count_votes(t.state, t.rules, t.city, t.kind("shop"), cell(0, 0), codes.NO_CELL)
        vote = t.state.vote
        return int(vote.yes[:4].sum()), int(vote.no[:4].sum()), bool(passed)

    def test_plain_members_have_one_vote_each(self) -> None:
        assert self.vote("plain plain", "plain") == (2, 1, True)
        assert self.vote("plain", "plain plain") == (1, 2, False)
        assert self.vote("plain", "plain plain", yes=(0, 1)) == (3, 0, True)

    def test_without_any_vote_or_office_it_fails(self) -> None:
        assert self.vote("") == (0, 0, False)

    def test_the_mayor_has_two_more_and_the_chairman_one(self) -> None:
        assert self.vote("", mayor=0) == (2, 0, True)
        assert self.vote("plain", mayor=1) == (1, 2, False)
        assert self.vote("plain", mayor=0, chairman=0) == (4, 0, True)
        assert self.vote("plain", mayor=2, chairman=3) == (1, 3, False)

    def test_a_tie_is_the_chairmans_then_the_mayors(self) -> None:
        """2 : 2 with the mayor for it and against it; with a chairman 3 : 3 as he says."""
        assert self.vote("", "plain plain", mayor=0) == (2, 2, True)
        assert self.vote("plain plain", "", mayor=1) == (2, 2, False)
        assert self.vote("plain", "", "", mayor=1, chairman=0) == (2, 2, True)
        assert self.vote("plain plain", "", mayor=0, chairman=1, yes=(1,)) == (1, 4, False)
        assert self.vote("", "plain", mayor=0, chairman=2) == (2, 2, False)
        assert self.vote("plain", "plain") == (1, 1, False)

    @pytest.mark.parametrize(
        ("counts", "navy", "orange"), [("either", 2, 2), ("removed", 1, 2), ("added", 2, 1)], ids=str
    )
    def test_an_able_member_has_two_where_its_zone_is_concerned(self, counts: str, navy: int, orange: int) -> None:
        assert self.vote("able_navy", able_counts=counts) == (navy, 0, True)
        assert self.vote("able_orange", able_counts=counts) == (orange, 0, True)
        assert self.vote("able_red", able_counts=counts) == (1, 0, True)

    def test_a_zone_that_stays_as_it_is_does_not_concern_him(self) -> None:
        """A navy block over a navy one: neither fewer nor more."""
        assert self.vote("able_navy", over="store") == (1, 0, True)
        assert self.vote("bad_navy", over="store", yes=()) == (0, 1, False)

    def test_a_corrupt_member_is_bound(self) -> None:
        """For more navy, against less orange, whatever its player says; free where its zone is not concerned."""
        assert self.vote("", "bad_navy") == (1, 0, True)
        assert self.vote("bad_orange") == (0, 1, False)
        assert self.vote("", "bad_red") == (0, 1, False)
        assert self.vote("bad_red") == (1, 0, True)
        assert self.vote("bad_orange plain plain") == (2, 1, True)
        assert self.vote("", "bad_navy plain") == (1, 1, False)

    def test_free_votes_and_bound_ones(self) -> None:
        t = table(*self.CARDS, phase=3, mayor=0, chairman=0).lay({(0, 0): "home"})
        numbers = t.sit(0, "plain able_navy bad_orange bad_navy bad_red")
        where = t.state, t.rules, t.city, 0, t.kind("shop"), cell(0, 0), codes.NO_CELL
        assert free_votes(*where) == 1 + 2 + 1 + 2 + 1
        bounds = [bound(t.rules, t.city, n, t.kind("shop"), cell(0, 0), codes.NO_CELL) for n in numbers]
        assert bounds == [0, 0, -1, 1, 0]
        strengths = [strength(t.rules, t.city, n, t.kind("shop"), cell(0, 0), codes.NO_CELL) for n in numbers]
        assert strengths == [1, 2, 1, 1, 1]

    def test_a_seat_without_free_votes_is_not_asked(self) -> None:
        asked = []

        def choose_vote(entry: Any, state: Any, rules: Any, q: int, *rest: Any) -> int:
            asked.append(q)
            return 1

        t = table(*self.CARDS, phase=3, mayor=3).lay({(0, 0): "home"})
        t.hold(0, "shop")
        t.sit(0, "plain")
        t.sit(1, "bad_navy")
        t.sit(2, "plain")
        with answers(choose_vote=choose_vote):
            t.place_block(0, "shop", 0, 0)
        assert asked == [0, 2, 3]
        assert t.on_top() == {(0, 0): "shop"}

    def test_what_could_be_won_at_best(self) -> None:
        """Own votes against all others': 1 : 2 cannot be won, 2 : 2 only by who decides ties."""
        t = table(*self.CARDS, phase=3, mayor=1)
        t.sit(0, "plain")
        assert not could_win(t.state, t.rules, 0)
        t.sit(0, "plain")
        assert not could_win(t.state, t.rules, 0)
        assert could_win(t.state, t.rules, 1)
        t.state.office[codes.CHAIRMAN] = 0
        assert could_win(t.state, t.rules, 0)


class TestS11Conditions:
    def test_the_phase_of_a_card(self) -> None:
        cards = [card(f"p{phase}", phase=phase) for phase in (1, 2, 3, 4)]
        for phase in (1, 2, 3, 4):
            t = table(*cards, phase=phase).lay({(0, 0): "p1"})
            open_now = [name for name in ("p1", "p2", "p3", "p4") if t.way(name, 1, 0)]
            assert open_now == ["p1", "p2", "p3", "p4"][:phase]

    def test_the_limit_counts_copies_on_top_after_the_placement(self) -> None:
        t = table(card("hall", limit=2), card("tower", value=5), card("shop", "navy"), phase=3)
        t.lay({(0, 0): "hall", (1, 0): "shop"})
        assert t.way("hall", 2, 0) == "new"
        t.lay({(0, 1): "hall"})
        assert t.way("hall", 2, 0) is None
        assert t.way("hall", 1, 0) is None
        t.lay({(0, 1): "tower"})  # covers one of the two
        assert t.way("hall", 2, 0) == "new"

    def test_a_copy_that_is_covered_makes_room_for_itself(self) -> None:
        """One of the name lies there; another printing of it may replace it, but not join it."""
        old, new = card("old", limit=1, name="Hall"), card("new", limit=1, name="Hall", value=2)
        t = table(old, new).lay({(0, 0): "old"})
        assert t.way("new", 0, 0) == "upgrade"
        assert t.way("new", 1, 0) is None

    def test_pipelines_under_ground_count_for_the_limit(self) -> None:
        pipe = card("pipe", "grey", limit=1, effect="underground")
        t = table(pipe, card("hall", value=2)).lay({(0, 0): "pipe hall"})
        assert t.way("pipe", 1, 0) is None
        other = card("pipe2", "grey", limit=1, name="pipe", value=2, effect="underground")
        t = table(pipe, other).lay({(0, 0): "pipe"})
        assert t.way("pipe2", 0, 0) is None

    def test_needs_and_forbids(self) -> None:
        near = card("near", effect="needs zone:orange within 2")
        away = card("away", effect="forbids tag:bank within 2")
        t = table(near, away, card("home", "orange"), card("bank", "navy", tags="bank"), card("hall"))
        t.lay({(0, 0): "home", (1, 0): "hall", (2, 0): "hall", (3, 0): "hall", (4, 0): "hall", (5, 0): "bank"})
        assert [bool(t.way("near", x, 1)) for x in range(6)] == [True, True, False, False, False, False]
        assert [bool(t.way("away", x, 1)) for x in range(6)] == [True, True, True, True, False, False]

    def test_what_is_covered_serves_no_need(self) -> None:
        t = table(card("home", "orange"), card("villa", "orange", value=3, effect="needs zone:orange"), card("hall"))
        t.lay({(0, 0): "home", (1, 0): "hall"})
        assert t.way("villa", 0, 0) is None
        assert t.way("villa", 0, 1) == "new"
        t.lay({(0, 1): "home"})
        assert t.way("villa", 0, 0) == "upgrade"

    def test_a_connected_need_asks_for_power_lines_or_a_neighbour(self) -> None:
        plant = card("plant", tags="power_plant", power="h", phase=1)
        t = table(
            plant, card("line", "green", power="h"), card("lab", power="h", effect="needs tag:power_plant connected")
        )
        t.lay({(0, 0): "plant", (1, 0): "line"})
        assert t.way("lab", 2, 0) is None  # power lines serve from phase 3
        assert t.way("lab", 0, 1) == "new"
        t.state.phase = 3
        assert t.way("lab", 2, 0) == "new"
        assert t.way("lab", 1, 1) is None

    def test_a_frozen_zone(self) -> None:
        t = table(card("hall"), card("shop", "navy"), phase=3).lay({(0, 0): "hall"})
        assert t.state.turn_no == 4
        t.state.frozen_until[codes.NAVY] = 6
        assert t.way("shop", 1, 0) is None
        assert t.way("hall", 1, 0) == "new"
        t.state.turn_no = 6
        assert t.way("shop", 1, 0) == "new"

    def test_a_placed_block_is_never_checked_again(self) -> None:
        """The villa keeps its place when the home that it needed is gone."""
        t = table(card("home", "orange", house=1), card("shop", "navy", need=1), phase=3)
        t.lay({(0, 0): "home", (1, 0): "shop"})
        strike(t, (0, 0))
        assert t.on_top() == {(1, 0): "shop"}
        assert t.way("shop", 0, 0) is None
