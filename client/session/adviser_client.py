"""The client's end of the process that advises people: asks it, and reads its replies once a frame."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, Final

from core import codec
from core.bots.advice import AdviceReply, AdviceRequest
from core.game import AnyGame, Refused, Seat
from core.refusal import Refusal

ADVISER_MODULE: Final = "server.bots.adviser"
MOST_DEATHS: Final = 3
"""Deaths of the process after which it is not started again."""
DIED: Final = Refusal("coach.refusal.died")


class AdviserClient:
    """Asker for advice. The process is started with the first request, and ends with `close` or this one.

    A new request replaces the one before, whose replies are dropped.
    """

    def __init__(self, module: str = ADVISER_MODULE) -> None:
        self._module = module
        self._process: subprocess.Popen[bytes] | None = None
        self._replies = SimpleQueue[tuple[int, bytes | None]]()
        self._starts = self._number = 0
        self._open = False

    @property
    def busy(self) -> bool:
        """Whether replies to the last request are still to come."""
        return self._open

    def ask(
        self,
        game: AnyGame,
        options: Any,
        seats: int,
        view: Any,
        seat: Seat,
        tries: int = 0,
        also: str = "",
        compare: bool = False,
    ) -> int:
        """Ask for advice to a seat that is to act; the number of the request."""
        self._number += 1
        self._open = True
        request = AdviceRequest(
            self._number,
            game.info.key,
            codec.plain(options),
            seats,
            codec.plain(view),
            seat,
            tries,
            also,
            compare,
        )
        from server.bots.worker import LENGTH_BYTES

        packed = codec.encode(request)
        try:
            sink = self._running().stdin
            assert sink is not None
            sink.write(len(packed).to_bytes(LENGTH_BYTES, "big") + packed)
            sink.flush()
        except OSError:
            self._replies.put((self._starts, None))
        return self._number

    def forget(self) -> None:
        """Drop the replies that are still to come."""
        self._number += 1
        self._open = False

    def poll(self) -> Iterator[AdviceReply]:
        """The replies to the last request that have come since the last call."""
        with contextlib.suppress(Empty):
            while True:
                start, packed = self._replies.get_nowait()
                if packed is None and start == self._starts:
                    yield from self._died()
                elif packed is not None:
                    yield from self._read(packed)

    def _read(self, packed: bytes) -> Iterator[AdviceReply]:
        """The packed reply, if it answers the last request."""
        try:
            reply: AdviceReply = codec.typed(codec.unpack(packed), AdviceReply)
        except Refused:
            yield from self._died()
            return
        if reply.number == self._number and self._open:
            self._open = not reply.last
            yield reply

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._open = False
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                with contextlib.suppress(OSError):
                    if pipe is not None:
                        pipe.close()
            self._process = None

    def _died(self) -> Iterator[AdviceReply]:
        lost = self._open
        self.close()
        if lost:
            yield AdviceReply(self._number, None, True, DIED)

    def _running(self) -> subprocess.Popen[bytes]:
        """The process, started if there is none. Raises OSError if it has died too often."""
        if self._process is None:
            if self._starts == MOST_DEATHS:
                raise OSError
            from server.bots.pool import HIDDEN_WINDOW, worker_environment

            self._starts += 1
            self._process = subprocess.Popen(
                [sys.executable, "-m", self._module],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=worker_environment(),
                creationflags=HIDDEN_WINDOW,
            )
            source = self._process.stdout
            assert source is not None
            Thread(target=_read, args=(source, self._starts, self._replies), daemon=True).start()
        return self._process


def _read(source: BinaryIO, start: int, replies: SimpleQueue[tuple[int, bytes | None]]) -> None:
    """Put the packed replies of the process's `start` into the queue, and None once it has ended."""
    from server.bots.worker import LENGTH_BYTES

    with contextlib.suppress(OSError, ValueError):
        while len(head := source.read(LENGTH_BYTES)) == LENGTH_BYTES:
            size = int.from_bytes(head, "big")
            if len(body := source.read(size)) < size:
                break
            replies.put((start, body))
    replies.put((start, None))
