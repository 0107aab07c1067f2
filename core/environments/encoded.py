"""A game as numbers, for the adapters: rules, kernel and encoding, with options, seats and a first state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core import position
from core.bots.compiled import specialised
from core.bots.contract import FloatArray
from core.bots.kernel import CHANCE, Generator, IntArray, actor, apply, chances, kernel_of, legal
from core.bots.tree import settle
from core.environments.encoding import code, encoding_of, length, number
from core.environments.setup import NotPossible, game_of, reason, setup
from core.game import AnyGame, Refused, Seat
from core.position_fields import UNKNOWN_WORD

# --- Compiled for each game ----------------------------------------------------------------------------


def legal_numbers(s: IntArray, seat: int, numbers: IntArray) -> int:
    """Write the numbers of a seat's legal actions, in ascending order; returns how many there are."""
    count = legal(s, seat, numbers)
    for place in range(count):
        numbers[place] = number(s, seat, numbers[place])
    numbers[:count].sort()
    return count


def likely(s: IntArray, codes: IntArray, chances_of: FloatArray) -> int:
    """Write the codes of what chance may do and how likely each is; returns how many there are."""
    count = chances(s, codes, chances_of)
    total = chances_of[:count].sum()
    for place in range(count):
        chances_of[place] /= total
    return count


def act(s: IntArray, seat: int, number: int) -> int:
    """Change the state to the one after an action of a seat; returns who acts then."""
    apply(s, seat, code(s, seat, number))
    return actor(s)


def act_chance(s: IntArray, code: int) -> int:
    """Change the state to the one after chance has done what has this code; returns who acts then."""
    apply(s, CHANCE, code)
    return actor(s)


class _Compiled(NamedTuple):
    """Compiled functions of a game."""

    settle: Callable[[IntArray, Generator], int]
    legal_numbers: Callable[[IntArray, int, IntArray], int]
    likely: Callable[[IntArray, IntArray, FloatArray], int]
    act: Callable[[IntArray, int, int], int]
    act_chance: Callable[[IntArray, int], int]


_PARTS: Final = (settle, legal_numbers, likely, act, act_chance)


@lru_cache(maxsize=8)
def _compiled(key: str) -> _Compiled:
    """The functions of the game with this key."""
    encoding = encoding_of(key)
    own = {name: getattr(encoding, name) for name in ("number", "code")}
    made = specialised(_PARTS, kernel_of(key), own)
    return _Compiled(*(made[name] for name in _Compiled._fields))


# --- A game with options -------------------------------------------------------------------------------


class EncodedGame:
    """A game with options and seats, begun as usual or with a position.

    `start` is the array of its first state, `size` the length of an observation.
    """

    def __init__(
        self, key: str, seats: int | None = None, options: Mapping[str, Any] | None = None, text: str = ""
    ) -> None:
        """Raises `NotPossible` for what does not go together.

        `text` is a position (`core.position`) with its options and seats; others may not be asked for.
        """
        self.rules = game_of(key)
        if not isinstance(text, str):
            raise NotPossible(f"A position is a text, not {text!r}.")
        self._made_of = key, seats, options, text
        try:
            begun = _begun(self.rules, seats, options or {}, text)
        except Refused as refused:
            raise NotPossible(f"The position cannot be read: {reason(refused)}.") from None
        self.options, self.seats = begun.options, begun.seats
        self.kernel, self.encoding = kernel_of(key), encoding_of(key)
        self.compiled = _compiled(key)
        self.start: IntArray = self.kernel.from_state(begun.state)
        self.size = length(self.encoding.OBSERVATION)

    def legal(self, s: IntArray, seat: int) -> list[int]:
        """The numbers of a seat's legal actions, in ascending order."""
        numbers = np.empty(self.kernel.MOST_ACTIONS, dtype=np.int64)
        count = self.compiled.legal_numbers(s, seat, numbers)
        return numbers[:count].tolist()  # type: ignore[no-any-return]

    def chances(self, s: IntArray) -> tuple[list[int], list[float]]:
        """The codes of what chance may do, and how likely each is."""
        codes, likely = np.empty(self.kernel.MOST_ACTIONS, dtype=np.int64), np.empty(self.kernel.MOST_ACTIONS)
        count = self.compiled.likely(s, codes, likely)
        return codes[:count].tolist(), likely[:count].tolist()

    def __deepcopy__(self, memo: dict[int, Any]) -> EncodedGame:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return EncodedGame, self._made_of

    def notation(self, s: IntArray, seat: int, number: int) -> str:
        """An action of a seat as text."""
        return self.rules.notation(self.kernel.action_of(int(self.encoding.code(s, seat, number))))

    def chance_notation(self, code: int) -> str:
        """Text of what chance does."""
        return self.rules.notation(self.kernel.action_of(code))

    def text(self, s: IntArray) -> str:
        """The whole position as text."""
        return position.write(self.rules, self.seats, self.kernel.to_state(s))

    def view(self, s: IntArray, viewer: int | None) -> str:
        """The position as a seat may see it, None being a spectator, as text."""
        seen = self.rules.view(self.kernel.to_state(s), None if viewer is None else Seat(viewer))
        return position.write(self.rules, self.seats, seen)

    def concealed(self, s: IntArray, viewer: int) -> IntArray:
        """The state with all that a seat may not know replaced."""
        seen = s.copy()
        self.kernel.conceal(seen, viewer)
        return seen

    def parts(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The named parts of an observation, in its memory."""
        ends = np.cumsum([prod(part.shape) for part in self.encoding.OBSERVATION])
        flat = np.split(observation, ends[:-1])
        named = zip(self.encoding.OBSERVATION, flat, strict=True)
        return {part.name: values.reshape(part.shape) for part, values in named}

    def returns(self, s: IntArray) -> list[float]:
        """Returns of the seats at the end: seats · share of the win - 1; if nobody has won, 0."""
        wins, points = np.zeros(self.seats), np.zeros(self.seats)
        self.kernel.outcome(s, wins, points)
        return [self.seats * share - 1.0 if wins.any() else 0.0 for share in wins.tolist()]


def _begun(rules: AnyGame, seats: int | None, options: Mapping[str, Any], text: str) -> position.Position:
    """The position that a game begins with. Raises `Refused` or `NotPossible`."""
    if not text:
        chosen = setup(rules.info.key, options, seats)
        return position.Position(*chosen, rules.start(chosen.options, chosen.seats))
    begun = position.read(text, rules)
    if UNKNOWN_WORD in text:
        raise NotPossible("A game cannot begin with a position in which something is unknown.")
    for name, wanted in {**options, "seats": begun.seats if seats is None else seats}.items():
        has = begun.seats if name == "seats" else getattr(begun.options, name, None)
        if has != wanted:
            raise NotPossible(f"In the position {name} is {has!r}, not {wanted!r}.")
    return begun
