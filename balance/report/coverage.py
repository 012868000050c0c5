"""Rulebook coverage as a report: what never happens, what happens and never matters, and what matters how often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from balance.experiment.coverage import Covered, Firing, Switch
from balance.games import load as load_game
from balance.report.alt import describe
from balance.report.charts import Chart, Dots, Point
from balance.report.numbers import fixed, number
from balance.report.parts import MISSING, Answer, Number, Picture, Report, Section, Sentence, Table
from balance.report.phrases import Phrases
from balance.stats.estimator import Estimate

TEXT = ("balance.report", "text/coverage")
MOST_NAMED = 12  # rules or clauses that a sentence names
FIRED, MATTERED = 0, 2  # colours


class CoverageReport:
    """The report of a coverage in one language."""

    def __init__(self, covered: Covered, lang: str) -> None:
        """Raises UserError for a language that is not spoken."""
        self.found = covered
        self.game = load_game(covered.planned[0].scenario.game)
        part = self.game.report()
        self.words = Phrases(lang, TEXT, *([] if part is None else [part.TEXT]))
        self.ja = lang == "ja"

    def say(self, key: str, **values: object) -> str:
        return self.words.say(f"covered.{key}", **values)

    def sentence(self, key: str, values: Mapping[str, Any]) -> Sentence:
        """The sentence ``covered.finding.<key>`` with words and numbers in its places."""
        return Sentence(tuple(self.words.pieces(f"covered.finding.{key}", values)))

    # Words ------------------------------------------------------------------------------------------

    def name(self, row: Firing) -> str:
        """A rule by id and title; a clause as cards say it."""
        title = self.words.get(f"coverage.title.{row.id}", "")
        return f"{row.id} {title}" if title and not row.is_clause else row.id

    def counts(self, row: Firing) -> str:
        """What is counted of it."""
        return self.words.get(f"coverage.counts.{row.id}", MISSING)

    def without(self, switch: Switch) -> str:
        """What was played without, or otherwise."""
        return switch.thing.label_ja if self.ja else switch.thing.label

    def verdict(self, row: Firing) -> str:
        return self.say(f"verdict.{self.found.verdict(row)}")

    def reason(self, row: Firing) -> str:
        """The verdict, with what was switched."""
        switches = self.found.switches_of(row) if row.fired else []
        verdict = self.verdict(row)
        return self.say("switch", rule=verdict, without=self.without(switches[0])) if switches else verdict

    def listed(self, names: Sequence[str]) -> str:
        """Some names in a row; of many the first, and how many more there are."""
        if len(names) <= MOST_NAMED:
            return self.words.listed(names)
        rest = len(names) - MOST_NAMED
        return self.say("more", listed=self.words.templates["list.comma"].join(names[:MOST_NAMED]), n=rest)

    # Sentences --------------------------------------------------------------------------------------

    def fired_findings(self) -> list[Sentence]:
        """What never fired, rules and clauses apart, with how rare it can still be."""
        found = []
        for kind, rows in self.by_kind():
            never = [row for row in rows if not row.fired]
            if not never:
                found.append(self.sentence(f"all_{kind}", {"n": str(len(rows))}))
                continue
            for games in sorted({row.games for row in never}, reverse=True):
                some = [row for row in never if row.games == games]
                values = {"listed": self.listed([self.name(row) for row in some]), "games": f"{games:,}"}
                found.append(self.sentence(f"never_{kind}", {**values, "most": _most(some[0].share)}))
        return found

    def mattered_findings(self) -> list[Sentence]:
        """What never mattered, and what did most often."""
        if self.found.fired_only:
            return [self.sentence("not_asked", {})]
        rows = [row for row in self.found.rows if row.fired]
        idle = [each for row in rows for each in self.found.switches_of(row) if each.verdict == "never_mattered"]
        found = []
        for games in sorted({each.games for each in idle}, reverse=True):
            some = [each for each in idle if each.games == games]
            names = [self.say("switch", rule=each.thing.rule, without=self.without(each)) for each in some]
            values = {"listed": self.listed(names), "games": f"{games:,}", "most": _most(some[0].mattered)}
            found.append(self.sentence("idle", values))
        if not idle:
            found.append(self.sentence("none_idle", {}))
        for each in sorted(self.found.switches, key=lambda each: -(each.winner.value or 0.0))[:3]:
            if each.changed:
                values = {"rule": each.thing.rule, "without": self.without(each)}
                values |= {"mattered": _share(each.mattered), "winner": _share(each.winner)}
                found.append(self.sentence("matters", values))
        return found

    def fixed_findings(self) -> list[Sentence]:
        """What cannot be switched off, and is only known to have happened."""
        if self.found.fired_only:
            return []
        return [
            self.sentence(f"fixed_{kind}", {"listed": self.listed([row.id for row in rows])})
            for kind, rows in (
                (kind, [r for r in rows if self.found.verdict(r) == "fixed"]) for kind, rows in self.by_kind()
            )
            if rows
        ]

    def by_kind(self) -> list[tuple[str, list[Firing]]]:
        """Rules, and the clauses of a game that has any."""
        kinds = [("rules", False), ("clauses", True)]
        found = [(kind, [row for row in self.found.rows if row.is_clause == clause]) for kind, clause in kinds]
        return [(kind, rows) for kind, rows in found if rows]

    # The page ---------------------------------------------------------------------------------------

    def report(self) -> Report:
        """The whole page."""
        answers = (
            Answer("fired", self.say("question_of.fired"), tuple(self.fired_findings())),
            Answer(
                "mattered",
                self.say("question_of.mattered"),
                tuple(self.mattered_findings()),
                tuple(self.fixed_findings()),
            ),
        )
        return Report(
            lang=self.words.lang,
            title=self.say("title", game=self.game.title_ja if self.ja else self.game.title),
            question=self.say("question"),
            warnings=(),
            about=tuple(self.about()),
            answers=answers,
            sections=self.sections,
            hint=self.say("hint"),
            footer=self.say("footer"),
        )

    def about(self) -> list[tuple[str, Sentence]]:
        """What was played."""
        covered = self.found
        names = [plan.scenario.name for plan in covered.planned]
        games = sum(plan.games for plan in covered.planned)
        rows = {
            "scenarios": self.words.listed(names),
            "games": self.say(
                "about.games_are", games=f"{games:,}", blocks=f"{sum(p.blocks for p in covered.planned):,}"
            ),
            "seed": self.words.listed(list(dict.fromkeys(str(plan.scenario.seed) for plan in covered.planned))),
        }
        if not covered.fired_only:
            rows["replays"] = self.say("about.replays_are", n=len(covered.switches))
        if sum(covered.traced):
            rows["traced"] = self.say("about.traced_are", games=f"{sum(covered.traced):,}")
        return [(self.say(f"about.{key}"), Sentence((piece,))) for key, piece in rows.items()]

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """Rules, clauses, and what was switched."""
        made = [
            Section(kind, self.say(f"section.{kind}"), (self.picture(kind, rows),), self.rows_table(kind, rows))
            for kind, rows in self.by_kind()
        ]
        if self.found.switches:
            made.append(Section("switches", self.say("section.switches"), (), self.switches_table()))
        return tuple(made)

    def rows_table(self, kind: str, rows: Sequence[Firing]) -> Table:
        """Rules or clauses: what is counted, how often it was seen, and whether it mattered."""
        several = len(self.found.planned) > 1
        keys = [kind, "counts", "games", "fired", "times", *(["reached"] if several else []), *self.asked]
        lines = []
        for row in rows:
            reached = sum(1 for fired in row.by_scenario if fired)
            lines.append(
                (
                    self.name(row),
                    self.counts(row),
                    f"{row.games:,}",
                    *self.seen(row),
                    *([f"{reached}/{len(row.by_scenario)}"] if several else []),
                    *self.answered(row, self.reason(row)),
                )
            )
        columns = tuple(self.say(f"column.{key}") for key in keys)
        numeric = frozenset(range(2, len(columns) - ("verdict" in keys)))
        return Table(columns, tuple(lines), numeric, sortable=True)

    def mattered(self, row: Firing) -> str:
        """The share of games of the clause of a rule that mattered most often."""
        switches = self.found.switches_of(row)
        return _share(switches[0].mattered).bracketed if switches else MISSING

    def switches_table(self) -> Table:
        """Everything that was switched: the games that end otherwise without it, and those with other winners."""
        order = {row.id: n for n, row in enumerate(self.found.rows)}
        keys = ("rule", "without", "games", "mattered", "winner", "verdict")
        lines = [
            (
                each.thing.rule,
                self.without(each),
                f"{each.games:,}",
                _share(each.mattered).bracketed,
                _share(each.winner).bracketed,
                self.say(f"verdict.{each.verdict}"),
            )
            for each in sorted(self.found.switches, key=lambda each: order.get(each.thing.rule, len(order)))
        ]
        columns = tuple(self.say(f"column.{key}") for key in keys)
        return Table(columns, tuple(lines), frozenset((2, 3, 4)), sortable=True)

    def tables(self) -> list[tuple[str, Table]]:
        """Titles and tables for a terminal: without what is counted, and in how many games."""
        return [(self.say(f"section.{kind}"), self.short_table(kind, rows)) for kind, rows in self.by_kind()]

    def short_table(self, kind: str, rows: Sequence[Firing]) -> Table:
        """What a figure shows, and the verdicts."""
        columns = tuple(self.say(f"column.{key}") for key in (kind, "fired", "times", *self.asked))
        lines = tuple((self.name(row), *self.seen(row), *self.answered(row, self.verdict(row))) for row in rows)
        return Table(columns, lines, frozenset(range(1, min(len(columns), 4))))

    @property
    def asked(self) -> tuple[str, ...]:
        """The columns on what mattered; none if that was not asked."""
        return () if self.found.fired_only else ("mattered", "verdict")

    def answered(self, row: Firing, verdict: str) -> tuple[str, ...]:
        """The cells below them."""
        return (self.mattered(row), verdict) if self.asked else ()

    def seen(self, row: Firing) -> tuple[str, str]:
        """The share of games in which it fired, and how often in a game."""
        return _share(row.share).bracketed, fixed(row.times / row.games, 2) if row.games else MISSING

    def picture(self, kind: str, rows: Sequence[Firing]) -> Picture:
        """The share of games in which each fired, and in which it mattered."""
        labels = tuple(self.name(row) for row in rows)
        panels = [Dots(self.say("column.fired"), labels, tuple(_point(row.share) for row in rows), True, colour=FIRED)]
        if not self.found.fired_only:
            tops = [self.found.switches_of(row)[:1] for row in rows]
            points = tuple(_point(top[0].mattered) if top else Point(None) for top in tops)
            panels.append(Dots(self.say("column.mattered"), labels, points, True, colour=MATTERED))
        title = self.say(f"figure.{kind}_fired" if self.found.fired_only else f"figure.{kind}")
        chart = Chart(title, tuple(panels))
        table = self.short_table(kind, rows)
        return Picture(
            kind,
            chart.title,
            Sentence((self.say("caption_fired" if self.found.fired_only else "caption"),)),
            describe(chart, self.words),
            chart,
            table,
        )


def _share(estimate: Estimate) -> Number:
    """A share of games with its interval."""
    return number(estimate.value, estimate.low, estimate.high, unit="share")


def _most(estimate: Estimate) -> Number:
    """How large the share of what was never seen can be."""
    return number(estimate.high, unit="share") if estimate.high is None else Number(f"{fixed(100 * estimate.high, 2)}%")


def _point(estimate: Estimate) -> Point:
    return Point(estimate.value, estimate.low, estimate.high)
