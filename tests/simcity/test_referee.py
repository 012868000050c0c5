"""The referee against whole small traces: right ones pass; order, draws, funds and ends are watched."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.simcity.referee import Fault, judge
from tests.simcity.referee.state import Line
from tests.simcity.referee_cards import CARDS
from tests.simcity.referee_positions import PASS, Story, block, event


def short_game() -> Story:
    """Four placements; then seat 1 has neither cards nor a deck, and seat 0 has most."""
    story = Story(["meadow", "forest", "lake"], "cottage", hand_limit=7)
    story.turn(block("meadow", (0, 0), 1), gains=1)
    story.turn(block("forest", (1, 0), 1), gains=1)
    story.turn(block("lake", (0, 1), 1), gains=1)
    story.turn(block("cottage", (0, -1), 3), gains=3)
    return story.turn().end("no_play_after_deck", [0])


def rules_broken(faults: list[Fault]) -> set[str]:
    return {fault.rule for fault in faults}


def test_a_right_game_has_no_fault() -> None:
    assert short_game().faults() == []


def test_small_decks_are_illegal() -> None:
    faults = judge(short_game().lines, CARDS)
    assert [fault.rule for fault in faults] == ["deck", "deck"]
    assert "at least 50 cards, and this one holds 4" in faults[0].sentence
    assert "25 to 30 cards for each of 3 players" in faults[1].sentence


def change(line: int, **fields: Any) -> Callable[[list[Line]], None]:
    return lambda lines: lines[line].update(fields)


def change_play(line: int, **fields: Any) -> Callable[[list[Line]], None]:
    return lambda lines: lines[line]["plays"][0].update(fields)


def drop_ruling(lines: list[Line]) -> None:
    del lines[0]["rules"]["zoning_min"]


WRONG: list[tuple[Callable[[list[Line]], None], int, str, str]] = [
    (drop_ruling, 1, "rulings", "zoning_min is missing"),
    (change(1, funds=[0, 5, 0]), 2, "deal", "the funds at the start is [0, 0, 0]"),
    (change(1, lists=[{"meadow": 4}]), 2, "deal", "not what its list holds"),
    (change(1, hands=[["meadow", "forest"], [], ["lake"]]), 2, "deal", "seat 1 gets 1 cards, not 0"),
    (change(2, seat=1), 3, "turn order", "the seat to move is 0"),
    (change(3, turn=3), 4, "turn order", "the turn is 2"),
    (change(5, round=1), 6, "turn order", "the round is 2"),
    (change(2, draws=[]), 3, "draw", "beside long cards is 1"),
    (change(2, draws=[{"card": "lake", "from": "deck"}]), 3, "draw", "the top of the deck is 'cottage'"),
    (change(3, draws=[{"card": "lake", "from": "deck"}]), 4, "draw", "from an empty deck"),
    (change_play(3, card="oaks"), 4, "hand", "seat 1 plays oaks, which is not in his hand"),
    (change_play(4, at=[5, 5]), 5, "new placement", "not lie orthogonally beside a block"),
    (change_play(4, at=[0, 0]), 5, "new placement", "is not empty"),
    (change_play(2, at=[1, 0]), 3, "new placement", "the first block lies at [0, 0]"),
    (change(4, funds=[1, 1, 2]), 5, "funds", "after the turn they are [1, 1, 1]"),
    (change(2, phase=2), 3, "phase", "the phase at the start of the turn is 1"),
    (change(2, phase_after=2), 3, "phase", "the phase after the turn is 1"),
    (change(2, discarded=["cottage"]), 3, "hand limit", "at the end of the turn is 0"),
    (change(2, thrown=["cottage"]), 3, "hand limit", "thrown away at the draw is []"),
    (change(4, plays=[]), 5, "end", "nothing ends the game at step 3"),
    (change(4, plays=[PASS, PASS]), 5, "plays", "plays once more than he may"),
    (change(6, plays=[PASS]), 7, "end", "must end at step 3 (no_play_after_deck)"),
    (change(7, why="stall"), 8, "end", "ends by no_play_after_deck, but the trace says stall"),
    (change(8, vp=[4, 1, 2]), 9, "result", "vp is [4, 1, 1]"),
    (change(8, winners=[0, 1]), 9, "result", "who wins is [0]"),
    (lambda lines: lines.pop(5), 6, "turn order", "the seat to move is 0"),
    (lambda lines: lines.insert(5, {"event": "end", "why": "stall"}), 6, "end", "nothing ends it here"),
    (lambda lines: lines.append(lines[2]), 10, "sequence", "nothing may follow the result"),
    (lambda lines: lines.__delitem__(slice(5, None)), 6, "end", "breaks off"),
    (change_play(2, card="nothing"), 3, "format", "cannot be read"),
]


@pytest.mark.parametrize(("spoil", "line", "rule", "words"), WRONG)
def test_a_spoilt_game_is_caught(spoil: Callable[[list[Line]], None], line: int, rule: str, words: str) -> None:
    lines = copy.deepcopy(short_game().lines)
    spoil(lines)
    faults = judge(lines, CARDS, whole_deck=False)
    assert any(fault.line == line and fault.rule == rule and words in fault.sentence for fault in faults), faults


# ----- ends -----

LAND = "meadow meadow meadow meadow meadow meadow"


def rich_game(end_on_target: str) -> Story:
    """Seat 0 reaches just 4 in his second turn; a last row of meadows ends his round."""
    story = Story(["meadow", "meadow", "meadow"], "cottage " + LAND, target=4, end_on_target=end_on_target)
    for seat in range(3):
        story.turn(block("meadow", (seat, 0), 1), gains=1)
    return story.turn(block("cottage", (0, 1), 3), gains=3)


def test_target_ends_at_once() -> None:
    assert rich_game("immediate").end("target", [0]).faults() == []
    more = rich_game("immediate").turn(PASS).end("target", [0]).faults()
    assert "must end here (target)" in more[0].sentence


def test_target_ends_with_the_round() -> None:
    story = rich_game("round").turn(PASS).turn(PASS)
    assert story.end("target", [0]).faults() == []
    early = rich_game("round").end("target", [0]).faults()
    assert "nothing ends it here" in early[0].sentence


def test_table_full_ends_at_step_three() -> None:
    """On a table of one cell: a forest differs in nothing from a meadow but the name, a lake has a tag."""
    story = Story(["meadow", "forest", "lake"], LAND, table=[1, 1]).turn(block("meadow", (0, 0), 1), gains=1)
    nobody = copy.deepcopy(story)
    assert story.turn().end("table_full", [0]).faults() == []
    nobody.rules["table_full"] = "nobody"  # seat 2 could play his lake
    assert rules_broken(nobody.turn().end("table_full", [0]).faults()) == {"end"}


def test_stall_needs_an_empty_deck() -> None:
    stalled = Story(["meadow", "meadow", "meadow"], "").turn(PASS).turn(PASS).turn(PASS)
    assert copy.deepcopy(stalled).end("stall", [0, 1, 2]).faults() == []
    assert "must end here (stall)" in stalled.turn(PASS).end("stall", [0, 1, 2]).faults()[0].sentence
    early = Story(["meadow", "meadow", "meadow"], LAND).turn(PASS).turn(PASS).turn(PASS).end("stall", [0, 1, 2])
    assert "nothing ends it here" in early.faults()[0].sentence


def test_turn_limit() -> None:
    story = Story(["meadow", "meadow", "meadow"], LAND, turn_limit=1).turn(PASS).turn(PASS).turn(PASS)
    assert story.end("turn_limit", [0, 1, 2]).faults() == []


def test_start_player_and_rounds() -> None:
    story = Story(["meadow", "meadow", "meadow"], LAND, start=2, turn_limit=1).turn(PASS).turn(PASS).turn(PASS)
    assert [line["seat"] for line in story.lines if line["event"] == "turn"] == [2, 0, 1]
    assert story.end("turn_limit", [0, 1, 2]).faults() == []


# ----- solitaire -----


def test_solitaire_draws_from_the_discards() -> None:
    story = Story(["fair"], "meadow lake river", mode="solitaire", turn_limit=2)
    story.turn(event("fair"), block("meadow", (0, 0), 1), gains=1)
    again = {"draws": [{"card": "fair", "from": "discard"}]}
    story.deck.insert(0, "lake")  # the deck itself is not touched in the next turn
    story.turn(event("fair"), PASS, **again)
    assert story.end("turn_limit", [0]).faults() == []
    shared = Story(["fair", "lake"], "meadow lake river lake", turn_limit=2)
    shared.turn(event("fair"), PASS).turn(PASS, draws=[{"card": "fair", "from": "discard"}])
    assert "only in solitaire" in shared.faults()[0].sentence


def test_solitaire_hand_limit_acts_at_once() -> None:
    right = Story(["meadow"], "lake river lake", mode="solitaire", hand_limit=1, turn_limit=1)
    assert right.turn(PASS, thrown=["lake"]).end("turn_limit", [0]).faults() == []
    wrong = Story(["meadow"], "lake river lake", mode="solitaire", hand_limit=1, turn_limit=1)
    assert rules_broken(wrong.turn(PASS, thrown=[]).end("turn_limit", [0]).faults()) == {"hand limit"}
