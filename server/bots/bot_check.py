"""Checker of programs that want to be bots: plays games with one and finds what it does wrong.

The program holds one seat, the others play at random. It plays every game that it claims, with
the fewest and the most seats, and with each option changed from its usual value.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
import numpy as np

from core import chance, codec
from core.game import AnyGame, Refused, Seat
from core.games import GAMES
from core.match import Match
from server.bots.outside import MOST_FAILURES, STAND_IN, HelloAnswer, OutsideBot, TimeLimits, Trouble

SEED: Final = 7


class CheckedGame(msgspec.Struct, frozen=True):
    """Game played with the program at `seat`, as far as it came; `slowest` is in seconds."""

    game: str
    options: Any
    seats: int
    seat: int
    decisions: int
    slowest: float
    troubles: tuple[Trouble, ...]


class Variant(msgspec.Struct, frozen=True):
    """Options and seats that a game is played with."""

    options: Any
    seats: int


def variants(game: AnyGame, claims: HelloAnswer) -> list[Variant]:
    """Setups with which a program is checked: usual, and each option once with each other value."""
    kind = game.info.options
    usual = codec.plain(kind())
    changed = [usual | {name: value} for name, values in codec.choices(kind).items() for value in values]
    seats = game.info.seats
    tried = [Variant(kind(), number) for number in sorted({seats[0], seats[-1]})]
    tried += [Variant(codec.options_of(game, options), seats[0]) for options in changed if options != usual]
    return [variant for variant in tried if _goes(game, variant, claims)]


def _goes(game: AnyGame, variant: Variant, claims: HelloAnswer) -> bool:
    """Whether the options go together, and the program claims to play with them."""
    try:
        game.start(variant.options, variant.seats)
        claims.check(game, variant.options, variant.seats)
    except Refused:
        return False
    return True


class BotChecker:
    """Checker of one program."""

    def __init__(self, command: str, limits: TimeLimits) -> None:
        """Raises `Refused` if there is no such program."""
        self._told: list[Trouble] = []
        self.bot = OutsideBot(command, limits, self._told.append)

    def greet(self, games: Sequence[AnyGame]) -> HelloAnswer:
        """The answer to `hello`. Raises `Refused` for a wrong one, or one without these games."""
        claims = self.bot.start((*games, *GAMES)[0])
        for game in games:
            claims.check_game(game)
        return claims

    def check(self, games: Sequence[AnyGame]) -> Iterator[CheckedGame]:
        """Play these games, or all that the program claims. Raises `Refused` like `greet`."""
        claims = self.greet(games)
        for game in games or [game for game in GAMES if claims.plays(game)]:
            for number, variant in enumerate(variants(game, claims)):
                yield self._play(game, variant, Seat(number % variant.seats))

    def close(self) -> None:
        """End the program."""
        self.bot.close()

    def _play(self, game: AnyGame, variant: Variant, seat: Seat) -> CheckedGame:
        """Play one game until it is over, or enough is known."""
        self._told.clear()
        match = Match(game, variant.options, variant.seats, chance.seed_from(SEED))
        rng = np.random.default_rng(SEED)
        seconds = [0.0]
        while match.to_act() and len(self._told) < MOST_FAILURES:
            acting = seat if seat in match.to_act() else match.to_act()[0]
            view = game.view(match.tip(acting), acting)
            if acting == seat:
                begun = time.perf_counter()
                action = self.bot.choose(game, variant.seats, view, seat, match.turn, rng)
                seconds.append(time.perf_counter() - begun)
            else:
                legal = game.legal(view, acting)
                action = legal[int(rng.integers(len(legal)))]
            match.submit(acting, action, match.turn, match.ply(acting))
        outcome = match.outcome()
        self.bot.end(outcome)
        return CheckedGame(
            game.info.key,
            variant.options,
            variant.seats,
            int(seat),
            len(seconds) - 1,
            max(seconds),
            tuple(trouble for trouble in self._told if trouble.code != STAND_IN),
        )
