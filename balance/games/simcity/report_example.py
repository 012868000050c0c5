"""The city of one typical game in the report: what lies where at its end, drawn from the trace kept with the run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.errors import UserError
from balance.experiment.store import EXAMPLE
from balance.games.simcity.city_map import Block, City, cities
from balance.games.simcity.report_map import ZONE_COLOURS
from balance.games.simcity.trace import by_id
from balance.report.alt import describe
from balance.report.charts import Board, Boards, Chart, Key, Square
from balance.report.parts import Code, Picture, Piece, Sentence, Table
from balance.report.reading import Reading

KEY = "example"


def example_city(reading: Reading) -> Picture | None:
    """The picture of the run's example; None if the run keeps none.  Raises UserError for a damaged trace."""
    trace = reading.run.example
    if not trace:
        return None
    try:
        return _picture(reading, trace)
    except (LookupError, TypeError, ValueError, AttributeError) as error:  # what stands there was read from a file
        raise UserError(f"is damaged ({type(error).__name__}); play the scenario again", file=EXAMPLE) from error


def _picture(reading: Reading, trace: Sequence[Mapping[str, Any]]) -> Picture:
    """The picture of a trace."""
    say = reading.words.say
    found = cities(trace)
    cards = by_id(reading.run.scenario["decks"])
    last = [line for line in trace if line["event"] == "turn"][-1]
    index = trace[0]["index"]
    title = say(f"figure.{KEY}", game=index)
    boards = tuple(
        _board(reading, city, cards, say("axis.city_of", seat=seat + 1) if len(found) > 1 else "")
        for seat, city in found.items()
    )
    zones = [
        zone for zone in ZONE_COLOURS if any(cards[b.card]["zone"] == zone for c in found.values() for b in c.tops())
    ]
    legend = tuple(Key(reading.label("zone", zone), ZONE_COLOURS[zone]) for zone in zones)
    chart = Chart(title, (Boards("", boards),), legend)
    call = Code(f"balance replay {reading.run.scenario['name']} --game {index}")
    funds = " · ".join(str(amount) for amount in last["funds"])
    pieces: list[Piece] = list(
        reading.words.pieces(
            f"caption.{KEY}", {"game": str(index), "turn": str(last["turn"]), "funds": funds, "call": call}
        )
    )
    return Picture(
        KEY, title, Sentence(tuple(pieces)), describe(chart, reading.words), chart, _table(reading, found, cards)
    )


def _board(reading: Reading, city: City, cards: Mapping[str, Mapping[str, Any]], label: str) -> Board:
    """A city as wide and high as what lies in it."""
    places = list(city.stacks) or [(0, 0)]
    left, upper = min(x for x, _ in places), min(y for _, y in places)
    right, lower = max(x for x, _ in places), max(y for _, y in places)
    squares = tuple(_square(reading, block, cards[block.card], left, upper) for block in city.tops())
    return Board(label, right - left + 1, lower - upper + 1, squares)


def _square(reading: Reading, block: Block, card: Mapping[str, Any], left: int, upper: int) -> Square:
    """A block: its value at the left, the sims that it houses (+) or needs (−) at the right."""
    cells = [block.at, *([block.at2] if block.at2 else [])]
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    sims = int(card["sims"])
    return Square(
        min(xs) - left,
        min(ys) - upper,
        max(xs) - min(xs) + 1,
        max(ys) - min(ys) + 1,
        ZONE_COLOURS[str(card["zone"])],
        reading.label("card", block.card),
        str(card["value"]),
        "" if sims == 0 else f"{'+' if card['sims_kind'] == 'supply' else '−'}{sims}",
        (str(card["road"]), str(card["rail"]), str(card["power"])),
    )


def _table(reading: Reading, found: Mapping[int, City], cards: Mapping[str, Mapping[str, Any]]) -> Table:
    """Every block on top: where, what, and who laid it when."""
    say = reading.words.say
    columns = tuple(say(f"column.{key}") for key in ("place", "card", "zone", "laid_by", "turn"))
    rows: Sequence[tuple[str, ...]] = [
        (
            f"{block.at[0]}, {block.at[1]}",
            reading.label("card", block.card),
            reading.label("zone", cards[block.card]["zone"]),
            str(block.seat + 1),
            str(block.turn),
        )
        for city in found.values()
        for block in city.tops()
    ]
    return Table(columns, tuple(rows), frozenset({3, 4}))
