"""One pass over a chunk's facts: every tally of every metric, summed in the thread that played the games.

A program is an int64 array with a row for each tally (fields below, made by `metrics/layout.py`); facts come
as flat memory.  The kernel knows no game and no metric.
"""

from __future__ import annotations

from balance.kernel.jit import entry

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


@entry
def add_up(program, memories, entries, player_of, first_block, games_per_block, batch_blocks, out):
    """Add the games of ``memories`` to ``out[batch, cell]``.

    memories: tuple of flat int64 arrays; entries: int64[games, seats], the line-up's entry at each seat;
    player_of: int64[entries], the key of each entry's strategy.  The games are whole blocks from
    ``first_block`` on, counted from the chunk's first, which is even or alone; row b of ``out`` holds the
    chunk's blocks b·batch_blocks, …
    """
    blocks = entries.shape[0] // games_per_block
    for k in range(program.shape[0]):
        step = program[k]
        facts = memories[step[MEMORY]]
        weight, times, bucket = step[WEIGHT], step[TIMES], step[BUCKET]
        size_0, size_1, step_0, step_1 = step[SIZE_0], step[SIZE_1], step[STEP_0], step[STEP_1]
        stride_0, stride_1 = step[STRIDE_0], step[STRIDE_1]
        seat_axis, stride_entry, stride_player = step[SEAT_AXIS], step[STRIDE_ENTRY], step[STRIDE_PLAYER]
        for b in range(blocks):
            batch = (first_block + b) // batch_blocks
            base = step[BASE] + step[STRIDE_PARITY] * ((first_block + b) & 1)
            block_at = step[START] + b * games_per_block * step[STEP_GAME]
            if step[SQUARED]:
                for i in range(size_0):
                    for j in range(size_1):
                        total = 0
                        for r in range(games_per_block):
                            total += facts[block_at + r * step[STEP_GAME] + i * step_0 + j * step_1 + weight]
                        out[batch, base + i * stride_0 + j * stride_1] += total * total
                continue
            for r in range(games_per_block):
                game_at = block_at + r * step[STEP_GAME]
                for i in range(size_0):
                    for j in range(size_1):
                        at = game_at + i * step_0 + j * step_1
                        value = facts[at + weight] if weight >= 0 else 1
                        if times >= 0:
                            value *= facts[at + times]
                        cell = base + i * stride_0 + j * stride_1
                        if bucket >= 0:
                            found = facts[at + bucket] - step[LOW]
                            cell += min(max(found, 0), step[BUCKETS] - 1) * step[STRIDE_BUCKET]
                        if stride_entry > 0 or stride_player > 0:
                            sitter = entries[b * games_per_block + r, i if seat_axis == 0 else j]
                            cell += sitter * stride_entry + player_of[sitter] * stride_player
                        out[batch, cell] += value
