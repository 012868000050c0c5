"""How unlike players decide: all are asked for their turn in the same positions, reached by mixed play."""

from __future__ import annotations

import numpy as np

from balance.games.neotopia import journal
from balance.games.neotopia.codes import (
    HIRE,
    KEEP,
    MOVE,
    NO_SKILL,
    ORDER,
    RELEASE,
    SECRET,
    SECRET_FLIP_ONE,
    TRANSFER,
)
from balance.games.neotopia.facts import BOOK
from balance.games.neotopia.play import take_turn
from balance.games.neotopia.rules import clear_table, deal, draw_start_player, reveal, seat_to_move
from balance.games.neotopia.state import (
    STATE,
)
from balance.kernel.events import VALUES
from balance.kernel.jit import entry, jit
from balance.kernel.lineup import LINEUP
from balance.kernel.rng import below, block_key, chance_key, choice_key

# What makes up the decision of a turn; −1 where a field does not matter to it.
FIELDS = (
    "skill",
    "after",  # 1: the skill is used after the action
    "give",  # transfer order: own card; flip_one: the card turned down
    "other",  # transfer order: whose card
    "get",  # transfer order: which card
    "pass_kind",  # department move: the card passed
    "pass_zone",
    "action",
    "card",  # keep, release, transfer: the own card
    "zone",  # release: where from
    "down",  # keep: 1 if put face down
    "take_kind",  # hire, transfer: the face-up card taken
    "place",  # transfer: place of the face-down card taken
)
(
    AT_SKILL,
    AT_AFTER,
    AT_GIVE,
    AT_OTHER,
    AT_GET,
    AT_PASS_KIND,
    AT_PASS_ZONE,
    AT_ACTION,
    AT_CARD,
    AT_ZONE,
    AT_DOWN,
    AT_TAKE_KIND,
    AT_PLACE,
) = range(len(FIELDS))
REPEATS = 2  # each player decides twice, with draws of its own each time
LOT_TURN, LOT_PLAYER = np.int64(64), np.int64(65)  # lots of a block that no rule draws
LOG_ROWS = 64  # more than a turn writes


@entry
def decisions(rules, players, seed, positions):
    """What each player decides in each of some positions: int64[positions, players, REPEATS, FIELDS].

    rules: a RULES record; players: ENTRY[players], each a player and its weights.  Position i is a turn,
    drawn by lot, of the game dealt by block i, in which each seat's player was drawn by lot too.  The others
    at the table stay the same while the player to move is changed; a repeat has other draws at ties, the
    same for all players.
    """
    out = np.full((positions, players.shape[0], REPEATS, len(FIELDS)), np.int64(-1))
    tables = np.zeros(2, STATE)  # the position, and the copy in which it is played on
    lineups = np.zeros(1, LINEUP)
    books = np.zeros(1, BOOK)  # facts, which nobody reads
    log = np.zeros((LOG_ROWS, VALUES + 1), np.int64)
    for i in range(positions):
        lineup = lineups[0]  # taken anew each time: a record does not keep its array alive
        p = play_up_to(tables[0], books[0], rules, lineup, players, block_key(seed, i), log)
        for k in range(players.shape[0]):
            sit_down(lineup, p, players[k])
            for repeat in range(REPEATS):
                tables[1] = tables[0]
                state = tables[1]
                state.seats[p].key = choice_key(state.block, repeat, p)
                state.logging = 1
                log[0, 0] = 0
                take_turn(state, books[0], rules, lineup, p, log)
                write_down(state, rules, p, log, out[i, k, repeat])
    return out


@jit
def play_up_to(state, book, rules, lineup, players, block, log):
    """Deal a block, seat players by lot and play up to a turn drawn by lot.  Returns the seat to move."""
    state.block = block
    state.logging = 0
    for p in range(rules.seats):
        state.seats[p].entry = p
        state.seats[p].key = choice_key(block, 0, p)
        sit_down(lineup, p, players[below(chance_key(block, LOT_PLAYER, 0), p, players.shape[0])])
    clear_table(state, rules)
    deal(state, rules)
    draw_start_player(state, rules)
    number = below(chance_key(block, LOT_TURN, 0), 0, rules.rounds * rules.seats)
    for at in range(number):
        if at % rules.seats == 0:
            open_round(state)
        take_turn(state, book, rules, lineup, seat_to_move(state, rules, at % rules.seats), log)
    if number % rules.seats == 0:
        open_round(state)
    return seat_to_move(state, rules, number % rules.seats)


@jit
def open_round(state):
    """The next round, with its card turned up."""
    state.round_no += 1
    reveal(state)


@jit
def sit_down(lineup, p, player):
    """Row ``p`` of the line-up, which is seat ``p`` here, becomes this player."""
    lineup.entries[p] = player


@jit
def write_down(state, rules, p, log, row):
    """The decision of the turn just taken, without fields left over from other turns."""
    now = state.now
    row[AT_SKILL] = now.skill
    if now.skill != NO_SKILL:
        for i in range(1, log[0, 0] + 1):
            if log[i, 0] == journal.SKILL:
                row[AT_AFTER] = log[i, 2]
    if now.skill == ORDER or (now.skill == SECRET and rules.secret_personnel == SECRET_FLIP_ONE):
        row[AT_GIVE] = now.give
    if now.skill == ORDER:
        row[AT_OTHER] = now.other
        row[AT_GET] = now.get
    if now.skill == MOVE:
        row[AT_PASS_KIND] = state.swap[p, 0]
        if state.swap[p, 0] >= 0:
            row[AT_PASS_ZONE] = state.swap[p, 1]
    row[AT_ACTION] = now.action
    if now.action == KEEP or now.action == RELEASE or now.action == TRANSFER:
        row[AT_CARD] = now.card
    if now.action == RELEASE:
        row[AT_ZONE] = now.zone
    if now.action == KEEP:
        row[AT_DOWN] = now.down
    if now.action == TRANSFER and now.place >= 0:
        row[AT_PLACE] = now.place
    elif now.action == TRANSFER or now.action == HIRE:
        row[AT_TAKE_KIND] = now.take_kind
