"""A whole server in memory: doors, lines, wire, codec, lobby and tables, only the sockets are not real."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine, Hashable
from typing import Any

import msgspec

from core.protocol import messages as m
from core.protocol.wire import Connection, ConnectionSide
from server.bots.pool import DirectThinker, Thought
from server.bots.worker import ThinkRequest
from server.net.byte_stream import READ_BYTES, Stream
from server.net.limits import Limits
from server.net.listener import GuestConnection, Listener
from server.storage.journal import MemoryStore
from server.tables.lobby import Lobby

GENEROUS = Limits(
    tables=24, connections=10**6, per_address=10**6, strangers=10**6, rate=1e9, burst=1e9, tick=1e9
)
"""Whatever a guest says is done: nothing is held back by a rate."""


class Dice(DirectThinker):
    """An AI that chooses anything at once."""

    async def choose(self, asked: ThinkRequest, whose: Hashable) -> Thought:
        """See `server.bots.pool.Thinker`."""
        await asyncio.sleep(0)
        return await super().choose(msgspec.structs.replace(asked, level="random"), whose)


class Pipe(asyncio.Transport):
    """The server's end of a connection without a socket: what it writes is counted, and kept for `heard`."""

    def __init__(self, protocol: Stream, keep: bool) -> None:
        super().__init__()
        self._protocol = protocol
        self._keep = keep
        self._closing = False
        self.heard = bytearray()
        self.count = 0

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.count += len(data)
        if self._keep:
            self.heard += data

    def get_write_buffer_size(self) -> int:
        return 0

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        pass

    def is_closing(self) -> bool:
        return self._closing

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def close(self) -> None:
        if not self._closing:
            self._closing = True
            asyncio.get_running_loop().call_soon(self._protocol.connection_lost, None)

    abort = close


def arrive(stream: Stream, data: bytes) -> None:
    """These bytes come in, as much at once as there is room for."""
    for first in range(0, len(data), READ_BYTES):
        part = data[first : first + READ_BYTES]
        stream.get_buffer(-1)[: len(part)] = part
        stream.buffer_updated(len(part))


class Call:
    """One guest's connection: bytes in by `feed`, messages out by `read`, if it is to `keep` them."""

    def __init__(self, room: Room, address: str, keep: bool) -> None:
        arrived: list[GuestConnection] = []
        self._stream = Stream(
            lambda stream: arrived.append(room.door.let_in(stream, address)),
            memoryview(bytearray(READ_BYTES)),
        )
        self.pipe = Pipe(self._stream, keep)
        self._stream.connection_made(self.pipe)
        (self.line,) = arrived
        self.task = room.door.connections[self.line]
        self.wire = Connection(ConnectionSide.GUEST)
        self.last_id = 0

    @property
    def over(self) -> bool:
        """Whether the server reads no more of it."""
        return self.task.done() or self.pipe.is_closing() or self.line.ending is not None

    def feed(self, data: bytes) -> None:
        """These bytes arrive."""
        if not self.over:
            arrive(self._stream, data)

    def hello(self) -> None:
        """Say the first words."""
        client = secrets.token_bytes(m.CLIENT_BYTES)
        self.feed(self.wire.opening() + self.wire.send(m.Hello("faults", client)))

    def hang(self) -> None:
        """The guest's end is closed."""
        if not self.pipe.is_closing():
            self._stream.eof_received()

    async def hang_up(self) -> None:
        """The same; returns when the server has noticed."""
        self.hang()
        await self.task

    def read(self) -> list[Any]:
        """The messages that have come since the last time."""
        data = bytes(self.pipe.heard)
        self.pipe.heard.clear()
        return self.wire.receive(data)

    async def do(self, kind: type[m.Command], **fields: Any) -> m.Done | m.Failed:
        """A command and its answer. Raises EOFError if the connection ends instead."""
        self.last_id += 1
        self.feed(self.wire.send(kind(id=self.last_id, **fields)))
        while True:
            for message in self.read():
                if isinstance(message, m.Done | m.Failed) and message.id == self.last_id:
                    return message
            if self.over:
                raise EOFError("no answer came")
            await asyncio.sleep(0)


class Room:
    """The server. `errors` are what it has logged as its own."""

    def __init__(self, limits: Limits = GENEROUS) -> None:
        self.lobby = Lobby("Room", MemoryStore(), Dice(), limits)
        self.door = Listener(self.lobby)
        self.errors = Errors()
        logging.getLogger("tilewright").addHandler(self.errors)

    def call(self, address: str = "10.0.0.1", keep: bool = False) -> Call:
        """Somebody calls."""
        return Call(self, address, keep)

    async def close(self) -> None:
        """Everything ends."""
        logging.getLogger("tilewright").removeHandler(self.errors)
        await self.door.close()


class Errors(logging.Handler):
    """Remembers what was logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(logging.Formatter().format(record))


def in_room(test: Any, limits: Limits = GENEROUS) -> Any:
    """Run a test with a room of its own; what it returns."""

    async def run() -> Any:
        room = Room(limits)
        try:
            return await test(room)
        finally:
            await room.close()

    coroutine: Coroutine[Any, Any, Any] = run()
    return asyncio.run(coroutine)
