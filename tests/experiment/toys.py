"""Toy games that the pipeline can play: a Python function says who wins, so results are known by hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from balance.experiment.schedule import arrange
from balance.experiment.tournament import Tournament, play_tournament
from balance.games.contract import Code, Game, Player, Replay
from balance.kernel.lineup import seat_players
from balance.kernel.record import Table, columns, record
from balance.metrics.spec import WIN

GAME = Table(
    "game",
    (),
    columns((name, "", "") for name in ("rounds", "turns", "decisions", "truncated", "margin", "drawn")),
)
SEATS = Table("seats", ("seat",), columns((name, "", "") for name in ("entry", "points", "score")))
TURNS = Table("turns", ("seat", "round"), columns((("standing", "", ""),)))
TABLES = {"game": GAME, "seats": SEATS, "turns": TURNS}
BOOK = record(("game", GAME.dtype), ("seats", SEATS.dtype, (6,)), ("turns", TURNS.dtype, (6, 1)))

# (players' names by seat from the start player, rotation, luck of the deal 0 … 1, draws of the game) → winning
# seats
Winners = Callable[[Sequence[str], int, float, random.Random], Sequence[int]]


class ToySettings:
    """No rulings; as many seats as the toy has."""

    MODEL = None

    def __init__(self, seats: int) -> None:
        self.seats = seats

    def defaults(self, players: int | None = None) -> dict[str, Any]:
        return {"players": self.seats, "games": 100, "seed": 8, "rules": {}, "seats": []}

    def load(self, rules: Mapping[str, Any], players: int) -> dict[str, Any]:
        return dict(rules)

    def resolved(self, model: Any) -> dict[str, Any]:
        return dict(model)

    def to_record(self, model: Any, players: int) -> None:
        return None

    def differences(self, rules: Mapping[str, Any], players: int) -> list[tuple[str, Any, Any]]:
        return []

    def notes(self, model: Any, players: int) -> list[str]:
        return []


def toy(players: Sequence[str], seats: int, winners: Winners, **code: Any) -> Game:
    """A game of one round in which `winners` says who wins; ``code`` are more fields of its `Code`."""

    def simulate(rules: Any, lineup: Any, seed: int, first: int, books: Any, log: Any) -> None:
        seating = np.zeros(seats, np.int64)
        books.view(np.uint8)[...] = 0  # they hold the games before
        books["game"]["rounds"] = 1
        entry, points = books["seats"]["entry"], books["seats"]["points"]  # looked up once: a record's fields are slow
        named = [players[number] for number in lineup.entries["player"].tolist()]
        per_block = int(lineup.games_per_block)
        for g in range(len(books)):
            block, r = divmod(first + g, per_block)
            getattr(seat_players, "py_func", seat_players)(lineup, block, r, seating)
            luck = random.Random(f"{seed} {block}").random()
            won = winners([named[at] for at in seating.tolist()], r, luck, random.Random(f"{seed} {block} {r}"))
            entry[g, :seats] = seating
            for seat in won:
                points[g, seat] = WIN // len(won)

    return Game(
        name="toy",
        title="A toy",
        title_ja="おもちゃ",
        version=1,
        seats=(2, 6),
        chunk_games=64,
        close=1,
        score_unit="points",
        score_bins=(0, 2),
        settings=ToySettings(seats),
        players={name: Player(name, "", "") for name in players},
        code=lambda: Code(BOOK, TABLES, simulate, **code),
        replay=lambda: Replay(lambda log, **about: [], lambda log, **about: "", {}),
        metrics=tuple,
        axes=lambda model, n: {"seat": tuple(str(i + 1) for i in range(n)), "round": ("1",)},
        report=lambda: None,
        rules_text="",
    )


def by_strength(strength: Mapping[str, float]) -> Winners:
    """A seat wins in proportion to the strength of its player."""

    def winners(names: Sequence[str], r: int, luck: float, rng: random.Random) -> Sequence[int]:
        return rng.choices(range(len(names)), [strength[name] for name in names])

    return winners


Register = Callable[..., Game]  # of players, seats and who wins: the fixture ``register`` of `conftest.py`


def played(games: int = 600, players: Sequence[str] | None = None, **more: Any) -> Tournament:
    """A tournament of the toy that was registered."""
    return play_tournament(arrange("toy", players, games, more.pop("seed", None)), **more)


def payoff(result: Tournament, one: str, two: str) -> np.ndarray:
    """Value, low and high of one player against another."""
    place = result.players.index
    return result.table()[place(one), place(two)]
