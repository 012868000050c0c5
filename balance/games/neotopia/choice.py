"""How a player makes a decision: the questions it is asked, and the draws it may use.

`players/table.py` puts three questions to the player of seat ``p``, each with ``(state, rules, p, entry)``,
where ``entry`` is its row of the line-up, with its weights:

- ``choose_skill(…, after)`` before (``after`` 0) and, if none was used, after the action (1): sets
  ``state.now.skill`` and its cards, or leaves it at ``NO_SKILL``;
- ``choose_action`` sets ``state.now.action`` and its cards;
- ``choose_pass`` fills ``state.swap[p]`` with the kind and zone of a card to pass in a department move.

The random player answers them itself.  Every other player is one function, ``appraise``: it says in
``state.worth`` what things are worth to it, and `players/options.py` finds the best legal option by that.
A player may read only what its seat may know (N25; `knowledge.py` has the questions worth asking), and changes
nothing but the decision.
"""

from __future__ import annotations

from balance.kernel.jit import jit
from balance.kernel.rng import below

DRAWS_A_TURN = 256

# Why a player chose what it chose, in a word; the code goes into the replay's text only.
REASONS = (
    "chance",
    "majority",
    "second place",
    "coins",
    "avoid a riot",
    "provoke a riot",
    "deny a leader",
    "joker",
    "start card",
    "order bonus",
    "secrecy",
    "information",
    "discard",
    "wait",
)
(
    BY_CHANCE,
    FOR_MAJORITY,
    FOR_SECOND,
    FOR_COINS,
    AGAINST_RIOT,
    FOR_RIOT,
    TO_DENY,
    FOR_JOKER,
    FOR_START_CARD,
    FOR_ORDER,
    FOR_SECRECY,
    FOR_INFORMATION,
    TO_DISCARD,
    TO_WAIT,
) = range(len(REASONS))


@jit
def draw(state, p, n):
    """A uniform choice among 0 … n−1 from seat ``p``'s own stream, addressed by turn and number."""
    seat = state.seats[p]
    at = state.turn_no * DRAWS_A_TURN + seat.draws
    seat.draws += 1
    return below(seat.key, at, n)
