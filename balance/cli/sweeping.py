"""`balance sweep`: knobs of a scenario varied together on the same deals, printed and stored."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from balance.cli import console
from balance.cli.running import REPORTS, How, check_threads, conclude
from balance.cli.warming import announce
from balance.games import load as load_game

if TYPE_CHECKING:
    from balance.experiment.knobs import Grid
    from balance.report.sweep import SweepReport


def default_folder(grid: Grid) -> Path:
    """Where a sweep goes if nothing is said: reports/sweep-<scenario>-<knobs>."""
    knobs = [knob.path.split(".")[-1] for knob in grid.knobs]
    return REPORTS / "-".join(["sweep", grid.base.name.replace("/", "-"), *knobs[:3], *(["more"] if knobs[3:] else [])])


def sweep(
    grid: Grid,
    metrics: Sequence[str],
    margins: Sequence[str],
    how: How,
) -> None:
    """Play all cells, leave a report folder, print the effects."""
    from balance.experiment import results
    from balance.experiment import sweep as sweeps
    from balance.experiment.margins import margins_of
    from balance.experiment.together import chosen_metrics
    from balance.report import sweep_json
    from balance.report.sweep import SweepReport

    check_threads(how.threads)
    game = load_game(grid.base.game)
    chosen_metrics(game, metrics)
    margin = margins_of(margins, game)
    planned = sweeps.sweep_plans(grid)
    folder = how.out or default_folder(grid)
    knobs = [[knob.path, list(knob.values)] for knob in grid.knobs]
    digest = results.digest_of(
        [grid.base.name, [cell.digest() for cell in grid.scenarios], knobs, list(metrics), str(margin)]
    )
    results.check_folder(folder, sweep_json.NAME, digest, overwrite=how.overwrite)
    announce(game, quiet=how.quiet)
    with console.progress(sum(each.games for each in planned), "games", quiet=how.quiet) as bar:
        found = sweeps.sweep(grid, metrics, margin, how.threads, bar)
    telling = SweepReport(found, how.lang.value)
    document = sweep_json.document(found, digest)
    sweep_json.write_sweep(telling, folder, document)
    conclude(how, folder, document, lambda: show(telling))


def show(telling: SweepReport) -> None:
    """For each knob what it moves farthest, and the sentences about knobs and pairs."""
    for name, short in telling.short_tables():
        console.table(short.columns, short.rows, title=telling.say("sweep.means_of", knob=name), numbers=True)
    for answer in telling.report().answers:
        for sentence in (*answer.findings, *answer.limits):
            console.write(telling.plain(sentence))
