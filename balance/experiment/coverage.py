"""Rulebook coverage: how often each rule and each clause of the cards fired, and in what share of games it mattered.

What fired is counted in the facts of every game, or, where these do not tell, in the traces of the first few.  What
mattered is seen by playing the same deals without it: a game counts if the final score of any seat or a winner is
another one.  Scenarios are added up as if they were one; shares stand on all their deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from balance.errors import UserError
from balance.experiment.firing import Tally, count_facts, count_traces, joined
from balance.experiment.plan import Plan
from balance.experiment.run import Progress
from balance.experiment.scenario import Scenario
from balance.experiment.things import things_of, without
from balance.experiment.together import plans
from balance.games import load as load_game
from balance.games.contract import Coverage, Thing
from balance.games.rulebook import parse
from balance.stats.estimator import Estimate

GAMES = 1000  # games of a scenario if nothing is said
TRACED = 200  # games of a scenario of which the trace is read
ONE_BY_ONE = ("cards", "players")  # groups of things that are no part of the rulebook
CLAUSES = "clauses"  # the group of things that are clauses of cards, by the id of the clause

Source = Literal["facts", "traces"]
Verdict = Literal["never_fired", "never_mattered", "mattered", "fixed", "fired"]


@dataclass(frozen=True)
class Firing:
    """How often a rule or a clause fired."""

    id: str
    is_clause: bool
    source: Source
    games: int  # looked at
    fired: int  # games in which it fired at least once
    times: int  # in all of them
    share: Estimate  # of games in which it fired
    by_scenario: tuple[int, ...]  # games in which it fired, of each scenario


@dataclass(frozen=True)
class Switch:
    """What a rule comes to without one of its clauses, on the same deals."""

    thing: Thing
    scenarios: tuple[str, ...]  # where it can be switched
    games: int
    blocks: int
    changed: int  # games in which the score of any seat or a winner is another one
    mattered: Estimate  # their share
    winner: Estimate  # share of games with other winners

    @property
    def verdict(self) -> Verdict:
        return "mattered" if self.changed else "never_mattered"


@dataclass(frozen=True)
class Covered:
    """All rules and clauses of a game, over some scenarios."""

    planned: tuple[Plan, ...]  # of each scenario
    traced: tuple[int, ...]  # games of each whose traces were read
    rows: tuple[Firing, ...]
    switches: tuple[Switch, ...]
    fired_only: bool  # nothing was switched off

    def switches_of(self, row: Firing) -> list[Switch]:
        """What of a rule was switched, what mattered most often first."""
        own = [each for each in self.switches if (_clause(each) if row.is_clause else each.thing.rule) == row.id]
        return sorted(own, key=lambda each: -_share(each))

    def verdict(self, row: Firing) -> Verdict:
        """What there is to say of a rule: that of its clause that mattered most often."""
        if not row.fired:
            return "never_fired"
        switches = self.switches_of(row)
        if not switches:
            return "fired" if self.fired_only else "fixed"
        return switches[0].verdict

    @property
    def never_fired(self) -> list[Firing]:
        return [row for row in self.rows if not row.fired]


def _clause(switch: Switch) -> str:
    """Id of the clause of the cards that was struck out, "" if it was something else."""
    return switch.thing.name if switch.thing.group == CLAUSES else ""


def _share(switch: Switch) -> float:
    return switch.mattered.value or 0.0


@dataclass(frozen=True)
class Study:
    """A scenario to be played with and without what can be switched off."""

    base: Plan
    things: tuple[Thing, ...]
    variants: tuple[Plan, ...]  # without each of them, on the same deals
    traced_blocks: int

    @property
    def games(self) -> int:
        """All games that will be played."""
        return self.base.games * (1 + len(self.variants)) + self.traced_blocks * self.base.games_per_block


def coverage_of(scenario: Scenario) -> Coverage:
    """What the game of a scenario says of its coverage.  Raises UserError if it says nothing."""
    game = load_game(scenario.game)
    if game.coverage is None:
        raise UserError(f"{game.title} does not tell which of its rules fire", file=scenario.file)
    return game.coverage()


def study(scenarios: Sequence[Scenario], *, fired_only: bool = False) -> list[Study]:
    """What is to be played.  Raises UserError for scenarios of several games, one twice, or a single deal."""
    for n, scenario in enumerate(scenarios):
        if scenario.game != scenarios[0].game:
            raise UserError(
                f"is a scenario of {scenario.game}, but {scenarios[0].name} is one of {scenarios[0].game}; "
                "each game has its own rulebook",
                file=scenario.file,
            )
        if scenario.file in [other.file for other in scenarios[:n]]:
            raise UserError("is named twice; its games would count double", file=scenario.file)
    return [_study(scenario, fired_only=fired_only) for scenario in scenarios]


def _study(scenario: Scenario, *, fired_only: bool) -> Study:
    told = coverage_of(scenario)
    things = () if fired_only else tuple(_switchable(scenario))
    variants = [without(scenario, thing) for thing in things]
    base, *others = plans([scenario, *variants], scenario.games, scenario.seed)
    if base.blocks < 2:
        raise UserError(f"{scenario.games} games are one deal, which has no interval; give more", place="--games")
    traced = min(base.blocks, -(-TRACED // base.games_per_block)) if told.traced else 0
    return Study(base, things, tuple(others), traced)


def _switchable(scenario: Scenario) -> list[Thing]:
    """What belongs to a rule and can be taken away."""
    if load_game(scenario.game).things is None:
        return []
    offered = [thing for thing in things_of(scenario) if thing.group not in ONE_BY_ONE]
    return [thing for thing in offered if thing.rule and thing.without]


def cover(studies: Sequence[Study], threads: int | None = None, progress: Progress = lambda games: None) -> Covered:
    """Play all that is to be played.  Raises KeyboardInterrupt if it was cut short."""
    told = coverage_of(studies[0].base.scenario)
    facts = [count_facts(each.base, each.variants, told, threads, progress) for each in studies]
    traces = [count_traces(each.base, each.traced_blocks, told, threads, progress) for each in studies]
    rules = parse(load_game(studies[0].base.scenario.game).rules_text).ids
    rows = [
        _firing(key, key in told.clauses, *(("facts", facts) if key in told.facts else ("traces", traces)))
        for key in (*rules, *told.clauses)
    ]
    return Covered(
        tuple(each.base for each in studies),
        tuple(each.traced_blocks * each.base.games_per_block for each in studies),
        tuple(rows),
        tuple(_switches(studies, facts)),
        fired_only=not any(each.things for each in studies),
    )


def _firing(key: str, is_clause: bool, source: Source, tallies: Sequence[Tally]) -> Firing:
    fired = joined([each.of(f"fired {key}") for each in tallies])
    times = sum(each.of(f"times {key}").total for each in tallies)
    by_scenario = tuple(each.of(f"fired {key}").total for each in tallies)
    return Firing(key, is_clause, source, fired.games, fired.total, times, fired.share(), by_scenario)


def _switches(studies: Sequence[Study], tallies: Sequence[Tally]) -> list[Switch]:
    """Each thing that was switched off, added up over the scenarios that have it."""
    places: dict[tuple[str, str], list[tuple[int, int]]] = {}  # (group, name) → (scenario, number of the variant)
    for n, each in enumerate(studies):
        for variant, thing in enumerate(each.things):
            places.setdefault((thing.group, thing.name), []).append((n, variant))
    found = []
    for at in places.values():
        changed, winner = (
            joined([tallies[n].of(f"{what} {variant}") for n, variant in at]) for what in ("changed", "winner")
        )
        thing = studies[at[0][0]].things[at[0][1]]
        names = tuple(studies[n].base.scenario.name for n, _ in at)
        found.append(
            Switch(thing, names, changed.games, changed.blocks, changed.total, changed.share(), winner.share())
        )
    return found
