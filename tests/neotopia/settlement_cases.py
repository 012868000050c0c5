"""Settlements worked out by hand from the rules page: plain data for the referee and for the kernel's tests.

A case is a dict:
    name          what it shows
    rules         the rulings that differ from `DEFAULT_RULES` (`rules_of` lays them over)
    start_player  the game's start player, who need not be the settlement start player
    removed_suit  the suit taken out, or None
    hands         by seat {"hidden": [...], "public": [...], "secret": [...]}, as after the last round
    coins, stock  money by seat, and the bank; what is missing to the coin supply lies on skill boxes
    lines         the trace's lines from the settlement to the result, ranked seats in ascending order
The working stands above each case: "3 first (3+1)" reads seat 3 is first, 3 VP by the effect, 1 by the order.
"With coins 8+5" is the sum of the suits' VP and the coins. Unless a case says otherwise there are 4 players,
3 suits, one coin a player, and the flat table pays 3 VP for every suit.
"""

from __future__ import annotations

from typing import Any

DEFAULT_RULES: dict[str, Any] = {
    "suits": 7,
    "cards_per_suit": 6,
    "hand": 8,
    "rounds": 6,
    "field_up": 0,  # 2 with 3 players
    "start_coins": 6,
    "keep_cost": 0,
    "release_gain": 1,
    "transfer_cost": 1,
    "hire_cost": 2,
    "skill_cost": 1,
    "removed_suit": "random",
    "coin_supply": 30,
    "coin_shortage": "partial",
    "rotate_start": False,
    "release_from": "any",
    "transfer_targets": "any",
    "secret_personnel": "lasting",
    "secret_count": "game",
    "secret_parity": True,
    "move_passes": "not_public",
    "riot": "once",
    "riot_penalty": 0,
    "ties": "clockwise",
    "order_bonus": "order",
    "jokers": 1,
    "joker_uses": "every_suit",
    "joker_order_bonus": False,
    "joker_view": "all",
    "joker_threshold": 1,
    "vp_per_coin": 1,
    "effects": "flat",
}
SMALL = {"suits": 3, "hand": 4, "rounds": 2}
SCARCE = {**SMALL, "coin_supply": 24}
ONES = [1, 1, 1, 1]
NONE = [0, 0, 0, 0]


def rules_of(changes: dict[str, Any], players: int = 4) -> dict[str, Any]:
    """The default rules for so many players with `changes` laid over."""
    return {**DEFAULT_RULES, "field_up": 2 if players == 3 else 0, **changes}


def _hand(hidden: str = "", public: str = "", secret: str = "") -> dict[str, list[str]]:
    return {"hidden": hidden.split(), "public": public.split(), "secret": secret.split()}


def _suit(
    counts: list[int],
    first: list[int],
    second: list[int],
    vp: list[int],
    *,
    joker: int | None = None,
    coins: list[int] | None = None,
) -> dict[str, Any]:
    """A settled suit; `coins` only where this suit moves some."""
    ranks = {"outcome": "settled", "first": first, "second": second}
    return {"counts": counts, "joker": joker, **ranks, "vp": vp, "coins": coins}


def _riot(counts: list[int], vp: list[int]) -> dict[str, Any]:
    return {**_suit(counts, [], [], vp), "outcome": "riot"}


def _nobody(vp: list[int]) -> dict[str, Any]:
    return {**_suit([0] * len(vp), [], [], vp), "outcome": "nobody"}


def _case(
    name: str,
    rules: dict[str, Any],
    hands: list[dict[str, list[str]]],
    suits: list[dict[str, Any]],
    vp: list[int],
    winners: list[int],
    *,
    start: int,
    held: bool = True,
    coins: list[int] = ONES,
    stock: int = 26,
    removed_suit: int | None = None,
) -> dict[str, Any]:
    """Number the suits in play, carry coins that stay as they are, and put the lines together."""
    lines: list[dict[str, Any]] = [{"event": "settlement", "seat": start, "held": held}]
    now = coins
    numbers = [n for n in range(1, len(suits) + 2) if n != removed_suit]
    for number, suit in zip(numbers, suits, strict=False):
        now = suit["coins"] or now
        lines.append({"event": "suit", "suit": number, **suit, "coins": now})
    lines.append({"event": "result", "vp": vp, "coins": now, "winners": winners})
    position: dict[str, Any] = {"hands": hands, "coins": coins, "stock": stock}
    position |= {"start_player": 0 if held else start, "removed_suit": removed_suit}
    return {"name": name, "rules": rules, **position, "lines": lines}


# fmt: off
# Ties. Nobody holds the start card, so the start player, seat 3, begins: orders 3: 1, 0: 2, 1: 3, 2: 4.
# Suit 1: seats 1 and 2 hold two each, and seat 1 comes sooner. Suit 3: seats 0 and 3 hold one each.
_TIE = [_hand("s3"), _hand("s1", "s1"), _hand("s1", "", "s1"), _hand("s1 s3")]
_TIE_COINS = [5, 4, 3, 2]
# Seat 1 holds the start card, face down: orders 1: 1, 2: 2, 3: 3, 0: 4.
_SECOND = [_hand("s1", "s1"), _hand("s2", "", "start"), _hand("s1"), _hand("", "", "s1")]
_TIES = [
    # Suit 1: 1 first (3+3), 2 second (3). Suit 3: 3 first (3+1), 0 second (3). With coins: 3+5, 6+4, 3+3,
    # 4+2.
    _case("tie_clockwise", SMALL, _TIE, [
        _suit([0, 2, 2, 1], [1], [2], [0, 6, 3, 0]),
        _nobody(NONE),
        _suit([1, 0, 0, 1], [3], [0], [3, 0, 0, 4]),
    ], [8, 10, 6, 6], [1], start=3, held=False, coins=_TIE_COINS, stock=16),
    # Suit 1: 1 (3+3) and 2 (3+4) first, nobody second. Suit 3: 0 (3+2) and 3 (3+1) first.
    # With coins: 5+5, 6+4, 7+3, 4+2; three have 10, and of them seat 0 has the most coins.
    _case("tie_shared_and_coins_decide", {**SMALL, "ties": "shared"}, _TIE, [
        _suit([0, 2, 2, 1], [1, 2], [], [0, 6, 7, 0]),
        _nobody(NONE),
        _suit([1, 0, 0, 1], [0, 3], [], [5, 0, 0, 4]),
    ], [10, 10, 10, 6], [0], start=3, held=False, coins=_TIE_COINS, stock=16),
    # Suit 1: 0 first (3+4), 2 and 3 second (3 each). Suit 2: seat 1 alone, a riot. With coins 7+1, 0+1,
    # 3+1, 3+1.
    _case("tie_shared_second", {**SMALL, "ties": "shared"}, _SECOND, [
        _suit([2, 0, 1, 1], [0], [2, 3], [7, 0, 3, 3]),
        _riot([0, 1, 0, 0], NONE),
        _nobody(NONE),
    ], [8, 1, 4, 4], [0], start=1),
    # The same clockwise: seat 2 comes before seat 3 and is the only second.
    _case("tie_clockwise_second", SMALL, _SECOND, [
        _suit([2, 0, 1, 1], [0], [2], [7, 0, 3, 0]),
        _riot([0, 1, 0, 0], NONE),
        _nobody(NONE),
    ], [8, 1, 4, 1], [0], start=1),
]

# Riots. Every suit has one holder: seat 1 (two of suit 1), seat 2 (suit 2), seat 0 (suit 3). Seat 3 holds
# the start card: orders 3: 1, 0: 2, 1: 3, 2: 4. So a suit that is settled pays 3+3, 3+4 or 3+2, and nobody
# is second.
_ALONE = [_hand("s3"), _hand("s1", "s1"), _hand("", "", "s2"), _hand("start")]
_ALONE_1 = _suit([0, 2, 0, 0], [1], [], [0, 6, 0, 0])
_ALONE_2 = _suit([0, 0, 1, 0], [2], [], [0, 0, 7, 0])
_ALONE_3 = _suit([1, 0, 0, 0], [0], [], [5, 0, 0, 0])


def _riot_case(name: str, rules: dict[str, Any], suits: list[Any], vp: list[int], winners: list[int]) -> Any:
    return _case(name, {**SMALL, **rules}, _ALONE, suits, vp, winners, start=3)


_RIOTS = [
    _riot_case("riot_once", {}, [_riot([0, 2, 0, 0], NONE), _ALONE_2, _ALONE_3], [6, 1, 8, 1], [2]),
    # All VP are the coins: a draw of four.
    _riot_case("riot_every", {"riot": "every"}, [
        _riot([0, 2, 0, 0], NONE),
        _riot([0, 0, 1, 0], NONE),
        _riot([1, 0, 0, 0], NONE),
    ], ONES, [0, 1, 2, 3]),
    _riot_case("riot_off", {"riot": "off"}, [_ALONE_1, _ALONE_2, _ALONE_3], [6, 7, 8, 1], [2]),
    _riot_case("riot_penalty_once", {"riot_penalty": 2}, [
        _riot([0, 2, 0, 0], [0, -2, 0, 0]),
        _ALONE_2,
        _ALONE_3,
    ], [6, -1, 8, 1], [2]),
    _riot_case("riot_penalty_every", {"riot": "every", "riot_penalty": 2}, [
        _riot([0, 2, 0, 0], [0, -2, 0, 0]),
        _riot([0, 0, 1, 0], [0, 0, -2, 0]),
        _riot([1, 0, 0, 0], [-2, 0, 0, 0]),
    ], [-1, -1, -1, 1], [3]),
]

# The joker with seat 2; seat 0 holds the start card: orders are seat + 1.
_RAISE = [_hand("s1 start"), _hand("s1"), _hand("s1 s2 s3", "joker s3"), _hand("s2 s3", "", "s2 s3")]
_RAISE_SHARED = [_hand("s1 s1 start"), _hand("s1", "s1"), *_RAISE[2:]]
# Two holders of every suit before seat 2, which so ranks nowhere without the joker.
_LIFT = [_hand("s1 s2 s3 start"), _hand("s1 s2 s3"), _hand("s1 s2 s3 joker"), _hand()]
_LIFT_RULES = {**SMALL, "effects": {"1": {"vp": 2}, "2": {"vp": 5}, "3": {"vp": 5}}}
_ONCE = {**_LIFT_RULES, "joker_uses": "once"}
_PLAIN = _suit([1, 1, 1, 0], [0], [1], [6, 5, 0, 0])
_LIFTED_1 = _suit([1, 1, 1, 0], [2], [0], [2, 0, 2, 0], joker=2)
_LIFTED = _suit([1, 1, 1, 0], [2], [0], [5, 0, 5, 0], joker=2)
_USELESS = [_hand("s2 start"), _hand(), _hand("s1 s3", "", "s1 joker"), _hand()]
_COIN_ROWS = {"1": {"coins": 2}, "2": {"coins": 2}, "3": {"take": 2}}
_JOKERS = [
    # Suit 1: without it seat 2 is third; with it first with two, 3 and no bonus; seat 0 second. Declared.
    # Suit 2: second (3) without; with it 2:2, seat 2 sooner, first without bonus (3): refused. 3 first
    # (3+4). Suit 3: first (3+3) without, as the sooner of two; with it 3: refused. 3 second.
    _case("joker_raises_to_first_without_bonus", SMALL, _RAISE, [
        _suit([1, 1, 1, 0], [2], [0], [3, 0, 3, 0], joker=2),
        _suit([0, 0, 1, 2], [3], [2], [0, 0, 3, 7]),
        _suit([0, 0, 2, 2], [2], [3], [0, 0, 6, 3]),
    ], [4, 1, 13, 11], [2], start=0),
    # Suit 1: first with the bonus (3+3). Suit 2: 3+3 against 3, declared, and 3 is second. Suit 3: 3+3 both
    # ways, refused.
    _case("joker_with_order_bonus", {**SMALL, "joker_order_bonus": True}, _RAISE, [
        _suit([1, 1, 1, 0], [2], [0], [3, 0, 6, 0], joker=2),
        _suit([0, 0, 1, 2], [2], [3], [0, 0, 6, 3], joker=2),
        _suit([0, 0, 2, 2], [2], [3], [0, 0, 6, 3]),
    ], [4, 1, 19, 7], [2], start=0),
    # Suit 1: 0 and 1 first with two, so nobody is second; with the joker 2 is first as well, and it alone
    # goes without a bonus: 3+1, 3+2, 3. Suit 2: second (3) without; with it both first, seat 2 for 3:
    # refused, 3 first (3+4). Suit 3: both first (3+3, 3+4) without; with it seat 2 alone at the top for 3:
    # refused.
    _case("joker_shared_ties", {**SMALL, "ties": "shared"}, _RAISE_SHARED, [
        _suit([2, 2, 1, 0], [0, 1, 2], [], [4, 5, 3, 0], joker=2),
        _suit([0, 0, 1, 2], [3], [2], [0, 0, 3, 7]),
        _suit([0, 0, 2, 2], [2, 3], [], [0, 0, 6, 7]),
    ], [5, 6, 13, 15], [3], start=0),
    # The joker lifts seat 2 from 0 to 2, 5 and 5; seat 0 is second instead of first. Equal coins: a draw.
    _case("joker_every_suit", _LIFT_RULES, _LIFT, [
        _LIFTED_1,
        _LIFTED,
        _LIFTED,
    ], [13, 1, 13, 1], [0, 2], start=0),
    # Once, from 1 on: spent at suit 1; then 0 first (5+1) and 1 second (5) twice.
    _case("joker_once", _ONCE, _LIFT, [
        _LIFTED_1,
        _PLAIN,
        _PLAIN,
    ], [15, 11, 3, 1], [0], start=0),
    # Once, from 3 on: suit 1 would bring but 2, so 0 first (2+1), 1 second (2); suit 2 brings 5; then it is
    # spent.
    _case("joker_once_threshold", {**_ONCE, "joker_threshold": 3}, _LIFT, [
        _suit([1, 1, 1, 0], [0], [1], [3, 2, 0, 0]),
        _LIFTED,
        _PLAIN,
    ], [15, 8, 6, 1], [0], start=0),
    # No bonus for anybody, 1 VP a card. Suit 1: seat 2 alone, joker or not: a riot. Suit 2: seat 2 holds
    # none, so the joker is no use, and 0 is first alone (1). Suit 3: seat 2 alone and no more riot: 1+1
    # with the joker.
    _case("joker_makes_no_holder", {**SMALL, "effects": "count", "order_bonus": "none"}, _USELESS, [
        _riot([0, 0, 2, 0], NONE),
        _suit([1, 0, 0, 0], [0], [], [1, 0, 0, 0]),
        _suit([0, 0, 1, 0], [2], [], [0, 0, 2, 0], joker=2),
    ], [2, 1, 3, 1], [2], start=0),
    # Coins are payoff too. Suit 1: the stock has 3; with the joker 2 is first and gets 2, then 0 the last
    # one: declared. Suit 2: the stock is empty, the joker brings nothing: refused, 0 first (0+1). Suit 3:
    # seat 3 alone holds none, and has 1 coin; with the joker 2 is first and takes it, nothing is left for
    # 0: declared.
    _case("joker_for_coins_and_empty_stock", {**SCARCE, "effects": _COIN_ROWS}, _LIFT, [
        _suit([1, 1, 1, 0], [2], [0], NONE, joker=2, coins=[2, 1, 3, 1]),
        _suit([1, 1, 1, 0], [0], [1], [1, 0, 0, 0]),
        _suit([1, 1, 1, 0], [2], [0], NONE, joker=2, coins=[2, 1, 4, 0]),
    ], [3, 1, 4, 0], [2], start=0, stock=3),
]

# Order bonus. Seat 1 holds the start card: orders 1: 1, 2: 2, 3: 3, 0: 4.
_BONUS = [_hand("s1 s1"), _hand("s1 s2 s2 start"), _hand("s2"), _hand("s3 s3")]
# Money. Seat 1 holds the start card; 0 and 1 hold suits 1 to 3, 0 more of suit 1.
_MONEY = [_hand("s1 s1 s2 s3"), _hand("s1 s2 s3 start"), _hand(), _hand()]
_MONEY_ROWS = {"1": {"coins": 3}, "2": {"coins": 2}, "3": {"take": 2}}
_UNLIMITED = {**SCARCE, "coin_shortage": "unlimited", "effects": {**_MONEY_ROWS, "3": {}}}
_SHARED_ROWS = {"1": {"vp": 1}, "2": {"take": 2}, "3": {"coins": 2}}
_PAIR_ROWS = {"1": {"coins": 3}, "2": {"vp_per_coin_pair": 1}, "3": {"vp_per_coin_pair": 1, "take": 2}}
# Seat 1 holds the start card.
_HOLDERS = [_hand("s1 s1"), _hand("s1 start"), _hand("s3"), _hand()]
_HOLDER_ROWS = {
    "1": {"vp": 2, "vp_holder": 1, "vp_absent": -1},
    "2": {"vp": 9, "vp_holder": 5, "vp_absent": 2},
    "3": {"vp": 9, "vp_holder": 5, "vp_absent": 4},
}
# Seat 0 holds the start card; it has 3 public cards and 2 others, seat 1 one public card and 3 others.
_ZONES = [_hand("s2", "s1 s1 start", "s3"), _hand("s2 s3", "s1", "s2"), _hand(), _hand()]
_ZONE_ROWS = {
    "1": {"vp_per_public": 1},
    "2": {"vp_per_hidden": 2},
    "3": {"vp": 1, "vp_first": 4, "vp_second": 2},
}
_THREE = [_hand("s3 s1 s4"), _hand("s1 s4"), _hand("s1 s1", "s4")]
_OTHERS = [
    # Suit 1: 0 first, order 4: list's 4th, 0. Suit 2: 1 first, order 1: 5. Suit 3: 3 alone, a riot.
    _case("order_bonus_list", {**SMALL, "order_bonus": [5, 3, 2, 0]}, _BONUS, [
        _suit([2, 1, 0, 0], [0], [1], [3, 3, 0, 0]),
        _suit([0, 2, 1, 0], [1], [2], [0, 8, 3, 0]),
        _riot([0, 0, 0, 2], NONE),
    ], [4, 12, 4, 1], [1], start=1),
    _case("order_bonus_none", {**SMALL, "order_bonus": "none"}, _BONUS, [
        _suit([2, 1, 0, 0], [0], [1], [3, 3, 0, 0]),
        _suit([0, 2, 1, 0], [1], [2], [0, 3, 3, 0]),
        _riot([0, 0, 0, 2], NONE),
    ], [4, 7, 4, 1], [1], start=1),
    # Suit numbers 1, 2, 3 pay 3, 2, 1. Suit 1: 0 (3+4), 1 (3). Suit 2: 1 (2+1), 2 (2). No riots: suit 3: 3
    # (1+3).
    _case("ladder", {**SMALL, "effects": "ladder", "riot": "off"}, _BONUS, [
        _suit([2, 1, 0, 0], [0], [1], [7, 3, 0, 0]),
        _suit([0, 2, 1, 0], [1], [2], [0, 3, 2, 0]),
        _suit([0, 0, 0, 2], [3], [], [0, 0, 0, 4]),
    ], [8, 7, 3, 5], [0], start=1),
    # Suit 1: 0 (2+4), 1 (1). Suit 2: 1 (2+1), 2 (1). Suit 3: 3 (2+3).
    _case("count", {**SMALL, "effects": "count", "riot": "off"}, _BONUS, [
        _suit([2, 1, 0, 0], [0], [1], [6, 1, 0, 0]),
        _suit([0, 2, 1, 0], [1], [2], [0, 3, 1, 0]),
        _suit([0, 0, 0, 2], [3], [], [0, 0, 0, 5]),
    ], [7, 5, 2, 6], [0], start=1),
    # A coin is 2 VP. Suit 1: 0 first (0+4) gets 3 of 4 coins, 1 the last. Suit 2: the stock is empty; 1
    # first (0+1) as the sooner of two. Suit 3: seats 2 (3 coins) and 3 (1 coin) hold none; 1 first (0+1)
    # takes 2+1, then 0 takes 1+0. With coins 4+8, 2+8, 0, 0.
    _case("coins_and_take_with_empty_stock", {**SCARCE, "vp_per_coin": 2, "effects": _MONEY_ROWS}, _MONEY, [
        _suit([2, 1, 0, 0], [0], [1], [4, 0, 0, 0], coins=[3, 1, 3, 1]),
        _suit([1, 1, 0, 0], [1], [0], [0, 1, 0, 0]),
        _suit([1, 1, 0, 0], [1], [0], [0, 1, 0, 0], coins=[4, 4, 0, 0]),
    ], [12, 10, 0, 0], [0], start=1, coins=[0, 0, 3, 1], stock=4),
    # As before, but gains are always full (the stock ends at 4-6-4 = -6), and suit 3 pays only the order.
    _case("coins_unlimited", _UNLIMITED, _MONEY, [
        _suit([2, 1, 0, 0], [0], [1], [4, 0, 0, 0], coins=[3, 3, 3, 1]),
        _suit([1, 1, 0, 0], [1], [0], [0, 1, 0, 0], coins=[5, 5, 3, 1]),
        _suit([1, 1, 0, 0], [1], [0], [0, 1, 0, 0]),
    ], [9, 7, 3, 1], [0], start=1, coins=[0, 0, 3, 1], stock=4),
    # Suit 1: 0 first (1+4), 1 second (1). Suits 2 and 3: both first, order 4 and 1. Money goes clockwise
    # from seat 1: it takes 2+1, then 0 takes 1+0; and of the stock's 3 it gets 2, then 0 gets 1. With coins
    # 13+2, 3+5.
    _case("take_shared_clockwise", {**SCARCE, "ties": "shared", "effects": _SHARED_ROWS}, _MONEY, [
        _suit([2, 1, 0, 0], [0], [1], [5, 1, 0, 0]),
        _suit([1, 1, 0, 0], [0, 1], [], [4, 1, 0, 0], coins=[1, 3, 0, 0]),
        _suit([1, 1, 0, 0], [0, 1], [], [4, 1, 0, 0], coins=[2, 5, 0, 0]),
    ], [15, 8, 0, 0], [0], start=1, coins=[0, 0, 3, 1], stock=3),
    # Suit 1: holders get 1 more, the others lose 1: 0 first (2+4+1), 1 second (2+1). Suit 2, nobody:
    # vp_absent for all. Suit 3, a riot: neither.
    _case("vp_holder_and_vp_absent", {**SMALL, "effects": _HOLDER_ROWS}, _HOLDERS, [
        _suit([2, 1, 0, 0], [0], [1], [7, 3, -1, -1]),
        _nobody([2, 2, 2, 2]),
        _riot([0, 0, 1, 0], NONE),
    ], [10, 6, 2, 2], [0], start=1),
    # Suit 1: 0 first (0+4) gets 3 of 4 coins and has 4, 1 gets the last and has 3. Suit 2: 1 first, as the
    # sooner of two, 3 coins are one pair (1+1); 0 second, 4 coins are two pairs (2). Suit 3: the same, as
    # pairs are counted before the suit's own money; then 1 takes 2+1 of seats 2 and 3, and 0 takes 2+0.
    # With coins 8+6, 4+6.
    _case("coin_pairs_and_money_order", {**SCARCE, "effects": _PAIR_ROWS}, _MONEY, [
        _suit([2, 1, 0, 0], [0], [1], [4, 0, 0, 0], coins=[4, 3, 4, 1]),
        _suit([1, 1, 0, 0], [1], [0], [2, 2, 0, 0]),
        _suit([1, 1, 0, 0], [1], [0], [2, 2, 0, 0], coins=[6, 6, 0, 0]),
    ], [14, 10, 0, 0], [0], start=1, coins=[1, 2, 4, 1], stock=4),
    # Suit 1: 0 first (3 public, +1), 1 second (1 public). Suit 2: 1 first (2x3 not public, +2), 0 second
    # (2x2). Suit 3: equal, 0 first (1+4, +1), 1 second (1+2).
    _case("vp_by_zone_and_rank", {**SMALL, "effects": _ZONE_ROWS}, _ZONES, [
        _suit([2, 1, 0, 0], [0], [1], [4, 1, 0, 0]),
        _suit([1, 2, 0, 0], [1], [0], [4, 8, 0, 0]),
        _suit([1, 1, 0, 0], [0], [1], [6, 3, 0, 0]),
    ], [15, 13, 1, 1], [0], start=0),
    # 3 players, suit 2 taken out, no joker. Nobody holds the start card; seat 1 begins: orders 1: 1, 2: 2,
    # 0: 3. Suit 1: 2 first (3+2), 1 second (3). Suit 3: 0 alone, a riot. Suit 4: 1 first (3+1), 2 second
    # (3). With coins 0+4, 7+3, 8+2: equal, and seat 1 has more coins.
    _case("three_players_suit_taken_out", {**SMALL, "suits": 4, "removed_suit": 2, "jokers": 0}, _THREE, [
        _suit([1, 1, 2], [2], [1], [0, 3, 5]),
        _riot([1, 0, 0], [0, 0, 0]),
        _suit([1, 1, 1], [1], [2], [0, 4, 3]),
    ], [4, 10, 10], [1], start=1, held=False, coins=[4, 3, 2], stock=21, removed_suit=2),
]
# fmt: on
CASES = [*_TIES, *_RIOTS, *_JOKERS, *_OTHERS]
