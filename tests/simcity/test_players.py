"""The scripted players in whole games: they beat the random one, decide differently, and end their games."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance import games
from balance.experiment import scenario as scenarios
from balance.experiment.differences import share_of_differences
from balance.experiment.materials import join_decks, read_decks
from balance.experiment.plan import plan
from balance.experiment.replay import trace
from balance.experiment.template import template
from balance.games.simcity import settings
from balance.games.simcity.codes import END_STALL, END_TURN_LIMIT, MAX_TABLE, PASS, PLAY_EVENT, REZONE, SPAN, WAYS
from balance.games.simcity.compare import FIELDS, REPEATS, decisions
from balance.games.simcity.facts import BOOK, TABLES
from balance.games.simcity.play import simulate
from balance.games.simcity.players import PLAYERS, catalogue
from balance.kernel.events import new_log
from balance.kernel.jit import INTERPRETED, compiled_sources
from balance.kernel.lineup import ENTRY, LINEUP, MAX_WEIGHTS
from balance.kernel.record import blank, new_facts
from balance.kernel.rng import quiet
from balance.metrics.spec import WIN

pytestmark = pytest.mark.skipif(INTERPRETED, reason="plays hundreds of games")

SCRIPTED = [name for name in PLAYERS if name != "random"]
GAMES = 200
POSITIONS = 1000
SURE = 4.0  # standard errors


@pytest.fixture(scope="module")
def model() -> Any:
    """The default rules and decks of four players."""
    game = games.load("simcity")
    usual = game.settings.load({}, 4)
    return join_decks(game, usual, 4, read_decks(game, usual, 4, {}, Path()))


def rows(names: Sequence[str]) -> np.ndarray:
    """Players with their own weights, as rows of a line-up."""
    made = np.zeros(len(names), ENTRY)
    for row, name in zip(made, names, strict=True):
        weights = list(PLAYERS[name].weights.values())
        row["player"] = list(PLAYERS).index(name)
        row["weights"][: len(weights)] = weights
    return made


def played(model: Any, seats: Sequence[str], games: int = GAMES) -> Any:
    """Facts of the first games of a line-up, every seating in turn."""
    lineup = blank(LINEUP)
    lineup.seats, lineup.alike = len(seats), len(set(seats)) == 1
    lineup.games_per_block = 2 if lineup.alike else len(seats)
    lineup.entries[: len(seats)] = rows(seats)
    sizes = {axis: len(labels) for axis, labels in settings.axes(model, len(seats)).items()}
    facts = new_facts(BOOK, TABLES, games, sizes)
    with quiet():
        simulate(settings.to_record(model, len(seats)), lineup, 8, 0, facts.books, new_log(0))
    return facts


def win_rate(facts: Any, entry: int) -> tuple[float, float]:
    """Mean share of a win of a row of the line-up, and its standard error over the deals."""
    seats = facts["seats"]
    wins = (seats["points"] / WIN * (seats["entry"] == entry)).sum(axis=1)
    deals = wins.reshape(-1, seats["entry"].shape[1]).mean(axis=1)
    return float(deals.mean()), float(deals.std(ddof=1) / np.sqrt(len(deals)))


def is_told(said: dict[str, int], ids: Sequence[str], play: dict[str, Any]) -> bool:
    """Whether a play of a trace is this decision."""
    if said["way"] >= PLAY_EVENT:
        return play["type"] == WAYS[said["way"]] and (said["card"] < 0 or play["card"] == ids[said["card"]])
    at = [said["cell"] % SPAN - MAX_TABLE, said["cell"] // SPAN - MAX_TABLE]
    return play["type"] == "block" and (play["card"], play["how"], play["at"]) == (
        ids[said["card"]],
        WAYS[said["way"]],
        at,
    )


class TestCatalogue:
    def test_names_in_order(self) -> None:
        wanted = "random earner planner developer denier politician candidate recluse arsonist weighted"
        assert list(PLAYERS) == wanted.split()

    def test_weights_fit_the_line_up(self) -> None:
        for player in PLAYERS.values():
            assert len(player.weights) <= MAX_WEIGHTS
            assert all(isinstance(weight, float) for weight in player.weights.values())

    def test_the_digest_of_compiled_code_sees_the_order_of_weights(self) -> None:
        assert Path(catalogue.__file__).resolve() in compiled_sources()


class TestGames:
    @pytest.mark.parametrize("name", SCRIPTED)
    def test_each_beats_random(self, name: str, model: Any) -> None:
        rate, error = win_rate(played(model, [name, "random", "random", "random"]), 0)
        assert rate - SURE * error > 0.25

    @pytest.mark.parametrize("name", SCRIPTED)
    def test_games_end(self, name: str, model: Any) -> None:
        """Among its like no player stalls a game, not even one that holds back."""
        why = played(model, [name] * 4)["game"]["why"]
        assert (why != END_TURN_LIMIT).all()
        assert (why == END_STALL).mean() < 0.02


@pytest.fixture(scope="module")
def made(model: Any) -> np.ndarray:
    """What every player decides in positions that all share."""
    with quiet():
        return decisions(settings.to_record(model, 4), rows(list(PLAYERS)), 8, POSITIONS)


class TestDecisions:
    def test_any_two_differ_in_a_fifth(self, made: np.ndarray) -> None:
        share = share_of_differences(made)
        for (i, one), (j, other) in combinations(enumerate(PLAYERS), 2):
            assert share[i, j] >= 0.2, f"{one} and {other} differ in {share[i, j]:.3f} of the positions"

    def test_they_differ_in_more_than_the_place(self, made: np.ndarray) -> None:
        """Where many places are worth the same, lots choose one; which card is played, and how, is the plan's."""
        share = share_of_differences(made[..., [FIELDS.index(name) for name in ("member", "way", "card")]])
        for (i, one), (j, other) in combinations(enumerate(PLAYERS), 2):
            assert share[i, j] >= 0.1, f"{one} and {other} play another card in {share[i, j]:.3f} of the positions"

    def test_only_what_belongs_to_the_decision_is_written(self, made: np.ndarray) -> None:
        assert made.shape == (POSITIONS, len(PLAYERS), REPEATS, len(FIELDS))
        way, cell, card = (made[..., FIELDS.index(name)] for name in ("way", "cell", "card"))
        assert ((way >= 0) & (way <= PASS)).all()
        assert ((card >= 0) == (way < PASS)).all()
        assert ((cell >= 0) == (way <= REZONE)).all()

    def test_the_players_own_decision_is_that_of_its_game(self, tmp_path: Path) -> None:
        """Where all are earners, the first answer is a turn of the very game that a batch plays."""
        (tmp_path / "new.toml").write_text(template(games.load("simcity")), encoding="utf-8")
        scenario = scenarios.load(tmp_path / "new.toml", (), ["earner"] * 4, 48)
        wanted = plan(scenario)
        record = settings.to_record(wanted.model, 4)
        with quiet():
            made = decisions(record, rows(["earner"]), scenario.seed, 12)[:, 0, 0]
        ids = list(wanted.model.materials.cards)
        turns_seen = set()
        for i, row in enumerate(made):
            said = dict(zip(FIELDS, row.tolist(), strict=True))
            turns = [line for line in trace(wanted, 2 * i) if line["event"] == "turn"]
            found = [n for n, line in enumerate(turns) if line["plays"] and is_told(said, ids, line["plays"][0])]
            assert found, f"position {i}: {said}"
            turns_seen.update(found)
        assert max(turns_seen) - min(turns_seen) > 40  # from all over the games, not their first turns

    def test_asking_one_player_changes_nothing_for_the_next(self, model: Any) -> None:
        record = settings.to_record(model, 4)
        with quiet():
            one, three = decisions(record, rows(["planner"]), 8, 40), decisions(record, rows(["planner"] * 3), 8, 40)
        assert (three == one).all()
