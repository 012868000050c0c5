"""Where every card lies in the course of a trace: the table as a replay's text shows it.

It believes the trace; whether each step was right is for a judge to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

Line = dict[str, Any]
Cards = Counter[str]


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards sorted by suit, then the joker and the start card."""
    return sorted(cards, key=lambda card: (not card.startswith("s") or card == "start", len(card), card))


def move(card: str, source: Cards, target: Cards) -> None:
    """Take a card from one place to another; ValueError if it does not lie there."""
    if source[card] < 1:
        raise ValueError(f"there is no {card} to move")
    source[card] -= 1
    target[card] += 1


class Board:
    """The cards by place: each seat's ``hands`` by zone, the field ``up`` and ``down``, and the ``pile``."""

    def __init__(self, deal: Line) -> None:
        self.hands: list[dict[str, Cards]] = [
            {"hidden": Counter(hand), "public": Counter(), "secret": Counter()} for hand in deal["hands"]
        ]
        self.up: Cards = Counter(deal["field_up"])
        self.down: Cards = Counter(deal["field_down"])
        self.pile: Cards = Counter(deal["pile"])

    def held(self, seat: int) -> list[str]:
        """All cards of a seat, in order."""
        return in_order(card for zone in self.hands[seat].values() for card in zone.elements())

    def follow(self, line: Line) -> None:
        """Move the cards of a round or turn line."""
        if line["event"] == "round":
            move(line["revealed"], self.down, self.up)
        elif line["event"] == "turn":
            if line["skill_when"] == "before":
                self.use(line["seat"], line["skill"])
            self.act(line["seat"], line["action"])
            if line["skill_when"] == "after":
                self.use(line["seat"], line["skill"])

    def act(self, seat: int, action: Line) -> None:
        """Move the cards of an action."""
        hand = self.hands[seat]
        if action["type"] == "keep":
            move(action["card"], hand["hidden"], hand["public" if action["face"] == "up" else "secret"])
        elif action["type"] == "release":
            move(action["card"], hand[action["from"]], self.up)
        elif action["type"] == "transfer":
            field = self.up if action["take_face"] == "up" else self.down
            move(action["take"], field, hand["public"])
            move(action["give"], hand["public"], field)
        elif action["type"] == "hire":
            move(action["take"], self.up, hand["public"])

    def use(self, seat: int, skill: Line) -> None:
        """Move the cards of a skill."""
        hand = self.hands[seat]
        if skill["name"] == "secret_personnel" and "card" in skill:
            move(skill["card"], hand["public"], hand["secret"])
        elif skill["name"] == "transfer_order":
            other = self.hands[skill["seat"]]["public"]
            move(skill["take"], other, hand["public"])
            move(skill["give"], hand["public"], other)
        elif skill["name"] == "department_move":
            passed = list(enumerate(skill["passed"]))
            way: list[Cards] = [Counter() for _ in passed]  # all cards leave before any arrives
            for giver, card in passed:
                if card is not None:
                    move(card["card"], self.hands[giver][card["from"]], way[giver])
            for giver, cards in enumerate(way):
                self.hands[(giver + 1) % len(way)]["hidden"] += cards
