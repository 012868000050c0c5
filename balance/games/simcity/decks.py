"""Decks: which cards, how many of each, read from a file.

A deck file is a CSV table with the columns ``count`` and ``card``, or plain lines such as ``4 Brick House``.  A card
is named by its id or by its English or Japanese name; lines that begin with ``#`` are remarks.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping

from balance.errors import UserError, suggestion
from balance.games.fields import show
from balance.games.simcity.cards import Card
from balance.games.simcity.effects import plain, whole
from balance.games.simcity.spreadsheet import MOST_ROWS, Mistakes, text_of

Deck = dict[str, int]  # card id → copies, in the order of the file

MOST_CARDS = 400

COLUMNS = {"count", "card"}
PLAIN_LINE = re.compile(r"([^\s,]+?)\s*[x×]?\s+(\S.*)", re.IGNORECASE)
RIGHT = 'write a line such as "4 Brick House", or a table with the header count,card'


def read_deck(data: bytes, file: object, cards: Mapping[str, Card]) -> Deck:
    """The deck of a file.  Raises UserError with all mistakes of the file."""
    mistakes = Mistakes(file)
    find = _finder(cards)
    deck: Deck = {}
    for row, count, card in _entries(text_of(data, file), mistakes):
        copies = whole(plain(count))
        if copies is None or not 1 <= copies <= MOST_CARDS:
            mistakes.add(
                row, f"{show(count)} is no number of copies; write a whole number from 1 to {MOST_CARDS}", "count"
            )
        found = find(card)
        if not isinstance(found, str):
            mistakes.add(row, str(found), "card")
        elif copies is not None:
            deck[found] = deck.get(found, 0) + copies
    mistakes.settle()
    if not deck:
        raise UserError(f"has no card; {RIGHT}", file=file)
    if sum(deck.values()) > MOST_CARDS:
        raise UserError(f"has {sum(deck.values())} cards; a deck may have {MOST_CARDS}", file=file)
    return deck


def _entries(text: str, mistakes: Mistakes) -> Iterator[tuple[int, str, str]]:
    """(row, count, card) of each line that is no remark; what cannot be split is a mistake."""
    places: tuple[int, int] | None = None  # of count and card in a table; None: plain lines
    first = True
    for row, line in enumerate(text.splitlines(), 1):
        if row > MOST_ROWS + 1:
            raise UserError(f"has more than {MOST_ROWS:,} rows; shorten it", file=mistakes.file)
        if not plain(line).strip(',"; ') or plain(line).lstrip('" ').startswith("#"):
            continue
        cells = _cells(line)
        header = [plain(cell) for cell in cells]
        if first and COLUMNS & set(header):
            first = False
            places = _places(row, header, mistakes)
            continue
        first = False
        if places is None:
            found = PLAIN_LINE.fullmatch(line.strip().rstrip(","))
            if found and whole(plain(found[1])) is not None:
                yield row, found[1], found[2]
            else:
                mistakes.add(row, f"{show(line.strip())} is no line of a deck; {RIGHT}")
        elif len(cells) <= max(places) or any(cell.strip() for cell in cells[2:]):
            mistakes.add(row, f"{show(line.strip())} is not a count and a card; quote a name that contains a comma")
        else:
            yield row, cells[places[0]].strip(), cells[places[1]].strip()


def _cells(line: str) -> list[str]:
    """The cells of one line of CSV; the whole line if it is none."""
    try:
        return next(csv.reader([line], strict=True), [])
    except csv.Error:
        return [line]


def _places(row: int, header: list[str], mistakes: Mistakes) -> tuple[int, int]:
    """Where the header has count and card.  Raises UserError if it is another."""
    while header and not header[-1]:  # a spreadsheet may leave empty columns behind
        header.pop()
    if sorted(header) != sorted(COLUMNS):
        mistakes.add(row, f"{show(','.join(header))} is no header of a deck; write count,card")
        mistakes.settle()
    return header.index("count"), header.index("card")


def _finder(cards: Mapping[str, Card]) -> Callable[[str], str | UserError]:
    """A function from what a deck calls a card to its id, or to what is wrong with it."""
    names: dict[str, list[str]] = {}
    for card in cards.values():
        for name in dict.fromkeys((_key(card.name), _key(card.name_ja))):
            names.setdefault(name, []).append(card.id)
    known = [*cards, *names]

    def find(said: str) -> str | UserError:
        key = _key(said)
        if key in cards:
            return key
        ids = names.get(key, [])
        if len(ids) == 1:
            return ids[0]
        if ids:
            return UserError(f"{show(said)} is the name of {len(ids)} cards; give an id: {', '.join(ids[:9])}")
        near = suggestion(key, known)
        return UserError(
            f"unknown card {show(said)}{near if 'mean' in near else '; give an id or a name of the table'}"
        )

    return find


def _key(name: str) -> str:
    """A name as it is compared: full-width, blanks and case aside."""
    return " ".join(plain(name).split())
