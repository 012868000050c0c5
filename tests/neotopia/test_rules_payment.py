"""N21 to N24: what a suit pays, the order bonus, the joker, the winner.  One class for each rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from balance.games.neotopia.codes import (
    NOBODY_SEAT,
)
from balance.games.neotopia.settings import enter_bans
from balance.games.neotopia.settlement import (
    cash_up,
    declares_joker,
    effect_vp,
    final_key,
    order_bonus,
    pay_holders,
    payoff_of,
    rank_suit,
    winners,
)
from tests.interpreted import interpreted_only
from tests.neotopia.positions import hand, opened, rules_of, seats, suit_line

pytestmark = interpreted_only

SMALL = {"suits": 3, "hand": 4, "rounds": 2}
# What a second with two cards gets for suits 1 to 7.
TABLES = [("flat", [3] * 7), ("count", [2] * 7), ("ladder", [7, 6, 5, 4, 3, 2, 1])]


# One part; VP for seat 0, first with 3 cards, 4 public and 2 other cards in all, 5 coins; and for seat 1,
# second with 2 cards, 1 public and 3 others, 3 coins; and for seat 2, which holds none.
PARTS = [
    ("vp", [4, 4, 0]),
    ("vp_per_card", [4 * 3, 4 * 2, 0]),
    ("vp_per_public", [4 * 4, 4 * 1, 0]),
    ("vp_per_hidden", [4 * 2, 4 * 3, 0]),
    ("vp_per_coin_pair", [4 * 2, 4 * 1, 0]),
    ("vp_first", [4, 0, 0]),
    ("vp_second", [0, 4, 0]),
    ("vp_holder", [4, 4, 0]),
    ("vp_absent", [0, 0, 4]),
    ("coins", [0, 0, 0]),
    ("take", [0, 0, 0]),
]


class TestN21Effects:
    @pytest.mark.parametrize(("part", "paid"), PARTS)
    def test_each_part(self, part: str, paid: list[int]) -> None:
        sizes = {**SMALL, "hand": 3, "removed_suit": 3}
        rules = rules_of(3, **sizes, order_bonus="none", effects={"1": {part: 4}, "2": {}, "3": {}})
        most, fewer = hand("s1", "s1 s1 s2 s2", "s2", coins=5), hand("s2 s1", "s1", "s2", coins=3)
        state, _ = opened(rules, most, fewer, hand("s2", coins=2))
        line = suit_line(state, rules, 1)
        assert (line["first"], line["second"]) == ([0], [1])
        assert line["vp"] == paid
        money = {"coins": [9, 7, 2], "take": [7, 3, 0]}  # a take finds but 2 coins at seat 2
        assert line["coins"] == money.get(part, [5, 3, 2])

    def test_parts_add_up(self) -> None:
        row = {"vp": 1, "vp_per_card": 2, "vp_first": 10, "vp_holder": 90}
        rules = rules_of(**SMALL, order_bonus="none", effects={"1": row, "2": {}, "3": {}})
        state, _ = opened(rules, hand("s1 s1"), hand("s1"))
        assert suit_line(state, rules, 1)["vp"] == [1 + 4 + 10 + 90, 1 + 2 + 90, 0, 0]

    def test_the_joker_counts_as_a_card(self) -> None:
        rules = rules_of(effects="count", order_bonus="none")
        state, _ = opened(rules, hand("s1 joker"), hand("s1 s1 s1"))
        assert suit_line(state, rules, 1)["vp"] == [2, 3, 0, 0]

    def test_nobody_holds_it(self) -> None:
        row = {"vp": 9, "coins": 2, "take": 1, "vp_holder": 5, "vp_absent": 2}
        rules = rules_of(**SMALL, effects={"1": row, "2": {}, "3": {}})
        state, books = opened(rules, hand("s2"), hand("s3"))
        line = suit_line(state, rules, 1)
        assert (line["vp"], line["coins"], books.riots) == ([2, 2, 2, 2], [1, 1, 1, 1], 0)

    def test_holders_are_paid_by_count_not_by_the_joker(self) -> None:
        rules = rules_of(**SMALL, effects={"1": {"vp_holder": 2, "vp_absent": 1}, "2": {}, "3": {}})
        _, books = opened(rules, hand("joker"), hand("s1"))
        pay_holders(rules, books, 1)
        assert list(books.paid[:4]) == [1, 2, 1, 1]

    @pytest.mark.parametrize(("table", "vp"), TABLES)
    def test_named_tables(self, table: str, vp: list[int]) -> None:
        rules = rules_of(effects=table)
        two, three = "s1 s2 s3 s4 s5 s6 s7 " * 2, "s1 s2 s3 s4 s5 s6 s7 " * 3
        state, _ = opened(rules, hand(two), hand(three))
        assert [suit_line(state, rules, suit)["vp"][0] for suit in range(1, 8)] == vp

    def test_first_is_paid_before_second(self) -> None:
        """One coin in the stock, two for each rank: first gets it."""
        rules = rules_of(**SMALL, effects={"1": {"coins": 2}, "2": {}, "3": {}})
        state, books = opened(rules, hand("s1"), hand("s1 s1"), stock=1)
        assert suit_line(state, rules, 1)["coins"] == [1, 2, 1, 1]
        assert books.stock == 0

    def test_equals_are_paid_clockwise_from_the_settlement_start_player(self) -> None:
        rules = rules_of(**SMALL, ties="shared", effects={"1": {"coins": 2}, "2": {}, "3": {}})
        state, _ = opened(rules, hand("s1"), hand("s1"), hand("s1"), stock=3, start=2)
        assert suit_line(state, rules, 1)["coins"] == [2, 1, 3, 1]  # 2 to seat 2, 1 to seat 0

    def test_coin_pairs_before_the_suit_s_own_money(self) -> None:
        """Seat 0 has 1 coin and gets 3; its pairs are counted before."""
        row = {"vp_per_coin_pair": 5, "coins": 3}
        rules = rules_of(**SMALL, order_bonus="none", effects={"1": row, "2": {}, "3": {}})
        state, _ = opened(rules, hand("s1 s1"), hand("s1", coins=2), stock=9)
        line = suit_line(state, rules, 1)
        assert (line["vp"], line["coins"]) == ([0, 5, 0, 0], [4, 5, 1, 1])

    def test_effect_vp_without_a_rank(self) -> None:
        rules = rules_of(effects="count")
        _, books = opened(rules, hand("s1"), hand("s1 s1"), hand("s1 s1 s1"))
        rank_suit(rules, books, 1, NOBODY_SEAT)
        assert [effect_vp(rules, books, 1, p, NOBODY_SEAT) for p in range(4)] == [0, 2, 3, 0]


class TestN22OrderBonus:
    @pytest.mark.parametrize(
        ("ruling", "paid"),
        [("order", [4, 1, 2, 3]), ("none", [0, 0, 0, 0]), ([5, 3, 0, -2], [-2, 5, 3, 0])],
    )
    def test_by_settlement_order(self, ruling: Any, paid: list[int]) -> None:
        """The start card lies with seat 1: orders 4, 1, 2, 3.  First is paid, whoever it is."""
        rules = rules_of(order_bonus=ruling)
        _, books = opened(rules, hand(), hand("start"), hand(), hand())
        for p in range(4):
            books.first, books.second = 1 << p, 1 << (p + 1) % 4
            assert [order_bonus(rules, books, q, NOBODY_SEAT) for q in range(4)] == [
                paid[p] if q == p else 0 for q in range(4)
            ]

    def test_second_gets_none(self) -> None:
        rules = rules_of()
        state, _ = opened(rules, hand("s1"), hand("s1 s1"), start=2)
        assert suit_line(state, rules, 1)["vp"] == [3, 3 + 4, 0, 0]

    def test_every_shared_first_gets_its_own(self) -> None:
        rules = rules_of(ties="shared")
        state, _ = opened(rules, hand("s1"), hand("s1"), start=1)
        assert suit_line(state, rules, 1)["vp"] == [3 + 4, 3 + 1, 0, 0]


def payoff(rules: Any, books: Any, p: int, joker: int) -> int:
    """What suit 1 would bring a seat, with the joker declared by ``joker`` or not at all."""
    rank_suit(rules, books, 1, joker)
    return int(payoff_of(rules, books, 1, p, joker))


def declares(state: Any, rules: Any, books: Any) -> bool:
    """Whether the joker's holder declares it at suit 1."""
    rank_suit(rules, books, 1, NOBODY_SEAT)
    return bool(declares_joker(state, rules, books, 1))


LIFT = (hand("s1 s2 s3"), hand("s1 s2 s3"), hand("s1 s2 s3 joker"), hand("start"))
ROWS = {"1": {"vp": 2}, "2": {"vp": 5}, "3": {"vp": 5}}


class TestN23Joker:
    def test_lifts_to_first_without_the_bonus(self) -> None:
        """Third without it (0 VP), first with it: 3 VP, and no bonus for order 3."""
        rules = rules_of()
        state, _ = opened(rules, hand("s1"), hand("s1"), hand("s1 joker"))
        line = suit_line(state, rules, 1)
        assert (line["joker"], line["first"], line["vp"]) == (2, [2], [3, 0, 3, 0])
        assert line["counts"] == [1, 1, 1, 0]

    def test_who_is_banned_from_it_does_not_declare(self) -> None:
        """As above, but what sits third may not: first keeps 3 VP and the bonus for order 1, second 3 VP."""
        rules = rules_of()
        enter_bans(rules, 2, ["joker"])
        state, _ = opened(rules, hand("s1"), hand("s1"), hand("s1 joker"))
        line = suit_line(state, rules, 1)
        assert (line["joker"], line["first"], line["vp"]) == (None, [0], [3 + 1, 3, 0, 0])
        state.seats[2].entry, state.seats[3].entry = 3, 2  # another row sits there
        assert suit_line(state, rules, 1)["joker"] == 2

    def test_joker_order_bonus(self) -> None:
        rules = rules_of(joker_order_bonus=True)
        state, _ = opened(rules, hand("s1"), hand("s1"), hand("s1 joker"))
        assert suit_line(state, rules, 1)["vp"] == [3, 0, 3 + 3, 0]

    def test_the_bonus_is_lost_by_its_user_only(self) -> None:
        """Seat 1 declares and comes second; first keeps his bonus."""
        rules = rules_of()
        state, _ = opened(rules, hand("s1 s1 s1 s1"), hand("s1 joker"), hand("s1 s1"), start=1)
        line = suit_line(state, rules, 1)
        assert (line["joker"], line["first"], line["second"]) == (1, [0], [1])  # 2:2, and seat 1 is nearer
        assert line["vp"] == [3 + 4, 3, 0, 0]

    def test_is_not_declared_where_it_would_cost(self) -> None:
        """First already, with the bonus: the joker would only lose it."""
        rules = rules_of()
        state, books = opened(rules, hand("s1 s1 joker"), hand("s1"), start=1)
        assert payoff(rules, books, 0, NOBODY_SEAT) == 3 + 4
        assert payoff(rules, books, 0, 0) == 3
        assert not declares(state, rules, books)
        assert suit_line(state, rules, 1)["joker"] is None

    def test_is_not_declared_where_nothing_changes(self) -> None:
        """Second either way."""
        rules = rules_of()
        state, books = opened(rules, hand("s1 s1 s1"), hand("s1 joker"))
        assert not declares(state, rules, books)

    def test_needs_a_card_of_the_suit(self) -> None:
        rules = rules_of(effects="count")
        state, _ = opened(rules, hand("joker"), hand("s1"), hand("s1"))
        assert suit_line(state, rules, 1)["joker"] is None

    def test_a_trial_moves_no_money(self) -> None:
        rules = rules_of(**SMALL, effects={"1": {"coins": 2, "take": 1}, "2": {}, "3": {}})
        _, books = opened(rules, hand("s1 joker"), hand("s1"), stock=3, start=1)
        # First with it: 2 coins of the stock, 1 each of seats 2 and 3; second without: what seat 1 leaves.
        assert payoff(rules, books, 0, 0) == 4
        assert payoff(rules, books, 0, NOBODY_SEAT) == 1
        assert (list(books.coins[:4]), books.stock) == ([1, 1, 1, 1], 3)

    def test_coins_count_one_to_one_whatever_they_are_worth_at_the_end(self) -> None:
        """First gets a coin, second 3 VP: at 5 VP a coin first would be worth far more."""
        row = {"vp_second": 3, "take": 1}
        effects = {"1": row, "2": {}, "3": {}}
        rules = rules_of(3, **{**SMALL, "hand": 3}, vp_per_coin=5, order_bonus="none", effects=effects)
        state, books = opened(rules, hand("s1 joker"), hand("s1"), hand(coins=1), start=1)
        assert payoff(rules, books, 0, 0) == 1  # first: the one coin of seat 2
        assert payoff(rules, books, 0, NOBODY_SEAT) == 3  # second: seat 1 was there before
        assert not declares(state, rules, books)

    @pytest.mark.parametrize(
        ("ruling", "declared"),
        [
            ({"joker_uses": "every_suit"}, [2, 2, 2]),
            ({"joker_uses": "every_suit", "joker_threshold": 3}, [2, 2, 2]),  # a threshold binds one use only
            ({"joker_uses": "once"}, [2, None, None]),
            ({"joker_uses": "once", "joker_threshold": 2}, [2, None, None]),
            ({"joker_uses": "once", "joker_threshold": 3}, [None, 2, None]),
            ({"joker_uses": "once", "joker_threshold": 6}, [None, None, None]),
        ],
    )
    def test_uses_and_threshold(self, ruling: dict[str, Any], declared: list[int | None]) -> None:
        rules = rules_of(**SMALL, effects=ROWS, **ruling)
        state, _ = opened(rules, *LIFT)
        assert [suit_line(state, rules, suit)["joker"] for suit in (1, 2, 3)] == declared

    def test_no_joker_no_declaration(self) -> None:
        rules = rules_of(jokers=0)
        state, books = opened(rules, hand("s1"), hand("s1"))
        assert books.joker_seat == -1
        assert suit_line(state, rules, 1)["joker"] is None

    @pytest.mark.parametrize(("bonus", "declared"), [(True, True), (False, False)])
    def test_view_of_those_before_only(self, bonus: bool, declared: bool) -> None:
        """The holder is first in order and sees of the other player two backs.

        Two cards of suit 1 are unseen in 4 places: the other holds 2 of them with chance 1/6.  Without the
        joker that is 5/6 × (3 + 1) + 1/6 × 3 = 23/6; with it he is first for sure: 4, or 3 without the bonus.
        What the other really holds must not matter; seen by all, two equal cards would lose to him anyway.
        """
        for his in ("s1 s1", "s1 s2", "s2 s2"):
            sizes = {"suits": 2, "cards_per_suit": 3, "hand": 2, "rounds": 1}
            rules = rules_of(2, **sizes, joker_view="clockwise", joker_order_bonus=bonus)
            pile = {"s1 s1": "s2 s2", "s1 s2": "s1 s2", "s2 s2": "s1 s1"}[his]
            state, books = opened(rules, hand("s1 joker"), hand(his), pile=pile)
            assert declares(state, rules, books) == declared

    def test_view_of_the_last_is_the_view_of_all(self) -> None:
        """He who is last in settlement order sees every count."""
        for counts in ((1, 1, 1, 1), (0, 2, 1, 1), (3, 2, 1, 2), (1, 0, 0, 1), (2, 2, 2, 1)):
            found = []
            for view in ("all", "clockwise"):
                rules = rules_of(joker_view=view)
                hands = [hand("s1 " * count + ("joker" if p == 3 else "")) for p, count in enumerate(counts)]
                state, books = opened(rules, *hands, pile="s2 s2")
                found.append(declares(state, rules, books))
            assert found[0] == found[1], counts


class TestN24Winner:
    def books(self, rules: Any, vp: Sequence[int], purses: Sequence[int]) -> Any:
        _, books = opened(rules, *(hand(coins=purse) for purse in purses))
        for p, points in enumerate(vp):
            books.vp[p] = points
        return books

    @pytest.mark.parametrize(("rate", "vp"), [(1, [5, 9, 7, 0]), (0, [3, 3, 3, 0]), (2, [7, 15, 11, 0])])
    def test_coins_become_vp(self, rate: int, vp: list[int]) -> None:
        rules = rules_of(vp_per_coin=rate)
        books = self.books(rules, [3, 3, 3, 0], [2, 6, 4, 0])
        cash_up(rules, books)
        assert list(books.vp[:4]) == vp

    @pytest.mark.parametrize(
        ("vp", "purses", "won"),
        [
            ([9, 12, 12, 3], [5, 1, 2, 9], [2]),  # most VP, then most coins
            ([12, 9, 9, 3], [0, 9, 9, 9], [0]),
            ([7, 7, 7, 7], [2, 3, 3, 1], [1, 2]),
            ([4, 4, 4, 4], [1, 1, 1, 1], [0, 1, 2, 3]),
            ([-3, -1, -2, -5], [0, 0, 0, 0], [1]),
        ],
    )
    def test_winners(self, vp: list[int], purses: list[int], won: list[int]) -> None:
        rules = rules_of()
        assert seats(winners(rules, self.books(rules, vp, purses))) == won

    def test_who_ends_before_whom(self) -> None:
        books = self.books(rules_of(6, hand=2, coin_supply=99), [5, 5, 6, 5, -1, -1], [1, 2, 0, 1, 9, 8])
        keys = [int(final_key(books, p)) for p in range(6)]
        assert keys[2] > keys[1] > keys[0] == keys[3] > keys[4] > keys[5]
