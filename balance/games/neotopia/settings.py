"""The rulings and sizes of Neotopia: what `[rules]` of a scenario may say, checked, and the kernel's record.

Defaults are in `defaults.toml`, meanings in `RULES.md`; here are types, ranges and what must fit together.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, field_validator

from balance.errors import UserError, suggestion
from balance.games.fields import (
    Settings,
    as_user_error,
    choice,
    dotted,
    either,
    number,
    show,
    special,
    switch,
)
from balance.games.neotopia import codes, state
from balance.kernel.record import blank

SEATS = (2, 6)  # players that a table may have
DRAFT_SEATS = (3, 4)  # players that the draft is for
SUIT_TAKEN_OUT = 3  # with so many players one suit is taken out
SIZES = (
    "suits",
    "cards_per_suit",
    "hand",
    "rounds",
    "field_up",
    "start_coins",
    "keep_cost",
    "release_gain",
    "transfer_cost",
    "hire_cost",
    "skill_cost",
)

Row = dict[str, int]
LARGEST_PART = 99
PLAIN_PARTS = ("vp", "vp_first", "vp_second")  # what a rank alone decides
MONEY_PARTS = ("coins", "take", "vp_per_coin_pair")
NEVER_NEGATIVE = ("coins", "take")  # an effect pays coins; no rule says how a player would be charged
# Effect tables by name: the row of a suit from its number and the number of suits.
EFFECT_TABLES: dict[str, Callable[[int, int], Row]] = {
    "flat": lambda suit, suits: {"vp": 3},
    "count": lambda suit, suits: {"vp_per_card": 1},
    "ladder": lambda suit, suits: {"vp": suits + 1 - suit},
}

CHOICES = codes.CHOICES


class NeotopiaRules(Settings):
    """Every ruling and size, in the order of the rules page; money in coins, the rest in cards or VP."""

    removed_suit: Literal["random"] | Annotated[int, Field(ge=1, le=codes.MAX_SUITS)] = special(
        "N1", f'"random" or the number of a suit from 1 to {codes.MAX_SUITS}'
    )
    coin_supply: int = number("N10", 0, 9999)
    coin_shortage: str = choice("N10", CHOICES["coin_shortage"])
    suits: int = number("N1", 1, codes.MAX_SUITS)
    cards_per_suit: int = number("N1", 1, 60)
    hand: int = number("N1", 1, 60)
    rounds: int = number("N3", 1, codes.MAX_ROUNDS)
    field_up: int = number("N1", 0, 60)
    start_coins: int = number("N1", 0, 99)
    keep_cost: int = number("N5", 0, 99)
    release_gain: int = number("N6", 0, 99)
    transfer_cost: int = number("N7", 0, 99)
    hire_cost: int = number("N8", 0, 99)
    skill_cost: int = number("N11", 0, 99)
    skills: list[str] = special("N11", f"a list of different skills among {either(codes.SKILLS)}; [] for none")
    rotate_start: bool = switch("N4")
    release_from: str = choice("N6", CHOICES["release_from"])
    transfer_targets: str = choice("N7", CHOICES["transfer_targets"])
    secret_personnel: str = choice("N13", CHOICES["secret_personnel"])
    secret_count: str = choice("N13", CHOICES["secret_count"])
    secret_parity: bool = switch("N13")
    move_passes: str = choice("N15", CHOICES["move_passes"])
    riot: str = choice("N19", CHOICES["riot"])
    riot_penalty: int = number("N19", 0, 99)
    ties: str = choice("N20", CHOICES["ties"])
    order_bonus: Literal["order", "none"] | list[Annotated[int, Field(ge=-99, le=99)]] = special(
        "N22", '"order", "none" or a list of whole numbers from -99 to 99, one for each player'
    )
    jokers: int = number("N23", 0, 1)
    joker_uses: str = choice("N23", CHOICES["joker_uses"])
    joker_order_bonus: bool = switch("N23")
    joker_view: str = choice("N23", CHOICES["joker_view"])
    joker_threshold: int = number("N23", 1, 99)
    vp_per_coin: int = number("N24", 0, 99)
    effects: str | dict[str, Row] = special(
        "N21",
        f"{either(EFFECT_TABLES)}, or a row for each suit, such as {{ vp = 3 }}, of whole numbers "
        f"from -{LARGEST_PART} to {LARGEST_PART}",
    )

    @field_validator("skills")
    @classmethod
    def _known_skills(cls, value: list[str]) -> list[str]:
        for skill in value:
            if skill not in codes.SKILLS:
                raise UserError(f"unknown skill {show(skill)}{suggestion(skill, codes.SKILLS)}")
            if value.count(skill) > 1:
                raise UserError(f"{show(skill)} is named twice; name each skill once")
        return [skill for skill in codes.SKILLS if skill in value]

    @field_validator("effects", mode="before")
    @classmethod
    def _known_effects(cls, value: Any) -> Any:
        if isinstance(value, str) and value not in EFFECT_TABLES:
            raise UserError(f"unknown table {show(value)}{suggestion(value, EFFECT_TABLES)}")
        if not isinstance(value, dict):
            return value
        numbers = [str(suit) for suit in range(1, codes.MAX_SUITS + 1)]
        for suit in value:
            if suit not in numbers:
                raise UserError(f"{show(suit)} is no suit; a row belongs to the number of a suit, such as 1")
        return {suit: _row(suit, value[suit]) for suit in numbers if suit in value}


def _row(suit: str, row: object) -> Row:
    """One row of effects without its zeros, its parts in their usual order."""
    here = f"effects.{suit}"
    if not isinstance(row, dict):
        raise UserError(f"{show(row)} is no row; give a table such as {{ vp = 3 }}", place=here)
    for part, amount in row.items():
        if part not in codes.EFFECT_PARTS:
            raise UserError(f"unknown part{suggestion(part, codes.EFFECT_PARTS)}", place=f"{here}.{dotted(part)}")
        low = 0 if part in NEVER_NEGATIVE else -LARGEST_PART
        if type(amount) is not int or not low <= amount <= LARGEST_PART:
            raise UserError(
                f"{show(amount)} is not allowed; give a whole number from {low} to {LARGEST_PART}",
                place=f"{here}.{part}",
            )
    return {part: row[part] for part in codes.EFFECT_PARTS if row.get(part)}


MODEL = NeotopiaRules


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("defaults.toml").read_text(encoding="utf-8"))


def defaults(players: int | None = None) -> dict[str, Any]:
    """Players, games, seed, seats and rules in force for so many players if a scenario says nothing.

    ``None`` means the usual number of players.  The caller may change the result.
    """
    data = copy.deepcopy(_file())
    by_players = data.pop("rules_by_players")
    data["players"] = data["players"] if players is None else players
    data["rules"] |= by_players.get(str(data["players"]), {})
    return data


def load(rules: Mapping[str, Any], players: int) -> NeotopiaRules:
    """The rulings of a scenario over the defaults for ``players``, checked one by one and together.

    Raises UserError with ``place`` ``rules.<key>``.
    """
    if not SEATS[0] <= players <= SEATS[1]:
        raise UserError(f"{players} cannot play; give {SEATS[0]} to {SEATS[1]} players", place="players")
    values = {**defaults(players)["rules"], **rules}
    try:
        model = NeotopiaRules.model_validate(values)
    except ValidationError as error:
        raise as_user_error(NeotopiaRules, values, error) from None
    _check_suits(model, players)
    _check_cards(model, players)
    _check_money(model, players)
    return model


def _check_suits(model: NeotopiaRules, players: int) -> None:
    """Suit numbers lie among the suits, and every suit has its effects."""
    suits = model.suits
    if players == SUIT_TAKEN_OUT and suits < 2:
        raise UserError("with 3 players one suit is taken out; give at least 2", place="rules.suits")
    if isinstance(model.removed_suit, int) and model.removed_suit > suits:
        raise UserError(
            f"{model.removed_suit} is not in play; give a suit from 1 to {suits}", place="rules.removed_suit"
        )
    if isinstance(model.effects, dict):
        wanted = {str(suit) for suit in range(1, suits + 1)}
        for suit in sorted(wanted - set(model.effects), key=int):
            raise UserError(f"suit {suit} has no row; give one for each suit from 1 to {suits}", place="rules.effects")
        for suit in sorted(set(model.effects) - wanted, key=int):
            raise UserError(f"there are only {suits} suits; drop this row", place=f"rules.effects.{suit}")


def _check_cards(model: NeotopiaRules, players: int) -> None:
    """The pack is big enough for hands and field, and not too big for the table's record."""
    printed = model.suits * model.cards_per_suit + model.jokers + 1
    taken_out = model.cards_per_suit if players == SUIT_TAKEN_OUT else 0
    needed = players * model.hand + model.rounds + model.field_up
    if needed > printed - taken_out:
        raise UserError(
            f"{players} hands of {model.hand}, {model.rounds} face-down and {model.field_up} face-up cards "
            f"of the field need {needed} cards, but {printed - taken_out} are in play; "
            "lower hand, rounds or field_up, or raise suits or cards_per_suit",
            place="rules.hand",
        )
    if printed > codes.MAX_CARDS:
        raise UserError(
            f"{printed} cards are too many; lower suits or cards_per_suit to at most {codes.MAX_CARDS}",
            place="rules.cards_per_suit",
        )


def _check_money(model: NeotopiaRules, players: int) -> None:
    """The coins that are dealt exist, and a list of bonuses has one for each player."""
    dealt = players * model.start_coins
    if model.coin_shortage != "unlimited" and dealt > model.coin_supply:
        raise UserError(
            f"{model.coin_supply} coins are too few for {players} players with {model.start_coins} each; "
            f'give at least {dealt}, or coin_shortage = "unlimited"',
            place="rules.coin_supply",
        )
    if isinstance(model.order_bonus, list) and len(model.order_bonus) != players:
        raise UserError(
            f"{len(model.order_bonus)} numbers for {players} players; give one for each",
            place="rules.order_bonus",
        )


def resolved(model: NeotopiaRules) -> dict[str, Any]:
    """Every ruling in force, ready for JSON: the `rules` of a trace and of a run's manifest."""
    return model.model_dump()


def effect_rows(model: NeotopiaRules) -> dict[int, Row]:
    """The effect table in force by suit number, whichever way it was given."""
    if isinstance(model.effects, dict):
        return {int(suit): row for suit, row in model.effects.items()}
    row = EFFECT_TABLES[model.effects]
    return {suit: row(suit, model.suits) for suit in range(1, model.suits + 1)}


def to_record(model: NeotopiaRules, players: int) -> Any:
    """The rulings as one record of ``state.RULES``, the kernel's argument."""
    rules = blank(state.RULES)
    rules.seats = players
    if players == SUIT_TAKEN_OUT:
        rules.removed_suit = -1 if model.removed_suit == "random" else model.removed_suit
    rules.start_card = model.suits + 1
    rules.kinds = model.suits + 2
    for name in codes.NUMBERS:
        rules[name] = int(getattr(model, name))
    for name, words in CHOICES.items():
        rules[name] = words.index(getattr(model, name))
    if model.order_bonus != "none":
        bonus = range(1, players + 1) if isinstance(model.order_bonus, str) else model.order_bonus
        rules.order_bonus[1 : players + 1] = list(bonus)
    service = model.suits * model.cards_per_suit
    for slot in range(service):
        rules.slot_kind[slot] = slot // model.cards_per_suit + 1
    rules.slot_kind[service] = rules.start_card
    if model.jokers:
        rules.slot_kind[service + 1] = codes.JOKER
    for suit, row in effect_rows(model).items():
        rules.plain_effect[suit] = int(all(part in PLAIN_PARTS for part, amount in row.items() if amount))
        for part, amount in row.items():
            rules.effects[suit]["take_" if part == "take" else part] = amount
            rules.money_effects |= int(part in MONEY_PARTS and amount != 0)
    plain = all(rules.plain_effect[suit] for suit in range(1, model.suits + 1))
    rules.by_rank = int(plain and model.ties == "clockwise" and model.joker_view == "all")
    for n, skill in enumerate(codes.SKILLS):
        rules.skill_allowed[n] = int(skill in model.skills)
    return rules


def enter_bans(rules: Any, row: int, names: Sequence[str]) -> None:
    """Mark in the kernel's record what of `codes.BANS` a row of the line-up may not use."""
    rules.banned[row] = sum(1 << codes.BANS.index(name) for name in names)


def differences(rules: Mapping[str, Any], players: int) -> list[tuple[str, Any, Any]]:
    """(key, value, the draft's value) wherever ``resolved`` rules depart from the draft for ``players``."""
    draft = defaults(players)["rules"]
    return [(key, value, draft[key]) for key, value in rules.items() if value != draft[key]]


def notes(model: NeotopiaRules, players: int) -> list[str]:
    """Flags ``outside_draft:<size>`` for the number of players and each size that the draft does not have."""
    flags = [] if players in DRAFT_SEATS else ["players"]
    flags += [key for key, _, _ in differences(resolved(model), players) if key in SIZES]
    return [f"outside_draft:{key}" for key in flags]
