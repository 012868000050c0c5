"""What Sim City can be played without: cards, events, offices, long cards, and each ruling at its other values.

A card is taken away at its very places of the deck, so that all others are dealt as before: its row in the card
table becomes that of a blank, or of the card that stands in for it, under the same id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from balance.errors import UserError, suggestion
from balance.games.contract import Thing
from balance.games.simcity import settings
from balance.games.simcity.cards import Card
from balance.games.simcity.clauses import FORMS, Clause, Selector, forms
from balance.games.simcity.settings import Setup
from balance.games.things import Labels, ruling_things
from balance.metrics.spec import WIN, Metric, Tally

CARDS, EVENTS, OFFICES, LONG, ACTIONS = "cards", "events", "offices", "long_cards", "actions"
CLAUSES = "clauses"
RULE_OF = {  # first word of a clause → the rule that it is played by
    "receives": "S15",
    "adds": "S15",
    "underground": "S15",
    "complex": "S17",
    "needs": "S11",
    "forbids": "S11",
    "extra_plays": "S6",
    "joins_networks": "S12",
    "destroy": "S26",
    "mayor_pays": "S21",
    "gain": "S21",
    "lose": "S21",
    "election": "S24",
    "recall": "S25",
    "freeze": "S25",
    "discard": "S25",
}
DESCRIBED = ("played_win_rate", "opening_win_rate", "played", "dead", "pay")  # metrics of a card that tell of it
DRAWER = Metric(
    "card_drawer_win_rate",
    "win rate of those who drew the card",
    "そのカードを引いた席の勝率",
    "share",
    "rate",
    Tally("cards", "drawn_points", by=("card",)),
    Tally("cards", "drawn", by=("card",)),
    WIN,
)
WAYS = {"new": "S7", "upgrade": "S8", "rezone": "S9"}
NO_CLAUSE = ("mode", "table")  # rulings that are no clause to switch
OWN_GROUP = ("offices", "long_cards", "may_pass")  # things of another group where they are in force
Sets = Mapping[str, Callable[[Card], bool]]
EVENT_SETS: Sets = {
    "events": lambda card: card.kind == "event",
    "disasters": lambda card: card.kind == "event" and "disaster" in card.tags,
    "political": lambda card: card.kind == "event" and "political" in card.tags,
}
COUNCIL: Sets = {"council": lambda card: card.kind == "council"}


def things(setup: Setup, players: int, *, instead: str | None = None) -> list[Thing]:
    """All that can be taken away of this deck under these rulings.

    ``instead``: id of the card that stands in for each card, for the blank.  Raises UserError if there is none.
    """
    labels = Labels("balance.games.simcity")
    rules, decks = settings.resolved(setup), settings.resolved_decks(setup)
    model = setup.rules
    in_force = [key for key in OWN_GROUP if getattr(model, key)]

    def playable(changed: Mapping[str, Any]) -> object:
        return settings.join(settings.load({**rules, **changed}, players), players, decks)

    return [
        *_cards(setup, _stand_in(setup, instead)),
        *_clauses(setup, labels),
        *_sets(setup, EVENT_SETS, EVENTS, "S25", labels),
        *_switched(setup, "offices", OFFICES, "S24", labels),
        *_sets(setup, COUNCIL, OFFICES, "S5", labels),
        *_switched(setup, "long_cards", LONG, "S27", labels),
        *_ways(setup, labels),
        *ruling_things(model, labels, playable, leave=(*NO_CLAUSE, *in_force)),
    ]


def blank(card: Card, never: str) -> Card:
    """A card that can never be played, with the id of another.

    It needs a block of the card ``never`` nearby, which is a blank itself, so that none can be the first.  It is a
    long card if the other is one, for the long deck; and gold, so that it belongs to no zoning group.
    """
    return Card(
        id=card.id,
        name="Blank",
        name_ja="白紙",
        kind="long" if card.kind == "long" else "block",
        zone="gold",
        phase=4,
        value=0,
        sims=0,
        sims_kind="",
        crime=0,
        pollution=0,
        road="",
        rail="",
        power="",
        limit=0,
        cost=0,
        tags=(),
        effect=(Clause("needs", selector=Selector("card", never)),),
        rarity="",
        source="own",
    )


def _without(setup: Setup, replaced: Mapping[str, Card]) -> dict[str, Any]:
    """The card table with other cards under some ids; decks and their order stay."""
    cards = setup.materials.cards
    return {"decks": {"cards": [replaced.get(card, printed).to_row() for card, printed in cards.items()]}}


def _cards(setup: Setup, stand_in: Card | None) -> list[Thing]:
    """S1: each card of the decks, all its copies."""
    asked_for = _asked_by_id(setup)
    labels = Labels("balance.games.simcity")
    found = []
    for card in setup.materials.cards.values():
        if stand_in is not None and card.id == stand_in.id:
            continue
        here = {"card": card.id}
        described = tuple((f"card_{what}", here) for what in DESCRIBED)
        thing = Thing(
            card.id,
            CARDS,
            card.name,
            card.name_ja,
            rule="S1",
            holder=(DRAWER, here),
            described=described,
        )
        if stand_in is not None and card.id in asked_for:
            why, why_ja = labels.both("thing.asked_by_id", card=asked_for[card.id])
            found.append(replace(thing, why=why, why_ja=why_ja))
            continue
        other = blank(card, card.id) if stand_in is None else replace(stand_in, id=card.id)
        found.append(replace(thing, without=_without(setup, {card.id: other})))
    return found


def _stand_in(setup: Setup, instead: str | None) -> Card | None:
    """The card of the decks that stands in for others, one that no effect knows by its id.  Raises UserError."""
    if instead is None:
        return None
    cards, asked_for = setup.materials.cards, _asked_by_id(setup)
    if instead not in cards:
        raise UserError(f"no card of the decks has the id '{instead}'{suggestion(instead, cards)}", place="--instead")
    if instead in asked_for:
        raise UserError(
            f"{asked_for[instead]} asks for the card {instead} by its id, so that in other places it would be another "
            "card; give a card that none asks for",
            place="--instead",
        )
    return cards[instead]


def _asked_by_id(setup: Setup) -> dict[str, str]:
    """Cards that an effect knows by their id → a card with such an effect."""
    return {
        clause.selector.name: card.id
        for card in setup.materials.cards.values()
        for clause in card.effect
        if clause.selector is not None and clause.selector.kind == "card"
    }


def _clauses(setup: Setup, labels: Labels) -> list[Thing]:
    """Each form of a clause that a card of the decks has: struck out on all of them, the cards as they are else."""
    cards = setup.materials.cards
    found = []
    for form in FORMS:
        kept = {
            card.id: tuple(clause for clause in card.effect if form not in forms(clause)) for card in cards.values()
        }
        struck = {key: replace(cards[key], effect=left) for key, left in kept.items() if left != cards[key].effect}
        if struck:
            label = labels.both("thing.clause", clause=form)
            found.append(Thing(form, CLAUSES, *label, _without(setup, struck), RULE_OF[form.split()[0]]))
    return found


def _sets(setup: Setup, sets: Sets, group: str, rule: str, labels: Labels) -> list[Thing]:
    """All cards of a kind at once, where the decks have any, blanks in their places."""
    found = []
    for name, is_one in sets.items():
        cards = [card for card in setup.materials.cards.values() if is_one(card)]
        if cards:
            blanks = {card.id: blank(card, cards[0].id) for card in cards}
            label = labels.both(f"thing.{name}")
            found.append(Thing(name, group, *label, _without(setup, blanks), rule))
    return found


def _ways(setup: Setup, labels: Labels) -> list[Thing]:
    """S6: the pass, which a ruling forbids to who can play; ways to play that none forbids."""
    why, why_ja = labels.both("thing.no_ruling")
    without = {"rules": {"may_pass": False}}
    passing = [Thing("pass", ACTIONS, *labels.both("thing.pass"), without, "S6")] if setup.rules.may_pass else []
    ways = [
        Thing(way, ACTIONS, *labels.both(f"name.how.{way}"), rule=rule, why=why, why_ja=why_ja)
        for way, rule in WAYS.items()
    ]
    return [*passing, *ways]


def _switched(setup: Setup, key: str, group: str, rule: str, labels: Labels) -> list[Thing]:
    """What one ruling switches off, where it is on."""
    if not getattr(setup.rules, key):
        return []
    return [Thing(key, group, *labels.both(f"thing.{key}"), {"rules": {key: False}}, rule)]
