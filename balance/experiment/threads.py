"""Work handed out in order to threads, its results taken in one; Ctrl-C stops between pieces."""

from __future__ import annotations

import itertools
import os
import queue
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

Result = TypeVar("Result")


def processors() -> int:
    """Processors that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def work_through(
    pieces: int, work: Callable[[int], Result], take: Callable[[int, Result], None], threads: int | None
) -> int:
    """Do ``work(0)``, ``work(1)``, … on some threads (default: all processors) and ``take`` each result here.

    Returns how many pieces were done: all, or after Ctrl-C (or a KeyboardInterrupt in ``take``) the first so
    many, without a gap, since what was handed out is finished.  A second Ctrl-C raises KeyboardInterrupt at
    once.  A fault in ``work`` or ``take`` is raised here when the pieces begun are finished.
    """
    stop = threading.Event()
    places = itertools.count()  # next() of it is atomic
    done: queue.SimpleQueue[tuple[int, Result] | BaseException | None] = queue.SimpleQueue()

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
    with _first_ctrl_c(stop):
        for _ in range(count):
            threading.Thread(target=labour, daemon=True).start()
        while count:
            item = done.get()
            if item is None:
                count -= 1
            elif isinstance(item, BaseException):
                fault = item
                stop.set()
            elif fault is None:
                taken += 1
                try:
                    take(*item)
                except KeyboardInterrupt:
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
def _first_ctrl_c(stop: threading.Event) -> Iterator[None]:
    """The first Ctrl-C sets ``stop``; a second one interrupts as usual."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def on_signal(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, on_signal)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
