"""A report as one HTML file that loads nothing: styles and figures are inside.

Only a page with a table to sort has a script, which does nothing else; without it the page says the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from markupsafe import Markup

from balance.report.images import Image, box_and_body, inline
from balance.report.parts import Code, Number, Picture, Piece, Report
from balance.report.phrases import Phrases


def kind(piece: Piece) -> str:
    """Which of the three kinds a piece is, for the templates."""
    return "number" if isinstance(piece, Number) else "code" if isinstance(piece, Code) else "text"


def template_text(name: str) -> str:
    """A file of the templates' folder."""
    return files("balance.report").joinpath("templates", name).read_text(encoding="utf-8")


def html(report: Report, images: Sequence[Image], words: Phrases) -> str:
    """The page.  Every text is escaped; only drawn figures go in as they are."""
    from jinja2 import DictLoader, Environment, StrictUndefined

    names = ("report.html.j2", "pieces.html.j2")
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        loader=DictLoader({name: template_text(name) for name in names}),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["kind"] = kind
    drawn = {picture.key: _figure(picture, image) for picture, image in zip(report.pictures, images, strict=True)}
    return environment.get_template("report.html.j2").render(
        report=report,
        drawn=drawn,
        say=words.say,
        css=Markup(template_text("report.css")),
        js=Markup(template_text("sort.js")),
    )


def _figure(picture: Picture, image: Image) -> dict[str, Any]:
    box, body = box_and_body(inline(image.svg, picture.key))
    return {"box": box, "body": Markup(body)}  # drawn by us: letters are outlines, so no text can break out
