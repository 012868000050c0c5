"""What a run folder holds, laid beside what is asked: may it be continued, must it be refused, is it stale?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from balance.errors import UserError
from balance.experiment.digests import PROGRAM, differing
from balance.experiment.ledger import Share
from balance.experiment.manifest import MANIFEST, STATES, read_manifest
from balance.experiment.placing import RUNNING, check_kind
from balance.experiment.plan import Plan

AT_WORK = (*STATES, "running")
WORDS = {
    "game": "the game or its version",
    "players": "the numbers of players",
    "tables": "the cards or other tables",
    "sources": "the program's sources",
    "sums": "the metrics that are counted",
}
PLURAL = ("players", "rules", "seats", "tables", "sources", "sums")


@dataclass
class Held:
    """What of a folder may be continued, and what not because the program has changed since."""

    answer: Mapping[str, Any] | None = None  # the manifest of an answer to this question
    use_running: bool = True  # whether what was being played is of this question
    stale: list[str] = field(default_factory=list)
    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    seconds: float = 0.0


def told(parts: list[str]) -> str:
    """Which parts of two runs differ, in words."""
    if "rules" in parts:  # which are in the tables too
        parts = [part for part in parts if part != "tables"]
    words = [WORDS.get(part, f"the {part}") for part in parts]
    if len(words) > 1:
        return f"{', '.join(words[:-1])} and {words[-1]} differ"
    return f"{words[0]} {'differ' if parts[0] in PLURAL else 'differs'}"


def look(
    target: Path,
    plan: Plan,
    digests: Mapping[str, str],
    share: Share,
    *,
    overwrite: bool = False,
    fresh: bool = False,
    strict: bool = False,
) -> Held:
    """What ``target`` holds of a plan.  Raises UserError if it holds something else, unless ``overwrite``.

    ``strict``: also if the program has changed since; else that is told in ``stale``, and nothing old is used.
    """
    held = Held()
    if not check_kind(target):
        return held
    for place in (target, target / RUNNING):
        if not (place / MANIFEST).is_file():
            continue
        try:
            found = read_manifest(place, AT_WORK)
            reason, stale = _compare(found, plan, digests, share, fresh=fresh)
        except UserError:
            found, stale = {}, []
            reason = "already holds a run whose manifest is damaged" if place == target else ""
        if stale and strict:
            raise UserError(f"cannot go on: {told(stale)}; play anew without --resume", file=target)
        if reason and not overwrite:
            raise UserError(f"{reason}; give another --out, or --overwrite", file=target)
        usable = not (reason or stale or fresh)
        if place != target:
            held.use_running = usable
        elif usable:
            held.answer = found
        held.stale = held.stale or stale
        if usable and found:
            held.started, held.seconds = _times(found, held)
    held.use_running = held.use_running and not fresh
    return held


def _compare(
    found: Mapping[str, Any], plan: Plan, digests: Mapping[str, str], share: Share, *, fresh: bool
) -> tuple[str, list[str]]:
    """Why what is there is of another question ("" if it is not), and in what the program has changed."""
    differs = differing(found["digests"], digests)
    if others := [part for part in differs if part not in PROGRAM]:
        return f"already holds a run of another scenario ({told(others)})", []
    if found["share"] != [share.number, share.of]:
        number, of = (*found["share"], 0, 0)[:2] if isinstance(found["share"], list) else (0, 0)
        return f"already holds share {number}/{of} of these games", []
    games = found["scenario"].get("games") if isinstance(found["scenario"], dict) else None
    asked = plan.scenario.games
    if not isinstance(games, int) or (share.of > 1 and games != asked and not fresh):
        return f"already holds a share of {games} games, not of {asked}", []
    if games > asked and not fresh:
        return f"already holds a run of {games} games of this scenario, more than the {asked} asked for", []
    return "", differs


def _times(found: Mapping[str, Any], held: Held) -> tuple[datetime, float]:
    """When the first sitting began, and the seconds of all: those of the latest manifest."""
    try:
        return min(held.started, datetime.fromisoformat(found["started"])), float(found["seconds"])
    except (TypeError, ValueError):
        return held.started, held.seconds
