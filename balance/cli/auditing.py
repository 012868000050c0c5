"""`balance luck`: how much of a result is luck, printed and stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from balance.cli import console
from balance.cli.running import REPORTS, How, check_threads, conclude
from balance.cli.warming import announce
from balance.experiment.plan import plan

if TYPE_CHECKING:
    from balance.experiment.scenario import Scenario
    from balance.report.luck import LuckReport


def luck(
    scenario: Scenario,
    how: How,
) -> None:
    """Play a scenario, leave the audit's folder, print shares and leads."""
    from balance.experiment import luck as audits
    from balance.experiment import results
    from balance.report.luck import NAME, LuckReport, document, write_luck

    check_threads(how.threads)
    planned = plan(scenario)
    audits.check(planned)
    folder = how.out or REPORTS / f"luck-{scenario.name.replace('/', '-')}"
    digest = results.digest_of([scenario.name, scenario.digest()])
    results.check_folder(folder, NAME, digest, overwrite=how.overwrite)
    announce(planned.game, quiet=how.quiet)
    with console.progress(planned.games, "games", quiet=how.quiet) as bar:
        found = audits.audit(planned, how.threads, bar)
    telling = LuckReport(found, how.lang.value)
    made = document(found, digest)
    write_luck(telling, folder, made)
    conclude(how, folder, made, lambda: show(telling))


def show(telling: LuckReport) -> None:
    """The two tables, and what they mean in sentences."""
    from balance.report.measures import plain_sentence

    for title, table in telling.tables():
        console.table(table.columns, table.rows, title=title, numbers=True)
    for answer in telling.report().answers:
        for sentence in answer.findings:
            console.write(plain_sentence(sentence))
