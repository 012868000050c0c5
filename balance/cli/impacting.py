"""`balance impact`: each thing of a game taken away on the same deals, printed and stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from balance.cli import console
from balance.cli.running import REPORTS, How, check_threads, conclude
from balance.cli.warming import announce
from balance.errors import UserError
from balance.experiment.scenario import Scenario
from balance.experiment.toml_text import plain
from balance.games import load as load_game

if TYPE_CHECKING:
    from balance.report.impact import ImpactReport


@dataclass(frozen=True)
class Asked:
    """What is to be taken away, and what is looked at."""

    groups: tuple[str, ...] = ()  # none: all that the game offers
    instead: str | None = None
    metrics: Sequence[str] = ()
    margins: Sequence[str] = ()


def groups(text: str | None) -> tuple[str, ...]:
    """Kinds of things given with commas; none if nothing was said."""
    found = tuple(plain(name) for name in (text or "").split(","))
    if text is not None and not all(found):
        raise UserError("has an empty name; give kinds with commas between, such as joker,skills", place="--of")
    return tuple(dict.fromkeys(found)) if text is not None else ()


def default_folder(base: Scenario, asked: Asked) -> Path:
    """Where results go if nothing is said: reports/impact-<scenario>-<kinds>."""
    instead = [] if asked.instead is None else ["instead", asked.instead]
    return REPORTS / "-".join(["impact", base.name.replace("/", "-"), *asked.groups, *instead])


def impact(base: Scenario, asked: Asked, how: How) -> None:
    """Play the scenario with and without each thing, leave a report folder, print the effects."""
    from balance.experiment import impact as impacts
    from balance.experiment import results
    from balance.experiment.margins import margins_of
    from balance.experiment.together import chosen_metrics
    from balance.report import impact_json
    from balance.report.impact import ImpactReport

    check_threads(how.threads)
    game = load_game(base.game)
    chosen_metrics(game, asked.metrics)
    margin = margins_of(asked.margins, game)
    if asked.instead is not None and asked.groups != (impacts.CARDS,):
        raise UserError("is what lies in a card's places; give it with --of cards", place="--instead")
    question = impacts.question(base, asked.groups, asked.instead)
    planned = impacts.impact_plans(question)
    folder = how.out or default_folder(base, asked)
    digest = results.digest_of([base.name, [each.digest() for each in question.scenarios], str(asked), str(margin)])
    results.check_folder(folder, impact_json.NAME, digest, overwrite=how.overwrite)
    announce(game, quiet=how.quiet)
    with console.progress(sum(each.games for each in planned), "games", quiet=how.quiet) as bar:
        found = impacts.impact(question, planned, asked.metrics, margin, how.threads, bar)
    telling = ImpactReport(found, how.lang.value)
    document = impact_json.document(found, digest)
    impact_json.write_impact(telling, folder, document)
    conclude(how, folder, document, lambda: show(telling))


def show(telling: ImpactReport) -> None:
    """For each group a table of what is worth most, and the sentences about it."""
    for group in telling.found.groups:
        short = telling.short_table(group)
        console.table(short.columns, short.rows, title=telling.group(group), numbers=True)
        answer = telling.answer(group)
        for sentence in (*answer.findings, *answer.limits):
            console.write(telling.plain(sentence))
