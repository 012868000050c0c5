"""Charts as files: SVG and PNG, the same bytes every time; and SVG to be set into a page.

Two processes share the work where the system can fork and has two processors; each figure depends on its
chart alone, so the bytes do not depend on who drew it.
"""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from balance.experiment.threads import processors
from balance.report import style
from balance.report.charts import Chart

ENOUGH = 6  # fewer charts are drawn sooner by one process
OTHERS = 0.55  # share of the charts that the other process draws: this one has more to do

T = TypeVar("T")


@dataclass(frozen=True)
class Image:
    """A drawn chart: a whole SVG document and a PNG file."""

    svg: str
    png: bytes


def draw_all(charts: Sequence[Chart], lang: str, meanwhile: Callable[[], T]) -> tuple[list[Image], T]:
    """All charts drawn, in order, and the result of ``meanwhile``, done while another process draws."""
    import matplotlib.backends.backend_agg
    import matplotlib.backends.backend_svg
    import matplotlib.figure  # noqa: F401  (loaded once, before the process forks)

    if len(charts) < ENOUGH or processors() < 2 or "fork" not in multiprocessing.get_all_start_methods():
        return draw_some(charts, lang), meanwhile()
    share = round(OTHERS * len(charts))
    with _drawn_elsewhere(charts[:share], lang) as others:
        result = meanwhile()
        mine = draw_some(charts[share:], lang)
        return [*others(), *mine], result


@contextmanager
def _drawn_elsewhere(charts: Sequence[Chart], lang: str) -> Iterator[Callable[[], list[Image]]]:
    """A function that waits for charts which a forked process draws; the process ends with the context."""
    fork = multiprocessing.get_context("fork")
    receiving, sending = fork.Pipe(duplex=False)

    def work() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C reaches all processes of a terminal: end, say nothing
        with contextlib.suppress(Exception):  # what cannot be drawn is tried again by who waits, and told there
            sending.send(draw_some(charts, lang))

    helper = fork.Process(target=work, daemon=True)
    helper.start()
    sending.close()

    def drawn() -> list[Image]:
        try:
            return receiving.recv()
        except EOFError:  # it was killed, perhaps for want of memory
            return draw_some(charts, lang)

    try:
        yield drawn
    finally:
        helper.kill()
        helper.join()
        receiving.close()


def draw_some(charts: Sequence[Chart], lang: str) -> list[Image]:
    """Charts drawn by this process."""
    from balance.report.figures import draw

    images = []
    with style.styled(lang):
        for chart in charts:
            figure = draw(chart)
            vector, raster = io.StringIO(), io.BytesIO()
            figure.savefig(vector, format="svg", metadata={"Date": None, "Creator": None})
            figure.savefig(raster, format="png", metadata={"Software": None}, pil_kwargs={"compress_level": 4})
            images.append(Image(lean(vector.getvalue()), raster.getvalue()))
    return images


UNUSED = re.compile(r"<!DOCTYPE.*?>\s*|<!--.*?-->\s*|<metadata>.*?</metadata>\s*", re.DOTALL)
IDS = re.compile(r' id="([^"]+)"')
REFERENCES = re.compile(r'(?:href="#|url\(#)([^")]+)')


def lean(svg: str) -> str:
    """An SVG document without comments, metadata, doctype and ids that nothing refers to."""
    svg = UNUSED.sub("", svg)
    used = set(REFERENCES.findall(svg))
    return IDS.sub(lambda match: match[0] if match[1] in used else "", svg)


def inline(svg: str, name: str) -> str:
    """An SVG document as an element of an HTML page.

    Ids get ``name`` in front, so that two figures of a page do not meet; the roles of `style` become the
    page's colours.  The caller writes the opening tag, with the label for who cannot see it.
    """
    body = svg[svg.index("<svg") :]
    body = IDS.sub(rf' id="{name}-\1"', body)
    body = re.sub(r'(?:xlink:)?href="#', f'href="#{name}-', body).replace("url(#", f"url(#{name}-")
    for colour, role in style.ROLES.items():
        body = body.replace(colour, role)
    return body


OPENING = re.compile(r"<svg[^>]*?viewBox=\"([^\"]+)\"[^>]*>", re.DOTALL)


def box_and_body(svg: str) -> tuple[str, str]:
    """The viewBox of an SVG element, and what is inside the element."""
    opening = OPENING.search(svg)
    assert opening is not None
    return opening[1], svg[opening.end() : svg.rindex("</svg>")].strip()
