"""A check in words: one line an expectation, and the sentences that say why one does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from balance.experiment.deciding import Checked, Outcome
from balance.experiment.judging import Judged, Look
from balance.games import load as load_game
from balance.report.numbers import SHARES, number
from balance.report.parts import MISSING, Table
from balance.report.phrases import Phrases
from balance.report.reading import label
from balance.stats.verdict import Verdict

TEXT = ("balance.report", "text/check")
MOST_TOLD = 3  # rows of an expectation that are told
MOST_TIMES = 1000.0
ORDER = ("error", "fails", "undecided", "holds")
STATES = {None: "error", "unbalanced": "fails", "undecided": "undecided", "balanced": "holds"}


@dataclass(frozen=True)
class Line:
    """An expectation as a reader sees it; ``kind``: its status, a warning's failure being a "warning"."""

    checked: Checked
    outcome: Outcome
    kind: str
    status: str
    name: str
    measured: str
    sentences: tuple[str, ...]

    @property
    def told(self) -> str:
        """All that is to be said of it."""
        return " ".join(self.sentences)


class CheckReport:
    """A check in one language."""

    def __init__(self, found: Sequence[Checked], lang: str, *, strict: bool = False) -> None:
        """Raises UserError for a language that is not spoken."""
        self.found = found
        self.strict = strict
        self.shared = Phrases(lang, TEXT)
        self.words = {name: _words(name, lang) for name in {each.scenario.game for each in found}}
        self.family = sum(len(outcome.rows) for each in found for outcome in each.outcomes)
        self.lines = [self._line(each, outcome) for each in found for outcome in each.outcomes]

    def say(self, key: str, **values: object) -> str:
        return self.shared.say(f"check.{key}", **values)

    def heading(self) -> str:
        """How many expectations hold, fail and are undecided."""
        counts = [(kind, sum(line.kind == kind for line in self.lines)) for kind in ("holds", "fails", "warning")]
        counts += [(kind, sum(line.kind == kind for line in self.lines)) for kind in ("undecided", "error")]
        listed = [self.say("count", n=n, status=self.say(f"status.{kind}")) for kind, n in counts if n]
        return self.say("counts", n=len(self.lines), scenarios=len(self.found), listed=self.shared.listed(listed))

    def table(self) -> Table:
        """Verdict, scenario, expectation and what was measured."""
        columns = tuple(self.say(f"column.{key}") for key in ("status", "scenario", "expectation", "measured"))
        rows = ((line.status, line.checked.scenario.name, line.name, line.measured) for line in self.lines)
        return Table(columns, tuple(rows))

    def remarks(self) -> list[str]:
        """Sentences on all that does not hold, and on what the games of each scenario were."""
        found = [line.told for line in self.lines if line.kind != "holds"]
        for each in self.found:
            found += [f"{each.scenario.name}: {self.games(each)}", *self.differences(each)]
        return found

    def games(self, each: Checked) -> str:
        """How many games a scenario's verdicts stand on."""
        values = {"games": f"{each.seen.games:,}", "seed": each.seen.seed}
        if each.seen.tuned is None:
            return self.say("games", **values)
        if not each.early:
            return self.say("games_late", looked=each.looked, **values)
        return self.say("games_early", planned=f"{each.planned.games:,}", looked=each.looked, **values)

    def differences(self, each: Checked) -> list[str]:
        """The rulings and seats that are not those of its baselines."""
        found = []
        for key, (before, after) in each.departures:
            before, after = (MISSING if value is None else str(value) for value in (before, after))
            found.append(self.say("rule_differs", ruling=key, before=before, after=after))
        return [self.say("rules_differ", listed=self.shared.listed(found))] if found else []

    # Lines ------------------------------------------------------------------------------------------

    def _line(self, each: Checked, outcome: Outcome) -> Line:
        status = outcome.status
        kind = "warning" if status == "fails" and outcome.claim.warn and not self.strict else status
        worst = sorted(outcome.rows, key=lambda row: _badness(row, outcome))
        measured = self.measured(each, worst[0], outcome) if worst else MISSING
        if len(worst) > 1:
            measured = self.say("more_rows", shown=measured, n=len(worst) - 1)
        sentences = [self.sentence(each, outcome, row) for row in worst[:MOST_TOLD] if _state(row) == status]
        if outcome.claim.baseline is not None and worst and worst[0].paired is not None:
            sentences.append(self._pairing(worst[0]))
        if outcome.fresh and each.confirmation is not None:
            sentences.append(self._fresh(each, outcome, each.confirmation))
        return Line(each, outcome, kind, self.say(f"status.{kind}"), outcome.claim.name, measured, tuple(sentences))

    def sentence(self, each: Checked, outcome: Outcome, row: Judged) -> str:
        """What is to be said of a row: within, outside, or not decided."""
        claim, state = outcome.claim, _state(row)
        values: dict[str, object] = {
            "name": claim.name,
            "measured": self.measured(each, row, outcome),
            "limits": self.limits(outcome, row.unit),
        }
        if state == "error":
            return self.say("error", name=claim.name, note=self.note(each, row.note))
        if state == "fails":
            p = MISSING if row.adjusted is None else "<0.001" if row.adjusted < 0.001 else f"{row.adjusted:.3f}"
            return self.say("fails", **values, p=p, family=self.family)
        if state == "undecided":
            assert row.verdict is not None
            if row.verdict.note:
                return self.say("undecided_note", **values, note=self.note(each, row.verdict.note))
            games = more_games(row.verdict, each.seen)
            return (
                self.say("undecided", **values)
                if games is None
                else self.say("undecided_more", **values, games=f"{games:,}")
            )
        return self.say("holds", **values)

    def _pairing(self, row: Judged) -> str:
        if not row.paired:
            return self.say("unpaired")
        return self.say("paired") if row.correlation is None else self.say("paired_rho", rho=f"{row.correlation:.2f}")

    def _fresh(self, each: Checked, outcome: Outcome, fresh: Look) -> str:
        key = "confirmed" if outcome.status == "fails" else "not_confirmed"
        row = min(outcome.fresh, key=lambda row: _badness(row, outcome))
        return self.say(key, games=f"{fresh.games:,}", seed=fresh.seed, measured=self.measured(each, row, outcome))

    # Words ------------------------------------------------------------------------------------------

    def measured(self, each: Checked, row: Judged, outcome: Outcome) -> str:
        """A row's number with its interval, after its group if the claim has several rows."""
        points = self.shared.say("unit.points")
        if row.base is None or row.judged is None:
            shown = number(row.judged, row.low, row.high, unit=row.unit).bracketed
        else:
            change = number(row.judged, row.low, row.high, unit=row.unit, pp=points)
            base, value = (number(each, unit=row.unit).value for each in (row.base, row.value))
            sign = "+" if row.judged > 0 and any(digit in "123456789" for digit in change.value) else ""
            shown = self.say("from_base", base=base, value=value, change=sign + change.bracketed)
        if len(outcome.rows) < 2:
            return shown
        words = self.words[each.scenario.game]
        group = ", ".join(label(words, key, value) for key, value in row.where.items())
        return self.say("row_of", group=group, measured=shown)

    def limits(self, outcome: Outcome, unit: str) -> str:
        """The limits of a claim in its unit."""
        claim = outcome.claim
        pp = self.shared.say("unit.points") if claim.baseline is not None else ""
        low, high = (_limit(end, unit, pp) for end in (claim.low, claim.high))
        if claim.baseline is not None:
            return self.say("limits.margin", high=high)
        kind = "within" if None not in (claim.low, claim.high) else "max" if claim.low is None else "min"
        return self.say(f"limits.{kind}", **{"low": low, "high": high})

    def note(self, each: Checked, text: str | None) -> str:
        """A note in the reader's language, as far as it is translated."""
        text = text or "no value"
        return self.shared.get(f"check.note.{text}", self.words[each.scenario.game].get(f"note.{text}", text))


def _words(name: str, lang: str) -> Phrases:
    part = load_game(name).report()
    return Phrases(lang, *([] if part is None else [part.TEXT]))


def more_games(verdict: Verdict, seen: Look) -> int | None:
    """Games in all that would decide, in round numbers; None if that is not known, or the value is at the limit."""
    if verdict.times is None or verdict.times > MOST_TIMES:
        return None
    games = max(verdict.times, 1.0) * seen.games
    step = 10 ** max(0, len(str(int(games))) - 2)
    return int(-(-games // step)) * step


def _state(row: Judged) -> str:
    return STATES[None if row.verdict is None else row.verdict.state]


def _badness(row: Judged, outcome: Outcome) -> tuple[float, ...]:
    """Sorts the rows of a claim, the worst first: by verdict, then by how far beyond or how near to a limit."""
    claim, value = outcome.claim, row.judged
    rooms = []
    if value is not None:
        rooms += [value - claim.low] if claim.low is not None else []
        rooms += [claim.high - value] if claim.high is not None else []
    return (ORDER.index(_state(row)), min(rooms, default=0.0))


def _limit(end: float | None, unit: str, pp: str) -> str:
    """A limit with all its digits."""
    if end is None:
        return ""
    return f"{100.0 * end:.12g}{pp or '%'}".replace("-", "−") if unit in SHARES else f"{end:.12g}".replace("-", "−")
