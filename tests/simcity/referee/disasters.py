"""What a `destroy` hits: dice, targets, and the cards that go."""

from __future__ import annotations

from typing import Any

from tests.simcity.referee.cards import Card, Clause
from tests.simcity.referee.city import Cell, City, Layer
from tests.simcity.referee.state import Game

Shown = dict[str, Any]


def size_of(game: Game, card: Card, shown: list[int]) -> int:
    """The number of a destroy clause, thrown or printed; checks the dice of the trace."""
    clause = card.all_of("destroy")
    if not clause or not clause[0].dice:
        game.book.equal("dice", f"what {card.id} throws", [], shown)
        return clause[0].number if clause else 0
    wanted, faces = clause[0].dice, clause[0].number
    right = len(shown) == wanted and all(1 <= die <= faces for die in shown)
    game.book.check(right, "dice", f"{card.id} throws {wanted} dice with {faces} faces, but the trace says {shown}")
    return sum(shown)


def _is_line(cells: list[Cell], size: int) -> bool:
    xs, ys = sorted(x for x, _ in cells), sorted(y for _, y in cells)
    row = len(set(ys)) == 1 and xs == list(range(xs[0], xs[0] + size))
    column = len(set(xs)) == 1 and ys == list(range(ys[0], ys[0] + size))
    return row or column


def _is_square(cells: list[Cell], size: int) -> bool:
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return sorted(cells) == [(left + x, top + y) for x in range(size) for y in range(size)]


def _blocks_hit(game: Game, city: City, clause: Clause, size: int, cells: list[Cell]) -> list[Layer]:
    """The blocks that go; checks that the targets are legal."""
    book = game.book
    removable = [
        block
        for block in city.blocks()
        if block.card.zone != "green" and (not clause.zone or block.card.zone == clause.zone)
    ]
    chosen = [city.top(cell) for cell in cells]
    hit = list(dict.fromkeys(block for block in chosen if block in removable))
    if clause.word == "any":
        for cell, block in zip(cells, chosen, strict=True):
            book.check(block in removable, "targets", f"no block that can be removed lies at {list(cell)}")
        wanted = min(size, len(removable))
        book.check(len(hit) == len(cells) == wanted, "targets", f"{wanted} different blocks are hit, not {len(cells)}")
        return hit
    if not cells and not removable:
        return []
    is_shape = _is_line if clause.word == "line" else _is_square
    places = [list(cell) for cell in cells]
    book.check(bool(cells) and is_shape(cells, size), "targets", f"{places} is no {clause.word} of size {size}")
    book.check(
        bool(hit) or not removable, "targets", f"{places} holds no block that can be removed, and there are some"
    )
    return hit


def _in_city(game: Game, number: int, place: list[int]) -> bool:
    return not game.is_duel or place[0] == number


def _cell(game: Game, place: list[int]) -> Cell:
    x, y = place[1:] if game.is_duel else place
    return x, y


def destroy(game: Game, card: Card, seat: int, shown: Shown) -> list[int]:
    """Judges and does the removal in every city that the event hits; gives the blocks lost in each."""
    size = size_of(game, card, shown["dice"])
    clauses = card.all_of("destroy")
    if not clauses:
        game.book.check(not shown["targets"], "targets", f"{card.id} destroys nothing, but it has targets")
        game.book.check(not shown["removed"], "removed", f"{card.id} destroys nothing, but cards are removed")
        return [0] * len(game.cities)
    hit = {}
    for number, city in enumerate(game.cities):
        cells = [_cell(game, place) for place in shown["targets"] if _in_city(game, number, place)]
        for block in _blocks_hit(game, city, clauses[0], size, cells):
            hit[number, block.cells[0]] = block
    lost = [sum(key[0] == number for key in hit) for number in range(len(game.cities))]
    for entry in shown["removed"]:
        number = entry["at"][0] if game.is_duel else 0
        block_hit = game.cities[number].top(_cell(game, entry["at"]))
        if block_hit is None or hit.pop((number, block_hit.cells[0]), None) is None:
            game.book.fault("removed", f"nothing goes at {entry['at']}, but the trace removes {entry['cards']}")
            continue
        _take(game, number, block_hit, entry["cards"])
    for (number, cell), block in hit.items():
        game.book.fault("removed", f"{block.card.id} at {list(cell)} is hit, but the trace does not remove it")
        _take(game, number, block, None)
    return lost


def _take(game: Game, number: int, block: Layer, shown: list[str] | None) -> None:
    city, gone = game.cities[number].hit(block, game.rules["disaster_removes"] == "stack")
    game.cities[number] = city
    ids = [card.id for card in gone]
    if shown is not None:
        game.book.equal("removed", f"what goes at {list(block.cells[0])}, top first,", ids, shown)
    game.discards[number].extend(ids)
