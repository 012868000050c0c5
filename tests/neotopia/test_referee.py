"""The referee against hand-made games: right ones pass, and every kind of breach is found and named."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.neotopia.referee import Fault, judge, judge_settlement, read
from tests.neotopia.settlement_cases import CASES, rules_of

Line = dict[str, Any]
Ints = list[int]


def keep(card: str, face: str = "up") -> Line:
    return {"type": "keep", "card": card, "face": face}


def release(card: str, zone: str = "hidden", gained: int = 1) -> Line:
    return {"type": "release", "card": card, "from": zone, "gained": gained}


def transfer(give: str, take: str, face: str = "up") -> Line:
    return {"type": "transfer", "give": give, "take": take, "take_face": face}


def hire(take: str) -> Line:
    return {"type": "hire", "take": take}


def research(*saw: str) -> Line:
    return {"name": "market_research", "saw": list(saw)}


def order(give: str, seat: int, take: str) -> Line:
    return {"name": "transfer_order", "give": give, "seat": seat, "take": take}


def move(*passed: str | None) -> Line:
    """A department move; a card is spelled "s1 hidden"."""
    cards = [card and dict(zip(("card", "from"), card.split(), strict=True)) for card in passed]
    return {"name": "department_move", "passed": cards}


def subsidy(gained: int) -> Line:
    return {"name": "subsidy", "gained": gained}


PASS: Line = {"type": "pass"}
SECRET: Line = {"name": "secret_personnel"}


def game(players: int, rules: Line) -> Line:
    names = [f"player {seat}" for seat in range(players)]
    head = {"event": "game", "game": "neotopia", "scenario": "by hand", "seed": 1, "index": 0}
    return {**head, "players": players, "rules": rules_of(rules, players), "seats": names}


def deal(start: int, out: int | None, hands: list[str], field: tuple[str, str], pile: str, stock: int) -> Line:
    """The deal of 6 coins each; `field` is what lies face down and face up."""
    down, up = field
    cards = {"field_down": down.split(), "field_up": up.split(), "pile": pile.split()}
    head = {"event": "deal", "start_player": start, "removed_suit": out, "hands": [h.split() for h in hands]}
    return {**head, **cards, "coins": [6] * len(hands), "stock": stock}


def reveal(number: int, card: str) -> Line:
    return {"event": "round", "round": number, "revealed": card}


def turn(number: int, seat: int, action: Line, coins: Ints, stock: int, *skill: Any) -> Line:
    """A turn line; `skill` is a skill and when it is used, or nothing."""
    used, when = skill or (None, None)
    head = {"event": "turn", "round": number, "seat": seat, "skill": used, "skill_when": when}
    return {**head, "action": action, "coins": coins, "stock": stock}


def suit(number: int, counts: Ints, first: Ints, second: Ints, vp: Ints, coins: Ints, **more: Any) -> Line:
    """A suit line: settled without the joker, but for what `more` says."""
    head = {"event": "suit", "suit": number, "counts": counts, "joker": None, "outcome": "settled"}
    return {**head, "first": first, "second": second, "vp": vp, "coins": coins, **more}


def end(vp: Ints, coins: Ints, winners: Ints) -> Line:
    return {"event": "result", "vp": vp, "coins": coins, "winners": winners}


# fmt: off
# Two players, 3 suits of 3, joker and start card: 11 cards; 2 in hand, 1 round, so a pile of 6. Stock
# 30-12.
TINY = [
    game(2, {"suits": 3, "cards_per_suit": 3, "hand": 2, "rounds": 1}),
    deal(1, None, ["s1 joker", "s1 s2"], ("s3", ""), "s1 s2 s2 s3 s3 start", 18),
    reveal(1, "s3"),
    turn(1, 1, hire("s3"), [6, 4], 20),
    turn(1, 0, keep("joker"), [5, 4], 20, research("s2"), "before"),
    # The start card lies in the pile: the start player, seat 1, begins. Orders: 1: 1, 0: 2.
    {"event": "settlement", "seat": 1, "held": False},
    # 1:1, seat 1 sooner (3+1), seat 0 second (3); with the joker seat 0 were first for 3 and no bonus:
    # refused.
    suit(1, [1, 1], [1], [0], [3, 4], [5, 4]),
    suit(2, [0, 1], [], [], [0, 0], [5, 4], outcome="riot"),
    suit(3, [0, 1], [1], [], [0, 4], [5, 4]),  # the riot is spent: 3+1
    end([8, 12], [5, 4], [1]),
]
# The same game paid by the card: suit 1 is 1 without the joker, 2 with it: declared. Suit 3: 1+1. With
# coins 7 and 7; seat 0 has more coins.
TINY_COUNT = [
    game(2, {"suits": 3, "cards_per_suit": 3, "hand": 2, "rounds": 1, "effects": "count"}),
    *TINY[1:6],
    suit(1, [1, 1], [0], [1], [2, 1], [5, 4], joker=0),
    suit(2, [0, 1], [], [], [0, 0], [5, 4], outcome="riot"),
    suit(3, [0, 1], [1], [], [0, 2], [5, 4]),
    end([7, 7], [5, 4], [0]),
]
# Three players, suit 2 of 5 taken out, 4 cards a suit: 18 cards; 3 in hand, 3 rounds, 2 face up, a pile of
# 4. Comments: h hidden, p public, x secret; coins on skill boxes.
BIG = [
    game(3, {"suits": 5, "cards_per_suit": 4, "hand": 3, "rounds": 3}),
    deal(2, 2, ["s1 s3 start", "s1 s4 joker", "s3 s5 s5"], ("s1 s4 s3", "s5 s4"), "s1 s3 s4 s5", 12),
    reveal(1, "s4"),  # up s5 s4 s4
    turn(1, 2, keep("s5", "down"), [6, 6, 5], 12, SECRET, "before"),  # keep 1; 2: h s3 s5, x s5; boxes 1
    turn(1, 0, keep("s3"), [6, 6, 5], 12),  # 0: h s1 start, p s3
    turn(1, 1, hire("s4"), [6, 3, 5], 14, research("s5"), "after"),  # 1: h s1 s4 joker, p s4; boxes 2
    reveal(2, "s3"),  # up s5 s4 s3, down s1
    turn(2, 2, keep("s3"), [6, 3, 5], 14),  # keep 2: only face up; 2: h s5, p s3, x s5
    # First 0 p s4 for 1 p s3, then the s4 for the face-down s1: now the s4 lies face down.
    turn(2, 0, transfer("s4", "s1", "down"), [4, 3, 5], 15, order("s3", 1, "s4"), "before"),  # boxes 3
    # 0: h start s5, p s1; 1: h s1 s1 s4, then without s4, p s3; 2: h s5 joker, p s3; boxes 4
    turn(2, 1, release("s4"), [4, 3, 5], 14, move("s1 hidden", "joker hidden", "s5 secret"), "before"),
    reveal(3, "s4"),  # up s5 s4 s3 s4 s4, down nothing
    turn(3, 2, keep("s5", "down"), [4, 3, 5], 14),  # keep 3; 2: h joker, p s3, x s5
    turn(3, 0, hire("s3"), [2, 3, 5], 15, subsidy(1), "after"),  # 4-2-1+1; 0: h start s5, p s1 s3; boxes 5
    turn(3, 1, keep("s1"), [2, 3, 5], 15),  # 1: h s1, p s3 s1
    {"event": "settlement", "seat": 0, "held": True},  # orders: seat + 1
    suit(1, [1, 2, 0], [1], [0], [3, 5, 0], [2, 3, 5]),  # 3+2; seat 2 has no base card for its joker
    suit(3, [1, 1, 1], [2], [0], [3, 0, 3], [2, 3, 5], joker=2),  # third without; with it 3, no bonus
    suit(4, [0, 0, 0], [], [], [0, 0, 0], [2, 3, 5], outcome="nobody"),
    suit(5, [1, 0, 1], [0], [2], [4, 0, 3], [2, 3, 5]),  # 3+1; the joker would change 3 for 3: refused
    end([12, 8, 11], [2, 3, 5], [0]),
]
# fmt: on
GAMES = {"tiny": TINY, "tiny_count": TINY_COUNT, "big": BIG}


def areas(faults: list[Fault]) -> list[str]:
    return [fault.area for fault in faults]


@pytest.mark.parametrize("lines", GAMES.values(), ids=GAMES)
def test_a_right_game_has_no_fault(lines: list[Line]) -> None:
    assert judge(lines) == []
    assert judge(read("# a comment\n\n" + "\n".join(json.dumps(line) for line in lines))) == []


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy of a JSON value with one place changed; a callable is given what stood there."""
    if not path:
        return new(value) if callable(new) else new
    changed = copy.copy(value)
    changed[path[0]] = put(value[path[0]], path[1:], new)
    return changed


def without(value: Any, path: tuple[Any, ...]) -> Any:
    """A copy of a JSON value that lacks one place."""

    def lacking(place: Any) -> Any:
        rest = copy.copy(place)
        del rest[path[-1]]
        return rest

    return put(value, path[:-1], lacking)


ROWS = {str(number): {"vp": 3} for number in range(1, 6)}
# The line number of a fault is the index here plus 1.
BREACHES: list[tuple[str, tuple[Any, ...], Any]] = [
    ("format", (3,), "no object"),
    ("format", (3, "action", "type"), "sell"),
    ("format", (3, "coins"), [6, 6]),
    ("format", (3, "skill_when"), None),
    ("format", (4, "skill_when"), "after"),
    ("format", (9, "skill", "passed"), []),
    ("format", (4, "action"), {"type": "pass", "card": "s3"}),
    ("format", (0, "game"), "chess"),
    ("format", (0, "scenario"), 3),
    ("format", (0, "seed"), None),
    ("format", (0, "index"), -1),
    ("format", (0, "seats", 2), 7),
    ("format", (1, "start_player"), 3),
    ("format", (8, "skill", "seat"), 3),
    ("format", (16, "joker"), 3),
    ("sequence", (5,), BIG[6]),
    ("sequence", (17, "suit"), 3),
    ("rules", (0, "rules", "effects"), "steep"),
    ("rules", (0, "rules", "effects"), {"1": {"vp": 3}}),
    ("rules", (0, "rules", "order_bonus"), [1, 2]),
    ("rules", (0, "rules", "effects"), {**ROWS, "1": {"vp_per_friend": 3}}),
    ("rules", (0, "rules", "effects"), {**ROWS, "1": {"vp": "3"}}),
    ("rules", (0, "rules", "effects"), {**ROWS, "1": {"take": -1}}),
    ("rules", (0, "rules", "effects"), {**ROWS, "1": [3]}),
    ("rules", (0, "rules", "removed_suit"), 6),
    ("rules", (0, "rules", "hire_cost"), -1),
    ("rules", (0, "rules", "jokers"), 2),
    ("rules", (0, "rules"), lambda rules: {**rules, "skills": ["bribe"]}),
    ("rules", (0, "rules", "rotate_start"), 0),
    ("rules", (0, "rules"), lambda rules: {**rules, "house_rule": 1}),
    ("deck", (1, "hands", 0, 0), "s4"),
    ("deck", (1, "removed_suit"), None),
    ("deck", (1, "removed_suit"), 3),
    ("deck", (0, "rules", "removed_suit"), 4),
    ("deck", (1, "pile", 0), "joker"),
    ("deal", (0, "rules", "field_up"), 1),
    ("deal", (0, "rules", "hand"), 2),
    ("deal", (1, "pile"), lambda pile: pile[1:]),
    ("money", (1, "coins", 0), 7),
    ("money", (1, "stock"), 11),
    ("money", (4, "coins"), [6, 5, 6]),
    ("money", (5, "stock"), 13),
    ("round", (2, "revealed"), "s5"),
    ("round", (6, "round"), 3),
    ("turn order", (3, "seat"), 0),
    ("turn order", (7, "round"), 1),
    ("action", (13, "action", "card"), "s3"),  # a keep of a public card
    ("action", (9, "action", "from"), "public"),
    ("action", (9, "action", "card"), "s5"),
    ("action", (8, "action", "give"), "start"),
    ("action", (8, "action", "take_face"), "up"),
    ("action", (5, "action", "take"), "s1"),  # a hire of a card that lies face down
    ("pass", (4, "action"), PASS),
    ("gain", (9, "action", "gained"), 2),
    ("gain", (12, "skill", "gained"), 2),
    ("gain", (12, "skill_when"), "before"),
    ("skill", (5, "skill", "saw"), ["s5", "s1"]),
    ("skill", (5, "skill", "saw"), ["start"]),
    ("skill", (9, "skill"), research("s5", "s1")),  # the second of a game
    ("skill", (8, "skill", "take"), "s1"),
    ("skill", (8, "skill", "give"), "s1"),
    ("skill", (8, "skill"), order("s3", 0, "s3")),  # with himself
    ("skill", (9, "skill", "passed", 2), None),
    ("skill", (9, "skill", "passed", 1, "from"), "secret"),
    ("skill", (9, "skill", "passed", 0), {"card": "s3", "from": "public"}),
    ("secret", (7, "action", "face"), "down"),
    ("secret", (3, "skill_when"), "after"),
    ("start", (14, "seat"), 2),
    ("start", (14, "held"), False),
    ("counts", (15, "counts"), [1, 1, 0]),
    ("riot", (16, "outcome"), "riot"),
    ("riot", (17, "outcome"), "settled"),
    ("rank", (15, "first"), [0]),
    ("rank", (18, "second"), []),
    ("joker", (15, "joker"), 2),
    ("joker", (16, "joker"), None),
    ("joker", (16, "joker"), 0),
    ("joker", (18, "joker"), 2),
    ("payment", (15, "vp"), [3, 4, 0]),
    ("money", (15, "coins"), [2, 3, 6]),
    ("result", (19, "vp"), [12, 8, 12]),
    ("result", (19, "coins"), [2, 3, 4]),
    ("result", (19, "winners"), [0, 2]),
]


@pytest.mark.parametrize(("area", "path", "value"), BREACHES)
def test_a_breach_is_the_first_fault(area: str, path: tuple[Any, ...], value: Any) -> None:
    first, *_ = judge(put(BIG, path, value))
    assert first.area == area
    # A changed ruling shows at the deal or where it applies; every other breach in its own line.
    assert path[:2] == (0, "rules") or first.line == path[0] + 1
    assert f"line {first.line}: {area}: expected {first.expected}, the trace says {first.found}" == str(first)


@pytest.mark.parametrize(
    ("rule", "size"),
    [
        ({"hand": 2}, "a hand of seat 0 of size 2"),
        ({"hand": 2}, "a hand of seat 2 of size 2"),
        ({"rounds": 2}, "face-down field cards: 2"),
        ({"field_up": 1}, "face-up field cards: 1"),
        ({"cards_per_suit": 5}, "a pile of 8"),  # 4 x 5 + 2 - 3 x 3 - 3 - 2
    ],
)
def test_every_size_of_the_deal_is_checked(rule: Line, size: str) -> None:
    faults = judge(put(BIG, (0, "rules"), lambda rules: {**rules, **rule}))
    assert ("deal", size) in [(fault.area, fault.expected) for fault in faults]


def test_the_start_player_moves_to_the_left() -> None:
    first, *_ = judge(put(BIG, (0, "rules", "rotate_start"), True))
    assert (first.line, first.area, first.expected) == (8, "turn order", "the turn of seat 0")  # after seat 2


def test_one_joker_use_needs_a_raise_of_at_least_one() -> None:
    for threshold, expected in ((0, []), (1, []), (2, ["joker"])):
        once = {"joker_uses": "once", "joker_threshold": threshold}
        raises_0, raises_1 = (put(lines, (0, "rules"), lines[0]["rules"] | once) for lines in (TINY, TINY_COUNT))
        assert areas(judge(raises_0)) == []
        assert areas(judge(raises_1)) == expected


def test_all_coins_together_stay_the_coin_supply() -> None:
    assert "conservation" in areas(judge(put(BIG, (4, "coins"), [6, 6, 6])))
    assert "conservation" in areas(judge(put(BIG, (5, "stock"), 15)))
    assert "conservation" not in areas(judge(put(BIG, (4, "coins"), [6, 5, 6])))


@pytest.mark.parametrize("lines", [None, [], {}, [None], ["x"], TINY[:-1], TINY[:4], [*TINY, TINY[-1]], TINY[1:]])
def test_no_whole_trace(lines: Any) -> None:
    assert areas(judge(lines))[0] in ("format", "sequence")


def test_a_broken_line_of_text_is_a_fault() -> None:
    assert areas(judge(read('{"event": "game"'))) == ["format"]


# Two players, 3 suits of 3; 3 in hand, 3 rounds, 1 face up, the pile is the start card. Seat 0 begins with
# 6 coins of 12, stock 18. After the reveals: round 1 up s2 s3, down s1 s3; round 2 also up s1.
DUEL = {"suits": 3, "cards_per_suit": 3, "hand": 3, "rounds": 3, "field_up": 1}
KEPT = [(0, keep("s1"), [6, 6], 18), (1, keep("s1"), [6, 6], 18)]
BEFORE_6 = (0, keep("s1"), [5, 6], 18, SECRET, "before")
DOWN_6 = (0, keep("s1", "down"), [5, 6], 18, SECRET, "before")
OTHER_5 = (1, keep("s1"), [5, 6], 18)


def flip(card: str) -> Line:
    return {**SECRET, "card": card}


def duel(rules: Line, turns: list[Any], **dealt: Any) -> list[str]:
    """Areas of the faults of the first turns of a duel; a turn: seat, action, coins, stock, skill, when."""
    rules = {**DUEL, **rules}
    each = rules.get("start_coins", 6)
    cards = deal(0, None, ["s1 s2 s3", "s1 s2 joker"], ("s3 s1 s3", "s2"), "start", 0)
    money = {"coins": [each, each], "stock": rules.get("coin_supply", 30) - 2 * each}
    lines = [game(2, rules), {**cards, **money, **dealt}]
    for number, (place, shown) in enumerate(((0, "s3"), (2, "s1"), (4, "s3")), 1):
        pair = [turn(number, *rest) for rest in turns[place : place + 2]]
        lines += [reveal(number, shown), *pair] if pair else []
    *faults, cut = judge(lines)
    assert (cut.area, cut.found) == ("sequence", "'the end of the trace'")
    return areas(faults)


# fmt: off
EMPTY = {"hands": [[], []], "pile": ["s1", "s1", "s2", "s2", "s3", "joker", "start"]}
SINGLE = {"hands": [["s1"], ["s2"]], "pile": ["s1", "s2", "s3", "joker", "start"]}
NO_PILE = {"field_up": ["s2", "start"], "pile": []}
MOVE = move("s1 hidden", "joker hidden")
MOVE_SECRET = (0, keep("s2"), [4, 6], 18, move("s1 secret", "s2 hidden"), "before")
SINGLE_MOVE = (1, hire("s2"), [5, 3], 20, move(None, "s2 hidden"), "before")
KEEPS_2 = [BEFORE_6, OTHER_5, (0, keep("s2", "down"), [5, 6], 18)]
SECOND_0, SECOND_1 = [(seat, keep("s2"), [5, 6], 18) for seat in (0, 1)]
KEEPS_3 = [DOWN_6, OTHER_5, SECOND_0, SECOND_1, (0, keep("s3", "down"), [5, 6], 18)]
LATE = [*KEPT, (0, keep("s2", "down"), [5, 6], 18, SECRET, "before")]
AFTER = [(0, keep("s1"), [5, 6], 18, SECRET, "after"), OTHER_5, (0, keep("s2", "down"), [5, 6], 18)]
HIRE = (0, hire("s2"), [3, 6], 20, SECRET, "before")
HIRED = [HIRE, (1, keep("s1"), [3, 6], 20), (0, keep("s1", "down"), [3, 6], 20)]
SHOWN = [(0, keep("s1"), [0, 0], 30), (1, keep("s2"), [0, 0], 30), (0, PASS, [0, 0], 30)]
COVERED = [(0, keep("s1", "down"), [0, 0], 30, SECRET, "before"), *SHOWN[1:]]
EMPTY_FIELD = {**SINGLE, "field_up": [], "pile": ["s1", "s2", "s2", "s3", "joker", "start"]}
BOUGHT_OUT = {"hand": 1, "field_up": 0, "rotate_start": True, "release_from": "hidden"}
EMPTIED = [
    *((0, keep("s1"), [6, 6], 18), (1, hire("s3"), [6, 4], 20)),
    *((1, hire("s1"), [6, 2], 22), (0, PASS, [6, 2], 22)),
]
FLIPPED = (0, keep("s1"), [5, 6], 18, flip("s1"), "after")
DUELS: list[tuple[str | None, Line, list[Any], Line]] = [
    # release_from, transfer_targets, rotate_start
    (None, {}, [*KEPT, (0, release("s1", "public"), [7, 6], 17)], {}),
    (None, {"release_from": "hidden"}, [(0, release("s1"), [7, 6], 17)], {}),
    ("action", {"release_from": "hidden"}, [*KEPT, (0, release("s1", "public"), [7, 6], 17)], {}),
    (None, {}, [*KEPT, (0, transfer("s1", "s3", "down"), [5, 6], 19)], {}),
    (None, {"transfer_targets": "face_up"}, [*KEPT, (0, transfer("s1", "s3"), [5, 6], 19)], {}),
    ("action", {"transfer_targets": "face_up"}, [*KEPT, (0, transfer("s1", "s3", "down"), [5, 6], 19)], {}),
    ("action", {}, [(0, transfer("s1", "s3"), [5, 6], 19)], {}),  # gives a hidden card
    (None, {"rotate_start": True}, [*KEPT, (1, keep("s2"), [6, 6], 18), (0, keep("s2"), [6, 6], 18)], {}),
    ("turn order", {"rotate_start": True}, [*KEPT, (0, keep("s2"), [6, 6], 18)], {}),
    ("turn order", {}, [*KEPT, (1, keep("s2"), [6, 6], 18)], {}),
    # costs
    (None, {"keep_cost": 2}, [(0, keep("s1"), [4, 6], 20)], {}),
    ("money", {"keep_cost": 2}, [(0, keep("s1"), [6, 6], 18)], {}),
    (None, {"start_coins": 2}, [(0, hire("s2"), [0, 2], 28)], {}),
    ("cost", {"keep_cost": 2, "start_coins": 1}, [(0, keep("s1"), [-1, 1], 30)], {}),
    ("cost", {"start_coins": 1}, [(0, hire("s2"), [-1, 1], 30)], {}),
    ("cost", {"transfer_cost": 7}, [*KEPT, (0, transfer("s1", "s3"), [-1, 6], 25)], {}),
    ("cost", {"start_coins": 0}, [(0, keep("s1"), [-1, 0], 30, subsidy(0), "before")], {}),
    # coin_shortage
    (None, {"coin_supply": 12}, [(0, release("s1", gained=0), [6, 6], 0)], {}),
    ("gain", {"coin_supply": 12}, [(0, release("s1"), [7, 6], -1)], {}),
    (None, {"coin_supply": 12, "coin_shortage": "unlimited"}, [(0, release("s1"), [7, 6], -1)], {}),
    (
        "gain",
        {"coin_supply": 12, "coin_shortage": "unlimited"},
        [(0, release("s1", gained=0), [6, 6], 0)],
        {},
    ),
    ("money", {"coin_supply": 10}, [(0, keep("s1"), [6, 6], -2)], {}),
    (None, {"coin_supply": 10, "coin_shortage": "unlimited"}, [(0, keep("s1"), [6, 6], -2)], {}),
    (None, {"release_gain": 3}, [(0, release("s1", gained=3), [9, 6], 15)], {}),
    # A pass: without cards and with 1 coin nothing is legal; 2 coins would hire.
    (None, {"hand": 0, "start_coins": 1}, [(0, PASS, [1, 1], 28)], EMPTY),
    ("pass", {"hand": 0, "start_coins": 2}, [(0, PASS, [2, 2], 26)], EMPTY),
    # A public or a secret card can be released under "any" only; with 6 coins it could be transferred for
    # one that lies face down.
    (None, {"hand": 1, "start_coins": 0, "release_from": "hidden"}, SHOWN, SINGLE),
    ("pass", {"hand": 1, "start_coins": 0}, SHOWN, SINGLE),
    (None, {"hand": 1, "start_coins": 0, "skill_cost": 0, "release_from": "hidden"}, COVERED, SINGLE),
    ("pass", {"hand": 1, "start_coins": 0, "skill_cost": 0}, COVERED, SINGLE),
    ("pass", BOUGHT_OUT, EMPTIED, EMPTY_FIELD),
    (None, {**BOUGHT_OUT, "transfer_targets": "face_up"}, EMPTIED, EMPTY_FIELD),
    ("pass", {**BOUGHT_OUT, "transfer_cost": 6}, EMPTIED, EMPTY_FIELD),
    (None, {**BOUGHT_OUT, "transfer_cost": 7}, EMPTIED, EMPTY_FIELD),
    # market research: the pile of one; an empty pile shows nothing. A subsidy of 0.
    (None, {}, [*KEPT, (0, keep("s2"), [5, 6], 18, research("start"), "after")], {}),
    ("skill", {}, [*KEPT, (0, keep("s2"), [5, 6], 18, research(), "after")], {}),
    (None, {"field_up": 2}, [(0, keep("s1"), [5, 6], 18, research(), "before")], NO_PILE),
    (None, {}, [(0, keep("s1"), [5, 6], 18, subsidy(0), "before")], {}),
    (None, {"skill_cost": 3}, [(0, keep("s1"), [3, 6], 18, subsidy(0), "before")], {}),
    # transfer order: public cards only, and once a game
    (None, {}, [*KEPT, (0, keep("s2"), [5, 6], 18, order("s1", 1, "s1"), "before")], {}),
    ("skill", {}, [*KEPT, (0, keep("s2"), [5, 6], 18, order("s1", 1, "s2"), "before")], {}),
    ("skill", {}, [DOWN_6, OTHER_5, (0, keep("s2"), [4, 6], 18, order("s1", 1, "s1"), "before")], {}),
    ("skill", {}, [BEFORE_6, OTHER_5, (0, keep("s2"), [4, 6], 18, SECRET, "before")], {}),
    # department move: arrives hidden, all at once; which zones may pass
    (None, {}, [(0, keep("joker"), [5, 6], 18, MOVE, "before")], {}),
    ("action", {}, [(0, keep("s1"), [5, 6], 18, MOVE, "before")], {}),
    ("action", {}, [(0, keep("joker"), [5, 6], 18, MOVE, "after")], {}),
    (None, {}, [DOWN_6, OTHER_5, MOVE_SECRET], {}),
    ("skill", {"move_passes": "hidden"}, [DOWN_6, OTHER_5, MOVE_SECRET], {}),
    (None, {"hand": 1, "move_passes": "hidden"}, [DOWN_6, SINGLE_MOVE], SINGLE),
    ("skill", {"hand": 1}, [DOWN_6, SINGLE_MOVE], SINGLE),
    # secret personnel: which keeps, by every count and mode
    ("secret", {}, [(0, keep("s1", "down"), [6, 6], 18)], {}),
    ("secret", {}, [(0, keep("s1", "down"), [5, 6], 18, SECRET, "after")], {}),
    (None, {}, KEEPS_3, {}),
    ("secret", {"secret_personnel": "once"}, KEEPS_3, {}),
    ("secret", {}, KEEPS_2, {}),
    ("secret", {"secret_personnel": "once"}, KEEPS_2, {}),
    (None, {"secret_personnel": "once", "secret_parity": False}, KEEPS_2, {}),
    (None, {"secret_parity": False}, KEEPS_2, {}),
    ("secret", {}, LATE, {}),
    (None, {"secret_count": "since_skill"}, LATE, {}),
    ("secret", {"secret_count": "in_front"}, LATE, {}),
    (None, {"secret_count": "since_skill"}, AFTER, {}),
    (None, {}, HIRED, {}),
    ("secret", {"secret_count": "in_front"}, HIRED, {}),
    ("skill", {"secret_personnel": "off"}, [BEFORE_6], {}),
    ("skill", {"skills": ["subsidy"]}, [BEFORE_6], {}),
    (None, {"skills": ["secret_personnel"]}, [BEFORE_6], {}),
    (
        None,
        {"secret_personnel": "flip_one"},
        [FLIPPED, OTHER_5, (0, release("s1", "secret"), [6, 6], 17)],
        {},
    ),
    ("skill", {"secret_personnel": "flip_one"}, [(0, keep("s1"), [5, 6], 18, flip("s1"), "before")], {}),
    ("secret", {"secret_personnel": "flip_one"}, [FLIPPED, OTHER_5, (0, keep("s2", "down"), [5, 6], 18)], {}),
]
# fmt: on


@pytest.mark.parametrize(("area", "rules", "turns", "dealt"), DUELS)
def test_legality_under_each_ruling(area: str | None, rules: Line, turns: list[Any], dealt: Line) -> None:
    assert duel(rules, turns, **dealt)[:1] == ([area] if area else [])


def test_the_suit_taken_out_is_for_three_players_only() -> None:
    assert areas(judge(put(TINY, (1, "removed_suit"), 1)))[0] == "deck"


# Settlements


def settle(case: Line, **rules: Any) -> list[Fault]:
    return judge_settlement(case, {**rules_of(case["rules"], len(case["hands"])), **rules})


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_hand_worked_settlement_passes(case: Line) -> None:
    assert settle(case) == []


def test_a_joker_that_sees_only_those_before_him_is_judged_for_legality() -> None:
    case = next(case for case in CASES if case["name"] == "joker_raises_to_first_without_bonus")
    silent = put(case, ("lines", 1), suit(1, [1, 1, 1, 0], [0], [1], [4, 3, 0, 0], [1, 1, 1, 1]))
    silent["lines"][-1] = end([5, 4, 10, 11], [1, 1, 1, 1], [3])
    assert areas(settle(silent)) == ["joker"]
    assert settle(silent, joker_view="clockwise") == []
    for declared in (case["lines"][2] | {"joker": 3}, case["lines"][2] | {"joker": 0}):
        assert areas(settle(put(case, ("lines", 2), declared), joker_view="clockwise"))[:1] == ["joker"]
    assert "joker" in areas(settle(put(case, ("lines", 2, "joker"), 2), joker_view="clockwise", joker_uses="once"))


# Nothing goes unread


ODD: list[Any] = [None, True, -1, 10**12, 1.5, "x", "s1", [], [None], [[]], {}, {"vp": 1}]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every place inside a JSON value, with what stands there."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield (*path, key), inner
        yield from places(inner, (*path, key))


CARDS = "s1 s2 s3 s4 s5 joker start"
WORDS = [CARDS, "up down", "before after", "hidden public secret", "settled riot nobody"]


def others(value: Any) -> list[Any]:
    """What else could stand in the place of a leaf."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    alike = next((words.split() for words in WORDS if str(value) in words.split()), [0])
    return [word for word in alike if word != value]


def unnoticed(value: Any, faults: Callable[[Any], list[Fault]]) -> set[tuple[Any, ...]]:
    leaves = [(path, leaf) for path, leaf in places(value) if not isinstance(leaf, dict | list)]
    return {path for path, leaf in leaves for other in others(leaf) if not faults(put(value, path, other))}


def test_no_leaf_of_a_game_can_change_unnoticed() -> None:
    free = {path for path in unnoticed(BIG, judge) if path[0] > 0}
    # What a look at the pile showed; two skills for which it is all the same when they are used; and a keep
    # that could as well be of another card, or face up.
    assert free == {
        *((5, "skill", "saw", 0), (5, "skill_when"), (9, "skill_when")),
        *((11, "action", "card"), (11, "action", "face")),
    }


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_no_leaf_of_a_settlement_can_change_unnoticed(case: Line) -> None:
    assert unnoticed(case["lines"], lambda lines: settle({**case, "lines": lines})) == set()


@pytest.mark.parametrize("lines", [TINY, BIG], ids=["tiny", "big"])
def test_a_malformed_game_is_a_fault_and_no_crash(lines: list[Line]) -> None:
    for path, _ in places(lines):
        for odd in ODD:
            judge(put(lines, path, odd))
        assert judge(without(lines, path)), path
