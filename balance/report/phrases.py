"""The sentences of a report in one language, read from TOML, with places for words and figures."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

from balance.errors import UserError
from balance.games.telling import LANGUAGES, flat

SHARED = ("balance.report", "text")


class Phrases:
    """Templates by dotted key, of every game and of one game; a key stands in one of the two only."""

    def __init__(self, lang: str, *more: tuple[str, str]) -> None:
        """Read ``<lang>.toml`` of each (package, folder).  Raises UserError for a language not spoken."""
        if lang not in LANGUAGES:
            raise UserError(f"{lang!r} is no language of a report; give {' or '.join(LANGUAGES)}", place="--lang")
        self.lang = lang
        self.templates: dict[str, str] = {}
        for place in (SHARED, *more):
            found = read(place, lang)
            twice = self.templates.keys() & found.keys()
            if twice:
                raise ValueError(f"said twice: {', '.join(sorted(twice))}")
            self.templates |= found

    def __contains__(self, key: str) -> bool:
        return key in self.templates

    def say(self, key: str, **values: object) -> str:
        """The phrase ``key`` with ``values`` in its places; KeyError if there is none."""
        return self.templates[key].format(**values)

    def get(self, key: str, default: str) -> str:
        """The phrase ``key``, or ``default`` where nobody translated it."""
        return self.templates.get(key, default)

    def name(self, names: Mapping[str, str]) -> None:
        """Add names of things, ``key.value`` → name, that stand as they are."""
        for key, name in names.items():
            self.templates[f"name.{key}"] = name.replace("{", "{{").replace("}", "}}")

    def pieces(self, key: str, values: Mapping[str, Any]) -> list[Any]:
        """The template ``key`` in pieces: text, and the values of its places as they are."""
        found: list[Any] = []
        for text, field, _, _ in string.Formatter().parse(self.templates[key]):
            if text:
                found.append(text)
            if field is not None:
                found.append(values[field])
        return found

    def listed(self, words: Iterable[str]) -> str:
        """Words in a row: ``a, b and c``."""
        each = list(words)
        if len(each) < 2:
            return "".join(each)
        return self.say("list.last", head=self.templates["list.comma"].join(each[:-1]), tail=each[-1])


def read(place: tuple[str, str], lang: str) -> dict[str, str]:
    """The phrases of one file by dotted key."""
    package, folder = place
    text = files(package).joinpath(folder, f"{lang}.toml").read_text(encoding="utf-8")
    return flat(tomllib.loads(text))
