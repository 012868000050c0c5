"""S14 to S18: what a block pays, by its own effect, by others, and by the city's bonuses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.interpreted import interpreted_only
from tests.simcity.positions import Table, card, table
from tests.simcity.test_rules_placing import strike

pytestmark = interpreted_only

HALL = card("hall")
HOME = card("home", "orange", value=0)


class TestS14Pay:
    def test_value_and_every_part(self) -> None:
        """3 of its own, 2 received, 4 added, zoning 3 others, a complex of 3 others worth 1 each, rebuilding 5.

        Around the burnt cell: three navy blocks (a group of four with it), which are its complex, one of which adds.
        """
        shop = card("shop", "navy", value=3, effect="receives 2 zone:navy once; complex mall 9")
        store = card("store", "navy", effect="complex mall 1 within 2")
        guide = card("guide", "navy", effect="complex mall 1 within 2; adds 4 card:shop")
        t = table(shop, store, guide, phase=3).lay({(0, 0): "store", (0, 1): "store", (1, 0): "guide", (1, 1): "store"})
        strike(t, (1, 1))
        wanted = {"base": 3, "receives": 2, "adds": 4, "zoning": 3, "complex": 3, "rebuilding": 5, "total": 20}
        assert t.pay("shop", 1, 1) == wanted

    @pytest.mark.parametrize(("negative", "total"), [(False, 0), (True, -3)])
    def test_a_total_below_zero(self, negative: bool, total: int) -> None:
        t = table(card("dump", value=1, effect="receives -4 zone:orange"), HOME, negative_pay=negative)
        t.lay({(0, 0): "home"})
        assert t.pay("dump", 1, 0) == {"base": 1, "receives": -4, "total": total}

    def test_it_is_deducted_as_far_as_funds_reach(self) -> None:
        t = table(card("dump", value=-3), HALL, negative_pay=True, funds=[2, 5]).lay({(0, 0): "hall"})
        for p, left in ((0, 0), (1, 2)):
            t.hold(p, "dump")
            t.turn(p, choose_play=lambda *_, p=p: decide(t, p, "dump", 1 + p))
            assert t.funds[p] == left

    def test_parts_below_zero_are_set_off(self) -> None:
        t = table(card("dump", value=5, effect="receives -2 zone:orange"), HOME).lay({(0, 0): "home", (1, 1): "home"})
        assert t.pay("dump", 1, 0) == {"base": 5, "receives": -4, "total": 1}


def decide(t: Table, p: int, name: str, x: int) -> None:
    """Seat ``p`` lays a card at (x, 0)."""
    from balance.games.simcity import codes
    from tests.simcity.positions import cell

    now = t.state.now
    now.card, now.way, now.cell, now.cell2 = t.in_hand(p, name), codes.NEW, cell(x, 0), 0


class TestS15ReceivesAndAdds:
    def received(self, effect: str, places: dict[Any, str], x: int, y: int, **said: Any) -> int:
        """What a navy card with this effect receives at (x, y)."""
        cards = (
            HALL,
            HOME,
            card("farm", "aqua", tags="farm"),
            card("slum", crime=2, pollution=1),
            card("park", "green", crime=-3),
            card("mill", "brown", pollution=4),
            card("wire", "green", power="h"),
            card("pipe", "green", tags="water", effect="underground"),
        )
        shop = card("shop", "navy", value=0, effect=effect, **said)
        twin = card("twin", "navy", name="shop")
        return table(*cards, shop, twin, phase=3).lay(places).bonus("receives", "shop", x, y)

    def test_each_within_a_distance(self) -> None:
        where = {(0, 0): "home", (1, 0): "home", (2, 0): "hall", (3, 0): "home", (2, 1): "hall"}
        assert self.received("receives 2 zone:orange", where, 1, 1) == 2  # beside it one
        assert self.received("receives 2 zone:orange within 2", where, 1, 1) == 4
        assert self.received("receives 2 zone:orange within 3", where, 1, 1) == 6
        assert self.received("receives 2 any", where, 1, 1) == 4
        assert self.received("receives 2 any within city", where, 1, 1) == 10

    def test_distance_is_in_orthogonal_steps(self) -> None:
        """The corner is two steps away."""
        assert self.received("receives 1 zone:orange", {(0, 0): "home", (1, 0): "hall"}, 1, 1) == 0
        assert self.received("receives 1 zone:orange within 2", {(0, 0): "home", (1, 0): "hall"}, 1, 1) == 1

    def test_once(self) -> None:
        where = {(0, 0): "home", (1, 0): "home", (2, 0): "hall"}
        assert self.received("receives 7 zone:orange within city once", where, 3, 0) == 7
        assert self.received("receives 7 zone:aqua within city once", where, 3, 0) == 0

    def test_by_tag_and_by_card(self) -> None:
        where = {(0, 0): "farm", (1, 0): "hall"}
        assert self.received("receives 3 tag:farm", where, 0, 1) == 3
        assert self.received("receives 3 card:hall", where, 1, 1) == 3
        assert self.received("receives 3 card:hall", where, 0, 1) == 0

    def test_first_copy(self) -> None:
        """Not if another card of the name lies on top, wherever; one that this very card covers is gone."""
        effect = "receives 3 zone:orange within city first_copy"
        assert self.received(effect, {(0, 0): "home"}, 1, 0) == 3
        assert self.received(effect, {(0, 0): "home", (0, 1): "twin"}, 1, 0) == 0
        assert self.received(effect, {(0, 0): "home", (0, 1): "twin"}, 0, 1) == 3
        assert self.received(effect, {(0, 0): "home", (0, 1): "twin hall"}, 1, 0) == 3

    def test_per_crime_and_pollution(self) -> None:
        """Full K of the sum over the others: 2 + 2 = 4 crime are one full 3, 1 + 1 + 4 = 6 pollution three full 2."""
        where = {(0, 0): "slum", (1, 0): "slum", (2, 0): "mill"}
        assert self.received("receives 5 per 3 crime within 3", where, 1, 1) == 5
        assert self.received("receives 5 per 2 pollution within 2", where, 1, 1) == 15
        assert self.received("receives -1 per 1 crime within city", where, 1, 1) == -4
        assert self.received("receives 5 per 2 crime", where, 1, 1) == 5

    def test_a_sum_below_zero_counts_zero(self) -> None:
        assert self.received("receives 5 per 1 crime within city", {(0, 0): "park"}, 1, 0) == 0
        assert self.received("receives 5 per 1 crime within city", {(0, 0): "park", (1, 0): "slum"}, 2, 0) == 0
        assert self.received("receives -5 per 1 crime within city", {(0, 0): "park"}, 1, 0) == 0

    def test_its_own_crime_does_not_count(self) -> None:
        assert self.received("receives 1 per 1 crime within city", {(0, 0): "slum"}, 1, 0, crime=9) == 2

    def test_the_covered_block_does_not_count(self) -> None:
        where = {(0, 0): "home", (1, 0): "home"}
        assert self.received("receives 2 zone:orange within city", where, 0, 0) == 2
        assert self.received("receives 2 any", where, 0, 0) == 2

    def test_connected(self) -> None:
        """Beside it, or joined by power lines."""
        where = {(0, 0): "home", (1, 0): "wire", (2, 0): "wire"}
        assert self.received("receives 2 zone:green connected", where, 3, 0, power="h") == 4
        assert self.received("receives 2 zone:green connected", where, 3, 0) == 2
        assert self.received("receives 2 zone:orange connected", where, 0, 1, power="h") == 2

    def test_a_pipeline_under_ground_still_matches_by_tag_alone(self) -> None:
        where = {(0, 0): "hall", (1, 0): "pipe hall"}
        assert self.received("receives 2 tag:water within 2", where, 0, 1) == 2
        assert self.received("receives 2 zone:green within 2", where, 0, 1) == 0
        assert self.received("receives 2 tag:water", {(0, 0): "pipe"}, 0, 0) == 2  # under the very block

    def test_what_blocks_add_to_whoever_places_a_match(self) -> None:
        post, bank = card("post", effect="adds 3 zone:navy within 2"), card("bank", effect="adds -1 any within city")
        t = table(post, bank, card("shop", "navy", value=0), HALL, HOME)
        t.lay({(0, 0): "post", (1, 0): "bank", (2, 0): "post", (3, 0): "hall"})
        assert t.bonus("adds", "shop", 1, 1) == 3 + 3 - 1
        assert t.bonus("adds", "shop", 4, 0) == 3 - 1
        assert t.bonus("adds", "home", 1, 1) == -1

    def test_a_covered_block_adds_no_more(self) -> None:
        post = card("post", "navy", effect="adds 3 zone:navy")
        t = table(post, card("shop", "navy", value=2), HALL).lay({(0, 0): "post", (1, 0): "post"})
        assert t.bonus("adds", "shop", 0, 0) == 3  # of the neighbour alone
        t.lay({(0, 0): "shop"})
        assert t.bonus("adds", "shop", -1, 0) == 0
        assert t.bonus("adds", "post", 0, 1) == 0

    def test_a_pipeline_under_ground_still_adds(self) -> None:
        pipe = card("pipe", "green", effect="underground; adds 2 zone:aqua")
        t = table(pipe, card("farm", "aqua", value=0), HALL, phase=3).lay({(0, 0): "pipe hall", (1, 0): "pipe"})
        assert t.bonus("adds", "farm", 0, 1) == 2
        assert t.bonus("adds", "farm", 1, 0) == 4  # the one beside it and the one right below

    def test_added_over_power_lines(self) -> None:
        plant = card("plant", power="h", effect="adds 2 zone:navy connected")
        t = table(plant, card("shop", "navy", power="h", value=0), card("wire", "green", power="h"), phase=3)
        t.lay({(0, 0): "plant", (1, 0): "wire"})
        assert t.bonus("adds", "shop", 2, 0) == 2
        assert t.bonus("adds", "shop", 1, 1) == 0

    def test_a_long_card_measures_from_its_nearer_cell(self) -> None:
        arena = card(
            "arena", kind="long", value=9, effect="receives 1 zone:orange within 2; adds 1 zone:orange within 2"
        )
        t = table(arena, HALL, HOME, phase=4, long_cards=True)
        t.lay({(0, 0): "home", (1, 0): "hall", (2, 0): "hall", (3, 0): "hall", (4, 0): "home", (5, 0): "home"})
        assert t.bonus("receives", "arena", 2, 0, ">") == 3  # 2 steps left; 1 and 2 right
        t.lay({(2, 0): "arena>"})
        assert [t.bonus("adds", "home", x, 1) for x in range(7)] == [0, 1, 1, 1, 1, 0, 0]


class TestS16Zoning:
    CARDS = (
        HOME,
        HALL,
        card("flat", "orange", value=3),
        card("shop", "navy"),
        card("mill", "brown"),
        card("farm", "aqua"),
        card("wood", "green"),
        card("hill", "green"),
        card("lake", "green", tags="water"),
        card("pond", "green", tags="water"),
        card("gem", "gold"),
        card("law", "red"),
    )

    def row(self, *names: str) -> dict[Any, str]:
        return {(x, 0): name for x, name in enumerate(names)}

    @pytest.mark.parametrize("name", ["home", "shop", "mill", "wood", "lake"])
    def test_four_in_a_row_pay_for_three(self, name: str) -> None:
        t = table(*self.CARDS).lay(self.row(name, name))
        assert t.bonus("zoning", name, 2, 0) == 0
        t.lay({(2, 0): name})
        assert t.bonus("zoning", name, 3, 0) == 3
        assert t.bonus("zoning", name, 1, 1) == 3
        assert t.bonus("zoning", name, 3, 1) == 0  # a corner is no side

    @pytest.mark.parametrize("name", ["hall", "farm", "gem", "law"])
    def test_other_zones_have_no_bonus(self, name: str) -> None:
        assert table(*self.CARDS).lay(self.row(name, name, name)).bonus("zoning", name, 3, 0) == 0

    def test_green_blocks_group_by_name_or_by_water(self) -> None:
        t = table(*self.CARDS).lay(self.row("wood", "hill", "wood"))
        assert t.bonus("zoning", "wood", 3, 0) == 0
        t = table(*self.CARDS).lay(self.row("lake", "pond", "lake"))
        assert t.bonus("zoning", "pond", 3, 0) == 3

    def test_the_larger_of_two_kinds_once(self) -> None:
        """Four lakes of one name, one of them beside two ponds: six of water."""
        t = table(*self.CARDS).lay(self.row("lake", "lake", "lake")).lay({(3, 1): "pond", (3, 2): "pond"})
        assert t.bonus("zoning", "lake", 3, 0) == 5

    def test_a_block_joins_groups(self) -> None:
        t = table(*self.CARDS).lay({(0, 0): "home", (1, 1): "home", (2, 0): "home", (2, 1): "hall"})
        assert t.bonus("zoning", "home", 1, 0) == 3

    def test_over_another_zone_and_over_its_own(self) -> None:
        """Covering a home with a flat leaves a group of three; covering the hall makes it four."""
        t = table(*self.CARDS, phase=3).lay(self.row("home", "home", "home", "hall"))
        assert t.bonus("zoning", "flat", 1, 0) == 0
        assert t.bonus("zoning", "flat", 3, 0) == 3
        t.lay({(1, 1): "home"})
        assert t.bonus("zoning", "flat", 1, 0) == 3

    def test_size_and_pay_by_ruling(self) -> None:
        t = table(*self.CARDS, zoning_min=3, zoning_pay=2).lay(self.row("home"))
        assert t.bonus("zoning", "home", 1, 0) == 0
        t.lay({(1, 0): "home"})
        assert t.bonus("zoning", "home", 2, 0) == 4

    def test_a_long_block_is_one(self) -> None:
        estate = card("estate", "orange", kind="long", value=9)
        t = table(*self.CARDS, estate, phase=4, long_cards=True).lay(self.row("hall", "hall", "home", "home"))
        assert t.bonus("zoning", "estate", 0, 0, ">") == 0  # it and two homes: three
        t.lay({(0, 0): "estate>"})
        assert t.bonus("zoning", "home", 0, 1) == 3
        t.lay({(4, 0): "home"})
        assert t.bonus("zoning", "estate", 2, 0, ">") == 0  # estate, estate, home

    def test_covered_blocks_belong_to_no_group(self) -> None:
        t = table(*self.CARDS, phase=3).lay({(0, 0): "home", (1, 0): "home shop", (2, 0): "home", (1, 1): "home"})
        assert t.bonus("zoning", "home", 0, 1) == 0


class TestS17Complexes:
    CARDS = (
        HALL,
        card("dock", effect="complex port 1"),
        card("pier", effect="complex port 2 within 2"),
        card("ship", "navy", effect="complex port 5 within 3"),
        card("cargo", effect="complex port 1 within 2; complex trade 10"),
        card("bank", "navy", effect="complex trade 20 within 9"),
        card("pipe", "green", effect="underground; complex port 7"),
    )

    def test_the_worth_of_the_others_from_four_on(self) -> None:
        t = table(*self.CARDS).lay({(0, 0): "dock", (1, 0): "dock"})
        assert t.bonus("complex", "pier", 2, 0) == 0
        t.lay({(2, 0): "dock"})
        assert t.bonus("complex", "pier", 3, 0) == 3
        assert t.bonus("complex", "ship", 3, 0) == 3
        assert t.bonus("complex", "hall", 3, 0) == 0

    def test_two_are_linked_within_the_larger_of_their_reaches(self) -> None:
        """dock (1) – . – pier (2): linked from the pier's side; dock – . – dock not."""
        t = table(*self.CARDS, complex_min=2).lay({(0, 0): "dock", (1, 0): "hall", (1, 1): "hall"})
        assert t.bonus("complex", "pier", 2, 0) == 1
        assert t.bonus("complex", "dock", 2, 0) == 0
        t = table(*self.CARDS, complex_min=2).lay({(0, 0): "pier", (1, 0): "hall"})
        assert t.bonus("complex", "dock", 2, 0) == 2

    def test_a_chain_of_links(self) -> None:
        """Each two steps from the next."""
        t = table(*self.CARDS).lay({(x, 0): "hall" for x in range(8)})
        t.lay({(0, 0): "pier", (2, 0): "pier", (4, 0): "pier"})
        assert t.bonus("complex", "pier", 6, 1) == 0
        assert t.bonus("complex", "pier", 5, 1) == 6
        assert t.bonus("complex", "ship", 6, 1) == 6

    def test_covering_a_member_breaks_the_chain(self) -> None:
        row = {(0, 0): "dock", (1, 0): "dock", (2, 0): "dock", (3, 0): "dock"}
        t = table(*self.CARDS, phase=3).lay(row)
        assert t.bonus("complex", "pier", 1, 0) == 3  # in its place, and reaching as far
        assert t.bonus("complex", "ship", 0, 0) == 3
        t.lay({(4, 0): "hall", (1, 0): "hall"})
        assert t.bonus("complex", "dock", 4, 0) == 0

    def test_several_complexes_of_one_card_are_each_paid(self) -> None:
        t = table(*self.CARDS, complex_min=3).lay({(0, 0): "dock", (1, 0): "dock", (2, 1): "bank", (3, 0): "bank"})
        assert t.bonus("complex", "cargo", 2, 0) == 1 + 1 + 20 + 20

    def test_a_pipeline_belongs_to_it_under_ground(self) -> None:
        t = table(*self.CARDS, phase=3).lay({(0, 0): "dock", (1, 0): "pipe hall", (2, 0): "dock"})
        assert t.bonus("complex", "dock", 1, 1) == 9  # the docks are two steps away, but the pipe is not
        assert t.bonus("complex", "dock", 0, 1) == 9
        assert t.bonus("complex", "dock", 1, 0) == 9  # on the pipe itself: dock, pipe, dock
        assert t.bonus("complex", "pier", 1, 1) == 9


class TestS18Rebuilding:
    CARDS = (HALL, card("tower", value=4), card("wood", "green"), card("shop", "navy"))

    def test_a_new_block_on_an_emptied_cell(self) -> None:
        t = table(*self.CARDS, phase=3).lay({(0, 0): "hall", (1, 0): "hall", (2, 0): "hall"})
        strike(t, (1, 0))
        assert t.bonus("rebuilding", "shop", 1, 0) == 5
        assert t.bonus("rebuilding", "shop", 1, 1) == 0
        t.lay({(1, 0): "hall"})
        assert t.bonus("rebuilding", "tower", 1, 0) == 0  # an upgrade of what was rebuilt

    def test_only_once(self) -> None:
        t = table(*self.CARDS, rebuilding=7).lay({(0, 0): "hall", (1, 0): "hall"})
        strike(t, (1, 0))
        assert t.bonus("rebuilding", "hall", 1, 0) == 7
        t.lay({(1, 0): "hall tower"})
        assert t.city.burnt.sum() == 0
        strike(t, (1, 0))
        assert t.bonus("rebuilding", "hall", 1, 0) == 7

    def test_a_cell_with_a_green_card_left_is_not_empty(self) -> None:
        t = table(*self.CARDS, phase=3).lay({(0, 0): "hall", (1, 0): "wood hall"})
        strike(t, (1, 0))
        assert t.on_top()[1, 0] == "wood"
        assert t.bonus("rebuilding", "shop", 1, 0) == 0
