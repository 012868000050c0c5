"""What each thing is worth, as a report: what changes without it, for all and for its holder, and where a
correlation would mislead.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from balance.experiment.effects import OPEN, SHOWN, SMALL, Effect
from balance.experiment.impact import Taken
from balance.experiment.things import PLAYERS
from balance.games.contract import Thing
from balance.games.things import RULES
from balance.report.impact_figures import ImpactFigures
from balance.report.numbers import number
from balance.report.parts import MISSING, Answer, Code, Report, Section, Sentence, Table

MOST_NAMED = 8  # things that a list of a sentence names
MOST_SENTENCES = 6  # things worth a look that get a sentence of their own
SHORT = 12  # things of a group in a terminal


class ImpactReport(ImpactFigures):
    """The report of what was taken away, in one language."""

    # The page ---------------------------------------------------------------------------------------

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """A part for each group: its figures, and everything in a table."""
        return tuple(
            Section(group, self.group(group), tuple(self.pictures(group)), self.table(group))
            for group in self.found.groups
        )

    def report(self) -> Report:
        """The whole page."""
        base = self.found.base.scenario
        return Report(
            lang=self.lang,
            title=self.say("impact.title", scenario=self.title(base)),
            question=base.question_ja if self.lang == "ja" else base.question,
            warnings=(),
            about=tuple(self.about()),
            answers=tuple(self.answer(group) for group in self.found.groups),
            sections=self.sections,
            hint=self.say("impact.hint"),
            footer=self.say("footer"),
        )

    def about(self) -> list[tuple[str, Sentence]]:
        """What was taken away, and on how many games."""
        found, say = self.found, self.say
        base = found.base.scenario
        game = self.game.title_ja if self.lang == "ja" else self.game.title
        counts = [say("impact.about.count", group=self.group(group), n=len(found.of(group))) for group in found.groups]
        each = {
            "games": f"{found.base.games:,}",
            "blocks": f"{found.base.blocks:,}",
            "each": found.base.games_per_block,
        }
        rows = [
            (say("about.base"), Sentence((Code(base.name), f" {self.title(base)}"))),
            (say("about.game"), Sentence((self.words.say("about.game_is", title=game, version=self.game.version),))),
            (say("impact.about.things"), Sentence((", ".join(counts),))),
            (say("about.games"), Sentence((say("about.games_are", **each),))),
            (say("impact.about.all_games"), Sentence((f"{found.games:,}",))),
            (say("about.seed"), Sentence((str(base.seed),))),
            (say("about.margin"), Sentence((self._margins(),))),
        ]
        if found.instead is not None:
            rows.insert(3, (say("impact.about.instead"), Sentence((Code(found.instead),))))
        return rows

    def _margins(self) -> str:
        share = self.margin(self.found.margins.usual, "share")
        return self.say("about.margin_is", share=share, rest=f"±{100 * self.found.margins.usual:.3g}%")

    # Sentences --------------------------------------------------------------------------------------

    def answer(self, group: str) -> Answer:
        """What is known of the things of a group, and what is not."""
        question = self.say("impact.question", group=self.group(group))
        return Answer(group, question, tuple(self.findings(group)), tuple(self.limits(group)))

    def findings(self, group: str) -> list[Sentence]:
        """How many are worth a look, those that are, where a correlation misleads, and what moves nothing."""
        taken = self.found.of(group)
        worth = self.worth_a_look(group)
        counts = {"shown": str(len(worth)), "all": str(len(taken))}
        found = [self.sentence("impact.counts" if worth else "impact.none_shown", counts)]
        found += [sentence for each in worth[:MOST_SENTENCES] for sentence in self._of(each)]
        if len(worth) > MOST_SENTENCES:
            names = self._listed([each.thing for each in worth[MOST_SENTENCES:]])
            found.append(self.sentence("impact.more", {"listed": names}))
        found += [self._misled(each) for each in self.misleading(group)[:MOST_SENTENCES]]
        return found

    def limits(self, group: str) -> list[Sentence]:
        """What is small, what is not shown, what changed nothing, and what cannot be taken away."""
        found = []
        quiet = [each for each in self.found.of(group) if not each.is_dead and each not in self.worth_a_look(group)]
        small = [each.thing for each in quiet if all(effect.state != OPEN for effect in each.all_effects)]
        unknown = [each.thing for each in quiet if each.thing not in small]
        dead = [each.thing for each in self.found.of(group) if each.is_dead]
        for key, things in (("small", small), ("open", unknown), ("dead", dead)):
            if things:
                found.append(self.sentence(f"impact.{key}", {"listed": self._listed(things), "n": str(len(things))}))
        for thing in self.found.kept:
            if thing.group == group:
                why = thing.why_ja if self.lang == "ja" else thing.why
                found.append(self.sentence("impact.kept", {"thing": self.name(thing), "why": why}))
        return found

    def worth_a_look(self, group: str) -> list[Taken]:
        """Things with an effect that is shown, the one that reaches farthest first."""
        shown = [each for each in self.found.of(group) if _farthest(each) is not None]
        return sorted(shown, key=lambda each: -_reach(each))

    def _of(self, each: Taken) -> list[Sentence]:
        """What changes without a thing, and what its holder loses."""
        found = []
        effect = _farthest(each, all_only=True)
        if effect is not None:
            values = {
                "thing": self.name(each.thing),
                "measure": self.measure(effect.row),
                "base": self.value(effect.row),
                "other": number(effect.other, unit=effect.row.unit),
                "change": self.effect(effect),
            }
            key = "changed" if each.thing.group in (RULES, PLAYERS) else "without"
            found.append(self.sentence(f"impact.{key}", values))
        if each.holder is not None and each.holder.state == SHOWN:
            other = self.say("impact.blank") if self.found.instead is None else Code(self.found.instead)
            values = {"thing": self.name(each.thing), "change": self.effect(each.holder), "other": other}
            found.append(self.sentence(f"impact.holder_{self.holder_kind(each)}", values))
            rows = [(player, effect) for player, effect in each.rows if effect.state == SHOWN]
            if len(each.rows) > 1 and rows:
                pieces: list[Any] = [self.say("impact.by_strategy")]
                for n, (player, effect) in enumerate(sorted(rows, key=lambda row: -row[1].reach)):
                    pieces += [", " if n else "", Code(player), " ", self.effect(effect)]
                found.append(Sentence((*pieces, self.say("impact.end"))))
        return found

    def _misled(self, each: Taken) -> Sentence:
        """A win rate that points the other way than the intervention."""
        row = each.described[0]
        assert each.holder is not None
        values = {
            "thing": self.name(each.thing),
            "metric": self.metric(row.metric),
            "rate": self.value(row),
            "fair": f"{100.0 / self.found.base.scenario.players:.1f}%",
            "change": self.effect(each.holder),
        }
        return self.sentence("impact.misled", values)

    def _listed(self, things: Sequence[Thing]) -> str:
        """Names of things, those beyond the first few as a number."""
        names = [self.name(thing) for thing in things]
        listed = ", ".join(names[:MOST_NAMED])
        return listed if len(names) <= MOST_NAMED else self.say("more", listed=listed, n=len(names) - MOST_NAMED)

    # Tables -----------------------------------------------------------------------------------------

    def table(self, group: str) -> Table:
        """Every thing with its holder's impact, its farthest effect, and what is descriptive beside them."""
        taken = self.ranked(group)
        told = list(dict.fromkeys(row.metric for each in taken for row in each.described))
        lines = []
        for each in taken:
            known = {row.metric: row for row in each.described}
            described = [self.value(known[name]).value if name in known else MISSING for name in told]
            lines.append((*self._line(each), each.thing.rule or MISSING, *described))
        columns = (*self._columns(), self.say("impact.column.rule"), *map(self.metric, told))
        numeric = frozenset({1, 2, 3, 5, 6, 7, *range(10, 10 + len(told))})
        return Table(columns, tuple(lines), numeric, sortable=True)

    def short_table(self, group: str) -> Table:
        """For a terminal: the first of them, with its farthest effect."""
        lines = [self._line(each) for each in self.ranked(group)[:SHORT]]
        held = any(each.holder is not None for each in self.found.of(group))
        keep = (0, 1, 4, 5, 6, 8) if held else (0, 4, 5, 6, 8)
        columns = self._columns()
        return Table(tuple(columns[n] for n in keep), tuple(tuple(line[n] for n in keep) for line in lines))

    def _columns(self) -> tuple[str, ...]:
        names = ("thing", "holder", "interval", "p", "measure", "effect", "interval", "p", "state")
        own = ("thing", "holder", "effect", "p", "state")
        return tuple(self.say(f"impact.column.{name}" if name in own else f"column.{name}") for name in names)

    def _line(self, each: Taken) -> tuple[str, ...]:
        holder, farthest = each.holder, max(each.effects, key=_rank, default=None)
        best = max(each.all_effects, key=_rank, default=None)
        return (
            self.name(each.thing),
            *self._cells(holder),
            MISSING if farthest is None else self.measure(farthest.row),
            *self._cells(farthest),
            MISSING if best is None else self.say(f"impact.state.{best.state}"),
        )

    def _cells(self, effect: Effect | None) -> tuple[str, str, str]:
        """An effect, its interval and p."""
        if effect is None:
            return MISSING, MISSING, MISSING
        shown = self.effect(effect)
        return shown.value, shown.interval or MISSING, self.p(effect.adjusted)


def _rank(effect: Effect) -> tuple[int, float]:
    """Shown effects first, then open ones, then small ones; the farther the better."""
    return {SHOWN: 3, OPEN: 2, SMALL: 1}.get(effect.state, 0), effect.reach


def _farthest(each: Taken, *, all_only: bool = False) -> Effect | None:
    """The shown effect that reaches farthest; ``all_only``: of those of taking it from everybody."""
    shown = [effect for effect in (each.effects if all_only else each.all_effects) if effect.state == SHOWN]
    return max(shown, key=lambda effect: effect.reach, default=None)


def _reach(each: Taken) -> float:
    effect = _farthest(each)
    return effect.reach if effect is not None else 0.0
