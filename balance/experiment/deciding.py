"""Checks what scenarios expect: plays, judges, corrects for the family, and confirms alarms on fresh deals.

A row's failure counts only if Holm's correction over all rows of all scenarios upholds it, and if it fails again
on deals of another seed (`baseline.fresh_seed`); else it is undecided.  That all hold needs no correction.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from balance.errors import UserError
from balance.experiment.baseline import Baseline, fresh_seed
from balance.experiment.expectations import Claim, check_found
from balance.experiment.judging import Judged, Look, judge, look
from balance.experiment.plan import Plan, plan
from balance.experiment.run import Progress, play
from balance.experiment.scenario import Scenario
from balance.experiment.stages import FIRST, play_in_stages
from balance.experiment.together import chosen_metrics
from balance.games.fields import dotted
from balance.metrics.spec import Metric
from balance.stats.multiplicity import holm
from balance.stats.verdict import DIFFERENCE_LEVEL, Verdict

ALARM = 1.0 - DIFFERENCE_LEVEL
NOT_UPHELD = "outside by itself, not upheld for all rows together"
NOT_CONFIRMED = "outside, but not confirmed on fresh deals"

Status = Literal["holds", "fails", "undecided", "error"]


@dataclass(frozen=True)
class Outcome:
    """A claim with its rows judged; ``fresh``: the rows again on fresh deals, where an alarm had to be confirmed."""

    claim: Claim
    rows: tuple[Judged, ...]
    fresh: tuple[Judged, ...] = ()

    @property
    def status(self) -> Status:
        """The worst of its rows; no row at all is an error."""
        states = [None if row.verdict is None else row.verdict.state for row in self.rows]
        if not states or None in states:
            return "error"
        return "fails" if "unbalanced" in states else "undecided" if "undecided" in states else "holds"


@dataclass(frozen=True)
class Checked:
    """A scenario with its claims judged."""

    scenario: Scenario
    planned: Plan
    seen: Look
    looked: int  # how often one looked; 1: a fixed number of games
    outcomes: tuple[Outcome, ...]
    confirmation: Look | None = None

    @property
    def early(self) -> bool:
        """Whether it stopped before all games were played."""
        return self.seen.blocks < self.planned.blocks

    @property
    def baselines(self) -> list[Baseline]:
        """The baselines that it is compared with, each once."""
        found: list[Baseline] = []
        for outcome in self.outcomes:
            if outcome.claim.baseline is not None and outcome.claim.baseline not in found:
                found.append(outcome.claim.baseline)
        return found

    @property
    def departures(self) -> list[tuple[str, tuple[Any, Any]]]:
        """(key, baseline's value, present value) of every ruling and seat that is not the baseline's."""
        now = self.scenario.resolved()
        found = {}
        for baseline in self.baselines:
            pairs = [
                (dotted("rules", key), baseline.rules.get(key), now["rules"].get(key))
                for key in {**baseline.rules, **now["rules"]}
            ]
            pairs += [(f"seats.{n}", *both) for n, both in enumerate(zip(baseline.seats, now["seats"], strict=False))]
            found.update({key: (before, after) for key, before, after in pairs if before != after})
        return list(found.items())


@dataclass(frozen=True)
class Case:
    """A scenario to check: its plan and claims, all of them known to select something."""

    planned: Plan
    claims: tuple[Claim, ...]
    rows: int  # that the claims select

    @property
    def metrics(self) -> list[Metric]:
        return chosen_metrics(self.planned.game, [claim.metric for claim in self.claims])


def prepared(planned: Sequence[Plan], claims: Sequence[Sequence[Claim]]) -> list[Case]:
    """Plans with what their scenarios expect (`claims_of`), checked against a few games of each.

    Raises UserError that names scenario and row.
    """
    return [_case(each, tuple(wanted)) for each, wanted in zip(planned, claims, strict=True)]


def _case(planned: Plan, claims: tuple[Claim, ...]) -> Case:
    if planned.blocks < 2:
        raise UserError(
            f"{planned.games} games are one deal, which has no interval; give {planned.games + 1} or more",
            place="--games",
        )
    case = Case(planned, claims, 0)
    few = play(plan(planned.scenario, 2 * planned.games_per_block), 1)
    rows = look(case.metrics, few.sums, planned.scenario.seed).rows
    for claim in claims:
        check_found(claim, rows)
    selected = sum(row["metric"] == claim.metric and claim.selects(row["where"]) for claim in claims for row in rows)
    return dataclasses.replace(case, rows=selected)


def exit_code(found: Sequence[Checked], *, strict: bool = False) -> int:
    """0 all hold, 1 one fails, 2 one has no value, 4 one is undecided and does not say that this passes.

    Rows of level "warn" count for nothing; ``strict``: they count like others, and undecided never passes.
    """
    outcomes = [outcome for each in found for outcome in each.outcomes]
    counted = [outcome for outcome in outcomes if strict or not outcome.claim.warn]
    if any(outcome.status == "error" for outcome in outcomes):
        return 2
    if any(outcome.status == "fails" for outcome in counted):
        return 1
    open_yet = [outcome for outcome in counted if outcome.status == "undecided"]
    return 4 if any(strict or not outcome.claim.undecided_passes for outcome in open_yet) else 0


def check(
    cases: Sequence[Case],
    *,
    until_decided: bool = False,
    threads: int | None = None,
    progress: Progress = lambda games: None,
    say: Callable[[str], None] = lambda remark: None,
) -> list[Checked]:
    """Check scenarios, with Holm's correction over all of them together.

    ``until_decided``: look at fixed numbers of blocks and stop a scenario when every row of it is decided, at
    the plan's games at the latest.  Raises KeyboardInterrupt when cut short.
    """
    family = sum(case.rows for case in cases)
    found = [
        _staged(case, family, threads, progress) if until_decided else _fixed(case, threads, progress) for case in cases
    ]
    return [_confirmed(each, threads, say) for each in _corrected(found)]


def _fixed(case: Case, threads: int | None, progress: Progress) -> Checked:
    played = play(case.planned, threads, progress)
    if played.interrupted:
        raise KeyboardInterrupt
    return _checked(case, look(case.metrics, played.sums, case.planned.scenario.seed), 1)


def _staged(case: Case, family: int, threads: int | None, progress: Progress) -> Checked:
    planned = case.planned
    found = None
    for n, sums in enumerate(play_in_stages(planned, threads, progress), start=1):
        seen = look(case.metrics, sums, planned.scenario.seed, min(FIRST, planned.blocks))
        found = _checked(case, seen, n)
        if all(_decided(row, family) for outcome in found.outcomes for row in outcome.rows):
            break
    assert found is not None
    if found.early:
        progress(planned.games - found.seen.games)
    return found


def _decided(row: Judged, family: int) -> bool:
    """Whether no more games are asked for.

    A value that is not there may come, so it is waited for; a failure counts if it stands whatever the other rows
    are.
    """
    if row.verdict is not None and row.verdict.state == "balanced":
        return True
    return row.fails_alone and row.p * family <= ALARM


def _checked(case: Case, seen: Look, looked: int) -> Checked:
    outcomes = tuple(Outcome(claim, tuple(judge(claim, seen))) for claim in case.claims)
    return Checked(case.planned.scenario, case.planned, seen, looked, outcomes)


def _corrected(found: Sequence[Checked]) -> list[Checked]:
    """The same with adjusted p-values; a failure stays one only where it is upheld for the family."""
    family = [row for each in found for outcome in each.outcomes for row in outcome.rows]
    adjusted = iter(holm([row.p for row in family]))

    def corrected(row: Judged) -> Judged:
        p = next(adjusted)
        if row.fails_alone and p > ALARM:
            return dataclasses.replace(row, adjusted=p, verdict=Verdict("undecided", None, NOT_UPHELD), note=NOT_UPHELD)
        return dataclasses.replace(row, adjusted=p)

    return [
        dataclasses.replace(
            each,
            outcomes=tuple(
                dataclasses.replace(outcome, rows=tuple(map(corrected, outcome.rows))) for outcome in each.outcomes
            ),
        )
        for each in found
    ]


def _confirmed(found: Checked, threads: int | None, say: Callable[[str], None]) -> Checked:
    """The same, its failures confirmed on as many fresh deals, or undecided."""
    if not any(outcome.status == "fails" for outcome in found.outcomes):
        return found
    seed = fresh_seed(found.scenario.seed)
    say(f"{found.scenario.name}: an alarm, to be confirmed on {found.seen.games:,} fresh games (seed {seed})")
    again = plan(dataclasses.replace(found.scenario, seed=seed), found.seen.games)
    played = play(again, threads)
    if played.interrupted:
        raise KeyboardInterrupt
    metrics = chosen_metrics(again.game, [outcome.claim.metric for outcome in found.outcomes])
    fresh = look(metrics, played.sums, seed, fresh=True)
    outcomes = tuple(_confirm(outcome, fresh) if outcome.status == "fails" else outcome for outcome in found.outcomes)
    return dataclasses.replace(found, outcomes=outcomes, confirmation=fresh)


def _confirm(outcome: Outcome, fresh: Look) -> Outcome:
    again = judge(outcome.claim, fresh)
    by_group = {tuple(row.where.items()): row for row in again}

    def confirmed(row: Judged) -> Judged:
        other = by_group.get(tuple(row.where.items()))
        if not row.fails_alone or (other is not None and other.fails_alone and _same_side(row, other, outcome.claim)):
            return row
        return dataclasses.replace(row, verdict=Verdict("undecided", None, NOT_CONFIRMED), note=NOT_CONFIRMED)

    return dataclasses.replace(outcome, rows=tuple(map(confirmed, outcome.rows)), fresh=tuple(again))


def _same_side(row: Judged, other: Judged, claim: Claim) -> bool:
    """Whether two failures lie on the same side of the limits."""
    if row.judged is None or other.judged is None or claim.high is None:
        return True
    return (row.judged > claim.high) == (other.judged > claim.high)
