"""The commands of `balance`.  What they need is imported when they run, so that `--help` is quick."""

from __future__ import annotations

import os
import sys

import typer

from balance import games as registry
from balance.cli import console, options
from balance.cli.errors import INTERRUPTED, USAGE, Commands, leave_at_once, reported
from balance.cli.own import commands_of
from balance.experiment.threads import keep_pools_small

app = typer.Typer(
    name="balance",
    cls=Commands,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # rich alone takes longer to import than `--help` may take
    context_settings={"help_option_names": ["-h", "--help"]},
)

for name, (game_, help_) in registry.COMMANDS.items():
    app.add_typer(typer.Typer(name=name, cls=commands_of(game_), help=help_, rich_markup_mode=None))


def main() -> None:
    """Entry point of the command line."""
    keep_pools_small()
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller: what is said there is for nobody
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))
        else:  # a terminal without some character still shows the rest
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except SystemExit as end:
        if end.code == INTERRUPTED:
            leave_at_once(INTERRUPTED)
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


@app.command()
@reported
def tournament(
    game: options.GameName,
    players: options.Players = None,
    games: options.Games = None,
    seed: options.Seed = None,
    threads: options.Threads = None,
    differences: options.Differences = False,
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    lang: options.Language = options.Lang.en,
    format_: options.Output = options.Format.text,
    quiet: options.Quiet = False,
) -> None:
    """Set every scripted player against every other.

    Leaves and prints payoffs, ratings, cycles, and whether one dominates.
    """
    from balance.cli import tournaments

    schedule = tournaments.arranged(game, players, games, seed)
    tournaments.hold(schedule, threads, out, lang, format_, differences=differences, quiet=quiet, overwrite=overwrite)


@app.command()
@reported
def compare(
    base: options.Base,
    variants: options.Variants,
    metrics: options.Metrics = None,
    margin: options.Margin = None,
    attribute: options.Attribute = False,
    group: options.Group = None,
    across: options.Across = None,
    games: options.Games = None,
    seed: options.Seed = None,
    threads: options.Threads = None,
    player: options.Player = None,
    set_: options.Set = None,
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    lang: options.Language = options.Lang.en,
    format_: options.Output = options.Format.text,
    quiet: options.Quiet = False,
) -> None:
    """Compare scenarios on the same deals.

    Leaves and prints what changes, by how much and how surely.
    """
    from balance.cli import comparing, running

    sides = comparing.scenarios([base, *variants], set_, player, games, seed)
    asked = comparing.Asked(comparing.names(metrics), margin or (), attribute, group or (), across)
    comparing.compare(sides, asked, running.How(threads, out, lang, format_, quiet=quiet, overwrite=overwrite))


@app.command()
@reported
def sweep(
    scenario: options.Scenario,
    vary: options.Vary = None,
    fraction: options.Fraction = 1,
    metrics: options.Metrics = None,
    margin: options.Margin = None,
    games: options.Games = None,
    seed: options.Seed = None,
    threads: options.Threads = None,
    player: options.Player = None,
    set_: options.Set = None,
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    lang: options.Language = options.Lang.en,
    format_: options.Output = options.Format.text,
    quiet: options.Quiet = False,
) -> None:
    """Vary rulings, seats or players on the same deals.

    Leaves and prints which knob moves what, which pairs interact, and which knobs are dead.
    """
    from balance.cli import comparing, running, sweeping
    from balance.experiment.knobs import grid

    cells = grid(scenario, vary or (), fraction, set_ or (), player or (), games, seed)
    names = comparing.names(metrics)
    how = running.How(threads, out, lang, format_, quiet=quiet, overwrite=overwrite)
    sweeping.sweep(cells, names, margin or (), how)


@app.command()
@reported
def impact(
    scenario: options.Scenario,
    of: options.Of = None,
    instead: options.Instead = None,
    metrics: options.Metrics = None,
    margin: options.Margin = None,
    games: options.Games = None,
    seed: options.Seed = None,
    threads: options.Threads = None,
    player: options.Player = None,
    set_: options.Set = None,
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    lang: options.Language = options.Lang.en,
    format_: options.Output = options.Format.text,
    quiet: options.Quiet = False,
) -> None:
    """Take things away, on the same deals: what is each worth?

    Leaves and prints what changes without each card, skill, ruling or player, and for who alone goes without.
    """
    from balance.cli import comparing, impacting, running

    asked = impacting.Asked(impacting.groups(of), instead, comparing.names(metrics), margin or ())
    loaded = running.load(scenario, set_, player, games, seed)
    impacting.impact(loaded, asked, running.How(threads, out, lang, format_, quiet=quiet, overwrite=overwrite))


@app.command()
@reported
def check(
    scenario: options.Scenarios,
    junit: options.Junit = None,
    markdown: options.Markdown = None,
    json: options.JsonFile = None,
    strict: options.Strict = False,
    until_decided: options.UntilDecided = False,
    max_games: options.MaxGames = None,
    games: options.Games = None,
    seed: options.Seed = None,
    threads: options.Threads = None,
    set_: options.Set = None,
    lang: options.Language = options.Lang.en,
    format_: options.Output = options.Format.text,
    quiet: options.Quiet = False,
) -> None:
    """Check what scenarios expect of their balance.

    Exits with 0 if all hold, 1 if one fails, 2 for a mistake in the input, 4 if one is undecided.
    """
    from balance.cli import checking

    planned = checking.plans(scenario, set_, games, seed, until_decided=until_decided, max_games=max_games)
    outputs = checking.Outputs(junit, markdown, json)
    modes = {"until_decided": until_decided, "strict": strict, "quiet": quiet}
    checking.check(planned, outputs, threads, lang, format_, **modes)


@app.command()
@reported
def baseline(
    scenario: options.Scenario,
    out: options.BaselineFile,
    metrics: options.MoreMetrics = None,
    overwrite: options.OverwriteFile = False,
    games: options.Games = None,
    seed: options.Seed = None,
    threads: options.Threads = None,
    set_: options.Set = None,
    quiet: options.Quiet = False,
) -> None:
    """Write what metrics are now, for checks to compare with."""
    from balance.cli import checking, comparing, running
    from balance.experiment.plan import plan

    planned = plan(running.load(scenario, set_, None, games, seed))
    checking.baseline(planned, comparing.names(metrics), out, threads, overwrite=overwrite, quiet=quiet)


@app.command()
@reported
def luck(
    scenario: options.Scenario,
    games: options.Games = None,
    seed: options.Seed = None,
    threads: options.Threads = None,
    player: options.Player = None,
    set_: options.Set = None,
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    lang: options.Language = options.Lang.en,
    format_: options.Output = options.Format.text,
    quiet: options.Quiet = False,
) -> None:
    """Say how much of a win is luck, and how much skill."""
    from balance.cli import auditing, running

    loaded = running.load(scenario, set_, player, games, seed)
    auditing.luck(loaded, running.How(threads, out, lang, format_, quiet=quiet, overwrite=overwrite))


@app.command()
@reported
def coverage(
    scenario: options.Scenarios,
    games: options.CoverageGames = None,
    seed: options.Seed = None,
    fired_only: options.FiredOnly = False,
    threads: options.Threads = None,
    player: options.Player = None,
    set_: options.Set = None,
    out: options.Out = None,
    overwrite: options.Overwrite = False,
    lang: options.Language = options.Lang.en,
    format_: options.Output = options.Format.text,
    quiet: options.Quiet = False,
) -> None:
    """Say which rules and clauses of cards fire, and which matter.

    Leaves and prints how often each fired, and in what share of games the result is another one without it.
    """
    from balance.cli import covering, running

    loaded = covering.scenarios(scenario, set_, player, games, seed)
    how = running.How(threads, out, lang, format_, quiet=quiet, overwrite=overwrite)
    covering.coverage(loaded, how, fired_only=fired_only)


if __name__ == "__main__":
    main()
