"""Verifiable chance: every draw is a function of a secret seed and a number.

The hash of the seed (the *commitment*) is published before the first step and the seed after the
last, so anybody can check that no draw was chosen for its effect. The number of a draw is that of its step;
in a duplicate it is the number among the draws, so that all tables have the same draws whatever was decided
between them. Which of the two it is, is committed to as well.
"""

from __future__ import annotations

import hashlib
import hmac
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from core.game import Probability

SEED_BYTES: Final = 32
WORD_BITS: Final = 256
_PURPOSE: Final = b"tilewright chance 1"
_PURPOSE_BY_DRAW: Final = b"tilewright chance by draw 1"


def commitment(seed: bytes, by_draw: bool = False) -> bytes:
    """Hash of the seed, published before the game: 32 bytes that fix the seed without revealing it.

    `by_draw`: draws are numbered among themselves, not among all steps.
    """
    return hashlib.sha256((_PURPOSE_BY_DRAW if by_draw else _PURPOSE) + seed).digest()


def is_by_draw(seed: bytes, promise: bytes) -> bool:
    """Whether this commitment to the seed says that draws are numbered among themselves."""
    return commitment(seed, by_draw=True) == promise


def seed_from(number: int) -> bytes:
    """The seed of a repeatable game, made from any whole number."""
    return hashlib.sha256(f"tilewright seed {number}".encode()).digest()


def point(seed: bytes, number: int) -> Fraction:
    """A number in [0, 1) for the draw with this number, in steps of 2**-256."""
    return Fraction(_word(seed, number), 1 << WORD_BITS)


def draw(seed: bytes, number: int, chances: Sequence[tuple[Any, Probability]]) -> Any:
    """The action that chance does in this draw: the one whose share of [0, 1) holds the point."""
    word = _word(seed, number)
    total, whole = 0, 1  # the sum so far as a fraction: exact, and many times faster than `Fraction`
    for action, probability in chances:
        share, parts = probability.as_integer_ratio()
        if parts != whole:
            common = math.lcm(whole, parts)
            total, share, whole = total * (common // whole), share * (common // parts), common
        total += share
        if word * whole < total << WORD_BITS:
            return action
    return chances[-1][0]


def _word(seed: bytes, number: int) -> int:
    word = hmac.digest(seed, _PURPOSE + number.to_bytes(8, "big"), "sha256")
    return int.from_bytes(word, "big")
