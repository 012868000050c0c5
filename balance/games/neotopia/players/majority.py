"""`majority`: picks the suits it is best in and collects them until nobody can catch up.

Plan: a suit is promising by the own cards of it and those within reach on the field, less what the strongest
rival shows.  A card of a chosen suit is worth a fixed price until more than half of the suit is held; any
other card is spare and goes for a coin, or for a better one in a transfer or a transfer order.
"""

from __future__ import annotations

from balance.games.neotopia.codes import (
    JOKER,
)
from balance.games.neotopia.players.catalogue import places
from balance.kernel.jit import jit

AT = places("majority")
SUITS, WANT, SPARE, OPEN_CARDS = AT["suits"], AT["want"], AT["spare"], AT["open_cards"]
JOKER_WORTH, START, COIN = AT["joker"], AT["start"], AT["coin"]
READY, PATIENCE = AT["ready"], AT["patience"]


@jit
def appraise(state, rules, p, weights):
    """Fill ``state.worth`` as the plan says."""
    worth = state.worth
    sight = state.sight
    enough = rules.cards_per_suit // 2 + 1
    for suit in range(1, rules.suits + 1):
        rival = 0
        for q in range(rules.seats):
            if q != p:
                rival = max(rival, sight.known[q, suit])
        worth.keeping[suit] = sight.own[suit] + weights[OPEN_CARDS] * (state.up[suit] - rival)
    for suit in range(1, rules.suits + 1):
        better = 0
        for other in range(1, rules.suits + 1):
            better += 1 if worth.keeping[other] > worth.keeping[suit] else 0
        chosen = better < weights[SUITS] and sight.own[suit] > 0
        worth.gain[suit] = weights[WANT] if chosen and sight.own[suit] < enough else weights[SPARE]
        worth.loss[suit] = weights[WANT] if chosen and sight.own[suit] <= enough else weights[SPARE]
    for suit in range(1, rules.suits + 1):
        worth.keeping[suit] = 0.0  # it held how promising each suit is
    worth.gain[JOKER] = weights[JOKER_WORTH]
    worth.loss[JOKER] = weights[JOKER_WORTH]
    worth.gain[rules.start_card] = weights[START]
    worth.loss[rules.start_card] = weights[START]
    worth.coin = weights[COIN]
    worth.ready = weights[READY]
    worth.receiving = 1.0
    worth.patience = weights[PATIENCE]
