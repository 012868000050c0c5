"""What is fuzzed: each target spoils sound files in a folder of its own and lets the program read them.

A target raises `Fault` for anything but success or a clear refusal.  `python -m tests.hostile SECONDS [SEED] [TARGET]`
goes on for so long; `test_fuzz.py` does a few hundred rounds with fixed seeds.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import random
import shutil
import signal
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

from typer.testing import CliRunner

from balance.cli.app import app
from balance.errors import UserError
from balance.experiment.digests import digests_of
from balance.experiment.engine import Engine
from balance.experiment.expectations import claims_of
from balance.experiment.plan import Chunk, plan
from balance.experiment.scenario import from_resolved, load, shipped_root
from tests.hostile.mutations import spoilt, spoilt_document, spoilt_table

PLAYED = "BALANCE_FUZZ_PLAYED" in os.environ  # also play a deal; with NUMBA_DISABLE_JIT=1 every index is checked
SLOW = 120 if PLAYED else 20  # seconds that no input may take

Round = Callable[[random.Random, Path], str]


class Fault(AssertionError):
    """What the program must not do with any input."""


@contextlib.contextmanager
def quick() -> Iterator[None]:
    """Raise Fault for what takes too long."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise Fault(f"still busy after {SLOW} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(SLOW)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def snapshot(folder: Path) -> dict[str, str]:
    """Digest of every file below a folder."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def refused_or(work: Callable[[], object]) -> str:
    """``ok`` or ``refused``; Fault for any other error, or a refusal without words."""
    try:
        work()
    except UserError as error:
        if not error.message.strip() or len(str(error)) > 20_000:
            raise Fault(f"no clear sentence: {str(error)[:200]!r}") from error
        try:
            str(error).encode()
        except UnicodeEncodeError:
            raise Fault(f"a sentence that cannot be written: {str(error)[:200]!r}") from error
        return "refused"
    except (Fault, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise Fault("".join(traceback.format_exception(error))[-3000:]) from error
    return "ok"


def command(*words: object) -> str:
    """A command in this process: ``ok`` or ``refused`` with one sentence; Fault for anything else."""
    result = CliRunner().invoke(app, [str(word) for word in words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise Fault("".join(traceback.format_exception(result.exception))[-3000:])
    if result.exit_code not in (0, 1, 2, 4) or "Traceback" in result.stderr:
        raise Fault(f"exit code {result.exit_code}: {result.stderr[-3000:]}")
    if result.exit_code == 2 and not result.stderr.startswith("balance: "):
        raise Fault(f"no sentence: {result.stderr[-500:]}")
    return "refused" if result.exit_code == 2 else "ok"


def read_scenario(file: Path) -> None:
    """All that happens to a scenario before its games are played."""
    scenario = load(file)
    planned = plan(scenario)
    engine = Engine(planned)
    digests_of(planned, engine)
    resolved = json.loads(json.dumps(scenario.resolved(), allow_nan=False))
    again = from_resolved(resolved, Path("manifest"))
    if again.digest() != scenario.digest():
        raise Fault("the resolved scenario is another one")
    if scenario.expect:
        claims_of(planned)
    if PLAYED:
        engine.sum_chunk(Chunk(0, 1))


OWN = """game = "simcity"
title = "Mine | `x`"
players = 4
games = 8
[rules]
hand_limit = 8
[decks]
cards = ["cards.csv"]
shared = "deck.csv"
[[seats]]
player = "earner"
[[expect]]
metric = "seat_win_rate"
where = { seat = 1 }
within = [0.0, 1.0]
"""
INLINE = """game = "simcity"
[decks]
shared = [["small_house", 40], ["farm", 40], ["coal_plant", 10]]
"""


def scenarios(rng: random.Random, place: Path) -> str:
    """Scenario files of both games, each in a folder with what it may name."""
    root = shipped_root()
    game = rng.choice(("neotopia", "neotopia", "simcity"))
    files = sorted((root / game).glob("*.toml"))
    own = OWN.encode() if game == "simcity" else b""
    data = own if own and rng.random() < 0.5 else rng.choice(files).read_bytes()
    (place / "cards.csv").write_bytes((root / "simcity/cards/base.csv").read_bytes())
    (place / "deck.csv").write_bytes((root / "simcity/decks/balanced-4players.csv").read_bytes())
    for file in files:
        if file.name == "draft8.toml":
            (place / "draft8.toml").write_bytes(file.read_bytes())
    (place / "s.toml").write_bytes(spoilt(rng, data, [rng.choice(files).read_bytes(), OWN.encode(), INLINE.encode()]))
    return refused_or(lambda: read_scenario(place / "s.toml"))


def cards(rng: random.Random, place: Path) -> str:
    """Card tables as a scenario names them."""
    return _materials(rng, place, "cards.csv")


def decks(rng: random.Random, place: Path) -> str:
    """Decks as a scenario and as `balance deck` names them, as a table and as lines."""
    return _materials(rng, place, "deck.csv")


def _materials(rng: random.Random, place: Path, which: str) -> str:
    root = shipped_root() / "simcity"
    table = (root / "cards/base.csv").read_bytes()
    deck = rng.choice(sorted((root / "decks").glob("*-4players.csv"))).read_bytes()
    deck = deck[deck.index(b"count,card") :]  # without the remarks above
    lined = which == "deck.csv" and rng.random() < 0.3
    if lined:
        deck = b"\n".join(line.replace(b",", b" ", 1) for line in deck.split(b"\n")[1:])
    if which == "cards.csv":
        table = spoilt_table(rng, table) if rng.random() < 0.5 else spoilt(rng, table, [table])
    else:
        deck = spoilt_table(rng, deck) if not lined and rng.random() < 0.5 else spoilt(rng, deck, [table])
    (place / "s.toml").write_text(OWN, encoding="utf-8")
    (place / "cards.csv").write_bytes(table)
    (place / "deck.csv").write_bytes(deck)
    found = refused_or(lambda: read_scenario(place / "s.toml"))
    if which == "deck.csv" and rng.random() < 0.3:
        command("deck", "show", place / "deck.csv")
    return found


class Stored:
    """Sound baselines and run folders, made once; a round spoils a copy of one."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.toy = place / "toy.toml"

    def prepare(self) -> Stored:
        """Make them: of the toy, which can be played on, and of both games with a few games."""
        from tests.experiment.planned import neotopia
        from tests.experiment.playing import in_child, kill_after, scenario
        from tests.experiment.stored import finished

        whole, asked = scenario(self.place, 40), scenario(self.place, 101)
        self.toy.write_text(
            whole.read_text(encoding="utf-8")
            + '[[expect]]\nmetric = "seat_win_rate"\nunchanged_from = "b.json"\nmargin = 0.02\n',
            encoding="utf-8",
        )
        quiet = ("--threads", 1, "--quiet")
        command("baseline", self.toy, "-o", self.place / "b.json", *quiet)
        command("run", whole, "--out", self.place / "finished", *quiet)
        for number in (1, 2):
            command("run", whole, "--shard", f"{number}/2", "--out", self.place / f"share-{number}", *quiet)
        in_child(lambda: (kill_after(6), command("run", asked, "--out", self.place / "killed", *quiet)))
        from balance.experiment.store import save

        for name, planned in {"neotopia": neotopia(8), "simcity": plan(load("simcity/random", games=4))}.items():
            (self.place / name).mkdir()
            save(finished(planned), self.place / name)
        return self

    def baselines(self, rng: random.Random, place: Path) -> str:
        """A check of the toy with a spoilt baseline."""
        shutil.copy(self.toy, place / "toy.toml")
        data = (self.place / "b.json").read_bytes()
        (place / "b.json").write_bytes(_spoilt_json(rng, data))
        return command("check", place / "toy.toml", "--threads", 1, "--quiet")

    def runs(self, rng: random.Random, place: Path) -> str:
        """Run folders of the toy, finished, killed or shares: gone on with, asked again, redrawn, merged."""
        name = rng.choice(("finished", "killed", "share-1"))
        folder = Path(shutil.copytree(self.place / name, place / "run"))
        _spoil_folder(rng, folder)
        games = 101 if name == "killed" else 40
        quiet = ("--threads", 1, "--quiet")
        words: list[tuple[object, ...]] = [
            ("run", "--resume", folder, *quiet),
            ("run", self.place / f"toy-{games}.toml", "--out", folder, *quiet),
            ("report", folder, "--quiet"),
            ("merge", folder, self.place / "share-2", "--out", place / "merged", "--quiet"),
        ]
        return command(*rng.choice(words))

    def manifests(self, rng: random.Random, place: Path) -> str:
        """Run folders of both games, redrawn and asked for more games."""
        folder = Path(shutil.copytree(self.place / rng.choice(("neotopia", "simcity")), place / "run"))
        _spoil_folder(rng, folder)
        if rng.random() < 0.7:
            return command("report", folder, "--quiet")

        def ask_for_more() -> None:
            from balance.cli.running import How, resumed

            scenario, _ = resumed(folder, None, 16, How())
            planned = plan(scenario)
            digests_of(planned, Engine(planned))

        return refused_or(ask_for_more)


def _spoilt_json(rng: random.Random, data: bytes) -> bytes:
    try:
        document = json.loads(data)
    except ValueError:  # it is spoilt already
        return spoilt(rng, data)
    if rng.random() < 0.3 or not isinstance(document, dict):
        return spoilt(rng, data)
    return json.dumps(spoilt_document(rng, document)).encode()


def _spoil_folder(rng: random.Random, folder: Path) -> None:
    """Change one or two files of a run folder: spoil, empty, swap, remove them, or put a link in their place."""
    for _ in range(rng.choice((1, 1, 2))):
        files = [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink()]
        manifests = [path for path in files if path.name == "manifest.json"]
        file = rng.choice(manifests if manifests and rng.random() < 0.6 else files)
        kind = rng.randrange(10)
        if kind < 7:
            data = file.read_bytes()
            file.write_bytes(_spoilt_json(rng, data) if file.suffix == ".json" and data else spoilt(rng, data))
            continue
        if kind == 7:
            shutil.copy(rng.choice(files), place := folder / "copied")
            place.replace(file)
            continue
        file.unlink()
        if kind == 9 and rng.random() < 0.5:
            file.mkdir()
        elif kind == 9:
            file.symlink_to(rng.choice(("/etc/passwd", file, folder.parent.parent / "outside/secret.toml")))


def fuzz(target: Round, place: Path, seed: object) -> str:
    """One round in an empty folder with a file beside it that nobody may touch; what came of it."""
    rng = random.Random(f"{seed}")
    if place.exists():
        shutil.rmtree(place)
    (place / "inside").mkdir(parents=True)
    (place / "outside").mkdir()
    (place / "outside/secret.toml").write_text('game = "neotopia"\n', encoding="utf-8")
    before = snapshot(place / "outside")
    with quick():
        found = target(rng, place / "inside")
    if snapshot(place / "outside") != before or {path.name for path in place.iterdir()} != {"inside", "outside"}:
        raise Fault("something outside of the folder was written")
    return found
