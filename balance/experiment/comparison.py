"""A base and its variants on the same blocks: each metric's difference, how sure it is, and a verdict.

A difference is variant less base.  Verdicts are three-valued against a margin: *balanced* (alike) if the 90%
interval lies within ±margin, *unbalanced* (changed) if the 95% interval lies outside of it and Holm's
correction over the whole family upholds that, else *undecided*.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.errors import UserError
from balance.experiment import spreads
from balance.experiment.margins import Margins
from balance.experiment.run import Progress
from balance.experiment.scenario import Scenario
from balance.experiment.together import (
    Key,
    Row,
    Side,
    all_metrics,
    check_alike,
    chosen_metrics,
    plans,
    play_all,
)
from balance.games import load as load_game
from balance.games.contract import Game
from balance.stats.estimator import CONSTANT
from balance.stats.intervals import constant_contrast_bounds, t_interval
from balance.stats.multiplicity import holm
from balance.stats.paired import contrast, p_beyond, pairing
from balance.stats.verdict import DIFFERENCE_LEVEL, IntervalAt, Verdict, mean_interval, verdict

ALARM = 1.0 - DIFFERENCE_LEVEL
MOST_VARIANTS = 6  # as many as figures have colours for, beside the base
FEWEST_BLOCKS = 2

IDENTICAL = "the same in every batch of deals"
ONE_SIDED = "one of the two has no value"
UNPAIRED = "not a ratio of sums: interval without pairing, at its widest"
NO_INTERVAL = "not a ratio of sums: no interval of a difference"
NOT_UPHELD = "outside of the margin by itself, not upheld for the family"

# What a comparison looks at if nothing is said: metric and keys of its rows; a game adds its own summary.
MAIN: tuple[tuple[str, Mapping[str, Any]], ...] = tuple(
    (name, {})
    for name in (
        *("player_win_rate", "seat_win_rate", "seat_win_spread", "margin", "close_games", "draws", "lead_changes"),
        *("no_lead_change", "last_lead_change", "decided_at", "comeback", "last_at_half_wins", "game_turns"),
    )
)


@dataclass(frozen=True)
class Difference:
    """One row of base and variant; ``p`` is that of the failing side, ``adjusted`` Holm's over the family."""

    variant: int  # its number among the variants
    base: Row
    other: Row
    value: float | None
    low: float | None
    high: float | None
    se: float | None
    df: float | None
    correlation: float | None
    saved: float | None
    margin: float
    p: float | None
    adjusted: float | None
    verdict: Verdict | None
    judged: bool  # belongs to the family
    note: str | None

    @property
    def metric(self) -> str:
        return self.base.metric

    @property
    def where(self) -> Mapping[str, Any]:
        return self.base.where


@dataclass(frozen=True)
class Comparison:
    """A base, its variants, and every difference, variant by variant in the order of the metrics."""

    base: Side
    variants: tuple[Side, ...]
    differences: tuple[Difference, ...]
    margins: Margins
    asked: tuple[str, ...]  # names of the metrics that were asked for; none: the usual ones

    @property
    def sides(self) -> tuple[Side, ...]:
        return (self.base, *self.variants)

    @property
    def family(self) -> list[Difference]:
        """The differences that are judged together."""
        return [each for each in self.differences if each.judged]

    def of(self, variant: int) -> list[Difference]:
        """The judged differences of one variant."""
        return [each for each in self.family if each.variant == variant]


def check(scenarios: Sequence[Scenario]) -> None:
    """Refuse a comparison that cannot be made or drawn.  Raises UserError."""
    check_alike(scenarios)
    variants = scenarios[1:]
    if not variants:
        raise UserError("names no variant; give a base and one scenario or more to compare with it", place="VARIANT")
    if len(variants) > MOST_VARIANTS:
        raise UserError(
            f"{len(variants)} variants are more than a figure can show; give at most {MOST_VARIANTS}", place="VARIANT"
        )
    questions = [_question(scenario) for scenario in scenarios]
    for n, scenario in enumerate(variants, 1):
        if questions[n] in questions[:n]:
            twin = scenarios[questions.index(questions[n])]
            raise UserError(
                f"has the rules and seats of {twin.name}, so nothing can differ; change one of them", file=scenario.file
            )


def _question(scenario: Scenario) -> str:
    return dataclasses.replace(scenario, games=1, seed=0).digest()


def compare(
    scenarios: Sequence[Scenario],
    names: Sequence[str] = (),
    margins: Margins | None = None,
    threads: int | None = None,
    progress: Progress = lambda games: None,
) -> Comparison:
    """Play a base and its variants on the same blocks and compare them.

    ``names``: metrics to judge (all their rows); none: the usual ones.  Games and seed are the base's.
    Raises UserError, and KeyboardInterrupt if it is cut short.
    """
    check(scenarios)
    base = scenarios[0]
    game = load_game(base.game)
    chosen_metrics(game, names)
    planned = plans(scenarios, base.games, base.seed)
    if planned[0].blocks < FEWEST_BLOCKS:
        raise UserError(
            f"{base.games} games are one deal, which has no interval; give {planned[0].games + 1} or more",
            place="--games",
        )
    sides = play_all(planned, all_metrics(game), threads, progress)
    return compared(sides, names, margins or Margins())


def compared(sides: Sequence[Side], names: Sequence[str], margins: Margins) -> Comparison:
    """Compare scenarios that were played on the same blocks, the base first."""
    base, *variants = sides
    wanted = usual_rows(load_game(base.scenario.game)) if not names else [(name, {}) for name in names]
    found = [each for n, variant in enumerate(variants) for each in differences(base, variant, n, margins, wanted)]
    return Comparison(base, tuple(variants), tuple(_corrected(found)), margins, tuple(names))


def usual_rows(game: Game) -> list[tuple[str, Mapping[str, Any]]]:
    """Metric and keys of the rows that a comparison judges if nothing is said."""
    part = game.report()
    return [*MAIN, *(part.SUMMARY if part is not None else ())]


def is_wanted(row: Row, wanted: Sequence[tuple[str, Mapping[str, Any]]]) -> bool:
    """Whether a row is one of those that are judged."""
    return any(
        row.metric == name and all(row.where.get(key) == value for key, value in where.items())
        for name, where in wanted
    )


def differences(
    base: Side, variant: Side, number: int, margins: Margins, wanted: Sequence[tuple[str, Mapping[str, Any]]]
) -> list[Difference]:
    """Every row that both sides have, as the variant of this number; p-values are not yet adjusted."""
    keys = [row.key for row in base.rows if row.key in variant.by_key]
    paired = [key for key in keys if base.by_key[key].place is not None and variant.by_key[key].place is not None]
    at = {key: n for n, key in enumerate(paired)}
    ours, theirs = base.errors(paired), variant.errors(paired)
    apart = contrast((theirs, ours), (1.0, -1.0))
    correlation, saved = pairing(theirs, ours)
    same = np.all(ours.errors == theirs.errors, axis=1) & (ours.value == theirs.value)
    found = []
    note: str | None
    for key in keys:
        row, other = base.by_key[key], variant.by_key[key]
        n = at.get(key)
        if n is None:
            rho = gain = None
            value, se, df, note = _unpaired(row, other)
        else:
            value, se, df = (_known(float(part[n])) for part in (apart.value, apart.se, apart.df))
            rho, gain = _known(float(correlation[n])), _known(float(saved[n]))
            note = ONE_SIDED if value is None else IDENTICAL if same[n] else CONSTANT if se == 0.0 else None
        found.append(
            _spread(number, base, variant, row, other, margins.of(row), is_wanted(row, wanted))
            if row.metric in spreads.OF
            else _judged(
                number,
                row,
                other,
                (value, se, df),
                (rho, gain),
                margins.of(row),
                note,
                base.blocks,
                is_wanted(row, wanted),
            )
        )
    return found


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _unpaired(row: Row, other: Row) -> tuple[float | None, float | None, float | None, str]:
    """Difference of two values that are no ratios.

    Its standard error is at most the sum of the two, whatever their correlation (Cauchy–Schwarz).
    """
    if row.value is None or other.value is None:
        return None, None, None, ONE_SIDED
    value = float(other.value - row.value)
    if row.se is None or other.se is None:
        return value, None, None, NO_INTERVAL
    return value, row.se + other.se, math.inf, UNPAIRED


def _spread(number: int, base: Side, variant: Side, row: Row, other: Row, margin: float, judged: bool) -> Difference:
    """The difference of two spreads, enclosed by those of their rows."""
    keys = [each.key for each in base.rows if each.metric == spreads.OF[row.metric]]
    value = None if row.value is None or other.value is None else float(other.value - row.value)
    bare = _judged(number, row, other, (value, None, None), (None, None), margin, NO_INTERVAL, base.blocks, judged)
    if value is None or len(keys) < 2 or not all(key in variant.by_key for key in keys):
        return bare
    ours, theirs = base.errors(keys), variant.errors(keys)
    if min(ours.filled.min(), theirs.filled.min()) < 2:
        return bare
    _, interval = spreads.spread_difference(ours, theirs, base.blocks)
    low, high = interval(DIFFERENCE_LEVEL)
    p = spreads.p_of(interval, margin)
    state = verdict(value, interval, -margin, margin) if judged else None
    return dataclasses.replace(bare, low=low, high=high, p=p, verdict=state, note=None)


def _judged(
    variant: int,
    row: Row,
    other: Row,
    found: tuple[float | None, float | None, float | None],
    gain: tuple[float | None, float | None],
    margin: float,
    note: str | None,
    blocks: int,
    judged: bool,
) -> Difference:
    value, se, df = found
    low = high = p = None
    state = None
    if value is not None and se is not None and df is not None:
        at = interval_of(value, se, df, rate=row.rate, blocks=blocks)
        low, high = at(DIFFERENCE_LEVEL)
        p = float(p_beyond(value, se, df, margin))
        if judged:
            state = verdict(value, at, -margin, margin)
    return Difference(variant, row, other, value, low, high, se, df, *gain, margin, p, None, state, judged, note)


def interval_of(value: float, se: float, df: float, *, rate: bool, blocks: int) -> IntervalAt:
    """The interval of a difference at any level: Student's t; of rates that never differ, from the deals.

    Rates differ by 1 at most, so what lies beyond is cut off.
    """
    if rate and se == 0.0 and abs(value) <= 1.0:
        return lambda level: constant_contrast_bounds(value, blocks, level)
    if not rate or abs(value) > 1.0:
        return mean_interval(value, se, df)

    def possible(level: float) -> tuple[float, float]:
        low, high = t_interval(value, se, df, level)
        return max(low, -1.0), min(high, 1.0)

    return possible


def _corrected(found: Sequence[Difference]) -> list[Difference]:
    """The same differences with Holm's p over those judged; "changed" stays only where it is upheld."""
    family = [n for n, each in enumerate(found) if each.judged and each.p is not None]
    adjusted = dict(zip(family, holm([found[n].p or 0.0 for n in family]), strict=True))
    result = []
    for n, each in enumerate(found):
        p = adjusted.get(n)
        state, note = each.verdict, each.note
        if state is not None and state.state == "unbalanced" and (p is None or p > ALARM):
            state, note = Verdict("undecided", None, NOT_UPHELD), NOT_UPHELD
        result.append(dataclasses.replace(each, adjusted=p, verdict=state, note=note))
    return result


def keyed(differences: Sequence[Difference]) -> dict[Key, Difference]:
    """Differences of one variant by metric and keys."""
    return {each.base.key: each for each in differences}
