"""The referee on who may bid and who serves: leavers, holders of other offices, a new governor's term."""

from __future__ import annotations

from typing import Any

import pytest

from tests.simcity.referee_positions import event, judged, money, office, position

CITY: dict[Any, str] = {(0, 0): "meadow"}
RECALLED = office(None, 0, "recall", [10, 10, 10])


def auction(seat: int, paid: list[int]) -> dict[str, Any]:
    """The line of an auction in which everybody had 10."""
    return office(seat, None, "auction", [10 - total for total in paid], paid=paid)


@pytest.mark.parametrize(
    ("rulings", "line", "said"),
    [
        ({}, auction(0, [5, 0, 0]), "auction: seat 0 bids 5, but the one who left does not bid"),
        ({"leaver_bids": True}, auction(0, [5, 0, 0]), ""),
        ({"leaver_bids": True}, auction(0, [5, 4, 3]), "auction: no bidding in turn"),  # 4 comes before 3
        ({"leaver_bids": True}, auction(0, [5, 3, 4]), ""),
        ({"offices_combine": False, "governor": 1}, auction(1, [0, 5, 0]), "auction: seat 1 bids 5, but holders of"),
        ({"offices_combine": False, "governor": 1}, auction(2, [0, 0, 5]), ""),
        ({"offices_combine": False, "governor": 1}, office(2, None, "left_neighbour", [10, 10, 10]), ""),
        ({"governor": 1}, office(1, None, "left_neighbour", [10, 10, 10]), ""),
        ({"governor": 1}, office(2, None, "left_neighbour", [10, 10, 10]), "offices: seat of the mayor's line is 1"),
        ({"leaver_bids": True, "offices_combine": False, "chairman": 0}, auction(0, [5, 0, 0]), "auction: seat 0 bids"),
    ],
)
def test_bidders(rulings: dict[str, Any], line: dict[str, Any], said: str) -> None:
    game = position(CITY, "recall", offices=True, **rulings)
    faults = judged(game, event("recall"), offices=[RECALLED, line])
    assert not faults if not said else faults[0].startswith(said)


@pytest.mark.parametrize(("ballot", "name", "served"), [("ballot", "governor", False), ("chair", "chairman", True)])
def test_a_term_begins_with_the_election(ballot: str, name: str, served: bool) -> None:
    votes = {"office": name, "candidate_of": [1, 1, 1], "bought": [0, 0, 0], "winner": 1}
    game = position(CITY, ballot, offices=True, governor=1, governor_served=True)
    elected = office(1, None, "election", [10, 10, 10], office=name)
    assert judged(game, event(ballot, election=votes), offices=[elected]) == []
    assert game.governor_served is served


def test_paid_by_the_governor_the_mayor_is_not_dismissed() -> None:
    game = position(CITY, "storm", offices=True, governor=1, funds=[0, 3, 10])
    assert judged(game, event("storm", money=money((1, -3))), funds=[0, 0, 10]) == []
