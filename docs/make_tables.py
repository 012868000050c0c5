"""Writes the README's tables and findings anew, from runs: `make tables` (`GAMES="simcity"`: of these games only).

Each block of the README between ``<!-- made: NAME -->`` and ``<!-- end -->`` is replaced by what the commands
of this program say now; nothing in them is typed by hand.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from balance.cli.options import Format, Lang, ReplayFormat
from balance.cli.replaying import replay
from balance.cli.running import How, run
from balance.experiment.differences import compare_players
from balance.experiment.reading import read_run
from balance.experiment.scenario import load
from balance.experiment.schedule import arrange
from balance.experiment.tournament import Tournament, play_tournament
from balance.games import load as load_game
from balance.report.markdown import grid, line
from balance.report.reading import Reading
from balance.report.tournament import Telling, differences_table, write_tournament

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PICTURES = ROOT / "docs" / "pictures"


@dataclass(frozen=True)
class Shown:
    """What the README shows of a game."""

    scenario: str
    tournament_games: int  # of each pairing
    pictures: Path  # where the tournament's page and figure go
    dropped: tuple[str, ...]  # files of the sample run that are not kept

    @property
    def sample(self) -> Path:
        return ROOT / "reports" / f"sample-{self.scenario.partition('/')[0]}"


HEAVY = ("parts", "batches.npz", "metrics.csv", "summary.json", "report.html")  # a sample is read, as report.md
GAMES = {
    "neotopia": Shown("neotopia/draft8", 12_000, PICTURES, ("parts",)),
    "simcity": Shown("simcity/balanced-4players", 2_400, PICTURES / "simcity", HEAVY),
}


def strength(telling: Telling, result: Tournament) -> str:
    """Ratings, and each player's win rate alone against three of the anchor."""
    table = telling.ratings_table().table
    base, each = result.schedule.base, result.pairings[0].games
    games = f"{result.schedule.games:,} games, seed {base.seed}"
    command = f"balance tournament {base.game} --games {each} --differences"
    return f"{grid(table)}\n\n`{command}`: {games}."


def findings(sample: Path) -> str:
    """The first finding on each question in a sample run's report, as the report words it."""
    reading = Reading(read_run(sample), "en")
    answers = (answer for answer in reading.part.answers(reading) if answer.findings)
    return "\n".join(f"- *{answer.question}* {line(answer.findings[0])}" for answer in answers)


def replace(name: str, block: str) -> None:
    """Write one block of the README anew."""
    text = README.read_text(encoding="utf-8")
    pattern = re.compile(rf"(<!-- made: {name} -->\n).*?\n?(<!-- end -->)", re.S)
    if not pattern.search(text):
        raise SystemExit(f"README.md has no block '{name}'")
    README.write_text(pattern.sub(lambda found: f"{found[1]}{block}\n{found[2]}", text), encoding="utf-8")


def make_sample(shown: Shown) -> None:
    """The committed report of a game."""
    shutil.rmtree(shown.sample, ignore_errors=True)
    run(load(shown.scenario), How(None, shown.sample, Lang.en, Format.text, quiet=False, overwrite=True))


def drop(shown: Shown) -> None:
    """Remove what a committed sample does not keep."""
    for place in (shown.sample / name for name in shown.dropped):
        shutil.rmtree(place) if place.is_dir() else place.unlink()


def make_tournament(name: str, shown: Shown) -> None:
    """The blocks on who is strong and how unlike the players decide, and the tournament's page."""
    result = play_tournament(arrange(name, None, shown.tournament_games))
    compared = compare_players(name, result.players)
    telling = Telling(result, "en", compared)
    write_tournament(result, shown.pictures, "en", compared)
    replace(f"{name} strength", strength(telling, result))
    table = differences_table(compared, telling.words, load_game(name)).table
    replace(f"{name} differences", grid(table))


def main(names: Sequence[str]) -> None:
    """Play the sample runs and the tournaments of these games, write the blocks."""
    for name in names:
        shown = GAMES[name]
        make_sample(shown)
        if name == "neotopia":
            replace("findings", findings(shown.sample))
            shutil.copy(shown.sample / "figures" / "onlooker.png", PICTURES / "onlooker.png")
        else:
            replay(load(shown.scenario), "0", None, ReplayFormat.png, Lang.en, out=PICTURES / "city.png")
        drop(shown)
        make_tournament(name, shown)
    print("written: README.md", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
