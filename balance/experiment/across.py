"""Does a comparison hold for other players?  The same comparison at other line-ups, on the same deals.

Line-ups: each scripted player alone in all seats; tables of different players, so that everybody sits at one;
and each player that has a weight `NOISE`, alone, with that weight raised.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from balance.errors import UserError
from balance.experiment.comparison import Comparison, Difference, compared, keyed
from balance.experiment.plan import Plan
from balance.experiment.run import Progress
from balance.experiment.scenario import Scenario, Seat
from balance.experiment.together import Row, all_metrics, plans, play_all
from balance.games import load as load_game
from balance.games.contract import Game

NOISE = "noise"  # a weight of this name is the share of decisions made at random
NOISY = 0.2
Outcome = Literal["holds", "against", "open"]


@dataclass(frozen=True)
class Lineup:
    """Who sits where, under a name; ``kind`` is alone, mixed or noisy."""

    kind: Literal["alone", "mixed", "noisy"]
    players: tuple[str, ...]  # the different ones
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class Claim:
    """A verdict of the comparison, changed or alike, and what came of it at each line-up."""

    difference: Difference
    outcomes: tuple[Outcome, ...]
    found: tuple[Difference | None, ...]

    def count(self, outcome: Outcome) -> int:
        return self.outcomes.count(outcome)


@dataclass(frozen=True)
class Across:
    """Every decided verdict at every line-up."""

    lineups: tuple[Lineup, ...]
    claims: tuple[Claim, ...]
    games: int  # of all line-ups together


def lineups(game: Game, seats: int) -> list[Lineup]:
    """The line-ups for a number of seats."""
    own = {name: Seat(name, dict(player.weights)) for name, player in game.players.items()}
    names = list(own)
    found = [Lineup("alone", (name,), (own[name],) * seats) for name in names]
    for start in range(0, len(names), seats) if len(names) > 1 else ():
        table = [names[(start + n) % len(names)] for n in range(seats)]
        found.append(Lineup("mixed", tuple(dict.fromkeys(table)), tuple(own[name] for name in table)))
    for name, seat in own.items():
        if NOISE in seat.weights and seat.weights[NOISE] < NOISY:
            noisy = Seat(name, {**seat.weights, NOISE: NOISY})
            found.append(Lineup("noisy", (name,), (noisy,) * seats))
    return found


def across_plans(scenarios: Sequence[Scenario]) -> list[tuple[Lineup, list[Plan]]]:
    """For each line-up the plans of base and variants with these seats.  Raises UserError."""
    base = scenarios[0]
    for variant in scenarios[1:]:
        if dict(variant.rules) == dict(base.rules):
            raise UserError(
                f"seats other players, and {variant.name} has the rules of {base.name}: nothing would differ",
                place="--across",
            )
    found = []
    for lineup in lineups(load_game(base.game), base.players):
        seated = [dataclasses.replace(scenario, seats=lineup.seats) for scenario in scenarios]
        found.append((lineup, plans(seated, base.games, base.seed)))
    return found


def play_across(
    planned: Sequence[tuple[Lineup, Sequence[Plan]]],
    comparison: Comparison,
    threads: int | None = None,
    progress: Progress = lambda games: None,
) -> Across:
    """Repeat a comparison at other line-ups.  Raises KeyboardInterrupt if it is cut short."""
    metrics = all_metrics(load_game(comparison.base.scenario.game))
    wanted = {each.base.key for each in comparison.family if "player" not in each.where}

    def keep(row: Row) -> bool:
        return row.key in wanted

    found, games = [], 0
    for _, each in planned:
        sides = play_all(each, metrics, threads, progress, keep=keep)
        found.append(compared(sides, comparison.asked, comparison.margins))
        games += sum(side.games for side in sides)
    return Across(tuple(lineup for lineup, _ in planned), tuple(claims(comparison, found)), games)


def claims(comparison: Comparison, found: Sequence[Comparison]) -> list[Claim]:
    """The decided verdicts of a comparison, each with what came of it at every line-up."""
    known = [[keyed(each.of(n)) for each in found] for n in range(len(comparison.variants))]
    made = []
    for each in comparison.family:
        if each.verdict is None or each.verdict.state == "undecided" or "player" in each.where:
            continue
        there = tuple(one.get(each.base.key) for one in known[each.variant])
        made.append(Claim(each, tuple(outcome(each, other) for other in there), there))
    return made


def outcome(claim: Difference, other: Difference | None) -> Outcome:
    """Whether a line-up says the same, the contrary, or does not decide."""
    if claim.verdict is None or other is None or other.verdict is None or other.verdict.state == "undecided":
        return "open"
    if claim.verdict.state != other.verdict.state:
        return "against"
    if claim.verdict.state == "balanced":
        return "holds"
    same_way = (claim.value or 0.0) * (other.value or 0.0) > 0.0
    return "holds" if same_way else "against"
