"""`balance compare`: a base and its variants on the same deals, printed and stored."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from balance.cli import console
from balance.cli.options import Format, Lang
from balance.cli.running import REPORTS, check_threads, load
from balance.cli.warming import announce
from balance.errors import UserError
from balance.experiment.toml_text import plain
from balance.games import load as load_game

if TYPE_CHECKING:
    from balance.experiment.scenario import Scenario
    from balance.report.comparison import ComparisonReport


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


def default_folder(kind: str, sides: Sequence[Scenario]) -> Path:
    """Where results go if nothing is said: reports/<kind>-<base>-<variants>."""
    parts = [side.name.replace("/", "-") for side in sides[:1]] + [side.name.split("/")[-1] for side in sides[1:3]]
    return REPORTS / "-".join([kind, *parts, *(["more"] if len(sides) > 3 else [])])


def compare(
    sides: Sequence[Scenario],
    metrics: Sequence[str],
    margins: Sequence[str],
    threads: int | None,
    out: Path | None,
    lang: Lang,
    output: Format,
    *,
    quiet: bool,
    overwrite: bool,
) -> None:
    """Play the scenarios, leave a report folder, print the differences."""
    from balance.experiment import comparison, results
    from balance.experiment.together import chosen_metrics, plans
    from balance.report import comparison_json

    check_threads(threads)
    comparison.check(sides)
    base = sides[0]
    game = load_game(base.game)
    chosen_metrics(game, metrics)
    margin = comparison.margins_of(margins, game)
    folder = out or default_folder("compare", sides)
    question = [[side.digest() for side in sides], [side.name for side in sides], list(metrics), vars(margin)]
    digest = results.digest_of(question)
    results.check_folder(folder, comparison_json.NAME, digest, overwrite=overwrite)
    total = sum(each.games for each in plans(sides, base.games, base.seed))
    announce(game, quiet=quiet)
    with console.progress(total, "games", quiet=quiet) as bar:
        found = comparison.compare(sides, metrics, margin, threads, bar)
    document = comparison_json.document(found, digest)
    from balance.report.writing_comparison import write_comparison

    telling = write_comparison(found, folder, lang.value, document)
    if output is Format.json:
        from balance.experiment.store import to_json

        console.write(to_json(document))
    else:
        show(telling)
    console.say(f"report: {folder / 'report.html'}", quiet=quiet)


def show(telling: ComparisonReport) -> None:
    """A table for each variant, and the sentences about it."""
    for n, name in enumerate(telling.names[1:]):
        short = telling.short_table(n)
        console.table(
            short.columns, short.rows, title=telling.say("title", base=telling.names[0], variants=name), numbers=True
        )
        for sentence in telling.findings(n):
            console.write(telling.plain(sentence))
