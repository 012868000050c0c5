"""`spoiler`: hurts the leader, as long as it costs itself little.

Plan: estimate who leads, from coins and from the suits that each is expected to win.  Besides its own expected
VP, a card is worth what it takes from the rival who is strongest in its suit, most of all if he leads:
overtaking him, taking what he would want from the field or from in front of him, giving nothing that helps
him.  It leaves a suit to its only other holder, for whom it then riots, and does not sit alone on one itself.
"""

from __future__ import annotations

from balance.games.neotopia.choice import FOR_RIOT, TO_DENY
from balance.games.neotopia.knowledge import expect_standings
from balance.games.neotopia.players.catalogue import places
from balance.games.neotopia.players.value import FEWER, SAME, effect_pay, gain_of
from balance.games.neotopia.state import NOW
from balance.kernel.jit import jit

AT = places("spoiler")
SPITE, OTHERS, RIOT = AT["spite"], AT["others"], AT["riot"]
DENIAL, COIN, PATIENCE = AT["denial"], AT["coin"], AT["patience"]


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
        spite *= effect_pay(state, rules, p, suit, own) + rules.effects[suit].vp_first + sight.bonus[NOW]
        overtaking = spite * gain_of(sight.first, suit)
        falling_back = spite * (sight.first[NOW, suit, SAME] - sight.first[NOW, suit, FEWER])
        alone = weights[RIOT] * sight.single[suit] * sight.quiet[suit]
        alone *= effect_pay(state, rules, p, suit, own)
        if overtaking > worth.gain[suit]:
            worth.why_gain[suit] = TO_DENY
        worth.gain[suit] += overtaking
        if own == 0:
            worth.gain[suit] -= alone
        else:
            worth.loss[suit] += falling_back
        if own == 1:
            worth.loss[suit] -= alone
            worth.why_loss[suit] = FOR_RIOT if alone > 1.0 else worth.why_loss[suit]
        worth.feeding[suit] = -weights[DENIAL] * spite
        worth.victim[suit] = rival
        worth.robbing[suit] = 0.5 * spite
        worth.arming[suit] = -0.5 * spite
