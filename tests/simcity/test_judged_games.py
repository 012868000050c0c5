"""The referee passes the games that the kernel plays: some of every shipped scenario, with the rows in turn first."""

from __future__ import annotations

import pytest

from balance.experiment import scenario as scenarios
from balance.experiment.plan import plan
from balance.experiment.replay import trace
from balance.kernel.jit import INTERPRETED
from tests.simcity.golden import CARDS, judge

pytestmark = pytest.mark.skipif(INTERPRETED, reason="plays whole games")

NAMES = [name for name in scenarios.shipped() if name.startswith("simcity/")]
GAMES = (0, 1, 6)  # two seatings of one deal, and another deal


@pytest.mark.parametrize("name", NAMES)
def test_shipped_scenarios(name: str) -> None:
    made = plan(scenarios.load(name))
    for index in GAMES:
        assert judge(trace(made, index), CARDS) == [], f"game {index}"


@pytest.mark.parametrize("player", ["politician", "candidate", "recluse", "arsonist", "random"])
def test_players_that_meddle_with_the_offices(player: str) -> None:
    """Auctions, resignations and elections, with the rulings on money turned over."""
    rulings = ["offices=true", 'resign_bill="new_mayor"', 'dismissal="any_payment"', "leaver_bids=true", "target=0"]
    made = plan(scenarios.load("simcity/event-heavy", [f"rules.{each}" for each in rulings], [player], 100))
    for index in range(4):
        assert judge(trace(made, index), CARDS) == [], f"game {index}"
