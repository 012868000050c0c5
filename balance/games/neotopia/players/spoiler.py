"""`spoiler`: hurts the leader, as long as it costs itself little.

Plan: estimate who leads, from coins and from the suits that each is expected to win.  Besides its own expected
VP, a card is worth what it takes from the rival who is strongest in its suit, most of all if he leads:
overtaking him, taking what he would want from the field or from in front of him, giving nothing that helps
him.  It leaves a suit to its only other holder, for whom it then riots, and does not sit alone on one itself.
"""

from __future__ import annotations

from balance.games.neotopia.choice import FOR_RIOT, TO_DENY
from balance.games.neotopia.knowledge import at_least, expect_standings
from balance.games.neotopia.players.catalogue import places
from balance.games.neotopia.players.value import effect_pay
from balance.games.neotopia.state import ORDER_NOW
from balance.kernel.jit import inlined, jit

AT = places("spoiler")
SPITE, OTHERS, RIOT = AT["spite"], AT["others"], AT["riot"]
DENIAL, COIN, PATIENCE = AT["denial"], AT["coin"], AT["patience"]


@inlined
def stays_ahead(sight, q, suit, count):
    """P(seat ``q`` ranks above ``count`` cards of the seat that looks)."""
    need = count - sight.known[q, suit]
    above = at_least(sight, q, sight.left[suit], need + 1)
    return above + sight.nearer[ORDER_NOW, q] * (at_least(sight, q, sight.left[suit], need) - above)


@jit
def appraise(state, rules, p, weights):
    """Fill ``state.worth`` as the plan says."""
    expect_standings(state, rules, p)
    worth = state.worth
    sight = state.sight
    worth.coin *= weights[COIN]
    worth.patience = weights[PATIENCE]
    for suit in range(1, rules.suits + 1):
        rival = sight.top[suit]
        if rival < 0:
            continue
        own = sight.own[suit]
        spite = weights[SPITE] if rival == sight.leader else weights[OTHERS]
        stake = effect_pay(state, rules, p, suit, own) + rules.effects[suit].vp_first
        now = stays_ahead(sight, rival, suit, own)
        overtaking = spite * stake * (now - stays_ahead(sight, rival, suit, own + 1))
        falling_back = spite * stake * (stays_ahead(sight, rival, suit, own - 1) - now) if own > 0 else 0.0
        alone = weights[RIOT] * stake * sight.single[suit] * sight.quiet[suit]
        worth.why_gain[suit] = TO_DENY if overtaking > worth.gain[suit] else worth.why_gain[suit]
        worth.why_loss[suit] = FOR_RIOT if own == 1 and alone > 1.0 else worth.why_loss[suit]
        worth.gain[suit] += overtaking - (alone if own == 0 else 0.0)
        worth.loss[suit] += falling_back - (alone if own == 1 else 0.0)
        worth.feeding[suit] = -weights[DENIAL] * spite * stake
        worth.robbing[rival, suit] = spite * stake * 0.5
        worth.arming[rival, suit] = -spite * stake * 0.5
