"""The nouns of Neotopia as records: rulings, seats, table, the decision of a turn, the settlement's books."""

from __future__ import annotations

import numpy as np

from balance.games.neotopia.codes import (
    ACTIONS,
    CHOICES,
    EFFECT_PARTS,
    KINDS,
    MAX_CARDS,
    MAX_ROUNDS,
    MAX_SEATS,
    MAX_SUITS,
    NUMBERS,
    SKILLS,
)
from balance.kernel.record import I64, record

EFFECT = record(*(f"{part}_" if part == "take" else part for part in EFFECT_PARTS))  # ndarray.take exists

RULES = record(
    "seats",
    "removed_suit",  # 0: none is taken out; -1: drawn by the block; else its number
    "start_card",  # the kind of the start card, suits + 1
    "kinds",  # suits + 2
    "by_rank",  # 1 if nothing but ranks decides what a settlement pays
    "money_effects",  # 1 if some effect moves coins or looks at them
    ("plain_effect", I64, (MAX_SUITS + 1,)),  # 1 if the suit's effect is VP by rank only
    *NUMBERS,
    *CHOICES,
    ("slot_kind", I64, (MAX_CARDS,)),  # kind of each card slot of the whole pack, in the order of N1
    ("order_bonus", I64, (MAX_SEATS + 1,)),  # VP for first place by settlement order, from 1
    ("effects", EFFECT, (MAX_SUITS + 1,)),  # by suit number, from 1
    ("skill_allowed", I64, (len(SKILLS),)),
    ("banned", I64, (MAX_SEATS,)),  # by row of the line-up: what of `codes.BANS` it may not use, as a bit set
)

SEAT = record(
    ("hidden", I64, (KINDS,)),
    ("public", I64, (KINDS,)),
    ("closed", I64, (KINDS,)),  # secret cards, face down in front of him
    ("closed_known", I64, (KINDS,)),  # those of them that everybody saw being turned down
    ("pile_seen", I64, (KINDS,)),  # what his market research showed; the pile never changes
    ("passed", I64, (KINDS,)),  # cards he passed that still lie unseen with his left neighbour
    "n_hidden",
    "n_public",
    "n_closed",
    "coins",
    "boxed",  # coins put on skills
    "keeps",
    "keeps_at_skill",  # his keeps when he used secret personnel
    "laid_down",  # keeps put face down
    ("skill_round", I64, (len(SKILLS),)),  # 0: not used yet
    ("skill_gain", I64, (len(SKILLS),)),  # coins it brought, less its cost
    ("key", np.uint64),  # of this seat's choices
    "draws",  # how many choices were drawn from it at `turn_no`
    "entry",  # row of the line-up that sits here
)

DECISION = record(
    "skill",
    "give",  # transfer order: own public card; flip_one: the card turned down
    "other",  # transfer order: whose card
    "get",  # transfer order: which card
    "action",
    "card",  # keep, release, transfer: the own card
    "zone",  # release: where from
    "down",  # keep: 1 if put face down
    "take_kind",  # transfer, hire: the field card's kind; of a face-down one only once it is taken
    "reason",  # why the action, one of choice.REASONS
    "skill_reason",  # why the skill
    "place",  # transfer: place of the face-down field card, or -1 for a face-up one
)

BOOKS = record(
    ("count", I64, (MAX_SEATS, KINDS)),
    ("open_cards", I64, (MAX_SEATS,)),  # public cards of any kind
    ("shut_cards", I64, (MAX_SEATS,)),  # hidden and secret cards of any kind
    ("coins", I64, (MAX_SEATS,)),
    ("vp", I64, (MAX_SEATS + 1,)),  # the last place is nobody's, here and in `bonus`
    ("order", I64, (MAX_SEATS,)),  # settlement order of a seat, from 1
    ("seat_at", I64, (MAX_SEATS + 1,)),  # the seat with that order
    ("bonus", I64, (MAX_SEATS + 1,)),  # what first place pays a seat for that order
    "standing",  # what decides between equals, six bits a seat, seat 0 lowest (`ranks.standing_of`)
    "stock",
    "unit",  # what one card counts: 1, or more where counts are estimated in parts of a card
    "joker_seat",  # -1: nobody
    "joker_spent",  # 1 once a joker that serves once was declared
    "joker_uses",  # suits of a whole settlement at which the joker was declared
    "riots",
    # of the suit settled last
    "outcome",
    "declared",  # 1 if the joker was declared
    "n_holders",
    "first",  # the seats that are first, as a bit set
    "second",
    ("paid", I64, (MAX_SEATS,)),  # VP of this suit
    ("saved", I64, (MAX_SEATS + 1,)),  # coins and stock while a payment is tried out
    # of all suits, where ranks alone pay (`ranks.py`)
    ("best", I64, (KINDS,)),  # the highest key of a seat, and the one after it
    ("next_best", I64, (KINDS,)),
    ("holders", I64, (KINDS,)),  # how many seats hold the suit
    ("firsts", I64, (2, KINDS)),  # the seat that is first without the joker, and with it
    ("seconds", I64, (2, KINDS)),
    ("left", I64, (KINDS,)),  # an onlooker's count of unseen cards
)
# Scratch of the scripted players, filled anew for each decision: what one seat can tell …
MAX_LEFT = 60  # cards of one suit
PAD = 5  # so many counts below 0, and above what is possible, that a tail may be asked for
COUNTS = 4  # the seat's own count less one, its own count, and one and two more
MAX_OPTIONS = 1024  # more than a decision can have
NOW, SUPPOSED = np.int64(0), np.int64(1)  # who holds the start card: as things stand, or supposing somebody does
SIGHT = record(
    ("own", I64, (KINDS,)),  # own cards in all zones
    ("left", I64, (KINDS,)),  # cards of which the place cannot be told
    ("known", I64, (MAX_SEATS, KINDS)),  # cards of each seat that can be told
    ("shut", I64, (MAX_SEATS,)),  # places of each seat where one of those left may lie
    "places",  # all such places, field and pile included
    "joker_at",  # the seat that is known to hold it, or -1
    "start_at",
    ("alike", I64, (MAX_SEATS,)),  # the seat whose tail serves, having as many such places
    ("tail", np.float64, (MAX_SEATS, MAX_LEFT + 1, MAX_LEFT + 2 * PAD + 2)),  # [q, r, PAD + x]: P(x or more of r)
    ("level", np.float64, (KINDS, MAX_SEATS, COUNTS + 1)),  # P(q holds at least as many as each of the counts)
    # as things stand, and supposing that somebody holds the start card in the end:
    ("nearer", np.float64, (2, MAX_SEATS)),  # P(q wins ties against the seat)
    ("bonus", np.float64, (2,)),  # the order bonus that the seat can expect
    ("first", np.float64, (2, KINDS, COUNTS)),  # P(first) with each of the counts
    ("second", np.float64, (2, KINDS, COUNTS)),
    ("nobody", np.float64, (KINDS,)),  # P(no other seat holds the suit)
    ("single", np.float64, (KINDS,)),  # P(exactly one other seat holds the suit)
    ("quiet", np.float64, (KINDS,)),  # P(a sole holder of the suit would bring a riot)
    ("top", I64, (KINDS,)),  # the other seat that is expected to hold most of the suit, -1: none holds it
    ("standing", np.float64, (MAX_SEATS,)),  # what each seat would score if all held what is expected of them
    "leader",  # the other seat with the highest standing
    ("pairing", np.float64),  # chance that who holds one card of a suit comes to hold two
)
# … and what the things that it could do are worth to its player, in VP or what the player takes for it.
WORTH = record(
    ("gain", np.float64, (KINDS,)),  # one more card of the kind
    ("loss", np.float64, (KINDS,)),  # one card less
    ("keeping", np.float64, (KINDS,)),  # to keep a card of the kind face up
    ("laying", np.float64, (KINDS,)),  # to put it down face down
    ("feeding", np.float64, (KINDS,)),  # such a card comes to lie on the field for all to take
    ("victim", I64, (KINDS,)),  # the seat that the next two speak of
    ("robbing", np.float64, (KINDS,)),  # it has one card of the kind less
    ("arming", np.float64, (KINDS,)),  # it has one card of the kind more
    ("coin", np.float64),
    ("hand", np.float64),  # all own cards together, as things stand
    ("public", np.float64),  # one more public card
    ("shut", np.float64),  # one more hidden or secret card
    ("unseen", np.float64),  # a card of which nobody can tell where it lies: the mean of those it may be
    ("unknown", np.float64),  # to take a field card unseen, beside that
    ("ready", np.float64),  # to keep a card for a transfer next round, in parts of what that would bring
    ("action", np.float64, (len(ACTIONS),)),  # the action itself
    ("skill", np.float64, (len(SKILLS),)),  # the skill itself, its coin aside
    ("seeing", np.float64),  # market research, for each card seen
    ("receiving", np.float64),  # department move: the card that comes, in parts of an unseen card
    ("patience", np.float64),  # subsidy: what it must bring for each round to come
    ("noise", np.float64),  # chance that a decision is left to chance
    ("why_gain", I64, (KINDS,)),  # codes of choice.REASONS
    ("why_loss", I64, (KINDS,)),
)

STATE = record(
    ("seats", SEAT, (MAX_SEATS,)),
    ("up", I64, (KINDS,)),
    ("down", I64, (MAX_ROUNDS,)),
    ("down_known", I64, (MAX_ROUNDS,)),  # 1: all saw which card was put there
    ("pile", I64, (KINDS,)),
    ("cards", I64, (MAX_CARDS,)),
    "n_up",
    "n_down",
    "n_pile",
    "stock",
    "start_seat",
    "removed",  # suit taken out, 0: none
    "round_no",
    "turn_no",
    "short",  # coins that the stock could not pay
    ("block", np.uint64),
    ("now", DECISION),
    ("swap", I64, (MAX_SEATS, 2)),  # department move: kind (-1: none) and zone that each seat passes
    ("books", BOOKS),
    ("named", I64, (MAX_ROUNDS, 3)),  # seats that each view names after each round, as bit sets
    ("chance", np.float64, (MAX_CARDS,)),  # scratch: a hypergeometric spread
    # scratch of the scripted players
    ("ways", I64, (len(SKILLS),)),  # in how many ways each skill can be used
    ("sight", SIGHT),
    ("worth", WORTH),
    "n_options",
    ("options", I64, (MAX_OPTIONS,)),  # the legal options of a decision
    ("values", np.float64, (MAX_OPTIONS,)),  # and what each is worth
    "logging",  # 1 in a replay
)
