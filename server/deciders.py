"""Who made which decisions of a game: whom its result belongs to, where a seat had more than one holder."""

from __future__ import annotations

from collections import Counter
from typing import Final, Literal

import msgspec

from core.game import Seat
from core.match import Match
from core.messages import Level
from server.chairs import Chair


class Decider(msgspec.Struct, frozen=True):
    """A person by name, or an AI by level."""

    name: str = ""
    level: Level | Literal[""] = ""


UNKNOWN: Final = Decider()
"""Who made the decisions of a game that was read from a file."""


class Holding(msgspec.Struct, frozen=True):
    """Whose the result of a seat is: a person's, or an AI's with the name of the person it played for."""

    name: str
    level: Level | Literal[""]
    shared: bool


class Deciders:
    """For each seat who made its decisions, in their order, sealed ones too.

    Decisions that were taken back are forgotten when the next one comes, not before.
    """

    def __init__(self, seats: int) -> None:
        self._made: list[list[Decider]] = [[] for _ in range(seats)]

    def note(self, match: Match, seat: Seat, chair: Chair) -> None:
        """The holder of the chair decides, next in this match."""
        self._made[seat] = [*self._of(match, seat), _decider(chair)]

    def holding(self, match: Match, seat: Seat, chair: Chair, last: Seat) -> Holding:
        """Whose the seat was when the seat `last` has made the decision that ends the match.

        Whoever made most of its decisions; of several the last one, and who sits there if nobody made any.
        """
        made = [*self._of(match, seat), *([_decider(chair)] if seat == last else [])]
        counts = Counter(who for who in reversed(made) if who != UNKNOWN)
        most = max(counts, key=lambda who: counts[who]) if counts else _decider(chair)
        persons = [who.name for who, _ in counts.most_common() if not who.level]
        name = most.name or (persons[0] if persons else chair.name)
        return Holding(name, most.level, len(counts) > 1)

    def _of(self, match: Match, seat: Seat) -> list[Decider]:
        """Who made the seat's decisions that stand in the match."""
        count = sum(step.seat == seat for step in match.all_steps())
        made = self._made[seat][:count]
        return [UNKNOWN] * (count - len(made)) + made


def _decider(chair: Chair) -> Decider:
    return Decider(level=chair.level or "") if chair.kind == "bot" else Decider(chair.name)
