"""One table from what went wrong to a sentence and an exit code."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from typer.core import TyperGroup

from balance.cli import console
from balance.errors import UserError, suggestion

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
        except Exception:
            console.show_fault()
            raise typer.Exit(INTERNAL) from None

    return run


def leave_at_once(code: int) -> NoReturn:
    """End this process as it is, and wait for no thread that still plays, no worker that still closes."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


class Commands(TyperGroup):
    """The commands, with every mistake in how they are called told as one sentence too."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run what the arguments say; exits, or returns the exit code if not ``standalone_mode``."""
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except Exception as error:
            if not isinstance(error, UserError) and not hasattr(error, "format_message"):
                raise
            console.complain(str(error if isinstance(error, UserError) else usage_error(error)))
            code = USAGE
        if standalone_mode:
            sys.exit(code or 0)
        return code

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that ``args`` begin with.  Raises UserError if there is none of this name."""
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise UserError(f"there is no command '{args[0]}'{suggestion(args[0], self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)


def usage_error(error: Any) -> UserError:
    """What typer says of a wrong flag or argument, in our form.

    Told by attributes and not by class: typer has brought classes of its own since it no longer uses click's.
    """
    context, param = error.ctx, getattr(error, "param", None)
    option: Any = getattr(error, "option_name", None)
    usage = f"usage: {' '.join(context.get_usage().split()[1:])}" if context else "see balance --help"
    if hasattr(error, "possibilities"):
        return UserError(
            f"there is no such option{suggestion(option, error.possibilities or ()) or f'; {usage}'}",
            place=option,
        )
    if option is not None:
        return UserError(f"{error.message.removeprefix(f'Option {option!r} ').rstrip('.')}; {usage}", place=option)
    if param is None:
        return UserError(f"{error.message[:1].lower()}{error.message[1:].rstrip('.')}; {usage}")
    place = max(param.opts, key=len) if param.param_type_name == "option" else param.metavar or param.name
    if hasattr(error, "param_type"):
        return UserError(f"is missing; {usage}", place=place)
    return UserError(error.message.removeprefix("Value error, ").rstrip("."), place=place)
