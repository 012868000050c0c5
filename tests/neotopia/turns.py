"""Single turns for tests: positions of mixed games, what each player decides there, and what could be otherwise.

A position is one STATE record, ready for the turn of a seat.  `play_turns` is compiled like the kernel; in a
process with ``NUMBA_DISABLE_JIT=1`` it runs interpreted and decides the same.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.games.neotopia import settings
from balance.games.neotopia.codes import ACTIONS, MOVE, NO_SKILL, RESEARCH, SKILLS
from balance.games.neotopia.facts import BOOK
from balance.games.neotopia.play import take_turn
from balance.games.neotopia.players import PLAYERS
from balance.games.neotopia.rules import clear_table, deal, draw_start_player, reveal, seat_to_move
from balance.games.neotopia.state import STATE
from balance.kernel.events import new_log
from balance.kernel.jit import entry
from balance.kernel.rng import block_key, choice_key, quiet
from tests.neotopia.games import line_up

FRESH = -1  # turn number of a table that has not been dealt yet
Position = tuple[Any, int]  # the table as an array of one, and the seat whose turn it is


@entry
def play_turns(tables, turns, movers, rules, lineup, book, seed, log):
    """Play ``turns[i]`` turns on each table and reveal what is due; ``movers[i]`` is whose turn it is then."""
    for i in range(tables.shape[0]):
        state = tables[i]
        if state.turn_no == FRESH:
            state.block = block_key(seed, i)
            for p in range(rules.seats):
                state.seats[p].entry = p
                state.seats[p].key = choice_key(state.block, 0, p)
            clear_table(state, rules)
            deal(state, rules)
            draw_start_player(state, rules)
        left = turns[i]
        while state.turn_no < rules.rounds * rules.seats:
            if state.turn_no == state.round_no * rules.seats:
                state.round_no += 1
                reveal(state)
            movers[i] = seat_to_move(state, rules, state.turn_no % rules.seats)
            if left == 0:
                break
            take_turn(state, book, rules, lineup, movers[i], log)
            left -= 1


def run(tables: np.ndarray, turns: Sequence[int], rules: Any, lineup: Any, seed: int = 0) -> np.ndarray:
    """Call `play_turns`; returns the seats to move."""
    movers = np.zeros(len(tables), np.int64)
    with quiet():
        book = np.zeros(1, BOOK)[0]
        play_turns(tables, np.array(turns, np.int64), movers, rules, lineup, book, seed, new_log(0))
    return movers


def positions(rules: Mapping[str, Any], players: int, number: int, seed: int) -> tuple[Any, list[Position]]:
    """The rulings' record, and ``number`` positions that games of mixed players reach, at any turn of the game."""
    rng = random.Random(seed)
    record = settings.to_record(settings.load(rules, players), players)
    found: list[Position] = []
    while len(found) < number:
        tables = np.zeros(min(10, number - len(found)), STATE)
        tables["turn_no"] = FRESH
        turns = [rng.randrange(record.rounds * players) for _ in tables]
        lineup = line_up(players, rng.choices(list(PLAYERS), k=players))
        movers = run(tables, turns, record, lineup, rng.randrange(2**40))
        found += [(tables[i : i + 1].copy(), int(p)) for i, p in enumerate(movers)]
    return record, found


def with_player(rules: Any, name: str, p: int, weights: Mapping[str, float] | None = None, rest: str = "random") -> Any:
    """A line-up with a player on seat ``p``, its weights changed, and ``rest`` on all others."""
    lineup = line_up(rules.seats, [name if q == p else rest for q in range(rules.seats)])
    places = list(PLAYERS[name].weights)
    for weight, value in (weights or {}).items():
        lineup.entries[p].weights[places.index(weight)] = value
    return lineup


def after_turn(position: Position, rules: Any, lineup: Any, key: int | None = None) -> Any:
    """The table after the turn, which another stream of choices may decide."""
    table, p = position
    table = table.copy()
    if key is not None:
        table[0].seats[p].key = key
    run(table, [1], rules, lineup)
    return table[0]


def decision(table: Any, known_only: bool = False) -> tuple[Any, ...]:
    """What was decided in the turn just played: the skill with its cards, and the action with its cards.

    ``known_only``: without what the seat could not know when it decided, which is the action after a skill that
    showed or brought it a card, and the face-down card that it took.
    """
    now = table.now
    skill: tuple[Any, ...] = ("none",)
    if now.skill != NO_SKILL:
        skill = (SKILLS[now.skill], *((now.give, now.other, now.get) if SKILLS[now.skill] == "transfer_order" else ()))
        if SKILLS[now.skill] == "secret_personnel":
            skill += (now.give,)
    if known_only and now.skill in (RESEARCH, MOVE):
        return skill
    word = ACTIONS[now.action]
    action: tuple[Any, ...] = (word,)
    if word == "keep":
        action += (now.card, now.down)
    elif word == "release":
        action += (now.card, now.zone)
    elif word == "transfer":
        action += (now.card, now.place) if now.place >= 0 else (now.card, "up", now.take_kind)
    elif word == "hire":
        action += (now.take_kind,)
    return tuple(int(part) if isinstance(part, np.integer) else part for part in (*skill, *action))


def take_some(rng: random.Random, zones: Sequence[np.ndarray], cards: np.ndarray) -> list[int]:
    """Take ``cards`` out of the zones, in order, and then everything else; returns what was taken second."""
    fixed = cards.copy()
    loose: list[int] = []
    for zone in zones:
        for kind in range(len(zone)):
            stays = min(int(zone[kind]), int(fixed[kind]))
            fixed[kind] -= stays
            loose += [kind] * (int(zone[kind]) - stays)
            zone[kind] = stays
    assert not fixed.any()
    rng.shuffle(loose)
    return loose


def reshuffled(position: Position, rules: Any, p: int, rng: random.Random) -> Position:
    """The same position to all that seat ``p`` knows, with every card that it cannot place dealt anew."""
    table = position[0].copy()
    state = table[0]
    left = (p + 1) % rules.seats
    pool: list[int] = []
    for q in range(rules.seats):
        if q != p:
            seat = state.seats[q]
            passed = state.seats[p].passed if q == left else np.zeros_like(seat.passed)
            told = np.minimum(seat.hidden, passed)
            seat.hidden -= told
            in_closed = passed - told
            seat.closed -= seat.closed_known + in_closed
            pool += take_some(rng, (seat.hidden, seat.closed), np.zeros_like(seat.hidden))
            seat.hidden += told
            seat.closed += seat.closed_known + in_closed
    pool += take_some(rng, (state.pile,), state.seats[p].pile_seen)
    unknown = [i for i in range(state.n_down) if not state.down_known[i]]
    pool += [int(state.down[i]) for i in unknown]
    rng.shuffle(pool)
    for q in range(rules.seats):
        if q != p:
            seat = state.seats[q]
            for zone, size in ((seat.hidden, seat.n_hidden), (seat.closed, seat.n_closed)):
                for _ in range(int(size - zone.sum())):
                    zone[pool.pop()] += 1
    for i in unknown:
        state.down[i] = pool.pop()
    for kind in pool:
        state.pile[kind] += 1
    assert state.pile.sum() == state.n_pile
    return table, position[1]
