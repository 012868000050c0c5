"""One writer at a time: a lock on a file, which the system lets go of when its process ends, however it ends."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from balance.errors import UserError

if sys.platform == "win32":
    import msvcrt

    def _hold(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _hold(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


LONGEST = 1000  # bytes of what a lock's file says


@contextmanager
def locked(path: Path, folder: Path) -> Iterator[None]:
    """Hold the lock at ``path`` for writing to ``folder``.

    The lock of a process that has died is free, whatever its file says.  Raises UserError if a living process
    holds it, and OSError if the file cannot be made.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            _hold(handle)
        except OSError:
            raise UserError(f"another process writes here{_who(handle)}; wait for it", file=folder) from None
        said = {
            "process": os.getpid(),
            "machine": platform.node(),
            "since": datetime.now(UTC).isoformat("T", "seconds"),
        }
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, json.dumps(said).encode())
        yield
    finally:
        os.close(handle)


def _who(handle: int) -> str:
    """Who holds the lock, as far as its file tells."""
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        said = json.loads(os.read(handle, LONGEST))
        return f" (process {int(said['process'])}, since {str(said['since'])[:25]})"
    except (OSError, ValueError, TypeError, KeyError):
        return ""
