"""The one decorator of compiled code, and the folder in which compiled code is kept.

numba's own cache does not notice that a function in *another* file changed, nor that bounds checking was
switched on.  So the cache lives in a folder named by a digest of the package's sources and of the mode;
this module must be imported before numba is, which is why every kernel imports ``jit`` from here.
"""

from __future__ import annotations

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
KEPT_DIGESTS = 3  # folders of older sources that stay, so that two checkouts do not evict each other
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
    if _writable(folder):
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


def _drop_old(current: Path) -> None:
    """Keep the newest few digests beside the current one; a folder in use by another version is young."""
    os.utime(current)
    others = sorted(
        (path for path in current.parent.iterdir() if path.is_dir() and path != current),
        key=lambda path: path.stat().st_mtime,
        reverse=True,
    )
    day_ago = time.time() - 86_400
    for stale in others[KEPT_DIGESTS:]:
        if stale.stat().st_mtime < day_ago:
            shutil.rmtree(stale, ignore_errors=True)


if "NUMBA_CACHE_DIR" not in os.environ:
    os.environ["NUMBA_CACHE_DIR"] = str(cache_folder())

import numba  # noqa: E402  (after the cache folder is set)

from balance.kernel.linking import LinkedCompiler  # noqa: E402

INTERPRETED = bool(numba.config.DISABLE_JIT)


OPTIONS = {"cache": True, "nogil": True, "error_model": "numpy"}
INSIDE = {  # only compiled code calls these
    "nogil": True,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
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
