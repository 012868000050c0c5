"""Adjusted p-values against worked examples and statsmodels."""

from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from balance.stats.multiplicity import benjamini_hochberg, holm


def test_worked_examples() -> None:
    p = [0.01, 0.04, 0.03, 0.005]
    assert holm(p) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert benjamini_hochberg(p) == pytest.approx([0.02, 0.04, 0.04, 0.02])


@pytest.mark.parametrize("count", [1, 2, 5, 40])
def test_against_statsmodels(count: int) -> None:
    p = (np.random.default_rng(count).random(count) ** 3).tolist()
    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1])
    assert benjamini_hochberg(p) == pytest.approx(multipletests(p, method="fdr_bh")[1])


def test_ends() -> None:
    assert holm([]) == [] == benjamini_hochberg([])
    assert holm([1.0, 1.0]) == [1.0, 1.0]
    for wrong in ([1.1], [-0.1], [float("nan")]):
        with pytest.raises(ValueError, match="between 0 and 1"):
            holm(wrong)
