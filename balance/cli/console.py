"""The only printer: the result goes to stdout, progress and talk to stderr.

rich drops colours for NO_COLOR and where there is no terminal; tables fold to a narrow window, in a pipe not at all.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from typing import TYPE_CHECKING, TextIO

from balance.errors import UserError

if TYPE_CHECKING:
    from rich.console import Console

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
LEAST_NAME = 8  # cells that a column of names needs to be readable
LONGEST_WORD = 12  # cells that a word of a heading may widen a column of numbers to
GAP = 3  # cells between two columns
UNBOUND = 10_000  # cells of a line that no window shows


def _stderr() -> Console:
    from rich.console import Console

    return Console(stderr=True, highlight=False, soft_wrap=True)


def _stdout(printed: TextIO) -> Console:
    """A console that prints into ``printed`` as it would to stdout."""
    from rich.console import Console

    stdout = Console()
    unbound = not stdout.is_terminal and "COLUMNS" not in os.environ  # a file or a pipe: nothing is folded
    return Console(
        file=printed,
        force_terminal=stdout.is_terminal,
        color_system="auto" if stdout.color_system else None,
        width=UNBOUND if unbound else stdout.width,
        highlight=False,
    )


def visible(text: str) -> str:
    """A text whose control characters are seen and not obeyed: a title must not steer a terminal."""
    return CONTROL.sub(lambda found: ascii(found[0])[1:-1], text)


def write(text: str) -> None:
    """A result to stdout.  Raises BrokenPipeError, and UserError for what else goes wrong there."""
    _print(visible(text))


def _print(text: str) -> None:
    try:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        silence()
        raise UserError(f"cannot be written ({error.strerror}); send it elsewhere", file="the result") from None


def say(text: str, *, quiet: bool = False) -> None:
    """A remark to stderr."""
    if not quiet:
        _stderr().print(visible(text), markup=False)


def complain(text: str) -> None:
    """What the user must mend, on stderr: each line of ``text`` is one sentence, the further ones are indented."""
    lines = [visible(" ".join(line.split())) for line in text.split("\n")]
    _stderr().print("balance: " + "\n  ".join(line for line in lines if line), style="red", markup=False)


def show_fault() -> None:
    """A fault of the program: the traceback of what is being handled, and a request to report it."""
    import traceback

    sys.stderr.write(traceback.format_exc())
    complain("this is a fault of the program, not of your input; please report it with the lines above")


def silence() -> None:
    """Send what is still to be printed nowhere (the reader has gone)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], *, title: str = "", numbers: bool = False) -> None:
    """A table to stdout: plain columns, the first to the left, with ``numbers`` the others to the right.

    What is too long for its column is folded, numbers and first columns last; nothing is cut.
    """
    from rich import box
    from rich.cells import cell_len
    from rich.table import Table
    from rich.text import Text  # cells are texts, so that brackets and colons in them are no markup

    printed = StringIO()
    stdout = _stdout(printed)
    grid = Table(
        title=Text(visible(title), "italic") if title else None,
        box=box.SIMPLE_HEAD,
        title_justify="left",
        pad_edge=False,
    )
    whole = _whole_numbers(headings, rows, stdout.width) if numbers else None
    left = 0.6 * stdout.width  # names come first, to be copied: they are not folded while the rest has room
    for place, heading in enumerate(headings):
        left -= max(map(cell_len, (heading, *(row[place] for row in rows)))) + GAP
        grid.add_column(
            Text(heading),
            justify="right" if numbers and place else "left",
            overflow="fold",
            width=whole[place] if whole else None,
            no_wrap=not numbers and left >= 0.0,
        )
    for row in rows:
        grid.add_row(*(Text(visible(cell)) for cell in row))
    stdout.print(grid)
    _print(printed.getvalue())


def _whole_numbers(headings: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[int] | None:
    """Widths at which no number is folded, the column of names taking what is left; None if that is too little."""
    from rich.cells import cell_len

    words = [max(map(cell_len, heading.split()), default=0) for heading in headings]
    cells = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    if not cells:
        return None
    numbers = [max(cell, min(word, LONGEST_WORD)) for cell, word in zip(cells[1:], words[1:], strict=True)]
    left = width - sum(numbers) - GAP * len(cells)
    return [min(max(cells[0], cell_len(headings[0])), left), *numbers] if left >= LEAST_NAME else None


@contextmanager
def progress(total: int, unit: str, *, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """A bar on stderr while ``total`` things are done; yields what to call with the number just done.

    No bar where nobody watches: with ``quiet``, or where stderr is no terminal.
    """
    stderr = _stderr()
    if quiet or not stderr.is_terminal:
        yield lambda done: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(bar_width=30), MofNCompleteColumn(), TextColumn(unit), TimeRemainingColumn())
    with Progress(*columns, console=stderr, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.advance(task, done)
