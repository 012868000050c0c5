"""How well a comparison holds at other line-ups, as sentences, a table and figures."""

from __future__ import annotations

from typing import Any

from balance.experiment.across import NOISY, Across, Claim, Lineup, Outcome
from balance.report.charts import Chart, Groups, Point, Series
from balance.report.comparison import ComparisonReport
from balance.report.numbers import SHARES
from balance.report.parts import MISSING, Answer, Number, Picture, Section, Sentence, Table

MOST_PICTURES = 4


class AcrossReport:
    """The part of a comparison's report that repeats it with other players."""

    def __init__(self, telling: ComparisonReport, across: Across) -> None:
        self.telling = telling
        self.found = across
        self.names = [self._name(lineup) for lineup in across.lineups]
        self.several = len(telling.found.variants) > 1
        decided = {"unbalanced": 0, "balanced": 1}
        self.claims = sorted(across.claims, key=lambda each: decided[_state(each)])

    def _name(self, lineup: Lineup) -> str:
        """A line-up in words."""
        players = self.telling.words.say("list.comma").join(lineup.players)
        return self.telling.say(f"across.{lineup.kind}", players=players, noise=f"{NOISY:g}")

    def claim(self, each: Claim) -> str:
        """The measure of a claim, with its variant where there are several."""
        measure = self.telling.measure(each.difference.base)
        if not self.several:
            return measure
        variant = self.telling.names[each.difference.variant + 1]
        return self.telling.say("across.of_variant", measure=measure, variant=variant)

    def answer(self) -> Answer:
        """Which verdicts hold for other players."""
        return Answer("across", self.telling.say("across.question"), tuple(self.findings()))

    def findings(self) -> list[Sentence]:
        """The changes one by one, the alike in one sentence."""
        telling = self.telling
        changed = [each for each in self.claims if _state(each) == "unbalanced"]
        alike = [each for each in self.claims if _state(each) == "balanced"]
        found = [self._changed(each) for each in changed]
        if not changed:
            found.append(telling.sentence("across.nothing", {}))
        if alike:
            values = {"listed": telling.listed([self._alike(each) for each in alike]), "all": str(len(self.names))}
            found.append(telling.sentence("across.alike", values))
        return found

    def _alike(self, each: Claim) -> str:
        counts = {"n": each.count("holds"), "against": each.count("against")}
        return self.telling.say("across.alike_one", measure=self.claim(each), **counts)

    def _changed(self, each: Claim) -> Sentence:
        """In how many line-ups a change holds, and which ones say the contrary."""
        telling = self.telling
        values: dict[str, Any] = {
            "measure": self.claim(each),
            "difference": telling.difference(each.difference),
            "n": Number(str(each.count("holds"))),
            "all": str(len(self.names)),
            "open": str(each.count("open")),
        }
        against = self._where(each, "against")
        values["against"] = telling.say("across.against", listed=telling.words.listed(against)) if against else ""
        basis = telling.say("basis", games=f"{telling.found.base.games:,}")
        return telling.sentence("across.changed", values, None, basis)

    def _where(self, each: Claim, outcome: Outcome) -> list[str]:
        return [name for name, found in zip(self.names, each.outcomes, strict=True) if found == outcome]

    def section(self) -> Section:
        """The changes at every line-up."""
        changed = [each for each in self.claims if _state(each) == "unbalanced"] or self.claims
        pictures = tuple(self.picture(n, each) for n, each in enumerate(changed[:MOST_PICTURES], 1))
        return Section("across", self.telling.say("across.section"), pictures, self.table())

    def picture(self, place: int, each: Claim) -> Picture:
        """The difference at this line-up and at all others."""
        telling, share = self.telling, each.difference.base.unit in SHARES
        rows = [each.difference, *each.found]
        points = tuple(Point(None) if row is None else Point(row.value, row.low, row.high) for row in rows)
        labels = (telling.say("across.own"), *self.names)
        sign = telling.words.say("unit.points") if share else ""
        series = (Series("", points, 0),)
        panel = Groups("", labels, series, 100.0 if share else 1.0, sign, 0.0, each.difference.margin)
        chart = Chart(telling.say("across.figure", measure=self.claim(each)), (panel,))
        lines = []
        for name, row in zip(labels, rows, strict=True):
            shown = Number(MISSING) if row is None else telling.difference(row)
            lines.append((name, shown.value, shown.interval or MISSING))
        names = ("across.lineup", "column.difference", "column.interval")
        table = Table(tuple(map(telling.say, names)), tuple(lines), frozenset((1, 2)))
        return telling.picture(f"across-{place}", chart, telling.say("across.caption"), table)

    def table(self) -> Table:
        """Every claim with the number of line-ups in which it holds, is contradicted, or stays open."""
        say = self.telling.say
        lines = []
        for each in self.claims:
            counts = [str(each.count(outcome)) for outcome in ("holds", "against", "open")]
            lines.append((self.claim(each), say(f"verdict.{_state(each)}"), *counts))
        names = ("column.measure", "column.verdict", "across.holds", "across.contrary", "across.open")
        return Table(tuple(map(say, names)), tuple(lines), frozenset((2, 3, 4)))

    def short_table(self) -> tuple[Table, str, str]:
        """The same for a terminal."""
        names = self.telling.words.say("list.comma").join(self.names)
        return self.table(), self.telling.say("across.section"), self.telling.say("across.lineups", listed=names)


def _state(each: Claim) -> str:
    assert each.difference.verdict is not None
    return each.difference.verdict.state


def document(across: Across) -> dict[str, Any]:
    """The line-ups and claims as JSON."""
    return {
        "lineups": [{"kind": each.kind, "seats": [seat.resolved() for seat in each.seats]} for each in across.lineups],
        "games": across.games,
        "claims": [
            {
                "variant": each.difference.variant,
                "metric": each.difference.metric,
                "where": dict(each.difference.where),
                "verdict": _state(each),
                "holds": each.count("holds"),
                "against": each.count("against"),
                "open": each.count("open"),
                "found": [
                    {
                        "outcome": outcome,
                        "difference": None if found is None else found.value,
                        "low": None if found is None else found.low,
                        "high": None if found is None else found.high,
                    }
                    for outcome, found in zip(each.outcomes, each.found, strict=True)
                ],
            }
            for each in across.claims
        ],
    }
