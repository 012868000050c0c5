"""The golden games of Sim City: which there are, how to read them, and how to write them anew.

`python -m tests.simcity.golden` plays every one of them and writes its annotated file; do this only when results
have changed on purpose, and read what changed against the rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from balance.experiment import scenario as scenarios
from balance.experiment.plan import plan
from balance.experiment.replay import trace
from tests.simcity.notes import Line, annotated
from tests.simcity.referee import Fault, judge, read_table

FOLDER = Path(__file__).parent.parent / "golden"
TABLE = Path(__file__).parents[2] / "scenarios" / "simcity" / "cards" / "base.csv"
CARDS = read_table(TABLE.read_text(encoding="utf-8"))
GAMES = 1000  # of the run that the game is one of


@dataclass(frozen=True)
class Golden:
    """One golden game: what it is there for, and what gives it again."""

    why: str
    scenario: str  # a shipped one
    index: int
    seats: Sequence[str]
    changes: Sequence[str] = ()  # `--set` flags

    @property
    def flags(self) -> list[str]:
        """The flags of `balance replay`, behind the scenario."""
        players = [flag for name in self.seats for flag in ("--player", name)]
        return [*players, *(flag for change in self.changes for flag in ("--set", change)), "--games", str(GAMES)]

    def lines(self) -> list[Line]:
        """The game's lines as the kernel plays it now."""
        return trace(plan(scenarios.load(f"simcity/{self.scenario}", self.changes, self.seats, GAMES)), self.index)


def few_turns(turns: int, *changes: str) -> list[str]:
    """The rulings of a short game."""
    return [f"rules.turn_limit={turns}", *(f"rules.{change}" for change in changes)]


QUICK = ("phase2_factor=1", "plays=2")  # the phases come soon, and much happens in a turn
HARSH = (  # the rulings on pay and disasters turned over
    "hand=10",
    'disaster_removes="top"',
    "events_from_phase=3",
    "negative_pay=true",
    "zoning_min=3",
    "complex_min=2",
    "rebuilding=7",
    "draws=2",
    "council_redraw=false",
    "target=0",
    'able_counts="added"',
)

GOLDEN: dict[str, Golden] = {
    "simcity-3": Golden(
        "3 players, the usual rulings, eight turns each",
        "3players",
        43,
        ("planner", "earner", "developer"),
        few_turns(8),
    ),
    "simcity-4": Golden(
        "4 players, the usual rulings, ten turns each",
        "balanced-4players",
        51,
        ("planner", "earner", "denier", "politician"),
        few_turns(10),
    ),
    "simcity-7": Golden(
        "7 players, the usual rulings, five turns each",
        "7players",
        50,
        ("planner", "earner", "developer", "denier", "politician", "candidate", "arsonist"),
        few_turns(5),
    ),
    "simcity-random": Golden(
        "4 random players to the end of a small deck's table",
        "random",
        24,
        ("random",),
        few_turns(9, "table=[4, 3]", "may_pass=false", 'table_full="nobody"', "rezone_counts_as_play=true"),
    ),
    "simcity-solitaire": Golden(
        "alone, with a hand limit that acts at once, 24 turns",
        "solitaire",
        79,
        ("planner",),
        few_turns(24, "hand=6", "hand_limit=6", "phase1_min=2", "phase2_factor=3", "phase3_min=12"),
    ),
    "simcity-duel": Golden(
        "a duel, each with a deck and a city of his own, nine turns each; the second row of the line-up sits first",
        "duel",
        53,
        ("planner", "arsonist"),
        few_turns(9),
    ),
    "simcity-votes": Golden(
        "council members, rezonings voted through and down, a second try; each play is paid at once",
        "politics-heavy",
        44,
        ("politician", "candidate", "politician", "planner"),
        few_turns(8, *QUICK, "hand=12", 'rezone_failed="again"', 'credit="each_play"', 'able_counts="removed"'),
    ),
    "simcity-offices": Golden(
        "governor and chairman, bills, auctions that the winner pays, dismissals for any payment",
        "offices",
        31,
        ("candidate", "random", "random", "recluse"),
        few_turns(
            8,
            *QUICK,
            "hand=12",
            "offices=true",
            "offices_combine=false",
            'governor_pays="choice"',
            'auction="winner_pays"',
            "leaver_bids=true",
            'dismissal="any_payment"',
            'resign_bill="new_mayor"',
            'end_on_target="round"',
            "target=120",
        ),
    ),
    "simcity-long": Golden(
        "long cards, lying and standing, a hand limit, and the rulings on networks turned over",
        "long-cards",
        32,
        ("planner", "earner", "developer", "planner"),
        few_turns(
            8,
            *QUICK,
            "hand=10",
            "phase3_factor=2",
            'phase3_orange="ever_paid"',
            "long_vertical=true",
            'long_draw="extra"',
            'rezone_long_block="forbidden"',
            'network_join="any"',
            'network_ends="touch"',
            "supply_sum=true",
            "power_required=true",
            "hand_limit=9",
            "table=[9, 9]",
        ),
    ),
    "simcity-mayor": Golden(
        "a mayor whom a purchase leaves with nothing is dismissed before the vote of that turn, and nobody bids",
        "event-heavy",
        57,
        ("recluse", "random", "arsonist", "random"),
        few_turns(
            8,
            "phase2_factor=1",
            *HARSH,
            'resign_bill="new_mayor"',
            'dismissal="any_payment"',
            "leaver_bids=true",
        ),
    ),
    "simcity-events": Golden(
        "disasters that take the top card only, bills, rebuilding, and the rulings on pay turned over",
        "event-heavy",
        82,
        ("arsonist", "planner", "arsonist", "recluse"),
        few_turns(
            8,
            *QUICK,
            *HARSH,
        ),
    ),
}


NOT_IN_A_GAME = {"S32", "S33"}  # what a seat may know, how the random player chooses


def head(name: str) -> str:
    """The first note of a golden file: the call that gives the game again."""
    golden = GOLDEN[name]
    call = ["balance replay", f"simcity/{golden.scenario}", *golden.flags, "--game", str(golden.index)]
    return f"{' '.join(call)} --format jsonl: {golden.why}."


def lines(name: str) -> list[Line]:
    """A golden game as the kernel plays it now."""
    return GOLDEN[name].lines()


def faults(found: list[Line]) -> list[Fault]:
    """What the referee objects to."""
    return judge(found, CARDS)


def spoilt(found: list[Line]) -> Iterator[list[Line]]:
    """The game with one figure wrong, in one line after the other: a dollar too much."""
    for number, line in enumerate(found):
        if "funds" in line:
            yield [*found[:number], {**line, "funds": [line["funds"][0] + 1, *line["funds"][1:]]}, *found[number + 1 :]]


def dumps(line: Line) -> str:
    """A line as the trace prints it."""
    return json.dumps(line, ensure_ascii=False)


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def text(name: str) -> str:
    """The annotated file of a golden game as the kernel plays it now."""
    about = [head(name), "Every line below stands under what happens in it and the ids of its rules (RULES.md)."]
    return annotated(lines(name), about, dumps, CARDS)


if __name__ == "__main__":
    for each in GOLDEN:
        path(each).write_text(text(each), encoding="utf-8")
        print(path(each))
