"""Each flag of the command line, spelled once, and how its text is read."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

LONGEST_NUMBER = 30  # digits; more is no number that anybody means


class Format(StrEnum):
    """How a result is printed."""

    text = "text"
    json = "json"


class ReplayFormat(StrEnum):
    """How a replay is printed."""

    text = "text"
    jsonl = "jsonl"
    svg = "svg"
    png = "png"


class Lang(StrEnum):
    """Language of reports and replays."""

    en = "en"
    ja = "ja"


def whole_number(text: str | int) -> int:
    """The number that a flag says.  Raises typer.BadParameter, which names the flag."""
    if isinstance(text, int):
        return text
    try:
        if len(text) > LONGEST_NUMBER:
            raise ValueError
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"'{text}' is no whole number; give one such as 8") from None


def place(text: str | Path) -> Path:
    """The file or folder that a text names, there or not.  Raises typer.BadParameter for no name at all."""
    path = Path(text)
    try:
        if not str(text).strip():
            raise ValueError("it is empty")
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        pass
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise typer.BadParameter(f"is no name of a file or folder ({reason}); give another") from None
    return path


Scenario = Annotated[
    str,
    typer.Argument(metavar="SCENARIO", help="A scenario file, or a shipped name such as neotopia/draft8."),
]
Base = Annotated[
    str,
    typer.Argument(metavar="BASE", help="The scenario that others are compared with."),
]
Variants = Annotated[
    list[str],
    typer.Argument(metavar="VARIANT…", help="Scenarios to compare with it, on the same deals."),
]
Metrics = Annotated[
    str | None,
    typer.Option(
        "--metrics",
        metavar="NAMES",
        help="Which metrics to judge, with commas (the usual ones by default).",
        show_default=False,
    ),
]
Margin = Annotated[
    list[str] | None,
    typer.Option(
        "--margin",
        metavar="X|METRIC=X",
        help="What counts as no difference: X of a share or of the base's value (0.02), or of a metric in its unit.",
        show_default=False,
    ),
]
Attribute = Annotated[
    bool, typer.Option("--attribute", help="Also play the differences one by one and say whose doing a change is.")
]
Group = Annotated[
    list[str] | None,
    typer.Option(
        "--group",
        metavar="KEYS",
        help="With --attribute: differences that count as one, with commas.",
        show_default=False,
    ),
]
Across = Annotated[
    str | None,
    typer.Option(
        "--across",
        metavar="players",
        help="Repeat the comparison with other players: in how many line-ups does it hold?",
        show_default=False,
    ),
]
Vary = Annotated[
    list[str] | None,
    typer.Option(
        "--vary",
        metavar="KEY=VALUES",
        help="A knob and its values: rules.hire_cost=1..4, rules.riot=once,off, players=3,4.",
        show_default=False,
    ),
]
Fraction = Annotated[
    int,
    typer.Option("--fraction", metavar="Q", parser=whole_number, help="Play one combination in Q."),
]
Of = Annotated[
    str | None,
    typer.Option(
        "--of",
        metavar="KINDS",
        help="What to take away, with commas: joker,skills,cards,actions,rules,players,… (all by default).",
        show_default=False,
    ),
]
Instead = Annotated[
    str | None,
    typer.Option(
        "--instead",
        metavar="CARD",
        help="With --of cards: what lies in a card's places (default: a blank).",
        show_default=False,
    ),
]
Scenarios = Annotated[
    list[str],
    typer.Argument(metavar="SCENARIO…", help="Scenario files or shipped names."),
]
Junit = Annotated[
    Path | None,
    typer.Option("--junit", metavar="FILE", parser=place, help="Also write JUnit XML.", show_default=False),
]
Markdown = Annotated[
    Path | None,
    typer.Option("--markdown", metavar="FILE", parser=place, help="Also write a Markdown summary.", show_default=False),
]
JsonFile = Annotated[
    Path | None,
    typer.Option("--json", metavar="FILE", parser=place, help="Also write JSON.", show_default=False),
]
Strict = Annotated[bool, typer.Option("--strict", help="Warnings count as failures, and undecided never passes.")]
UntilDecided = Annotated[
    bool, typer.Option("--until-decided", help="Stop as soon as all is decided, at --max-games at the latest.")
]
MaxGames = Annotated[
    int | None,
    typer.Option(
        "--max-games",
        metavar="N",
        parser=whole_number,
        help="Most games to play until decided (default: the scenario's).",
        show_default=False,
    ),
]
BaselineFile = Annotated[Path, typer.Option("--out", "-o", metavar="FILE", parser=place, help="The file to write.")]
MoreMetrics = Annotated[
    str | None,
    typer.Option(
        "--metrics",
        metavar="NAMES",
        help="Metrics to keep beside the usual ones and those expected, with commas.",
        show_default=False,
    ),
]
OverwriteFile = Annotated[bool, typer.Option("--overwrite", help="Replace the file if it exists.")]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game, such as neotopia.")]
ListName = Annotated[str, typer.Argument(metavar="WHAT", help="games, scenarios, players, rules or metrics.")]
ListedGame = Annotated[str, typer.Argument(metavar="GAME", help="Of which game (all by default).", show_default=False)]
Games = Annotated[
    int | None,
    typer.Option(
        "--games",
        "-n",
        metavar="N",
        parser=whole_number,
        help="Games to play, rounded up to whole deals.",
        show_default=False,
    ),
]
CoverageGames = Annotated[
    int | None,
    typer.Option(
        "--games",
        "-n",
        metavar="N",
        parser=whole_number,
        help="Games of each scenario, rounded up to whole deals (1,000 by default, or the scenario's fewer).",
        show_default=False,
    ),
]
FiredOnly = Annotated[
    bool, typer.Option("--fired-only", help="Count what fires; play nothing again with rules switched off.")
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="S",
        parser=whole_number,
        help="Seed of all that is random.",
        show_default=False,
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads",
        "-j",
        metavar="T",
        parser=whole_number,
        help="Threads (default: one for each processor).",
        show_default=False,
    ),
]
Player = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        "-p",
        metavar="NAME",
        help="Who plays: once for all seats, or once for each.",
        show_default=False,
    ),
]
Players = Annotated[
    str | None,
    typer.Option(
        "--players",
        metavar="NAMES",
        help="Which players, with commas (all by default).",
        show_default=False,
    ),
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        "-s",
        metavar="KEY=VALUE",
        help="Override a value of the scenario: rules.jokers=0.",
        show_default=False,
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        metavar="DIR",
        parser=place,
        help="Folder for the results (default: under reports/).",
        show_default=False,
    ),
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace other results in that folder.")]
RunScenario = Annotated[
    str | None,
    typer.Argument(metavar="SCENARIO", help="A scenario file, or a shipped name such as neotopia/draft8."),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Play anew what was played already.")]
Resume = Annotated[
    Path | None,
    typer.Option(
        "--resume",
        metavar="DIR",
        parser=place,
        help="Go on with the run in this folder; --games may be more than before.",
        show_default=False,
    ),
]
Shard = Annotated[
    str | None,
    typer.Option(
        "--shard",
        metavar="I/N",
        help="Play share I of N only; `balance merge` joins them.",
        show_default=False,
    ),
]
Rows = Annotated[bool, typer.Option("--rows", help="Also leave the facts of every game, as Parquet.")]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS|local[:N]",
        help="Play on a cluster of dask.distributed, or on N processes here.",
        show_default=False,
    ),
]
Shares = Annotated[list[Path], typer.Argument(metavar="DIR…", parser=place, help="Folders that hold all shares.")]
MergeOut = Annotated[
    Path, typer.Option("--out", "-o", metavar="DIR", parser=place, help="Folder for the whole run.", show_default=False)
]
Language = Annotated[Lang, typer.Option("--lang", help="Language.")]
Output = Annotated[Format, typer.Option("--format", "-f", help="What goes to stdout.")]
ReplayOutput = Annotated[ReplayFormat, typer.Option("--format", "-f", help="What goes to stdout.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no remarks.")]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Play a little and say what the whole would cost and could show.")
]
Differences = Annotated[bool, typer.Option("--differences", help="Also how often any two choose differently.")]
GameIndex = Annotated[
    str | None,
    typer.Option(
        "--game",
        "-g",
        metavar="I|I:J",
        help="Game index I, or a range I:J (J excluded).",
        show_default=False,
    ),
]
Turn = Annotated[
    int | None,
    typer.Option(
        "--turn", metavar="N", help="Turn after which a picture shows the game (default: the end).", show_default=False
    ),
]

PictureFile = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", metavar="FILE", help="File of a picture (default: named by the game).", show_default=False
    ),
]

Pick = Annotated[
    str | None,
    typer.Option(
        "--pick",
        metavar="KIND",
        help="Find such a game in the run: closest, runaway, …",
        show_default=False,
    ),
]
RunFolder = Annotated[Path, typer.Argument(metavar="RUN_DIR", parser=place, help="A folder that `balance run` left.")]
NewFile = Annotated[Path, typer.Argument(metavar="FILE", parser=place, help="The file to write; it must not exist.")]
