"""S12, S13: sims and power that reach a block, over roads, rails, stations and power lines."""

from __future__ import annotations

import numpy as np

from balance.games.simcity.ends import has_play
from balance.games.simcity.supply import has_power
from balance.kernel.rng import quiet
from tests.interpreted import interpreted_only
from tests.simcity.positions import Table, card, cells, event, table

pytestmark = interpreted_only


class TestS12Supply:
    """Homes of 3 sims; what is asked for is how many of them reach a place."""

    CARDS = (
        card("home", "orange", house=3),
        card("r_home", "orange", house=3, road="hv"),
        card("t_home", "orange", house=5, rail="hv"),
        card("road_h", "green", road="h"),
        card("road_v", "green", road="v"),
        card("bend", "green", road="hv"),
        card("rail_h", "green", rail="h"),
        card("both_h", "green", road="h", rail="h"),
        card("station", "grey", road="hv", rail="hv", effect="joins_networks"),
        card("shop", "navy", need=1),
        card("r_shop", "navy", need=1, road="hv"),
        card("h_shop", "navy", need=1, road="h"),
        card("v_shop", "navy", need=1, road="v"),
        card("t_shop", "navy", need=1, rail="hv"),
        card("b_shop", "navy", need=1, road="hv", rail="hv"),
        card("s_shop", "navy", need=1, road="hv", rail="hv", effect="joins_networks"),
        card("hall"),
    )

    def test_neighbours_supply_each_once(self) -> None:
        t = table(*self.CARDS).lay({(0, 0): "home", (1, 1): "home", (2, 0): "hall"})
        assert t.supplied("shop", 1, 0) == 6
        assert t.supplied("shop", 3, 0) == 0
        assert t.supplied("r_shop", 0, 1) == 6

    def test_enough_or_not(self) -> None:
        """A block that needs 4 sims may not lie beside one home of 3, but beside two."""
        t = table(*self.CARDS, card("big", "navy", need=4)).lay({(0, 0): "home", (0, 1): "hall", (0, 2): "home"})
        assert t.way("big", 1, 0) is None
        t.lay({(1, 1): "home"})
        assert t.way("big", 1, 0) == "new"

    def test_along_a_road_over_a_bend(self) -> None:
        r"""home — h — bend; below the bend v, and below that the shop."""
        t = table(*self.CARDS).lay({(0, 0): "r_home", (1, 0): "road_h", (2, 0): "bend", (2, 1): "road_v"})
        assert t.supplied("r_shop", 2, 2) == 3
        assert t.supplied("v_shop", 2, 2) == 3
        assert t.supplied("h_shop", 2, 2) == 0  # its line does not run up
        assert t.supplied("shop", 2, 2) == 0  # it has no road at all
        assert t.supplied("t_shop", 2, 2) == 0
        assert t.supplied("r_shop", 3, 1) == 0  # beside v only
        assert t.supplied("r_shop", 3, 0) == 3

    def test_any_lines_join_under_the_ruling(self) -> None:
        where = {(0, 0): "r_home", (1, 0): "road_v", (2, 0): "road_v"}
        assert table(*self.CARDS).lay(where).supplied("h_shop", 3, 0) == 0
        assert table(*self.CARDS, network_join="any").lay(where).supplied("h_shop", 3, 0) == 3
        assert table(*self.CARDS, network_join="any").lay(where).supplied("t_shop", 3, 0) == 0

    def test_a_house_that_is_neighbour_and_on_the_road_counts_once(self) -> None:
        t = table(*self.CARDS).lay({(0, 0): "r_home", (1, 0): "bend", (0, 1): "home"})
        assert t.supplied("r_shop", 1, 1) == 6  # the road home over the bend, the other home beside it
        t.lay({(2, 1): "r_home", (2, 0): "bend"})
        assert t.supplied("r_shop", 1, 1) == 9

    def test_the_larger_of_road_and_rail_with_the_neighbours_in_both(self) -> None:
        """Left a road home of 3, right a rail home of 5, above a plain neighbour of 3."""
        where = {(0, 0): "r_home", (1, 0): "road_h", (3, 0): "rail_h", (4, 0): "t_home", (2, -1): "home"}
        t = table(*self.CARDS).lay(where)
        assert t.supplied("b_shop", 2, 0) == 3 + 5
        assert t.supplied("r_shop", 2, 0) == 3 + 3
        assert table(*self.CARDS, supply_sum=True).lay(where).supplied("b_shop", 2, 0) == 3 + 3 + 5

    def test_what_the_ruling_adds_up_is_no_station(self) -> None:
        """Both kinds run through one block, but the shop has rail alone: road sims do not reach it."""
        where = {(0, 0): "r_home", (1, 0): "both_h"}
        assert table(*self.CARDS, supply_sum=True).lay(where).supplied("t_shop", 2, 0) == 0

    def test_a_path_changes_in_a_station(self) -> None:
        """road home — station — rail — shop with rail alone."""
        t = table(*self.CARDS).lay({(0, 0): "r_home", (1, 0): "station", (2, 0): "rail_h"})
        assert t.supplied("t_shop", 3, 0) == 3
        assert t.supplied("r_shop", 3, 0) == 0
        t = table(*self.CARDS).lay({(0, 0): "r_home", (1, 0): "both_h", (2, 0): "rail_h"})
        assert t.supplied("t_shop", 3, 0) == 0

    def test_the_placed_card_may_itself_be_the_station(self) -> None:
        where = {(0, 0): "r_home", (1, 0): "road_h", (3, 0): "rail_h", (4, 0): "t_home"}
        t = table(*self.CARDS).lay(where)
        assert t.supplied("b_shop", 2, 0) == 5
        assert t.supplied("s_shop", 2, 0) == 8

    def test_covering_a_block_cuts_the_network(self) -> None:
        """home — road — home — road: over the road between them only the near side is left."""
        t = table(*self.CARDS, phase=3)
        t.lay({(0, 0): "r_home", (1, 0): "road_h", (2, 0): "r_home", (3, 0): "road_h", (4, 0): "r_home"})
        assert t.supplied("shop", 3, 0) == 6  # no road: both its neighbours
        assert t.supplied("h_shop", 1, 0) == 9  # its own line takes the road's place
        assert t.supplied("v_shop", 1, 0) == 6
        t.lay({(1, 1): "bend", (1, 2): "r_home"})
        assert t.supplied("r_shop", 1, 0) == 12
        assert t.supplied("h_shop", 2, 0) == 6  # over the middle home: what it housed is gone
        assert t.supplied("v_shop", 2, 0) == 0

    def test_a_ring_is_not_cut(self) -> None:
        """A ring of eight with a home in one corner: over any of it the rest still holds together."""
        ring = {(x, y): "bend" for x in range(3) for y in range(3) if (x, y) != (1, 1)}
        t = table(*self.CARDS, phase=3).lay(ring).lay({(0, 0): "r_home"})
        assert t.supplied("h_shop", 1, 2) == 3
        assert t.supplied("v_shop", 2, 1) == 3
        assert t.supplied("r_shop", 0, 0) == 0

    def test_a_covered_cards_lines_are_dead_also_under_ground(self) -> None:
        pipe = card("pipe", "green", road="hv", effect="underground")
        t = table(*self.CARDS, pipe).lay({(0, 0): "r_home", (1, 0): "pipe hall"})
        assert t.supplied("r_shop", 2, 0) == 0

    def test_touching_ends(self) -> None:
        """A house without a road beside one, and a shop without a road beside the same."""
        where = {(0, 0): "home", (1, 0): "road_h", (2, 0): "road_h"}
        assert table(*self.CARDS).lay(where).supplied("shop", 3, 0) == 0
        t = table(*self.CARDS, network_ends="touch").lay(where)
        assert t.supplied("shop", 3, 0) == 3
        assert t.supplied("h_shop", 3, 0) == 3
        assert t.supplied("shop", 2, 1) == 3  # from below, where no line runs: it touches the cell
        assert t.supplied("shop", 0, 2) == 0

    def test_a_long_block_is_one_node(self) -> None:
        """The arena's road joins at its left cell and its right one."""
        arena = card("arena", kind="long", road="hv", value=9)
        t = table(*self.CARDS, arena, phase=4, long_cards=True)
        t.lay({(1, 0): "hall", (2, 0): "hall"}).lay({(0, 0): "r_home", (1, 0): "arena>"})
        assert t.supplied("r_shop", 3, 0) == 3
        assert t.supplied("v_shop", 2, 1) == 3
        t.lay({(3, 0): "hall", (4, 0): "hall", (5, 0): "r_home"})
        assert t.supplied("arena", 3, 0, ">") == 6


class TestS13Power:
    CARDS = (
        card("plant", tags="power_plant", power="hv"),
        card("wire", "green", power="h"),
        card("home", "orange", house=9),
        card("shop", "navy", need=1),
        card("p_shop", "navy", need=1, power="h"),
        card("hall", power="h", effect="receives 2 tag:power_plant connected"),
    )

    def has(self, t: Table, name: str, x: int, y: int) -> bool:
        return bool(has_power(t.state, t.rules, t.city, t.kind(name), *cells(x, y, "")))

    def test_connected_is_beside_or_joined_by_power_lines(self) -> None:
        t = table(*self.CARDS, phase=3).lay({(0, 0): "plant", (1, 0): "wire", (2, 0): "wire"})
        assert self.has(t, "shop", 0, 1)
        assert self.has(t, "p_shop", 3, 0)
        assert not self.has(t, "shop", 3, 0)
        assert not self.has(t, "p_shop", 2, 1)
        assert t.bonus("receives", "hall", 3, 0) == 2

    def test_lines_serve_from_phase_3(self) -> None:
        t = table(*self.CARDS, phase=2).lay({(0, 0): "plant", (1, 0): "wire"})
        assert t.bonus("receives", "hall", 2, 0) == 0
        assert t.bonus("receives", "hall", 0, 1) == 2
        t.state.phase = 3
        assert t.bonus("receives", "hall", 2, 0) == 2

    def test_road_does_not_carry_power(self) -> None:
        t = table(*self.CARDS, card("road", "green", road="h"), phase=3).lay({(0, 0): "plant", (1, 0): "road"})
        assert t.bonus("receives", "hall", 2, 0) == 0

    def test_power_required(self) -> None:
        """Blocks that need sims, from phase 3 on; houses and blocks without need are free."""
        where = {(0, 0): "plant", (1, 0): "home", (2, 0): "home"}
        t = table(*self.CARDS, phase=3, power_required=True).lay(where)
        assert t.way("shop", 2, 1) is None
        assert t.way("home", 2, 1) == "new"
        assert t.way("hall", 2, 1) == "new"
        t.lay({(1, 1): "plant"})
        assert t.way("shop", 2, 1) == "new"
        assert table(*self.CARDS, phase=2, power_required=True).lay(where).way("shop", 2, 1) == "new"
        assert table(*self.CARDS, phase=3).lay(where).way("shop", 2, 1) == "new"

    def test_a_covered_plant_gives_no_power(self) -> None:
        works = card("works", value=5, need=1)
        t = table(*self.CARDS, works, phase=3, power_required=True).lay({(0, 0): "plant", (1, 0): "home"})
        assert t.way("works", 0, 0) is None
        t.lay({(0, 1): "plant"})
        assert t.way("works", 0, 0) == "upgrade"


def test_a_seat_with_a_rezoning_alone_has_a_play_only_if_that_counts() -> None:
    t = table(card("hall"), card("shop", "navy"), table=[3, 3], phase=3)
    t.lay({(x, y): "hall" for x in range(3) for y in range(3)})
    t.hold(0, "shop")
    with quiet():
        assert has_play(t.state, t.rules, 0, np.int64(1))
        assert not has_play(t.state, t.rules, 0, np.int64(0))


def test_an_event_is_a_play() -> None:
    t = table(card("hall"), event("fair", "gain 1 all"))
    t.hold(0, "fair")
    assert has_play(t.state, t.rules, 0, np.int64(0))
