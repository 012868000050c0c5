"""A luck audit as a report: what decides a game, in a sentence, and how soon the better player leads."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from balance.experiment.luck import CERTAINTY, PARTS, RESULTS, TICKS, Lead, Luck, Share
from balance.experiment.placing import new_folder
from balance.experiment.store import to_json
from balance.report.alt import describe
from balance.report.charts import Chart, Curves, Dots, Key, Point, Series
from balance.report.numbers import number
from balance.report.parts import MISSING, Answer, Code, Number, Picture, Report, Section, Sentence, Table
from balance.report.phrases import Phrases
from balance.report.writing import write_pages

TEXT = ("balance.report", "text/luck")
NAME = "luck.json"
SCHEMA_VERSION = 1
EVENING = TICKS[0]
MOST_CURVES = 6


class LuckReport:
    """The report of an audit in one language."""

    def __init__(self, luck: Luck, lang: str) -> None:
        """Raises UserError for a language that is not spoken."""
        part = luck.planned.game.report()
        self.luck = luck
        self.words = Phrases(lang, TEXT, *([] if part is None else [part.TEXT]))
        self.ja = lang == "ja"

    def say(self, key: str, **values: object) -> str:
        return self.words.say(f"luck.{key}", **values)

    def sentence(self, key: str, values: Mapping[str, Any]) -> Sentence:
        """The sentence ``luck.finding.<key>`` with words and numbers in its places."""
        pieces = self.words.pieces(f"luck.finding.{key}", values)
        basis = self.say("basis", games=f"{self.luck.games:,}") if any(isinstance(p, Number) for p in pieces) else ""
        return Sentence(tuple(pieces), basis)

    # Sentences --------------------------------------------------------------------------------------

    def share_findings(self) -> list[Sentence]:
        """What decides who wins, in one sentence; the same of the score; and whether deal or player weighs more."""
        found = []
        for of in RESULTS:
            shares = {part: self.luck.share(of, part) for part in PARTS}
            if shares["deal"].value is None:
                found.append(self.sentence("none", {"note": self.note(shares["deal"].note)}))
                continue
            alike = "_alike" if shares["player"].value is None else ""
            values = {part: shown(each) for part, each in shares.items()}
            found.append(self.sentence(f"{of}{alike}", values))
            if of == "win" and not alike:
                found.append(self.sentence(_weighs_more(shares["player"], shares["deal"]), {}))
        return found

    def lead_findings(self) -> list[Sentence]:
        """The best player against each other one."""
        if not self.luck.leads:
            return [self.sentence("alike", {})]
        return [self._lead(lead) for lead in self.luck.leads]

    def _lead(self, lead: Lead) -> Sentence:
        values: dict[str, Any] = {"player": Code(lead.player), "against": Code(lead.against)}
        if lead.most is None:
            points = self.words.say("unit.points")
            gap = number(lead.difference, lead.low, lead.high, unit="share", pp=points)
            return self.sentence("lead_open", {**values, "difference": gap})
        evening = number(*lead.after(EVENING), unit="share")
        return self.sentence("lead", {**values, "evening": evening, "games": needed(lead)})

    def note(self, text: str | None) -> str:
        return self.words.get(f"note.{text}", text or MISSING)

    # The page ---------------------------------------------------------------------------------------

    def report(self) -> Report:
        """The whole page."""
        scenario = self.luck.planned.scenario
        title = scenario.title_ja if self.ja else scenario.title
        answers = (
            Answer("shares", self.say("question_of.shares"), tuple(self.share_findings())),
            Answer("leads", self.say("question_of.leads"), tuple(self.lead_findings())),
        )
        return Report(
            lang=self.words.lang,
            title=self.say("title", scenario=title),
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
        planned, luck = self.luck.planned, self.luck
        game = planned.game
        title = game.title_ja if self.ja else game.title
        games = self.say(
            "about.games_are", games=f"{luck.games:,}", blocks=f"{luck.blocks:,}", each=planned.games_per_block
        )
        rows: dict[str, str | Code] = {
            "scenario": Code(planned.scenario.name),
            "game": self.words.say("about.game_is", title=title, version=game.version),
            "seats": self.words.listed(seat.player for seat in planned.scenario.seats),
            "games": games,
            "seed": str(planned.scenario.seed),
        }
        return [(self.say(f"about.{key}"), Sentence((piece,))) for key, piece in rows.items()]

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The shares, and who leads after how many games."""
        made = [Section("shares", self.say("section.shares"), self._shares_picture())]
        if self.luck.leads:
            made.append(Section("leads", self.say("section.leads"), (self._leads_picture(),), self.leads_table()))
        return tuple(made)

    def tables(self) -> list[tuple[str, Table]]:
        """Titles and tables for a terminal."""
        leads = [(self.say("section.leads"), self.leads_table())] if self.luck.leads else []
        return [(self.say("section.shares"), self.shares_table()), *leads]

    def shares_table(self) -> Table:
        """Each source with its share of who wins and of the score."""
        columns = tuple(self.say(f"column.{key}") for key in ("source", *RESULTS))
        rows = [
            (self.say(f"source.{part}"), *(shown(self.luck.share(of, part)).bracketed for of in RESULTS))
            for part in PARTS
        ]
        return Table(columns, tuple(rows), frozenset((1, 2)))

    def leads_table(self) -> Table:
        """The best player against each other one."""
        columns = tuple(self.say(f"column.{key}") for key in ("player", "against", "rates", "evening", "games"))
        rows = []
        for lead in self.luck.leads:
            rates = " / ".join(number(rate, unit="share").value for rate in lead.rates)
            evening = number(*lead.after(EVENING), unit="share").bracketed
            rows.append((lead.player, lead.against, rates, evening, needed(lead).bracketed))
        return Table(columns, tuple(rows), frozenset((2, 3, 4)))

    def _shares_picture(self) -> tuple[Picture, ...]:
        known = [part for part in PARTS if any(self.luck.share(of, part).value is not None for of in RESULTS)]
        if not known:
            return ()
        labels = tuple(self.say(f"source.{part}") for part in known)
        panels = tuple(
            Dots(
                self.say(f"column.{of}"),
                labels,
                tuple(Point(each.value, each.low, each.high) for each in (self.luck.share(of, part) for part in known)),
                True,
                colour=colour,
            )
            for of, colour in zip(RESULTS, (0, 2), strict=True)
        )
        chart = Chart(self.say("figure.shares"), panels)
        return (self._picture("shares", chart, self.say("caption.shares"), self.shares_table()),)

    def _leads_picture(self) -> Picture:
        drawn = self.luck.leads[:MOST_CURVES]
        series = [
            Series(lead.against, tuple(Point(*lead.after(games)) for games in TICKS), colour)
            for colour, lead in enumerate(drawn)
        ]
        ticks = tuple(map(str, TICKS))
        curves = Curves(
            "", self.say("column.after"), ticks, tuple(series), True, reference=CERTAINTY, top=1.0, bottom=0.4
        )
        legend = [Key(each.label, each.colour, "line") for each in series]
        legend.append(Key(self.say("legend.certain"), kind="reference"))
        best = self.luck.leads[0].player
        chart = Chart(self.say("figure.leads", player=best), (curves,), tuple(legend))
        cells = [[number(point.value, unit="share").value for point in each.points] for each in series]
        rows = tuple((each.label, *line) for each, line in zip(series, cells, strict=True))
        table = Table((self.say("column.against"), *ticks), rows, frozenset(range(1, len(ticks) + 1)))
        return self._picture("leads", chart, self.say("caption.leads", player=best), table)

    def _picture(self, key: str, chart: Chart, caption: str, table: Table) -> Picture:
        return Picture(key, chart.title, Sentence((caption,)), describe(chart, self.words), chart, table)


def shown(share: Share) -> Number:
    """A share as a percentage with its interval."""
    return number(share.value, share.low, share.high, unit="share")


def needed(lead: Lead) -> Number:
    """Games until the better player leads, with their interval; open where the two may be equal."""
    if lead.games is None:
        return Number(MISSING)
    if lead.fewest is None:
        return Number(f"{lead.games:,}")
    return Number(f"{lead.games:,}", f"{lead.fewest:,}–{'∞' if lead.most is None else f'{lead.most:,}'}")


def _weighs_more(player: Share, deal: Share) -> str:
    if None in (player.low, player.high, deal.low, deal.high):
        return "skill_or_deal"
    if player.low > deal.high:  # type: ignore[operator]
        return "skill_over_deal"
    return "deal_over_skill" if deal.low > player.high else "skill_or_deal"  # type: ignore[operator]


def document(luck: Luck, digest: str) -> dict[str, Any]:
    """The content of ``luck.json`` (`experiment/luck.schema.json`); missing values are null."""
    scenario = luck.planned.scenario
    return {
        "schema_version": SCHEMA_VERSION,
        "digest": digest,
        "game": scenario.game,
        "game_version": luck.planned.game.version,
        "scenario": scenario.name,
        "title": scenario.title,
        "players": [seat.player for seat in scenario.seats],
        "seed": scenario.seed,
        "games": luck.games,
        "blocks": luck.blocks,
        "games_per_block": luck.planned.games_per_block,
        "shares": [vars(each) for each in luck.shares],
        "certainty": CERTAINTY,
        "leads": [_lead_json(lead) for lead in luck.leads],
    }


def _lead_json(lead: Lead) -> dict[str, Any]:
    rows = [{"games": games, **_ends(lead.after(games))} for games in TICKS]
    return {
        "player": lead.player,
        "against": lead.against,
        "win_rates": list(lead.rates),
        "difference": _ends((lead.difference, lead.low, lead.high)),
        "games_needed": _ends((lead.games, lead.fewest, lead.most)),
        "leads_after": rows,
    }


def _ends(found: tuple[Any, Any, Any]) -> dict[str, Any]:
    return dict(zip(("value", "low", "high"), found, strict=True))


def write_luck(telling: LuckReport, folder: Path, found: Mapping[str, Any]) -> None:
    """Write page, Markdown, figures and JSON into ``folder``, or nothing.  Raises UserError."""
    charts = [picture.chart for section in telling.sections for picture in section.pictures]
    with new_folder(folder) as partial:
        (partial / NAME).write_text(to_json(found), encoding="utf-8")
        write_pages(partial, charts, telling.report, telling.words)
