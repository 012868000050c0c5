"""Sim City's part of a report, from games made by hand: what its sentences claim, its figures, its table to sort."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from balance.errors import UserError
from balance.experiment.reading import read_example
from balance.experiment.scenario import load
from balance.experiment.store import Run, save
from balance.games.simcity.pick import CLOSEST, PICKS
from balance.games.simcity.report_example import example_city
from balance.metrics.estimate import measure
from balance.report import write_report
from balance.report.charts import Boards, Curves, Maps, Stack, Tiles
from balance.report.compose import all_sections, compose
from balance.report.markdown import markdown
from balance.report.reading import Reading
from tests.metrics.made import game, played_simcity

GAMES = 400  # of them the last one lasts twelve rounds, all others five: 99.5% are over after round 5
SEATS = 4


def made_games(*, lucky: bool) -> list[Any]:
    """Seat 1 … 4 win in turn; all games reach phase 3, and every fourth phase 4.

    The first card of the table is drawn in every game, if ``lucky`` by the winner of six games in ten, else by that
    of one in four.
    """
    games = []
    for n in range(GAMES):
        winner = (n // 2 + n) % SEATS
        points = [420 * (seat == winner) for seat in range(SEATS)]
        last, late = (12 if n == GAMES - 1 else 5), n % 4 == 0
        reached = {"reached.1": 1, "reached.2": 1, "reached.3": 1, "phase_round.2": 2, "phase_round.3": 3}
        reached |= {"reached.4": 1, "phase_round.4": 4} if late else {}
        turns = {"turns": 4 * last, "phase_turns.1": 4, "phase_turns.2": 4, "phase_turns.3": 4 * last - 8}
        games.append(
            game(
                points,
                length=last,
                game={**reached, **turns, "why": 1, "phase": 4 if late else 3, "blocks": 5},
                seats={"income.base": (30, 10, 10, 10), "income.zoning": (5, 5, 5, 5), "dead": (2, 2, 2, 2)},
                turns={"taken": [[1] * last] * SEATS},
                rounds={"played": [1] * last, "blocks": range(1, last + 1), "zone.orange": [1] * last},
                cards={
                    "copies": (1, 1), "drawn": (1, 0), "dead": (n % 2, 0),
                    "drawn_points": (420 * (7 * n % 10 < 6) if lucky else points[n // 4 % SEATS], 0),
                },
                places={"zone": [0] * 220 + [3, 4]},
            )
        )  # fmt: skip
    return games


@cache
def made_run(lucky: bool = True) -> Run:
    found = played_simcity(made_games(lucky=lucky))
    sums, scenario = found.sums, load("simcity/balanced-4players", players=["earner"], games=GAMES)
    manifest = {
        "manifest_version": 1, "state": "finished", "scenario": scenario.resolved(), "digest": "0", "game_version": 1,
        "games": sums.games, "blocks": sums.blocks, "games_per_block": sums.games_per_block, "seats_alike": sums.alike,
        "strategies": ["earner"], "notes": [], "differences": [], "started": "2001-02-03T04:05:06+00:00",
        "seconds": 1.0, "threads": 1, "versions": {"numpy": None}, "machine": {"python": "3", "cpus": 1},
    }  # fmt: skip
    return Run(manifest, measure(found.engine.metrics, sums), sums)


def reading(lang: str = "en", *, lucky: bool = True) -> Reading:
    return Reading(made_run(lucky), lang)


@cache
def told(lang: str = "en", lucky: bool = True) -> str:
    """The report in Markdown, without the marks for bold, and without drawing anything."""
    found = reading(lang, lucky=lucky)
    return markdown(compose(found, all_sections(found)), found.words).replace("*", "").replace("\\", "")


def charts() -> dict[str, Any]:
    return {picture.key: picture.chart for section in all_sections(reading()) for picture in section.pictures}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_question_of_a_deck_builder_is_answered(lang):
    questions = re.findall(r"^### (\d)\. ", told(lang), re.MULTILINE)
    assert questions == list("123456789")
    answers = re.split(r"^### ", told(lang).split("\n## ")[1], flags=re.MULTILINE)[1:]
    assert all("\n- " in answer for answer in answers)


def test_phases_are_told_with_the_share_of_all_games():
    assert re.search(r"Phase 3 is reached in 100\.0% \[[^]]+\] of all games, in round 3\.00", told())
    assert re.search(r"Phase 4 is reached in 25\.0% \[[^]]+\] of all games, in round 4\.00", told())
    assert re.search(r"in phase 3 in 75\.0% \[[^]]+\] and in phase 4 in 25\.0%", told())


def test_houses_and_plants_are_counted_from_the_deck():
    rows = load("simcity/balanced-4players").resolved()["decks"]
    cards = {row["id"]: row for row in rows["cards"]}
    houses = sum(n for card, n in rows["shared"] if cards[card]["sims_kind"] == "supply")
    assert f"The deck holds {houses} houses" in told()


def test_income_is_ranked():
    # 60 of base value and 20 of zoning for four seats
    assert re.search(r"comes from base value: 15\.00[^;]* in a game, 75\.0% of all; then zoning \(5\.00", told())


def test_a_card_whose_drawer_often_wins_is_found_among_all_cards():
    # 240 wins of 400, mixed with 20 games at a quarter: 245 of 420
    name = reading().label("card", made_run().scenario["decks"]["cards"][0]["id"])
    found = re.search(r"Of 1 cards, 1 have drawers who win more or less .* to (.+?) with ([0-9.]+)%", told())
    assert found is not None
    assert (found[1], found[2]) == (name, "58.3")


def test_of_a_card_drawn_by_anybody_nothing_is_claimed():
    assert "have drawers who win more or less" not in told(lucky=False)
    assert "Of none of 1 cards can it be said" in told(lucky=False)


def test_optional_rules_that_are_off_are_named():
    assert "without these optional rules: long cards, governor and chairman and a limit of the hand." in told()


def test_each_answer_names_scenarios_to_compare_with_and_they_exist():
    named = set(re.findall(r"`simcity/([a-z0-9-]+)`", told().split("\n## ")[1]))
    assert len(named) > 8
    for name in named:
        assert load(f"simcity/{name}").game == "simcity"


def test_curves_end_where_nearly_all_games_are_over():
    assert [len(charts()[key].panels[0].ticks) for key in ("phases", "growth", "zones")] == [5, 5, 5]


def test_the_stages_stack_up_to_all_games():
    (panel,) = charts()["stages"].panels
    assert isinstance(panel, Stack)
    assert [sum(bar) for bar in zip(*panel.parts, strict=True)] == pytest.approx([1.0] * 5)


def test_phase_curves_are_out_of_all_games():
    (panel,) = charts()["phases"].panels
    assert isinstance(panel, Curves)
    curves = {each.label: [point.value for point in each.points] for each in panel.series}
    assert curves["phase 4"] == [0.0, 0.0, 0.0, 0.25, 0.25]
    assert curves["game over"] == [0.0, 0.0, 0.0, 0.0, 399 / 400]


def test_the_whole_deck_is_shown_at_a_glance_by_name():
    (panel,) = charts()["deck"].panels
    assert isinstance(panel, Tiles)
    tiles = [tile for group in panel.groups for tile in group.tiles]
    cards = {row["id"]: row["name"] for row in made_run().scenario["decks"]["cards"]}
    assert {tile.name for tile in tiles} == {cards[card] for card, _ in made_run().scenario["decks"]["shared"]}


def test_maps_have_the_first_block_in_the_middle():
    (panel,) = charts()["map"].panels
    assert isinstance(panel, Maps)
    orange, navy = panel.maps
    assert (orange.shares, navy.shares) == (((0.0, 1.0, 0.0),), ((0.0, 0.0, 1.0),))
    assert (orange.label, navy.label) == ("orange: up to 100%", "navy: up to 100%")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_page_sorts_its_card_table_and_loads_nothing(tmp_path: Path, lang: str):
    files = write_report(made_run(), tmp_path, lang)
    page = files[0].read_text(encoding="utf-8")
    assert page.count("<script>") == 1 and page.count('<table class="sortable">') == 1
    assert not re.search(r"<script[^>]+src|<link|<img|@import|url\(http", page)
    table = page.split('<table class="sortable">')[1].split("</table>")[0]
    assert table.count("<tr>") == 1 + len(made_run().scenario["decks"]["shared"])


def example_trace() -> list[dict[str, Any]]:
    """A house, a shop on top of the house next to it, and a block that a disaster took."""

    def laid(card: str, x: int, y: int, at2: list[int] | None = None) -> dict[str, Any]:
        return {"type": "block", "card": card, "at": [x, y], "at2": at2, "pay": {"total": 1}}

    hit = {"type": "event", "card": "fire", "removed": [{"at": [0, 1], "cards": ["lake"]}]}
    plays = [laid("cottage", 0, 0), laid("lake", 0, 1), laid("bakery", -1, 0), laid("pub", -1, 0), hit]
    turns = [
        {"event": "turn", "turn": n + 1, "seat": n % SEATS, "plays": [play], "funds": [n, 0, 0, 9]}
        for n, play in enumerate(plays)
    ]
    return [{"event": "game", "index": 7, "rules": {"mode": "shared"}, "players": SEATS}, *turns]


@pytest.mark.parametrize(("lang", "names"), [("en", ("Pub", "Cottage")), ("ja", ("酒場", "小さな家"))])
def test_the_city_of_an_example(lang: str, names: tuple[str, str]) -> None:
    """The pub lies on the bakery, west of the cottage; the lake is gone."""
    found = example_city(Reading(replace(made_run(), example=example_trace()), lang))
    assert found is not None
    (panel,) = found.chart.panels
    assert isinstance(panel, Boards)
    (board,) = panel.boards
    pub, cottage = board.squares
    assert (board.columns, board.rows, pub.name, cottage.name) == (2, 1, *names)
    assert [(square.x, square.y, square.left, square.right) for square in board.squares] == [
        (0, 0, "4", "−1"),
        (1, 0, "3", "+1"),
    ]
    assert [row[0] for row in found.table.rows] == ["-1, 0", "0, 0"] and found.table.rows[0][3:] == ("4", "4")
    caption = "".join(getattr(piece, "text", piece) for piece in found.caption.pieces)  # type: ignore[arg-type]
    assert "balance replay simcity/balanced-4players --game 7" in caption and "4 · 0 · 0 · 9" in caption


def test_a_run_without_an_example_has_no_picture_of_a_city() -> None:
    assert example_city(reading()) is None
    assert all(picture.key != "example" for section in all_sections(reading()) for picture in section.pictures)


def test_the_example_is_the_most_usual_game() -> None:
    """Of 20, 22 and 30 turns with 9, 14 and 10 blocks: 22 turns are the middle, 10 blocks too."""
    facts = {"game": {"turns": [20, 22, 30], "blocks": [9, 14, 10]}}
    scores = PICKS["typical"](facts)
    assert scores.tolist() == [CLOSEST - 3, CLOSEST - 4, CLOSEST - 8]


def test_the_trace_is_kept_with_the_run(tmp_path: Path) -> None:
    save(replace(made_run(), example=example_trace()), tmp_path)
    assert read_example(tmp_path) == example_trace()
    (tmp_path / "example.jsonl").write_text("{", encoding="utf-8")
    with pytest.raises(UserError, match="is damaged; play the scenario again"):
        read_example(tmp_path)
    assert read_example(tmp_path / "none") == []
