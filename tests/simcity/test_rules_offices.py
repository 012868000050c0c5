"""S24 to S26: offices and elections, events, disasters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from balance.games.simcity import codes
from balance.games.simcity.disasters import roll
from balance.games.simcity.placing import phase_allows
from balance.kernel.rng import block_key, quiet
from tests.interpreted import interpreted_only
from tests.simcity.happenings import QUAKE, TAX, bidding, happens, mayor, politics
from tests.simcity.positions import Place, Table, card, event, place, table
from tests.simcity.test_rules_placing import strike

pytestmark = interpreted_only


class TestS24Offices:
    POLL = event("poll", "election governor")
    POLL2 = event("poll2", "election chairman")

    def voting(self, *ballots: tuple[int, int]) -> Callable[..., None]:
        """Seat p is for ``ballots[p][0]`` and buys ``ballots[p][1]`` votes."""

        def choose_ballot(entry: Any, state: Any, rules: Any, p: int, office: int) -> None:
            state.seats[p].choice, state.seats[p].bought = ballots[p]

        return choose_ballot

    def elected(self, *ballots: tuple[int, int], name: str = "poll", **said: Any) -> Table:
        t = politics(self.POLL, self.POLL2, QUAKE, **{"offices": True, **said})
        return happens(t, name, choose_ballot=self.voting(*ballots))

    def test_one_vote_each_and_one_for_every_5_paid(self) -> None:
        """2 : 2 but for the vote that seat 3 bought; it is paid by whoever buys, also for the loser."""
        t = self.elected((0, 0), (0, 1), (3, 0), (3, 2))
        assert t.state.office[codes.GOVERNOR] == 3
        assert t.funds == [20, 15, 20, 10]
        t = self.elected((0, 0), (0, 0), (0, 0), (3, 0), name="poll2")
        assert t.state.office[codes.CHAIRMAN] == 0

    def test_no_more_votes_than_funds_reach(self) -> None:
        t = self.elected((0, 0), (0, 0), (0, 0), (3, 9), funds=[20, 20, 20, 14])
        assert t.funds[3] == 4  # two votes: 3 : 3
        assert t.state.office[codes.GOVERNOR] in (0, 3)

    def test_a_tie_is_decided_by_lot(self) -> None:
        """2 : 2, in forty blocks: each is chosen about half of the time (20 ± 5 × 3.2)."""
        found = [int(self.elected((0, 0), (0, 0), (3, 0), (3, 0), block=b).state.office[1]) for b in range(40)]
        assert set(found) == {0, 3}
        assert 4 <= found.count(0) <= 36

    def test_without_offices_nothing_happens(self) -> None:
        t = self.elected((0, 0), (0, 0), (0, 0), (0, 0), offices=False)
        assert list(t.state.office) == [1, -1, -1]

    def quake(self, t: Table, p: int = 0) -> list[int]:
        """Funds after a quake that takes two halls, a bill of 6."""
        t.lay({(0, 0): "hall", (1, 0): "hall"} if not t.on_top() else {})
        happens(t, "quake", [(0, 0), (1, 0)], p=p)
        return t.funds

    def test_the_governor_pays_the_first_disaster_of_his_term(self) -> None:
        t = politics(QUAKE, self.POLL, governor=3, offices=True)
        assert self.quake(t) == [20, 20, 20, 14]
        assert self.quake(t) == [20, 14, 20, 14]
        happens(t, "poll", choose_ballot=self.voting((3, 0), (3, 0), (3, 0), (3, 0)))
        assert self.quake(t) == [20, 14, 20, 8]

    def test_he_pays_all_bills_of_that_disaster(self) -> None:
        """A bill of 4 and one of 3 for the block lost, and neither of the next time."""
        flood = event("flood", "destroy 1 any; mayor_pays 4; mayor_pays 3 each lost", tags="disaster")
        t = politics(flood, governor=3, offices=True).lay({(0, 0): "hall", (1, 0): "hall"})
        assert happens(t, "flood", [(0, 0)]).funds == [20, 20, 20, 13]
        assert happens(t, "flood", [(1, 0)]).funds == [20, 13, 20, 13]

    def test_not_a_bill_that_is_no_disasters(self) -> None:
        t = politics(TAX, governor=3, offices=True)
        assert happens(t, "tax").funds == [20, 15, 20, 20]
        assert t.state.governor_served == 0

    def test_a_disaster_that_bills_nothing_is_not_his_first(self) -> None:
        t = politics(QUAKE, governor=3, offices=True)
        t.hold(0, "quake")
        t.play_event(0, "quake", [])
        assert self.quake(t) == [20, 20, 20, 14]

    def test_what_he_cannot_pay_is_waived_and_he_stays(self) -> None:
        t = politics(QUAKE, governor=3, offices=True, funds=[20, 20, 20, 2])
        assert self.quake(t) == [20, 20, 20, 0]
        assert t.state.office[codes.GOVERNOR] == 3

    def test_a_mayor_who_is_governor_too_has_served_by_paying(self) -> None:
        t = politics(QUAKE, governor=1, offices=True)
        assert self.quake(t) == [20, 14, 20, 20]
        assert t.state.governor_served == 1

    @pytest.mark.parametrize(("pays", "wanted"), [(True, [20, 20, 20, 14]), (False, [20, 14, 20, 20])])
    def test_his_own_choice_by_ruling(self, pays: bool, wanted: list[int]) -> None:
        t = politics(QUAKE, governor=3, offices=True, governor_pays="choice").lay({(0, 0): "hall", (1, 0): "hall"})
        happens(t, "quake", [(0, 0), (1, 0)], choose_governor_pays=lambda *_: pays)
        assert t.funds == wanted
        assert t.state.governor_served == pays

    def test_offices_may_be_combined_or_not(self) -> None:
        """All are for the mayor; where offices may not be combined he does not stand, and nobody is chosen."""
        assert self.elected((1, 0), (1, 0), (1, 0), (1, 0)).state.office[codes.GOVERNOR] == 1
        t = self.elected((1, 0), (1, 0), (1, 0), (0, 0), offices_combine=False)
        assert t.state.office[codes.GOVERNOR] == 0

    def test_holders_of_another_office_do_not_bid_and_are_passed_over(self) -> None:
        t = politics(event("out", "recall mayor"), offices=True, offices_combine=False, governor=2, chairman=3)
        happens(t, "out", choose_bid=bidding(p2=[9], p3=[9]))
        assert (mayor(t), t.funds) == (0, [20, 20, 20, 20])

    def test_the_governor_is_not_dismissed_by_what_he_pays(self) -> None:
        """A governor who falls to 0 keeps his office, and the mayor keeps his."""
        t = politics(QUAKE, governor=3, offices=True, funds=[20, 0, 20, 6])
        assert self.quake(t) == [20, 0, 20, 0]
        assert mayor(t) == 1


class TestS25Events:
    @pytest.mark.parametrize(
        ("tags", "phase", "ruling", "wanted"),
        [
            ("", 1, "by_tag", 1),
            ("", 2, "by_tag", 2),
            ("disaster", 1, "by_tag", 3),
            ("political", 1, "by_tag", 3),
            ("disaster", 4, "by_tag", 4),
            ("", 1, 3, 3),
            ("", 4, 3, 4),
        ],
    )
    def test_from_which_phase(self, tags: str, phase: int, ruling: Any, wanted: int) -> None:
        for now in (1, 2, 3, 4):
            t = table(event("e", "gain 1 all", tags=tags, phase=phase), phase=now, events_from_phase=ruling)
            assert bool(phase_allows(t.state, t.rules, t.city, t.kind("e"))) == (now >= wanted)

    def test_it_is_discarded_and_does_what_it_can(self) -> None:
        t = happens(politics(event("fire", "destroy 1 any; gain 2 self")), "fire")
        assert t.discarded() == "fire"
        assert t.held(0) == ""
        assert t.funds == [22, 20, 20, 20]

    def test_a_freeze_ends_with_this_players_turn_n_rounds_later(self) -> None:
        """Played in turn 6 of four seats: for two rounds, that is until turn 14."""
        t = politics(event("halt", "freeze navy 2")).lay({(0, 0): "hall"})
        t.state.turn_no = 6
        happens(t, "halt", p=1)
        for turn, way in ((7, None), (13, None), (14, "new")):
            t.state.turn_no = turn
            assert t.way("shop", 1, 0) == way
            assert t.way("hall", 1, 0) == "new"

    def test_others_discard_of_their_choice(self) -> None:
        t = politics(event("raid", "discard 2 others"))
        for p, names in enumerate(("hall", "shop hall wood", "", "wood")):
            t.hold(p, names)
        happens(t, "raid", choose_discard=lambda e, s, r, p: s.seats[p].hand[0])
        assert [t.held(p) for p in range(4)] == ["hall", "wood", "", ""]
        assert sorted(t.discarded().split()) == ["hall", "raid", "shop", "wood"]

    def test_its_parts_in_their_order(self) -> None:
        """The new mayor, not the old one, is asked for nothing: the bill comes before the recall."""
        t = politics(event("coup", "recall mayor; mayor_pays 5"))
        assert happens(t, "coup").funds == [20, 15, 20, 20]
        assert mayor(t) == 2


class TestS26Disasters:
    PIPE = card("pipe", "green", tags="water", effect="underground")
    PIPE2 = card("main", effect="underground")

    def city(self, places: dict[Place, str], **said: Any) -> Table:
        return politics(self.PIPE, self.PIPE2, *said.pop("cards", ()), **said).lay(places)

    def test_a_stack_goes_down_to_its_first_green_card(self) -> None:
        t = self.city({(0, 0): "hall", (1, 0): "wood shop hall", (2, 0): "shop hall"})
        strike(t, (1, 0), (2, 0))
        assert t.on_top() == {(0, 0): "hall", (1, 0): "wood"}
        assert t.discarded() == "hall shop hall shop"  # block by block, each from the top down

    def test_only_the_first_green_one_stops_it(self) -> None:
        t = self.city({(0, 0): "wood hall wood shop"})
        strike(t, (0, 0))
        assert t.on_top() == {(0, 0): "wood"}
        assert t.discarded() == "shop"

    def test_the_top_card_alone_by_ruling(self) -> None:
        t = self.city({(0, 0): "shop hall", (1, 0): "hall"}, disaster_removes="top")
        strike(t, (0, 0), (1, 0))
        assert t.on_top() == {(0, 0): "shop"}
        assert t.bonus("rebuilding", "hall", 1, 0) == 5

    def test_what_is_green_on_top_cannot_be_hit(self) -> None:
        t = self.city({(0, 0): "hall wood", (1, 0): "pipe"})
        strike(t, (0, 0), (1, 0))
        assert t.on_top() == {(0, 0): "wood", (1, 0): "pipe"}

    def test_an_uncovered_pipeline_is_a_normal_block_again(self) -> None:
        t = self.city({(0, 0): "pipe hall"})
        assert (t.city.n_buried, t.city.zone_blocks[codes.GREEN]) == (1, 0)
        strike(t, (0, 0))
        assert t.on_top() == {(0, 0): "pipe"}
        assert (t.city.n_buried, t.city.zone_blocks[codes.GREEN]) == (0, 1)
        assert t.city.sunk.sum() == 0

    def test_a_pipeline_that_is_not_green_goes_with_the_stack(self) -> None:
        t = self.city({(0, 0): "hall", (1, 0): "main hall"})
        strike(t, (1, 0))
        assert t.on_top() == {(0, 0): "hall"}
        assert (t.city.n_buried, int(t.city.sunk.sum())) == (0, 0)
        assert t.discarded() == "hall main"

    def test_a_zone_hits_its_own_blocks_alone(self) -> None:
        crash = event("crash", "destroy 3 line zone navy; mayor_pays 2 each lost")
        t = self.city({(0, 0): "hall", (1, 0): "shop", (2, 0): "shop"}, cards=(crash,))
        happens(t, "crash", [(0, 0), (1, 0), (2, 0)])
        assert t.on_top() == {(0, 0): "hall"}
        assert t.funds == [20, 16, 20, 20]

    def test_a_long_block_hit_twice_is_one(self) -> None:
        arena = card("arena", kind="long", value=9)
        t = politics(arena, QUAKE, phase=4, long_cards=True).lay({(0, 0): "hall", (1, 0): "hall", (2, 0): "hall"})
        t.lay({(0, 0): "arena>"})
        happens(t, "quake", [(0, 0), (1, 0)])
        assert t.funds == [20, 17, 20, 20]
        assert t.on_top() == {(2, 0): "hall"}
        assert t.discarded() == "arena hall hall quake"

    @pytest.mark.parametrize(("text", "low", "high"), [("d6", 1, 6), ("2d6", 2, 12), ("4", 4, 4)])
    def test_dice(self, text: str, low: int, high: int) -> None:
        """120 rolls find the ends that are likely, never leave the range, and lie about its middle."""
        t = politics(event("e", f"destroy {text} any"))
        found = []
        for block in range(120):
            with quiet():
                t.state.block = block_key(8, block)
                found.append(int(roll(t.state, t.rules, t.kind("e"), t.log)))
        assert low <= min(found)
        assert max(found) <= high
        assert abs(sum(found) / 120 - (low + high) / 2) < 1.2
        assert len(set(found)) == 1 if low == high else len(set(found)) >= 5

    def targets(self, effect: str, places: dict[Place, str], times: int = 60) -> set[frozenset[Place]]:
        """Every set of cells that the random player chooses for this disaster."""
        from balance.games.simcity.players.uniform import choose_targets

        t = self.city(places, cards=(event("e", effect),))
        about, found = t.rules.kind[t.kind("e")], set()
        for _ in range(times):
            t.state.now.n_targets = 0
            with quiet():
                choose_targets(t.state, t.rules, 0, 0, t.kind("e"), int(about.destroys))
            found.add(frozenset(place(c) for c in t.state.now.targets[: t.state.now.n_targets]))
        return found

    def test_any_different_blocks_or_all_if_fewer(self) -> None:
        where = {(0, 0): "hall", (1, 0): "shop", (2, 0): "wood", (3, 0): "hall"}
        pairs = {frozenset(pair) for pair in ([(0, 0), (1, 0)], [(0, 0), (3, 0)], [(1, 0), (3, 0)])}
        assert self.targets("destroy 2 any", where) == pairs
        assert self.targets("destroy 9 any", where) == {frozenset([(0, 0), (1, 0), (3, 0)])}
        assert self.targets("destroy 1 any zone navy", where) == {frozenset([(1, 0)])}

    def test_lines_and_squares_hold_a_block_that_can_be_hit(self) -> None:
        """One hall with a wood on its right: two lines of two across hold the hall, and two down; four squares."""
        where = {(0, 0): "hall", (1, 0): "wood"}
        lines = [[(-1, 0), (0, 0)], [(0, 0), (1, 0)], [(0, -1), (0, 0)], [(0, 0), (0, 1)]]
        assert self.targets("destroy 2 line", where) == set(map(frozenset, lines))
        squares = [[(x + i, y + j) for i in (0, 1) for j in (0, 1)] for x in (-1, 0) for y in (-1, 0)]
        assert self.targets("destroy 2 square", where) == set(map(frozenset, squares))

    def test_nothing_to_hit(self) -> None:
        assert self.targets("destroy 2 line", {(0, 0): "wood"}) == {frozenset()}
