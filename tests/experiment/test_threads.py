"""Who computes: the threads that were asked for and no library; in a container no more than its share."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from balance.experiment import threads
from balance.experiment.threads import container_share, keep_pools_small, processors, use_at_most
from balance.kernel.jit import INTERPRETED

ROOT = Path(__file__).resolve().parents[2]
TASKS = Path("/proc/self/task")


def most_at_once(*words: str) -> tuple[int, int]:
    """The most threads of the system that `balance words` has at once, and the most processes."""
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    for name in (*threads.POOLS, threads.ARROW[0]):  # of this process, which may have set them
        variables.pop(name, None)
    command = [sys.executable, "-m", "balance", *words, "--quiet"]
    found = [(0, 0)]
    with subprocess.Popen(command, env=variables, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            found.append(_count(process.pid))
            time.sleep(0.01)
    assert process.returncode == 0
    return max(tasks for tasks, _ in found), max(processes for _, processes in found)


def _count(process: int) -> tuple[int, int]:
    """Threads of a process and its descendants, and those processes, at this moment."""
    try:
        tasks = list(Path(f"/proc/{process}/task").iterdir())
        children = " ".join((task / "children").read_text() for task in tasks).split()
    except OSError:  # it has just ended
        return 0, 0
    below = [_count(int(child)) for child in children]
    return len(tasks) + sum(each[0] for each in below), 1 + sum(each[1] for each in below)


@pytest.mark.skipif(INTERPRETED or not TASKS.exists(), reason="counts what Linux tells of a compiled run")
@pytest.mark.parametrize(("words", "asked"), [(("--rows",), 3), ((), 1)])
def test_no_library_brings_threads_of_its_own(words: tuple[str, ...], asked: int, tmp_path: Path) -> None:
    """NumPy, SciPy, pandas, pyarrow and matplotlib are all at work in a run with rows and a report."""
    run = ("run", "neotopia/random", "--games", "6000", "--threads", str(asked), "--out", str(tmp_path / "run"))
    tasks, processes = most_at_once(*run, *words)
    assert tasks == asked + 1  # and the one that hands out work
    assert processes <= asked  # a second process draws only where two may be busy


def test_what_the_user_says_of_a_pool_holds() -> None:
    variables = {"OMP_NUM_THREADS": "6"}
    keep_pools_small(variables)
    assert variables["OMP_NUM_THREADS"] == "6" and variables["OPENBLAS_NUM_THREADS"] == "1"


def test_the_pools_are_held_before_numpy_is_there() -> None:
    code = "import sys, balance.cli.app, balance.experiment.threads; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


class TestProcessors:
    @pytest.fixture(autouse=True)
    def _sixteen(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(16)), raising=False)
        monkeypatch.setattr(threads, "CGROUPS", tmp_path)
        monkeypatch.setattr(threads, "OWN_CGROUP", tmp_path / "own")
        monkeypatch.setattr(threads, "_most", None)

    @pytest.mark.parametrize(
        ("own", "limits", "share"),
        [
            (None, {}, None),  # no Linux
            ("0::/\n", {}, None),
            ("0::/\n", {"": "max 100000\n"}, None),
            ("0::/\n", {"": "400000 100000\n"}, 4),
            ("0::/\n", {"": "50000 100000\n"}, 1),
            ("3:cpu:/old\n0::/pod/box\n", {"pod": "250000 100000\n", "pod/box": "max 100000\n"}, 3),
            ("0::/pod/box\n", {"pod": "900000 100000\n", "pod/box": "200000 100000\n"}, 2),
            ("0::/../../elsewhere\n", {"": "200000 100000\n"}, 2),
            ("0::/\n", {"": "nonsense"}, None),
            ("0::/\n", {"": "1 0"}, None),
        ],
    )
    def test_share_of_a_container(
        self, own: str | None, limits: dict[str, str], share: int | None, tmp_path: Path
    ) -> None:
        if own is not None:
            (tmp_path / "own").write_text(own, encoding="utf-8")
        for place, text in limits.items():
            (tmp_path / place).mkdir(parents=True, exist_ok=True)
            (tmp_path / place / "cpu.max").write_text(text, encoding="utf-8")
        assert container_share() == share
        assert processors() == (share or 16)

    def test_no_more_than_it_was_told(self) -> None:
        use_at_most(3)
        assert processors() == 3
        use_at_most(None)
        assert processors() == 16
