"""What a scenario asks to be played, in order: blocks, batches and chunks.  Pure: nothing is played here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from balance.experiment.materials import load_model
from balance.experiment.scenario import Scenario
from balance.games import load
from balance.games.contract import Game
from balance.stats.batches import BatchTable, batch_size

REPLAYS = 2  # games of one deal when all seats play alike


@dataclass(frozen=True)
class Chunk:
    """Consecutive blocks that one thread plays in one go."""

    first_block: int
    blocks: int


@dataclass(frozen=True)
class Chunks(Sequence[Chunk]):
    """All chunks of a plan, in block order; made when they are asked for, so that 10¹⁰ games need no memory."""

    blocks: int
    size: int  # blocks of each chunk but perhaps the last

    def __len__(self) -> int:
        return -(-self.blocks // self.size)

    @overload
    def __getitem__(self, place: int) -> Chunk: ...
    @overload
    def __getitem__(self, place: slice) -> list[Chunk]: ...
    def __getitem__(self, place: int | slice) -> Chunk | list[Chunk]:
        numbers = range(len(self))[place]
        return self._chunk(numbers) if isinstance(numbers, int) else [self._chunk(number) for number in numbers]

    def __iter__(self) -> Iterator[Chunk]:
        for first in range(0, self.blocks, self.size):
            yield Chunk(first, min(self.size, self.blocks - first))

    def _chunk(self, number: int) -> Chunk:
        first = number * self.size
        return Chunk(first, min(self.size, self.blocks - first))


@dataclass(frozen=True)
class Plan:
    """A scenario as work: every digit of its results follows from it."""

    scenario: Scenario
    game: Game
    model: Any  # the game's validated rules
    alike: bool  # all seats play alike: each deal twice; else each deal in every rotation
    games_per_block: int
    blocks: int
    batch_blocks: int

    @property
    def games(self) -> int:
        """Games that will be played: those asked for, rounded up to whole blocks."""
        return self.blocks * self.games_per_block

    def chunks(self) -> Chunks:
        """The work in block order; a chunk holds whole batches, or a batch whole chunks."""
        most = 2
        while most * self.games_per_block < self.game.chunk_games:
            most *= 2
        return Chunks(self.blocks, most)

    def empty_batches(self, cells: int) -> np.ndarray:
        """Sums of no game yet: int64[batches, cells]."""
        return np.zeros((-(-self.blocks // self.batch_blocks), cells), np.int64)

    def add_chunk(self, batches: np.ndarray, chunk: Chunk, table: BatchTable) -> None:
        """Add the sums of a chunk to those of its batches, in place."""
        first = chunk.first_block // self.batch_blocks
        batches[first : first + len(table.sums)] += table.sums

    @property
    def strategies(self) -> tuple[str, ...]:
        """Names of the different strategies; one player with two sets of weights is two: ``name#2``."""
        return tuple(_strategies(self.scenario)[0])

    @property
    def strategy_of(self) -> list[int]:
        """For each row of the line-up its place among ``strategies``."""
        return _strategies(self.scenario)[1]

    def axes(self) -> dict[str, tuple[str, ...]]:
        """Labels of every axis of facts and sums."""
        axes = self.game.axes(self.model, self.scenario.players)
        ranks = tuple(str(i + 1) for i in range(self.scenario.players))
        return {**axes, "rank": ranks, "entry": ranks, "player": self.strategies}


def plan(scenario: Scenario, games: int | None = None) -> Plan:
    """The plan of a scenario, or of its first ``games`` games."""
    game = load(scenario.game)
    alike = len(set(_identities(scenario))) == 1
    per_block = REPLAYS if alike else scenario.players
    blocks = -(-(scenario.games if games is None else games) // per_block)
    model = load_model(game, scenario.rules, scenario.players, scenario.decks)
    return Plan(scenario, game, model, alike, per_block, blocks, batch_size(blocks))


def _identities(scenario: Scenario) -> list[Any]:
    """What makes each row of the line-up the strategy that it is: player, weights, a deck of its own, bans."""
    decks = scenario.decks.get("each") or [None] * len(scenario.seats)
    return [
        (seat.player, tuple(sorted(seat.weights.items())), repr(deck), seat.without)
        for seat, deck in zip(scenario.seats, decks, strict=True)
    ]


def _strategies(scenario: Scenario) -> tuple[list[str], list[int]]:
    identities = _identities(scenario)
    seen: dict[Any, int] = {}
    names: list[str] = []
    for identity in identities:
        if identity not in seen:
            seen[identity] = len(names)
            same = sum(1 for each in seen if each[0] == identity[0])
            names.append(identity[0] if same == 1 else f"{identity[0]}#{same}")
    return names, [seen[identity] for identity in identities]
