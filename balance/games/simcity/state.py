"""The nouns of Sim City as records: the cards as the kernel reads them, rulings, a city, seats, the table.

Cards arrive as data.  Whatever a card's effect asks of its surroundings ("farms within 7", "crime within 3") is a
*field*: a weight for each kind of card, and a reach.  A city keeps each field's sum for every cell, so that what a
placement would pay is read off, not counted anew.
"""

from __future__ import annotations

import numpy as np

from balance.games.simcity.codes import (
    CELLS,
    CHOICES,
    INCOME,
    MAX_CARDS,
    MAX_CLAUSES,
    MAX_COMPLEXES,
    MAX_FED,
    MAX_FIELDS,
    MAX_KINDS,
    MAX_NAMES,
    MAX_SEATS,
    MAX_TERMS,
    NUMBERS,
    OFFICES,
    ZONES,
)
from balance.kernel.record import I64, record

FIELD = record(
    "scope",  # WITHIN, CITY_WIDE or CONNECTED
    "within",
    "buried",  # 1 if a pipeline under other cards still counts
    ("weight", I64, (MAX_KINDS,)),  # what a block of each kind adds to the field
)
TERM = record(
    "field",
    "times",  # money for each unit of the field
    "each",  # 1: times the field; 0: once, if the field is not 0
    "per",  # for each full so many units of a sum; 0: for each block
    "first_copy",  # only if no other copy of the card lies on top
    "adds",  # 1 if other blocks add it, 0 if the card receives it
)
CONDITION = record("field", "wanted")  # wanted 1: needs at least one; 0: forbids any
FED = record("field", "weight")
MEMBERSHIP = record("complex_no", "worth", "within")
MONEY = record("amount", "who")  # what an event gives to (or, negative, takes from) whom
BILL = record("amount", "by", "per")  # what an event makes the mayor pay, by which count

KIND = record(
    "family",  # BLOCK, LONG, COUNCIL, EVENT
    "zone",  # 1 … 8, 0: none
    "phase",
    "value",
    "sims",
    "house",  # 1: it houses its sims; 0: it needs them
    "crime",
    "pollution",
    ("lines", I64, (3,)),  # road, rail, power: bits H and V
    "limit",  # 0: none
    "cost",
    "name_no",  # cards with the same name have the same number
    "looks",  # kinds that differ in nothing that an upgrade must differ in have the same number
    "plant",
    "station",
    "underground",
    "able",
    "corrupt",
    "disaster",
    "political",
    "extra_plays",
    ("group", I64, (2,)),  # kinds of zoning group that a block of it belongs to, from 1; 0: none
    "n_terms",
    ("terms", TERM, (MAX_TERMS * 2,)),
    "n_conditions",
    ("conditions", CONDITION, (MAX_TERMS,)),
    "n_fed",
    ("fed", FED, (MAX_FED,)),
    "n_complexes",
    ("complexes", MEMBERSHIP, (4,)),
    "slow",  # 1 if one of its fields is CONNECTED
    # events
    "destroys",  # blocks, or cells in a line or along a side; with dice: sides of each
    "dice",
    "form",
    "only_zone",  # 0: any
    "n_bills",
    ("bills", BILL, (MAX_CLAUSES,)),
    "n_money",
    ("money", MONEY, (MAX_CLAUSES,)),
    "elects",  # GOVERNOR or CHAIRMAN, 0: nobody
    "recalls",
    "freezes",  # zone, 0: none
    "freeze_rounds",
    "discards",
)

RULES = record(
    "seats",
    "cities",  # 1, or in a duel one a seat
    "kinds",
    "fields",
    "rounds",  # that facts are kept of by themselves; later ones count as the last
    "groups",  # kinds of zoning group
    "n_complexes",
    *NUMBERS,
    *CHOICES,
    "table_width",
    "table_height",
    ("kind", KIND, (MAX_KINDS,)),
    ("field", FIELD, (MAX_FIELDS,)),
    "n_cards",  # physical cards of all decks
    ("kind_of", I64, (MAX_CARDS,)),  # of each physical card
    ("deck_first", I64, (3,)),  # first card of each deck: of the shared or of the two own ones; the long deck is last
    ("deck_cards", I64, (3,)),
)

CITY = record(
    ("top", I64, (CELLS,)),  # card on top of each cell
    "n_blocks",
    ("blocks", I64, (MAX_CARDS,)),  # cards on top, in no order
    ("block_at", I64, (MAX_CARDS,)),  # place of each in that list
    "n_edge",
    ("edge", I64, (CELLS,)),  # empty cells beside a block, in no order
    ("edge_at", I64, (CELLS,)),  # place of each in that list, from 1; 0: not in it
    "n_buried",
    ("buried", I64, (MAX_CARDS,)),  # pipelines that lie under other cards
    "n_houses",
    ("houses", I64, (MAX_CARDS,)),
    ("house_at", I64, (MAX_CARDS,)),
    "sims",  # sims housed
    "needing",  # blocks that need at least one sim
    ("zone_blocks", I64, (len(ZONES) + 1,)),
    ("copies", I64, (MAX_NAMES,)),  # of each name on top
    ("sunk", I64, (MAX_NAMES,)),  # of each name, pipelines that lie under other cards
    ("burnt", I64, (CELLS,)),  # 1: a disaster left the cell empty
    "started",  # 1 once a block was placed
    "left",  # bounds of all cells ever occupied
    "right",
    "upper",
    "lower",
    ("near", I64, (MAX_FIELDS, CELLS)),  # sum of each field at each cell
    ("whole", I64, (MAX_FIELDS,)),  # sum of each field over the city
    # networks: node = kind of line × MAX_CARDS + card
    "nets_stale",  # kinds of line, as bits, whose networks are to be joined anew
    ("joined", I64, (3 * MAX_CARDS,)),  # union–find: the parent of each node
    ("net_sims", I64, (3 * MAX_CARDS,)),  # at a root: sims of the houses on the network
    "stations",
    ("net_mixed", I64, (3 * MAX_CARDS,)),  # at a root: 1 if a station joins road and rail in it
    # what stays joined when a block is covered: one depth-first pass a network (Tarjan 1972)
    "cuts_known",  # 1 if the next four hold for the city as it is
    ("reached", I64, (3 * MAX_CARDS,)),  # when the pass came to a node, from 1
    ("finished", I64, (3 * MAX_CARDS,)),  # the last time it came to a node below it
    ("came_from", I64, (3 * MAX_CARDS,)),
    ("below_sims", I64, (3 * MAX_CARDS,)),  # sims at and below the node in the pass's tree
    ("cut_off", I64, (3 * MAX_CARDS,)),  # 1: what is below hangs on the node it came from alone
    # zoning groups: node = place in KIND.group × MAX_CARDS + card
    "groups_stale",  # kinds of group, as bits, that are to be joined anew
    ("grouped", I64, (2 * MAX_CARDS,)),  # union–find
    ("group_blocks", I64, (2 * MAX_CARDS,)),  # at a root: blocks of the group
    # complexes
    "crowds_stale",
    ("n_members", I64, (MAX_COMPLEXES,)),
    ("members", I64, (MAX_COMPLEXES, MAX_CARDS)),  # cards, buried pipelines too
    ("crowd", I64, (MAX_COMPLEXES, MAX_CARDS)),  # by place in that list: its linked group, named by a place in it
    ("crowd_blocks", I64, (MAX_COMPLEXES, MAX_CARDS)),  # members and worth of a group, at the place that names it
    ("crowd_worth", I64, (MAX_COMPLEXES, MAX_CARDS)),
    "orange_paid",  # the largest zoning bonus paid to an orange block
)

SEAT = record(
    "funds",
    "n_hand",
    ("hand", I64, (MAX_CARDS,)),
    "n_council",
    ("council", I64, (MAX_CARDS,)),
    ("key", np.uint64),  # of this seat's choices
    "draws",  # how many choices were drawn from it at `turn_no`
    "entry",  # row of the line-up that sits here
    "total",  # in an auction: the total bid
    "out",  # in an auction: dropped out, or may not bid
    "vote",  # free votes: 1 for, 0 against
    "paid_event",  # 1 if an event's payment took money from it in this play
    "paid_other",  # the same for purchases and bought votes
    "choice",  # in an election: the candidate
    "bought",  # in an election: votes bought
)

DECISION = record(
    "card",  # what is played; to buy: the council member, or NO_CARD
    "way",
    "cell",
    "cell2",  # NO_CELL unless the card is long
    "n_targets",
    ("targets", I64, (CELLS,)),  # a disaster's cells, of one city
)

MAX_OPTIONS = 8192
MAX_REACH = 24  # more sims than any card needs by far
OPTION = record("card", "way", "cell", "cell2")
# What a scripted player is after: filled by its plan before each decision, in money or parts of it.
TEMPER = record(
    ("money", np.float64),  # money paid to itself now
    ("housing", np.float64),  # a house, for each unit of value of own cards that lack sims now
    ("growth", np.float64),  # each block of a zoning group, for each own card that could join it later
    ("partners", np.float64),  # each own card of a complex, for a member placed now, in parts of its worth
    ("push", np.float64),  # a play that brings the next phase nearer
    ("deny", np.float64),  # a zoning group that the next player could add to, for each block of it
    ("thrift", np.float64),  # a card that is given away, for each unit of its printed value
    ("cover", np.float64),  # covering a block instead of taking new ground
    ("dirt", np.float64),  # each unit of crime and pollution that a play adds to the city
    ("fuel", np.float64),  # a block more that disasters can take
    ("rivals", np.float64),  # money paid to another player
    ("vote", np.float64),  # a vote in the council
    ("office", np.float64),  # the mayor's office, bills aside
    ("fear", np.float64),  # each unit of the bills that unseen cards may still bring
    ("harm", np.float64),  # money that the others lose
    ("harm_mayor", np.float64),  # money that the mayor loses, if that is somebody else
    ("hope", np.float64),  # chance that another player's free votes are for a rezoning
    ("noise", np.float64),  # chance that a decision is left to chance
    ("ahead", np.float64),  # money that a play lets the rest of the hand be paid later
)

SUPPLY = record("needed", "neighbours", "road", "rail", "got", "alone")  # alone: by road or rail without stations
PAY = record(("part", I64, (len(INCOME),)), "total", "grown")  # grown: blocks of the zoning group
VOTE = record(
    ("yes", I64, (MAX_SEATS,)),
    ("no", I64, (MAX_SEATS,)),
    "tie_break",  # seat that decided a tie, or -1
    "passed",
)

STATE = record(
    ("seats", SEAT, (MAX_SEATS,)),
    ("city", CITY, (2,)),
    ("n_deck", I64, (2,)),
    ("deck", I64, (2, MAX_CARDS)),  # the last one is on top
    "n_long",
    ("long_deck", I64, (MAX_CARDS,)),
    ("n_discards", I64, (2,)),
    ("discards", I64, (2, MAX_CARDS)),
    ("cell", I64, (MAX_CARDS,)),  # of each card in a city
    ("cell2", I64, (MAX_CARDS,)),  # of a long one
    ("under", I64, (MAX_CARDS,)),  # the card right below
    ("under2", I64, (MAX_CARDS,)),  # below the second cell of a long card
    ("drawer", I64, (MAX_CARDS,)),  # seat that drew each card, -1: nobody
    ("opener", I64, (MAX_CARDS,)),  # seat that it was dealt to
    ("player_of", I64, (MAX_CARDS,)),  # seat that played it last
    "phase",
    "start_seat",
    "turn_no",  # turns begun, from 1
    "round_no",
    ("office", I64, (len(OFFICES),)),  # seat of mayor, governor, chairman, or -1
    "governor_served",  # 0: not yet in this term; else as `offices.py` says
    ("frozen_until", I64, (len(ZONES) + 1,)),  # turn number from which a zone may be built again
    "passes",  # passed turns running
    "ended",  # one of ENDS, 0: goes on
    "last_round",  # 1 once somebody reached the target and the round is to be finished
    ("block", np.uint64),
    ("now", DECISION),
    ("supply", SUPPLY),
    ("pay", PAY),
    ("vote", VOTE),
    "pending",  # pay of the turn that is credited at its end
    ("blocks_lost", I64, (2,)),  # of the event just played, in each city
    "plays_left",
    "play_no",  # plays of this turn, from 0
    "plays_made",  # those of them that were no pass
    "stopped",  # 1: the game ended at step 3 of a turn
    ("tried", I64, (CELLS,)),  # turn in which a rezoning of the cell was voted down
    # scratch of the scripted players
    ("temper", TEMPER),
    "n_options",
    ("option", OPTION, (MAX_OPTIONS,)),  # the legal plays found so far that are worth most
    ("most", np.float64),  # what each of them is worth
    ("kind_seen", I64, (MAX_KINDS,)),
    "n_ground",
    ("ground", I64, (CELLS,)),  # empty cells where a block may lie
    ("leeway", np.float64),  # the most by which a place can be worth more than another, bonuses to pay aside
    ("kind_worth", np.float64, (MAX_KINDS,)),  # of playing a card of the kind, wherever
    ("mates", I64, (MAX_KINDS,)),  # other own cards that could join the kind's zoning group
    ("widest", I64, (MAX_KINDS,)),  # blocks of the largest group that they could join now
    ("opening", np.float64, (MAX_REACH + 1,)),  # value of own cards that lack sims, as far as so many sims would serve
    ("eager", np.float64),  # worth of a step towards the next phase
    # scratch
    ("pick", I64, (CELLS,)),
    ("pick2", I64, (CELLS,)),
    ("mark", I64, (3 * MAX_CARDS,)),
    ("low", I64, (3 * MAX_CARDS,)),
    ("next_side", I64, (3 * MAX_CARDS,)),
    ("queue", I64, (3 * MAX_CARDS,)),
    "stamp",
    "logging",  # 1 in a replay
)
