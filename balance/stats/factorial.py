"""Factorial designs: which cells are played, and the means by level and by pair of levels as weights over them.

A design has knobs with some levels each; a cell is a choice of one level of each, the cells of the full design
in lexicographic order.  Means are those of the least-squares fit of grand mean, main effects and pairs (Wu &
Hamada 2009, chapters 4 and 5): in a full design they are plain averages over all cells with these levels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product

import numpy as np

from balance.stats.intervals import FloatArray

Cell = tuple[int, ...]


@dataclass(frozen=True)
class Design:
    """Levels of each knob, and one cell in ``fraction`` of the full design: those whose levels' numbers sum to a
    multiple of it, which with two levels and a half is the fraction of highest resolution.
    """

    levels: tuple[int, ...]
    fraction: int = 1

    @cached_property
    def full(self) -> list[Cell]:
        """All cells."""
        return list(product(*map(range, self.levels)))

    @cached_property
    def cells(self) -> list[Cell]:
        """The cells that are played."""
        return [cell for cell in self.full if sum(cell) % self.fraction == 0]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Pairs of knobs, in order."""
        return list(combinations(range(len(self.levels)), 2))

    @cached_property
    def has_mains(self) -> bool:
        """Whether the cells tell all main effects apart."""
        return _full_rank(self._model(self.cells, pairs=False))

    @cached_property
    def has_pairs(self) -> bool:
        """Whether they tell the pairs apart too."""
        return _full_rank(self._model(self.cells, pairs=True))

    @cached_property
    def fit(self) -> FloatArray:
        """Fitted values of all cells from those played: weights float64[full, cells]."""
        model = [self._model(cells, pairs=self.has_pairs) for cells in (self.full, self.cells)]
        return np.asarray(model[0] @ np.linalg.pinv(model[1]))

    def mean(self, where: dict[int, int]) -> FloatArray:
        """Weights float64[cells] of the mean over all cells in which these knobs have these levels."""
        rows = [all(cell[knob] == level for knob, level in where.items()) for cell in self.full]
        weights = self.fit[rows].mean(axis=0)
        weights[np.abs(weights) < 1e-12] = 0.0
        return np.asarray(weights)

    def neighbours(self, knob: int) -> list[tuple[int, int]]:
        """Places of played cells that differ in this knob only."""
        found: dict[Cell, list[int]] = {}
        for place, cell in enumerate(self.cells):
            found.setdefault((*cell[:knob], *cell[knob + 1 :]), []).append(place)
        return [pair for places in found.values() for pair in combinations(places, 2)]

    def _model(self, cells: Sequence[Cell], *, pairs: bool) -> FloatArray:
        """Model matrix: 1, effects coding of each knob (levels sum to 0), and products of two knobs' columns."""
        coded = []
        for knob, count in enumerate(self.levels):
            code = np.vstack([np.eye(count - 1), -np.ones(count - 1)])
            coded.append(code[[cell[knob] for cell in cells]])
        columns = [np.ones((len(cells), 1)), *coded]
        if pairs:
            for i, j in self.pairs:
                columns.append((coded[i][:, :, None] * coded[j][:, None, :]).reshape(len(cells), -1))
        return np.hstack(columns)


def _full_rank(matrix: FloatArray) -> bool:
    return bool(np.linalg.matrix_rank(matrix) == matrix.shape[1])
