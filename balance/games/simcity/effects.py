"""Reads the little language in which a card says what it does: text → clauses.

The forms are in `clauses.py`.  Every refusal names the clause, what is wrong in it and what would be right.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from balance.errors import UserError, suggestion
from balance.games.fields import show
from balance.games.simcity.clauses import (
    GRAMMAR,
    MEASURES,
    OFFICES,
    SHAPES,
    WHO,
    ZONES,
    Clause,
    Selector,
    effect_text,
)

__all__ = ["Clause", "Selector", "effect_text", "parse_effect", "read_effect"]

MOST = 999  # size of any amount
FARTHEST = 30  # cells of a `within`
MOST_HIT = 30  # blocks, cells of a side or sides of a die in `destroy`
MOST_PLAYS = 9
MOST_ROUNDS = 99
MOST_CARDS = 60  # that one seat may have to discard
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")  # of a tag, a card id or a complex
MINUS = str.maketrans(dict.fromkeys("−‐‑‒–—ー", "-"))  # what keyboards type for a minus before a figure


def plain(text: str) -> str:
    """A text with full-width letters, figures and signs made plain (NFKC), edges trimmed, in lower case."""
    return unicodedata.normalize("NFKC", text).strip().lower()


def whole(word: str) -> int | None:
    """The whole number that a word writes, with any kind of minus; None if it is none."""
    word = word.translate(MINUS)
    return int(word) if re.fullmatch(r"[+-]?[0-9]{1,9}", word) else None


def parse_effect(text: str) -> tuple[Clause, ...]:
    """The clauses of an effect.  Raises UserError; ``place`` is the clause, if only one is wrong."""
    clauses, errors = read_effect(text)
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise UserError("\n".join(map(str, errors)))
    return clauses


def read_effect(text: str) -> tuple[tuple[Clause, ...], list[UserError]]:
    """The clauses that can be read, and what is wrong with each of the others."""
    clauses: list[Clause] = []
    errors: list[UserError] = []
    for part in plain(text).split(";"):
        words = part.split()
        if words:
            try:
                clauses.append(_clause(words))
            except UserError as error:
                errors.append(error.located(place=f"clause {show(' '.join(words))}"))
    return tuple(clauses), errors


class _Words:
    """The words of one clause, taken from left to right; every refusal names what would be right."""

    def __init__(self, verb: str, words: list[str]) -> None:
        self.rest = words
        self.form = f"write {GRAMMAR[verb]}"

    def take(self, what: str) -> str:
        """The next word, which should be ``what``."""
        if not self.rest:
            raise UserError(f"ends before {what}; {self.form}")
        return self.rest.pop(0)

    def number(self, what: str, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``."""
        word = self.take(what)
        value = whole(word)
        if value is None or not low <= value <= high:
            raise UserError(f"{show(word)} is not {what}, a whole number from {low} to {high}; {self.form}")
        return value

    def one_of(self, what: str, known: tuple[str, ...]) -> str:
        """One of the words ``known``."""
        word = self.take(f"{what} ({', '.join(known)})")
        if word not in known:
            raise UserError(f"{show(word)} is no {what}{suggestion(word, known)}")
        return word

    def name(self, what: str) -> str:
        """A name of small letters, figures and ``_``."""
        word = self.take(what)
        if not NAME.fullmatch(word):
            raise UserError(f"{show(word)} is not {what}: small letters a–z, figures and _ only, a letter first")
        return word

    def comes(self, *words: str) -> bool:
        """Take the next words if they are these."""
        if tuple(self.rest[: len(words)]) != words:
            return False
        del self.rest[: len(words)]
        return True

    def selector(self) -> Selector:
        """``any``, ``zone:…``, ``tag:…`` or ``card:…``."""
        right = "write any, zone:…, tag:… or card:…, without blanks"
        word = self.take("what it is about (any, zone:…, tag:… or card:…)")
        if word == "any":
            return Selector("any")
        kind, colon, name = word.partition(":")
        if kind not in ("zone", "tag", "card") or not colon:
            near = suggestion(kind, ("zone", "tag", "card")) if colon else ""
            raise UserError(f"{show(word)} names no blocks{near}; {right}")
        if kind == "zone":
            if name not in ZONES:
                raise UserError(f"{show(name)} is no zone{suggestion(name, ZONES)}")
        elif not NAME.fullmatch(name):
            raise UserError(f"{show(word)} names no {kind}: small letters a–z, figures and _ only; {right}")
        return Selector(kind, name)

    def reach(self, *, city: bool = False, connected: bool = False) -> tuple[str, int]:
        """(scope, within) of ``within D``, and of ``within city`` and ``connected`` where they may stand."""
        if connected and self.comes("connected"):
            return "connected", 1
        if not self.comes("within"):
            return "within", 1
        if city and self.comes("city"):
            return "city", 1
        cells = "a number of cells" + (" or city" if city else "")
        return "within", self.number(cells, 1, FARTHEST)

    def end(self) -> None:
        """Nothing may be left."""
        if self.rest:
            raise UserError(f"{show(' '.join(self.rest))} is too much or in the wrong place; {self.form}")


def _clause(words: list[str]) -> Clause:
    verb = words[0]
    if verb not in GRAMMAR:
        raise UserError(f"no clause begins with {show(verb)}{suggestion(verb, GRAMMAR)}")
    rest = _Words(verb, words[1:])
    clause = READERS[verb](verb, rest)
    rest.end()
    return clause


def _receives(verb: str, words: _Words) -> Clause:
    amount = words.number("the money it receives", -MOST, MOST)
    if words.comes("per"):
        per = words.number("how much of it counts once", 1, MOST)
        measure = words.one_of("measure", MEASURES)
        scope, within = words.reach(city=True)
        return Clause("receives_per", amount, scope=scope, within=within, per=per, measure=measure)
    selector = words.selector()
    scope, within = words.reach(city=True, connected=True)
    once = words.comes("once")
    if not once:
        words.comes("each")  # the default, which may be said
    return Clause(verb, amount, selector, scope, within, once, words.comes("first_copy"))


def _adds(verb: str, words: _Words) -> Clause:
    amount = words.number("the money it adds", -MOST, MOST)
    selector = words.selector()
    return Clause(verb, amount, selector, *words.reach(city=True, connected=True))


def _complex(verb: str, words: _Words) -> Clause:
    name = words.name("a name of a complex")
    amount = words.number("what it is worth", -MOST, MOST)
    scope, within = words.reach()
    return Clause(verb, amount, scope=scope, within=within, name=name)


def _condition(verb: str, words: _Words) -> Clause:
    selector = words.selector()
    scope, within = words.reach(connected=verb == "needs")
    return Clause(verb, selector=selector, scope=scope, within=within)


def _destroy(verb: str, words: _Words) -> Clause:
    size = words.take("how many (a number, dN or 2dN)")
    found = re.fullmatch(r"(2?d)?([0-9]{1,9})", size)
    amount = int(found[2]) if found else 0
    if not found or not 1 <= amount <= MOST_HIT:
        raise UserError(f"{show(size)} is not N, dN or 2dN with N from 1 to {MOST_HIT}; {words.form}")
    shape = words.one_of("shape", SHAPES)
    zone = words.one_of("zone", ZONES) if words.comes("zone") else ""
    dice = 0 if found[1] is None else len(found[1])  # "d": one, "2d": two
    return Clause(verb, amount, dice=dice, shape=shape, zone=zone)


def _mayor_pays(verb: str, words: _Words) -> Clause:
    amount = words.number("what the mayor pays", 1, MOST)
    if words.comes("each", "lost"):
        return Clause(verb, amount, measure="lost")
    if words.comes("per"):
        per = words.number("how much of it counts once", 1, MOST)
        return Clause(verb, amount, per=per, measure=words.one_of("measure", MEASURES))
    return Clause(verb, amount)


def _money(verb: str, words: _Words) -> Clause:
    amount = words.number("a sum of money", 1, MOST)
    return Clause(verb, amount, who=words.one_of("group of players", WHO))


def _extra_plays(verb: str, words: _Words) -> Clause:
    return Clause(verb, words.number("a number of plays", 1, MOST_PLAYS))


def _election(verb: str, words: _Words) -> Clause:
    return Clause(verb, office=words.one_of("office that is voted on", OFFICES))


def _recall(verb: str, words: _Words) -> Clause:
    words.one_of("office that is recalled", ("mayor",))
    return Clause(verb)


def _freeze(verb: str, words: _Words) -> Clause:
    zone = words.one_of("zone", ZONES)
    return Clause(verb, words.number("a number of rounds", 1, MOST_ROUNDS), zone=zone)


def _discard(verb: str, words: _Words) -> Clause:
    amount = words.number("a number of cards", 1, MOST_CARDS)
    words.one_of("group of players that discards", ("others",))
    return Clause(verb, amount)


def _word(verb: str, words: _Words) -> Clause:
    return Clause(verb)


READERS: dict[str, Callable[[str, _Words], Clause]] = {
    "receives": _receives,
    "adds": _adds,
    "complex": _complex,
    "needs": _condition,
    "forbids": _condition,
    "extra_plays": _extra_plays,
    "joins_networks": _word,
    "underground": _word,
    "destroy": _destroy,
    "mayor_pays": _mayor_pays,
    "gain": _money,
    "lose": _money,
    "election": _election,
    "recall": _recall,
    "freeze": _freeze,
    "discard": _discard,
}
