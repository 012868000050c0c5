"""How a value player values its options, and each of its other decisions, by its temper."""

from __future__ import annotations

from balance.games.simcity.choice import draw
from balance.games.simcity.codes import (
    ANY,
    CHAIRMAN,
    DUEL,
    EVENT,
    LONG,
    NO_CARD,
    PASS,
    REZONE,
    SPAN,
)
from balance.games.simcity.council import count_votes, zone_change
from balance.games.simcity.disasters import first_start, hits_in_shape, shape_ok, take_shape
from balance.games.simcity.pay import reckon
from balance.games.simcity.players import uniform
from balance.games.simcity.players.outlook import office_worth, weigh_kinds
from balance.games.simcity.rules import can_buy, is_mayor
from balance.kernel.jit import jit

LOTS = 1 << 30
DRAWN_CARD = 2.0  # worth of the card that a bought council member brings
MEMBERS_LATE = 3.0  # a vote is worth less by this for each member that the seat has already
NEAR_GROUP = 2  # blocks from which on a group is one that others could add to
BALLOTS = 20.0  # an election is bought into with one in so much of the funds
GOOD_VALUE = 5  # of a card that is taken from the discards
LAST = -1e300


@jit
def value_options(state, rules, p):
    """Fill ``worth`` of every option: pay, what the kind is worth anywhere, and what the place opens or leaves."""
    temper = state.temper
    weigh_kinds(state, rules, p)
    for i in range(state.n_options):
        option = state.option[i]
        kind = rules.kind_of[option.card]
        worth = temper.money * option.pay + state.kind_worth[kind]
        if option.grown >= NEAR_GROUP:
            worth += temper.growth * option.grown * min(state.mates[kind], 2) - temper.deny * option.grown
        if option.way == REZONE:
            worth *= vote_hope(state, rules, p, kind, option.cell, option.cell2)
        option.worth = worth


@jit
def vote_hope(state, rules, p, kind, cell, cell2):
    """Chance that a rezoning passes if each other seat's free votes are for it as often as hoped, all or none."""
    city = state.city[0]
    for q in range(rules.seats):
        state.seats[q].vote = 1 if q == p else 0
    if count_votes(state, rules, city, kind, cell, cell2):
        return 1.0
    return state.temper.hope


@jit
def by_chance(state, p):
    """Whether this decision is left to chance, as often as the player's noise says."""
    noise = state.temper.noise
    return noise > 0.0 and draw(state, p, LOTS) < noise * LOTS


@jit
def take_best(state, rules, p):
    """The option of highest worth, a draw among equals; a pass, if it is allowed, when nothing is worth more than 0."""
    now = state.now
    now.way = PASS
    now.card = NO_CARD
    best, ties = (0.0 if rules.may_pass else LAST), 0
    for i in range(state.n_options):
        option = state.option[i]
        if option.worth < best or (option.worth == best and ties == 0):
            continue
        ties = ties + 1 if option.worth == best else 1
        best = option.worth
        if ties > 1 and draw(state, p, ties) > 0:
            continue
        now.way = option.way
        now.card = option.card
        now.cell = option.cell
        now.cell2 = option.cell2


@jit
def best_member(state, rules, p):
    """The council member whose votes and drawn card are most worth their cost; NO_CARD if none is."""
    seat = state.seats[p]
    best, found = 0.0, NO_CARD
    for i in range(seat.n_hand):
        card = seat.hand[i]
        if not can_buy(state, rules, p, card):
            continue
        about = rules.kind[rules.kind_of[card]]
        worth = state.temper.vote * (1.5 if about.able else (0.7 if about.corrupt else 1.0))
        worth += (DRAWN_CARD if rules.council_redraw else 0.0) - about.cost
        worth -= 0.0 if state.temper.vote == 0.0 else MEMBERS_LATE * seat.n_council / (1.0 + state.temper.vote)
        if rules.mode == DUEL:
            worth -= state.temper.vote * 2.0
        if worth > best:
            best, found = worth, card
    return found


@jit
def aim(state, rules, p, d, kind, reach):
    """A disaster's line or square that hits most, or for who would pay for it fewest; single blocks by lot."""
    about = rules.kind[kind]
    spares = is_mayor(state, rules, p) and (rules.mode != DUEL or d == p)
    if about.form == ANY or (state.temper.harm_mayor == 0.0 and not spares):
        uniform.choose_targets(state, rules, p, d, kind, reach)
        return
    city = state.city[d]
    low_x, low_y, high_x, high_y = first_start(city, reach)
    best, ties, at, turned = 0, 0, -1, 0
    for y in range(low_y, high_y + 1):
        for x in range(low_x, high_x + 1):
            for down in range(2):
                cell = y * SPAN + x
                if not shape_ok(about.form, reach, cell, down):
                    continue
                hits = hits_in_shape(state, rules, city, about, reach, cell, down)
                if hits == 0:
                    continue
                if spares:
                    hits = -hits
                if ties > 0 and hits < best:
                    continue
                ties = ties + 1 if ties > 0 and hits == best else 1
                best = hits
                if ties == 1 or draw(state, p, ties) == 0:
                    at, turned = cell, down
    if at >= 0:
        take_shape(state, about.form, reach, at, turned)


@jit
def vote(state, rules, q, kind, cell, cell2):
    """Whether seat ``q`` is for another's rezoning: what it makes of its own hand, less what the other is paid."""
    city = state.city[0]
    seat = state.seats[q]
    change = 0
    for i in range(seat.n_hand):
        zone = rules.kind[rules.kind_of[seat.hand[i]]].zone
        if zone > 0:
            change += zone_change(rules, city, kind, cell, cell2, zone)
    pays = reckon(state, rules, city, kind, cell, cell2)
    return 1 if 0.5 * change > state.temper.rivals * pays else 0


@jit
def bid(state, rules, p, highest):
    """One more than the highest total, while the office is worth that and the money is there."""
    worth = office_worth(state, rules, p)
    return highest + 1 if highest + 1 <= worth else 0


@jit
def resigns(state, rules, p, amount):
    """Whether half of the funds, which stay, are worth more than the office."""
    funds = state.seats[p].funds
    return funds // 2 > office_worth(state, rules, p)


@jit
def ballot(state, rules, p, office):
    """Votes for itself, and buys votes if the office has a vote that it wants."""
    seat = state.seats[p]
    seat.choice = p
    seat.bought = 0
    if office == CHAIRMAN and state.temper.vote > 2.0:
        seat.bought = int(seat.funds / BALLOTS)


@jit
def least_useful(state, rules, p):
    """The hand card of least value; of events the mayor's bills first to go for the mayor, last for others."""
    seat = state.seats[p]
    best, found = 0.0, NO_CARD
    for i in range(seat.n_hand):
        about = rules.kind[rules.kind_of[seat.hand[i]]]
        worth = float(about.value)
        if about.family == EVENT:
            worth = 2.0
        elif (about.family == LONG and state.phase < 4) or about.phase > state.phase + 1:
            worth *= 0.5
        if found == NO_CARD or worth < best:
            best, found = worth, seat.hand[i]
    return found


@jit
def wants_discard(state, rules, p):
    """Alone: whether the top of the discards is better than a card of the deck: a block that could be played now."""
    card = state.discards[0, state.n_discards[0] - 1]
    about = rules.kind[rules.kind_of[card]]
    return about.family != EVENT and about.phase <= state.phase and about.value >= GOOD_VALUE
