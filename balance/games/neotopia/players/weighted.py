"""`weighted`: adds up features of every option, each with a weight from the scenario.

Plan: none of its own.  Each weight in `catalogue.py` names a feature with its meaning; an option is worth the sum
of feature times weight, and the best one is taken.  So a new type of player is a row of numbers in a scenario.
"""

from __future__ import annotations

from balance.games.neotopia.codes import (
    HIRE,
    JOKER,
    KEEP,
    MOVE,
    ORDER,
    RELEASE,
    SECRET,
    SKILLS,
    SUBSIDY,
    TRANSFER,
)
from balance.games.neotopia.knowledge import expect_standings, expected_count
from balance.games.neotopia.players.catalogue import places
from balance.kernel.jit import jit, part

AT = places("weighted")
VP, COIN, COUNT, LEADER, ROBBING = AT["vp"], AT["coin"], AT["count"], AT["leader"], AT["robbing"]
FIELD, RIOT, PROVOKE, JOKER_WORTH, START = AT["field"], AT["riot"], AT["provoke"], AT["joker"], AT["start"]
PUBLIC, SECRET_CARD, UNKNOWN = AT["public"], AT["secret"], AT["unknown"]
KEEPING, RELEASING, TRANSFERRING, HIRING = AT["keep"], AT["release"], AT["transfer"], AT["hire"]
LATE, SEEING, SECRECY, ORDERING = AT["late"], AT["seeing"], AT["secrecy"], AT["ordering"]
MOVING, SUBSIDISED, WAITING, NOISE = AT["moving"], AT["subsidy"], AT["waiting"], AT["noise"]


@jit
def appraise(state, rules, p, weights):
    """Fill ``state.worth`` with features times weights."""
    expect_standings(state, rules, p)
    worth = state.worth
    sight = state.sight
    for kind in range(rules.kinds):
        worth.gain[kind] *= weights[VP]
        worth.loss[kind] *= weights[VP]
        worth.laying[kind] = weights[SECRET_CARD]
    for suit in range(1, rules.suits + 1):
        own = sight.own[suit]
        alone = weights[RIOT] * sight.nobody[suit] * sight.quiet[suit]
        provoked = weights[PROVOKE] * sight.single[suit] * sight.quiet[suit]
        his = weights[LEADER] * expected_count(sight, sight.leader, suit)
        worth.gain[suit] += weights[COUNT] * (own + 1) + his + (alone - provoked if own == 0 else 0.0)
        worth.loss[suit] += weights[COUNT] * own + (alone - provoked if own == 1 else 0.0)
        worth.feeding[suit] = weights[FIELD] * (1.0 - sight.nobody[suit])
        worth.victim[suit] = sight.leader
        worth.robbing[suit] = weights[ROBBING] * sight.known[sight.leader, suit]
        worth.arming[suit] = 0.0
    worth.gain[JOKER] += weights[JOKER_WORTH]
    worth.loss[JOKER] += weights[JOKER_WORTH]
    worth.gain[rules.start_card] += weights[START]
    worth.loss[rules.start_card] += weights[START]
    weigh_acts(state, rules, weights)


@part
def weigh_acts(state, rules, weights):
    """The features that belong to an action or skill itself."""
    worth = state.worth
    worth.coin *= weights[COIN]
    worth.public += weights[PUBLIC]
    worth.unknown = weights[UNKNOWN]
    late = weights[LATE] * (state.round_no - 1)
    worth.action[KEEP] = weights[KEEPING]
    worth.action[RELEASE] = weights[RELEASING]
    worth.action[TRANSFER] = weights[TRANSFERRING] + late
    worth.action[HIRE] = weights[HIRING] + late
    for skill in range(len(SKILLS)):
        worth.skill[skill] = weights[WAITING] * (rules.rounds - state.round_no)
    worth.seeing = weights[SEEING]
    worth.skill[SECRET] += weights[SECRECY]
    worth.skill[ORDER] += weights[ORDERING]
    worth.skill[MOVE] += weights[MOVING]
    worth.skill[SUBSIDY] += weights[SUBSIDISED]
    worth.noise = weights[NOISE]
