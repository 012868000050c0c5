"""The figures of a comparison: differences as a forest, seats side by side, curves laid over each other."""

from __future__ import annotations

from collections.abc import Sequence

from balance.experiment.comparison import Comparison, Difference
from balance.experiment.together import Row, all_metrics
from balance.games import load as load_game
from balance.report.alt import describe
from balance.report.charts import Chart, Curves, Groups, Key, Point, Series
from balance.report.measures import Measures, colour, legend
from balance.report.numbers import SHARES
from balance.report.parts import MISSING, Number, Picture, Sentence, Table

MOST_PANELS = 4  # curves of a metric with a second key
MOST_CURVES = 8  # metrics over time that are drawn
ROWS = 24  # most rows of one forest figure


class ComparisonFigures(Measures):
    """Pictures of a comparison in one language."""

    def __init__(self, comparison: Comparison, lang: str) -> None:
        super().__init__(load_game(comparison.base.scenario.game), lang)
        self.found = comparison
        self.names = self.titles([side.scenario for side in comparison.sides])

    def picture(self, key: str, chart: Chart, caption: str, table: Table) -> Picture:
        return Picture(key, chart.title, Sentence((caption,)), describe(chart, self.words), chart, table)

    def forest(self) -> list[Picture | None]:
        """Differences of shares in points, those of means as a part of the base's value."""
        base_rows = list(dict.fromkeys(each.base.key for each in self.found.family if each.value is not None))
        rows = {each.base.key: each.base for each in self.found.family}
        shares = [rows[key] for key in base_rows if rows[key].unit in SHARES]
        means = [rows[key] for key in base_rows if rows[key].unit not in SHARES and rows[key].value]
        return [self._forest_of("shares", shares[:ROWS]), self._forest_of("means", means[:ROWS])]

    def _forest_of(self, key: str, rows: Sequence[Row]) -> Picture | None:
        if not rows:
            return None
        relative = key == "means"
        series = []
        for n, name in enumerate(self.names[1:]):
            known = {each.base.key: each for each in self.found.of(n)}
            points = tuple(_point(known.get(row.key), row.value if relative else 1.0) for row in rows)
            series.append(Series(name, points, colour(n + 1)))  # as beside the base in other figures
        sign = "%" if relative else self.words.say("unit.points")
        axis = self.say("axis.relative" if relative else "axis.points")
        labels = tuple(map(self.measure, rows))
        panel = Groups(axis, labels, tuple(series), 100.0, sign, 0.0, self.found.margins.usual)
        chart = Chart(self.say(f"figure.{key}"), (panel,), legend(series) if len(series) > 1 else ())
        return self.picture(key, chart, self.say(f"caption.{key}"), self._values(rows))

    def _values(self, rows: Sequence[Row]) -> Table:
        """Value and interval of some rows in every scenario."""
        lines = []
        for row in rows:
            cells = []
            for side in self.found.sides:
                known = side.by_key.get(row.key)
                shown = Number(MISSING) if known is None else self.value(known)
                cells.append(f"{shown.value} [{shown.interval}]" if shown.interval else shown.value)
            lines.append((self.measure(row), *cells))
        numeric = frozenset(range(1, len(self.names) + 1))
        return Table((self.say("column.measure"), *self.names), tuple(lines), numeric)

    def side_by_side(self) -> list[Picture | None]:
        """Win rates of seats and of players, every scenario beside the others."""
        found: list[Picture | None] = []
        fair = 1.0 / self.found.base.scenario.players
        for key, metric in (("seats", "seat_win_rate"), ("players", "player_win_rate")):
            rows = [row for row in self.found.base.rows if row.metric == metric]
            if len(rows) < 2:
                continue
            series = [
                Series(name, tuple(_value(side.by_key.get(row.key)) for row in rows), colour(n))
                for n, (name, side) in enumerate(zip(self.names, self.found.sides, strict=True))
            ]
            labels = tuple(self.keys(row.where) for row in rows)
            panel = Groups("", labels, tuple(series), 100.0, "%", fair)
            equal = Key(self.words.say("legend.fair", share=f"{100 * fair:.1f}%"), kind="reference")
            chart = Chart(self.say(f"figure.{key}"), (panel,), (*legend(series), equal))
            found.append(self.picture(f"{key}-side-by-side", chart, self.say(f"caption.{key}"), self._values(rows)))
        return found

    def curves(self) -> list[Picture | None]:
        """The metrics over time that differ most surely, scenarios laid over each other."""
        over_time: dict[str, list[Row]] = {}
        for row in self.found.base.rows:
            if "t" in row.where:
                over_time.setdefault(row.metric, []).append(row)
        sure: dict[str, float] = {}
        for each in self.found.differences:
            if each.metric in over_time and each.value is not None and each.se:
                sure[each.metric] = max(sure.get(each.metric, 0.0), abs(each.value) / each.se)
        drawn: list[Picture | None] = []
        chosen = sorted(sure, key=lambda name: -sure[name])[:MOST_CURVES]
        for metric in all_metrics(self.game):
            if metric.name in chosen and len({row.where["t"] for row in over_time[metric.name]}) > 1:
                sentence = metric.sentence_ja if self.lang == "ja" else metric.sentence
                drawn.append(self._curve(metric.name, sentence[:1].upper() + sentence[1:], over_time[metric.name]))
        return drawn

    def _curve(self, metric: str, sentence: str, rows: Sequence[Row]) -> Picture | None:
        groups: dict[tuple[tuple[str, object], ...], list[Row]] = {}
        for row in rows:
            groups.setdefault(tuple((k, v) for k, v in row.where.items() if k != "t"), []).append(row)
        if len(groups) > MOST_PANELS:
            return None
        panels = []
        for keys, each in groups.items():
            series = tuple(
                Series(name, tuple(_value(side.by_key.get(row.key)) for row in each), colour(n))
                for n, (name, side) in enumerate(zip(self.names, self.found.sides, strict=True))
            )
            title = self.keys(dict(keys))
            ticks = tuple(str(row.where["t"]) for row in each)
            panels.append(Curves(title, self.words.say("axis.round"), ticks, series, each[0].unit in SHARES))
        chart = Chart(self.say("figure.curve", metric=self.metric(metric)), tuple(panels), legend(panels[0].series))
        return self.picture(f"curve-{metric}", chart, self.say("caption.curve", sentence=sentence), self._values(rows))


def _point(each: Difference | None, scale: float | None) -> Point:
    """A difference as a point, divided by ``scale``."""
    if each is None or each.value is None or not scale:
        return Point(None)
    low, high = (None if end is None else end / abs(scale) for end in (each.low, each.high))
    return Point(each.value / abs(scale), low, high)


def _value(row: Row | None) -> Point:
    """A row's value as a point; nothing where a scenario has no such row."""
    return Point(None) if row is None else Point(row.value, row.low, row.high)
