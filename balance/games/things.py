"""What games can take away by their rulings: each switched off or to another of its words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from annotated_types import Ge
from pydantic import BaseModel

from balance.errors import UserError
from balance.games.contract import Thing
from balance.games.fields import literal, rule_id, words
from balance.games.telling import LANGUAGES, Words

RULES = "rules"  # the group of rulings, which every game may have


class Labels:
    """What a game calls its things in both languages: the phrases of its reports."""

    def __init__(self, package: str, folder: str = "report_text") -> None:
        self.words = [Words(package, language, folder) for language in LANGUAGES]

    def both(self, key: str, **values: object) -> tuple[str, str]:
        """The phrase in English and in Japanese; KeyError if there is none."""
        english, japanese = (each.say(key, **values) for each in self.words)
        return english, japanese


def ruling_things(
    model: BaseModel,
    labels: Labels,
    playable: Callable[[Mapping[str, Any]], object],
    *,
    leave: Collection[str] = (),
    more: Mapping[str, Sequence[Any]] | None = None,
) -> list[Thing]:
    """Each ruling at its other values: a switch turned, each other word of a choice, a number at 0.

    ``leave``: rulings that are no clause to switch, or are things of another group.  ``more``: other values of
    rulings that are none of the three.  ``playable`` raises UserError for rules that cannot be played; such
    values are left out.
    """
    kind = type(model)
    found = []
    for key, value in model.model_dump().items():
        others = [] if key in leave else [*_others(kind, key, value), *(more or {}).get(key, ())]
        for other in others:
            if other == value or not _is_playable(playable, {key: other}):
                continue
            said = other if isinstance(other, str) else literal(other)
            english, japanese = (f"{label}: {said}" for label in labels.both(f"ruling.{key}"))
            name = f"{key}={said}"
            found.append(Thing(name, RULES, english, japanese, {"rules": {key: other}}, rule_id(kind, key)))
    return found


def _others(kind: type[BaseModel], key: str, value: Any) -> list[Any]:
    """The other values of a ruling that its type alone tells."""
    options = words(kind, key)
    if options:
        return [word for word in options if word != value]
    if isinstance(value, bool):
        return [not value]
    field = kind.model_fields[key]
    from_zero = any(isinstance(limit, Ge) and limit.ge == 0 for limit in field.metadata)
    return [0] if from_zero and value else []


def _is_playable(playable: Callable[[Mapping[str, Any]], object], rules: Mapping[str, Any]) -> bool:
    try:
        playable(rules)
    except UserError:
        return False
    return True
