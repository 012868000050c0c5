"""From the batch table to the table of metrics: values, intervals, and the reason where there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.metrics.layout import Layout
from balance.metrics.spec import Better, Metric, Row, Tally
from balance.stats.batches import BatchTable, Estimate, ratio, ratios

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ["metric", "where", "value", "low", "high", "se", "n", "count", "games", "blocks", "unit", "kind", "note"]
Columns = tuple[np.ndarray, np.ndarray]  # batch sums y[B] and x[B]
SHOWN_KEYS = {"round": "t"}  # the key under which an axis is shown, where it differs


@dataclass(frozen=True, eq=False)
class Sums:
    """The sums of a run, with what is needed to read them."""

    layout: Layout
    table: BatchTable
    games_per_block: int
    alike: bool  # all seats play alike, each deal twice
    close: int  # largest margin of a close game

    @property
    def blocks(self) -> int:
        return self.table.blocks

    @property
    def games(self) -> int:
        return self.blocks * self.games_per_block

    @property
    def seats(self) -> int:
        return len(self.layout.axes["seat"])

    def cells(self, tally: Tally) -> np.ndarray:
        """Batch sums of a tally: int64[batches, *keys]."""
        return self.layout.cells_of(tally, self.table.sums)

    def total(self, tally: Tally) -> np.ndarray:
        """Sums of a tally over all games: int64[*keys]."""
        return self.cells(tally).sum(axis=0)

    @cached_property
    def batch_blocks(self) -> np.ndarray:
        """Blocks in each batch: int64[batches]."""
        return self.table.batch_blocks()

    def labels(self, tally: Tally) -> list[tuple[str, ...]]:
        """Labels of each key in ``tally.by``."""
        return [self.layout.labels(key) for key in tally.by]


def key(label: str) -> str | int:
    """A label as it is shown in ``where``: numbers as numbers."""
    return int(label) if label.lstrip("-").isdigit() else label


def shown(name: str) -> str:
    """The name under which an axis appears in ``where``."""
    return SHOWN_KEYS.get(name, name)


def row(where: dict[str, Any], estimate: Estimate, scale: float = 1.0, *, columns: Columns | None = None) -> Row:
    """A derived metric's row from an estimate whose unit is ``scale`` of the metric's.

    ``columns``: batch sums (y[B], x[B]) whose ratio the row's value is, where there are any: with them the row
    can be paired with that of another scenario on the same blocks.  ``interval`` gives the row's interval at
    another level than 95%.
    """

    def in_unit(value: float | None) -> float | None:
        return None if value is None else value * scale

    def interval(level: float) -> tuple[float | None, float | None]:
        low, high = estimate.interval(level)
        return in_unit(low), in_unit(high)

    return {
        "where": where,
        "value": in_unit(estimate.value),
        "low": in_unit(estimate.low),
        "high": in_unit(estimate.high),
        "se": in_unit(estimate.se),
        "n": estimate.n,
        "count": float(estimate.x_sum),
        "note": estimate.note,
        "columns": columns,
        "interval": interval,
    }


def rate(sums: Sums, y: np.ndarray, x: np.ndarray) -> Estimate:
    """Estimate of a rate from batch sums y[B] and x[B], y in units of x."""
    return ratio(y, x, kind="rate", blocks=sums.blocks)


def missing(where: dict[str, Any], reason: str) -> Row:
    """The row of a metric that this design cannot give."""
    return {"where": where, "value": None, "note": reason}


def measure(metrics: Sequence[Metric], sums: Sums) -> pd.DataFrame:
    """The table of metrics: a row for each metric and group, columns `COLUMNS`; nothing is NaN where None is meant.

    ``where`` is a dict of keys; ``n`` is a rate's effective size, ``count`` ΣX in its own unit.
    """
    import pandas as pd  # takes half a second to load, and comparisons make no such table

    rows = measured_rows(metrics, sums)
    return pd.DataFrame({name: pd.Series([r[name] for r in rows], dtype=object) for name in COLUMNS})


def measured_rows(metrics: Sequence[Metric], sums: Sums) -> list[dict[str, Any]]:
    """The rows of `measure`, each also with the ``columns`` of its ratio, None if it is no ratio of batch sums,
    and with its ``interval`` as a function of the level, None if it has none.
    """
    rows: list[dict[str, Any]] = []
    for metric in metrics:
        found = metric.derive(sums) if metric.derive else _ratio_rows(metric, sums)
        for each in found:
            rows.append(
                {
                    **dict.fromkeys((*COLUMNS, "columns", "interval")),
                    "games": sums.games,
                    "blocks": sums.blocks,
                    **each,
                    "metric": metric.name,
                    "unit": metric.unit,
                    "kind": metric.kind,
                }
            )
    return rows


def groups(metric: Metric, axes: Mapping[str, Sequence[str]]) -> dict[str, list[str | int]]:
    """Keys of a ratio's rows with their values, as `measured_rows` shows them; a run is not needed."""
    assert metric.y is not None
    found = {shown(name): [key(label) for label in axes[name]] for name in metric.y.by}
    if metric.y.bucket and metric.pick is None:
        found[shown(metric.bucket_key)] = [key(label) for label in metric.bucket_labels]
    return found


def _ratio_rows(metric: Metric, sums: Sums) -> list[Row]:
    assert metric.y is not None and metric.kind != "derived"
    y, x = sums.cells(metric.y), sums.cells(metric.x)
    names = [*metric.y.by]
    labels = sums.labels(metric.y)
    if metric.pick is not None:
        y = y[..., metric.pick]
    elif metric.y.bucket:
        names.append(metric.bucket_key)
        labels.append(metric.bucket_labels)
    if metric.pick_x is not None:
        x = x[..., metric.pick_x]
    x_names = [*metric.x.by, *([metric.bucket_key] if metric.x.bucket and metric.pick_x is None else [])]
    x = x.reshape(len(x), *(x.shape[1 + x_names.index(name)] if name in x_names else 1 for name in names))
    x = np.ascontiguousarray(np.broadcast_to(x, y.shape).reshape(len(y), -1)) * metric.scale
    y = y.reshape(len(y), -1)
    estimates = ratios(
        y,
        x,
        kind="rate" if metric.kind == "rate" else "mean",
        blocks=sums.blocks,
    )
    places = np.ndindex(*(len(each) for each in labels))
    found = []
    for at, (place, estimate) in enumerate(zip(places, estimates, strict=True)):
        where = {shown(name): key(each[i]) for name, each, i in zip(names, labels, place, strict=True)}
        one = row(where, estimate, columns=(y[:, at], x[:, at]))
        found.append({**one, "count": float(estimate.x_sum) / metric.scale})
    return found


def select(table: pd.DataFrame, metric: str, **where: Any) -> pd.DataFrame:
    """Rows of a metric whose keys have the given values."""
    part = table[table["metric"] == metric]
    keep = [all(each.get(k) == v for k, v in where.items()) for each in part["where"]]
    return part[keep]


def labelled(
    sums: Sums, name: str, pairs: dict[str, tuple[Tally, Tally]], scale: int = 1, *, rates: bool = False
) -> list[Row]:
    """Rows of a metric whose key ``name`` is spread over tallies: label → (y, x), other keys those of y."""
    rows = []
    for label, (y, x) in pairs.items():
        one = Metric(name, "", "", "", "rate" if rates else "mean", y, x, scale)
        rows += [{**each, "where": {name: label, **each["where"]}} for each in _ratio_rows(one, sums)]
    return rows


def spread_over(
    name: str,
    sentence: str,
    sentence_ja: str,
    unit: str,
    key: str,
    pairs: Mapping[str, tuple[Tally, Tally]],
    scale: int = 1,
    *,
    rates: bool = False,
    descriptive: bool = False,
    better: Better = "",
) -> Metric:
    """A metric with one pair of tallies for each label of ``key``."""

    def derive(sums: Sums) -> list[Row]:
        return labelled(sums, key, dict(pairs), scale, rates=rates)

    needs = {f"{label}.{part}": tally for label, pair in pairs.items() for part, tally in zip("yx", pair, strict=True)}
    return Metric(
        name, sentence, sentence_ja, unit, "derived", better=better, descriptive=descriptive, derive=derive, needs=needs
    )
