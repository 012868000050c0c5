"""S21 to S23: the mayor and his bills, dismissal, auctions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from balance.games.simcity.offices import vacate_mayor
from tests.interpreted import interpreted_only
from tests.simcity.happenings import DUTY, QUAKE, TAX, bidding, happens, mayor, politics
from tests.simcity.positions import Table, answers, card, event, member

pytestmark = interpreted_only


class TestS21Bills:
    def test_a_bill_falls_on_the_mayor_a_loss_on_all_named(self) -> None:
        assert happens(politics(TAX), "tax").funds == [20, 15, 20, 20]
        assert happens(politics(DUTY), "duty").funds == [15, 15, 15, 15]

    def test_without_a_mayor_nobody_pays(self) -> None:
        t = politics(TAX, event("fine", "lose 5 mayor"), mayor=-1, phase=2)
        assert happens(t, "tax").funds == [20, 20, 20, 20]
        assert happens(t, "fine").funds == [20, 20, 20, 20]

    def test_funds_never_fall_below_0(self) -> None:
        assert happens(politics(DUTY, funds=[3, 9, 0, 5]), "duty").funds == [0, 4, 0, 0]
        assert happens(politics(TAX, funds=[9, 3, 9, 9]), "tax").funds == [9, 0, 9, 9]

    @pytest.mark.parametrize(
        ("effect", "wanted"),
        [
            ("gain 4 self", [24, 20, 20, 20]),
            ("gain 4 others", [20, 24, 24, 24]),
            ("gain 4 all", [24, 24, 24, 24]),
            ("gain 4 mayor", [20, 24, 20, 20]),
            ("lose 4 self", [16, 20, 20, 20]),
            ("lose 4 others", [20, 16, 16, 16]),
            ("lose 4 mayor", [20, 16, 20, 20]),
            ("lose 4 others; gain 9 self", [29, 16, 16, 16]),
        ],
    )
    def test_who_is_named(self, effect: str, wanted: list[int]) -> None:
        assert happens(politics(event("e", effect)), "e").funds == wanted

    def test_bills_by_the_full_sum(self) -> None:
        """7 pollution on top: three full 2; the park's −9 crime leaves none."""
        mill, park = card("mill", "brown", pollution=4, crime=5), card("park", "green", pollution=-1, crime=-9)
        smog, riot = event("smog", "mayor_pays 2 per 2 pollution"), event("riot", "mayor_pays 1 per 1 crime")
        t = politics(mill, park, smog, riot).lay({(0, 0): "mill", (1, 0): "mill", (2, 0): "park"})
        assert happens(t, "smog").funds == [20, 14, 20, 20]
        t.lay({(1, 0): "hall"})
        assert happens(t, "riot").funds == [20, 14, 20, 20]

    def test_each_lost_counts_blocks_hit_not_cards(self) -> None:
        t = politics(QUAKE).lay({(0, 0): "hall shop hall", (1, 0): "wood hall", (2, 0): "hall"})
        happens(t, "quake", [(0, 0), (1, 0)])
        assert t.funds == [20, 14, 20, 20]


class TestS22Dismissal:
    def test_a_payment_that_leaves_nothing(self) -> None:
        """The left neighbour follows, for random players never bid."""
        assert mayor(happens(politics(TAX, funds=[9, 6, 9, 9]), "tax")) == 1
        assert mayor(happens(politics(TAX, funds=[9, 5, 9, 9]), "tax")) == 2
        assert mayor(happens(politics(TAX, funds=[9, 4, 9, 9]), "tax")) == 2
        assert mayor(happens(politics(DUTY, funds=[9, 4, 9, 9]), "duty")) == 2

    def test_pay_not_yet_credited_does_not_help(self) -> None:
        t = politics(TAX, funds=[9, 5, 9, 9])
        t.state.pending = 8
        assert mayor(happens(t, "tax", p=1)) == 2

    def test_only_once_all_of_the_event_is_done(self) -> None:
        """The gain that comes after the bill saves him."""
        t = politics(event("swap", "mayor_pays 9; gain 1 mayor"), funds=[9, 5, 9, 9])
        assert mayor(happens(t, "swap")) == 1

    def test_who_takes_office_at_0_stays_until_the_next_payment(self) -> None:
        t = politics(TAX, event("fair", "gain 1 self"), funds=[9, 5, 0, 0])
        assert mayor(happens(t, "tax")) == 2
        assert mayor(happens(t, "fair")) == 2
        assert mayor(happens(t, "tax")) == 3

    def test_what_he_paid_before_he_took_office_does_not_count(self) -> None:
        """All lose 5, which leaves seat 2 nothing; then the mayor is recalled, and seat 2 follows."""
        t = politics(event("purge", "lose 5 all; recall mayor"), funds=[9, 9, 5, 9])
        assert mayor(happens(t, "purge")) == 2

    @pytest.mark.parametrize(("ruling", "wanted"), [("event_payment", 1), ("any_payment", 2)])
    def test_purchases_by_ruling(self, ruling: str, wanted: int) -> None:
        t = politics(member("plain", cost=5), funds=[9, 5, 9, 9], dismissal=ruling).lay({(0, 0): "hall"})
        t.hold(1, "plain hall")
        t.turn(1, choose_play=lambda *_: None, choose_member=lambda *_: t.in_hand(1, "plain"))
        assert (mayor(t), t.funds) == (wanted, [9, 0, 9, 9])

    def test_resigning_gives_up_half_rounded_up_and_the_bill_lapses(self) -> None:
        t = happens(politics(TAX, funds=[9, 5, 9, 9]), "tax", choose_resign=lambda *_: True)
        assert (mayor(t), t.funds) == (2, [9, 2, 9, 9])

    def test_or_the_new_mayor_pays(self) -> None:
        t = politics(TAX, funds=[9, 5, 9, 9], resign_bill="new_mayor")
        happens(t, "tax", choose_resign=lambda *_: True)
        assert (mayor(t), t.funds) == (2, [9, 2, 4, 9])

    def test_a_loss_of_the_mayor_lapses_or_falls_on_the_next_like_a_bill(self) -> None:
        """He gives up 2 of 4; a loss that names the mayor finds another in office, or nobody."""
        bribe = event("bribe", "lose 4 mayor; gain 1 self")
        t = happens(politics(bribe, funds=[9, 4, 9, 9]), "bribe", choose_resign=lambda *_: True)
        assert (mayor(t), t.funds) == (2, [10, 2, 9, 9])
        t = politics(bribe, funds=[9, 4, 9, 9], resign_bill="new_mayor")
        happens(t, "bribe", choose_resign=lambda *_: True)
        assert (mayor(t), t.funds) == (2, [10, 2, 5, 9])

    def test_a_loss_that_names_him_as_a_player_stays(self) -> None:
        """He may resign before it, which leaves 2 of 4; these he loses with everybody."""
        levy = event("levy", "lose 4 all")
        t = happens(politics(levy, funds=[9, 4, 9, 9]), "levy", choose_resign=lambda *_: True)
        assert (mayor(t), t.funds) == (2, [5, 0, 5, 5])

    def test_only_before_a_payment_that_would_break_him(self) -> None:
        asked: list[tuple[int, int]] = []

        def choose_resign(entry: Any, state: Any, rules: Any, p: int, amount: int, lapses: int) -> bool:
            asked.append((int(amount), int(lapses)))
            return False

        both = event("both", "lose 5 mayor; lose 1 all")
        happens(politics(TAX, funds=[9, 6, 9, 9]), "tax", choose_resign=choose_resign)
        happens(politics(both, funds=[9, 7, 1, 9]), "both", choose_resign=choose_resign)
        assert asked == []
        happens(politics(TAX, funds=[9, 5, 9, 9]), "tax", choose_resign=choose_resign)
        assert asked == [(5, 1)]
        happens(politics(both, funds=[9, 6, 9, 9]), "both", choose_resign=choose_resign)
        assert asked == [(5, 1), (1, 0)]


class TestS23Auction:
    def held(self, t: Table, bids: Callable[..., int], leaver: int = 1) -> tuple[int, list[int]]:
        """(new mayor, funds) after an auction."""
        with answers(choose_bid=bids):
            vacate_mayor(t.state, t.rules, t.lineup, t.book, 0, 0, t.log)
        return mayor(t), t.funds

    def test_all_pay_what_they_bid_and_the_highest_takes_office(self) -> None:
        t = politics()
        assert self.held(t, bidding(p2=[3, 6], p3=[5], p0=[4])) == (2, [20, 20, 14, 15])

    def test_winner_pays_alone(self) -> None:
        t = politics(auction="winner_pays")
        assert self.held(t, bidding(p2=[3, 6], p3=[5], p0=[4])) == (2, [20, 20, 14, 20])

    def test_from_the_left_neighbour_of_the_leaver_in_turn(self) -> None:
        order: list[int] = []

        def choose_bid(entry: Any, state: Any, rules: Any, p: int, highest: int) -> int:
            order.append(int(p))
            return highest + 1 if len(order) < 5 else 0

        assert self.held(politics(), choose_bid) == (2, [17, 20, 16, 18])
        # 2 bids 1, 3 bids 2, 0 bids 3, 2 bids 4; then 3 and 0 drop out.
        assert order == [2, 3, 0, 2, 3, 0]

    def test_who_drops_out_is_out_for_good(self) -> None:
        assert self.held(politics(), bidding(p3=[0, 9], p2=[1], p0=[2])) == (0, [18, 20, 19, 20])

    def test_nobody_bids(self) -> None:
        assert self.held(politics(), bidding()) == (2, [20, 20, 20, 20])

    def test_one_bidder_pays_his_bid(self) -> None:
        assert self.held(politics(), bidding(p0=[7])) == (0, [13, 20, 20, 20])

    def test_not_above_his_funds(self) -> None:
        """A total may use what he bid before: of 6 he bid 4 and raises to 6, but not to 7."""
        t = politics(funds=[20, 20, 6, 20])
        assert self.held(t, bidding(p2=[4, 6], p3=[5])) == (2, [20, 20, 0, 15])
        t = politics(funds=[20, 20, 6, 20])
        assert self.held(t, bidding(p2=[4, 7], p3=[5])) == (3, [20, 20, 2, 15])

    @pytest.mark.parametrize(("ruling", "wanted"), [(False, 2), (True, 1)])
    def test_the_leaver_bids_by_ruling(self, ruling: bool, wanted: int) -> None:
        t = politics(leaver_bids=ruling)
        assert self.held(t, bidding(p1=[9], p2=[1]))[0] == wanted

    def test_a_recall_is_followed_by_an_auction(self) -> None:
        t = happens(politics(event("out", "recall mayor")), "out", choose_bid=bidding(p3=[2]))
        assert (mayor(t), t.funds) == (3, [20, 20, 20, 18])
