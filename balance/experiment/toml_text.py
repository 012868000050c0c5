"""TOML as people save it: any usual encoding, full-width characters, and never a traceback.

Files are written with Japanese input methods and Windows editors, so a byte order mark, CRLF, CP932 and
full-width letters, digits and signs outside of quoted strings are accepted.
"""

from __future__ import annotations

import codecs
import re
import tomllib
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from balance.errors import UserError
from balance.games.fields import show

UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
LARGEST_FILE = 1 << 20  # bytes
DEEPEST = 16  # levels of tables and lists; a scenario needs five
LONGEST_KEY = 64  # parts of a dotted key: the parser's time grows with their square

# A string or comment; an unterminated one runs to where it must end, so that garbage scans as fast.
VERBATIM = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\\?\Z)|\'\'\'.*?(?:\'\'\'|\Z)|"(?:\\.|[^"\\\n])*"?|\'[^\'\n]*\'?|#[^\n]*',
    re.DOTALL,
)
PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$| \(at end of document\)$")
BARE_WORDS = re.compile(r"""[^\[\]{}"'=#\n]+""")


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; UserError with the file, and line and column of a syntax error."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise UserError("there is no such file; give the path of a scenario", file=path) from None
    except IsADirectoryError:
        raise UserError("this is a folder; give the path of a scenario file", file=path) from None
    except (OSError, ValueError) as error:  # ValueError: a path that no system can have
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(f"cannot be read ({reason}); give a readable file", file=path) from None
    if len(data) > LARGEST_FILE:
        raise UserError(f"is larger than {LARGEST_FILE} bytes, which no scenario needs", file=path)
    try:
        return parse_toml(decode(data))
    except UserError as error:
        raise error.located(file=path) from None


def decode(data: bytes) -> str:
    """Text of a file in UTF-8, with or without byte order mark, or else in CP932."""
    for encoding in () if data.startswith(UTF_16_MARKS) else ("utf-8-sig", "cp932"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise UserError("is neither UTF-8 nor CP932 text; save it as UTF-8")


def plain(text: str) -> str:
    """A word with full-width characters made ordinary and blanks around it dropped."""
    return unicodedata.normalize("NFKC", text).strip()


def parse_toml(text: str) -> dict[str, Any]:
    """Tables of TOML text; outside of strings and comments full-width characters count as ordinary ones."""
    pieces, skeleton, end = [], [], 0
    for verbatim in VERBATIM.finditer(text):
        outside = unicodedata.normalize("NFKC", text[end : verbatim.start()])
        pieces += [outside, verbatim[0]]
        skeleton += [outside, "" if verbatim[0].startswith("#") else "s"]
        end = verbatim.end()
    rest = unicodedata.normalize("NFKC", text[end:])
    for line in "".join([*skeleton, rest]).splitlines():
        if any(part.count(".") > LONGEST_KEY for part in re.split("[=,]", line)):
            raise UserError(f"has a dotted key of more than {LONGEST_KEY} parts, which no scenario needs")
    try:
        tables = tomllib.loads("".join([*pieces, rest]))
    except RecursionError:
        raise UserError(f"is nested more than {DEEPEST} levels deep, which no scenario needs") from None
    except ValueError as error:  # besides syntax errors, numbers of more digits than Python reads
        message = str(error)
        match = PLACE.search(message)
        where = None if match is None else f"line {match[1]}, column {match[2]}" if match[1] else "end of file"
        reason = message[: match.start()] if match else "a number has too many digits"
        raise UserError(f"not valid TOML ({reason[:80]}); see https://toml.io", place=where) from None
    _check_extent(tables)
    return tables


def _check_extent(tables: dict[str, Any]) -> None:
    """Refuse what later steps should not have to think of: bottomless nesting, integers beyond 64 bits."""
    level: list[Any] = [tables]
    for _ in range(DEEPEST):
        level = [inner for value in level for inner in _inside(value)]
        if any(type(value) is int and not -(2**63) <= value < 2**63 for value in level):
            raise UserError("has a number beyond 64 bits, which TOML does not allow")
    if any(isinstance(value, dict | list) for value in level):
        raise UserError(f"is nested more than {DEEPEST} levels deep, which no scenario needs")


def _inside(value: object) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list):
        yield from value


def parse_value(text: str) -> Any:
    """The value of a flag such as ``--set seed=8``: TOML, or bare words as a string."""
    try:
        tables = parse_toml(f"value = {text}")
    except UserError:
        if BARE_WORDS.fullmatch(plain(text)):
            return plain(text)
        raise UserError(f"{show(text)} is no TOML value; give a number, true, false, a word or a list") from None
    if set(tables) != {"value"}:
        raise UserError(f"{show(text)} is more than one TOML value; give one")
    return tables["value"]
