"""Addressed random numbers: every draw is a function of (seed, block, stream, place), never of what came before.

The generator is SplitMix64 (Steele, Lea & Flood 2014, "Fast splittable pseudorandom number generators"),
read at random access: draw i of a stream with key k is ``mix(k + (i + 1) * GOLDEN)``.  An extra draw in one
place therefore shifts nothing in another, and two variants of a game see the same cards.

Every uint64 operation of the package lives here, with ``np.uint64`` constants: mixing signed and unsigned
integers would turn them into floats.
"""

from __future__ import annotations

import contextlib

import numpy as np

from balance.kernel.jit import INTERPRETED, inlined, jit

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S27 = np.uint64(27)
S30 = np.uint64(30)
S31 = np.uint64(31)
S32 = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)
ONE = np.uint64(1)

# Streams of a block.  A game adds its own chance places with `chance_key`.
DEAL, CHANCE, CHOICE = np.int64(1), np.int64(2), np.int64(3)  # typed, so that numba compiles once for all


def quiet() -> contextlib.AbstractContextManager[object]:
    """Silence NumPy's overflow warnings, which scalar uint64 arithmetic raises when interpreted."""
    return np.errstate(over="ignore") if INTERPRETED else contextlib.nullcontext()


@inlined
def mix(z):
    """SplitMix64's finaliser: uint64 → uint64."""
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


@inlined
def word(key, i):
    """Draw ``i`` (0, 1, …) of the stream ``key``: a uniform uint64."""
    return mix(np.uint64(key) + (np.uint64(i) + ONE) * GOLDEN)


@inlined
def subkey(key, i):
    """Key of the ``i``-th stream below ``key``; mixed twice, so that it overlaps no stream of draws."""
    return mix(word(key, i) ^ GOLDEN)


@inlined
def below(key, i, n):
    """Draw ``i`` of the stream ``key`` as an integer uniform on 0 … n−1 (1 ≤ n < 2³¹), exactly uniform.

    Lemire (2019, "Fast random integer generation in an interval"), on the upper 32 bits; a rejected word is
    mixed again, so the draw still depends on its address alone.
    """
    bound = np.uint64(n)
    z = word(key, i)
    product = (z >> S32) * bound
    rest = product & LOW
    if rest < bound:
        threshold = ((LOW - bound) + ONE) % bound
        while rest < threshold:
            z = mix(z + GOLDEN)
            product = (z >> S32) * bound
            rest = product & LOW
    return np.int64(product >> S32)


@jit
def block_key(seed, block):
    """Key of a block (one deal): seed any int64, block 0, 1, …"""
    return subkey(subkey(np.uint64(0), np.int64(seed)), np.int64(block))


@jit
def choice_key(block, rotation, seat):
    """Key of one seat's choices in one rotation of the block whose key is ``block``."""
    return subkey(subkey(subkey(block, CHOICE), rotation), seat)


@inlined
def chance_key(block, what, turn):
    """Key of the chance draws of kind ``what`` at ``turn``; its draws are numbered 0, 1, …"""
    return subkey(subkey(subkey(block, CHANCE), what), turn)


@jit
def shuffle(cards, n, key):
    """Fill ``cards[:n]`` with a uniform permutation of 0 … n−1: inside-out Fisher–Yates, one draw a slot.

    Slot i's draw has address i, so leaving the last slot out moves one card only: the one that lay at its
    place comes from the end.
    """
    for i in range(n):
        j = below(key, i, i + 1)
        cards[i] = cards[j]
        cards[j] = i


@jit
def take_out(cards, n, slot):
    """Remove ``slot`` from the permutation ``cards[:n]``; the last card fills its place.  Returns n−1."""
    for i in range(n):
        if cards[i] == slot:
            cards[i] = cards[n - 1]
            break
    return n - 1
