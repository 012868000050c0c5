"""`secretive`: shows as little as it can.

Plan: use secret personnel in the first round, put cards down face down whenever it may, the most valuable first;
give up only cards that nobody saw, and take a public card only if it brings a good deal.
"""

from __future__ import annotations

from balance.games.neotopia.codes import (
    SECRET,
)
from balance.games.neotopia.players.catalogue import places
from balance.games.neotopia.players.value import scale_cards
from balance.kernel.jit import jit

AT = places("secretive")
SECRECY, HIDING, SHY = AT["secrecy"], AT["hiding"], AT["shy"]
RIVALS, COIN, SEEING = AT["rivals"], AT["coin"], AT["seeing"]


@jit
def appraise(state, rules, p, weights):
    """Fill ``state.worth`` as the plan says."""
    worth = state.worth
    worth.coin *= weights[COIN]
    worth.public -= weights[SHY]
    scale_cards(state, rules, weights[RIVALS])
    for kind in range(rules.kinds):
        worth.laying[kind] = weights[HIDING] * (1.0 + worth.loss[kind])
    worth.seeing = weights[SEEING]
    worth.skill[SECRET] = weights[SECRECY]
