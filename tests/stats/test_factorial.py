"""Designs: which cells, and means that are what they should be."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from balance.stats.factorial import Design


def test_a_full_design_gives_plain_averages() -> None:
    design = Design((2, 3, 2))
    assert design.cells == design.full and len(design.cells) == 12
    v = np.random.default_rng(1).normal(size=12)
    table = v.reshape(2, 3, 2)
    for level in range(3):
        assert design.mean({1: level}) @ v == pytest.approx(table[:, level].mean())
    for a, b in itertools.product(range(2), range(2)):
        assert design.mean({0: a, 2: b}) @ v == pytest.approx(table[a, :, b].mean())
    assert design.has_mains and design.has_pairs


def test_a_half_of_two_levels_keeps_main_effects_apart() -> None:
    design = Design((2,) * 5, 2)
    assert len(design.cells) == 16 and all(sum(cell) % 2 == 0 for cell in design.cells)
    assert design.has_pairs  # resolution V
    effects = np.array([3.0, -1.0, 0.5, 0.0, 2.0])
    v = np.array([np.dot(effects, cell) + 4.0 * cell[0] * cell[1] for cell in design.cells])
    found = [(design.mean({k: 1}) - design.mean({k: 0})) @ v for k in range(5)]
    assert found == pytest.approx([3.0 + 2.0, -1.0 + 2.0, 0.5, 0.0, 2.0])
    pair = design.mean({0: 1, 1: 1}) - design.mean({0: 1, 1: 0}) - design.mean({0: 0, 1: 1}) + design.mean({0: 0, 1: 0})
    assert pair @ v == pytest.approx(4.0)


def test_a_half_of_three_knobs_tells_no_pairs() -> None:
    design = Design((2, 2, 2), 2)
    assert design.has_mains and not design.has_pairs  # a pair is the third knob's alias
    v = np.array([10 * cell[0] + cell[2] for cell in design.cells], float)
    assert (design.mean({0: 1}) - design.mean({0: 0})) @ v == pytest.approx(10.0)
    assert not Design((2, 2), 2).has_mains


def test_mixed_levels_by_thirds() -> None:
    design = Design((3, 4, 3), 3)
    assert len(design.cells) == 12 and design.has_mains
    v = np.array([cell[0] + 7 * cell[1] ** 2 - cell[2] for cell in design.cells], float)
    found = [(design.mean({1: level}) - design.mean({1: 0})) @ v for level in range(4)]
    assert found == pytest.approx([0.0, 7.0, 28.0, 63.0])


def test_neighbours_differ_in_one_knob() -> None:
    design = Design((2, 3))
    for knob, count in ((0, 3), (1, 6)):
        pairs = design.neighbours(knob)
        assert len(pairs) == count
        for a, b in pairs:
            one, two = design.cells[a], design.cells[b]
            assert [i for i in range(2) if one[i] != two[i]] == [knob]
    assert Design((2, 2, 2), 2).neighbours(0) == []
