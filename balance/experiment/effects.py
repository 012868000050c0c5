"""What a measure changes by without a thing, and how much of that is known: shown, small, none, or open."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from balance.experiment.comparison import ALARM, IDENTICAL, NO_INTERVAL, Difference, interval_of
from balance.experiment.together import Row
from balance.stats.multiplicity import benjamini_hochberg
from balance.stats.paired import p_beyond
from balance.stats.verdict import DIFFERENCE_LEVEL, verdict

SHOWN, SMALL, NONE, OPEN = "shown", "small", "none", "open"  # what is known of an effect


@dataclass(frozen=True)
class Effect:
    """What a measure changes by without a thing; ``state`` is one of four.

    *shown*: told from 0, all effects of the family looked at together; *none*: the same in every batch of deals;
    *small*: within the margin (90% interval); *open*: not shown, and not shown to be small.
    """

    row: Row  # with the thing
    other: float | None  # without it
    value: float | None
    low: float | None
    high: float | None
    se: float | None
    margin: float
    p: float | None  # that there is no effect at all
    adjusted: float | None  # Benjamini–Hochberg over all effects of the family
    state: str
    note: str | None = None

    @property
    def reach(self) -> float:
        """How far the measure moves, in margins."""
        return abs(self.value or 0.0) / (self.margin or 1.0)


def effect_of(each: Difference) -> Effect:
    """A difference as an effect, of which it is not yet known whether it is shown."""
    p = None
    if each.value is not None and each.se is not None and each.df is not None:
        p = float(p_beyond(each.value, each.se, each.df, 0.0))
    state = NONE if each.note == IDENTICAL else OPEN
    if state == OPEN and each.verdict is not None and each.verdict.state == "balanced":
        state = SMALL
    ends = (each.low, each.high, each.se, each.margin)
    return Effect(each.base, each.other.value, each.value, *ends, p, None, state, each.note)


def told(
    row: Row, other: float, found: tuple[float, float, float], margin: float, blocks: int, *, same: bool
) -> Effect:
    """The effect on a holder, from a contrast's value, standard error and degrees of freedom."""
    value, se, df = found
    if not np.isfinite(se):
        return Effect(row, other, value, None, None, None, margin, None, None, OPEN, NO_INTERVAL)
    interval = interval_of(value, se, df, rate=True, blocks=blocks)
    low, high = interval(DIFFERENCE_LEVEL)
    small = verdict(value, interval, -margin, margin).state == "balanced"
    state = NONE if same else SMALL if small else OPEN
    p = float(p_beyond(value, se, df, 0.0))
    return Effect(row, other, value, low, high, se, margin, p, None, state, IDENTICAL if same else None)


def settled(effects: Sequence[Effect]) -> list[Effect]:
    """The effects of one thing; where all that have a p are none, so are those that have none and do not differ.

    A spread or a quantile has no errors by batch, so that it alone cannot tell that nothing changed.
    """
    tested = [each.state for each in effects if each.p is not None]
    if not tested or any(state != NONE for state in tested):
        return list(effects)
    return [dataclasses.replace(each, state=NONE) if each.value == 0.0 else each for each in effects]


def adjusted(effects: Sequence[Effect]) -> list[Effect]:
    """The same effects with Benjamini–Hochberg's p over all of them; what it upholds is shown, unless it is small."""
    places = [n for n, each in enumerate(effects) if each.p is not None]
    found = list(effects)
    for n, p in zip(places, benjamini_hochberg([effects[n].p or 0.0 for n in places]), strict=True):
        state = SHOWN if effects[n].state == OPEN and p <= ALARM else effects[n].state
        found[n] = dataclasses.replace(effects[n], adjusted=p, state=state)
    return found
