"""A check for CI hosts: a Markdown summary of a job, and the annotations of GitHub Actions.

The summary has no images and at most 1 MiB, as hosts demand; whatever is put in is escaped.
"""

from __future__ import annotations

import os
from pathlib import Path

from balance.report.check import CheckReport, Line
from balance.report.markdown import escape, grid, opening
from balance.report.parts import Table

MOST_BYTES = 1 << 20
ROOM = 4096  # bytes kept for the sentence that says what was left out
SIGNS = {"holds": "✅", "fails": "❌", "warning": "⚠️", "undecided": "❔", "error": "🛑"}
COMMANDS = {"fails": "error", "error": "error", "warning": "warning", "undecided": "warning"}


def summary(telling: CheckReport) -> str:
    """The Markdown: counts, a table, and a sentence on all that does not hold."""
    columns = telling.table().columns
    rows = [
        (f"{SIGNS[line.kind]} {line.status}", line.checked.scenario.name, line.name, line.measured)
        for line in telling.lines
    ]
    head = [f"## {escape(telling.say('title'))}", str(opening(telling.heading()))]
    table = str(grid(Table(columns, tuple(rows)))).split("\n")
    lines = ["\n\n".join(head), "", *table, ""]
    lines += [f"- {opening(remark)}" for remark in telling.remarks()]
    lines += ["", str(opening(telling.say("how")))]
    return _cut(lines, telling)


def _cut(lines: list[str], telling: CheckReport) -> str:
    """As many lines as there is room for, and how many there were more."""
    kept: list[str] = []
    size = 0
    for line in lines:
        size += len(line.encode()) + 1
        if size > MOST_BYTES - ROOM:
            kept += ["", telling.say("cut", n=len(lines) - len(kept))]
            break
        kept.append(line)
    return "\n".join(kept) + "\n"


def commands(telling: CheckReport) -> list[str]:
    """Workflow commands of GitHub Actions for all that does not hold: ``::error title=…::…``."""
    return [_annotation(line) for line in telling.lines if line.kind in COMMANDS]


def _annotation(line: Line) -> str:
    scenario = line.checked.scenario
    properties = {"file": _relative(scenario.file), "title": f"{scenario.name}: {line.name}"}
    shown = ",".join(f"{key}={_property(value)}" for key, value in properties.items() if value)
    return f"::{COMMANDS[line.kind]} {shown}::{_data(line.told)}"


def _relative(file: Path) -> str:
    """A file below the present folder, as the host knows it; nothing for any other."""
    path = os.path.relpath(file)
    return "" if path.startswith("..") else Path(path).as_posix()


def _data(text: str) -> str:
    """A command's message: what would end it is percent-encoded."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """The same for a property, which a colon or comma ends too."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
