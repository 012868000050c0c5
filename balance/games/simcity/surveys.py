"""What the cards ask of their surroundings, as fields: each different question once.

A field is a weight for each kind of card and a reach.  Two clauses that ask the same, in whatever words, share one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balance.errors import UserError
from balance.games.simcity.codes import CONNECTED, MAX_FIELDS, SCOPES, WITHIN

if TYPE_CHECKING:
    from balance.games.simcity.cards import Card
    from balance.games.simcity.effects import Clause, Selector

BUILT = ("block", "long")  # the sorts of cards that lie in a city
SEEN_BURIED = "tag"  # the selectors that a pipeline under other cards still matches


def has_clause(card: Card, kind: str) -> bool:
    """Whether some clause of the card's effect is of this kind."""
    return any(clause.kind == kind for clause in card.effect)


def matches(selector: Selector, card: Card) -> bool:
    """S15: whether a block of this card is one that the selector means; what is never built is none."""
    if card.kind not in BUILT:
        return False
    if selector.kind == "zone":
        return card.zone == selector.name
    if selector.kind == "tag":
        return selector.name in card.tags
    return selector.kind == "any" or card.id == selector.name


@dataclass(frozen=True)
class Survey:
    """One field: int weights by kind, the scope's code, its reach in cells (0 unless it is `WITHIN`)."""

    weights: tuple[int, ...]
    scope: int
    within: int
    buried: int  # 1: a pipeline under other cards counts too


@dataclass(frozen=True)
class Term:
    """One line of a kind's pay, as `state.TERM`."""

    field: int
    times: int
    each: int
    per: int
    first_copy: int
    adds: int


class Surveys:
    """The fields of all kinds, and what each kind makes of them: terms of its pay, conditions of its placement."""

    def __init__(self, kinds: Sequence[Card]) -> None:
        self.kinds = kinds
        self.fields: dict[Survey, int] = {}  # field → its number, in the order of first use
        self.terms: list[list[Term]] = [[] for _ in kinds]
        self.conditions: list[list[tuple[int, int]]] = [[] for _ in kinds]  # (field, 1: needs, 0: forbids)
        for kind, card in enumerate(kinds):
            for clause in card.effect:
                self._own(kind, clause)
        self._added()
        if len(self.fields) > MAX_FIELDS:
            raise UserError(
                f"the cards ask {len(self.fields)} different questions of their surroundings (which blocks, how far); "
                f"the game can keep {MAX_FIELDS}; take out some of the cards, or let them ask for the same",
                place="decks",
            )

    def fed(self, kind: int) -> list[tuple[int, int]]:
        """(field, weight) for every field that a block of this kind counts for."""
        return [(number, field.weights[kind]) for field, number in self.fields.items() if field.weights[kind]]

    def slow(self, kind: int) -> bool:
        """Whether some field that the kind asks for follows power lines."""
        scopes = [field.scope for field in self.fields]
        asked = [term.field for term in self.terms[kind]] + [field for field, _ in self.conditions[kind]]
        return any(scopes[field] == CONNECTED for field in asked)

    def _own(self, kind: int, clause: Clause) -> None:
        """What a clause asks for the card that it stands on."""
        if clause.kind == "receives":
            weights = self._matching(clause.selector)
            if any(weights):
                field = self._number(weights, clause, _seen_buried(clause.selector))
                self.terms[kind].append(
                    Term(field, clause.amount, int(not clause.once), 0, int(clause.first_copy), adds=0)
                )
        elif clause.kind == "receives_per":
            weights = tuple(getattr(card, clause.measure) if card.kind in BUILT else 0 for card in self.kinds)
            if any(weights):
                field = self._number(weights, clause, buried=False)
                self.terms[kind].append(Term(field, clause.amount, 1, clause.per, int(clause.first_copy), adds=0))
        elif clause.kind in ("needs", "forbids"):
            weights, wanted = self._matching(clause.selector), int(clause.kind == "needs")
            if wanted or any(weights):
                field = self._number(weights, clause, _seen_buried(clause.selector))
                self.conditions[kind].append((field, wanted))

    def _added(self) -> None:
        """The `adds` clauses: one field for each (selector, scope, reach), one term for each kind it matches."""
        asked: dict[Any, tuple[Clause, list[int]]] = {}
        for kind, card in enumerate(self.kinds):
            for clause in card.effect:
                if clause.kind == "adds":
                    same = (clause.selector, clause.scope, _reach(clause))
                    asked.setdefault(same, (clause, [0] * len(self.kinds)))[1][kind] += clause.amount
        for clause, weights in asked.values():
            matching = [kind for kind, one in enumerate(self._matching(clause.selector)) if one]
            if matching and any(weights):
                field = self._number(tuple(weights), clause, buried=True)
                for kind in matching:
                    self.terms[kind].append(Term(field, 1, 1, 0, 0, adds=1))

    def _matching(self, selector: Selector | None) -> tuple[int, ...]:
        """1 for each kind that the selector means, else 0."""
        assert selector is not None  # the grammar gives one to every clause that asks for blocks
        return tuple(int(matches(selector, card)) for card in self.kinds)

    def _number(self, weights: tuple[int, ...], clause: Clause, buried: bool) -> int:
        """Number of the field with these weights and the clause's reach."""
        below = buried and any(
            weight and has_clause(card, "underground") for weight, card in zip(weights, self.kinds, strict=True)
        )
        survey = Survey(weights, SCOPES.index(clause.scope), _reach(clause), int(below))
        return self.fields.setdefault(survey, len(self.fields))


def _seen_buried(selector: Selector | None) -> bool:
    return selector is not None and selector.kind == SEEN_BURIED


def _reach(clause: Clause) -> int:
    """Cells that a clause reaches; 0 where that is no question of cells."""
    return clause.within if SCOPES.index(clause.scope) == WITHIN else 0
