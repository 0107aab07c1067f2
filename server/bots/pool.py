"""AIs that think in processes of their own, so that a thinking AI never delays anybody.

A worker is `python -m server.bots.worker`: length-prefixed msgpack in, the same out (see there). It is
started when first needed, killed when it hangs, and ends by itself when this process ends. Whatever
goes wrong with one costs one random move and a notice, nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import subprocess
import sys
from collections.abc import Hashable
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec
import numpy as np

from core import codec
from core.game import AnyGame, Refused, Seat
from core.match import Match
from core.protocol.messages import Level
from server.bots import worker
from server.bots.compilation import UnkeptCode, cache_folder, log_unkept, use_cache
from server.bots.fair_queue import FairQueue
from server.bots.worker import LENGTH_BYTES, ThinkAnswer, ThinkRequest

log = logging.getLogger("tilewright.bots")

PROJECT_ROOT: Final = Path(__file__).resolve().parents[2]
SLOW_SECONDS: Final = 3.0
"""Seconds after which a thinking AI's place is given to the next: it is meant to take one."""
COMPILATION_SECONDS: Final = 120.0
"""Seconds more for a choice by count: it waits until a search is compiled."""
WEAKER: Final = "net.notice.bot_weaker"
"""Code of the notice that an expert had trouble, and the level below decided."""
MOST_LENT_PLACES: Final = 4
"""Places of slow AIs that may be given away at a time."""
HIDDEN_WINDOW: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)


class Thought(msgspec.Struct, frozen=True):
    """Decision of an AI; `trouble` is the code of a notice if something went wrong on the way."""

    action: Any
    trouble: str = ""


class Thinker(Protocol):
    """Finder of AIs' decisions."""

    async def choose(self, request: ThinkRequest, whose: Hashable) -> Thought:
        """The decision of `request.seat`. Never fails; cancelling it drops the question.

        Where it has to wait, it waits in the queue of the asker that `whose` identifies.
        """
        ...

    def take_unkept(self) -> UnkeptCode | None:
        """Compiled code that could not be kept, of which people should know; the next who asks gets None."""
        ...

    async def close(self) -> None:
        """Stop every worker."""
        ...


def question(
    match: Match, seat: Seat, level: Level, numbers: tuple[int, ...], by_count: bool
) -> ThinkRequest:
    """The question for `seat`, with all that it may know."""
    return ThinkRequest(
        game=match.game.info.key,
        options=codec.plain(match.options),
        seats=match.seats,
        view=codec.plain(match.game.view(match.tip(seat), seat)),
        seat=seat,
        level=level,
        numbers=numbers,
        by_count=by_count,
    )


def random_action(match: Match, seat: Seat) -> Any:
    """Any legal action, played when an AI has failed."""
    return _any(match.game, match.game.view(match.tip(seat), seat), seat)


class DirectThinker:
    """Thinker in the caller's own thread, which blocks everything else: for demos without a screen."""

    def __init__(self) -> None:
        use_cache(cache_folder())

    async def choose(self, request: ThinkRequest, whose: Hashable) -> Thought:
        """See `Thinker`."""
        return Thought(_action(request, worker.think(request)))

    def take_unkept(self) -> UnkeptCode | None:
        """See `Thinker`."""
        return None

    async def close(self) -> None:
        """Nothing to do."""


class WorkerPool:
    """Thinker with places for `count` AIs, by default one for each processor but one, given in turn.

    An AI that takes longer than `slow` seconds does not block others: another one may think beside it. After
    `patience` seconds it is given up. There are never more than `count` plus `MOST_LENT_PLACES` processes.
    """

    def __init__(
        self, patience: float, count: int = 0, module: str = "server.bots.worker", slow: float = SLOW_SECONDS
    ) -> None:
        self._patience, self._slow = patience, slow
        self._module = module
        self._count = count or max(1, (os.cpu_count() or 2) - 1)
        self._free = FairQueue(self._count)
        self._idle: list[WorkerProcess] = []
        self._busy: set[asyncio.Task[Thought]] = set()
        self._lent: set[asyncio.Task[Thought]] = set()
        self._late: list[asyncio.Task[Thought]] = []
        self._unkept: UnkeptCode | None = None
        self._unkept_logged = False
        self._closed = False

    async def choose(self, request: ThinkRequest, whose: Hashable) -> Thought:
        """See `Thinker`. A worker that has begun may finish even if nobody waits for it any more."""
        await self._free.take(whose)
        loop = asyncio.get_running_loop()
        task = loop.create_task(self._ask(request))
        self._busy.add(task)
        late = loop.call_later(self._slow, self._lend, task)
        task.add_done_callback(lambda _: late.cancel())
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    def take_unkept(self) -> UnkeptCode | None:
        """See `Thinker`."""
        taken, self._unkept = self._unkept, None
        return taken

    async def close(self) -> None:
        """See `Thinker`."""
        self._closed = True
        for task in self._busy:
            task.cancel()
        await asyncio.gather(*self._busy, return_exceptions=True)
        for idle in self._idle:
            await idle.kill()
        self._idle.clear()

    def _lend(self, task: asyncio.Task[Thought]) -> None:
        """Give the place of a slow AI to somebody else, now or when one of the others is done."""
        if len(self._lent) < MOST_LENT_PLACES:
            self._lent.add(task)
            self._free.give()
        else:
            self._late.append(task)

    def _finished(self, task: asyncio.Task[Thought]) -> None:
        self._busy.discard(task)
        if task not in self._lent:
            self._free.give()
            self._late = [late for late in self._late if late is not task]
            return
        self._lent.discard(task)
        if self._late:
            self._lend(self._late.pop(0))

    async def _ask(self, request: ThinkRequest) -> Thought:
        """The thought of a worker. What goes wrong with an expert costs one move of the level below."""
        thought = await self._ask_once(request)
        if not thought.trouble or request.level != "expert":
            return thought
        again = await self._ask_once(msgspec.structs.replace(request, level="hard"))
        return msgspec.structs.replace(again, trouble=again.trouble or WEAKER)

    async def _ask_once(self, request: ThinkRequest) -> Thought:
        """The thought of a worker, or a random one with the code of a notice."""
        patience = self._patience + (COMPILATION_SECONDS if worker.waits_for_compiler(request) else 0.0)
        process = self._idle.pop() if self._idle else WorkerProcess(self._module)
        try:
            async with asyncio.timeout(patience):
                packed = await process.ask(codec.encode(request))
            answer: ThinkAnswer = codec.typed(codec.unpack(packed), ThinkAnswer)
            thought = Thought(_action(request, answer.action))
        except TimeoutError:
            log.error("an AI (%s, %s) did not answer in time", request.game, request.level)
            await process.kill()
            return _fallback_thought(request, "net.notice.bot_hangs")
        except (EOFError, OSError, Refused):
            log.exception("an AI (%s, %s) has failed", request.game, request.level)
            await process.kill()
            return _fallback_thought(request, "net.notice.bot_failed")
        except asyncio.CancelledError:
            await process.kill()
            raise
        if answer.unkept is not None:
            self._note_unkept(answer.unkept)
        if len(self._idle) < self._count:
            self._idle.append(process)
        else:
            await process.kill()
        return thought

    def _note_unkept(self, unkept: UnkeptCode) -> None:
        """Log it once, and keep it for people: every worker says it of the same folder."""
        if not self._unkept_logged:
            self._unkept_logged, self._unkept = True, unkept
            log_unkept(unkept)


class WorkerProcess:
    """Worker process. Answers one question at a time."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, packed: bytes) -> bytes:
        """The answer to a packed question. Raises EOFError or OSError if the process has died."""
        if self._process is None:
            self._process = await self._start()
        source, sink = self._process.stdout, self._process.stdin
        assert source is not None
        assert sink is not None
        sink.write(len(packed).to_bytes(LENGTH_BYTES, "big") + packed)
        await sink.drain()
        head = await source.readexactly(LENGTH_BYTES)
        return await source.readexactly(int.from_bytes(head, "big"))

    async def kill(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    async def _start(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            self._module,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=worker_environment(),
            creationflags=HIDDEN_WINDOW,
        )


def worker_environment() -> dict[str, str]:
    """Environment of a worker process, in which it finds this project wherever it is started."""
    where = os.pathsep.join([str(PROJECT_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": where}


def _fallback_thought(request: ThinkRequest, trouble: str) -> Thought:
    game, view = worker.position(request)
    return Thought(_any(game, view, Seat(request.seat)), trouble)


def _any(game: AnyGame, view: Any, seat: Seat) -> Any:
    legal = game.legal(view, seat)
    return legal[int(np.random.default_rng().integers(len(legal)))]


def _action(request: ThinkRequest, data: Any) -> Any:
    game, _ = worker.position(request)
    return codec.typed(data, game.info.action)
