"""Plans for tests: of a toy, which is played in Python, and of Neotopia with a few games."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from balance.experiment import scenario as scenarios
from balance.experiment.plan import Plan, plan
from balance.experiment.run import Played, play
from balance.experiment.scenario import Scenario, Seat
from balance.games.contract import Game

ANYBODY = ("accountant", "majority", "miser", "random")


def toy_scenario(lineup: Sequence[str], games: int) -> Scenario:
    """A scenario of the game "toy"; the test must have made it known to `plan`."""
    return Scenario(
        name="toy",
        file=Path("toy"),
        title="",
        title_ja="",
        question="",
        question_ja="",
        game="toy",
        players=len(lineup),
        games=games,
        seed=8,
        rules={},
        seats=tuple(Seat(name, {}) for name in lineup),
        expect=(),
    )


def neotopia(games: int, lineup: Sequence[str] = ("random",), *overrides: str, seed: int = 8) -> Plan:
    """A plan of the draft with some line-up."""
    return plan(scenarios.load("neotopia/draft8", overrides, lineup, games, seed))


def in_chunks(planned: Plan, games: int) -> Plan:
    """The same plan, its chunks of about so many games."""
    game: Game = dataclasses.replace(planned.game, chunk_games=games)
    return dataclasses.replace(planned, game=game)


def played(planned: Plan, **more: Any) -> Played:
    """The plan played on one thread, if nothing else is said."""
    return play(planned, more.pop("threads", 1), **more)
