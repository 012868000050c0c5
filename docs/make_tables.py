"""Writes the README's tables and findings anew, from runs: `make tables`.

Each block of the README between ``<!-- made: NAME -->`` and ``<!-- end -->`` is replaced by what the commands
of this program say now; nothing in them is typed by hand.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from balance.cli.options import Format, Lang, ReplayFormat
from balance.cli.replaying import replay
from balance.cli.running import How, run
from balance.experiment.differences import compare_players
from balance.experiment.reading import read_run
from balance.experiment.scenario import load
from balance.experiment.schedule import arrange
from balance.experiment.tournament import Tournament, play_tournament
from balance.report.markdown import line
from balance.report.reading import Reading
from balance.report.tournament import Telling, write_tournament

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "reports" / "sample-neotopia"
GAME, SCENARIO = "neotopia", "neotopia/draft8"
SECOND_SAMPLE = ROOT / "reports" / "sample-simcity"
SECOND_SCENARIO = "simcity/balanced-4players"
HEAVY = ("parts", "batches.npz", "metrics.csv", "summary.json")  # of a run; a sample of 10,000 games is read, not used
TOURNAMENT_GAMES = 12_000  # of each pairing


def as_markdown(columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> str:
    """A pipe table."""
    lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def strength(telling: Telling, result: Tournament) -> str:
    """Ratings, and each player's win rate alone against three of the anchor."""
    table = telling.ratings_table().table
    games = f"{result.schedule.games:,} games, seed {result.schedule.base.seed}"
    command = f"balance tournament {GAME} --games {TOURNAMENT_GAMES} --differences"
    return f"{as_markdown(table.columns, table.rows)}\n\n`{command}`: {games}."


def findings() -> str:
    """The first finding on each question in the default scenario's report, as the report words it."""
    reading = Reading(read_run(SAMPLE), "en")
    answers = (answer for answer in reading.part.answers(reading) if answer.findings)
    return "\n".join(f"- *{answer.question}* {line(answer.findings[0])}" for answer in answers)


def replace(text: str, name: str, block: str) -> str:
    """The README with one block replaced."""
    pattern = re.compile(rf"(<!-- made: {name} -->\n).*?(\n<!-- end -->)", re.S)
    if not pattern.search(text):
        raise SystemExit(f"README.md has no block '{name}'")
    return pattern.sub(lambda found: f"{found[1]}{block}{found[2]}", text)


def samples() -> None:
    """The committed report of each game, and the picture of a city."""
    shutil.rmtree(SECOND_SAMPLE, ignore_errors=True)
    for scenario, folder in ((SCENARIO, SAMPLE), (SECOND_SCENARIO, SECOND_SAMPLE)):
        run(load(scenario), How(None, folder, Lang.en, Format.text, quiet=False, overwrite=True))
    for place in (SAMPLE / "parts", *(SECOND_SAMPLE / name for name in HEAVY)):
        shutil.rmtree(place) if place.is_dir() else place.unlink()
    city = ROOT / "docs" / "pictures" / "city.png"
    replay(load(SECOND_SCENARIO), "0", None, ReplayFormat.png, Lang.en, out=city)


def main() -> None:
    """Play the sample run and the tournament, write the blocks."""
    samples()
    result = play_tournament(arrange(GAME, None, TOURNAMENT_GAMES))
    compared = compare_players(GAME, result.players)
    telling = Telling(result, "en", compared)
    pictures = ROOT / "docs" / "pictures"
    write_tournament(result, pictures, "en", compared)
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    text = replace(text, "strength", strength(telling, result))
    from balance.report.tournament import differences_table

    table = differences_table(compared, telling.words).table
    text = replace(text, "differences", as_markdown(table.columns, table.rows))
    text = replace(text, "findings", findings())
    readme.write_text(text, encoding="utf-8")
    shutil.copy(SAMPLE / "figures" / "onlooker.png", pictures / "onlooker.png")
    print("written: README.md", file=sys.stderr)


if __name__ == "__main__":
    main()
