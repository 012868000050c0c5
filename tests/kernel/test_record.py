"""Records of compiled code and the fact tables."""

from __future__ import annotations

import numpy as np
import pytest

from balance.kernel.events import VALUES, new_log, new_row
from balance.kernel.jit import entry
from balance.kernel.record import Column, Place, Table, blank, columns, new_facts, record

SEAT = record("coins", ("cards", np.int64, (3,)))
STATE = record("stock", ("seats", SEAT, (2,)), ("key", np.uint64), ("share", np.float64))
FACTS = Table(
    "seat",
    ("seat",),
    columns(
        (
            ("score", "final score", "VP"),
            ("used", "1 if used", "0/1", "one two three"),
            ("coins", "coins", "coins"),
        )
    ),
)


@entry
def spend(state, seat, amount):
    state.seats[seat].coins -= amount
    state.seats[seat].cards[2] += 1
    state.stock += amount


@entry
def write(log, event):
    row = log[new_row(log, event)]
    row[1] = 10
    row[VALUES] = 80


class TestRecord:
    def test_fields(self) -> None:
        assert STATE.names == ("stock", "seats", "key", "share")
        assert [STATE[name] for name in ("stock", "key", "share")] == [np.int64, np.uint64, np.float64]
        assert STATE["seats"].shape == (2,)
        assert SEAT["cards"].shape == (3,)

    @pytest.mark.parametrize("name", ["round", "size", "sum", "take", "T"])
    def test_no_field_may_shadow_a_method(self, name: str) -> None:
        with pytest.raises(ValueError, match=rf"shadow ndarray methods: {name}$"):
            record("coins", name)

    def test_blank(self) -> None:
        state = blank(STATE)
        assert (state.stock, list(state.seats[1].cards)) == (0, [0, 0, 0])
        assert state.tobytes() == bytes(STATE.itemsize)

    def test_reads_and_writes_in_place(self) -> None:
        state = blank(STATE)
        state.seats[1].coins = 5
        spend(state, 1, 2)
        assert (state.seats[0].coins, state.seats[1].coins, state.stock) == (0, 3, 2)
        assert list(state.seats[1].cards) == [0, 0, 1]


class TestTable:
    def test_columns(self) -> None:
        assert FACTS.columns[0] == Column("score", "final score", "VP")
        assert FACTS.columns[1].labels == ("one", "two", "three")
        assert columns([("a", "b", "c")]) == (Column("a", "b", "c", ()),)

    def test_names_in_memory_order(self) -> None:
        assert FACTS.names == ("score", "used.one", "used.two", "used.three", "coins")
        assert [FACTS.index(name) for name in FACTS.names] == [0, 1, 2, 3, 4]
        with pytest.raises(KeyError, match="table seat has no column used"):
            FACTS.index("used")

    def test_allocate(self) -> None:
        facts = FACTS.allocate(4, {"seat": 3, "round": 9})
        assert facts.shape == (4, 3)
        assert facts.dtype.names == ("score", "used", "coins")
        assert Table("game", (), columns([("a", "b", "c")])).allocate(4, {"seat": 3}).shape == (4,)
        assert not facts.view(np.int64).any()

    def test_place_of_a_table_that_owns_its_memory(self) -> None:
        facts = FACTS.allocate(2, {"seat": 3})
        assert FACTS.place(facts, 4) == Place(memory=4, start=0, game=15, first=5, second=0)

    def test_place_with_no_axis_and_with_two(self) -> None:
        pair = columns([("a", "", ""), ("b", "", "")])
        none, two = Table("game", (), pair), Table("turns", ("seat", "round"), pair)
        assert none.place(none.allocate(5, {}), 0) == Place(0, 0, 2, 0, 0)
        assert two.place(two.allocate(5, {"seat": 3, "round": 4}), 0) == Place(0, 0, 24, 8, 2)


class TestFacts:
    """Books with room for four seats, of which three are used."""

    BOOK = record(("before", np.int64), ("seat", FACTS.dtype, (4,)), ("after", np.int64))

    def test_tables_are_views_of_the_books(self) -> None:
        facts = new_facts(self.BOOK, {"seat": FACTS}, 2, {"seat": 3})
        assert facts.books.shape == (2,)
        assert facts["seat"].shape == (2, 3)
        facts.books[1].seat[2].used[0] = 5
        assert facts["seat"]["used"][1, 2].tolist() == [5, 0, 0]

    def test_every_cell_is_found_in_the_memory(self) -> None:
        facts = new_facts(self.BOOK, {"seat": FACTS}, 2, {"seat": 3})
        at = FACTS.place(facts["seat"], 0)
        number = 0
        for game in range(2):
            for seat in range(3):
                for column in range(len(FACTS.names)):
                    number += 1
                    facts.memory[at.start + game * at.game + seat * at.first + column] = number
        assert facts["seat"]["score"].tolist() == [[1, 6, 11], [16, 21, 26]]
        assert facts["seat"]["used"][1, 2].tolist() == [27, 28, 29]
        assert facts["seat"]["coins"].tolist() == [[5, 10, 15], [20, 25, 30]]
        assert not facts.books["before"].any()
        assert not facts.books["after"].any()
        assert not facts.books["seat"]["score"][:, 3].any()  # the fourth seat is not used


class TestLog:
    def test_rows(self) -> None:
        log = new_log()
        write(log, 7)
        write(log, 9)
        assert log[0, 0] == 2
        assert log[1].tolist() == [7, 10, 0, 0, 0, 0, 0, 0, 80]
        assert log[2].tolist() == [9, 10, 0, 0, 0, 0, 0, 0, 80]
        assert not log[3:].any()

    def test_a_batch_has_no_rows(self) -> None:
        assert new_log(0).shape == (0, VALUES + 1)
