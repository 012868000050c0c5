"""Wrong versions of the rules, one for each, that a named rule test must catch.

A mutant replaces one function everywhere; the test is then expected to fail.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from balance.games.simcity import (
    city,
    codes,
    ends,
    events,
    groups,
    offices,
    pay,
    play,
    rules,
    supply,
    surroundings,
)
from balance.games.simcity.players import uniform
from tests.simcity.test_rules_course import (
    TestS1Modes,
    TestS2SetUp,
    TestS3Turn,
    TestS4Drawing,
    TestS5Council,
    TestS6Playing,
    TestS19EarlyPhases,
    TestS20Phase4,
)
from tests.simcity.test_rules_ends import (
    TestS27LongCards,
    TestS28HandLimit,
    TestS29TheEnd,
    TestS30Solitaire,
    TestS31Duel,
)
from tests.simcity.test_rules_knowledge import TestS32Knowledge, TestS33Random
from tests.simcity.test_rules_offices import TestS24Offices, TestS25Events, TestS26Disasters
from tests.simcity.test_rules_paying import (
    TestS14Pay,
    TestS15ReceivesAndAdds,
    TestS16Zoning,
    TestS17Complexes,
    TestS18Rebuilding,
)
from tests.simcity.test_rules_placing import (
    TestS7NewPlacement,
    TestS8Upgrade,
    TestS9Rezoning,
    TestS10Council,
    TestS11Conditions,
)
from tests.simcity.test_rules_politics import TestS21Bills, TestS22Dismissal, TestS23Auction
from tests.simcity.test_rules_supply import TestS12Supply, TestS13Power


@dataclass(frozen=True)
class Mutant:
    """A wrong version of ``function`` (module and name below the game's folder); ``check`` must fail with it."""

    rule: str
    sentence: str
    function: str
    wrong: Callable[..., Any]
    check: Callable[[], None]

    def __str__(self) -> str:
        return f"{self.rule} {self.sentence}"


# The right versions, which wrong ones build on.
right_deal, right_buy, right_vacate = rules.deal, rules.buy_member, city.vacate
right_reckon, right_group, right_bill = pay.reckon, groups.group_with, offices.bill_city


def any_mode_goes(model: Any, players: int) -> None:
    return None


def deal_from_below(state: Any, about: Any) -> None:
    right_deal(state, about)
    state.seats[0].hand[0] = state.seats[1].hand[0]


def no_draw(state: Any, book: Any, about: Any, who: Any, p: int, log: Any) -> None:
    return None


def draw_from_below(state: Any, about: Any, p: int) -> Any:
    d = rules.pile_of(about, p)
    if state.n_deck[d] == 0:
        return codes.NO_CARD
    card = state.deck[d, 0]
    state.deck[d, : state.n_deck[d] - 1] = state.deck[d, 1 : state.n_deck[d]]
    state.n_deck[d] -= 1
    rules.take_up(state, p, card)
    return card


def buy_for_nothing(state: Any, about: Any, p: int, card: Any, log: Any) -> Any:
    funds = int(state.seats[p].funds)
    drew = right_buy(state, about, p, card, log)
    state.seats[p].funds = funds
    return drew


def one_play_alone(state: Any, book: Any, about: Any, lineup: Any, who: Any, p: int, log: Any) -> None:
    state.now.way = codes.PASS
    play.choose_play(who, state, about, p)
    if state.now.way in (codes.NEW, codes.UPGRADE):
        play.play_block(state, book, about, lineup, p, log)


def endless_table(town: Any, about: Any, place: Any) -> bool:
    return True


def upgrade_any_value(state: Any, about: Any, kind: Any, covered: Any) -> bool:
    own, under = about.kind[kind], about.kind[about.kind_of[covered]]
    return bool(own.zone == under.zone and own.looks != under.looks)


def rezone_always(state: Any, about: Any) -> bool:
    return True


def nobody_is_bound(about: Any, town: Any, one: Any, kind: Any, first: Any, second: Any) -> int:
    return 0


def only_sims_matter(state: Any, about: Any, town: Any, kind: Any, first: Any, second: Any) -> bool:
    return bool(supply.enough_sims(state, about, town, kind, first, second))


def lines_join_anywhere(about: Any, one: Any, other: Any, line: Any, across: Any) -> bool:
    return bool(about.kind[one].lines[line] and about.kind[other].lines[line])


def power_is_everywhere(state: Any, about: Any, town: Any, kind: Any, first: Any, second: Any) -> bool:
    return True


def always_below_zero(state: Any, about: Any, town: Any, kind: Any, first: Any, second: Any) -> Any:
    right_reckon(state, about, town, kind, first, second)
    state.pay.total = state.pay.part.sum()
    return state.pay.total


def covered_counts_still(about: Any, town: Any, f: Any, place: Any) -> int:
    return 0


def group_one_short(state: Any, about: Any, town: Any, kind: Any, i: int, place: Any) -> Any:
    return right_group(state, about, town, kind, i, place) - 1


def own_reach_alone(state: Any, about: Any, town: Any, no: int, i: int, within: Any, first: Any, second: Any) -> bool:
    return bool(surroundings.steps_between(state, town.members[no, i], first, second) <= within)


def nothing_burns(town: Any, about: Any, place: Any) -> None:
    right_vacate(town, about, place)
    town.burnt[place] = 0


def plants_at_once(about: Any, town: Any) -> bool:
    return True


def no_orange_bonus(state: Any, about: Any, town: Any) -> Any:
    return about.phase3_min if about.seats <= 3 else about.phase3_factor * about.seats


def charge_below_zero(state: Any, p: int, amount: int) -> int:
    state.seats[p].funds -= amount
    state.seats[p].paid_event = 1
    return amount


def no_dismissal(state: Any, about: Any, lineup: Any, book: Any, after_event: Any, log: Any) -> None:
    return None


def losses_ask_nobody(state: Any, about: Any, lineup: Any, book: Any, money: Any, p: int, log: Any) -> None:
    for q in range(about.seats):
        if q == state.office[codes.MAYOR] if money.who > codes.ALL else q == p:
            events.move_to(state, q, money.amount, log)


def left_neighbour_always(state: Any, about: Any, lineup: Any, book: Any, leaver: int, log: Any) -> None:
    offices.take_office(state, about, book, codes.MAYOR, (leaver + 1) % about.seats, 0, log)


def governor_pays_all(state: Any, about: Any, lineup: Any, book: Any, amount: Any, is_disaster: Any, log: Any) -> None:
    state.governor_served = 0
    right_bill(state, about, lineup, book, amount, is_disaster, log)


def nobody_discards(state: Any, about: Any, lineup: Any, p: int, log: Any) -> None:
    return None


def green_falls_too(about: Any, town: Any, card: Any, only_zone: Any) -> bool:
    return True


def long_over_anything(state: Any, about: Any, town: Any, kind: Any, first: Any, second: Any) -> bool:
    return bool(town.top[first] and town.top[second])


def no_hand_limit(state: Any, book: Any, about: Any, lineup: Any, who: Any, p: int, log: Any) -> None:
    seat = state.seats[p]
    seat.funds += state.pending
    state.ended = ends.ends_after_turn(state, about, p)


def never_ends(state: Any, about: Any, p: int) -> int:
    return 0


def discards_are_closed(state: Any, about: Any, p: int) -> bool:
    return False


def one_pile_for_both(about: Any, p: int) -> int:
    return 0


def peeks(entry: Any, state: Any, about: Any, p: int, highest: int) -> int:
    return int(state.deck[0, state.n_deck[0] - 1])


def first_legal(state: Any, about: Any, p: int) -> None:
    places = uniform.places_of(state, about, state.city[0])
    uniform.count_plays(state, about, state.city[0], p, places, 0)


def check_peeking() -> None:
    TestS32Knowledge().test_no_decision_follows_what_is_hidden("planner", 3)


def check_uniform() -> None:
    with pytest.MonkeyPatch.context() as patch:
        TestS33Random().test_plays_are_uniform(1, patch)


MUTANTS = (
    Mutant(
        "S1",
        "any number of players in any mode",
        "settings._check_mode",
        any_mode_goes,
        lambda: TestS1Modes().test_players_of_a_mode("duel", 3, False),
    ),
    Mutant("S2", "a card is dealt twice", "rules.deal", deal_from_below, TestS2SetUp().test_hands_from_the_deck),
    Mutant("S3", "no draw", "play.draw_for_turn", no_draw, TestS3Turn().test_draw_then_play_then_pay),
    Mutant(
        "S4",
        "from below",
        "rules.draw_card",
        draw_from_below,
        TestS4Drawing().test_the_top_card_and_none_from_an_empty_deck,
    ),
    Mutant("S5", "for nothing", "rules.buy_member", buy_for_nothing, TestS5Council().test_pay_and_put_down_and_draw),
    Mutant(
        "S6",
        "no extra plays",
        "play.play_cards",
        one_play_alone,
        TestS6Playing().test_extra_plays_each_scored_by_itself,
    ),
    Mutant("S7", "endless table", "city.fits", endless_table, TestS7NewPlacement().test_the_bounding_box_is_kept),
    Mutant(
        "S8",
        "of any value",
        "placing.upgrades",
        upgrade_any_value,
        TestS8Upgrade().test_same_zone_and_a_value_not_below,
    ),
    Mutant("S9", "early", "placing.rezoning_open", rezone_always, lambda: TestS9Rezoning().test_from_phase_3(2, None)),
    Mutant("S10", "nobody is bound", "council.bound", nobody_is_bound, TestS10Council().test_a_corrupt_member_is_bound),
    Mutant(
        "S11", "sims alone", "placing.conditions_hold", only_sims_matter, TestS11Conditions().test_needs_and_forbids
    ),
    Mutant("S12", "any lines", "networks.linked", lines_join_anywhere, TestS12Supply().test_along_a_road_over_a_bend),
    Mutant("S13", "power everywhere", "supply.has_power", power_is_everywhere, TestS13Power().test_power_required),
    Mutant(
        "S14",
        "totals below 0",
        "pay.reckon",
        always_below_zero,
        lambda: TestS14Pay().test_a_total_below_zero(False, 0),
    ),
    Mutant(
        "S15",
        "a covered block counts",
        "surroundings.covered_weight",
        covered_counts_still,
        TestS15ReceivesAndAdds().test_the_covered_block_does_not_count,
    ),
    Mutant(
        "S16",
        "one too few",
        "groups.group_with",
        group_one_short,
        lambda: TestS16Zoning().test_four_in_a_row_pay_for_three("home"),
    ),
    Mutant(
        "S17",
        "own reach alone",
        "complexes.near_enough",
        own_reach_alone,
        TestS17Complexes().test_two_are_linked_within_the_larger_of_their_reaches,
    ),
    Mutant(
        "S18", "nothing burns", "city.vacate", nothing_burns, TestS18Rebuilding().test_a_new_block_on_an_emptied_cell
    ),
    Mutant(
        "S19",
        "plants at once",
        "placing.plants_allowed",
        plants_at_once,
        TestS19EarlyPhases().test_an_early_plant_opens_nothing,
    ),
    Mutant(
        "S20",
        "no orange bonus",
        "phases.sims_wanted",
        no_orange_bonus,
        TestS20Phase4().test_less_the_bonus_of_the_largest_orange_group,
    ),
    Mutant("S21", "debts", "offices.charge", charge_below_zero, TestS21Bills().test_funds_never_fall_below_0),
    Mutant(
        "S22",
        "never dismissed",
        "offices.dismiss_if_broke",
        no_dismissal,
        TestS22Dismissal().test_a_payment_that_leaves_nothing,
    ),
    Mutant(
        "S22",
        "resigns before bills only",
        "events.move_money",
        losses_ask_nobody,
        TestS22Dismissal().test_a_loss_of_the_mayor_lapses_or_falls_on_the_next_like_a_bill,
    ),
    Mutant("S23", "no bids", "offices.auction", left_neighbour_always, TestS23Auction().test_one_bidder_pays_his_bid),
    Mutant(
        "S24",
        "pays every disaster",
        "offices.bill_city",
        governor_pays_all,
        TestS24Offices().test_the_governor_pays_the_first_disaster_of_his_term,
    ),
    Mutant(
        "S25",
        "nobody discards",
        "events.make_discard",
        nobody_discards,
        TestS25Events().test_others_discard_of_their_choice,
    ),
    Mutant(
        "S26",
        "green is hit",
        "disasters.removable",
        green_falls_too,
        TestS26Disasters().test_what_is_green_on_top_cannot_be_hit,
    ),
    Mutant(
        "S27",
        "over anything",
        "placing.long_upgrades",
        long_over_anything,
        TestS27LongCards().test_an_upgrade_of_two_of_its_zone_within_its_value,
    ),
    Mutant(
        "S28",
        "no hand limit",
        "play.finish_turn",
        no_hand_limit,
        TestS28HandLimit().test_the_surplus_is_discarded_at_the_end_of_the_turn,
    ),
    Mutant("S29", "never", "ends.ends_before_play", never_ends, TestS29TheEnd().test_no_legal_play_on_an_empty_deck),
    Mutant(
        "S30",
        "discards are closed",
        "rules.may_take_discard",
        discards_are_closed,
        TestS30Solitaire().test_the_top_of_the_discards_instead_of_a_draw,
    ),
    Mutant(
        "S31",
        "one city for both",
        "rules.pile_of",
        one_pile_for_both,
        TestS31Duel().test_the_phase_is_3_and_everybody_builds_in_a_city_of_his_own,
    ),
    Mutant("S32", "looks at the deck", "players.table.choose_bid", peeks, check_peeking),
    Mutant("S33", "the first legal play", "players.uniform.choose_play", first_legal, check_uniform),
)
