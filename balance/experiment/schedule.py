"""Who meets whom in a tournament, at which tables, on which deals.  Pure: nothing is played here."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path

from balance.errors import UserError, suggestion
from balance.experiment.checks import integer
from balance.experiment.materials import join_decks, read_decks, resolved_decks
from balance.experiment.scenario import LARGEST_SEED, MOST_GAMES, Scenario, Seat
from balance.experiment.toml_text import plain
from balance.games import load as load_game
from balance.games.contract import Game

GAMES = 6000  # of a pairing, if nobody says how many
ANCHOR = "random"  # rated 0 where it takes part, and the field that all players are tried in

Lineup = tuple[str, ...]


@dataclass(frozen=True)
class Match:
    """A line-up, one player for each of its rows, and the consecutive blocks that it plays."""

    lineup: Lineup
    first_block: int
    blocks: int

    @property
    def games(self) -> int:
        """Each block is played in every rotation."""
        return self.blocks * len(self.lineup)


@dataclass(frozen=True)
class Schedule:
    """All matches of a tournament, before anything is played.

    pairs: for each two players, by place, the matches at which they meet; field: for each player its match
    alone against the anchor; mixed: the matches of the mixed field.
    """

    base: Scenario  # rules, number of seats and seed
    players: tuple[str, ...]
    pairs: dict[tuple[int, int], tuple[Match, ...]]
    field: dict[int, Match]
    mixed: tuple[Match, ...]

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """Every match once."""
        paired = (match for matches in self.pairs.values() for match in matches)
        return tuple(dict.fromkeys([*paired, *self.field.values(), *self.mixed]))

    @property
    def games(self) -> int:
        """Games that will be played in all."""
        return sum(match.games for match in self.matches)


def anchor_of(players: Sequence[str]) -> str:
    """The player whose rating is 0: `random` if it takes part, else the first."""
    return ANCHOR if ANCHOR in players else players[0]


def usual_scenario(game: Game) -> Scenario:
    """The game's defaults as a scenario."""
    usual = game.settings.defaults()
    n = usual["players"]
    model = game.settings.load({}, n)
    model = join_decks(game, model, n, read_decks(game, model, n, {}, Path()))
    rules, decks = game.settings.resolved(model), resolved_decks(game, model)
    seats = (Seat(next(iter(game.players)), {}),) * n
    texts = (game.title, game.title_ja, "", "")
    return Scenario(game.name, Path(), *texts, game.name, n, usual["games"], usual["seed"], rules, seats, (), decks)


def entrants(game: Game, names: Sequence[str] | None) -> tuple[str, ...]:
    """The players that take part, checked: at least two, each once; None means all.  Raises UserError."""
    if names is None:
        names = tuple(game.players)
    found: list[str] = []
    for name in map(plain, names):
        if name not in game.players:
            raise UserError(f"unknown player '{name}'{suggestion(name, game.players)}", place="--players")
        if name in found:
            raise UserError(f"names '{name}' twice; give each player once", place="--players")
        found.append(name)
    if len(found) < 2:
        known = ", ".join(game.players)
        raise UserError(f"a tournament needs two players or more; known are {known}", place="--players")
    return tuple(found)


def arrange(
    base: Scenario | str, players: Sequence[str] | None = None, games: int = GAMES, seed: int | None = None
) -> Schedule:
    """The schedule of a tournament.

    base: a game's name, or a scenario whose rules, seats and seed are taken; players: who takes part
    (None: all); games: of each pairing, divided among its tables and rounded up to whole blocks.
    Raises UserError.
    """
    scenario = usual_scenario(load_game(base)) if isinstance(base, str) else base
    game = load_game(scenario.game)
    names = entrants(game, players)
    if scenario.players < 2:
        raise UserError("a tournament needs a game of two seats or more", place="players")
    integer(games, 1, MOST_GAMES, "--games")
    if seed is not None:
        scenario = dataclasses.replace(scenario, seed=integer(seed, 0, LARGEST_SEED, "--seed"))
    n = scenario.players
    kinds = sorted({1, n - 1, *([n // 2] if n % 2 == 0 else [])})
    blocks = -(-games // (len(kinds) * n))
    pairs = {
        (i, j): tuple(Match((names[i],) * mine + (names[j],) * (n - mine), 0, blocks) for mine in kinds)
        for i, j in combinations(range(len(names)), 2)
    }
    return Schedule(scenario, names, pairs, _field(names, game, n, blocks), _mixed(names, n, blocks))


def _field(names: Lineup, game: Game, n: int, blocks: int) -> dict[int, Match]:
    """Each player but the anchor alone among anchors; the match of a pairing where there is one."""
    if ANCHOR not in game.players:
        return {}
    last = names.index(ANCHOR) if ANCHOR in names else len(names)
    found = {}
    for i, name in enumerate(names):
        others = (ANCHOR,) * (n - 1)
        if name != ANCHOR:
            found[i] = Match((name, *others) if i < last else (*others, name), 0, blocks)
    return found


def _mixed(names: Lineup, n: int, blocks: int) -> tuple[Match, ...]:
    """Line-ups of as many different players as can be, each on deals of its own.

    Every player has ⌊n/k⌋ seats, and one more in an equal share of the line-ups.  A player sits in about
    as many games as at a table of a pairing.
    """
    each, rest = divmod(n, len(names))
    lineups = [names * each + more for more in combinations(names, rest)]
    own = -(-blocks * max(len(names), n) // (n * len(lineups)))
    return tuple(Match(lineup, place * own, own) for place, lineup in enumerate(lineups))
