"""Line-ups, and what of a comparison holds at them."""

from __future__ import annotations

import pytest

from balance.errors import UserError
from balance.experiment.across import NOISE, NOISY, across_plans, claims, lineups, outcome
from balance.experiment.comparison import Comparison, compared
from balance.experiment.margins import Margins
from balance.experiment.scenario import load
from balance.games import load as load_game
from tests.experiment.sides import side

WAVE = [0, 1, 2, 1] * 20


def shifted(draws: int, close: int) -> Comparison:
    """A comparison whose draws and close games move by so many of 1000 in every batch."""
    x = [1000] * len(WAVE)
    base = side({"draws": ([100 + w for w in WAVE], x), "close_games": ([300 + w for w in WAVE], x)})
    moved = {
        "draws": ([100 + draws + w + 2 * (n % 2) - 1 for n, w in enumerate(WAVE)], x),
        "close_games": ([300 + close + w + 2 * (n % 2) - 1 for n, w in enumerate(WAVE)], x),
    }
    return compared([base, side(moved)], ["draws", "close_games"], Margins(0.02))


def test_lineups_of_a_game() -> None:
    game = load_game("neotopia")
    found = lineups(game, 4)
    alone = [each for each in found if each.kind == "alone"]
    mixed = [each for each in found if each.kind == "mixed"]
    noisy = [each for each in found if each.kind == "noisy"]
    assert [each.players for each in alone] == [(name,) for name in game.players]
    assert all(len(each.seats) == 4 for each in found)
    assert all(len({seat.player for seat in each.seats}) == 4 for each in mixed)
    assert {seat.player for each in mixed for seat in each.seats} == set(game.players)
    assert [(each.players, each.seats[0].weights[NOISE]) for each in noisy] == [(("weighted",), NOISY)]


def test_a_claim_holds_is_contradicted_or_stays_open() -> None:
    here = shifted(60, 1)
    elsewhere = [shifted(50, 0), shifted(-60, 2), shifted(1, 40), shifted(20, 20)]
    found = {each.difference.metric: each for each in claims(here, elsewhere)}
    # changed by +6 points: the same way, the contrary way, alike, not decided (2 points sit on the margin)
    assert found["draws"].outcomes == ("holds", "against", "against", "open")
    # alike: alike twice, changed, not decided
    assert found["close_games"].outcomes == ("holds", "holds", "against", "open")
    assert (found["draws"].count("holds"), found["draws"].count("against")) == (1, 2)


def test_what_is_undecided_or_missing_is_no_claim() -> None:
    here = shifted(20, 0)
    assert [each.difference.metric for each in claims(here, [here])] == ["close_games"]
    assert outcome(here.family[1], None) == "open"


def test_plans_seat_the_line_up_in_all_scenarios() -> None:
    sides = [load("neotopia/draft8", games=40), load("neotopia/no-joker")]
    for lineup, planned in across_plans(sides):
        assert [each.scenario.seats for each in planned] == [lineup.seats] * 2
        assert {each.blocks for each in planned} == {20 if lineup.kind != "mixed" else 10}
        assert [each.scenario.rules["jokers"] for each in planned] == [1, 0]


def test_scenarios_with_the_same_rules_have_nothing_to_repeat() -> None:
    with pytest.raises(UserError, match="--across: seats other players, and neotopia/random has the rules of"):
        across_plans([load("neotopia/draft8"), load("neotopia/random")])
