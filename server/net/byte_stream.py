"""Byte stream of a connection, both ways: bytes received and not read yet, and bytes to be sent.

Reading ahead is bounded: a peer that sends faster than it is served has to wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

READ_BYTES: Final = 4096
"""Bytes read at once at most."""
MOST_UNREAD_BYTES: Final = 16 * 1024
"""Bytes that are read ahead, before the peer has to wait."""


def room() -> memoryview:
    """Buffer for received bytes; all connections of one event loop can share it."""
    return memoryview(bytearray(READ_BYTES))


class Stream(asyncio.BufferedProtocol):
    """Byte stream of one connection; `opened` is called with it once it is connected. `room`: see there."""

    def __init__(self, on_opened: Callable[[Stream], None], room: memoryview) -> None:
        self._opened, self._room = on_opened, room
        self._transport: Any = None
        self._unread = bytearray()
        self._waiting: asyncio.Future[None] | None = None
        self._error: Exception | None = None
        self._stopped = self._discards = self._paused = False
        self._ended, self._lost = asyncio.Event(), asyncio.Event()

    # --- what the event loop calls --------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See `asyncio.BaseProtocol`."""
        self._transport = transport
        self._opened(self)

    def get_buffer(self, sizehint: int) -> memoryview:
        """See `asyncio.BufferedProtocol`."""
        return self._room

    def buffer_updated(self, nbytes: int) -> None:
        """Take received bytes out of the shared buffer at once."""
        if self._discards:
            return
        self._unread += self._room[:nbytes]
        if len(self._unread) >= MOST_UNREAD_BYTES and not self._paused:
            self._paused = True
            self._transport.pause_reading()
        self._wake()

    def eof_received(self) -> bool:
        """Take note that the peer sends nothing more; it may still listen."""
        self._ended.set()
        self._wake()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.BaseProtocol`."""
        self._error = exc
        self._ended.set()
        self._lost.set()
        self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    # --- reading --------------------------------------------------------------------------------

    @property
    def has_unread(self) -> bool:
        """Whether there is something to read now."""
        return bool(self._unread)

    async def read(self) -> bytes:
        """The next bytes, `READ_BYTES` at most; none at the end, or once it was stopped. Raises OSError."""
        if not (self._unread or self._stopped or self._ended.is_set()):
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        if self._error is not None:
            raise self._error
        if self._stopped:
            return b""
        data = bytes(self._unread[:READ_BYTES])
        del self._unread[:READ_BYTES]
        if self._paused and len(self._unread) < MOST_UNREAD_BYTES:
            self._resume()
        return data

    def stop(self) -> None:
        """Stop reading, also for a caller that waits for bytes."""
        self._stopped = True
        self._wake()

    async def discard(self) -> None:
        """Throw away what still comes, until the peer says nothing more."""
        self._discards = True
        self._unread.clear()
        self._resume()
        await self._ended.wait()

    def _resume(self) -> None:
        self._paused = False
        self._transport.resume_reading()

    # --- sending --------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """Hand bytes to the system, or keep them until it takes more."""
        self._transport.write(data)

    def unsent_bytes(self) -> int:
        """Number of bytes that wait for the system to take them."""
        size: int = self._transport.get_write_buffer_size()
        return size

    @property
    def is_closing(self) -> bool:
        """Whether nothing can be sent any more."""
        closing: bool = self._transport.is_closing()
        return closing

    def finish(self) -> None:
        """Signal the end of what is sent. Raises OSError."""
        self._transport.write_eof()

    async def close(self) -> None:
        """Send what is left; returns when the connection is over."""
        self._transport.close()
        await self._lost.wait()

    def abort(self) -> None:
        """End the connection at once, without sending the rest."""
        self._transport.abort()

    def about(self, name: str) -> Any:
        """The system's facts about the connection, see `asyncio.BaseTransport.get_extra_info`."""
        return self._transport.get_extra_info(name)
