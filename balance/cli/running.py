"""`balance run` and `balance report`: play, store, draw, print."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from balance.cli import console
from balance.cli.errors import INTERRUPTED
from balance.cli.options import Format, Lang
from balance.cli.warming import announce
from balance.errors import UserError
from balance.experiment import scenario as scenarios
from balance.experiment.held import told
from balance.experiment.ledger import WHOLE, Share
from balance.experiment.plan import plan
from balance.experiment.scenario import Scenario
from balance.experiment.threads import processors, use_at_most

if TYPE_CHECKING:
    from balance.experiment.folder import Kept
    from balance.experiment.store import Run

REPORTS = Path("reports")
TRIAL_BLOCKS = 1000
MOST_THREADS = 1024
SUMMARY_HEADINGS = {Lang.en: ("metric", "value", "95% interval"), Lang.ja: ("指標", "値", "95%信頼区間")}


def load(
    source: str, overrides: Sequence[str] | None, players: Sequence[str] | None, games: int | None, seed: int | None
) -> Scenario:
    """The scenario that a command names, with its flags."""
    return scenarios.load(source, overrides or (), players or (), games, seed)


def asked(
    source: str | None,
    overrides: Sequence[str] | None,
    players: Sequence[str] | None,
    games: int | None,
    seed: int | None,
    resume: Path | None,
) -> Scenario | None:
    """The scenario that `balance run` names; None if it is to be that of the folder to go on with."""
    if source is not None:
        return load(source, overrides, players, games, seed)
    if resume is None:
        raise UserError("is missing; name a scenario such as neotopia/draft8, or --resume DIR", place="SCENARIO")
    if overrides or players or seed is not None:
        raise UserError("a run goes on as it began: only --games may be more", place="--resume")
    return None


def check_threads(threads: int | None) -> None:
    """Refuse an odd number of threads; let nothing of this process use more."""
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise UserError(f"{threads} threads cannot play; give 1 to {MOST_THREADS}", place="--threads")
    use_at_most(threads)


def default_folder(scenario: Scenario) -> Path:
    """Where a run goes if nothing is said: reports/<game>-<scenario>."""
    name = scenario.name.replace("/", "-")
    return REPORTS / (name if name.startswith(scenario.game) else f"{scenario.game}-{name}")


@dataclass(frozen=True)
class How:
    """How a scenario is to be played, and what of it is to be left."""

    threads: int | None = None
    out: Path | None = None
    lang: Lang = Lang.en
    output: Format = Format.text
    share: Share = WHOLE
    quiet: bool = False
    overwrite: bool = False
    fresh: bool = False
    rows: bool = False
    cluster: str | None = None
    strict: bool = False  # the folder must hold the beginning of this very run


def conclude(how: How, folder: Path, document: Mapping[str, Any], show: Callable[[], None]) -> None:
    """The end of a command that left a report in ``folder``: its JSON or what ``show`` prints, and where it is."""
    if how.output is Format.json:
        from balance.experiment.store import to_json

        console.write(to_json(document))
    else:
        show()
    console.say(f"report: {folder / 'report.html'}", quiet=how.quiet)


def resumed(folder: Path, scenario: Scenario | None, games: int | None, how: How) -> tuple[Scenario, How]:
    """The scenario of a run folder, perhaps of more games, and how to go on with it."""
    from balance.experiment.folder import manifest_to_resume

    held = manifest_to_resume(folder)
    share = Share(*held["share"])
    if scenario is None:
        scenario = scenarios.from_resolved(held["scenario"], folder / "manifest.json")
        if games is not None:
            scenario = scenarios.with_games(scenario, games)
    return scenario, replace(how, out=folder, strict=True, share=share if how.share == WHOLE else how.share)


def share(text: str | None) -> Share:
    """The share of the games that ``--shard`` asks for."""
    from balance.experiment.merging import share_of

    return WHOLE if text is None else share_of(text)


def merge(folders: Sequence[Path], how: How) -> None:
    """Join the shares of a run to its whole, leave its report, print its summary."""
    from balance.experiment import merging
    from balance.experiment.folder import open_folder

    assert how.out is not None
    places = merging.open_places(folders)
    engine, digests, ledger = merging.merge(places, merging.common_scenario(places))
    threads = sum(held["threads"] for _, held in places if isinstance(held["threads"], int))
    with open_folder(how.out, engine, digests, threads, overwrite=how.overwrite) as kept:
        kept.ledger = ledger
        kept.held.started, kept.held.seconds = merging.times(places)
        kept.rows_elsewhere = [place / "rows" for place, _ in places]
        _leave_report(kept, how)


def run(scenario: Scenario, how: How) -> None:
    """Play what is not yet played of a scenario, leave its run folder with the report, print its summary."""
    check_threads(how.threads)
    folder = how.out or default_folder(scenario)
    planned = plan(scenario)
    if planned.games != scenario.games:
        console.say(
            f"{scenario.games} games are rounded up to {planned.games}: "
            f"{planned.blocks} deals, each played {planned.games_per_block} times",
            quiet=how.quiet,
        )
    if how.rows:
        from balance.experiment.rows import check_parquet

        check_parquet()
    announce(planned.game, quiet=how.quiet)
    from balance.experiment.digests import digests_of
    from balance.experiment.engine import Engine
    from balance.experiment.folder import open_folder

    engine = Engine(planned)
    digests = digests_of(planned, engine)
    threads = how.threads or processors()
    again = {"overwrite": how.overwrite, "fresh": how.fresh, "strict": how.strict}
    with open_folder(folder, engine, digests, threads, how.share, **again) as kept:
        _say_what_is_there(kept, quiet=how.quiet)
        try:
            whole = _play(kept, how)
            if how.share == WHOLE:
                _leave_report(kept, how)
            else:
                kept.settle_share("finished" if whole else "interrupted")
                console.say(f"share {how.share}: {folder}", quiet=how.quiet)
        except KeyboardInterrupt:  # pressed twice, or while no games were played: whatever is begun is given up
            if kept.running.is_dir():
                kept.flush()
            _say_how_to_go_on(kept, how)
            raise typer.Exit(INTERRUPTED) from None
    if not whole:
        raise typer.Exit(INTERRUPTED)


def _say_what_is_there(kept: Kept, *, quiet: bool) -> None:
    """Say which games need not be played, and why others must be played again."""
    per_block = kept.ledger.plan.games_per_block
    blocks = kept.ledger.end_block - kept.ledger.first_block
    if kept.held.stale:
        console.say(f"the run that is there is played anew: {told(kept.held.stale)}", quiet=quiet)
    if kept.damaged:
        names = ", ".join(path.name for path in kept.damaged[:3])
        console.say(f"{len(kept.damaged)} damaged file(s) passed over ({names}): their games are played again")
    if kept.found_blocks == blocks:
        console.say(
            f"nothing to play: all {blocks * per_block} games are there already (--fresh plays them anew)", quiet=quiet
        )
    elif kept.found_blocks:
        found = kept.found_blocks * per_block
        console.say(f"{found} of {blocks * per_block} games are there already", quiet=quiet)


def _play(kept: Kept, how: How) -> bool:
    """Play under a progress bar what is missing.  Returns whether all is played; says it if not."""
    from balance.experiment.run import play_missing

    ledger = kept.ledger
    if how.cluster is None or not ledger.missing():
        with _bar(kept, how) as bar:
            play_missing(kept.engine, ledger, kept.keep, how.threads, bar)
        return _played(kept, how)
    from balance.experiment import cluster

    with cluster.connected(how.cluster, kept.threads) as client:
        with _bar(kept, how) as bar:
            cluster.play_missing(client, kept.engine, kept.digests, ledger, kept.keep, bar)
        return _played(kept, how)  # before the cluster is closed, which takes a while


@contextmanager
def _bar(kept: Kept, how: How) -> Iterator[Callable[[int], None]]:
    """A progress bar over the games of the share, those that are there already among them."""
    per_block = kept.ledger.plan.games_per_block
    games = (kept.ledger.end_block - kept.ledger.first_block) * per_block
    with console.progress(games, "games", quiet=how.quiet) as bar:
        if kept.found_blocks:
            bar(kept.found_blocks * per_block)
        yield bar


def _played(kept: Kept, how: How) -> bool:
    """Keep all that is played, and write its rows.  Returns whether nothing is missing; says it if it is."""
    kept.flush()
    if kept.ledger.is_whole:
        return not how.rows or _write_rows(kept, how)
    if not kept.ledger.done_blocks:
        raise KeyboardInterrupt
    _say_how_to_go_on(kept, how)
    return False


def _write_rows(kept: Kept, how: How) -> bool:
    """Write the rows that are not there yet.  Returns whether all are there now; says it if not."""
    from balance.experiment.rows import RowWriter, write_missing

    writer = RowWriter(kept.engine, kept.digests, kept.row_places[-1])
    if write_missing(writer, writer.missing(kept.ledger, kept.row_places), how.threads):
        return True
    _say_how_to_go_on(kept, how)
    return False


def _say_how_to_go_on(kept: Kept, how: How) -> None:
    per_block = kept.ledger.plan.games_per_block
    done, all_ = kept.ledger.done_blocks, kept.ledger.end_block - kept.ledger.first_block
    if done:
        console.complain(
            f"interrupted: {done * per_block} of {all_ * per_block} games are kept; "
            f"go on with: balance run {'--rows ' if how.rows else ''}--resume {kept.target}"
        )
    else:
        console.complain("interrupted; nothing was kept")


def _leave_report(kept: Kept, how: How) -> None:
    """Put tables and report in their place and print the summary."""
    from balance.experiment.replay import example
    from balance.experiment.run import played
    from balance.experiment.store import Run, summary_of
    from balance.metrics.estimate import measure
    from balance.report import write_report

    cut = played(kept.engine, kept.ledger)
    manifest = kept.manifest("interrupted" if cut.interrupted else "finished")
    found = Run(manifest, measure(cut.engine.metrics, cut.sums), cut.sums, example(cut.engine.plan))
    kept.settle(found, lambda partial: write_report(found, partial, how.lang.value))
    conclude(how, kept.target, summary_of(found), lambda: _print_summary(found, how.lang))


def _print_summary(run: Run, lang: Lang) -> None:
    from balance.report import summary_lines

    headings, title = SUMMARY_HEADINGS[lang], run.scenario["title"]
    if lang is Lang.ja:
        title = run.scenario["title_ja"]
    console.table(headings, summary_lines(run, lang.value), title=title, numbers=True)


def redraw(folder: Path, lang: Lang, *, quiet: bool) -> None:
    """Draw a stored run's report again."""
    from balance.experiment.reading import read_run
    from balance.report import write_report

    run = read_run(folder)
    try:
        write_report(run, folder, lang.value)
    except OSError as error:
        raise UserError(f"the report cannot be written ({error.strerror})", file=folder) from None
    console.say(f"report: {folder / 'report.html'}", quiet=quiet)


def try_out(scenario: Scenario, threads: int | None, output: Format, *, quiet: bool) -> None:
    """Play a little, then say what the whole run would cost and how sharply it would see."""
    from balance.experiment.trial import trial

    check_threads(threads)
    planned = plan(scenario)
    announce(planned.game, quiet=quiet)
    found = trial(planned, threads, TRIAL_BLOCKS)
    if output is Format.json:
        from balance.experiment.store import to_json

        console.write(to_json(found.as_json()))
        return
    headings, rows = found.as_table()
    console.table(headings, rows, title=f"{scenario.title}: {found.trial_games} games tried", numbers=True)
    console.write(found.cost())
