"""A comparison as a report: what changed, by how much, and how surely."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Protocol

from balance.experiment.comparison import Comparison, Difference
from balance.experiment.together import all_metrics, differing
from balance.report import numbers
from balance.report.comparison_figures import ComparisonFigures
from balance.report.parts import MISSING, Answer, Code, Number, Picture, Report, Section, Sentence, Table

LISTED = 12  # measures that a sentence names


class Part(Protocol):
    """What belongs to a comparison where it was asked for: clauses, line-ups."""

    def answer(self) -> Answer: ...

    def section(self) -> Section: ...

    def short_table(self) -> tuple[Table, str, str]:
        """A table for a terminal, its title and its note."""


class ComparisonReport(ComparisonFigures):
    """The report of a comparison in one language; ``parts`` come behind its own answers and figures."""

    def __init__(self, comparison: Comparison, lang: str) -> None:
        super().__init__(comparison, lang)
        self.parts: list[Part] = []

    # The page ---------------------------------------------------------------------------------------

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """Differences, seats, curves and rules; a section without content is left out."""
        made = [
            Section("differences", self.say("section.differences"), self._pictures(self.forest()), self.table()),
            *(part.section() for part in self.parts),
            Section("seats", self.say("section.seats"), self._pictures(self.side_by_side())),
            Section("curves", self.say("section.curves"), self._pictures(self.curves())),
            Section("rules", self.say("section.rules"), (), self.rules()),
        ]
        return tuple(each for each in made if each.pictures or each.table)

    def _pictures(self, made: Iterable[Picture | None]) -> tuple[Picture, ...]:
        return tuple(each for each in made if each)

    def report(self) -> Report:
        """The whole, with the base's question if there is but one variant."""
        variants = self.words.listed(self.names[1:])
        return Report(
            lang=self.lang,
            title=self.say("title", base=self.names[0], variants=variants),
            question=self.question(),
            warnings=(),
            about=tuple(self.about()),
            answers=(*map(self.answer, range(len(self.found.variants))), *(part.answer() for part in self.parts)),
            sections=self.sections,
            hint=self.say("hint"),
            footer=self.say("footer"),
        )

    def question(self) -> str:
        """What the variant asks, if there is but one."""
        if len(self.found.variants) > 1:
            return ""
        scenario = self.found.variants[0].scenario
        return scenario.question_ja if self.lang == "ja" else scenario.question

    def about(self) -> list[tuple[str, Sentence]]:
        """What was compared, on how many games, against which margin."""
        base, say = self.found.base, self.say
        game = self.game.title_ja if self.lang == "ja" else self.game.title
        rows = [(say("about.base"), Sentence((Code(base.scenario.name), f" {self.names[0]}")))]
        for side, name in zip(self.found.variants, self.names[1:], strict=True):
            rows.append((say("about.variant"), Sentence((Code(side.scenario.name), f" {name}"))))
        games = say("about.games_are", games=f"{base.games:,}", blocks=f"{base.blocks:,}", each=base.games_per_block)
        rows += [
            (say("about.game"), Sentence((self.words.say("about.game_is", title=game, version=self.game.version),))),
            (say("about.players"), Sentence((self.words.listed(base.strategies),))),
            (say("about.games"), Sentence((games,))),
            (say("about.seed"), Sentence((str(base.scenario.seed),))),
            (say("about.margin"), Sentence((self._margins(),))),
        ]
        return rows

    def _margins(self) -> str:
        margins = self.found.margins
        usual = self.say(
            "about.margin_is",
            share=self.margin(margins.usual, "share"),
            rest=f"±{numbers.fixed(100 * margins.usual, 1)}%",
        )
        units = {metric.name: metric.unit for metric in all_metrics(self.game)}
        own = [
            self.say("about.margin_own", metric=self.metric(name), margin=self.margin(margin, units[name]))
            for name, margin in margins.own.items()
        ]
        return "; ".join([usual, *own])

    # Sentences --------------------------------------------------------------------------------------

    def answer(self, variant: int) -> Answer:
        """What one variant changes."""
        base, name = self.names[0], self.names[variant + 1]
        question = self.say("question.variant", base=base, variant=name)
        return Answer(f"variant-{variant + 1}", question, tuple(self.findings(variant)))

    def findings(self, variant: int) -> list[Sentence]:
        """Counts, every change in a sentence of its own, then what is undecided, alike and without a figure."""
        rows = self.found.of(variant)
        by_state: dict[str, list[Difference]] = {"balanced": [], "unbalanced": [], "undecided": [], "": []}
        for each in rows:
            by_state[each.verdict.state if each.verdict else ""].append(each)
        changed = sorted(by_state["unbalanced"], key=lambda each: each.adjusted or 0.0)
        values = {
            "all": str(len(rows) - len(by_state[""])),
            "changed": str(len(changed)),
            "alike": str(len(by_state["balanced"])),
            "undecided": str(len(by_state["undecided"])),
        }
        found = [self.sentence("finding.counts", values)]
        found += [self._changed(each) for each in changed] or [self.sentence("finding.nothing", {})]
        if by_state["undecided"]:
            listed = self.listed([self._undecided(each) for each in by_state["undecided"]])
            found.append(self.sentence("finding.undecided", {"listed": listed}))
        if by_state["balanced"]:
            listed = self.listed([self.measure(each.base) for each in by_state["balanced"]])
            found.append(self.sentence("finding.alike", {"listed": listed}))
        if by_state[""]:
            listed = self.listed([self._with_note(each) for each in by_state[""]])
            found.append(self.sentence("finding.without", {"listed": listed}))
        return [*found, *self._pairing(rows)]

    def _changed(self, each: Difference) -> Sentence:
        assert each.verdict is not None
        values = {
            "measure": self.measure(each.base),
            "base": Number(self.value(each.base).value),
            "other": Number(self.value(each.other).value),
            "difference": self.difference(each),
        }
        basis = self.say("basis", games=f"{self.found.base.games:,}")
        return self.sentence("finding.changed", values, self.badge(each.verdict), basis)

    def _undecided(self, each: Difference) -> str:
        assert each.verdict is not None
        name, times = self.measure(each.base), each.verdict.times
        if times is None:
            return self._with_note(each)
        return self.say("undecided_one", measure=name, times=numbers.fixed(times, 1))

    def _with_note(self, each: Difference) -> str:
        """A measure and why there is no figure, or no verdict."""
        note = self.note(each.note or (each.verdict.note if each.verdict else None))
        return self.say("noted", measure=self.measure(each.base), note=note) if note else self.measure(each.base)

    def _pairing(self, rows: Sequence[Difference]) -> list[Sentence]:
        """What playing the same deals gained, over the measures that vary in both."""
        known = [each for each in rows if each.correlation is not None and each.saved is not None]
        if not known:
            return []
        rho = [each.correlation or 0.0 for each in known]
        saved = statistics.median(each.saved or 0.0 for each in known)
        values = {
            "correlation": Number(numbers.fixed(statistics.median(rho), 2)),
            "low": numbers.fixed(min(rho), 2),
            "high": numbers.fixed(max(rho), 2),
            "saved": Number(f"{numbers.fixed(100 * saved, 0)}%"),
        }
        if saved >= 0.005:
            return [self.sentence("finding.pairing", values)]
        return [self.sentence("finding.pairing_loses", {k: v for k, v in values.items() if k != "saved"})]

    def listed(self, words: Sequence[str]) -> str:
        """Words in a row, the last ones only counted if they are many."""
        if len(words) <= LISTED:
            return self.words.listed(words)
        listed = self.words.say("list.comma").join(words[:LISTED])
        return self.say("more", listed=listed, n=len(words) - LISTED)

    def difference(self, each: Difference) -> Number:
        """A difference with its sign and interval."""
        return self.change(each.value, each.low, each.high, each.base.unit)

    # Tables -----------------------------------------------------------------------------------------

    def table(self) -> Table:
        """Every judged difference."""
        several = len(self.found.variants) > 1
        names = [*(["variant"] if several else []), "measure", "base", "value", "difference", "interval"]
        names += ["p", "verdict", "correlation", "saved"]
        rows = []
        for each in self.found.family:
            shown = self.difference(each)
            row = [self.names[each.variant + 1]] if several else []
            row += [self.measure(each.base), self.value(each.base).value, self.value(each.other).value]
            row += [shown.value, shown.interval or MISSING]
            row += [self.p(each.adjusted), self.say(f"verdict.{each.verdict.state}") if each.verdict else MISSING]
            row += [MISSING if each.correlation is None else numbers.fixed(each.correlation, 2)]
            row += [MISSING if each.saved is None else f"{numbers.fixed(100 * each.saved, 0)}%"]
            rows.append(tuple(row))
        columns = tuple(self.say(f"column.{name}") for name in names)
        texts = {"variant", "measure", "verdict"}
        return Table(columns, tuple(rows), frozenset(n for n, name in enumerate(names) if name not in texts))

    def short_table(self, variant: int) -> Table:
        """The differences of a variant, narrow enough for a terminal."""
        names = ("measure", "base", "value", "difference", "interval", "verdict")
        rows = []
        for each in self.found.of(variant):
            shown = self.difference(each)
            state = self.say(f"verdict.{each.verdict.state}") if each.verdict else MISSING
            values = (self.value(each.base).value, self.value(each.other).value)
            rows.append((self.measure(each.base), *values, shown.value, shown.interval or MISSING, state))
        return Table(tuple(self.say(f"column.{name}") for name in names), tuple(rows))

    def rules(self) -> Table:
        """Every ruling and seat that is not the same in all scenarios."""
        rows = [
            (self.ruling(key), key, *map(self.setting, values))
            for key, values in differing([side.scenario for side in self.found.sides])
        ]
        return Table((self.say("column.ruling"), self.say("column.key"), *self.names), tuple(rows))
