"""What the fields of a game's settings admit, in words, and a failed validation as one sentence.

A settings model describes each ruling once: its type, its range and the id of its rule.  The check, the
error sentence, `balance list rules` and the template of a new scenario all read that description.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from annotated_types import Ge, Le
from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from balance.errors import UserError, suggestion

SHOWN = 60  # characters of a wrong value that an error repeats
BARE_KEY = re.compile(rf"[A-Za-z0-9_-]{{1,{SHOWN}}}")


def number(rule: str, low: int, high: int) -> Any:
    """Field of a whole number from ``low`` to ``high``, told by rule ``rule``."""
    return Field(ge=low, le=high, json_schema_extra={"rule": rule})


def switch(rule: str) -> Any:
    """Field that is true or false."""
    return Field(json_schema_extra={"rule": rule})


def choice(rule: str, words: Iterable[str]) -> Any:
    """Field that is one of ``words``."""
    return Field(json_schema_extra={"rule": rule, "words": list(words)})


def special(rule: str, admits: str) -> Any:
    """Field with a validator of its own; ``admits`` says in words what it takes."""
    return Field(json_schema_extra={"rule": rule, "admits": admits})


def either(words: Iterable[str]) -> str:
    """``"a", "b" or "c"``."""
    quoted = [json.dumps(word) for word in words]
    return " or ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)


def literal(value: object) -> str:
    """A number, word, switch or list as TOML writes it."""
    return json.dumps(value, ensure_ascii=False, default=str)


def show(value: object) -> str:
    """A wrong value as its author wrote it, or nearly so, cut where it gets long."""
    text = literal(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def dotted(*keys: str) -> str:
    """Dotted path of ``keys``, each as TOML would write it: the place that an error names."""
    return ".".join(key if BARE_KEY.fullmatch(key) else show(key) for key in keys)


def _extra(model: type[BaseModel], key: str) -> dict[str, Any]:
    extra = model.model_fields[key].json_schema_extra
    return dict(extra) if isinstance(extra, dict) else {}


def rule_id(model: type[BaseModel], key: str) -> str:
    """Id of the rule that a field belongs to, such as ``N7``."""
    return str(_extra(model, key)["rule"])


def words(model: type[BaseModel], key: str) -> tuple[str, ...]:
    """The words that a field chooses among; none if it is not a choice."""
    return tuple(_extra(model, key).get("words", ()))


def admitted(model: type[BaseModel], key: str) -> str:
    """What a field takes, in words: ``a whole number from 1 to 10``."""
    extra = _extra(model, key)
    if "admits" in extra:
        return str(extra["admits"])
    if "words" in extra:
        return either(extra["words"])
    field = model.model_fields[key]
    if field.annotation is bool:
        return "true or false"
    low = next(limit.ge for limit in field.metadata if isinstance(limit, Ge))
    high = next(limit.le for limit in field.metadata if isinstance(limit, Le))
    return f"a whole number from {low} to {high}"


class Settings(BaseModel):
    """Base of a game's rulings: no default, no unknown key, no silent conversion (`true` is not 1)."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @field_validator("*")
    @classmethod
    def _one_of_the_words(cls, value: Any, info: ValidationInfo) -> Any:
        options = words(cls, str(info.field_name))
        if options and value not in options:
            raise ValueError("not one of the words")
        return value


def as_user_error(model: type[BaseModel], values: Mapping[str, Any], error: ValidationError) -> UserError:
    """The first fault of ``values`` as one sentence; an unknown key goes first: it may explain the rest."""
    faults = error.errors()
    fault = next((f for f in faults if f["type"] == "extra_forbidden"), faults[0])
    key = str(fault["loc"][0])
    if fault["type"] == "extra_forbidden":
        return UserError(f"unknown ruling{suggestion(key, model.model_fields)}", place=dotted("rules", key))
    own = fault.get("ctx", {}).get("error")
    if isinstance(own, UserError):
        return UserError(own.message, place=f"rules.{own.place or key}")
    value = values[key]
    near = suggestion(value, words(model, key)) if isinstance(value, str) and words(model, key) else ""
    near = near if near.startswith("; did") else ""
    return UserError(f"{show(value)} is not allowed; give {admitted(model, key)}{near}", place=f"rules.{key}")
