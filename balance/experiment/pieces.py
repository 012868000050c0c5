"""Sums of some blocks as files: what a run that is being played, or a share of one, leaves behind."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from balance.errors import UserError
from balance.experiment.archive import Damaged, packed, read_arrays, write_file
from balance.experiment.ledger import Piece, joined
from balance.experiment.store import BATCHES, read_batches

PARTS = "parts"
MOST_FILES = 256  # of one run; then those that are neighbours become one
MOST_LISTED = 100_000  # files that are looked at in a folder


def run_key(digests: Mapping[str, str]) -> np.ndarray:
    """What a part says it is a part of: uint8[32]."""
    text = json.dumps(dict(sorted(digests.items())))
    return np.frombuffer(hashlib.sha256(text.encode()).digest(), np.uint8)


def part_name(piece: Piece) -> str:
    """Name of a piece's file: its first block, and the one behind its last."""
    return f"{piece.first_block:012d}-{piece.end:012d}.npz"


def write_part(folder: Path, piece: Piece, key: np.ndarray) -> Path:
    """Write a piece into ``folder``.  Raises OSError."""
    path = folder / part_name(piece)
    about = np.array([piece.first_block, piece.blocks, piece.batch_blocks], np.int64)
    write_file(path, packed({"run": key, "blocks": about, "sums": piece.rows}))
    return path


def read_part(path: Path, key: np.ndarray) -> Piece:
    """The piece of a file.  Raises Damaged, also for a piece of another run."""
    arrays = read_arrays(path)
    try:
        first, blocks, batch_blocks = (int(number) for number in arrays["blocks"])
        piece = Piece(first, blocks, batch_blocks, arrays["sums"])
    except (KeyError, ValueError, TypeError) as error:
        raise Damaged(f"{error}") from None
    if part_name(piece) != path.name or not np.array_equal(arrays.get("run", ()), key):
        raise Damaged("it belongs to another run")
    return piece


def read_parts(folder: Path, key: np.ndarray) -> tuple[dict[Path, Piece], list[Path]]:
    """The pieces of a folder by file, in block order, and the files that are damaged."""
    pieces, damaged = {}, []
    for path in _files(folder):
        try:
            pieces[path] = read_part(path, key)
        except Damaged:
            damaged.append(path)
    return dict(sorted(pieces.items(), key=lambda item: (item[1].first_block, -item[1].end))), damaged


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    found = []
    for path, _ in zip(folder.iterdir(), range(MOST_LISTED), strict=False):
        if path.suffix == ".npz" and not path.name.startswith(".") and path.is_file():
            found.append(path)
    return sorted(found)


def pieces_of(folder: Path, held: Mapping[str, Any], key: np.ndarray) -> tuple[list[Piece], list[Path]]:
    """All that a run folder or a running one with manifest ``held`` has, in block order; and its damaged files."""
    parts, damaged = read_parts(folder / PARTS, key)
    pieces = list(parts.values())
    if held["state"] == "running" or not (folder / BATCHES).is_file():
        return pieces, damaged
    try:
        table = read_batches(folder)
        if not table.blocks or table.blocks != held["blocks"]:
            raise Damaged("it belongs to another run")
    except (UserError, Damaged):
        return pieces, [*damaged, folder / BATCHES]
    whole = Piece(0, table.blocks, table.blocks_per_batch, table.sums)
    tail = next((piece for piece in pieces if piece.end == whole.end), None)
    beyond = [piece for piece in pieces if piece.first_block >= whole.end]
    return [*([whole] if tail is None else without_tail(whole, tail)), *beyond], damaged


def without_tail(whole: Piece, tail: Piece) -> list[Piece]:
    """A piece and its last, shorter chunk apart, which is another one when games are added."""
    if (tail.batch_blocks, tail.rows.shape[1]) != (whole.batch_blocks, whole.rows.shape[1]):
        return [whole]
    if tail.first_block <= whole.first_block:
        return [tail]
    size = whole.batch_blocks
    rows = whole.rows.copy()
    rows[tail.batch - whole.batch : tail.last_batch - whole.batch + 1] -= tail.rows
    blocks = tail.first_block - whole.first_block
    rows = rows[: (tail.first_block - 1) // size - whole.batch + 1]
    return [Piece(whole.first_block, blocks, size, rows), tail]


class Saver:
    """Writes what is played into a folder, a piece every other second, by and by joining the files."""

    def __init__(self, folder: Path, key: np.ndarray) -> None:
        self.folder = folder
        self.key = key
        self.kept: list[Path] = []  # neighbours that were written one after the other
        self.waiting: list[Piece] = []

    def add(self, piece: Piece) -> None:
        """Take a piece that follows the one before."""
        if self.waiting and self.waiting[-1].end != piece.first_block:
            self.write()
        self.waiting.append(piece)

    def write(self) -> None:
        """Write what was added since the last time.  Raises OSError; then nothing is lost but time."""
        if not self.waiting:
            return
        self.kept.append(write_part(self.folder, joined(self.waiting), self.key))
        self.waiting = []
        if len(self.kept) >= MOST_FILES:
            self._join_files()

    def write_apart(self, piece: Piece) -> None:
        """Write a piece that shall stay in a file of its own."""
        self.write()
        write_part(self.folder, piece, self.key)

    def _join_files(self) -> None:
        """Make one file of neighbours; killed in between, the old ones are still there, and count once."""
        runs: list[list[Piece]] = []
        for path in self.kept:
            piece = read_part(path, self.key)
            if runs and runs[-1][-1].end == piece.first_block:
                runs[-1].append(piece)
            else:
                runs.append([piece])
        new = [write_part(self.folder, joined(run), self.key) for run in runs]
        for path in set(self.kept) - set(new):
            path.unlink(missing_ok=True)
        self.kept = new
