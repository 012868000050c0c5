"""Finished runs for the tests of what is stored."""

from __future__ import annotations

from datetime import UTC, datetime

from balance.experiment.plan import Plan
from balance.experiment.store import Run, manifest_of
from balance.metrics.estimate import measure
from tests.experiment.planned import played

STARTED = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def finished(planned: Plan, *, whole: bool = True) -> Run:
    """The plan as a run, played on one thread."""
    cut = played(planned)
    manifest = manifest_of(planned, cut.sums, STARTED, 1.25, 1, whole=whole)
    return Run(manifest, measure(cut.engine.metrics, cut.sums), cut.sums)
