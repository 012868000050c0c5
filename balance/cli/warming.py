"""`balance warm`, and the word that a first run says while it compiles."""

from __future__ import annotations

from balance.cli import console
from balance.games import names
from balance.games.contract import Game
from balance.garbage import look_seldom


def announce(game: Game, *, quiet: bool) -> None:
    """If nothing of these sources is compiled yet, say so, and compile before the clock of the games runs."""
    from balance.experiment.compiling import compile_game, is_compiled

    if is_compiled(game):
        return
    console.say("compiling the game for this machine, once; about a minute …", quiet=quiet)
    compile_game(game)


def warm(*, quiet: bool) -> None:
    """Compile all games into the cache folder, as many at once as there are processors, each in its own process."""
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    from balance.experiment.compiling import compile_all
    from balance.experiment.threads import processors

    with ProcessPoolExecutor(processors(), get_context("spawn"), initializer=look_seldom) as pool:
        begun = {pool.submit(compile_all, name): name for name in names()}
        for done in as_completed(begun):
            console.say(f"{begun[done]}: compiled and loaded in {done.result():.1f} s", quiet=quiet)
