"""The deal: hands and decks against the deck lists, and whether the decks are legal."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.simcity.referee.cards import Card
from tests.simcity.referee.state import Book, Game, Line


def _judge_decks(mode: str, players: int, lists: list[Counter[str]], cards: dict[str, Card], book: Book) -> None:
    """A base deck is legal: its size, and no long card."""
    for copies in lists:
        size = sum(copies.values())
        book.check(size >= 50, "deck", f"a deck holds at least 50 cards, and this one holds {size}")
        if mode == "shared" and 3 <= players <= 7:
            right = 25 * players <= size <= 30 * players
            book.check(right, "deck", f"a deck holds 25 to 30 cards for each of {players} players, not {size}")


def deal(line: Line, cards: dict[str, Card], rules: dict[str, Any], players: int, book: Book, whole_deck: bool) -> Game:
    """Judges the deal and sets the game up."""
    mode = rules["mode"]
    hands, decks, long_deck = line["hands"], line["decks"], line["long_deck"]
    book.equal("deal", "the mode", mode, line["mode"])
    book.check(0 <= line["start_player"] < players, "deal", f"there is no seat {line['start_player']}")
    allowed = {"shared": range(2, 8), "solitaire": range(1, 2), "duel": range(2, 3)}[mode]
    book.check(players in allowed, "players", f"{players} players are too few or too many for the mode {mode}")
    book.equal("deal", "the number of hands", players, len(hands))
    book.equal("deal", "the number of decks", players if mode == "duel" else 1, len(decks))
    for seat, hand in enumerate(hands):
        book.check(len(hand) == rules["hand"], "deal", f"seat {seat} gets {rules['hand']} cards, not {len(hand)}")
    book.equal("deal", "the funds at the start", [0] * players, line["funds"])

    lists = [Counter(copies) for copies in line["lists"]]
    book.check(len(lists) >= len(decks), "deal", "every deck has its list")
    for number, deck in enumerate(decks):
        owners = [number] if mode == "duel" else range(players)
        dealt = Counter(deck) + Counter(card for seat in owners for card in hands[seat])
        same = dealt == lists[number]
        book.check(same, "deal", f"hands and deck {number} are not what its list holds: {dict(dealt)}")
        wrong = sorted({card for card in dealt if card not in cards or cards[card].kind == "long"})
        book.check(not wrong, "deck", f"{wrong} are no cards of normal size")
    long_list = lists[len(decks)] if len(lists) > len(decks) else Counter()
    book.check(Counter(long_deck) == long_list, "deal", "the long deck is not what its list holds")
    if long_deck:
        book.check(
            rules["long_cards"] and mode != "duel", "long cards", "there is a long deck, but no long cards are played"
        )
        wrong = sorted({card for card in long_deck if card not in cards or cards[card].kind != "long"})
        book.check(not wrong, "long cards", f"{wrong} are no long cards")
    if whole_deck:
        _judge_decks(mode, players, lists[: len(decks)], cards, book)
    return Game(
        cards=cards,
        rules=rules,
        players=players,
        start_player=line["start_player"],
        hands=[list(hand) for hand in hands],
        decks=[list(deck) for deck in decks],
        long_deck=list(long_deck),
        funds=list(line["funds"]),
        book=book,
    )
