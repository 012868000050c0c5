"""N12 and N13: market research and secret personnel.  One class for each rule."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats

from balance.games.neotopia.actions import can_release, can_transfer, keep
from balance.games.neotopia.settlement import open_books
from balance.games.neotopia.skills import (
    can_use,
    market_research,
    may_lay_down,
    secret_personnel,
    subsidy,
    use,
)
from tests.interpreted import interpreted_only
from tests.neotopia.positions import again, cards_of, decide, hand, position, rules_of, zones

pytestmark = interpreted_only

RESEARCH, SECRET, ORDER, MOVE, SUBSIDY = range(5)
UNLIKELY = 1e-3  # p-value below which fixed seeds count as not uniform


class TestN12MarketResearch:
    @pytest.mark.parametrize(("round_no", "pile", "seen"), [(1, 6, 1), (3, 6, 3), (6, 6, 6), (6, 2, 2), (4, 0, 0)])
    def test_as_many_as_the_round_has_number(self, round_no: int, pile: int, seen: int) -> None:
        rules = rules_of()
        cards = " ".join(["s1", "s2", "s3", "s4", "s5", "joker"][:pile])
        table = position(rules, hand("s7"), pile=cards, round_no=round_no)
        assert can_use(table, rules, 0, RESEARCH)
        market_research(table, rules, 0)
        found = cards_of(rules, table.seats[0].pile_seen).split()
        assert len(found) == seen
        assert set(found) <= set(cards.split())

    def test_the_pile_stays_and_nobody_else_sees(self) -> None:
        rules = rules_of()
        table = position(rules, hand("s7"), hand("s7"), pile="s1 s1 s2", round_no=2)
        market_research(table, rules, 0)
        assert (cards_of(rules, table.pile), table.n_pile) == ("s1 s1 s2", 3)
        assert table.seats[1].pile_seen.sum() == 0

    def test_no_more_of_a_kind_than_lie_there(self) -> None:
        rules = rules_of()
        for block in range(20):
            table = position(rules, pile="s1 s1 s2 joker", round_no=3, block=block)
            market_research(table, rules, 0)
            assert all(table.seats[0].pile_seen <= table.pile)

    def test_which_cards_is_chance(self) -> None:
        """Two of s1 s2 s3 s4: each of the six pairs equally often."""
        rules = rules_of()
        pairs: Counter[str] = Counter()
        start = position(rules, pile="s1 s2 s3 s4", round_no=2)
        for block in range(480):
            table = again(start, block)
            market_research(table, rules, 0)
            pairs[cards_of(rules, table.seats[0].pile_seen)] += 1
        assert len(pairs) == 6
        assert stats.chisquare(list(pairs.values())).pvalue > UNLIKELY

    def test_copies_count_card_by_card(self) -> None:
        """One of s1 s1 s1 s2: s1 three times in four."""
        rules = rules_of()
        seen = 0
        start = position(rules, pile="s1 s1 s1 s2", round_no=1)
        for block in range(400):
            table = again(start, block)
            market_research(table, rules, 0)
            seen += int(table.seats[0].pile_seen[1])
        assert stats.binomtest(seen, 400, 0.75).pvalue > UNLIKELY

    def test_seats_look_apart(self) -> None:
        rules = rules_of()
        same = 0
        start = position(rules, pile="s1 s2 s3 s4", round_no=1)
        for block in range(200):
            table = again(start, block)
            market_research(table, rules, 0)
            market_research(table, rules, 1)
            same += int(np.array_equal(table.seats[0].pile_seen, table.seats[1].pile_seen))
        assert stats.binomtest(same, 200, 0.25).pvalue > UNLIKELY


# Ruling, keeps of the game, keeps when the skill was used, cards in front (public, secret), keeps laid down
# → whether the next keep may go face down.
LAY_DOWN = [
    ({}, 0, 0, 0, 0, 0, True),  # the next is number 1
    ({}, 1, 0, 1, 0, 0, False),  # number 2
    ({}, 2, 0, 1, 1, 1, True),  # number 3, again and again
    ({}, 3, 3, 3, 0, 0, False),  # number 4 of the game, though the first since the skill
    ({}, 4, 3, 9, 0, 0, True),
    ({"secret_count": "since_skill"}, 3, 3, 3, 0, 0, True),  # number 1 since then
    ({"secret_count": "since_skill"}, 4, 3, 3, 1, 1, False),
    ({"secret_count": "since_skill"}, 5, 3, 4, 1, 1, True),
    ({"secret_count": "in_front"}, 3, 0, 0, 0, 0, True),  # it will be the only card in front
    ({"secret_count": "in_front"}, 2, 0, 1, 0, 0, False),
    ({"secret_count": "in_front"}, 2, 0, 0, 1, 1, False),  # a secret card lies in front as well
    ({"secret_count": "in_front"}, 2, 0, 1, 1, 1, True),
    ({"secret_parity": False}, 1, 0, 1, 0, 0, True),
    ({"secret_parity": False}, 2, 0, 1, 0, 0, True),
    ({"secret_parity": False, "secret_count": "in_front"}, 1, 0, 1, 0, 0, True),
    ({"secret_personnel": "once"}, 0, 0, 0, 0, 0, True),
    ({"secret_personnel": "once"}, 1, 0, 1, 0, 0, False),
    ({"secret_personnel": "once"}, 2, 0, 2, 0, 0, True),  # whenever he chooses
    ({"secret_personnel": "once"}, 2, 0, 1, 1, 1, False),  # it is spent
    ({"secret_personnel": "once", "secret_parity": False}, 1, 0, 1, 0, 0, True),
    ({"secret_personnel": "once", "secret_parity": False}, 1, 0, 0, 1, 1, False),
    ({"secret_personnel": "flip_one"}, 0, 0, 0, 0, 0, False),
    ({"secret_personnel": "flip_one", "secret_parity": False}, 2, 0, 1, 0, 0, False),
]


class TestN13SecretPersonnel:
    @pytest.mark.parametrize(("ruling", "keeps", "at_skill", "public", "secret", "down", "may"), LAY_DOWN)
    def test_which_keep_may_go_face_down(
        self, ruling: Any, keeps: int, at_skill: int, public: int, secret: int, down: int, may: bool
    ) -> None:
        rules = rules_of(**ruling)
        table = position(rules, hand("s1", "s2 " * public, "s3 " * secret))
        seat = table.seats[0]
        seat.keeps, seat.keeps_at_skill, seat.laid_down = keeps, at_skill, down
        assert not may_lay_down(table, rules, 0)  # the skill has not been used
        seat.skill_round[SECRET] = 1
        assert bool(may_lay_down(table, rules, 0)) == may
        assert not may_lay_down(table, rules, 1)  # nobody else's

    @pytest.mark.parametrize("count", ["game", "since_skill", "in_front"])
    def test_keeps_one_after_another(self, count: str) -> None:
        """One keep, the skill, then four more; each goes face down when it may."""
        rules = rules_of(secret_count=count)
        table = position(rules, hand("s1 s2 s3 s4 s5", coins=2))
        down = []
        for number, card in enumerate(["s1", "s2", "s3", "s4", "s5"]):
            if number == 1:
                decide(table, rules, skill="secret_personnel")
                use(table, rules, 0)
            may = int(may_lay_down(table, rules, 0))
            decide(table, rules, action="keep", card=card, down=may)
            keep(table, rules, 0)
            down.append(may)
        assert down == ([0, 1, 0, 1, 0] if count == "since_skill" else [0, 0, 1, 0, 1])

    def test_lasting_changes_no_card(self) -> None:
        rules = rules_of()
        table = position(rules, hand("s1", "s2", "s3", coins=1))
        decide(table, rules, skill="secret_personnel")
        assert use(table, rules, 0) == 0
        assert zones(table, rules, 0) == ("s1", "s2", "s3")
        assert table.seats[0].closed_known.sum() == 0

    def test_flip_one_turns_a_public_card_down_for_all_to_see(self) -> None:
        rules = rules_of(secret_personnel="flip_one")
        table = position(rules, hand("s1", "s2 s2", "s3"))
        decide(table, rules, skill="secret_personnel", give="s2")
        secret_personnel(table, rules, 0)
        assert zones(table, rules, 0) == ("s1", "s2", "s2 s3")
        assert cards_of(rules, table.seats[0].closed_known) == "s2"

    def test_flip_one_needs_a_public_card(self) -> None:
        flip = rules_of(secret_personnel="flip_one")
        table = position(flip, hand("s1", "", "s1"), hand("", "s1"))
        assert [bool(can_use(table, flip, p, SECRET)) for p in (0, 1)] == [False, True]
        assert can_use(table, rules_of(), 0, SECRET)
        assert can_use(table, rules_of(secret_personnel="once"), 0, SECRET)

    def test_off(self) -> None:
        rules = rules_of(secret_personnel="off")
        assert not can_use(position(rules, hand("s1", "s2")), rules, 0, SECRET)

    def test_a_secret_card_is_hand_but_not_public(self) -> None:
        rules = rules_of()
        table = position(rules, hand("", "", "s1 s1", coins=5), hand("", "s2"), up="s3")
        assert not can_transfer(table, rules, 0)
        assert not can_use(table, rules, 0, ORDER)
        assert not can_use(table, rules, 1, ORDER)
        assert subsidy(table, rules, 0) == 0
        open_books(table, rules)
        assert table.books.count[0, 1] == 2
        assert (table.books.open_cards[0], table.books.shut_cards[0]) == (0, 2)
        assert can_release(table, rules, 0)
