"""`order`: plays for the settlement order.

Plan: who settles early wins ties and is paid little for first place, who settles late loses ties and is paid
much.  It counts the order bonus more than others do, so that late it goes for a few first places and early it is
content to draw level.  The start card is a lever: it takes it where early is better, sells it where late is,
or passes it to its left neighbour, which makes itself the last in settlement order.
"""

from __future__ import annotations

import numpy as np

from balance.games.neotopia.choice import FOR_ORDER
from balance.games.neotopia.players.catalogue import places
from balance.games.neotopia.players.value import hand_value, scale_cards
from balance.games.neotopia.rules import left_of
from balance.games.neotopia.state import JOKER_EVERY_SUIT, MOVE, ORDER_LEFT, ORDER_NOBODY, ORDER_NOW
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
    bonus = (weights[AMBITION] - 1.0) * sight.bonus[ORDER_NOW]
    for suit in range(1, rules.suits + 1):
        worth.gain[suit] += bonus * worth.first_gain[suit]
        worth.loss[suit] += bonus * worth.first_loss[suit]
        worth.why_gain[suit] = FOR_ORDER
    worth.why_loss[start] = FOR_ORDER
    scale_cards(state, rules, weights[RIVALS])
    worth.gain[start] *= weights[START]
    worth.loss[start] *= weights[START]
    worth.coin *= weights[COIN]
    worth.ready = weights[READY]
    worth.patience = weights[PATIENCE]
    if sight.start_at == p:
        joker = np.int64(sight.joker_at == p and rules.joker_uses == JOKER_EVERY_SUIT)
        last = hand_value(state, rules, p, ORDER_LEFT, joker)
        sold = hand_value(state, rules, p, ORDER_NOBODY, joker)
        worth.arming[left_of(rules, p), start] = weights[START] * (last - sold)
        worth.skill[MOVE] = max(weights[START] * (last - sold) - worth.loss[start], 0.0)
