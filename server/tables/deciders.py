"""Deciders: who made a game's decisions. The result of a seat with several holders belongs to one of them."""

from __future__ import annotations

from collections import Counter
from typing import Final, Literal

import msgspec

from core.game import Seat
from core.match import Match
from core.protocol.messages import Level
from server.tables.chairs import Chair


class Decider(msgspec.Struct, frozen=True):
    """Decider: a person by name and fingerprint, or an AI by level."""

    name: str = ""
    level: Level | Literal[""] = ""
    fingerprint: str = ""


UNKNOWN_DECIDER: Final = Decider()
"""Decider of steps that were read from a file."""


class SeatHolding(msgspec.Struct, frozen=True):
    """Owner of a seat's result: a person, or an AI with the name of the person it played for.

    `shared`: others have decided for the seat too.
    """

    name: str
    level: Level | Literal[""]
    shared: bool
    fingerprint: str = ""


class Deciders:
    """Deciders of each seat's decisions in their order, sealed ones too.

    Those of decisions that were taken back are forgotten when the next decision comes, not before.
    """

    def __init__(self, seats: int) -> None:
        self._made: list[list[Decider]] = [[] for _ in range(seats)]

    def note(self, match: Match, seat: Seat, chair: Chair) -> None:
        """Note the holder of the chair as the next decider in this match."""
        self._made[seat] = [*self._deciders_of_match(match, seat), _decider(chair)]

    def holding(self, match: Match, seat: Seat, chair: Chair, last_seat: Seat | None) -> SeatHolding:
        """The owner of the seat's result once `last_seat` makes the decision that ends the match; None: it
        has.

        It is the one who made most of its decisions, of several the last one; without decisions the holder.
        """
        made = [*self._deciders_of_match(match, seat), *([_decider(chair)] if seat == last_seat else [])]
        counts = Counter(who for who in reversed(made) if who != UNKNOWN_DECIDER)
        most = max(counts, key=lambda who: counts[who]) if counts else _decider(chair)
        persons = [who.name for who, _ in counts.most_common() if not who.level]
        name = most.name or (persons[0] if persons else chair.name)
        return SeatHolding(name, most.level, len(counts) > 1, most.fingerprint)

    def _deciders_of_match(self, match: Match, seat: Seat) -> list[Decider]:
        """The deciders of the seat's decisions that are part of the match."""
        count = sum(step.seat == seat for step in match.all_steps())
        made = self._made[seat][:count]
        return [UNKNOWN_DECIDER] * (count - len(made)) + made


def _decider(chair: Chair) -> Decider:
    return (
        Decider(level=chair.level or "")
        if chair.kind == "bot"
        else Decider(chair.name, fingerprint=chair.fingerprint)
    )
