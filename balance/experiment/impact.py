"""What each thing of a game is worth, by taking it away: the same blocks played without it, one side a thing.

An effect is the measure without the thing less that with it, paired by block.  *Impact* takes it from everybody;
*holder's impact* is the change of the win rate of who alone goes without: of the line-up's row that may not use it
while all others may, or of who draws the card that is a blank.  The base is played once; of each side only what
is asked of it is kept, so that memory does not grow with the things.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.errors import UserError
from balance.experiment import spreads
from balance.experiment.comparison import differences, is_wanted, usual_rows
from balance.experiment.effects import NONE, Effect, adjusted, effect_of, settled, told
from balance.experiment.margins import Margins
from balance.experiment.plan import Plan
from balance.experiment.run import Progress
from balance.experiment.scenario import Scenario
from balance.experiment.things import PLAYERS, changed, things_of, without
from balance.experiment.together import Key, Row, Side, all_metrics, chosen_metrics, plans, play_all
from balance.games import load as load_game
from balance.games.contract import Game, Thing
from balance.metrics.spec import WIN, Metric, Tally
from balance.stats.paired import Influence, contrast

ROW = "row_win_rate"
ROW_WINS = Metric(
    ROW,
    "win rate of a row of the line-up, over all seats",
    "ラインナップの各行の勝率(全席)",
    "share",
    "rate",
    Tally("seats", "points", by=("entry",)),
    Tally("seats", by=("entry",)),
    WIN,
)
FEWEST_BLOCKS = 2
CARDS = "cards"  # the group of what another card may stand in for
MORE: tuple[tuple[str, Mapping[str, Any]], ...] = (("player_score", {}),)  # beside what a comparison looks at


@dataclass(frozen=True)
class Taken:
    """A thing, what changes without it, and what tells of it without taking it away."""

    thing: Thing
    effects: tuple[Effect, ...]  # taken from everybody
    holder: Effect | None  # what who alone goes without wins less, on average over the strategies
    rows: tuple[tuple[str, Effect], ...]  # the same strategy by strategy
    described: tuple[Row, ...]

    @property
    def all_effects(self) -> list[Effect]:
        holder = [] if self.holder is None else [self.holder]
        return [*self.effects, *holder, *(effect for _, effect in self.rows)]

    def with_effects(self, found: Sequence[Effect]) -> Taken:
        """The same thing with other effects in the places of `all_effects`."""
        left = iter(found)
        effects = tuple(next(left) for _ in self.effects)
        holder = None if self.holder is None else next(left)
        rows = tuple((player, next(left)) for player, _ in self.rows)
        return dataclasses.replace(self, effects=effects, holder=holder, rows=rows)

    @property
    def is_dead(self) -> bool:
        """Whether no measure changed in a single batch of deals."""
        return all(effect.state == NONE for effect in self.all_effects)


@dataclass(frozen=True)
class Impact:
    """Everything that was taken away, in the game's order, and what cannot be."""

    base: Side
    taken: tuple[Taken, ...]
    kept: tuple[Thing, ...]  # what no scenario can do without
    margins: Margins
    games: int  # of all sides together
    instead: str | None

    @property
    def groups(self) -> list[str]:
        return list(dict.fromkeys(each.thing.group for each in self.taken))

    def of(self, group: str) -> list[Taken]:
        return [each for each in self.taken if each.thing.group == group]


@dataclass(frozen=True)
class Question:
    """What is to be played: the base, and for each thing the scenario without it and those of single rows."""

    base: Scenario
    things: tuple[Thing, ...]
    sides: tuple[Scenario, ...]  # without the thing of the same place
    rows: tuple[tuple[tuple[int, Scenario], ...], ...]  # (row of the line-up, scenario in which it goes without)
    kept: tuple[Thing, ...]
    instead: str | None

    @property
    def scenarios(self) -> list[Scenario]:
        """All of them, the base first."""
        return [self.base, *(side for each in self._by_thing() for side in each)]

    def _by_thing(self) -> Iterator[list[Scenario]]:
        for side, rows in zip(self.sides, self.rows, strict=True):
            yield [side, *(scenario for _, scenario in rows)]


def question(base: Scenario, groups: Sequence[str] = (), instead: str | None = None) -> Question:
    """What to play to know what some groups of things, or all, are worth.  Raises UserError."""
    found = things_of(base, groups, instead)
    things = tuple(thing for thing in found if thing.without)
    kept = tuple(thing for thing in found if not thing.without)
    sides = tuple(without(base, thing) for thing in things)
    return Question(base, things, sides, tuple(_rows_without(base, thing) for thing in things), kept, instead)


def _rows_without(base: Scenario, thing: Thing) -> tuple[tuple[int, Scenario], ...]:
    """For each strategy the scenario in which its first row alone may not use the thing."""
    if not thing.ban:
        return ()
    rows = base.resolved()["seats"]
    found = []
    for n, row in enumerate(rows):
        if row not in rows[:n] and thing.ban not in row.get("without", ()):
            banned = {**row, "without": [*row.get("without", ()), thing.ban]}
            found.append((n, changed(base, {"seats": [*rows[:n], banned, *rows[n + 1 :]]})))
    return tuple(found)


def impact_plans(asked: Question) -> list[Plan]:
    """A plan for each scenario of a question, all with the same deals and the same seating.

    Where one line-up rotates, all do, so that a row sits where it sits in every other side.
    """
    base = asked.base
    found = plans(asked.scenarios, base.games, base.seed)
    if found[0].blocks < FEWEST_BLOCKS:
        raise UserError(f"{base.games} games are one deal, which has no interval; give more", place="--games")
    alike = all(each.alike for each in found)
    return [dataclasses.replace(each, alike=alike) for each in found]


def impact(
    asked: Question,
    planned: Sequence[Plan],
    names: Sequence[str] = (),
    margins: Margins | None = None,
    threads: int | None = None,
    progress: Progress = lambda games: None,
) -> Impact:
    """Play the plans of a question (`impact_plans`).

    ``names``: metrics to judge (all their rows); none: the usual ones.  Raises UserError, and KeyboardInterrupt if
    it is cut short.
    """
    game = load_game(asked.base.game)
    chosen_metrics(game, names)
    wanted = [*usual_rows(game), *MORE] if not names else [(name, {}) for name in names]
    left = iter(planned)
    look = _Look(game, asked, wanted, margins or Margins(), threads, progress)
    base = look.base(next(left))
    taken = []
    for thing, rows in zip(asked.things, asked.rows, strict=True):
        effects, holder = look.without(base, look.side(next(left)), thing)
        apart = [(row, look.row(next(left))) for row, _ in rows]
        taken.append(look.taken(base, thing, effects, holder, apart))
    games = base.games * len(asked.scenarios)
    return Impact(base, tuple(_by_group(taken)), asked.kept, look.margins, games, asked.instead)


class _Look:
    """What is looked at of each side, and how it is played."""

    def __init__(
        self,
        game: Game,
        asked: Question,
        wanted: Sequence[tuple[str, Mapping[str, Any]]],
        margins: Margins,
        threads: int | None,
        progress: Progress,
    ) -> None:
        self.wanted = wanted
        self.margins = margins
        self.how = (threads, progress)
        held = [thing.holder for thing in asked.things if thing.holder is not None]
        own = {metric.name: metric for metric, _ in held}
        self.kept = [*wanted, (ROW, {}), *((name, {}) for name in own)]
        self.kept += [(spreads.OF[name], {}) for name, _ in wanted if name in spreads.OF]
        self.described = [row for thing in asked.things for row in thing.described]
        self.metrics = [*all_metrics(game), *own.values(), ROW_WINS]

    def base(self, planned: Plan) -> Side:
        """Play the base, of which it is also kept what tells of things without taking them away."""
        return self._play(planned, [*self.kept, *self.described])

    def side(self, planned: Plan) -> Side:
        """Play a side without a thing."""
        return self._play(planned, self.kept)

    def row(self, planned: Plan) -> Side:
        """Play a side in which one row goes without: of it nothing but the rows' win rates is asked."""
        return self._play(planned, [(ROW, {})])

    def _play(self, planned: Plan, kept: Sequence[tuple[str, Mapping[str, Any]]]) -> Side:
        names = {name for name, _ in kept}
        metrics = [metric for metric in self.metrics if metric.name in names]
        return play_all([planned], metrics, *self.how, keep=lambda row: is_wanted(row, kept))[0]

    def without(self, base: Side, side: Side, thing: Thing) -> tuple[list[Effect], Effect | None]:
        """The effects of taking a thing from everybody, and that on its holder where the same games tell it."""
        found = differences(base, side, 0, self.margins, self.wanted)
        other = ("player",) if thing.group == PLAYERS else ()  # a strategy that sits elsewhere is not the same measure
        judged = [each for each in found if each.judged and each.value is not None and not set(other) & set(each.where)]
        effects = settled([effect_of(each) for each in judged])
        key = _holder_key(thing, base.scenario)
        return effects, None if key is None else self._mean(base, [(key, side)])

    def taken(
        self,
        base: Side,
        thing: Thing,
        effects: Sequence[Effect],
        holder: Effect | None,
        apart: Sequence[tuple[int, Side]],
    ) -> Taken:
        """All that is known of a thing; ``apart``: sides in which one row alone goes without."""
        keyed: list[tuple[Key, Side]] = [((ROW, (("entry", row + 1),)), side) for row, side in apart]
        rows = []
        for (row, _), each in zip(apart, keyed, strict=True):
            alone = self._mean(base, [each])
            if alone is not None:
                rows.append((base.scenario.seats[row].player, alone))
        mean = self._mean(base, keyed) if keyed else holder
        described = [row for told in thing.described for row in base.rows if is_wanted(row, [told])]
        return Taken(thing, tuple(effects), mean, tuple(rows), tuple(described))

    def _mean(self, base: Side, keyed: Sequence[tuple[Key, Side]]) -> Effect | None:
        """The mean over some rows, each in a side of its own, of what each changes by; None without a value."""
        if any(key not in side.by_key or key not in base.by_key for key, side in keyed):
            return None
        sides = [side.errors([key]) for key, side in keyed]
        ours = [base.errors([key]) for key, _ in keyed]
        share = 1.0 / len(keyed)
        apart = contrast([*sides, *ours], [share] * len(keyed) + [-share] * len(keyed))
        value, se, df = (float(part[0]) for part in (apart.value, apart.se, apart.df))
        if not np.isfinite(value):
            return None
        same = all(np.array_equal(a.errors, b.errors) and _equal(a, b) for a, b in zip(sides, ours, strict=True))
        row = base.by_key[keyed[0][0]]
        if len(keyed) > 1:
            mean = share * sum(float(each.value[0]) for each in ours)
            row = dataclasses.replace(row, where={}, value=mean, low=None, high=None, se=None)
        other = share * sum(float(each.value[0]) for each in sides)
        return told(row, other, (value, se, df), self.margins.of(row), base.blocks, same=same)


def _equal(a: Influence, b: Influence) -> bool:
    return bool(a.value[0] == b.value[0])


def _holder_key(thing: Thing, base: Scenario) -> Key | None:
    """The row whose win rate is the holder's where everybody goes without: of its drawer, or of who plays otherwise."""
    if thing.group == PLAYERS:
        pairs = zip(base.resolved()["seats"], thing.without["seats"], strict=True)
        return ROW, (("entry", next(n for n, (row, other) in enumerate(pairs, 1) if row != other)),)
    if thing.holder is None:
        return None
    metric, where = thing.holder
    return metric.name, tuple(where.items())


def _by_group(taken: Sequence[Taken]) -> list[Taken]:
    """The same with p-values adjusted over all effects of each group."""
    found = list(taken)
    for group in dict.fromkeys(each.thing.group for each in taken):
        places = [n for n, each in enumerate(taken) if each.thing.group == group]
        family = iter(adjusted([effect for n in places for effect in taken[n].all_effects]))
        for n in places:
            found[n] = taken[n].with_effects([next(family) for _ in taken[n].all_effects])
    return found
