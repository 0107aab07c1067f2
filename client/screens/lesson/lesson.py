"""Lesson: a guided first game as data, read from `assets/lessons/<game>.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

import assets
from core import codec, position, record
from core.game import AnyGame, Refused, Seat
from core.games import game as game_of
from core.protocol import messages as m

LEARNER: Final = Seat(0)
"""Seat of the person who learns."""
FRIEND: Final = Seat(1)
"""Seat of the AI they play with."""
FRIEND_LEVEL: Final[m.Level] = "easy"
"""Level of that AI, wherever the lesson does not say what it does."""
LEAST_STEPS, MOST_STEPS = 6, 10
"""Steps of a lesson, at least and at most."""


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Step of a lesson; its texts are below `<game>.lesson.<name>`.

    `at` are the things it points at, by the words of their targets, or "plate 0", "offer <key>"; without any
    it points at what is to be done. `do` are notations, one of which is to be done; without any there is only
    something to read. `then` are the friend's decisions that follow. A step that `leans` on what came before
    is left out where the person has gone another way, or its `do` is not legal; any other one then lets the
    person do what they like. During a `rest` they do so too, until somebody else has acted.
    """

    name: str
    at: tuple[str, ...] = ()
    do: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    leans: bool = False
    rest: bool = False


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lesson of a game for two: its seed of all draws, its options as plain data, and its steps.

    `position` is the text of the position it begins with, empty for the usual start; `first` are decisions of
    the friend before the first step.
    """

    game: str
    seed: int
    steps: tuple[LessonStep, ...]
    options: dict[str, Any] = {}
    position: str = ""
    first: tuple[str, ...] = ()

    @property
    def script(self) -> tuple[tuple[str, ...], ...]:
        """Script of the table, see `core.protocol.messages.Open`."""
        return (), (*self.first, *(decision for step in self.steps for decision in step.then))

    @property
    def record(self) -> str:
        """Record without steps of a game that begins as the lesson does. Raises `Refused`."""
        if not self.position:
            return ""
        begin = position.read(self.position, game_of(self.game))
        header = record.Header(self.game, codec.plain(begin.options), begin.seats)
        return record.write(position.from_position(begin), header, ())

    def plans(self, name: str, portrait: str) -> tuple[m.SeatPlan, ...]:
        """Plans for the seats of the table."""
        return m.SeatPlan("me", name, portrait=portrait), m.SeatPlan("bot", level=FRIEND_LEVEL)


def _file(key: str) -> Path:
    return assets.path(f"lessons/{key}.toml")


def has_lesson(key: str) -> bool:
    """Whether the game with this key has a lesson."""
    return _file(key).is_file()


def load(game: AnyGame) -> Lesson:
    """The lesson of a game. Raises `Refused` if it is missing or damaged."""
    key = game.info.key
    try:
        data = msgspec.toml.decode(_file(key).read_bytes())
        return msgspec.convert({"game": key, **data}, Lesson)
    except (OSError, ValueError, TypeError) as error:
        raise Refused("lesson.refusal.damaged", game=game.info.title) from error
