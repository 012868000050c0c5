"""A folder of results takes its place in one step, and what it replaces stays until then."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from balance.errors import UserError
from balance.experiment.manifest import MANIFEST, read_manifest

RUNNING = "running"  # the part of a run folder in which its games are being played


@contextmanager
def fresh_folder(target: Path, digest: str, *, overwrite: bool) -> Iterator[Path]:
    """A temporary folder that becomes ``target`` when all has been written, and vanishes otherwise.

    A run of the same scenario (``digest``) may be replaced; anything else there is an error unless
    ``overwrite``, and what is no run folder is never touched.  Raises UserError.
    """
    _check_target(target, digest, overwrite=overwrite)
    with new_folder(target) as partial:
        yield partial


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """A temporary folder that takes the place of ``target`` when all is written, and vanishes otherwise.

    Raises UserError for what cannot be written.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    except OSError as error:
        raise UserError(f"cannot be written ({error.strerror}); give another folder with --out", file=target) from None
    try:
        yield partial
        partial.chmod(0o755)
        _put(partial, target)
    except OSError as error:
        raise UserError(f"could not be written ({error.strerror}); nothing was kept", file=target) from None
    except KeyboardInterrupt:
        recover(target)
        raise
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _ready(target: Path) -> Path:
    """Where a folder waits that is whole and shall become ``target``."""
    return target.with_name(f".{target.name}.new")


def _aside(target: Path) -> Path:
    """Where what it replaces waits to be deleted."""
    return target.with_name(f".{target.name}.old")


def _put(partial: Path, target: Path) -> None:
    """Move a folder to ``target``; what was there goes only when the new one has its place.

    Three renames, any of which may be the last thing that this process does: `recover` does the rest.
    """
    if not target.exists():
        partial.replace(target)
        return
    shutil.rmtree(_aside(target), ignore_errors=True)
    partial.replace(_ready(target))
    try:
        target.replace(_aside(target))
        try:
            _ready(target).replace(target)
        except OSError:
            _aside(target).replace(target)
            raise
    except OSError:
        shutil.rmtree(_ready(target), ignore_errors=True)
        raise
    shutil.rmtree(_aside(target), ignore_errors=True)


def recover(target: Path) -> None:
    """Finish what `_put` began in a process that was killed meanwhile."""
    if _ready(target).is_dir():
        with contextlib.suppress(OSError):
            if target.exists():
                shutil.rmtree(_aside(target), ignore_errors=True)
                target.replace(_aside(target))
            _ready(target).replace(target)
    elif _aside(target).is_dir() and not target.exists():
        with contextlib.suppress(OSError):
            _aside(target).replace(target)
    if target.exists():
        shutil.rmtree(_aside(target), ignore_errors=True)


def sweep(target: Path) -> None:
    """Remove temporary folders beside ``target`` that a killed process left; only its one writer may."""
    name = re.compile(re.escape(f".{target.name}-") + r"[a-z0-9_]{8}")
    for path in target.absolute().parent.iterdir():
        if name.fullmatch(path.name) and path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)


def check_target(target: Path, digest: str, *, overwrite: bool) -> None:
    """Refuse early, before anything is played, what `fresh_folder` would refuse."""
    _check_target(target, digest, overwrite=overwrite)
    check_writable(target)


def check_writable(target: Path) -> None:
    """Refuse a folder that can be neither written to nor made."""
    nearest = target.absolute()
    while not nearest.exists():
        nearest = nearest.parent
    places = [nearest, nearest.parent] if target.exists() else [nearest]
    if not nearest.is_dir() or not all(os.access(place, os.W_OK) for place in places):
        raise UserError("cannot be written; give another folder with --out", file=target)


def check_kind(target: Path) -> bool:
    """Whether ``target`` holds a run, finished or not.  Raises UserError if it is neither that nor empty."""
    if not target.exists():
        return False
    if not target.is_dir():
        raise UserError("is a file, not a folder; give another --out", file=target)
    for place in (target / RUNNING, *(target / RUNNING).glob("*")):
        if place.is_symlink():
            raise UserError("is a link, which no run leaves; remove it", file=place)
    if (target / MANIFEST).is_file() or (target / RUNNING).is_dir():
        return True
    if any(target.iterdir()):
        raise UserError("is a folder that holds no run; give another --out, or empty it", file=target)
    return False


def _check_target(target: Path, digest: str, *, overwrite: bool) -> None:
    if not check_kind(target) or overwrite:
        return
    try:
        held = read_manifest(target).get("digest")
    except UserError:
        held = None
    if held != digest:
        raise UserError(
            "already holds a run of another scenario, seed or number of games; give another --out, or --overwrite",
            file=target,
        )
