"""Sweeps: knobs from flags, scenarios of cells, and effects of batch sums made by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from balance.errors import UserError
from balance.experiment.knobs import Grid, grid, knob
from balance.experiment.margins import Margins
from balance.experiment.sweep import Sweep, sweep_plans, swept
from tests.experiment.sides import side

HIRE, RIOT = "rules.hire_cost=1..3", "rules.riot=once,off"
BATCHES = 40


def made(value: Callable[..., int], texts: Sequence[str] = (HIRE, RIOT), noise: int = 2) -> Sweep:
    """A sweep of a metric that is value(*levels) of 1000, with noise in every cell of its own."""
    cells = grid("neotopia/draft8", texts)
    rng = np.random.default_rng(5)
    sides = []
    for cell, scenario in zip(cells.design.cells, cells.scenarios, strict=True):
        y = value(*cell) + (rng.integers(-noise, noise + 1, BATCHES) if noise else np.zeros(BATCHES, int))
        sides.append(side({"draws": (y.tolist(), [1000] * BATCHES)}, of=scenario))
    return swept(cells, sides, Margins())


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("rules.hire_cost=1..4", (1, 2, 3, 4)),
        ("rules.hire_cost=1,3..4", (1, 3, 4)),
        ("rules.riot=once, off", ("once", "off")),
        ("rules.rotate_start=true,false", (True, False)),
        ("players=3,4", (3, 4)),
        ("rules.order_bonus=[\"order\", [4, 3, 2, 1]]", ("order", [4, 3, 2, 1])),
        ("seats.0.weights.coin=0.5,-1..1", (0.5, -1, 0, 1)),
        ("ｒｕｌｅｓ．hire_cost=１..２", (1, 2)),
    ],
)  # fmt: skip
def test_knobs(text: str, values: tuple[object, ...]) -> None:
    assert knob(text).values == values


@pytest.mark.parametrize(
    ("texts", "fraction", "part"),
    [
        ([], 1, "--vary: varies nothing"),
        (["rules.hire_cost"], 1, "--vary: \"rules.hire_cost\" varies nothing"),
        (["rules.hire_cost=2"], 1, "--vary rules.hire_cost: has one value only"),
        (["rules.hire_cost=4..1"], 1, "--vary rules.hire_cost: 4..1 is upside down"),
        (["rules.hire_cost=1..99"], 1, "has 99 values; give at most 16"),
        (["rules.hire_cost=1,2,1"], 1, "names 1 twice"),
        (["rules.hire_cost=1..2", "rules.hire_cost=3..4"], 1, "rules.hire_cost is varied twice"),
        (["seed=1,2"], 1, "seed is no knob"),
        (["rules.hire_costs=1,2"], 1, "did you mean 'hire_cost'"),
        (["rules.riot=once,never"], 1, "with rules.riot=never it cannot be played (rules.riot: "),
        (["rules.suits=5,7"], 1, "with rules.suits=5 it cannot be played (rules.hand: "),
        ([HIRE, RIOT, "rules.keep_cost=0..5", "rules.release_gain=0..4"], 1,
         "3 × 2 × 6 × 5 = 180 cells, of which 180 would be played, are more than 64; vary fewer knobs or values, "
         "or play one cell in 3 with --fraction"),
        ([HIRE, RIOT], 0, "--fraction: 0 is not allowed"),
        (["rules.riot=once,off", "rules.jokers=0,1"], 2, "--fraction: one cell in 2 of 2 × 2 = 4 does not tell"),
    ],
)  # fmt: skip
def test_what_is_no_sweep(texts: Sequence[str], fraction: int, part: str) -> None:
    with pytest.raises(UserError) as error:
        grid("neotopia/draft8", texts, fraction)
    assert part in str(error.value), str(error.value)


def test_cells_are_scenarios_checked_as_a_whole() -> None:
    cells = grid("neotopia/draft8", [HIRE, RIOT], overrides=["rules.jokers=0"], games=80, seed=3)
    told = [(s.rules["hire_cost"], s.rules["riot"]) for s in cells.scenarios]
    assert told == [(1, "once"), (1, "off"), (2, "once"), (2, "off"), (3, "once"), (3, "off")]
    assert {(s.rules["jokers"], s.seed, s.games) for s in cells.scenarios} == {(0, 3, 80)}
    assert [cells.reference(n) for n in range(2)] == [1, 0]  # what draft 8 has: 2 coins, riots once


def test_players_as_a_knob_share_the_deals() -> None:
    cells = grid("neotopia/draft8", ["players=3..5"], overrides=["rules.hand=6"], games=100)
    assert [[seat.player for seat in s.seats] for s in cells.scenarios] == [
        ["accountant", "majority", "spoiler"],
        ["accountant", "majority", "spoiler", "order"],
        ["accountant", "majority", "spoiler", "order", "accountant"],
    ]
    assert [s.rules["field_up"] for s in cells.scenarios] == [2, 0, 0]  # the draft's own for three
    planned = sweep_plans(cells)
    assert [each.games_per_block for each in planned] == [3, 4, 5]
    assert {each.blocks for each in planned} == {20}


def test_effects_are_differences_of_averages() -> None:
    found = made(lambda hire, riot: 100 + 30 * hire + 5 * riot, noise=0)
    (row,) = found.rows
    assert [part.value if part else None for part in row.effects[0]] == [
        pytest.approx(-0.03), None, pytest.approx(0.03),
    ]  # fmt: skip
    assert [part.value for part in row.means[1]] == pytest.approx([0.130, 0.135])
    assert [part.value for part in row.pairs[0].beyond.values()] == pytest.approx([0.0, 0.0], abs=1e-15)
    assert row.reach(0) == pytest.approx(0.06 / 0.02)


def test_interactions_are_beyond_the_references() -> None:
    found = made(lambda hire, riot: 100 + 30 * hire + 5 * riot + 20 * riot * (hire == 2), noise=0)
    pair = found.rows[0].pairs[0]
    # reference levels: hire 1, riot 0
    assert {levels: pytest.approx(part.value, abs=1e-15) for levels, part in pair.beyond.items()} == {
        (0, 1): 0.0, (2, 1): 0.02,
    }  # fmt: skip
    assert pair.means[2][1] == pytest.approx(0.185)


def test_intervals_come_from_the_cells_batches() -> None:
    cells = grid("neotopia/draft8", ["rules.riot=once,off", "rules.jokers=1,0"])
    rng = np.random.default_rng(8)
    y = rng.integers(50, 90, (4, BATCHES))
    sides = [side({"draws": (each.tolist(), [1000] * BATCHES)}) for each in y]
    (row,) = swept(cells, sides, Margins()).rows
    part = row.effects[0][1]
    per_batch = (y[2] + y[3] - y[0] - y[1]) / 2 / 1000
    assert part is not None and part.value == pytest.approx(per_batch.mean())
    assert part.se == pytest.approx(per_batch.std(ddof=1) / np.sqrt(BATCHES))


def test_a_knob_that_moves_nothing_is_dead() -> None:
    def same_games(value: Callable[..., int]) -> Sweep:
        cells: Grid = grid("neotopia/draft8", [HIRE, RIOT])
        deal = np.random.default_rng(2).integers(0, 50, BATCHES)
        sums = [(deal + value(*cell)).tolist() for cell in cells.design.cells]
        return swept(cells, [side({"draws": (y, [1000] * BATCHES)}) for y in sums], Margins())

    found = same_games(lambda hire, riot: 10 * hire)
    assert found.dead == (1,)
    assert all(part is None or (part.value, part.p) == (0.0, 1.0) for part in found.rows[0].effects[1])
    assert same_games(lambda hire, riot: 0).dead == (0, 1)
    assert made(lambda hire, riot: 0 + 50).dead == ()  # other games, though no effect


def test_a_cell_without_a_value_drops_the_measure() -> None:
    cells = grid("neotopia/draft8", ["rules.jokers=1,0"])
    some, none = ([3] * BATCHES, [4] * BATCHES), ([0] * BATCHES, [0] * BATCHES)
    sides = [side({"draws": some, "joker_vp": joker}) for joker in (some, none)]
    found = swept(cells, sides, Margins())
    assert [row.row.metric for row in found.rows] == ["draws"]
    assert [row.metric for row in found.without] == ["joker_vp"]
