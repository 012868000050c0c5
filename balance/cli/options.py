"""Each flag of the command line, spelled once."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Format(StrEnum):
    """How a result is printed."""

    text = "text"
    json = "json"


class ReplayFormat(StrEnum):
    """How a replay is printed."""

    text = "text"
    jsonl = "jsonl"


class Lang(StrEnum):
    """Language of reports and replays."""

    en = "en"
    ja = "ja"


Scenario = Annotated[str, typer.Argument(help="A scenario file, or a shipped name such as neotopia/draft8.")]
GameName = Annotated[str, typer.Argument(help="A game, such as neotopia.")]
Games = Annotated[
    int | None, typer.Option("--games", "-n", help="Games to play, rounded up to whole deals.", show_default=False)
]
Seed = Annotated[int | None, typer.Option("--seed", help="Seed of all that is random.", show_default=False)]
Threads = Annotated[
    int | None,
    typer.Option("--threads", "-j", help="Threads (default: one for each processor).", show_default=False),
]
Player = Annotated[
    list[str] | None,
    typer.Option("--player", "-p", help="Who plays: once for all seats, or once for each.", show_default=False),
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", "-s", help="Override a value of the scenario: rules.jokers=0.", show_default=False),
]
Out = Annotated[
    Path | None, typer.Option("--out", "-o", help="Folder for the run (default: under reports/).", show_default=False)
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace another run in that folder.")]
Language = Annotated[Lang, typer.Option("--lang", help="Language.")]
Output = Annotated[Format, typer.Option("--format", "-f", help="What goes to stdout.")]
ReplayOutput = Annotated[ReplayFormat, typer.Option("--format", "-f", help="What goes to stdout.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no remarks.")]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Play a little and say what the whole would cost and could show.")
]
GameIndex = Annotated[
    str | None, typer.Option("--game", "-g", help="Game index I, or a range I:J (J excluded).", show_default=False)
]
Pick = Annotated[
    str | None,
    typer.Option("--pick", help="Find such a game in the run: closest, runaway, …", show_default=False),
]
RunFolder = Annotated[Path, typer.Argument(help="A folder that `balance run` left.")]
NewFile = Annotated[Path, typer.Argument(help="The file to write; it must not exist.")]
