"""Sizes, links, names and cells that are meant to harm, one by one."""

from __future__ import annotations

import csv
import io
import json
import os
import tracemalloc
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from balance.cli import console
from balance.cli.app import app
from balance.errors import UserError
from balance.experiment import sources
from balance.experiment.expectations import claims_of
from balance.experiment.files import read_json
from balance.experiment.ledger import Ledger, Numbers
from balance.experiment.placing import check_kind
from balance.experiment.plan import Chunk, plan
from balance.experiment.scenario import load
from balance.experiment.store import harmless, harmless_row
from balance.games.simcity.cards import COLUMNS, read_cards
from balance.games.simcity.decks import read_deck
from balance.kernel.jit import INTERPRETED
from balance.report.writing import write_pages


def refused(*words: object) -> str:
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == 2 and result.stderr.startswith("balance: "), (result.stderr, result.exception)
    return str(result.stderr)


class TestSizes:
    @pytest.mark.parametrize("scenario", ["neotopia/random", "simcity/random"])
    def test_ten_thousand_million_games_are_planned_in_no_memory(self, scenario: str) -> None:
        planned = plan(load(scenario, games=10**10))
        tracemalloc.start()
        ledger = Ledger(planned, 1)
        assert len(ledger.missing()) == len(ledger.chunks) > 4_000_000
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
        tracemalloc.stop()
        last = ledger.chunks[ledger.missing()[-1]]
        assert last.first_block + last.blocks == planned.blocks

    def test_chunks_are_counted_from_the_first_block(self) -> None:
        chunks = plan(load("neotopia/draft8", games=4 * 1100)).chunks()  # 1,100 deals, 512 in a chunk
        assert list(chunks) == [Chunk(0, 512), Chunk(512, 512), Chunk(1024, 76)]
        assert chunks[-1] == Chunk(1024, 76) and chunks[1:] == [Chunk(512, 512), Chunk(1024, 76)]
        with pytest.raises(IndexError):
            chunks[3]

    def test_numbers_of_ranges(self) -> None:
        numbers = Numbers([range(2), range(5, 8), range(20, 21)])
        assert [*numbers] == [numbers[place] for place in range(len(numbers))] == [0, 1, 5, 6, 7, 20]
        assert numbers[-1] == 20 and numbers[1:3] == [1, 5] and not Numbers([])
        with pytest.raises(IndexError):
            numbers[6]

    def test_a_card_table_of_a_million_rows(self) -> None:
        header = ",".join(COLUMNS).encode() + b"\n"
        for data in (header + b"\n" * 900_000, header + b"x,\n" * 300_000, header + b"x,\n" * 1_000_000):
            with pytest.raises(UserError, match=r"rows|bytes"):
                read_cards(data, "cards.csv")

    @pytest.mark.parametrize("copies", ["1000000000", "401", "9" * 5000])
    def test_copies_without_end(self, copies: str, tmp_path: Path) -> None:
        with pytest.raises(UserError, match="no number of copies"):
            read_deck(f"count,card\n{copies},house\n".encode(), "deck.csv", {})
        (tmp_path / "s.toml").write_text(
            f'game = "simcity"\n[decks]\nshared = [["house", {copies[:18]}]]\n', encoding="utf-8"
        )
        assert "is no card of a deck" in refused("run", tmp_path / "s.toml")

    def test_many_times_a_few_copies(self, tmp_path: Path) -> None:
        card = next(iter(load("simcity/solitaire").decks["shared"]))[0]
        rows = ", ".join([f'["{card}", 400]'] * 1000)
        (tmp_path / "s.toml").write_text(f'extends = "simcity/solitaire"\n[decks]\nshared = [{rows}]\n')
        assert "has 400000 cards; a deck may have 400" in refused("run", tmp_path / "s.toml")

    def test_a_title_as_long_as_a_book(self, tmp_path: Path) -> None:
        (tmp_path / "s.toml").write_text(f'game = "neotopia"\ntitle = "{"x" * 5000}"\n', encoding="utf-8")
        assert "title: has 5000 characters; give at most 4000" in refused("run", tmp_path / "s.toml")

    def test_a_row_of_files_that_extend_each_other(self, tmp_path: Path) -> None:
        for n in range(40):
            (tmp_path / f"{n}.toml").write_text(f'extends = "{n + 1}.toml"\n', encoding="utf-8")
        assert "is the 33th file in a row" in refused("run", tmp_path / "0.toml")

    @pytest.mark.parametrize(
        "text", ["[" * 100_000, "1" * 5000, "NaN", "[1e999]", '"\\ud800"', "\ufeff{}", '{"a": "' + "x" * 1000 + '"}']
    )
    def test_json_that_is_none(self, text: str, tmp_path: Path) -> None:
        (tmp_path / "f.json").write_text(text, encoding="utf-8")
        with pytest.raises(ValueError):
            read_json(tmp_path / "f.json", 900 if "xxx" in text else 10**6)


class TestPlaces:
    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
    def test_a_pipe_keeps_nobody_waiting(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe.toml")
        (tmp_path / "s.toml").write_text('extends = "pipe.toml"\n', encoding="utf-8")
        assert "there is no file" in refused("run", tmp_path / "s.toml")
        os.mkfifo(tmp_path / "pipe.csv")
        (tmp_path / "d.toml").write_text('game = "simcity"\n[decks]\ncards = "pipe.csv"\n', encoding="utf-8")
        assert "is no file" in refused("run", tmp_path / "d.toml")

    @pytest.mark.parametrize("name", ["../b.json", "/etc/passwd", "link.json", "\\u0000", "sub/../../b.json"])
    def test_a_baseline_outside_of_the_scenarios_folder(self, name: str, tmp_path: Path) -> None:
        (tmp_path / "b.json").write_text("{}", encoding="utf-8")
        folder = tmp_path / "inside"
        folder.mkdir()
        (folder / "link.json").symlink_to(tmp_path / "b.json")
        row = f'[[expect]]\nmetric = "margin"\nunchanged_from = "{name}"\nmargin = 1\n'
        (folder / "s.toml").write_text(f'game = "neotopia"\n{row}', encoding="utf-8")
        with pytest.raises(UserError, match=r"lies outside of the scenario's folder|is no path") as error:
            claims_of(plan(load(folder / "s.toml")))
        assert error.value.place == "expect.0.unchanged_from"
        # What the user says on the command line may lie anywhere.
        said = f"expect.0.unchanged_from={tmp_path / 'b.json'}"
        with pytest.raises(UserError, match="has no baseline_version"):
            claims_of(plan(load(folder / "s.toml", [said])))

    def test_a_scenario_beside_which_nothing_but_itself_is_read(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "inside").mkdir()
        (tmp_path / "secret.toml").write_text('game = "neotopia"\n', encoding="utf-8")
        (tmp_path / "inside/s.toml").write_text('extends = "../secret.toml"\n', encoding="utf-8")
        monkeypatch.setattr(sources, "read_toml", _only(tmp_path / "inside", sources.read_toml))
        assert "neither a shipped scenario nor" in refused("run", tmp_path / "inside/s.toml")

    @pytest.mark.parametrize("link", ["running", "running/parts", "running/manifest.json"])
    def test_a_run_folder_with_links(self, link: str, tmp_path: Path) -> None:
        outside, run = tmp_path / "outside", tmp_path / "run"
        outside.mkdir()
        (outside / "parts").mkdir()
        (outside / "parts/thesis.npz").write_text("ten years of work", encoding="utf-8")
        (run / link).parent.mkdir(parents=True)
        (run / link).symlink_to(outside)
        with pytest.raises(UserError, match="is a link"):
            check_kind(run)
        assert (outside / "parts/thesis.npz").exists()

    def test_a_report_is_not_written_through_links(self, tmp_path: Path) -> None:
        from balance.report.parts import Report
        from balance.report.phrases import Phrases

        outside, run = tmp_path / "outside", tmp_path / "run"
        outside.mkdir()
        run.mkdir()
        (outside / "page").write_text("mine", encoding="utf-8")
        (run / "report.html").symlink_to(outside / "page")
        report = Report("en", "t", "", (), (), (), ())
        write_pages(run, [], lambda: report, Phrases("en"))
        assert (outside / "page").read_text(encoding="utf-8") == "mine"
        assert not (run / "report.html").is_symlink() and (run / "report.html").stat().st_size > 1000
        (run / "figures").rmdir()
        (run / "figures").symlink_to(outside)
        with pytest.raises(UserError, match="is a link"):
            write_pages(run, [], lambda: report, Phrases("en"))


class Tags(HTMLParser):
    """The tags of a page, its text, and what its scripts are."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.text: list[str] = []
        self.scripts: list[str] = []

    def handle_starttag(self, tag: str, attributes: Any) -> None:
        self.seen.add(tag)

    def handle_data(self, data: str) -> None:
        (self.scripts if self.lasttag == "script" else self.text).append(data)


def _only(folder: Path, read: Any) -> Any:
    """A reader that fails for files outside of a folder."""

    def checked(path: Path) -> Any:
        assert path.resolve().is_relative_to(folder), path
        return read(path)

    return checked


class TestWords:
    @pytest.mark.parametrize("cell", ["=1+1", "+A1", "-1+1", "@A1", "\t=1", "\r=1"])
    def test_cells_that_a_spreadsheet_would_run(self, cell: str) -> None:
        assert harmless(cell) == f"'{cell}"
        out = io.StringIO()
        csv.writer(out).writerow(harmless_row([cell, -1.5, None, 3, "-2e-05"]))
        assert next(csv.reader(io.StringIO(out.getvalue(), newline=""))) == [f"'{cell}", "-1.5", "", "3", "-2e-05"]

    @pytest.mark.skipif(INTERPRETED, reason="compares compiled games")
    def test_a_name_of_a_file_in_every_output_of_a_comparison(self, tmp_path: Path) -> None:
        name = "=<script>alert(1)<!-- | `x` **b** [l](http:x) & 表"
        (tmp_path / f"{name}.toml").write_text(
            f'extends = "neotopia/random"\ntitle = "{name}"\nrules.jokers = 0\n', encoding="utf-8"
        )
        words = ["compare", "neotopia/random", tmp_path / f"{name}.toml", "--games", 200, "--out", tmp_path / "out"]
        result = CliRunner().invoke(app, [*map(str, words), "--quiet"])
        assert result.exit_code == 0, result.stderr
        with (tmp_path / "out/differences.csv").open(encoding="utf-8", newline="") as file:
            assert {row["variant"] for row in csv.DictReader(file)} == {f"'{name}"}
        page = Tags()
        page.feed((tmp_path / "out/report.html").read_text(encoding="utf-8"))
        assert name in "".join(page.text) and not any("alert" in text for text in page.scripts)
        escaped = r"=&lt;script>alert(1)&lt;!-- \| \`x\` \*\*b\*\* \[l\](http:x) &amp; 表"
        text = (tmp_path / "out/report.md").read_text(encoding="utf-8")
        assert escaped in text and name not in text

    def test_what_would_steer_a_terminal_is_shown(self, capsys: pytest.CaptureFixture[str]) -> None:
        evil = "a\x1b[2J\x07\x9b1mb\u202ec"
        console.table(["x"], [[evil]], title=evil)
        console.write(evil)
        console.say(evil)
        console.complain(evil)
        printed = capsys.readouterr()
        both = printed.out + printed.err
        assert both.count(r"a\x1b[2J\x07\x9b1mb\u202ec") == 5
        assert not any(sign in both for sign in ("\x1b[2J", "\x07", "\x9b", "\u202e"))

    def test_a_manifest_does_not_name_other_files(self, tmp_path: Path) -> None:
        """Names in a manifest are shown, and never part of a path."""
        (tmp_path / "manifest.json").write_text(json.dumps({"manifest_version": "../" * 40}), encoding="utf-8")
        assert "is damaged" in refused("report", tmp_path) or "is of version" in refused("report", tmp_path)
