"""Sockets of a server: a `Listener` lets guests in, a `GuestConnection` carries one guest's messages.

No connection can hold up another: each has its own limits (`Limits`). A guest that breaks them or the
protocol is sent the reason, if it still listens, and cut off.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from time import monotonic
from typing import Any, Final

from core.game import Refusal, Refused
from core.protocol import messages as m
from core.protocol.messages import Hello
from core.protocol.wire import Connection, ConnectionSide, ProtocolBroken
from server.net.admission import AddressQuota, Admission
from server.net.byte_stream import Stream, room
from server.net.interfaces import numeric_host
from server.net.limits import Bucket, command_cost
from server.net.ports import listen_at_port
from server.rate_limited_log import RateLimitFilter
from server.tables.contract import Guest
from server.tables.lobby import Lobby

log = logging.getLogger("tilewright.net")
log.addFilter(RateLimitFilter())

DEFAULT_PORT: Final = 4807
CALL_BACKLOG: Final = 512
"""Calls that may wait to be taken: a caller who finds no room tries again only after a second."""
CALLS_PER_ROUND: Final = 8
"""Calls that are taken in one round of the event loop."""
PING: Final = m.Ping()
SEND_BUFFER: Final = 128 * 1024
"""Bytes that the system may hold for a slow reader, besides the queue that is counted here."""
EMBEDDED_QUEUE_FACTOR: Final = 16
"""Factor on the send queue for the own program, which reads nothing while its window is dragged."""


class MessageEncoder:
    """Encoder of frames. A message for several guests is encoded once, its bytes sent to all of them."""

    def __init__(self) -> None:
        self._message: m.Message | None = None
        self._frame = b""
        self._full: list[GuestConnection] = []

    def encode(self, wire: Connection, message: m.Message) -> bytes:
        """The message as a frame. Raises `Refused("net.refusal.too_big")`."""
        if message is not self._message:
            self._frame, self._message = wire.send(message), message
        return self._frame

    def collect(self, guest_connection: GuestConnection) -> None:
        """Note that this connection has something to send at the end of the event loop's round."""
        if not self._full:
            asyncio.get_running_loop().call_soon(self._deliver)
        self._full.append(guest_connection)

    def _deliver(self) -> None:
        full, self._full = self._full, []
        for line in full:
            line.flush()


class GuestConnection:
    """Connection of one guest, from the first byte to the last.

    `guest` is None until Hello has come; `ending` is why the guest is dismissed, None while it is not.
    """

    def __init__(
        self,
        lobby: Lobby,
        encoder: MessageEncoder,
        stream: Stream,
        address: str,
        crowd: Admission,
    ) -> None:
        """`address` is where the guest calls from; empty for the program in whose process this runs."""
        self._lobby, self._encoder, self._stream = lobby, encoder, stream
        self._address, self._embedded = address, not address
        self._crowd = crowd
        self._place: AddressQuota | None = crowd.come(self, address, lobby.limits) if address else None
        self._wire = Connection(ConnectionSide.SERVER, home=self._embedded)
        self._out = bytearray()
        self._said = self._mark = self._unsent = 0
        limits = lobby.limits
        self._bucket = Bucket(limits.rate, limits.burst)
        self._patience = Bucket(limits.forgiving, limits.excess)
        self.ending: Refusal | None = None
        self.guest: Guest | None = None
        self._queue = limits.queue * (EMBEDDED_QUEUE_FACTOR if self._embedded else 1)
        self._answered = self._drained = monotonic()
        self._pinged: float | None = None
        stream.write(self._wire.opening())
        if self._is_too_many():
            self.dismiss(Refusal("net.refusal.full"))

    async def run(self) -> None:
        """Serve the guest until the connection is over. Never fails."""
        try:
            await self._converse()
        except OSError as error:
            log.info("%s: %s", self._name, error)
        except Exception:
            log.exception("%s: the connection has failed", self._name)
        finally:
            await self._end()
            if self._place is not None:
                self._crowd.leave(self, self._place)

    @property
    def _name(self) -> str:
        """Name for the log; a stranger's is its address."""
        return repr(self.guest) if self.guest is not None else f"{self._address or 'the program'}, no guest"

    def _is_too_many(self) -> bool:
        return self._place is not None and self._crowd.is_full(self._place, self._lobby.limits)

    async def _converse(self) -> None:
        first = await self._greeting()
        if not first:
            return
        if self._is_too_many():
            self.dismiss(Refusal("net.refusal.full"))
            return
        hello: Hello = first[0]
        if self._place is not None:
            self._crowd.admit(self, self._place)
        self._answered = monotonic()
        self.guest = self._lobby.welcome(
            self.send,
            self.dismiss,
            hello.client,
            self._embedded,
            self._address,
            hello.capabilities,
            hello.person,
            self._wire.spoken or m.PROTOCOL,
        )
        log.info("%s: connected with %.64r", self._name, hello.program)
        await self._take_all(first[1:])
        while data := await self._read():
            await self._receive(data)

    async def _greeting(self) -> list[Any]:
        """The messages in the first bytes, `Hello` first; none if it did not come, or not in time.

        A `Prove` before it is answered.
        """
        late = asyncio.get_running_loop().call_later(self._lobby.limits.handshake, self._stream.stop)
        try:
            while data := await self._read():
                messages = self._wire.receive(data)
                if messages and isinstance(messages[0], m.Prove):
                    self.send(self._lobby.prove(messages.pop(0), self._wire.spoken or m.PROTOCOL))
                if messages:
                    return messages
        except ProtocolBroken as broken:
            self.dismiss(broken.refusal)
        else:
            self.dismiss(Refusal("net.refusal.no_greeting"))
        finally:
            late.cancel()
        return []

    async def _read(self) -> bytes:
        """The next bytes; none at the end, or once the guest has been dismissed. Raises OSError.

        A player whose messages were all handled has waited for its turn already.
        """
        hoards = self._stream.has_unread
        data = await self._stream.read()
        if hoards or not self._plays():
            await self._turn()
        return data

    async def _receive(self, data: bytes) -> None:
        try:
            messages = self._wire.receive(data)
        except ProtocolBroken as broken:
            await self._take_all(broken.before)
            self.dismiss(broken.refusal)
        else:
            await self._take_all(messages)

    async def _take_all(self, messages: list[Any]) -> None:
        assert self.guest is not None
        for number, message in enumerate(messages):
            if number:
                await self._turn()
            if self.ending is not None:
                return
            if isinstance(message, m.Pong):
                self._pinged, self._answered = None, monotonic()
            if self._is_in_time(message):
                await self._lobby.handle(self.guest, message)
            else:
                self._too_fast(message)

    async def _turn(self) -> None:
        """Wait for the turn of the next command: one at a time for each connection.

        And few at a time for all who are at no table: they shall not delay players.
        """
        if self._plays():
            await asyncio.sleep(0)
        else:
            await self._crowd.turns.next()

    def _plays(self) -> bool:
        """Whether the guest is at a table, or is the own program."""
        return self._place is None or (self.guest is not None and self.guest.table is not None)

    def _is_in_time(self, message: m.Message) -> bool:
        """Whether neither this connection nor all from its address together are too fast."""
        if self._place is None:
            return True
        weight = command_cost(message)
        return self._bucket.take(weight) and self._place.bucket.take(weight)

    def _too_fast(self, message: m.Message) -> None:
        refusal = Refusal("net.refusal.too_fast")
        if not self._patience.take():
            self.dismiss(refusal)
        elif isinstance(message, m.Command):
            self.send(m.Failed(message.id, refusal))

    # --- sending --------------------------------------------------------------------------------

    def send(self, message: m.Message) -> None:
        """Queue a message; a guest who does not read is cut off, nobody waits."""
        if self.ending is not None or self._stream.is_closing:
            return
        try:
            frame = self._encoder.encode(self._wire, message)
        except Refused:
            log.exception("%s: a message of the server's own is too big", self._name)
            self.cut("too big")
            return
        if not self._out:
            self._encoder.collect(self)
        self._out += frame
        self._said += len(frame)
        if len(self._out) + self._unsent > self._queue and self._queued() > self._queue:
            self.cut("reads too slowly")

    def flush(self) -> None:
        """Give the system everything that was queued since last time, at once."""
        if self._out and not self._stream.is_closing:
            self._stream.write(bytes(self._out))
            self._unsent = self._stream.unsent_bytes()
        self._out.clear()

    def dismiss(self, why: Refusal) -> None:
        """Send Bye; nothing is read or sent after it. A command in progress is finished first."""
        if self.ending is not None:
            return
        log.info("%s: dismissed, %s %s", self._name, why.code, why.values or "")
        self.send(m.Bye(why))
        self.ending = why
        self._stream.stop()

    def cut(self, why: str) -> None:
        """End the connection at once, whatever is still queued."""
        log.info("%s: cut, %s", self._name, why)
        self._stream.abort()

    def _queued(self) -> int:
        return self._stream.unsent_bytes() + len(self._out)

    def tick(self, now: float) -> None:
        """Check for a slow guest, and one that may be gone.

        What a guest sends does not prove that it receives. So all are sent `Ping`, and cut off without an
        answer.
        """
        limits = self._lobby.limits
        if self._embedded or self.guest is None:
            return
        if self._said - self._queued() >= self._mark:
            # Everything queued by the time of the mark is sent: set a new mark.
            self._mark, self._drained = self._said, now
        if now - self._drained > limits.queue_time:
            self.cut("reads too slowly")
        elif now - self._answered > limits.gone:
            self.cut("silent")
        elif self._pinged is None and now - self._answered > limits.ping:
            self._pinged = now
            self.send(PING)

    async def _end(self) -> None:
        if self.guest is not None:
            await self._lobby.gone(self.guest)
        self.flush()
        try:
            async with asyncio.timeout(self._lobby.limits.farewell):
                if self.ending is not None and not self._embedded:
                    await self._linger()
                await self._stream.close()
        except TimeoutError:
            self._stream.abort()

    async def _linger(self) -> None:
        """Give the guest a moment to read why. Closing while bytes are unread would discard the Bye."""
        with contextlib.suppress(OSError):
            self._stream.finish()
            await self._stream.discard()


class Listener:
    """Listener that lets guests in: over a listening socket, or one end of a pair.

    `connections` are those of now, each with the task that serves it and is done when the connection is over.
    `hosts` are the addresses at which it listens; `0.0.0.0` and `::` stand for all of this machine.
    """

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._encoder, self._room = MessageEncoder(), room()
        self._servers: list[asyncio.Server] = []
        self.hosts: tuple[str, ...] = ()
        self.connections: dict[GuestConnection, asyncio.Task[None]] = {}
        self._crowd = Admission()
        self._ticker: asyncio.Task[None] | None = None

    async def listen(self, host: str | None, port: int) -> int:
        """Let guests in at this address (None: every address of this machine); the port, if 0 was given.

        It is the same port for both families of addresses.

        Raises OSError.
        """
        # In a thread: a name may take seconds to look up.
        sockets = await asyncio.to_thread(listen_at_port, host, port)
        self.hosts = tuple(numeric_host(sock.getsockname()) for sock in sockets)
        self._servers = [await self._serve(sock) for sock in sockets]
        found: int = sockets[0].getsockname()[1]
        return found

    async def _serve(self, sock: socket.socket) -> asyncio.Server:
        server = await asyncio.get_running_loop().create_server(
            lambda: Stream(self._arrived, self._room), sock=sock, backlog=CALLS_PER_ROUND
        )
        sock.listen(CALL_BACKLOG)
        return server

    async def listen_anywhere(self, host: str | None) -> int:
        """The same on any free port. Raises `Refused("net.refusal.cannot_publish")`."""
        try:
            return await self.listen(host, 0)
        except OSError:
            raise Refused("net.refusal.cannot_publish") from None

    async def adopt(self, sock: socket.socket) -> None:
        """Let the program in whose process this runs in, over its own pair of sockets."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: Stream(self._adopted, self._room), sock=sock)

    async def close(self) -> None:
        """Let nobody in any more, send Bye to all, and end when the last has received it."""
        for server in self._servers:
            server.close()
        for line in self.connections:
            line.dismiss(Refusal("net.bye.stopping"))
        await asyncio.gather(*self.connections.values(), return_exceptions=True)
        await self.lobby.close()
        if self._ticker is not None:
            self._ticker.cancel()

    def _arrived(self, stream: Stream) -> None:
        sock = stream.about("socket")
        with contextlib.suppress(OSError):  # it may have gone already
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        peer = stream.about("peername")
        if peer is None:
            stream.abort()  # it has gone already
        else:
            self.let_in(stream, str(peer[0]))

    def _adopted(self, stream: Stream) -> None:
        self.let_in(stream, "")

    def let_in(self, stream: Stream, address: str) -> GuestConnection:
        """The connection of a guest who calls over `stream`, served from now on; see `GuestConnection`."""
        line = GuestConnection(self.lobby, self._encoder, stream, address, self._crowd)
        loop = asyncio.get_running_loop()
        task = loop.create_task(line.run())
        self.connections[line] = task
        task.add_done_callback(lambda _: self.connections.pop(line))
        if self._ticker is None:
            self._ticker = loop.create_task(self._tick_forever())
        return line

    async def _tick_forever(self) -> None:
        while True:
            await asyncio.sleep(self.lobby.limits.tick)
            self.tick(monotonic())

    def tick(self, now: float) -> None:
        """Check every connection, and forget the addresses from which nobody has called lately.

        `now` is in seconds of `time.monotonic`.
        """
        for line in tuple(self.connections):
            line.tick(now)
        self._crowd.sweep()
