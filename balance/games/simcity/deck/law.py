"""S1: whether the rules allow a deck, and what they advise against: findings that can be said in either language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from balance.games.simcity.cards import Card
from balance.games.simcity.deck import GAME
from balance.games.simcity.decks import Deck
from balance.games.telling import Words

FEWEST_CARDS = 50
CARDS_A_PLAYER = (25, 30)  # in a city that 3 to 7 players share
FEWEST_SHARED, MOST_SHARED = 3, 7
HOUSES_A_PLAYER = 1  # S19: houses that open phase 2, for each player
FEWEST_HOUSES = 4  # S19: with at most three players
OPENING_HOUSES = 2  # phase-1 houses for each that opens phase 2, as only part of the deck is seen by then
PLANTS = (2, 3)  # at least two power plants for three players: "about one a player"
DUEL_PHASE = 3  # S31: the phase of a duel, all game
LISTED = 5  # cards that a sentence names; the rest is a number


@dataclass(frozen=True)
class Finding:
    """What is wrong or odd about a deck: a key of `[deck_law]` in the game's text, with the figures of its sentence."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)
    cards: tuple[str, ...] = ()  # ids of the cards that it is about

    def say(self, lang: str = "en") -> str:
        """The sentence, without its full stop."""
        words = Words(GAME, lang)
        shown = words.say("comma").join(self.cards[:LISTED])
        if len(self.cards) > LISTED:
            shown += words.say("deck_law.more", more=len(self.cards) - LISTED)
        return words.say(f"deck_law.{self.key}", **self.values, cards=shown)


def legal_deck(
    deck: Deck,
    cards: Mapping[str, Card],
    mode: str,
    players: int,
    *,
    offices: bool = False,
    houses: int | None = None,
) -> tuple[list[Finding], list[Finding]]:
    """(errors, warnings) of a base deck in a mode for so many players.

    offices: whether governor and chairman are in the game; houses: how many open phase 2, if not the usual number.
    """
    errors: list[Finding] = []
    size = sum(deck.values())
    if size < FEWEST_CARDS:
        errors.append(Finding("too_few", {"size": size, "least": FEWEST_CARDS}))
    elif mode == "shared" and FEWEST_SHARED <= players <= MOST_SHARED:
        low, high = (each * players for each in CARDS_A_PLAYER)
        if not low <= size <= high:
            errors.append(Finding("size", {"size": size, "players": players, "low": low, "high": high}))
    long = tuple(card for card in deck if cards[card].kind == "long")
    if long:
        errors.append(Finding("long", cards=long))
    if mode == "duel":
        return errors, _odd_in_a_duel(deck, cards)
    wanted = houses_wanted(players) if houses is None else houses
    return errors, _odd(deck, cards, players, wanted, offices=offices)


def houses_wanted(players: int) -> int:
    """S19: houses that open phase 2 under the usual rulings."""
    houses = HOUSES_A_PLAYER * players
    return houses if players > FEWEST_SHARED else max(houses, FEWEST_HOUSES)


def _odd_in_a_duel(deck: Deck, cards: Mapping[str, Card]) -> list[Finding]:
    """Cards that a duel gives nothing to do."""
    late = tuple(card for card in deck if cards[card].phase > DUEL_PHASE)
    idle = tuple(
        card
        for card in deck
        if cards[card].kind == "council" or _is(cards[card], "recall") or _is(cards[card], "election")
    )
    found = [Finding("duel_late", {"phase": DUEL_PHASE}, late)] if late else []
    return [*found, *([Finding("duel_idle", cards=idle)] if idle else [])]


def _odd(deck: Deck, cards: Mapping[str, Card], players: int, wanted: int, *, offices: bool) -> list[Finding]:
    """What the rules advise against."""
    found: list[Finding] = []

    def copies(ask: Callable[[Card], bool]) -> int:
        return sum(number for card, number in deck.items() if ask(cards[card]))

    houses = copies(lambda card: card.sims_kind == "supply" and card.phase == 1)
    if houses < OPENING_HOUSES * wanted:
        key = "no_houses" if houses < wanted else "few_houses"
        found.append(Finding(key, {"houses": houses, "wanted": wanted, "least": OPENING_HOUSES * wanted}))
    plants = copies(lambda card: "power_plant" in card.tags)
    if plants * PLANTS[1] < players * PLANTS[0]:
        key = {0: "no_plant", 1: "one_plant"}.get(plants, "few_plants")
        found.append(Finding(key, {"plants": plants, "players": players}))
    elections = tuple(card for card in deck if _is(cards[card], "election"))
    if elections and not offices:
        found.append(Finding("elections", cards=elections))
    return found


def _is(card: Card, clause: str) -> bool:
    """Whether a card has a clause of this kind."""
    return any(each.kind == clause for each in card.effect)
