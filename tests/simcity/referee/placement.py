"""May this card be placed here, in this way? Every condition that is broken is given as a rule and a sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tests.simcity.referee.cards import Card
from tests.simcity.referee.city import Cell, City, Layer, beside
from tests.simcity.referee.reach import Surroundings
from tests.simcity.referee.state import Game
from tests.simcity.referee.supply import supply

Problem = tuple[str, str]
Cells = tuple[Cell, ...]
KINDS_APART = (
    *("phase", "value", "sims", "sims_kind", "crime", "pollution"),
    *("road", "rail", "power", "limit", "tags", "clauses"),
)


def plant_is_open(game: Game, city: City) -> bool:
    """Phase 2: whether enough blocks need sims for the first power plant."""
    needy = sum(block.card.needs_sims >= 1 for block in city.blocks())
    return game.phase == 2 and needy >= game.rules["phase2_factor"] * game.players


def phase_problems(game: Game, seat: int, card: Card) -> Iterator[Problem]:
    """The phase in which a card may be played, whatever its kind."""
    least = card.phase
    if card.kind == "event" and (game.rules["events_from_phase"] == 3 or card.tags & {"disaster", "political"}):
        least = max(least, 3)
    if card.kind == "council":
        least = max(least, 3)
    if card.kind == "long":
        least = max(least, 4)
    if "power_plant" in card.tags and card.kind == "block" and least == 3 and plant_is_open(game, game.city(seat)):
        least = 2
    if game.phase < least:
        yield "phase", f"{card.id} may be played from phase {least} on, and the city is in phase {game.phase}"


def _new(game: Game, city: City, card: Card, cells: Cells) -> Iterator[Problem]:
    if card.kind == "long":
        yield "long cards", f"the long card {card.id} is an upgrade or a rezoning, never a new placement"
    if any(city.top(cell) for cell in cells):
        yield "new placement", f"{card.id} is placed new on {list(cells[0])}, which is not empty"
    if city.stacks and not any(near in city.stacks for cell in cells for near in beside(cell)):
        yield "new placement", f"{card.id} at {list(cells[0])} does not lie orthogonally beside a block"
    if not city.ever and cells[0] != (0, 0):
        yield "new placement", f"the first block lies at [0, 0], not at {list(cells[0])}"
    if not city.fits(cells, game.rules["table"]):
        yield "table", f"{card.id} at {list(cells[0])} makes the city wider or higher than {game.rules['table']}"


def _covered(city: City, cells: Cells) -> list[Layer | None]:
    return list(dict.fromkeys(city.top(cell) for cell in cells))


def _upgrade(city: City, card: Card, cells: Cells) -> Iterator[Problem]:
    covered = _covered(city, cells)
    blocks = [block for block in covered if block]
    where = f"{card.id} at {list(cells[0])}"
    if None in covered:
        yield "upgrade", f"{where} upgrades an empty cell"
    for block in blocks:
        if len(block.cells) > 1:
            yield "upgrade", f"{where} upgrades the long block {block.card.id}"
        if block.card.zone == "gold":
            yield "upgrade", f"{where} upgrades the gold block {block.card.id}"
        elif block.card.zone != card.zone:
            yield "upgrade", f"{where} upgrades {block.card.id}, which is not of its zone"
    if sum(block.card.value for block in blocks) > card.value:
        yield "upgrade", f"{where} is worth {card.value}, less than what it covers"
    if card.kind == "block" and blocks:
        below = blocks[0].card
        if all(getattr(card, what) == getattr(below, what) for what in KINDS_APART):
            yield "upgrade", f"{where} differs in nothing from {below.id}, which it upgrades"


def _rezone(game: Game, city: City, card: Card, cells: Cells) -> Iterator[Problem]:
    covered = _covered(city, cells)
    where = f"{card.id} at {list(cells[0])}"
    if game.is_duel:
        yield "rezoning", "there is no rezoning in a duel"
    if game.phase < 3:
        yield "rezoning", f"{where} is a rezoning in phase {game.phase}, and they begin in phase 3"
    if None in covered:
        yield "rezoning", f"{where} rezones an empty cell"
    for block in covered:
        if block and len(block.cells) > 1:
            if card.kind != "long":
                yield "rezoning", f"{where} would cover a part of the long block {block.card.id}"
            elif game.rules["rezone_long_block"] == "forbidden":
                yield "rezoning", f"{where} rezones the long block {block.card.id} (rezone_long_block is forbidden)"
            elif set(block.cells) != set(cells):
                yield "rezoning", f"{where} does not fill exactly the cells of the long block {block.card.id}"


def _lies_well(game: Game, card: Card, cells: Cells) -> Iterator[Problem]:
    if card.kind != "long":
        if len(cells) != 1:
            yield "placement", f"{card.id} fills one cell, not two"
        return
    if not game.rules["long_cards"]:
        yield "long cards", f"{card.id} is a long card, and long_cards is off"
    if len(cells) != 2:
        yield "long cards", f"{card.id} lies across two cells"
        return
    (x, y), other = cells
    if other != (x + 1, y) and not (game.rules["long_vertical"] and other == (x, y + 1)):
        yield "long cards", f"{card.id} at {list(cells[0])} and {list(other)} does not lie left to right"


def _conditions(game: Game, card: Card, after: City, block: Layer) -> Iterator[Problem]:
    """Limit, sims, power, needs and forbids, with the card already lying there."""
    where = f"{card.id} at {list(block.cells[0])}"
    copies = sum(layer.card.name == card.name for layer in [*after.blocks(), *after.buried()])
    if card.limit and copies > card.limit:
        yield "limit", f"{where} is copy {copies} of {card.name} in the city, and its limit is {card.limit}"
    if card.needs_sims:
        got = supply(after, block, game.rules).got
        if got < card.needs_sims:
            yield "sims", f"{where} needs {card.needs_sims} sims, and {got} are supplied"
    around = Surroundings(after, block, game.phase, game.rules)
    if game.rules["power_required"] and game.phase >= 3 and card.needs_sims:
        plants = [other for other in (block, *around.connected) if "power_plant" in other.card.tags]
        if not plants:
            yield "power", f"{where} needs sims and is not connected to a power plant (power_required)"
    for clause in card.clauses:
        if clause.verb not in ("needs", "forbids"):
            continue
        assert clause.selector
        found = around.matching(clause.selector, clause.reach)
        wanted = f"{clause.selector.by}:{clause.selector.what}"
        if clause.verb == "needs" and not found:
            yield "needs", f"{where} needs {wanted} near it, and there is none"
        if clause.verb == "forbids" and found:
            yield "forbids", f"{where} forbids {wanted} near it, and there is one at {list(found[0].cells[0])}"


def problems(game: Game, seat: int, card: Card, how: str, cells: Cells) -> list[Problem]:
    """Everything that forbids this placement; none for a legal one (a rezoning still needs the vote)."""
    city = game.city(seat)
    if card.kind not in ("block", "long"):
        return [("placement", f"{card.id} is no block, it is of the kind {card.kind}")]
    found = [*phase_problems(game, seat, card), *_lies_well(game, card, cells)]
    if game.turn < game.frozen.get(card.zone, 0):
        found.append(
            ("freeze", f"{card.id} is {card.zone}, and that zone is frozen until turn {game.frozen[card.zone]}")
        )
    if how == "new":
        found += _new(game, city, card, cells)
    elif how == "upgrade":
        found += _upgrade(city, card, cells)
    elif how == "rezone":
        found += _rezone(game, city, card, cells)
    else:
        found.append(("placement", f"{how!r} is no way to place a block"))
    after, block = city.placed(card, cells)
    return [*found, *_conditions(game, card, after, block)]


def _spots(game: Game, seat: int, card: Card, rezonings: bool) -> Iterator[tuple[str, Cells]]:
    """Every way and place that may be tried with this card."""
    city = game.city(seat)
    ways = ("upgrade", "rezone") if rezonings else ("upgrade",)
    if card.kind == "block":
        for cell in city.open_cells(game.rules["table"]):
            yield "new", (cell,)
        for cell in city.stacks:
            for how in ways:
                yield how, (cell,)
    if card.kind == "long":
        for x, y in city.stacks:
            for other in ((x + 1, y), (x, y + 1)):
                if other in city.stacks:
                    for how in ways:
                        yield how, ((x, y), other)


def legal_play(game: Game, seat: int, rezonings: bool, spent: Collection[frozenset[Cell]] = ()) -> str:
    """A legal play of this seat in words, or nothing; `spent` are cells whose rezoning was voted down this turn."""
    for name in dict.fromkeys(game.hands[seat]):
        card = game.cards[name]
        if card.kind == "council" or any(phase_problems(game, seat, card)):
            continue
        if card.kind == "event":
            return f"the event {name}"
        for how, cells in _spots(game, seat, card, rezonings):
            if how == "rezone" and frozenset(cells) in spent:
                continue
            if not problems(game, seat, card, how, cells):
                return f"{name} as {how} at {list(cells[0])}"
    return ""
