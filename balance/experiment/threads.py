"""Work handed out in order to threads, its results taken in one; Ctrl-C stops between pieces.

The threads that play are the only ones that compute: libraries with pools of their own are held to one thread.
"""

from __future__ import annotations

import itertools
import os
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TypeVar

Result = TypeVar("Result")

GRACE = 0.4  # seconds that pieces which were begun have to end in after Ctrl-C; what takes longer is given up
POOLS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS", "NUMEXPR_NUM_THREADS")
ARROW = (
    "JE_ARROW_MALLOC_CONF",
    "background_thread:false",
)  # pandas imports pyarrow, which has one that tidies up
CGROUPS = Path("/sys/fs/cgroup")  # where Linux says how much a container may use
OWN_CGROUP = Path("/proc/self/cgroup")
WAKE = "wake"  # what the first Ctrl-C sends to who waits for results

_most: int | None = None  # processors that all of this process may use, if it was told


def use_at_most(threads: int | None) -> None:
    """No part of this process shall use more than so many processors at once (None: all that it may)."""
    global _most
    _most = threads


def keep_pools_small(variables: MutableMapping[str, str] = os.environ) -> None:
    """Hold the pools of numerical libraries to one thread, unless the user has said otherwise of one.

    To be called before numpy is imported.
    """
    for name, value in (*((name, "1") for name in POOLS), ARROW):
        variables.setdefault(name, value)


def processors() -> int:
    """Processors that this process may use: those it may run on, its container's share of them, what it was told."""
    affinity = getattr(os, "sched_getaffinity", None)
    found = len(affinity(0)) if affinity else os.cpu_count() or 1
    return max(1, min(found, container_share() or found, _most or found))


def container_share() -> int | None:
    """Processors that the container (cgroup v2) is allowed, rounded up; None if it has no limit."""
    try:
        own = next(line[3:] for line in OWN_CGROUP.read_text().splitlines() if line.startswith("0::"))
    except (OSError, StopIteration):
        return None
    shares = []
    place = CGROUPS / own.strip("/")
    for folder in (place, *place.parents):
        if not folder.is_relative_to(CGROUPS):
            break
        try:
            quota, period = map(int, (folder / "cpu.max").read_text().split())
            shares.append(-(-quota // period))
        except (OSError, ValueError, ZeroDivisionError):  # no such file, or "max": no limit at this level
            continue
    return min(shares, default=None)


def work_through(
    pieces: int, work: Callable[[int], Result], take: Callable[[int, Result], None], threads: int | None
) -> int:
    """Do ``work(0)``, ``work(1)``, … on some threads (default: all processors) and ``take`` each result here.

    Returns how many pieces were done: all, or fewer after Ctrl-C (or a KeyboardInterrupt in ``take``).  What was
    begun may then still end for `GRACE` seconds, and is given up if it does not.  A second Ctrl-C raises
    KeyboardInterrupt at once.  A fault in ``work`` or ``take`` is raised here, as soon.
    """
    stop = threading.Event()
    places = itertools.count()  # next() of it is atomic
    done: queue.SimpleQueue[tuple[int, Result] | BaseException | str | None] = queue.SimpleQueue()

    def labour() -> None:
        while not stop.is_set() and (place := next(places)) < pieces:
            try:
                done.put((place, work(place)))
            except BaseException as fault:
                done.put(fault)
                break
        done.put(None)  # this thread is through

    count = max(1, min(threads or processors(), pieces))
    taken, fault = 0, None
    end: float | None = None
    with _first_ctrl_c(stop, lambda: done.put(WAKE)):
        for _ in range(count):
            threading.Thread(target=labour, daemon=True).start()
        while count:
            if stop.is_set() and end is None:
                end = time.monotonic() + GRACE
            try:
                item = done.get(timeout=None if end is None else max(0.0, end - time.monotonic()))
            except queue.Empty:
                break
            if item is None:
                count -= 1
            elif isinstance(item, BaseException):
                fault = item
                stop.set()
            elif isinstance(item, tuple) and fault is None:
                taken += 1
                try:
                    take(*item)
                except KeyboardInterrupt:
                    if stop.is_set():
                        raise
                    stop.set()
                except Exception as error:
                    fault = error
                    stop.set()
    if fault is not None:
        raise fault
    return taken


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C sets; a second one interrupts as usual."""
    stop = threading.Event()
    with _first_ctrl_c(stop):
        yield stop


@contextmanager
def deaf_children() -> Iterator[None]:
    """Processes and threads begun in the context, and all that they begin, do not hear Ctrl-C; this thread then does.

    A terminal sends it to every process of a command, but only this one knows what to do.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    _start_tracker()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_tracker() -> None:
    """Start multiprocessing's tracker now: whoever starts it hears Ctrl-C again.

    It shall not warn of what a process that ends at once leaves to it: it removes that, which is its purpose.
    """
    from multiprocessing import resource_tracker

    said = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = "ignore"
    try:
        resource_tracker.ensure_running()
    finally:
        del os.environ["PYTHONWARNINGS"]
        if said is not None:
            os.environ["PYTHONWARNINGS"] = said


@contextmanager
def _first_ctrl_c(stop: threading.Event, wake: Callable[[], object] = lambda: None) -> Iterator[None]:
    """The first Ctrl-C sets ``stop`` and wakes who waits; a second one interrupts as usual."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def on_signal(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()
        wake()

    before = signal.signal(signal.SIGINT, on_signal)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
