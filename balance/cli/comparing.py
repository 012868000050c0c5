"""`balance compare`: a base and its variants on the same deals, printed and stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.cli import console
from balance.cli.running import REPORTS, How, check_threads, conclude, load
from balance.cli.warming import announce
from balance.errors import UserError
from balance.experiment.toml_text import plain
from balance.games import load as load_game

if TYPE_CHECKING:
    from balance.experiment.across import Lineup
    from balance.experiment.lattice import Lattice
    from balance.experiment.plan import Plan
    from balance.experiment.scenario import Scenario
    from balance.report.comparison import ComparisonReport

ACROSS = "players"  # what a comparison can be repeated over


def scenarios(
    sources: Sequence[str],
    overrides: Sequence[str] | None,
    players: Sequence[str] | None,
    games: int | None,
    seed: int | None,
) -> list[Scenario]:
    """The scenarios of a base and its variants, each with the same flags."""
    return [load(source, overrides, players, games, seed) for source in sources]


def names(text: str | None) -> tuple[str, ...]:
    """Names given with commas; none if nothing was said."""
    found = tuple(plain(name) for name in (text or "").split(","))
    if text is not None and not all(found):
        raise UserError("has an empty name; give names with commas between, such as margin,draws", place="--metrics")
    return tuple(dict.fromkeys(found)) if text is not None else ()


@dataclass(frozen=True)
class Asked:
    """What a comparison is asked for beside its scenarios."""

    metrics: Sequence[str] = ()
    margins: Sequence[str] = ()
    attribute: bool = False
    groups: Sequence[str] = ()
    across: str | None = None


def default_folder(sides: Sequence[Scenario], asked: Asked) -> Path:
    """Where results go if nothing is said: reports/compare-<base>-<variants>, and what else was asked for."""
    parts = [side.name.replace("/", "-") for side in sides[:1]] + [side.name.split("/")[-1] for side in sides[1:3]]
    more = ["more"] if len(sides) > 3 else []
    more += ["attributed"] if asked.attribute else []
    more += ["across", asked.across] if asked.across else []
    return REPORTS / "-".join(["compare", *parts, *more])


def compare(
    sides: Sequence[Scenario],
    asked: Asked,
    how: How,
) -> None:
    """Play the scenarios, leave a report folder, print the differences."""
    from balance.experiment import across, comparison, lattice, results
    from balance.experiment.margins import margins_of
    from balance.experiment.together import chosen_metrics, plans
    from balance.report import comparison_json

    check_threads(how.threads)
    comparison.check(sides)
    base = sides[0]
    game = load_game(base.game)
    chosen_metrics(game, asked.metrics)
    margins = margins_of(asked.margins, game)
    grid, elsewhere = _grid(sides, asked), _elsewhere(sides, asked)
    folder = how.out or default_folder(sides, asked)
    question = [[side.digest() for side in sides], [side.name for side in sides], [str(asked), str(margins)]]
    digest = results.digest_of(question)
    results.check_folder(folder, comparison_json.NAME, digest, overwrite=how.overwrite)
    planned = plans(sides, base.games, base.seed) if grid is None else lattice.lattice_plans(grid)
    every = [*planned, *(each for _, tables in elsewhere for each in tables)]
    announce(game, quiet=how.quiet)
    with console.progress(sum(each.games for each in every), "games", quiet=how.quiet) as bar:
        found = comparison.compare(sides, asked.metrics, margins, how.threads, bar)
        shares = None if grid is None else lattice.attribute(grid, found, how.threads, bar)
        repeated = across.play_across(elsewhere, found, how.threads, bar) if elsewhere else None
    from balance.report import across as across_report
    from balance.report import attribution
    from balance.report.comparison import ComparisonReport
    from balance.report.writing_comparison import write_comparison

    telling = ComparisonReport(found, how.lang.value)
    more: dict[str, Any] = {}
    if shares is not None:
        telling.parts.append(attribution.AttributionReport(telling, shares))
        more["attribution"] = attribution.document(shares)
    if repeated is not None:
        telling.parts.append(across_report.AcrossReport(telling, repeated))
        more["across"] = across_report.document(repeated)
    document = comparison_json.document(found, digest, **more)
    write_comparison(telling, folder, document)
    conclude(how, folder, document, lambda: show(telling))


def _grid(sides: Sequence[Scenario], asked: Asked) -> Lattice | None:
    """The combinations of clauses, if they are asked for."""
    from balance.experiment.lattice import lattice

    if not asked.attribute:
        if asked.groups:
            raise UserError("groups clauses for --attribute; give that too", place="--group")
        return None
    if len(sides) != 2:
        raise UserError(f"takes one variant, and {len(sides) - 1} are given", place="--attribute")
    return lattice(sides[0], sides[1], asked.groups)


def _elsewhere(sides: Sequence[Scenario], asked: Asked) -> list[tuple[Lineup, list[Plan]]]:
    """The line-ups at which to repeat the comparison, if that is asked for."""
    from balance.experiment.across import across_plans

    if asked.across is None:
        return []
    if plain(asked.across) != ACROSS:
        raise UserError(f"'{asked.across}' is nothing to repeat over; give {ACROSS}", place="--across")
    return across_plans(sides)


def show(telling: ComparisonReport) -> None:
    """A table for each variant and the sentences about it, then the other parts."""
    for n, name in enumerate(telling.names[1:]):
        short = telling.short_table(n)
        title = telling.say("title", base=telling.names[0], variants=name)
        console.table(short.columns, short.rows, title=title, numbers=True)
        for sentence in telling.findings(n):
            console.write(telling.plain(sentence))
    for part in telling.parts:
        short, title, note = part.short_table()
        console.write("")
        console.table(short.columns, short.rows, title=title, numbers=True)
        for line in [note] if note else []:
            console.write(line)
        for sentence in part.answer().findings:
            console.write(telling.plain(sentence))
