"""One pass over a chunk's facts: every tally of every metric, summed in the thread that played the games.

A program is an int64 array with a row for each tally (fields below, made by `metrics/layout.py`); facts come
as flat memory.  The kernel knows no game and no metric.
"""

from __future__ import annotations

import numpy as np

from balance.kernel.jit import entry, jit

(
    MEMORY,  # which of the memories holds the tally's table
    START,  # where the table begins in it
    STEP_GAME,  # from one game to the next
    STEP_0,  # from one key of the first axis to the next, and of the second
    STEP_1,
    SIZE_0,  # sizes of the axes, 1 where there is none
    SIZE_1,
    WEIGHT,  # column, or −1 to count
    TIMES,  # a second column to multiply by, or −1
    BUCKET,  # column, or −1
    LOW,
    BUCKETS,
    BASE,  # first cell of the tally in the batch table
    SQUARED,
    SEAT_AXIS,  # which axis is the seat: 0, 1, or −1
    STRIDE_0,  # cells from one key to the next, 0 where the key is not kept
    STRIDE_1,
    STRIDE_ENTRY,
    STRIDE_PLAYER,
    STRIDE_PARITY,
    STRIDE_BUCKET,
) = range(21)
FIELDS = 21
KEY_AT, KEY_CELL, KEY_SEAT = range(3)


@entry
def add_up(program, memories, entries, player_of, first_block, games_per_block, batch_blocks, out):
    """Add the games of ``memories`` to ``out[batch, cell]``.

    memories: tuple of flat int64 arrays, of the same length for each game; entries: int64[games, seats], the
    line-up's entry at each seat; player_of: int64[entries], the key of each entry's strategy.  The games are whole
    blocks from ``first_block`` on, counted from the chunk's first, which is even or alone; row b of ``out`` holds
    the chunk's blocks b·batch_blocks, …

    The games of a batch are added up cell by cell first; whatever tallies one column as it is, reads these totals.
    """
    games = entries.shape[0]
    begins = np.zeros(len(memories) + 1, np.int64)
    for m in range(len(memories)):
        begins[m + 1] = begins[m] + memories[m].shape[0] // games
    totals = np.zeros(begins[len(memories)], np.int64)
    keys = np.zeros((most_keys(program), 3), np.int64)
    strategies = 1
    for sitter in range(player_of.shape[0]):
        strategies = max(strategies, player_of[sitter] + 1)
    blocks = games // games_per_block
    begin = 0
    while begin < blocks:
        batch = (first_block + begin) // batch_blocks
        end = min(blocks, (batch + 1) * batch_blocks - first_block)
        for m in range(len(memories)):
            add_games(memories[m], begin * games_per_block, end * games_per_block, totals[begins[m] : begins[m + 1]])
        for k in range(program.shape[0]):
            step = program[k]
            facts = memories[step[MEMORY]]
            if step[SQUARED]:
                add_squares(step, facts, begin, end, games_per_block, out[batch])
            elif is_plain(step, strategies):
                add_plain(step, totals[begins[step[MEMORY]] :], (end - begin) * games_per_block, out[batch])
            else:
                add_sorted(step, facts, entries, player_of, first_block, begin, end, games_per_block, keys, out[batch])
        begin = end


@jit
def most_keys(program):
    """The largest number of keys that a table of the program has."""
    most = 1
    for k in range(program.shape[0]):
        most = max(most, program[k, SIZE_0] * program[k, SIZE_1])
    return most


@jit
def add_games(facts, begin, end, totals):
    """Fill ``totals`` with the sum of the games from ``begin`` to before ``end``, fact by fact."""
    n = totals.shape[0]
    totals[:] = 0
    for g in range(begin, end):
        game = facts[g * n : (g + 1) * n]
        for i in range(n):
            totals[i] += game[i]


@jit
def is_plain(step, strategies):
    """Whether a tally adds up one column as it is (or counts), whatever else is in the game."""
    sorted_by_sitter = step[STRIDE_ENTRY] > 0 or (step[STRIDE_PLAYER] > 0 and strategies > 1)
    return step[TIMES] < 0 and step[BUCKET] < 0 and step[STRIDE_PARITY] == 0 and not sorted_by_sitter


@jit
def add_plain(step, totals, games, row):
    """Add a plain tally of some games, whose ``totals`` are given."""
    weight, start, base = step[WEIGHT], step[START], step[BASE]
    for i in range(step[SIZE_0]):
        for j in range(step[SIZE_1]):
            at = start + i * step[STEP_0] + j * step[STEP_1]
            row[base + i * step[STRIDE_0] + j * step[STRIDE_1]] += totals[at + weight] if weight >= 0 else games


@jit
def add_squares(step, facts, begin, end, games_per_block, row):
    """Add the squares of each block's sums of a column."""
    step_game = step[STEP_GAME]
    for b in range(begin, end):
        block_at = step[START] + step[WEIGHT] + b * games_per_block * step_game
        for i in range(step[SIZE_0]):
            for j in range(step[SIZE_1]):
                at = block_at + i * step[STEP_0] + j * step[STEP_1]
                total = 0
                for r in range(games_per_block):
                    total += facts[at + r * step_game]
                row[step[BASE] + i * step[STRIDE_0] + j * step[STRIDE_1]] += total * total


@jit
def add_sorted(step, facts, entries, player_of, first_block, begin, end, games_per_block, keys, row):
    """Add a tally whose cell or value takes a look at each fact: by sitter, bucket or parity, or of a product."""
    weight, times, bucket, low, last = step[WEIGHT], step[TIMES], step[BUCKET], step[LOW], step[BUCKETS] - 1
    stride_entry, stride_player, stride_bucket = step[STRIDE_ENTRY], step[STRIDE_PLAYER], step[STRIDE_BUCKET]
    by_sitter = stride_entry > 0 or stride_player > 0
    n = list_keys(step, keys)
    for b in range(begin, end):
        base = step[BASE] + step[STRIDE_PARITY] * ((first_block + b) & 1)
        for g in range(b * games_per_block, (b + 1) * games_per_block):
            game_at = step[START] + g * step[STEP_GAME]
            for k in range(n):
                at = game_at + keys[k, KEY_AT]
                cell = base + keys[k, KEY_CELL]
                value = facts[at + weight] if weight >= 0 else 1
                if times >= 0:
                    value *= facts[at + times]
                if bucket >= 0:
                    cell += min(max(facts[at + bucket] - low, 0), last) * stride_bucket
                if by_sitter:
                    sitter = entries[g, keys[k, KEY_SEAT]]
                    cell += sitter * stride_entry + player_of[sitter] * stride_player
                row[cell] += value


@jit
def list_keys(step, keys):
    """Fill ``keys`` with each key of a tally's table: where its facts lie, its cell, its seat.  Returns how many."""
    n = 0
    for i in range(step[SIZE_0]):
        for j in range(step[SIZE_1]):
            keys[n, KEY_AT] = i * step[STEP_0] + j * step[STEP_1]
            keys[n, KEY_CELL] = i * step[STRIDE_0] + j * step[STRIDE_1]
            keys[n, KEY_SEAT] = i if step[SEAT_AXIS] == 0 else j
            n += 1
    return n
