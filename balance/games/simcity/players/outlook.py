"""What a seat makes of its hand and of the cards that it has not seen, before it values its options (S32)."""

from __future__ import annotations

from balance.games.simcity.city import nuisance
from balance.games.simcity.codes import ALL as ALL_PLAYERS
from balance.games.simcity.codes import (
    COUNCIL,
    DUEL,
    EVENT,
    FLAT,
    GREEN,
    MAX_CARDS,
    MAYOR,
    NO_SEAT,
    PER_LOST,
    SELF,
    SHARED,
)
from balance.games.simcity.codes import OTHERS as OTHER_PLAYERS
from balance.games.simcity.groups import place_in, ready_groups
from balance.games.simcity.networks import node, ready_networks, root
from balance.games.simcity.placing import houses_wanted, plants_allowed
from balance.games.simcity.players.lookahead import opened_anywhere, opened_phase, see_openings
from balance.games.simcity.rules import is_mayor, pile_of
from balance.kernel.jit import jit

DUMP = 0.01  # a card that is good for nothing is better played than kept
HAND_CARD = 3.0  # money that a hand card of unknown use is taken to be worth
PULL = 0.15  # part of what an office is worth that is seen in each step towards it
LIKELY = 0.5  # chance that an unseen event comes into play


@jit
def read_temper(state, entry):
    """What the player of this turn is after: its weights, by name."""
    temper = state.temper
    weights = entry.weights
    temper.money = weights[0]
    temper.housing = weights[1]
    temper.growth = weights[2]
    temper.partners = weights[3]
    temper.push = weights[4]
    temper.deny = weights[5]
    temper.thrift = weights[6]
    temper.cover = weights[7]
    temper.dirt = weights[8]
    temper.fuel = weights[9]
    temper.rivals = weights[10]
    temper.vote = weights[11]
    temper.office = weights[12]
    temper.fear = weights[13]
    temper.harm = weights[14]
    temper.harm_mayor = weights[15]
    temper.hope = weights[16]
    temper.noise = weights[17]
    temper.ahead = weights[18]


@jit
def weigh_kinds(state, rules, p):
    """What playing each kind of own card is worth wherever it lies, beside its pay: ``state.kind_worth``."""
    city = state.city[pile_of(rules, p)]
    seat = state.seats[p]
    temper = state.temper
    supplied = best_network(state, rules, city) if temper.housing != 0.0 or temper.ahead != 0.0 else 0
    stuck = value_stuck(state, rules, p, supplied) if temper.housing != 0.0 else 0
    state.eager = temper.push * phase_gain(state, rules, p) + office_pull(state, rules, p)
    if temper.ahead != 0.0:
        see_openings(state, rules, p, supplied)
        state.eager += temper.ahead * opened_phase(state, rules, p, city)
    for i in range(seat.n_hand):
        kind = rules.kind_of[seat.hand[i]]
        about = rules.kind[kind]
        if about.family == EVENT:
            state.kind_worth[kind] = event_worth(state, rules, p, kind)
            continue
        state.mates[kind] = count_mates(state, rules, p, kind)
        worth = DUMP - temper.thrift * about.value
        worth += temper.dirt * (about.crime + about.pollution)
        worth += temper.fuel if about.zone != GREEN else 0.0
        worth += temper.housing * stuck if about.house else 0.0
        if temper.partners != 0.0:
            worth += temper.partners * partner_worth(state, rules, p, kind)
        if temper.ahead != 0.0:
            state.widest[kind] = widest_group(state, rules, city, kind) if state.mates[kind] > 0 else 0
            worth += temper.ahead * opened_anywhere(state, rules, p, kind)
        if brings_phase(state, rules, city, kind):
            worth += state.eager
        if about.plant and state.phase == 2 and plants_allowed(rules, city):
            worth += office_worth(state, rules, p)
        state.kind_worth[kind] = worth


@jit
def office_pull(state, rules, p):
    """What the seat makes of a step towards the first plant, which brings the mayor's office to who plays it.

    Who holds none only wants the village in which one can be played, if it wants the office.
    """
    if state.phase > 2 or state.temper.office == 0.0 or rules.mode != SHARED:
        return 0.0
    pull = PULL * office_worth(state, rules, p)
    if state.phase == 1 and pull > 0.0:
        return pull
    seat = state.seats[p]
    for i in range(seat.n_hand):
        if rules.kind[rules.kind_of[seat.hand[i]]].plant:
            return pull
    return 0.0


@jit
def value_stuck(state, rules, p, supplied):
    """Value of own cards that want more sims than are ``supplied`` by the best network of the city."""
    seat = state.seats[p]
    total = 0
    for i in range(seat.n_hand):
        about = rules.kind[rules.kind_of[seat.hand[i]]]
        total += about.value if not about.house and about.sims > supplied else 0
    return total


@jit
def best_network(state, rules, city):
    """The most sims on one road or rail network, or in one house."""
    ready_networks(state, rules, city)
    most = 0
    for i in range(city.n_houses):
        about = rules.kind[rules.kind_of[city.houses[i]]]
        most = max(most, about.sims)
        for line in range(2):
            if about.lines[line] != 0:
                most = max(most, city.net_sims[root(city.joined, node(line, city.houses[i]))])
    return most


@jit
def phase_gain(state, rules, p):
    """What the next phase is worth to the hand: value that it makes playable, less half of what is playable now."""
    seat = state.seats[p]
    if state.temper.push == 0.0:
        return 0.0
    later, now = 0, 0
    for i in range(seat.n_hand):
        about = rules.kind[rules.kind_of[seat.hand[i]]]
        if about.family == EVENT or about.family == COUNCIL:
            later += 2 if state.phase < 3 else 0
        elif about.phase > state.phase:
            later += about.value if about.phase == state.phase + 1 else about.value // 2
        else:
            now += about.value
    return later - 0.5 * now


@jit
def brings_phase(state, rules, city, kind):
    """Whether a card of this kind brings the next phase nearer."""
    about = rules.kind[kind]
    if state.phase == 1:
        return about.house != 0 and city.n_houses < houses_wanted(rules)
    if state.phase == 2:
        return about.plant != 0 or (about.sims > 0 and not about.house and not plants_allowed(rules, city))
    return state.phase == 3 and about.house != 0


@jit
def undoes_phase(state, rules, kind, covered):
    """Which part of a step towards the next phase is lost if a card of this kind covers a block of that one."""
    about, under = rules.kind[kind], rules.kind[covered]
    if state.phase == 2:
        return 1.0 if under.sims > 0 and not under.house else 0.0
    if state.phase == 4 or not under.house:
        return 0.0
    if state.phase == 1 or not about.house:
        return 1.0
    return min(under.sims / about.sims, 1.0)


@jit
def count_mates(state, rules, p, kind):
    """Other own cards that belong to the kind's zoning group."""
    seat = state.seats[p]
    group = rules.kind[kind].group[0]
    n = 0
    if group > 0:
        for i in range(seat.n_hand):
            other = rules.kind[rules.kind_of[seat.hand[i]]]
            n += 1 if other.group[0] == group else 0
        n -= 1
    return n


@jit
def widest_group(state, rules, city, kind):
    """Blocks of the largest group that a card of this kind could add to."""
    ready_groups(state, rules, city)
    group = rules.kind[kind].group[0]
    most = 0
    for i in range(city.n_blocks):
        card = city.blocks[i]
        j = place_in(rules.kind[rules.kind_of[card]], group)
        if j >= 0:
            most = max(most, city.group_blocks[root(city.grouped, j * MAX_CARDS + card)])
    return most


@jit
def partner_worth(state, rules, p, kind):
    """Worth of the kind in its complexes, for each other own card that belongs to them."""
    about = rules.kind[kind]
    seat = state.seats[p]
    total = 0
    for c in range(about.n_complexes):
        mates = -1
        for i in range(seat.n_hand):
            other = rules.kind[rules.kind_of[seat.hand[i]]]
            for d in range(other.n_complexes):
                mates += 1 if other.complexes[d].complex_no == about.complexes[c].complex_no else 0
        total += max(mates, 0) * about.complexes[c].worth
    return total


@jit
def typical_bill(state, rules, kind):
    """What an event of this kind can be expected to make the mayor pay, as the city lies."""
    about = rules.kind[kind]
    hits = float(about.destroys)
    if about.dice > 0:
        hits = 0.5 * about.dice * (about.destroys + 1)
    total = 0.0
    for i in range(about.n_bills):
        bill = about.bills[i]
        if bill.by == FLAT:
            total += bill.amount
        elif bill.by == PER_LOST:
            total += bill.amount * hits * 0.6
        else:
            units = 0
            for d in range(rules.cities):
                units += nuisance(rules, state.city[d], bill.by)
            total += bill.amount * (max(units, 0) // bill.per)
    return total


@jit
def event_worth(state, rules, p, kind):
    """What an event is worth to the seat: what it moves to it, and from the others, as its temper counts."""
    about = rules.kind[kind]
    temper = state.temper
    mayor = state.office[MAYOR]
    worth = DUMP
    bill = typical_bill(state, rules, kind)
    if rules.mode == DUEL:
        worth += (temper.harm - temper.money) * bill
    elif is_mayor(state, rules, p):
        worth -= temper.money * bill
    elif mayor != NO_SEAT:
        worth += temper.harm_mayor * bill
    for i in range(about.n_money):
        money = about.money[i]
        if money.who == SELF or money.who == ALL_PLAYERS:
            worth += temper.money * money.amount
        if money.who == OTHER_PLAYERS or money.who == ALL_PLAYERS:
            worth -= (temper.harm + temper.rivals / max(rules.seats - 1, 1)) * money.amount
        if money.who > ALL_PLAYERS and mayor != NO_SEAT:
            worth += (temper.money if mayor == p else -temper.harm_mayor) * money.amount
    if about.recalls and mayor != NO_SEAT:
        worth += -office_worth(state, rules, p) if mayor == p else 0.3 * temper.vote
    worth += temper.harm * HAND_CARD * about.discards
    if about.freezes:
        worth += freeze_worth(state, rules, p, about.freezes)
    return worth


@jit
def freeze_worth(state, rules, p, zone):
    """A frozen zone costs what own cards of it would bring, and harms the others."""
    seat = state.seats[p]
    own = 0
    for i in range(seat.n_hand):
        own += 1 if rules.kind[rules.kind_of[seat.hand[i]]].zone == zone else 0
    return state.temper.harm * HAND_CARD - 0.5 * own


@jit
def unseen_bills(state, rules, p):
    """Bills that events unseen by the seat may still bring: deck lists less its hand and the discards."""
    total = 0.0
    seat = state.seats[p]
    for kind in range(rules.kinds):
        if rules.kind[kind].n_bills == 0:
            continue
        copies = 0
        for card in range(1, rules.n_cards + 1):
            copies += 1 if rules.kind_of[card] == kind else 0
        for i in range(seat.n_hand):
            copies -= 1 if rules.kind_of[seat.hand[i]] == kind else 0
        for d in range(rules.cities):
            for i in range(state.n_discards[d]):
                copies -= 1 if rules.kind_of[state.discards[d, i]] == kind else 0
        total += LIKELY * copies * typical_bill(state, rules, kind)
    return total


@jit
def office_worth(state, rules, p):
    """What the mayor's office is worth to the seat: its votes, less the bills that may still come."""
    temper = state.temper
    return temper.office + 2.0 * temper.vote - temper.fear * unseen_bills(state, rules, p)
