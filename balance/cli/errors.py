"""One table from what went wrong to a sentence and an exit code."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from balance.cli import console
from balance.errors import UserError

USAGE, INTERNAL, INTERRUPTED = 2, 3, 130


def reported(command: Callable[..., Any]) -> Callable[..., Any]:
    """Run a command; a mistake of the user's becomes one sentence and exit code 2, a fault of ours code 3."""

    @functools.wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        import typer

        try:
            return command(*args, **kwargs)
        except UserError as error:
            console.complain(str(error))
            raise typer.Exit(USAGE) from None
        except KeyboardInterrupt:
            console.complain("interrupted; nothing was kept")
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:  # the reader of a pipe has gone, as `head` does
            console.silence()
            raise typer.Exit(0) from None
        except (typer.Exit, typer.Abort):
            raise
        except Exception as error:
            console.show_fault(error)
            raise typer.Exit(INTERNAL) from None

    return run
