"""Calls of the command line inside this process, so that compiled code is loaded once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

import balance
from balance.cli.app import app

ROOT = Path(balance.__path__[0]).parent
RANDOM = "neotopia/random"


def call(*args: object) -> Any:
    """The result of `balance args`: exit_code, stdout, stderr."""
    result = CliRunner().invoke(app, [str(arg) for arg in args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def done(*args: object) -> Any:
    """The result of a call that must succeed."""
    result = call(*args)
    assert result.exit_code == 0, result.stderr
    return result


def refused(*args: object) -> str:
    """The one sentence that a call must be refused with, without its ``balance: ``."""
    result = call(*args)
    assert result.exit_code == 2, (result.exit_code, result.stdout, result.stderr)
    assert result.stdout == ""
    assert result.stderr.startswith("balance: ")
    assert result.stderr.endswith("\n") and result.stderr.count("\n") == 1
    return str(result.stderr).removeprefix("balance: ").rstrip("\n")


def process(*args: object, env: dict[str, str] | None = None, **how: Any) -> Any:
    """A finished process of `python -m balance args`, its output captured as bytes unless told otherwise."""
    command = [sys.executable, "-m", "balance", *map(str, args)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | how
    return subprocess.run(command, env=environment(env), timeout=300, check=False, **pipes)


def environment(more: dict[str, str] | None = None) -> dict[str, str]:
    """This process's variables, with the package to be found from any folder."""
    import os

    return {**os.environ, "PYTHONPATH": str(ROOT), **(more or {})}


def refuse(constant: str) -> None:
    """For `json.loads(…, parse_constant=refuse)`: NaN and infinities are no JSON."""
    raise AssertionError(f"{constant} in the JSON")
