"""Writes a report into a folder: page, Markdown and figures, the same bytes every time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from balance.errors import UserError
from balance.report.charts import Chart
from balance.report.compose import all_sections, compose, summary
from balance.report.html import html
from balance.report.images import draw_all
from balance.report.markdown import markdown
from balance.report.parts import Report
from balance.report.phrases import Phrases
from balance.report.reading import Reading

if TYPE_CHECKING:
    from balance.experiment.store import Run

PAGE, MARKDOWN, FIGURES = "report.html", "report.md", "figures"


def write_report(run: Run, folder: Path, lang: str) -> list[Path]:
    """Write ``report.html``, ``report.md`` and ``figures/*.svg|png`` into ``folder``.

    Returns the files written, the page first.  Nothing of the time of writing is in them.  Raises UserError
    for a language that no report is written in, or a folder that cannot be written.
    """
    reading = Reading(run, lang)
    sections = all_sections(reading)
    charts = [picture.chart for section in sections for picture in section.pictures]
    return write_pages(folder, charts, lambda: compose(reading, sections), reading.words)


def write_pages(folder: Path, charts: Sequence[Chart], make: Callable[[], Report], words: Phrases) -> list[Path]:
    """Write the report that ``make`` makes while its charts, given in their order, are drawn."""

    def in_words() -> tuple[Report, str]:
        report = make()
        return report, markdown(report, words)

    images, (report, text) = draw_all(charts, words.lang, in_words)
    files: dict[Path, bytes] = {
        folder / PAGE: html(report, images, words).encode(),
        folder / MARKDOWN: text.encode(),
    }
    for picture, image in zip(report.pictures, images, strict=True):
        files[folder / FIGURES / f"{picture.key}.svg"] = image.svg.encode()
        files[folder / FIGURES / f"{picture.key}.png"] = image.png
    if (folder / FIGURES).is_symlink():
        raise UserError("is a link, which no report leaves; remove it", file=folder / FIGURES)
    try:
        (folder / FIGURES).mkdir(parents=True, exist_ok=True)
        for path, content in files.items():
            if path.is_symlink():  # what it leads to is not ours
                path.unlink()
            path.write_bytes(content)
    except OSError as error:
        raise UserError(f"cannot be written ({error.strerror}); give another folder", file=folder) from None
    return list(files)


def summary_lines(run: Run, lang: str) -> list[tuple[str, str, str]]:
    """The few figures that come first, for a terminal: (label, value, 95% interval) as text."""
    return summary(Reading(run, lang))
