"""The encoding contract: a game's actions and observations as numbers, for programs that learn.

An encoding, `core/games/<game>/bot/encoding.py`, stands beside the game's kernel (`core.bots.kernel`) and
speaks of its states `s`. The module has the constants

    ACTIONS        number of actions: an action of a seat is a number from 0 to ACTIONS - 1
    OBSERVATION    parts of an observation, a row of int16 in which they follow each other

and, compiled, the functions below. What they say depends only on what the seat may know:

- `number` and `code` are each other's inverse over the legal actions of a seat. The same number means the
  same thing as far as it can: places are told in a frame that everybody sees, cards by their kind.
- `observe` looks at nothing that the kernel's `conceal` would replace.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import prod
from types import ModuleType
from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from core import codec
from core.bots.kernel import IntArray
from core.bots.parts import part_of

Row = NDArray[np.int16]
"""An observation."""

ACTIONS: Final = 0
"""Placeholder of each encoding's own."""


class Part(NamedTuple):
    """Part of an observation: its name, the shape that its numbers have, and what they mean."""

    name: str
    shape: tuple[int, ...]
    meaning: str


def option_part(kind: type[msgspec.Struct]) -> Part:
    """Part for the options of a game as its kernel has them (`core.codec.option_numbers`)."""
    table = codec.choices(kind)
    words = [
        name + (": " + ", ".join(f"{n} {value}".lower() for n, value in enumerate(offered)) if named else "")
        for name, offered in table.items()
        for named in [any(isinstance(value, str) for value in offered)]
    ]
    return Part("options", (len(table),), "; ".join(words))


def offsets(parts: Sequence[Part]) -> tuple[int, ...]:
    """Index of each part's first number in an observation."""
    return tuple(accumulate((prod(part.shape) for part in parts[:-1]), initial=0))


def length(parts: Sequence[Part]) -> int:
    """Number of numbers in an observation."""
    return sum(prod(part.shape) for part in parts)


def encoding_of(key: str) -> ModuleType:
    """The encoding of the game with this key. Raises ImportError if numba is missing."""
    return part_of(key, "encoding")


def number(s: IntArray, seat: int, code: int) -> int:
    """The number of a seat's legal action with this code."""
    raise NotImplementedError


def code(s: IntArray, seat: int, number: int) -> int:
    """The code of a seat's legal action with this number."""
    raise NotImplementedError


def observe(s: IntArray, seat: int, out: Row) -> None:
    """Write what a seat may know; every number of the row."""
    raise NotImplementedError
