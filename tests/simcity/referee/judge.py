"""Judge of Sim City traces: replays one game's lines and checks every step from the rules page alone.

It shares nothing with the kernel: plain Python, slow and literal. `judge` takes a whole trace and gives the faults
found, none for a right one. After a fault it goes on with the trace's word where it can (funds, phases, cards
played), so that the first fault is the sure one and later ones may only follow from it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from tests.simcity.referee.cards import Card
from tests.simcity.referee.deal import deal
from tests.simcity.referee.ending import after_turn
from tests.simcity.referee.rulings import DEFAULTS, ruling_faults
from tests.simcity.referee.state import Book, Fault, Game, Line
from tests.simcity.referee.turns import Turn


def read(text: str) -> list[Line]:
    """The lines of a JSON Lines trace."""
    return [json.loads(row) for row in text.splitlines() if row.strip()]


def judge(lines: Iterable[Line], cards: dict[str, Card], whole_deck: bool = True) -> list[Fault]:
    """The faults of a game's trace, in order; `whole_deck` false lets small decks pass."""
    book = Book()
    try:
        _judge(list(lines), cards, book, whole_deck)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        book.fault("format", f"this line cannot be read: {type(error).__name__} {error}")
    return book.faults


def _judge(lines: list[Line], cards: dict[str, Card], book: Book, whole_deck: bool) -> None:
    book.line = 1
    head = lines[0]
    book.equal("sequence", "the first line", "game", head["event"])
    book.equal("format", "the game", "simcity", head["game"])
    for sentence in ruling_faults(head["rules"]):
        book.fault("rulings", sentence)
    book.equal("format", "how many players have names", head["players"], len(head["seats"]))
    book.line = 2
    if not book.equal("sequence", "the second line", "deal", lines[1]["event"]):
        return
    game = deal(lines[1], cards, {**DEFAULTS, **head["rules"]}, head["players"], book, whole_deck)

    at, why = 2, set[str]()
    while at < len(lines) and lines[at]["event"] == "turn" and not why:
        following = at + 1
        while following < len(lines) and lines[following]["event"] == "office":
            following += 1
        book.line = at + 1
        offices = [(number + 1, lines[number]) for number in range(at + 1, following)]
        why = _turn(game, lines[at], offices)
        at = following
    _ending(game, lines[at:], at, why)


def _turn(game: Game, line: Line, offices: list[tuple[int, Line]]) -> set[str]:
    """Judges a turn; gives the reasons for which the game must end now, none if it goes on."""
    pending = game.target_reached  # the round is being finished
    why = Turn(game, line, offices).judge() or after_turn(game)
    game.funds[:] = offices[-1][1].get("funds") or line["funds"] if offices else line["funds"]
    if not why:
        return set()
    return {why, "target"} if pending else {why}


def _ending(game: Game, rest: list[Line], at: int, why: set[str]) -> None:
    """The end and result lines, and that they come when the game is over and not before."""
    book = game.book
    book.line = at + 1
    if not rest:
        book.fault("end", "the trace breaks off without an end")
        return
    if rest[0]["event"] != "end":
        reasons = " or ".join(sorted(why))
        say = f"the game must end here ({reasons})" if why else "only a turn or an end may follow"
        book.fault("end" if why else "sequence", f"{say}, but the trace goes on with {rest[0]['event']!r}")
        return
    if not why:
        book.fault("end", f"the trace ends the game ({rest[0]['why']}), but nothing ends it here")
    else:
        reasons = " or ".join(sorted(why))
        book.check(rest[0]["why"] in why, "end", f"the game ends by {reasons}, but the trace says {rest[0]['why']}")
    book.line = at + 2
    if len(rest) < 2 or rest[1]["event"] != "result":
        book.fault("sequence", "a result must follow the end")
        return
    result = rest[1]
    book.equal("result", "vp", game.funds, result["vp"])
    book.equal("result", "coins", game.funds, result["coins"])
    winners = [seat for seat, funds in enumerate(game.funds) if funds == max(game.funds)]
    book.equal("result", "who wins", winners, result["winners"])
    book.line = at + 3
    book.check(len(rest) == 2, "sequence", "nothing may follow the result")
