"""What each scripted player's plan comes to in hand-made positions, and that its search misses nothing."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from balance.games.simcity import codes
from balance.games.simcity.players import FEATURES, PLAYERS, lookahead, options, outlook, table, value
from balance.games.simcity.state import TEMPER
from balance.kernel.lineup import ENTRY
from balance.kernel.record import blank
from balance.kernel.rng import quiet
from tests.interpreted import interpreted_only
from tests.simcity import positions
from tests.simcity.positions import Table, card, event, member, place

pytestmark = interpreted_only

SCRIPTED = [name for name in PLAYERS if name != "random"]
CARDS = (
    card("hall"),
    card("tower", value=6),
    card("shop", "navy", value=2),
    card("mall", "navy", value=4, effect="receives 1 zone:orange within 2"),
    card("home", "orange", house=2, value=2, road="hv"),
    card("bar", "navy", need=1, value=3, road="hv"),
    card("bank", "navy", need=3, value=7, road="hv"),
    card("wood", "green", value=1, pollution=-2),
    card("mill", "brown", value=4, pollution=5),
    card("barn", "aqua", value=3, effect="complex farm 3 within 2"),
    card("marsh", "green", value=1, effect="adds -1 zone:orange within 2"),
    card("park", value=2, effect="adds 2 zone:navy"),
    card("lodge", "orange", house=3, value=3, effect="receives 2 card:wood once"),
    card("cleaner", value=3, effect="receives 2 per 3 pollution within 2"),
    card("plant", "brown", value=5, tags="power_plant", phase=3),
    member("plain", cost=2),
    event("fair", "gain 1 all"),
    event("fire", "destroy 1 any; mayor_pays 6", tags="disaster", phase=3),
)


def entry_of(name: str, weights: Mapping[str, float] | None = None) -> Any:
    """A row of a line-up: a player with its own weights, some of them changed."""
    made = blank(ENTRY)
    made.player = list(PLAYERS).index(name)
    row = {**PLAYERS[name].weights, **(weights or {})}
    made.weights[: len(row)] = list(row.values())
    return made


def play(t: Table, name: str, p: int = 0, **weights: float) -> tuple[str, str, Any]:
    """What a player plays there: the card, the way and the place."""
    t.state.seats[p].draws = 0
    with quiet():
        table.choose_play(entry_of(name, weights), t.state, t.rules, p)
    now = t.state.now
    at = place(now.cell) if now.way < codes.PLAY_EVENT else None
    return t.names[now.card], codes.WAYS[now.way], at


def many(t: Table, name: str) -> set[tuple[str, str, Any]]:
    """All that a player plays there, with other lots each time."""
    found = set()
    for turn in range(100, 160):
        t.state.turn_no = turn
        found.add(play(t, name))
    return found


def town(hand: str, **said: Any) -> Table:
    """A city of one hall, and a hand."""
    made = positions.table(*CARDS, **{"phase": 3, "funds": [20, 20, 20, 20], **said}).lay({(0, 0): "hall"})
    made.hold(0, hand)
    return made


class TestWeights:
    def test_the_catalogue_has_the_order_of_the_compiled_record(self) -> None:
        assert tuple(FEATURES) == TEMPER.names
        t = town("hall")
        entry = blank(ENTRY)
        entry.weights[: len(FEATURES)] = range(1, len(FEATURES) + 1)
        outlook.read_temper(t.state, entry)
        assert [t.state.temper[name] for name in FEATURES] == list(range(1, len(FEATURES) + 1))

    def test_a_weight_of_the_scenario_changes_play(self) -> None:
        """A mill pays 4 and a barn 3, unless each unit of pollution costs 1."""
        assert play(town("mill barn"), "weighted")[0] == "mill"
        assert play(town("mill barn"), "weighted", dirt=-1.0)[0] == "barn"


class TestPlans:
    def test_the_earner_takes_what_pays_most(self) -> None:
        assert play(town("shop tower barn"), "earner")[0] == "tower"

    def test_it_passes_rather_than_pay(self) -> None:
        t = town("fair", funds=[9, 9, 9, 9])
        assert play(t, "earner", money=-1.0)[1] == "pass"

    def test_the_planner_builds_the_house_that_its_cards_lack(self) -> None:
        """Two banks of 7 want 3 sims, and there are none: a house of 2 opens two thirds of 14; a barn pays 3."""
        assert play(town("bank bank home barn"), "earner")[0] == "barn"
        assert play(town("bank bank home barn"), "planner")[0] == "home"

    def test_the_planner_begins_a_complex_that_its_hand_continues(self) -> None:
        """A mill pays 4, a barn 3; it is worth 3 to each of two other barns once there are enough of them."""
        assert play(town("barn barn barn mill"), "earner")[0] == "mill"
        assert play(town("barn barn barn mill"), "planner")[0] == "barn"
        assert play(town("barn mill wood"), "planner")[0] == "mill"

    def test_the_planner_lays_the_house_where_its_network_grows(self) -> None:
        """One home lies at (1, 0), its road both ways; a second beside it makes 4 sims, elsewhere 2 stay the most."""
        t = town("bank bank home").lay({(1, 0): "home"})
        assert {at for _, _, at in many(t, "planner")} == {(2, 0), (1, 1), (1, -1)}
        assert {at for _, _, at in many(t, "earner")} > {(2, 0), (1, 1), (1, -1)}

    def test_the_planner_grows_the_zone_that_its_hand_continues(self) -> None:
        """Three shops lie in a row: a fourth opens one more for each of two others, and pays 3; a park pays 3 and
        opens nothing, a barn 3 for its own complex alone."""
        shops = {(x, 1): "shop" for x in range(3)}
        t = town("shop shop bar barn").lay(shops)
        assert play(t, "planner")[0] == "shop"
        with quiet():
            outlook.read_temper(t.state, entry_of("planner"))
            outlook.weigh_kinds(t.state, t.rules, 0)
            kind = t.kind("shop")
            assert (int(t.state.mates[kind]), int(t.state.widest[kind])) == (2, 3)
            value.place_worth(t.state, t.rules, t.city, kind, codes.NEW, positions.cell(3, 1), codes.NO_CELL)
            assert t.state.pay.grown == 4
            here = lookahead.opened_here(t.state, t.rules, t.city, kind, positions.cell(3, 1))
            away = lookahead.opened_here(t.state, t.rules, t.city, kind, positions.cell(-1, 0))
        assert here == 2 * (4 - 3)  # beside three a shop is paid 3 more, beside four 4
        assert away == here  # asked of the same group, which lies in `state.pay`

    def test_the_planner_plays_what_brings_another_play(self) -> None:
        """A show pays 2 and lets it play again, a tower of 6: that is worth more than a mill of 4."""
        again = (card("show", value=2, effect="extra_plays 1"), *CARDS)
        t = positions.table(*again, phase=3).lay({(0, 0): "hall"})
        t.hold(0, "show mill mill")
        assert play(t, "earner")[0] == "mill"
        assert play(t, "planner", ahead=0.6)[0] == "show"

    def test_the_developer_pushes_and_holds_back(self) -> None:
        """In phase 1 a house brings phase 2: towers of phase 2 in hand gain by it, playable ones lose."""
        late = (card("late", value=9, phase=2), *CARDS)
        t = positions.table(*late, phase=1).lay({(0, 0): "hall"})
        t.hold(0, "late late home barn")
        assert play(t, "developer")[0] == "home"
        t = positions.table(*late, phase=1).lay({(0, 0): "hall"})
        t.hold(0, "tower tower home wood")
        assert play(t, "developer", money=0.0)[0] != "home"

    def test_who_wants_the_phase_does_not_cover_what_brings_it(self) -> None:
        """In phase 1 a home over a home pays as much as a home beside it, and is no house more."""
        t = positions.table(*CARDS, phase=1).lay({(0, 0): "home"})
        t.hold(0, "home plant")
        assert {way for _, way, _ in many(t, "candidate")} == {"new"}
        t = positions.table(card("villa", "orange", house=3, value=2, road="hv"), *CARDS, phase=1)
        t.lay({(0, 0): "home"}).hold(0, "villa plant")
        assert {way for _, way, _ in many(t, "candidate")} == {"new"}
        assert {way for _, way, _ in many(t, "earner")} == {"new", "upgrade"}

    def test_who_shuns_the_office_takes_it_when_the_hand_gains_more(self) -> None:
        """Phase 3 brings late cards of 9 each: one is not worth the office with its bills, twelve are."""
        late = (card("late", value=9, phase=3), *CARDS)
        for copies, wanted in ((1, "tower"), (12, "plant")):
            t = positions.table(*late, phase=2).lay({(0, 0): "hall"})
            t.city.needing = 2 * 4
            t.hold(0, f"plant tower{' late' * copies}")
            assert play(t, "recluse")[0] == wanted

    def test_the_denier_builds_in_a_group_that_others_could_add_to(self) -> None:
        """Four shops in a row: a tower pays the same everywhere, and spoils a place beside them or not."""
        shops = {(x, 1): "shop" for x in range(4)}
        t = town("tower").lay(shops)
        around = {(1, 0), (2, 0), (3, 0)} | {(x, 2) for x in range(4)} | {(-1, 1), (4, 1)}
        assert many(t, "denier") == {("tower", "new", at) for at in around}
        assert many(t, "earner") > {("tower", "new", at) for at in around}
        t = town("barn shop").lay(shops)
        assert play(t, "earner")[0] == "shop"
        assert play(t, "denier")[0] == "barn"

    def test_the_politician_rebuilds_rather_than_take_new_ground(self) -> None:
        assert {way for _, way, _ in many(town("tower"), "politician")} == {"upgrade"}
        assert {way for _, way, _ in many(town("tower"), "earner")} == {"upgrade", "new"}

    def test_the_politician_rezones_and_buys_members(self) -> None:
        t = town("shop plain", mayor=0)
        assert play(t, "politician") == ("shop", "rezone", (0, 0))
        with quiet():
            assert table.choose_member(entry_of("politician"), t.state, t.rules, 0) == t.state.seats[0].hand[1]

    def test_the_candidate_wants_the_first_plant_and_the_recluse_does_not(self) -> None:
        t = town("plant tower", phase=2)
        t.city.needing = 2 * 4
        assert play(t, "candidate")[0] == "plant"
        assert play(t, "recluse")[0] == "tower"

    def test_the_candidate_builds_the_village_that_a_plant_needs(self) -> None:
        assert play(town("home barn", phase=1), "candidate")[0] == "home"
        assert play(town("home barn", phase=1), "recluse")[0] == "barn"
        assert play(town("home barn plant", phase=1), "recluse", office=-99.0)[0] == "barn"

    def test_the_candidate_keeps_the_city_clean_and_the_recluse_leaves_its_dirt_to_the_mayor(self) -> None:
        t = town("mill barn", mayor=1)
        assert play(t, "candidate")[0] == "barn"
        assert play(t, "recluse")[0] == "mill"

    def test_who_may_not_stand_votes_for_the_poorest_who_may(self) -> None:
        t = town("shop", offices=True, offices_combine=False, mayor=0, chairman=1, funds=[1, 2, 9, 5])
        with quiet():
            for p, wanted in ((0, 3), (2, 2), (3, 3)):
                table.choose_ballot(entry_of("politician"), t.state, t.rules, p, codes.GOVERNOR)
                assert int(t.state.seats[p].choice) == wanted

    def test_bids_and_resignations(self) -> None:
        t = town("shop", mayor=0)
        with quiet():
            asked = {name: table.choose_bid(entry_of(name), t.state, t.rules, 0, 3) for name in SCRIPTED}
            leaves = {name: table.choose_resign(entry_of(name), t.state, t.rules, 0, 30, 1) for name in SCRIPTED}
            stays = {name: table.choose_resign(entry_of(name), t.state, t.rules, 0, 30, 0) for name in SCRIPTED}
        assert asked["candidate"] == 4 and asked["recluse"] == 0 and asked["arsonist"] == 0
        assert leaves["recluse"] and leaves["arsonist"] and not leaves["candidate"]
        assert not any(stays.values())  # half the funds given up for nothing

    def test_the_arsonist_plays_disasters_that_another_pays(self) -> None:
        assert play(town("fire barn", mayor=1), "arsonist")[0] == "fire"
        assert play(town("fire barn", mayor=0), "arsonist")[0] == "barn"
        assert play(town("fire barn", mayor=1), "earner")[0] == "barn"

    def test_the_arsonist_spreads_what_burns(self) -> None:
        """A tower over the hall is no block more; beside it, it is."""
        assert {way for _, way, _ in many(town("tower"), "arsonist")} == {"new"}


class TestTies:
    def test_equal_plays_come_by_lot(self) -> None:
        """A shop pays the same on each of the four sides of the hall."""
        around = [(1, 0), (-1, 0), (0, 1), (0, -1)]
        assert many(town("shop", mayor=1), "earner") == {("shop", "new", at) for at in around}


class TestSearch:
    """The pruned search finds the plays that a look at all of them finds."""

    HAND = tuple(each.id for each in CARDS)
    LAID = ("hall", "shop", "mall", "home", "home", "bar", "wood", "mill", "barn", "marsh", "park", "lodge")

    def city(self, rng: random.Random) -> Table:
        t = positions.table(*CARDS, phase=rng.choice([1, 2, 3, 4]), funds=[20] * 4, mayor=rng.choice([-1, 0, 1]))
        cells = [(0, 0)]
        while len(cells) < rng.randint(2, 16):
            x, y = rng.choice(cells)
            dx, dy = rng.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
            if (x + dx, y + dy) not in cells:
                cells.append((x + dx, y + dy))
        t.lay({at: rng.choice(self.LAID) for at in cells})
        if rng.random() < 0.5:
            t.city.burnt[t.city.edge[0]] = 1
        t.hold(0, " ".join(rng.sample(self.HAND, 6)))
        return t

    def all_best(self, t: Table) -> set[tuple[int, int, int]]:
        """Every legal play that is worth most, found one by one."""
        city, best, found = t.city, 0.0, set()
        rezoning = options.rezoning_open(t.state, t.rules)
        for number in t.state.seats[0].hand[: t.state.seats[0].n_hand]:
            kind = t.rules.kind_of[number]
            plays = []
            if t.rules.kind[kind].family == codes.EVENT:
                if options.phase_allows(t.state, t.rules, city, kind):
                    plays = [(codes.PLAY_EVENT, codes.NO_CELL, t.state.kind_worth[kind])]
            elif options.may_build(t.state, t.rules, city, kind):
                for cell in range(codes.CELLS):
                    if city.top[cell] == 0 and city.edge_at[cell] == 0:
                        continue
                    way = positions.way_of_one(t.state, t.rules, city, kind, cell, rezoning)
                    if way >= 0:
                        worth = value.place_worth(t.state, t.rules, city, kind, way, cell, codes.NO_CELL)
                        if way == codes.REZONE:
                            worth *= value.vote_hope(t.state, t.rules, 0, kind, cell, codes.NO_CELL)
                        plays.append((way, cell, worth))
            for way, cell, worth in plays:
                if worth > best:
                    best, found = worth, set()
                if worth == best and worth > 0.0:
                    found.add((int(number), int(way), int(cell)))
        return found

    @pytest.mark.parametrize("name", SCRIPTED)
    def test_nothing_is_missed(self, name: str) -> None:
        rng = random.Random(name)
        for _ in range(12):
            t = self.city(rng)
            with quiet():
                outlook.read_temper(t.state, entry_of(name))
                options.seek_best(t.state, t.rules, 0)
                found = {
                    (int(each.card), int(each.way), int(each.cell)) for each in t.state.option[: t.state.n_options]
                }
                assert found == self.all_best(t)
