"""Comparisons of batch sums made by hand: differences, verdicts, Holm, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from balance.errors import UserError
from balance.experiment import comparison
from balance.experiment.comparison import IDENTICAL, NO_INTERVAL, NOT_UPHELD, UNPAIRED, compared
from balance.experiment.margins import Margins, margins_of
from balance.experiment.scenario import load
from balance.experiment.together import Row, differing, plans
from balance.games import load as load_game
from tests.experiment.sides import scenario, side

FOUR = [4] * 8


def one(**more: object) -> comparison.Difference:
    """The one difference of base and variant sums."""
    kind = {"rates": ("draws",)} if more.pop("rate", False) else {}
    unit = {"draws": more.pop("unit", "share")}
    base = side({"draws": (more.pop("base"), FOUR)}, units=unit, **kind)  # type: ignore[arg-type,dict-item]
    other = side({"draws": (more.pop("other"), FOUR)}, units=unit, **kind)  # type: ignore[arg-type,dict-item]
    (found,) = compared([base, other], ["draws"], Margins(**more)).differences  # type: ignore[arg-type]
    return found


def test_a_difference_is_variant_less_base() -> None:
    found = one(base=[0, 1, 0, 1, 0, 1, 0, 1], other=[2, 3, 2, 3, 2, 3, 2, 3])
    assert found.value == 16 / 32 and found.base.value == 4 / 32
    # the same deals move both by as much: nothing is left of the error
    assert found.se == pytest.approx(0.0, abs=1e-15) and found.correlation == pytest.approx(1.0)
    assert found.saved == pytest.approx(1.0)


def test_games_that_are_the_same_say_so() -> None:
    found = one(base=[0, 1, 2, 0, 1, 2, 0, 1], other=[0, 1, 2, 0, 1, 2, 0, 1], rate=True)
    assert found.value == 0.0 and found.note == IDENTICAL
    assert found.low is not None and found.low < 0.0 < (found.high or 0.0)  # eight deals do not prove a zero
    assert found.verdict is not None and found.verdict.state == "undecided"


def test_margins_of_shares_and_of_means() -> None:
    margins = Margins(0.02, {"draws": 0.3})
    row = Row("margin", {}, "VP", False, -5.0, None, None, None, None, None)
    assert margins.of(row) == pytest.approx(0.1)
    assert margins.of(Row("margin", {}, "share", True, 0.5, None, None, None, None, None)) == 0.02
    assert margins.of(Row("draws", {}, "share", True, 0.5, None, None, None, None, None)) == 0.3


def test_verdicts_are_three_valued() -> None:
    rng = np.random.default_rng(2)
    deals = rng.integers(0, 5, 400)
    x = [4] * 400
    rows = {
        "draws": deals,
        "margin": np.minimum(deals + rng.integers(0, 2, 400), 4),
        "close_games": rng.permutation(deals),
    }
    base = side({name: (deals.tolist(), x) for name in rows}, rates=list(rows))
    other = side({name: (each.tolist(), x) for name, each in rows.items()}, rates=list(rows))
    found = {each.metric: each for each in compared([base, other], list(rows), Margins(0.02)).differences}
    states = {name: each.verdict.state for name, each in found.items() if each.verdict}
    assert states == {"draws": "balanced", "margin": "unbalanced", "close_games": "undecided"}
    again = compared([base, other], ["close_games"], Margins(0.2)).family[0]
    assert again.verdict is not None and again.verdict.state == "balanced"


def test_holm_runs_over_the_family_only() -> None:
    rng = np.random.default_rng(4)
    names = ["draws", "close_games", "no_lead_change", "truncated"]
    base = side({name: (rng.integers(0, 5, 60).tolist(), [4] * 60) for name in names})
    other = side({name: (rng.integers(0, 5, 60).tolist(), [4] * 60) for name in names})
    found = compared([base, other, other], names[:3], Margins(0.0))
    assert len(found.differences) == 8 and len(found.family) == 6
    expected = multipletests([each.p for each in found.family], method="holm")[1]
    assert [each.adjusted for each in found.family] == pytest.approx(expected)
    assert all(each.adjusted is None and each.verdict is None for each in found.differences if not each.judged)


def test_a_change_that_the_family_does_not_uphold_is_undecided() -> None:
    rng = np.random.default_rng(0)
    noise = {name: (rng.integers(0, 5, 100).tolist(), [4] * 100) for name in ("close_games", "no_lead_change")}
    more = {f"score_share/{n}": (rng.integers(0, 5, 100).tolist(), [4] * 100) for n in range(20)}
    where = {name: {"score": n} for n, name in enumerate(more)}
    shift = rng.integers(0, 5, 100)
    # p of the shifted metric by itself is about 1 in 100
    moved = np.clip(shift + (np.arange(100) % 3 == 0) * rng.integers(-1, 3, 100), 0, 4)
    base = side({**noise, **more, "draws": (shift.tolist(), [4] * 100)}, where=where)
    other = side({**noise, **more, "draws": (moved.tolist(), [4] * 100)}, where=where)
    alone = compared([base, other], ["draws"], Margins(0.0)).family[0]
    assert alone.p is not None and 0.05 / 21 < alone.p < 0.05
    assert alone.verdict is not None and alone.verdict.state == "unbalanced"
    together = compared([base, other], ["draws", "score_share"], Margins(0.0))
    held = next(each for each in together.family if each.metric == "draws")
    assert held.verdict is not None and (held.verdict.state, held.note) == ("undecided", NOT_UPHELD)


def test_what_is_no_ratio_is_never_paired() -> None:
    def row(value: float, se: float | None) -> Row:
        return Row("deal_share", {"of": "win"}, "share", False, value, None, None, se, None, None)

    sums = {"draws": ([1] * 4 + [2] * 4, FOUR)}
    with_se = compared(
        [side(sums, more=[row(0.1, 0.01)]), side(sums, more=[row(0.3, 0.03)])], ["deal_share"], Margins()
    )
    (found,) = with_se.family
    assert (found.value, found.se, found.note) == (pytest.approx(0.2), pytest.approx(0.04), UNPAIRED)
    assert found.low == pytest.approx(0.2 - 1.959964 * 0.04, abs=1e-6) and found.correlation is None
    without = compared(
        [side(sums, more=[row(0.1, None)]), side(sums, more=[row(0.3, None)])], ["deal_share"], Margins()
    )
    (found,) = without.family
    assert (found.low, found.p, found.verdict, found.note) == (None, None, None, NO_INTERVAL)


def test_rows_that_one_side_lacks_are_left_out() -> None:
    where = {"riot/1": {"suit": 1}, "riot/7": {"suit": 7}}
    sums = {name: ([1, 2] * 4, FOUR) for name in where}
    base, other = side(sums, where=where), side({"riot/1": sums["riot/1"]}, where=where)
    assert [dict(each.where) for each in compared([base, other], ["riot"], Margins()).family] == [{"suit": 1}]


def test_null_calibration_of_intervals_and_of_the_family() -> None:
    """Two equal scenarios on the same deals, 1,000 times, 6 measures: coverage 93–97%, any alarm at most 5%."""
    rng = np.random.default_rng(11)
    trials, batches, measures = 1000, 64, 6
    covered = alarms = 0
    names = ["draws", "close_games", "no_lead_change", "last_at_half_wins", "truncated", "joker_in_hand"]
    for _ in range(trials):
        deal = rng.normal(size=(batches, measures))
        sides = []
        for _ in range(2):
            chance = 1.0 / (1.0 + np.exp(-0.7 * deal - 0.5))
            y = rng.binomial(16, chance)
            sides.append(side({name: (y[:, n], np.full(batches, 16)) for n, name in enumerate(names)}, of=MADE))
        found = compared(sides, names, Margins(0.0)).family
        covered += sum(each.low <= 0.0 <= each.high for each in found)  # type: ignore[operator]
        alarms += any(each.verdict.state == "unbalanced" for each in found)  # type: ignore[union-attr]
    assert 0.93 < covered / (trials * measures) < 0.97
    assert alarms / trials <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / trials)


MADE = scenario()


def test_differing_names_rules_and_seats() -> None:
    base, other = scenario(), scenario("rules.jokers=0", "seats.0.player=random")
    assert differing([base, other]) == [("rules.jokers", [1, 0]), ("seats.0", ["accountant", "random"])]


def test_plans_share_blocks_and_rotations() -> None:
    alike, unlike = load("neotopia/accountants"), load("neotopia/draft8")
    both = plans([alike, unlike], 1001, 5)
    assert [(each.games_per_block, each.blocks, each.batch_blocks) for each in both] == [(4, 251, 1)] * 2
    assert [each.scenario.seed for each in both] == [5, 5]
    assert [each.games_per_block for each in plans([alike, alike], 1001, 5)] == [2, 2]


@pytest.mark.parametrize(
    ("variants", "sentence"),
    [
        ([], "names no variant"),
        (["neotopia/draft8-3players"], "has 3 players, while neotopia/draft8 has 4"),
        (["neotopia/draft8"], "has the rules and seats of neotopia/draft8"),
        (["neotopia/no-joker"] * 2, "has the rules and seats of neotopia/no-joker"),
        (["neotopia/no-joker"] * 7, "7 variants are more than a figure can show; give at most 6"),
    ],
)
def test_what_cannot_be_compared(variants: list[str], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        comparison.check([load("neotopia/draft8"), *map(load, variants)])


def test_margins_from_flags() -> None:
    game = load_game("neotopia")
    assert margins_of([], game) == Margins(0.02, {})
    assert margins_of(["0.05", "margin=0.5", "draws=0"], game) == Margins(0.05, {"margin": 0.5, "draws": 0})
    wrong = {"x": "give a number", "-1": "out of range", "upsets=1": "did you mean 'upset'", "nan": "give a number"}
    for flag, part in wrong.items():
        with pytest.raises(UserError, match=part):
            margins_of([flag], game)


def test_rates_differ_by_one_at_most() -> None:
    """With 3 degrees of freedom, t is 3.18: 0.5 ± 3.18 reaches beyond what a difference of rates can be."""
    assert comparison.interval_of(0.5, 1.0, 3.0, rate=True, blocks=10)(0.95) == (-1.0, 1.0)
    low, high = comparison.interval_of(0.5, 1.0, 3.0, rate=False, blocks=10)(0.95)
    assert (low, high) == (pytest.approx(-2.682, abs=1e-3), pytest.approx(3.682, abs=1e-3))
