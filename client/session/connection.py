"""Connection to a server for the client's main loop: never waits, polled once a frame."""

from __future__ import annotations

import select
import socket
import threading
import time
from typing import Any, Final

from core.game import Refusal, Refused
from core.protocol.messages import Hello, Message
from core.protocol.wire import Connection, ConnectionSide, ProtocolBroken

PROGRAM_NAME: Final = "tilewright"
CONNECT_SECONDS: Final = 5.0
READ_BYTES: Final = 64 * 1024
READS_PER_POLL: Final = 4
"""Reads of the socket in one poll at most: a server that sends without end must not block the main loop."""
SILENCE_TIMEOUT: Final = 15.0
"""Seconds without a message after which another machine counts as gone; a server sends `Ping` every 5."""


class ConnectionLost(Exception):
    """Raised when the connection is over; `refusal` says why, `before` are the last messages received."""

    def __init__(self, refusal: Refusal, before: list[Any] | None = None) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.before = before or []


class ServerConnection:
    """Messages over a socket that never blocks.

    `patience`: seconds of silence after which it counts as lost; None where the server is in this program.
    """

    def __init__(self, sock: socket.socket, patience: float | None = None) -> None:
        sock.setblocking(False)
        self._socket = sock
        self._patience = patience
        self._heard = time.monotonic()
        self._connection = Connection(ConnectionSide.GUEST, home=patience is None)
        self._out = bytearray(self._connection.opening())

    def greet(self, client: bytes, person: bytes | None = None) -> None:
        """Send the `Hello` that says who calls, see `core.protocol.messages.Hello`."""
        self.send(Hello(PROGRAM_NAME, client, person=person))

    def send(self, message: Message) -> None:
        """Queue a message. Raises `Refused("net.refusal.too_big")`."""
        self._out += self._connection.send(message)

    def poll(self) -> list[Any]:
        """Send what is queued, return what has come. Raises `ConnectionLost`."""
        messages: list[Any] = []
        try:
            self._flush()
            for _ in range(READS_PER_POLL):
                data = self._socket.recv(READ_BYTES)
                if not data:
                    raise ConnectionLost(Refusal("net.refusal.lost"), messages)
                self._heard = time.monotonic()
                messages += self._connection.receive(data)
        except (BlockingIOError, InterruptedError):
            self._check_silence(messages)
        except ProtocolBroken as broken:
            raise ConnectionLost(broken.refusal, messages + broken.before) from None
        except OSError:
            raise ConnectionLost(Refusal("net.refusal.lost"), messages) from None
        return messages

    def _check_silence(self, messages: list[Any]) -> None:
        if self._patience is not None and time.monotonic() - self._heard > self._patience:
            code = "net.refusal.lost" if self._connection.has_introduced else "net.refusal.no_answer"
            raise ConnectionLost(Refusal(code), messages)

    def fileno(self) -> int:
        """File descriptor of the socket, so that several connections can be waited for at once."""
        return self._socket.fileno()

    def wait(self, seconds: float) -> None:
        """Wait until something has come, at most this long."""
        select.select([self], [], [], seconds)

    def close(self) -> None:
        """Close the connection. What is still queued gets one chance to leave."""
        self._flush()
        self._socket.close()

    def _flush(self) -> None:
        while self._out:
            try:
                sent = self._socket.send(self._out)
            except (BlockingIOError, InterruptedError):
                return
            except OSError:
                # A peer that has gone is noticed by reading, after its last messages: they say why.
                self._out.clear()
                return
            del self._out[:sent]


class ConnectionAttempt:
    """Call to another machine; the name look-up and the connection run beside the main loop."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self._socket: socket.socket | None = None
        self._refusal: Refusal | None = None
        self._hung_up = False
        self._thread = threading.Thread(target=self._call, name="dial", daemon=True)
        self._thread.start()

    def poll(self) -> ServerConnection | None:
        """The connection once the server has answered, None before. Raises `ConnectionLost`."""
        if self._thread.is_alive():
            return None
        if self._refusal is not None:
            raise ConnectionLost(self._refusal)
        assert self._socket is not None
        return ServerConnection(self._socket, SILENCE_TIMEOUT)

    def wait(self, seconds: float) -> None:
        """Wait until the call is answered or has failed, at most this long."""
        self._thread.join(seconds)

    def hang_up(self) -> None:
        """Give up the call."""
        self._hung_up = True  # first: either we see the socket now, or the thread sees this
        if self._socket is not None:
            self._socket.close()

    def _call(self) -> None:
        try:
            self._socket = socket.create_connection((self.host, self.port), timeout=CONNECT_SECONDS)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except (OSError, UnicodeError, OverflowError):
            self._refusal = Refusal("net.refusal.unreachable", (), {"host": self.host, "port": self.port})
        if self._hung_up and self._socket is not None:
            self._socket.close()


def address_text(host: str, port: int) -> str:
    """Host and port as people read and type them; `parse_address` reads it."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def parse_address(text: str, default_port: int) -> tuple[str, int]:
    """`host`, `host:port` or `[v6]:port` as host and port. Raises `Refused("net.refusal.address")`."""
    text = text.strip()
    host, colon, port = text.rpartition(":")
    if not colon or (host.count(":") and not host.endswith("]")):
        host, port = text, str(default_port)
    host = host.removeprefix("[").removesuffix("]")
    number = int(port) if port.isascii() and port.isdecimal() and len(port) <= 5 else 0
    if not host or len(host) > 253 or not host.isprintable() or " " in host or not 0 < number < 65536:
        raise Refused("net.refusal.address", address=text[:60])
    return host, number
