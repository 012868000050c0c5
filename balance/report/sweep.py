"""A sweep as a report: which knob moves what, which pairs interact, and which knobs are dead."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from balance.experiment.comparison import ALARM
from balance.experiment.parts import Part
from balance.experiment.sweep import Pair, Sweep, Swept
from balance.games import load as load_game
from balance.report.alt import describe
from balance.report.charts import Chart, Curves, Heat, Point, Series
from balance.report.measures import Measures
from balance.report.numbers import SHARES, number
from balance.report.parts import MISSING, Answer, Code, Number, Picture, Report, Section, Sentence, Table

MOST_LINES = 6  # measures drawn as lines
MOST_KNOBS = 4  # knobs side by side in one figure
MOST_HEATS = 4  # pairs drawn as heat maps
MOST_NAMED = 4  # measures that a sentence names
SHORT = 10  # measures of a knob in a terminal
FAR = 0.5  # an axis starts at 0 if the lowest value is below so much of the highest


class SweepReport(Measures):
    """The report of a sweep in one language."""

    def __init__(self, sweep: Sweep, lang: str) -> None:
        super().__init__(load_game(sweep.grid.base.game), lang)
        self.found = sweep
        self.knobs = [self.ruling(each.path) for each in sweep.grid.knobs]
        # The measures that move farthest, in margins.
        self.order = sorted(sweep.rows, key=lambda row: -max(map(row.reach, range(len(self.knobs)))))

    def level(self, knob: int, level: int) -> str:
        """A knob at one of its values: ``hire cost 2``."""
        return self.say("sweep.level", knob=self.knobs[knob], value=self.found.grid.knobs[knob].words(level))

    def value_of(self, knob: int, level: int) -> str:
        return self.found.grid.knobs[knob].words(level)

    # The page ---------------------------------------------------------------------------------------

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """Effects by level, pairs, and every cell."""
        lines = tuple(self.lines(n, row) for n, row in enumerate(self.order[:MOST_LINES], 1))
        heats = tuple(self.heat(n, *each) for n, each in enumerate(self.pairs_drawn(), 1))
        made = [
            Section("effects", self.say("sweep.section.effects"), lines, self.effects_table()),
            Section("pairs", self.say("sweep.section.pairs"), heats),
            Section("cells", self.say("sweep.section.cells"), (), self.cells_table()),
        ]
        return tuple(each for each in made if each.pictures or each.table)

    def report(self) -> Report:
        """The whole page."""
        base = self.found.grid.base
        answers = [Answer("knobs", self.say("sweep.question.knobs"), tuple(self.knob_findings()), tuple(self.limits()))]
        if len(self.knobs) > 1:
            answers.append(Answer("pairs", self.say("sweep.question.pairs"), tuple(self.pair_findings())))
        return Report(
            lang=self.lang,
            title=self.say("sweep.title", scenario=self.title(base), knobs=self.words.listed(self.knobs)),
            question=base.question_ja if self.lang == "ja" else base.question,
            warnings=(),
            about=tuple(self.about()),
            answers=tuple(answers),
            sections=self.sections,
            hint=self.say("sweep.hint"),
            footer=self.say("footer"),
        )

    def about(self) -> list[tuple[str, Sentence]]:
        """What was varied, and on how many games."""
        found, say = self.found, self.say
        base, design = found.grid.base, found.grid.design
        rows = [(say("about.base"), Sentence((Code(base.name), f" {self.title(base)}")))]
        for each, name in zip(found.grid.knobs, self.knobs, strict=True):
            values = ", ".join(each.words(level) for level in range(len(each.values)))
            rows.append((say("sweep.about.knob"), Sentence((Code(each.path), f" {name}: {values}"))))
        key = "cells_full" if design.fraction == 1 else "cells_part"
        cells = say(f"sweep.about.{key}", n=len(design.cells), all=len(design.full), fraction=design.fraction)
        games = say("sweep.about.games_are", games=f"{found.games:,}", blocks=f"{found.blocks:,}")
        game = self.game.title_ja if self.lang == "ja" else self.game.title
        return [
            *rows,
            (say("about.game"), Sentence((self.words.say("about.game_is", title=game, version=self.game.version),))),
            (say("sweep.about.cells"), Sentence((cells,))),
            (say("sweep.about.games"), Sentence((games,))),
            (say("about.seed"), Sentence((str(base.seed),))),
        ]

    # Sentences --------------------------------------------------------------------------------------

    def knob_findings(self) -> list[Sentence]:
        """One sentence a knob, the one that moves most first."""
        reach = [max((row.reach(n) for row in self.found.rows), default=0.0) for n in range(len(self.knobs))]
        return [self._knob(n) for n in sorted(range(len(self.knobs)), key=lambda n: -reach[n])]

    def _knob(self, knob: int) -> Sentence:
        """What a knob moves, how far at most; or that it moves nothing."""
        name = self.knobs[knob]
        if knob in self.found.dead:
            return self.sentence("sweep.dead", {"knob": name})
        moved = self.moved(knob)
        if not moved:
            return self.sentence("sweep.still", {"knob": name, "all": str(len(self.found.rows))})
        moved.sort(key=lambda row: -row.reach(knob))
        values: dict[str, object] = {"knob": name, "n": str(len(moved)), "all": str(len(self.found.rows))}
        start = self.sentence("sweep.moves", values)
        pieces = [*start.pieces]
        for n, row in enumerate(moved[:MOST_NAMED]):
            pieces += [self.words.say("list.comma")] if n else []
            pieces += self._farthest(row, knob)
        basis = self.say("sweep.basis", blocks=f"{self.found.blocks:,}")
        return Sentence((*pieces, self.say("sweep.end")), basis)

    def _farthest(self, row: Swept, knob: int) -> list[str | Number | Code]:
        """A measure with the level that moves it farthest, and by how much."""
        sure = [(level, part) for level, part in enumerate(row.effects[knob]) if part and _sure(part)]
        level, part = max(sure, key=lambda each: abs(each[1].value))
        values = {"measure": self.measure(row.row), "value": self.value_of(knob, level)}
        return self.words.pieces("comparison.sweep.farthest", {**values, "change": self.change_of(part, row)})

    def limits(self) -> list[Sentence]:
        """What the design cannot tell, and the measures left out."""
        found = []
        if not self.found.grid.design.has_pairs and len(self.knobs) > 1:
            found.append(self.sentence("sweep.no_pairs", {}))
        if self.found.without:
            names = [self.measure(row) for row in self.found.without]
            listed = self.words.listed(names[:MOST_NAMED])
            if len(names) > MOST_NAMED:
                joined = self.words.say("list.comma").join(names[:MOST_NAMED])
                listed = self.say("more", listed=joined, n=len(names) - MOST_NAMED)
            found.append(self.sentence("sweep.without", {"listed": listed}))
        return found

    def pair_findings(self) -> list[Sentence]:
        """The surest interactions, one a pair and measure at most."""
        if not self.found.grid.design.has_pairs:
            return [self.sentence("sweep.no_pairs", {})]
        sure = self.interactions()
        if not sure:
            return [self.sentence("sweep.add_up", {})]
        found = []
        for row, pair, levels, part in sure[: 2 * MOST_NAMED]:
            one, two = (self.level(knob, level) for knob, level in zip(pair.knobs, levels, strict=True))
            values = {"one": one, "two": two, "measure": self.measure(row.row), "value": self.change_of(part, row)}
            found.append(self.sentence("sweep.pair", values))
        if len(sure) > 2 * MOST_NAMED:
            found.append(self.sentence("sweep.more_pairs", {"n": str(len(sure) - 2 * MOST_NAMED)}))
        return found

    def interactions(self) -> list[tuple[Swept, Pair, tuple[int, int], Part]]:
        """For each measure and pair its surest interaction, if it is sure at all; the largest in margins first."""
        found = []
        for row, pair in [(each, pair) for each in self.found.rows for pair in each.pairs]:
            sure = [(levels, part) for levels, part in pair.beyond.items() if _sure(part)]
            if sure:
                levels, part = max(sure, key=lambda each: abs(each[1].value))
                found.append((row, pair, levels, part))
        return sorted(found, key=lambda each: -abs(each[3].value) / (each[0].margin or 1.0))

    def change_of(self, part: Part, row: Swept) -> Number:
        """An effect with its sign and interval."""
        return self.change(part.value, part.low, part.high, row.row.unit)

    # Tables -----------------------------------------------------------------------------------------

    def effects_table(self) -> Table:
        """Every effect of a level against its knob's reference."""
        lines = []
        for row in self.order:
            for knob, effects in enumerate(row.effects):
                reference = self.value_of(knob, self.found.grid.reference(knob))
                for level, part in enumerate(effects):
                    if part is not None:
                        shown = self.change_of(part, row)
                        step = self.say("sweep.step", before=reference, after=self.value_of(knob, level))
                        cells = (shown.value, shown.interval or MISSING, self.p(part.p))
                        lines.append((self.measure(row.row), self.knobs[knob], step, *cells))
        columns = ("column.measure", "sweep.column.knob", "sweep.column.step", "sweep.column.effect")
        names = (*columns, "column.interval", "column.p")
        return Table(tuple(map(self.say, names)), tuple(lines), frozenset((3, 4, 5)))

    def cells_table(self) -> Table:
        """Every cell with the value of every measure."""
        design, grid = self.found.grid.design, self.found.grid
        columns = (*self.knobs, *(self.measure(row.row) for row in self.order))
        lines = []
        for n, cell in enumerate(design.cells):
            levels = [grid.knobs[knob].words(level) for knob, level in enumerate(cell)]
            lines.append((*levels, *(self.value(row.cells[n]).value for row in self.order)))
        return Table(columns, tuple(lines), frozenset(range(len(self.knobs), len(columns))))

    def short_tables(self) -> list[tuple[str, Table]]:
        """For a terminal: each knob that moves something, with the means by level of what it moves farthest."""
        found = []
        for knob, name in enumerate(self.knobs):
            moved = sorted(self.moved(knob), key=lambda row: -row.reach(knob))[:SHORT]
            lines = []
            for row in moved:
                means = (number(part.value, part.low, part.high, unit=row.row.unit).value for part in row.means[knob])
                lines.append((self.measure(row.row), *means))
            levels = (self.value_of(knob, level) for level in range(len(self.found.grid.knobs[knob].values)))
            if lines:
                found.append((name, Table((self.say("column.measure"), *levels), tuple(lines))))
        return found

    def moved(self, knob: int) -> list[Swept]:
        """The measures that a knob surely moves."""
        return [row for row in self.order if any(_sure(part) for part in row.effects[knob])]

    # Figures ----------------------------------------------------------------------------------------

    def lines(self, place: int, row: Swept) -> Picture:
        """The mean by level of each knob, all on one scale."""
        knobs = sorted(range(len(self.knobs)), key=lambda n: -row.reach(n))[:MOST_KNOBS]
        drawn = [part for n in knobs for part in row.means[n]]
        ends = [end for part in drawn for end in (part.value, part.low, part.high) if end is not None]
        low, high = min(ends), max(ends)
        room = 0.12 * ((high - low) or abs(high) or 1.0)
        bottom = 0.0 if 0.0 <= low < FAR * high else low - room
        panels = []
        for n in knobs:
            points = tuple(Point(part.value, part.low, part.high) for part in row.means[n])
            ticks = tuple(self.value_of(n, level) for level in range(len(points)))
            series = (Series(self.knobs[n], points, 0),)
            ordered = all(isinstance(value, int | float) for value in self.found.grid.knobs[n].values)
            scale = {"top": high + room, "bottom": bottom}
            panels.append(Curves("", self.knobs[n], ticks, series, row.row.unit in SHARES, joined=ordered, **scale))
        chart = Chart(self.say("sweep.figure.lines", measure=self.measure(row.row)), tuple(panels))
        return self._picture(f"levels-{place}", chart, self.say("sweep.caption.lines"), self._levels(row, knobs))

    def _levels(self, row: Swept, knobs: Sequence[int]) -> Table:
        """Mean by level with its interval."""
        lines = []
        for n in knobs:
            for level, part in enumerate(row.means[n]):
                shown = number(part.value, part.low, part.high, unit=row.row.unit)
                lines.append((self.knobs[n], self.value_of(n, level), shown.value, shown.interval or MISSING))
        names = ("sweep.column.knob", "sweep.column.level", "sweep.column.mean", "column.interval")
        return Table(tuple(map(self.say, names)), tuple(lines), frozenset((2, 3)))

    def pairs_drawn(self) -> list[tuple[Swept, Pair]]:
        """The strongest interactions; without any, the first pair of the measure that moves farthest."""
        sure = [(row, pair) for row, pair, _, _ in self.interactions()]
        return sure[:MOST_HEATS] or [(row, row.pairs[0]) for row in self.order[:1] if row.pairs]

    def heat(self, place: int, row: Swept, pair: Pair) -> Picture:
        """The mean by two knobs' levels."""
        one, two = pair.knobs
        down = tuple(self.level(one, level) for level in range(len(pair.means)))
        across = tuple(self.value_of(two, level) for level in range(len(pair.means[0])))
        every = [value for line in pair.means for value in line]
        share = row.row.unit in SHARES
        panel = Heat("", down, across, pair.means, sum(every) / len(every), share, self.knobs[two])
        names = {"measure": self.measure(row.row), "one": self.knobs[one], "two": self.knobs[two]}
        chart = Chart(self.say("sweep.figure.heat", **names), (panel,))
        shown = tuple(tuple(number(value, unit=row.row.unit).value for value in line) for line in pair.means)
        lines = tuple((name, *line) for name, line in zip(down, shown, strict=True))
        table = Table(("", *across), lines, frozenset(range(1, len(across) + 1)))
        return self._picture(f"pair-{place}", chart, self.say("sweep.caption.heat"), table)

    def _picture(self, key: str, chart: Chart, caption: str, table: Table) -> Picture:
        return Picture(key, chart.title, Sentence((caption,)), describe(chart, self.words), chart, table)


def _sure(part: Part | None) -> bool:
    """Whether an effect is told from 0, all effects looked at together."""
    return part is not None and part.p is not None and part.p <= ALARM and part.value != 0.0
