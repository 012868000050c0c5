"""Shares of clauses: the axioms of Shapley (1953), and games whose values are known."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest

from balance.stats.shapley import interaction_weights, shapley_weights


def test_the_glove_game() -> None:
    # two left gloves, one right one: a pair is worth 1 (players 0, 1 left, 2 right)
    v = [1.0 if m >> 2 & 1 and m & 0b011 else 0.0 for m in range(8)]
    assert shapley_weights(3) @ v == pytest.approx([1 / 6, 1 / 6, 2 / 3])


@pytest.mark.parametrize("k", range(1, 7))
def test_it_is_the_mean_over_orders(k: int) -> None:
    v = np.random.default_rng(k).normal(size=1 << k)
    expected = np.zeros(k)
    orders = list(permutations(range(k)))
    for order in orders:
        on = 0
        for i in order:
            expected[i] += v[on | 1 << i] - v[on]
            on |= 1 << i
    shares = shapley_weights(k) @ v
    assert shares == pytest.approx(expected / len(orders))
    assert shares.sum() == pytest.approx(v[-1] - v[0])


def test_weights_sum_to_the_whole_difference_exactly() -> None:
    for k in range(1, 7):
        total = shapley_weights(k).sum(axis=0)
        assert total[-1] == pytest.approx(1.0) and total[0] == pytest.approx(-1.0)
        assert total[1:-1] == pytest.approx(np.zeros((1 << k) - 2), abs=1e-12)


def test_a_dummy_gets_nothing_and_twins_the_same() -> None:
    rng = np.random.default_rng(1)
    by_count = rng.normal(size=3)
    # clauses 0 and 2 are alike, clause 1 does nothing
    v = [by_count[(m & 1) + (m >> 2 & 1)] for m in range(8)]
    shares = shapley_weights(3) @ v
    assert shares[1] == pytest.approx(0.0, abs=1e-15)
    assert shares[0] == pytest.approx(shares[2])
    pairs = dict(zip(combinations(range(3), 2), interaction_weights(3) @ v, strict=True))
    assert pairs[0, 1] == pytest.approx(0.0, abs=1e-12) and pairs[1, 2] == pytest.approx(0.0, abs=1e-12)
    assert pairs[0, 2] == pytest.approx(by_count[2] - 2 * by_count[1] + by_count[0])


def test_interactions_are_zero_where_clauses_add_up() -> None:
    v = [sum((3.0, -1.0, 0.5, 2.0)[i] for i in range(4) if m >> i & 1) for m in range(16)]
    assert interaction_weights(4) @ v == pytest.approx(np.zeros(6), abs=1e-12)
    assert shapley_weights(4) @ v == pytest.approx([3.0, -1.0, 0.5, 2.0])


def test_one_clause_has_no_pair() -> None:
    assert interaction_weights(1).shape == (0, 2)
    assert shapley_weights(1).tolist() == [[-1.0, 1.0]]
    with pytest.raises(ValueError, match="at least one"):
        shapley_weights(0)
