"""A game made up by hand that needs every kind of sentence, and why its turns were chosen.

It is not legal (a player passes who need not); the teller believes what it is told.
"""

from __future__ import annotations

from typing import Any

from balance.games.neotopia.settings import defaults

Line = dict[str, Any]

PARTS = ("vp_per_card", "vp_per_public", "vp_per_hidden", "vp_per_coin_pair", "vp_first", "vp_second", "vp_holder")
EFFECTS = {
    "1": {"vp": 2, "coins": 5, "take": 1},
    "2": {"vp": 9},
    "3": {},
    "4": {part: amount for amount, part in enumerate(PARTS, 1)},
    "5": {"vp_absent": -3},
}


def turn(seat: int, action: Line, coins: list[int], skill: Line | None = None, when: str | None = None) -> Line:
    head = {"event": "turn", "round": 0, "seat": seat, "skill": skill, "skill_when": when}
    return {**head, "action": action, "coins": coins, "stock": 9}


def suit(number: int, counts: list[int], outcome: str, vp: list[int], coins: list[int], **more: Any) -> Line:
    head = {"event": "suit", "suit": number, "counts": counts, "joker": None, "outcome": outcome}
    return {**head, "first": [], "second": [], "vp": vp, "coins": coins, **more}


def passed(card: str, zone: str) -> Line:
    return {"card": card, "from": zone}


def keep(card: str, face: str) -> Line:
    return {"type": "keep", "card": card, "face": face}


def transfer(give: str, take: str, face: str) -> Line:
    return {"type": "transfer", "give": give, "take": take, "take_face": face}


RESEARCH: Line = {"name": "market_research", "saw": ["s8"]}
EMPTY: Line = {"name": "market_research", "saw": []}
SECRET: Line = {"name": "secret_personnel"}
FLIP: Line = {"name": "secret_personnel", "card": "s1"}
MOVE: Line = {"name": "department_move", "passed": [passed("s1", "secret"), passed("start", "hidden")]}
NO_MOVE: Line = {"name": "department_move", "passed": [None, None]}
ORDER: Line = {"name": "transfer_order", "give": "s9", "seat": 1, "take": "s3"}
SUBSIDY: Line = {"name": "subsidy", "gained": 0}
RELEASE: Line = {"type": "release", "card": "s1", "from": "secret", "gained": 1}
PASS: Line = {"type": "pass"}

ROUNDS = (
    (
        "s3",
        turn(1, keep("s8", "up"), [6, 5], RESEARCH, "before"),
        turn(0, keep("s1", "down"), [5, 5], SECRET, "before"),
    ),
    (
        "s9",
        turn(1, transfer("s8", "s1", "down"), [5, 3], FLIP, "after"),
        turn(0, {"type": "hire", "take": "s3"}, [2, 3], MOVE, "after"),
    ),
    ("s8", turn(1, RELEASE, [2, 3], SUBSIDY, "before"), turn(0, transfer("s3", "s9", "up"), [1, 3])),
    ("s10", turn(1, keep("s3", "up"), [1, 3]), turn(0, keep("start", "up"), [0, 3], ORDER, "before")),
    ("s10", turn(1, PASS, [0, 2], EMPTY, "after"), turn(0, PASS, [0, 2], NO_MOVE, "before")),
)
WHY: list[tuple[str, str | None]] = [
    ("majority", "information"),
    ("secrecy", "chance"),
    ("chance", "secrecy"),
    ("deny a leader", "discard"),
    ("coins", "coins"),
    ("order bonus", None),
    ("avoid a riot", None),
    ("start card", "second place"),
    ("chance", "chance"),
    ("wait", "provoke a riot"),
]
GAME: list[Line] = [
    {
        "event": "game",
        "scenario": "made-up",
        "seed": 5,
        "index": 7,
        "players": 2,
        "rules": {**defaults(2)["rules"], "skill_cost": 3, "ties": "shared", "effects": EFFECTS},
        "seats": ["anna", "ben"],
    },
    {
        "event": "deal",
        "start_player": 1,
        "removed_suit": 2,
        "hands": [["s3", "s10", "s1", "joker"], ["s1", "start", "s8", "s3"]],
        "field_down": ["s3", "s1", "s9", "s10", "s10"],
        "field_up": [],
        "pile": ["s8"],
        "coins": [6, 6],
        "stock": 1,
    },
]
for number, (revealed, *turns) in enumerate(ROUNDS, 1):
    GAME.append({"event": "round", "round": number, "revealed": revealed})
    GAME.extend({**line, "round": number} for line in turns)
GAME += [
    {"event": "settlement", "seat": 0, "held": True},
    suit(1, [0, 2], "riot", [0, -2], [0, 2]),
    suit(3, [2, 0], "settled", [12, 0], [2, 0], joker=0, first=[0]),
    suit(8, [1, 1], "settled", [3, 3], [2, 10], first=[0], second=[1]),
    suit(9, [0, 0], "nobody", [0, 0], [2, 10]),
    {"event": "result", "vp": [17, 11], "coins": [2, 10], "winners": [0]},
]
