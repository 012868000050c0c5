"""What a scenario expects of its metrics, row by row of ``[[expect]]``, checked before anything is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance.errors import UserError, suggestion
from balance.experiment import baseline as baselines
from balance.experiment.baseline import Baseline
from balance.experiment.plan import Plan
from balance.experiment.scenario import Scenario, shipped_root
from balance.experiment.together import all_metrics
from balance.games.fields import either, literal
from balance.metrics.estimate import groups
from balance.metrics.spec import Metric

NO_ROWS = 'expects nothing; add a row such as [[expect]] metric = "seat_win_spread", within = [0.0, 0.04]'


@dataclass(frozen=True)
class Claim:
    """One row of ``[[expect]]``: all rows of a metric in a group lie within [low, high], None being open.

    With a ``baseline`` the limits are those of the difference from it, −margin to margin.
    """

    scenario: Scenario
    place: int  # its number in the file, from 0
    metric: str
    where: Mapping[str, float | str]
    low: float | None
    high: float | None
    warn: bool  # its failure is a warning
    undecided_passes: bool
    file: Path | None = None
    baseline: Baseline | None = None

    @property
    def at(self) -> str:
        """Its place in the scenario."""
        return f"expect.{self.place}"

    @property
    def name(self) -> str:
        """The row in one line, as the file says it: ``seat_win_rate {seat = 1} within [0.2, 0.3]``."""
        keys = ", ".join(f"{key} = {literal(value)}" for key, value in self.where.items())
        group = f" {{{keys}}}" if keys else ""
        if self.file is not None:
            claim = f"unchanged_from {literal(self.file.name)}, margin {self.high:.15g}"
        elif self.low is not None and self.high is not None:
            claim = f"within [{self.low:.15g}, {self.high:.15g}]"
        else:
            claim = f"min {self.low:.15g}" if self.high is None else f"max {self.high:.15g}"
        return f"{self.metric}{group} {claim}"

    def selects(self, where: Mapping[str, Any]) -> bool:
        """Whether a row of the metric belongs to the group."""
        return all(key in where and _same(where[key], value) for key, value in self.where.items())


def _same(label: object, value: object) -> bool:
    return label == value or str(label) == str(value)


def claims_of(planned: Plan) -> list[Claim]:
    """What the scenario of a plan expects.

    Raises UserError for an expectation of nothing: no rows, an unknown metric, a group that is not there, and a
    baseline that is missing, damaged or another scenario's.
    """
    scenario = planned.scenario
    if not scenario.expect:
        raise UserError(NO_ROWS, file=scenario.file)
    metrics = {metric.name: metric for metric in all_metrics(planned.game)}
    claims = []
    for place, row in enumerate(scenario.expect):
        try:
            claims.append(_claim(scenario, place, row))
            _check_group(claims[-1], metrics, planned)
        except UserError as error:
            raise error if error.file else error.located(file=scenario.file, place=f"expect.{place}") from None
    return claims


def _claim(scenario: Scenario, place: int, row: Mapping[str, Any]) -> Claim:
    low = high = file = baseline = None
    if "unchanged_from" in row:
        file = _beside(scenario, row["unchanged_from"], f"expect.{place}.unchanged_from")
        baseline = baselines.read(file)
        baselines.check_same(baseline, scenario, file)
        low, high = -row["margin"], row["margin"]
    elif "within" in row:
        low, high = row["within"]
    else:
        low, high = row.get("min"), row.get("max")
    return Claim(
        scenario,
        place,
        row["metric"],
        row["where"],
        low,
        high,
        row["level"] == "warn",
        row["undecided"] == "pass",
        file,
        baseline,
    )


def _beside(scenario: Scenario, name: str, place: str) -> Path:
    """The file that a scenario means by a name, which a flag may choose freely.

    A scenario that somebody sends must not reach into other folders than its own.
    """
    if scenario.expect_folder is None:
        return Path(name)
    file = scenario.expect_folder / name
    try:
        real = file.resolve()
    except (OSError, ValueError, RuntimeError):  # no path at all, or links that go round in a circle
        raise UserError(f"{literal(name)} is no path; give the name of a baseline", place=place) from None
    roots = (scenario.expect_folder, scenario.file.parent, shipped_root())
    if not any(real.is_relative_to(root.resolve()) for root in roots):
        raise UserError(f"{literal(name)} lies outside of the scenario's folder; put it there", place=place)
    return file


def _check_group(claim: Claim, metrics: Mapping[str, Metric], planned: Plan) -> None:
    """Refuse a metric or group that is known not to exist without playing."""
    if claim.metric not in metrics:
        raise UserError(
            f"there is no metric '{claim.metric}'{suggestion(claim.metric, metrics)}", place=f"{claim.at}.metric"
        )
    metric = metrics[claim.metric]
    if metric.derive is None:
        known = groups(metric, planned.axes())
        for key, value in claim.where.items():
            place = f"{claim.at}.where.{key}"
            if key not in known:
                said = f"its keys are {either(known)}" if known else "it has none"
                raise UserError(f"{claim.metric} has no key '{key}'; {said}", place=place)
            if not any(_same(label, value) for label in known[key]):
                labels = ", ".join(map(str, known[key]))
                raise UserError(f"{claim.metric} has no {key} {literal(value)}; there are {labels}", place=place)
    if claim.baseline is not None and not any(
        row.metric == claim.metric and claim.selects(row.where) for row in claim.baseline.runs[0].rows
    ):
        raise UserError(
            f"the baseline {claim.file} has no row of {claim.metric} for this group; {baselines.WRITE_ANEW} "
            f"--metrics {claim.metric}",
            place=f"{claim.at}.metric",
        )


def check_found(claim: Claim, found: Sequence[Mapping[str, Any]]) -> None:
    """Refuse a group of which the rows that a few games gave have none.  Raises UserError."""
    of_metric = [row["where"] for row in found if row["metric"] == claim.metric]
    if not any(map(claim.selects, of_metric)):
        groups_there = "; ".join(dict.fromkeys(_group(where) for where in of_metric[:12])) or "none at all"
        raise UserError(
            f"{claim.metric} has no such group; there are {groups_there}",
            file=claim.scenario.file,
            place=f"{claim.at}.where",
        )
    if claim.baseline is None:
        return
    for where in filter(claim.selects, of_metric):
        for run in claim.baseline.runs:
            row = run.find(claim.metric, where)
            if row is None or row.value is None or row.se is None:
                lack = "row" if row is None else "value" if row.value is None else "standard error"
                raise UserError(
                    f"the baseline {claim.file} has no {lack} of {claim.metric} {_group(where)}, so it cannot be "
                    "compared; expect something else of it",
                    file=claim.scenario.file,
                    place=f"{claim.at}.metric",
                )


def _group(where: Mapping[str, Any]) -> str:
    """``seat = 1, t = 2``."""
    return ", ".join(f"{key} = {literal(value)}" for key, value in where.items()) or "one row without keys"
