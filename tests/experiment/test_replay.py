"""A replay is the batch: the game that is told is the game that was counted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from balance.errors import UserError
from balance.experiment import replay
from balance.experiment.engine import Engine
from balance.kernel.events import new_log
from balance.kernel.record import Facts
from tests.experiment.planned import ANYBODY, neotopia

GAMES = 16


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(neotopia(GAMES, ANYBODY))


@pytest.fixture(scope="module")
def facts(engine: Engine) -> Facts:
    """Facts of all games of the run."""
    made = engine.facts(GAMES)
    engine.play(0, made)
    return made


@pytest.mark.parametrize("index", [0, 5, GAMES - 1])
def test_the_told_game_is_the_counted_one(engine: Engine, facts: Facts, index: int) -> None:
    lines = replay.trace(engine.plan, index)
    seats = lines[0]["seats"]
    assert sorted(seats) == sorted(ANYBODY)
    result = lines[-1]
    # Seats of a trace are places at the table, those of facts are counted from the start player.
    start = lines[1]["start_player"]
    for place, player in enumerate(seats):
        row = facts["seats"][index, (place - start) % 4]
        assert engine.plan.scenario.seats[row["entry"]].player == player
        assert result["vp"][place] == row["score"]


def test_played_alone_or_among_others(engine: Engine, facts: Facts) -> None:
    one = engine.facts(1)
    engine.play(11, one)
    assert one.books[0].tobytes() == facts.books[11].tobytes()


def test_a_log_changes_nothing(engine: Engine) -> None:
    told, untold, log = engine.facts(1), engine.facts(1), new_log()
    engine.play(3, told, log)
    engine.play(3, untold)
    assert told.books.tobytes() == untold.books.tobytes() and log[0, 0] > 0


def test_rotations_seat_everybody_everywhere(engine: Engine) -> None:
    for block in range(3):
        seats = [replay.trace(engine.plan, 4 * block + r)[0]["seats"] for r in range(4)]
        assert all(sorted(column) == sorted(ANYBODY) for column in zip(*seats, strict=True))


def test_words(engine: Engine) -> None:
    told = {lang: replay.words(engine.plan, 2, lang) for lang in ("en", "ja")}
    assert told["en"] and told["ja"] and told["en"] != told["ja"]
    assert replay.words(engine.plan, 2, "en") == told["en"]


class TestFind:
    def test_best_of_all(self, engine: Engine, facts: Facts) -> None:
        margins = facts["game"]["margin"]
        at, score = replay.find(engine.plan, "runaway")
        assert (at, score) == (int(np.argmax(margins)), margins.max())
        in_pieces = replace(engine.plan, game=replace(engine.plan.game, chunk_games=3))
        assert replay.find(in_pieces, "runaway") == (at, score)

    def test_unknown_kind(self, engine: Engine) -> None:
        with pytest.raises(UserError, match=r"unknown kind of game 'runway'; did you mean 'runaway'\?") as error:
            replay.find(engine.plan, "runway")
        assert error.value.place == "--pick"

    def test_none_of_the_kind(self) -> None:
        with pytest.raises(UserError, match="none of the 2 games is of the kind 'riot'"):
            replay.find(neotopia(2, ("random",), "rules.riot='off'"), "riot")
