"""What a game is to the pipeline.  Nothing here imports compiled code: a game does that when it is played.

A game offers settings (rulings → record), players, facts (named integer tables), the compiled
``simulate``, a way to tell a replay, its own metrics and figures.  The pipeline never asks which game it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    import typer

    from balance.kernel.record import Facts, Table
    from balance.metrics.spec import Metric


@dataclass(frozen=True)
class Player:
    """A scripted player: a strategy, not a seat."""

    name: str
    plan: str  # what it is after, in plain words
    plan_ja: str
    weights: Mapping[str, float] = field(default_factory=dict)  # what a scenario may tune, with defaults


class Settings(Protocol):
    """The rulings of a game: validated, resolved, and turned into the kernel's record."""

    MODEL: Any

    def defaults(self, players: int | None = None) -> dict[str, Any]: ...

    def load(self, rules: Mapping[str, Any], players: int) -> Any: ...

    def resolved(self, model: Any) -> dict[str, Any]: ...

    def to_record(self, model: Any, players: int) -> Any: ...

    def differences(self, rules: Mapping[str, Any], players: int) -> list[tuple[str, Any, Any]]: ...

    def notes(self, model: Any, players: int) -> list[str]: ...


@dataclass(frozen=True)
class Source:
    """A file that the `[decks]` of a scenario names, as it was read."""

    file: Path
    data: bytes


@dataclass(frozen=True)
class Materials:
    """What a game is played with beside its rules: decks and card tables, in files that a scenario names.

    The values of a scenario's `[decks]` reach ``join`` as a `Source`, a list with some, or as ``resolved`` gave them.
    """

    keys: Mapping[str, str]  # key of `[decks]` → what it names, one sentence
    usual: Callable[[Any, int], dict[str, Any]]  # (model, players) → shipped names for keys not said
    join: Callable[[Any, int, Mapping[str, Any]], Any]  # (model, players, decks) → the model with its materials
    resolved: Callable[[Any], dict[str, Any]]  # model → all contents, ready for JSON


@dataclass(frozen=True)
class Code:
    """The compiled side of a game, imported when it is played."""

    book: np.dtype  # all facts of one game, as one record
    tables: Mapping[str, Table]  # field of the book → its table; three are common to all games, see below
    simulate: Callable[..., None]  # (rules, lineup, seed, first, books, log); writes over the books
    compare: Callable[..., np.ndarray] | None = None  # (rules, entries, seed, positions) → decisions


@dataclass(frozen=True)
class Replay:
    """How a game of this kind is told and found."""

    lines: Callable[..., list[dict[str, Any]]]  # (log, **about) → the lines of the trace
    tell: Callable[..., str]  # (log, **about, lang) → the game in words
    picks: Mapping[str, Callable[[Any], np.ndarray]]  # name → score of each game of a chunk, −1: none
    log_rows: int = 4096  # rows of the log of the longest game
    example: str = ""  # name of the pick whose best game of a run's first chunk the report shows; none if empty
    draw: Callable[..., None] | None = None  # (trace, materials, file, turn, lang) writes a picture, .svg or .png


@dataclass(frozen=True)
class Bans:
    """What one row of the line-up may be forbidden to use while all others may: a device of experiments, no rule."""

    names: Sequence[str]
    enter: Callable[[Any, int, Sequence[str]], None]  # (the kernel's record of the rules, row, names)


@dataclass(frozen=True)
class Thing:
    """Something that a game can be played without, and what differs then.

    ``without`` holds tables of a scenario in force: ``rules`` and ``decks`` key by key, ``seats`` whole.  What no
    scenario can take away has none, and says ``why`` in both languages.
    """

    name: str  # as it is typed; no other thing of its group has it
    group: str  # joker, skills, cards, actions, rules, …; clauses: those of the cards, named as in `Coverage`
    label: str
    label_ja: str
    without: Mapping[str, Any] = field(default_factory=dict)
    rule: str = ""  # id of the rule that it is a part of
    ban: str = ""  # among `Bans.names`, if a single row of the line-up can be forbidden to use it
    holder: tuple[Metric, Mapping[str, Any]] | None = None  # the win rate of who holds it, and its row's keys
    described: Sequence[tuple[str, Mapping[str, Any]]] = ()  # metrics and keys that tell of it without taking it away
    why: str = ""
    why_ja: str = ""


@dataclass(frozen=True)
class Coverage:
    """How it shows that the rules of a game, and the clauses of its cards, fired: in facts, or else in traces.

    An id is that of a rule, or one of ``clauses``; every id is in ``facts`` or in ``traced``.
    """

    # id → (facts, model, player of each row of the line-up) → how often it fired in each game, int64[games]
    facts: Mapping[str, Callable[[Facts, Any, Sequence[str]], np.ndarray]]
    traced: tuple[str, ...] = ()  # what facts do not tell
    count: Callable[[Sequence[Mapping[str, Any]], Any], Mapping[str, int]] | None = None  # (trace, model) → of traced
    clauses: tuple[str, ...] = ()  # what the effects of cards can say


@dataclass(frozen=True)
class Game:
    """One game.  ``version`` changes only when the same seed gives other games.

    Tables that every game writes, with at least these columns:
    ``game`` (): rounds, turns, decisions, truncated, margin, drawn;
    ``seats`` (seat): entry, points, score;  ``turns`` (seat, round): standing.
    Seats in facts are counted from the start player.
    """

    name: str
    title: str
    title_ja: str
    version: int
    seats: tuple[int, int]
    chunk_games: int  # games of a chunk: played in well under a second
    close: int  # a final margin of at most so much counts as a close game
    score_unit: str
    score_bins: tuple[int, int]  # lowest score and number of bins of the histogram of scores
    settings: Settings
    players: Mapping[str, Player]
    code: Callable[[], Code]
    replay: Callable[[], Replay]
    metrics: Callable[[], Sequence[Metric]]
    axes: Callable[[Any, int], dict[str, tuple[str, ...]]]  # (model, players) → labels of each axis
    report: Callable[[], Any]  # the game's part of a report: questions and figures
    rules_text: str
    rulings_ja: Mapping[str, str] = field(default_factory=dict)  # ruling → its sentence of `rules_text` in Japanese
    materials: Materials | None = None  # None: the rules alone say what is played with
    bans: Bans | None = None
    things: Callable[..., Sequence[Thing]] | None = None  # (model, players, *, instead) → what can be taken away
    coverage: Callable[[], Coverage] | None = None  # None: nobody can tell which of its rules fired
    decision: tuple[str, str] = ("", "")  # what a decision that `Code.compare` compares consists of, en and ja
    commands: Callable[[], typer.Typer] | None = None  # its own commands, under the name of `games.COMMANDS`
