"""What a play opens for the rest of the hand: sims that reach its cards, groups and complexes that wait for them.

All is counted in money that other own cards would be paid, or be paid more, if they were played next; the weight
`ahead` says how much of it counts now.
"""

from __future__ import annotations

from balance.games.simcity.codes import COUNCIL, EVENT
from balance.games.simcity.placing import houses_wanted
from balance.games.simcity.rules import pile_of
from balance.games.simcity.state import MAX_REACH
from balance.games.simcity.supply import reached_by
from balance.kernel.jit import jit

HOUSED = 3  # sims of a usual house
BEGUN = 0.5  # part of a bonus that counts while its group or complex is too small to be paid


@jit
def see_openings(state, rules, p, supplied):
    """Fill ``state.opening``: what own cards that lack sims are worth to a network, by the sims that it houses.

    ``supplied``: sims of the city's best network, which opens nothing.  A network that has a part of the missing
    sims opens that part.
    """
    seat = state.seats[p]
    state.opening[:] = 0.0
    for i in range(seat.n_hand):
        about = rules.kind[rules.kind_of[seat.hand[i]]]
        if about.house or about.sims <= supplied or about.phase > state.phase + 1:
            continue
        worth = about.value / (about.sims - supplied)
        for sims in range(supplied + 1, MAX_REACH + 1):
            state.opening[sims] += worth * (min(sims, about.sims) - supplied)


@jit
def opened_anywhere(state, rules, p, kind):
    """What a kind of card opens wherever it lies: complexes that other own cards belong to, and further plays."""
    about = rules.kind[kind]
    total = 0.0
    if about.n_complexes > 0:
        total += opened_complexes(state, rules, p, kind)
    if about.extra_plays > 0:
        total += about.extra_plays * next_value(state, rules, p, kind)
    return total


@jit
def opened_complexes(state, rules, p, kind):
    """What the kind adds to the bonus of each other own card of its complexes."""
    about = rules.kind[kind]
    seat = state.seats[p]
    city = state.city[pile_of(rules, p)]
    total = 0.0
    for c in range(about.n_complexes):
        no = about.complexes[c].complex_no
        others = -1
        for i in range(seat.n_hand):
            other = rules.kind[rules.kind_of[seat.hand[i]]]
            for d in range(other.n_complexes):
                others += 1 if other.complexes[d].complex_no == no else 0
        paid = city.n_members[no] + 2 >= rules.complex_min
        total += others * about.complexes[c].worth * (1.0 if paid else BEGUN)
    return total


@jit
def next_value(state, rules, p, kind):
    """Printed value of the best other block in hand that the phase allows: what one more play is worth at least."""
    seat = state.seats[p]
    most = 0
    for i in range(seat.n_hand):
        other = rules.kind_of[seat.hand[i]]
        about = rules.kind[other]
        if other != kind and about.family != EVENT and about.family != COUNCIL and about.phase <= state.phase:
            most = max(most, about.value)
    return most


@jit
def opened_phase(state, rules, p, city):
    """What the next phase makes playable of the hand, shared out over the steps that are left until it begins."""
    if state.phase == 1:
        left = houses_wanted(rules) - city.n_houses
    elif state.phase == 2:
        left = rules.phase2_factor * rules.seats - city.needing + 1
    else:
        wanted = rules.phase3_min if rules.seats <= 3 else rules.phase3_factor * rules.seats
        left = (wanted - city.sims) // HOUSED
    seat = state.seats[p]
    total = 0
    for i in range(seat.n_hand):
        about = rules.kind[rules.kind_of[seat.hand[i]]]
        if about.family != EVENT and about.family != COUNCIL and about.phase == state.phase + 1:
            total += about.value
    return total / max(left, 1)


@jit
def opened_here(state, rules, city, kind, cell):
    """What a one-cell card opens on this cell: own cards that its network would serve, and bonuses of its group.

    ``state.pay.grown`` is the group that it would belong to.
    """
    total = 0.0
    if state.opening[MAX_REACH] > 0.0:
        about = rules.kind[kind]
        own = about.sims if about.house else 0
        reach = own
        for line in range(2):
            if about.lines[line] != 0:
                reach = max(reach, own + reached_by(state, rules, city, kind, cell, city.top[cell], line))
        total += state.opening[min(reach, MAX_REACH)]
    if state.mates[kind] > 0 and state.pay.grown > state.widest[kind]:
        more = bonus_beside(rules, state.pay.grown) - bonus_beside(rules, state.widest[kind])
        total += state.mates[kind] * more
    return total


@jit
def bonus_beside(rules, blocks):
    """The zoning bonus of a card that joins a group of so many blocks."""
    if blocks + 1 >= rules.zoning_min:
        return float(rules.zoning_pay * blocks)
    return BEGUN * rules.zoning_pay * blocks


@jit
def most_opened(state, rules, kind, others):
    """A bound on `opened_here`, from the blocks of its zone that lie in the city."""
    return state.opening[MAX_REACH] + state.mates[kind] * bonus_beside(rules, others + 1)
