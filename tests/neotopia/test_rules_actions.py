"""N5 to N10: the four actions, the pass and money.  One class for each rule."""

from __future__ import annotations

import pytest

from balance.games.neotopia.actions import (
    act,
    can_hire,
    can_keep,
    can_release,
    can_transfer,
    count_actions,
    hire,
    keep,
    must_pass,
    release,
    transfer,
    transfer_targets,
)
from balance.games.neotopia.codes import (
    SKILLS,
)
from balance.games.neotopia.rules import gain, pay
from balance.games.neotopia.settlement import open_books
from balance.games.neotopia.skills import pay_for_skill, subsidy
from tests.interpreted import interpreted_only
from tests.neotopia.positions import coins, decide, field, hand, position, rules_of, zones

pytestmark = interpreted_only


class TestN5Keep:
    def test_hidden_becomes_public_and_stays_hand(self) -> None:
        rules = rules_of()
        table = position(rules, hand("s1 s1 joker", "s4", coins=3))
        decide(table, rules, action="keep", card="s1")
        keep(table, rules, 0)
        assert zones(table, rules, 0) == ("joker s1", "s1 s4", "")
        assert coins(table, rules) == [3, 1, 1, 1, 24]  # it costs nothing
        assert table.seats[0].keeps == 1
        open_books(table, rules)
        assert list(table.books.count[0, :9]) == [1, 2, 0, 0, 1, 0, 0, 0, 0]

    def test_only_a_hidden_card_can_be_kept(self) -> None:
        rules = rules_of()
        table = position(rules, hand("", "s1", "s2"), hand("s1"))
        assert not can_keep(table, rules, 0)
        assert can_keep(table, rules, 1)

    def test_face_down(self) -> None:
        rules = rules_of()
        table = position(rules, hand("start s2", "s2"))
        decide(table, rules, action="keep", card="start", down=1)
        keep(table, rules, 0)
        assert zones(table, rules, 0) == ("s2", "s2", "start")
        assert (table.seats[0].keeps, table.seats[0].laid_down) == (1, 1)

    def test_face_up_is_not_laid_down(self) -> None:
        rules = rules_of()
        table = position(rules, hand("s2"))
        decide(table, rules, action="keep", card="s2")
        keep(table, rules, 0)
        assert table.seats[0].laid_down == 0

    @pytest.mark.parametrize(("cost", "purse", "possible"), [(0, 0, True), (2, 1, False), (2, 2, True)])
    def test_keep_cost(self, cost: int, purse: int, possible: bool) -> None:
        rules = rules_of(keep_cost=cost)
        table = position(rules, hand("s1", coins=purse), stock=5)
        assert can_keep(table, rules, 0) == possible
        if possible:
            decide(table, rules, action="keep", card="s1")
            keep(table, rules, 0)
            assert coins(table, rules) == [purse - cost, 1, 1, 1, 5 + cost]


class TestN6Release:
    @pytest.mark.parametrize(
        ("zone", "left"),
        [
            ("hidden", ("s3", "s3", "s3")),
            ("public", ("s3 s3", "", "s3")),
            ("secret", ("s3 s3", "s3", "")),
        ],
    )
    def test_from_each_zone_to_the_open_field(self, zone: str, left: tuple[str, str, str]) -> None:
        rules = rules_of()
        table = position(rules, hand("s3 s3", "s3", "s3", coins=2), up="s1", down="s7", stock=9)
        decide(table, rules, action="release", card="s3", zone=zone)
        assert release(table, rules, 0) == 1
        assert zones(table, rules, 0) == left
        assert field(table, rules) == ("s1 s3", ["s7"])
        assert coins(table, rules) == [3, 1, 1, 1, 8]

    @pytest.mark.parametrize("gain_of_it", [0, 1, 3])
    def test_release_gain(self, gain_of_it: int) -> None:
        rules = rules_of(release_gain=gain_of_it)
        table = position(rules, hand("s1", coins=0), stock=9)
        decide(table, rules, action="release", card="s1", zone="hidden")
        assert release(table, rules, 0) == gain_of_it
        assert coins(table, rules) == [gain_of_it, 1, 1, 1, 9 - gain_of_it]

    def test_release_with_an_empty_stock_brings_nothing(self) -> None:
        rules = rules_of()
        table = position(rules, hand("s1", coins=2), stock=0)
        decide(table, rules, action="release", card="s1", zone="hidden")
        assert release(table, rules, 0) == 0
        assert coins(table, rules) == [2, 1, 1, 1, 0]
        assert field(table, rules) == ("s1", [])

    def test_release_from(self) -> None:
        hands = hand("s1"), hand("", "s1"), hand("", "", "s1"), hand()
        for ruling, possible in (("any", [1, 1, 1, 0]), ("hidden", [1, 0, 0, 0])):
            rules = rules_of(release_from=ruling)
            table = position(rules, *hands)
            assert [int(can_release(table, rules, p)) for p in range(4)] == possible


class TestN7Transfer:
    def test_with_a_face_up_card(self) -> None:
        rules = rules_of()
        table = position(rules, hand("s2", "s1 s3", coins=2), up="s5 s5", down="s6", stock=7)
        decide(table, rules, action="transfer", card="s3", take_kind="s5")
        transfer(table, rules, 0)
        assert zones(table, rules, 0) == ("s2", "s1 s5", "")
        assert field(table, rules) == ("s3 s5", ["s6"])
        assert coins(table, rules) == [1, 1, 1, 1, 8]
        assert list(table.down_known[:1]) == [0]

    def test_with_a_face_down_card(self) -> None:
        """What is taken is public; what is given lies face down in its place, though all know it."""
        rules = rules_of()
        table = position(rules, hand("s2", "s1"), up="s5", down="s6 s7 joker")
        decide(table, rules, action="transfer", card="s1", place=1)
        transfer(table, rules, 0)
        assert zones(table, rules, 0) == ("s2", "s7", "")
        assert field(table, rules) == ("s5", ["s6", "s1", "joker"])
        assert list(table.down_known[:3]) == [0, 1, 0]
        assert table.now.take_kind == 7

    @pytest.mark.parametrize(("cost", "purse", "possible"), [(0, 0, True), (1, 0, False), (1, 1, True), (3, 2, False)])
    def test_transfer_cost(self, cost: int, purse: int, possible: bool) -> None:
        rules = rules_of(transfer_cost=cost)
        table = position(rules, hand("", "s1", coins=purse), up="s2", stock=5)
        assert can_transfer(table, rules, 0) == possible
        if possible:
            decide(table, rules, action="transfer", card="s1", take_kind="s2")
            transfer(table, rules, 0)
            assert coins(table, rules) == [purse - cost, 1, 1, 1, 5 + cost]

    def test_needs_a_public_card(self) -> None:
        rules = rules_of()
        table = position(rules, hand("s1", "", "s1", coins=5), hand("", "s1"), up="s2", down="s3")
        assert not can_transfer(table, rules, 0)
        assert can_transfer(table, rules, 1)

    def test_transfer_targets(self) -> None:
        fields = {"up": "s1 s2", "down": ""}, {"up": "", "down": "s1 s2 s3"}, {"up": "s1", "down": "s1"}, {}
        for ruling, numbers in (("any", [2, 3, 2, 0]), ("face_up", [2, 0, 1, 0])):
            rules = rules_of(transfer_targets=ruling)
            for cards, number in zip(fields, numbers, strict=True):
                table = position(rules, hand("", "s4"), **cards)
                assert transfer_targets(table, rules) == number
                assert can_transfer(table, rules, 0) == (number > 0)


class TestN8Hire:
    def test_takes_a_face_up_card_in_the_open(self) -> None:
        rules = rules_of()
        table = position(rules, hand("s1", "s2", coins=3), up="s4 s4 start", stock=6)
        decide(table, rules, action="hire", take_kind="s4")
        hire(table, rules, 0)
        assert zones(table, rules, 0) == ("s1", "s2 s4", "")
        assert field(table, rules) == ("s4 start", [])
        assert coins(table, rules) == [1, 1, 1, 1, 8]

    def test_not_a_face_down_card(self) -> None:
        rules = rules_of()
        assert not can_hire(position(rules, hand(coins=9), down="s1 s2"), rules, 0)
        assert can_hire(position(rules, hand(coins=9), up="s1"), rules, 0)

    @pytest.mark.parametrize(("cost", "purse", "possible"), [(2, 1, False), (2, 2, True), (0, 0, True), (3, 2, False)])
    def test_hire_cost(self, cost: int, purse: int, possible: bool) -> None:
        rules = rules_of(hire_cost=cost)
        table = position(rules, hand(coins=purse), up="s1", stock=4)
        assert can_hire(table, rules, 0) == possible
        if possible:
            decide(table, rules, action="hire", take_kind="s1")
            hire(table, rules, 0)
            assert coins(table, rules) == [purse - cost, 1, 1, 1, 4 + cost]


class TestN9Pass:
    def test_only_without_any_legal_action(self) -> None:
        rules = rules_of()
        table = position(
            rules,
            hand(coins=1),  # no card, and one coin is too little to hire
            hand(coins=2),  # may hire
            hand("s1", coins=0),  # may keep
            hand("", "", "s1", coins=0),  # may release
            up="s2",
        )
        assert [bool(must_pass(table, rules, p)) for p in range(4)] == [True, False, False, False]
        assert [int(count_actions(table, rules, p)) for p in range(4)] == [0, 1, 2, 1]

    def test_with_cards_that_may_not_be_used(self) -> None:
        rules = rules_of(release_from="hidden", transfer_targets="face_up")
        hands = hand("", "s1", coins=0), hand("", "s1", coins=1), hand("", "", "s1", coins=9)
        table = position(rules, *hands, down="s2")
        assert [bool(must_pass(table, rules, p)) for p in range(3)] == [True, True, True]
        table = position(rules, *hands, up="s2")
        assert [bool(must_pass(table, rules, p)) for p in range(3)] == [True, False, False]

    def test_a_keep_that_cannot_be_paid(self) -> None:
        rules = rules_of(keep_cost=1)
        table = position(rules, hand("s1", coins=0))
        assert not can_keep(table, rules, 0)
        assert not must_pass(table, rules, 0)  # a release is left
        assert count_actions(table, rules, 0) == 1

    def test_changes_nothing(self) -> None:
        rules = rules_of()
        table = position(rules, hand(coins=0))
        decide(table, rules, action="pass")
        before = table.tobytes()
        assert act(table, rules, 0) == 0
        assert table.tobytes() == before

    def test_count_actions_card_by_card(self) -> None:
        """3 keeps, 3 + 2 + 1 releases, 2 public × (2 up + 1 down) transfers, 2 hires; kinds do not matter."""
        rules = rules_of()
        table = position(rules, hand("s1 s1 s2", "s3 s3", "s4", coins=2), up="s5 s5", down="s6")
        assert count_actions(table, rules, 0) == 3 + 6 + 6 + 2
        table.seats[0].skill_round[1] = 1  # secret personnel: the first keep may also go face down
        assert count_actions(table, rules, 0) == 6 + 6 + 6 + 2

    @pytest.mark.parametrize("action", ["keep", "release", "transfer", "hire"])
    def test_act_carries_out_the_one_that_was_chosen(self, action: str) -> None:
        rules = rules_of()
        table = position(rules, hand("s1", "s2", coins=4), up="s3", stock=5)
        card = "s2" if action == "transfer" else "s1"
        decide(table, rules, action=action, card=card, take_kind="s3", zone="hidden")
        assert act(table, rules, 0) == (1 if action == "release" else 0)
        after = {
            "keep": (("", "s1 s2", ""), "s3", 4),
            "release": (("", "s2", ""), "s1 s3", 5),
            "transfer": (("s1", "s3", ""), "s2", 3),
            "hire": (("s1", "s2 s3", ""), "", 2),
        }
        assert (zones(table, rules, 0), field(table, rules)[0], table.seats[0].coins) == after[action]


class TestN10Money:
    def test_payments_go_to_the_stock_and_gains_come_from_it(self) -> None:
        rules = rules_of()
        table = position(rules, hand(coins=5), stock=10)
        pay(table, 0, 3)
        assert coins(table, rules) == [2, 1, 1, 1, 13]
        assert gain(table, rules, 0, 4) == 4
        assert coins(table, rules) == [6, 1, 1, 1, 9]
        assert table.short == 0

    def test_partial_shortage(self) -> None:
        rules = rules_of(coin_shortage="partial")
        table = position(rules, hand(coins=0), stock=1)
        assert gain(table, rules, 0, 3) == 1
        assert coins(table, rules) == [1, 1, 1, 1, 0]
        assert table.short == 2
        assert gain(table, rules, 1, 1) == 0
        assert coins(table, rules) == [1, 1, 1, 1, 0]
        assert table.short == 3

    def test_unlimited(self) -> None:
        rules = rules_of(coin_shortage="unlimited")
        table = position(rules, hand(coins=0), stock=1)
        assert gain(table, rules, 0, 3) == 3
        assert coins(table, rules) == [3, 1, 1, 1, -2]
        assert table.short == 0

    def test_a_gain_that_just_fits(self) -> None:
        rules = rules_of()
        table = position(rules, hand(coins=0), stock=3)
        assert gain(table, rules, 0, 3) == 3
        assert (table.stock, table.short) == (0, 0)

    def test_a_coin_on_a_skill_is_neither_money_nor_stock(self) -> None:
        rules = rules_of()
        table = position(rules, hand(coins=2), stock=4)
        pay_for_skill(table, rules, 0, SKILLS.index("subsidy"))
        assert coins(table, rules) == [1, 1, 1, 1, 4]
        assert table.seats[0].boxed == 1

    def test_every_gain_minds_the_stock(self) -> None:
        """A subsidy of 2 with one coin left in the bank."""
        rules = rules_of()
        table = position(rules, hand("", "s1 s2 s3 s4", coins=0), stock=1)
        assert subsidy(table, rules, 0) == 1
        assert coins(table, rules) == [1, 1, 1, 1, 0]
