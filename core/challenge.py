"""Daily challenge: which game belongs to a day, and with which seed and seat. The same for everybody.

Days are counted from the first challenge on; dates are the client's. Games that are `daily` take turns as
they stand on the shelf.
A game with chance is played against AIs, with the day's seed; of one without a move is to be found.
"""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from core.game import AnyGame, Seat
from core.games import GAMES

DAILY_GAMES: Final = tuple(game for game in GAMES if game.info.daily)
MOST_SEATS: Final = 3
"""Seats of a challenge at most: the person's and two AIs', so that it is over in a short time."""


class Challenge(msgspec.Struct, frozen=True):
    """Challenge of a day. `seed` is that of the table, at which the person has `seat` of `seats`."""

    day: int
    game: AnyGame
    seed: int
    seats: int
    seat: Seat

    @property
    def is_puzzle(self) -> bool:
        """Whether a move is to be found, since the game has no chance."""
        return not self.game.info.chance

    def puzzle(self, count: int) -> int:
        """Number of its puzzle among so many of the game: one after the other, from the first on."""
        return self.day // len(DAILY_GAMES) % count


def challenge_of(day: int) -> Challenge:
    """The challenge of a day, 0 for the first; there are none before."""
    assert day >= 0
    game = DAILY_GAMES[day % len(DAILY_GAMES)]
    drawn = int.from_bytes(hashlib.sha256(f"tilewright challenge {day} {game.info.key}".encode()).digest())
    choices = [seats for seats in game.info.seats if seats <= MOST_SEATS]
    seats = choices[drawn // 7 % len(choices)]
    return Challenge(day, game, drawn >> 216, seats, Seat(drawn // 77 % seats))
