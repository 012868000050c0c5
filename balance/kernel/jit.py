"""The one decorator of compiled code, and the folder in which compiled code is kept.

numba's own cache does not notice that a function in *another* file changed, nor that bounds checking was
switched on.  So the cache lives in a folder named by a digest of the package's sources and of the mode;
this module must be imported before numba is, which is why every kernel imports ``jit`` from here.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parent.parent
KEPT_DIGESTS = 8  # folders of older sources that stay, so that some checkouts do not evict each other
KEPT_BYTES = 256 * 2**20  # of all of them
IN_USE = ".in-use"  # a file in each folder, on which every process that uses the folder holds a lock
DIGEST = re.compile("[0-9a-f]{16}")
DAY = 86_400
_held: list[int] = []  # those locks, for as long as this process lives
COMPILED = ("kernel", "games", "metrics")  # the parts of the package that hold compiled code
USES_JIT = b"from balance.kernel.jit import"
IMPORT = re.compile(rb"^\s*from (balance[.\w]*) import \(?([\w, ]*)", re.MULTILINE)


def compiled_sources() -> list[Path]:
    """The files that compiled code comes from or freezes constants of: who uses `jit`, and all they import."""
    paths = [path for part in COMPILED for path in sorted((PACKAGE / part).rglob("*.py"))]
    waiting = [path for path in paths if path.parent.name == "kernel" or USES_JIT in path.read_bytes()]
    found = set(waiting)
    while waiting:
        for module, names in IMPORT.findall(waiting.pop().read_bytes()):
            place = PACKAGE.parent.joinpath(*module.decode().split("."))
            inside = [place / f"{name.strip()}.py" for name in names.decode().split(",")]
            for path in (place.with_suffix(".py"), place / "__init__.py", *inside):
                if path.is_file() and path not in found:
                    found.add(path)
                    waiting.append(path)
    return sorted(found)


def source_digest() -> str:
    """Digest of every source file that compiled code may depend on, and of the mode it is compiled in."""
    digest = hashlib.sha256()
    for path in compiled_sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    digest.update(f"{sys.version_info[:3]} boundscheck={os.environ.get('NUMBA_BOUNDSCHECK', '0')}".encode())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The user's cache folder for compiled kernels (``BALANCE_CACHE_DIR`` overrides it)."""
    if override := os.environ.get("BALANCE_CACHE_DIR"):
        return Path(override)
    from platformdirs import user_cache_path

    return user_cache_path("balance", appauthor=False) / "kernels"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def cache_folder() -> Path:
    """A writable folder for this digest: the user's cache, or a temporary one where that is read-only."""
    digest = source_digest()
    folder = cache_root() / digest
    if _writable(folder) and _use(folder):
        _drop_old(folder)
        return folder
    shared = Path(tempfile.gettempdir()) / f"balance-kernels-{os.getuid() if hasattr(os, 'getuid') else 0}"
    if _private(shared) and _writable(shared / digest):
        return shared / digest
    return Path(tempfile.mkdtemp(prefix="balance-kernels-"))


def _private(folder: Path) -> bool:
    """Whether a folder is ours alone, made if need be: code found there is run, so nobody else may put it there."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    mine = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return stat.S_ISDIR(found.st_mode) and mine and not found.st_mode & 0o022


def _lock(folder: Path, *, alone: bool) -> int | None:
    """A handle that holds the folder's lock, shared or alone; None if others hold it, or it cannot be had."""
    try:
        import fcntl
    except ImportError:  # then folders are told apart by their age alone
        return None
    try:
        handle = os.open(folder / IN_USE, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB if alone else fcntl.LOCK_SH)
    except OSError:
        os.close(handle)
        return None
    return handle


def _use(folder: Path) -> bool:
    """Mark the folder as in use while this process lives; made again if another process has just removed it."""
    for _ in range(10):
        handle = _lock(folder, alone=False)
        with contextlib.suppress(OSError):
            os.utime(folder)
            if handle is None or os.fstat(handle).st_ino == (folder / IN_USE).stat().st_ino:
                _held.extend([] if handle is None else [handle])
                return True
        if handle is not None:
            os.close(handle)
        if not _writable(folder):
            return False
    return False


def _drop_old(current: Path) -> None:
    """Keep the newest few digests beside the current one, within a bound on bytes, and all that are in use."""
    others = []
    for path in current.parent.iterdir():
        with contextlib.suppress(OSError):  # another process may be cleaning up too
            if path.is_dir() and not path.is_symlink() and path != current and DIGEST.fullmatch(path.name):
                others.append((path.stat().st_mtime, path))
    kept = 0
    for place, (used, path) in enumerate(sorted(others, reverse=True)):
        kept += _bytes(path)
        if place >= KEPT_DIGESTS or kept > KEPT_BYTES:
            _drop(path, used)


def _bytes(folder: Path) -> int:
    found = 0
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            found += path.lstat().st_size
    return found


def _drop(folder: Path, used: float) -> None:
    """Remove a folder that no process uses; one without a lock's file is in use if it is a day young."""
    handle = _lock(folder, alone=True) if (folder / IN_USE).exists() else None
    if handle is not None:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(handle)
    elif not (folder / IN_USE).exists() and used < time.time() - DAY:
        shutil.rmtree(folder, ignore_errors=True)


if "NUMBA_CACHE_DIR" not in os.environ:
    os.environ["NUMBA_CACHE_DIR"] = str(cache_folder())

import numba  # noqa: E402  (after the cache folder is set)

from balance.kernel.linking import LinkedCompiler  # noqa: E402

INTERPRETED = bool(numba.config.DISABLE_JIT)


def _forgive_damage() -> None:
    """Let numba compile again what it cannot read in its cache, instead of failing.

    A process that was killed or a disk that was full may leave half a file there.
    """
    from numba.core.caching import IndexDataCacheFile as File

    load, save = File.load, File.save

    def load_or_nothing(self: Any, key: Any) -> Any:
        try:
            return load(self, key)
        except Exception:  # whatever unpickling makes of half a file
            return None

    def save_anew(self: Any, key: Any, data: Any) -> None:
        try:
            save(self, key, data)
        except OSError:  # a full disk: compiled code works without being kept
            return
        except Exception:
            with contextlib.suppress(OSError):
                self.flush()
                save(self, key, data)

    File.load, File.save = load_or_nothing, save_anew


_forgive_damage()


OPTIONS = {"cache": True, "nogil": True, "error_model": "numpy"}
INSIDE = {  # only compiled code calls these
    "nogil": True,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,  # it allocates nothing: arrays are the entry's, and are not counted at every look at one
    "pipeline_class": LinkedCompiler,
}


def entry(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls: cached on disk, without the GIL, divisions unchecked as in C."""
    return numba.njit(**OPTIONS)(function)


def jit(function: Callable[..., Any]) -> Any:
    """As :func:`entry`, for a function that only compiled code calls; it has no wrapper, which halves its compile."""
    return numba.njit(**INSIDE)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """As :func:`jit`, for a small function that every caller should contain whole."""
    return numba.njit(**INSIDE, forceinline=True)(function)


def part(function: Callable[..., Any]) -> Any:
    """As :func:`jit`, for a function with one caller: it is compiled as part of it, not by itself as well.

    Compiled code is optimised anew at every level that contains it, so fewer levels compile faster.
    """
    return numba.njit(**INSIDE, inline="always")(function)
