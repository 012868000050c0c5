"""A deck tried out: a few hundred games of a scenario made of it, to see how often its city is stuck."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from balance.experiment.plan import Plan, plan
from balance.experiment.scenario import from_resolved
from balance.games.simcity.deck.asked import GAME, AskedDeck

SHOWN = ("stuck", "end", "phase_round")  # metrics: how it ends, and when the phases come
SEED = 8


@dataclass(frozen=True)
class Tried:
    """What came of the games: rows of the metrics `SHOWN`, as `measured_rows` gives them."""

    games: int
    player: str
    rows: list[dict[str, Any]]


def planned(asked: AskedDeck, player: str, games: int, seed: int = SEED) -> Plan:
    """The plan of a scenario with this deck (in a duel both play it) and its rulings.  Raises UserError."""
    deck = [[card, copies] for card, copies in asked.deck.items()]
    scenario = {
        "name": asked.name,
        "game": GAME,
        "players": asked.players,
        "games": games,
        "seed": seed,
        "rules": {**asked.changed, "mode": asked.mode},
        "decks": {
            "cards": [card.to_row() for card in asked.cards.values()],
            **({"each": [deck]} if asked.mode == "duel" else {"shared": deck}),
        },
        "seats": [{"player": player}],
    }
    return plan(from_resolved(scenario, asked.file))


def try_out(asked_plan: Plan, player: str, threads: int | None, progress: Callable[[int], None]) -> Tried:
    """Play the plan and measure it."""
    from balance.experiment.run import play
    from balance.metrics.estimate import measured_rows

    played = play(asked_plan, threads, progress)
    metrics = [metric for metric in played.engine.metrics if metric.name in SHOWN]
    return Tried(played.sums.games, player, measured_rows(metrics, played.sums))
