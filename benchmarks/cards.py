"""How long the impact of every card of a deck takes, told from that of a few of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from balance.experiment.impact import impact, impact_plans, question
from balance.experiment.scenario import load
from balance.experiment.threads import processors
from benchmarks.measure import Figure, most, seconds

EVERY = 25  # one card in so many is taken away


def cards() -> Iterator[Figure]:
    """Minutes for all cards of a deck at 2,000 games each on two threads."""
    threads = min(2, processors())
    asked = question(load("simcity/balanced-4players", games=2_000), ["cards"])
    few = dataclasses.replace(asked, things=asked.things[::EVERY], sides=asked.sides[::EVERY], rows=asked.rows[::EVERY])
    planned = impact_plans(few)
    each = seconds(lambda: impact(few, planned, threads=threads), repeats=1) / len(planned)
    what = f"impact of all {len(asked.things)} cards, 2,000 games each, {threads} threads"
    yield most(what, each * len(asked.scenarios) / 60.0, "min", 10)
