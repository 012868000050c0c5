"""Figures: what is drawn is what was measured, all letters exist, nothing overlaps or is cut off."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import warnings

import numpy as np
import pytest
from matplotlib.text import Text

from balance.report import images, style
from balance.report.charts import Bars, Chart, Curves, Dots, Key, Point, Series, Stack
from balance.report.compose import all_sections
from balance.report.figures import draw
from balance.report.lettering import Line
from balance.report.panels import Frame
from balance.report.parts import Picture
from balance.report.reading import Reading
from balance.report.sheet import Sheet
from tests.report.runs import made_run

RUNS = {
    "four": {},
    "one": {"players": ("random",)},
    "wide": {"half": 0.2},
    "gaps": {"values": {("skill_round", "skill=subsidy"): None, ("skill_coins", "skill=subsidy"): None}},
}


def pictures(lang: str = "en", **run) -> dict[str, Picture]:
    found = all_sections(Reading(made_run(**run), lang))
    return {picture.key: picture for section in found for picture in section.pictures}


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """WCAG's contrast ratio, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("kind", RUNS)
def test_no_text_is_cut_off_or_lies_on_another(lang, kind):
    for key, picture in pictures(lang, **RUNS[kind]).items():
        with style.styled(lang):
            figure = draw(picture.chart)
            canvas = figure.bbox
            boxes = [(text.get_text(), text.get_window_extent()) for text in figure.findobj(Line)]
        for n, (words, box) in enumerate(boxes):
            assert box.x0 >= canvas.x0 and box.x1 <= canvas.x1 + 0.5, (key, words)
            assert box.y0 >= canvas.y0 and box.y1 <= canvas.y1, (key, words)
            for others, other in boxes[n + 1 :]:
                wide = min(box.x1, other.x1) - max(box.x0, other.x0)
                high = min(box.y1, other.y1) - max(box.y0, other.y0)
                assert wide <= 1.0 or high <= 2.0, (key, words, others)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_letter_has_a_shape(lang):
    charts = [picture.chart for picture in pictures(lang).values()]
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # a missing letter is warned of
        drawn = images.draw_some(charts, lang)
    assert len(drawn) == len(charts)


def test_a_missing_letter_would_be_noticed():
    chart = Chart("勝率", (Dots("", ("a",), (Point(0.5),)),))
    with pytest.warns(UserWarning, match="missing from font"):
        images.draw_some([chart], "en")


@pytest.mark.parametrize(("lang", "words"), [("en", "Win rate (Type)"), ("ja", "勝率（記述）")])
@pytest.mark.parametrize("align", ["left", "center", "right"])
def test_a_line_lies_where_matplotlib_would_lay_it(lang, words, align):
    inks = []
    with style.styled(lang):
        for kind in (Line, Text):
            sheet = Sheet()
            line = kind(0.5, 0.5, words, fontsize=20, ha=align, va="center_baseline")
            line.set_transform(sheet.figure.transFigure)
            sheet.figure.add_artist(line)
            sheet.figure.canvas.draw()
            dark = np.argwhere(np.asarray(sheet.figure.canvas.buffer_rgba())[..., 0] < 200)
            inks.append([*dark.min(axis=0), *dark.max(axis=0)])  # top, left, bottom, right, in pixels
    assert np.abs(np.subtract(*inks)).max() <= 2


def test_points_are_the_values_of_the_table():
    dots = pictures(values={("player_win_rate", "player=order"): 0.123})["players"].chart.panels[0]
    assert isinstance(dots, Dots)
    assert dots.labels == ("accountant", "majority", "spoiler", "order")
    assert dots.points[3] == Point(0.123, pytest.approx(0.121), pytest.approx(0.125))
    assert dots.reference == 0.25


def test_curves_run_over_the_rounds():
    panel = pictures()["onlooker"].chart.panels[0]
    assert isinstance(panel, Curves)
    assert panel.ticks == ("1", "2", "3", "4", "5", "6")
    assert [point.value for point in panel.series[2].points] == [0.30, 0.32, 0.35, 0.42, 0.54, 0.98]


def test_rare_scores_at_both_ends_are_not_drawn_and_close_games_stand_out():
    scores, margins = (pictures()[key].chart.panels[0] for key in ("scores", "margins"))
    assert isinstance(scores, Bars) and isinstance(margins, Bars)
    assert (scores.first, len(scores.heights)) == (8, 12)
    assert scores.marks == ((8, "5%"), (14, "median"), (19, "95%"))
    assert (margins.first, margins.lit) == (0, 4)  # margins 0 to 3 are close in this game


def test_an_action_that_never_occurs_is_left_out_of_the_stack():
    stack = pictures()["player_actions"].chart
    panel = stack.panels[0]
    assert isinstance(panel, Stack)
    assert [key.label for key in stack.legend] == ["keep", "release", "transfer", "hire"]
    assert [sum(part[n] for part in panel.parts) for n in range(4)] == pytest.approx([1.0] * 4)


def test_scales_lead_values_to_places():
    frame = Frame(1.0, 2.0, 4.0, 2.0)
    assert [frame.across(0.0, 8.0)(value) for value in (0.0, 2.0, 8.0)] == [1.0, 2.0, 5.0]
    assert [frame.upward(10.0)(value) for value in (0.0, 5.0, 10.0)] == [4.0, 3.0, 2.0]


def test_intervals_are_drawn_where_they_are():
    """A dot at 0.5 with an interval from 0.25 to 0.75: the bar reaches as far to either side."""
    from matplotlib.lines import Line2D

    chart = Chart("t", (Dots("", ("a",), (Point(0.5, 0.25, 0.75),), percent=True),))
    with style.styled("en"):
        figure = draw(chart)
    bars = [segment for artist in figure.get_children() for segment in _segments(artist, style.SERIES[0])]
    (start, _), (end, _) = bars[0]
    dot = next(each.get_xdata()[0] for each in figure.artists if isinstance(each, Line2D))
    assert dot == pytest.approx((start + end) / 2)
    assert end - start == pytest.approx(2 * (dot - start))


def _segments(artist, colour: str):
    from matplotlib.collections import LineCollection
    from matplotlib.colors import to_hex

    if isinstance(artist, LineCollection) and to_hex(artist.get_colors()[0]) == colour:
        yield from artist.get_segments()


def test_text_is_measured_as_it_is_drawn():
    for lang, words in (("en", "market research 28.1%"), ("ja", "秘密人事の使用者 25.0%")):
        with style.styled(lang):
            sheet = Sheet()
            text = sheet.figure.text(0, 0, words, fontsize=8)
            drawn = text.get_window_extent().width / sheet.figure.dpi
            assert sheet.measure(words, 8) == pytest.approx(drawn, abs=0.03)


def test_lines_break_at_blanks_and_between_wide_letters_but_not_before_a_full_stop():
    with style.styled("ja"):
        sheet = Sheet()
        assert sheet.wrap("one two three", 8, 0.5) == ["one two", "three"]
        lines = sheet.wrap("これは長い文章である。", 8, 0.6)
    assert "".join(lines) == "これは長い文章である。"
    assert all(not line.startswith("。") for line in lines) and len(lines) > 1


def test_two_processes_draw_what_one_draws(monkeypatch):
    charts = [picture.chart for picture in pictures().values()][:7]
    alone = images.draw_some(charts, "en")
    monkeypatch.setattr(images, "processors", lambda: 2)
    together, result = images.draw_all(charts, "en", lambda: "done")
    assert together == alone and result == "done"


def test_what_the_other_process_does_not_bring_is_drawn_here(monkeypatch):
    charts = [picture.chart for picture in pictures().values()][:7]
    alone = images.draw_some(charts, "en")
    here, real = os.getpid(), images.draw_some

    def draw_some(*told):
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*told)

    monkeypatch.setattr(images, "processors", lambda: 2)
    monkeypatch.setattr(images, "draw_some", draw_some)
    assert images.draw_all(charts, "en", lambda: "done") == (alone, "done")
    assert multiprocessing.active_children() == []


def test_one_processor_draws_alone(monkeypatch):
    monkeypatch.setattr(images, "processors", lambda: 1)
    monkeypatch.setattr(images, "_drawn_elsewhere", None)  # calling it would fail
    drawn, result = images.draw_all([Chart("t", (Dots("", ("a",), (Point(0.5),)),))] * 7, "en", lambda: 1)
    assert len(drawn) == 7 and result == 1


def test_a_drawn_file_has_no_time_and_no_idle_ids():
    image = images.draw_some([Chart("t", (Dots("", ("a",), (Point(0.5),)),))], "en")[0]
    assert "date" not in image.svg.lower() and "<!--" not in image.svg and "DOCTYPE" not in image.svg
    ids, used = set(re.findall(r' id="([^"]+)"', image.svg)), set(re.findall(r'(?:href="#|url\(#)([^")]+)', image.svg))
    assert ids == used
    assert b"tIME" not in image.png and b"Software" not in image.png


def test_a_figure_in_a_page_has_ids_of_its_own():
    svg = '<?xml?><svg viewBox="0 0 1 1"><defs><path id="a"/></defs><use xlink:href="#a" fill="#1f2328"/></svg>'
    box, body = images.box_and_body(images.inline(svg, "seats"))
    assert box == "0 0 1 1"
    assert body == '<defs><path id="seats-a"/></defs><use href="#seats-a" fill="currentColor"/>'


def test_settings_of_matplotlib_are_left_as_they_were():
    import matplotlib

    before = dict(matplotlib.rcParams)
    images.draw_some([Chart("t", (Dots("", ("a",), (Point(0.5),)),))], "ja")
    assert dict(matplotlib.rcParams) == before


def test_colours_show_on_white_and_on_black_and_carry_their_text():
    dark_paper = "#16191d"
    for colour in style.SERIES:
        assert contrast(colour, style.PAPER) >= 3.0 and contrast(colour, dark_paper) >= 3.0, colour
    for n, colour in enumerate(style.SERIES):
        assert contrast(colour, style.on(n)) >= 4.5, colour
    assert len(set(style.MARKERS)) >= len(style.SERIES)


def test_a_tint_is_never_the_paper():
    assert style.mix(0.0, "#0072b2") == "#fefefe"
    assert style.mix(1.0, "#0072b2") == "#0072b2"
    assert style.mix(0.5, "#000000") == "#808080"


def test_a_legend_breaks_into_lines_where_it_is_too_wide():
    keys = tuple(Key(f"a rather long label, number {n}", n % 7, "line") for n in range(8))
    one = Chart("t", (Curves("", "", ("1",), (Series("s", (Point(0.5),), 0),)),), keys[:2])
    many = Chart("t", (Curves("", "", ("1",), (Series("s", (Point(0.5),), 0),)),), keys)
    with style.styled("en"):
        assert draw(many).get_size_inches()[1] > draw(one).get_size_inches()[1]
