"""A run folder at work: what it holds of a question already, and what is added to it while games are played.

The answer that a folder holds stays whole until a new one takes its place.  Meanwhile all that is new is in
``running/``: a lock, a manifest of state "running", and the sums of what is finished, a file every other
second.  A process may die at any instant; the next one goes on from there.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from balance.errors import UserError
from balance.experiment.archive import write_file
from balance.experiment.engine import Engine
from balance.experiment.held import AT_WORK, Held, look
from balance.experiment.ledger import WHOLE, Ledger, Piece, Share
from balance.experiment.lock import locked
from balance.experiment.manifest import MANIFEST, manifest, read_manifest, to_json
from balance.experiment.pieces import PARTS, Saver, pieces_of, run_key, without_tail, write_part
from balance.experiment.placing import RUNNING, check_writable, fresh_folder, recover, sweep
from balance.experiment.rows import ROWS, carry, file_name
from balance.experiment.store import Run, save

SAVE_EVERY = 1.5  # seconds of play between two files
LOCK = "lock"


@dataclass
class Kept:
    """A run whose chunks are kept as they come in: `keep` takes them, `settle` puts the answer in its place."""

    target: Path
    engine: Engine
    digests: Mapping[str, str]
    ledger: Ledger
    held: Held
    saver: Saver
    threads: int
    on_disk: set[int] = field(default_factory=set)  # first blocks of the pieces that came from files
    damaged: list[Path] = field(default_factory=list)  # files that could not be read: their games are played again
    clock: float = field(default_factory=time.monotonic)
    saved: float = field(default_factory=time.monotonic)
    found_blocks: int = 0  # played in earlier sittings
    rows_elsewhere: list[Path] = field(default_factory=list)  # of shares that were merged

    @property
    def running(self) -> Path:
        return self.target / RUNNING

    @property
    def seconds(self) -> float:
        """Seconds of play in all sittings."""
        return self.held.seconds + time.monotonic() - self.clock

    def keep(self, piece: Piece) -> None:
        """Keep a piece that follows those before; the disk has it within a second or two.  Raises UserError."""
        if piece.first_block in self.on_disk:
            return
        if self.ledger.is_broken(piece):
            self._write(piece)
            return
        self.saver.add(piece)
        if time.monotonic() - self.saved >= SAVE_EVERY:
            self._write()

    def flush(self) -> None:
        """Bring all that is played to the disk, also what has a gap before it.  Raises UserError."""
        self._write(*(piece for piece in self.ledger.waiting.values() if piece.first_block not in self.on_disk))
        self.on_disk |= set(self.ledger.waiting)

    def _write(self, *apart: Piece) -> None:
        with self._explained():
            self.saver.write()
            for piece in apart:
                self.saver.write_apart(piece)
            self.write_manifest("running")
        self.saved = time.monotonic()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise UserError(
                f"cannot be written ({error.strerror}); what was saved is kept: "
                f"make room, then go on with: balance run --resume {self.target}",
                file=self.target,
            ) from None

    def manifest(self, state: str) -> dict[str, Any]:
        """The manifest of what is played so far."""
        blocks = self.ledger.done_blocks if state == "running" else self.ledger.next_block - self.ledger.first_block
        share = (self.ledger.share.number, self.ledger.share.of)
        return manifest(
            self.ledger.plan, state, blocks, self.held.started, self.seconds, self.threads, self.digests, share
        )

    def write_manifest(self, state: str) -> None:
        """Write the manifest of the games that are being played."""
        write_file(self.running / MANIFEST, to_json(self.manifest(state)).encode())

    def settle(self, run: Run, draw: Callable[[Path], object]) -> None:
        """Put the answer in its place: tables, what ``draw`` writes, and what more games will need."""
        with fresh_folder(self.target, run.manifest["digest"], overwrite=True) as partial:
            save(run, partial)
            pieces = [*([self.ledger.tail] if self.ledger.tail else []), *self.ledger.waiting.values()]
            self._save_parts(partial, pieces)
            self._carry_rows(partial)
            draw(partial)

    def settle_share(self, state: str) -> None:
        """Put a share of the games in its place: its sums, from which no report can be drawn yet."""
        said = self.manifest(state)
        begun = self.ledger.beginning()
        tail = self.ledger.tail
        pieces = list(self.ledger.waiting.values())
        if begun is not None:
            pieces += [begun] if tail is None else without_tail(begun, tail)
        with fresh_folder(self.target, said["digest"], overwrite=True) as partial:
            (partial / MANIFEST).write_text(to_json(said), encoding="utf-8")
            self._save_parts(partial, pieces)
            self._carry_rows(partial)

    @property
    def row_places(self) -> list[Path]:
        """Where rows of this very run lie already; the last one is where new ones go."""
        old = [self.target / ROWS] if self.held.answer is not None else []
        return [*self.rows_elsewhere, *old, self.running / ROWS]

    def _carry_rows(self, partial: Path) -> None:
        chunks = (self.ledger.chunks[place] for place in self.ledger.range)
        names = {file_name(chunk, self.engine.plan.games_per_block) for chunk in chunks}
        carry(self.row_places, partial / ROWS, names)

    def _save_parts(self, partial: Path, pieces: list[Piece]) -> None:
        if pieces:
            (partial / PARTS).mkdir()
        for piece in pieces:
            write_part(partial / PARTS, piece, self.saver.key)


@contextmanager
def open_folder(
    target: Path,
    engine: Engine,
    digests: Mapping[str, str],
    threads: int,
    share: Share = WHOLE,
    *,
    overwrite: bool = False,
    fresh: bool = False,
    strict: bool = False,
) -> Iterator[Kept]:
    """The folder ``target``, ready to take what is played of a plan, with all that it holds of it already.

    Nobody else writes there meanwhile.  ``fresh``: what it holds is not used.  ``strict``: what it holds must
    be of this very question and program.  Raises UserError that says why the folder cannot be used.
    """
    recover(target)
    wanted = {"overwrite": overwrite, "fresh": fresh, "strict": strict}
    look(target, engine.plan, digests, share, **wanted)
    check_writable(target)
    new = not target.exists()
    running = target / RUNNING
    try:
        (running / PARTS).mkdir(parents=True, exist_ok=True)
        lock = locked(running / LOCK, target)
        with lock:
            sweep(target)
            held = look(target, engine.plan, digests, share, **wanted)
            kept = _load(target, engine, digests, threads, share, held)
            kept.write_manifest("running")
            try:
                yield kept
            finally:
                _leave(target, new=new)
    except OSError as error:
        raise UserError(f"cannot be written ({error.strerror}); give another folder with --out", file=target) from None


def _load(target: Path, engine: Engine, digests: Mapping[str, str], threads: int, share: Share, held: Held) -> Kept:
    """The folder with the pieces that may be used, all others of ``running`` removed."""
    ledger = Ledger(engine.plan, engine.layout.cells, share)
    running = target / RUNNING
    key = run_key(digests)
    kept = Kept(target, engine, digests, ledger, held, Saver(running / PARTS, key), threads)
    pieces: list[Piece] = []
    if held.answer is not None:
        found, kept.damaged = pieces_of(target, held.answer, key)
        pieces += found
    if held.use_running:
        found, damaged = pieces_of(running, {"state": "running"}, key)
        pieces += found
        kept.damaged += damaged
        for path in damaged:
            path.unlink(missing_ok=True)
    else:
        shutil.rmtree(running / PARTS)
        shutil.rmtree(running / ROWS, ignore_errors=True)
        (running / PARTS).mkdir()
    for piece in sorted(pieces, key=lambda piece: (piece.first_block, -piece.end)):
        if piece.batch_blocks <= engine.plan.batch_blocks and ledger.fits(piece):
            ledger.put(piece.coarser(engine.plan.batch_blocks))
            kept.on_disk.add(piece.first_block)
    kept.found_blocks = ledger.done_blocks
    return kept


def _leave(target: Path, *, new: bool) -> None:
    """Remove ``running`` if it holds nothing that was played, and with it a folder that was made for it."""
    running = target / RUNNING
    if not running.is_dir() or any((running / PARTS).glob("*.npz")):
        return
    shutil.rmtree(running, ignore_errors=True)
    if new and target.is_dir() and not any(target.iterdir()):
        target.rmdir()


def manifest_to_resume(folder: Path) -> dict[str, Any]:
    """The manifest of the run that a folder is at, or has finished.  Raises UserError."""
    recover(folder)
    for place in (folder / RUNNING, folder):
        if (place / MANIFEST).is_file():
            return read_manifest(place, AT_WORK)
    raise UserError("holds no run to go on with; give a folder that `balance run` left", file=folder)
