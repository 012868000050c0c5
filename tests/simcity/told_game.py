"""A game of Sim City made up by hand that needs every kind of sentence; the teller believes what it is told."""

from __future__ import annotations

from typing import Any

from balance.games.simcity.settings import defaults

Line = dict[str, Any]

NAMES = ("Lake", "Home", "Shop", "Tower", "Arena", "Bribed Member", "Fire!", "Vote", "Strike")
CARDS: dict[str, Line] = {name.lower(): {"name": name, "name_ja": f"「{name}」"} for name in NAMES}

SEATS = ["anna", "ben", "carl"]


def turn(number: int, phase: int, *plays: Line, after: int | None = None, **more: Any) -> Line:
    """Turn ``number`` of three seats; seat 0 starts."""
    head = {"event": "turn", "turn": number, "round": 1 + (number - 1) // 3, "seat": (number - 1) % 3, "phase": phase}
    rest = {"draws": [{"card": "lake", "from": "deck"}], "thrown": [], "bought": None, "discarded": [], "plays": plays}
    return {**head, **rest, "funds": [number, 0, 9], "phase_after": after or phase, **more}


def block(card: str, how: str, at: list[int], value: int = 3, **more: Any) -> Line:
    pay = {"value": value, "receives": [], "adds": [], "zoning": 0, "complex": 0, "rebuilding": 0, "total": value}
    rest = {"at2": None, "supply": None, "vote": None, "pay": {**pay, **more.pop("pay", {})}}
    return {"type": "block", "card": card, "how": how, "at": at, **rest, **more}


def event(card: str, **more: Any) -> Line:
    none: Line = {"dice": [], "targets": [], "removed": [], "money": [], "discards": []}
    return {"type": "event", "card": card, **none, "election": None, "frozen": None, **more}


def sims(needed: int, neighbours: int, road: int, rail: int, got: int, *, joined: bool = False) -> Line:
    return {"needed": needed, "neighbours": neighbours, "road": road, "rail": rail, "joined": joined, "got": got}


def office(name: str, seat: int | None, why: str, **more: Any) -> Line:
    none: Line = {"left": None, "given_up": 0, "paid": None, "funds": [7, 0, 4]}
    return {"event": "office", "office": name, "seat": seat, "why": why, **none, **more}


def vote(yes: list[int], no: list[int], *, passed: bool, tie_break: int | None = None) -> Line:
    return {"yes": yes, "no": no, "passed": passed, "tie_break": tie_break}


PASS: Line = {"type": "pass"}
FULL = {"receives": [{"from": None, "amount": 2}], "adds": [{"from": [0, 0], "amount": 1}], "zoning": 4}
MORE = {"complex": 5, "rebuilding": 6, "total": 21}
DRAWN = {"office": "chairman", "candidate_of": [0, 1, None], "bought": [0, 0, 0], "winner": 0}
ELECTION = {"office": "governor", "candidate_of": [0, 1, 1], "bought": [0, 2, 0], "winner": 1}
MONEY = [
    {"seat": 2, "amount": -4, "why": "bill"},
    {"seat": 0, "amount": 3, "why": "gain"},
    {"seat": 1, "amount": -2, "why": "loss"},
]

GAME: list[Line] = [
    {
        "event": "game",
        "scenario": "made-up",
        "seed": 5,
        "index": 7,
        "players": 3,
        "rules": {**defaults(3)["rules"], "target": 90, "auction": "winner_pays"},
        "seats": SEATS,
    },
    {"event": "deal", "start_player": 0, "mode": "shared", "hands": [["lake", "home"], ["shop"], []]},
    turn(1, 1, block("lake", "new", [0, 0])),
    turn(2, 1, block("home", "new", [1, 0], pay={**FULL, **MORE}), discarded=["shop", "lake"]),
    turn(3, 1, block("shop", "new", [1, 1], supply=sims(1, 2, 2, 0, 2)), after=3),
    office("mayor", 2, "power_plant"),
    turn(
        4,
        3,
        block("tower", "upgrade", [1, 1], 4, supply=sims(3, 0, 2, 2, 4, joined=True)),
        draws=[],
        bought={"card": "bribed member", "cost": 4, "drew": "shop"},
    ),
    turn(
        5,
        3,
        block("lake", "rezone", [1, 0], 1, vote=vote([0, 2, 0], [0, 0, 2], passed=True, tie_break=2)),
        draws=[{"card": "shop", "from": "discard"}, {"card": "arena", "from": "long_deck"}],
        thrown=["shop"],
    ),
    turn(6, 3, block("home", "rezone", [0, 0], vote=vote([1, 0, 0], [0, 0, 2], passed=False)) | {"pay": None}),
    turn(7, 3, block("arena", "rezone", [1, 0], 9, at2=[1, 1]), after=4),
    turn(8, 4, event("fire!", dice=[2, 1], removed=[{"at": [1, 1], "cards": ["arena", "lake"]}], money=MONEY)),
    office("mayor", None, "dismissed", left=2),
    office("mayor", 0, "auction", paid=[5, 0, 0]),
    turn(9, 4, event("vote", election=ELECTION), PASS),
    office("governor", 1, "election"),
    turn(10, 4, event("strike", frozen={"zone": "navy", "until_turn": 16}, discards=[{"seat": 1, "cards": ["shop"]}])),
    office("mayor", None, "resigned", left=0, given_up=4),
    office("mayor", 1, "left_neighbour", paid=[0, 0, 0]),
    turn(11, 4, block("shop", "upgrade", [1, 1])),
    office("mayor", None, "recall", left=1),
    turn(12, 4, event("vote", election=DRAWN)),
    office("chairman", 0, "election"),
    turn(13, 4, draws=[]),
    {"event": "end", "why": "target"},
    {"event": "result", "vp": [13, 0, 9], "coins": [13, 0, 9], "winners": [0]},
]
