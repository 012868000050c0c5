"""A run as the report reads it: rows of its metrics by name and keys, with words in one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from balance.metrics.every_game import metrics as every_game
from balance.metrics.spec import Metric
from balance.report import numbers
from balance.report.parts import MISSING, Badge, Code, GameReport, Number, Piece, Sentence
from balance.report.phrases import Phrases
from balance.stats.verdict import Verdict

if TYPE_CHECKING:
    from balance.experiment.store import Run

BARE_KEYS = ("player", "against", "score", "margin")  # keys whose value says by itself what it is


@dataclass(frozen=True)
class Measured:
    """A row of the table of metrics."""

    metric: str
    where: Mapping[str, Any]
    value: float | None
    low: float | None
    high: float | None
    se: float | None
    n: float | None
    count: float | None
    unit: str
    note: str | None

    def above(self, limit: float) -> bool:
        """Whether the whole interval lies above ``limit``."""
        return self.low is not None and self.low > limit

    def below(self, limit: float) -> bool:
        """Whether the whole interval lies below ``limit``."""
        return self.high is not None and self.high < limit


class Reading:
    """The metrics of a run, and words for them."""

    def __init__(self, run: Run, lang: str) -> None:
        self.run = run
        self.game = run.game
        self.part: GameReport = self.game.report()
        self.words = Phrases(lang, self.part.TEXT)
        self.words.name(self.part.names(run.scenario, lang))
        self.rules: Mapping[str, Any] = run.scenario["rules"]
        self.players: int = run.scenario["players"]
        self.fair = 1.0 / self.players
        self.games: int = run.manifest["games"]
        self.strategies: Sequence[str] = run.manifest["strategies"]

    @property
    def lang(self) -> str:
        return self.words.lang

    @cached_property
    def metrics(self) -> dict[str, Metric]:
        """Every metric of the game by name."""
        return {metric.name: metric for metric in [*every_game(self.game), *self.game.metrics()]}

    @cached_property
    def _rows(self) -> dict[str, list[Measured]]:
        names = [name for name in Measured.__dataclass_fields__]
        found: dict[str, list[Measured]] = {}
        columns = [self.run.metrics[name].tolist() for name in names]
        for values in zip(*columns, strict=True):
            row = Measured(*values)
            found.setdefault(row.metric, []).append(row)
        return found

    def rows(self, metric: str, **where: Any) -> list[Measured]:
        """Rows of a metric whose keys have the given values, in the order of the table."""
        rows = self._rows.get(metric, [])
        return [row for row in rows if all(row.where.get(key) == value for key, value in where.items())]

    def one(self, metric: str, **where: Any) -> Measured:
        """The one row of a metric with these keys; LookupError unless there is exactly one."""
        rows = [row for row in self.rows(metric, **where) if len(row.where) == len(where)]
        if len(rows) != 1:
            raise LookupError(f"{len(rows)} rows of {metric} where {where}")
        return rows[0]

    # Words ------------------------------------------------------------------------------------------

    def label(self, key: str, value: Any) -> str:
        """A key's value in words: ``seat 1``, ``market research``."""
        return label(self.words, key, value)

    def where(self, row: Measured) -> str:
        """All keys of a row in words."""
        return ", ".join(self.label(key, value) for key, value in row.where.items())

    def sentence_of(self, metric: str) -> str:
        """What a metric is, in one sentence."""
        found = self.metrics[metric]
        return found.sentence_ja if self.lang == "ja" else found.sentence

    def note(self, text: str | None) -> str:
        """A row's note in the reader's language, as far as it is translated."""
        return self.words.get(f"note.{text}", text) if text else ""

    def count(self, value: float) -> str:
        return numbers.count(value)

    def number(self, row: Measured, *, points: bool = False) -> Number:
        """A row's value and interval; a share in points where it is a difference."""
        pp = self.words.say("unit.points") if points else ""
        return numbers.number(row.value, row.low, row.high, unit=row.unit, pp=pp)

    def sentence(self, key: str, values: Mapping[str, Any] | None = None, badge: Badge | None = None) -> Sentence:
        """The sentence ``key`` with words, `Number`s and rows in its places.

        A row stands for its number.  Where a row has no value the sentence says so instead, with the
        reason.  A sentence with numbers ends with the number of games that they stand on.
        """
        pieces: list[Piece] = []
        for piece in self.words.pieces(key, values or {}):
            if isinstance(piece, Measured):
                if piece.value is None:
                    return self._missing(piece)
                piece = self.number(piece)
            pieces.append(piece)
        numbers_in = [piece for piece in pieces if isinstance(piece, Number)]
        if not numbers_in:
            return Sentence(tuple(pieces), "", badge)
        key = "basis" if any(each.interval for each in numbers_in) else "basis_plain"
        return Sentence(tuple(pieces), self.words.say(key, games=self.count(self.games)), badge)

    def _missing(self, row: Measured) -> Sentence:
        place = self.where(row)
        key = "finding.missing_at" if place else "finding.missing"
        values = {"metric": Code(row.metric), "where": place, "note": self.note(row.note) or MISSING}
        return Sentence(tuple(self.words.pieces(key, values)))

    def badge(self, verdict: Verdict) -> Badge:
        """A verdict in a word; if undecided, with the number of times as many games that would decide it."""
        word = self.words.say(f"verdict.{verdict.state}")
        if verdict.state == "undecided" and verdict.times is not None:
            word = self.words.say("verdict.undecided_times", times=numbers.fixed(verdict.times, 1))
        return Badge(verdict.state, word)


def label(words: Phrases, key: str, value: Any) -> str:
    """A key's value in words: ``seat 1``, ``market research``."""
    if key in BARE_KEYS:
        return str(value)
    named = f"name.{key}.{value}"
    return words.say(named) if named in words else words.say(f"name.{key}", value=value)


def highest(rows: Sequence[Measured]) -> Measured:
    """The row with the highest value; the first of equals."""
    return max(measured(rows), key=_value)


def lowest(rows: Sequence[Measured]) -> Measured:
    """The row with the lowest value; the first of equals."""
    return min(measured(rows), key=_value)


def measured(rows: Sequence[Measured]) -> list[Measured]:
    """The rows that have a value."""
    return [row for row in rows if row.value is not None]


def _value(row: Measured) -> float:
    assert row.value is not None
    return row.value
