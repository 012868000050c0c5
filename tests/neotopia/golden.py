"""The golden games of Neotopia: which there are, how to read them, and how to write them anew.

`python -m tests.neotopia.golden` plays every one of them and writes its annotated file; do this only when
results have changed on purpose, and read what changed against the rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.neotopia.games import Line, play
from tests.neotopia.notes import annotated
from tests.neotopia.referee import judge

FOLDER = Path(__file__).parent.parent / "golden"
SEED = 8


@dataclass(frozen=True)
class Golden:
    """One golden game: what it is there for, and what gives it again."""

    why: str
    players: int
    index: int
    rules: Mapping[str, Any] = field(default_factory=dict)  # changes to the draft
    seats: Sequence[str] = ("random",)
    scenario: str = ""  # none: the file's own name

    def lines(self, name: str) -> list[Line]:
        """The game's lines as the kernel plays it now."""
        found = play(self.rules, self.players, self.seats, SEED, self.index)
        return [{**found[0], "scenario": self.scenario_name(name)}, *found[1:]]

    def scenario_name(self, name: str) -> str:
        """What the game line says was played."""
        return self.scenario or name


EVERY_PART = {
    "1": {"vp": 2, "vp_first": 2, "vp_second": -1},
    "2": {"vp_per_card": 2},
    "3": {"vp_per_public": 1, "coins": 2},
    "4": {"vp_per_hidden": 1},
    "5": {"vp_per_coin_pair": 1, "coins": 3},
    "6": {"take": 2, "vp": 1},
    "7": {"vp_holder": 1, "vp_absent": 2},
}
GOLDEN: dict[str, Golden] = {
    "neotopia-4": Golden(
        "the draft with 4 scripted players",
        4,
        221,
        seats=("accountant", "majority", "spoiler", "order"),
        scenario="neotopia/draft8",
    ),
    "neotopia-3": Golden(
        "the draft with 3 scripted players, one suit drawn and taken out",
        3,
        44,
        seats=("accountant", "majority", "spoiler"),
        scenario="neotopia/draft8-3players",
    ),
    "neotopia-random": Golden("the draft with 4 random players", 4, 356, scenario="neotopia/random"),
    "neotopia-once": Golden(
        "3 players; secret personnel and the joker serve once, a riot at every sole holder",
        3,
        969,
        {
            "removed_suit": 4,
            "secret_personnel": "once",
            "secret_count": "since_skill",
            "joker_uses": "once",
            "joker_threshold": 2,
            "joker_order_bonus": True,
            "riot": "every",
            "riot_penalty": 2,
            "rotate_start": True,
            "effects": "count",
        },
    ),
    "neotopia-flip": Golden(
        "4 players; a secret card is turned at once, only hidden cards are released or passed on",
        4,
        116,
        {
            "secret_personnel": "flip_one",
            "release_from": "hidden",
            "transfer_targets": "face_up",
            "move_passes": "hidden",
            "order_bonus": [0, 1, 2, 4],
            "joker_view": "clockwise",
            "effects": "ladder",
        },
    ),
    "neotopia-effects": Golden(
        "4 players; every part of an effect, coins without end, shared ties, no riot",
        4,
        878,
        {
            "coin_shortage": "unlimited",
            "coin_supply": 24,
            "ties": "shared",
            "riot": "off",
            "order_bonus": "none",
            "secret_count": "in_front",
            "effects": EVERY_PART,
        },
    ),
    "neotopia-scarce": Golden(
        "5 players with 3 cards each and few coins, no joker, no secret personnel",
        5,
        773,
        {
            "suits": 5,
            "cards_per_suit": 5,
            "skills": ["secret_personnel", "transfer_order", "department_move", "subsidy"],
            "hand": 3,
            "rounds": 5,
            "start_coins": 1,
            "coin_supply": 8,
            "keep_cost": 2,
            "release_gain": 2,
            "secret_personnel": "off",
            "jokers": 0,
            "vp_per_coin": 2,
            "effects": {str(suit): {"vp_holder": 1, "coins": 3} for suit in range(1, 6)},
        },
    ),
    "neotopia-dark": Golden(
        "2 players; any keep may go face down, skills are free",
        2,
        991,
        {
            "secret_parity": False,
            "skill_cost": 0,
            "transfer_cost": 2,
            "hire_cost": 1,
            "field_up": 3,
            "hand": 6,
            "effects": EVERY_PART,
        },
    ),
}


NOT_IN_A_GAME = {"N25", "N26"}  # what a seat may know, how the random player chooses


def head(name: str) -> str:
    """The first note of a golden file: what gives the game again."""
    golden = GOLDEN[name]
    return f"Neotopia, scenario {golden.scenario_name(name)}, seed {SEED}, game {golden.index}: {golden.why}."


def lines(name: str) -> list[Line]:
    """A golden game as the kernel plays it now."""
    return GOLDEN[name].lines(name)


def faults(found: list[Line]) -> list[Any]:
    """What the referee objects to."""
    return list(judge(found))


def spoilt(found: list[Line]) -> Iterator[list[Line]]:
    """The game with one figure wrong, in one line after the other: a coin too many."""
    for number, line in enumerate(found):
        if "coins" in line:
            yield [*found[:number], {**line, "coins": [line["coins"][0] + 1, *line["coins"][1:]]}, *found[number + 1 :]]


def dumps(line: Line) -> str:
    """A line as the trace prints it."""
    return json.dumps(line, ensure_ascii=False)


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def text(name: str) -> str:
    """The annotated file of a golden game as the kernel plays it now."""
    golden = GOLDEN[name]
    changes = ", ".join(f"{key} = {json.dumps(value)}" for key, value in golden.rules.items())
    about = [
        head(name),
        f"Rulings that differ from the draft: {changes or 'none'}.",
        "Every line below stands under what happens in it and the ids of its rules (RULES.md).",
    ]
    return annotated(lines(name), about, dumps)


if __name__ == "__main__":
    for each in GOLDEN:
        path(each).write_text(text(each), encoding="utf-8")
        print(path(each))
