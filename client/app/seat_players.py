"""Players that hold seats without a window: AIs of this program, and programs from outside."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, Final, Protocol

import numpy as np

from assets.texts import Texts
from client.ui.portraits import BOT_PORTRAITS
from core.bots import Budget, bot
from core.game import AnyGame, Outcome, Refused, Seat
from core.protocol.messages import LEVELS, Level, clean_name
from core.refusal import printable
from server.bots.outside import OutsideBot, TimeLimits, Trouble

LONGEST_LABEL: Final = 40


class SeatPlayer(Protocol):
    """Player that decides for one seat.

    `label` says what it is, `name` is what it is called at the table, `portrait` its picture there.
    """

    @property
    def label(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def portrait(self) -> str: ...

    def plays(self, game: AnyGame) -> bool:
        """Whether it plays this game, as far as is known."""
        ...

    def is_ready(self, game: AnyGame) -> bool:
        """Whether it can sit down to a game now; else it gets ready. Raises `Refused` if it never can."""
        ...

    def check(self, game: AnyGame, options: Any, seats: int) -> None:
        """Check that it plays a game with these options. Raises `Refused`."""
        ...

    def think(
        self, game: AnyGame, seats: int, view: Any, seat: Seat, turn: int, seconds: float
    ) -> Future[Any]:
        """Its decision, when there is one. `seconds` are left on its clock."""
        ...

    def end(self, outcome: Outcome) -> None:
        """Hear how the game has ended."""
        ...

    def troubles(self) -> list[str]:
        """Sentences about what has gone wrong since this was last asked."""
        ...

    def remarks(self) -> list[str]:
        """Sentences for whoever has started it alone, each once."""
        ...

    def close(self) -> None:
        """End what runs for it."""
        ...


class LevelPlayer:
    """AI of this program, which thinks in the thread that asks."""

    def __init__(self, level: Level, rng: np.random.Generator, texts: Texts) -> None:
        self.label, self._level, self._rng = level, level, rng
        self.name = texts.translate("cli.seat.name", level=level)
        self.portrait = BOT_PORTRAITS[level]

    def think(
        self, game: AnyGame, seats: int, view: Any, seat: Seat, turn: int, seconds: float
    ) -> Future[Any]:
        """See `SeatPlayer`."""
        decision = Future[Any]()
        decision.set_result(bot(game, self._level).choose(game, view, seat, self._rng, Budget()))
        return decision

    def plays(self, game: AnyGame) -> bool:
        """See `SeatPlayer`."""
        return True

    def is_ready(self, game: AnyGame) -> bool:
        """See `SeatPlayer`."""
        return True

    def check(self, game: AnyGame, options: Any, seats: int) -> None:
        """See `SeatPlayer`."""

    def end(self, outcome: Outcome) -> None:
        """See `SeatPlayer`."""

    def troubles(self) -> list[str]:
        """See `SeatPlayer`."""
        return []

    def remarks(self) -> list[str]:
        """See `SeatPlayer`."""
        return []

    def close(self) -> None:
        """See `SeatPlayer`."""


class ProgramPlayer:
    """Program from outside, which is asked in a thread of its own."""

    portrait = BOT_PORTRAITS["normal"]

    def __init__(self, command: str, rng: np.random.Generator, limits: TimeLimits, texts: Texts) -> None:
        """Raises `Refused` if there is no such program."""
        self.label = printable(command, LONGEST_LABEL)
        self._troubles: SimpleQueue[Trouble] = SimpleQueue()
        self._program = OutsideBot(command, limits, self._troubles.put)
        self._rng, self._say = rng, texts.translate
        self._thread = ThreadPoolExecutor(1, "program")
        self._start: Future[Any] | None = None
        self._log_told = False

    @property
    def name(self) -> str:
        """Name that the program gives itself, else a part of its command."""
        try:
            return clean_name(self._program.answer.name if self._program.answer else "")
        except Refused:
            return clean_name(printable(self.label, 24))

    def plays(self, game: AnyGame) -> bool:
        """See `SeatPlayer`."""
        return self._program.answer is None or self._program.answer.plays(game)

    def is_ready(self, game: AnyGame) -> bool:
        """See `SeatPlayer`."""
        if self._start is None:
            self._start = self._thread.submit(self._program.start, game)
        if not self._start.done():
            return False
        start, self._start = self._start, None
        start.result()
        return True

    def check(self, game: AnyGame, options: Any, seats: int) -> None:
        """See `SeatPlayer`."""
        if self._program.answer is not None:
            self._program.answer.check(game, options, seats)

    def begin(self, game: AnyGame, options: Any, seats: int) -> None:
        """Wait until it can play a game with these options. Raises `Refused` if it never can."""
        self._thread.submit(self._program.begin, game, options, seats).result()

    def think(
        self, game: AnyGame, seats: int, view: Any, seat: Seat, turn: int, seconds: float
    ) -> Future[Any]:
        """See `SeatPlayer`."""
        return self._thread.submit(self._program.choose, game, seats, view, seat, turn, self._rng, seconds)

    def end(self, outcome: Outcome) -> None:
        """See `SeatPlayer`."""
        self._thread.submit(self._program.end, outcome)

    def troubles(self) -> list[str]:
        """See `SeatPlayer`."""
        told = []
        while not self._troubles.empty():
            told.append(self._troubles.get().sentence(self._say))
        return told

    def remarks(self) -> list[str]:
        """See `SeatPlayer`: where it is kept what the program prints on stderr."""
        if self._program.log.file is None or self._log_told:
            return []
        self._log_told = True
        return [self._say("cli.seat.log", file=self._program.log.file)]

    def close(self) -> None:
        """See `SeatPlayer`."""
        self._program.close()
        self._thread.shutdown(cancel_futures=True)


def player(word: str, rng: np.random.Generator, limits: TimeLimits, texts: Texts) -> SeatPlayer:
    """Player that the command line names: a level, or the command of a program. Raises `Refused`."""
    if word in LEVELS:
        return LevelPlayer(LEVELS[LEVELS.index(word)], rng, texts)
    return ProgramPlayer(word, rng, limits, texts)
