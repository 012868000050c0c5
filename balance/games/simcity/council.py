"""S10: the council's vote on a rezoning."""

from __future__ import annotations

from balance.games.simcity.codes import (
    ABLE_ADDED,
    ABLE_REMOVED,
    CHAIRMAN,
    MAYOR,
    NO_CARD,
    NO_CELL,
    NO_SEAT,
)
from balance.kernel.jit import jit


@jit
def zone_change(rules, city, kind, cell, cell2, zone):
    """How many more blocks of a zone would lie there after the rezoning."""
    change = 1 if rules.kind[kind].zone == zone else 0
    one = city.top[cell]
    if one != NO_CARD and rules.kind[rules.kind_of[one]].zone == zone:
        change -= 1
    if cell2 != NO_CELL:
        two = city.top[cell2]
        if two != NO_CARD and two != one and rules.kind[rules.kind_of[two]].zone == zone:
            change -= 1
    return change


@jit
def free_votes(state, rules, city, q, kind, cell, cell2):
    """Votes that seat ``q`` may cast as it likes: of free members, and of its offices."""
    votes = 0
    for i in range(state.seats[q].n_council):
        if bound(rules, city, state.seats[q].council[i], kind, cell, cell2) == 0:
            votes += strength(rules, city, state.seats[q].council[i], kind, cell, cell2)
    if state.office[MAYOR] == q:
        votes += 2
    if state.office[CHAIRMAN] == q:
        votes += 1
    return votes


@jit
def bound(rules, city, member, kind, cell, cell2):
    """1 if a corrupt member must vote for the rezoning, −1 against it, 0 if the member is free."""
    about = rules.kind[rules.kind_of[member]]
    if not about.corrupt:
        return 0
    change = zone_change(rules, city, kind, cell, cell2, about.zone)
    return 1 if change > 0 else (-1 if change < 0 else 0)


@jit
def strength(rules, city, member, kind, cell, cell2):
    """Votes of a council member: an able one has two where his zone is concerned."""
    about = rules.kind[rules.kind_of[member]]
    if not about.able:
        return 1
    change = zone_change(rules, city, kind, cell, cell2, about.zone)
    if change == 0 or (rules.able_counts == ABLE_REMOVED and change > 0):
        return 1
    return 1 if rules.able_counts == ABLE_ADDED and change < 0 else 2


@jit
def count_votes(state, rules, city, kind, cell, cell2):
    """S10: count all votes, the free ones as ``seats[q].vote`` says; says whether the rezoning passes."""
    vote = state.vote
    for_it, against = 0, 0
    for q in range(rules.seats):
        seat = state.seats[q]
        vote.yes[q] = 0
        vote.no[q] = 0
        for i in range(seat.n_council):
            must = bound(rules, city, seat.council[i], kind, cell, cell2)
            if must > 0:
                vote.yes[q] += strength(rules, city, seat.council[i], kind, cell, cell2)
            elif must < 0:
                vote.no[q] += strength(rules, city, seat.council[i], kind, cell, cell2)
        free = free_votes(state, rules, city, q, kind, cell, cell2)
        if seat.vote:
            vote.yes[q] += free
        else:
            vote.no[q] += free
        for_it += vote.yes[q]
        against += vote.no[q]
    vote.tie_break = NO_SEAT
    vote.passed = 1 if for_it > against else 0
    if for_it == against:
        decider = state.office[CHAIRMAN] if state.office[CHAIRMAN] != NO_SEAT else state.office[MAYOR]
        if decider != NO_SEAT:
            vote.tie_break = decider
            vote.passed = state.seats[decider].vote
    return vote.passed


@jit
def could_win(state, rules, p):
    """Whether seat ``p`` might carry a rezoning if all others cast every vote against it, as far as all can see."""
    own, others = 0, 0
    for q in range(rules.seats):
        votes = 2 if state.office[MAYOR] == q else 0
        votes += 1 if state.office[CHAIRMAN] == q else 0
        for i in range(state.seats[q].n_council):
            able = rules.kind[rules.kind_of[state.seats[q].council[i]]].able
            votes += 2 if able and q == p else 1
        if q == p:
            own += votes
        else:
            others += votes
    decider = state.office[CHAIRMAN] if state.office[CHAIRMAN] != NO_SEAT else state.office[MAYOR]
    return own > others or (own == others and decider == p)
