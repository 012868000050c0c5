"""Whose doing is a change: the clauses in which two scenarios differ, switched on one by one and together.

A clause is a ruling (or the seats) that the variant sets otherwise than the base.  All 2^k combinations of k
clauses are played on the same deals; each measure's change is shared out by Shapley's value, and pairs that do
more, or less, together than each alone are named by their interaction (`stats.shapley`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from balance.errors import UserError
from balance.experiment.comparison import Comparison
from balance.experiment.parts import Part, parts
from balance.experiment.plan import Plan
from balance.experiment.run import Progress
from balance.experiment.scenario import Scenario
from balance.experiment.together import Row, Side, all_metrics, differing, plans, play_all
from balance.experiment.toml_text import plain
from balance.games import load as load_game
from balance.games.fields import literal
from balance.stats.paired import contrast
from balance.stats.shapley import interaction_weights, shapley_weights

MOST_CLAUSES = 6
SEATS = "seats"


@dataclass(frozen=True)
class Clause:
    """What is switched together: dotted keys, with their values in base and variant."""

    keys: tuple[str, ...]
    before: tuple[Any, ...]
    after: tuple[Any, ...]

    @property
    def name(self) -> str:
        """As `--group` takes it."""
        return "+".join(short(key) for key in self.keys)


@dataclass(frozen=True)
class Lattice:
    """Base and variant with all combinations of their clauses: clause i is on in combination m if bit i is."""

    clauses: tuple[Clause, ...]
    scenarios: tuple[Scenario, ...]


@dataclass(frozen=True)
class Attributed:
    """The change of one measure, clause by clause, and its pairs in the order of `itertools.combinations`."""

    row: Row  # the base's
    other: Row
    shares: tuple[Part, ...]
    pairs: tuple[Part, ...]

    @property
    def total(self) -> float:
        """The whole change: the sum of the shares."""
        return sum(part.value for part in self.shares)


@dataclass(frozen=True)
class Attribution:
    """All measures that are ratios in every combination, and the names of those that are not."""

    clauses: tuple[Clause, ...]
    rows: tuple[Attributed, ...]
    without: tuple[Row, ...]
    games: int  # of all combinations together


def short(key: str) -> str:
    """A ruling's key without its table."""
    return key.removeprefix("rules.")


def lattice(base: Scenario, variant: Scenario, groups: Sequence[str] = ()) -> Lattice:
    """The combinations of the clauses in which two scenarios differ.

    ``groups``: texts such as ``hand,suits``, clauses that are switched together.  Raises UserError for too many
    clauses, and for a combination that the game does not admit, with the clauses to group.
    """
    single = _single(base, variant)
    clauses = _grouped(single, groups)
    if len(clauses) > MOST_CLAUSES:
        names = ", ".join(clause.name for clause in clauses)
        raise UserError(
            f"the two differ in {len(clauses)} clauses ({names}), too many for all combinations; "
            f"put some together, down to {MOST_CLAUSES}, such as --group {clauses[0].name},{clauses[1].name}",
            place="--attribute",
        )
    made: list[Scenario | UserError] = [_mixed(base, variant, clauses, m) for m in range(1 << len(clauses))]
    failed = {m: each for m, each in enumerate(made) if isinstance(each, UserError)}
    if failed:
        raise _impossible(clauses, failed)
    return Lattice(tuple(clauses), tuple(each for each in made if isinstance(each, Scenario)))


def _single(base: Scenario, variant: Scenario) -> list[Clause]:
    """One clause for each ruling that differs, and one for all seats."""
    found, seats = [], []
    for key, (before, after) in differing([base, variant]):
        if key.startswith(f"{SEATS}."):
            seats.append((key, before, after))
        else:
            found.append(Clause((key,), (before,), (after,)))
    if seats:
        found.append(Clause((SEATS,), (", ".join(s for _, s, _ in seats),), (", ".join(s for _, _, s in seats),)))
    return found


def _grouped(single: Sequence[Clause], groups: Sequence[str]) -> list[Clause]:
    """Clauses put together as asked; a group takes the place of its first clause."""
    known = {short(clause.keys[0]): clause for clause in single}
    group_of: dict[str, int] = {}
    for n, text in enumerate(groups):
        for name in (short(plain(part)) for part in text.split(",")):
            if name not in known:
                raise UserError(
                    f"'{name}' is no clause in which the two differ; those are {', '.join(known)}", place="--group"
                )
            if name in group_of:
                raise UserError(f"names '{name}' twice; put each clause into one group", place="--group")
            group_of[name] = n
    made: dict[Any, list[Clause]] = {}
    for name, clause in known.items():
        made.setdefault(group_of.get(name, name), []).append(clause)
    return [
        Clause(
            tuple(key for each in parts for key in each.keys),
            tuple(value for each in parts for value in each.before),
            tuple(value for each in parts for value in each.after),
        )
        for parts in made.values()
    ]


def _mixed(base: Scenario, variant: Scenario, clauses: Sequence[Clause], m: int) -> Scenario | UserError:
    """The base with the clauses of combination ``m`` on, or the reason why the game does not admit it."""
    rules, seats = dict(base.rules), base.seats
    for i, clause in enumerate(clauses):
        for key in clause.keys if m >> i & 1 else ():
            if key == SEATS:
                seats = variant.seats
            elif short(key) in variant.rules:
                rules[short(key)] = variant.rules[short(key)]
            else:
                del rules[short(key)]
    settings = load_game(base.game).settings
    try:
        resolved = settings.resolved(settings.load(rules, base.players))
    except UserError as error:
        return error
    return dataclasses.replace(base, rules=resolved, seats=seats)


def _impossible(clauses: Sequence[Clause], failed: Mapping[int, UserError]) -> UserError:
    """What to group so that no combination fails: two clauses that must go together, else all of one failure."""
    m, error = next(iter(failed.items()))
    on = " and ".join(clause.name for i, clause in enumerate(clauses) if m >> i & 1)
    off = " and ".join(clause.name for i, clause in enumerate(clauses) if not m >> i & 1)
    pairs = combinations(range(len(clauses)), 2)
    together = next((pair for pair in pairs if all(f >> pair[0] & 1 != f >> pair[1] & 1 for f in failed)), None)
    names = [clauses[i].name for i in (together or range(len(clauses)))]
    return UserError(
        f"with {on or 'nothing'} and without {off or 'nothing'} the game cannot be played ({error}); "
        f"put them together with --group {','.join(names).replace('+', ',')}",
        place="--attribute",
    )


def lattice_plans(grid: Lattice) -> list[Plan]:
    """A plan for each combination, all on the base's blocks."""
    base = grid.scenarios[0]
    return plans(grid.scenarios, base.games, base.seed)


def attribute(
    grid: Lattice, comparison: Comparison, threads: int | None = None, progress: Progress = lambda games: None
) -> Attribution:
    """Play the combinations between base and variant and share out every judged change.

    ``comparison``: of the first and the last combination, which are not played again.
    """
    metrics = all_metrics(load_game(grid.scenarios[0].game))
    wanted = {each.base.key for each in comparison.family}
    between = lattice_plans(grid)[1:-1]
    played = play_all(between, metrics, threads, progress, keep=lambda row: row.key in wanted)
    return attributed(grid.clauses, [comparison.base, *played, comparison.variants[0]], comparison)


def attributed(clauses: Sequence[Clause], corners: Sequence[Side], comparison: Comparison) -> Attribution:
    """Share out the judged changes, from all combinations in the order of the lattice."""
    keys = [each.base.key for each in comparison.family]
    able = [key for key in keys if all(_has_value(side, key) for side in corners)]
    errors = [side.errors(able) for side in corners]
    k = len(clauses)
    shares = parts([contrast(errors, weights) for weights in shapley_weights(k)])
    pairs = parts([contrast(errors, weights) for weights in interaction_weights(k)])
    base, variant = corners[0], corners[-1]
    rows = [
        Attributed(
            base.by_key[key],
            variant.by_key[key],
            tuple(each[n] for each in shares),
            tuple(each[n] for each in pairs),
        )
        for n, key in enumerate(able)
    ]
    without = tuple(base.by_key[key] for key in keys if key not in able)
    return Attribution(tuple(clauses), tuple(rows), without, sum(side.games for side in corners))


def _has_value(side: Side, key: Any) -> bool:
    row = side.by_key.get(key)
    return row is not None and row.place is not None and row.value is not None


def describe_values(clause: Clause) -> str:
    """What a clause changes: ``1 → 0``."""

    def shown(values: Sequence[Any]) -> str:
        return ", ".join(value if isinstance(value, str) else literal(value) for value in values)

    return f"{shown(clause.before)} → {shown(clause.after)}"
