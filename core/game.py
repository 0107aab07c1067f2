"""The Game contract: what every game promises. Read this page first.

A game is a set of pure functions over values that never change. The authority (`core.match`) asks
them what is legal and what follows from it; screens, bots, replays and the referee ask the same
functions. So each rule is written once.

The laws (each a property test over all games and all options, `tests/core/test_laws.py`):

1. A state and its arrays never change; `(game, options, seats, steps)` replays to equal bytes.
2. `legal(view(s, seat), seat) == legal(s, seat)`: what you may do depends only on what you may know.
3. `why_not(s, seat, a) is None` exactly when `a in legal(s, seat)`.
4. Two states that differ only in what `viewer` may not know have equal `view(s, viewer)` and show equal
   steps. A step once shown in full stays so. Where `secrets(s)` is False nothing is hidden from anybody, and
   every view of a state gives the same answer as the state. When the game is over there are no secrets.
5. `view(sample_state(view(s, seat), seat, rng), seat) == view(s, seat)`.
6. Chance probabilities sum to 1; only `Match` draws.
7. Every game ends within `bound(options, seats)` steps.
8. Where several seats are to act, the decision of one does not depend on those of the others, and the others
   are shown only whether it was the seat's last decision.
9. `restore` of what `describe` says of a state, or of a view of it, is that state or view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NewType, Protocol, TypeVar

import msgspec
import numpy as np

from core.position_fields import Field, Fields
from core.refusal import Place, Refusal, Refused

__all__ = [
    "CHANCE",
    "AnyGame",
    "Game",
    "GameInfo",
    "Goal",
    "NextGame",
    "Outcome",
    "Place",
    "Probability",
    "Refusal",
    "Refused",
    "ScoreLine",
    "Seat",
    "read_only",
]

Seat = NewType("Seat", int)
"""A place at the table, 0 … n-1 in turn order."""

CHANCE: Final = Seat(-1)
"""Seat of chance, which acts where the bag, the deck or the dice decide."""

Probability = Fraction | float


class ScoreLine(msgspec.Struct, frozen=True, gc=False):
    """One line of a score sheet: the key of its text, what it brought, and the sum behind it (`3 × 2`)."""

    code: str
    amount: float
    how: str = ""


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """Result of a finished game."""

    winners: tuple[Seat, ...]
    scores: tuple[float, ...]
    reason: str
    breakdown: tuple[tuple[ScoreLine, ...], ...] = ()


class Goal(msgspec.Struct, frozen=True, gc=False):
    """Condition that ends a series at one table.

    Either `games` have been played (or nobody can catch up any more, as one game brings `most` points at
    most), or somebody has `points`. `Goal(games=1)` is a single game.
    """

    games: int = 0
    points: float = 0
    most: float = 1


class Decision(msgspec.Struct, frozen=True, gc=False):
    """Question that a game's source leaves open and that these rules settle; `option` lets players do so.

    What the source says and what is played are the texts `<game>.decided.<group>.<key>.source` and `.here`.
    """

    key: str
    option: str = ""


class DecisionGroup(msgspec.Struct, frozen=True, gc=False):
    """Decisions about one subject, in the order in which players read them."""

    key: str
    decisions: tuple[Decision, ...]


class GameInfo(msgspec.Struct, frozen=True):
    """Facts about a game that lobby, codec and screens need.

    `title` is its proper name, the same in every language; `seats` the numbers it can be played
    with; `options`, `state` and `action` its types, declared with `gc=False`: values are never part of a
    reference cycle, and searching all of them for one would hold up every table; `hidden` whether it has
    secrets with some of its options, `chance` whether it draws, `scored` whether seats have points (see
    `Outcome`); `goals` the series it offers, the usual first;
    `decisions` what its source leaves open, and `variants` the options that the source itself describes;
    `rules` the version of Tilewright that introduced these rules. The same steps may lead elsewhere by other
    rules, so a game begun by other rules is not replayed by these. `values_since` are the values of options
    that not all programs know which we speak with: the version of the protocol since which they are known.
    `daily`: it takes part in the daily challenge; one game more there changes what each day has.
    """

    key: str
    title: str
    seats: tuple[int, ...]
    options: type[msgspec.Struct]
    state: type[msgspec.Struct]
    action: Any
    hidden: bool
    chance: bool
    goals: tuple[Goal, ...] = (Goal(games=1),)
    rules: str = "0.1"
    scored: bool = True
    values_since: Mapping[str, Mapping[Any, int]] = {}
    decisions: tuple[DecisionGroup, ...] = ()
    variants: tuple[str, ...] = ()
    daily: bool = False


class NextGame(msgspec.Struct, frozen=True, gc=False):
    """Next game of a series: its options, and where each seat of the last game sits now.

    `seating[i]` is the seat of the finished game whose holder takes seat `i`.
    """

    options: Any
    seating: tuple[Seat, ...]


S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)
O_contra = TypeVar("O_contra", bound=msgspec.Struct, contravariant=True)


class Game(Protocol[S, A, O_contra]):
    """The rules of one game. Every method is pure: it changes no argument and remembers nothing."""

    @property
    def info(self) -> GameInfo: ...

    def start(self, options: O_contra, seats: int) -> S:
        """The state before the first step. Raises `Refused` if the options do not go together."""
        ...

    def to_act(self, s: S) -> tuple[Seat, ...]:
        """Seats that owe a decision: `()` = over; `(CHANCE,)` = the bag, the deck or the dice."""
        ...

    def legal(self, s: S, seat: Seat) -> Sequence[A]:
        """Everything `seat` may do now, in a fixed order; never empty for a seat in `to_act`."""
        ...

    def chances(self, s: S) -> Sequence[tuple[A, Probability]]:
        """The draws that chance may make now, each with its probability; empty unless chance is to act."""
        ...

    def apply(self, s: S, seat: Seat, a: A) -> S:
        """The state after `a`. Trusts that `a` is legal."""
        ...

    def outcome(self, s: S) -> Outcome | None:
        """The result of the game; None while it goes on."""
        ...

    def view(self, s: S, viewer: Seat | None) -> S:
        """`s` with everything unknown to `viewer` replaced; None is a spectator."""
        ...

    def secrets(self, s: S) -> bool:
        """Whether somebody may not know everything in `s`, or every step that led there.

        It depends only on what everybody may know: a view gives the same answer. False once the game is
        over.
        """
        ...

    def seen(self, s: S, seat: Seat, a: A, viewer: Seat | None, now: S) -> A:
        """The action `a` of `seat` in `s` as `viewer` may see it when the game stands at `now`.

        For a step just made `now` is the state after it; in a later state a sealed choice may be revealed.
        """
        ...

    def sample_state(self, view: S, seat: Seat | None, rng: np.random.Generator) -> S:
        """A full state that `seat` cannot tell from the real one, drawn at random; None is a spectator.

        Raises `Refused("codec.refusal.malformed")` for a view that no state has.
        """
        ...

    def why_not(self, s: S, seat: Seat, a: A) -> Refusal | None:
        """Why `seat` may not do `a` in `s`; None if it may. For any well-formed action."""
        ...

    def bound(self, options: O_contra, seats: int) -> int:
        """A number of steps within which every game ends."""
        ...

    def notation(self, a: A) -> str:
        """An action, or what `seen` shows of one, as text; the inverse of `parse`."""
        ...

    def parse(self, text: str) -> A:
        """An action from its text. Raises `Refused("notation.refusal.malformed")`."""
        ...

    def describe(self, s: S) -> Sequence[Field]:
        """A state, or a view of one, as the fields of its text (`core.position`), but options and seats.

        What follows from other fields is left out.
        """
        ...

    def restore(self, fields: Fields, options: O_contra, seats: int) -> S:
        """The state, or view, with this description: the inverse of `describe`.

        Raises `Refused` with `line` and `column` for a description that no state has.
        """
        ...

    def points(self, outcome: Outcome) -> tuple[float, ...]:
        """Points that each seat adds to its account in a series."""
        ...

    def follow(self, options: O_contra, outcome: Outcome) -> NextGame:
        """The next game of a series: who starts, who sits where."""
        ...


AnyGame = Game[Any, Any, Any]


def read_only(array: np.ndarray) -> np.ndarray:
    """The same array, made read-only (law 1)."""
    array.flags.writeable = False
    return array
