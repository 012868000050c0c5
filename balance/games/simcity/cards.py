"""Card tables: what is printed on each card, one row of a CSV file a card.

The columns are the fields of `Card`; `docs/cards.md` explains them.  A table is checked as a whole: every mistake
of a file is told at once, with its row and column.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache

from balance.errors import UserError, suggestion
from balance.games.simcity.card_row import read_row
from balance.games.simcity.effects import Clause, effect_text, plain
from balance.games.simcity.spreadsheet import Mistakes, rows_of, text_of


@dataclass(frozen=True)
class Card:
    """One card as it is printed.  Money in the units of `value`, lines h (left–right), v (up–down) or hv."""

    id: str
    name: str
    name_ja: str
    kind: str  # block | long | council | event
    zone: str  # "" if it has none
    phase: int  # 1–4: the earliest in which it may be played
    value: int
    sims: int
    sims_kind: str  # supply | need | "" if it has no sims
    crime: int
    pollution: int
    road: str  # "", h, v or hv, as rail and power
    rail: str
    power: str
    limit: int  # most copies in the city, 0: any number
    cost: int  # of a council member
    tags: tuple[str, ...]
    effect: tuple[Clause, ...]
    rarity: str
    source: str  # documented | estimated | own

    def to_row(self) -> dict[str, str | int]:
        """The card as a row of the table, ready for JSON; `card_from_row` takes it again."""
        row = {column: getattr(self, column) for column in COLUMNS}
        return row | {"tags": " ".join(self.tags), "effect": effect_text(self.effect)}


COLUMNS = tuple(field.name for field in fields(Card))


def card_from_row(row: Mapping[str, object]) -> Card:
    """The card that a row says, by column.  Raises UserError that names the columns that are wrong."""
    wrong = [(column, f"unknown column{suggestion(column, COLUMNS)}") for column in row if column not in COLUMNS]
    wrong += [(column, "this column is missing; add it") for column in COLUMNS if column not in row]
    if wrong:
        raise _as_error(wrong)
    cells = [row[column] for column in COLUMNS]
    known = all(isinstance(cell, str | int) for cell in cells)  # what else JSON may hold is no key of a cache
    return (_card if known else _card.__wrapped__)(*cells)


@lru_cache(maxsize=2048, typed=True)  # the same decks are joined with other rulings again and again
def _card(*cells: object) -> Card:
    """The card of a row's cells, in the order of the columns."""
    values, faults = read_row(dict(zip(COLUMNS, cells, strict=True)))
    if faults:
        raise _as_error(faults)
    return Card(**values)


def _as_error(wrong: Sequence[tuple[str, str]]) -> UserError:
    """What is wrong with a row, by column."""
    if len(wrong) == 1:
        return UserError(wrong[0][1], place=f"column {wrong[0][0]}")
    return UserError("\n".join(f"column {column}: {message}" for column, message in wrong))


def read_cards(data: bytes, file: object, known: Collection[str] = ()) -> dict[str, Card]:
    """The cards of a table by id, in its order.

    known: ids of cards of other tables, which `card:` selectors may name too.  Raises UserError with all mistakes.
    """
    return dict(_read(data, file, frozenset(known)))


@lru_cache(maxsize=8)  # many scenarios share a table
def _read(data: bytes, file: object, known: frozenset[str]) -> dict[str, Card]:
    rows = rows_of(text_of(data, file), file)
    mistakes = Mistakes(file)
    columns = _header(next(rows, (1, [])), mistakes)
    cards: dict[str, Card] = {}
    row_of: dict[str, int] = {}  # of every id, also of cards that cannot be read
    for row, cells in rows:
        if len(cells) > len(columns) and any(cell.strip() for cell in cells[len(columns) :]):
            mistakes.add(row, f"has {len(cells)} cells under {len(columns)} columns; quote cells that contain a comma")
            continue
        short = len(cells) < len(columns)
        values, faults = read_row(dict(zip(columns, cells + [""] * (len(columns) - len(cells)), strict=False)))
        if short and len(faults) > 1:  # what stands in the wrong column is not told cell by cell
            said = f"has only {len(cells)} cells under {len(columns)} columns, so some stand in the wrong column"
            mistakes.add(row, f"{said}; write a comma for every cell, also for an empty one")
            row_of.setdefault(str(values["id"]), row)
            continue
        for column, message in faults:
            mistakes.add(row, message, column)
        name = str(values["id"])
        if name in row_of:
            mistakes.add(row, f'"{name}" is the id of row {row_of[name]} already; give another', "id")
        elif name:
            row_of[name] = row
        if not faults and name not in cards:
            cards[name] = Card(**values)
    _check_selectors(cards, row_of, known, mistakes)
    mistakes.found.sort(key=_row)
    mistakes.settle()
    if not cards:
        raise UserError("has no card; write one in each row below the header", file=file)
    return cards


def _header(first: tuple[int, list[str]], mistakes: Mistakes) -> list[str]:
    """The columns of a table.  Raises UserError, for without them nothing below can be read."""
    row, cells = first
    columns = [plain(cell) for cell in cells]
    while columns and not columns[-1]:  # a spreadsheet may leave empty columns behind
        columns.pop()
    if len(columns) == 1 and (";" in columns[0] or "\t" in columns[0]):
        raise UserError(
            "separates its columns otherwise than by commas; save it as CSV with commas", file=mistakes.file
        )
    missing = [column for column in COLUMNS if column not in columns]
    unknown = [column for column in columns if column not in COLUMNS]
    if len(missing) == len(COLUMNS):
        mistakes.add(row, f"is no header; the first row names the columns: {','.join(COLUMNS)}")
    else:
        for column in unknown:
            mistakes.add(row, f'unknown column "{column[:40]}"{suggestion(column, missing or COLUMNS)}')
        for column in missing:
            mistakes.add(row, f'the column "{column}" is missing; add it, cells may be empty where a card has none')
        for column in dict.fromkeys(each for each in columns if columns.count(each) > 1 and each in COLUMNS):
            mistakes.add(row, f'the column "{column}" is there twice; keep one')
    mistakes.settle()
    return columns


def _check_selectors(
    cards: Mapping[str, Card], rows: Mapping[str, int], known: Collection[str], mistakes: Mistakes
) -> None:
    """Every `card:` selector names a card of this table or of the others."""
    for card in cards.values():
        for clause in card.effect:
            selector = clause.selector
            if selector and selector.kind == "card" and selector.name not in rows and selector.name not in known:
                near = suggestion(selector.name, [*rows, *known]) if rows else ""
                near = near if "mean" in near else "; give the id of a card of this table"
                mistakes.add(rows[card.id], f'no card has the id "{selector.name}"{near}', "effect")


def _row(error: UserError) -> int:
    """The row of a mistake, to sort by."""
    return int(str(error.place).split(",")[0].removeprefix("row "))
