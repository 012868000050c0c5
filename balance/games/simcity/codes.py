"""The numbers behind the words: zones, kinds of cards, ways to play, rulings, and the most there may be.

Every physical card of the decks has a number from 1 (``NO_CARD`` is 0) and a *kind*: the row of the card table
that it is a copy of.  A cell of the table is one number, ``y * SPAN + x``; the first block lies at ``ORIGIN``.
"""

from __future__ import annotations

import numpy as np

MAX_SEATS = 7
MAX_KINDS = 200  # different cards of a scenario
MAX_CARDS = 512  # physical cards of all its decks, with number 0
MAX_TABLE = 20  # cells that the table may be wide or high
SPAN = 2 * MAX_TABLE + 1  # the first block lies in the middle, with a border that is never used
CELLS = SPAN * SPAN
ORIGIN = MAX_TABLE * SPAN + MAX_TABLE
MAX_FIELDS = 48  # different questions "how many such blocks are near here" that the cards ask
MAX_TERMS = 8  # fields that one card's pay depends on, and as many conditions
MAX_FED = 24  # fields that one card counts for
MAX_COMPLEXES = 16
MAX_CLAUSES = 8
MAX_NAMES = MAX_KINDS
MAX_ROUNDS = 256

NO_CARD = np.int64(0)
NO_CELL = np.int64(0)
NO_SEAT = np.int64(-1)  # typed, so that numba compiles no function anew for the literal

SORTS = ("block", "long", "council", "event")
BLOCK, LONG, COUNCIL, EVENT = range(4)

ZONES = ("green", "aqua", "orange", "navy", "brown", "grey", "red", "gold")
GREEN, AQUA, ORANGE, NAVY, BROWN, GREY, RED, GOLD = range(1, 9)  # 0: none

LINES = {"": 0, "h": 1, "v": 2, "hv": 3}
H, V = 1, 2
ROAD, RAIL, POWER = np.int64(0), np.int64(1), np.int64(2)

WAYS = ("new", "upgrade", "rezone", "event", "pass")
NEW, UPGRADE, REZONE, PLAY_EVENT, PASS = (np.int64(i) for i in range(5))

MODES = ("shared", "solitaire", "duel")
SHARED, SOLITAIRE, DUEL = range(3)

SCOPES = ("within", "city", "connected")
WITHIN, CITY_WIDE, CONNECTED = range(3)

OFFICES = ("mayor", "governor", "chairman")
MAYOR, GOVERNOR, CHAIRMAN = (np.int64(i) for i in range(3))

SHAPES = ("any", "line", "square")
ANY, LINE, SQUARE = range(3)

WHO = ("self", "others", "all", "mayor")
SELF, OTHERS, ALL, THE_MAYOR = range(4)

BILLS = ("flat", "lost", "crime", "pollution")  # what a bill to the mayor is counted by
FLAT, PER_LOST, PER_CRIME, PER_POLLUTION = range(4)

INCOME = ("base", "receives", "adds", "zoning", "complex", "rebuilding")
INCOME_BASE, INCOME_RECEIVES, INCOME_ADDS, INCOME_ZONING, INCOME_COMPLEX, INCOME_REBUILDING = range(6)

ENDS = ("target", "no_play_after_deck", "table_full", "stall", "turn_limit")
END_TARGET, END_NO_PLAY, END_TABLE_FULL, END_STALL, END_TURN_LIMIT = (np.int64(i) for i in range(1, 6))

# The rulings that choose among words, in the order of their codes; the first is the default.
CHOICES: dict[str, tuple[str, ...]] = {
    "mode": MODES,
    "credit": ("end_of_turn", "each_play"),
    "events_from_phase": ("by_tag", "3"),
    "rezone_failed": ("spent", "again"),
    "network_join": ("axis", "any"),
    "network_ends": ("line", "touch"),
    "phase3_orange": ("on_table", "ever_paid"),
    "able_counts": ("either", "removed", "added"),
    "dismissal": ("event_payment", "any_payment"),
    "resign_bill": ("waived", "new_mayor"),
    "auction": ("all_pay", "winner_pays"),
    "election_tie": ("lot",),
    "governor_pays": ("first", "choice"),
    "disaster_removes": ("stack", "top"),
    "long_draw": ("instead", "extra"),
    "rezone_long_block": ("long_only", "forbidden"),
    "end_on_target": ("immediate", "round"),
    "table_full": ("mover", "nobody"),
}
CREDIT_END_OF_TURN, CREDIT_EACH_PLAY = range(2)
EVENTS_BY_TAG, EVENTS_FROM_3 = range(2)
REZONE_SPENT, REZONE_AGAIN = range(2)
JOIN_AXIS, JOIN_ANY = range(2)
ENDS_LINE, ENDS_TOUCH = range(2)
ORANGE_ON_TABLE, ORANGE_EVER_PAID = range(2)
ABLE_EITHER, ABLE_REMOVED, ABLE_ADDED = range(3)
DISMISS_EVENT, DISMISS_ANY = range(2)
BILL_WAIVED, BILL_NEW_MAYOR = range(2)
ALL_PAY, WINNER_PAYS = range(2)
GOVERNOR_FIRST, GOVERNOR_CHOICE = range(2)
REMOVE_STACK, REMOVE_TOP = range(2)
LONG_INSTEAD, LONG_EXTRA = range(2)
LONG_ONLY, LONG_FORBIDDEN = range(2)
ON_TARGET_NOW, ON_TARGET_ROUND = range(2)
FULL_FOR_MOVER, FULL_FOR_ALL = range(2)

# Rulings that are plain integers or booleans (0/1), copied from the settings by name.
NUMBERS = (
    "hand",
    "hand_limit",  # 0: none
    "draws",
    "plays",
    "council_redraw",
    "may_pass",
    "supply_sum",
    "power_required",
    "negative_pay",
    "zoning_min",
    "zoning_pay",
    "complex_min",
    "rebuilding",
    "phase1_factor",
    "phase1_min",
    "phase2_factor",
    "phase3_factor",
    "phase3_min",
    "leaver_bids",
    "offices",
    "offices_combine",
    "long_cards",
    "long_vertical",
    "target",  # 0: none
    "rezone_counts_as_play",
    "turn_limit",
)
