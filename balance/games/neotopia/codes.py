"""The numbers behind the words: kinds of cards, actions, skills, zones, rulings, and the most there may be.

Cards are counted by *kind*, since cards of one kind cannot be told apart: kind 0 is the joker, 1 … suits are
the suits by their number, ``rules.start_card`` (suits + 1) is the start card.
"""

from __future__ import annotations

import numpy as np

MAX_SEATS = 6
MAX_SUITS = 10
MAX_ROUNDS = 12
MAX_CARDS = 128
KINDS = MAX_SUITS + 2

JOKER = 0
NOBODY_SEAT = np.int64(-1)  # typed, so that numba compiles no function anew for the literal

ACTIONS = ("keep", "release", "transfer", "hire", "pass")
KEEP, RELEASE, TRANSFER, HIRE, PASS = range(5)

SKILLS = ("market_research", "secret_personnel", "transfer_order", "department_move", "subsidy")
RESEARCH, SECRET, ORDER, MOVE, SUBSIDY = range(5)
NO_SKILL = -1
BEFORE, AFTER = np.int64(0), np.int64(1)  # when a skill is used, against the turn's action

BANS = (*SKILLS, "joker")  # what a row of the line-up may be forbidden to use, while all others may
USE_JOKER = np.int64(len(SKILLS))  # its place among them

ZONES = ("hidden", "public", "secret")
HIDDEN, PUBLIC, CLOSED = range(3)  # CLOSED: laid face down by secret personnel

# The rulings that choose among words, in the order of their codes; the first is the draft's reading.
CHOICES: dict[str, tuple[str, ...]] = {
    "coin_shortage": ("partial", "unlimited"),
    "release_from": ("any", "hidden"),
    "transfer_targets": ("any", "face_up"),
    "secret_personnel": ("lasting", "once", "flip_one", "off"),
    "secret_count": ("game", "since_skill", "in_front"),
    "move_passes": ("not_public", "hidden"),
    "riot": ("once", "every", "off"),
    "ties": ("clockwise", "shared"),
    "joker_uses": ("every_suit", "once"),
    "joker_view": ("all", "clockwise"),
}
SHORTAGE_PARTIAL, SHORTAGE_UNLIMITED = range(2)
RELEASE_ANY, RELEASE_HIDDEN = range(2)
TARGETS_ANY, TARGETS_FACE_UP = range(2)
SECRET_LASTING, SECRET_ONCE, SECRET_FLIP_ONE, SECRET_OFF = range(4)
COUNT_GAME, COUNT_SINCE_SKILL, COUNT_IN_FRONT = range(3)
PASSES_NOT_PUBLIC, PASSES_HIDDEN = range(2)
RIOT_ONCE, RIOT_EVERY, RIOT_OFF = range(3)
TIES_CLOCKWISE, TIES_SHARED = range(2)
JOKER_EVERY_SUIT, JOKER_ONCE = range(2)
VIEW_ALL, VIEW_CLOCKWISE = range(2)

# The parts that a settlement effect may have, all integers.
EFFECT_PARTS = (
    "vp",
    "vp_per_card",
    "vp_per_public",
    "vp_per_hidden",
    "vp_per_coin_pair",
    "coins",
    "take",
    "vp_first",
    "vp_second",
    "vp_holder",
    "vp_absent",
)

# Rulings and sizes that are plain integers or booleans (0/1), copied from the settings by name.
NUMBERS = (
    "suits",
    "cards_per_suit",
    "hand",
    "rounds",
    "field_up",
    "start_coins",
    "keep_cost",
    "release_gain",
    "transfer_cost",
    "hire_cost",
    "skill_cost",
    "coin_supply",
    "rotate_start",
    "secret_parity",
    "riot_penalty",
    "jokers",
    "joker_order_bonus",
    "joker_threshold",
    "vp_per_coin",
)

OUTCOMES = ("nobody", "riot", "settled")
NOBODY, RIOT, SETTLED = range(3)
