"""Sides of a comparison made by hand from batch sums: nothing is played."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.experiment import scenario as scenarios
from balance.experiment.scenario import Scenario
from balance.experiment.together import Row, Side
from balance.stats.batches import ratio
from balance.stats.paired import influence

Sums = tuple[Sequence[int], Sequence[int]]  # y and x by batch


def scenario(*overrides: str, name: str = "made") -> Scenario:
    """Draft 8 with some overrides under a name of its own."""
    loaded = scenarios.load("neotopia/draft8", overrides)
    return dataclasses.replace(loaded, name=name, title=f"Title of {name}", title_ja=f"{name}の題")


def side(
    sums: Mapping[str, Sums],
    *,
    of: Scenario | None = None,
    units: Mapping[str, str] | None = None,
    rates: Sequence[str] = (),
    more: Sequence[Row] = (),
    where: Mapping[str, Mapping[str, Any]] | None = None,
) -> Side:
    """A side whose metrics are the ratios of these sums, each batch one block of four games."""
    rows = []
    for place, (label, (y, x)) in enumerate(sums.items()):
        kind = "rate" if label in rates else "mean"
        found = ratio(np.array(y), np.array(x), kind=kind, blocks=len(y))
        metric, keys = label.partition("/")[0], (where or {}).get(label, {})
        unit = (units or {}).get(label, "share")
        ends = (found.value, found.low, found.high, found.se)
        rows.append(Row(metric, keys, unit, kind == "rate", *ends, found.note, place))
    tops = np.array([y for y, _ in sums.values()], dtype=np.int64).T
    bottoms = np.array([x for _, x in sums.values()], dtype=np.int64).T
    batches = len(tops)
    made = of or scenario()
    return Side(made, 4 * batches, batches, 4, ("a", "b"), (*rows, *more), influence(tops, bottoms))
