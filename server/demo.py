"""Games of AIs against AIs without screen, clock or sockets: an ordinary table, with nothing hidden."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from core import codec, record
from core.game import Goal, Outcome, Refused
from core.protocol import messages as m
from server.bots.pool import DirectThinker
from server.storage.journal import MemoryStore
from server.tables.lobby import Lobby


class PlayedGame(msgspec.Struct, frozen=True):
    """Game from start to end. `seed` alone repeats it; `text` is its record."""

    game: str
    seed: int
    options: Any
    steps: int
    outcome: Outcome
    digest: str
    text: str


def play_out(
    game: str,
    options: dict[str, Any],
    levels: Sequence[m.Level],
    seed: int,
    games: int,
    goal: Goal | None = None,
) -> Iterator[PlayedGame]:
    """Play `games` games of one series, one AI of `levels` for each seat. Raises `Refused`.

    Game number n (from 0) has the seed `seed + n`; who starts alternates as in any series.
    """
    with asyncio.Runner() as runner:
        demo = runner.run(_open(game, options, levels, seed, goal))
        for number in range(games):
            yield runner.run(demo.play(number))
        runner.run(demo.close())


async def _open(
    game: str, options: dict[str, Any], levels: Sequence[m.Level], seed: int, goal: Goal | None
) -> _Demo:
    demo = _Demo(seed)
    plans = tuple(m.SeatPlan("bot", level=level) for level in levels)
    await demo.ask(m.Open(1, game, options, plans, goal or Goal(games=1), seed=seed))
    return demo


class _Demo:
    """Guest that opens a table of AIs and watches."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._lobby = Lobby("demo", MemoryStore(), DirectThinker())
        self._over = asyncio.Event()
        self._failed: Refused | None = None
        self._guest = self._lobby.welcome(self._hear, lambda _: None, bytes(m.CLIENT_BYTES), embedded=True)

    def _hear(self, message: m.Message) -> None:
        if isinstance(message, m.Failed):
            self._failed = Refused.of(message.why)
        elif isinstance(message, m.Notice):
            self._failed = Refused(message.code, (), **message.values)
        over = isinstance(message, m.StepsMade | m.TableView) and message.outcome is not None
        if over or self._failed is not None:
            self._over.set()

    async def ask(self, command: m.Command) -> None:
        await self._lobby.handle(self._guest, command)
        if self._failed is not None:
            raise self._failed

    async def play(self, number: int) -> PlayedGame:
        if number:
            self._over.clear()
            await self.ask(m.Rematch(number + 1))
        await self._over.wait()
        if self._failed is not None:
            raise self._failed
        assert self._guest.table is not None
        match = self._guest.table.match
        outcome = match.outcome()
        assert outcome is not None
        return PlayedGame(
            match.game.info.key,
            self._seed + number,
            codec.plain(match.options),
            len(match.steps),
            outcome,
            match.digest(),
            record.of_match(match),
        )

    async def close(self) -> None:
        await self._lobby.close()
