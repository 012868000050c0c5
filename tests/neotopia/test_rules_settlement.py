"""N17 to N20: the settlement's order, counts, riots and ranks; and every settlement worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from balance.games.neotopia.codes import (
    NOBODY_SEAT,
)
from balance.games.neotopia.settlement import (
    cash_up,
    is_riot,
    open_books,
    rank_suit,
    set_order,
    settle,
    settlement_start,
    winners,
)
from tests.interpreted import interpreted_only
from tests.neotopia.positions import hand, opened, position, rules_of, seats, suit_line
from tests.neotopia.settlement_cases import CASES
from tests.neotopia.settlement_cases import rules_of as case_rules

pytestmark = interpreted_only

SMALL = {"suits": 3, "hand": 4, "rounds": 2}


def ranks(rules: Any, counts: Sequence[int], start: int = 0, joker: int | None = None) -> tuple[list[int], list[int]]:
    """First and second of suit 1 with these counts, the settlement starting at ``start``."""
    hands = [hand("s1 " * count + ("joker" if p == joker else "")) for p, count in enumerate(counts)]
    _, books = opened(rules, *hands, start=start)
    rank_suit(rules, books, 1, NOBODY_SEAT if joker is None else joker)
    return seats(books.first), seats(books.second)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_cases_by_hand(case: dict[str, Any]) -> None:
    """Every line of the settlement, as it was worked out from the rules page."""
    n = len(case["hands"])
    rules = rules_of(n, **case_rules(case["rules"], n))
    hands = [
        hand(*(" ".join(held[zone]) for zone in ("hidden", "public", "secret")), coins=purse)
        for held, purse in zip(case["hands"], case["coins"], strict=True)
    ]
    state = position(rules, *hands, stock=case["stock"], start=case["start_player"], removed=case["removed_suit"] or 0)
    open_books(state, rules)
    books = state.books
    first = settlement_start(state, rules, books)
    held = bool(books.count[first, rules.start_card])
    set_order(rules, books, first)
    lines: list[dict[str, Any]] = [{"event": "settlement", "seat": int(first), "held": held}]
    lines += [suit_line(state, rules, suit) for suit in range(1, rules.suits + 1) if suit != state.removed]
    cash_up(rules, books)
    lines.append(
        {
            "event": "result",
            "vp": [int(books.vp[p]) for p in range(n)],
            "coins": [int(books.coins[p]) for p in range(n)],
            "winners": seats(winners(rules, books)),
        }
    )
    assert lines == case["lines"]


class TestN17Order:
    def order(self, books: Any, n: int) -> list[int]:
        return [int(books.order[p]) for p in range(n)]

    def test_from_the_start_card_s_holder(self) -> None:
        for zone in ("hidden", "public", "secret"):
            hands = [hand(), hand(), hand(**{zone: "start"}), hand()]
            _, books = opened(rules_of(), *hands, start=1)
            assert self.order(books, 4) == [3, 4, 1, 2]
            assert list(books.seat_at[1:5]) == [2, 3, 0, 1]

    def test_else_from_the_start_player(self) -> None:
        """Also in a late round in which another seat went first."""
        rules = rules_of(3, rotate_start=True)
        _, books = opened(rules, hand(), hand(), hand(), start=1, up="start", round_no=6)
        assert self.order(books, 3) == [3, 1, 2]

    def test_a_new_settlement_begins_with_nothing(self) -> None:
        rules = rules_of(riot="every")
        state, books = opened(rules, hand("s1 joker"), hand("s2"))
        settle(state, rules, books)
        assert books.riots > 0
        set_order(rules, books, 2)
        assert (books.riots, books.joker_spent, list(books.vp[:4])) == (0, 0, [0, 0, 0, 0])


class TestN18Count:
    def test_all_zones_count(self) -> None:
        state, books = opened(rules_of(), hand("s1 s1 s2", "s1", "s1 joker"), hand("s1"))
        assert list(books.count[0, :9]) == [1, 4, 1, 0, 0, 0, 0, 0, 0]
        assert books.joker_seat == 0
        assert suit_line(state, rules_of(), 1)["counts"] == [4, 1, 0, 0]

    def test_the_field_and_the_pile_count_for_nobody(self) -> None:
        state, _ = opened(rules_of(), hand("s2"), up="s1 s1", down="s1", pile="s1")
        line = suit_line(state, rules_of(), 1)
        assert (line["outcome"], line["first"], line["second"]) == ("nobody", [], [])
        assert line["vp"] == [0, 0, 0, 0]

    def test_the_joker_alone_makes_no_holder(self) -> None:
        rules = rules_of()
        _, books = opened(rules, hand("joker"), hand("s1"))
        rank_suit(rules, books, 1, 0)
        assert (books.n_holders, seats(books.first), seats(books.second)) == (1, [1], [])

    def test_ascending_and_without_the_suit_that_was_taken_out(self) -> None:
        """Suit 2 is out: the riot falls on suit 1, and the sole holder of suit 3 wins it."""
        rules = rules_of(3, suits=3, hand=3, rounds=2, removed_suit=2)
        state, books = opened(rules, hand("s3"), hand("s1"), hand(), removed=2)
        settle(state, rules, books)
        assert [int(books.vp[p]) for p in range(3)] == [1 + 3 + 1, 1, 1]
        assert books.riots == 1


class TestN19Riot:
    @pytest.mark.parametrize(
        ("ruling", "before", "holders", "riot"),
        [
            ("once", 0, 1, True),
            ("once", 1, 1, False),
            ("once", 0, 2, False),
            ("once", 0, 0, False),
            ("every", 0, 1, True),
            ("every", 3, 1, True),
            ("every", 0, 2, False),
            ("off", 0, 1, False),
        ],
    )
    def test_how_often(self, ruling: str, before: int, holders: int, riot: bool) -> None:
        rules = rules_of(riot=ruling)
        _, books = opened(rules)
        books.riots, books.n_holders = before, holders
        assert bool(is_riot(rules, books)) == riot

    def test_pays_nothing_at_all(self) -> None:
        """Neither effect nor bonus, coins, or what holders and others get."""
        row = {"vp": 3, "coins": 2, "take": 1, "vp_holder": 2, "vp_absent": 1}
        rules = rules_of(**SMALL, effects={"1": row, "2": row, "3": row})
        state, _ = opened(rules, hand("s1 s1 s1"), hand("s2"))
        line = suit_line(state, rules, 1)
        assert (line["outcome"], line["vp"], line["coins"]) == ("riot", [0, 0, 0, 0], [1, 1, 1, 1])
        assert (line["first"], line["second"]) == ([], [])

    def test_the_next_sole_holder_is_first_and_nobody_second(self) -> None:
        rules = rules_of()
        state, _ = opened(rules, hand("s1 s1"), hand("s2"), start=2)
        assert suit_line(state, rules, 1)["outcome"] == "riot"
        line = suit_line(state, rules, 2)
        assert (line["outcome"], line["first"], line["second"]) == ("settled", [1], [])
        assert line["vp"] == [0, 3 + 4, 0, 0]

    @pytest.mark.parametrize("penalty", [0, 2])
    def test_penalty(self, penalty: int) -> None:
        rules = rules_of(riot_penalty=penalty)
        state, books = opened(rules, hand(), hand(), hand("", "", "s1"))
        assert suit_line(state, rules, 1)["vp"] == [0, 0, -penalty, 0]
        assert books.vp[2] == -penalty

    def test_the_joker_neither_causes_nor_prevents_it(self) -> None:
        rules = rules_of()
        state, _ = opened(rules, hand("s1 joker"), hand("joker"))
        line = suit_line(state, rules, 1)
        assert (line["outcome"], line["joker"]) == ("riot", None)


CLOCKWISE = [
    ([2, 1, 0, 0], 0, [0], [1]),
    ([0, 3, 0, 4], 0, [3], [1]),
    ([0, 0, 0, 0], 0, [], []),
    ([0, 0, 1, 0], 0, [2], []),
    ([2, 2, 2, 2], 0, [0], [1]),
    ([2, 2, 2, 2], 2, [2], [3]),
    ([2, 2, 2, 2], 3, [3], [0]),  # clockwise past the last seat
    ([3, 2, 0, 2], 1, [0], [1]),  # the tie for second
    ([3, 2, 0, 2], 2, [0], [3]),
    ([1, 0, 1, 5], 1, [3], [2]),
]
SHARED = [
    ([2, 1, 0, 0], 0, [0], [1]),
    ([0, 0, 0, 0], 0, [], []),
    ([0, 0, 1, 0], 0, [2], []),
    ([2, 2, 1, 0], 0, [0, 1], []),  # no second after a shared first
    ([2, 2, 2, 2], 3, [0, 1, 2, 3], []),
    ([3, 2, 0, 2], 2, [0], [1, 3]),
    ([5, 1, 1, 1], 0, [0], [1, 2, 3]),
    ([0, 4, 0, 0], 0, [1], []),
]


class TestN20Ranks:
    @pytest.mark.parametrize(("counts", "start", "first", "second"), CLOCKWISE)
    def test_clockwise(self, counts: list[int], start: int, first: list[int], second: list[int]) -> None:
        assert ranks(rules_of(), counts, start) == (first, second)

    @pytest.mark.parametrize(("counts", "start", "first", "second"), SHARED)
    def test_shared(self, counts: list[int], start: int, first: list[int], second: list[int]) -> None:
        assert ranks(rules_of(ties="shared"), counts, start) == (first, second)

    def test_with_the_joker(self) -> None:
        """Counts 2, 2, 1: the joker lifts seat 2 to a tie that it loses, seat 1 to the top."""
        assert ranks(rules_of(), [2, 2, 1], joker=2) == ([0], [1])
        assert ranks(rules_of(), [2, 2, 1], joker=1) == ([1], [0])
        shared = rules_of(ties="shared")
        assert ranks(shared, [2, 2, 1], joker=2) == ([0, 1, 2], [])
        assert ranks(shared, [2, 2, 1], joker=1) == ([1], [0])
        assert ranks(shared, [3, 2, 1], joker=2) == ([0], [1, 2])
        assert ranks(shared, [2, 1, 0], joker=2) == ([0], [1])  # without a card of the suit it counts nothing

    def test_the_outcome_is_the_same_for_the_turned_table(self) -> None:
        """Nothing hangs on a seat's number: turn hands and start player, and the ranks turn with them."""
        for ties in ("clockwise", "shared"):
            rules = rules_of(ties=ties)
            for counts in ([2, 2, 1, 0], [1, 3, 1, 3], [0, 2, 2, 2], [4, 1, 1, 1]):
                first, second = ranks(rules, counts, 1)
                for turn in (1, 2, 3):
                    turned = [counts[(p - turn) % 4] for p in range(4)]
                    found = ranks(rules, turned, (1 + turn) % 4)
                    wanted = (
                        sorted((p + turn) % 4 for p in first),
                        sorted((p + turn) % 4 for p in second),
                    )
                    assert found == wanted
