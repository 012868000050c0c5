"""Cards and decks as the kernel reads them: a record for each different card, and the number of every copy.

Only cards that are in some deck become kinds, in the order in which the decks name them.  The copies are numbered
from 1, deck after deck: the shared deck or a duel's two, then the long deck.  UserError (place ``decks``) where the
kernel has no room for what the cards say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.errors import UserError
from balance.games.simcity import state
from balance.games.simcity.codes import (
    BILLS,
    LINES,
    MAX_CARDS,
    MAX_COMPLEXES,
    MAX_KINDS,
    OFFICES,
    SHAPES,
    SORTS,
    WHO,
    ZONES,
)
from balance.games.simcity.surveys import BUILT, Surveys, has_clause
from balance.kernel.record import blank

if TYPE_CHECKING:
    from balance.games.simcity.cards import Card

Deck = Mapping[str, int]  # card id → copies
_Copies = tuple[tuple[str, int], ...]  # the same as a key

LONG_DECK = 2  # its number among the decks
ZONE_GROUPS = {"orange": 1, "navy": 2, "brown": 3}  # zones whose blocks group by zone alone
WATER_GROUP = 4  # green blocks with water
NAME_GROUPS = 5  # the first of those of green blocks of one name
FLAGS = {"plant": "power_plant", "able": "able", "corrupt": "corrupt", "disaster": "disaster", "political": "political"}
ONCE = ("destroy", "election", "freeze")  # clauses that a card may have one of


def kinds_of(decks: Iterable[Deck]) -> list[str]:
    """Ids of the different cards of some decks, in the order in which they are named."""
    return list(dict.fromkeys(card for deck in decks for card, copies in deck.items() if copies > 0))


def deck_lists(held: Mapping[str, Any]) -> list[dict[str, int]]:
    """Card id → copies of every deck of a resolved scenario: the shared one or a duel's by row, then the long one."""
    own = held["each"] if "each" in held else [held["shared"]]
    return [dict(deck) for deck in [*own, *([held["long"]] if "long" in held else [])]]


def card_ids(held: Mapping[str, Any]) -> list[str]:
    """Id of each physical card of a resolved scenario, by its number; number 0 is no card and has no id."""
    return ["", *(card for deck in deck_lists(held) for card, copies in deck.items() for _ in range(copies))]


def packed(cards: Mapping[str, Card], decks: Sequence[Deck], long_deck: Deck) -> Any:
    """A record of `state.RULES` that says all of cards and decks, and is blank elsewhere.

    decks: the shared one, or in a duel that of each row of the line-up.
    """
    found = np.zeros(1, state.RULES)
    found[0] = _packed(tuple(cards.items()), tuple(tuple(deck.items()) for deck in decks), tuple(long_deck.items()))
    return found[0]


@lru_cache(maxsize=16)  # the same decks are tried under many rulings
def _packed(cards: tuple[tuple[str, Card], ...], decks: tuple[_Copies, ...], long_deck: _Copies) -> Any:
    rules = blank(state.RULES)
    _pack(rules, dict(cards), [dict(deck) for deck in decks], dict(long_deck))
    return rules


def _pack(rules: Any, cards: Mapping[str, Card], decks: Sequence[Deck], long_deck: Deck) -> None:
    ids = kinds_of([*decks, long_deck])
    if len(ids) > MAX_KINDS:
        raise UserError(f"the decks have {len(ids)} different cards; the game can keep {MAX_KINDS}", place="decks")
    kinds = [cards[card] for card in ids]
    number_cards(rules, ids, decks, long_deck)
    surveys = Surveys(kinds)
    rules.kinds = len(kinds)
    rules.fields = len(surveys.fields)
    for field, number in surveys.fields.items():
        row = rules.field[number]
        row.scope, row.within, row.buried = field.scope, field.within, field.buried
        row.weight[: len(kinds)] = field.weights
    names = _numbered(card.name for card in kinds)
    looks = _numbered(look(card) for card in kinds)
    greens = _numbered((card.name for card in kinds if card.zone == "green" and card.kind in BUILT), NAME_GROUPS)
    complexes = _numbered(clause.name for card in kinds for clause in card.effect if clause.kind == "complex")
    if len(complexes) > MAX_COMPLEXES:
        raise UserError(f"the cards name {len(complexes)} complexes; the game can keep {MAX_COMPLEXES}", place="decks")
    rules.groups = NAME_GROUPS - 1 + len(greens)
    rules.n_complexes = len(complexes)
    for number, card in enumerate(kinds):
        kind = rules.kind[number]
        print_side(kind, card)
        kind.name_no, kind.looks = names[card.name], looks[look(card)]
        if card.kind in BUILT:
            kind.group[:] = groups(card, greens)
        of_surroundings(kind, card, surveys, number)
        of_complexes(kind, card, complexes)
        of_event(kind, card)


def number_cards(rules: Any, ids: Sequence[str], decks: Sequence[Deck], long_deck: Deck) -> None:
    """S2: the number of every copy, and where each deck begins."""
    number = {card: kind for kind, card in enumerate(ids)}
    at = 1
    for place, deck in [*enumerate(decks), (LONG_DECK, long_deck)]:
        copies = [number[card] for card, count in deck.items() for _ in range(count)]
        if at + len(copies) > MAX_CARDS:
            total = sum(sum(each.values()) for each in [*decks, long_deck])
            raise UserError(f"the decks have {total} cards; the game can keep {MAX_CARDS - 1}", place="decks")
        rules.deck_first[place], rules.deck_cards[place] = at, len(copies)
        rules.kind_of[at : at + len(copies)] = copies
        at += len(copies)
    rules.n_cards = at - 1


def print_side(kind: Any, card: Card) -> None:
    """What stands on the card beside its effect, and the clauses that are a plain yes."""
    kind.family = SORTS.index(card.kind)
    kind.zone = _zone(card.zone)
    for name in ("phase", "value", "sims", "crime", "pollution", "limit", "cost"):
        kind[name] = getattr(card, name)
    kind.house = int(card.sims_kind == "supply")
    kind.lines[:] = [LINES[card.road], LINES[card.rail], LINES[card.power]]
    for name, tag in FLAGS.items():
        kind[name] = int(tag in card.tags)
    kind.station = int(has_clause(card, "joins_networks"))
    kind.underground = int(has_clause(card, "underground"))
    kind.extra_plays = _total(card, "extra_plays")


def look(card: Card) -> tuple[object, ...]:
    """S8: what an upgrade must differ in, at least in one of it; order of tags and clauses is no difference."""
    lines = (card.road, card.rail, card.power)
    numbers = (card.phase, card.value, card.sims, card.sims_kind, card.crime, card.pollution, card.limit)
    return (*numbers, *lines, frozenset(card.tags), tuple(sorted(map(repr, card.effect))))


def groups(card: Card, greens: Mapping[str, int]) -> tuple[int, int]:
    """S16: the kinds of zoning group that a block belongs to; 0 for none."""
    if card.zone == "green":
        return greens[card.name], WATER_GROUP if "water" in card.tags else 0
    return ZONE_GROUPS.get(card.zone, 0), 0


def of_surroundings(kind: Any, card: Card, surveys: Surveys, number: int) -> None:
    """S11, S15: the terms of its pay, its conditions, and the fields that it counts for."""
    terms = [(t.field, t.times, t.each, t.per, t.first_copy, t.adds) for t in surveys.terms[number]]
    _fill(kind, card, "terms", terms, "clauses, its own and those of other cards that add to it, pay for it")
    _fill(kind, card, "conditions", surveys.conditions[number], "conditions stand on it")
    _fill(kind, card, "fed", surveys.fed(number), "questions of the cards count it")
    kind.slow = int(surveys.slow(number))


def of_complexes(kind: Any, card: Card, numbers: Mapping[str, int]) -> None:
    """S17: its complexes."""
    clauses = [clause for clause in card.effect if clause.kind == "complex"]
    names = [clause.name for clause in clauses]
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"{card.id} names the complex {name} twice; name it once", place="decks")
    rows = [(numbers[clause.name], clause.amount, clause.within) for clause in clauses]
    _fill(kind, card, "complexes", rows, "complexes have it as a member")


def of_event(kind: Any, card: Card) -> None:
    """S25: what an event does."""
    for name in ONCE:
        if sum(clause.kind == name for clause in card.effect) > 1:
            raise UserError(f"{card.id} has the clause `{name}` twice; give it once", place="decks")
    bills, money = [], []
    for clause in card.effect:
        if clause.kind == "destroy":
            kind.destroys, kind.dice = clause.amount, clause.dice
            kind.form, kind.only_zone = SHAPES.index(clause.shape), _zone(clause.zone)
        elif clause.kind == "mayor_pays":
            bills.append((clause.amount, BILLS.index(clause.measure or "flat"), clause.per))
        elif clause.kind in ("gain", "lose"):
            money.append((clause.amount if clause.kind == "gain" else -clause.amount, WHO.index(clause.who)))
        elif clause.kind == "election":
            kind.elects = OFFICES.index(clause.office)
        elif clause.kind == "recall":
            kind.recalls = 1
        elif clause.kind == "freeze":
            kind.freezes, kind.freeze_rounds = _zone(clause.zone), clause.amount
    _fill(kind, card, "bills", bills, "bills stand on it")
    _fill(kind, card, "money", money, "gains and losses stand on it")
    kind.discards = _total(card, "discard")


def _fill(kind: Any, card: Card, name: str, rows: Sequence[tuple[int, ...]], what: str) -> None:
    """Write the rows of one list of a kind, and their number.  Raises UserError if there is no room."""
    room = kind[name]
    if len(rows) > len(room):
        raise UserError(f"{card.id}: {len(rows)} {what}; the game can keep {len(room)}", place="decks")
    kind["n_" + name] = len(rows)
    for place, row in enumerate(rows):
        room[place] = tuple(row)


def _total(card: Card, clause: str) -> int:
    """Sum of the amounts of one kind of clause."""
    return sum(each.amount for each in card.effect if each.kind == clause)


def _zone(name: str) -> int:
    """Code of a zone, 0 for none."""
    return ZONES.index(name) + 1 if name else 0


def _numbered(things: Iterable[Any], first: int = 0) -> dict[Any, int]:
    """Number of each different thing, in the order of its first appearance."""
    return {thing: first + place for place, thing in enumerate(dict.fromkeys(things))}
