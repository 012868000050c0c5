"""The figures of what each thing is worth: things ranked by an effect, and correlation beside intervention."""

from __future__ import annotations

from collections.abc import Sequence

from balance.experiment.effects import SHOWN, Effect
from balance.experiment.impact import Impact, Taken
from balance.experiment.things import PLAYERS
from balance.experiment.together import Key, Row
from balance.games import load as load_game
from balance.games.contract import Thing
from balance.report.alt import describe
from balance.report.charts import Chart, Groups, Point, Series
from balance.report.measures import Measures, legend
from balance.report.numbers import SHARES
from balance.report.parts import MISSING, Number, Picture, Sentence, Table

ROWS = 24  # most things of one figure
MEASURES = 3  # most measures by which a group is ranked


class ImpactFigures(Measures):
    """Pictures of what was taken away, in one language."""

    def __init__(self, impact: Impact, lang: str) -> None:
        super().__init__(load_game(impact.base.scenario.game), lang)
        self.found = impact
        self.fair = 1.0 / impact.base.scenario.players

    # Words ------------------------------------------------------------------------------------------

    def name(self, thing: Thing) -> str:
        return thing.label_ja if self.lang == "ja" else thing.label

    def group(self, group: str) -> str:
        """A group in words."""
        return self.words.get(f"group.{group}", self.words.get(f"comparison.impact.group.{group}", group))

    def effect(self, effect: Effect) -> Number:
        """An effect with its sign and interval."""
        return self.change(effect.value, effect.low, effect.high, effect.row.unit)

    def holder_kind(self, each: Taken) -> str:
        """Whose win rate the holder's is: of a drawer, of a banned row, of a row that plays otherwise."""
        if each.thing.group == PLAYERS:
            return "plays"
        return "banned" if each.rows else "draws"

    # Order ------------------------------------------------------------------------------------------

    def ranked(self, group: str) -> list[Taken]:
        """The things of a group, shown effects first, by how far they reach."""

        def reach(each: Taken) -> tuple[bool, float]:
            shown = [effect.reach for effect in each.all_effects if effect.state == SHOWN]
            return bool(shown), max(shown or [effect.reach for effect in each.all_effects], default=0.0)

        return sorted(self.found.of(group), key=reach, reverse=True)

    def misleading(self, group: str) -> list[Taken]:
        """Things whose descriptive win rate surely lies on one side of the fair share, and that do not help so.

        Taking them away surely costs (or brings) their holder no more than the margin, or does the contrary.
        """
        found = []
        for each in self.found.of(group):
            row, holder = each.described[0] if each.described else None, each.holder
            if row is None or row.low is None or row.high is None:
                continue
            if holder is None or holder.low is None or holder.high is None:
                continue
            side = 1 if row.low > self.fair else -1 if row.high < self.fair else 0
            worth = 0 if holder.state != SHOWN or holder.value is None else -1 if holder.value > 0 else 1
            little = holder.low >= -holder.margin and holder.high <= holder.margin
            if side and worth != side and (worth or little):
                found.append(each)
        return sorted(found, key=lambda each: -abs((each.described[0].value or 0.0) - self.fair))

    # Figures ----------------------------------------------------------------------------------------

    def pictures(self, group: str) -> list[Picture]:
        """The holders' impact, some measures, and correlation beside intervention."""
        found = [self.holders(group), *(self.ranking(group, n, key) for n, key in enumerate(self.keys_of(group), 1))]
        found.append(self.beside(group))
        return [each for each in found if each is not None]

    def keys_of(self, group: str) -> list[Key]:
        """The measures that are moved farthest, shown effects first."""
        best: dict[Key, tuple[bool, float]] = {}
        for effect in (effect for each in self.found.of(group) for effect in each.effects if effect.value is not None):
            here = (effect.state == SHOWN, effect.reach)
            best[effect.row.key] = max(best.get(effect.row.key, here), here)
        order = sorted(best, key=lambda key: best[key], reverse=True)
        return [key for n, key in enumerate(order[:MEASURES]) if n == 0 or best[key][0]]

    def ranking(self, group: str, place: int, key: Key) -> Picture | None:
        """The things of a group by what one measure changes by without each."""
        pairs = [(each, effect) for each in self.found.of(group) for effect in each.effects if effect.row.key == key]
        measure = self.named(key[0], dict(key[1]))
        title = self.say("impact.figure.ranking", group=self.group(group), measure=measure)
        return self._ranking(f"{group}-{place}", title, self.say("impact.caption.ranking"), pairs)

    def holders(self, group: str) -> Picture | None:
        """The things of a group by what their holder wins less without them."""
        pairs = [(each, each.holder) for each in self.found.of(group) if each.holder is not None]
        title = self.say("impact.figure.holders", group=self.group(group))
        kind = self.holder_kind(pairs[0][0]) if pairs else ""
        return (
            self._ranking(f"{group}-holders", title, self.say(f"impact.caption.holder_{kind}"), pairs)
            if pairs
            else None
        )

    def _ranking(self, key: str, title: str, caption: str, pairs: Sequence[tuple[Taken, Effect]]) -> Picture | None:
        known = [(each, effect) for each, effect in pairs if effect.value is not None]
        far = sorted(known, key=lambda pair: -abs(pair[1].value or 0.0))[:ROWS]
        drawn = sorted(far, key=lambda pair: -(pair[1].value or 0.0))
        if not drawn:
            return None
        share = drawn[0][1].row.unit in SHARES
        points = tuple(Point(effect.value, effect.low, effect.high) for _, effect in drawn)
        series = (Series(title, points, 0),)
        sign = self.words.say("unit.points") if share else ""
        labels = tuple(self.name(each.thing) for each, _ in drawn)
        band = drawn[0][1].margin
        panel = Groups("", labels, series, 100.0 if share else 1.0, sign, 0.0, band)
        if len(known) > len(drawn):
            caption = f"{caption} {self.say('impact.caption.cut', n=len(drawn), all=len(known))}"
        lines = []
        for each, effect in drawn:
            shown = self.effect(effect)
            cells = (shown.value, shown.interval or MISSING, self.p(effect.adjusted))
            lines.append((self.name(each.thing), *cells, self.say(f"impact.state.{effect.state}")))
        names = (
            "impact.column.thing",
            "impact.column.effect",
            "column.interval",
            "impact.column.p",
            "impact.column.state",
        )
        table = Table(tuple(map(self.say, names)), tuple(lines), frozenset((1, 2, 3)))
        return self._picture(key, Chart(title, (panel,)), caption, table)

    def beside(self, group: str) -> Picture | None:
        """Descriptive win rates, less the fair share, beside what the holder loses without the thing."""
        pairs = [
            (each, each.described[0], each.holder)
            for each in self.found.of(group)
            if each.described and each.described[0].value is not None and each.holder is not None
        ]
        if not pairs:
            return None

        def apart(pair: tuple[Taken, Row, Effect]) -> float:
            return abs((pair[1].value or 0.0) - self.fair + (pair[2].value or 0.0))

        drawn = sorted(pairs, key=apart, reverse=True)[:ROWS]
        told = tuple(
            Point(*(None if end is None else end - self.fair for end in (row.value, row.low, row.high)))
            for _, row, _ in drawn
        )
        lost = tuple(
            Point(*(None if end is None else -end for end in (holder.value, holder.high, holder.low)))
            for _, _, holder in drawn
        )
        metric = self.metric(drawn[0][1].metric)
        series = (
            Series(self.say("impact.legend.described", metric=metric), told, 1),
            Series(self.say("impact.legend.lost"), lost, 0),
        )
        labels = tuple(self.name(each.thing) for each, _, _ in drawn)
        panel = Groups("", labels, series, 100.0, self.words.say("unit.points"), 0.0)
        chart = Chart(self.say("impact.figure.beside", group=self.group(group)), (panel,), legend(series))
        lines = []
        for (each, row, holder), point in zip(drawn, lost, strict=True):
            rate = self.value(row)
            shown = self.change(point.value, point.low, point.high, holder.row.unit)
            cells = (rate.value, rate.interval or MISSING, shown.value, shown.interval or MISSING)
            lines.append((self.name(each.thing), *cells))
        columns = (
            self.say("impact.column.thing"),
            metric,
            self.say("column.interval"),
            self.say("impact.legend.lost"),
            self.say("column.interval"),
        )
        table = Table(columns, tuple(lines), frozenset((1, 2, 3, 4)))
        return self._picture(f"{group}-beside", chart, self.say("impact.caption.beside"), table)

    def _picture(self, key: str, chart: Chart, caption: str, table: Table) -> Picture:
        return Picture(key, chart.title, Sentence((caption,)), describe(chart, self.words), chart, table)
