"""Every player against every other one and against fields: who is strong, against whom, and how surely.

Two players meet at tables of n seats of three kinds: one seat of A among n−1 of B, the reverse, and half
against half where n is even.  All tables play the same deals, each in every rotation, so that every player
sits everywhere on the same cards.  Beside the pairings each player sits alone in a field of the anchor
(`random`, if the game has it), and in the mixed field: the line-ups in which every player has as many seats
as any other, to within one.

The payoff P of i against j is w_i/(w_i + w_j), with w the mean win share of a seat of the player over their
tables, each table weighing alike; 1/2 is equal.  At a table of one kind it is w/(w + (1 − w)/(n − 1)) for a
single seat that wins the share w, and the share of wins for half against half.  If a seat's chance is in
proportion to a strength of its player (Luce 1959), it is a/(a + b) at every table, whatever the seats: the
chance that i wins if one of the two does, which is what Bradley & Terry (1952) rate.  It is a ratio of two
block sums, so its interval comes from the batch table like that of any other metric (`stats.ratio`).
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from balance.experiment.engine import Engine
from balance.experiment.plan import Chunk, plan
from balance.experiment.run import Progress
from balance.experiment.scenario import Scenario, Seat
from balance.experiment.schedule import Match, Schedule, anchor_of, arrange
from balance.experiment.strength import Pairing, try_to_rate
from balance.experiment.threads import work_through
from balance.games import load as load_game
from balance.metrics.spec import POINTS_BY_PLAYER, SEATS_BY_PLAYER, WIN, Metric
from balance.stats.batches import BatchTable, Estimate, ratio
from balance.stats.rating import Cycle, Rating, cycles, dominant

__all__ = ["FieldResult", "Pairing", "Schedule", "Tournament", "arrange", "play_tournament"]

LEVEL = 0.95
METRIC = Metric("player_win_rate", "", "", "share", "rate", POINTS_BY_PLAYER, SEATS_BY_PLAYER, WIN)


@dataclass(frozen=True)
class FieldResult:
    """Win rate of a player's seat in a field, and the games that it stands on."""

    rate: Estimate
    games: int


@dataclass(frozen=True)
class Tournament:
    """The results: pairings of every two players, win rates in fields, ratings, and who beats whom."""

    schedule: Schedule
    pairings: tuple[Pairing, ...]
    field: dict[int, FieldResult]
    mixed: dict[int, FieldResult]
    ratings: tuple[Rating, ...]  # in the players' order; empty where they cannot be rated together
    unrated: str | None  # why not
    cycles: tuple[Cycle, ...]

    @property
    def players(self) -> tuple[str, ...]:
        return self.schedule.players

    @property
    def anchor(self) -> str:
        """The player whose rating is 0."""
        return anchor_of(self.players)

    def table(self, level: float = LEVEL, seats: int | None = None) -> np.ndarray:
        """Payoff of i against j with its ends: float64[k, k, 3], NaN where unknown, 1/2 on the diagonal.

        ``seats``: only of the tables at which i has so many seats.
        """
        n = self.schedule.base.players
        found = np.full((len(self.players), len(self.players), 3), np.nan)
        found[np.arange(len(found)), np.arange(len(found))] = 0.5
        for pairing in self.pairings:
            i, j = pairing.player, pairing.against
            mine = pairing.share if seats is None else pairing.at[seats]
            his = pairing.share if seats is None else pairing.at[n - seats]
            found[i, j] = _ends(mine, level)
            found[j, i] = (1.0 - _ends(his, level))[[0, 2, 1]]
        return found

    @property
    def dominant(self) -> int | None:
        """The player who beats every other one, by place."""
        return dominant(self.table()[:, :, 1])

    @property
    def dominated(self) -> int | None:
        """The player whom every other one beats, by place."""
        return dominant(self.table()[:, :, 1].T)


def _ends(share: Estimate, level: float) -> np.ndarray:
    """Value, low and high at a level; NaN where there is none."""
    ends = (share.value, *share.interval(level))
    return np.array([np.nan if end is None else end for end in ends])


def play_tournament(
    schedule: Schedule, threads: int | None = None, progress: Progress = lambda games: None
) -> Tournament:
    """Play all matches on some threads (default: all processors) and see what came of them.

    The result does not depend on the threads.  Raises KeyboardInterrupt on Ctrl-C, after the chunks that
    are being played.
    """
    sums = _play(schedule, threads, progress)
    pairings = tuple(_pairing(pair, matches, sums, schedule) for pair, matches in schedule.pairs.items())
    field = {i: _rate(schedule.players[i], [match], sums) for i, match in schedule.field.items()}
    mixed = {i: _rate(name, schedule.mixed, sums) for i, name in enumerate(schedule.players)}
    ratings, unrated = try_to_rate(pairings, schedule.players)
    result = Tournament(schedule, pairings, field, mixed, ratings, unrated, ())
    # All pairs are looked at, so their intervals hold together (Bonferroni).
    share = result.table(1.0 - (1.0 - LEVEL) / len(pairings))
    return dataclasses.replace(result, cycles=tuple(cycles(share[..., 0], share[..., 1], share[..., 2])))


@dataclass(frozen=True)
class Sums:
    """Batch sums of a match: points and seats taken, int64[batches], by player."""

    points: dict[str, np.ndarray]
    seats: dict[str, np.ndarray]


def _play(schedule: Schedule, threads: int | None, progress: Progress) -> dict[Match, Sums]:
    """The sums of every match: threads over the chunks of all matches."""
    engines = {match: _engine(schedule.base, match) for match in schedule.matches}
    work = [(match, chunk) for match, engine in engines.items() for chunk in engine.plan.chunks()]
    batches = {match: engine.plan.empty_batches(engine.layout.cells) for match, engine in engines.items()}

    def play(place: int) -> BatchTable:
        match, chunk = work[place]
        return engines[match].sum_chunk(Chunk(match.first_block + chunk.first_block, chunk.blocks))

    def take(place: int, table: BatchTable) -> None:
        match, chunk = work[place]
        engines[match].plan.add_chunk(batches[match], chunk, table)
        progress(chunk.blocks * len(match.lineup))

    if work_through(len(work), play, take, threads) < len(work):
        raise KeyboardInterrupt
    return {match: _sums(engine, batches[match]) for match, engine in engines.items()}


def _engine(base: Scenario, match: Match) -> Engine:
    """The game with the match's line-up, ready to play and to count wins by player."""
    players = load_game(base.game).players
    seats = tuple(Seat(name, players[name].weights) for name in match.lineup)
    return Engine(plan(dataclasses.replace(base, seats=seats), match.games), [METRIC])


def _sums(engine: Engine, batches: np.ndarray) -> Sums:
    points, seats = (engine.layout.cells_of(tally, batches) for tally in (POINTS_BY_PLAYER, SEATS_BY_PLAYER))
    names = engine.plan.strategies
    return Sums(
        {name: points[:, at] for at, name in enumerate(names)},
        {name: seats[:, at] for at, name in enumerate(names)},
    )


def _pairing(pair: tuple[int, int], matches: Sequence[Match], sums: dict[Match, Sums], schedule: Schedule) -> Pairing:
    """The payoff of two players over their matches, and at each of them."""
    mine, his = (schedule.players[place] for place in pair)
    at: dict[int, Estimate] = {}
    parts: list[tuple[np.ndarray, np.ndarray]] = []
    n, blocks = schedule.base.players, matches[0].blocks
    for match in matches:
        # Points of a seat of either player, in a unit in which they are whole numbers at every table.
        whole = math.lcm(*range(1, n))
        own, others = (sums[match].points[name] * (whole // match.lineup.count(name)) for name in (mine, his))
        parts.append((own, own + others))
        at[match.lineup.count(mine)] = ratio(own, own + others, kind="rate", blocks=blocks)
    both = np.sum(parts, axis=0)
    share = ratio(both[0], both[1], kind="rate", blocks=blocks)
    return Pairing(*pair, share, at, both, sum(match.games for match in matches))


def _rate(name: str, matches: Sequence[Match], sums: dict[Match, Sums]) -> FieldResult:
    """Win rate of a player's seat over the matches in which it sits; different line-ups count as chance."""
    sat = [match for match in matches if name in match.lineup]
    y = np.concatenate([sums[match].points[name] for match in sat])
    x = np.concatenate([sums[match].seats[name] for match in sat]) * WIN
    rate = ratio(y, x, kind="rate", blocks=sum(match.blocks for match in sat))
    return FieldResult(rate, sum(match.games for match in sat))
