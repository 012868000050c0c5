"""Random numbers: the published vector, exact uniformity by enumeration, and streams that do not meet.

The reference generator below is SplitMix64 as published, in Python integers, with a state that is advanced;
the kernel reads the same stream at random access.
"""

from __future__ import annotations

import itertools
import types
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from scipy import stats

from balance.kernel import rng
from balance.kernel.jit import entry
from balance.kernel.rng import (
    below,
    block_key,
    chance_key,
    choice_key,
    quiet,
    shuffle,
    subkey,
    take_out,
    word,
)

WORD = 1 << 64
HALF = 1 << 32
GOLDEN = 0x9E3779B97F4A7C15
UNLIKELY = 1e-3  # p-value below which a fixed seed counts as not uniform


@entry
def words(key, out):
    for i in range(out.shape[0]):
        out[i] = word(key, i)


@entry
def numbers(key, n, out):
    for i in range(out.shape[0]):
        out[i] = below(key, i, n)


@entry
def first_number(keys, n, out):
    for i in range(keys.shape[0]):
        out[i] = below(keys[i], 0, n)


@entry
def shuffled(keys, n, out):
    for i in range(keys.shape[0]):
        shuffle(out[i], n, keys[i])


@entry
def block_keys(seeds, blocks, out):
    for i in range(out.shape[0]):
        out[i] = block_key(seeds[i], blocks[i])


@entry
def keys_below(block, out):
    """Keys of one block: 0–4 the deal, chance and choice streams by place."""
    for i in range(out.shape[0]):
        out[i, 0] = subkey(block, i)
        out[i, 1] = chance_key(block, 1, i)
        out[i, 2] = chance_key(block, 2, i)
        out[i, 3] = choice_key(block, 0, i)
        out[i, 4] = choice_key(block, 1, i)


def splitmix64(state: int) -> Iterator[int]:
    """The published generator from a state."""
    while True:
        state = (state + GOLDEN) % WORD
        z = state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
        yield z ^ z >> 31


def unmixed(z: int) -> int:
    """The one word that SplitMix64's finaliser turns into ``z``."""

    def unshifted(value: int, shift: int) -> int:
        found = value
        for _ in range(64 // shift):
            found = value ^ found >> shift
        return found

    z = unshifted(z, 31) * pow(0x94D049BB133111EB, -1, WORD) % WORD
    z = unshifted(z, 27) * pow(0xBF58476D1CE4E5B9, -1, WORD) % WORD
    return unshifted(z, 30)


def key_with_first_word(first: int) -> int:
    """A stream whose draw 0 is this word."""
    return (unmixed(first) - GOLDEN) % WORD


def interpreted(function: Any, **names: Any) -> Callable[..., Any]:
    """The Python source of a kernel function with some of the functions that it calls replaced."""
    plain = getattr(function, "py_func", function)
    return types.FunctionType(plain.__code__, {**plain.__globals__, **names})


def draw(n: int, keys: list[int]) -> list[int]:
    """Draw 0 below ``n`` of each stream."""
    out = np.zeros(len(keys), np.int64)
    with quiet():
        first_number(np.array(keys, np.uint64), np.int64(n), out)
    return [int(value) for value in out]


def many_keys(count: int) -> np.ndarray:
    """Keys of the first ``count`` blocks of a seed."""
    out = np.zeros(count, np.uint64)
    with quiet():
        block_keys(np.full(count, 8, np.int64), np.arange(count), out)
    return out


class TestWords:
    def test_published_vector(self) -> None:
        out = np.zeros(2, np.uint64)
        with quiet():
            words(np.uint64(1234567), out)
        assert [int(value) for value in out] == [6457827717110365317, 3203168211198807973]

    @pytest.mark.parametrize("key", [0, 1, 8, GOLDEN, WORD - 1, WORD - GOLDEN])
    def test_random_access_is_the_published_sequence(self, key: int) -> None:
        out = np.zeros(50, np.uint64)
        with quiet():
            words(np.uint64(key), out)
        assert [int(value) for value in out] == list(itertools.islice(splitmix64(key), 50))

    def test_the_finaliser_can_be_undone(self) -> None:
        for first in (0, 1, HALF, WORD - 1, 0x0123456789ABCDEF):
            assert next(splitmix64(key_with_first_word(first))) == first


class TestBelow:
    @pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 10, 44, 97])
    def test_uniform(self, n: int) -> None:
        out = np.zeros(3000, np.int64)
        with quiet():
            numbers(np.uint64(n), np.int64(n), out)
        counts = np.bincount(out, minlength=n)
        assert len(counts) == n
        assert n == 1 or stats.chisquare(counts).pvalue > UNLIKELY

    @pytest.mark.parametrize("n", [3, 5, 6, 7, 11, 38, 44, 1000, (1 << 31) - 1])
    def test_exactly_as_many_words_for_each_number(self, n: int) -> None:
        """At the ends of each number's interval of 2³² upper halves, what is accepted and what is drawn anew.

        The number k belongs to the halves h with h·n // 2³² = k, which are more for some k than for others;
        of each interval just so many may count that all have ⌊2³²/n⌋.
        """
        share = HALF // n
        for k in sorted({0, 1, 2, n // 2, n - 2, n - 1}):
            low, high = -(-k * HALF // n), -(-(k + 1) * HALF // n) - 1
            spare = high - low + 1 - share
            assert spare in (0, 1)
            firsts = [low, low + 1, high]
            found = draw(n, [key_with_first_word(half * HALF) for half in firsts])
            assert found[1:] == [k, k]
            if spare:
                again = next(splitmix64(low * HALF))  # the word is mixed again
                found_again = again // HALF * n // HALF
                assert again // HALF * n % HALF >= HALF % n  # this one counts
                assert found[0] == found_again
            else:
                assert found[0] == k

    def test_words_that_are_refused_again_and_again(self) -> None:
        """Of a bound of a third of 2³² and a bit every third word is refused, and so may its successor be."""
        n = HALF // 3 + 1
        threshold = HALF % n
        assert 0.33 < threshold / HALF < 0.34
        wanted, refusals = [], Counter[int]()
        for key in range(600):
            z, refused = next(splitmix64(key)), 0
            while z // HALF * n % HALF < threshold:
                z, refused = next(splitmix64(z)), refused + 1
            wanted.append(z // HALF * n // HALF)
            refusals[refused] += 1
        assert refusals[1] > 50
        assert refusals[2] > 20
        assert draw(n, list(range(600))) == wanted

    def test_powers_of_two_refuse_nothing(self) -> None:
        assert draw(4, [key_with_first_word(half << 32) for half in (0, 1 << 30, HALF - 1)]) == [0, 1, 3]

    def test_a_draw_depends_on_its_address_alone(self) -> None:
        few, many = np.zeros(3, np.int64), np.zeros(50, np.int64)
        with quiet():
            numbers(np.uint64(99), np.int64(7), few)
            numbers(np.uint64(99), np.int64(7), many)
        assert list(few) == list(many[:3])


class TestShuffle:
    def scripted(self, draws: tuple[int, ...]) -> list[int]:
        """The order that these draws give."""
        asked = []

        def told(key: Any, i: int, n: int) -> int:
            asked.append((i, n))
            return draws[i]

        cards = np.full(len(draws), -1)
        interpreted(shuffle, below=told)(cards, len(draws), None)
        assert asked == [(i, i + 1) for i in range(len(draws))]  # one draw a slot, at its own address
        return [int(card) for card in cards]

    def every(self, n: int) -> list[list[int]]:
        """The orders of all equally likely draws."""
        return [self.scripted(draws) for draws in itertools.product(*(range(i + 1) for i in range(n)))]

    def test_every_order_once(self) -> None:
        assert sorted(self.every(4)) == sorted(map(list, itertools.permutations(range(4))))

    def test_without_the_last_card_all_others_lie_as_before(self) -> None:
        """But for the one from the end, which takes its place."""
        for draws in itertools.product(*(range(i + 1) for i in range(5))):
            full, fewer = self.scripted(draws), self.scripted(draws[:-1])
            place = full.index(4)
            wanted = full[:4] if place == 4 else [*full[:place], full[4], *full[place + 1 : 4]]
            assert fewer == wanted

    def test_taking_a_card_out_leaves_every_order_equally_often(self) -> None:
        for slot in range(4):
            found: Counter[tuple[int, ...]] = Counter()
            for order in self.every(4):
                cards = np.array(order)
                assert interpreted(take_out)(cards, 4, slot) == 3
                found[tuple(int(card) for card in cards[:3])] += 1
            rest = [card for card in range(4) if card != slot]
            assert found == {order: 4 for order in itertools.permutations(rest)}

    def test_taking_two_cards_out(self) -> None:
        """A suit that is taken out: every order of what is left equally often."""
        found: Counter[tuple[int, ...]] = Counter()
        for order in self.every(5):
            cards = np.array(order)
            assert interpreted(take_out)(cards, 5, 2) == 4
            assert interpreted(take_out)(cards, 4, 1) == 3
            found[tuple(int(card) for card in cards[:3])] += 1
        assert found == {order: 20 for order in itertools.permutations((0, 3, 4))}

    def test_taking_out_moves_the_last_card_only(self) -> None:
        cards = np.array([3, 0, 4, 1, 2])
        assert interpreted(take_out)(cards, 5, 0) == 4
        assert list(cards[:4]) == [3, 2, 4, 1]

    def test_uniform_as_it_is_drawn(self) -> None:
        out = np.zeros((2400, 4), np.int64)
        with quiet():
            shuffled(many_keys(2400), np.int64(4), out)
        counts = Counter(map(tuple, out.tolist()))
        assert sorted(counts) == sorted(itertools.permutations(range(4)))
        assert stats.chisquare(list(counts.values())).pvalue > UNLIKELY


class TestStreams:
    def test_none_meet(self) -> None:
        """10⁵ blocks of several seeds, negative and large ones too, and the streams below a block."""
        seeds = [0, 1, 2, 8, -1, (1 << 63) - 1, -(1 << 63), 1 << 32, 1234567, 99]
        count = 10_000
        out = np.zeros(len(seeds) * count, np.uint64)
        with quiet():
            block_keys(np.repeat(np.array(seeds, np.int64), count), np.tile(np.arange(count), len(seeds)), out)
        below_them = np.zeros((2000, 5), np.uint64)
        with quiet():
            keys_below(out[0], below_them)
        every = np.concatenate([out, below_them.ravel()])
        assert len(np.unique(every)) == len(every)

    def test_nor_do_their_draws(self) -> None:
        keys = many_keys(500)
        drawn = np.zeros((500, 20), np.uint64)
        with quiet():
            for key, row in zip(keys, drawn, strict=True):
                words(key, row)
        assert len(np.unique(np.concatenate([drawn.ravel(), keys]))) == 500 * 21

    def test_seed_and_block_are_not_interchangeable(self) -> None:
        out = np.zeros(2, np.uint64)
        with quiet():
            block_keys(np.array([3, 5]), np.array([5, 3]), out)
        assert out[0] != out[1]

    def test_named_streams_differ(self) -> None:
        assert len({rng.DEAL, rng.CHANCE, rng.CHOICE}) == 3

    def test_neighbouring_blocks_are_unrelated(self) -> None:
        """The first draws of neighbouring blocks, of one seed: pairs are uniform on 5 × 5."""
        first = np.zeros(2500, np.int64)
        with quiet():
            first_number(many_keys(2500), np.int64(5), first)
        pairs = np.bincount(first[:-1] * 5 + first[1:], minlength=25)
        assert stats.chisquare(pairs).pvalue > UNLIKELY
