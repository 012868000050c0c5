"""The only printer: the result goes to stdout, progress and talk to stderr.

rich drops colours for NO_COLOR and where there is no terminal; tables fold to a narrow window.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def _stderr() -> Console:
    from rich.console import Console

    return Console(stderr=True, highlight=False, soft_wrap=True)


def _stdout() -> Console:
    from rich.console import Console

    return Console(highlight=False)


def write(text: str) -> None:
    """A result, as it is, to stdout."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    sys.stdout.flush()


def say(text: str, *, quiet: bool = False) -> None:
    """A remark to stderr."""
    if not quiet:
        _stderr().print(text, markup=False)


def complain(text: str) -> None:
    """What the user must mend, on one line of stderr."""
    _stderr().print(f"balance: {' '.join(text.split())}", style="red", markup=False)


def show_fault(error: Exception) -> None:
    """A fault of the program: its traceback, and a request to report it."""
    _stderr().print_exception(extra_lines=1)
    _stderr().print(
        "balance: this is a fault of the program, not of your input; please report it with the lines above",
        style="red",
        markup=False,
    )
    del error


def silence() -> None:
    """Send what is still to be printed nowhere (the reader has gone)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], *, title: str = "", numbers: bool = False) -> None:
    """A table to stdout: plain columns, the first to the left, with ``numbers`` the others to the right."""
    from rich import box
    from rich.table import Table

    grid = Table(title=title or None, box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False)
    for place, heading in enumerate(headings):
        grid.add_column(heading, justify="right" if numbers and place else "left", overflow="fold")
    for row in rows:
        grid.add_row(*(_plain(cell) for cell in row))
    _stdout().print(grid)


def _plain(text: str) -> str:
    from rich.markup import escape

    return escape(text)


@contextmanager
def progress(total: int, unit: str, *, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """A bar on stderr while ``total`` things are done; yields what to call with the number just done."""
    if quiet:
        yield lambda done: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(bar_width=30), MofNCompleteColumn(), TextColumn(unit), TimeRemainingColumn())
    with Progress(*columns, console=_stderr(), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.advance(task, done)
