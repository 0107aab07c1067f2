"""Many games of one kind at once, in arrays: what a program that learns plays on.

    environment = BatchEnvironment("sturt", games=1024)
    step = environment.reset(seeds=range(1024))
    while learning:
        step = environment.step(choose(step.observations, step.legal))

The games are played on the game's kernel (`core.bots.kernel`) and told by its encoding
(`core.environments.encoding`). Chance draws from a generator of each game's own, so what happens in a game
follows from its seed and its actions. A game that is over begins again at once, with what its generator
draws next. Where several seats owe a decision, they are asked one after the other, the lowest first; none
sees what the others decided meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.bots.compiled import random_below, specialised
from core.bots.contract import FloatArray
from core.bots.kernel import (
    MOST_ACTIONS,
    OVER,
    Generator,
    IntArray,
    apply,
    kernel_of,
    legal,
    outcome,
    seats,
)
from core.bots.tree import MOST_SEATS, settle
from core.environments.encoding import code, encoding_of, length, number, observe
from core.environments.setup import NotPossible, setup

Flags = NDArray[np.bool_]
Floats = NDArray[np.float32]


class BatchStep(NamedTuple):
    """Result of a step, a row for each game: read-only, and overwritten by the next step.

    actor          int8 (games,)               the seat that is to act
    observations   int16 (games, length)       what it may know: parts as in the encoding's `OBSERVATION`
    legal          bool (games, ACTIONS)       what it may do
    rewards        float32 (games, seats)      where somebody has won: seats · share of the win - 1, else 0
    points         float32 (games, seats)      where a game ended: the points of each seat, else 0
    ended          bool (games,)               games that ended and have begun again
    illegal        bool (games,)               games whose action was not legal; they stand as before
    """

    actor: NDArray[np.int8]
    observations: NDArray[np.int16]
    legal: Flags
    rewards: Floats
    points: Floats
    ended: Flags
    illegal: Flags


class BatchEnvironment:
    """Games of one kind, with the same options and seats, that are played step by step.

    `states` are those of the kernel, shape (games, SIZE), secrets included, and `generators` what chance
    draws from, shape (games, 1): read-only, for searches and tests.
    """

    def __init__(
        self,
        key: str,
        games: int,
        options: Mapping[str, Any] | None = None,
        seats: int | None = None,
        observations: bool = True,
    ) -> None:
        """Raises `NotPossible` for what does not go together, ImportError without numba.

        Without `observations` these stay 0, which is faster. The first environment of a game waits for the
        compiler, or for what it has kept.
        """
        if isinstance(games, bool) or not isinstance(games, int | np.integer) or games < 1:
            raise NotPossible(f"The number of games is at least 1, not {games!r}.")
        self.setup = setup(key, options, seats)
        encoding, kernel = encoding_of(key), kernel_of(key)
        self.games, self.actions, self.parts = int(games), int(encoding.ACTIONS), encoding.OBSERVATION
        self._compiled = _compiled(key)
        self._start: IntArray = kernel.from_state(self.setup.rules.start(*self.setup[1:]))
        self._observes = observations
        self._is_begun = False
        self._states = np.zeros((games, len(self._start)), dtype=np.int64)
        self._generators = np.zeros((games, 1), dtype=np.uint64)
        self._step = BatchStep(
            np.zeros(games, dtype=np.int8),
            np.zeros((games, length(self.parts)), dtype=np.int16),
            np.zeros((games, self.actions), dtype=np.bool_),
            np.zeros((games, self.setup.seats), dtype=np.float32),
            np.zeros((games, self.setup.seats), dtype=np.float32),
            np.zeros(games, dtype=np.bool_),
            np.zeros(games, dtype=np.bool_),
        )
        self._shown = BatchStep(*(_read_only_view(array) for array in self._step))
        self.states: IntArray = _read_only_view(self._states)
        self.generators: NDArray[np.uint64] = _read_only_view(self._generators)

    def reset(self, seeds: ArrayLike) -> BatchStep:
        """Begin all games, each with the seed at its index: whole numbers from 0 to 2⁶³ - 1.

        Raises `NotPossible` for anything else.
        """
        given = self._whole_numbers(seeds, "seeds")
        if (given < 0).any():
            raise NotPossible("Seeds are whole numbers from 0 to 2⁶³ - 1.")
        self._generators[:, 0] = given
        self._compiled.begin_all(self._states, self._generators, self._start, self._step, self._observes)
        self._is_begun = True
        return self._shown

    def step(self, actions: ArrayLike) -> BatchStep:
        """Do one action in each game: whole numbers, one for each game's actor.

        An action that is not legal changes nothing but its game's flag in `illegal`. Raises `NotPossible`,
        and does nothing, for what are no numbers or not as many as games.
        """
        if not self._is_begun:
            raise NotPossible("The first call is reset.")
        chosen = self._whole_numbers(actions, "actions")
        self._compiled.step_all(
            self._states, self._generators, self._start, chosen, self._step, self._observes
        )
        return self._shown

    def random_actions(self, generator: Generator) -> IntArray:
        """A legal action for each game, every one as likely; `generator` is one uint64 in an array.

        Raises `NotPossible` for any other generator.
        """
        fits = isinstance(generator, np.ndarray) and generator.dtype == np.uint64 and generator.shape == (1,)
        if not fits:
            raise NotPossible("The generator is an array of one uint64.")
        chosen = np.empty(self.games, dtype=np.int64)
        self._compiled.choose_all(self._step.legal, generator, chosen)
        return chosen

    def _whole_numbers(self, given: ArrayLike, name: str) -> IntArray:
        """An array of as many numbers as there are games."""
        try:
            numbers = np.asarray(given)
        except (ValueError, TypeError, OverflowError):
            raise NotPossible(f"The {name} are no array of whole numbers.") from None
        if numbers.dtype.kind not in "iu":
            raise NotPossible(f"The {name} are whole numbers, not {numbers.dtype}.")
        if numbers.shape != (self.games,):
            raise NotPossible(f"The {name} have the shape ({self.games},), not {numbers.shape}.")
        return np.array(numbers, dtype=np.int64)


def _read_only_view(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


# --- Compiled for each game ----------------------------------------------------------------------------


def show(s: IntArray, seat: int, game: int, codes: IntArray, step: BatchStep, observes: bool) -> None:
    """Write what a seat that is to act may do and know."""
    step.actor[game] = seat
    allowed = step.legal[game]
    allowed[:] = False
    for i in range(legal(s, seat, codes)):
        allowed[number(s, seat, codes[i])] = True
    if observes:
        observe(s, seat, step.observations[game])


def begin_all(
    states: IntArray, generators: NDArray[np.uint64], start: IntArray, step: BatchStep, observes: bool
) -> None:
    """Begin all games."""
    codes = np.empty(MOST_ACTIONS, dtype=np.int64)
    for game in range(len(states)):
        s = states[game]
        s[:] = start
        show(s, settle(s, generators[game]), game, codes, step, observes)
    step.rewards[:] = 0
    step.points[:] = 0
    step.ended[:] = False
    step.illegal[:] = False


def step_all(
    states: IntArray,
    generators: NDArray[np.uint64],
    start: IntArray,
    chosen: IntArray,
    step: BatchStep,
    observes: bool,
) -> None:
    """Do one action in each game."""
    codes = np.empty(MOST_ACTIONS, dtype=np.int64)
    wins, points = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
    for game in range(len(states)):
        s, action = states[game], chosen[game]
        seat: int = np.int64(step.actor[game])  # type: ignore[assignment]  # as wide as every seat
        if step.ended[game]:
            step.ended[game] = False
            step.rewards[game] = 0
            step.points[game] = 0
        is_legal = 0 <= action < step.legal.shape[1] and step.legal[game, action]
        step.illegal[game] = not is_legal
        if not is_legal:
            continue
        apply(s, seat, code(s, seat, action))
        acting = settle(s, generators[game])
        if acting == OVER:
            end(s, game, wins, points, step)
            s[:] = start
            acting = settle(s, generators[game])
        show(s, acting, game, codes, step, observes)


def end(s: IntArray, game: int, wins: FloatArray, points: FloatArray, step: BatchStep) -> None:
    """Write what a game that is over brings."""
    outcome(s, wins, points)
    count, won = seats(s), wins.sum()
    step.ended[game] = True
    for seat in range(count):
        step.rewards[game, seat] = count * wins[seat] - won
        step.points[game, seat] = points[seat]


def choose_all(allowed: Flags, rng: Generator, chosen: IntArray) -> None:
    """Write a random legal action for each game."""
    for game in range(len(chosen)):
        row = allowed[game]
        left = random_below(rng, row.sum())
        action = 0
        while left or not row[action]:
            left -= row[action]
            action += 1
        chosen[game] = action


class _Compiled(NamedTuple):
    """Compiled functions of a game."""

    begin_all: Callable[..., None]
    step_all: Callable[..., None]
    choose_all: Callable[..., None]


_PARTS: Final = (settle, show, begin_all, step_all, end, choose_all)


@lru_cache(maxsize=8)
def _compiled(key: str) -> _Compiled:
    """The functions of the game with this key."""
    encoding = encoding_of(key)
    own = {name: getattr(encoding, name) for name in ("number", "code", "observe")}
    made = specialised(_PARTS, kernel_of(key), own)
    return _Compiled(*(made[name] for name in _Compiled._fields))
