"""Words for the measures of several scenarios: what a row is called, and its numbers and differences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.experiment.scenario import Scenario
from balance.experiment.together import Row
from balance.games.contract import Game
from balance.games.fields import literal
from balance.report import numbers
from balance.report.charts import Key, Series
from balance.report.numbers import SHARES, number
from balance.report.parts import MISSING, Badge, Code, Number, Piece, Sentence
from balance.report.phrases import Phrases
from balance.report.reading import label
from balance.report.style import SERIES
from balance.stats.verdict import Verdict

TEXT = ("balance.report", "text/comparison")


class Measures:
    """A game's measures in one language; phrases are those under ``comparison``."""

    def __init__(self, game: Game, lang: str) -> None:
        """Raises UserError for a language that is not spoken."""
        part = game.report()
        self.game = game
        self.words = Phrases(lang, TEXT, *([] if part is None else [part.TEXT]))

    @property
    def lang(self) -> str:
        return self.words.lang

    def say(self, key: str, **values: object) -> str:
        return self.words.say(f"comparison.{key}", **values)

    def sentence(self, key: str, values: Mapping[str, Any], badge: Badge | None = None, basis: str = "") -> Sentence:
        """The sentence ``comparison.<key>``, with words and `Number`s in its places."""
        pieces: list[Piece] = self.words.pieces(f"comparison.{key}", values)
        return Sentence(tuple(pieces), basis, badge)

    def plain(self, sentence: Sentence) -> str:
        """A sentence for a terminal: its verdict, then its pieces, intervals in brackets."""
        return plain_sentence(sentence)

    def title(self, scenario: Scenario) -> str:
        return scenario.title_ja if self.lang == "ja" else scenario.title

    def titles(self, scenarios: Sequence[Scenario]) -> list[str]:
        """Titles, or names where two have one title."""
        titles = [self.title(each) for each in scenarios]
        return titles if len(set(titles)) == len(titles) else [each.name for each in scenarios]

    def metric(self, name: str) -> str:
        return self.words.get(f"metric.{name}", name)

    def measure(self, row: Row) -> str:
        """A row in words: ``win rate: seat 1``."""
        return self.named(row.metric, row.where)

    def named(self, metric: str, where: Mapping[str, Any]) -> str:
        """A metric and its keys in words."""
        keys = self.keys(where)
        return self.say("measure", metric=self.metric(metric), keys=keys) if keys else self.metric(metric)

    def keys(self, where: Mapping[str, Any]) -> str:
        """Keys of a row in words."""
        return ", ".join(label(self.words, key, value) for key, value in where.items())

    def value(self, row: Row) -> Number:
        """A row's value with its interval."""
        return number(row.value, row.low, row.high, unit=row.unit)

    def change(self, value: float | None, low: float | None, high: float | None, unit: str) -> Number:
        """A difference with its sign; of shares in percentage points."""
        shown = number(value, low, high, unit=unit, pp=self.words.say("unit.points"))
        positive = value is not None and value > 0 and any(sign in "123456789" for sign in shown.value)
        return Number(f"+{shown.value}", shown.interval) if positive else shown

    def margin(self, margin: float, unit: str) -> str:
        share = unit in SHARES
        shown = numbers.fixed(100 * margin, 1) if share else f"{margin:.3g}"
        return f"±{shown}{self.words.say('unit.points') if share else ''}"

    def badge(self, verdict: Verdict) -> Badge:
        """A verdict on a difference in a word, with the times as many games that would decide it."""
        word = self.say(f"verdict.{verdict.state}")
        if verdict.state == "undecided" and verdict.times is not None:
            word = self.say("verdict.undecided_times", times=numbers.fixed(verdict.times, 1))
        return Badge(verdict.state, word)

    def note(self, text: str | None) -> str:
        """A note in the reader's language, as far as it is translated."""
        if not text:
            return ""
        return self.words.get(f"comparison.note.{text}", self.words.get(f"note.{text}", text))

    def ruling(self, key: str) -> str:
        """A dotted key in words, as far as the game has any: the name of the ruling or the seat."""
        table, _, name = key.partition(".")
        if table == "seats":
            return self.say("seat_row", n=int(name) + 1)
        return self.words.get(f"ruling.{name or table}", name or table)

    def setting(self, value: Any) -> str:
        """A ruling's value as TOML writes it; what a scenario does not have is a dash."""
        return MISSING if value is None else value if isinstance(value, str) else literal(value)

    def p(self, value: float | None) -> str:
        """A p-value with three decimals."""
        if value is None:
            return MISSING
        return "<0.001" if value < 0.001 else numbers.fixed(value, 3)


def plain_sentence(sentence: Sentence) -> str:
    """A sentence for a terminal: its verdict, then its pieces, intervals in brackets."""
    words = [piece.text if isinstance(piece, Code) else _plain(piece) for piece in sentence.pieces]
    badge = f"[{sentence.badge.word}] " if sentence.badge else ""
    return f"{badge}{''.join(words)}{sentence.basis}"


def _plain(piece: str | Number) -> str:
    if isinstance(piece, str):
        return piece
    return piece.bracketed


def legend(series: Sequence[Series]) -> tuple[Key, ...]:
    """One entry for each series, drawn as a line with its mark."""
    return tuple(Key(each.label, each.colour, "line") for each in series)


def colour(place: int) -> int:
    """Colour of the place-th scenario."""
    return place % len(SERIES)
