"""Wrong versions of the rules N11 to N16, N25 and N26, each of which some check must catch."""

from __future__ import annotations

from typing import Any

from balance.games.neotopia import rules, skills
from balance.games.neotopia.codes import (
    CLOSED,
    HIDDEN,
    SECRET,
)
from balance.games.neotopia.players import uniform
from tests.neotopia.mutants import LAY, SHORT, Mutant
from tests.neotopia.test_rules_knowledge import TestN25Knowledge, TestN26RandomPlayer
from tests.neotopia.test_rules_secrets import TestN12MarketResearch, TestN13SecretPersonnel
from tests.neotopia.test_rules_skills import TestN11Skill, TestN15DepartmentMove

right_gain, right_order, right_move = rules.gain, skills.transfer_order, skills.department_move
right_can_use, right_may_lay_down = skills.can_use, skills.may_lay_down
right_research, right_choose_skill = skills.market_research, uniform.choose_skill


def skill_pays_the_stock(state: Any, ruling: Any, p: int, skill: int) -> None:
    rules.pay(state, p, ruling.skill_cost)
    state.seats[p].skill_round[skill] = state.round_no


def skills_serve_again(state: Any, ruling: Any, p: int, skill: int) -> bool:
    used = int(state.seats[p].skill_round[skill])
    state.seats[p].skill_round[skill] = 0
    usable = right_can_use(state, ruling, p, skill)
    state.seats[p].skill_round[skill] = used
    return bool(usable)


def nobody_is_banned(state: Any, ruling: Any, p: int, thing: int) -> bool:
    return False


def skills_on_credit(state: Any, ruling: Any, p: int, skill: int) -> bool:
    coins = int(state.seats[p].coins)
    state.seats[p].coins = 99
    usable = right_can_use(state, ruling, p, skill)
    state.seats[p].coins = coins
    return bool(usable)


def look_at_the_whole_pile(state: Any, ruling: Any, p: int) -> None:
    state.seats[p].pile_seen[:] = state.pile


def look_at_the_lowest(state: Any, ruling: Any, p: int) -> None:
    left = min(state.round_no, state.n_pile)
    for kind in range(ruling.kinds):
        state.seats[p].pile_seen[kind] = min(left, state.pile[kind])
        left -= state.seats[p].pile_seen[kind]


def take_what_was_seen(state: Any, ruling: Any, p: int) -> None:
    right_research(state, ruling, p)
    seat = state.seats[p]
    seat.hidden[:] += seat.pile_seen
    seat.n_hidden += seat.pile_seen.sum()
    state.pile[:] -= seat.pile_seen
    state.n_pile -= seat.pile_seen.sum()


def lay_down_even_ones(state: Any, ruling: Any, p: int) -> bool:
    return state.seats[p].skill_round[SECRET] > 0 and not right_may_lay_down(state, ruling, p)


def lay_down_without_end(state: Any, ruling: Any, p: int) -> bool:
    return bool(state.seats[p].skill_round[SECRET] > 0)


def flip_nothing(state: Any, ruling: Any, p: int) -> None:
    state.seats[p].keeps_at_skill = state.seats[p].keeps


def order_takes_only(state: Any, ruling: Any, p: int) -> None:
    mine, his = state.seats[p], state.seats[state.now.other]
    his.public[state.now.get] -= 1
    his.n_public -= 1
    mine.public[state.now.get] += 1
    mine.n_public += 1


def order_takes_hidden(state: Any, ruling: Any, p: int) -> None:
    right_order(state, ruling, p)
    mine = state.seats[p]
    mine.public[state.now.get] -= 1
    mine.n_public -= 1
    mine.hidden[state.now.get] += 1
    mine.n_hidden += 1


def move_to_the_right(state: Any, ruling: Any) -> None:
    n = ruling.seats
    right_move(state, ruling)
    for p in range(n):
        if state.swap[p, 0] >= 0:
            card = state.swap[p, 0]
            for seat, change in ((state.seats[(p + 1) % n], -1), (state.seats[(p - 1) % n], 1)):
                seat.hidden[card] += change
                seat.n_hidden += change


def move_one_after_another(state: Any, ruling: Any) -> None:
    """Seat 0's card arrives before seat 1 passes, who may so pass that very card on."""
    first = state.swap[0].copy()
    if first[0] >= 0 and state.swap[1, 0] >= 0:
        state.swap[1] = first[0], HIDDEN
    right_move(state, ruling)


def secrets_arrive_secret(state: Any, ruling: Any) -> None:
    right_move(state, ruling)
    for p in range(ruling.seats):
        card, zone = state.swap[p]
        if card >= 0 and zone == CLOSED:
            seat = state.seats[(p + 1) % ruling.seats]
            seat.hidden[card] -= 1
            seat.n_hidden -= 1
            seat.closed[card] += 1
            seat.n_closed += 1


def subsidy_rounded_up(state: Any, ruling: Any, p: int) -> int:
    return right_gain(state, ruling, p, (state.seats[p].n_public + 1) // 2)


def subsidy_for_all_in_front(state: Any, ruling: Any, p: int) -> int:
    seat = state.seats[p]
    return right_gain(state, ruling, p, (seat.n_public + seat.n_closed) // 2)


def never_come_to_light(state: Any, ruling: Any, p: int, card: int) -> None:
    return None


def backs_stay_known(state: Any, ruling: Any) -> None:
    known = [state.seats[p].closed_known.copy() for p in range(ruling.seats)]
    right_move(state, ruling)
    for p in range(ruling.seats):
        state.seats[p].closed_known[:] = known[p]


def kind_by_kind(cards: Any, n: int) -> int:
    kinds = [kind for kind in range(len(cards)) if cards[kind]]
    return kinds[n % len(kinds)]


def never_a_skill(state: Any, ruling: Any, p: int, weights: Any, after: int) -> None:
    return None


def skill_after_too(state: Any, ruling: Any, p: int, weights: Any, after: int) -> None:
    right_choose_skill(state, ruling, p, weights, 0)


def only(*names: str, **more: Any) -> dict[str, Any]:
    """Rulings under which only these skills may be used."""
    return {"rounds": 4, "skills": list(names), **more}


# fmt: off
SKILLS = (
    Mutant("N11", "skills.pay_for_skill", skill_pays_the_stock, "the coin of a skill goes to the stock",
           "money", SHORT),
    Mutant("N11", "skills.can_use", skills_serve_again, "a skill serves again and again", "skill",
           only("subsidy")),
    Mutant("N11", "skills.can_use", skills_on_credit, "a skill needs no coin",
           check=lambda: TestN11Skill().test_skill_cost(1, 0, False)),
    Mutant("N11", "skills.is_banned", nobody_is_banned, "who is banned from a skill uses it",
           check=lambda: TestN11Skill().test_a_row_of_the_line_up_may_be_banned()),
    Mutant("N12", "skills.market_research", look_at_the_whole_pile, "the whole pile is looked at", "skill",
           only("market_research")),
    Mutant("N12", "skills.market_research", look_at_the_lowest,
           "the lowest cards of the pile are looked at",
           check=lambda: TestN12MarketResearch().test_which_cards_is_chance()),
    Mutant("N12", "skills.market_research", take_what_was_seen, "the cards looked at are taken in hand",
           "counts", only("market_research")),
    Mutant("N13", "skills.may_lay_down", lay_down_even_ones, "even keeps go face down", "secret", LAY),
    Mutant("N13", "skills.may_lay_down", lay_down_without_end, "secret personnel `once` lasts", "secret",
           {**LAY, "secret_personnel": "once"}),
    Mutant("N13", "skills.secret_personnel", flip_nothing, "flip_one turns no card down",
           check=lambda: TestN13SecretPersonnel().test_flip_one_turns_a_public_card_down_for_all_to_see()),
    Mutant("N14", "skills.transfer_order", order_takes_only, "a transfer order gives nothing back",
           "action", only("transfer_order", rounds=6)),
    Mutant("N14", "skills.transfer_order", order_takes_hidden, "the card ordered arrives hidden", "action",
           only("transfer_order", rounds=6)),
    Mutant("N15", "skills.department_move", move_to_the_right, "cards are passed to the right", "counts",
           only("department_move")),
    Mutant("N15", "skills.department_move", move_one_after_another, "cards are passed one after another",
           "skill", only("department_move", hand=2)),
    Mutant("N15", "skills.department_move", secrets_arrive_secret, "a secret card arrives secret",
           check=lambda: TestN15DepartmentMove().test_a_secret_card_arrives_hidden()),
    Mutant("N16", "skills.subsidy", subsidy_rounded_up, "the subsidy is rounded up", "gain",
           only("subsidy")),
    Mutant("N16", "skills.subsidy", subsidy_for_all_in_front, "secret cards count for the subsidy", "gain",
           only("secret_personnel", "subsidy", secret_personnel="flip_one", rounds=6)),
    Mutant("N25", "actions.show", never_come_to_light,
           "what was passed counts as unseen when all have seen it",
           check=lambda: TestN25Knowledge().test_the_giver_knows_the_card_until_it_comes_to_light()),
    Mutant("N25", "skills.department_move", backs_stay_known, "a back stays known though it may have left",
           check=lambda: TestN15DepartmentMove().test_which_secret_card_left_is_not_seen()),
    Mutant("N26", "players.uniform.nth_card", kind_by_kind, "each kind of card counts once",
           check=lambda: TestN26RandomPlayer().test_actions_card_by_card()),
    Mutant("N26", "players.uniform.choose_skill", never_a_skill, "the random player uses no skill",
           check=lambda: TestN26RandomPlayer().test_skills_instance_by_instance()),
    Mutant("N26", "players.uniform.choose_skill", skill_after_too, "it is asked again after the action",
           check=lambda: TestN26RandomPlayer().test_skills_at_the_start_of_the_turn_only()),
)
# fmt: on
