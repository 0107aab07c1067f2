"""Tournament as plain data: what is played, a game of it that is due, and one that was played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta

from core.protocol.messages import MAX_SEATS, NAME_LENGTH, RECORD_LENGTH

MOST_ENTRANTS: Final = 64
MOST_GAMES: Final = 1_000_000
"""Games of a tournament."""
ENTRANT_LENGTH: Final = 1000
"""Most characters of an entrant: the command of a program may be long."""

Schedule = Literal["round-robin", "swiss", "sprt"]
SCHEDULES: Final = get_args(Schedule)
MOST_ELO: Final = 1000
LEAST_RISK: Final = 0.0001
MOST_RISK: Final = 0.4
EloPoints = Annotated[float, Meta(ge=-MOST_ELO, le=MOST_ELO)]
Risk = Annotated[float, Meta(ge=LEAST_RISK, le=MOST_RISK)]
Milliseconds = Annotated[float, Meta(ge=0)]


class Hypotheses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hypotheses of a sequential test: the first entrant is `elo0` or `elo1` points above the second.

    `alpha` is the chance to accept `elo1` where `elo0` is true, `beta` the other way round.
    """

    elo0: EloPoints = 0.0
    elo1: EloPoints = 30.0
    alpha: Risk = 0.05
    beta: Risk = 0.05


class Tournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that its games follow from, so also what tells one tournament from another.

    An entrant is an AI's level, or else the command of a program; it is known by its place here. `games` are
    those of a table in a round; in a sequential test, the most there are. `rules` and `version` are those of
    the game and of Tilewright.
    """

    game: str
    rules: str
    version: str
    options: dict[str, Any]
    seats: Annotated[int, Meta(ge=2, le=MAX_SEATS)]
    entrants: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=ENTRANT_LENGTH)], ...],
        Meta(min_length=2, max_length=MOST_ENTRANTS),
    ]
    schedule: Schedule
    games: Annotated[int, Meta(ge=1, le=MOST_GAMES)]
    rounds: Annotated[int, Meta(ge=1, le=MOST_ENTRANTS)]
    seed: Annotated[int, Meta(ge=0)]
    hypotheses: Hypotheses | None = None


class ScheduledGame(msgspec.Struct, frozen=True):
    """Game that is due.

    `number` counts the games of the tournament; games with equal `draws` have the same seed; `seating` names
    the entrant at each seat.
    """

    number: int
    draws: int
    seating: tuple[int, ...]


class PlayedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Result of a game.

    `times` are the median and the longest decision of each seat; `faults` counts for each seat the decisions
    that were not its own because a program failed; `record` is the whole game, see `core.record`.
    """

    number: Annotated[int, Meta(ge=0, lt=MOST_GAMES)]
    seating: Annotated[tuple[int, ...], Meta(max_length=MAX_SEATS)]
    winners: Annotated[tuple[int, ...], Meta(max_length=MAX_SEATS)]
    scores: Annotated[tuple[float, ...], Meta(max_length=MAX_SEATS)]
    steps: Annotated[int, Meta(ge=0)]
    times: Annotated[tuple[tuple[Milliseconds, Milliseconds], ...], Meta(max_length=MAX_SEATS)]
    faults: Annotated[tuple[int, ...], Meta(max_length=MAX_SEATS)]
    record: Annotated[str, Meta(max_length=RECORD_LENGTH)]

    def shares(self) -> dict[int, float]:
        """Share of the win of each entrant at the table; they sum to 1. Where nobody wins all share."""
        winners = self.winners or range(len(self.seating))
        shares = dict.fromkeys(self.seating, 0.0)
        for seat in winners:
            shares[self.seating[seat]] += 1 / len(winners)
        return shares


def duel_share(shares: Mapping[int, float], one: int, two: int) -> float:
    """Share of the first of two entrants in what both have won of a game; a half where that is nothing."""
    both = shares[one] + shares[two]
    return shares[one] / both if both else 0.5


def names(tournament: Tournament) -> tuple[str, ...]:
    """Names of the entrants for people, each once: of a program the end of its command."""
    shown = [short_name(entrant) for entrant in tournament.entrants]
    return tuple(
        f"{name} ({shown[:place].count(name) + 1})" if shown.count(name) > 1 else name
        for place, name in enumerate(shown)
    )


def short_name(entrant: str) -> str:
    """An entrant as a name that can be shown, and that fits into a record."""
    shown = "".join(letter if letter.isprintable() else "�" for letter in entrant)
    return shown if len(shown) <= NAME_LENGTH else "…" + shown[1 - NAME_LENGTH :]
