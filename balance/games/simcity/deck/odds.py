"""What a seat holds after the deal and by its turn t: exact odds of drawing without putting back.

A shuffled deck treats all its cards alike, so the cards that a seat has seen by a turn are a draw from the whole
deck, and the number of houses among them is hypergeometric.  Cards bought for a council member's redraw, and draws
from discards, are not counted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from balance.games.simcity.cards import Card
from balance.games.simcity.deck.asked import AskedDeck
from balance.games.simcity.deck.shape import FEW, earliest_phase

TURNS = (0, 1, 2, 3, 5, 8, 12, 16, 20, 30, 50)  # 0: the deal
GROUPS: dict[str, Callable[[Card, AskedDeck], bool]] = {
    "houses": lambda card, asked: card.sims_kind == "supply" and card.phase == 1,
    "plants": lambda card, asked: "power_plant" in card.tags,
    "phase_1": lambda card, asked: earliest_phase(card, asked.rules) == 1,
    "at_once": lambda card, asked: earliest_phase(card, asked.rules) == 1 and not _asks(card),
}


@dataclass(frozen=True)
class Odds:
    """What is known of a seat, and of the whole table, after so many turns of each."""

    turn: int  # 0: right after the deal
    seen: int  # cards that a seat has held by then
    one: dict[str, Fraction]  # group → chance that the seat has held at least one
    mean: dict[str, Fraction]  # group → how many on average
    table_houses: Fraction  # chance that all seats together have held the houses that open phase 2
    table_plant: Fraction  # … and a power plant


def at_least(least: int, marked: int, size: int, seen: int) -> Fraction:
    """P(X ≥ least) of X marked cards among ``seen`` drawn from ``size`` with ``marked``: hypergeometric, exact."""
    ways = comb(size, seen)
    fewer = sum(comb(marked, k) * comb(size - marked, seen - k) for k in range(min(least, seen + 1)))
    return 1 - Fraction(fewer, ways)


def group_copies(asked: AskedDeck) -> dict[str, int]:
    """Copies of each group in the deck."""
    return {
        group: sum(copies for card, copies in asked.deck.items() if ask(asked.cards[card], asked))
        for group, ask in GROUPS.items()
    }


def houses_wanted(asked: AskedDeck) -> int:
    """S19: houses that open phase 2."""
    rules, players = asked.rules, asked.players
    return max(rules.phase1_factor * players, rules.phase1_min if players <= FEW else 0)


def odds(asked: AskedDeck) -> list[Odds]:
    """The odds after the deal and some turns, as long as everybody still draws."""
    copies, wanted = group_copies(asked), houses_wanted(asked)
    rows = []
    for turn in TURNS:
        seen = asked.rules.hand + asked.rules.draws * turn
        together = seen * asked.seats
        if together > asked.size:
            break
        rows.append(
            Odds(
                turn,
                seen,
                {group: at_least(1, marked, asked.size, seen) for group, marked in copies.items()},
                {group: Fraction(seen * marked, asked.size) for group, marked in copies.items()},
                at_least(wanted, copies["houses"], asked.size, together),
                at_least(1, copies["plants"], asked.size, together),
            )
        )
    return rows


def _asks(card: Card) -> bool:
    """Whether a card asks for something that must lie in the city first."""
    return card.sims_kind == "need" or any(clause.kind == "needs" for clause in card.effect)
