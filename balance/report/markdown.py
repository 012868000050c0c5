"""A report as Markdown: the same content, figures linked, tables as pipes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from balance.report.html import template_text
from balance.report.parts import Code, Number, Picture, Piece, Report, Sentence, Table
from balance.report.phrases import Phrases

SPECIAL = re.compile(r"([\\`*_\[\]|~])")
OPENS = re.compile(r"^(\d*)([#+>=-]|(?<=\d)[.)](?=\s|$))")  # what would begin a heading, list or quotation


class Verbatim(str):
    """Text that is Markdown already."""


def escape(text: object) -> Verbatim:
    """Any text so that Markdown and HTML show it as it stands, within a line."""
    plain = re.sub(r"\s", " ", str(text)).replace("&", "&amp;").replace("<", "&lt;")
    return Verbatim(SPECIAL.sub(r"\\\1", plain))


def opening(text: object) -> Verbatim:
    """The same for the beginning of a paragraph."""
    return Verbatim(OPENS.sub(r"\1\\\2", escape(str(text).lstrip())))


def code(text: str) -> Verbatim:
    """A name in a fence of backticks; as escaped text if it holds what could break out of one."""
    return escape(text) if re.search(r"[`<|\n]", text) else Verbatim(f"`{text}`")


def line(sentence: Sentence) -> Verbatim:
    """A sentence, its numbers in bold."""
    badge = f"**{escape(sentence.badge.word)}** " if sentence.badge else ""
    return Verbatim(badge + "".join(map(_piece, sentence.pieces)) + escape(sentence.basis))


def _piece(piece: Piece) -> str:
    if isinstance(piece, Number):
        interval = f" {escape(f'[{piece.interval}]')}" if piece.interval else ""
        return f"**{escape(piece.value)}**{interval}"
    return code(piece.text) if isinstance(piece, Code) else escape(piece)


def image(picture: Picture) -> Verbatim:
    """A picture, linked."""
    return Verbatim(f"![{escape(picture.title)}](figures/{picture.key}.png)")


def grid(table: Table) -> Verbatim:
    """A table of pipes, numbers at the right."""
    rules = ["---:" if n in table.numeric else "---" for n in range(len(table.columns))]
    rows = [[escape(cell) for cell in row] for row in (table.columns, *table.rows)]
    return _pipes([rows[0], rules, *rows[1:]])


def pairs(about: Iterable[tuple[str, Sentence]]) -> Verbatim:
    """The box at the top: a table of two columns without a head."""
    rows = [[f"**{escape(label)}**", line(value)] for label, value in about]
    return _pipes([["", ""], ["---", "---"], *rows])


def _pipes(rows: Iterable[Iterable[str]]) -> Verbatim:
    return Verbatim("\n".join(f"| {' | '.join(row)} |" for row in rows))


def markdown(report: Report, words: Phrases) -> str:
    """The page; whatever the template puts in is escaped unless it is `Verbatim`."""
    from jinja2 import DictLoader, Environment, StrictUndefined

    def shown(value: Any) -> Any:
        return value if isinstance(value, Verbatim) else escape(value)

    environment = Environment(
        autoescape=False,  # `finalize` escapes, for Markdown
        finalize=shown,
        undefined=StrictUndefined,
        loader=DictLoader({"report.md.j2": template_text("report.md.j2")}),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"line": line, "image": image, "grid": grid, "pairs": pairs, "opening": opening}
    text = environment.get_template("report.md.j2").render(report=report, say=words.say)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"
