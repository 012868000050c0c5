"""Counts over the games of a scenario, block by block: what fired in them, and what changes without something.

A count is kept as the sums of its batches, so that memory does not grow with the games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from balance.experiment.engine import SLAB_GAMES, Engine
from balance.experiment.plan import Chunk, Plan
from balance.experiment.replay import traced
from balance.experiment.run import Progress
from balance.experiment.threads import work_through
from balance.games.contract import Coverage
from balance.kernel.record import Facts
from balance.stats.batches import BatchTable
from balance.stats.estimator import Estimate, ratio


@dataclass(frozen=True)
class Column:
    """Sums of one count by batch, beside the numbers of games."""

    sums: np.ndarray  # int64[batches]
    sizes: np.ndarray  # int64[batches]: games
    blocks: int

    @property
    def total(self) -> int:
        return int(self.sums.sum())

    @property
    def games(self) -> int:
        return int(self.sizes.sum())

    def share(self) -> Estimate:
        """The share of games, of a count that is 0 or 1 in each."""
        return ratio(self.sums, self.sizes, kind="rate", blocks=self.blocks)


def joined(columns: Sequence[Column]) -> Column:
    """The same count of several scenarios, whose deals are independent."""
    return Column(
        np.concatenate([each.sums for each in columns]),
        np.concatenate([each.sizes for each in columns]),
        sum(each.blocks for each in columns),
    )


@dataclass(frozen=True)
class Tally:
    """Counts of a scenario by name."""

    names: tuple[str, ...]
    batches: np.ndarray  # int64[batches, 1 + names]: games, then each count
    blocks: int

    def of(self, name: str) -> Column:
        """One of the counts; ValueError if there is none of this name."""
        return Column(self.batches[:, 1 + self.names.index(name)], self.batches[:, 0], self.blocks)


def count_facts(base: Plan, variants: Sequence[Plan], told: Coverage, threads: int | None, progress: Progress) -> Tally:
    """What fired in each game of a plan, and which games end otherwise in each variant, played on the same deals.

    Counts: ``fired <id>`` and ``times <id>`` of what facts tell, ``changed <n>`` and ``winner <n>`` of variant n.
    Raises KeyboardInterrupt if it was cut short.
    """
    engine = Engine(base, metrics=[])
    others = [Engine(each, metrics=[]) for each in variants]
    players = [seat.player for seat in base.scenario.seats]
    names = [f"{what} {key}" for key in told.facts for what in ("fired", "times")]
    names += [f"{what} {n}" for n in range(len(others)) for what in ("changed", "winner")]

    def count(first: int, games: int) -> np.ndarray:
        facts = engine.facts(games)
        engine.play(first, facts)
        columns: list[np.ndarray] = [np.ones(games, np.int64)]
        for sign in told.facts.values():
            times = sign(facts, base.model, players)
            columns += [times > 0, times]
        for other in others:
            columns += _changes(facts, _played(other, first, games))
        return np.stack(columns, axis=1)

    batches = _by_batch(base, 1 + len(names), count, threads, progress, 1 + len(others))
    return Tally(tuple(names), batches, base.blocks)


def _played(engine: Engine, first: int, games: int) -> Facts:
    facts = engine.facts(games)
    engine.play(first, facts)
    return facts


def _changes(facts: Facts, others: Facts) -> list[np.ndarray]:
    """Of each game whether any score or winner is another one, and whether a winner is: bool[games] each."""
    scores, points = ((facts["seats"][column] != others["seats"][column]).any(axis=1) for column in ("score", "points"))
    return [scores | points, points]


def _by_batch(
    plan: Plan,
    columns: int,
    count: Callable[[int, int], np.ndarray],
    threads: int | None,
    progress: Progress,
    sides: int,
) -> np.ndarray:
    """Counts of the games (first, how many) → int64[games, columns], added up by batch."""
    pieces = pieces_of(plan, sides)
    per_block = plan.games_per_block
    out = plan.empty_batches(columns)

    def work(place: int) -> BatchTable:
        piece = pieces[place]
        games = piece.blocks * per_block
        batch = np.arange(games) // per_block // plan.batch_blocks
        sums = np.zeros((-(-piece.blocks // plan.batch_blocks), columns), np.int64)
        np.add.at(sums, batch, count(piece.first_block * per_block, games))
        return BatchTable(sums, plan.batch_blocks, piece.blocks)

    def take(place: int, table: BatchTable) -> None:
        plan.add_chunk(out, pieces[place], table)
        progress(pieces[place].blocks * per_block * sides)

    if work_through(len(pieces), work, take, threads) < len(pieces):
        raise KeyboardInterrupt
    return out


def pieces_of(plan: Plan, sides: int) -> list[Chunk]:
    """The blocks of a plan in pieces, each short enough that all its sides together take about as long as a chunk.

    A piece holds whole batches, or a batch whole pieces: both are powers of two.
    """
    most = 1
    while 2 * most * plan.games_per_block <= min(SLAB_GAMES, plan.game.chunk_games // sides):
        most *= 2
    return [Chunk(at, min(most, plan.blocks - at)) for at in range(0, plan.blocks, most)]


def count_traces(plan: Plan, blocks: int, told: Coverage, threads: int | None, progress: Progress) -> Tally:
    """What only traces tell, in the games of the first blocks of a plan; counts as of `count_facts`.

    Raises KeyboardInterrupt if it was cut short.
    """
    names = [f"{what} {key}" for key in told.traced for what in ("fired", "times")]
    out = np.zeros((blocks, 1 + len(names)), np.int64)
    if not blocks:
        return Tally(tuple(names), out, 0)
    engine = Engine(plan, metrics=[])
    assert told.count is not None
    count = told.count

    def work(block: int) -> np.ndarray:
        sums = np.zeros(1 + len(names), np.int64)
        for game in range(block * plan.games_per_block, (block + 1) * plan.games_per_block):
            seen = count(traced(engine, game), plan.model)
            times = np.array([seen.get(key, 0) for key in told.traced], np.int64)
            sums += np.concatenate([[1], np.stack([times > 0, times], axis=1).reshape(-1)])
        return sums

    def take(block: int, sums: np.ndarray) -> None:
        out[block] = sums
        progress(plan.games_per_block)

    if work_through(blocks, work, take, threads) < blocks:
        raise KeyboardInterrupt
    return Tally(tuple(names), out, blocks)
