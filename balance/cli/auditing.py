"""`balance luck`: how much of a result is luck, printed and stored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from balance.cli import console
from balance.cli.options import Format, Lang
from balance.cli.running import REPORTS, check_threads
from balance.cli.warming import announce
from balance.experiment.plan import plan

if TYPE_CHECKING:
    from balance.experiment.scenario import Scenario
    from balance.report.luck import LuckReport


def luck(
    scenario: Scenario,
    threads: int | None,
    out: Path | None,
    lang: Lang,
    output: Format,
    *,
    quiet: bool,
    overwrite: bool,
) -> None:
    """Play a scenario, leave the audit's folder, print shares and leads."""
    from balance.experiment import luck as audits
    from balance.experiment import results
    from balance.report.luck import NAME, LuckReport, document, write_luck

    check_threads(threads)
    planned = plan(scenario)
    audits.check(planned)
    folder = out or REPORTS / f"luck-{scenario.name.replace('/', '-')}"
    digest = results.digest_of([scenario.name, scenario.digest()])
    results.check_folder(folder, NAME, digest, overwrite=overwrite)
    announce(planned.game, quiet=quiet)
    with console.progress(planned.games, "games", quiet=quiet) as bar:
        found = audits.audit(planned, threads, bar)
    telling = LuckReport(found, lang.value)
    made = document(found, digest)
    write_luck(telling, folder, made)
    if output is Format.json:
        from balance.experiment.store import to_json

        console.write(to_json(made))
    else:
        show(telling)
    console.say(f"report: {folder / 'report.html'}", quiet=quiet)


def show(telling: LuckReport) -> None:
    """The two tables, and what they mean in sentences."""
    from balance.report.measures import plain_sentence

    for title, table in telling.tables():
        console.table(table.columns, table.rows, title=title, numbers=True)
    for answer in telling.report().answers:
        for sentence in answer.findings:
            console.write(plain_sentence(sentence))
