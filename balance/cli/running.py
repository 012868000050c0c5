"""`balance run` and `balance report`: play, store, draw, print."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from balance.cli import console
from balance.cli.errors import INTERRUPTED
from balance.cli.options import Format, Lang
from balance.cli.warming import announce
from balance.errors import UserError
from balance.experiment import scenario as scenarios
from balance.experiment.plan import Plan, plan
from balance.experiment.scenario import Scenario

if TYPE_CHECKING:
    from balance.experiment.store import Run

REPORTS = Path("reports")
TRIAL_BLOCKS = 1000
MOST_THREADS = 1024
SUMMARY_HEADINGS = {Lang.en: ("metric", "value", "95% interval"), Lang.ja: ("指標", "値", "95%信頼区間")}


def load(
    source: str, overrides: Sequence[str] | None, players: Sequence[str] | None, games: int | None, seed: int | None
) -> Scenario:
    """The scenario that a command names, with its flags."""
    return scenarios.load(source, overrides or (), players or (), games, seed)


def check_threads(threads: int | None) -> None:
    """Refuse an odd number of threads."""
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise UserError(f"{threads} threads cannot play; give 1 to {MOST_THREADS}", place="--threads")


def default_folder(scenario: Scenario) -> Path:
    """Where a run goes if nothing is said: reports/<game>-<scenario>."""
    name = scenario.name.replace("/", "-")
    return REPORTS / (name if name.startswith(scenario.game) else f"{scenario.game}-{name}")


def run(
    scenario: Scenario,
    threads: int | None,
    out: Path | None,
    lang: Lang,
    output: Format,
    *,
    quiet: bool,
    overwrite: bool,
) -> None:
    """Play a scenario, leave its run folder with the report, print its summary."""
    from balance.experiment import store

    check_threads(threads)
    folder = out or default_folder(scenario)
    store.check_target(folder, scenario.digest(), overwrite=overwrite)
    planned = plan(scenario)
    if planned.games != scenario.games:
        console.say(
            f"{scenario.games} games are rounded up to {planned.games}: "
            f"{planned.blocks} deals, each played {planned.games_per_block} times",
            quiet=quiet,
        )
    played, whole = _play(planned, threads, quiet=quiet)
    with store.fresh_folder(folder, scenario.digest(), overwrite=overwrite) as partial:
        from balance.report import write_report

        store.save(played, partial)
        write_report(played, partial, lang.value)
    if output is Format.json:
        console.write(store.to_json(store.summary_of(played)))
    else:
        _print_summary(played, lang)
    console.say(f"report: {folder / 'report.html'}", quiet=quiet)
    if not whole:
        console.complain(
            f"interrupted: the first {played.manifest['games']} of {planned.games} games were kept in {folder}"
        )
        raise typer.Exit(INTERRUPTED)


def _play(planned: Plan, threads: int | None, *, quiet: bool) -> tuple[Run, bool]:
    """Play under a progress bar.  Returns the run and whether it is whole."""
    from balance.experiment.run import play
    from balance.experiment.store import Run, manifest_of
    from balance.experiment.threads import processors
    from balance.metrics.estimate import measure

    started, clock = datetime.now(UTC), time.perf_counter()
    announce(planned.game, quiet=quiet)
    with console.progress(planned.games, "games", quiet=quiet) as bar:
        played = play(planned, threads, bar)
    seconds = time.perf_counter() - clock
    table = measure(played.engine.metrics, played.sums)
    manifest = manifest_of(
        planned, played.sums, started, seconds, threads or processors(), whole=not played.interrupted
    )
    return Run(manifest, table, played.sums), not played.interrupted


def _print_summary(run: Run, lang: Lang) -> None:
    from balance.report import summary_lines

    headings, title = SUMMARY_HEADINGS[lang], run.scenario["title"]
    if lang is Lang.ja:
        title = run.scenario["title_ja"]
    console.table(headings, summary_lines(run, lang.value), title=title, numbers=True)


def redraw(folder: Path, lang: Lang, *, quiet: bool) -> None:
    """Draw a stored run's report again."""
    from balance.experiment.reading import read_run
    from balance.report import write_report

    run = read_run(folder)
    try:
        write_report(run, folder, lang.value)
    except OSError as error:
        raise UserError(f"the report cannot be written ({error.strerror})", file=folder) from None
    console.say(f"report: {folder / 'report.html'}", quiet=quiet)


def try_out(scenario: Scenario, threads: int | None, output: Format, *, quiet: bool) -> None:
    """Play a little, then say what the whole run would cost and how sharply it would see."""
    from balance.experiment.trial import trial

    check_threads(threads)
    planned = plan(scenario)
    announce(planned.game, quiet=quiet)
    found = trial(planned, threads, TRIAL_BLOCKS)
    if output is Format.json:
        from balance.experiment.store import to_json

        console.write(to_json(found.as_json()))
        return
    headings, rows = found.as_table()
    console.table(headings, rows, title=f"{scenario.title}: {found.trial_games} games tried", numbers=True)
    console.write(found.cost())
