"""`balance replay`: the games of a run, told one by one."""

from __future__ import annotations

import json
from pathlib import Path

from balance.cli import console
from balance.cli.options import LONGEST_NUMBER, Lang, ReplayFormat
from balance.cli.warming import announce
from balance.errors import UserError
from balance.experiment.plan import Plan, plan
from balance.experiment.scenario import Scenario
from balance.games.fields import show

FLAG = "--game"
MOST_GAMES = 1000  # of one call


PICTURES = (ReplayFormat.svg, ReplayFormat.png)


def replay(
    scenario: Scenario,
    game: str | None,
    pick: str | None,
    output: ReplayFormat,
    lang: Lang,
    turn: int | None = None,
    out: Path | None = None,
) -> None:
    """Print the games of an index, a range or a pick, or draw each as a picture into ``out``."""
    from balance.experiment.replay import find, trace, words

    if output not in PICTURES and (turn is not None or out is not None):
        raise UserError("only a picture has a turn and a file; add --format svg or png", place="--turn, --out")

    if (game is None) == (pick is None):
        raise UserError(
            "give one of them: which game to tell, or what kind of game to look for", place="--game, --pick"
        )
    planned = plan(scenario)
    indices = None if game is None else _indices(game, planned.games)
    announce(planned.game, quiet=False)
    if indices is None:
        assert pick is not None
        index, _ = find(planned, pick)
        console.say(f"{pick}: game {index} of {planned.games}")
        indices = range(index, index + 1)
    if output in PICTURES:
        _draw(planned, indices, output, lang, turn, out)
        return
    for index in indices:
        if output is ReplayFormat.jsonl:
            for line in trace(planned, index):
                console.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
        else:
            console.write(words(planned, index, lang.value))


def _draw(planned: Plan, indices: range, output: ReplayFormat, lang: Lang, turn: int | None, out: Path | None) -> None:
    """One picture a game: ``out`` for a single game, else a file named by scenario and game."""
    from balance.experiment.replay import picture

    if out is not None and len(indices) > 1:
        raise UserError(f"{len(indices)} pictures do not fit one file; give a single game, or no --out", place="--out")
    if out is not None and out.suffix != f".{output.value}":
        raise UserError(f"{show(str(out))} is no .{output.value} file; name it so", place="--out")
    for index in indices:
        name = planned.scenario.name.rpartition("/")[2]
        file = out if out is not None else Path(f"{name}-game{index}.{output.value}")
        try:
            picture(planned, index, file, turn, lang.value)
        except OSError as error:
            raise UserError(f"cannot be written ({error.strerror}); give another --out", file=file) from None
        console.say(f"game {index}: {file}")


def _indices(text: str, games: int) -> range:
    """The game indices that ``I`` or ``I:J`` names."""
    first, colon, end = text.partition(":")
    if not _is_index(first) or (colon and not _is_index(end)):
        raise UserError(f"{show(text)} is no game; give an index such as 0, or a range such as 0:5", place=FLAG)
    indices = range(int(first), int(end)) if colon else range(int(first), int(first) + 1)
    if not indices:
        raise UserError(f"{show(text)} is empty; the end of a range lies beyond its first game", place=FLAG)
    if indices[-1] >= games:
        raise UserError(
            f"there is no game {indices[-1]}; the scenario has games 0 to {games - 1} (more with --games)",
            place=FLAG,
        )
    if len(indices) > MOST_GAMES:
        raise UserError(f"{len(indices)} games are too many to tell; give at most {MOST_GAMES}", place=FLAG)
    return indices


def _is_index(text: str) -> bool:
    return text.strip().isdecimal() and len(text.strip()) <= LONGEST_NUMBER
