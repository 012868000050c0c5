"""Commands that a game brings along: listed without it, imported when one of them is called."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from balance.cli.errors import Commands
from balance.games import load


def commands_of(game: str) -> type[Commands]:
    """The class of the group that holds the commands of a game."""

    class OwnCommands(Commands):
        @cached_property
        def own(self) -> Any:
            from typer.main import get_group

            commands = load(game).commands
            assert commands is not None
            return get_group(commands())

        def list_commands(self, ctx: Any) -> list[str]:
            return list(self.own.list_commands(ctx))

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            return self.own.get_command(ctx, cmd_name)

    return OwnCommands
