"""The one pass over the facts, against a slow version in Python, on random facts and tallies."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.kernel import sums
from balance.kernel.record import Table, columns, new_facts, record
from balance.metrics.layout import Layout
from balance.metrics.spec import Tally

GAME = Table("game", (), columns((("margin", "", ""), ("drawn", "", ""))))
SEATS = Table("seats", ("seat",), columns((("points", "", ""), ("used", "", "", "one two"), ("score", "", ""))))
TURNS = Table("turns", ("seat", "round"), columns((("action", "", ""), ("coins", "", ""))))
RANKS = Table("ranks", ("round", "seat"), columns((("share", "", ""),)))
TABLES = {"game": GAME, "seats": SEATS, "turns": TURNS, "ranks": RANKS}
ROOM = 4  # seats and rounds that a book has room for, more than any game uses
BOOK = record(
    ("game", GAME.dtype),
    ("seats", SEATS.dtype, (ROOM,)),
    ("turns", TURNS.dtype, (ROOM, ROOM)),
    ("ranks", RANKS.dtype, (ROOM, ROOM)),
)


@st.composite
def tallies(draw: st.DrawFn) -> Tally:
    """A tally of any table, with any of its keys in any order."""
    name = draw(st.sampled_from(sorted(TABLES)))
    table = TABLES[name]
    keys = [*table.axes, "parity", *(("entry", "player") if "seat" in table.axes else ())]
    if draw(st.integers(0, 4)) == 0:
        own = tuple(draw(st.permutations(table.axes)))[: draw(st.integers(0, len(table.axes)))]
        return Tally(name, draw(st.sampled_from(table.names)), own, squared=True)
    by = tuple(draw(st.permutations(keys)))[: draw(st.integers(0, len(keys)))]
    column = st.sampled_from(table.names)
    bucket = draw(st.none() | column)
    return Tally(
        name,
        draw(st.none() | column),
        by,
        bucket,
        draw(st.integers(-3, 3)) if bucket else 0,
        draw(st.integers(1, 4)) if bucket else 1,
        draw(st.none() | column),
    )


@st.composite
def runs(draw: st.DrawFn) -> dict[str, Any]:
    """Whole blocks of random facts, who sat where, and how the blocks fall into batches."""
    seats, rounds = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    per_block, blocks = draw(st.integers(1, 3)), draw(st.integers(1, 5))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    facts = new_facts(BOOK, TABLES, per_block * blocks, {"seat": seats, "round": rounds})
    facts.memory[...] = rng.integers(-5, 6, facts.memory.size)
    return {
        "facts": facts,
        "entries": np.array([rng.permutation(seats) for _ in range(per_block * blocks)]),
        "player_of": rng.integers(0, 2, seats),
        "first_block": draw(st.integers(0, 3)),
        "per_block": per_block,
        "batch_blocks": draw(st.sampled_from([1, 2, 4])),
        "axes": {
            "seat": tuple("123"[:seats]),
            "round": tuple("123"[:rounds]),
            "entry": tuple("123"[:seats]),
            "player": ("a", "b"),
        },
    }


def slow(tally: Tally, run: Mapping[str, Any], layout: Layout, batches: int) -> np.ndarray:
    """The tally's cells [batch, *keys, bucket], one fact after another."""
    table, facts = TABLES[tally.table], run["facts"][tally.table]
    shape = [len(layout.labels(key)) for key in tally.by] + ([tally.buckets] if tally.bucket else [])
    out = np.zeros((batches, *shape), np.int64)
    axes = [range(len(layout.axes[axis])) for axis in table.axes]

    def fact(g: int, at: tuple[int, ...], name: str) -> int:
        column, _, label = name.partition(".")
        cell = facts[(g, *at)][column]
        return int(cell[("one", "two").index(label)] if label else cell)

    block_sums: dict[tuple[int, tuple[int, ...]], int] = {}
    for g in range(len(facts)):
        block = run["first_block"] + g // run["per_block"]
        for at in itertools.product(*axes):
            known = dict(zip(table.axes, at, strict=True)) | {"parity": block % 2}
            if "seat" in known:
                known["entry"] = int(run["entries"][g, known["seat"]])
                known["player"] = int(run["player_of"][known["entry"]])
            value = fact(g, at, tally.weight) if tally.weight else 1
            if tally.squared:
                block_sums[block, at] = block_sums.get((block, at), 0) + value
                continue
            value *= fact(g, at, tally.times) if tally.times else 1
            cell = [known[key] for key in tally.by]
            if tally.bucket:
                cell.append(sorted((0, fact(g, at, tally.bucket) - tally.low, tally.buckets - 1))[1])
            out[(block // run["batch_blocks"], *cell)] += value
    for (block, at), value in block_sums.items():
        known = dict(zip(table.axes, at, strict=True))
        out[(block // run["batch_blocks"], *(known[key] for key in tally.by))] += value * value
    return out


def add_up(run: Mapping[str, Any], layout: Layout, out: np.ndarray) -> None:
    """The kernel's sums of the run, added to ``out``."""
    facts = run["facts"]
    places = {name: table.place(facts[name], 0) for name, table in TABLES.items()}
    sums.add_up(
        layout.program(places),
        (facts.memory,),
        run["entries"],
        run["player_of"],
        run["first_block"],
        run["per_block"],
        run["batch_blocks"],
        out,
    )


@settings(deadline=None, max_examples=120)
@given(runs(), st.lists(tallies(), min_size=1, max_size=6, unique=True))
def test_against_the_slow_version(run: dict[str, Any], chosen: list[Tally]) -> None:
    layout = Layout(TABLES, run["axes"], tuple(chosen))
    blocks = run["first_block"] + len(run["entries"]) // run["per_block"]
    out = np.zeros((-(-blocks // run["batch_blocks"]), layout.cells), np.int64)
    add_up(run, layout, out)
    for tally in chosen:
        wanted = slow(tally, run, layout, len(out))
        assert np.array_equal(layout.cells_of(tally, out), wanted), tally
    once = out.copy()
    add_up(run, layout, out)
    assert np.array_equal(out, 2 * once)  # a slab is added to what is there


class TestByHand:
    """Four games of two seats in two blocks; the seats swap in every second game."""

    def run(self, **facts: Any) -> dict[str, Any]:
        made = new_facts(BOOK, TABLES, 4, {"seat": 2, "round": 2})
        for name, (table, column, value) in facts.items():
            made[table][column] = value
            del name
        return {
            "facts": made,
            "entries": np.array([[0, 1], [1, 0], [0, 1], [1, 0]]),
            "player_of": np.array([1, 0]),
            "first_block": 0,
            "per_block": 2,
            "batch_blocks": 1,
            "axes": {"seat": ("1", "2"), "round": ("1", "2"), "entry": ("1", "2"), "player": ("a", "b")},
        }

    def sum(self, run: dict[str, Any], tally: Tally, batches: int = 2) -> list[Any]:
        layout = Layout(TABLES, run["axes"], (tally,))
        out = np.zeros((batches, layout.cells), np.int64)
        add_up(run, layout, out)
        return layout.cells_of(tally, out).tolist()

    POINTS = ("seats", "points", [[1, 2], [3, 4], [5, 6], [7, 8]])

    def test_seat_entry_and_player(self) -> None:
        run = self.run(points=self.POINTS)
        assert self.sum(run, Tally("seats", "points")) == [10, 26]
        assert self.sum(run, Tally("seats", "points", ("seat",))) == [[4, 6], [12, 14]]
        # Entry 0 sat in seat 1, then in seat 2: 1 + 4 and 5 + 8.  Its player is "b".
        assert self.sum(run, Tally("seats", "points", ("entry",))) == [[5, 5], [13, 13]]
        assert self.sum(run, Tally("seats", "points", ("seat", "player"))) == [[[3, 1], [2, 4]], [[7, 5], [6, 8]]]

    def test_one_batch_of_two_blocks(self) -> None:
        run = self.run(points=self.POINTS) | {"batch_blocks": 2}
        assert self.sum(run, Tally("seats", "points", ("parity",)), 1) == [[10, 26]]

    def test_squares_of_block_sums(self) -> None:
        # By seat: (1 + 3)² and (2 + 4)²; then (5 + 7)² and (6 + 8)².
        run = self.run(points=self.POINTS)
        assert self.sum(run, Tally("seats", "points", ("seat",), squared=True)) == [[16, 36], [144, 196]]

    def test_squares_by_times(self) -> None:
        run = self.run(points=self.POINTS)
        assert self.sum(run, Tally("seats", "points", times="points")) == [1 + 4 + 9 + 16, 25 + 36 + 49 + 64]

    def test_buckets_are_clipped_at_both_ends(self) -> None:
        run = self.run(margin=("game", "margin", [-9, 2, 4, 1000]))
        assert self.sum(run, Tally("game", bucket="margin", low=1, buckets=3)) == [[1, 1, 0], [0, 0, 2]]

    def test_a_labelled_column(self) -> None:
        run = self.run(used=("seats", "used", [[[1, 0], [0, 1]], [[1, 1], [0, 0]], [[0, 0]] * 2, [[1, 0]] * 2]))
        assert self.sum(run, Tally("seats", "used.one")) == [2, 2]
        assert self.sum(run, Tally("seats", "used.two", ("seat",))) == [[1, 1], [0, 0]]

    def test_the_seat_as_second_axis(self) -> None:
        run = self.run(share=("ranks", "share", [[[1, 2], [4, 8]]] * 4))
        # Entry 0 sits in seat 1 of the first and in seat 2 of the second game of each block.
        assert self.sum(run, Tally("ranks", "share", ("entry",)))[0] == [1 + 4 + 2 + 8, 2 + 8 + 1 + 4]

    def test_room_that_is_not_used_counts_nowhere(self) -> None:
        run = self.run()
        run["facts"].memory[...] = 1  # also behind the last seat and round
        assert self.sum(run, Tally("turns")) == [8, 8]


@pytest.mark.parametrize("by", [("player",), ("entry",), ("suit",)])
def test_keys_that_a_table_has_not(by: tuple[str, ...]) -> None:
    axes = {"seat": ("1", "2"), "round": ("1",), "entry": ("1", "2"), "player": ("a",), "suit": ("1",)}
    layout = Layout(TABLES, axes, (Tally("game", by=by),))
    facts = new_facts(BOOK, TABLES, 1, {"seat": 2, "round": 1})
    with pytest.raises(ValueError, match=f"cannot be kept by {by[0]}"):
        layout.program({name: table.place(facts[name], 0) for name, table in TABLES.items()})
