"""S19, S20: the city's phase: checked after every play, in a loop; it never falls."""

from __future__ import annotations

from balance.games.simcity import journal
from balance.games.simcity.codes import DUEL, MAYOR, ORANGE_ON_TABLE
from balance.games.simcity.offices import take_office
from balance.games.simcity.pay import largest_orange
from balance.games.simcity.placing import houses_wanted
from balance.games.simcity.rules import place_of
from balance.kernel.jit import jit

ORANGE_GROUP = 4  # S20: blocks of a group that counts, whatever `zoning_min`


@jit
def sims_wanted(state, rules, city):
    """S20: sims housed that make a city a metropolis."""
    wanted = rules.phase3_min if rules.seats <= 3 else rules.phase3_factor * rules.seats
    if rules.phase3_orange == ORANGE_ON_TABLE:
        blocks = largest_orange(state, rules, city)
        return wanted - (blocks - 1 if blocks >= ORANGE_GROUP else 0)
    return wanted - city.orange_paid


@jit
def check_phase(state, rules, book, p, opens_3, log):
    """Raise the phase as far as it goes; ``opens_3``: the play was the first power plant of a big enough village."""
    if rules.mode == DUEL:
        return
    city = state.city[0]
    before = state.phase
    if state.phase == 1 and city.n_houses >= houses_wanted(rules):
        state.phase = 2
    if state.phase == 2 and opens_3:
        state.phase = 3
        book.seats[place_of(state, rules, p)].opened_3 = 1
        take_office(state, rules, book, MAYOR, p, journal.BY_POWER_PLANT, log)
    if state.phase == 3 and city.sims >= sims_wanted(state, rules, city):
        state.phase = 4
    for phase in range(before + 1, state.phase + 1):
        book.game.phase_turn[phase - 1] = state.turn_no
        book.game.phase_round[phase - 1] = min(state.round_no, rules.rounds)
        book.game.reached[phase - 1] = 1
