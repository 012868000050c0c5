"""A real scheduler with real workers on this machine; one of them is killed while it plays."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.errors import UserError
from balance.experiment import cluster
from balance.experiment.cluster import _Work, connected, play_missing
from balance.experiment.digests import digests_of
from balance.experiment.engine import Engine
from balance.experiment.ledger import Ledger
from balance.experiment.plan import Plan
from balance.kernel.jit import INTERPRETED
from tests.experiment.planned import neotopia, played

pytest.importorskip("distributed")

ROOT = Path(__file__).resolve().parents[2]


def on_cluster(client: Any, planned: Plan, keep: Any = lambda piece: None, **more: str) -> Ledger:
    engine = Engine(planned)
    ledger = Ledger(planned, engine.layout.cells)
    play_missing(client, engine, {**digests_of(planned, engine), **more}, ledger, keep, lambda games: None)
    return ledger


@pytest.mark.skipif(INTERPRETED, reason="plays many games")
def test_one_of_two_workers_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    planned = neotopia(100_001)
    whole = played(planned).sums.table
    monkeypatch.setattr(cluster, "SECONDS", 0.05)
    with connected("local:2", 2) as client:
        workers = client.run(os.getpid)
        assert len(workers) == 2
        killed: list[int] = []

        def keep(piece: Any) -> None:
            if not killed:
                killed.append(next(iter(workers.values())))
                os.kill(killed[0], signal.SIGKILL)

        table = on_cluster(client, planned, keep).table()
        assert killed
        assert (table.blocks, table.blocks_per_batch) == (whole.blocks, whole.blocks_per_batch)
        assert np.array_equal(table.sums, whole.sums)
        with pytest.raises(UserError, match="a worker cannot play this run: sources differ"):
            on_cluster(client, planned, sources="of another version")


@pytest.mark.parametrize("address", ["local:0", "local:x", "local:99999", "bogus", "", "tcp://"])
def test_no_cluster(address: str) -> None:
    with pytest.raises(UserError, match="give"), connected(address, 1):
        pass


def test_parts_grow_to_half_a_second_and_cover_every_chunk_once() -> None:
    ledger = Ledger(neotopia(2048 * 100 + 2), 1)
    work, seen, sizes = _Work(ledger), list[int](), list[int]()
    while (part := work.next()) is not None:
        first, chunks = part
        seen += range(first, first + chunks)
        sizes.append(chunks)
        work.took(0.05 * chunks, chunks * work.size)  # a chunk takes 50 ms: ten make half a second
    assert seen == list(range(101))
    assert sizes[:4] == [1, 3, 7, 10] and max(sizes) == 10 and sizes[-1] == 1  # the short chunk is apart


@pytest.mark.skipif(INTERPRETED, reason="plays many games")
def test_ctrl_c_in_a_terminal_reaches_all_processes_and_only_one_speaks(tmp_path: Path) -> None:
    """Once: what the workers play is given up, the report is of what is there."""
    words = ["run", "neotopia/random", "--games", "400000000", "--cluster", "local:2", "--out", str(tmp_path / "run")]
    process = subprocess.Popen(
        [sys.executable, "-m", "balance", *words, "--quiet"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        while not list((tmp_path / "run/running/parts").glob("*.npz")):
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        said = process.communicate(timeout=60)[1]
    finally:
        process.kill()
    assert process.returncode == 130
    assert re.fullmatch(r"balance: interrupted: \d+ of 400000000 games are kept; go on with: .*\n", said), said
    assert (tmp_path / "run/report.html").is_file()
