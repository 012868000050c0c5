"""Every test of the command line works in a folder of its own; what takes long is drawn only where it matters."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The empty folder in which the test works."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs leave a placeholder in place of the drawn report."""

    def write(run: object, folder: Path, lang: str) -> None:
        (folder / "report.html").write_text(lang, encoding="utf-8")

    monkeypatch.setattr("balance.report.write_report", write)
