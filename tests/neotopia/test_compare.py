"""Decisions in shared positions: they are those of the games themselves, and asking changes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from balance.games.neotopia import settings
from balance.games.neotopia.codes import (
    ACTIONS,
    HIRE,
    KEEP,
    MOVE,
    ORDER,
    RELEASE,
    SKILLS,
    TRANSFER,
    ZONES,
)
from balance.games.neotopia.compare import FIELDS, REPEATS, decisions
from balance.games.neotopia.players import PLAYERS
from balance.kernel.lineup import ENTRY
from balance.kernel.rng import quiet
from tests.neotopia.games import play

SEED = 8
RANDOM = "random"


def decide(names: Sequence[str], positions: int, rules: Mapping[str, Any] = {}, seats: int = 4) -> np.ndarray:
    rows = np.zeros(len(names), ENTRY)
    for row, name in zip(rows, names, strict=True):
        row["player"] = list(PLAYERS).index(name)
        weights = list(PLAYERS[name].weights.values())
        row["weights"][: len(weights)] = weights
    record = settings.to_record(settings.load(rules, seats), seats)
    with quiet():
        return decisions(record, rows, SEED, positions)


def field(made: np.ndarray, name: str) -> np.ndarray:
    return made[..., FIELDS.index(name)]


def card(kind: int) -> str:
    return {0: "joker", 8: "start"}.get(kind, f"s{kind}")


def told(row: np.ndarray) -> dict[str, Any]:
    """A decision in the words of a trace, as far as it does not depend on what came of it."""
    value = dict(zip(FIELDS, row.tolist(), strict=True))
    action: dict[str, Any] = {"type": ACTIONS[value["action"]]}
    face = "down" if value["down"] == 1 else "up"
    if value["action"] == KEEP:
        action |= {"card": card(value["card"]), "face": face}
    elif value["action"] == RELEASE:
        action |= {"card": card(value["card"]), "from": ZONES[value["zone"]]}
    elif value["action"] == TRANSFER and value["place"] >= 0:
        action |= {"give": card(value["card"]), "take_face": "down"}
    elif value["action"] == TRANSFER:
        action |= {"give": card(value["card"]), "take": card(value["take_kind"]), "take_face": "up"}
    elif value["action"] == HIRE:
        action |= {"take": card(value["take_kind"])}
    if value["skill"] < 0:
        return {"action": action, "skill": None, "when": None}
    skill: dict[str, Any] = {"name": SKILLS[value["skill"]]}
    if value["skill"] == ORDER:
        skill |= {"give": card(value["give"]), "seat": value["other"], "take": card(value["get"])}
    when = "after" if value["after"] else "before"
    return {"action": action, "skill": skill, "when": when}


def is_told(decision: Mapping[str, Any], line: Mapping[str, Any]) -> bool:
    """Whether a turn of a trace is this decision."""
    skill = decision["skill"]
    same = decision["when"] == line["skill_when"] and decision["action"].items() <= line["action"].items()
    return same and (skill is None) == (line["skill"] is None) and (
        skill is None or skill.items() <= line["skill"].items()
    )  # fmt: skip


def test_the_players_own_decision_is_that_of_its_game() -> None:
    """Where all play at random, the first answer is a turn of the very game that a batch plays."""
    turns_seen = set()
    for i, row in enumerate(decide([RANDOM], 24)[:, 0, 0]):
        turns = [line for line in play({}, seed=SEED, index=2 * i) if line["event"] == "turn"]
        found = [n for n, line in enumerate(turns) if is_told(told(row), line)]
        assert found, f"position {i}: {told(row)}"
        if len(found) == 1:
            turns_seen.add(found[0])
    assert len(turns_seen) > 8  # from all over the game, not its first turn


def test_asking_one_player_changes_nothing_for_the_next() -> None:
    one, three = decide([RANDOM], 40), decide([RANDOM] * 3, 40)
    assert (three == one).all()


def test_a_repeat_has_other_draws() -> None:
    made = decide([RANDOM], 60)
    assert made.shape == (60, 1, REPEATS, len(FIELDS))
    assert (made[:, 0, 0] != made[:, 0, 1]).any(axis=1).mean() > 0.8


@pytest.mark.parametrize(
    ("seats", "rules"),
    [
        (4, {}),
        (3, {"secret_personnel": "flip_one"}),
        (2, {"transfer_targets": "face_up", "rounds": 3}),
        (6, {"hand": 4, "release_from": "hidden", "coin_supply": 40}),
    ],
)
def test_only_what_belongs_to_the_decision_is_written(seats: int, rules: Mapping[str, Any]) -> None:
    made = decide([RANDOM, RANDOM], 40, rules, seats).reshape(-1, len(FIELDS))
    action, skill = field(made, "action"), field(made, "skill")
    assert ((action >= 0) & (action < len(ACTIONS))).all()
    expected = {
        "after": skill >= 0,
        "other": skill == ORDER,
        "get": skill == ORDER,
        "pass_kind": skill == MOVE,
        "card": np.isin(action, (KEEP, RELEASE, TRANSFER)),
        "zone": action == RELEASE,
        "down": action == KEEP,
    }
    flips = rules.get("secret_personnel") == "flip_one"
    expected["give"] = (skill == ORDER) | ((skill == SKILLS.index("secret_personnel")) & flips)
    for name, meant in expected.items():
        written = field(made, name) >= 0
        assert not written[~meant].any(), name
        if name != "pass_kind":  # who has no card to pass passes none
            assert written[meant].all(), name
    takes = (field(made, "take_kind") >= 0).astype(int) + (field(made, "place") >= 0)
    assert (takes == np.isin(action, (TRANSFER, HIRE))).all()


def test_every_player_decides_in_its_own_way() -> None:
    names = list(PLAYERS)
    first = decide(names, 100)[:, :, 0]
    for i, one in enumerate(names):
        for j in range(i):
            unlike = (first[:, i] != first[:, j]).any(axis=1).mean()
            assert unlike > 0.1, (one, names[j])
