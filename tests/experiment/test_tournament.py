"""Tournaments of toy games whose results are known by hand."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from balance.errors import UserError
from balance.experiment import differences
from balance.experiment.schedule import Schedule, arrange
from balance.experiment.tournament import play_tournament
from balance.report.tournament_json import document
from tests.experiment.toys import Register, by_strength, payoff, played

# Schedule -----------------------------------------------------------------------------------------------


def lineups(found: Schedule, pair: tuple[int, int]) -> list[tuple[str, ...]]:
    return [match.lineup for match in found.pairs[pair]]


def test_players_meet_one_against_many_and_half_against_half(register: Register) -> None:
    register(["a", "b"], 4, by_strength({}))
    found = arrange("toy", games=600)
    assert lineups(found, (0, 1)) == [("a", "b", "b", "b"), ("a", "a", "b", "b"), ("a", "a", "a", "b")]


@pytest.mark.parametrize(("seats", "kinds"), [(2, [1]), (3, [1, 2]), (4, [1, 2, 3]), (5, [1, 4]), (6, [1, 3, 5])])
def test_tables_follow_the_number_of_seats(register: Register, seats: int, kinds: list[int]) -> None:
    register(["a", "b"], seats, by_strength({}))
    assert [line.count("a") for line in lineups(arrange("toy"), (0, 1))] == kinds


def test_all_pairings_play_the_same_deals(register: Register) -> None:
    register(["a", "b", "c", "random"], 4, by_strength({}))
    found = arrange("toy", games=1000)
    matches = [match for pair in found.pairs.values() for match in pair] + list(found.field.values())
    assert len(found.pairs) == 6
    # 1,000 games at three tables in blocks of four games: 84 blocks each
    assert {(match.first_block, match.blocks) for match in matches} == {(0, 84)}


def test_a_field_that_is_a_pairing_is_played_once(register: Register) -> None:
    register(["a", "random", "z"], 3, by_strength({}))
    found = arrange("toy", games=60)
    assert Counter(found.field[0].lineup) == {"a": 1, "random": 2}
    assert Counter(found.field[2].lineup) == {"z": 1, "random": 2}
    assert 1 not in found.field
    assert len(found.matches) == 3 * 2 + len(found.mixed)


def test_a_field_is_played_even_if_its_player_takes_no_part(register: Register) -> None:
    register(["a", "b", "random"], 3, by_strength({}))
    found = arrange("toy", ["a", "b"], 60)
    assert [found.field[i].lineup for i in (0, 1)] == [("a", "random", "random"), ("b", "random", "random")]
    assert len(found.matches) == 2 + 2 + 2


@pytest.mark.parametrize(("players", "seats", "different"), [(6, 4, 15), (4, 4, 1), (3, 4, 3), (2, 4, 1), (2, 5, 2)])
def test_the_mixed_field_seats_all_players_alike(register: Register, players: int, seats: int, different: int) -> None:
    names = [f"p{i}" for i in range(players)]
    register(names, seats, by_strength({}))
    found = arrange("toy", games=600)
    assert len(found.mixed) == different
    sat: Counter[str] = Counter()
    for match in found.mixed:
        counts = [match.lineup.count(name) for name in names]
        assert max(counts) - min(counts) <= 1
        for name in match.lineup:
            sat[name] += match.games
    assert len(set(sat.values())) == 1
    starts = [match.first_block for match in found.mixed]
    assert starts == [i * found.mixed[0].blocks for i in range(different)]  # each on its own deals
    games_of_one = sum(match.games for match in found.mixed if "p0" in match.lineup)
    at_a_table = found.pairs[0, 1][0].games
    assert at_a_table <= games_of_one < at_a_table + seats * different


def test_the_deals_are_those_of_the_schedule(register: Register) -> None:
    """Pairings share their deals, line-ups of the mixed field have none in common; each in all rotations."""
    seen: dict[tuple[str, ...], Counter[float]] = {}

    def watch(names: Sequence[str], r: int, luck: float, rng: random.Random) -> Sequence[int]:
        seen.setdefault(tuple(sorted(names)), Counter())[luck] += 1
        return [0]

    register(["a", "b", "c"], 4, watch)
    found = arrange("toy", games=120)
    play_tournament(found)
    mixed = [seen.pop(tuple(sorted(match.lineup))) for match in found.mixed]
    assert len({luck for deals in mixed for luck in deals}) == sum(map(len, mixed)) == 3 * found.mixed[0].blocks
    assert len(seen) == 9
    deals = [set(lucks) for lucks in seen.values()]
    assert deals == [deals[0]] * 9
    assert len(deals[0]) == 10
    assert {times for lucks in (*seen.values(), *mixed) for times in lucks.values()} == {4}


def test_games_are_rounded_up_to_whole_blocks_of_every_table(register: Register) -> None:
    register(["a", "b"], 4, by_strength({"a": 1, "b": 1}))
    for asked, each in ((1, 4), (12, 4), (13, 8), (6000, 2000)):
        found = arrange("toy", games=asked)
        assert [match.games for match in found.pairs[0, 1]] == [each] * 3
    assert played(13).pairings[0].games == 24


# Results by hand ----------------------------------------------------------------------------------------


def by_rotation(names: Sequence[str], r: int, luck: float, rng: random.Random) -> Sequence[int]:
    """The seats of a win together in 2, 3, 3 of four rotations if they are 1, 2, 3, else those of b do."""
    winner = "a" if r < {1: 2, 2: 3, 3: 3, 4: 4, 0: 0}[names.count("a")] else "b"
    return [seat for seat, name in enumerate(names) if name == winner]


def test_payoffs_by_hand(register: Register) -> None:
    register(["a", "b"], 4, by_rotation)
    pairing = played(240).pairings[0]
    # Win share of a seat of a: 1/2, 3/8, 1/4; of b: 1/6, 1/8, 1/4.
    assert {seats: share.value for seats, share in pairing.at.items()} == {1: 0.75, 2: 0.75, 3: 0.5}
    assert pairing.share.value == pytest.approx(27 / 40, abs=1e-12)  # (9/8) / (9/8 + 13/24)
    assert pairing.games == 240


def test_a_table_shows_both_sides(register: Register) -> None:
    register(["a", "b"], 4, by_rotation)
    result = played(240)
    there, back = payoff(result, "a", "b"), payoff(result, "b", "a")
    assert there + back[[0, 2, 1]] == pytest.approx([1.0, 1.0, 1.0])
    assert there[1] < there[0] < there[2]
    alone = result.table(seats=1)
    assert (alone[0, 1, 0], alone[1, 0, 0]) == (0.75, 0.5)  # b alone: 1/4 of the games, a 3/4 with 3 seats
    assert (result.table()[[0, 1], [0, 1]] == 0.5).all()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_good_seat_favours_nobody(register: Register, seats: int) -> None:
    """If the start player always wins, all players are equal to the last digit: each sits there as often."""
    register(["a", "b", "random"], seats, lambda names, r, luck, rng: [0])
    result = played(120)
    off_diagonal = result.table()[~np.eye(3, dtype=bool)]
    assert off_diagonal[:, 0] == pytest.approx(0.5, abs=1e-12)
    for found in (*result.field.values(), *result.mixed.values()):
        assert found.rate.value == pytest.approx(1 / seats, abs=1e-12)
    assert [rating.value for rating in result.ratings] == pytest.approx([0.0] * 3, abs=1e-9)
    assert result.dominant is None and result.dominated is None and result.cycles == ()


def test_a_strength_is_found_at_every_kind_of_table(register: Register) -> None:
    """Seats that win in proportion 3 : 1 have payoff 3/4, and log-odds ln 3, whatever the table."""
    register(["strong", "random"], 4, by_strength({"strong": 3.0, "random": 1.0}))
    result = played(6000)
    pairing = result.pairings[0]
    for share in (pairing.share, *pairing.at.values()):
        low, high = share.interval(0.99)
        assert low < 0.75 < high
        assert high - low < 0.12
    strong, anchor = result.ratings
    assert (anchor.value, anchor.se) == (0.0, 0.0)
    assert abs(strong.value - math.log(3.0)) < 2.6 * strong.se
    assert strong.se == pytest.approx(pairing.share.se / (0.75 * 0.25), rel=0.1)
    # one of 3 : 1 : 1 : 1 wins 3/6 of the games
    low, high = result.field[0].rate.interval(0.99)
    assert low < 0.5 < high


def test_equal_players_are_equal_within_the_interval(register: Register) -> None:
    register(["a", "b"], 4, by_strength({"a": 1.0, "b": 1.0}))
    covered = 0
    for seed in range(60):
        _, low, high = payoff(played(120, seed=seed), "a", "b")
        covered += low <= 0.5 <= high
    assert 52 <= covered <= 60  # 57 expected; fewer than 52 in 0.6% of honest cases


def test_the_mixed_field_is_its_players_mean(register: Register) -> None:
    """One of strengths 4, 2, 1, 1 at a table of all four wins a half, a quarter, an eighth."""
    strength = {"a": 4.0, "b": 2.0, "c": 1.0, "d": 1.0}
    register(list(strength), 4, by_strength(strength))
    result = played(6000)
    assert result.field == {}  # the toy has no player `random`
    for i, expected in enumerate((0.5, 0.25, 0.125, 0.125)):
        low, high = result.mixed[i].rate.interval(0.999)
        assert low < expected < high
        assert result.mixed[i].games == 2000
    assert result.anchor == "a"


def by_deal(names: Sequence[str], r: int, luck: float, rng: random.Random) -> Sequence[int]:
    """`gambler` is strong or weak on a whole deal, against everybody alike; all others are equal."""
    strength = {"gambler": 9.0 if luck < 0.5 else 1.0 / 9.0}
    return rng.choices(range(len(names)), [strength.get(name, 1.0) for name in names])


def test_errors_of_ratings_know_of_shared_deals(register: Register) -> None:
    """The pairings of the gambler win and lose together: its rating is as unsure as one pairing alone."""
    register(["gambler", "random", "b", "c", "d"], 2, by_deal)
    results = [played(240, seed=seed).ratings[0] for seed in range(24)]
    spread = float(np.std([rating.value for rating in results], ddof=1))
    claimed = float(np.mean([rating.se for rating in results]))
    assert 0.75 < spread / claimed < 1.33
    covered = sum(rating.low <= 0.0 <= rating.high for rating in results)
    assert covered >= 20  # 23 expected; fewer than 20 in 0.7% of honest cases
    independent = math.sqrt(1.25 / (240 * 0.25 * 2.5))  # what it would be with independent games
    assert claimed > 1.5 * independent


# Who beats whom -----------------------------------------------------------------------------------------

BEATS = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}


def circle(names: Sequence[str], r: int, luck: float, rng: random.Random) -> Sequence[int]:
    """Rock, paper, scissors: each seat weighs 4 if it beats all others at the table; all beat random."""

    def weight(name: str) -> float:
        others = {other for other in names if other != name}
        return 4.0 if others and all((name, other) in BEATS or other == "random" for other in others) else 1.0

    return rng.choices(range(len(names)), list(map(weight, names)))


def test_a_circle_is_found(register: Register) -> None:
    register(["rock", "paper", "scissors", "random"], 3, circle)
    result = played(1200)
    assert len(result.cycles) == 1
    first = result.cycles[0].players
    assert [result.players[i] for i in first] == ["rock", "scissors", "paper"]
    assert result.dominant is None
    assert result.dominated == 3
    assert result.cycles[0].weakest == min(
        result.table()[i, j, 0] for i, j in ((first[0], first[1]), (first[1], first[2]), (first[2], first[0]))
    )


def test_the_dominant_and_the_dominated_player_are_found(register: Register) -> None:
    strength = {"weak": 0.3, "mean": 1.0, "mean_too": 1.0, "best": 3.0}
    register(list(strength), 4, by_strength(strength))
    result = played(1200)
    assert (result.dominant, result.dominated) == (3, 0)
    assert result.cycles == ()
    assert [rating.player for rating in sorted(result.ratings, key=lambda each: each.value)][::3] == [
        "weak",
        "best",
    ]


def test_a_player_that_never_wins_has_a_finite_rating(register: Register) -> None:
    register(["always", "random"], 4, by_strength({"always": 1.0, "random": 0.0}))
    result = played(240)
    value, low, high = payoff(result, "always", "random")
    assert value == high == 1.0
    assert 0.5 < low < 1.0
    assert math.isfinite(result.ratings[0].value) and result.ratings[0].value > 2.0
    assert result.dominant == 0


def test_one_block_has_a_value_but_no_interval(register: Register) -> None:
    register(["a", "b"], 4, by_rotation)
    result = played(1)
    value, low, high = payoff(result, "a", "b")
    assert value == pytest.approx(27 / 40) and math.isnan(low) and math.isnan(high)
    assert result.dominant is None
    assert json.loads(json.dumps(document(result), allow_nan=False))["pairings"][0]["low"] is None


def test_results_do_not_depend_on_the_threads(register: Register) -> None:
    register(["a", "b", "random"], 4, by_strength({"a": 2.0, "b": 1.0, "random": 1.0}))
    one, three = played(900, threads=1), played(900, threads=3)
    assert document(one) == document(three)
    assert document(one) != document(played(900, seed=9))


def test_progress_adds_up_to_all_games(register: Register) -> None:
    register(["a", "b", "random"], 4, by_strength({"a": 2.0, "b": 1.0, "random": 1.0}))
    done: list[int] = []
    found = arrange("toy", games=900)
    play_tournament(found, 2, done.append)
    assert sum(done) == found.games == sum(match.games for match in found.matches)
    assert len(done) > len(found.matches)  # 75 blocks of four games are more than a chunk


def test_a_failing_game_is_not_waited_for(register: Register) -> None:
    def broken(names: Sequence[str], r: int, luck: float, rng: random.Random) -> Sequence[int]:
        raise ZeroDivisionError

    register(["a", "b"], 4, broken)
    with pytest.raises(ZeroDivisionError):
        played(6000)


def test_a_real_game_is_played_through_its_contract() -> None:
    found = arrange("neotopia", ["random", "majority", "accountant"], 240)
    result = play_tournament(found)
    assert (result.dominant, result.dominated) == (2, 0)
    assert document(result) == document(play_tournament(found, threads=1))


# Mistakes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["accountant", "mjority"], "--players: unknown player 'mjority'; did you mean 'majority'?"),
        (
            ["accountant", "majority", "accountant"],
            "--players: names 'accountant' twice; give each player once",
        ),
        (["majority"], "--players: a tournament needs two players or more; known are accountant, majority"),
        ([], "--players: a tournament needs two players or more; known are accountant, majority"),
    ],
)
def test_mistakes_in_the_players(register: Register, names: list[str], message: str) -> None:
    register(["accountant", "majority"], 4, by_rotation)
    with pytest.raises(UserError) as error:
        arrange("toy", names)
    assert str(error.value) == message


def test_other_mistakes(register: Register) -> None:
    register(["a", "b"], 4, by_rotation)
    with pytest.raises(UserError, match="--games: 0 is not allowed"):
        arrange("toy", games=0)
    with pytest.raises(UserError, match="--seed: -1 is not allowed"):
        arrange("toy", seed=-1)
    register(["a", "b"], 1, by_rotation)
    with pytest.raises(UserError, match="two seats"):
        arrange("toy")


def test_full_width_names_are_names(register: Register) -> None:
    register(["a", "b", "c"], 4, by_rotation)
    assert arrange("toy", ["ａ", " c "]).players == ("a", "c")


# Differences --------------------------------------------------------------------------------------------


def test_differences_by_hand() -> None:
    # 4 positions, 2 players, asked twice, 2 fields
    one = [[[1, 1], [1, 1]], [[1, 1], [1, 1]], [[2, 0], [2, 0]], [[3, 0], [3, 1]]]
    two = [[[1, 1], [0, 1]], [[1, 2], [1, 0]], [[2, 0], [2, 0]], [[0, 0], [1, 0]]]
    made = np.stack([np.array(one), np.array(two)], axis=1)
    share = differences.share_of_differences(made)
    assert share.tolist() == [[0.25, 0.5], [0.5, 0.75]]


def test_a_game_is_asked_with_its_players_and_weights(register: Register) -> None:
    asked: dict[str, Any] = {}

    def compare(rules: Any, players: Any, seed: int, positions: int) -> np.ndarray:
        asked.update(players=players["player"].tolist(), seed=seed)
        made = np.zeros((positions, len(players), 2, 1), np.int64)
        made[: positions // 4, 1] = 1
        return made

    register(["a", "b", "c"], 4, by_rotation, compare=compare)
    found = differences.compare_players("toy", ["c", "a"], positions=100, seed=5)
    assert asked == {"players": [2, 0], "seed": 5}
    assert found.players == ("c", "a")
    assert found.share.tolist() == [[0.0, 0.25], [0.25, 0.0]]


def test_a_game_without_comparison_says_so(register: Register) -> None:
    register(["a", "b"], 4, by_rotation)
    with pytest.raises(UserError, match="A toy has no way to compare"):
        differences.compare_players("toy")
