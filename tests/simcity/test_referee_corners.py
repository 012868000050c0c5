"""The referee in rarer corners: the card table's language, an emptied city, credits, office lines of a whole game."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import pytest

from tests.simcity.referee import judge, read
from tests.simcity.referee.cards import Clause, Selector, read_clause
from tests.simcity.referee.city import beside, distance
from tests.simcity.referee.placement import legal_play
from tests.simcity.referee_cards import CARDS
from tests.simcity.referee_positions import (
    PASS,
    Story,
    block,
    city_of,
    event,
    judged,
    money,
    office,
    pays,
    position,
    removed,
    supplied,
)

# ----- the card table -----


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        (
            "receives -2 tag:farm within 3 once first_copy",
            Clause("receives", -2, selector=Selector("tag", "farm"), reach=3, once=True, first_copy=True),
        ),
        ("receives 2 card:post each", Clause("receives", 2, selector=Selector("card", "post"))),
        ("receives 1 per 4 crime within city", Clause("receives", 1, per=4, word="crime", reach="city")),
        ("adds 3 any connected", Clause("adds", 3, selector=Selector("any"), reach="connected")),
        ("complex oil 3 within 2", Clause("complex", 3, name="oil", reach=2)),
        ("destroy 2d3 any zone brown", Clause("destroy", 3, dice=2, word="any", zone="brown")),
        ("destroy d6 line", Clause("destroy", 6, dice=1, word="line")),
        ("mayor_pays 2 each lost", Clause("mayor_pays", 2, each_lost=True)),
        ("mayor_pays 1 per 6 pollution", Clause("mayor_pays", 1, per=6, word="pollution")),
        ("freeze aqua 2", Clause("freeze", 2, zone="aqua")),
    ],
)
def test_clauses(text: str, clause: Clause) -> None:
    assert read_clause(text) == clause


@pytest.mark.parametrize(
    "text",
    ["grows 2", "receives 2", "receives 2 zone:pink", "destroy many any", "gain 2 everybody", "extra_plays 1 more"],
)
def test_no_clause(text: str) -> None:
    with pytest.raises(ValueError, match="clause"):
        read_clause(text)


# ----- city and phases -----


def test_geometry() -> None:
    assert set(beside((3, -2))) == {(4, -2), (2, -2), (3, -1), (3, -3)}
    city = city_of({(-2, 1): "meadow", (1, 3): "meadow", (5, 3): "stadium>"})
    one, other, long = (city.top(cell) for cell in ((-2, 1), (1, 3), (6, 3)))
    assert one and other and long
    assert (distance(one, other), distance(other, one), distance(long, other)) == (5, 5, 4)
    assert city.fits([(0, 0)], [9, 4]) and not city.fits([(0, 0)], [8, 4]) and not city.fits([(0, 0)], [9, 3])


def test_an_emptied_city_starts_again_inside_the_box() -> None:
    game = position({}, "booth", table=[3, 3])
    game.cities[0] = replace(city_of({}), ever=frozenset({(0, 0), (1, 0)}), emptied=frozenset({(0, 0), (1, 0)}))
    assert judged(copy.deepcopy(game), block("booth", (-1, 2), 3)) == []
    assert judged(copy.deepcopy(game), block("booth", (1, 0), pays(3, rebuilding=5))) == []
    assert judged(copy.deepcopy(game), block("booth", (3, 0), 3))[0].startswith("table: booth at [3, 0] makes the city")
    open_cells = game.cities[0].open_cells([3, 3])  # four columns hold the two cells in a box of three, five rows
    assert len(open_cells) == 4 * 5 and (-1, -2) in open_cells and (-2, 0) not in open_cells


def test_orange_bonus_ever_paid() -> None:
    """The fourth orange block is paid 3: of 5 sims wanted 2 are enough, also when the group is gone later."""
    row = {(x, 0): "church" for x in range(3)}
    paid = block("cottage", (3, 0), pays(3, zoning=3), phase_after=4)
    assert judged(position(row, "cottage", phase3_min=5, phase3_orange="ever_paid"), paid, phase_after=4) == []
    gone = position({(0, 0): "meadow"}, "cottage", phase3_min=5, phase3_orange="ever_paid", best_orange=3)
    assert judged(gone, block("cottage", (1, 0), 3, phase_after=4), phase_after=4) == []


def test_legal_plays() -> None:
    grey = {(0, 0): "post", (1, 0): "post"}
    assert legal_play(position(grey, "stadium", phase=4, long_cards=True), 0, False) == "stadium as upgrade at [0, 0]"
    assert legal_play(position(grey, "wonder", phase=4, long_cards=True), 0, False) == ""
    assert legal_play(position(grey, "wonder", phase=4, long_cards=True), 0, True) == "wonder as rezone at [0, 0]"
    assert legal_play(position(grey, "alderman tax"), 0, False) == "the event tax"
    assert legal_play(position(grey, "tornado", phase=2), 0, False) == ""
    only = position({(0, 0): "stall"}, "twin")
    assert legal_play(only, 0, True, {frozenset({(0, 0)})}) == ""


def test_cells_of_a_card() -> None:
    two = block("booth", (1, 0), 3, at2=[2, 0])
    assert any("fills one cell" in fault for fault in judged(position({(0, 0): "meadow"}, "booth"), two))
    grey = {(0, 0): "post", (1, 0): "post"}
    one = block("stadium", (0, 0), 11, "upgrade")
    game = position(grey, "stadium", phase=4, long_cards=True)
    assert any("lies across two cells" in fault for fault in judged(game, one))


def test_a_long_house_is_one_neighbour() -> None:
    """A house of two cells above and beside the kiosk supplies once."""
    game = position({(0, 0): "meadow", (1, 0): "meadow"}, "kiosk", phase=4)
    game.cities[0] = game.cities[0].placed(game.cards["terrace"], ((0, 0), (1, 0)))[0]
    assert judged(game, block("kiosk", (0, 1), 3, supply=supplied(1, 4, 0, 0, 4))) == []


# ----- money -----


def test_credit() -> None:
    """Two plays of a mayor at 0, the second a bill: paid from the first's pay only when each play is credited."""
    cells = {(0, 0): "meadow"}
    booth, bribe = block("booth", (1, 0), 3), event("bribe", money=money((0, -3)))
    at_once = position(cells, "booth bribe", plays=2, credit="each_play", funds=[0, 9, 9])
    left = [office(None, 0, "dismissed", [0, 9, 9]), office(1, None, "left_neighbour", [0, 9, 9])]
    assert judged(at_once, booth, bribe, offices=left, funds=[0, 9, 9]) == []
    later = position(cells, "booth bribe", plays=2, funds=[0, 9, 9])
    left = [office(None, 0, "dismissed", [3, 9, 9]), office(1, None, "left_neighbour", [3, 9, 9])]
    assert judged(later, booth, event("bribe"), offices=left) == []


def test_resigning_before_a_loss_of_the_mayor() -> None:
    resigned = office(None, 0, "resigned", [2, 10, 10], given_up=3)
    heir = office(1, None, "left_neighbour", [2, 10, 10])
    cells = {(0, 0): "meadow"}
    game = position(cells, "bribe", funds=[5, 10, 10])
    assert judged(game, event("bribe"), offices=[resigned, heir], funds=[2, 10, 10]) == []
    game = position(cells, "bribe", funds=[5, 10, 10], resign_bill="new_mayor")
    lines = [{**resigned, "funds": [2, 4, 10]}, {**heir, "funds": [2, 4, 10]}]
    assert judged(game, event("bribe", money=money((1, -6))), offices=lines, funds=[2, 4, 10]) == []


def test_each_is_his_own_mayor_in_a_duel() -> None:
    game = position({}, "bribe", mode="duel", players=2, cities=[{}, {}], funds=[10, 4])
    assert judged(game, event("bribe", money=money((0, -6), (1, -4))), funds=[4, 0]) == []


def test_a_disaster_without_a_block_to_hit() -> None:
    game = position({(0, 0): "meadow"}, "flood")
    assert judged(game, event("flood")) == []


def test_the_governor_pays_the_whole_disaster() -> None:
    game = position({(0, 0): "meadow"}, "storm", offices=True, governor=1)
    assert judged(game, event("storm", money=money((1, -5))), funds=[10, 5, 10]) == []
    himself = position({(0, 0): "meadow"}, "storm", offices=True, governor=0)
    assert judged(himself, event("storm", money=money((0, -5))), funds=[5, 10, 10]) == []
    assert himself.governor_served


def test_bought_votes_break_a_mayor_only_if_ruled() -> None:
    votes = {"office": "chairman", "candidate_of": [0, 1, 1], "bought": [2, 0, 0], "winner": 0}
    elected = office(0, None, "election", [0, 10, 10], office="chairman")
    lines = [elected, office(None, 0, "dismissed", [0, 10, 10]), office(1, None, "left_neighbour", [0, 10, 10])]
    ruled = position({(0, 0): "meadow"}, "chair", offices=True, dismissal="any_payment")
    assert judged(ruled, event("chair", election=votes), offices=lines, funds=[0, 10, 10]) == []
    kept = position({(0, 0): "meadow"}, "chair", offices=True)
    assert judged(kept, event("chair", election=votes), offices=[elected], funds=[0, 10, 10]) == []


def test_a_tied_election_may_go_either_way() -> None:
    """Two votes each; the chairman before who wins again needs no new office line."""
    for winner in (0, 1):
        votes = {"office": "chairman", "candidate_of": [0, 1, 1], "bought": [1, 0, 0], "winner": winner}
        game = position({(0, 0): "meadow"}, "chair", offices=True, chairman=winner)
        assert judged(game, event("chair", election=votes), funds=[5, 10, 10]) == []
    votes = {"office": "chairman", "candidate_of": [0, 1, 1], "bought": [0, 0, 0], "winner": 0}
    game = position({(0, 0): "meadow"}, "chair", offices=True, chairman=0)
    assert judged(game, event("chair", election=votes))[0] == "election: seats [1] have most votes, but 0 wins"


# ----- whole traces -----


def test_office_lines_in_a_game() -> None:
    """Nothing is asked of the phases but a power plant: it makes seat 1 mayor, and a recall unmakes him."""
    rules = {"phase1_factor": 0, "phase1_min": 0, "phase2_factor": 0, "turn_limit": 1}
    story = Story(["meadow", "plant", "recall"], "lake lake lake lake", **rules)
    story.turn(block("meadow", (0, 0), 1, phase_after=2), gains=1, after=2)
    story.turn(block("plant", (1, 0), 5, phase_after=3), gains=5, phase=2, after=3)
    story.lines.append(office(1, None, "power_plant", [1, 5, 0]))
    story.turn(event("recall"), phase=3)
    story.lines.append(office(None, 1, "recall", [1, 5, 0]))
    story.lines.append(office(0, None, "auction", [0, 5, 0], paid=[1, 0, 0]))
    story.funds[0] = 0
    story.end("turn_limit", [1])
    assert story.faults() == []
    assert judge(read("\n".join(json.dumps(line) for line in story.lines)), CARDS, whole_deck=False) == []
    del story.lines[4]
    missing = story.faults()
    assert str(missing[0]).startswith("line 4: offices: an office line must tell that seat 1 is mayor")


def test_long_deck_and_rulings() -> None:
    story = Story(["meadow", "meadow", "meadow"], "lake lake lake", turn_limit=1).turn(PASS).turn(PASS).turn(PASS)
    story.end("turn_limit", [0, 1, 2])
    story.lines[1].update(long_deck=["meadow"], lists=[*story.lines[1]["lists"], {"meadow": 1}])
    story.rules.update(credit="never", offices=1)
    said = [fault.sentence for fault in story.faults()]
    assert any("credit is one of ('end_of_turn', 'each_play')" in sentence for sentence in said)
    assert any("offices is true or false" in sentence for sentence in said)
    assert any("there is a long deck, but no long cards are played" in sentence for sentence in said)
    assert any("['meadow'] are no long cards" in sentence for sentence in said)


@pytest.mark.parametrize(
    ("players", "cards", "mode", "said"),
    [
        (3, 75, "shared", ""),
        (3, 90, "shared", ""),
        (3, 74, "shared", "a deck holds 25 to 30 cards for each of 3 players, not 74"),
        (3, 91, "shared", "a deck holds 25 to 30 cards for each of 3 players, not 91"),
        (7, 211, "shared", "a deck holds 25 to 30 cards for each of 7 players, not 211"),
        (2, 50, "shared", ""),
        (2, 49, "shared", "a deck holds at least 50 cards, and this one holds 49"),
        (8, 200, "shared", "8 players are too few or too many for the mode shared"),
        (1, 50, "shared", "1 players are too few or too many for the mode shared"),
        (1, 50, "solitaire", ""),
        (2, 50, "solitaire", "2 players are too few or too many for the mode solitaire"),
    ],
)
def test_legal_decks(players: int, cards: int, mode: str, said: str) -> None:
    story = Story(["meadow"] * players, "meadow " * (cards - players), mode=mode)
    faults = [fault.sentence for fault in judge(story.lines, CARDS) if fault.rule in ("deck", "players", "deal")]
    assert faults == ([said] if said else [])


def test_duel_deals_each_his_own_deck() -> None:
    story = Story(["meadow", "lake"], "meadow " * 49, mode="duel", target=1)
    own = [["meadow"] * 49, ["lake"] * 49]
    lists = [{"meadow": 50}, {"lake": 50}]
    story.lines[1].update(decks=own, lists=lists)
    story.turn(block("meadow", (0, 0, 0), 1, phase_after=3), gains=1, phase=3).end("target", [0])
    assert judge(story.lines, CARDS) == []
    story.lines[1].update(lists=lists[::-1])
    assert "hands and deck 0 are not what its list holds" in judge(story.lines, CARDS)[0].sentence


def test_long_cards_are_not_dealt() -> None:
    story = Story(["stadium", "meadow", "meadow"], "meadow", turn_limit=1)
    assert any("['stadium'] are no cards of normal size" in fault.sentence for fault in story.faults())


def test_unknown_words() -> None:
    cells: dict[Any, str] = {(0, 0): "meadow"}
    assert judged(position(cells), {"type": "sing"})[0] == "plays: 'sing' is no play"
    from_sleeve = [{"card": "meadow", "from": "sleeve"}]
    assert any("no place to draw from" in fault for fault in judged(position(cells), PASS, draws=from_sleeve))
    hits = removed(((0, 0), "meadow"))
    assert judged(position(cells, "tax"), event("tax", removed=hits))[0].startswith("removed: tax destroys nothing")
