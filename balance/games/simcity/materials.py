"""The `[decks]` of a scenario: card tables and decks, from files or as a manifest holds them.

Keys: ``cards`` (card tables; a later row replaces an earlier one of the same id), ``shared`` (the one deck),
``each`` (a duel's: one for both, or one for each row of the line-up), ``long`` (the long deck).
A deck is a file or a list of [card id, copies]; a card table a file, a row, or a list of these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balance.errors import UserError, suggestion
from balance.games.contract import Source
from balance.games.fields import show
from balance.games.simcity.cards import Card, card_from_row, read_cards
from balance.games.simcity.deck.law import legal_deck
from balance.games.simcity.decks import read_deck
from balance.games.simcity.pack import kinds_of

Deck = dict[str, int]  # card id → copies, in the order of its list

KEYS = {
    "cards": "The card table, a CSV file, or a list of them; a later one replaces cards of the same id.",
    "shared": "The deck, where all share one, or of the one player of a solitaire.",
    "each": "In a duel: one deck for both players, or a list of two, one for each row of [[seats]].",
    "long": "The long deck, used where long_cards = true.",
}
MOST_COPIES = 400
DUEL_SEATS = 2


@dataclass(frozen=True)
class Materials:
    """What a game is played with: the cards of its decks, and the decks with the places that say them."""

    cards: Mapping[str, Card] = field(default_factory=dict)
    decks: tuple[Deck, ...] = ()  # the shared one, or a duel's two
    long_deck: Deck = field(default_factory=dict)
    places: tuple[str, ...] = ()  # decks.shared, or decks.each.0 and decks.each.1
    warnings: tuple[str, ...] = ()

    def resolved(self) -> dict[str, Any]:
        """All of it, ready for JSON, as `read` takes it; decks as lists, for their order decides the deal."""
        if not self.decks:
            return {}
        lists = [[[card, copies] for card, copies in deck.items()] for deck in self.decks]
        own = {"each": lists} if len(lists) == DUEL_SEATS else {"shared": lists[0]}
        long = [[card, copies] for card, copies in self.long_deck.items()]
        return {"cards": [card.to_row() for card in self.cards.values()], **own, **({"long": long} if long else {})}


NOTHING = Materials()


def read(decks: Mapping[str, Any], mode: str, players: int, *, long_cards: bool, offices: bool) -> Materials:
    """The cards and decks that `[decks]` says, checked for a mode; what `long_cards` leaves out is not kept.

    Raises UserError with the file, or a ``place`` ``decks.<key>``.
    """
    duel = mode == "duel"
    wanted, other = ("each", "shared") if duel else ("shared", "each")
    for key in [other, *(["long"] if duel else [])]:
        if key in decks:
            said = "a duel has a deck for each player" if duel else f'"{mode}" has one deck'
            raise UserError(f"{said}; drop this, and give decks.{wanted}", place=f"decks.{key}")
    for key in ["cards", wanted, *(["long"] if long_cards else [])]:
        if key not in decks:
            raise UserError(f"names no file; give {key} = the name of one", place="decks")
    table = card_table(decks["cards"])
    sources = _each(decks["each"]) if duel else [("decks.shared", decks["shared"])]
    own = [_deck(source, place, table) for place, source in sources]
    warnings: list[str] = []
    for (place, source), deck in zip(sources, own, strict=True):
        errors, odd = legal_deck(deck, table, mode, players, offices=offices)
        if errors:
            raise UserError("\n".join(error.say() for error in errors), **_where(source, place))
        warnings += [said for said in (warning.say() for warning in odd) if said not in warnings]
    long_deck = _long_deck(decks["long"], table) if long_cards else {}
    if "long" in decks and not long_cards:
        warnings.append("decks.long is not used, for long_cards is false")
    used = kinds_of([*own, long_deck])
    places = tuple(place for place, _ in sources)
    return Materials({card: table[card] for card in used}, tuple(own), long_deck, places, tuple(warnings))


def card_table(said: object) -> dict[str, Card]:
    """The card tables, a later row in place of an earlier one of the same id."""
    table: dict[str, Card] = {}
    for place, part in enumerate(said if isinstance(said, list) else [said]):
        if isinstance(part, Source):
            table |= read_cards(part.data, part.file, known=table)
        elif isinstance(part, dict):
            try:
                card = card_from_row(part)
            except UserError as error:
                raise error.located(place=f"decks.cards.{place}") from None
            table[card.id] = card
        else:
            raise UserError(f"{show(part)} is no card table; give the name of a file", place="decks.cards")
    return table


def _each(said: object) -> list[tuple[str, Any]]:
    """(place, deck) for both rows of a duel's line-up."""
    if isinstance(said, Source):
        return [("decks.each", said)] * DUEL_SEATS
    if not isinstance(said, list) or len(said) not in (1, DUEL_SEATS):
        raise UserError(
            f"{show(said)} is not allowed; give one deck for both players or a list of two", place="decks.each"
        )
    rows = [(f"decks.each.{row}", deck) for row, deck in enumerate(said)]
    return rows * DUEL_SEATS if len(rows) == 1 else rows


def _deck(said: object, place: str, cards: Mapping[str, Card]) -> Deck:
    """One deck: a file, or a list of [card id, copies]."""
    if isinstance(said, Source):
        return read_deck(said.data, said.file, cards)
    if not isinstance(said, list):
        raise UserError(f"{show(said)} is no deck; give the name of a file", place=place)
    deck: Deck = {}
    for row in said:
        if not isinstance(row, list) or len(row) != 2 or type(row[1]) is not int or not 1 <= row[1] <= MOST_COPIES:
            raise UserError(f'{show(row)} is no card of a deck; give ["card id", copies]', place=place)
        card, copies = row
        if card not in cards:
            raise UserError(f"unknown card {show(card)}{suggestion(str(card), cards)}", place=place)
        deck[card] = deck.get(card, 0) + copies
    if sum(deck.values()) > MOST_COPIES:
        raise UserError(f"has {sum(deck.values())} cards; a deck may have {MOST_COPIES}", place=place)
    return deck


def _long_deck(said: object, cards: Mapping[str, Card]) -> Deck:
    """S27: the long deck, which holds nothing but long cards."""
    deck = _deck(said, "decks.long", cards)
    short = [card for card in deck if cards[card].kind != "long"]
    if short:
        raise UserError(f"holds {_list(short)}, which are no long cards; take them out", **_where(said, "decks.long"))
    return deck


def _where(source: object, place: str) -> dict[str, Any]:
    """Where a deck is said: its file, or the place in the scenario."""
    return {"file": source.file} if isinstance(source, Source) else {"place": place}


def _list(cards: Sequence[str], most: int = 5) -> str:
    """A few names, the rest as a number."""
    return ", ".join(cards[:most]) + (f" and {len(cards) - most} more" if len(cards) > most else "")
