"""A folder of results beside the run folder: written whole or not at all, replaced only by the same question.

The folder's own document (such as ``comparison.json``) holds a digest of what was asked.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from balance.errors import UserError
from balance.experiment.files import read_json
from balance.experiment.placing import recover

LARGEST_DOCUMENT = 256 * 2**20


def digest_of(question: Any) -> str:
    """SHA-256 of the canonical JSON of what was asked."""
    text = json.dumps(question, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def check_folder(target: Path, document: str, digest: str, *, overwrite: bool) -> None:
    """Refuse, before anything is played, a folder that cannot be written or holds something else.

    The same question may be answered again, another one only with ``overwrite``; what holds no ``document`` is
    never touched.  Raises UserError.
    """
    recover(target)
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
        held = read_json(target / document, LARGEST_DOCUMENT).get("digest")
    except (OSError, ValueError, AttributeError):
        held = None
    if held != digest and not overwrite:
        raise UserError(
            f"already holds the {document} of other scenarios, games or flags; give another --out, or --overwrite",
            file=target,
        )
