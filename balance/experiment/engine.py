"""Plays blocks of a plan and sums their facts: what one thread does.  Imports compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from balance.experiment.plan import Chunk, Plan
from balance.kernel.events import new_log
from balance.kernel.lineup import LINEUP, MAX_WEIGHTS
from balance.kernel.record import Facts, Place, blank, new_facts
from balance.kernel.rng import quiet
from balance.kernel.sums import add_up
from balance.metrics import course
from balance.metrics.every_game import metrics as every_game
from balance.metrics.layout import Layout, layout
from balance.metrics.spec import Metric
from balance.stats.batches import BatchTable

SLAB_GAMES = 128  # games whose facts are held at once: a call costs as much as three, and facts stay cached
NO_LOG = new_log(0)


def lineup_record(plan: Plan) -> Any:
    """The line-up as the kernel's record."""
    record = blank(LINEUP)
    seats = plan.scenario.seats
    record.seats = len(seats)
    record.alike = int(plan.alike)
    record.games_per_block = plan.games_per_block
    names = list(plan.game.players)
    for entry, seat in enumerate(seats):
        record.entries[entry].player = names.index(seat.player)
        weights = [seat.weights[name] for name in plan.game.players[seat.player].weights]
        if len(weights) > MAX_WEIGHTS:
            raise ValueError(f"player {seat.player} has {len(weights)} weights, more than {MAX_WEIGHTS}")
        record.entries[entry].weights[: len(weights)] = weights
    return record


class Engine:
    """The compiled game with a plan's rules and line-up, ready to play any of its blocks."""

    def __init__(self, plan: Plan, metrics: Sequence[Metric] | None = None) -> None:
        self.plan = plan
        self.code = plan.game.code()
        self.rules = plan.game.settings.to_record(plan.model, plan.scenario.players)
        for row, seat in enumerate(plan.scenario.seats):
            if seat.without and plan.game.bans is not None:
                plan.game.bans.enter(self.rules, row, seat.without)
        self.lineup = lineup_record(plan)
        self.axes = plan.axes()
        self.sizes = {axis: len(labels) for axis, labels in self.axes.items()}
        self.metrics = list(metrics) if metrics is not None else all_metrics(plan)
        self.tables = {**self.code.tables, **course.TABLES}
        self.layout: Layout = layout(self.tables, self.axes, self.metrics)
        self.limits = course.gap_limits(plan.game.close)
        self.program = self.layout.program(Slab(self, 1).places())
        self.strategy_of = np.array(plan.strategy_of, np.int64)

    def facts(self, games: int) -> Facts:
        """Zeroed facts of some games."""
        return new_facts(self.code.book, self.code.tables, games, self.sizes)

    def play(self, first_game: int, facts: Facts, log: np.ndarray = NO_LOG) -> None:
        """Play the games from ``first_game`` on that ``facts`` has room for."""
        with quiet():
            self.code.simulate(self.rules, self.lineup, self.plan.scenario.seed, first_game, facts.books, log)

    def sum_chunk(self, chunk: Chunk) -> BatchTable:
        """Play a chunk and sum its facts: its batches, or the one batch that it is a part of."""
        per_block = self.plan.games_per_block
        batch_blocks = self.plan.batch_blocks
        out = np.zeros((-(-chunk.blocks // batch_blocks), self.layout.cells), np.int64)
        slab_blocks = max(1, SLAB_GAMES // per_block)
        slab = Slab(self, min(slab_blocks, chunk.blocks) * per_block)
        for at in range(0, chunk.blocks, slab_blocks):
            blocks = min(slab_blocks, chunk.blocks - at)
            if blocks * per_block != slab.games:
                slab = Slab(self, blocks * per_block)
            slab.play((chunk.first_block + at) * per_block)
            slab.add_to(out, at, batch_blocks)
        return BatchTable(out, batch_blocks, chunk.blocks)


class Slab:
    """Facts of a few games and their course, used again and again."""

    def __init__(self, engine: Engine, games: int) -> None:
        self.engine = engine
        self.games = games
        self.facts = engine.facts(games)
        self.course = [table.allocate(games, engine.sizes) for table in course.TABLES.values()]
        self.memories = (self.facts.memory, *(array.view(np.int64).reshape(-1) for array in self.course))

    def places(self) -> dict[str, Place]:
        """Where each table lies in ``memories``."""
        facts = {name: table.place(self.facts[name], 0) for name, table in self.engine.code.tables.items()}
        courses = zip(course.TABLES.items(), self.course, strict=True)
        return facts | {name: table.place(array, 1 + k) for k, ((name, table), array) in enumerate(courses)}

    def play(self, first_game: int) -> None:
        """Play games and follow their course."""
        for array in self.course:
            array.view(np.uint8)[...] = 0
        self.engine.play(first_game, self.facts)
        facts = self.facts
        course.follow(
            facts["turns"]["standing"],
            facts["seats"]["points"],
            facts["game"]["rounds"],
            self.engine.limits,
            *self.course,
        )

    def add_to(self, out: np.ndarray, first_block: int, batch_blocks: int) -> None:
        """Add the games to a chunk's batch sums; ``first_block`` counts from the chunk's first."""
        add_up(
            self.engine.program,
            self.memories,
            self.facts["seats"]["entry"],
            self.engine.strategy_of,
            first_block,
            self.engine.plan.games_per_block,
            batch_blocks,
            out,
        )


def all_metrics(plan: Plan) -> list[Metric]:
    """Every metric of the plan's game."""
    return [*every_game(plan.game), *plan.game.metrics()]
