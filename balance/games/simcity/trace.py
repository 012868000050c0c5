"""The log of one replayed game as the lines of its trace, ready for JSON Lines.

The lines hold all that happened, so that a judge who knows only the rules can check every step.  Seats are
absolute, 0 … n−1 clockwise; a card is its id in the card table; a cell is [x, y] from the first block, in a duel
[seat, x, y].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.games.log_reader import LogReader
from balance.games.simcity import journal
from balance.games.simcity.codes import DUEL, ENDS, MAX_TABLE, MODES, NO_CARD, NO_CELL, OFFICES, SPAN, WAYS, ZONES
from balance.games.simcity.pack import card_ids, deck_lists

Line = dict[str, Any]
SOURCES = ("deck", "discard", "long_deck")
WHY_OFFICE = ("power_plant", "auction", "left_neighbour", "election", "recall", "dismissed", "resigned")
WHY_MONEY = ("bill", "gain", "loss")


def lines(
    log: np.ndarray,
    *,
    scenario: str,
    seed: int,
    index: int,
    rules: Mapping[str, Any],
    seats: Sequence[str],
    materials: Mapping[str, Any],
    seating: Sequence[int],
) -> list[Line]:
    """The trace of the game in ``log``, one JSON-able object a line.

    ``rules`` are the resolved rulings, ``seats`` the players' names by seat, ``materials`` cards and decks as the
    scenario has them, ``seating`` the row of the line-up at each seat.
    """
    reader = _Reader(log, card_ids(materials), MODES.index(rules["mode"]), len(seats))
    found: list[Line] = [
        {
            "event": "game",
            "game": "simcity",
            "scenario": scenario,
            "seed": seed,
            "index": index,
            "players": len(seats),
            "rules": dict(rules),
            "seats": list(seats),
        },
        _deal(reader, rules, materials, seating),
    ]
    while reader.sees(journal.TURN):
        found += _turn(reader)
    found.append({"event": "end", "why": ENDS[reader.take(journal.END)[0] - 1]})
    funds = [row[1] for row in reader.take_all(journal.RESULT_SEAT)]
    winners = [seat for seat, amount in enumerate(funds) if amount == max(funds)]
    found.append({"event": "result", "vp": funds, "coins": list(funds), "winners": winners})
    return found


def by_id(materials: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The rows of the card table by id, from a scenario's resolved decks."""
    return {str(row["id"]): row for row in materials["cards"]}


class _Reader(LogReader):
    """The rows of a log, and the names of the cards and cells that they hold."""

    def __init__(self, log: np.ndarray, cards: Sequence[str], mode: int, seats: int) -> None:
        super().__init__(log)
        self.cards = cards
        self.duel = mode == DUEL
        self.seats = seats

    def card(self, number: int) -> str | None:
        return None if number == NO_CARD else self.cards[number]

    def cell(self, cell: int, seat: int) -> list[int] | None:
        if cell == NO_CELL:
            return None
        place = [cell % SPAN - MAX_TABLE, cell // SPAN - MAX_TABLE]
        return [seat, *place] if self.duel else place


def _deal(reader: _Reader, rules: Mapping[str, Any], materials: Mapping[str, Any], seating: Sequence[int]) -> Line:
    start = reader.take(journal.DEAL)[0]
    hands: list[list[str | None]] = [[] for _ in range(reader.seats)]
    decks: list[list[str | None]] = [[] for _ in range(reader.seats if reader.duel else 1)]
    long_deck: list[str | None] = []
    for where, place, card, *_ in reader.take_all(journal.CARD_IN):
        pile = hands[place] if where == journal.IN_HAND else decks[place] if where == journal.IN_DECK else long_deck
        pile.append(reader.card(card))
    lists = deck_lists(materials)
    if reader.duel:  # a deck goes with its row of the line-up, wherever that sits
        lists = [lists[row] for row in seating]
    return {
        "event": "deal",
        "start_player": start,
        "mode": rules["mode"],
        "hands": hands,
        "decks": decks,
        "long_deck": long_deck,
        "lists": lists,
        "funds": [0] * reader.seats,
    }


def _turn(reader: _Reader) -> list[Line]:
    """One turn, and the offices that changed hands in it."""
    number, round_no, seat, phase = reader.take(journal.TURN)[:4]
    turn: Line = {
        "event": "turn",
        "turn": number,
        "round": round_no,
        "seat": seat,
        "phase": phase,
        "draws": [],
        "thrown": [],
        "bought": None,
        "plays": [],
        "discarded": [],
    }
    offices: list[Line] = []
    while not reader.sees(journal.TURN_END):
        if reader.sees(journal.DRAW):
            card, source = reader.take(journal.DRAW)[:2]
            turn["draws"].append({"card": reader.card(card), "from": SOURCES[source]})
        elif reader.sees(journal.THROWN):
            turn["thrown"].append(reader.card(reader.take(journal.THROWN)[0]))
        elif reader.sees(journal.BOUGHT):
            card, cost, drew = reader.take(journal.BOUGHT)[:3]
            turn["bought"] = {"card": reader.card(card), "cost": cost, "drew": reader.card(drew)}
        elif reader.sees(journal.PASSED):
            reader.take(journal.PASSED)
            turn["plays"].append({"type": "pass"})
        elif reader.sees(journal.BLOCK):
            turn["plays"].append(_block(reader, seat, offices))
        elif reader.sees(journal.EVENT):
            turn["plays"].append(_event(reader, seat, offices))
        elif reader.sees(journal.OFFICE):
            offices.append(_office(reader))
        else:
            turn["discarded"].append(reader.card(reader.take(journal.SURPLUS)[0]))
    phase_after = reader.take(journal.TURN_END)[0]
    funds = [row[1] for row in reader.take_all(journal.FUNDS)]
    for office in offices:  # the turn's funds are those before any bid
        for bidder, amount in enumerate(office["paid"] or ()):
            funds[bidder] += amount
    turn |= {"funds": list(funds), "phase_after": phase_after}
    for office in offices:
        for bidder, amount in enumerate(office["paid"] or ()):
            funds[bidder] -= amount
        office["funds"] = list(funds)
    return [turn, *offices]


def _office(reader: _Reader) -> Line:
    office, seat, left, why, given_up = reader.take(journal.OFFICE)[:5]
    paid = [row[1] for row in reader.take_all(journal.OFFICE_PAID)]
    return {
        "event": "office",
        "office": OFFICES[office],
        "seat": seat if seat >= 0 else None,
        "left": left if left >= 0 else None,
        "why": WHY_OFFICE[why],
        "given_up": given_up,
        "paid": paid or None,
    }


def _block(reader: _Reader, seat: int, offices: list[Line]) -> Line:
    card, way, cell, cell2 = reader.take(journal.BLOCK)[:4]
    play: Line = {
        "type": "block",
        "card": reader.card(card),
        "how": WAYS[way],
        "at": reader.cell(cell, seat),
        "at2": reader.cell(cell2, seat),
        "supply": _supply(reader) if reader.sees(journal.SUPPLY) else None,
        "vote": _vote(reader) if reader.sees(journal.VOTE_SEAT) else None,
        "pay": _pay(reader, seat) if reader.sees(journal.PAY) else None,
    }
    while reader.sees(journal.OFFICE):
        offices.append(_office(reader))
    play["phase_after"] = reader.take(journal.PLAY_END)[0]
    return play


def _supply(reader: _Reader) -> Line:
    needed, neighbours, road, rail, got, alone = reader.take(journal.SUPPLY)[:6]
    joined = got > alone
    return {"needed": needed, "neighbours": neighbours, "road": road, "rail": rail, "joined": joined, "got": got}


def _vote(reader: _Reader) -> Line:
    by_seat = reader.take_all(journal.VOTE_SEAT)
    tie_break, passed = reader.take(journal.VOTE)[:2]
    return {
        "yes": [yes for _, yes, *_ in by_seat],
        "no": [no for _, _, no, *_ in by_seat],
        "tie_break": tie_break if tie_break >= 0 else None,
        "passed": bool(passed),
    }


def _pay(reader: _Reader, seat: int) -> Line:
    value, _, _, zoning, complex_bonus, rebuilding, total = reader.take(journal.PAY)[:7]
    receives: list[Line] = []
    adds: list[Line] = []
    for kind, cell, amount, *_ in reader.take_all(journal.PAY_FROM):
        part = {"from": reader.cell(cell, seat), "amount": amount}
        (adds if kind == journal.ADDED else receives).append(part)
    return {
        "value": value,
        "receives": receives,
        "adds": adds,
        "zoning": zoning,
        "complex": complex_bonus,
        "rebuilding": rebuilding,
        "total": total,
    }


def _event(reader: _Reader, seat: int, offices: list[Line]) -> Line:
    play: Line = {
        "type": "event",
        "card": reader.card(reader.take(journal.EVENT)[0]),
        "dice": [],
        "targets": [],
        "removed": [],
        "money": [],
        "discards": [],
        "election": None,
        "frozen": None,
    }
    discards: dict[int, list[str | None]] = {}
    while not reader.sees(journal.PLAY_END):
        if reader.sees(journal.DIE):
            play["dice"].append(reader.take(journal.DIE)[0])
        elif reader.sees(journal.TARGET):
            city, cell = reader.take(journal.TARGET)[:2]
            play["targets"].append(reader.cell(cell, city))
        elif reader.sees(journal.REMOVED):
            city, cell, card, first = reader.take(journal.REMOVED)[:4]
            if first:
                play["removed"].append({"at": reader.cell(cell, city), "cards": []})
            play["removed"][-1]["cards"].append(reader.card(card))
        elif reader.sees(journal.MONEY):
            who, amount, why = reader.take(journal.MONEY)[:3]
            play["money"].append({"seat": who, "amount": amount, "why": WHY_MONEY[why]})
        elif reader.sees(journal.DISCARD):
            who, card = reader.take(journal.DISCARD)[:2]
            discards.setdefault(who, []).append(reader.card(card))
        elif reader.sees(journal.ELECTION):
            office, winner = reader.take(journal.ELECTION)[:2]
            ballots = reader.take_all(journal.ELECTION_SEAT)
            play["election"] = {
                "office": OFFICES[office],
                "candidate_of": [choice for _, choice, *_ in ballots],
                "bought": [bought for _, _, bought, *_ in ballots],
                "winner": winner,
            }
        elif reader.sees(journal.FROZEN):
            zone, until = reader.take(journal.FROZEN)[:2]
            play["frozen"] = {"zone": ZONES[zone - 1], "until_turn": until}
        else:
            offices.append(_office(reader))
    play["discards"] = [{"seat": who, "cards": cards} for who, cards in discards.items()]
    play["phase_after"] = reader.take(journal.PLAY_END)[0]
    return play
