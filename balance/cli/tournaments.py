"""`balance tournament`: every player against every other, printed and stored."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from balance.cli import console
from balance.cli.options import Format, Lang
from balance.cli.running import REPORTS, check_threads
from balance.cli.warming import announce
from balance.errors import UserError
from balance.games import load

if TYPE_CHECKING:
    from balance.experiment.schedule import Schedule

RESULT = "tournament.json"


def arranged(game: str, players: str | None, games: int | None, seed: int | None) -> Schedule:
    """The schedule that the flags ask for.  Raises UserError."""
    from balance.experiment.schedule import GAMES, arrange

    names = None if players is None else players.split(",")
    return arrange(load(game).name, names, GAMES if games is None else games, seed)


def check_folder(folder: Path, schedule: Schedule, *, overwrite: bool) -> None:
    """Refuse, before anything is played, a folder that cannot be written or holds something else.

    The same tournament may be written again, another one only with ``overwrite``.  Raises UserError.
    """
    if folder.exists() and not folder.is_dir():
        raise UserError("is a file, not a folder; give another --out", file=folder)
    nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK):
        raise UserError("cannot be written; give another folder with --out", file=folder)
    if not folder.exists() or not any(folder.iterdir()):
        return
    if not (folder / RESULT).is_file():
        raise UserError("is a folder that holds no tournament; give another --out, or empty it", file=folder)
    asked = {
        "game": schedule.base.game,
        "rules": dict(schedule.base.rules),
        "seed": schedule.base.seed,
        "games": schedule.games,
        "players": list(schedule.players),
    }
    from balance.experiment.files import read_json
    from balance.experiment.results import LARGEST_DOCUMENT

    try:
        held = read_json(folder / RESULT, LARGEST_DOCUMENT)
        alike = all(held[key] == value for key, value in asked.items())
    except (OSError, ValueError, TypeError, LookupError):
        alike = False
    if not alike and not overwrite:
        raise UserError(
            "already holds a tournament of other players, games or seed; give another --out, or --overwrite",
            file=folder,
        )


def hold(
    schedule: Schedule,
    threads: int | None,
    out: Path | None,
    lang: Lang,
    output: Format,
    *,
    differences: bool,
    quiet: bool,
    overwrite: bool,
) -> None:
    """Play a tournament, leave its table and figure in a folder, print them."""
    check_threads(threads)
    game = load(schedule.base.game)
    folder = out or REPORTS / f"tournament-{game.name}"
    check_folder(folder, schedule, overwrite=overwrite)
    announce(game, quiet=quiet)
    from balance.experiment.differences import compare_players
    from balance.experiment.tournament import play_tournament
    from balance.report.tournament import Telling, write_tournament

    with console.progress(schedule.games, "games", quiet=quiet) as bar:
        result = play_tournament(schedule, threads, bar)
    compared = compare_players(schedule.base, schedule.players, seed=schedule.base.seed) if differences else None
    files = write_tournament(result, folder, lang.value, compared)
    if output is Format.json:
        from balance.experiment.store import to_json
        from balance.report.tournament_json import document

        console.write(to_json(document(result, compared)))
    else:
        telling = Telling(result, lang.value, compared)
        for titled in telling.tables():
            console.table(titled.table.columns, titled.table.rows, title=titled.heading, numbers=True)
            if titled.note:
                console.write(titled.note)
        for sentence in telling.findings():
            console.write(sentence)
    console.say(f"stored: {', '.join(str(path) for path in files)}", quiet=quiet)
