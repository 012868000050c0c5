"""Where the report of an impact says that a correlation misleads."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from balance.experiment.effects import NONE, OPEN, SHOWN, SMALL
from balance.report.impact_figures import ImpactFigures

FAIR, MARGIN = 0.25, 0.02
ABOVE, BELOW, OPEN_RATE = (0.30, 0.40), (0.10, 0.20), (0.20, 0.30)  # win rates of who held a thing, 95%


def misled(rate: tuple[float, float], state: str, value: float, low: float | None, high: float | None) -> bool:
    """Whether it is said of a thing without which its holder's win rate changes so."""
    row = SimpleNamespace(value=sum(rate) / 2, low=rate[0], high=rate[1])
    holder = SimpleNamespace(state=state, value=value, low=low, high=high, margin=MARGIN)
    thing = SimpleNamespace(described=[row], holder=holder)
    telling: Any = SimpleNamespace(found=SimpleNamespace(of=lambda group: [thing]), fair=FAIR)
    return ImpactFigures.misleading(telling, "cards") == [thing]


@pytest.mark.parametrize(
    ("rate", "state", "effect", "said"),
    [
        (ABOVE, SMALL, (0.001, -0.01, 0.012), True),  # who holds it wins, and going without costs nothing
        (BELOW, SMALL, (0.001, -0.01, 0.012), True),
        (ABOVE, NONE, (0.0, -0.004, 0.004), True),
        (ABOVE, NONE, (0.0, -0.63, 0.63), False),  # twelve games: it may cost anything
        (ABOVE, OPEN, (-0.01, -0.05, 0.03), False),
        (ABOVE, SHOWN, (-0.08, -0.10, -0.06), False),  # going without costs: the correlation is right
        (ABOVE, SHOWN, (0.08, 0.06, 0.10), True),  # going without helps
        (BELOW, SHOWN, (0.08, 0.06, 0.10), False),
        (BELOW, SHOWN, (-0.08, -0.10, -0.06), True),
        (OPEN_RATE, SMALL, (0.0, -0.01, 0.01), False),  # the correlation says nothing
        (ABOVE, OPEN, (0.0, None, None), False),
    ],
)
def test_a_correlation_misleads(
    rate: tuple[float, float], state: str, effect: tuple[float, float | None, float | None], said: bool
) -> None:
    value, low, high = effect
    assert misled(rate, state, value, low, high) == said
