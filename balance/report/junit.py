"""A check as JUnit XML: a suite for each scenario, a case for each expectation; undecided is skipped.

The dialect that CI hosts read: testsuites > testsuite > testcase with failure, error or skipped inside.  A
warning's failure passes and says so in system-out.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from balance.report.check import CheckReport, Line

# What XML 1.0 has no way to write, not even escaped.
FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(telling: CheckReport) -> str:
    """The document, as text to be written in UTF-8."""
    root = ElementTree.Element("testsuites", name="balance check")
    for each in telling.found:
        lines = [line for line in telling.lines if line.checked is each]
        suite = ElementTree.SubElement(root, "testsuite", name=clean(each.scenario.name))
        _count(suite, lines)
        properties = ElementTree.SubElement(suite, "properties")
        about = {"game": each.scenario.game, "seed": each.seen.seed, "games": each.seen.games}
        for name, value in about.items():
            ElementTree.SubElement(properties, "property", name=name, value=clean(str(value)))
        for line in lines:
            _case(suite, line)
        out = [telling.games(each), *telling.differences(each)]
        ElementTree.SubElement(suite, "system-out").text = clean("\n".join(out))
    _count(root, telling.lines)
    ElementTree.indent(root)
    return "<?xml version='1.0' encoding='UTF-8'?>\n" + ElementTree.tostring(root, encoding="unicode") + "\n"


def clean(text: str) -> str:
    """A text with what XML cannot hold replaced."""
    return FORBIDDEN.sub("\ufffd", text)


def _count(element: ElementTree.Element, lines: list[Line]) -> None:
    kinds = [line.kind for line in lines]
    element.set("tests", str(len(lines)))
    for name, kind in (("failures", "fails"), ("errors", "error"), ("skipped", "undecided")):
        element.set(name, str(kinds.count(kind)))


def _case(suite: ElementTree.Element, line: Line) -> None:
    name = f"{line.outcome.claim.place + 1}: {line.name}"
    scenario = line.checked.scenario.name.replace("/", ".")
    case = ElementTree.SubElement(suite, "testcase", classname=clean(f"balance.{scenario}"), name=clean(name))
    tag = {"fails": "failure", "error": "error", "undecided": "skipped"}.get(line.kind)
    told = clean(line.told)
    if tag is not None:
        ElementTree.SubElement(case, tag, message=told, type=line.kind).text = told
    else:
        warned = f"{line.status}: {told}" if line.kind == "warning" else told
        ElementTree.SubElement(case, "system-out").text = warned
