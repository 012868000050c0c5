"""What a deck is made of: cards by zone, kind and phase, sims needed against supplied, and cards that are never played.

A card is never played if the deck alone rules it out, whatever the order of the cards: what it asks for cannot come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from balance.games.simcity.cards import Card
from balance.games.simcity.clauses import ZONES, Selector
from balance.games.simcity.deck.asked import AskedDeck
from balance.games.simcity.deck.law import DUEL_PHASE
from balance.games.simcity.decks import Deck
from balance.games.simcity.settings import SimCityRules

PHASES = (1, 2, 3, 4)
ZONELESS = ("council", "event")
ORANGE_GROUP = 4  # S20: blocks of a group that lowers the sims wanted
FEW = 3  # S19, S20: up to so many players, fixed numbers hold
OFFICE_PHASE = 3  # from which council members are bought, and disasters and political events played


@dataclass(frozen=True)
class Never:
    """A card that this deck can never play, and why: phase, sims or needs, with the figures of the sentence."""

    card: str
    why: str
    values: Mapping[str, object]


def group_of(card: Card) -> str:
    """The row of the composition that a card counts in: its zone, or its kind if that has none."""
    return card.kind if card.kind in ZONELESS else card.zone


def composition(deck: Deck, cards: Mapping[str, Card]) -> dict[str, list[int]]:
    """Copies by zone (or kind, for council members and events) and phase, in the order of the zones."""
    table = {group: [0] * len(PHASES) for group in (*ZONES, *ZONELESS)}
    for card, copies in deck.items():
        table[group_of(cards[card])][cards[card].phase - 1] += copies
    return {group: row for group, row in table.items() if any(row)}


def kinds(deck: Deck, cards: Mapping[str, Card]) -> dict[str, int]:
    """Copies by kind of card."""
    found: dict[str, int] = {}
    for card, copies in deck.items():
        found[cards[card].kind] = found.get(cards[card].kind, 0) + copies
    return found


def sims_supplied(deck: Deck, cards: Mapping[str, Card], only: Iterable[str] | None = None) -> int:
    """Sims that the deck's houses house when all that the city may have lie in it."""
    return sum(
        cards[card].sims * _in_city(cards[card], deck[card])
        for card in (deck if only is None else only)
        if cards[card].sims_kind == "supply"
    )


def sims_needed(deck: Deck, cards: Mapping[str, Card]) -> dict[int, int]:
    """Sims needed → copies of cards that need so many; sims are not used up, so needs do not add up."""
    found: dict[int, int] = {}
    for card, copies in deck.items():
        if cards[card].sims_kind == "need":
            found[cards[card].sims] = found.get(cards[card].sims, 0) + copies
    return dict(sorted(found.items()))


def earliest_phase(card: Card, rules: SimCityRules) -> int:
    """S5, S25: the phase from which a card may be played, its kind and tags considered."""
    late = card.kind == "council" or (
        card.kind == "event" and (rules.events_from_phase == OFFICE_PHASE or {"disaster", "political"} & {*card.tags})
    )
    return max(card.phase, OFFICE_PHASE) if late else card.phase


def never_played(asked: AskedDeck) -> list[Never]:
    """The cards that the deck rules out, found again until no more fall with those that fell before."""
    deck, cards = asked.deck, asked.cards
    left = list(deck)
    found: dict[str, Never] = {}
    while True:
        latest = last_phase(asked, left)
        supply = sims_supplied(deck, cards, left)
        lost = [why for card in left if (why := _why_not(asked, card, left, latest, supply))]
        if not lost:
            return [found[card] for card in deck if card in found]
        found |= {each.card: each for each in lost}
        left = [card for card in left if card not in found]


def last_phase(asked: AskedDeck, left: Iterable[str]) -> int:
    """S19, S20: the last phase that a city built of ``left`` can reach."""
    rules, players, cards = asked.rules, asked.players, asked.cards
    if asked.mode == "duel":
        return DUEL_PHASE
    left = list(left)

    def count(ask: Callable[[Card], bool]) -> int:
        return sum(_in_city(cards[card], asked.deck[card]) for card in left if ask(cards[card]))

    houses = max(rules.phase1_factor * players, rules.phase1_min if players <= FEW else 0)
    if count(lambda card: card.sims_kind == "supply" and card.phase == 1) < houses:
        return 1
    needy = count(lambda card: card.sims_kind == "need" and card.phase <= 2)
    if needy < rules.phase2_factor * players or not count(lambda card: "power_plant" in card.tags):
        return 2
    orange = count(lambda card: card.zone == "orange" and card.kind == "block")
    wanted = rules.phase3_min if players <= FEW else rules.phase3_factor * players
    wanted -= orange - 1 if orange >= ORANGE_GROUP else 0
    return 4 if sims_supplied(asked.deck, cards, left) >= wanted else 3


def _why_not(asked: AskedDeck, name: str, left: list[str], latest: int, supply: int) -> Never | None:
    """Why a card can never be played in a city built of ``left``; None if it may be."""
    card = asked.cards[name]
    phase = earliest_phase(card, asked.rules)
    if phase > latest:
        return Never(name, "phase", {"phase": phase, "latest": latest})
    if card.sims_kind == "need" and card.sims > supply:
        return Never(name, "sims", {"needed": card.sims, "supply": supply})
    for clause in card.effect:
        if clause.kind == "needs" and clause.selector is not None:
            if not any(_gives(asked, other, name, clause.selector) for other in left):
                wanted = ":".join(filter(None, (clause.selector.kind, clause.selector.name)))
                return Never(name, "needs", {"wanted": wanted})
    return None


def _gives(asked: AskedDeck, other: str, card: str, wanted: Selector) -> bool:
    """Whether a copy of ``other`` may lie in the city as the block that ``card`` needs."""
    given = asked.cards[other]
    if given.kind not in ("block", "long") or (other == card and asked.deck[card] == 1):
        return False
    if wanted.kind == "zone":
        return given.zone == wanted.name
    if wanted.kind == "tag":
        return wanted.name in given.tags
    return wanted.kind == "any" or other == wanted.name


def _in_city(card: Card, copies: int) -> int:
    """Copies that may lie in the city at once."""
    return min(copies, card.limit) if card.limit else copies
