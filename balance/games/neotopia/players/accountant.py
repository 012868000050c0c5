"""`accountant`: works out the chances in every suit, and does what brings most expected VP for its cost.

Plan: the others' counts follow from what lies open and the hypergeometric rest.  A card is worth what it changes
in the own expected pay; since ranks are taken from somebody, such VP count a little more than coins.  A keep
is worth what the transfer that it makes possible will bring.
"""

from __future__ import annotations

from balance.games.neotopia.codes import SECRET, SUBSIDY
from balance.games.neotopia.players.catalogue import places
from balance.games.neotopia.players.value import scale_cards
from balance.kernel.jit import jit

AT = places("accountant")
RIVALS, COIN, FEEDING, READY = AT["rivals"], AT["coin"], AT["feeding"], AT["ready"]
HOLD, TAKE, PUBLIC = AT["hold"], AT["take"], AT["public"]
PATIENCE, SEEING, SECRECY, RECEIVING = AT["patience"], AT["seeing"], AT["secrecy"], AT["receiving"]


@jit
def appraise(state, rules, p, weights):
    """Fill ``state.worth`` as the plan says."""
    worth = state.worth
    worth.coin *= weights[COIN]
    scale_cards(state, rules, weights[RIVALS])
    for kind in range(rules.kinds):
        worth.feeding[kind] = -weights[FEEDING] * worth.gain[kind]
    for kind in range(rules.kinds):
        worth.loss[kind] += weights[HOLD]
        worth.gain[kind] += weights[TAKE]
    if state.seats[p].skill_round[SUBSIDY] == 0:
        worth.public += weights[PUBLIC]
    for skill in range(SUBSIDY):
        worth.skill[skill] = -weights[PATIENCE] * (rules.rounds - state.round_no)
    worth.ready = weights[READY]
    worth.patience = weights[PATIENCE]
    worth.seeing = weights[SEEING]
    worth.skill[SECRET] += weights[SECRECY]
    worth.receiving = weights[RECEIVING]
