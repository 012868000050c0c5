"""The manifest of a run: everything that is needed to know, or to repeat, what was played."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.errors import UserError
from balance.experiment.files import read_json
from balance.experiment.plan import Plan

if TYPE_CHECKING:
    from balance.metrics.estimate import Sums

MANIFEST_VERSION = 2
MANIFEST = "manifest.json"
MANIFEST_KEYS = (
    *("manifest_version", "state", "scenario", "digest", "digests", "share", "game_version", "games", "blocks"),
    *("games_per_block", "seats_alike", "strategies", "notes", "differences", "started", "ended", "seconds"),
    *("threads", "versions", "machine"),
)
STATES = ("finished", "interrupted")  # besides "running", while it is played
KINDS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("scenario", "digests", "versions", "machine"), (dict,)),
    **dict.fromkeys(("share", "strategies", "notes", "differences"), (list,)),
    **dict.fromkeys(("game_version", "games", "blocks", "games_per_block", "threads"), (int,)),
    **dict.fromkeys(("state", "digest", "started", "ended"), (str,)),
    "seconds": (int, float),
}
VERSIONED = ("numpy", "pandas", "numba", "scipy", "matplotlib")
LARGEST_MANIFEST = 16 * 2**20


def manifest_of(
    plan: Plan,
    sums: Sums,
    started: datetime,
    seconds: float,
    threads: int,
    *,
    whole: bool,
    digests: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Everything that is needed to know, or to repeat, what was played; ``digests`` if they are known already."""
    if digests is None:
        from balance.experiment.digests import digests_of
        from balance.experiment.engine import Engine

        digests = digests_of(plan, Engine(plan))
    state = "finished" if whole else "interrupted"
    return manifest(plan, state, sums.blocks, started, seconds, threads, digests)


def manifest(
    plan: Plan,
    state: str,
    blocks: int,
    started: datetime,
    seconds: float,
    threads: int,
    digests: Mapping[str, str],
    share: tuple[int, int] = (1, 1),
) -> dict[str, Any]:
    """The manifest of so many blocks of a plan, as of now."""
    scenario = plan.scenario
    return {
        "manifest_version": MANIFEST_VERSION,
        "state": state,
        "scenario": scenario.resolved(),
        "digest": scenario.digest(),
        "digests": dict(digests),
        "share": list(share),
        "game_version": plan.game.version,
        "games": blocks * plan.games_per_block,
        "blocks": blocks,
        "games_per_block": plan.games_per_block,
        "seats_alike": plan.alike,
        "strategies": list(plan.strategies),
        "notes": plan.game.settings.notes(plan.model, scenario.players),
        "differences": [list(each) for each in plan.game.settings.differences(scenario.rules, scenario.players)],
        "started": started.astimezone(UTC).isoformat(timespec="seconds"),
        "ended": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": round(seconds, 3),
        "threads": threads,
        "versions": {name: _version(name) for name in ("tabletop-balance", *VERSIONED)},
        "machine": {"python": platform.python_version(), "system": platform.system(), "cpus": os.cpu_count()},
    }


@cache
def _version(name: str) -> str | None:
    """Version of a package; to find it is slow, and a manifest is written every other second."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def to_json(document: Any) -> str:
    """Canonical, readable JSON without NaN."""
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def read_manifest(folder: Path, states: tuple[str, ...] = STATES) -> dict[str, Any]:
    """The manifest of a folder.  Raises UserError that says what is damaged."""
    path = folder / MANIFEST
    try:
        held = read_json(path, LARGEST_MANIFEST)
        known = held["manifest_version"]
    except (OSError, ValueError, TypeError, KeyError):
        raise UserError("is damaged; play the scenario again", file=path) from None
    if known != MANIFEST_VERSION:
        raise UserError(
            f"is of version {str(known)[:20]}, this program reads {MANIFEST_VERSION}; play it again", file=path
        )
    if any(key not in held for key in MANIFEST_KEYS) or held["state"] not in states or not _has_sound_kinds(held):
        raise UserError("is damaged; play the scenario again", file=path)
    return held


def _has_sound_kinds(held: Mapping[str, Any]) -> bool:
    """Whether what others rely on is of the kind that was written."""
    if any(type(held[key]) not in kinds for key, kinds in KINDS.items()):
        return False
    share = held["share"]
    return len(share) == 2 and all(type(part) is int for part in share) and 1 <= share[0] <= share[1]
