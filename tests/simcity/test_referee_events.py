"""The referee on events and offices: disasters, bills, dismissals, auctions, elections; numbers worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.simcity.referee.offices import auction_can_end
from tests.simcity.referee.state import Game
from tests.simcity.referee_positions import event, judged, money, office, position, removed

TOWN = {(0, 0): "meadow cottage", (1, 0): "booth", (2, 0): "meadow", (1, 1): "dump dump", (5, 5): "stall"}
TOWN_LONG = {(0, 0): "booth post", (1, 0): "meadow post", (2, 0): "booth"}


def tornado(**more: Any) -> Any:
    """Hits the cottage (the meadow under it stays) and the booth; the mayor pays 3 for each."""
    hits = removed(((0, 0), "cottage"), ((1, 0), "booth"))
    return event("tornado", **{"targets": [[0, 0], [1, 0]], "removed": hits, "money": money((0, -6)), **more})


def storm(**more: Any) -> Game:
    return position(TOWN, "tornado", **more)


def test_disaster() -> None:
    game = storm()
    assert judged(game, tornado(), funds=[4, 10, 10]) == []
    assert game.cities[0].emptied == {(1, 0)}
    assert game.discards[0] == ["cottage", "booth", "tornado"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"targets": [[2, 0], [1, 0]]}, "targets: no block that can be removed lies at [2, 0]"),
        ({"targets": [[1, 0]]}, "targets: 2 different blocks are hit, not 1"),
        (
            {"removed": removed(((0, 0), "cottage meadow"), ((1, 0), "booth"))},
            "removed: what goes at [0, 0], top first,",
        ),
        ({"removed": removed(((0, 0), "cottage"))}, "removed: booth at [1, 0] is hit, but the trace does not"),
        ({"money": money((0, -3))}, "money: tornado moves -6 for seat 0, but the trace says -3"),
        ({"money": money((1, -6))}, "money: tornado moves -6 for seat 0, but the trace says 0"),
        ({"dice": [3]}, "dice: what tornado throws is []"),
        ({"frozen": {"zone": "brown", "until_turn": 4}}, "freeze: tornado makes none"),
    ],
)
def test_wrong_disaster(change: dict[str, Any], said: str) -> None:
    assert any(fault.startswith(said) for fault in judged(storm(), tornado(**change), funds=[4, 10, 10]))


def test_disasters_begin_in_phase_three() -> None:
    early = storm(phase=2, mayor=None)
    assert judged(early, tornado(money=[]))[0].startswith("phase: tornado may be played from phase 3")
    smog = position(TOWN, "smog", phase=2, mayor=None, events_from_phase=3)
    assert judged(smog, event("smog"))[0].startswith("phase: smog may be played from phase 3")


def test_one_card_or_the_stack() -> None:
    hit = event("fire", dice=[1], targets=[[1, 1]])
    stack = {**hit, "removed": removed(((1, 1), "dump dump"))}
    top = {**hit, "removed": removed(((1, 1), "dump"))}
    assert judged(position(TOWN, "fire"), stack) == []
    assert judged(position(TOWN, "fire", disaster_removes="top"), top) == []
    assert judged(position(TOWN, "fire", disaster_removes="top"), stack)[0].startswith("removed: what goes at [1, 1]")
    assert judged(position(TOWN, "fire"), {**stack, "dice": [7]})[0].startswith("dice: fire throws 1 dice with 6 faces")
    other_zone = {**hit, "targets": [[1, 0]], "removed": removed(((1, 0), "booth"))}
    assert judged(position(TOWN, "fire"), other_zone)[0].startswith("targets: no block that can be removed lies at")


def test_long_block_goes_once() -> None:
    """The stadium, what lay under its left cell, then under the other down to the meadow."""
    game = position({}, "flood", phase=4)
    game.cities[0] = position(TOWN_LONG).cities[0].placed(game.cards["stadium"], ((0, 0), (1, 0)))[0]
    hits = removed(((0, 0), "stadium post booth post"), ((2, 0), "booth"))
    play = event("flood", targets=[[0, 0], [1, 0], [2, 0]], removed=hits)
    assert judged(game, play) == []


@pytest.mark.parametrize(
    ("card", "cells", "said"),
    [
        ("flood", [[1, -1], [1, 0], [1, 1]], ""),
        ("flood", [[0, 0], [1, 0]], "targets: [[0, 0], [1, 0]] is no line of size 3"),
        ("flood", [[0, 0], [1, 0], [1, 1]], "targets: [[0, 0], [1, 0], [1, 1]] is no line"),
        ("flood", [[7, 0], [8, 0], [9, 0]], "targets: [[7, 0], [8, 0], [9, 0]] holds no block"),
        ("quake", [[1, 0], [2, 0], [1, 1], [2, 1]], ""),
        ("quake", [[1, 0], [2, 0], [1, 1], [1, 2]], "targets: [[1, 0], [2, 0], [1, 1], [1, 2]] is no square"),
    ],
)
def test_shapes(card: str, cells: Any, said: str) -> None:
    bill = money((0, -5)) if card == "quake" else []
    all_hits = [((0, 0), "cottage"), ((1, 0), "booth"), ((1, 1), "dump dump")]
    hits = removed(*(hit for hit in all_hits if list(hit[0]) in cells))
    faults = judged(
        position(TOWN, card),
        event(card, targets=cells, removed=hits, money=bill),
        funds=[5 if bill else 10, 10, 10],
    )
    assert not faults if not said else faults[0].startswith(said)


def test_money_events() -> None:
    polluted = {(0, 0): "plant", (1, 0): "booth"}  # 5 + 2: one full 5
    assert judged(position(polluted, "smog"), event("smog", money=money((0, -2))), funds=[8, 10, 10]) == []
    phase_two = position(polluted, "smog", phase=2, mayor=None)
    assert judged(phase_two, event("smog")) == []  # nobody is mayor, nobody pays
    paid = money((0, -5), (1, -3), (2, -5))
    poor = position(TOWN, "tax", funds=[9, 3, 9])
    assert judged(poor, event("tax", money=paid), funds=[4, 0, 4]) == []
    given = money((0, 5), (1, 1), (2, 1))
    assert judged(position(TOWN, "grant"), event("grant", money=given), funds=[15, 11, 11]) == []


def test_freeze_and_discards() -> None:
    frozen = {"zone": "brown", "until_turn": 4}
    assert judged(position(TOWN, "strike"), event("strike", frozen=frozen)) == []
    twice = position(TOWN, "strike", frozen={"brown": 9})
    assert judged(twice, event("strike", frozen=frozen)) == []
    assert twice.frozen == {"brown": 9}
    late = {"zone": "brown", "until_turn": 5}
    assert judged(position(TOWN, "strike"), event("strike", frozen=late))[0].startswith("freeze: what is frozen")
    hands = ["scandal", "lake river", ""]
    gone = [{"seat": 1, "cards": ["lake"]}]
    assert judged(position(TOWN, hands=hands), event("scandal", discards=gone)) == []
    assert judged(position(TOWN, hands=hands), event("scandal"))[0].startswith("discards: how many cards seat 1")


# ----- dismissal, auction, resignation -----

LEFT = office(None, 0, "dismissed", [0, 10, 10])
AUCTION = office(2, None, "auction", [0, 7, 6], paid=[0, 3, 4])


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([LEFT, AUCTION], ""),
        ([LEFT, office(1, None, "left_neighbour", [0, 10, 10])], ""),
        ([], "offices: an office line must tell that mayor 0 left his office (dismissed)"),
        ([LEFT], "offices: an office line must tell that the office that mayor 0 left is filled"),
        ([LEFT, office(2, None, "left_neighbour", [0, 10, 10])], "offices: seat of the mayor's line is 1"),
        ([LEFT, {**AUCTION, "seat": 1}], "offices: seat of the mayor's line is 2"),
        ([LEFT, office(1, None, "auction", [0, 6, 6], paid=[0, 4, 4])], "auction: no bidding in turn"),
        ([LEFT, office(2, None, "auction", [0, 10, -1], paid=[0, 0, 11])], "offices: seat 2 pays 11 and has only 10"),
        ([LEFT, {**AUCTION, "funds": [0, 7, 7]}], "funds: after this line they are [0, 7, 6]"),
        ([LEFT, AUCTION, AUCTION], "offices: nothing in this turn makes this line about the mayor (auction)"),
    ],
)
def test_dismissal(lines: list[Any], said: str) -> None:
    faults = judged(storm(funds=[6, 10, 10]), tornado(), offices=lines, funds=[0, 10, 10])
    assert not faults if not said else any(fault.startswith(said) for fault in faults), faults


def test_the_winner_alone_pays() -> None:
    game = storm(funds=[6, 10, 10], auction="winner_pays")
    line = office(2, None, "auction", [0, 10, 6], paid=[0, 0, 4])
    assert judged(game, tornado(), offices=[LEFT, line], funds=[0, 10, 10]) == []
    game = storm(funds=[6, 10, 10], auction="winner_pays")
    assert judged(game, tornado(), offices=[LEFT, AUCTION], funds=[0, 10, 10])[0].startswith("auction: only the winner")


def test_possible_auctions() -> None:
    """In turn: of (3, 5, 4) the second must bid 5 at once, and the third cannot bid 4 any more."""
    assert auction_can_end((1, 4, 3))
    assert not auction_can_end((3, 5, 4))
    assert not auction_can_end((2, 2))
    assert auction_can_end((0, 0, 200))
    assert auction_can_end((199, 200))


def test_only_what_the_mayor_pays_dismisses_him() -> None:
    """A mayor at 0 stays while others pay, or while the bill is 0; others at 0 are not his affair."""
    envied = position(TOWN, "envy", funds=[0, 2, 9])
    assert judged(envied, event("envy", money=money((1, -2), (2, -2))), funds=[0, 0, 7]) == []
    nothing_lost = position({(0, 0): "meadow"}, "tornado", funds=[0, 2, 9])
    assert judged(nothing_lost, event("tornado"), funds=[0, 2, 9]) == []
    other_mayor = position(TOWN, "envy", funds=[0, 5, 9], mayor=1)
    assert judged(other_mayor, event("envy", money=money((1, -2), (2, -2))), funds=[0, 3, 7]) == []


def test_dismissed_by_a_purchase_only_if_ruled() -> None:
    buys: dict[str, Any] = {"bought": {"card": "alderman", "cost": 3, "drew": "meadow"}, "funds": [0, 10, 10]}
    lines = [LEFT, office(1, None, "left_neighbour", [0, 10, 10])]
    any_payment = position(TOWN, "alderman fair", funds=[3, 10, 10], dismissal="any_payment")
    passing = [event("fair"), {"type": "pass"}]
    assert judged(any_payment, *passing, offices=lines, **buys) == []
    other_mayor = position(TOWN, "alderman fair", funds=[3, 0, 10], dismissal="any_payment", mayor=1)
    assert judged(other_mayor, *passing, **{**buys, "funds": [0, 0, 10]}) == []
    only_events = position(TOWN, "alderman fair", funds=[3, 10, 10])
    assert judged(only_events, *passing, offices=lines, **buys)[0].startswith("offices: nothing in this turn")


def test_resignation() -> None:
    """With 5 and a bill of 6 he gives up 3; the bill lapses, or falls on the new mayor."""
    resigned = office(None, 0, "resigned", [2, 10, 10], given_up=3)
    heir = office(1, None, "left_neighbour", [2, 10, 10])
    for shown in ([5, 10, 10], [2, 10, 10]):
        assert judged(storm(funds=[5, 10, 10]), tornado(money=[]), offices=[resigned, heir], funds=shown) == []
    just_enough = [office(None, 0, "resigned", [3, 10, 10], given_up=3), {**heir, "funds": [3, 10, 10]}]
    assert judged(storm(funds=[6, 10, 10]), tornado(money=[]), offices=just_enough, funds=[3, 10, 10]) == []
    listed = tornado(money=money((0, -3)))
    assert judged(storm(funds=[5, 10, 10]), listed, offices=[resigned, heir], funds=[2, 10, 10]) == []
    unbroken = [office(None, 0, "resigned", [3, 10, 10], given_up=4), {**heir, "funds": [3, 10, 10]}]
    assert judged(storm(funds=[7, 10, 10]), tornado(money=[]), offices=unbroken, funds=[3, 10, 10]) != []
    less = [{**resigned, "given_up": 2}, heir]
    assert judged(storm(funds=[5, 10, 10]), tornado(money=[]), offices=less)[0].startswith("resignation: what mayor 0")
    passed_on = storm(funds=[5, 10, 10], resign_bill="new_mayor")
    lines = [{**resigned, "funds": [2, 4, 10]}, {**heir, "funds": [2, 4, 10]}]
    assert judged(passed_on, tornado(money=money((1, -6))), offices=lines, funds=[2, 4, 10]) == []
    rich = judged(storm(), tornado(money=[]), offices=[resigned, heir], funds=[5, 10, 10])
    assert rich[0].startswith("money: tornado moves -6 for seat 0")


def test_recall() -> None:
    lines = [office(None, 0, "recall", [10, 10, 10]), office(1, None, "left_neighbour", [10, 10, 10])]
    assert judged(position(TOWN, "recall"), event("recall"), offices=lines) == []
    assert judged(position(TOWN, "recall"), event("recall"))[0].startswith("offices: an office line must tell")
    alone = position(TOWN, "recall", players=1, mode="solitaire")
    assert judged(alone, event("recall")) == []


# ----- governor and chairman -----

VOTES = {"office": "governor", "candidate_of": [1, 1, 2], "bought": [0, 0, 2], "winner": 2}
ELECTED = office(2, None, "election", [10, 10, 0], office="governor")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, ""),
        ({"winner": 1}, "election: seats [2] have most votes, but 1 wins"),
        ({"bought": [0, 0, 3]}, "election: seat 2 buys votes for 15, and has 10"),
        ({"office": "chairman"}, "election: the office is 'governor'"),
    ],
)
def test_election(change: dict[str, Any], said: str) -> None:
    """Two votes for seat 1; seat 2 votes for himself and buys two more for 10."""
    game = position(TOWN, "ballot", offices=True)
    faults = judged(game, event("ballot", election={**VOTES, **change}), offices=[ELECTED], funds=[10, 10, 0])
    assert not faults if not said else faults[0].startswith(said)


@pytest.mark.parametrize(("listed", "right"), [(-10, True), (0, True), (-5, False), (10, False)])
def test_bought_votes_may_be_listed(listed: int, right: bool) -> None:
    game = position(TOWN, "ballot", offices=True)
    play = event("ballot", election=VOTES, money=money((2, listed)))
    assert (judged(game, play, offices=[ELECTED], funds=[10, 10, 0]) == []) is right


def test_election_without_offices_and_no_two_offices() -> None:
    assert judged(position(TOWN, "ballot"), event("ballot")) == []
    assert judged(position(TOWN, "ballot"), event("ballot", election=VOTES))[0].startswith(
        "election: ballot makes none"
    )
    game = position(TOWN, "ballot", offices=True, offices_combine=False, chairman=2)
    faults = judged(game, event("ballot", election=VOTES), offices=[ELECTED], funds=[10, 10, 0])
    assert faults[0] == "election: seat 2 stands as governor, but he holds another office"


def test_governor_pays_the_first_disaster() -> None:
    stands_in = tornado(money=money((2, -6)))
    game = storm(offices=True, governor=2)
    assert judged(game, stands_in, funds=[10, 10, 4]) == []
    assert game.governor_served
    assert judged(storm(offices=True, governor=2), tornado(), funds=[4, 10, 10])[0].startswith("money: tornado moves 0")
    assert judged(storm(offices=True, governor=2, governor_served=True), tornado(), funds=[4, 10, 10]) == []
    choice: dict[str, Any] = {"offices": True, "governor": 2, "governor_pays": "choice"}
    assert judged(storm(**choice), tornado(), funds=[4, 10, 10]) == []
    assert judged(storm(**choice), stands_in, funds=[10, 10, 4]) == []


# ----- duel -----


def test_an_event_hits_both_cities() -> None:
    cities = [TOWN, {(0, 0): "booth"}]
    game = position({}, "tornado", mode="duel", players=2, cities=cities)
    play = event(
        "tornado",
        targets=[[0, 0, 0], [0, 1, 0], [1, 0, 0]],
        removed=removed(((0, 0, 0), "cottage"), ((0, 1, 0), "booth"), ((1, 0, 0), "booth")),
        money=money((0, -6), (1, -3)),
    )
    assert judged(game, play, funds=[4, 7]) == []
    one_city = {**play, "targets": play["targets"][:2], "removed": play["removed"][:2]}
    game = position({}, "tornado", mode="duel", players=2, cities=cities)
    assert judged(game, one_city, funds=[4, 7])[0].startswith("targets: 1 different blocks are hit, not 0")
