"""A few hundred spoilt files with fixed seeds: no traceback, no hang, nothing written outside of the folder.

``python -m tests.hostile SECONDS`` goes on for longer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.experiment.playing import toy_known
from tests.hostile import targets
from tests.hostile.targets import Round, Stored, fuzz


@pytest.fixture(scope="module", autouse=True)
def _toy() -> Iterator[None]:
    with toy_known():
        yield


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    return Stored(tmp_path_factory.mktemp("stored")).prepare()


def rounds(target: Round, number: int, place: Path) -> Counter[str]:
    """What came of so many rounds.  Raises Fault."""
    return Counter(fuzz(target, place / "round", f"8 {n}") for n in range(number))


@pytest.mark.parametrize(("name", "number"), [("scenarios", 80), ("cards", 25), ("decks", 25)])
def test_files_that_people_write(name: str, number: int, tmp_path: Path) -> None:
    found = rounds(getattr(targets, name), number, tmp_path)
    assert found["ok"] and found["refused"]  # both happen, or nothing was tested


@pytest.mark.parametrize(("name", "number"), [("baselines", 30), ("runs", 40), ("manifests", 30)])
def test_files_that_the_program_wrote(name: str, number: int, stored: Stored, tmp_path: Path) -> None:
    found = rounds(getattr(stored, name), number, tmp_path)
    assert found["ok"] and found["refused"]
