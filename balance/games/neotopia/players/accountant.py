"""`accountant`: works out the chances in every suit, and does what brings most expected VP for its cost.

Plan: the others' counts follow from what lies open and the hypergeometric rest, but for one thing: rivals do not
stay with single cards, so a part of them is taken to become pairs.  A card is worth what it changes in the own
expected pay, and one that is given up a little more, since it could still be given up later.  To keep a card is
worth what the subsidy and the transfer of next round make of it.  Skills wait until they pay most.
"""

from __future__ import annotations

from balance.games.neotopia.codes import SECRET, SUBSIDY
from balance.games.neotopia.players.catalogue import places
from balance.games.neotopia.players.value import scale_cards
from balance.kernel.jit import jit

AT = places("accountant")
PAIRING, RIVALS, HOLD, COIN = AT["pairing"], AT["rivals"], AT["hold"], AT["coin"]
READY, PUBLIC, PATIENCE = AT["ready"], AT["public"], AT["patience"]
SEEING, SECRECY, RECEIVING = AT["seeing"], AT["secrecy"], AT["receiving"]


@jit
def appraise(state, rules, p, weights):
    """Fill ``state.worth`` as the plan says."""
    worth = state.worth
    worth.coin *= weights[COIN]
    scale_cards(state, rules, weights[RIVALS])
    for kind in range(rules.kinds):
        worth.loss[kind] += weights[HOLD]
    if state.seats[p].skill_round[SUBSIDY] == 0:
        worth.public += weights[PUBLIC]
    worth.ready = weights[READY]
    worth.patience = weights[PATIENCE]
    worth.seeing = weights[SEEING]
    worth.skill[SECRET] = weights[SECRECY]
    worth.receiving = weights[RECEIVING]
