"""How a value player values a place for a card, and how it makes each of its other decisions, by its temper."""

from __future__ import annotations

from balance.games.simcity.choice import draw
from balance.games.simcity.codes import (
    ANY,
    CHAIRMAN,
    CONNECTED,
    DUEL,
    EVENT,
    GREEN,
    LONG,
    NEW,
    NO_CARD,
    NO_CELL,
    PASS,
    SPAN,
)
from balance.games.simcity.council import count_votes, zone_change
from balance.games.simcity.disasters import first_start, hits_in_shape, shape_ok, take_shape
from balance.games.simcity.grid import side
from balance.games.simcity.networks import root
from balance.games.simcity.pay import reckon
from balance.games.simcity.players import uniform
from balance.games.simcity.players.lookahead import most_opened, opened_here
from balance.games.simcity.players.outlook import office_worth, undoes_phase
from balance.games.simcity.rules import can_buy, is_mayor, may_stand
from balance.games.simcity.surroundings import field_at
from balance.kernel.jit import jit

LOTS = 1 << 30
DRAWN_CARD = 2.0  # worth of the card that a bought council member brings
MEMBERS_LATE = 3.0  # a vote is worth less by this for each member that the seat has already
NEAR_GROUP = 2  # blocks from which on a group is one that others could add to
BALLOTS = 20.0  # an election is bought into with one in so much of the funds
GOOD_VALUE = 5  # of a card that is taken from the discards
MATES = 2  # own cards that a zoning group is kept for, at most
SPOILT = 0.5  # a group that others can add to elsewhere is spoilt in part


@jit
def set_leeway(state, rules, city):
    """The most by which what a place covers or takes can add to a play's worth, for `may_be_best`."""
    temper = state.temper
    leeway = max(temper.cover, 0.0) + max(-temper.fuel, 0.0)
    if temper.dirt != 0.0:
        most = 0
        for i in range(city.n_blocks):
            under = rules.kind[rules.kind_of[city.blocks[i]]]
            most = max(most, abs(under.crime + under.pollution))
        leeway += abs(temper.dirt) * most
    if temper.deny != 0.0:
        leeway += abs(temper.deny) * 4 * SPOILT * city.n_blocks
    for i in range(state.n_ground):
        if city.burnt[state.ground[i]]:
            leeway += abs(temper.money) * rules.rebuilding
            break
    state.leeway = leeway


@jit
def may_be_best(state, rules, city, kind, rezoning):
    """Whether a card could be worth as much as the best play so far, each part of its pay taken at its highest."""
    about = rules.kind[kind]
    temper = state.temper
    worth = state.kind_worth[kind] + temper.money * about.value
    worth += 2.0 * state.leeway if about.family == LONG else state.leeway  # a long one covers two cells
    others = city.zone_blocks[about.zone]
    if about.group[0] > 0:
        if others + 1 >= rules.zoning_min:
            worth += temper.money * rules.zoning_pay * others
        worth += max(temper.growth, 0.0) * MATES * (others + 1) + max(-temper.deny, 0.0) * (others + 1)
    if temper.ahead != 0.0:
        worth += abs(temper.ahead) * most_opened(state, rules, kind, others)
    worth = max(worth, 0.0)  # a rezoning that may fail is worth a part of it
    if worth >= state.most or temper.money < 0.0:
        return True
    for i in range(about.n_complexes):
        if city.n_members[about.complexes[i].complex_no] + 1 >= rules.complex_min:
            return True
    for i in range(about.n_terms):
        term = about.terms[i]
        if rules.field[term.field].scope == CONNECTED or about.family == LONG:
            return True
        worth += temper.money * most_of_term(state, rules, city, kind, term, rezoning)
        if worth >= state.most:
            return True
    return False


@jit
def most_of_term(state, rules, city, kind, term, rezoning):
    """A bound on what a clause can come to, from the highest and lowest sum of its field where the card may lie."""
    low, high = 0, 0
    for i in range(state.n_ground):
        found = field_at(state, rules, city, kind, term.field, state.ground[i], NO_CELL)
        low, high = min(low, found), max(high, found)
    if rezoning or city.zone_blocks[rules.kind[kind].zone] > 0:
        for i in range(city.n_blocks):
            found = field_at(state, rules, city, kind, term.field, state.cell[city.blocks[i]], NO_CELL)
            low, high = min(low, found), max(high, found)
    if term.adds:
        return max(term.times * low, term.times * high)
    return max(term.times * high, 0)


@jit
def place_worth(state, rules, city, kind, way, cell, cell2):
    """What a card is worth on a place: its pay, what it is worth anywhere, and what the place opens or leaves."""
    temper = state.temper
    worth = temper.money * reckon(state, rules, city, kind, cell, cell2) + state.kind_worth[kind]
    grown = state.pay.grown
    if grown >= NEAR_GROUP:
        worth += temper.growth * grown * min(state.mates[kind], MATES) - temper.deny * grown
    if temper.ahead != 0.0 and cell2 == NO_CELL:
        worth += temper.ahead * opened_here(state, rules, city, kind, cell)
    if way == NEW:
        if temper.deny != 0.0:
            worth += temper.deny * SPOILT * spoilt_blocks(rules, city, kind, cell)
        return worth
    worth += temper.cover - covered_worth(state, rules, city, kind, cell)
    if cell2 != NO_CELL and city.top[cell2] != city.top[cell]:
        worth -= covered_worth(state, rules, city, kind, cell2)
    return worth


@jit
def covered_worth(state, rules, city, kind, cell):
    """What the block on a cell is worth to the seat where it lies, to be covered by a card of ``kind``."""
    covered = rules.kind_of[city.top[cell]]
    under = rules.kind[covered]
    worth = state.temper.dirt * (under.crime + under.pollution)
    if state.eager > 0.0:
        worth += state.eager * undoes_phase(state, rules, kind, covered)
    return worth if under.zone == GREEN else worth + state.temper.fuel


@jit
def spoilt_blocks(rules, city, kind, cell):
    """Blocks of the zoning groups beside an empty cell that others can no longer add to there."""
    about = rules.kind[kind]
    blocks = 0
    for s in range(4):
        other = city.top[cell + side(s)]
        if other == NO_CARD:
            continue
        group = rules.kind[rules.kind_of[other]].group[0]
        if group > 0 and group != about.group[0] and group != about.group[1]:
            size = city.group_blocks[root(city.grouped, other)]
            blocks += size if size >= NEAR_GROUP else 0
    return blocks


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
def take_best(state, p):
    """One of the plays that are worth most, by lot; a pass if there is none."""
    now = state.now
    now.way = PASS
    now.card = NO_CARD
    if state.n_options > 0:
        option = state.option[draw(state, p, state.n_options) if state.n_options > 1 else 0]
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
def resigns(state, rules, p):
    """Whether half of the funds, which stay, are worth more than the office, which goes in either case at 0."""
    funds = state.seats[p].funds
    return funds // 2 > office_worth(state, rules, p)


@jit
def ballot(state, rules, p, office):
    """Votes for itself, and buys votes if the office has a vote that it wants; else for who stands and has least."""
    seat = state.seats[p]
    if not may_stand(state, rules, p, office):
        uniform.choose_candidate(state, rules, p, office)
        for q in range(rules.seats):
            if may_stand(state, rules, q, office) and state.seats[q].funds < state.seats[seat.choice].funds:
                seat.choice = q
        return
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
