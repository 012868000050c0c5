"""`balance check` and `balance baseline`: what scenarios expect, judged; and what a later check compares with."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from balance.cli import console
from balance.cli.options import Format, Lang
from balance.cli.running import check_threads, load
from balance.cli.warming import announce
from balance.errors import UserError
from balance.experiment.plan import Plan, plan

if TYPE_CHECKING:
    from balance.report.check import CheckReport


@dataclass(frozen=True)
class Outputs:
    """Files that a check leaves beside what it prints."""

    junit: Path | None = None
    markdown: Path | None = None
    json: Path | None = None

    def named(self) -> dict[str, Path]:
        """Flag → file."""
        given = {"--junit": self.junit, "--markdown": self.markdown, "--json": self.json}
        return {flag: file for flag, file in given.items() if file is not None}

    def check(self) -> None:
        """Refuse, before anything is played, files that cannot be written.  Raises UserError."""
        from balance.experiment.files import check_file

        named = self.named()
        for flag, file in named.items():
            if any(file.absolute() == other.absolute() for name, other in named.items() if name != flag):
                raise UserError("is given for two outputs; give each its own file", file=file)
            check_file(file)


def plans(
    sources: Sequence[str],
    overrides: Sequence[str] | None,
    games: int | None,
    seed: int | None,
    *,
    until_decided: bool,
    max_games: int | None,
) -> list[Plan]:
    """A plan for each scenario; games are a fixed number, or with ``until_decided`` the most that are played."""
    if max_games is not None and not until_decided:
        raise UserError("belongs to --until-decided; give a fixed number with --games", place="--max-games")
    if until_decided and games is not None:
        raise UserError("is a fixed number; with --until-decided give --max-games", place="--games")
    loaded = [load(source, overrides, None, games, seed) for source in sources]
    for n, scenario in enumerate(loaded):
        if scenario.file in [other.file for other in loaded[:n]]:
            raise UserError("is named twice; a check plays it once", file=scenario.file)
    if max_games is None:
        return [plan(scenario) for scenario in loaded]
    from balance.experiment.checks import integer
    from balance.experiment.scenario import MOST_GAMES

    return [plan(scenario, integer(max_games, 1, MOST_GAMES, "--max-games")) for scenario in loaded]


def check(
    planned: Sequence[Plan],
    outputs: Outputs,
    threads: int | None,
    lang: Lang,
    output: Format,
    *,
    until_decided: bool,
    strict: bool,
    quiet: bool,
) -> None:
    """Play, judge, print and write; exits with the code that the verdicts give."""
    from balance.experiment import deciding
    from balance.experiment.expectations import claims_of
    from balance.report import check_json
    from balance.report.check import CheckReport

    check_threads(threads)
    outputs.check()
    claims = [claims_of(each) for each in planned]
    for game in {each.game.name: each.game for each in planned}.values():
        announce(game, quiet=quiet)
    cases = deciding.prepared(planned, claims)

    def say(remark: str) -> None:
        console.say(remark, quiet=quiet)

    with console.progress(sum(each.games for each in planned), "games", quiet=quiet) as bar:
        found = deciding.check(cases, until_decided=until_decided, threads=threads, progress=bar, say=say)
    code = deciding.exit_code(found, strict=strict)
    telling = CheckReport(found, lang.value, strict=strict)
    document = check_json.document(telling, code)
    write(telling, document, outputs)
    on_github = os.environ.get("GITHUB_ACTIONS") == "true"
    if on_github:
        add_to_job(telling)
    try:
        show(telling, document, output, annotated=on_github)
    except BrokenPipeError:  # whoever read has gone, as `head` does; the verdicts are what they are
        console.silence()
    raise typer.Exit(code)


def show(telling: CheckReport, document: dict[str, object], output: Format, *, annotated: bool) -> None:
    """Print the check, ``annotated`` with the commands of GitHub Actions.  Raises BrokenPipeError."""
    from balance.experiment.store import to_json
    from balance.report.check_pages import commands

    if output is Format.json:
        console.write(to_json(document))
    else:
        table = telling.table()
        console.table(table.columns, table.rows, title=telling.heading())
        for remark in telling.remarks():
            console.write(remark)
    tell = console.say if output is Format.json else console.write
    for command in commands(telling) if annotated else ():
        tell(command)


def write(telling: CheckReport, document: dict[str, object], outputs: Outputs) -> None:
    """Write the files that were asked for.  Raises UserError."""
    from balance.experiment.files import write_text
    from balance.experiment.store import to_json
    from balance.report.check_pages import summary
    from balance.report.junit import junit

    made: dict[Path | None, Callable[[], str]] = {
        outputs.junit: lambda: junit(telling),
        outputs.markdown: lambda: summary(telling),
        outputs.json: lambda: to_json(document),
    }
    for file, text in made.items():
        if file is not None:
            write_text(text(), file)


def add_to_job(telling: CheckReport) -> None:
    """Add the summary to that of the job in GitHub Actions, if it has one."""
    from balance.report.check_pages import summary

    page = os.environ.get("GITHUB_STEP_SUMMARY")
    if page:
        try:
            with Path(page).open("a", encoding="utf-8") as stream:
                stream.write(summary(telling))
        except OSError as error:
            console.complain(f"GITHUB_STEP_SUMMARY: cannot be written ({error.strerror}); the check itself is done")


def baseline(
    planned: Plan, names: Sequence[str], file: Path, threads: int | None, *, overwrite: bool, quiet: bool
) -> None:
    """Play a scenario on its seed and on the fresh one, and write what a later check compares with."""
    import dataclasses

    from balance.experiment import baseline as baselines
    from balance.experiment.files import check_file
    from balance.experiment.run import play
    from balance.experiment.together import chosen_metrics

    check_threads(threads)
    chosen_metrics(planned.game, names)
    chosen_metrics(planned.game, [row["metric"] for row in planned.scenario.expect if "unchanged_from" in row])
    check_file(file)
    if file.exists() and not overwrite:
        raise UserError("exists already; give another file, or --overwrite", file=file)
    if planned.blocks < 2:
        raise UserError(f"{planned.games} games are one deal, which has no interval; give more", place="--games")
    scenario = planned.scenario
    fresh = plan(dataclasses.replace(scenario, seed=baselines.fresh_seed(scenario.seed)), planned.games)
    announce(planned.game, quiet=quiet)
    runs = []
    with console.progress(2 * planned.games, "games", quiet=quiet) as bar:
        for each in (planned, fresh):
            played = play(each, threads, bar)
            if played.interrupted:
                raise KeyboardInterrupt
            runs.append((each, played.sums))
    found = baselines.baseline_of(runs, names)
    baselines.write(found, file)
    console.say(f"written: {file}, {len(found.runs[0].rows)} rows of {planned.games:,} games, twice", quiet=quiet)
