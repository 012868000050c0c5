"""Arrays in a file: written whole or not at all, read without trust.

The files are NumPy's own ``.npz``.  Reading goes through no pickle, believes no size before it is checked,
and turns whatever is wrong with the bytes into `Damaged`.
"""

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy

LARGEST_FILE = 256 * 2**20
LARGEST_CONTENT = 2**30  # bytes of all arrays of a file
MOST_ARRAYS = 16
LEVEL = 1  # of zlib: the sums of a second of play are packed in a few milliseconds


class Damaged(ValueError):
    """The bytes are not those that were written."""


def write_file(path: Path, content: bytes) -> None:
    """Put ``content`` at ``path`` in one step: who reads it sees all or nothing.  Raises OSError."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def packed(arrays: Mapping[str, Any]) -> bytes:
    """The arrays as the bytes of an ``.npz`` file; the same arrays give the same bytes."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
        for name, array in arrays.items():
            entry = zipfile.ZipInfo(f"{name}.npy")  # no time of writing
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w", force_zip64=True) as file:
                npy.write_array(file, np.asarray(array, order="C"), allow_pickle=False)
    return buffer.getvalue()


def read_arrays(path: Path) -> dict[str, np.ndarray]:
    """The arrays of a file.  Raises Damaged."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise Damaged("it is too large")
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_ARRAYS or sum(entry.file_size for entry in entries) > LARGEST_CONTENT:
                raise Damaged("it is too large")
            return {entry.filename.removesuffix(".npy"): _array(archive, entry) for entry in entries}
    except Damaged:
        raise
    except Exception as error:  # a damaged zip raises many kinds of error
        raise Damaged(type(error).__name__) from None


def _array(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> np.ndarray:
    """One array, its header's shape checked against the bytes that are there before anything is allocated."""
    with archive.open(entry) as packed_file:
        content = packed_file.read(entry.file_size + 1)  # checks the CRC at the end
    file = BytesIO(content)
    npy.read_magic(file)
    shape, fortran, dtype = npy.read_array_header_1_0(file)
    size = dtype.itemsize
    for length in shape:
        size *= length
    if dtype.hasobject or fortran or min(shape, default=0) < 0 or size != len(content) - file.tell():
        raise Damaged("its header lies")
    return np.frombuffer(content, dtype, offset=file.tell()).reshape(shape).copy()
