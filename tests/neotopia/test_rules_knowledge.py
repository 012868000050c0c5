"""N25 and N26: what a seat may know of the cards, and the random player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import stats

from balance.games.neotopia.actions import keep, release, transfer
from balance.games.neotopia.codes import (
    ACTIONS,
    CLOSED,
    HIDDEN,
    SKILLS,
    ZONES,
)
from balance.games.neotopia.players import uniform
from balance.games.neotopia.skills import department_move, market_research, secret_personnel
from balance.kernel.rng import choice_key
from tests.interpreted import interpreted_only
from tests.neotopia.positions import Hand, cards_of, decide, hand, kind_of, position, rules_of

pytestmark = interpreted_only

UNLIKELY = 1e-3
DRAWS = 1200


def moved(rules: Any, *hands: Hand, passed: str, zone: int = HIDDEN) -> Any:
    """A table after seat 0 passed a card to seat 1, and nobody else any."""
    table = position(rules, *hands)
    table.swap[: rules.seats, 0] = -1
    table.swap[0] = kind_of(rules, passed), zone
    department_move(table, rules)
    return table


class TestN25Knowledge:
    def test_the_giver_knows_the_card_until_it_comes_to_light(self) -> None:
        rules = rules_of()
        table = moved(rules, hand("s1"), hand("s2"), passed="s1")
        assert cards_of(rules, table.seats[0].passed) == "s1"
        assert [table.seats[p].passed.sum() for p in (1, 2, 3)] == [0, 0, 0]
        decide(table, rules, action="keep", card="s1")
        keep(table, rules, 1)
        assert table.seats[0].passed.sum() == 0

    def test_another_card_shown_changes_nothing(self) -> None:
        rules = rules_of()
        table = moved(rules, hand("s1"), hand("s2"), passed="s1")
        decide(table, rules, action="keep", card="s2")
        keep(table, rules, 1)
        assert cards_of(rules, table.seats[0].passed) == "s1"

    @pytest.mark.parametrize(("down", "left"), [(0, ""), (1, "s1")])
    def test_put_face_down_it_does_not_come_to_light(self, down: int, left: str) -> None:
        rules = rules_of()
        table = moved(rules, hand("s1"), hand("s2"), passed="s1")
        decide(table, rules, action="keep", card="s1", down=down)
        keep(table, rules, 1)
        assert cards_of(rules, table.seats[0].passed) == left
        if down:
            decide(table, rules, action="release", card="s1", zone="secret")
            release(table, rules, 1)
            assert table.seats[0].passed.sum() == 0

    def test_a_release_from_the_hand_shows_it(self) -> None:
        rules = rules_of()
        table = moved(rules, hand("s1"), hand("s2"), passed="s1")
        decide(table, rules, action="release", card="s1", zone="hidden")
        release(table, rules, 1)
        assert table.seats[0].passed.sum() == 0

    def test_a_public_card_of_the_same_kind_is_another_card(self) -> None:
        rules = rules_of()
        table = moved(rules, hand("s1"), hand("s2", "s1"), passed="s1")
        decide(table, rules, action="release", card="s1", zone="public")
        release(table, rules, 1)
        assert cards_of(rules, table.seats[0].passed) == "s1"

    def test_a_second_move_ends_it(self) -> None:
        """The neighbour may have passed it on."""
        rules = rules_of()
        table = moved(rules, hand("s1 s3"), hand("s2"), passed="s1")
        table.swap[:4, 0] = -1
        table.swap[0] = 3, HIDDEN
        department_move(table, rules)
        assert cards_of(rules, table.seats[0].passed) == "s3"

    def test_market_research_is_kept(self) -> None:
        rules = rules_of()
        table = position(rules, pile="s1 s1", round_no=2)
        market_research(table, rules, 2)
        assert cards_of(rules, table.seats[2].pile_seen) == "s1 s1"

    def test_a_card_given_face_down_in_the_open_is_known(self) -> None:
        rules = rules_of()
        table = position(rules, hand("", "s1"), down="s2 s3")
        decide(table, rules, action="transfer", card="s1", place=1)
        transfer(table, rules, 0)
        assert list(table.down_known[:2]) == [0, 1]

    def test_a_card_turned_down_in_the_open_is_known_until_it_leaves(self) -> None:
        rules = rules_of(secret_personnel="flip_one")
        table = position(rules, hand("", "s1", "s2"))
        decide(table, rules, skill="secret_personnel", give="s1")
        secret_personnel(table, rules, 0)
        assert cards_of(rules, table.seats[0].closed_known) == "s1"
        decide(table, rules, action="release", card="s2", zone="secret")
        release(table, rules, 0)
        assert cards_of(rules, table.seats[0].closed_known) == "s1"
        decide(table, rules, action="release", card="s1", zone="secret")
        release(table, rules, 0)
        assert table.seats[0].closed_known.sum() == 0


def frequencies(table: Any, rules: Any, choose: Callable[[], object]) -> Counter[object]:
    """What seat 0 chooses over many turns, that is with fresh draws each time."""
    found: Counter[object] = Counter()
    table.seats[0].key = choice_key(table.block, np.int64(0), np.int64(0))
    for turn in range(DRAWS):
        table.turn_no = turn
        table.seats[0].draws = 0
        found[choose()] += 1
    return found


def fits(found: Counter[object], shares: dict[object, int]) -> bool:
    """Whether frequencies are in proportion to ``shares``, and nothing else was chosen."""
    total = sum(shares.values())
    if set(found) != set(shares) or len(shares) == 1:
        return set(found) == set(shares)
    observed = [found[key] for key in shares]
    return bool(stats.chisquare(observed, [DRAWS * share / total for share in shares.values()]).pvalue > UNLIKELY)


class TestN26RandomPlayer:
    def skill(self, table: Any, rules: Any) -> object:
        table.now.skill = -1
        uniform.choose_skill(table, rules, 0, None, 0)
        now = table.now
        name = SKILLS[now.skill] if now.skill >= 0 else "none"
        if name == "transfer_order":
            return name, int(now.give), int(now.other), int(now.get)
        if name == "secret_personnel" and rules.secret_personnel == 2:
            return name, int(now.give)
        return name

    def action(self, table: Any, rules: Any) -> object:
        table.now.down, table.now.place = 0, -1
        uniform.choose_action(table, rules, 0, None)
        now = table.now
        name = ACTIONS[now.action]
        if name == "keep":
            return name, int(now.card), int(now.down)
        if name == "release":
            return name, int(now.card), ZONES[now.zone]
        if name == "transfer":
            return name, int(now.card), int(now.take_kind) if now.place < 0 else f"down {now.place}"
        return (name, int(now.take_kind)) if name == "hire" else name

    def test_skills_instance_by_instance(self) -> None:
        """None, four skills, and a transfer order for each of 2 × 3 pairs; equal cards count twice."""
        rules = rules_of()
        table = position(rules, hand("s1", "s1 s2"), hand("s7", "s3 s3"), hand("", "s4"), pile="s5")
        shares: dict[object, int] = {"none": 1}
        shares |= {name: 1 for name in SKILLS if name != "transfer_order"}
        for give in (1, 2):
            shares |= {("transfer_order", give, 1, 3): 2, ("transfer_order", give, 2, 4): 1}
        assert fits(frequencies(table, rules, lambda: self.skill(table, rules)), shares)

    def test_flip_one_counts_each_public_card(self) -> None:
        rules = rules_of(secret_personnel="flip_one", skills=["secret_personnel", "subsidy"])
        table = position(rules, hand("s7", "s1 s1 s2"))
        shares: dict[object, int] = {
            "none": 1,
            "subsidy": 1,
            ("secret_personnel", 1): 2,
            ("secret_personnel", 2): 1,
        }
        assert fits(frequencies(table, rules, lambda: self.skill(table, rules)), shares)

    def test_no_skill_that_cannot_be_paid_or_was_used(self) -> None:
        rules = rules_of(skill_cost=2)
        table = position(rules, hand("s1", coins=1))
        assert fits(frequencies(table, rules, lambda: self.skill(table, rules)), {"none": 1})
        rules = rules_of(skills=["subsidy", "department_move"])
        table = position(rules, hand("s1", coins=1))
        table.seats[0].skill_round[SKILLS.index("subsidy")] = 1
        shares: dict[object, int] = {"none": 1, "department_move": 1}
        assert fits(frequencies(table, rules, lambda: self.skill(table, rules)), shares)

    def test_skills_at_the_start_of_the_turn_only(self) -> None:
        rules = rules_of()
        table = position(rules, hand("s1"))
        for turn in range(20):
            table.turn_no, table.now.skill = turn, -1
            uniform.choose_skill(table, rules, 0, None, 1)
            assert table.now.skill == -1

    def test_actions_card_by_card(self) -> None:
        """3 + 1 keeps; 4 + 1 + 2 releases; 1 public × (2 up + 2 down) transfers; 2 hires."""
        rules = rules_of()
        table = position(rules, hand("s1 s1 s1 s2", "s3", "s4 s4", coins=2), up="s5 s6", down="s7 joker")
        shares: dict[object, int] = {
            ("keep", 1, 0): 3,
            ("keep", 2, 0): 1,
            ("release", 1, "hidden"): 3,
            ("release", 2, "hidden"): 1,
            ("release", 3, "public"): 1,
            ("release", 4, "secret"): 2,
            ("transfer", 3, 5): 1,
            ("transfer", 3, 6): 1,
            ("transfer", 3, "down 0"): 1,
            ("transfer", 3, "down 1"): 1,
            ("hire", 5): 1,
            ("hire", 6): 1,
        }
        assert fits(frequencies(table, rules, lambda: self.action(table, rules)), shares)

    def test_a_keep_face_down_is_a_further_choice(self) -> None:
        rules = rules_of(release_from="hidden", transfer_targets="face_up")
        table = position(rules, hand("s1 s2", "", "s4", coins=1), up="s5", down="s6")
        table.seats[0].skill_round[SKILLS.index("secret_personnel")] = 1
        shares: dict[object, int] = {("keep", card, down): 1 for card in (1, 2) for down in (0, 1)}
        shares |= {("release", card, "hidden"): 1 for card in (1, 2)}
        assert fits(frequencies(table, rules, lambda: self.action(table, rules)), shares)

    def test_passes_only_without_a_choice(self) -> None:
        rules = rules_of()
        table = position(rules, hand(coins=0), up="s1")
        assert fits(frequencies(table, rules, lambda: self.action(table, rules)), {"pass": 1})

    @pytest.mark.parametrize(
        ("ruling", "shares"),
        [
            ("not_public", {(1, HIDDEN): 2, (2, HIDDEN): 1, (4, CLOSED): 2}),
            ("hidden", {(1, HIDDEN): 2, (2, HIDDEN): 1}),
        ],
    )
    def test_passes_on_any_card_that_may_be_passed(self, ruling: str, shares: dict[object, int]) -> None:
        rules = rules_of(move_passes=ruling)
        table = position(rules, hand("s1 s1 s2", "s3", "s4 s4"))

        def choose() -> object:
            uniform.choose_pass(table, rules, 0, None)
            return int(table.swap[0, 0]), int(table.swap[0, 1])

        assert fits(frequencies(table, rules, choose), shares)
