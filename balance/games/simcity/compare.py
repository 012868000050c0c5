"""How unlike players decide: all are asked for their turn in the same positions, reached by mixed play."""

from __future__ import annotations

import numpy as np

from balance.games.simcity.codes import MAX_CARDS, MAX_SEATS, NO_CARD, NO_CELL, PASS, PLAY_EVENT
from balance.games.simcity.disasters import roll
from balance.games.simcity.facts import BOOK
from balance.games.simcity.play import begin_turn, draw_for_turn, take_turn
from balance.games.simcity.players.table import choose_member, choose_play, choose_targets
from balance.games.simcity.rules import buy_member, clear_table, deal, draw_start_player, may_buy, pile_of
from balance.games.simcity.score import note_opening
from balance.games.simcity.state import SEAT, STATE
from balance.kernel.events import VALUES
from balance.kernel.jit import entry, jit
from balance.kernel.lineup import LINEUP
from balance.kernel.record import record
from balance.kernel.rng import below, block_key, chance_key, choice_key

# What makes up the decision of a turn, up to its first play; −1 where a field does not matter to it.
FIELDS = (
    "from_deck",  # cards drawn from the deck
    "from_long",  # and from the long deck; none of both: from the discards
    "member",  # kind of the council member bought
    "way",
    "card",  # kind of the card played
    "cell",
    "cell2",
    "target",  # the first cell that a disaster hits
)
AT_DECK, AT_LONG, AT_MEMBER, AT_WAY, AT_CARD, AT_CELL, AT_CELL2, AT_TARGET = range(len(FIELDS))
REPEATS = 2  # each player decides twice, with draws of its own each time
LOT_TURN, LOT_PLAYER = np.int64(64), np.int64(65)  # lots of a block that no rule draws

# What a seat changes when it draws and buys: all that has to be put back before the next player is asked.
KEPT = record(("seats", SEAT, (MAX_SEATS,)), ("drawer", np.int64, (MAX_CARDS,)), ("piles", np.int64, (5,)))


@entry
def decisions(rules, players, seed, positions):
    """What each player decides in each of some positions: int64[positions, players, REPEATS, FIELDS].

    rules: a RULES record; players: ENTRY[players], each a player and its weights.  Position i is a turn,
    drawn by lot among those of the game dealt by block i, in which each seat's player was drawn by lot too.
    The others at the table stay the same while the player to move is changed; a repeat has other draws at
    ties, the same for all players.
    """
    out = np.full((positions, players.shape[0], REPEATS, len(FIELDS)), np.int64(-1))
    tables = np.zeros(1, STATE)
    kept = np.zeros(1, KEPT)
    lineups = np.zeros(1, LINEUP)
    books = np.zeros(1, BOOK)  # facts, which nobody reads
    log = np.zeros((1, VALUES + 1), np.int64)
    for i in range(positions):
        state, lineup = tables[0], lineups[0]  # taken anew each time: a record does not keep its array alive
        block = block_key(seed, i)
        turns = play_up_to(state, books[0], rules, lineup, players, block, rules.turn_limit * rules.seats, log)
        turn = below(chance_key(block, LOT_TURN, 0), 0, max(turns, 1))
        play_up_to(state, books[0], rules, lineup, players, block, turn, log)
        p = begin_turn(state, rules)
        keep(state, kept[0])
        for k in range(players.shape[0]):
            sit_down(lineup, p, players[k])
            for repeat in range(REPEATS):
                put_back(state, kept[0])
                state.seats[p].key = choice_key(state.block, repeat, p)
                decide(state, books[0], rules, lineup.entries[p], p, log, out[i, k, repeat])
    return out


@jit
def play_up_to(state, book, rules, lineup, players, block, number, log):
    """Deal a block, seat players by lot and play ``number`` turns, or to the end.  Returns the turns with a play."""
    state.block = block
    state.logging = 0
    for p in range(rules.seats):
        state.seats[p].entry = p
        state.seats[p].key = choice_key(block, 0, p)
        sit_down(lineup, p, players[below(chance_key(block, LOT_PLAYER, 0), p, players.shape[0])])
    clear_table(state, rules)
    deal(state, rules)
    draw_start_player(state, rules)
    note_opening(state, book, rules)
    while not state.ended and state.turn_no < number:
        take_turn(state, book, rules, lineup, begin_turn(state, rules), log)
    return state.turn_no - state.stopped


@jit
def sit_down(lineup, p, player):
    """Row ``p`` of the line-up, which is seat ``p`` here, becomes this player."""
    lineup.entries[p] = player


@jit
def keep(state, kept):
    """Note what the seat to move may change."""
    for p in range(MAX_SEATS):  # one by one: a slice is copied by way of memory that internal functions do not ask for
        kept.seats[p] = state.seats[p]
    for card in range(MAX_CARDS):
        kept.drawer[card] = state.drawer[card]
    for d in range(2):
        kept.piles[d] = state.n_deck[d]
        kept.piles[2 + d] = state.n_discards[d]
    kept.piles[4] = state.n_long


@jit
def put_back(state, kept):
    """Everything as it was when the turn began; cards that were drawn still lie where they were in their pile."""
    for p in range(MAX_SEATS):
        state.seats[p] = kept.seats[p]
    for card in range(MAX_CARDS):
        state.drawer[card] = kept.drawer[card]
    for d in range(2):
        state.n_deck[d] = kept.piles[d]
        state.n_discards[d] = kept.piles[2 + d]
    state.n_long = kept.piles[4]


@jit
def decide(state, book, rules, who, p, log, row):
    """Let a player draw, buy and choose its first play, and write down what it decided."""
    for q in range(rules.seats):
        state.seats[q].draws = 0
    state.play_no = 0
    d = pile_of(rules, p)
    row[AT_DECK], row[AT_LONG] = state.n_deck[d], state.n_long
    draw_for_turn(state, book, rules, who, p, log)
    row[AT_DECK] -= state.n_deck[d]
    row[AT_LONG] -= state.n_long
    if may_buy(state, rules, p):
        card = choose_member(who, state, rules, p)
        if card != NO_CARD:
            row[AT_MEMBER] = rules.kind_of[card]
            buy_member(state, rules, p, card, log)
    now = state.now
    now.way = PASS
    now.card = NO_CARD
    now.cell = NO_CELL
    now.cell2 = NO_CELL
    now.n_targets = 0
    choose_play(who, state, rules, p)
    row[AT_WAY] = now.way
    if now.way == PASS:
        return
    kind = rules.kind_of[now.card]
    row[AT_CARD] = kind
    if now.way != PLAY_EVENT:
        row[AT_CELL] = now.cell
        row[AT_CELL2] = now.cell2
    elif rules.kind[kind].destroys > 0:
        now.n_targets = 0
        choose_targets(who, state, rules, p, d, kind, roll(state, rules, kind, log))
        for i in range(now.n_targets):
            row[AT_TARGET] = now.targets[i] if i == 0 else min(row[AT_TARGET], now.targets[i])
