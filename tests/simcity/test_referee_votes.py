"""The referee on rezoning votes: free and bound votes, able members, ties, and what a lost vote costs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.simcity.referee.state import Game
from tests.simcity.referee_positions import PASS, block, judged, pays, position, vote

MEMBERS = ["", "crook", "broker"]


@pytest.mark.parametrize(
    ("council", "votes", "said"),
    [
        (MEMBERS, vote([2, 0, 2], [0, 1, 0], True), ""),
        (MEMBERS, vote([2, 1, 2], [0, 0, 0], True), "vote: seat 1 casts 0 yes and 1 no"),
        (MEMBERS, vote([2, 0, 1], [0, 1, 0], True), "vote: seat 2 casts 0 yes and 2 no or 2 yes and 0 no"),
        (MEMBERS, vote([1, 0, 2], [1, 1, 0], True), "vote: seat 0 casts 0 yes and 2 no or 2 yes and 0 no"),
        (["", "crook", "alderman"], vote([2, 0, 0], [0, 1, 1], True, 0), ""),
        (["", "crook", "alderman"], vote([2, 0, 0], [0, 1, 1], True, 1), "vote: the seat that breaks the tie"),
        (["", "crook", ""], vote([2, 0, 0], [0, 1, 0], True, 0), "vote: with 2 yes and 1 no, who breaks the tie"),
    ],
)
def test_votes(council: list[str], votes: Any, said: str) -> None:
    """A booth over a cottage: orange loses a block, navy wins one; seat 0 is mayor."""
    game = position({(0, 0): "cottage", (1, 0): "meadow"}, "booth", council=council)
    faults = judged(game, block("booth", (0, 0), 3, "rezone", vote=votes))
    assert not faults if not said else faults[0].startswith(said)


@pytest.mark.parametrize(
    ("below", "card", "yes", "no"),
    [
        ("booth", "church", 1, 0),  # one orange block more
        ("cottage", "church", 0, 1),  # as many as before: free, here against
        ("booth", "post", 1, 0),  # orange is not concerned
        ("cottage", "post", 0, 1),  # one fewer
    ],
)
def test_corrupt_member_for_orange(below: str, card: str, yes: int, no: int) -> None:
    value = {"church": 2, "post": 4}[card]
    bound = (below, card) in (("booth", "church"), ("cottage", "post"))
    game = position({(0, 0): below}, card, council=["", "crook", ""])
    votes = vote([2, yes, 0], [0, no, 0], True)
    assert judged(game, block(card, (0, 0), value, "rezone", vote=votes)) == []
    game = position({(0, 0): below}, card, council=["", "crook", ""])
    turned = vote([2, no, 0], [0, yes, 0], True)
    faults = judged(game, block(card, (0, 0), value, "rezone", vote=turned))
    assert faults[:1] == (
        [f"vote: seat 1 casts {yes} yes and {no} no, but the trace says {no} and {yes}"] if bound else []
    )


def test_a_long_block_counts_once_in_a_vote() -> None:
    """Two navy blocks become one: an able navy member's zone loses a block, so he has 2 votes if removals count."""
    for counts, number in (("removed", 2), ("added", 1)):
        navy = {(0, 0): "booth", (1, 0): "booth"}
        game = position(navy, "arcade", phase=4, long_cards=True, council=["", "", "broker"], able_counts=counts)
        votes = vote([2, 0, number], [0, 0, 0], True)
        assert judged(game, block("arcade", (0, 0), 7, "rezone", at2=[1, 0], vote=votes)) == []


def test_the_votes_decide() -> None:
    game = position({(0, 0): "cottage"}, "booth")
    play = block("booth", (0, 0), None, "rezone", vote=vote([2, 0, 0], [0, 0, 0], False))
    assert judged(game, play)[0] == "vote: with 2 yes and 0 no, whether it passed is True, but the trace says False"
    council = ["", "alderman alderman alderman", ""]
    game = position({(0, 0): "cottage"}, "booth", council=council)
    play = block("booth", (0, 0), 3, "rezone", vote=vote([2, 0, 0], [0, 3, 0], True))
    assert "whether it passed is False" in judged(game, play)[0]


@pytest.mark.parametrize(("counts", "number"), [("either", 2), ("added", 2), ("removed", 1)])
def test_able_member(counts: str, number: int) -> None:
    game = position({(0, 0): "cottage"}, "booth", council=MEMBERS, able_counts=counts)
    assert judged(game, block("booth", (0, 0), 3, "rezone", vote=vote([2, 0, number], [0, 1, 0], True))) == []


def test_chairman_breaks_the_tie() -> None:
    council = ["", "alderman alderman", ""]
    tied = vote([2, 0, 1], [0, 2, 0], True)
    game = position({(0, 0): "cottage"}, "booth", council=council, chairman=2)
    assert judged(game, block("booth", (0, 0), 3, "rezone", vote=tied)) == []
    council[1] += " alderman"
    tied = vote([2, 0, 1], [0, 3, 0], False, 2)
    game = position({(0, 0): "cottage"}, "booth", council=council, chairman=2)
    assert judged(game, block("booth", (0, 0), None, "rezone", vote=tied)) == []


def test_voted_down() -> None:
    down = block("booth", (0, 0), None, "rezone", vote=vote([2, 0], [0, 3], False))
    cells, council = {(0, 0): "cottage", (1, 0): "cottage"}, ["", "alderman alderman crook"]

    def game(**rulings: Any) -> Game:
        return position(cells, "booth", players=2, council=council, **rulings)

    assert judged(game(), down) == []
    assert judged(game(), {**down, "pay": pays(3)}, funds=[10, 10])[0].startswith("pay: booth was voted down")
    assert judged(game(), down, PASS)[0].startswith("plays: seat 0 plays once more")
    again = {"rezone_failed": "again"}
    assert judged(game(**again), down, {**down, "at": [1, 0]}, PASS) == []
    assert judged(game(**again), down)[0].startswith("plays: 1 plays more must be told")
    assert judged(game(**again), down, down, PASS)[0].startswith("rezoning: booth at [0, 0] was voted down")


def test_rezoning_begins_in_phase_three() -> None:
    game = position({(0, 0): "cottage"}, "booth", phase=2, mayor=None)
    play = block("booth", (0, 0), 3, "rezone", vote=vote([0, 0, 0], [0, 0, 0], False))
    assert judged(game, {**play, "pay": None})[0].startswith("rezoning: booth at [0, 0] is a rezoning in phase 2")
