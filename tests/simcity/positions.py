"""Positions made by hand: a table of a few cards, a city, hands, funds and offices, and the rule functions at hand.

Cards lie at ``(x, y)``: steps right and down from the middle of the table.  A place is written as what lies there
from below, ``"meadow shop"``; a long card lies across two places, ``"stadium>"`` to the right, ``"stadium^"`` down.
Seats are random players unless a test answers for them (`answers`).
"""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from balance.games.simcity import city as city_rules
from balance.games.simcity import codes, play, settings, state
from balance.games.simcity.cards import Card
from balance.games.simcity.effects import parse_effect
from balance.games.simcity.ends import way_of_long, way_of_one
from balance.games.simcity.facts import BOOK
from balance.games.simcity.materials import Materials
from balance.games.simcity.pay import reckon
from balance.games.simcity.placing import may_build, rezoning_open
from balance.games.simcity.rules import clear_table
from balance.games.simcity.supply import count_supply, enough_sims
from balance.kernel.events import new_log
from balance.kernel.lineup import LINEUP
from balance.kernel.record import blank
from balance.kernel.rng import block_key, choice_key, quiet
from tests.simcity import made_cards

Place = tuple[int, int]
COPIES = 12  # of each card
DECIDING = ("play", "offices", "events")  # modules that put questions to players


def card(own_id: str, zone: str = "grey", *, effect: str = "", **said: Any) -> Card:
    """A plain card but for what is said; ``house``/``need`` are its sims, ``tags`` a text."""
    for word, kind in (("house", "supply"), ("need", "need")):
        if word in said:
            said |= {"sims": said.pop(word), "sims_kind": kind}
    if "tags" in said:
        said["tags"] = tuple(said["tags"].split())
    return made_cards.card(own_id, zone=zone, effect=parse_effect(effect), **said)


def member(own_id: str, zone: str = "", tags: str = "", cost: int = 0) -> Card:
    """A council member."""
    return card(own_id, zone, kind="council", tags=tags, cost=cost, value=0)


def event(own_id: str, effect: str, tags: str = "", phase: int = 1) -> Card:
    """An event."""
    return card(own_id, "", kind="event", effect=effect, tags=tags, phase=phase, value=0)


@dataclass(repr=False)
class Table:
    """Rules, state and books of one position, and the names of its cards."""

    rules: Any
    state: Any
    lineup: Any
    names: list[str]  # by physical card
    used: set[int] = field(default_factory=set)
    book: Any = field(default_factory=lambda: blank(BOOK))
    log: Any = field(default_factory=lambda: new_log(0))
    asked: int = 0  # plays that a scripted player was asked for

    @property
    def city(self) -> Any:
        return self.state.city[0]

    def kind(self, name: str) -> int:
        """Number of a card's kind."""
        return int(self.rules.kind_of[self.names.index(name)])

    def take(self, name: str, deck: int = 0) -> int:
        """A physical card of that name that is nowhere yet."""
        first = int(self.rules.deck_first[deck])
        for number, known in enumerate(self.names):
            if known == name and number >= first and number not in self.used:
                self.used.add(number)
                return number
        raise ValueError(f"no copy of {name} is left")

    def take_all(self, names: str, deck: int = 0) -> list[int]:
        return [self.take(name, deck) for name in names.split()]

    def lay(self, places: Mapping[Place, str], d: int = 0) -> Table:
        """Put cards on the table, asking no rule; returns the table."""
        for (x, y), names in places.items():
            for name in names.split():
                step = {">": 1, "^": codes.SPAN}.get(name[-1], 0)
                second = cell(x, y) + step if step else codes.NO_CELL
                number = self.take(name.rstrip(">^"), d if self.rules.mode == codes.DUEL else 0)
                city_rules.put(self.state, self.rules, self.state.city[d], number, cell(x, y), second)
        return self

    def hold(self, p: int, names: str) -> list[int]:
        """Give a seat cards of these names; returns their numbers."""
        numbers = self.take_all(names, p if self.rules.mode == codes.DUEL else 0)
        seat = self.state.seats[p]
        for number in numbers:
            seat.hand[seat.n_hand] = number
            seat.n_hand += 1
        return numbers

    def sit(self, p: int, names: str) -> list[int]:
        """Put council members down in front of a seat."""
        numbers = self.take_all(names)
        seat = self.state.seats[p]
        for number in numbers:
            seat.council[seat.n_council] = number
            seat.n_council += 1
        return numbers

    def stack(self, names: str, d: int = 0) -> list[int]:
        """Put cards on the deck, the first one named on top."""
        numbers = self.take_all(names, d if self.rules.mode == codes.DUEL else 0)
        for number in reversed(numbers):
            self.state.deck[d, self.state.n_deck[d]] = number
            self.state.n_deck[d] += 1
        return numbers

    def held(self, p: int) -> str:
        seat = self.state.seats[p]
        return self.told(seat.hand[: seat.n_hand])

    def discarded(self, d: int = 0) -> str:
        """The discards, from the first to the top one."""
        return self.told(self.state.discards[d, : self.state.n_discards[d]])

    def told(self, numbers: Sequence[int]) -> str:
        return " ".join(self.names[number] for number in numbers)

    def on_top(self, d: int = 0) -> dict[Place, str]:
        """What lies on top of each cell."""
        top = self.state.city[d].top
        return {place(c): self.names[top[c]] for c in np.flatnonzero(top)}

    @property
    def funds(self) -> list[int]:
        return [int(self.state.seats[p].funds) for p in range(self.rules.seats)]

    def pay(self, name: str, x: int, y: int, turned: str = "", d: int = 0) -> dict[str, int]:
        """What a card would be paid for there: every part that is not 0, and the total."""
        first, second = cells(x, y, turned)
        total = reckon(self.state, self.rules, self.state.city[d], self.kind(name), first, second)
        parts = zip(codes.INCOME, self.state.pay.part, strict=True)
        return {word: int(amount) for word, amount in parts if amount} | {"total": int(total)}

    def bonus(self, part: str, name: str, x: int, y: int, turned: str = "") -> int:
        """One part of what a card would be paid for there."""
        return self.pay(name, x, y, turned).get(part, 0)

    def way(self, name: str, x: int, y: int, turned: str = "", d: int = 0) -> str | None:
        """How a card could be placed there: new, upgrade, rezone, or not at all."""
        first, second = cells(x, y, turned)
        city, kind = self.state.city[d], self.kind(name)
        if not may_build(self.state, self.rules, city, kind):
            return None
        rezoning = rezoning_open(self.state, self.rules)
        if second == codes.NO_CELL:
            found = way_of_one(self.state, self.rules, city, kind, first, rezoning)
        else:
            found = way_of_long(self.state, self.rules, city, kind, first, second, rezoning)
        return codes.WAYS[found] if found >= 0 else None

    def supplied(self, name: str, x: int, y: int, turned: str = "") -> int:
        """Sims that a card would be supplied with there; fails unless the fast answer is the same."""
        first, second = cells(x, y, turned)
        kind = self.kind(name)
        got = int(count_supply(self.state, self.rules, self.city, kind, first, second))
        about, needed = self.rules.kind[kind], int(self.rules.kind[kind].sims)
        for sims, wanted in ((got, True), (got + 1, False)):
            about.sims = sims
            assert bool(enough_sims(self.state, self.rules, self.city, kind, first, second)) == wanted, sims
        about.sims = needed
        return got

    def place_block(self, p: int, name: str, x: int, y: int, turned: str = "") -> None:
        """Seat ``p`` plays a block from its hand, in the way that it can be placed there."""
        now = self.state.now
        found = self.way(name, x, y, turned, p if self.rules.mode == codes.DUEL else 0)
        assert found, f"{name} cannot be placed at {x}, {y}"
        now.card, now.way = self.in_hand(p, name), codes.WAYS.index(found)
        now.cell, now.cell2 = cells(x, y, turned)
        with quiet():
            play.play_block(self.state, self.book, self.rules, self.lineup, p, self.log)

    def play_event(self, p: int, name: str, *targets: Sequence[Place], **answered: Callable[..., Any]) -> None:
        """Seat ``p`` plays an event from its hand; ``targets`` are the cells chosen in each city."""
        now = self.state.now
        now.card, now.way = self.in_hand(p, name), codes.PLAY_EVENT

        def aim(entry: Any, table: Any, rules: Any, seat: int, d: int, kind: int, reach: int) -> None:
            table.now.n_targets = len(targets[d])
            table.now.targets[: len(targets[d])] = [cell(x, y) for x, y in targets[d]]

        if targets:
            answered["choose_targets"] = aim
        with quiet(), answers(**answered):
            play.play_the_event(self.state, self.book, self.rules, self.lineup, p, self.log)

    def in_hand(self, p: int, name: str) -> int:
        seat = self.state.seats[p]
        found = [int(number) for number in seat.hand[: seat.n_hand] if self.names[number] == name]
        assert found, f"{name} is not in the hand of seat {p}"
        return found[0]

    def turn(self, p: int, **answered: Callable[..., Any]) -> None:
        """Seat ``p`` takes the next turn."""
        table = self.state
        table.start_seat = (p - table.turn_no) % self.rules.seats
        if table.turn_no % self.rules.seats == 0:
            table.round_no += 1
        table.turn_no += 1
        with quiet(), answers(**answered):
            play.take_turn(table, self.book, self.rules, self.lineup, p, self.log)


def table(
    *cards: Card,
    players: int = 4,
    phase: int = 1,
    funds: Sequence[int] = (),
    mayor: int = -1,
    governor: int = -1,
    chairman: int = -1,
    block: int = 0,
    **rulings: Any,
) -> Table:
    """An empty city, no hands and no deck; of every card there are `COPIES`, in a duel so many in each deck."""
    setup = settings.load(rulings, players)
    own = {each.id: COPIES for each in cards if each.kind != "long"}
    long = {each.id: COPIES for each in cards if each.kind == "long"}
    decks = (own, own) if setup.rules.mode == "duel" else (own,)
    setup = settings.Setup(setup.rules, Materials(made_cards.table(*cards), decks, long))
    made = blank(state.STATE)
    rules = settings.to_record(setup, players)
    rules.rounds = 8
    clear_table(made, rules)
    made.phase = max(phase, int(made.phase))
    made.office[:] = mayor, governor, chairman
    made.turn_no, made.round_no = players, 1  # one round is over
    with quiet():
        made.block = block_key(np.int64(8), np.int64(block))
        for p in range(players):
            made.seats[p].entry = p
            made.seats[p].funds = funds[p] if p < len(funds) else 0
            made.seats[p].key = choice_key(made.block, np.int64(0), np.int64(p))
    lineup = blank(LINEUP)
    lineup.seats, lineup.alike, lineup.games_per_block = players, 1, 2
    names = ["", *(name for deck in (*decks, long) for name, count in deck.items() for _ in range(count))]
    return Table(rules, made, lineup, names)


def cell(x: int, y: int) -> np.int64:
    """The kernel's number of a place."""
    return np.int64(codes.ORIGIN + y * codes.SPAN + x)


def cells(x: int, y: int, turned: str) -> tuple[np.int64, np.int64]:
    """The cells of a card: ``turned`` is empty for one cell, ``>`` to the right, ``^`` down."""
    step = {">": 1, "^": codes.SPAN}.get(turned, 0)
    return cell(x, y), np.int64(cell(x, y) + step) if step else codes.NO_CELL


def place(number: int) -> Place:
    """The place with the kernel's number."""
    y, x = divmod(int(number), codes.SPAN)
    return x - codes.MAX_TABLE, y - codes.MAX_TABLE


@contextlib.contextmanager
def answers(**answered: Callable[..., Any]) -> Iterator[None]:
    """Let functions answer the questions that players are asked, by the questions' names."""
    with pytest.MonkeyPatch.context() as patch:
        for module in DECIDING:
            asking = importlib.import_module(f"balance.games.simcity.{module}")
            for question, answer in answered.items():
                if hasattr(asking, question):
                    patch.setattr(asking, question, answer)
        yield
