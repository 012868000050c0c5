"""N23, ``joker_view = "clockwise"``: chances from what is known, by scipy and by counting all cases."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import stats

from balance.games.neotopia.codes import (
    MAX_CARDS,
)
from balance.games.neotopia.odds import chance_above, expected_gain_of_joker, spread_cards
from balance.games.neotopia.settlement import settle_suit
from tests.interpreted import interpreted_only
from tests.neotopia.positions import hand, opened, rules_of

pytestmark = interpreted_only


class TestSpread:
    @pytest.mark.parametrize(
        ("cards", "places", "own"),
        [
            (0, 5, 3),
            (1, 1, 1),
            (1, 4, 0),
            (3, 10, 4),
            (6, 20, 8),
            (6, 6, 2),
            (5, 5, 5),
            (4, 30, 1),
            (6, 44, 8),
        ],
    )
    def test_against_scipy(self, cards: int, places: int, own: int) -> None:
        chance = np.full(MAX_CARDS, np.nan)
        spread_cards(chance, cards, places, own)
        wanted = stats.hypergeom(places, own, cards).pmf(np.arange(cards + 1))
        assert chance[: cards + 1] == pytest.approx(wanted, abs=1e-12)

    def test_above(self) -> None:
        """Two cards in four places of which two are his: 0, 1, 2 with chances 1/6, 4/6, 1/6."""
        chance = np.zeros(MAX_CARDS)
        spread_cards(chance, 2, 4, 2)
        # With one card in sight he has 1, 2 or 3; against 2 he needs more, or as many where ties are his.
        assert chance_above(chance, 2, 1, 2, False) == pytest.approx(1 / 6)
        assert chance_above(chance, 2, 1, 2, True) == pytest.approx(5 / 6)
        assert chance_above(chance, 2, 3, 2, False) == pytest.approx(1)
        assert chance_above(chance, 2, 0, 5, True) == 0


def paid(rules: Any, suit: int, counts: list[int], seat: int, declared: bool) -> int:
    """VP of ``seat`` from a suit whose effects are VP by rank and card; the orders are those of the seats."""
    ranked = [count + (declared and p == seat) for p, count in enumerate(counts)]
    queue = sorted((p for p, count in enumerate(ranked) if count), key=lambda p: (-ranked[p], p))
    above = [p for p in queue if ranked[p] > ranked[seat]]
    row, place = rules.effects[suit], queue.index(seat)
    if rules.ties == 1:
        place = len(above)
    if place > 1:
        return 0
    vp = int(row.vp + row.vp_per_card * ranked[seat])
    if place == 1:
        return vp + int(row.vp_second)
    bonus = 0 if declared and not rules.joker_order_bonus else int(rules.order_bonus[seat + 1])
    return vp + int(row.vp_first) + bonus


def counted_gain(rules: Any, suit: int, counts: list[int], known: int, unseen: int, his: int, rest: int) -> float:
    """What the joker gains seat 1, over all ways to lay ``unseen`` cards of the suit into like places.

    Seat 2 has ``known`` of them in sight and ``his`` places, ``rest`` places lie in the pile.
    """
    gains = []
    for places in combinations(range(his + rest), unseen):
        full = [*counts, known + sum(place < his for place in places)]
        gains.append(paid(rules, suit, full, 1, True) - paid(rules, suit, full, 1, False))
    return sum(gains) / len(gains)


SIZES = {"suits": 3, "cards_per_suit": 5, "hand": 3, "rounds": 2, "field_up": 0}
FLAT: dict[str, int] = {"vp": 3}


class TestN23ExpectedGain:
    """Three players: seat 0 has the start card, seat 1 the joker, seat 2 comes after it."""

    @pytest.mark.parametrize("ruling", [{}, {"ties": "shared"}, {"joker_order_bonus": True}])
    @pytest.mark.parametrize("row", [FLAT, {"vp_per_card": 2}, {"vp_first": 4, "vp_second": 1}])
    @pytest.mark.parametrize(
        ("before", "own", "known", "hidden", "up", "pile"),
        [
            (1, 1, 0, "s1 s2 s2", "", "s1 s1 s2"),
            (1, 1, 1, "s2", "", "s1 s1 s2"),
            (2, 1, 0, "s1 s1", "", "s2 s2 s2 s2"),  # one of s1 lies with seat 2 for all that seat 1 knows
            (0, 2, 0, "s1 s1 s1 s2", "", "s2"),
            (2, 2, 0, "s2 s2", "s1", ""),
            (1, 2, 2, "s2", "", "s2"),
            (0, 1, 1, "s1 s2", "s1", "s1"),
        ],
    )
    def test_against_a_count_of_all_cases(
        self, ruling: Any, row: Any, before: int, own: int, known: int, hidden: str, up: str, pile: str
    ) -> None:
        rules = rules_of(3, **SIZES, removed_suit=3, effects={"1": row, "2": row, "3": row}, **ruling)
        unseen = f"{hidden} {pile}".split().count("s1")
        assert before + own + known + unseen + up.split().count("s1") <= 5
        missing = 5 - before - own - known - unseen - up.split().count("s1")  # they join the pile
        pile = pile + " s1" * missing
        hands = hand("start" + " s1" * before), hand("joker" + " s1" * own), hand(hidden, "s1 " * known)
        state, books = opened(rules, *hands, up=up, pile=pile, removed=3)
        rest, his = len(pile.split()), len(hidden.split())
        wanted = counted_gain(rules, 1, [before, own], known, unseen + missing, his, rest)
        assert expected_gain_of_joker(state, rules, books, 1) == pytest.approx(wanted, abs=1e-12)

    def test_what_seat_2_really_holds_does_not_matter(self) -> None:
        """With two s1 it would leave seat 1 without a rank, and the joker would bring 3; else nothing."""
        rules = rules_of(3, **SIZES, removed_suit=3, joker_view="clockwise")
        found = set()
        for hidden, pile in (("s1 s1", "s2 s2"), ("s1 s2", "s1 s2"), ("s2 s2", "s1 s1")):
            hands = hand("start s1"), hand("joker s1"), hand(hidden)
            state, books = opened(rules, *hands, up="s1", pile=pile, removed=3)
            found.add(round(float(expected_gain_of_joker(state, rules, books, 1)), 12))
        assert found == {0.5}  # both of them with seat 2: one of the six ways to lie in four places

    def test_own_market_research_counts(self) -> None:
        """He saw one of the two unseen s1 in the pile: the other lies in 2 places of seat 2 or 1 of the pile.

        With 2 cards (order 2) he is first before seat 0 (1 card) unless seat 2 has more; the joker makes 3.
        """
        rules = rules_of(3, **SIZES, removed_suit=3)
        hands = hand("start s1"), hand("joker s1 s1"), hand("s1 s2", "")
        state, books = opened(rules, *hands, pile="s1 s2", removed=3)
        state.seats[1].pile_seen[1] = 1
        wanted = counted_gain(rules, 1, [1, 2], 0, 1, 2, 1)
        assert expected_gain_of_joker(state, rules, books, 1) == pytest.approx(wanted, abs=1e-12)

    @pytest.mark.parametrize("pile", ["s2 s2 s2", "s2 s1 s2", "s1 s2 s1"])
    def test_earlier_suits_are_known(self, pile: str) -> None:
        """Suit 1 is settled: where its cards lie is known, and they take up none of the places of suit 2.

        Of s2, seats 0 and 1 have one each and 3 are unseen: with seat 2, whose one s1 is known, or in those
        places of the pile where no s1 lies, for what of suit 1 nobody holds and nobody sees is there.
        """
        unseen = " ".join(["s1"] * (4 - pile.split().count("s1")))  # the rest of suit 1 lies open
        rules = rules_of(3, **SIZES, removed_suit=3)
        spare = 3 - pile.split().count("s2")
        hands = hand("start s2"), hand("joker s2"), hand("s1 " + "s2 " * spare)
        state, books = opened(rules, *hands, up=unseen, pile=pile, removed=3)
        settle_suit(state, rules, books, 1)
        rest = 3 - pile.split().count("s1")
        wanted = counted_gain(rules, 2, [1, 1], 0, 3, spare, rest)
        assert expected_gain_of_joker(state, rules, books, 2) == pytest.approx(wanted, abs=1e-12)
