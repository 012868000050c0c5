"""What tests of scenarios share: a small game of their own, and a way to write files."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance import games
from tests.experiment.shells import Writer, load_game, writer


@pytest.fixture
def shells(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shells stands beside Neotopia, and no other game is known."""
    monkeypatch.setattr(games, "load", load_game)


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    """Writes a file below the test's folder and gives its path."""
    return writer(tmp_path)
