"""The files that `[decks]` of a scenario names: found beside it or shipped, read, and joined to the rules.

What they hold becomes a part of the resolved scenario, so that a run needs them no more.  What a key of `[decks]`
means, and what a file holds, is the game's to say (`Materials`).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from balance.errors import UserError, suggestion
from balance.experiment.checks import known_keys
from balance.experiment.sources import FileName, shipped_root
from balance.experiment.toml_text import plain
from balance.games.contract import Source
from balance.games.fields import show

SUFFIXES = (".csv", ".txt")
LARGEST_FILE = 1 << 20  # bytes
MOST_FILES = 16  # in one list


def shipped_files() -> dict[str, Path]:
    """Card tables and decks that come with the package, by name: ``<game>/<folder>/<file without suffix>``."""
    root = shipped_root()
    found = sorted(path for path in root.glob("*/*/*") if path.suffix in SUFFIXES)
    return {path.relative_to(root).with_suffix("").as_posix(): path for path in found}


def load_model(game: Any, rules: Mapping[str, Any], players: int, decks: Mapping[str, Any]) -> Any:
    """The game's validated rules, joined with the decks of a resolved scenario if the game has any."""
    return join_decks(game, game.settings.load(rules, players), players, decks)


def join_decks(game: Any, model: Any, players: int, decks: Mapping[str, Any]) -> Any:
    """A game's rules joined with decks, read or resolved, if the game has any."""
    return model if game.materials is None else game.materials.join(model, players, decks)


def resolved_decks(game: Any, model: Any) -> dict[str, Any]:
    """All contents of the decks in force, ready for JSON; nothing for a game without decks."""
    return {} if game.materials is None else game.materials.resolved(model)


def read_decks(game: Any, model: Any, players: int, decks: Mapping[str, Any], scenario: Path) -> dict[str, Any]:
    """`[decks]` with the game's usual files for what it leaves out, and a `Source` in place of each name.

    A name alone says nothing if it is empty.  Raises UserError with the place, or with the file.
    """
    if game.materials is None:
        if decks:
            raise UserError(f"{game.title} has no decks to choose; drop this table", place="decks")
        return {}
    known_keys(decks, game.materials.keys, "decks")
    found = {key: _shipped(names) for key, names in game.materials.usual(model, players).items() if key not in decks}
    for key, value in decks.items():
        if isinstance(value, FileName) and not plain(value.text):
            continue
        place = f"decks.{key}"
        if not isinstance(value, list):
            found[key] = _read(value, scenario, place)
        elif sum(isinstance(each, FileName) for each in value) > MOST_FILES:
            raise UserError(f"names more than {MOST_FILES} files; put what they hold into fewer", place=place)
        else:
            found[key] = [_read(each, scenario, f"{place}.{row}") for row, each in enumerate(value)]
    return found


def _shipped(names: str | list[str]) -> Source | list[Source]:
    """The shipped file of a name, or of each of a list."""
    if isinstance(names, str):
        file = shipped_files()[names]
        return Source(file, file.read_bytes())
    return [Source(file, file.read_bytes()) for file in map(shipped_files().__getitem__, names)]


def _read(value: Any, scenario: Path, place: str) -> Any:
    """A value of `[decks]`: the file if it names one, else the value itself."""
    if not isinstance(value, FileName):
        return value
    try:
        file = _found(value, scenario.resolve().parent)
    except UserError as error:
        raise error.located(place=place) from None
    try:
        if not file.is_file():
            raise UserError("is no file; give the path of a deck or card table", file=file)
        with file.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        raise UserError(f"cannot be read ({error.strerror}); give a readable file", file=file) from None
    if len(data) > LARGEST_FILE:
        raise UserError(f"is larger than {LARGEST_FILE} bytes, which no deck needs", file=file)
    return Source(file, data)


def _found(name: FileName, folder: Path) -> Path:
    """The file that a name means: beside the file that says it, or shipped.

    A scenario that somebody sends must not reach into folders beside its own; a flag may name any file, relative
    to the current folder.
    """
    text = plain(name.text)
    shipped = shipped_files()
    by_name = shipped.get(text.removesuffix(".csv").removesuffix(".txt"))
    beside = Path() if name.said_in is None else name.said_in.parent
    target = beside / text
    try:
        real = target.resolve()
        exists = target.exists()
    except (OSError, ValueError, RuntimeError):  # no path at all, or links that go round in a circle
        raise UserError(f"{show(text)} is no path; give the name of a file") from None
    allowed = (folder, shipped_root().resolve())
    if name.said_in is not None and not any(real.is_relative_to(root) for root in allowed):
        if by_name is not None:
            return by_name
        raise UserError(f"{show(text)} is neither a shipped file nor one below the first scenario's folder")
    if exists:
        return target
    if by_name is not None:
        return by_name
    known = [*sorted(path.name for path in beside.glob("*") if path.suffix in SUFFIXES), *shipped]
    raise UserError(f"there is no file {show(text)}{suggestion(text, known)}")
