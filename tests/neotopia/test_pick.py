"""Picks of games, on facts written by hand: four games of two seats and three rounds."""

from __future__ import annotations

from typing import Any

import pytest

from balance.games.neotopia.facts import BOOK, TABLES
from balance.games.neotopia.pick import PICKS, lead_changes
from balance.kernel.record import new_facts

# Standing by game, seat and round.  Game 0: 0 leads, then 1, who wins.  Game 1: a tie, 0 leads, a tie: drawn.
# Game 2: 0 leads from start to end.  Game 3: 1 catches up 9 and wins.
STANDING = [
    [[5, 1, 6], [4, 3, 8]],
    [[2, 5, 4], [2, 3, 4]],
    [[9, 9, 20], [1, 2, 3]],
    [[10, 12, 10], [1, 8, 12]],
]
POINTS = [[0, 420], [210, 210], [420, 0], [0, 420]]
MARGIN = [2, 0, 17, 2]


@pytest.fixture
def facts() -> Any:
    found = new_facts(BOOK, TABLES, 4, {"seat": 2, "round": 3, "suit": 2})
    found["turns"]["standing"] = STANDING
    found["seats"]["points"] = POINTS
    found["game"]["margin"] = MARGIN
    found["game"]["no_joker_changed"] = [0, 1, 0, 1]
    found["game"]["no_joker_moved"] = [9, 4, 0, 6]
    found["game"]["riots"] = [1, 0, 2, 1]
    found["suits"]["riot_cost"] = [[0, 4], [0, 0], [3, 7], [-2, 0]]
    return found


def test_lead_changes(facts: Any) -> None:
    """Sole leaders: 0, 1, 1; nobody, 0, nobody; 0, 0, 0; 0, 0, 1."""
    assert lead_changes(facts).tolist() == [1, 0, 0, 1]


def test_a_tie_keeps_the_last_sole_leader(facts: Any) -> None:
    """0, nobody, 0 is no change; 0, nobody, 1 is one."""
    facts["turns"]["standing"][0] = [[5, 3, 6], [4, 3, 5]]
    facts["turns"]["standing"][1] = [[5, 3, 5], [4, 3, 6]]
    assert lead_changes(facts).tolist()[:2] == [0, 1]


def test_closest(facts: Any) -> None:
    """Game 1 has no margin; games 0 and 3 follow alike, then game 2."""
    zero, one, two, three = PICKS["closest"](facts)
    assert one > zero == three > two > 0


def test_closest_prefers_more_changes_of_the_leader(facts: Any) -> None:
    facts["turns"]["standing"][3] = [[10, 1, 10], [1, 8, 12]]
    facts["turns"]["standing"][0] = [[1, 3, 6], [4, 2, 8]]
    zero, one, _, three = PICKS["closest"](facts)
    assert one > zero > three, "a margin of 0 comes before two changes at a margin of 2, and two before one"


@pytest.mark.parametrize(
    ("name", "scores"),
    [
        ("runaway", [2, -1, 17, 2]),
        ("biggest-comeback", [1, -1, -1, 9]),
        ("joker-decides", [-1, 4, -1, 6]),
        ("riot", [4, -1, 7, 0]),
    ],
)
def test_scores(facts: Any, name: str, scores: list[int]) -> None:
    """In game 1 both seats win; the one in front was never behind, so it is no comeback (−1)."""
    assert PICKS[name](facts).tolist() == scores


def test_every_pick_gives_one_integer_a_game(facts: Any) -> None:
    for pick in PICKS.values():
        assert pick(facts).shape == (4,)
        assert pick(facts).dtype == "int64"
