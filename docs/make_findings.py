"""Writes the figures of `docs/findings-*.md` anew: `make findings`; `make findings-check` shows what would differ.

A page is prose with blocks.  A block begins with a comment: a command of this program, then the measures to show
(a metric, and its keys if not all rows are meant; ``only 12``: of many things those that matter most).  What follows
the comment, up to ``<!-- end -->``, is written here from what the command prints with ``--format json``.  Braces in a
command stand for one command each, as in a shell.
"""

from __future__ import annotations

import difflib
import json
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from balance.games import load
from balance.report.markdown import grid
from balance.report.measures import Measures
from balance.report.numbers import fixed, number
from balance.report.parts import Table

DOCS = Path(__file__).resolve().parent
PAGES = tuple(sorted(DOCS.glob("findings-*.md")))
BLOCK = re.compile(r"<!-- ask\n(?P<ask>.*?)\n-->\n(?P<made>.*?)<!-- end -->", re.S)
BRACES = re.compile(r"\{([^{}]*)\}")
STATES = {"shown": "shown", "small": "small", "none": "none", "open": "not shown"}
VERDICTS = {"balanced": "alike", "unbalanced": "changed", "undecided": "undecided"}


@dataclass(frozen=True)
class Wanted:
    """A measure to show: the rows of a metric whose keys have these values."""

    metric: str
    keys: Mapping[str, str]

    def rows(self, found: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """The rows of a document that are meant, in its order."""
        return [row for row in found if row["metric"] == self.metric and self._meant(row["where"])]

    def _meant(self, where: Mapping[str, Any]) -> bool:
        return all(str(where.get(key)) == value for key, value in self.keys.items())


@dataclass(frozen=True)
class Ask:
    """A block's question: its command and the measures to show."""

    command: str
    wanted: tuple[Wanted, ...]
    most: int | None = None  # rows at most

    @classmethod
    def read(cls, text: str) -> Ask:
        """From the comment of a block; comparisons and sweeps look at what is shown, and at nothing else."""
        command, *lines = text.splitlines()
        most = next((int(line.split()[1]) for line in lines if line.startswith("only ")), None)
        wanted = tuple(_wanted(line) for line in lines if not line.startswith("only "))
        if command.split()[1] in ("compare", "sweep", "impact"):
            command += f" --metrics {','.join(dict.fromkeys(each.metric for each in wanted))}"
        return cls(command, wanted, most)

    def commands(self) -> list[tuple[str, str]]:
        """(what the braces stand for, the command); one without a word if there are no braces."""
        match = BRACES.search(self.command)
        if match is None:
            return [("", self.command)]
        before, after = self.command[: match.start()], self.command[match.end() :]
        return [(word, before + word + after) for word in match[1].split(",")]


def _wanted(line: str) -> Wanted:
    metric, *keys = shlex.split(line)
    return Wanted(metric, dict(key.split("=", 1) for key in keys))


def answer(command: str) -> dict[str, Any]:
    """What a command prints as JSON, run as a process of its own."""
    _, *words = shlex.split(command)
    with tempfile.TemporaryDirectory() as folder:
        line = [sys.executable, "-m", "balance", *words, "--format", "json", "--quiet", "--out", f"{folder}/out"]
        done = subprocess.run(line, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{command}\n{done.stderr.strip()}")
    print(command, file=sys.stderr)
    return dict(json.loads(done.stdout))


def table(columns: Sequence[str], rows: Sequence[Sequence[str]], names: int = 1) -> list[str]:
    """The lines of a table; all but the first so many columns hold numbers."""
    numeric = frozenset(range(names, len(columns)))
    return grid(Table(tuple(columns), tuple(map(tuple, rows)), numeric)).splitlines()


def measured(value: float | None, low: float | None, high: float | None, unit: str, pp: str = "") -> str:
    """A value with its interval in brackets."""
    return number(value, low, high, unit=unit, pp=pp).bracketed


def by_run(ask: Ask, found: Sequence[tuple[str, dict[str, Any]]]) -> list[str]:
    """Measures of one run, or of several beside each other."""
    say = Measures(load(found[0][1]["game"]), "en")
    asked = [[row for wanted in ask.wanted for row in wanted.rows(each["metrics"])] for _, each in found]
    keyed = [{(row["metric"], json.dumps(row["where"])): row for row in rows} for rows in asked]
    rows = []
    for key in dict.fromkeys(key for each in keyed for key in each):
        metric, where = key
        cells = [each.get(key) for each in keyed]
        shown = [measured(c["value"], c["low"], c["high"], c["unit"]) if c else "–" for c in cells]
        rows.append([say.named(metric, json.loads(where)), *shown])
    return table(["measure", *(word or each["scenario"] for word, each in found)], rows)


def by_comparison(ask: Ask, found: Sequence[tuple[str, dict[str, Any]]]) -> list[str]:
    """Differences of every variant; what the braces stand for comes first in a row."""
    first = found[0][1]
    say = Measures(load(first["game"]), "en")
    rows = []
    for word, each in found:
        bases = [row for row in each["differences"] if row["variant"] == 0]
        for wanted in ask.wanted:
            for row in wanted.rows(bases):
                same = [r for r in each["differences"] if (r["metric"], r["where"]) == (row["metric"], row["where"])]
                base = measured(row["base"], None, None, row["unit"])
                cells = [_difference(each, r) for r in sorted(same, key=lambda r: int(r["variant"]))]
                rows.append([*([word] if word else []), say.named(row["metric"], row["where"]), base, *cells])
    names = [first["base"]["title"], *(each["title"] for each in first["variants"])]
    named = ["with", "measure"] if found[0][0] else ["measure"]
    return [*table([*named, *names], rows, len(named)), *_pairing([each for _, each in found])]


def _pairing(found: Sequence[Mapping[str, Any]]) -> list[str]:
    """How many games the pairing of deals saves, over all measures of some comparisons."""
    saved = [row["games_saved"] for each in found for row in each["differences"] if row["games_saved"] is not None]
    if not saved:
        return []
    low, middle, high = (f"{fixed(100 * value, 0)}%" for value in (min(saved), median(saved), max(saved)))
    return ["", f"Same deals on both sides save {middle} of the games that unpaired runs would need ({low} to {high})."]


def _difference(document: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    """A difference, its interval and verdict, and in how many line-ups it holds where others were tried."""
    if row["difference"] is None:
        return "–"
    words = [measured(row["difference"], row["low"], row["high"], row["unit"], " pp")]
    words[0] = words[0] if row["difference"] <= 0 else f"+{words[0]}"
    if row["verdict"]:
        words.append(VERDICTS[row["verdict"]])
    for claim in (document["across"] or {}).get("claims", ()):
        if all(claim[key] == row[key] for key in ("variant", "metric", "where")):
            words.append(f"(holds in {claim['holds']} of {len(claim['found'])} line-ups, against {claim['against']})")
    return " ".join(words)


def by_luck(ask: Ask, found: Sequence[tuple[str, dict[str, Any]]]) -> list[str]:
    """Shares of who wins, by what they come from."""
    parts = dict.fromkeys(row["part"] for row in found[0][1]["shares"])
    rows = []
    for part in parts:
        shares = [next(r for r in each["shares"] if (r["of"], r["part"]) == ("win", part)) for _, each in found]
        rows.append([part, *(measured(r["value"], r["low"], r["high"], "share") for r in shares)])
    return table(["part of who wins", *(word or each["scenario"] for word, each in found)], rows)


def by_sweep(ask: Ask, found: Sequence[tuple[str, dict[str, Any]]]) -> list[str]:
    """Measures in every cell of a sweep: a row for each combination of the knobs' values."""
    say = Measures(load(found[0][1]["game"]), "en")
    knobs = [knob["path"].removeprefix("rules.") for knob in found[0][1]["knobs"]]
    headings: list[str] = []
    rows = []
    for word, each in found:
        shown = [row for wanted in ask.wanted for row in wanted.rows(each["measures"])]
        headings = [say.named(row["metric"], row["where"]) for row in shown]
        for n, cell in enumerate(each["cells"]):
            values = [say.setting(knob["values"][level]) for knob, level in zip(each["knobs"], cell, strict=True)]
            found_here = [(row["cells"][n], row["unit"]) for row in shown]
            figures = [measured(c["value"], c["low"], c["high"], unit) for c, unit in found_here]
            rows.append([*([word] if word else []), *values, *figures])
    named = [*(["with"] if found[0][0] else []), *knobs]
    return table([*named, *headings], rows, len(named))


def by_impact(ask: Ask, found: Sequence[tuple[str, dict[str, Any]]]) -> list[str]:
    """What changes when a thing is taken from everybody, and the win rate of who alone goes without it."""
    document = found[0][1]
    say = Measures(load(document["game"]), "en")
    shown = [(row["metric"], row["where"]) for w in ask.wanted for row in w.rows(document["things"][0]["effects"])]
    things = document["things"]
    if ask.most is not None:
        things = sorted(things, key=_weight, reverse=True)[: ask.most]
    rows = []
    for thing in things:
        effects = {(e["metric"], json.dumps(e["where"])): e for e in thing["effects"]}
        cells = [_effect(effects.get((metric, json.dumps(where)))) for metric, where in shown]
        rows.append([thing["label"], *cells, _effect(thing["holder"])])
    lines = table(["without", *(say.named(*each) for each in shown), "win rate of who alone goes without"], rows)
    fewer = len(things) < len(document["things"])
    more = f" These are the {len(things)} of {len(document['things'])} whose effect is surest." if fewer else ""
    told = "Shown: an effect at all, by Benjamini–Hochberg at 5% over all things and measures; small: in the margin."
    return [*lines, "", f"{told}{more}"]


def _effect(effect: Mapping[str, Any] | None) -> str:
    """An effect with its interval, and what is known of it."""
    if effect is None or effect["effect"] is None:
        return "–"
    shown = measured(effect["effect"], effect["low"], effect["high"], effect["unit"], " pp")
    return f"{'+' if effect['effect'] > 0 else ''}{shown} {STATES[effect['state']]}"


def _weight(thing: Mapping[str, Any]) -> float:
    """How surely a thing matters: the largest of its effects in standard errors."""
    effects = [*thing["effects"], *([thing["holder"]] if thing["holder"] else [])]
    return max((abs(e["effect"] / e["se"]) for e in effects if e["effect"] is not None and e["se"]), default=0.0)


KINDS = {"run": by_run, "compare": by_comparison, "luck": by_luck, "sweep": by_sweep, "impact": by_impact}


def made(ask: Ask) -> str:
    """The content of a block."""
    found = [(word, answer(command)) for word, command in ask.commands()]
    kind = shlex.split(ask.command)[1]
    each_of = " of each" if kind == "compare" else ""
    games = {f"{document['games']:,} games{each_of}, seed {document['seed']}" for _, document in found}
    lines = KINDS[kind](ask, found)
    return "\n".join(["", *lines, "", f"`{ask.command}`: {'; '.join(sorted(games))}; brackets are 95% intervals.", ""])


def asks(page: str) -> Iterator[Ask]:
    """The questions of a page."""
    return (Ask.read(match["ask"]) for match in BLOCK.finditer(page))


def renewed(page: str, *, only_new: bool = False) -> str:
    """A page with every block made anew, or only those whose question has no answer yet."""

    def block(match: re.Match[str]) -> str:
        ask = Ask.read(match["ask"])
        kept = only_new and f"`{ask.command}`: " in match["made"]
        return match[0] if kept else f"<!-- ask\n{match['ask']}\n-->\n{made(ask)}<!-- end -->"

    return BLOCK.sub(block, page)


def main(words: Sequence[str]) -> int:
    """Write pages anew, all or those named; return 0.

    With ``--new`` only blocks without an answer are made; with ``--check`` nothing is written, and 1 is returned
    if a page would differ.
    """
    differs = False
    named = [Path(word).resolve() for word in words if not word.startswith("--")]
    for path in named or PAGES:
        old = path.read_text(encoding="utf-8")
        new = renewed(old, only_new="--new" in words)
        if "--check" not in words:
            path.write_text(new, encoding="utf-8")
        elif new != old:
            differs = True
            lines = difflib.unified_diff(old.splitlines(True), new.splitlines(True), path.name, f"{path.name}, now")
            sys.stdout.writelines(lines)
    return int(differs)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
