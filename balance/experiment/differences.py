"""How unlike the players of a game decide, asked in the same positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from balance.errors import UserError
from balance.experiment.checks import integer
from balance.experiment.materials import load_model
from balance.experiment.scenario import LARGEST_SEED, Scenario
from balance.experiment.schedule import entrants, usual_scenario
from balance.games import load as load_game
from balance.kernel.lineup import ENTRY
from balance.kernel.rng import quiet

POSITIONS = 1000
MOST_POSITIONS = 100_000


@dataclass(frozen=True)
class Differences:
    """Share of positions in which two players decide differently: float64[players, players].

    On the diagonal: how often a player differs from itself when only its draws at ties are others.
    """

    players: tuple[str, ...]
    share: np.ndarray
    positions: int
    seed: int


def compare_players(
    base: Scenario | str,
    players: Sequence[str] | None = None,
    positions: int = POSITIONS,
    seed: int | None = None,
) -> Differences:
    """Ask players (None: all) for their decisions in positions of mixed play, and count where they differ.

    base: a game's name, or a scenario whose rules, seats and seed are taken.  A decision is all that the
    game says a turn consists of.  Raises UserError, also for a game whose code has no ``compare``.
    """
    scenario = usual_scenario(load_game(base)) if isinstance(base, str) else base
    game = load_game(scenario.game)
    names = entrants(game, players)
    integer(positions, 1, MOST_POSITIONS, "--positions")
    chosen = scenario.seed if seed is None else integer(seed, 0, LARGEST_SEED, "--seed")
    decisions = game.code().compare
    if decisions is None:
        raise UserError(f"{game.title} has no way to compare the decisions of its players")
    rows = np.zeros(len(names), ENTRY)
    for row, name in zip(rows, names, strict=True):
        row["player"] = list(game.players).index(name)
        weights = list(game.players[name].weights.values())
        row["weights"][: len(weights)] = weights
    model = load_model(game, scenario.rules, scenario.players, scenario.decks)
    rules = game.settings.to_record(model, scenario.players)
    with quiet():
        made = decisions(rules, rows, chosen, positions)
    return Differences(names, share_of_differences(made), positions, chosen)


def share_of_differences(decisions: np.ndarray) -> np.ndarray:
    """Shares from int64[positions, players, 2, fields]: float64[players, players], see `Differences`."""
    first = decisions[:, :, 0]
    unlike = (first[:, :, None] != first[:, None, :]).any(axis=3).mean(axis=0)
    itself = (first != decisions[:, :, 1]).any(axis=2).mean(axis=0)
    np.fill_diagonal(unlike, itself)
    return unlike
