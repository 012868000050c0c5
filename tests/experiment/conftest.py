"""What tests share: a small game of their own, a toy of given strengths, and a way to write files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from balance import games
from balance.experiment import differences, schedule, tournament
from balance.experiment import plan as planning
from balance.games.contract import Game
from balance.report import tournament as telling
from balance.report import tournament_json
from tests.experiment.shells import Writer, load_game, writer
from tests.experiment.toys import Register, Winners, toy


@pytest.fixture
def shells(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shells stands beside Neotopia, and no other game is known."""
    monkeypatch.setattr(games, "load", load_game)


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    """Writes a file below the test's folder and gives its path."""
    return writer(tmp_path)


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Register:
    """Makes a toy the game "toy" of the pipeline."""

    def put(players: Sequence[str], seats: int, winners: Winners, **code: Any) -> Game:
        game = toy(players, seats, winners, **code)
        for module in (games, planning):
            monkeypatch.setattr(module, "load", lambda name: game)
        for module in (schedule, tournament, differences, telling, tournament_json):
            monkeypatch.setattr(module, "load_game", lambda name: game)
        return game

    return put
