"""Compiles a game ahead by playing a block of its default scenario."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from balance.experiment.engine import Engine
from balance.experiment.plan import Chunk, plan
from balance.experiment.scenario import from_resolved
from balance.games.contract import Game
from balance.kernel.jit import INTERPRETED


def is_compiled() -> bool:
    """Whether the cache folder of these sources holds compiled code (or none is needed)."""
    return INTERPRETED or any(Path(os.environ["NUMBA_CACHE_DIR"]).rglob("*.nbi"))


def compile_game(game: Game) -> None:
    """Compile everything that a run of the game needs, or load it from the cache."""
    usual: dict[str, Any] = game.settings.defaults()
    scenario = from_resolved({"name": game.name, "game": game.name, **usual}, Path(game.name))
    planned = plan(scenario)
    Engine(planned).sum_chunk(Chunk(0, 2))
