"""A run depends on scenario and seed alone: not on threads, chunks, mode or an interruption further on."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from balance.experiment import plan as planning
from balance.experiment import run as running
from balance.experiment.engine import Engine
from balance.experiment.plan import Chunk, Plan
from balance.experiment.reading import read_run
from balance.experiment.run import play
from balance.kernel.jit import INTERPRETED
from balance.metrics.estimate import measure
from balance.stats.batches import BatchTable
from tests.experiment.planned import ANYBODY, in_chunks, neotopia, played, toy_scenario
from tests.experiment.toys import Winners, by_strength, toy

ROOT = Path(__file__).resolve().parents[2]
STRENGTH = {"strong": 3.0, "weak": 1.0}
MakePlan = Callable[..., Plan]


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> MakePlan:
    """Makes a plan of a toy with so many games, whose seats win in proportion to their player's strength."""

    def make(games: int, lineup: Sequence[str] = ("strong", "weak")) -> Plan:
        game = toy(list(STRENGTH), len(lineup), by_strength(STRENGTH))
        monkeypatch.setattr(planning, "load", lambda name: game)
        return planning.plan(toy_scenario(lineup, games))

    return make


def same(one: BatchTable, other: BatchTable) -> bool:
    """Whether two batch tables agree in every digit."""
    return (one.blocks, one.blocks_per_batch) == (other.blocks, other.blocks_per_batch) and np.array_equal(
        one.sums, other.sums
    )


class TestThreadsAndChunks:
    @pytest.mark.parametrize("blocks", [1, 7, 1024, 1025, 2100])
    def test_toy(self, toys: MakePlan, blocks: int) -> None:
        planned = toys(2 * blocks)
        whole = played(planned).sums.table
        assert whole.blocks == blocks and len(whole.sums) <= 1024
        for threads, chunk in ((1, 4), (2, 64), (3, 1000), (3, 10**6)):
            assert same(play(in_chunks(planned, chunk), threads).sums.table, whole)

    @pytest.mark.parametrize("lineup", [("random",), ANYBODY])
    def test_neotopia(self, lineup: tuple[str, ...]) -> None:
        planned = neotopia(24 if INTERPRETED else 600, lineup)
        whole = played(planned).sums.table
        for threads, chunk in ((1, 8), (2, 16), (3, 100)):
            assert same(play(in_chunks(planned, chunk), threads).sums.table, whole)

    def test_more_games_begin_with_the_fewer(self) -> None:
        few, more = (played(neotopia(games)).sums.table for games in (8, 20))
        assert np.array_equal(more.sums[:4], few.sums)

    def test_another_seed_is_another_run(self) -> None:
        one, other = (played(neotopia(8, seed=seed)).sums.table for seed in (8, 9))
        assert not np.array_equal(one.sums, other.sums)

    def test_progress_counts_every_game(self, toys: MakePlan) -> None:
        seen: list[int] = []
        play(in_chunks(toys(50), 8), 2, seen.append)
        assert sum(seen) == 50 and len(seen) == 7


def test_blocks_are_different_deals() -> None:
    # The hands of two games of one block are alike in what was dealt; no two blocks are.
    engine = Engine(neotopia(32))
    facts = engine.facts(32)
    engine.play(0, facts)
    assert len({row.tobytes() for row in facts.books}) == 32
    dealt = facts["game"]["joker_dealt"].reshape(16, 2)
    assert (dealt[:, 0] == dealt[:, 1]).all() and 0 < dealt.sum() < 32


INTERPRETED_RUN = """
import hashlib
from tests.experiment.planned import ANYBODY, neotopia, played
for lineup in (("random",), ANYBODY):
    print(hashlib.sha256(played(neotopia(6, lineup)).sums.table.sums.tobytes()).hexdigest())
"""


@pytest.mark.skipif(INTERPRETED, reason="compares with compiled code")
def test_interpreted_is_compiled() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", INTERPRETED_RUN],
        capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    here = [
        hashlib.sha256(played(neotopia(6, lineup)).sums.table.sums.tobytes()).hexdigest()
        for lineup in (("random",), ANYBODY)
    ]
    assert done.stdout.split() == here


class Stop:
    """Ctrl-C while the progress is told, after so many chunks."""

    def __init__(self, after: int) -> None:
        self.after = after

    def __call__(self, games: int) -> None:
        self.after -= 1
        if self.after == 0:
            raise KeyboardInterrupt


class TestInterrupted:
    @pytest.mark.parametrize("threads", [1, 2, 3])
    def test_an_unbroken_prefix_is_kept(self, toys: MakePlan, threads: int) -> None:
        planned = in_chunks(toys(800), 8)
        whole = played(planned).sums.table
        cut = play(planned, threads, Stop(after=3))
        table = cut.sums.table
        assert cut.interrupted and 12 <= table.blocks < 400
        assert np.array_equal(table.sums, whole.sums[: table.blocks])
        assert cut.sums.games == 2 * table.blocks

    def test_signal(self, toys: MakePlan, monkeypatch: pytest.MonkeyPatch) -> None:
        def sum_chunk(engine: Engine, chunk: Chunk) -> BatchTable:
            if chunk.first_block == 8:
                os.kill(os.getpid(), signal.SIGINT)
            return real(engine, chunk)

        real = Engine.sum_chunk
        planned = in_chunks(toys(800), 8)
        whole = played(planned).sums.table
        monkeypatch.setattr(Engine, "sum_chunk", sum_chunk)
        cut = play(planned, 1)
        table = cut.sums.table
        assert cut.interrupted and 12 <= table.blocks < 400
        assert np.array_equal(table.sums, whole.sums[: table.blocks])

    def test_a_slow_chunk_leaves_no_gap(self, toys: MakePlan, monkeypatch: pytest.MonkeyPatch) -> None:
        # The second chunk is the last to be finished: later ones are done when the game is interrupted.
        def sum_chunk(engine: Engine, chunk: Chunk) -> BatchTable:
            if chunk.first_block == 4:
                assert interrupted.wait(60)
            return real(engine, chunk)

        def stop(games: int) -> None:
            seen.append(games)
            if len(seen) == 3:
                interrupted.set()
                raise KeyboardInterrupt

        real, interrupted, seen = Engine.sum_chunk, threading.Event(), list[int]()
        planned = in_chunks(toys(800), 8)
        whole = played(planned).sums.table
        monkeypatch.setattr(Engine, "sum_chunk", sum_chunk)
        table = play(planned, 2, stop).sums.table
        assert 16 <= table.blocks < 400
        assert np.array_equal(table.sums, whole.sums[: table.blocks])

    def test_nothing_finished(self, toys: MakePlan, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(running, "work_through", lambda *told: 0)
        with pytest.raises(KeyboardInterrupt):
            play(toys(40), 1)

    def test_too_late_to_miss_anything(self, toys: MakePlan) -> None:
        assert not play(in_chunks(toys(24), 8), 1, Stop(after=3)).interrupted

    def test_a_fault_stops_the_rest(self, toys: MakePlan, monkeypatch: pytest.MonkeyPatch) -> None:
        planned = in_chunks(toys(8000), 8)
        places: list[int] = []

        def sum_chunk(engine: Engine, chunk: Chunk) -> BatchTable:
            places.append(chunk.first_block)
            if len(places) == 3:
                raise ArithmeticError("a fault of the game")
            return real(engine, chunk)

        real = Engine.sum_chunk
        monkeypatch.setattr(Engine, "sum_chunk", sum_chunk)
        with pytest.raises(ArithmeticError, match="a fault of the game"):
            play(planned, 1)
        assert len(places) < 500


CTRL_C = """
import os, signal, sys
import balance.report
from balance.experiment.engine import Engine
from balance.games.neotopia.game import GAME

balance.report.write_report = lambda *told: None  # what is drawn is no part of this
object.__setattr__(GAME, "chunk_games", 4)
real, played = Engine.sum_chunk, []

def sum_chunk(engine, chunk):
    played.append(chunk)
    if len(played) == 4:
        os.kill(os.getpid(), signal.SIGINT)
    return real(engine, chunk)

Engine.sum_chunk = sum_chunk
sys.argv = ["balance", "run", "neotopia/random", "--games", "2000", "--threads", "1", "--out", sys.argv[1]]
from balance.cli.app import main
main()
"""


def test_ctrl_c_on_the_command_line(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", CTRL_C, str(folder)],
        capture_output=True, text=True, cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, timeout=300,
    )  # fmt: skip
    assert done.returncode == 130, done.stderr
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["state"] == "interrupted"
    assert 12 <= manifest["games"] < 2000
    assert f"{manifest['games']} of 2000 games are kept; go on with: balance run --resume" in " ".join(
        done.stderr.split()
    )
    assert [each.name for each in tmp_path.iterdir()] == ["run"]
    kept = read_run(folder).sums.table
    assert np.array_equal(kept.sums, played(neotopia(manifest["games"])).sums.table.sums)


def fair(run: int) -> Winners:
    """Any seat wins, in every run other games."""
    return lambda names, r, luck, rng: [random.Random(f"{run} {rng.random()}").randrange(len(names))]


class TestSymmetry:
    """Equal players are equal, and a rate follows the player, not its seat or its row of the line-up."""

    def test_equal_players(self) -> None:
        # Four random players with different weights of nothing: the pipeline takes them for one strategy.
        sums = played(neotopia(40 if INTERPRETED else 4000)).sums
        table = measure(played(neotopia(2)).engine.metrics, sums)
        rates = table[table["metric"] == "player_win_rate"]
        assert list(rates["value"]) == [pytest.approx(0.25)]

    def test_rates_follow_the_player(self, toys: MakePlan) -> None:
        lineups = [("strong", "weak", "weak"), ("weak", "strong", "weak"), ("weak", "weak", "strong")]
        found = []
        for lineup in lineups:
            cut = played(toys(3000, lineup))
            table = measure(cut.engine.metrics, cut.sums)
            part = table[table["metric"] == "player_win_rate"]
            found.append({w["player"]: v for w, v in zip(part["where"], part["value"], strict=True)})
            seats = table[table["metric"] == "seat_win_rate"]["value"].astype(float)
            # Everybody sat everywhere: a seat tells nothing.  3,000 games: a standard error of 0.009.
            assert seats.to_numpy() == pytest.approx([1 / 3] * 3, abs=0.04)
        for rates in found:  # 3 of 5 wins; the two others have one of 5 each
            assert rates == {"strong": pytest.approx(0.6, abs=0.04), "weak": pytest.approx(0.2, abs=0.03)}

    def test_a_strong_seat_is_no_strong_player(self, monkeypatch: pytest.MonkeyPatch) -> None:
        # Seat 2 wins whoever sits there: each of three equal players has a third of the wins.
        game = toy(["a", "b", "c"], 3, lambda names, r, luck, rng: [1])
        monkeypatch.setattr(planning, "load", lambda name: game)
        cut = played(planning.plan(toy_scenario(["a", "b", "c"], 90)))
        table = measure(cut.engine.metrics, cut.sums)
        assert list(table[table["metric"] == "seat_win_rate"]["value"]) == [0.0, 1.0, 0.0]
        assert list(table[table["metric"] == "player_win_rate"]["value"]) == pytest.approx([1 / 3] * 3)

    def test_spread_of_equal_seats_is_covered(self, monkeypatch: pytest.MonkeyPatch) -> None:
        # A fair toy: the interval of the spread holds the true 0 in about 95% of the runs, and the spread
        # that is seen is about what chance is said to show.
        covered, seen, told = 0, [], []
        for run in range(30):
            game = toy(["a"], 3, fair(run))
            monkeypatch.setattr(planning, "load", lambda name, game=game: game)
            cut = played(planning.plan(toy_scenario(["a"] * 3, 200)))
            wanted = [m for m in cut.engine.metrics if m.name.startswith("seat_win_spread")]
            table = measure(wanted, cut.sums)
            spread, chance = table.to_dict("records")
            covered += spread["low"] == 0.0
            seen.append(spread["value"])
            told.append(chance["value"])
        assert covered >= 24  # P(X < 24) < 0.001 for 30 runs at 95%
        assert np.mean(seen) == pytest.approx(np.mean(told), rel=0.35)
