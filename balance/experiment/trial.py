"""A dry run: a little is played to say what the whole would cost, and how small a difference it would see."""

from __future__ import annotations

import resource
import sys
import time
from dataclasses import dataclass
from typing import Any

from balance.experiment.plan import Plan, plan
from balance.experiment.run import play
from balance.metrics.estimate import measure
from balance.stats.planning import blocks_for_half_width, blocks_for_power, half_width

MAIN_METRICS = ("seat_win_rate", "player_win_rate", "close_games", "draws", "last_at_half_wins", "no_lead_change")
HALF_WIDTH, DIFFERENCE, POWER = 0.01, 0.02, 0.8


@dataclass(frozen=True)
class Trial:
    """What a trial found: for each main metric its expected half-width and the games that answers need."""

    planned_games: int
    trial_games: int
    seconds: float  # the whole run is expected to play so long
    memory_mib: float
    rows: list[dict[str, Any]]

    def as_json(self) -> dict[str, Any]:
        """The trial as one document."""
        return {
            "schema_version": 1,
            "planned_games": self.planned_games,
            "trial_games": self.trial_games,
            "seconds": round(self.seconds, 2),
            "memory_mib": round(self.memory_mib),
            "half_width_aim": HALF_WIDTH,
            "difference": DIFFERENCE,
            "power": POWER,
            "metrics": self.rows,
        }

    def as_table(self) -> tuple[list[str], list[list[str]]]:
        """Headings and rows for the terminal."""
        headings = [
            "metric",
            "value",
            f"± at {self.planned_games:,} games",
            f"games for ±{HALF_WIDTH:.0%}",
            f"games to see {DIFFERENCE:.0%} (power {POWER:.0%})",
        ]
        rows = [
            [
                row["label"],
                f"{row['value']:.1%}",
                "–" if row["half_width"] is None else f"{100 * row['half_width']:.2f} pp",
                "–" if row["games_for_half_width"] is None else f"{row['games_for_half_width']:,}",
                "–" if row["games_for_power"] is None else f"{row['games_for_power']:,}",
            ]
            for row in self.rows
        ]
        return headings, rows

    def cost(self) -> str:
        """A sentence on time and memory."""
        return (
            f"{self.planned_games:,} games: about {self.seconds:.1f} s of play, {self.memory_mib:,.0f} MiB of memory "
            "(which does not grow with the games)"
        )


def trial(planned: Plan, threads: int | None, blocks: int) -> Trial:
    """Play the first ``blocks`` blocks of a plan (compiled code is loaded before the clock starts)."""
    small = plan(planned.scenario, min(blocks, planned.blocks) * planned.games_per_block)
    play(plan(planned.scenario, 2 * planned.games_per_block), 1)
    clock = time.perf_counter()
    played = play(small, threads)
    seconds = time.perf_counter() - clock
    table = measure(played.engine.metrics, played.sums)
    rows = [_row(row, small, planned) for row in table.to_dict("records") if row["metric"] in MAIN_METRICS]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
    return Trial(planned.games, small.games, seconds * planned.games / small.games, peak, rows)


def _row(row: dict[Any, Any], small: Plan, planned: Plan) -> dict[str, Any]:
    where = ", ".join(f"{name} {value}" for name, value in row["where"].items())
    se = row["se"]
    known = se is not None and se > 0
    per_block = planned.games_per_block
    return {
        "metric": row["metric"],
        "where": row["where"],
        "label": f"{row['metric']} ({where})" if where else row["metric"],
        "value": row["value"],
        "half_width": half_width(se, small.blocks, planned.blocks) if known and planned.blocks > 1 else None,
        "games_for_half_width": per_block * blocks_for_half_width(se, small.blocks, HALF_WIDTH) if known else None,
        "games_for_power": per_block * blocks_for_power(se, small.blocks, DIFFERENCE, POWER) if known else None,
    }
