"""A folder of results beside the run folder: written whole or not at all, replaced only by the same question.

The folder's own document (such as ``comparison.json``) holds a digest of what was asked.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from balance.errors import UserError


def digest_of(question: Any) -> str:
    """SHA-256 of the canonical JSON of what was asked."""
    text = json.dumps(question, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def check_folder(target: Path, document: str, digest: str, *, overwrite: bool) -> None:
    """Refuse, before anything is played, a folder that cannot be written or holds something else.

    The same question may be answered again, another one only with ``overwrite``; what holds no ``document`` is
    never touched.  Raises UserError.
    """
    if target.exists() and not target.is_dir():
        raise UserError("is a file, not a folder; give another --out", file=target)
    nearest = next(path for path in (target, *target.absolute().parents) if path.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK):
        raise UserError("cannot be written; give another folder with --out", file=target)
    if not target.exists() or not any(target.iterdir()):
        return
    if not (target / document).is_file():
        raise UserError(f"is a folder that holds no {document}; give another --out, or empty it", file=target)
    try:
        held = json.loads((target / document).read_text(encoding="utf-8")).get("digest")
    except (OSError, ValueError, AttributeError, RecursionError):
        held = None
    if held != digest and not overwrite:
        raise UserError(
            f"already holds the {document} of other scenarios, games or flags; give another --out, or --overwrite",
            file=target,
        )


@contextmanager
def fresh_folder(target: Path) -> Iterator[Path]:
    """A temporary folder that takes the place of ``target`` when all is written, and vanishes otherwise."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    except OSError as error:
        raise UserError(f"cannot be written ({error.strerror}); give another folder with --out", file=target) from None
    aside = partial.with_name(f"{partial.name}-old")
    try:
        yield partial
        partial.chmod(0o755)
        if target.exists():
            target.replace(aside)
        try:
            partial.replace(target)
        except OSError:
            if aside.exists():
                aside.replace(target)
            raise
    except OSError as error:
        raise UserError(f"could not be written ({error.strerror}); nothing was kept", file=target) from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)
        shutil.rmtree(aside, ignore_errors=True)
