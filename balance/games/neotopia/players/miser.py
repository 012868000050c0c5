"""`miser`: coins first.

Plan: take coins from the stock while it has any, giving up lone cards first; pay for nothing but a subsidy that
brings more than it costs, and show cards only because the subsidy pays for them.
"""

from __future__ import annotations

from balance.games.neotopia.codes import (
    JOKER,
)
from balance.games.neotopia.players.catalogue import places
from balance.kernel.jit import jit

AT = places("miser")
GREED, HOLD, PUBLIC = AT["greed"], AT["hold"], AT["public"]
JOKER_WORTH, START, PATIENCE = AT["joker"], AT["start"], AT["patience"]


@jit
def appraise(state, rules, p, weights):
    """Fill ``state.worth`` as the plan says."""
    worth = state.worth
    for suit in range(1, rules.suits + 1):
        own = state.sight.own[suit]
        worth.gain[suit] = weights[HOLD] * own
        worth.loss[suit] = weights[HOLD] * (own - 1)
    worth.gain[JOKER] = weights[JOKER_WORTH]
    worth.loss[JOKER] = weights[JOKER_WORTH]
    worth.gain[rules.start_card] = weights[START]
    worth.loss[rules.start_card] = weights[START]
    worth.coin = weights[GREED]
    worth.public = weights[PUBLIC]
    worth.patience = weights[PATIENCE]
