"""What a scripted player can tell of the cards: counts, chances and order, against plain recounts and SciPy."""

from __future__ import annotations

import ast
import random
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from balance.games.neotopia import players
from balance.games.neotopia.codes import JOKER, MOVE
from balance.games.neotopia.players import PLAYERS
from balance.games.neotopia.state import NOW, PAD
from tests.neotopia.turns import Position, after_turn, decision, positions, reshuffled, with_player

RULINGS: tuple[tuple[int, dict[str, Any]], ...] = (
    (4, {}),
    (3, {"ties": "shared"}),
    (2, {"secret_personnel": "flip_one", "riot": "every"}),
    (5, {"hand": 6, "transfer_targets": "face_up", "secret_count": "in_front"}),
    (4, {"jokers": 0, "effects": "count", "secret_parity": False}),
)
A_RULING = 60


@pytest.fixture(scope="module", params=range(len(RULINGS)), ids=lambda number: f"ruling {number}")
def mixed(request: pytest.FixtureRequest) -> tuple[Any, list[Position]]:
    number, rules = RULINGS[request.param]
    return positions(rules, number, A_RULING, seed=request.param)


def unseen(table: Any, rules: Any, p: int) -> tuple[np.ndarray, np.ndarray]:
    """Cards that seat ``p`` cannot place, by kind, and how many of them lie with each seat, counted where they are."""
    cards = table.pile - table.seats[p].pile_seen
    for i in range(table.n_down):
        cards[table.down[i]] += 1 - table.down_known[i]
    held = np.zeros(rules.seats, int)
    for q in range(rules.seats):
        if q != p:
            seat = table.seats[q]
            loose = seat.hidden + seat.closed - seat.closed_known
            if q == (p + 1) % rules.seats:
                loose = loose - table.seats[p].passed
            held[q] = loose.sum()
            cards = cards + loose
    return cards, held


def sights(mixed: tuple[Any, list[Position]]) -> Any:
    """(position, seat, sight) wherever an accountant used no skill, so that its sight is that of the position."""
    rules, found = mixed
    for table, p in found:
        after = after_turn((table, p), rules, with_player(rules, "accountant", p, {"pairing": 0.0}))
        if after.now.skill < 0:
            yield table[0], p, after.sight


def test_what_is_left_is_what_lies_unseen(mixed: tuple[Any, list[Position]]) -> None:
    """N25: by kind and by place, against a count of the very cards that the seat cannot see."""
    rules = mixed[0]
    for table, p, sight in sights(mixed):
        cards, held = unseen(table, rules, p)
        assert sight.left[: rules.kinds].tolist() == cards[: rules.kinds].tolist()
        assert sight.places == cards.sum()
        for q in range(rules.seats):
            if q != p:
                assert sight.shut[q] == held[q]


def test_tails_are_hypergeometric(mixed: tuple[Any, list[Position]]) -> None:
    rules = mixed[0]
    for _, p, sight in sights(mixed):
        most = int(sight.left[1 : rules.suits + 1].max())
        for q in range(rules.seats):
            if q == p:
                continue
            for cards in range(most + 1):
                tail = sight.tail[sight.alike[q], cards]
                wanted = stats.hypergeom(sight.places, cards, sight.shut[q]).sf(np.arange(cards + 2) - 1)
                assert np.allclose(tail[PAD : PAD + cards + 2], wanted, atol=1e-12)
                assert (tail[: PAD + 1] == 1.0).all() and (tail[PAD + cards + 1 :] == 0.0).all()


def rank_by_cases(rules: Any, sight: Any, p: int, suit: int, count: int) -> tuple[float, float]:
    """P(first), P(second) with ``count`` cards of a suit: every combination of the others' counts, one by one."""
    others = [q for q in range(rules.seats) if q != p]
    left = int(sight.left[suit])
    chances = [stats.hypergeom(sight.places, left, sight.shut[q]).pmf(range(left + 1)) for q in others]
    first = second = 0.0
    for extra in product(range(left + 1), repeat=len(others)):
        weight = float(np.prod([chance[x] for chance, x in zip(chances, extra, strict=True)]))
        if weight == 0.0:
            continue
        above = np.zeros(len(others))  # chance of each to rank above
        for i, (q, x) in enumerate(zip(others, extra, strict=True)):
            his = int(sight.known[q, suit]) + x
            if his > 0 and q == sight.joker_at:
                his += 1
            above[i] = 1.0 if his > count else float(sight.nearer[NOW, q]) if his == count else 0.0
        first += weight * float(np.prod(1.0 - above))
        second += weight * sum(
            above[i] * float(np.prod([1.0 - above[j] for j in range(len(others)) if j != i]))
            for i in range(len(others))
        )
    return first, second


def test_rank_chances_sum_over_all_cases() -> None:
    """N20, N23: against the enumeration of the others' counts, each seat taken by itself."""
    rules, found = positions({}, 4, 12, seed=77)
    checked = 0
    for table, p, sight in sights((rules, found)):
        del table
        for suit in range(1, rules.suits + 1):
            own = int(sight.own[suit])
            for step, count in enumerate(range(own - 1, own + 3)):
                if count < 1:
                    continue
                first, second = rank_by_cases(rules, sight, p, suit, count)
                assert sight.first[NOW, suit, step] == pytest.approx(first, abs=1e-9)
                assert sight.second[NOW, suit, step] == pytest.approx(second, abs=1e-9)
                checked += 1
    assert checked > 100


def test_the_order_is_what_the_start_card_makes_it(mixed: tuple[Any, list[Position]]) -> None:
    """N17, N22: over every seat that may hold the start card, with the chance that it does."""
    rules, _ = mixed
    for table, p, sight in sights(mixed):
        start = rules.start_card
        chances = np.zeros(rules.seats)
        if sight.own[start]:
            chances[p] = 1.0
        elif any(sight.known[q, start] for q in range(rules.seats) if q != p):
            chances[next(q for q in range(rules.seats) if q != p and sight.known[q, start])] = 1.0
        else:
            if sight.left[start]:
                for q in range(rules.seats):
                    chances[q] = sight.shut[q] / sight.places if q != p else 0.0
            chances[table.start_seat] += 1.0 - chances.sum()
        bonus = sum(chances[t] * rules.order_bonus[(p - t) % rules.seats + 1] for t in range(rules.seats))
        assert sight.bonus[NOW] == pytest.approx(bonus, abs=1e-12)
        for q in range(rules.seats):
            if q != p:
                sooner = sum(chances[t] for t in range(rules.seats) if (q - t) % rules.seats < (p - t) % rules.seats)
                wanted = 0.0 if rules.ties == 1 else sooner
                assert sight.nearer[NOW, q] == pytest.approx(wanted, abs=1e-12)


def test_a_reshuffle_changes_hidden_cards_only(mixed: tuple[Any, list[Position]]) -> None:
    """The test's own tool: it moves cards, but nothing that the seat can tell."""
    rules, found = mixed
    rng = random.Random(5)
    moved = 0
    for position in found:
        p = position[1]
        other = reshuffled(position, rules, p, rng)
        before, after = position[0][0], other[0][0]
        assert unseen(before, rules, p)[0].tolist() == unseen(after, rules, p)[0].tolist()
        assert unseen(before, rules, p)[1].tolist() == unseen(after, rules, p)[1].tolist()
        moved += any((before.seats[q].hidden != after.seats[q].hidden).any() for q in range(rules.seats) if q != p)
    assert moved > len(found) / 2


@pytest.mark.parametrize("name", PLAYERS)
def test_no_player_uses_what_its_seat_cannot_know(name: str, mixed: tuple[Any, list[Position]]) -> None:
    """N25: the same decision when all cards that the seat cannot place are dealt anew."""
    rules, found = mixed
    rng = random.Random(name)
    for position in found:
        lineup = with_player(rules, name, position[1])
        wanted = decision(after_turn(position, rules, lineup), known_only=True)
        for _ in range(2):
            other = reshuffled(position, rules, position[1], rng)
            assert decision(after_turn(other, rules, lineup), known_only=True) == wanted


@pytest.mark.parametrize("name", PLAYERS)
def test_no_player_passes_by_what_it_cannot_know(name: str) -> None:
    """N25, N15: nor does it choose the card of a department move by the others' cards."""
    rules, found = positions({}, 4, 80, seed=11)
    rng = random.Random(name)
    seen = 0
    for position in found:
        mover = position[1]
        q = (mover + 1 + rng.randrange(3)) % 4
        lineup = with_player(rules, "weighted", mover, {"moving": 1000.0}, rest=name)
        before = after_turn(position, rules, lineup)
        if before.now.skill != MOVE:
            continue
        after = after_turn(reshuffled(position, rules, q, rng), rules, lineup)
        assert after.now.skill == MOVE
        assert after.swap[q].tolist() == before.swap[q].tolist()
        seen += 1
    assert seen > 30


HIDDEN_FIELDS = {"hidden", "closed", "down", "pile", "cards", "passed", "pile_seen"}
MODULES = sorted(path for path in Path(players.__file__).parent.glob("*.py") if path.name != "uniform.py")


def unguarded(path: Path) -> list[str]:
    """Reads of hidden fields other than of the seat's own cards, or of a field card that all saw put there."""
    found = []
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute) and node.attr in HIDDEN_FIELDS:
                owner = ast.unparse(node.value)
                own = owner == "state.seats[p]" or (
                    owner == "seat" and "seat = state.seats[p]" in ast.unparse(function)
                )
                known = node.attr == "down" and "state.down_known[place]" in ast.unparse(function)
                if owner != "now" and not own and not known:
                    found.append(f"{path.name}:{node.lineno}: {ast.unparse(node)}")
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_player_modules_read_own_cards_only(path: Path) -> None:
    assert unguarded(path) == []


def test_the_reader_finds_a_peek(tmp_path: Path) -> None:
    peek = tmp_path / "peek.py"
    peek.write_text("def f(state, p, q):\n    seat = state.seats[q]\n    return seat.hidden[1] + state.pile[JOKER]\n")
    assert len(unguarded(peek)) == 2
    assert JOKER == 0
