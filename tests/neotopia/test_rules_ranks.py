"""N18 to N23 where ranks alone pay: the settlement side by side says what the one suit by suit says."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.games.neotopia.codes import KINDS, USE_JOKER
from balance.games.neotopia.settlement import set_order, settle
from tests.interpreted import interpreted_only
from tests.neotopia.positions import hand, opened, position, rules_of

pytestmark = interpreted_only

RULINGS = st.fixed_dictionaries(
    {
        "suits": st.sampled_from([2, 4, 7, 10]),
        "cards_per_suit": st.just(12),
        "hand": st.just(1),
        "rounds": st.just(1),
        "coin_supply": st.just(99),
    },
    optional={
        "riot": st.sampled_from(["once", "every", "off"]),
        "riot_penalty": st.integers(0, 3),
        "joker_uses": st.sampled_from(["every_suit", "once"]),
        "joker_threshold": st.integers(1, 4),
        "joker_order_bonus": st.booleans(),
        "order_bonus": st.sampled_from(["none", "order"]),
        "effects": st.sampled_from(["flat", "ladder"]),
    },
)
TABLES = st.lists(st.integers(-3, 5), min_size=3, max_size=3)
PARTS = ("vp", "vp_first", "vp_second")


def settled(state: Any, rules: Any, counts: list[list[int]], unit: int, first: int, by_rank: int) -> list[int]:
    """Scores, coins, declared jokers and riots after the seats' ``counts`` (joker, suits …) were settled."""
    books = state.books
    books.count[:] = 0
    books.joker_seat = -1
    for p in range(rules.seats):
        books.count[p] = np.array(counts[p])
        books.coins[p] = state.seats[p].coins
        if books.count[p, 0] > 0:
            books.joker_seat = p
    books.unit = unit
    rules.by_rank = by_rank
    set_order(rules, books, first)
    settle(state, rules, books)
    return [int(n) for n in (*books.vp[: rules.seats], *books.coins[: rules.seats], books.joker_uses, books.riots)]


class TestN20SideBySide:
    @given(RULINGS, st.integers(2, 6), st.data())
    @settings(max_examples=150)
    def test_as_suit_by_suit(self, changes: dict[str, Any], players: int, data: st.DataObject) -> None:
        """Also with parts of cards, as an onlooker counts, without a suit, and for an effect table of one's own."""
        draw = data.draw
        if draw(st.booleans()):
            suits = map(str, range(1, changes["suits"] + 1))
            changes["effects"] = {suit: dict(zip(PARTS, draw(TABLES), strict=True)) for suit in suits}
        rules = rules_of(players, **changes)
        assert rules.by_rank == 1
        unit = draw(st.sampled_from([1, 5]))
        held = st.lists(st.integers(0, 3 * unit), min_size=KINDS, max_size=KINDS)
        counts = [[0, *draw(held)[1:]] for _ in range(players)]
        if (joker := draw(st.integers(-1, players - 1))) >= 0:
            counts[joker][0] = unit
        state = position(rules, *(hand(coins=draw(st.integers(0, 2))) for _ in range(players)))
        rules.banned[0] = draw(st.integers(0, 1)) << USE_JOKER
        state.removed = draw(st.integers(0, 1))
        first = draw(st.integers(0, players - 1))
        both = [settled(state, rules, counts, unit, first, by_rank) for by_rank in (0, 1)]
        assert both[0] == both[1]

    def test_by_hand(self) -> None:
        """Seat 2 settles first, so his order is 1, that of seat 3 is 2, of seat 0 3 and of seat 1 4.

        Suit 1: of the equals 2 and 0 the nearer is first, 3 + 1, and 0 second, 3.  Suit 2: 0 is nearer than 1, but
        the joker, whose order bonus is kept, makes 1 first, 3 + 4, and 0 second, 3.  Suit 3 has one holder, a riot.
        """
        rules = rules_of(suits=3, hand=3, rounds=2, joker_order_bonus=True)
        table, books = opened(rules, hand("s1 s2 s2"), hand("s2 s2 s3 joker"), hand("s1"), hand(), start=2)
        settle(table, rules, books)
        assert [int(vp) for vp in books.vp[:4]] == [3 + 3 + 1, 7 + 1, 4 + 1, 1]  # and a coin each
        assert (books.joker_uses, books.riots) == (1, 1)

    def test_what_is_not_by_rank(self) -> None:
        assert [
            int(rules_of(**changes).by_rank)
            for changes in ({}, {"ties": "shared"}, {"joker_view": "clockwise"}, {"effects": "count"})
        ] == [1, 0, 0, 0]
