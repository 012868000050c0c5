"""A tournament as findings, tables, JSON, Markdown and a figure, in English or Japanese."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from balance.errors import UserError
from balance.experiment.differences import Differences
from balance.experiment.schedule import ANCHOR
from balance.experiment.tournament import FieldResult, Tournament
from balance.games import load as load_game
from balance.games.contract import Game
from balance.report.markdown import escape, grid, opening
from balance.report.numbers import number
from balance.report.parts import MISSING, Number, Table
from balance.report.payoff import Payoffs, draw_payoffs
from balance.report.phrases import Phrases
from balance.report.tournament_findings import Findings, share_number
from balance.report.tournament_json import document
from balance.stats.batches import Estimate

NAME = "tournament"  # of every file written
NOT_TOLD_APART = "~"


@dataclass(frozen=True)
class Titled:
    """A table under its heading, and the note that says how to read it."""

    heading: str
    table: Table
    note: str


class Telling(Findings):
    """A tournament in one language: its findings, tables, page and figure."""

    def __init__(self, result: Tournament, lang: str, differences: Differences | None = None) -> None:
        """Raises UserError for a language that is not spoken."""
        super().__init__(result, lang)
        self.differences = differences

    def title(self) -> str:
        game = load_game(self.result.schedule.base.game)
        return self.say("title", game=game.title_ja if self.words.lang == "ja" else game.title)

    def about(self) -> list[str]:
        """What was played, and under which rules."""
        schedule = self.result.schedule
        base = schedule.base
        departures = load_game(base.game).settings.differences(base.rules, base.players)
        rules = ", ".join(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value, _ in departures)
        return [
            self.say(
                "about",
                players=len(schedule.players),
                seats=base.players,
                games=f"{self.result.pairings[0].games:,}",
                total=f"{schedule.games:,}",
                seed=base.seed,
                scenario=base.title_ja if self.words.lang == "ja" else base.title,
            ),
            self.say("rules_differ", rules=rules) if departures else self.say("rules_alike"),
        ]

    def tables(self) -> list[Titled]:
        """The tables of a terminal, matrices with numbered columns: payoffs, ratings, differences."""
        return [_numbered(self.payoff_table()), self.ratings_table(), *map(_numbered, self._differences())]

    def payoff_table(self) -> Titled:
        """Payoff of the row against the column in percent."""
        table = self.result.table()
        rows = [[payoff_cell(*table[i, j]) if i != j else "" for j in self.order] for i in self.order]
        names = [self.name(i) for i in self.order]
        return Titled(
            self.say("heading.payoff"), square(self.say("column.player"), names, rows), self.say("note.payoff")
        )

    def ratings_table(self) -> Titled:
        """Rating, players surely beaten and lost to, and win rates in the fields."""
        table, result = self.result.table(), self.result
        rows = []
        for i in self.order:
            strength = MISSING
            if result.ratings:
                rating = result.ratings[i]
                strength = number(rating.value, rating.low, rating.high).bracketed
            record = f"{int((table[i, :, 1] > 0.5).sum())}–{int((table[i, :, 2] < 0.5).sum())}"
            row = [self.name(i), strength, record]
            row += [_rate(result.field.get(i))] if result.field else []
            rows.append((*row, _rate(result.mixed.get(i))))
        keys = ["player", "rating", "record", *(["field"] if result.field else []), "mixed"]
        columns = tuple(self.say(f"column.{key}", anchor=ANCHOR) for key in keys)
        note = self.say("note.ratings", anchor=result.anchor, fair=self.fair)
        return Titled(
            self.say("heading.ratings"),
            Table(columns, tuple(rows), frozenset(range(1, len(columns)))),
            note,
        )

    def pairings_table(self) -> Titled:
        """Every pairing with its intervals, the higher rated player first, by number of its seats."""
        place = {player: at for at, player in enumerate(self.order)}
        lines = []
        for pairing in self.result.pairings:
            turned = place[pairing.player] > place[pairing.against]
            one, two = pairing.player, pairing.against
            first, second = (two, one) if turned else (one, two)
            kinds = sorted(pairing.at)
            shares = [_side(pairing.share, turned)]
            shares += [_side(pairing.at[self.n - seats if turned else seats], turned) for seats in kinds]
            cells = (self.name(first), self.name(second), *(share.bracketed for share in shares), f"{pairing.games:,}")
            lines.append(((place[first], place[second]), cells))
        columns = [self.say(f"column.{key}") for key in ("player", "against", "payoff")]
        columns += [self.say("column.seats", n=seats, all=self.n) for seats in sorted(pairing.at)]
        columns += [self.say("column.games")]
        return Titled(
            self.say("heading.pairings"),
            Table(
                tuple(columns),
                tuple(cells for _, cells in sorted(lines)),
                frozenset(range(2, len(columns))),
            ),
            self.say("note.pairings"),
        )

    def _differences(self) -> list[Titled]:
        if self.differences is None:
            return []
        return [differences_table(self.differences, self.words, load_game(self.result.schedule.base.game))]

    def markdown(self) -> str:
        """The whole as a page with the figure beside it."""
        titled = [self.payoff_table(), self.ratings_table(), self.pairings_table(), *self._differences()]
        parts = [f"# {escape(self.title())}", *map(opening, self.about())]
        parts += [f"## {escape(self.say('heading.findings'))}"]
        parts += ["\n".join(f"- {opening(sentence)}" for sentence in self.findings())]
        alt = self.say("figure.alt", players=len(self.order))
        parts += [f"![{escape(alt)}]({NAME}.png)", opening(self.say("figure.caption"))]
        for each in titled:
            parts += [f"## {escape(each.heading)}", grid(each.table), opening(each.note)]
            if each.heading == self.say("heading.payoff"):
                parts += [opening(self.say("note.payoff_how"))]
        return "\n\n".join(parts) + "\n"

    def payoffs(self) -> Payoffs:
        """What the figure shows."""
        table = self.result.table()[np.ix_(self.order, self.order)]
        ratings = [self.result.ratings[i] for i in self.order] if self.result.ratings else []
        return Payoffs(
            self.say("figure.title"),
            self.say("figure.ratings", anchor=self.result.anchor),
            tuple(map(self.name, self.order)),
            table,
            tuple((rating.value, rating.low, rating.high) for rating in ratings),
        )


def differences_table(differences: Differences, words: Phrases, game: Game) -> Titled:
    """Shares of positions in percent, players in the order in which they were asked."""
    decision = game.decision[words.lang == "ja"]
    rows = [[f"{100.0 * share:.1f}" for share in row] for row in differences.share]
    return Titled(
        words.say("tournament.heading.differences"),
        square(words.say("tournament.column.player"), differences.players, rows),
        words.say("tournament.note.differences", positions=f"{differences.positions:,}", decision=decision),
    )


def square(corner: str, names: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A matrix of the players by the players."""
    lines = tuple((name, *row) for name, row in zip(names, rows, strict=True))
    return Table((corner, *names), lines, frozenset(range(1, len(names) + 1)))


def _numbered(titled: Titled) -> Titled:
    """A matrix with numbers for the names of its columns, so that it fits a terminal."""
    corner, *_ = titled.table.columns
    rows = tuple((f"{n} {row[0]}", *row[1:]) for n, row in enumerate(titled.table.rows, start=1))
    columns = (corner, *(str(n) for n in range(1, len(rows) + 1)))
    return Titled(titled.heading, Table(columns, rows, titled.table.numeric), titled.note)


def _side(share: Estimate, turned: bool) -> Number:
    """A share, or that of the other side."""
    if not turned or share.value is None:
        return share_number(share)
    low, high = (None if end is None else 1.0 - end for end in (share.high, share.low))
    return number(1.0 - share.value, low, high, unit="share")


def payoff_cell(value: float, low: float, high: float) -> str:
    """A payoff in percent, marked if its interval includes equality."""
    if math.isnan(value):
        return MISSING
    told_apart = low > 0.5 or high < 0.5
    return f"{'' if told_apart else NOT_TOLD_APART}{100.0 * value:.1f}"


def _rate(result: FieldResult | None) -> str:
    return MISSING if result is None else share_number(result.rate).bracketed


def write_tournament(result: Tournament, folder: Path, lang: str, differences: Differences | None = None) -> list[Path]:
    """Write tournament.md, .json, .svg and .png into a folder, which is made if need be.

    The same tournament makes the same bytes.  Raises UserError if the folder cannot be written.
    """
    telling = Telling(result, lang, differences)
    image = draw_payoffs(telling.payoffs(), lang)
    text = json.dumps(document(result, differences), ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    files = {
        folder / f"{NAME}.md": telling.markdown().encode(),
        folder / f"{NAME}.json": text.encode(),
        folder / f"{NAME}.svg": image.svg.encode(),
        folder / f"{NAME}.png": image.png,
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, content in files.items():
            path.write_bytes(content)
    except OSError as error:
        raise UserError(f"cannot be written ({error.strerror}); give another folder with --out", file=folder) from None
    return list(files)
