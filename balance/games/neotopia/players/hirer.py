"""`hirer`: spends its coins on the open field.

Plan: hire whatever on the field brings most expected VP, as long as there are coins, since a coin buys more now
than it is worth at the end; with too few left, sell the card that is missed least.
"""

from __future__ import annotations

from balance.games.neotopia.codes import (
    HIRE,
)
from balance.games.neotopia.players.catalogue import places
from balance.games.neotopia.players.value import scale_cards
from balance.kernel.jit import jit

AT = places("hirer")
COIN, EAGER, RIVALS, PATIENCE = AT["coin"], AT["eager"], AT["rivals"], AT["patience"]


@jit
def appraise(state, rules, p, weights):
    """Fill ``state.worth`` as the plan says."""
    worth = state.worth
    worth.coin *= weights[COIN]
    worth.action[HIRE] = weights[EAGER]
    worth.patience = weights[PATIENCE]
    scale_cards(state, rules, weights[RIVALS])
