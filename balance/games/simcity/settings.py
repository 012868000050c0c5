"""The rulings of Sim City: what `[rules]` of a scenario may say, checked, and the kernel's record.

Defaults are in `defaults.toml`, meanings in `RULES.md`; here are types, ranges and what must fit together.
Cards and decks are read in `materials.py` and turned into records in `pack.py`.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from balance.errors import UserError
from balance.games import contract
from balance.games.fields import Settings, as_user_error, choice, number, special, switch
from balance.games.simcity import codes
from balance.games.simcity.facts import MAP_SIDE
from balance.games.simcity.materials import KEYS, NOTHING, Materials, read
from balance.games.simcity.pack import packed

SEATS = (1, codes.MAX_SEATS)
SEATS_OF_MODE = {"shared": (2, codes.MAX_SEATS), "solitaire": (1, 1), "duel": (2, 2)}
FEWEST_SHARED = 3  # the rules have a shared city from so many players on
SMALLEST_TABLE = 3
MOST_MONEY = 99_999

CHOICES = codes.CHOICES
Side = Annotated[int, Field(ge=SMALLEST_TABLE, le=codes.MAX_TABLE)]


class SimCityRules(Settings):
    """Every ruling, in the order of the rules; sizes in cards, cells, sims or money."""

    mode: str = choice("S1", CHOICES["mode"])
    hand: int = number("S2", 1, 60)
    draws: int = number("S3", 1, 9)
    plays: int = number("S3", 1, 9)
    council_redraw: bool = switch("S5")
    may_pass: bool = switch("S6")
    credit: str = choice("S6", CHOICES["credit"])
    table: Annotated[list[Side], Field(min_length=2, max_length=2)] = special(
        "S7", f"[width, height], each a whole number from {SMALLEST_TABLE} to {codes.MAX_TABLE}"
    )
    rezone_failed: str = choice("S9", CHOICES["rezone_failed"])
    able_counts: str = choice("S10", CHOICES["able_counts"])
    network_join: str = choice("S12", CHOICES["network_join"])
    network_ends: str = choice("S12", CHOICES["network_ends"])
    supply_sum: bool = switch("S12")
    power_required: bool = switch("S13")
    negative_pay: bool = switch("S14")
    zoning_min: int = number("S16", 2, 99)
    zoning_pay: int = number("S16", 0, 99)
    complex_min: int = number("S17", 2, 99)
    rebuilding: int = number("S18", 0, 99)
    phase1_factor: int = number("S19", 0, 20)
    phase1_min: int = number("S19", 0, 99)
    phase2_factor: int = number("S19", 0, 20)
    phase3_factor: int = number("S20", 0, 99)
    phase3_min: int = number("S20", 0, 999)
    phase3_orange: str = choice("S20", CHOICES["phase3_orange"])
    dismissal: str = choice("S22", CHOICES["dismissal"])
    resign_bill: str = choice("S22", CHOICES["resign_bill"])
    leaver_bids: bool = switch("S23")
    auction: str = choice("S23", CHOICES["auction"])
    offices: bool = switch("S24")
    election_tie: str = choice("S24", CHOICES["election_tie"])
    governor_pays: str = choice("S24", CHOICES["governor_pays"])
    offices_combine: bool = switch("S24")
    events_from_phase: Literal["by_tag", 3] = special("S25", '"by_tag" or 3')
    disaster_removes: str = choice("S26", CHOICES["disaster_removes"])
    long_cards: bool = switch("S27")
    long_draw: str = choice("S27", CHOICES["long_draw"])
    long_vertical: bool = switch("S27")
    rezone_long_block: str = choice("S27", CHOICES["rezone_long_block"])
    hand_limit: int = number("S28", 0, 60)
    target: int = number("S29", 0, MOST_MONEY)
    end_on_target: str = choice("S29", CHOICES["end_on_target"])
    table_full: str = choice("S29", CHOICES["table_full"])
    rezone_counts_as_play: bool = switch("S29")
    turn_limit: int = number("S29", 1, codes.MAX_ROUNDS)


MODEL = SimCityRules


@dataclass(frozen=True)
class Setup:
    """What is played: the rulings, and the cards and decks once they are joined to them."""

    rules: SimCityRules
    materials: Materials = NOTHING


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("defaults.toml").read_text(encoding="utf-8"))


PASSED_ROUNDS = 10  # rounds kept beyond those that it takes to play every card


def defaults(players: int | None = None) -> dict[str, Any]:
    """Players, games, seed, seats and rules in force for so many players if a scenario says nothing.

    ``None`` means the usual number of players.  The caller may change the result.
    """
    data = {key: copy.deepcopy(value) for key, value in _file().items() if not key.startswith("decks")}
    data["players"] = data["players"] if players is None else players
    return data


def usual_decks(setup: Setup, players: int) -> dict[str, Any]:
    """Names of the shipped files that serve where the `[decks]` of a scenario says nothing.

    For some numbers of players no deck is shipped.
    """
    file, rules = _file(), setup.rules
    names = dict(file["decks"])
    if rules.mode == "shared":
        names |= file["decks_by_players"].get(str(players), {})
    else:
        names |= file["decks_by_mode"][rules.mode]
    if rules.long_cards:
        names |= file["decks_with_long_cards"]
    return names


def load(rules: Mapping[str, Any], players: int) -> Setup:
    """The rulings of a scenario over the defaults, checked one by one and together; as yet without decks.

    Raises UserError with ``place`` ``rules.<key>``.
    """
    if not SEATS[0] <= players <= SEATS[1]:
        raise UserError(f"{players} cannot play; give {SEATS[0]} to {SEATS[1]} players", place="players")
    values = {**defaults(players)["rules"], **rules}
    try:
        model = SimCityRules.model_validate(values)
    except ValidationError as error:
        raise as_user_error(SimCityRules, values, error) from None
    _check_mode(model, players)
    return Setup(model)


def _check_mode(model: SimCityRules, players: int) -> None:
    """S1: the mode is one for so many players, and has what the rulings ask for."""
    low, high = SEATS_OF_MODE[model.mode]
    if not low <= players <= high:
        if model.mode == "shared":
            raise UserError('one player plays alone; give mode = "solitaire", or more players', place="rules.mode")
        raise UserError(
            f'"{model.mode}" is for {low} player{"s" if low > 1 else ""}, not {players}; '
            f"give players = {low}, or another mode",
            place="rules.mode",
        )
    if model.mode == "duel" and model.long_cards:
        raise UserError("a duel has no long cards; give false, or another mode", place="rules.long_cards")


def join(setup: Setup, players: int, decks: Mapping[str, Any]) -> Setup:
    """The game with the cards and decks of `[decks]`: files as they were read, or what `resolved_decks` gave.

    Raises UserError with the file, or a ``place`` ``decks.<key>``.
    """
    rules = setup.rules
    materials = read(decks, rules.mode, players, long_cards=rules.long_cards, offices=rules.offices)
    for place, deck in zip(materials.places, materials.decks, strict=True):
        size, hands = sum(deck.values()), rules.hand * (1 if rules.mode == "duel" else players)
        if size < hands:
            raise UserError(
                f"{size} cards are too few to deal {hands}; give a bigger deck, or lower rules.hand", place=place
            )
    joined = replace(setup, materials=materials)
    to_record(joined, players)  # refuses here what the kernel has no room for
    return joined


def resolved(setup: Setup) -> dict[str, Any]:
    """Every ruling in force, ready for JSON: the `rules` of a trace and of a run's manifest."""
    return setup.rules.model_dump()


def resolved_decks(setup: Setup) -> dict[str, Any]:
    """The cards and decks in force, ready for JSON; `join` takes it again."""
    return setup.materials.resolved()


# What the pipeline may ask about `[decks]`.
MATERIALS = contract.Materials(KEYS, usual_decks, join, resolved_decks)


def axes(setup: Setup, players: int) -> dict[str, tuple[str, ...]]:
    """Labels of the facts' axes: a card by its id, a place by its steps right and down from the first block."""

    def numbers(n: int) -> tuple[str, ...]:
        return tuple(str(i) for i in range(1, n + 1))

    steps = range(-(MAP_SIDE // 2), MAP_SIDE // 2 + 1)
    return {
        "seat": numbers(players),
        "round": numbers(rounds_kept(setup, players)),
        "phase": numbers(4),
        "card": tuple(setup.materials.cards),
        "place": tuple(f"{right},{down}" for down in steps for right in steps),
    }


def rounds_kept(setup: Setup, players: int) -> int:
    """Rounds that have facts of their own: a turn for each card of a seat's share of the decks, and some passes.

    What comes after them counts as the last.
    """
    decks = setup.materials.decks
    cards = max(sum(deck.values()) for deck in decks) * len(decks) + sum(setup.materials.long_deck.values())
    return min(setup.rules.turn_limit, codes.MAX_ROUNDS, -(-cards // players) + PASSED_ROUNDS)


def to_record(setup: Setup, players: int) -> Any:
    """Rulings, cards and decks as one record of ``state.RULES``, the kernel's argument."""
    model, materials = setup.rules, setup.materials
    rules = packed(materials.cards, materials.decks, materials.long_deck)
    rules.seats = players
    rules.cities = players if model.mode == "duel" else 1
    for name in codes.NUMBERS:
        rules[name] = int(getattr(model, name))
    for name, words in CHOICES.items():
        rules[name] = words.index(str(getattr(model, name)))
    rules.table_width, rules.table_height = model.table
    rules.rounds = rounds_kept(setup, players)
    return rules


def differences(rules: Mapping[str, Any], players: int) -> list[tuple[str, Any, Any]]:
    """(key, value, the default) wherever ``resolved`` rules depart from the defaults."""
    usual = defaults(players)["rules"]
    return [(key, value, usual[key]) for key, value in rules.items() if value != usual[key]]


def notes(setup: Setup, players: int) -> list[str]:
    """``outside_rules:players`` for a table that the rules do not know; sentences on what is odd about the decks."""
    outside = setup.rules.mode == "shared" and players < FEWEST_SHARED
    return [*(["outside_rules:players"] if outside else []), *setup.materials.warnings]
