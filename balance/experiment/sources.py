"""Which files a scenario is made of: a path or a shipped name, and what each `extends`, merged.

Tables merge key by key and level by level, so a file that changes one part of one row keeps the other parts;
lists and plain values are replaced whole.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance.errors import UserError, suggestion
from balance.experiment.toml_text import plain, read_toml
from balance.games.fields import show

PACKAGE = Path(__file__).resolve().parent.parent
TEXTS = ("title", "question")  # each also as <name>_ja

MOST_EXTENDED = 32  # files, one by the other
FILES = "decks"  # the table whose words name files

Chain = list[tuple[Path, dict[str, Any]]]


@dataclass(frozen=True)
class FileName:
    """The name of a file as a scenario's `[decks]` says it, and the scenario file that says it (None: a flag)."""

    text: str
    said_in: Path | None

    def __str__(self) -> str:
        return self.text


def named(decks: Any, said_in: Path | None) -> Any:
    """`[decks]` with every word, alone or in a list, marked as the name of a file."""

    def mark(value: Any) -> Any:
        return FileName(value, said_in) if isinstance(value, str) else value

    if not isinstance(decks, dict):
        return decks
    return {
        key: [mark(each) for each in value] if isinstance(value, list) else mark(value) for key, value in decks.items()
    }


def shipped_root() -> Path:
    """Folder of the scenarios that come with the package: inside a wheel, else in the repository."""
    inside = PACKAGE / "_scenarios"
    return inside if inside.is_dir() else PACKAGE.parent / "scenarios"


def shipped() -> list[str]:
    """Names of the shipped scenarios, ``<game>/<file without suffix>``, in alphabetical order."""
    root = shipped_root()
    return sorted(path.relative_to(root).with_suffix("").as_posix() for path in root.glob("*/*.toml"))


def _shipped_file(name: str) -> Path | None:
    """File of a shipped name, with or without its ``.toml``; None if nothing of that name is shipped."""
    name = name.removesuffix(".toml")
    return shipped_root() / f"{name}.toml" if name in shipped() else None


def scenario_name(path: Path) -> str:
    """The shipped name of a shipped file, else the name of the file without its suffix."""
    root = shipped_root().resolve()
    real = path.resolve()
    return real.relative_to(root).with_suffix("").as_posix() if real.is_relative_to(root) else path.stem


def _exists(path: Path) -> bool:
    """Whether something is there; no for a path that no system can have."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def find(source: str | Path) -> Path:
    """The file that a user means by a path or a shipped name.

    UserError if there is none, or if its name is no text, so that no report could tell it.
    """
    path = Path(source)
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise UserError(
            "this name is no UTF-8, so no report can tell it; rename the file", file=ascii(str(path))
        ) from None
    if _exists(path):
        return path
    file = _shipped_file(plain(str(source)))
    if file is None:
        near = suggestion(plain(str(source)).removesuffix(".toml"), shipped())
        raise UserError(f"there is no such file, and no shipped scenario of this name{near}", file=source)
    return file


def read_chain(first: Path) -> Chain:
    """The file and all that it extends, itself first, each with its own tables.

    UserError for an `extends` that is missing, circular, or outside of the folder of the first file and of
    the shipped scenarios: a scenario that somebody sends must not reach into other folders.
    """
    chain: Chain = [(first, read_toml(first))]
    while "extends" in chain[-1][1]:
        file, tables = chain[-1]
        if len(chain) > MOST_EXTENDED:
            raise UserError(f"is the {MOST_EXTENDED + 1}th file in a row; extend fewer", file=file, place="extends")
        try:
            target = _extended(file, tables["extends"], first.resolve().parent)
        except UserError as error:
            raise error.located(file=file, place="extends") from None
        files = [path.resolve() for path, _ in chain]
        if target.resolve() in files:
            names = " → ".join(path.name for path in [*files[files.index(target.resolve()) :], target])
            raise UserError(f"goes round in a circle ({names}); drop one of them", file=file, place="extends")
        chain.append((target, read_toml(target)))
    return chain


def _extended(file: Path, value: object, folder: Path) -> Path:
    """The file that `extends = value` in ``file`` means."""
    if not isinstance(value, str):
        raise UserError(f"{show(value)} is not allowed; give the name of one scenario file")
    text = plain(value)
    by_name = _shipped_file(text)
    target = file.parent / text
    try:
        real = target.resolve()
    except (OSError, ValueError, RuntimeError):  # no path at all, or links that go round in a circle
        raise UserError(f"{show(value)} is no path; give the name of a scenario file") from None
    allowed = (folder, shipped_root().resolve())
    if real.suffix != ".toml" or not any(real.is_relative_to(root) for root in allowed):
        if by_name is not None:
            return by_name
        raise UserError(
            f"{show(value)} is neither a shipped scenario nor a .toml file below the first scenario's folder"
        )
    if _exists(target) and (target.is_file() or target.is_dir()):  # a pipe would keep us waiting
        return target
    if by_name is not None:
        return by_name
    known = [*sorted(path.name for path in file.parent.glob("*.toml") if path != file), *shipped()]
    raise UserError(f"there is no file {show(value)}{suggestion(text, known)}")


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """``over`` laid over ``base``, level by level; neither is changed."""
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = merge(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged


def merged(chain: Chain) -> dict[str, Any]:
    """All files of a chain as one, without `extends`; the caller may change it.

    A file that words its title anew in one language does not inherit the other language's old one.
    """
    tables: dict[str, Any] = {}
    for file, own in reversed(chain):
        for text in TEXTS:
            if text in own or f"{text}_ja" in own:
                tables.pop(text, None)
                tables.pop(f"{text}_ja", None)
        tables = merge(tables, {**own, FILES: named(own[FILES], file)} if FILES in own else own)
    tables.pop("extends", None)
    return copy.deepcopy(tables)


def origin(chain: Chain, place: str | None) -> Path | None:
    """The nearest file of the chain that says what stands at a place such as ``rules.hand``."""
    parts = place.split(".") if place else []
    for file, tables in chain:
        value: Any = tables
        for part in parts:
            value = _step(value, part)
        if parts and value is not None:
            return file
    return None


def _step(value: Any, part: str) -> Any:
    """What lies under one part of a dotted path, the number of a row in a list; None if nothing does."""
    if isinstance(value, dict):
        return value.get(part)
    if isinstance(value, list):
        row = row_number(part, value)
        return None if row is None else value[row]
    return None


def row_number(part: str, rows: list[Any]) -> int | None:
    """The row of a list that one part of a dotted path names, from 0; None if it names none."""
    return int(part) if part.isdecimal() and len(part) < 10 and int(part) < len(rows) else None
