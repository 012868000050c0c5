"""The compiled table of players: a line-up's entry names a place in this chain.

A new way of thinking is a module in this folder with a function ``appraise``; it gets a branch in the chain, at
its place in `catalogue.py` (a test compares the two).  The uniform random player appraises nothing.
"""

from __future__ import annotations

import numpy as np

from balance.games.neotopia.choice import draw
from balance.games.neotopia.codes import JOKER, NO_SKILL, USE_JOKER
from balance.games.neotopia.knowledge import look
from balance.games.neotopia.players import (
    accountant,
    hirer,
    majority,
    miser,
    order,
    secretive,
    spoiler,
    uniform,
    weighted,
)
from balance.games.neotopia.players.options import best_action, best_pass, best_skill, claim_subsidy
from balance.games.neotopia.players.value import blank_worth, weigh_cards, weigh_unseen
from balance.games.neotopia.rules import is_banned
from balance.kernel.jit import inlined, jit, part

RANDOM = 0
LOTS = np.int64(1 << 30)


@jit
def appraise(player, state, rules, p, entry):
    """Ask the player of seat ``p`` what things are worth to it: those who count only, then those who reckon."""
    weights = entry.weights
    look(state, rules, p)
    blank_worth(state, rules)
    state.sight.pairing = weights[accountant.PAIRING] if player == 1 else 0.0
    if player != 2:
        weigh_cards(state, rules, p)
    if player == 1:
        accountant.appraise(state, rules, p, weights)
    elif player == 2:
        majority.appraise(state, rules, p, weights)
    elif player == 3:
        miser.appraise(state, rules, p, weights)
    elif player == 4:
        hirer.appraise(state, rules, p, weights)
    elif player == 5:
        spoiler.appraise(state, rules, p, weights)
    elif player == 6:
        secretive.appraise(state, rules, p, weights)
    elif player == 7:
        order.appraise(state, rules, p, weights)
    elif player == 8:
        weighted.appraise(state, rules, p, weights)
    if is_banned(state, rules, p, USE_JOKER):
        state.worth.gain[JOKER] = 0.0
        state.worth.loss[JOKER] = 0.0
    weigh_unseen(state, rules)


@inlined
def by_chance(state, p):
    """Whether this decision is left to chance, as often as the player's noise says."""
    noise = state.worth.noise
    return noise > 0.0 and draw(state, p, LOTS) < noise * LOTS


@part
def choose_skill(player, state, rules, p, entry, after):
    """Ask the player of seat ``p`` which skill to use, before (0) or after (1) its action.

    After it, players who appraise only claim the subsidy; what they thought before still holds.
    """
    if player == RANDOM:
        uniform.choose_skill(state, rules, p, entry, after)
    elif after:
        claim_subsidy(state, rules, p)
    else:
        appraise(player, state, rules, p, entry)
        if by_chance(state, p):
            uniform.choose_skill(state, rules, p, entry, after)
        else:
            best_skill(state, rules, p)


@part
def choose_action(player, state, rules, p, entry):
    """Ask the player of seat ``p`` for its action; it thinks again only if a skill was used since it last thought."""
    if player != RANDOM and state.now.skill != NO_SKILL:
        appraise(player, state, rules, p, entry)
    if player == RANDOM or by_chance(state, p):
        uniform.choose_action(state, rules, p, entry)
    else:
        best_action(state, rules, p)


@part
def choose_pass(player, state, rules, p, entry):
    """Ask the player of seat ``p`` which card it passes in a department move."""
    if player != RANDOM:
        appraise(player, state, rules, p, entry)
    if player == RANDOM or by_chance(state, p):
        uniform.choose_pass(state, rules, p, entry)
    else:
        best_pass(state, rules, p)
