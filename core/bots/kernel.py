"""The kernel contract: a game's rules a second time, compiled, for search only.

The rules (`core.game`) are the authority. A kernel, `core/games/<game>/bot/kernel.py`, is proven equal to
them by tests (`tests/core/kernels.py`): the same legal actions, states, chances and outcomes in random games
of all options. Its state `s` is an array of int64 without any Python object; an action is a number, its
*code*. The module has these functions in plain Python,

    from_state(state) -> s              from the rules' state, options included
    to_state(s) -> state                and back
    code_of(action) -> int              from the rules' action
    action_of(code) -> action           and back

the constants `SIZE` (numbers of a state), `MOST_ACTIONS` (most legal actions, or chances, of any state) and
`HIDDEN` (whether seats have secrets or decide at the same time), and, compiled, the functions below. They
trust that their arguments are legal. A game without chance leaves out `chances` and `draw`, one without
secrets `imagine` and `conceal`.

What is written once for all games is compiled for each with its functions in place of these
(`core.bots.compiled.specialised`).
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.bots.contract import FloatArray
from core.bots.parts import has_part, part_of
from core.game import AnyGame

IntArray = NDArray[np.int64]
"""A kernel's state, list of actions, or table."""
Generator = NDArray[np.uint64]
"""State of a random generator: an array of one number."""

CHANCE: Final = -1
"""Actor where chance is to act."""
OVER: Final = -2
"""Actor of a game that is over."""
MOST_ACTIONS: Final = 0
"""Placeholder of each kernel's own."""


def has_kernel(game: AnyGame) -> bool:
    """Whether a game has a kernel: only games as they stand on the shelf do. Imports no compiler."""
    on_shelf = any(game is each for each in import_module("core.games").GAMES)
    return on_shelf and has_part(game.info.key, "kernel")


def kernel_of(key: str) -> ModuleType:
    """The kernel of the game with this key. Raises ImportError if numba is missing."""
    return part_of(key, "kernel")


def seats(s: IntArray) -> int:
    """Number of seats."""
    raise NotImplementedError


def actor(s: IntArray) -> int:
    """The lowest seat that owes a decision, `CHANCE`, or `OVER`."""
    raise NotImplementedError


def legal(s: IntArray, seat: int, actions: IntArray) -> int:
    """Write the codes of a seat's legal actions; returns their number."""
    raise NotImplementedError


def apply(s: IntArray, seat: int, action: int) -> None:
    """Change the state to the one after an action of a seat, or of `CHANCE`."""
    raise NotImplementedError


def chances(s: IntArray, actions: IntArray, weights: FloatArray) -> int:
    """Write the codes of what chance may do, each with its weight; returns their number."""
    raise NotImplementedError


def draw(s: IntArray, rng: Generator) -> int:
    """Action of chance, drawn at random."""
    raise NotImplementedError


def outcome(s: IntArray, wins: FloatArray, points: FloatArray) -> None:
    """Write each seat's share of the win (1 alone, ½ of two …) and its points; the game is over."""
    raise NotImplementedError


def playout(s: IntArray, rng: Generator) -> None:
    """Play on to the end at random, every legal action as likely."""
    raise NotImplementedError


def imagine(s: IntArray, seat: int, rng: Generator) -> None:
    """Fill in at random what a seat does not know, as the rules' `sample_state`."""


def conceal(s: IntArray, seat: int) -> None:
    """Replace what a seat does not know by one fixed value, as the rules' `view`."""
