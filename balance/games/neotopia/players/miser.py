"""`miser`: coins first.

Plan: take coins from the stock while it has any, giving up the cards that are least likely to be paid for; a coin
counts double, so that hardly anything is worth paying for; and show cards, since the subsidy pays for them.
"""

from __future__ import annotations

from balance.games.neotopia.codes import SUBSIDY
from balance.games.neotopia.players.catalogue import places
from balance.kernel.jit import jit

AT = places("miser")
GREED, PUBLIC, PATIENCE = AT["greed"], AT["public"], AT["patience"]


@jit
def appraise(state, rules, p, weights):
    """Fill ``state.worth`` as the plan says."""
    worth = state.worth
    worth.coin *= weights[GREED]
    worth.patience = weights[PATIENCE]
    if state.seats[p].skill_round[SUBSIDY] == 0:
        worth.public += weights[PUBLIC]
