"""Wrong versions of the settlement's rules N17 to N24, each of which some check must catch."""

from __future__ import annotations

from typing import Any

from balance.games.neotopia import settlement
from balance.games.neotopia.codes import (
    JOKER,
    NOBODY_SEAT,
    RIOT,
)
from tests.neotopia.mutants import Mutant
from tests.neotopia.mutants_skills import nobody_is_banned
from tests.neotopia.test_rules_odds import TestN23ExpectedGain
from tests.neotopia.test_rules_payment import TestN21Effects, TestN23Joker, TestN24Winner
from tests.neotopia.test_rules_ranks import TestN20SideBySide
from tests.neotopia.test_rules_settlement import TestN17Order, TestN18Count

right_open_books, right_rank_suit = settlement.open_books, settlement.rank_suit
right_pay_suit, right_riot, right_settle_suit = settlement.pay_suit, settlement.riot, settlement.settle_suit
right_effect_vp, right_order_bonus = settlement.effect_vp, settlement.order_bonus
right_share_ranks, right_move_money = settlement.share_ranks, settlement.move_money
right_payoff_of = settlement.payoff_of


def start_player_starts(state: Any, ruling: Any, books: Any) -> int:
    return int(state.start_seat)


def order_runs_backwards(ruling: Any, books: Any, first: int) -> None:
    settlement_order(ruling, books, first, -1)


def start_player_is_last(ruling: Any, books: Any, first: int) -> None:
    settlement_order(ruling, books, first + 1, 1)


def settlement_order(ruling: Any, books: Any, first: int, step: int) -> None:
    for order in range(1, ruling.seats + 1):
        p = (first + step * (order - 1)) % ruling.seats
        books.order[p] = order
        books.seat_at[order] = p
        books.bonus[p] = ruling.order_bonus[order]
        books.vp[p] = 0
    books.joker_spent = 0
    books.riots = 0


def old_riots_count(ruling: Any, books: Any, first: int) -> None:
    riots = int(books.riots)
    settlement_order(ruling, books, first, 1)
    books.riots = riots


def secrets_do_not_count(state: Any, ruling: Any) -> None:
    right_open_books(state, ruling)
    for p in range(ruling.seats):
        state.books.count[p] -= state.seats[p].closed


def open_field_counts(state: Any, ruling: Any) -> None:
    right_open_books(state, ruling)
    state.books.count[0] += state.up


def joker_is_a_holder(ruling: Any, books: Any, suit: int, joker: int) -> None:
    holder = books.joker_seat
    if holder >= 0 and books.count[holder, suit] == 0:
        books.count[holder, suit] = 1
        right_rank_suit(ruling, books, suit, joker)
        books.count[holder, suit] = 0
    else:
        right_rank_suit(ruling, books, suit, joker)


def riot_every_time(ruling: Any, books: Any) -> bool:
    return bool(books.n_holders == 1)


def riot_at_two(ruling: Any, books: Any) -> bool:
    return bool(books.n_holders == 2 and books.riots == 0)


def riot_fines_nobody(ruling: Any, books: Any, suit: int) -> None:
    right_riot(ruling, books, suit)
    books.paid[:] = 0


def riot_fines_the_others(ruling: Any, books: Any, suit: int) -> None:
    right_riot(ruling, books, suit)
    for p in range(ruling.seats):
        books.paid[p] = 0 if books.count[p, suit] else -ruling.riot_penalty


def ranked(ruling: Any, books: Any, suit: int, joker: int, key: Any) -> None:
    """Rank as `rank_suit` does, but for the seats' sort key (the smallest comes first)."""
    right_rank_suit(ruling, books, suit, joker)
    held = [p for p in range(ruling.seats) if books.count[p, suit]]
    queue = sorted(held, key=key)
    books.first = 1 << queue[0] if queue else 0
    books.second = 1 << queue[1] if len(queue) > 1 else 0


def ties_go_the_other_way(ruling: Any, books: Any, suit: int, joker: int) -> None:
    count = books.count[:, suit] + [int(p == joker) for p in range(len(books.count))]
    ranked(ruling, books, suit, joker, lambda p: (-count[p], -books.order[p]))


def ties_go_by_seat(ruling: Any, books: Any, suit: int, joker: int) -> None:
    count = books.count[:, suit] + [int(p == joker) for p in range(len(books.count))]
    ranked(ruling, books, suit, joker, lambda p: (-count[p], p))


def fewest_win(ruling: Any, books: Any, suit: int, joker: int) -> None:
    ranked(ruling, books, suit, joker, lambda p: (books.count[p, suit], books.order[p]))


def second_after_shared_first(ruling: Any, books: Any, suit: int, joker: int, best: int) -> None:
    right_share_ranks(ruling, books, suit, joker, best)
    below = [books.count[p, suit] for p in range(ruling.seats) if not books.first >> p & 1]
    if below and max(below) > 0:
        for p in range(ruling.seats):
            if not books.first >> p & 1 and books.count[p, suit] == max(below):
                books.second |= 1 << p


def first_alone_is_paid(ruling: Any, books: Any, suit: int, p: int, joker: int) -> int:
    return int(right_effect_vp(ruling, books, suit, p, joker)) * (books.first >> p & 1)


def joker_is_no_card(ruling: Any, books: Any, suit: int, p: int, joker: int) -> int:
    return int(right_effect_vp(ruling, books, suit, p, NOBODY_SEAT))


def take_from_all(ruling: Any, books: Any, suit: int, p: int) -> None:
    for q in range(ruling.seats):
        amount = min(ruling.effects[suit].take_, books.coins[q])
        books.coins[q] -= amount
        books.coins[p] += amount


def coins_from_nowhere(ruling: Any, books: Any, suit: int, p: int) -> None:
    books.coins[p] += ruling.effects[suit].coins


def riot_pays_absence(ruling: Any, books: Any, suit: int) -> None:
    right_riot(ruling, books, suit)
    settlement.pay_holders(ruling, books, suit)


def absence_pays_holders(ruling: Any, books: Any, suit: int) -> None:
    effect = ruling.effects[suit]
    for p in range(ruling.seats):
        books.paid[p] += effect.vp_absent if books.count[p, suit] > 0 else effect.vp_holder


def second_gets_a_bonus(ruling: Any, books: Any, p: int, joker: int) -> int:
    return int((books.first | books.second) >> p & 1) * int(ruling.order_bonus[books.order[p]])


def bonus_from_the_other_end(ruling: Any, books: Any, p: int, joker: int) -> int:
    order = ruling.seats + 1 - books.order[p]
    return int(right_order_bonus(ruling, books, p, joker) and ruling.order_bonus[order])


def bonus_for_the_joker_s_user(ruling: Any, books: Any, p: int, joker: int) -> int:
    return int(right_order_bonus(ruling, books, p, NOBODY_SEAT))


def gain_in_full_view(ruling: Any, books: Any, suit: int) -> float:
    """What the joker brings its holder; leaves the suit ranked without it."""
    p = books.joker_seat
    right_rank_suit(ruling, books, suit, p)
    with_it = right_payoff_of(ruling, books, suit, p, p)
    right_rank_suit(ruling, books, suit, NOBODY_SEAT)
    return float(with_it - right_payoff_of(ruling, books, suit, p, NOBODY_SEAT))


def always_declared(state: Any, ruling: Any, books: Any, suit: int) -> bool:
    right_rank_suit(ruling, books, suit, books.joker_seat)
    return True


def never_declared(state: Any, ruling: Any, books: Any, suit: int) -> bool:
    return False


def declared_at_no_cost(state: Any, ruling: Any, books: Any, suit: int) -> bool:
    if gain_in_full_view(ruling, books, suit) >= 0:
        right_rank_suit(ruling, books, suit, books.joker_seat)
        return True
    return False


def joker_is_never_spent(state: Any, ruling: Any, books: Any, suit: int) -> None:
    right_settle_suit(state, ruling, books, suit)
    books.joker_spent = 0


def joker_prevents_a_riot(ruling: Any, books: Any) -> bool:
    holder = books.joker_seat
    return bool(books.n_holders == 1 and books.riots == 0 and holder < 0)


def all_backs_are_seen(state: Any, ruling: Any, books: Any, suit: int) -> float:
    return gain_in_full_view(ruling, books, suit)


def pile_may_hold_anything(state: Any, ruling: Any, books: Any, suit: int, p: int) -> int:
    return 0


def nearness_does_not_count(standing: int, p: int) -> int:
    return p


def joker_lifts_nobody(ruling: Any, books: Any, joker: int) -> None:
    books.firsts[1] = books.firsts[0]
    books.seconds[1] = books.seconds[0]


def coins_are_lost(ruling: Any, books: Any) -> None:
    return None


def coins_do_not_part(books: Any, p: int) -> int:
    return int(books.vp[p])


def a_draw_goes_to_the_first(ruling: Any, books: Any) -> int:
    seats = range(ruling.seats)
    return 1 << max(seats, key=lambda p: (books.vp[p], books.coins[p], -p))


def fewest_points_win(books: Any, p: int) -> int:
    return -int(books.vp[p])


def suits_settled_in_riots(ruling: Any, books: Any, suit: int) -> None:
    """A riot that pays as if there were none."""
    books.riots += 1
    right_rank_suit(ruling, books, suit, NOBODY_SEAT)
    right_pay_suit(ruling, books, suit, NOBODY_SEAT)
    books.outcome = RIOT


def start_card_is_the_joker(state: Any, ruling: Any) -> None:
    right_open_books(state, ruling)
    books = state.books
    books.joker_seat = -1
    for p in range(ruling.seats):
        if books.count[p, ruling.start_card] + books.count[p, JOKER] > 0:
            books.joker_seat = p


# One round, since only the settlement is looked at; and a deal in which sole holders are frequent.
END = {"rounds": 1, "riot": "off"}
FEW = {"rounds": 1, "suits": 9, "cards_per_suit": 4, "hand": 3}
RIOT_FINE = {**FEW, "riot": "every", "riot_penalty": 2}
SHARED = {**END, "ties": "shared"}


def effects(**parts: int) -> dict[str, Any]:
    return {**FEW, "effects": {str(suit): parts for suit in range(1, 10)}}


# fmt: off
SETTLEMENT = (
    Mutant("N17", "settlement.settlement_start", start_player_starts, "the start card moves nobody",
           "start", END),
    Mutant("N17", "settlement.set_order", order_runs_backwards, "the order runs counter-clockwise",
           "payment", END),
    Mutant("N17", "settlement.set_order", start_player_is_last, "the start player comes last", "payment",
           END),
    Mutant("N17", "settlement.set_order", old_riots_count, "riots of an earlier settlement count",
           check=lambda: TestN17Order().test_a_new_settlement_begins_with_nothing()),
    Mutant("N18", "settlement.open_books", secrets_do_not_count, "secret cards do not count",
           check=lambda: TestN18Count().test_all_zones_count()),
    Mutant("N18", "settlement.open_books", open_field_counts, "the open field counts for seat 0", "counts",
           END),
    Mutant("N18", "settlement.rank_suit", joker_is_a_holder, "the joker alone makes a holder",
           check=lambda: TestN18Count().test_the_joker_alone_makes_no_holder()),
    Mutant("N19", "settlement.is_riot", riot_every_time, "a riot at every sole holder", "riot", FEW),
    Mutant("N19", "settlement.is_riot", riot_at_two, "a riot where two hold the suit", "riot", FEW),
    Mutant("N19", "settlement.riot", riot_fines_nobody, "no penalty", "payment", RIOT_FINE),
    Mutant("N19", "settlement.riot", riot_fines_the_others, "the others are fined", "payment", RIOT_FINE),
    Mutant("N19", "settlement.riot", suits_settled_in_riots, "a riot pays the suit all the same", "payment",
           RIOT_FINE),
    Mutant("N20", "settlement.rank_suit", ties_go_the_other_way, "of equals the farther ranks higher",
           "rank", END),
    Mutant("N20", "settlement.rank_suit", ties_go_by_seat, "of equals the lower seat ranks higher", "rank",
           END),
    Mutant("N20", "settlement.rank_suit", fewest_win, "the lowest count is first", "rank", END),
    Mutant("N20", "settlement.share_ranks", second_after_shared_first, "a second after a shared first",
           "rank", SHARED),
    Mutant("N20", "ranks.standing_of", nearness_does_not_count, "side by side, equals are parted by number",
           check=lambda: TestN20SideBySide().test_by_hand()),
    Mutant("N21", "settlement.effect_vp", first_alone_is_paid, "second is not paid", "payment", END),
    Mutant("N21", "settlement.effect_vp", joker_is_no_card, "the joker is no card of the count",
           check=lambda: TestN21Effects().test_the_joker_counts_as_a_card()),
    Mutant("N21", "settlement.move_money", take_from_all, "coins are taken from holders too", "money",
           {**END, "effects": {str(suit): {"take": 1} for suit in range(1, 8)}}),
    Mutant("N21", "settlement.move_money", coins_from_nowhere, "an empty stock still pays effects", "money",
           {**effects(coins=3), "coin_supply": 25}),
    Mutant("N21", "settlement.riot", riot_pays_absence, "a riot pays for absence", "payment",
           {**effects(vp_absent=2), "riot": "every"}),
    Mutant("N21", "settlement.pay_holders", absence_pays_holders, "holding is taken for lacking", "payment",
           effects(vp_absent=2, vp_holder=1)),
    Mutant("N22", "settlement.order_bonus", second_gets_a_bonus, "second gets a bonus too", "payment", END),
    Mutant("N22", "settlement.order_bonus", bonus_from_the_other_end, "the nearest gets the highest bonus",
           "payment", END),
    Mutant("N23", "settlement.order_bonus", bonus_for_the_joker_s_user, "the joker's user keeps the bonus",
           check=lambda: TestN23Joker().test_lifts_to_first_without_the_bonus()),
    Mutant("N23", "settlement.declares_joker", always_declared, "the joker is declared wherever it may be",
           "joker", END),
    Mutant("N23", "settlement.declares_joker", never_declared, "the joker is never declared", "joker", END,
           games=8),
    Mutant("N23", "settlement.declares_joker", declared_at_no_cost, "the joker is declared for nothing",
           "joker", END),
    Mutant("N23", "settlement.settle_suit", joker_is_never_spent, "a joker that serves once serves on",
           check=lambda: TestN23Joker().test_uses_and_threshold({"joker_uses": "once"}, [2, None, None])),
    Mutant("N23", "settlement.is_banned", nobody_is_banned, "who is banned from the joker declares it",
           check=lambda: TestN23Joker().test_who_is_banned_from_it_does_not_declare()),
    Mutant("N23", "settlement.is_riot", joker_prevents_a_riot, "the joker prevents a riot", "riot", FEW,
           games=8),
    Mutant("N23", "ranks.rank_with_joker", joker_lifts_nobody, "side by side, the joker lifts nobody",
           check=lambda: TestN20SideBySide().test_by_hand()),
    Mutant("N23", "settlement.open_books", start_card_is_the_joker, "the start card serves as a joker",
           "joker", END),
    Mutant("N23", "odds.expected_gain_of_joker", all_backs_are_seen, "the joker's holder sees all cards",
           check=lambda: TestN23ExpectedGain().test_what_seat_2_really_holds_does_not_matter()),
    Mutant("N23", "odds.known_elsewhere", pile_may_hold_anything, "what was settled is forgotten",
           check=lambda: TestN23ExpectedGain().test_earlier_suits_are_known("s1 s2 s1")),
    Mutant("N24", "settlement.cash_up", coins_are_lost, "coins become no VP", "result", END),
    Mutant("N24", "settlement.final_key", coins_do_not_part, "coins do not part equals",
           check=lambda: TestN24Winner().test_who_ends_before_whom()),
    Mutant("N24", "settlement.winners", a_draw_goes_to_the_first, "the first of equals wins alone",
           check=lambda: TestN24Winner().test_winners([7, 7, 7, 7], [2, 3, 3, 1], [1, 2])),
    Mutant("N24", "settlement.final_key", fewest_points_win, "fewest VP win", "result", END),
)
# fmt: on
