"""The commands that weigh evidence: players against players, drafts against drafts, what is expected against what is.

As in `app.py`, what they need is imported when they run.
"""

from __future__ import annotations

import typer

from balance.cli import options
from balance.cli.errors import reported

evidence = typer.Typer(rich_markup_mode=None)


@evidence.command()
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


@evidence.command()
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


@evidence.command()
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


@evidence.command()
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


@evidence.command()
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


@evidence.command()
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


@evidence.command()
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


@evidence.command()
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
