"""One game of a plan, played again with a log, and the search for a game worth telling."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from balance.errors import UserError, suggestion
from balance.experiment.engine import Engine
from balance.experiment.plan import Plan
from balance.kernel.events import new_log
from balance.kernel.lineup import seat_players
from balance.kernel.rng import quiet


def _engine(plan: Plan) -> Engine:
    return Engine(plan, metrics=[])


def _log(engine: Engine, index: int) -> np.ndarray:
    log = new_log(engine.plan.game.replay().log_rows)
    engine.play(index, engine.facts(1), log)
    return log


def _about(engine: Engine, index: int) -> dict[str, Any]:
    """What a trace's first line says beside the log."""
    plan = engine.plan
    seating = np.zeros(plan.scenario.players, np.int64)
    with quiet():
        seat_players(engine.lineup, index // plan.games_per_block, index % plan.games_per_block, seating)
    return {
        "scenario": plan.scenario.name,
        "seed": plan.scenario.seed,
        "index": index,
        "rules": dict(plan.scenario.rules),
        **({"materials": plan.scenario.decks, "seating": seating.tolist()} if plan.scenario.decks else {}),
        "seats": [plan.scenario.seats[entry].player for entry in seating.tolist()],
    }


def trace(plan: Plan, index: int) -> list[dict[str, Any]]:
    """Game ``index`` as the lines of a trace."""
    return traced(_engine(plan), index)


def traced(engine: Engine, index: int) -> list[dict[str, Any]]:
    """Game ``index`` of an engine's plan as the lines of a trace."""
    return engine.plan.game.replay().lines(_log(engine, index), **_about(engine, index))


def words(plan: Plan, index: int, lang: str) -> str:
    """Game ``index`` told in words."""
    engine = _engine(plan)
    return plan.game.replay().tell(_log(engine, index), lang=lang, **_about(engine, index))


def picture(plan: Plan, index: int, file: Path, turn: int | None, lang: str) -> None:
    """Draw game ``index`` as it stands after a turn (None: at the end) into an .svg or .png file.

    Raises UserError if this game has no picture, or there is no such turn.
    """
    draw = plan.game.replay().draw
    if draw is None:
        raise UserError(f"{plan.game.title} has no picture; give text or jsonl", place="--format")
    told = trace(plan, index)
    turns = max(line["turn"] for line in told if line["event"] == "turn")
    if turn is not None and not 1 <= turn <= turns:
        raise UserError(f"{turn} is no turn of game {index}; give one from 1 to {turns}", place="--turn")
    draw(told, plan.scenario.decks, file, turn, lang)


def find(plan: Plan, pick: str) -> tuple[int, float]:
    """Index and score of the best example of a kind of game among all games of the plan.

    Raises UserError for an unknown kind, or if no game of the run is of it.
    """
    picks = plan.game.replay().picks
    if pick not in picks:
        raise UserError(f"unknown kind of game '{pick}'{suggestion(pick, picks)}", place="--pick")
    engine = _engine(plan)
    best, at = -1.0, -1
    for first in range(0, plan.games, plan.game.chunk_games):
        facts = engine.facts(min(plan.game.chunk_games, plan.games - first))
        engine.play(first, facts)
        scores = np.asarray(picks[pick](facts), float)
        place = int(np.argmax(scores))
        if scores[place] > best:
            best, at = float(scores[place]), first + place
    if at < 0:
        raise UserError(f"none of the {plan.games} games is of the kind '{pick}'", place="--pick")
    return at, best


def example(plan: Plan) -> list[dict[str, Any]]:
    """The trace of the game that a run's report shows, of its first chunk; no line if the game shows none."""
    replay = plan.game.replay()
    if not replay.example:
        return []
    engine = _engine(plan)
    facts = engine.facts(min(plan.game.chunk_games, plan.games))
    engine.play(0, facts)
    return traced(engine, int(np.argmax(np.asarray(replay.picks[replay.example](facts), float))))
