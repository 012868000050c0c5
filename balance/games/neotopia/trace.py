"""The log of one replayed game as the lines of its trace, ready for JSON Lines.

The lines hold all that happened, so that a judge who knows only the rules can check every step.  Seats are
absolute, 0 … n−1 clockwise; a card is "s1", "s2", …, "joker" or "start".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.games.log_reader import LogReader, Row
from balance.games.neotopia import journal
from balance.games.neotopia.choice import REASONS
from balance.games.neotopia.codes import (
    ACTIONS,
    HIRE,
    KEEP,
    MOVE,
    ORDER,
    OUTCOMES,
    RELEASE,
    RESEARCH,
    SECRET,
    SKILLS,
    SUBSIDY,
    TRANSFER,
    ZONES,
)

Line = dict[str, Any]
FACES = ("up", "down")
WHEN = ("before", "after")


def lines(
    log: np.ndarray, *, scenario: str, seed: int, index: int, rules: Mapping[str, Any], seats: Sequence[str]
) -> list[Line]:
    """The trace of the game in ``log``, one JSON-able object a line.

    ``rules`` are the resolved rulings (`settings.resolved`), ``seats`` the players' names by seat.
    """
    reader = LogReader(log)
    cards = _Cards(int(rules["suits"]), rules["secret_personnel"] == "flip_one")
    found: list[Line] = [
        {
            "event": "game",
            "game": "neotopia",
            "scenario": scenario,
            "seed": seed,
            "index": index,
            "players": len(seats),
            "rules": dict(rules),
            "seats": list(seats),
        },
        _deal(reader, cards, len(seats)),
    ]
    while reader.sees(journal.ROUND):
        number, kind = reader.take(journal.ROUND)[:2]
        found.append({"event": "round", "round": number, "revealed": cards.name(kind)})
        found += [_turn(reader, cards, number) for _ in seats]
    first, held = reader.take(journal.SETTLEMENT)[:2]
    found.append({"event": "settlement", "seat": first, "held": bool(held)})
    while reader.sees(journal.SUIT):
        found.append(_suit(reader))
    found.append(_result(reader))
    return found


def reasons(log: np.ndarray) -> list[tuple[str, str | None]]:
    """Why each turn, in order, had its action and its skill (None: none), in the words of `choice.REASONS`.

    The trace itself says what was done, never why: this is for the text of a replay.
    """
    reader = LogReader(log)
    found: list[tuple[str, str | None]] = []
    action, skill = "", None
    for event, *row in reader.rows:
        if event == journal.ACTION:
            action = REASONS[row[7]]
        elif event == journal.SKILL:
            skill = REASONS[row[7]]
        elif event == journal.PURSE and row[0] == 0:  # the purses of all seats close a turn
            found.append((action, skill))
            skill = None
    return found


def seat_entries(log: np.ndarray, facts: Any) -> list[int]:
    """Row of the line-up that sits at each seat; ``facts`` of the game count seats from the start player."""
    start = LogReader(log).take(journal.DEAL)[0]
    entries = facts["seats"]["entry"][0].tolist()
    return [entries[seat - start] for seat in range(len(entries))]


class _Cards:
    """The names of the kinds of cards: suits by number, then joker and start card."""

    def __init__(self, suits: int, flips: bool) -> None:
        self.names = ("joker", *(f"s{suit}" for suit in range(1, suits + 1)), "start")
        self.sorted = (*range(1, suits + 1), 0, suits + 1)
        self.flips = flips  # secret personnel turns a card down at once

    def name(self, kind: int) -> str:
        return self.names[kind]

    def spread(self, counts: Mapping[int, int]) -> list[str]:
        """One name a card, from the number of cards of each kind."""
        return [self.names[kind] for kind in self.sorted for _ in range(counts.get(kind, 0))]


def _deal(reader: LogReader, cards: _Cards, seats: int) -> Line:
    start, removed, stock, coins = reader.take(journal.DEAL)[:4]
    places: dict[int, Counter[int]] = {}
    face_down = []  # in the order in which they lie
    for place, kind, count, *_ in reader.take_all(journal.CARDS):
        places.setdefault(place, Counter())[kind] += count
        face_down += [cards.name(kind)] if place == journal.IN_FIELD_DOWN else []
    return {
        "event": "deal",
        "start_player": start,
        "removed_suit": removed or None,
        "hands": [cards.spread(places[seat]) for seat in range(seats)],
        "field_down": face_down,
        "field_up": cards.spread(places[journal.IN_FIELD_UP]),
        "pile": cards.spread(places[journal.IN_PILE]),
        "coins": [coins] * seats,
        "stock": stock,
    }


def _turn(reader: LogReader, cards: _Cards, number: int) -> Line:
    """One seat's turn: an action, and before or after it perhaps a skill."""
    skill = _skill(reader, cards) if reader.sees(journal.SKILL) else (None, None)
    row = reader.take(journal.ACTION)
    if reader.sees(journal.SKILL):
        skill = _skill(reader, cards)
    purses = reader.take_all(journal.PURSE)
    return {
        "event": "turn",
        "round": number,
        "seat": row[0],
        "skill": skill[0],
        "skill_when": skill[1],
        "action": _action(row, cards),
        "coins": [coins for _, coins, *_ in purses],
        "stock": purses[0][2],
    }


def _action(row: Row, cards: _Cards) -> Line:
    _, action, card, zone, face, take, gained, _ = row
    told: Line = {"type": ACTIONS[action]}
    if action == KEEP:
        told |= {"card": cards.name(card), "face": FACES[face]}
    elif action == RELEASE:
        told |= {"card": cards.name(card), "from": ZONES[zone], "gained": gained}
    elif action == TRANSFER:
        told |= {"give": cards.name(card), "take": cards.name(take), "take_face": FACES[face]}
    elif action == HIRE:
        told |= {"take": cards.name(take)}
    return told


def _skill(reader: LogReader, cards: _Cards) -> tuple[Line, str]:
    """A skill with what it did, and when in the turn it was used."""
    _, after, skill, give, other, get, gained, _ = reader.take(journal.SKILL)
    saw = {kind: count for kind, count, *_ in reader.take_all(journal.SAW)}
    passed = reader.take_all(journal.PASSED)
    told: Line = {"name": SKILLS[skill]}
    if skill == RESEARCH:
        told |= {"saw": cards.spread(saw)}
    elif skill == SECRET and cards.flips:
        told |= {"card": cards.name(give)}
    elif skill == ORDER:
        told |= {"give": cards.name(give), "seat": other, "take": cards.name(get)}
    elif skill == MOVE:
        told |= {
            "passed": [
                {"card": cards.name(kind), "from": ZONES[zone]} if kind >= 0 else None for _, kind, zone, *_ in passed
            ]
        }
    elif skill == SUBSIDY:
        told |= {"gained": gained}
    return told, WHEN[after]


def _seats(bits: int, seats: int) -> list[int]:
    """The seats of a bit set, ascending."""
    return [seat for seat in range(seats) if bits >> seat & 1]


def _suit(reader: LogReader) -> Line:
    suit, outcome, joker, first, second = reader.take(journal.SUIT)[:5]
    by_seat = reader.take_all(journal.SUIT_SEAT)
    return {
        "event": "suit",
        "suit": suit,
        "counts": [count for _, count, *_ in by_seat],
        "joker": joker if joker >= 0 else None,
        "outcome": OUTCOMES[outcome],
        "first": _seats(first, len(by_seat)),
        "second": _seats(second, len(by_seat)),
        "vp": [vp for _, _, vp, *_ in by_seat],
        "coins": [coins for _, _, _, coins, *_ in by_seat],
    }


def _result(reader: LogReader) -> Line:
    won = reader.take(journal.RESULT)[0]
    by_seat = reader.take_all(journal.RESULT_SEAT)
    return {
        "event": "result",
        "vp": [vp for _, vp, *_ in by_seat],
        "coins": [coins for _, _, coins, *_ in by_seat],
        "winners": _seats(won, len(by_seat)),
    }
