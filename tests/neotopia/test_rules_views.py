"""What the game looks like after a round, to an onlooker and with all cards open: worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from balance.games.neotopia.codes import (
    JOKER,
)
from balance.games.neotopia.views import count_openly, look_on, note_views, settle_all_cards, win_share
from tests.interpreted import interpreted_only
from tests.neotopia.positions import hand, position, rules_of, seats

pytestmark = interpreted_only

SIZES = {"suits": 2, "cards_per_suit": 3, "hand": 2, "rounds": 1, "riot": "off"}


def counted(table: Any, rules: Any) -> tuple[int, list[list[int]]]:
    """How much one card counts, and the counts of suits 1 and 2 by seat."""
    count_openly(table, rules)
    books = table.books
    return int(books.unit), [[int(books.count[p, suit]) for p in range(rules.seats)] for suit in (1, 2)]


class TestOnlooker:
    """Two players, suits 1 and 2 with three cards each, joker and start card."""

    def test_shares_of_what_is_unseen(self) -> None:
        """In sight: s2 with seat 0, s1 with seat 1, s1 on the field.

        Unseen are 2 + 1 hand cards, 1 face down and 1 in the pile.  Of these five places seat 0 has two and
        seat 1 one; of suit 1 one card is unseen, of suit 2 two.  In fifths: suit 1: 2·1 and 5 + 1·1; suit 2:
        5 + 2·2 and 1·2.
        """
        rules = rules_of(2, **SIZES)
        table = position(
            rules,
            hand("s1 joker", "s2", coins=4),
            hand("s2", "s1", coins=2),
            up="s1",
            down="start",
            pile="s2",
        )
        assert counted(table, rules) == (5, [[2, 6], [9, 2]])
        # Suit 1: seat 1 first (3+2), seat 0 second (3); suit 2: seat 0 first (3+1), seat 1 second (3).
        assert seats(look_on(table, rules)) == [0]
        assert list(table.books.vp[:2]) == [3 + 4 + 4, 5 + 3 + 2]
        assert table.books.joker_seat == -1

    def test_does_not_see_what_is_hidden(self) -> None:
        """Any other lie of the unseen cards looks the same."""
        rules = rules_of(2, **SIZES)
        found = []
        for mine, his, down, pile in (("s1 joker", "s2", "start", "s2"), ("s2 start", "s1", "joker", "s2")):
            table = position(rules, hand(mine, "s2"), hand(his, "s1"), up="s1", down=down, pile=pile)
            found.append((counted(table, rules), look_on(table, rules)))
        assert found[0] == found[1]

    def test_knows_a_face_down_card_that_all_saw(self) -> None:
        """As before, but the face-down card is an s2 that a transfer put there: 4 places, one s2 unseen."""
        rules = rules_of(2, **SIZES)
        table = position(rules, hand("s1 joker", "s2"), hand("start", "s1"), up="s1", down="s2", pile="s2")
        table.down_known[0] = 1
        # Unseen places: 2, 1 and the pile; suit 1: one card, suit 2: one card.
        assert counted(table, rules) == (4, [[2, 4 + 1], [4 + 2, 1]])

    def test_knows_a_card_that_was_turned_down_in_the_open(self) -> None:
        """Seat 0's secret s1 was public before: it counts as seen, and only its hidden card is unseen."""
        rules = rules_of(2, **SIZES, secret_personnel="flip_one")
        table = position(rules, hand("s2", "", "s1"), hand("s2", "s1"), up="s1", down="start", pile="s2 joker")
        table.seats[0].closed_known[1] = 1
        # Unseen places: 1, 1, 1 down and 2 in the pile; suit 1: none, suit 2: three.
        assert counted(table, rules) == (5, [[5, 5], [3, 3]])

    def test_sees_the_joker_and_the_start_card_in_the_open(self) -> None:
        rules = rules_of(2, **SIZES)
        table = position(rules, hand("s1", "joker"), hand("s1 s2", "start"), pile="s1 s2 s2", start=0)
        count_openly(table, rules)
        assert table.books.joker_seat == 0
        look_on(table, rules)
        assert [int(table.books.order[p]) for p in (0, 1)] == [2, 1]

    def test_a_hidden_start_card_moves_nobody(self) -> None:
        rules = rules_of(2, **SIZES)
        table = position(rules, hand("s1"), hand("start s1"), pile="s1 s2 s2 s2", start=0)
        count_openly(table, rules)
        look_on(table, rules)
        assert [int(table.books.order[p]) for p in (0, 1)] == [1, 2]

    def test_a_share_of_a_card_pays_its_share(self) -> None:
        """Table `count`, 4 VP a card: 2 of 5 parts are 8/5, 6 of 5 parts 24/5, whole VP by rounding down."""
        effects = {"1": {"vp_per_card": 4}, "2": {}}
        rules = rules_of(2, **SIZES, effects=effects, order_bonus="none", vp_per_coin=0)
        table = position(rules, hand("s1 joker", "s2"), hand("s2", "s1"), up="s1", down="start", pile="s2")
        count_openly(table, rules)
        look_on(table, rules)
        assert list(table.books.vp[:2]) == [1, 4]


class TestViewsOfARound:
    @pytest.mark.parametrize(
        ("hidden", "pile", "all_cards"),
        [("s2 s2", "s1 s2 s2 s2 start", [0]), ("s1 s2", "s2 s2 s2 s2 start", [1])],
    )
    def test_three_views(self, hidden: str, pile: str, all_cards: list[int]) -> None:
        """Suit 1 pays first 3 VP, suit 2 pays him 2.  Seat 1 is nearer.

        Openly both have two s1, seat 0 has the joker, and one s1 and five s2 are unseen, seat 1 having two of
        the seven unseen cards.  The onlooker gives seat 1 2 + 2/7 of suit 1: less than 3 with the joker, but
        more than 2 without it.  Nobody but seat 1 can win suit 2.  With all cards open it matters whether the
        third s1 is with seat 1: then it wins both suits.
        """
        sizes = {"suits": 2, "cards_per_suit": 5, "hand": 2, "rounds": 2, "riot": "off"}
        effects = {"1": {"vp_first": 3}, "2": {"vp_first": 2}}
        rules = rules_of(2, **sizes, order_bonus="none", vp_per_coin=0, effects=effects)
        table = position(rules, hand("", "joker s1 s1"), hand(hidden, "s1 s1"), pile=pile, start=1)
        note_views(table, rules)
        assert [seats(table.named[0, view]) for view in range(3)] == [[0], [1], all_cards]

    def test_without_the_joker_the_coins_lie_as_before(self) -> None:
        """The joker is worth 1 VP at suit 1, where seat 1 is nearer; suit 2 pays seat 0 two coins in each view.

        With the joker seat 0 has 1 + 2 coins + 1 VP against 3 coins, without it 1 + 2 against 3 + 1.
        """
        effects = {"1": {"vp_first": 1}, "2": {"coins": 2}}
        rules = rules_of(2, **{**SIZES, "rounds": 2}, order_bonus="none", effects=effects)
        table = position(rules, hand("", "joker s1 s2", coins=1), hand("", "s1", coins=3), pile="start", start=1)
        note_views(table, rules)
        assert [seats(table.named[0, view]) for view in range(2)] == [[0], [1]]

    def test_after_the_last_round_the_settlement_itself_is_the_view_of_all_cards(self) -> None:
        rules = rules_of(2, **SIZES)
        table = position(rules, hand("s1"), hand("s1"), pile="s2", round_no=1)
        table.named[0] = 7
        note_views(table, rules)
        assert list(table.named[0] == 7) == [False, False, True]

    def test_all_cards_are_settled_as_if_the_game_ended(self) -> None:
        rules = rules_of(2, **SIZES)
        table = position(rules, hand("s1 s1 s2", coins=1), hand("s2 s2", coins=3), pile="s1 start joker")
        settle_all_cards(table, rules)
        # Suit 1: seat 0 (3+1).  Suit 2: seat 1 (3+2), seat 0 (3).
        assert list(table.books.vp[:2]) == [4 + 3 + 1, 5 + 3]
        assert table.books.count[0, JOKER] == 0

    def test_views_leave_the_table_alone(self) -> None:
        effects = {"1": {"coins": 2, "take": 1}, "2": {}}
        rules = rules_of(2, **{**SIZES, "rounds": 2}, effects=effects)
        table = position(rules, hand("s1 s1 joker", coins=1), hand("s2 s2", coins=3), pile="s1 start")
        before = [table.seats.tobytes(), table.up.tobytes(), table.pile.tobytes(), int(table.stock)]
        note_views(table, rules)
        assert before == [table.seats.tobytes(), table.up.tobytes(), table.pile.tobytes(), int(table.stock)]

    @pytest.mark.parametrize(
        ("named", "won", "share"),
        [
            ([0], [0], 420),
            ([0], [1], 0),
            ([0, 1], [1], 210),
            ([1], [0, 1], 210),
            ([0, 1], [0, 1], 210),
            ([0, 1, 2], [2, 3], 70),
        ],
    )
    def test_win_share(self, named: list[int], won: list[int], share: int) -> None:
        """Mean win points of the named: each winner has 420/k."""
        assert win_share(sum(1 << p for p in named), sum(1 << p for p in won)) == share
