"""Builders for tests of the referee: positions, the lines of one turn, and whole small traces.

They fill in what a line must have; every number that a rule decides is given by the test itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.simcity.referee import Fault, judge
from tests.simcity.referee.city import Cell, City
from tests.simcity.referee.rulings import DEFAULTS
from tests.simcity.referee.state import Book, Game, Line
from tests.simcity.referee.turns import Turn
from tests.simcity.referee_cards import CARDS

Cells = Mapping[Cell, str]


def city_of(cells: Cells) -> City:
    """A city from what lies on each cell, e.g. `meadow shop` for a shop on a meadow; `stadium>` is a long card
    that reaches to the right."""
    city = City()
    for (x, y), names in cells.items():
        for name in names.split():
            spread = ((x, y), (x + 1, y)) if name.endswith(">") else ((x, y),)
            city, _ = city.placed(CARDS[name.rstrip(">")], spread)
    return city


def position(
    cells: Cells,
    hand: str = "",
    *,
    players: int = 3,
    hands: Sequence[str] | None = None,
    deck: str = "meadow meadow meadow",
    funds: Sequence[int] | None = None,
    council: Sequence[str] = (),
    phase: int = 3,
    mayor: int | None = 0,
    cities: Sequence[Cells] | None = None,
    **more: Any,
) -> Game:
    """A game in which seat 0 is to move; rulings and fields of the game by name."""
    rules = DEFAULTS | {key: value for key, value in more.items() if key in DEFAULTS}
    fields = {key: value for key, value in more.items() if key not in DEFAULTS}
    duel = rules["mode"] == "duel"
    game = Game(
        cards=CARDS,
        rules=rules,
        players=players,
        start_player=0,
        hands=[names.split() for names in (hands or [hand] + [""] * (players - 1))],
        decks=[deck.split() for _ in range(players if duel else 1)],
        long_deck=fields.pop("long_deck", "").split(),
        funds=list(funds or [10] * players),
        book=Book(line=1),
    )
    game.cities = [city_of(own) for own in (cities or [cells])]
    for seat, members in enumerate(council):
        game.council[seat] = members.split()
    game.phase, game.mayor = phase, None if duel else mayor
    for key, value in fields.items():
        setattr(game, key, value)
    return game


# ----- plays -----


def pays(value: int = 0, total: int | None = None, **parts: Any) -> Line:
    """The `pay` of a play; `receives` and `adds` as (from, amount) pairs; the total is the sum unless it is given."""
    amounts = {
        part: [{"from": list(at) if at else None, "amount": amount} for at, amount in parts.get(part, [])]
        for part in ("receives", "adds")
    }
    single = {part: parts.get(part, 0) for part in ("zoning", "complex", "rebuilding")}
    earned = sum(entry["amount"] for entries in amounts.values() for entry in entries)
    all_in_all = value + earned + sum(single.values())
    return {"value": value, **amounts, **single, "total": all_in_all if total is None else total}


def supplied(needed: int, neighbours: int, road: int, rail: int, got: int, joined: bool = False) -> Line:
    """The `supply` of a play."""
    return {
        **{"needed": needed, "neighbours": neighbours, "road": road, "rail": rail},
        **{"joined": joined, "got": got},
    }


def block(card: str, at: Sequence[int], pay: Line | int | None = None, how: str = "new", **more: Any) -> Line:
    """A block play; a bare number is a pay of that value and nothing else."""
    pay = pays(pay) if isinstance(pay, int) else pay
    return {
        **{"type": "block", "card": card, "how": how, "at": list(at), "at2": more.pop("at2", None)},
        **{"supply": None, "vote": None, "pay": pay},
        **more,
    }


def event(card: str, **more: Any) -> Line:
    """An event play that does nothing but what is given."""
    nothing = {"dice": [], "targets": [], "removed": [], "money": [], "discards": []}
    return {"type": "event", "card": card, **nothing, "election": None, "frozen": None, **more}


def removed(*hit: tuple[Sequence[int], str]) -> list[Line]:
    """The `removed` of an event: cell and cards, top first."""
    return [{"at": list(at), "cards": cards.split()} for at, cards in hit]


def money(*moved: tuple[int, int]) -> list[Line]:
    """The `money` of an event: seat and amount."""
    return [{"seat": seat, "amount": amount, "why": "test"} for seat, amount in moved]


def vote(yes: Sequence[int], no: Sequence[int], passed: bool, tie_break: int | None = None) -> Line:
    """The `vote` of a rezoning."""
    return {"yes": list(yes), "no": list(no), "tie_break": tie_break, "passed": passed}


PASS: Line = {"type": "pass"}


def office(seat: int | None, left: int | None, why: str, funds: Sequence[int], **more: Any) -> Line:
    """An office line; the mayor's unless it is said."""
    plain = {"event": "office", "office": "mayor", "seat": seat, "left": left, "why": why, "given_up": 0, "paid": None}
    return {**plain, "funds": list(funds), **more}


# ----- a turn -----


def turn_line(game: Game, plays: Sequence[Line], **more: Any) -> Line:
    """The line of seat 0's turn: draws the top card, and ends with the funds and the phase before unless given."""
    top = [{"card": game.decks[0][0], "from": "deck"}] if game.decks[0] else []
    credit = sum(play["pay"]["total"] for play in plays if play.get("pay"))
    funds = [game.funds[0] + credit, *game.funds[1:]]
    plain = {"event": "turn", "turn": game.turn + 1, "round": 1, "seat": 0, "phase": game.phase, "draws": top}
    rest = {"thrown": [], "bought": None, "plays": list(plays), "discarded": [], "funds": funds}
    return {**plain, **rest, "phase_after": game.phase, **more}


def judged(game: Game, *plays: Line, offices: Sequence[Line] = (), **more: Any) -> list[str]:
    """The faults of seat 0's turn with these plays and office lines, each as `rule: sentence`."""
    game.book.line = 1
    Turn(game, turn_line(game, plays, **more), list(enumerate(offices, 2))).judge()
    return [f"{fault.rule}: {fault.sentence}" for fault in game.book.faults]


# ----- a whole game -----


class Story:
    """A trace line by line: every seat gets `hand` cards, and the deck lies as given."""

    def __init__(self, hands: Sequence[str], deck: str, start: int = 0, **rules: Any) -> None:
        self.players = len(hands)
        self.hands = [names.split() for names in hands]
        self.deck = deck.split()
        self.start = start
        self.funds = [0] * self.players
        self.turns = 0
        everything = [card for hand in self.hands for card in hand] + self.deck
        self.rules = DEFAULTS | {"hand": len(self.hands[0])} | rules
        seats = [f"seat {seat}" for seat in range(self.players)]
        self.lines: list[Line] = [
            {
                **{"event": "game", "game": "simcity", "scenario": "test", "seed": 1, "index": 0},
                **{"players": self.players, "rules": self.rules, "seats": seats},
            },
            {
                **{"event": "deal", "start_player": start, "mode": self.rules["mode"], "hands": self.hands},
                **{"decks": [list(self.deck)], "long_deck": [], "funds": list(self.funds)},
                "lists": [{card: everything.count(card) for card in everything}],
            },
        ]

    def turn(self, *plays: Line, gains: int = 0, phase: int = 1, after: int | None = None, **more: Any) -> Story:
        """The next turn: the top card is drawn, and the seat ends with so much more."""
        seat = (self.start + self.turns) % self.players
        self.funds[seat] += gains
        top = [{"card": self.deck.pop(0), "from": "deck"}] if self.deck else []
        line = {
            **{"event": "turn", "turn": self.turns + 1, "round": self.turns // self.players + 1, "seat": seat},
            **{"phase": phase, "draws": top, "thrown": [], "bought": None, "plays": list(plays), "discarded": []},
            **{"funds": list(self.funds), "phase_after": phase if after is None else after},
        }
        self.turns += 1
        self.lines.append({**line, **more})
        return self

    def end(self, why: str, winners: Sequence[int]) -> Story:
        """The end and the result."""
        funds = list(self.funds)
        self.lines.append({"event": "end", "why": why})
        self.lines.append({"event": "result", "vp": funds, "coins": funds, "winners": list(winners)})
        return self

    def faults(self) -> list[Fault]:
        """What the referee finds, decks of any size allowed."""
        return judge(self.lines, CARDS, whole_deck=False)
