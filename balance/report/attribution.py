"""Clause by clause: whose doing a change is, as sentences, tables and waterfalls."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from balance.experiment.comparison import ALARM
from balance.experiment.lattice import SEATS, Attributed, Attribution, Clause
from balance.experiment.parts import Part
from balance.report.charts import Chart, Point, Steps
from balance.report.comparison import ComparisonReport
from balance.report.numbers import SHARES
from balance.report.parts import MISSING, Answer, Number, Picture, Piece, Section, Sentence, Table

MOST_PICTURES = 4
MOST_SHARED = 6  # changes that sentences share out
MOST_PAIRS = 8  # pairs that sentences name


class AttributionReport:
    """The part of a comparison's report that shares changes out among clauses."""

    def __init__(self, telling: ComparisonReport, attribution: Attribution) -> None:
        self.telling = telling
        self.found = attribution
        self.names = [self._name(clause) for clause in attribution.clauses]
        self.pairs = list(combinations(range(len(self.names)), 2))
        states = {each.base.key: each for each in telling.found.family}
        self.changed = [row for row in attribution.rows if self._state(states, row) == "unbalanced"]
        self.changed.sort(key=lambda row: states[row.row.key].adjusted or 0.0)

    @staticmethod
    def _state(states: Any, row: Attributed) -> str:
        verdict = states[row.row.key].verdict
        return verdict.state if verdict else ""

    def _name(self, clause: Clause) -> str:
        """A clause in words: its rulings, and a short value after."""
        say = self.telling.say
        names = []
        for key, after in zip(clause.keys, clause.after, strict=True):
            if key == SEATS:
                names.append(say("attribution.seats"))
            else:
                value = self.telling.setting(after)
                name = self.telling.ruling(key)
                names.append(say("attribution.clause", name=name, value=value) if len(value) <= 20 else name)
        return " + ".join(names)

    def change(self, part: Part | Attributed, unit: str) -> Number:
        """A share or a total as it is shown."""
        if isinstance(part, Attributed):
            return self.telling.change(part.total, None, None, unit)
        return self.telling.change(part.value, part.low, part.high, unit)

    def answer(self) -> Answer:
        """Whose doing the changes are."""
        return Answer("attribution", self.telling.say("attribution.question"), tuple(self.findings()))

    def findings(self) -> list[Sentence]:
        """A sentence for each change, clauses that do nothing, and pairs that interact."""
        telling = self.telling
        found = [self._shared(row) for row in self.changed[:MOST_SHARED]]
        if not found:
            found.append(telling.sentence("attribution.nothing", {}))
        if len(self.changed) > MOST_SHARED:
            found.append(telling.sentence("attribution.more_shared", {"n": str(len(self.changed) - MOST_SHARED)}))
        for i, name in enumerate(self.names):
            if self.found.rows and all(row.shares[i].value == 0.0 for row in self.found.rows):
                found.append(telling.sentence("attribution.dead", {"clause": name}))
        found += self._interactions()
        if self.found.without:
            listed = telling.listed([telling.measure(row) for row in self.found.without])
            found.append(telling.sentence("attribution.without", {"listed": listed}))
        return found

    def _shared(self, row: Attributed) -> Sentence:
        """The total, then each clause with its share and interval, the largest first."""
        say, unit = self.telling.say, row.row.unit
        order = sorted(range(len(self.names)), key=lambda i: -abs(row.shares[i].value))
        pieces: list[Piece] = [
            say("attribution.total", measure=self.telling.measure(row.row)),
            self.change(row, unit),
            say("attribution.of_which"),
        ]
        for n, i in enumerate(order):
            pieces += [self.telling.words.say("list.comma")] if n else []
            pieces += [f"{self.names[i]} ", self.change(row.shares[i], unit)]
        basis = say("basis", games=f"{self.telling.found.base.games:,}")
        return Sentence((*pieces, say("attribution.end")), basis)

    def interacting(self) -> list[tuple[Attributed, int, Part]]:
        """Pairs that surely interact, the surest first."""
        every = [(row, n, part) for row in self.found.rows for n, part in enumerate(row.pairs)]
        sure = [each for each in every if each[2].p is not None and each[2].p <= ALARM and each[2].se]
        return sorted(sure, key=lambda each: -abs(each[2].value / (each[2].se or 1.0)))

    def _interactions(self) -> list[Sentence]:
        telling, sure = self.telling, self.interacting()
        if not self.pairs:
            return []
        if not sure:
            return [telling.sentence("attribution.no_pair", {})]
        found = []
        for row, n, part in sure[:MOST_PAIRS]:
            one, two = (self.names[i] for i in self.pairs[n])
            values = {"one": one, "two": two, "measure": telling.measure(row.row)}
            found.append(telling.sentence("attribution.pair", {**values, "value": self.change(part, row.row.unit)}))
        if len(sure) > MOST_PAIRS:
            found.append(telling.sentence("attribution.more_pairs", {"n": str(len(sure) - MOST_PAIRS)}))
        return found

    def section(self) -> Section:
        """Waterfalls of the surest changes, and every share."""
        rows = self.changed or list(self.found.rows)
        pictures = tuple(self.waterfall(n, row) for n, row in enumerate(rows[:MOST_PICTURES], 1))
        return Section("attribution", self.telling.say("attribution.section"), pictures, self.table(self.found.rows))

    def waterfall(self, number: int, row: Attributed) -> Picture:
        """From the base's value to the variant's, clause by clause."""
        telling, share = self.telling, row.row.unit in SHARES
        labels = (telling.names[0], *self.names, telling.names[1])
        start = Point(row.row.value, row.row.low, row.row.high)
        end = Point(row.other.value, row.other.low, row.other.high)
        steps = tuple(Point(part.value, part.low, part.high) for part in row.shares)
        panel = Steps("", labels, start, steps, end, *((100.0, "%") if share else (1.0, "")))
        chart = Chart(telling.say("attribution.figure", measure=telling.measure(row.row)), (panel,))
        caption = telling.say("attribution.caption")
        return telling.picture(f"clauses-{number}", chart, caption, self.table([row]))

    def table(self, rows: Sequence[Attributed]) -> Table:
        """Change and shares of some measures."""
        columns = (self.telling.say("column.measure"), self.telling.say("column.difference"), *self.names)
        lines = []
        for row in rows:
            cells = [self.change(part, row.row.unit) for part in row.shares]
            shown = [cell.bracketed for cell in cells]
            lines.append((self.telling.measure(row.row), self.change(row, row.row.unit).value or MISSING, *shown))
        return Table(columns, tuple(lines), frozenset(range(1, len(columns))))

    def short_table(self) -> tuple[Table, str, str]:
        """The shares without intervals, narrow enough for a terminal, clauses by number; its title and note."""
        columns = (self.telling.say("column.measure"), self.telling.say("column.difference"))
        numbered = tuple(str(n) for n in range(1, len(self.names) + 1))
        lines = []
        for row in self.found.rows:
            cells = [f"{self._mark(part)}{self.change(part, row.row.unit).value}" for part in row.shares]
            lines.append((self.telling.measure(row.row), self.change(row, row.row.unit).value, *cells))
        say = self.telling.say
        clauses = self.telling.words.say("list.comma").join(f"{n} {name}" for n, name in enumerate(self.names, 1))
        note = say("attribution.numbers", clauses=clauses)
        return Table((*columns, *numbered), tuple(lines)), say("attribution.section"), note

    @staticmethod
    def _mark(part: Part) -> str:
        """``~`` before a share whose interval includes 0."""
        return "~" if part.low is None or part.high is None or part.low <= 0.0 <= part.high else ""


def document(attribution: Attribution) -> dict[str, Any]:
    """The attribution as JSON; missing values are null."""
    names = [clause.name for clause in attribution.clauses]
    pairs = list(combinations(names, 2))
    return {
        "clauses": [
            {"name": each.name, "keys": list(each.keys), "base": list(each.before), "variant": list(each.after)}
            for each in attribution.clauses
        ],
        "games": attribution.games,
        "measures": [
            {
                "metric": row.row.metric,
                "where": dict(row.row.where),
                "unit": row.row.unit,
                "base": row.row.value,
                "value": row.other.value,
                "difference": row.total,
                "shares": [{"clause": name, **vars(part)} for name, part in zip(names, row.shares, strict=True)],
                "pairs": [{"clauses": list(pair), **vars(part)} for pair, part in zip(pairs, row.pairs, strict=True)],
            }
            for row in attribution.rows
        ],
        "without": [{"metric": row.metric, "where": dict(row.where)} for row in attribution.without],
    }
