"""The commands of `balance`.  What they need is imported when they run, so that `--help` is quick."""

from __future__ import annotations

import atexit
import os
import sys

import typer

from balance import games as registry
from balance.cli import console, options
from balance.cli.errors import INTERRUPTED, USAGE, Commands, leave_at_once, reported
from balance.cli.evidence import evidence
from balance.cli.own import commands_of
from balance.experiment.threads import keep_pools_small
from balance.garbage import look_seldom

app = typer.Typer(
    name="balance",
    cls=Commands,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # rich alone takes longer to import than `--help` may take
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """Entry point of the command line."""
    look_seldom()
    keep_pools_small()
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller: what is said there is for nobody
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))
        else:  # a terminal without some character still shows the rest
            stream.reconfigure(errors="backslashreplace")
    code = 1  # of a fault that nothing below tells
    atexit.register(lambda: leave_at_once(code))  # behind those of what is loaded below; to take that apart takes long
    try:
        app()
    except SystemExit as end:
        if end.code == INTERRUPTED:
            leave_at_once(INTERRUPTED)
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
        raise


def _version(asked: bool) -> None:
    if asked:
        from balance import __version__

        console.write(f"balance {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def about(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Monte Carlo balance analysis of tabletop card games: seeded games, honest intervals, plotted reports."""
    if context.invoked_subcommand is None:
        console.write(context.get_help())
        console.complain("no command is given; try: balance run neotopia/draft8")
        raise typer.Exit(USAGE)


@app.command()
@reported
def run(
    scenario: options.RunScenario = None,
    games: options.Games = None,
    seed: options.Seed = None,
    threads: options.Threads = None,
    player: options.Player = None,
    set_: options.Set = None,
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    fresh: options.Fresh = False,
    resume: options.Resume = None,
    shard: options.Shard = None,
    rows: options.Rows = False,
    cluster: options.Cluster = None,
    lang: options.Language = options.Lang.en,
    format_: options.Output = options.Format.text,
    quiet: options.Quiet = False,
    dry_run: options.DryRun = False,
) -> None:
    """Play a scenario's games and leave a report.

    What was played already is not played again.
    """
    from balance.cli import running

    share = running.share(shard)
    how = running.How(
        threads, out, lang, format_, share, quiet=quiet, overwrite=overwrite, fresh=fresh, rows=rows, cluster=cluster
    )
    loaded = running.asked(scenario, set_, player, games, seed, resume)
    if dry_run and loaded is not None:
        running.try_out(loaded, threads, format_, quiet=quiet)
    elif resume is not None:
        running.run(*running.resumed(resume, loaded, games, how))
    elif loaded is not None:
        running.run(loaded, how)


@app.command()
@reported
def merge(
    shares: options.Shares,
    out: options.MergeOut,
    overwrite: options.Overwrite = False,
    lang: options.Language = options.Lang.en,
    format_: options.Output = options.Format.text,
    quiet: options.Quiet = False,
) -> None:
    """Join the shares of a run, and leave its report."""
    from balance.cli import running

    running.merge(shares, running.How(None, out, lang, format_, quiet=quiet, overwrite=overwrite))


@app.command()
@reported
def replay(
    scenario: options.Scenario,
    game: options.GameIndex = None,
    pick: options.Pick = None,
    games: options.Games = None,
    seed: options.Seed = None,
    player: options.Player = None,
    set_: options.Set = None,
    format_: options.ReplayOutput = options.ReplayFormat.text,
    lang: options.Language = options.Lang.en,
    turn: options.Turn = None,
    out: options.PictureFile = None,
) -> None:
    """Tell games move by move: the very games that a run plays."""
    from balance.cli import replaying, running

    loaded = running.load(scenario, set_, player, games, seed)
    replaying.replay(loaded, game, pick, format_, lang, turn, out)


@app.command()
@reported
def report(
    run_folder: options.RunFolder,
    lang: options.Language = options.Lang.en,
    quiet: options.Quiet = False,
) -> None:
    """Draw the report of a run folder again, without playing."""
    from balance.cli import running

    running.redraw(run_folder, lang, quiet=quiet)


@app.command("list")
@reported
def list_(
    what: options.ListName,
    game: options.ListedGame = "",
    format_: options.Output = options.Format.text,
    lang: options.Language = options.Lang.en,
) -> None:
    """What can be chosen: games, scenarios, players, rules, metrics."""
    from balance.cli import lists

    lists.show(what, game, format_, lang)


@app.command()
@reported
def new(game: options.GameName, file: options.NewFile) -> None:
    """Write a commented scenario to start from."""
    from balance.cli import lists

    lists.new(game, file)


@app.command()
@reported
def warm(quiet: options.Quiet = False) -> None:
    """Compile all games ahead, so that the first run starts at once."""
    from balance.cli import warming

    warming.warm(quiet=quiet)


app.add_typer(evidence)
for name, (game_, help_) in registry.COMMANDS.items():
    app.add_typer(typer.Typer(name=name, cls=commands_of(game_), help=help_, rich_markup_mode=None))


if __name__ == "__main__":
    main()
