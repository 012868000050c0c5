"""`balance warm`, and the word that a first run says while it compiles."""

from __future__ import annotations

import time

from balance.cli import console
from balance.games import load, names
from balance.games.contract import Game


def announce(game: Game, *, quiet: bool) -> None:
    """If nothing of these sources is compiled yet, say so, and compile before the clock of the games runs."""
    from balance.experiment.compiling import compile_game, is_compiled

    if is_compiled():
        return
    console.say("compiling the game for this machine, once; about a minute …", quiet=quiet)
    compile_game(game)


def warm(*, quiet: bool) -> None:
    """Compile all games into the cache folder, with what compares their players."""
    from balance.experiment.compiling import compile_game
    from balance.experiment.differences import compare_players

    for game in map(load, names()):
        clock = time.perf_counter()
        compile_game(game)
        if game.code().compare is not None:
            compare_players(game.name, positions=2)
        console.say(f"{game.name}: compiled and loaded in {time.perf_counter() - clock:.1f} s", quiet=quiet)
