"""The statistics are light to import: scipy is loaded when something is computed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import balance.stats

MODULES = sorted(path.stem for path in Path(balance.stats.__path__[0]).glob("*.py") if path.stem != "__init__")


def test_no_module_imports_scipy_or_pandas() -> None:
    assert "batches" in MODULES
    names = ", ".join(f"balance.stats.{name}" for name in MODULES)
    code = f"import sys, {names}; print([m for m in ('scipy', 'pandas', 'numba') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(balance.stats.__path__[0]).parents[1],
    )
    assert done.stdout.strip() == "[]"
