"""N11 and N14 to N16: using skills.  One class for each rule."""

from __future__ import annotations

from typing import Any

import pytest

from balance.games.neotopia import play as play_module
from balance.games.neotopia.codes import (
    SKILLS,
)
from balance.games.neotopia.facts import BOOK
from balance.games.neotopia.play import take_turn
from balance.games.neotopia.settings import enter_bans
from balance.games.neotopia.skills import (
    can_use,
    department_move,
    others_public,
    passable,
    pay_for_skill,
    subsidy,
    transfer_order,
    use,
)
from balance.kernel.events import new_log
from balance.kernel.lineup import LINEUP
from balance.kernel.record import blank
from tests.interpreted import interpreted_only
from tests.neotopia.positions import (
    cards_of,
    coins,
    decide,
    field,
    hand,
    kind_of,
    position,
    rules_of,
    zones,
)

pytestmark = interpreted_only

RESEARCH, SECRET, ORDER, MOVE, SUBSIDY = range(5)
UNLIKELY = 1e-3


def usable(table: Any, rules: Any, p: int = 0) -> list[str]:
    return [name for n, name in enumerate(SKILLS) if can_use(table, rules, p, n)]


class Script:
    """A player that does what it is told: a skill before or after the action, and the action."""

    def __init__(self, rules: Any, before: Any, action: dict[str, Any], after: Any = None) -> None:
        self.rules, self.skills, self.action = rules, (before, after), action
        self.asked: list[str] = []

    def choose_skill(self, player: Any, table: Any, rules: Any, p: int, weights: Any, after: int) -> None:
        self.asked.append("skill after" if after else "skill before")
        if self.skills[after]:
            self.write(table, self.skills[after])

    def choose_action(self, player: Any, table: Any, rules: Any, p: int, weights: Any) -> None:
        self.asked.append("action")
        self.write(table, self.action)

    def write(self, table: Any, decision: dict[str, Any]) -> None:
        for name, value in decision.items():
            if name == "zone":
                table.now.zone = ("hidden", "public", "secret").index(value)
            elif name in ("skill", "action"):
                words = SKILLS if name == "skill" else ("keep", "release", "transfer", "hire", "pass")
                table.now[name] = words.index(value)
            else:
                table.now[name] = kind_of(self.rules, value)


def take(table: Any, rules: Any, script: Script, p: int, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Seat ``p`` takes a turn as scripted; the turn's facts."""
    monkeypatch.setattr(play_module, "choose_skill", script.choose_skill)
    monkeypatch.setattr(play_module, "choose_action", script.choose_action)
    book = blank(BOOK)
    take_turn(table, book, rules, blank(LINEUP), p, new_log(0))
    return book.turns[p, 0]


class TestN11Skill:
    def test_all_five_at_the_start(self) -> None:
        rules = rules_of()
        table = position(rules, hand("", "s1"), hand("", "s2"), pile="s3")
        assert usable(table, rules) == list(SKILLS)

    @pytest.mark.parametrize("skill", SKILLS)
    def test_each_serves_once_a_game(self, skill: str) -> None:
        rules = rules_of()
        table = position(rules, hand("s4", "s1", coins=5), hand("", "s2"), pile="s3", round_no=2)
        decide(table, rules, skill=skill, give="s1", other=1, get="s2")
        use(table, rules, 0)
        assert usable(table, rules) == [name for name in SKILLS if name != skill]
        assert table.seats[0].skill_round[SKILLS.index(skill)] == 2
        assert usable(table, rules, 1) == list(SKILLS)  # each has a card of his own

    @pytest.mark.parametrize(("cost", "purse", "possible"), [(1, 0, False), (1, 1, True), (0, 0, True), (3, 2, False)])
    def test_skill_cost(self, cost: int, purse: int, possible: bool) -> None:
        rules = rules_of(skill_cost=cost)
        table = position(rules, hand("", "s1", coins=purse), hand("", "s2"), stock=7)
        assert usable(table, rules) == (list(SKILLS) if possible else [])
        if possible:
            pay_for_skill(table, rules, 0, RESEARCH)
            assert coins(table, rules) == [purse - cost, 1, 1, 1, 7]  # the box, not the stock
            assert table.seats[0].boxed == cost

    def test_skills_allowed(self) -> None:
        rules = rules_of(skills=["market_research", "subsidy"])
        table = position(rules, hand("", "s1"), hand("", "s2"))
        assert usable(table, rules) == ["market_research", "subsidy"]
        assert usable(position(rules_of(skills=[]), hand("", "s1")), rules_of(skills=[])) == []

    def test_a_row_of_the_line_up_may_be_banned(self) -> None:
        rules = rules_of()
        enter_bans(rules, 1, ["market_research", "subsidy", "joker"])
        table = position(rules, hand("", "s1"), hand("", "s2"))
        assert usable(table, rules, 0) == list(SKILLS)
        assert usable(table, rules, 1) == ["secret_personnel", "transfer_order", "department_move"]
        table.seats[0].entry, table.seats[1].entry = 1, 0  # the ban goes with who sits there
        assert usable(table, rules, 0) == ["secret_personnel", "transfer_order", "department_move"]
        assert usable(table, rules, 1) == list(SKILLS)

    def test_use_pays_and_does_at_once(self) -> None:
        """The box takes 1 coin of 3; the subsidy for four public cards brings 2 from the stock."""
        rules = rules_of()
        table = position(rules, hand("", "s1 s2 s3 s4", coins=3), stock=9)
        decide(table, rules, skill="subsidy")
        assert use(table, rules, 0) == 2
        assert coins(table, rules) == [4, 1, 1, 1, 7]

    def test_before_the_action(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A subsidy for two public cards comes before the transfer that the coin pays."""
        rules = rules_of()
        table = position(rules, hand("", "s1 s2", coins=1), up="s5", stock=9)
        script = Script(rules, {"skill": "subsidy"}, {"action": "transfer", "card": "s1", "take_kind": "s5"})
        turn = take(table, rules, script, 0, monkeypatch)
        assert script.asked == ["skill before", "action"]
        assert coins(table, rules) == [0, 1, 1, 1, 9]
        assert zones(table, rules, 0) == ("", "s2 s5", "")
        assert (turn.skill, turn.action) == (1 + SUBSIDY, 2)

    def test_after_the_action(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The keep makes the second public card, without which the subsidy would bring nothing."""
        rules = rules_of()
        table = position(rules, hand("s3", "s1", coins=1), stock=9)
        script = Script(rules, None, {"action": "keep", "card": "s3"}, {"skill": "subsidy"})
        turn = take(table, rules, script, 0, monkeypatch)
        assert script.asked == ["skill before", "action", "skill after"]
        assert coins(table, rules) == [1, 1, 1, 1, 8]  # 1 on the box, 1 gained
        assert turn.skill == 1 + SUBSIDY

    def test_a_turn_without_a_skill(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rules = rules_of()
        table = position(rules, hand("s3", "s1", coins=1), stock=9)
        turn = take(table, rules, Script(rules, None, {"action": "keep", "card": "s3"}), 0, monkeypatch)
        assert turn.skill == 0
        assert table.seats[0].boxed == 0


class TestN14TransferOrder:
    def test_swaps_two_public_cards(self) -> None:
        rules = rules_of()
        table = position(rules, hand("s5", "s1 s2", coins=2), hand(), hand("s6", "s3 s4"), stock=4)
        decide(table, rules, skill="transfer_order", give="s1", other=2, get="s4")
        transfer_order(table, rules, 0)
        assert zones(table, rules, 0) == ("s5", "s2 s4", "")
        assert zones(table, rules, 2) == ("s6", "s1 s3", "")
        assert coins(table, rules) == [2, 1, 1, 1, 4]  # the box is paid by `use`

    @pytest.mark.parametrize(
        ("mine", "his", "possible"),
        [
            (hand("", "s1"), hand("", "s2"), True),
            (hand("s1"), hand("", "s2"), False),
            (hand("", "", "s1"), hand("", "s2"), False),
            (hand("", "s1"), hand("s2"), False),
            (hand("", "s1"), hand("", "", "s2"), False),
        ],
    )
    def test_needs_a_public_card_on_either_side(self, mine: Any, his: Any, possible: bool) -> None:
        rules = rules_of()
        table = position(rules, mine, hand(), his)
        assert bool(can_use(table, rules, 0, ORDER)) == possible

    def test_own_cards_are_not_another_player_s(self) -> None:
        rules = rules_of()
        table = position(rules, hand("", "s1 s1 s1"), hand("", "s2 s2"), hand("", "", "s2"), hand("", "s3"))
        assert [int(others_public(table, rules, p)) for p in range(4)] == [3, 4, 6, 5]


class TestN15DepartmentMove:
    def move(self, table: Any, rules: Any, *passed: tuple[str, str] | None) -> None:
        for p, card in enumerate(passed):
            table.swap[p, 0] = -1
            if card is not None:
                table.swap[p, 0] = kind_of(rules, card[0])
                table.swap[p, 1] = ("hidden", "public", "secret").index(card[1])
        department_move(table, rules)

    def test_everybody_passes_to_the_left_at_once(self) -> None:
        rules = rules_of()
        table = position(rules, hand("s1", "s7"), hand("s2 s2"), hand("s3"), hand("joker start"))
        self.move(table, rules, ("s1", "hidden"), ("s2", "hidden"), ("s3", "hidden"), ("start", "hidden"))
        assert [zones(table, rules, p)[0] for p in range(4)] == ["start", "s1 s2", "s2", "joker s3"]
        assert zones(table, rules, 0)[1] == "s7"

    def test_three_players(self) -> None:
        rules = rules_of(3)
        table = position(rules, hand("s1"), hand("s2"), hand("s3"))
        self.move(table, rules, ("s1", "hidden"), ("s2", "hidden"), ("s3", "hidden"))
        assert [zones(table, rules, p)[0] for p in range(3)] == ["s3", "s1", "s2"]

    def test_a_secret_card_arrives_hidden(self) -> None:
        rules = rules_of()
        table = position(rules, hand("", "", "s1 s2"), hand("s3"))
        self.move(table, rules, ("s1", "secret"), ("s3", "hidden"), None, None)
        assert zones(table, rules, 0) == ("", "", "s2")
        assert zones(table, rules, 1) == ("s1", "", "")
        assert zones(table, rules, 2) == ("s3", "", "")

    def test_who_has_none_passes_none_and_still_receives(self) -> None:
        rules = rules_of()
        table = position(rules, hand("s1"), hand("", "s2"), hand("s3"))
        self.move(table, rules, ("s1", "hidden"), None, ("s3", "hidden"), None)
        assert [zones(table, rules, p)[0] for p in range(4)] == ["", "s1", "", "s3"]
        assert zones(table, rules, 1)[1] == "s2"

    def test_move_passes(self) -> None:
        hands = hand("s1", "s2", "s3 s4"), hand("", "", "s1"), hand("", "s1"), hand("s1 s1")
        for ruling, numbers in (("not_public", [3, 1, 0, 2]), ("hidden", [1, 0, 0, 2])):
            rules = rules_of(move_passes=ruling)
            table = position(rules, *hands)
            assert [int(passable(table, rules, p)) for p in range(4)] == numbers

    def test_is_always_usable(self) -> None:
        rules = rules_of()
        assert can_use(position(rules, hand()), rules, 0, MOVE)

    def test_which_secret_card_left_is_not_seen(self) -> None:
        """After a known face-down card may have left, none of those that stay is known any more."""
        rules = rules_of(secret_personnel="flip_one")
        table = position(rules, hand("", "", "s1 s2"), hand("", "", "s3"))
        table.seats[0].closed_known[1] = 1
        table.seats[1].closed_known[3] = 1
        self.move(table, rules, ("s2", "secret"), None, None, None)
        assert table.seats[0].closed_known.sum() == 0
        assert cards_of(rules, table.seats[1].closed_known) == "s3"  # seat 1 passed nothing


class TestN16Subsidy:
    @pytest.mark.parametrize(("public", "gained"), [(0, 0), (1, 0), (2, 1), (5, 2), (8, 4)])
    def test_half_the_public_cards_rounded_down(self, public: int, gained: int) -> None:
        rules = rules_of()
        table = position(rules, hand("s1", "s2 " * public, "s3 s3 s3", coins=1), stock=20)
        assert can_use(table, rules, 0, SUBSIDY)  # taking none is allowed
        assert subsidy(table, rules, 0) == gained
        assert coins(table, rules) == [1 + gained, 1, 1, 1, 20 - gained]

    def test_takes_no_card(self) -> None:
        rules = rules_of()
        table = position(rules, hand("s1", "s2 s2"), up="s3")
        subsidy(table, rules, 0)
        assert zones(table, rules, 0) == ("s1", "s2 s2", "")
        assert field(table, rules) == ("s3", [])
