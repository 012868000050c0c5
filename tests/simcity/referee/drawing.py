"""Steps 1 and 2 of a turn: the draw with what a solitaire hand limit throws away, and the purchase."""

from __future__ import annotations

from typing import Any

from tests.simcity.referee.offices import Offices
from tests.simcity.referee.placement import phase_problems
from tests.simcity.referee.state import Game, Line


def _draw_one(game: Game, seat: int, entry: dict[str, Any]) -> None:
    """Takes one card from where the trace says it lay."""
    book, card, source = game.book, entry["card"], entry["from"]
    deck, discards = game.deck(seat), game.discards[game.own(seat)]
    if source == "deck":
        if book.check(bool(deck), "draw", f"seat {seat} draws {card} from an empty deck"):
            book.equal("draw", "the top of the deck", deck.pop(0), card)
    elif source == "discard":
        book.check(game.mode == "solitaire", "draw", "only in solitaire a card is taken from the discards")
        book.check(bool(deck), "draw", "a card is taken from the discards only while the deck has cards")
        if book.check(bool(discards), "draw", f"{card} is taken from the discards, which are empty"):
            book.equal("draw", "the top of the discards", discards.pop(), card)
    elif source == "long_deck":
        book.check(bool(game.rules["long_cards"]), "long cards", "a long card is drawn, and long_cards is off")
        book.check(game.phase >= 3, "long cards", f"a long card is drawn in phase {game.phase}, before phase 3")
        if book.check(bool(game.long_deck), "long cards", f"{card} is drawn from an empty long deck"):
            book.equal("draw", "the top of the long deck", game.long_deck.pop(0), card)
    else:
        book.fault("draw", f"{source!r} is no place to draw from")


def judge_draws(game: Game, seat: int, line: Line) -> None:
    """Step 1: a card for each draw while the deck has some, and the solitaire hand limit at once."""
    book, rules, hand = game.book, game.rules, game.hands[seat]
    draws = line["draws"]
    longs = sum(entry["from"] == "long_deck" for entry in draws)
    others = len(draws) - longs
    if rules["long_draw"] == "extra":
        wanted = min(rules["draws"], len(game.deck(seat)))
        book.check(longs <= rules["draws"], "draw", f"{longs} long cards are drawn, at most {rules['draws']} may be")
        book.equal("draw", "how many cards are drawn from the deck", wanted, others)
    else:
        wanted = min(rules["draws"] - longs, len(game.deck(seat)))
        book.equal("draw", "how many cards are drawn beside long cards", max(0, wanted), others)
        book.check(len(draws) <= rules["draws"], "draw", f"{len(draws)} cards are drawn, more than {rules['draws']}")
    thrown = []
    limit = rules["hand_limit"] if game.mode == "solitaire" else 0
    for entry in draws:
        _draw_one(game, seat, entry)
        if limit and len(hand) >= limit:
            thrown.append(entry["card"])
            game.discard(seat, [entry["card"]])
        else:
            hand.append(entry["card"])
    book.equal("hand limit", "what is thrown away at the draw", thrown, line["thrown"])


def judge_purchase(game: Game, offices: Offices, seat: int, bought: dict[str, Any]) -> None:
    """Step 2: one council member from the hand, paid, and a card drawn for him."""
    book, name = game.book, bought["card"]
    card = game.cards[name]
    book.check(card.kind == "council", "purchase", f"{name} is no council member")
    for _, sentence in phase_problems(game, seat, card):
        book.fault("purchase", sentence)
    game.take_from_hand(seat, name, "buys")
    book.equal("purchase", f"the cost of {name}", card.cost, bought["cost"])
    book.check(
        game.funds[seat] >= card.cost, "purchase", f"{name} costs {card.cost}, and seat {seat} has {game.funds[seat]}"
    )
    game.funds[seat] = max(0, game.funds[seat] - card.cost)
    game.council[seat].append(name)
    deck = game.deck(seat)
    drew = deck[0] if game.rules["council_redraw"] and deck else None
    book.equal("purchase", "the card drawn for the council member", drew, bought["drew"])
    if drew is not None:
        game.hands[seat].append(deck.pop(0))
    offices.paid_as_mayor = game.rules["dismissal"] == "any_payment" and seat == game.mayor and card.cost > 0
    offices.dismiss_if_broken()
