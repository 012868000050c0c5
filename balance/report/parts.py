"""What a report is made of, as plain data without markup: sentences, tables, pictures, answers, sections.

`compose` puts them together, `html` and `markdown` render them.  A game's own part returns the same objects.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from balance.stats.verdict import State

if TYPE_CHECKING:
    from balance.report.charts import Chart
    from balance.report.reading import Reading

MISSING = "–"  # what stands where there is no number


@dataclass(frozen=True)
class Number:
    """A figure as it is shown, with its interval; ``interval`` is "" where there is none."""

    value: str
    interval: str = ""

    @property
    def bracketed(self) -> str:
        """As plain text, the interval in brackets behind it."""
        return f"{self.value} [{self.interval}]" if self.interval else self.value


@dataclass(frozen=True)
class Code:
    """A name that is typed as it stands: a metric, a ruling, a scenario."""

    text: str


@dataclass(frozen=True)
class Badge:
    """A verdict in one word."""

    state: State
    word: str


Piece = str | Number | Code


@dataclass(frozen=True)
class Sentence:
    """A sentence in pieces; ``basis`` says on how many games its numbers stand."""

    pieces: tuple[Piece, ...]
    basis: str = ""
    badge: Badge | None = None


@dataclass(frozen=True)
class Table:
    """Rows of text; ``numeric`` are the numbers of the columns that are right-aligned.

    A ``sortable`` table of a page is sorted by a click on a column's head, where scripts run.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[int] = frozenset()
    sortable: bool = False


@dataclass(frozen=True)
class Picture:
    """A chart with its title, caption, a description for who cannot see it, and the table behind it."""

    key: str  # also the file's name
    title: str
    caption: Sentence
    alt: str
    chart: Chart
    table: Table


@dataclass(frozen=True)
class Answer:
    """A question with what the run says about it, and what it cannot say."""

    key: str
    question: str
    findings: tuple[Sentence, ...]
    limits: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class Section:
    """A part of the report behind the answers."""

    key: str
    title: str
    pictures: tuple[Picture, ...] = ()
    table: Table | None = None

    def with_pictures(self, *more: Picture | None) -> Section:
        """The same section with pictures added; None is no picture."""
        return replace(self, pictures=(*self.pictures, *(each for each in more if each)))


@dataclass(frozen=True)
class Report:
    """A whole report in one language."""

    lang: str
    title: str
    question: str
    warnings: tuple[Sentence, ...]
    about: tuple[tuple[str, Sentence], ...]
    answers: tuple[Answer, ...]
    sections: tuple[Section, ...]
    hint: str = ""  # how to read the answers, where that is not what every run's report says
    footer: str = ""

    @property
    def pictures(self) -> list[Picture]:
        """Every picture in the order of the page."""
        return [picture for section in self.sections for picture in section.pictures]

    @property
    def sortable(self) -> bool:
        """Whether any table of the page can be sorted."""
        return any(section.table is not None and section.table.sortable for section in self.sections)


class GameReport(Protocol):
    """A game's own part of a report: a module with these names."""

    TEXT: tuple[str, str]  # package and folder of its sentences, one file for each language
    SUMMARY: Sequence[tuple[str, Mapping[str, Any]]]  # metric and keys of its rows in the summary

    def names(self, scenario: Mapping[str, Any], lang: str) -> Mapping[str, str]:
        """What the things that a scenario brings are called: ``key.value`` → name, as ``card.park``."""

    def about(self, reading: Reading) -> list[tuple[str, Sentence]]:
        """Rows of the box at the top: what of the rules a reader must know."""

    def answers(self, reading: Reading) -> list[Answer]:
        """The designer's questions in order, answered."""

    def sections(self, reading: Reading, shared: Mapping[str, Section]) -> list[Section]:
        """All sections in order: the ones of every game (by key) and the game's own."""
