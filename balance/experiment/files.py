"""Single files that a command leaves: refused early, written whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from balance.errors import UserError


def write_text(text: str, file: Path) -> None:
    """Write a text file whole or not at all.  Raises UserError."""
    check_file(file)
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.parent)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
                stream.write(text)
            Path(name).chmod(0o644)
            Path(name).replace(file)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UserError(f"cannot be written ({error.strerror}); give another file", file=file) from None


def read_json(file: Path, largest: int) -> Any:
    """What a JSON file of at most so many bytes holds: finite numbers, and texts that can be written again.

    Raises OSError, and ValueError for anything else.
    """
    with file.open("rb") as stream:
        data = stream.read(largest + 1)
    if len(data) > largest:
        raise ValueError(f"more than {largest} bytes")
    try:
        document = json.loads(data.decode("utf-8"))
        json.dumps(document, ensure_ascii=False, allow_nan=False).encode()  # no NaN, no half of a surrogate pair
    except RecursionError:
        raise ValueError("nested too deep") from None
    return document


def check_file(file: Path) -> None:
    """Refuse, before anything is played, a file that cannot be written.  Raises UserError."""
    if file.is_dir():
        raise UserError("is a folder; give a file in it", file=file)
    if not file.parent.is_dir() or not os.access(file.parent, os.W_OK):
        raise UserError("cannot be written: its folder is missing or closed; give another file", file=file)
