"""What Neotopia can be played without: the joker, skills, actions, and each ruling at its other values."""

from __future__ import annotations

from typing import Any

from balance.errors import UserError
from balance.games.contract import Thing
from balance.games.neotopia import codes, settings
from balance.games.neotopia.settings import NeotopiaRules
from balance.games.things import Labels, ruling_things

JOKER, SKILLS, ACTIONS = "joker", "skills", "actions"
SKILL_RULES = ("N12", "N13", "N14", "N15", "N16")  # of `codes.SKILLS`, in their order
COSTS = {"keep": ("keep_cost", "N5"), "transfer": ("transfer_cost", "N7"), "hire": ("hire_cost", "N8")}
FREE = {"release": "N6"}  # what costs nothing cannot be priced out
Described = tuple[tuple[str, dict[str, Any]], ...]
PROHIBITIVE = 99  # coins: the highest cost that a ruling may set


def things(model: NeotopiaRules, players: int, *, instead: str | None = None) -> list[Thing]:
    """All that can be taken away under these rulings.  Raises UserError if a card is asked for to stand in."""
    if instead is not None:
        raise UserError("is for games with decks; here no card can stand in for another", place="--instead")
    labels = Labels("balance.games.neotopia")
    more = {"order_bonus": ["none"], "effects": list(settings.EFFECT_TABLES)}
    rules = model.model_dump()
    return [
        *_joker(model, labels),
        *_skills(model, labels),
        *_actions(model, players, labels),
        *ruling_things(
            model,
            labels,
            lambda changed: settings.load({**rules, **changed}, players),
            leave=("jokers", "skills"),
            more=more,
        ),
    ]


def _joker(model: NeotopiaRules, labels: Labels) -> list[Thing]:
    """N23: a pack without the joker."""
    if not model.jokers:
        return []
    described: Described = (("joker_holder_win_rate", {}), ("settle_again", {"thing": "joker"}))
    label = labels.both("name.thing.joker")
    return [Thing(JOKER, JOKER, *label, {"rules": {"jokers": 0}}, "N23", ban=JOKER, described=described)]


def _skills(model: NeotopiaRules, labels: Labels) -> list[Thing]:
    """N11: each skill forbidden to everybody."""
    rules = dict(zip(codes.SKILLS, SKILL_RULES, strict=True))
    return [
        Thing(
            skill,
            SKILLS,
            *labels.both(f"name.skill.{skill}"),
            {"rules": {"skills": [other for other in model.skills if other != skill]}},
            rules[skill],
            ban=skill,
            described=(("skill_win_rate", {"skill": skill}), ("skill_use", {"skill": skill})),
        )
        for skill in model.skills
    ]


def _actions(model: NeotopiaRules, players: int, labels: Labels) -> list[Thing]:
    """N5 to N8: each action priced out of reach where it has a price; what is free cannot be forbidden."""
    found = []
    for action in codes.ACTIONS:
        label = labels.both(f"name.action.{action}")
        if action in COSTS:
            key, rule = COSTS[action]
            if _most_coins(model, players) < PROHIBITIVE:
                found.append(Thing(action, ACTIONS, *label, {"rules": {key: PROHIBITIVE}}, rule))
            else:
                why, why_ja = labels.both("thing.too_rich")
                found.append(Thing(action, ACTIONS, *label, rule=rule, why=why, why_ja=why_ja))
        elif action in FREE:
            why, why_ja = labels.both("thing.no_price")
            found.append(Thing(action, ACTIONS, *label, rule=FREE[action], why=why, why_ja=why_ja))
    return found


def _most_coins(model: NeotopiaRules, players: int) -> int:
    """A number of coins that no player can have while turns are taken."""
    if model.coin_shortage != "unlimited":
        return model.coin_supply
    cards = model.hand + model.rounds + players  # more than a player can have public
    return model.start_coins + model.rounds * (model.release_gain + cards // 2)
