"""The time that a turn of Sim City takes against the city's size, with the exponent of its growth.

A turn cannot be timed by itself, as the compiled kernel plays whole games.  So the same games are cut off after 1, 4, 7
or more turns of each player, and what a longer game takes more is the time of its last turns.  Seven players with
their 189 cards build the largest shipped cities; without a target nobody ends a game early.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from balance.experiment.engine import Engine
from balance.experiment.plan import plan
from balance.experiment.scenario import load

SCENARIO = "simcity/7players"
PLAYERS = ("random", "earner")
LENGTHS = (1, 4, 7, 10, 13, 16, 19, 22)  # turns of each player
GAMES = 56  # of each length
REPEATS = 5
BEGUN = 8  # blocks of a city from which on the growth is fitted: before, a turn is mostly what every turn costs


@dataclass(frozen=True)
class Point:
    """Mean blocks of the city in some turns, and the microseconds that one of them takes."""

    blocks: float
    microseconds: float


def measure(player: str) -> list[Point]:
    """Points from the first turns to the last ones."""
    played = [_cut_off(player, turns) for turns in LENGTHS]
    points = []
    for (seconds, turns, blocks), (seconds_2, turns_2, blocks_2) in pairwise(played):
        points.append(Point((blocks + blocks_2) / 2, 1e6 * (seconds_2 - seconds) / (turns_2 - turns)))
    return points


def _cut_off(player: str, turns: int) -> tuple[float, float, float]:
    """Seconds of a processor, turns and final blocks of a game that ends after so many turns of each player."""
    rulings = (f"rules.turn_limit={turns}", "rules.target=0")
    engine = Engine(plan(load(SCENARIO, rulings, [player], GAMES)))
    facts = engine.facts(GAMES)
    times = []
    for _ in range(REPEATS):
        clock = time.thread_time()  # of the processor: a busy machine does not count as a slow turn
        engine.play(0, facts)
        times.append(time.thread_time() - clock)
    games = facts["game"]
    return min(times) / GAMES, float(np.mean(games["turns"])), float(np.mean(games["blocks"]))


def exponent(points: Sequence[Point]) -> float:
    """b of time = a · blocks^b, by least squares of the logarithms."""
    grown = [point for point in points if point.blocks >= BEGUN and point.microseconds > 0.0]
    slope, _ = np.polyfit(np.log([p.blocks for p in grown]), np.log([p.microseconds for p in grown]), 1)
    return float(slope)


def write(found: dict[str, list[Point]], folder: Path) -> list[Path]:
    """The table (Markdown) and the plot (SVG) of what was measured."""
    lines = [f"Time of a turn against the city's size: {SCENARIO}, no target, {GAMES} games of each length.", ""]
    lines += ["| players | blocks | microseconds a turn |", "|---|---|---|"]
    for player, points in found.items():
        lines += [f"| {player} | {point.blocks:.1f} | {point.microseconds:.1f} |" for point in points]
    fits = [f"{player} blocks^{exponent(points):.2f}" for player, points in found.items()]
    lines += ["", f"Growth, fitted from {BEGUN} blocks on: {', '.join(fits)}."]
    table, plot = folder / "bench-turns.md", folder / "bench-turns.svg"
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    draw(found, plot)
    return [table, plot]


def draw(found: dict[str, list[Point]], target: Path) -> None:
    """Points and fitted lines on logarithmic axes, and a line that grows with the blocks."""
    from balance.report.style import SERIES, styled

    with styled("en"):
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
        from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

        figure = Figure(figsize=(7.0, 4.2), layout="constrained")
        FigureCanvasSVG(figure)
        axis = figure.add_subplot()
        for number, (player, points) in enumerate(found.items()):
            grown = [point for point in points if point.microseconds > 0.0]
            b, blocks = exponent(points), np.array([point.blocks for point in grown])
            times = np.array([point.microseconds for point in grown])
            fitted = blocks >= BEGUN
            a = np.exp(np.mean(np.log(times[fitted]) - b * np.log(blocks[fitted])))
            axis.plot(blocks, times, "o", color=SERIES[number], label=f"{player}: blocks^{b:.2f}")
            axis.plot(blocks[fitted], a * blocks[fitted] ** b, "-", color=SERIES[number])
            if number == 0:
                start = times[fitted][0] / blocks[fitted][0]
                axis.plot(
                    blocks[fitted], start * blocks[fitted], ":", color="black", label="in proportion to the blocks"
                )
        axis.set(xscale="log", yscale="log", xlabel="blocks in the city", ylabel="microseconds a turn")
        for scale in (axis.xaxis, axis.yaxis):
            scale.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
            scale.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
            scale.set_minor_locator(NullLocator())
        axis.legend(frameon=False)
        figure.savefig(target, metadata={"Date": None})
