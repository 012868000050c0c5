"""Compiles a game ahead by playing a block of its default scenario."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from balance.experiment.engine import Engine
from balance.experiment.plan import Chunk, plan
from balance.experiment.scenario import from_resolved
from balance.games import load
from balance.games.contract import Game
from balance.kernel.jit import INTERPRETED


def is_compiled(game: Game) -> bool:
    """Whether the cache folder of these sources holds the game's compiled code (or none is needed)."""
    written = getattr(game.code().simulate, "py_func", None)  # None: plain Python
    if INTERPRETED or written is None:
        return True
    source = Path(written.__code__.co_filename)
    found = Path(os.environ["NUMBA_CACHE_DIR"]).glob(f"{source.parent.name}_*/{source.stem}.simulate-*.nbi")
    return any(found)


def compile_all(name: str) -> float:
    """Compile the game of this name, with what compares its players.  Returns the seconds that it took."""
    from balance.experiment.differences import compare_players

    clock = time.perf_counter()
    game = load(name)
    compile_game(game)
    if game.code().compare is not None:
        compare_players(name, positions=2)
    return time.perf_counter() - clock


def compile_game(game: Game) -> None:
    """Compile everything that a run of the game needs, or load it from the cache."""
    usual: dict[str, Any] = game.settings.defaults()
    scenario = from_resolved({"name": game.name, "game": game.name, **usual}, Path(game.name))
    planned = plan(scenario)
    Engine(planned).sum_chunk(Chunk(0, 2))
