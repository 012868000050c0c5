"""What decides the digits of a run, as digests: two runs whose digests agree can be continued and merged.

Each part has a digest of its own, so that a refusal can say what differs.  The number of games is no part:
more games of the same question begin with the fewer.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.experiment.plan import Plan
from balance.experiment.scenario import TEXT_KEYS

if TYPE_CHECKING:
    from balance.experiment.engine import Engine

PACKAGE = Path(__file__).resolve().parent.parent
SHARED = ("kernel", "metrics", "games", "stats/batches.py", "experiment/engine.py", "experiment/plan.py")
CODE = (".py", ".toml", ".csv")
FOR_THE_READER = ("report", "text", "RULES")  # how names of what only words a report begin
NO_PART = ("name", *TEXT_KEYS, "expect", "games")
PROGRAM = ("sources", "sums")  # the digests that change with the program, not with the question


def digests_of(plan: Plan, engine: Engine) -> dict[str, str]:
    """Digest by part: each part of the scenario, the kernel's ``tables``, the ``sums`` kept, the ``sources``."""
    resolved = plan.scenario.resolved()
    parts: dict[str, Any] = {key: value for key, value in resolved.items() if key not in NO_PART}
    found = {key: _short(_json(value)) for key, value in parts.items()}
    found["game"] = _short(f"{plan.game.name} {plan.game.version}".encode())
    found["tables"] = _short(b"".join(_content([engine.rules])))
    found["sums"] = _short(repr((engine.layout.tallies, engine.axes, sorted(engine.layout.tables.items()))).encode())
    found["sources"] = source_digest(plan.game.name)
    return found


def differing(held: object, asked: Mapping[str, str]) -> list[str]:
    """The parts in which digests that a manifest holds differ from those asked for."""
    known = held if isinstance(held, dict) else {}
    return [part for part in asked if known.get(part) != asked[part]] + [part for part in known if part not in asked]


@cache
def source_digest(game: str) -> str:
    """Digest of every file of the package that the digits of a game may depend on."""
    digest = hashlib.sha256()
    for path in sources_of(game):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def sources_of(game: str) -> list[Path]:
    """Those files: what all games share, and the game's own folder but for what words its report."""
    found: list[Path] = []
    for name in SHARED:
        place = PACKAGE / name
        if name == "games":
            found += [path for path in place.glob("*.py")]
            found += [path for path in (place / game).rglob("*") if not _only_words(path.relative_to(place / game))]
        else:
            found += [place] if place.is_file() else place.rglob("*")
    return sorted(path for path in found if path.suffix in CODE and path.is_file())


def _only_words(path: Path) -> bool:
    return any(part.startswith(FOR_THE_READER) for part in path.parts)


def _json(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _content(value: Any) -> Iterable[bytes]:
    """The bytes of records and arrays, at any depth of tuples and objects."""
    if isinstance(value, list | tuple):
        for inner in value:
            yield from _content(inner)
            yield b"|"
    elif isinstance(value, np.ndarray | np.generic):
        yield f"{value.dtype} {value.shape}".encode() + value.tobytes()
    elif hasattr(value, "__dict__"):
        yield from _content(sorted(vars(value).items()))
    else:
        yield repr(value).encode()


def _short(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
