"""Wrong versions of the rules N1 to N10, each of which some check must catch.

A mutant replaces one function everywhere.  It is caught by the referee, who judges a few games played with
it, or by a named rule test, which then fails.  More are in `mutants_skills.py` and `mutants_settlement.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from balance.games.neotopia import actions, rules
from balance.games.neotopia.codes import (
    PASS,
)
from balance.games.neotopia.players import uniform
from tests.neotopia.test_rules_actions import (
    TestN5Keep,
    TestN6Release,
    TestN7Transfer,
    TestN8Hire,
    TestN9Pass,
)
from tests.neotopia.test_rules_setup import TestN1Setup, TestN2StartPlayer, TestN3Reveal


@dataclass(frozen=True)
class Mutant:
    """A wrong version of ``function`` (module and name below the game's folder).

    The referee judges up to ``games`` games of ``players`` random players under ``rulings`` and must find a
    fault of ``area``; or ``check`` calls the rule test that must fail.
    """

    rule: str
    function: str
    wrong: Callable[..., Any]
    sentence: str
    area: str = ""
    rulings: Mapping[str, Any] = field(default_factory=dict)
    players: int = 4
    games: int = 4
    check: Callable[[], None] | None = None

    def __str__(self) -> str:
        return f"{self.rule} {self.sentence}"


# The right versions, which wrong ones build on.
right_deal, right_reveal, right_gain = rules.deal, rules.reveal, rules.gain
right_keep, right_release, right_hire = actions.keep, actions.release, actions.hire
right_transfer, right_choose_action = actions.transfer, uniform.choose_action


def no_suit_taken_out(state: Any, ruling: Any) -> int:
    return 0


def first_suit_taken_out(state: Any, ruling: Any) -> int:
    return 1


def deal_all_coins(state: Any, ruling: Any) -> None:
    right_deal(state, ruling)
    state.stock = ruling.coin_supply


def deal_one_more_face_down(state: Any, ruling: Any) -> None:
    right_deal(state, ruling)
    kind = next(kind for kind in range(ruling.kinds) if state.pile[kind])
    state.pile[kind] -= 1
    state.n_pile -= 1
    state.down[state.n_down] = kind
    state.n_down += 1


def first_seat_starts(state: Any, ruling: Any) -> None:
    state.start_seat = 0


def reveal_the_last(state: Any) -> int:
    state.n_down -= 1
    kind = state.down[state.n_down]
    state.up[kind] += 1
    state.n_up += 1
    return int(kind)


def reveal_a_copy(state: Any) -> int:
    kind = right_reveal(state)
    state.down[state.n_down] = kind
    state.n_down += 1
    return kind


def counter_clockwise(state: Any, ruling: Any, turn: int) -> int:
    return int((state.start_seat - turn) % ruling.seats)


def start_never_moves(state: Any, ruling: Any, turn: int) -> int:
    return int((state.start_seat + turn) % ruling.seats)


def start_moves_right(state: Any, ruling: Any, turn: int) -> int:
    return int((state.start_seat + turn - state.round_no + 1) % ruling.seats)


def keep_drops_the_card(state: Any, ruling: Any, p: int) -> None:
    right_keep(state, ruling, p)
    if not state.now.down:
        state.seats[p].public[state.now.card] -= 1
        state.seats[p].n_public -= 1


def keep_is_free(state: Any, ruling: Any, p: int) -> None:
    right_keep(state, ruling, p)
    rules.pay(state, p, -ruling.keep_cost)


def keep_is_not_numbered(state: Any, ruling: Any, p: int) -> None:
    right_keep(state, ruling, p)
    state.seats[p].keeps -= 1


def release_two_coins(state: Any, ruling: Any, p: int) -> int:
    return right_release(state, ruling, p) + right_gain(state, ruling, p, 1)


def release_face_down(state: Any, ruling: Any, p: int) -> int:
    gained = right_release(state, ruling, p)
    state.up[state.now.card] -= 1
    state.n_up -= 1
    state.pile[state.now.card] += 1
    state.n_pile += 1
    return gained


def release_anything(state: Any, ruling: Any, p: int) -> bool:
    seat = state.seats[p]
    return bool(seat.n_hidden + seat.n_public + seat.n_closed)


def transfer_is_free(state: Any, ruling: Any, p: int) -> None:
    right_transfer(state, ruling, p)
    rules.pay(state, p, -ruling.transfer_cost)


def transfer_takes_hidden(state: Any, ruling: Any, p: int) -> None:
    right_transfer(state, ruling, p)
    seat = state.seats[p]
    seat.public[state.now.take_kind] -= 1
    seat.n_public -= 1
    seat.hidden[state.now.take_kind] += 1
    seat.n_hidden += 1


def transfer_gives_face_up(state: Any, ruling: Any, p: int) -> None:
    right_transfer(state, ruling, p)
    if state.now.place >= 0:
        state.n_down -= 1
        state.down[state.now.place] = state.down[state.n_down]
        state.up[state.now.card] += 1
        state.n_up += 1


def any_target(state: Any, ruling: Any) -> int:
    return int(state.n_up + state.n_down)


def hire_for_one(state: Any, ruling: Any, p: int) -> None:
    right_hire(state, ruling, p)
    rules.pay(state, p, 1 - ruling.hire_cost)


def hire_into_the_hand(state: Any, ruling: Any, p: int) -> None:
    right_hire(state, ruling, p)
    seat = state.seats[p]
    seat.public[state.now.take_kind] -= 1
    seat.n_public -= 1
    seat.hidden[state.now.take_kind] += 1
    seat.n_hidden += 1


def never_must_pass(state: Any, ruling: Any, p: int) -> bool:
    return False


def pass_at_will(state: Any, ruling: Any, p: int, weights: Any) -> None:
    right_choose_action(state, ruling, p, weights)
    if state.round_no == 2:
        state.now.action = PASS


def pay_into_the_box(state: Any, p: int, amount: int) -> None:
    state.seats[p].coins -= amount


def gain_from_nowhere(state: Any, ruling: Any, p: int, amount: int) -> int:
    state.stock -= amount
    state.seats[p].coins += amount
    return amount


def gain_nothing_when_short(state: Any, ruling: Any, p: int, amount: int) -> int:
    return right_gain(state, ruling, p, amount if amount <= state.stock else 0)


SHORT = {"rounds": 3}
POOR = {"rounds": 3, "coin_supply": 24}
# Little is possible but keeps, of which secret personnel may put some face down.
LAY = {"skills": ["secret_personnel"], "release_from": "hidden", "hire_cost": 9, "transfer_cost": 9}

# fmt: off
TURNS = (
    Mutant("N1", "rules.removed_suit", no_suit_taken_out, "three players keep all suits", "deck", SHORT, 3),
    Mutant("N1", "rules.removed_suit", first_suit_taken_out, "the lot always falls on suit 1",
           check=lambda: TestN1Setup().test_three_players_and_a_suit_by_lot()),
    Mutant("N1", "rules.deal", deal_all_coins, "the stock keeps the coins that were dealt", "money", SHORT),
    Mutant("N1", "rules.deal", deal_one_more_face_down, "one card too many lies face down", "deal", SHORT),
    Mutant("N2", "rules.draw_start_player", first_seat_starts, "seat 0 always starts",
           check=lambda: TestN2StartPlayer().test_drawn_at_random(4)),
    Mutant("N3", "rules.reveal", reveal_the_last, "the last face-down card is turned up",
           check=lambda: TestN3Reveal().test_each_face_down_card_is_equally_likely()),
    Mutant("N3", "rules.reveal", reveal_a_copy, "the card that was turned up stays face down too", "round"),
    Mutant("N4", "rules.seat_to_move", counter_clockwise, "turns run counter-clockwise", "turn order",
           SHORT),
    Mutant("N4", "rules.seat_to_move", start_never_moves, "the first seat stays under rotate_start",
           "turn order", {**SHORT, "rotate_start": True}),
    Mutant("N4", "rules.seat_to_move", start_moves_right, "the first seat moves to the right", "turn order",
           {**SHORT, "rotate_start": True}),
    Mutant("N5", "actions.keep", keep_drops_the_card, "a kept card is hand no more", "counts", SHORT),
    Mutant("N5", "actions.keep", keep_is_free, "a keep costs nothing where it should", "money",
           {**SHORT, "keep_cost": 1}),
    Mutant("N5", "actions.keep", keep_is_not_numbered, "keeps have no running number", "secret", LAY),
    Mutant("N5", "actions.can_keep", lambda state, ruling, p: True, "a public card can be kept",
           check=lambda: TestN5Keep().test_only_a_hidden_card_can_be_kept()),
    Mutant("N6", "actions.release", release_two_coins, "a release gives two coins", "money", SHORT),
    Mutant("N6", "actions.release", release_face_down, "a released card goes under the pile",
           check=lambda: TestN6Release().test_from_each_zone_to_the_open_field("hidden", ("s3", "s3", "s3"))),
    Mutant("N6", "actions.can_release", release_anything, "any card counts as one that may be released",
           check=lambda: TestN9Pass().test_with_cards_that_may_not_be_used()),
    Mutant("N7", "actions.transfer", transfer_is_free, "a transfer costs nothing", "money"),
    Mutant("N7", "actions.transfer", transfer_takes_hidden, "the card taken arrives hidden", "action"),
    Mutant("N7", "actions.transfer", transfer_gives_face_up,
           "the card given for a face-down one lies face up",
           check=lambda: TestN7Transfer().test_with_a_face_down_card()),
    Mutant("N7", "actions.transfer_targets", any_target, "face-down cards are targets whatever the ruling",
           check=lambda: TestN7Transfer().test_transfer_targets()),
    Mutant("N8", "actions.hire", hire_for_one, "a hire costs one coin", "money", SHORT),
    Mutant("N8", "actions.hire", hire_into_the_hand, "a hired card is not public",
           check=lambda: TestN8Hire().test_takes_a_face_up_card_in_the_open()),
    Mutant("N9", "players.uniform.choose_action", pass_at_will, "a player passes though it could act",
           "pass", SHORT),
    Mutant("N9", "actions.must_pass", never_must_pass, "nobody ever has to pass",
           check=lambda: TestN9Pass().test_only_without_any_legal_action()),
    Mutant("N10", "rules.pay", pay_into_the_box, "payments do not reach the stock", "money", SHORT),
    Mutant("N10", "rules.gain", gain_from_nowhere, "an empty stock still pays", "gain", POOR),
    Mutant("N10", "rules.gain", gain_nothing_when_short, "a gain is paid whole or not at all", "gain",
           {**POOR, "release_gain": 2, "coin_supply": 25}),
)
# fmt: on
