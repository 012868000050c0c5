"""The trace: log rows become exactly the lines of the format, the replay is the batch, the referee agrees."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

from balance.games.neotopia import journal, settings
from balance.games.neotopia.choice import REASONS
from balance.games.neotopia.codes import (
    ACTIONS,
    SKILLS,
)
from balance.games.neotopia.play import simulate
from balance.games.neotopia.players import PLAYERS
from balance.games.neotopia.trace import lines, reasons, seat_entries
from balance.kernel.events import new_log
from balance.kernel.jit import INTERPRETED
from balance.kernel.lineup import seat_players
from balance.kernel.rng import quiet
from tests.neotopia.games import line_up, new_facts, play, random_rules, replay
from tests.neotopia.referee import judge

JUDGED = 40 if INTERPRETED else 1000
FLIP = {"suits": 3, "secret_personnel": "flip_one"}
LASTING = {"suits": 3, "secret_personnel": "lasting"}


def log_of(*rows: tuple[int, ...]) -> np.ndarray:
    """A log of these rows, each an event and as many values as it needs."""
    log = new_log(len(rows) + 1)
    log[0, 0] = len(rows)
    for at, row in enumerate(rows, 1):
        log[at, : len(row)] = row
    return log


DEAL = (
    (journal.DEAL, 1, 2, 18, 6),  # seat 1 starts, suit 2 is out, 18 coins in the stock, 6 for each
    (journal.CARDS, 0, 0, 1),  # seat 0: the joker
    (journal.CARDS, 1, 1, 2),  # seat 1: two of suit 1
    (journal.CARDS, 0, 3, 2),  # seat 0: two of suit 3
    (journal.CARDS, 1, 4, 1),  # seat 1: the start card
    (journal.CARDS, journal.IN_FIELD_UP, 3, 1),
    (journal.CARDS, journal.IN_PILE, 0, 0),
    (journal.CARDS, journal.IN_PILE, 1, 1),
    (journal.CARDS, journal.IN_FIELD_DOWN, 3, 1),
    (journal.CARDS, journal.IN_FIELD_DOWN, 1, 1),
)
END = (
    (journal.SETTLEMENT, 1, 1),
    (journal.SUIT, 1, 1, -1, 0, 0),  # a riot
    (journal.SUIT_SEAT, 0, 0, 0, 7),
    (journal.SUIT_SEAT, 1, 2, -2, 5),
    (journal.SUIT, 3, 2, 0, 0b01, 0b10),  # settled, the joker declared by seat 0
    (journal.SUIT_SEAT, 0, 2, 4, 8),
    (journal.SUIT_SEAT, 1, 1, 3, 5),
    (journal.RESULT, 0b11),
    (journal.RESULT_SEAT, 0, 12, 8),
    (journal.RESULT_SEAT, 1, 12, 8),
)


def purses(*coins: int, stock: int = 20) -> tuple[tuple[int, ...], ...]:
    return tuple((journal.PURSE, seat, purse, stock) for seat, purse in enumerate(coins))


def turns(*rows: tuple[int, ...], rules: dict[str, Any] = LASTING) -> list[dict[str, Any]]:
    """The turn lines of a round of two seats with these rows."""
    log = log_of(*DEAL, (journal.ROUND, 1, 3), *rows, *END)
    found = lines(log, scenario="by hand", seed=5, index=7, rules=rules, seats=["anna", "ben"])
    return [line for line in found if line["event"] == "turn"]


PASSES = ((journal.ACTION, 1, 4), *purses(6, 6), (journal.ACTION, 0, 4), *purses(6, 6))


class TestLines:
    """From rows written by hand to lines written by hand, keys in the order of the format."""

    def test_all_but_the_turns(self) -> None:
        log = log_of(*DEAL, (journal.ROUND, 1, 3), *PASSES, *END)
        found = lines(log, scenario="by hand", seed=5, index=7, rules=LASTING, seats=["anna", "ben"])
        assert [json.dumps(line) for line in found if line["event"] != "turn"] == [
            '{"event": "game", "game": "neotopia", "scenario": "by hand", "seed": 5, "index": 7, "players": '
            '2, "rules": {"suits": 3, "secret_personnel": "lasting"}, "seats": ["anna", "ben"]}',
            '{"event": "deal", "start_player": 1, "removed_suit": 2, '
            '"hands": [["s3", "s3", "joker"], ["s1", "s1", "start"]], "field_down": ["s3", "s1"], '
            '"field_up": ["s3"], "pile": ["s1"], "coins": [6, 6], "stock": 18}',
            '{"event": "round", "round": 1, "revealed": "s3"}',
            '{"event": "settlement", "seat": 1, "held": true}',
            '{"event": "suit", "suit": 1, "counts": [0, 2], "joker": null, "outcome": "riot", '
            '"first": [], "second": [], "vp": [0, -2], "coins": [7, 5]}',
            '{"event": "suit", "suit": 3, "counts": [2, 1], "joker": 0, "outcome": "settled", '
            '"first": [0], "second": [1], "vp": [4, 3], "coins": [8, 5]}',
            '{"event": "result", "vp": [12, 12], "coins": [8, 8], "winners": [0, 1]}',
        ]

    def test_no_suit_out_and_no_start_card(self) -> None:
        log = log_of((journal.DEAL, 0, 0, 18, 6), *DEAL[1:], (journal.SETTLEMENT, 0, 0), *END[1:])
        found = lines(log, scenario="by hand", seed=5, index=7, rules=LASTING, seats=["anna", "ben"])
        assert found[1]["removed_suit"] is None
        assert found[2] == {"event": "settlement", "seat": 0, "held": False}

    @pytest.mark.parametrize(
        ("row", "action"),
        [
            ((0, 1, 0, 0, 0, 0), '{"type": "keep", "card": "s1", "face": "up"}'),
            ((0, 4, 0, 1, 0, 0), '{"type": "keep", "card": "start", "face": "down"}'),
            ((1, 0, 0, 0, 0, 1), '{"type": "release", "card": "joker", "from": "hidden", "gained": 1}'),
            ((1, 3, 1, 0, 0, 0), '{"type": "release", "card": "s3", "from": "public", "gained": 0}'),
            ((1, 3, 2, 0, 0, 2), '{"type": "release", "card": "s3", "from": "secret", "gained": 2}'),
            ((2, 3, 0, 0, 1, 0), '{"type": "transfer", "give": "s3", "take": "s1", "take_face": "up"}'),
            ((2, 3, 0, 1, 0, 0), '{"type": "transfer", "give": "s3", "take": "joker", "take_face": "down"}'),
            ((3, 1, 1, 0, 4, 0), '{"type": "hire", "take": "start"}'),
            ((4, 1, 1, 1, 1, 1), '{"type": "pass"}'),
        ],
    )
    def test_actions(self, row: tuple[int, ...], action: str) -> None:
        """A row's values: action, card, zone, face, field card, coins gained."""
        found = turns((journal.ACTION, 1, *row), *purses(6, 5, stock=19), (journal.ACTION, 0, 4), *purses(4, 5))
        assert json.dumps(found[0]) == (
            '{"event": "turn", "round": 1, "seat": 1, "skill": null, "skill_when": null, '
            f'"action": {action}, "coins": [6, 5], "stock": 19}}'
        )
        assert (found[1]["seat"], found[1]["coins"], found[1]["stock"]) == (0, [4, 5], 20)

    @pytest.mark.parametrize(
        ("row", "rules", "skill"),
        [
            ((0, 0, 0, 0, 0), LASTING, '{"name": "market_research", "saw": ["s1", "s3", "s3", "joker"]}'),
            ((1, 3, 0, 0, 0), LASTING, '{"name": "secret_personnel"}'),
            ((1, 3, 0, 0, 0), FLIP, '{"name": "secret_personnel", "card": "s3"}'),
            (
                (2, 3, 1, 4, 0),
                LASTING,
                '{"name": "transfer_order", "give": "s3", "seat": 1, "take": "start"}',
            ),
            (
                (3, 0, 0, 0, 0),
                LASTING,
                '{"name": "department_move", "passed": [{"card": "s1", "from": "secret"}, null]}',
            ),
            ((4, 0, 0, 0, 3), LASTING, '{"name": "subsidy", "gained": 3}'),
        ],
    )
    @pytest.mark.parametrize(("after", "when"), [(0, "before"), (1, "after")])
    def test_skills(self, row: tuple[int, ...], rules: dict[str, Any], skill: str, after: int, when: str) -> None:
        """A row's values: skill, card given, other seat, card taken, coins gained."""
        used = (
            (journal.SKILL, 1, after, *row),
            *((journal.SAW, kind, count) for kind, count in enumerate((1, 1, 0, 2, 0))),
            (journal.PASSED, 0, 1, 2),
            (journal.PASSED, 1, -1, 0),
        )
        action = (journal.ACTION, 1, 3, 0, 0, 0, 1, 0)
        first = (action, *used) if after else (*used, action)
        found = turns(*first, *purses(6, 5), *PASSES[3:], rules=rules)
        assert json.dumps(found[0]["skill"]) == skill
        assert found[0]["skill_when"] == when
        assert found[0]["action"] == {"type": "hire", "take": "s1"}
        assert found[1]["skill"] is None

    def test_a_log_that_is_cut_short(self) -> None:
        """Ten rows of the deal, the round, one turn of three rows: the second turn is missing in row 15."""
        with pytest.raises(ValueError, match="row 15 of the log"):
            turns((journal.ACTION, 1, 4), *purses(6, 6))
        with pytest.raises(ValueError, match="row 1 of the log"):
            lines(log_of(), scenario="", seed=0, index=0, rules=LASTING, seats=["anna", "ben"])


def test_reasons_belong_to_their_turns() -> None:
    """A turn without a skill has no reason for one."""
    deny, second, learn = map(REASONS.index, ("deny a leader", "second place", "information"))
    log = log_of(
        (journal.SKILL, 1, 0, 0, 0, 0, 0, 0, learn),
        (journal.ACTION, 1, 3, 0, 0, 0, 1, 0, deny),
        *purses(1, 1),
        (journal.ACTION, 0, 3, 0, 0, 0, 1, 0, second),
        *purses(1, 1),
        (journal.ACTION, 1, 3, 0, 0, 0, 1, 0, second),
        (journal.SKILL, 1, 1, 0, 0, 0, 0, 0, deny),
        *purses(1, 1),
    )
    assert reasons(log) == [
        ("deny a leader", "information"),
        ("second place", None),
        ("second place", "deny a leader"),
    ]


class TestReplayIsTheBatch:
    SEATS = ("random", "accountant", "miser", "spoiler")

    def test_facts_of_a_replay_are_those_of_the_batch(self) -> None:
        model = settings.load({}, 4)
        batch = new_facts(model, 4, 12)
        with quiet():
            simulate(settings.to_record(model, 4), line_up(4, self.SEATS), 8, 0, batch.books, new_log(0))
        for index in (0, 5, 11):
            _, _, facts = replay({}, 4, self.SEATS, index=index)
            assert facts.books[0].tobytes() == batch.books[index].tobytes()
            assert facts["seats"]["score"].sum() > 0

    @pytest.mark.parametrize("index", [0, 1, 2, 3, 7, 13])
    def test_names_sit_as_the_line_up_seats_them(self, index: int) -> None:
        """Block ``index // 4``, turned by ``index % 4``; the trace does not count from the start player."""
        seating = np.zeros(4, np.int64)
        getattr(seat_players, "py_func", seat_players)(line_up(4, self.SEATS), index // 4, index % 4, seating)
        found, _, _ = replay({}, 4, self.SEATS, index=index)
        assert found[0]["seats"] == [self.SEATS[entry] for entry in seating]

    def test_seats_turn_back_from_the_start_player(self) -> None:
        """Start player 2 of 4: the facts' rows are those of seats 2, 3, 0 and 1."""
        facts = new_facts(settings.load({}, 4), 4, 1)
        facts["seats"]["entry"][0] = [10, 11, 12, 13]
        assert seat_entries(log_of((journal.DEAL, 2, 0, 6, 6)), facts) == [12, 13, 10, 11]

    def test_the_same_game_twice(self) -> None:
        assert play({}, index=3) == play({}, index=3)
        assert play({}, index=3) != play({}, index=4)
        assert play({}, index=3)[1] == play({}, index=2)[1], "games 2 and 3 are one deal when all play alike"


def check_facts(found: list[dict[str, Any]], facts: Any) -> None:
    """What facts and trace both tell must agree, although facts count seats from the start player."""
    n, start = found[0]["players"], found[1]["start_player"]
    seats = [(start + place) % n for place in range(n)]
    result = found[-1]
    game = facts["game"][0]
    assert [result["vp"][seat] for seat in seats] == facts["seats"]["score"][0].tolist()
    assert [result["coins"][seat] for seat in seats] == facts["seats"]["coins"][0].tolist()
    assert [seat in result["winners"] for seat in seats] == (facts["seats"]["points"][0] > 0).tolist()
    suits = [line for line in found if line["event"] == "suit"]
    assert sum(line["outcome"] == "riot" for line in suits) == game.riots
    assert sum(line["joker"] is not None for line in suits) == game.joker_uses
    assert [sum(seat in line["first"] for line in suits) for seat in seats] == facts["seats"]["firsts"][0].tolist()
    assert [sum(seat in line["second"] for line in suits) for seat in seats] == facts["seats"]["seconds"][0].tolist()
    taken = [line for line in found if line["event"] == "turn"]
    assert len(taken) == game.turns
    for line in taken:
        row = facts["turns"][0, seats.index(line["seat"]), line["round"] - 1]
        assert ACTIONS[row.action] == line["action"]["type"]
        assert (SKILLS[row.skill - 1] if row.skill else None) == (line["skill"] and line["skill"]["name"])


def test_the_referee_passes_games_under_any_ruling() -> None:
    """Every ruling, size and number of players drawn at random, and in every other game the players, too."""
    rng = random.Random(2024)
    for number in range(JUDGED):
        players, rules = random_rules(rng)
        seats = ["random"] if number % 2 else rng.choices(list(PLAYERS), k=players)
        found, why, facts = replay(rules, players, seats, rng.randrange(2**40), rng.randrange(10**6))
        told = f"game {number}: {players} players, {seats}, {rules}"
        assert judge(found) == [], told
        assert len(why) == sum(line["event"] == "turn" for line in found), told
        check_facts(found, facts)
