"""What holds of every game, whatever the rulings: nothing is lost, and a game is a function of its address.

Games are played compiled here; the process with ``NUMBA_DISABLE_JIT=1`` plays some of them again.
"""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from balance.games.neotopia import settings as neotopia
from balance.games.neotopia.board import Board
from balance.games.neotopia.play import simulate
from balance.kernel.events import new_log
from balance.kernel.jit import INTERPRETED
from balance.kernel.record import Facts
from tests.neotopia.games import line_up, new_facts, play, random_rules, replay

pytestmark = pytest.mark.skipif(INTERPRETED, reason="plays many games, compiled")

ROOT = Path(__file__).parent.parent.parent
UNLIKELY = 1e-3  # p-value below which a fixed seed counts as not what was expected
FOUR = ("accountant", "random", "spoiler", "hirer")


def batch(
    rules: dict[str, Any],
    games: int,
    *,
    players: int = 4,
    seats: Sequence[str] = ("random",),
    seed: int = 8,
    first: int = 0,
    record: Any = None,
) -> Facts:
    """Facts of games ``first``, ``first`` + 1, …; ``record`` replaces the line-up."""
    model = neotopia.load(rules, players)
    facts = new_facts(model, players, games)
    record = line_up(players, seats) if record is None else record
    simulate(neotopia.to_record(model, players), record, seed, first, facts.books, new_log(0))
    return facts


def deal_of(rules: dict[str, Any], index: int, players: int = 4, **game: Any) -> dict[str, Any]:
    """The deal line of a game."""
    return next(line for line in play(rules, players, index=index, **game) if line["event"] == "deal")


def cards_of(deal: dict[str, Any]) -> str:
    """Where every card lies, as one text."""
    return repr([deal[place] for place in ("hands", "field_down", "field_up", "pile")])


class TestConservation:
    @settings(max_examples=60, deadline=None)
    @given(st.integers(0, 2**32), st.integers(0, 50))
    def test_cards_and_coins(self, draw: int, index: int) -> None:
        """The deal is the whole pack; cards move, coins change hands; at the end all are still there."""
        players, rules = random_rules(random.Random(draw))
        lines, _, facts = replay(rules, players, index=index)
        held = lines[0]["rules"]
        deal = lines[1]
        pack = Counter({f"s{suit}": held["cards_per_suit"] for suit in range(1, held["suits"] + 1)})
        pack.pop(f"s{deal['removed_suit']}", None)
        pack += Counter({"start": 1, "joker": held["jokers"]})
        dealt = chain(*deal["hands"], deal["field_down"], deal["field_up"], deal["pile"])
        assert Counter(dealt) == pack
        board, boxed, turns = Board(deal), 0, 0
        for line in lines[2:]:
            board.follow(line)
            if line["event"] == "turn":
                boxed += held["skill_cost"] if line["skill"] else 0
                assert sum(line["coins"]) + line["stock"] + boxed == held["coin_supply"]
                assert min(line["coins"]) >= 0
                turns += 1
                if turns % players == 0:
                    self.sizes_agree(board, facts, deal["start_player"], line["round"] - 1, line["coins"])
            elif line["event"] == "suit":
                card = f"s{line['suit']}"
                assert line["counts"] == [board.held(seat).count(card) for seat in range(players)]
        assert turns == players * held["rounds"] == facts["game"]["turns"][0]

    def sizes_agree(self, board: Board, facts: Facts, start: int, t: int, purses: list[int]) -> None:
        """The facts of a round are those of the table; their seats count from the start player."""
        n = len(purses)
        for place in range(n):
            seat = (start + place) % n
            row = facts["turns"][0, place, t]
            zones = board.hands[seat]
            assert row["cards"] == len(board.held(seat))
            assert row["public"] == zones["public"].total()
            assert row["secret"] == zones["secret"].total()
            assert row["coins"] == purses[seat]

    @settings(max_examples=40, deadline=None)
    @given(st.integers(0, 2**32))
    def test_every_game_has_one_win_to_share(self, draw: int) -> None:
        players, rules = random_rules(random.Random(draw))
        facts = batch(rules, 40, players=players)
        points = facts["seats"]["points"]
        assert (points.sum(axis=1) == 420).all()
        best = facts["seats"]["score"].max(axis=1, keepdims=True)
        assert (facts["seats"]["score"][points > 0] == np.broadcast_to(best, points.shape)[points > 0]).all()


class TestAddress:
    """A game is a function of seed and index, whoever plays it, in which chunk and thread."""

    @pytest.mark.parametrize("seats", [("random",), FOUR])
    def test_chunks(self, seats: Sequence[str]) -> None:
        whole = batch({}, 100, seats=seats).books.tobytes()
        pieces = [(0, 7), (7, 50), (50, 51), (51, 100)]
        parts = [batch({}, end - first, seats=seats, first=first).books.tobytes() for first, end in pieces]
        assert b"".join(parts) == whole
        assert (
            b"".join(batch({}, 1, seats=seats, first=i).books.tobytes() for i in range(12))
            == whole[: len(whole) // 100 * 12]
        )

    def test_threads(self) -> None:
        with ThreadPoolExecutor(4) as pool:
            parts = list(pool.map(lambda i: batch({}, 25, first=25 * i).books.tobytes(), range(8)))
        assert b"".join(parts) == batch({}, 200).books.tobytes()

    def test_far_games(self) -> None:
        """Beyond 2³² games the address is still its own."""
        far = 5 << 32
        assert batch({}, 4, first=far).books.tobytes() == batch({}, 6, first=far - 2).books[2:].tobytes()
        assert batch({}, 4, first=far).books.tobytes() != batch({}, 4).books.tobytes()

    def test_seeds_differ(self) -> None:
        seen = [batch({}, 20, seed=seed).books.tobytes() for seed in (0, 1, 8, 9, 2**63 - 1)]
        assert len(set(seen)) == 5
        assert cards_of(deal_of({}, 0, seed=8)) != cards_of(deal_of({}, 0, seed=9))

    def test_blocks_are_different_deals(self) -> None:
        """300 blocks, 300 deals; the games of a block share theirs, whatever is played."""
        deals = [cards_of(deal_of({}, 2 * block)) for block in range(300)]
        assert len(set(deals)) == 300
        for index in range(8):
            assert cards_of(deal_of({}, index)) == deals[index // 2]
            assert cards_of(deal_of({}, index, seats=FOUR)) == deals[index // 4]

    def test_games_of_a_block_are_played_afresh(self) -> None:
        lines = [play({}, index=index) for index in (0, 1)]
        assert lines[0][1] == lines[1][1]  # deal and start player
        assert lines[0][2:] != lines[1][2:]

    def test_a_player_s_choices_move_no_card(self) -> None:
        """Other players, other skills, other prices: the same deal, start player and reveals."""
        free = {"transfer_targets": "face_up"}
        wanted = None
        for rules, seats in (
            ({}, ("random",)),
            ({}, ("accountant",)),
            ({"skills": []}, FOUR),
            ({"hire_cost": 0}, FOUR),
        ):
            lines = play({**free, **rules}, seats=seats, index=0)
            table = lines[1], [line["revealed"] for line in lines if line["event"] == "round"]
            wanted = table if wanted is None else wanted
            assert table == wanted


class TestCompiledAndInterpreted:
    """The same facts, game by game, whichever way the rules are run."""

    GAMES = (
        *((number, ("random",)) for number in range(12)),
        *((number, ("accountant", "weighted", "order", "secretive")) for number in range(12, 14)),
        *((number, ("majority", "miser", "spoiler", "hirer")) for number in range(16, 18)),
    )

    @staticmethod
    def digests() -> list[str]:
        found = []
        for number, seats in TestCompiledAndInterpreted.GAMES:
            rng = random.Random(number)
            players, rules = random_rules(rng)
            while len(seats) > 1 and players != 4:
                players, rules = random_rules(rng)
            lines, _, facts = replay(rules, players, seats, index=number)
            found.append(hashlib.sha256(facts.books.tobytes() + repr(lines).encode()).hexdigest())
        return found

    def test_hash_for_hash(self) -> None:
        script = "from tests.neotopia.test_properties import *; print(*TestCompiledAndInterpreted.digests())"
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", script],
            env=environment, cwd=ROOT, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert done.stdout.split() == self.digests()


class TestVariants:
    @pytest.mark.parametrize(("players", "rules"), [(4, {}), (3, {}), (3, {"removed_suit": 2}), (2, {"suits": 4})])
    def test_without_the_joker_one_card_moves(self, players: int, rules: dict[str, Any]) -> None:
        """The card from the pile's end takes its place; all others lie as before."""
        moved: Counter[str] = Counter()
        for block in range(60):
            index = 2 * block
            with_it, without = (deal_of({**rules, "jokers": n}, index, players) for n in (1, 0))
            assert with_it["start_player"] == without["start_player"]
            assert with_it["removed_suit"] == without["removed_suit"]
            places = {f"seat {p}": (with_it["hands"][p], without["hands"][p]) for p in range(players)}
            places |= {name: (with_it[name], without[name]) for name in ("field_down", "field_up", "pile")}
            changed = {
                name: (Counter(old) - Counter(new), Counter(new) - Counter(old))
                for name, (old, new) in places.items()
                if Counter(old) != Counter(new)
            }
            at = next(name for name, (old, _) in places.items() if "joker" in old)
            lost, won = changed.pop(at)
            assert lost == Counter(["joker"])
            if at != "pile":
                assert won.total() == 1
                assert changed.pop("pile") == (won, Counter())
            assert not changed
            moved[at] += 1
        assert len(moved) > players  # it lay in many places

    def test_swapping_a_ruling_leaves_the_deal(self) -> None:
        for change in (
            {"riot": "off"},
            {"ties": "shared"},
            {"effects": "ladder"},
            {"secret_personnel": "off"},
        ):
            for index in (0, 2, 4):
                assert deal_of(change, index) == deal_of({}, index)


class TestSeats:
    @pytest.mark.parametrize("player", ["random", "accountant"])
    def test_turning_a_table_of_equals_changes_labels_only(self, player: str) -> None:
        """Four rows of one player, turned from game to game or not at all: the same games but for `entry`."""
        turned, still = line_up(4, [player]), line_up(4, [player])
        turned.games_per_block = still.games_per_block = 4
        turned.alike = 0
        one, other = batch({}, 48, record=turned), batch({}, 48, record=still)
        entries = one["seats"]["entry"].copy()
        assert (np.sort(entries, axis=1) == np.arange(4)).all()
        assert not np.array_equal(entries, other["seats"]["entry"])
        one["seats"]["entry"] = other["seats"]["entry"]
        assert one.books.tobytes() == other.books.tobytes()

    def test_each_row_plays_from_each_seat_of_a_deal(self) -> None:
        """An accountant among random players: it sits in every seat on the same cards, one game each."""
        facts = batch({}, 40, seats=("accountant", "random", "random", "random"))
        start = [
            deal_of({}, index, seats=("accountant", "random", "random", "random"))["start_player"]
            for index in range(40)
        ]
        place = np.argmax(facts["seats"]["entry"] == 0, axis=1)
        seat = (place + start) % 4
        assert (np.sort(seat.reshape(10, 4), axis=1) == np.arange(4)).all()

    @pytest.mark.parametrize("players", [3, 4])
    def test_no_seat_is_favoured(self, players: int) -> None:
        """Equal players, start player by lot: sole wins by absolute seat do not depart from equal chances."""
        for rules in ({}, {"ties": "shared", "order_bonus": "none"}):
            facts = batch(rules, 12_000, players=players)
            sole = (facts["seats"]["points"] == 420)[::2]  # one game a block: those of a block share their cards
            winners = facts["seats"]["entry"][::2][sole]  # alike players sit on the seat of their row
            counts = np.bincount(winners, minlength=players)
            assert counts.sum() > 5_000
            assert stats.chisquare(counts).pvalue > UNLIKELY, counts

    def test_the_test_would_notice_a_favoured_seat(self) -> None:
        """Counted from the start player, the draft's order bonus and clockwise ties do favour seats."""
        facts = batch({}, 12_000)
        sole = (facts["seats"]["points"] == 420)[::2]
        counts = sole.sum(axis=0)
        assert stats.chisquare(counts).pvalue < UNLIKELY
