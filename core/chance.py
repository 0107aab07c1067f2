"""Verifiable chance: every draw is a function of a secret seed and the number of the step.

The hash of the seed (the *commitment*) is published before the first step and the seed after the
last, so anybody can check that no draw was chosen for its effect.
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


def commitment(seed: bytes) -> bytes:
    """Hash of the seed, published before the game: 32 bytes that fix the seed without revealing it."""
    return hashlib.sha256(_PURPOSE + seed).digest()


def seed_from(number: int) -> bytes:
    """The seed of a repeatable game, made from any whole number."""
    return hashlib.sha256(f"tilewright seed {number}".encode()).digest()


def point(seed: bytes, step: int) -> Fraction:
    """A number in [0, 1) for the draw at `step`, in steps of 2**-256."""
    return Fraction(_word(seed, step), 1 << WORD_BITS)


def draw(seed: bytes, step: int, chances: Sequence[tuple[Any, Probability]]) -> Any:
    """The action that chance does at `step`: the one whose share of [0, 1) holds the point."""
    word = _word(seed, step)
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


def _word(seed: bytes, step: int) -> int:
    word = hmac.digest(seed, _PURPOSE + step.to_bytes(8, "big"), "sha256")
    return int.from_bytes(word, "big")
