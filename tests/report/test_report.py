"""The written report: complete, the same twice, safe to open, and the same content in HTML and Markdown."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from balance.errors import UserError
from balance.experiment.store import Run
from balance.report import summary_lines, write_report
from balance.report.compose import all_sections, compose
from balance.report.markdown import code, escape, opening
from balance.report.markdown import markdown as report_markdown
from balance.report.reading import Reading
from tests.report.runs import made_run

NASTY = "<script>alert(1)</script> | `rm` & *bold* [link](x) {{ 7*7 }}"
VOID = {"meta", "br", "hr", "img", "link", "input", "use", "path"}


class Page(HTMLParser):
    """A page's elements, their nesting, ids, texts and attributes."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(source)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "title"):
            self.texts.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.found if name == tag]

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())


@cache
def written(lang: str, kind: str = "four") -> dict[str, bytes]:
    """The files of a report, by name."""
    import tempfile

    runs = {
        "four": {},
        "one": {"players": ("random",)},
        "no joker": {"rules": {"jokers": 0}},
        "nasty": {"title": NASTY, "question": NASTY, "name": NASTY},
    }
    with tempfile.TemporaryDirectory() as folder:
        files = write_report(made_run(**runs[kind]), Path(folder), lang)
        return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def told(run: Run) -> str:
    """The report of a run in Markdown, without drawing anything."""
    reading = Reading(run, "en")
    return report_markdown(compose(reading, all_sections(reading)), reading.words)


def html(lang: str, kind: str = "four") -> str:
    return written(lang, kind)["report.html"].decode()


def markdown(lang: str, kind: str = "four") -> str:
    return written(lang, kind)["report.md"].decode()


def test_the_same_run_makes_the_same_bytes(tmp_path):
    write_report(made_run(), tmp_path, "en")
    again = {str(path.relative_to(tmp_path)): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert again == written("en")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_each_figure_is_an_svg_and_a_png_and_stands_in_the_page(lang):
    names = sorted(name for name in written(lang) if name.startswith("figures/"))
    keys = {Path(name).stem for name in names}
    assert len(keys) >= 12 and len(names) == 2 * len(keys)
    for key in keys:
        assert written(lang)[f"figures/{key}.png"].startswith(b"\x89PNG")
        assert b"<svg" in written(lang)[f"figures/{key}.svg"]
        assert f"(figures/{key}.png)" in markdown(lang)
    assert len(Page(html(lang)).all("svg")) == len(keys)


@pytest.mark.parametrize(("kind", "lang"), [("four", "en"), ("four", "ja"), ("one", "en"), ("nasty", "en")])
def test_the_page_loads_nothing_and_runs_nothing(kind, lang):
    page = Page(html(lang, kind))
    assert not page.all("script") and not page.all("link") and not page.all("img") and not page.all("iframe")
    for tag, attrs in page.found:
        for name, value in attrs.items():
            assert not name.startswith("on"), (tag, name)
            assert name != "src"
            if name in ("href", "xlink:href"):
                assert value is not None and value.startswith("#")
    assert "http:" not in html(lang, kind) and "https:" not in html(lang, kind) and "@import" not in html(lang, kind)
    assert set(re.findall(r"url\((.)", html(lang, kind))) <= {"#"}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_ids_are_unique_and_every_reference_leads_somewhere(lang):
    page = Page(html(lang))
    ids = [attrs["id"] for _, attrs in page.found if "id" in attrs]
    assert len(ids) == len(set(ids))
    referred = {attrs["href"][1:] for _, attrs in page.found if attrs.get("href")}
    referred |= set(re.findall(r"url\(#([^)]+)\)", html(lang)))
    referred |= {attrs["aria-labelledby"] for _, attrs in page.found if "aria-labelledby" in attrs}
    assert referred <= set(ids)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_figure_says_what_it_shows(lang):
    page = Page(html(lang))
    for svg in page.all("svg"):
        assert svg["role"] == "img" and len(svg["aria-label"]) > 20
    assert len(page.all("figcaption")) == len(page.all("figure")) == len(page.all("details"))
    assert page.all("html")[0]["lang"] == lang


def test_a_label_for_who_cannot_see_holds_the_values():
    labels = " ".join(svg["aria-label"] for svg in Page(html("en")).all("svg"))
    assert "Win rate and score by player. win rate: accountant 30.0%; majority 27.0%" in labels
    assert "all cards seen: 30.0%, 32.0%, 35.0%, 42.0%, 54.0%, 98.0%" in labels


def test_figures_follow_the_colours_of_the_page():
    source = html("en")
    drawing = source[source.index("<svg") : source.rindex("</svg>")]
    assert "currentColor" in drawing and "var(--grid)" in drawing and "var(--paper)" in drawing
    for colour in ("#1f2328", "#dfe3e8", "#ffffff"):
        assert colour not in drawing
    assert b"currentColor" not in written("en")["figures/seats.svg"]
    assert "prefers-color-scheme: dark" in source and "@media print" in source


def test_names_from_a_scenario_are_shown_as_they_stand():
    source, page = html("en", "nasty"), Page(html("en", "nasty"))
    assert "<script" not in source and "49" not in page.all("title")
    assert NASTY in page.text
    text = markdown("en", "nasty")
    assert "<script" not in text
    assert "\\| \\`rm\\` &amp; \\*bold\\* \\[link\\](x) {{ 7\\*7 }}" in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert rows and all(len(re.findall(r"(?<!\\)\|", line)) >= 3 for line in rows)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b", "a\\|b"),
        ("`x`", "\\`x\\`"),
        ("<b> & c", "&lt;b> &amp; c"),
        ("two\nlines", "two lines"),
        ("22.9–23.3%", "22.9–23.3%"),
    ],
)
def test_markdown_escapes_what_would_be_markup(text, shown):
    assert escape(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [("# x", "\\# x"), ("- x", "\\- x"), ("1. x", "1\\. x"), ("> x", "\\> x"), ("1.5 x", "1.5 x"), ("x # y", "x # y")],
)
def test_markdown_escapes_what_would_open_a_block(text, shown):
    assert opening(text) == shown


def test_markdown_code_holds_nothing_that_breaks_out_of_it():
    assert code("seat_win_rate") == "`seat_win_rate`"
    assert code('["a", "b"]') == '`["a", "b"]`'
    assert code("a`b|c<d") == "a\\`b\\|c&lt;d"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_tables_of_markdown_have_the_same_number_of_cells_in_each_row(lang):
    for block in re.findall(r"(?:^\|.*\n)+", markdown(lang), flags=re.MULTILINE):
        cells = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
        assert len(cells) == 1, block


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_html_and_markdown_say_the_same(lang):
    page = "".join(Page(html(lang)).text.split())
    for line in markdown(lang).splitlines():
        if line.startswith("- "):
            plain = re.sub(r"\\(.)", r"\1", line[2:].replace("**", "").replace("`", "")).replace("&lt;", "<")
            assert "".join(plain.split()).replace("&amp;", "&") in page


def test_no_time_of_the_run_is_in_the_report():
    for name, content in written("en").items():
        assert b"2001-02-03" not in content and b"12.345" not in content, name


def test_the_box_tells_the_rules_that_differ_and_the_effects():
    text = Page(html("en", "no joker")).text
    assert "jokers: jokers = 0 (draft 8: 1 )" in text
    assert "flat : 3 VP for every suit." in text
    assert "12,800 = 3,200 × 4" in text and "accountant, majority, spoiler and order" in text


def test_own_effects_are_written_out():
    effects = {str(suit): {"vp": suit, "coins": 1} for suit in range(1, 8)}
    text = told(made_run(rules={"effects": effects}))
    assert "`1: vp 1, coins 1; 2: vp 2, coins 1" in text
    assert '`effects` = a table of its own (draft 8: `"flat"`)' in text


def test_an_interrupted_run_and_sizes_outside_the_draft_are_flagged():
    run = made_run()
    run.manifest["state"] = "interrupted"  # type: ignore[index]
    run.manifest["notes"] = ["outside_draft:players", "outside_draft:hand"]  # type: ignore[index]
    text = told(run)
    assert "> This run was interrupted: 12,800 of 12,800 games were played." in text
    assert "Draft 8 has other sizes: number of players and cards dealt." in text
    assert "stopped within the first of the batches" not in text
    run.metrics[["low", "high"]] = None
    assert "It stopped within the first of the batches of deals" in told(run)


def test_a_table_of_one_figure_names_it():
    rows = [line for line in markdown("en").splitlines() if line.startswith("| coins that the stock could not pay |")]
    assert len(rows) == 1


def test_a_missing_value_is_a_dash_with_its_reason():
    rows = [line for line in markdown("en", "one").splitlines() if line.startswith("| who plays")]
    assert rows and all("| – | – | – |" in line and "never happened" in line for line in rows)


def test_with_one_player_nothing_compares_players():
    keys = {Path(name).stem for name in written("en", "one")}
    assert {"players", "player_seats", "player_actions", "player_skills"}.isdisjoint(keys)
    assert len(keys) - 1 >= 12


def test_without_a_joker_its_figure_is_left_out():
    assert "figures/joker_suits.png" not in written("en", "no joker")


def test_the_page_is_of_moderate_size():
    assert len(html("ja")) < 3_000_000


def test_the_summary_has_label_value_and_interval():
    lines = summary_lines(made_run(wins=(37.5, 25, 25, 12.5)), "en")
    assert ("win rate: seat 1", "37.5%", "37.4–37.6%") in lines
    assert ("winner changes: the joker", "23.0%", "22.8–23.2%") in lines
    assert all(len(line) == 3 and all(isinstance(cell, str) and cell for cell in line) for line in lines)
    assert ("勝率: 1席", "37.5%", "37.4–37.6%") in summary_lines(made_run(wins=(37.5, 25, 25, 12.5)), "ja")


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "figures").write_text("a file")
    with pytest.raises(UserError, match="cannot be written"):
        write_report(made_run(), tmp_path, "en")


def test_a_row_that_is_not_there_is_an_error_not_a_guess():
    reading = Reading(made_run(), "en")
    with pytest.raises(LookupError):
        reading.one("seat_win_rate", seat=9)
    with pytest.raises(LookupError):
        reading.one("seat_win_rate")


def test_the_shared_part_names_no_game():
    folder = Path(__file__).parents[2] / "balance" / "report"
    files = [path for path in folder.rglob("*") if path.suffix in (".py", ".toml", ".j2", ".css")]
    assert len(files) > 20
    for path in files:
        assert "neotopia" not in path.read_text(encoding="utf-8").lower(), path
