"""`balance tournament`: every player against every other, printed and stored."""

from __future__ import annotations

from pathlib import Path

from balance.cli import console
from balance.cli.options import Format, Lang
from balance.cli.running import REPORTS, check_threads
from balance.cli.warming import announce
from balance.games import load


def hold(
    game: str,
    players: str,
    games: int | None,
    seed: int | None,
    threads: int | None,
    out: Path | None,
    lang: Lang,
    output: Format,
    *,
    differences: bool,
    quiet: bool,
) -> None:
    """Play a tournament, leave its table and figure in a folder, print them."""
    from balance.experiment.schedule import GAMES, arrange

    check_threads(threads)
    loaded = load(game)
    names = [name.strip() for name in players.split(",")] if players else None
    schedule = arrange(game, names, games or GAMES, seed)
    announce(loaded, quiet=quiet)
    from balance.experiment.differences import compare_players
    from balance.experiment.tournament import play_tournament
    from balance.report.tournament import Telling, write_tournament

    with console.progress(schedule.games, "games", quiet=quiet) as bar:
        result = play_tournament(schedule, threads, bar)
    compared = compare_players(game, schedule.players, seed=seed) if differences else None
    folder = out or REPORTS / f"tournament-{loaded.name}"
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
