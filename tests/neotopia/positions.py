"""Positions made by hand: a table with given hands, field, pile and coins, and the decision of a turn.

Cards are written as in traces, several in one text: ``"s1 s1 joker start"``.  What a position does not name
is empty; every seat has one coin unless told otherwise, and the stock has what is missing to the coin supply.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.games.neotopia import codes, settings, state
from balance.games.neotopia.rules import clear_table
from balance.games.neotopia.settlement import open_books, set_order, settle_suit, settlement_start
from balance.kernel.record import blank
from balance.kernel.rng import block_key, quiet

Hand = Mapping[str, Any]


def rules_of(players: int = 4, **changes: Any) -> Any:
    """The kernel's record of the default rulings for so many players with ``changes`` laid over."""
    return settings.to_record(settings.load(changes, players), players)


def hand(hidden: str = "", public: str = "", secret: str = "", coins: int = 1) -> Hand:
    """What one seat has, by zone."""
    return {"hidden": hidden, "public": public, "secret": secret, "coins": coins}


def kind_of(rules: Any, card: str) -> int:
    """The kernel's number of a card: ``"joker"``, ``"start"`` or ``"s3"``."""
    if card == "joker":
        return codes.JOKER
    return int(rules.start_card) if card == "start" else int(card.removeprefix("s"))


def kinds_of(rules: Any, cards: str) -> list[int]:
    """The numbers of several cards, in their order."""
    return [kind_of(rules, card) for card in cards.split()]


def counts_of(rules: Any, cards: str) -> np.ndarray:
    """How many of each kind there are."""
    return np.bincount(kinds_of(rules, cards), minlength=codes.KINDS)


def cards_of(rules: Any, counts: Sequence[int]) -> str:
    """The text of a zone's counts: joker first, then the suits, then the start card."""
    names = ["joker", *(f"s{suit}" for suit in range(1, rules.suits + 1)), "start"]
    return " ".join(name for name, count in zip(names, counts, strict=False) for _ in range(int(count)))


def position(
    rules: Any,
    *hands: Hand,
    up: str = "",
    down: str = "",
    pile: str = "",
    stock: int | None = None,
    start: int = 0,
    removed: int = 0,
    round_no: int = 1,
    block: int = 0,
) -> Any:
    """A table of ``rules.seats`` seats; seats that are not given hold nothing but a coin."""
    table = blank(state.STATE)
    clear_table(table, rules)
    for p in range(rules.seats):
        seat, held = table.seats[p], hands[p] if p < len(hands) else hand()
        seat.hidden[:] = counts_of(rules, held["hidden"])
        seat.public[:] = counts_of(rules, held["public"])
        seat.closed[:] = counts_of(rules, held["secret"])
        seat.n_hidden, seat.n_public, seat.n_closed = seat.hidden.sum(), seat.public.sum(), seat.closed.sum()
        seat.coins = held["coins"]
        seat.entry = p
    face_down = kinds_of(rules, down)
    table.down[: len(face_down)] = face_down
    table.n_down = len(face_down)
    table.up[:] = counts_of(rules, up)
    table.n_up = table.up.sum()
    table.pile[:] = counts_of(rules, pile)
    table.n_pile = table.pile.sum()
    dealt = sum(int(table.seats[p].coins) for p in range(rules.seats))
    table.stock = rules.coin_supply - dealt if stock is None else stock
    table.start_seat, table.removed, table.round_no = start, removed, round_no
    with quiet():
        table.block = block_key(np.int64(8), np.int64(block))
    return table


def again(table: Any, block: int, **changes: int) -> Any:
    """The same table in another block, where other lots are drawn, with changes such as ``round_no``."""
    other = table.copy()
    with quiet():
        other.block = block_key(np.int64(8), np.int64(block))
    for name, value in changes.items():
        other[name] = value
    return other


def decide(table: Any, rules: Any, **decision: Any) -> None:
    """Write a turn's decision; ``card``, ``take_kind``, ``give`` and ``get`` are cards, ``zone`` a word."""
    now = table.now
    now.place, now.down, now.skill = -1, 0, codes.NO_SKILL
    for name, value in decision.items():
        if name == "zone":
            value = codes.ZONES.index(value)
        elif name == "action":
            value = codes.ACTIONS.index(value)
        elif name == "skill":
            value = codes.SKILLS.index(value)
        elif isinstance(value, str):
            value = kind_of(rules, value)
        now[name] = value


def zones(table: Any, rules: Any, p: int) -> tuple[str, str, str]:
    """Hidden, public and secret cards of a seat as texts; fails if the seat's sizes do not fit them."""
    seat = table.seats[p]
    assert (seat.n_hidden, seat.n_public, seat.n_closed) == (
        seat.hidden.sum(),
        seat.public.sum(),
        seat.closed.sum(),
    )
    return tuple(cards_of(rules, zone) for zone in (seat.hidden, seat.public, seat.closed))  # type: ignore[return-value]


def field(table: Any, rules: Any) -> tuple[str, list[str]]:
    """Face-up cards as a text, and the face-down ones in the order of their places."""
    assert table.n_up == table.up.sum()
    names = [cards_of(rules, np.bincount([kind])) for kind in table.down[: table.n_down]]
    return cards_of(rules, table.up), names


def coins(table: Any, rules: Any) -> list[int]:
    """Coins by seat, then the stock."""
    return [int(table.seats[p].coins) for p in range(rules.seats)] + [int(table.stock)]


def cards_in_all(table: Any, rules: Any) -> list[int]:
    """How many cards of each kind lie anywhere."""
    total = table.up + table.pile + np.bincount(table.down[: table.n_down], minlength=codes.KINDS)
    for p in range(rules.seats):
        seat = table.seats[p]
        total = total + seat.hidden + seat.public + seat.closed
    return [int(count) for count in total[: rules.kinds]]


def opened(rules: Any, *hands: Hand, **table: Any) -> tuple[Any, Any]:
    """A table and its books, ready for the first suit."""
    made = position(rules, *hands, **table)
    open_books(made, rules)
    set_order(rules, made.books, settlement_start(made, rules, made.books))
    return made, made.books


def seats(bits: int) -> list[int]:
    """The seats of a bit set."""
    return [p for p in range(6) if bits >> p & 1]


def suit_line(table: Any, rules: Any, suit: int) -> dict[str, Any]:
    """Settle a suit; its line as a trace has it."""
    books, n = table.books, range(rules.seats)
    settle_suit(table, rules, books, suit)
    return {
        "event": "suit",
        "suit": suit,
        "counts": [int(books.count[p, suit]) for p in n],
        "joker": int(books.joker_seat) if books.declared else None,
        "outcome": codes.OUTCOMES[books.outcome],
        "first": seats(books.first),
        "second": seats(books.second),
        "vp": [int(books.paid[p]) for p in n],
        "coins": [int(books.coins[p]) for p in n],
    }
