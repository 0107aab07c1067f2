"""Choosers: what decides for the seats of one game, an AI of this program or a program from outside."""

from __future__ import annotations

import atexit
from typing import Any, Protocol

import numpy as np

from core import codec
from core.game import Refused, Seat
from core.match import Match
from core.protocol.messages import LEVELS, Level
from server.bots import worker
from server.bots.outside import OutsideBot
from server.bots.pool import question


class Chooser(Protocol):
    """Chooser of one seat of one match."""

    @property
    def faults(self) -> int:
        """Decisions that were not its own, because it failed."""
        ...

    def choose(self, match: Match, seat: Seat, numbers: tuple[int, ...]) -> Any:
        """The action of `seat`; `numbers` seed what is random."""
        ...

    def close(self) -> None:
        """Give back what is held; the match is over or given up."""
        ...


class LevelChooser:
    """Chooser that is an AI of this program."""

    faults = 0

    def __init__(self, level: Level) -> None:
        self._level = level

    def choose(self, match: Match, seat: Seat, numbers: tuple[int, ...]) -> Any:
        """See `Chooser`. It searches by count: equal questions have equal answers."""
        asked = question(match, seat, self._level, numbers, by_count=True)
        return codec.typed(worker.think(asked), match.game.info.action)

    def close(self) -> None:
        """Nothing to do."""


_idle: dict[str, list[OutsideBot]] = {}
"""Programs that have played a game without a fault and wait for the next one, by their commands."""


class ProgramChooser:
    """Chooser that is a program; one that is running is taken before another is started."""

    def __init__(self, command: str, match: Match) -> None:
        """Raises `Refused` if the program cannot be started, or does not play this game."""
        self._command, self._match = command, match
        idle = _idle.get(command)
        self._bot = idle.pop() if idle else OutsideBot(command, stand_in="random")
        try:
            self._bot.begin(match.game, match.options, match.seats)
        except Refused:
            self._bot.close()
            raise

    @property
    def faults(self) -> int:
        """See `Chooser`."""
        return self._bot.faults

    def choose(self, match: Match, seat: Seat, numbers: tuple[int, ...]) -> Any:
        """See `Chooser`. What a program decides may also depend on what it remembers, and on the time."""
        rng = np.random.default_rng(numbers)
        return self._bot.choose(match.game, match.seats, match.view(seat), seat, match.turn, rng)

    def close(self) -> None:
        """See `Chooser`."""
        outcome = self._match.outcome()
        if outcome is None or self._bot.faults:
            self._bot.close()
            return
        self._bot.end(outcome)
        _idle.setdefault(self._command, []).append(self._bot)


def chooser_of(entrant: str, match: Match) -> Chooser:
    """Chooser of an entrant. Raises `Refused` if it cannot be started."""
    if entrant in LEVELS:
        return LevelChooser(LEVELS[LEVELS.index(entrant)])
    return ProgramChooser(entrant, match)


@atexit.register
def close_idle() -> None:
    """End the programs that wait. Where this process is killed, `server.bots.guardian` does it."""
    for bots in _idle.values():
        for bot in bots:
            bot.close()
    _idle.clear()
