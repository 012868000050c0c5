"""`order`: plays for the settlement order.

Plan: who settles early wins ties and is paid little for first place, who settles late loses ties and is paid
much.  It counts the order bonus more than others do, so that late it goes for a few first places and early it is
content to draw level.  The start card is a lever: it takes it where early is better, sells it where late is,
or passes it to its left neighbour, which makes itself the last in settlement order.
"""

from __future__ import annotations

from balance.games.neotopia.choice import FOR_ORDER
from balance.games.neotopia.codes import (
    MOVE,
)
from balance.games.neotopia.players.catalogue import places
from balance.games.neotopia.players.value import FEWER, SAME, gain_of, scale_cards, value_if_first
from balance.games.neotopia.rules import left_of
from balance.games.neotopia.state import (
    NOW,
)
from balance.kernel.jit import jit

AT = places("order")
AMBITION, START, RIVALS = AT["ambition"], AT["start"], AT["rivals"]
COIN, READY, PATIENCE = AT["coin"], AT["ready"], AT["patience"]


@jit
def appraise(state, rules, p, weights):
    """Fill ``state.worth`` as the plan says."""
    sight = state.sight
    worth = state.worth
    start = rules.start_card
    bonus = (weights[AMBITION] - 1.0) * sight.bonus[NOW]
    for suit in range(1, rules.suits + 1):
        worth.gain[suit] += bonus * gain_of(sight.first, suit)
        if sight.own[suit] > 0:
            worth.loss[suit] += bonus * (sight.first[NOW, suit, SAME] - sight.first[NOW, suit, FEWER])
        worth.why_gain[suit] = FOR_ORDER
    worth.why_loss[start] = FOR_ORDER
    scale_cards(state, rules, weights[RIVALS])
    worth.gain[start] *= weights[START]
    worth.loss[start] *= weights[START]
    worth.coin *= weights[COIN]
    worth.ready = weights[READY]
    worth.patience = weights[PATIENCE]
    if sight.start_at == p:
        left = left_of(rules, p)
        gained = value_if_first(state, rules, p, left) - worth.hand
        worth.victim[start] = left
        worth.arming[start] = weights[START] * gained + worth.loss[start]
        worth.skill[MOVE] = max(weights[START] * gained, 0.0)
