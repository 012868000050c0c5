"""The games: a folder each, found by name.  Listing them imports none of their code."""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING

from balance.errors import UserError, suggestion

if TYPE_CHECKING:
    from balance.games.contract import Game

GAMES = {
    "neotopia": "balance.games.neotopia.game:GAME",
    "simcity": "balance.games.simcity.game:GAME",
}

# What a game adds to the command line: name of its commands → the game, and what `balance --help` says of them.
COMMANDS = {
    "deck": ("simcity", "Check, show and compare decks of cards."),
}


def names() -> tuple[str, ...]:
    """Names of all games, as scenarios and commands spell them."""
    return tuple(GAMES)


@cache
def load(name: str) -> Game:
    """The game of this name.  Raises UserError if there is none."""
    if name not in GAMES:
        raise UserError(f"unknown game '{name}'{suggestion(name, GAMES)}")
    module, attribute = GAMES[name].split(":")
    return getattr(importlib.import_module(module), attribute)
