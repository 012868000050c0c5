"""Shares of a run, played anywhere, joined to the answer that one unbroken run would have given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from balance.errors import UserError
from balance.experiment.digests import differing, digests_of
from balance.experiment.engine import Engine
from balance.experiment.held import AT_WORK, told
from balance.experiment.ledger import Ledger, Piece, Share
from balance.experiment.manifest import MANIFEST, read_manifest
from balance.experiment.pieces import pieces_of, run_key
from balance.experiment.placing import RUNNING, recover
from balance.experiment.plan import plan
from balance.experiment.scenario import Scenario, from_resolved

MOST_NAMED = 5  # ranges of chunks that a refusal names
Places = list[tuple[Path, dict[str, Any]]]  # folders that hold pieces, with their manifests


def share_of(text: str) -> Share:
    """The share that ``--shard i/n`` names.  Raises UserError."""
    number, slash, of = text.partition("/")
    if not (slash and number.isdecimal() and of.isdecimal() and max(len(number), len(of)) <= 6):
        raise UserError(f"'{text[:30]}' names no share; give one such as 1/4", place="--shard")
    if not 1 <= int(number) <= int(of):
        raise UserError(f"there is no share {number} of {of}; give 1/{of} to {of}/{of}", place="--shard")
    return Share(int(number), int(of))


def open_places(folders: Sequence[Path]) -> Places:
    """The manifests of some run folders, and of what was being played in them.  Raises UserError."""
    places: Places = []
    for folder in dict.fromkeys(path.resolve() for path in folders):
        recover(folder)
        found = [place for place in (folder, folder / RUNNING) if (place / MANIFEST).is_file()]
        if not found:
            raise UserError("holds no run; give folders that `balance run --shard` left", file=folder)
        places += [(place, read_manifest(place, AT_WORK)) for place in found]
    return places


def common_scenario(places: Places) -> Scenario:
    """The scenario of which all folders hold a part.  Raises UserError that says what differs."""
    first, held = places[0]
    scenario = from_resolved(held["scenario"], first / MANIFEST)
    for place, other in places[1:]:
        if differs := differing(other["digests"], held["digests"]):
            raise UserError(f"cannot be joined with {first}: {told(differs)}", file=place)
        games = from_resolved(other["scenario"], place / MANIFEST).games
        if games != scenario.games:
            raise UserError(f"is of {games} games, but {first} of {scenario.games}", file=place)
    return scenario


def merge(places: Places, scenario: Scenario) -> tuple[Engine, Mapping[str, str], Ledger]:
    """All pieces in one ledger.  Raises UserError for a gap, an overlap, damage, or another program."""
    planned = plan(scenario)
    engine = Engine(planned)
    digests = digests_of(planned, engine)
    ledger = Ledger(planned, engine.layout.cells)
    found: list[tuple[Piece, Path]] = []
    for place, held in places:
        if differs := differing(held["digests"], digests):
            raise UserError(f"cannot be joined here: {told(differs)} from what this program would play", file=place)
        pieces, damaged = pieces_of(place, held, run_key(digests))
        if damaged:
            raise UserError("is damaged; resume its share", file=damaged[0])
        found += [(piece, place) for piece in pieces]
    size = ledger.chunks[0].blocks
    last: Path | None = None
    for piece, place in sorted(found, key=lambda item: item[0].first_block):
        if not ledger.fits(piece):
            chunk = piece.first_block // size
            raise UserError(f"holds chunk {chunk}, which {last or 'another folder'} holds too", file=place)
        ledger.put(piece.coarser(planned.batch_blocks))
        last = place
    if missing := ledger.missing():
        raise UserError(
            f"{len(missing)} of {len(ledger.chunks)} chunks are missing: {ranges(missing)}; "
            "add the folders of the other shares, or resume those that were broken off",
            file=", ".join(str(place) for place, _ in places[:MOST_NAMED]),
        )
    return engine, digests, ledger


def ranges(places: Sequence[int]) -> str:
    """Chunk numbers in words: ``0–3, 7 and 3 more ranges``."""
    runs: list[list[int]] = []
    for place in places:
        if runs and runs[-1][1] == place - 1:
            runs[-1][1] = place
        else:
            runs.append([place, place])
    named = [f"{low}–{high}" if low < high else f"{low}" for low, high in runs[:MOST_NAMED]]
    return ", ".join(named) + (f" and {len(runs) - MOST_NAMED} more ranges" if len(runs) > MOST_NAMED else "")


def times(places: Places) -> tuple[datetime, float]:
    """When the first share began, and the seconds of all."""
    try:
        return min(datetime.fromisoformat(held["started"]) for _, held in places), sum(
            float(held["seconds"]) for _, held in places
        )
    except (TypeError, ValueError):
        return datetime.now(UTC), 0.0
