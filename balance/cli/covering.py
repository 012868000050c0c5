"""`balance coverage`: which rules and clauses fire, and which matter, printed and stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from balance.cli import console
from balance.cli.running import REPORTS, How, check_threads, conclude, load
from balance.cli.warming import announce
from balance.games import load as load_game

if TYPE_CHECKING:
    from pathlib import Path

    from balance.experiment.scenario import Scenario
    from balance.report.coverage import CoverageReport


def scenarios(
    sources: Sequence[str],
    overrides: Sequence[str] | None,
    players: Sequence[str] | None,
    games: int | None,
    seed: int | None,
) -> list[Scenario]:
    """The scenarios that a command names; without a number of games they play a few."""
    from balance.experiment.coverage import GAMES

    loaded = [load(source, overrides, players, games, seed) for source in sources]
    return loaded if games is not None else [replace(each, games=min(each.games, GAMES)) for each in loaded]


def default_folder(loaded: Sequence[Scenario]) -> Path:
    """Where a coverage goes if nothing is said: reports/coverage-<scenario>, of several with how many more."""
    more = [f"{len(loaded) - 1}-more"] if len(loaded) > 1 else []
    return REPORTS / "-".join(["coverage", loaded[0].name.replace("/", "-"), *more])


def coverage(loaded: Sequence[Scenario], how: How, *, fired_only: bool) -> None:
    """Play scenarios with and without their rules, leave a report folder, print what fired and what mattered."""
    from balance.experiment import coverage as covering
    from balance.experiment import results
    from balance.report import coverage_json
    from balance.report.coverage import CoverageReport

    check_threads(how.threads)
    studies = covering.study(loaded, fired_only=fired_only)
    folder = how.out or default_folder(loaded)
    digest = results.digest_of([[each.name, each.digest()] for each in loaded] + [fired_only])
    results.check_folder(folder, coverage_json.NAME, digest, overwrite=how.overwrite)
    announce(load_game(loaded[0].game), quiet=how.quiet)
    with console.progress(sum(each.games for each in studies), "games", quiet=how.quiet) as bar:
        found = covering.cover(studies, how.threads, bar)
    telling = CoverageReport(found, how.lang.value)
    document = coverage_json.document(found, digest)
    coverage_json.write_coverage(telling, folder, document)
    conclude(how, folder, document, lambda: show(telling))


def show(telling: CoverageReport) -> None:
    """Rules and clauses, and what they come to in sentences."""
    from balance.report.measures import plain_sentence

    for title, table in telling.tables():
        console.table(table.columns, table.rows, title=title, numbers=True)
    for answer in telling.report().answers:
        for sentence in (*answer.findings, *answer.limits):
            console.write(plain_sentence(sentence))
