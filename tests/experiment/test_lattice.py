"""Clauses: which there are, how they are grouped, and whose doing a change is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from balance.errors import UserError
from balance.experiment.comparison import compared
from balance.experiment.lattice import Attribution, Clause, attributed, describe_values, lattice
from balance.experiment.margins import Margins
from tests.experiment.sides import scenario, side

BASE = scenario()
BATCHES = 50


def shared(value: Callable[[int], int], k: int, noise: int = 3) -> Attribution:
    """The attribution of a metric that is value(m) of 1000 in combination m, with noise that deals share."""
    deal = np.random.default_rng(7).integers(-noise, noise + 1, BATCHES)
    corners = [
        side({"draws": ((value(m) + deal * (1 + m.bit_count())).tolist(), [1000] * BATCHES)}) for m in range(1 << k)
    ]
    clauses = [Clause((f"rules.{n}",), (0,), (1,)) for n in "abcdef"[:k]]
    return attributed(clauses, corners, compared([corners[0], corners[-1]], ["draws"], Margins(0.0)))


def values(found: Attribution) -> list[float]:
    return [part.value for part in found.rows[0].shares]


def test_shares_sum_to_the_whole_difference() -> None:
    found = shared(lambda m: [100, 130, 90, 180, 120, 111, 240, 310][m], 3)
    (row,) = found.rows
    assert row.other.value is not None and row.row.value is not None
    assert sum(values(found)) == pytest.approx(row.other.value - row.row.value, rel=1e-13)
    assert row.total == pytest.approx(row.other.value - row.row.value, rel=1e-13)


def test_dummies_and_twins() -> None:
    deal = np.zeros(BATCHES, int)
    corners = [
        side({"draws": ((100 + 50 * ((m & 1) + (m >> 2 & 1)) + deal).tolist(), [1000] * BATCHES)}) for m in range(8)
    ]
    clauses = [Clause((f"rules.{n}",), (0,), (1,)) for n in "abc"]
    found = attributed(clauses, corners, compared([corners[0], corners[-1]], ["draws"], Margins()))
    assert values(found) == [pytest.approx(0.05), 0.0, pytest.approx(0.05)]
    assert [part.value for part in found.rows[0].pairs] == pytest.approx([0.0, 0.0, 0.0], abs=1e-15)


def test_intervals_come_from_the_batches() -> None:
    """Two clauses: clause a's share is (v1 − v0 + v3 − v2)/2, so its error is that of these batch by batch."""
    rng = np.random.default_rng(3)
    y = rng.integers(100, 200, (4, BATCHES))
    corners = [side({"draws": (each.tolist(), [1000] * BATCHES)}) for each in y]
    clauses = [Clause(("rules.a",), (0,), (1,)), Clause(("rules.b",), (0,), (1,))]
    found = attributed(clauses, corners, compared([corners[0], corners[-1]], ["draws"], Margins()))
    per_batch = (y[1] - y[0] + y[3] - y[2]) / 2 / 1000
    (share, _), (pair,) = found.rows[0].shares, found.rows[0].pairs
    assert share.value == pytest.approx(per_batch.mean())
    assert share.se == pytest.approx(per_batch.std(ddof=1) / np.sqrt(BATCHES))
    together = (y[3] - y[1] - y[2] + y[0]) / 1000
    assert pair.value == pytest.approx(together.mean())
    assert pair.se == pytest.approx(together.std(ddof=1) / np.sqrt(BATCHES))


def test_what_one_combination_lacks_is_not_shared_out() -> None:
    full, empty = ([3] * BATCHES, [5] * BATCHES), ([0] * BATCHES, [0] * BATCHES)
    corners = [side({"draws": full, "margin": empty if m == 1 else full}) for m in range(4)]
    clauses = [Clause(("rules.a",), (0,), (1,)), Clause(("rules.b",), (0,), (1,))]
    found = attributed(clauses, corners, compared([corners[0], corners[-1]], ["draws", "margin"], Margins()))
    assert [row.row.metric for row in found.rows] == ["draws"]
    assert [row.metric for row in found.without] == ["margin"]


def test_combinations_of_clauses() -> None:
    grid = lattice(BASE, scenario("rules.jokers=0", "rules.riot=off", "seats.0.player=random", "seats.2.player=miser"))
    assert [clause.name for clause in grid.clauses] == ["riot", "jokers", "seats"]
    told = [(each.rules["riot"], each.rules["jokers"], each.seats[0].player) for each in grid.scenarios]
    assert told[0] == ("once", 1, "accountant") and told[0b001] == ("off", 1, "accountant")
    assert told[0b010] == ("once", 0, "accountant") and told[0b111] == ("off", 0, "random")
    assert grid.scenarios[0].digest() == BASE.digest() and len(set(told)) == 8
    assert describe_values(grid.clauses[0]) == "once → off"


def test_groups() -> None:
    variant = scenario("rules.hand=6", "rules.suits=5", "rules.jokers=0")
    grid = lattice(BASE, variant, ["suits,rules.hand"])
    assert [clause.name for clause in grid.clauses] == ["suits+hand", "jokers"]
    assert [(s.rules["suits"], s.rules["hand"], s.rules["jokers"]) for s in grid.scenarios] == [
        (7, 8, 1), (5, 6, 1), (7, 8, 0), (5, 6, 0),
    ]  # fmt: skip


SEVEN = (
    *("keep_cost=1", "release_gain=2", "transfer_cost=2", "hire_cost=3", "skill_cost=2", "start_coins=7"),
    "riot=off",
)


@pytest.mark.parametrize(
    ("overrides", "groups", "parts"),
    [
        (("hand=6", "suits=5"), (), ("with suits and without hand the game cannot be played", "--group suits,hand")),
        (SEVEN, (), ("in 7 clauses", "down to 6", "--group ")),
        (("jokers=0",), ("joker",), ("'joker' is no clause", "those are jokers")),
        (("jokers=0", "riot=off"), ("jokers", "riot,jokers"), ("names 'jokers' twice",)),
    ],
)
def test_what_cannot_be_shared_out(overrides: Sequence[str], groups: Sequence[str], parts: Sequence[str]) -> None:
    with pytest.raises(UserError) as error:
        lattice(BASE, scenario(*(f"rules.{each}" for each in overrides)), groups)
    assert all(part in str(error.value) for part in parts), str(error.value)


def test_seven_clauses_fit_when_grouped() -> None:
    grid = lattice(BASE, scenario(*(f"rules.{each}" for each in SEVEN)), ["keep_cost,hire_cost"])
    assert len(grid.clauses) == 6 and len(grid.scenarios) == 64
