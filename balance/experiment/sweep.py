"""A factorial sweep: knobs varied together on the same deals, their effects by level and by pair of levels.

The effect of a level is the mean over all cells with that level less the mean over those with the knob's
reference level (the scenario's own value, else the first); a pair's is what two levels do together beyond
that.  Both are weighted sums of the cells' values, so their errors come from the batches that all cells share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.errors import UserError
from balance.experiment.comparison import is_wanted, usual_rows
from balance.experiment.knobs import Grid
from balance.experiment.margins import Margins
from balance.experiment.parts import Part, parts
from balance.experiment.plan import Plan
from balance.experiment.run import Progress
from balance.experiment.together import Key, Row, Side, all_metrics, chosen_metrics, plans, play_all
from balance.games import load as load_game
from balance.stats.factorial import Design
from balance.stats.paired import Influence, contrast

BY_SEATS = ("seat", "player")  # keys that mean another thing with another number of players


@dataclass(frozen=True)
class Pair:
    """Two knobs: means of all combinations of their levels, and what each does beyond its two levels."""

    knobs: tuple[int, int]
    means: tuple[tuple[float, ...], ...]  # [level of the first][level of the second]
    beyond: dict[tuple[int, int], Part]  # levels other than the references


@dataclass(frozen=True)
class Swept:
    """A measure over the sweep: its value in each cell, means by level, effects by level, and pairs."""

    row: Row  # of the first cell: metric, keys and unit
    cells: tuple[Row, ...]
    means: tuple[tuple[Part, ...], ...]  # [knob][level]
    effects: tuple[tuple[Part | None, ...], ...]  # [knob][level], None for the reference
    pairs: tuple[Pair, ...]
    margin: float

    def reach(self, knob: int) -> float:
        """How far the knob moves the measure, in margins."""
        values = [part.value for part in self.means[knob]]
        return (max(values) - min(values)) / self.margin if self.margin > 0.0 else 0.0


@dataclass(frozen=True)
class Sweep:
    """All measures that every cell has, the knobs that move nothing at all, and what was played."""

    grid: Grid
    rows: tuple[Swept, ...]
    without: tuple[Row, ...]
    dead: tuple[int, ...]  # knobs with which no measure of any cell changed in a single batch
    margins: Margins
    blocks: int
    games: int  # of all cells together


def sweep_plans(grid: Grid) -> list[Plan]:
    """A plan for each cell, all with the same deals."""
    found = plans(grid.scenarios, grid.base.games, grid.base.seed)
    if found[0].blocks < 2:
        raise UserError(f"{grid.base.games} games are one deal, which has no interval; give more", place="--games")
    return found


def sweep(
    grid: Grid,
    names: Sequence[str] = (),
    margins: Margins | None = None,
    threads: int | None = None,
    progress: Progress = lambda games: None,
) -> Sweep:
    """Play all cells and see what each knob does.  Raises UserError, and KeyboardInterrupt if cut short."""
    game = load_game(grid.base.game)
    chosen_metrics(game, names)
    wanted = usual_rows(game) if not names else [(name, {}) for name in names]

    def keep(row: Row) -> bool:
        return is_wanted(row, wanted) and not (grid.varies_players and set(BY_SEATS) & set(row.where))

    sides = play_all(sweep_plans(grid), all_metrics(game), threads, progress, keep=keep)
    return swept(grid, sides, margins or Margins())


def swept(grid: Grid, sides: Sequence[Side], margins: Margins) -> Sweep:
    """The effects of the knobs, from the cells in the order of the design."""
    keys = list(dict.fromkeys(row.key for side in sides for row in side.rows))
    able = [key for key in keys if all(_usable(side.by_key.get(key)) for side in sides)]
    errors = [side.errors(able) for side in sides]
    known = {row.key: row for side in sides for row in side.rows}
    rows = _rows(grid, sides, able, errors, margins)
    dead = tuple(n for n in range(len(grid.knobs)) if _is_dead(grid.design, n, errors))
    without = tuple(known[key] for key in keys if key not in able)
    return Sweep(grid, tuple(rows), without, dead, margins, sides[0].blocks, sum(side.games for side in sides))


def _usable(row: Row | None) -> bool:
    return row is not None and row.place is not None and row.value is not None


def _rows(
    grid: Grid, sides: Sequence[Side], keys: Sequence[Key], errors: Sequence[Influence], margins: Margins
) -> list[Swept]:
    design = grid.design
    references = [grid.reference(n) for n in range(len(grid.knobs))]
    at = [(knob, level) for knob, count in enumerate(design.levels) for level in range(count)]
    weights = {each: design.mean({each[0]: each[1]}) for each in at}
    means = dict(zip(at, parts([contrast(errors, weights[each]) for each in at], tested=False), strict=True))
    moved = [each for each in at if each[1] != references[each[0]]]
    less = [contrast(errors, weights[knob, level] - weights[knob, references[knob]]) for knob, level in moved]
    effects = dict(zip(moved, parts(less), strict=True))
    pairs = _pairs(design, references, errors) if design.has_pairs else []

    def by_level(found: Mapping[tuple[int, int], Sequence[Part]], n: int) -> tuple[tuple[Any, ...], ...]:
        counts = enumerate(design.levels)
        return tuple(
            tuple(found[k, level][n] if (k, level) in found else None for level in range(count)) for k, count in counts
        )

    return [
        Swept(
            sides[0].by_key[key],
            tuple(side.by_key[key] for side in sides),
            by_level(means, n),
            by_level(effects, n),
            tuple(pair.of(n) for pair in pairs),
            margins.of(sides[0].by_key[key]),
        )
        for n, key in enumerate(keys)
    ]


@dataclass(frozen=True)
class _Pairs:
    """A pair of knobs for all measures: means float64[measures] by levels, and interactions by levels."""

    knobs: tuple[int, int]
    means: list[list[np.ndarray]]
    beyond: dict[tuple[int, int], list[Part]]

    def of(self, n: int) -> Pair:
        means = tuple(tuple(float(each[n]) for each in line) for line in self.means)
        return Pair(self.knobs, means, {levels: found[n] for levels, found in self.beyond.items()})


def _pairs(design: Design, references: Sequence[int], errors: Sequence[Influence]) -> list[_Pairs]:
    """All pairs of knobs; p-values are adjusted over all of them."""
    found = []
    wanted: list[tuple[int, tuple[int, int]]] = []
    contrasts = []
    for n, (i, j) in enumerate(design.pairs):
        rows, columns = range(design.levels[i]), range(design.levels[j])
        weights = {(a, b): design.mean({i: a, j: b}) for a in rows for b in columns}
        means = [[contrast(errors, weights[a, b]).value for b in columns] for a in rows]
        found.append(_Pairs((i, j), means, {}))
        r, s = references[i], references[j]
        for a, b in weights:
            if a != r and b != s:
                wanted.append((n, (a, b)))
                contrasts.append(contrast(errors, weights[a, b] - weights[a, s] - weights[r, b] + weights[r, s]))
    for (n, levels), each in zip(wanted, parts(contrasts), strict=True):
        found[n].beyond[levels] = each
    return found


def _is_dead(design: Design, knob: int, errors: Sequence[Influence]) -> bool:
    """Whether cells that differ in this knob only are the same in every batch and measure."""
    pairs = design.neighbours(knob)
    return bool(pairs) and all(
        np.array_equal(errors[a].errors, errors[b].errors) and np.array_equal(errors[a].value, errors[b].value)
        for a, b in pairs
    )
