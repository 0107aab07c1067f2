"""Connection to a server for the client's main loop: never waits, polled once a frame."""

from __future__ import annotations

import contextlib
import secrets
import select
import socket
import threading
import time
from collections.abc import Sequence
from typing import Any, Final

from core.game import Refusal, Refused
from core.protocol.identity import proven
from core.protocol.messages import NONCE_BYTES, Bye, Hello, Message, Proof, ProofKey, Prove
from core.protocol.wire import Connection, ConnectionSide, ProtocolBroken

PROGRAM_NAME: Final = "tilewright"
CONNECT_SECONDS: Final = 5.0
PROOF_SECONDS: Final = 5.0
"""Seconds that a server may take to prove itself."""
PROVING_PROTOCOL: Final = 11
"""Version of the protocol since which servers can prove themselves."""
NOT_PROVEN: Final = "net.refusal.not_proven"
"""Code of the refusal of a server that cannot prove that it is the one we know."""
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
    `opened` is the wire of a connection on which something has been said before; `proven` the key by which
    the server has proven itself there, None if it has not.
    """

    def __init__(
        self,
        sock: socket.socket,
        patience: float | None = None,
        wire: Connection | None = None,
        proven: ProofKey | None = None,
    ) -> None:
        sock.setblocking(False)
        self._socket = sock
        self._patience = patience
        self._heard = time.monotonic()
        self._connection = wire or Connection(ConnectionSide.GUEST, home=patience is None)
        self._out = bytearray(b"" if wire else self._connection.opening())
        self.proven = proven

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
    """Call to another machine; the name look-up and the connection run beside the main loop.

    With `keys` the server has to prove, before it is told anything else, that it is the one of the first of
    them that fits; if we do not `insist`, another one is let be, but not `proven`.
    """

    def __init__(self, host: str, port: int, keys: Sequence[ProofKey] = (), insist: bool = True) -> None:
        self.host, self.port = host, port
        self._keys, self._insist = keys, insist
        self._link: ServerConnection | None = None
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
        assert self._link is not None
        return self._link

    def not_proven(self) -> Refusal:
        """Refusal of the server at this address because it has not proven to be ours."""
        return Refusal(NOT_PROVEN, (), {"host": self.host, "port": self.port})

    def wait(self, seconds: float) -> None:
        """Wait until the call is answered or has failed, at most this long."""
        self._thread.join(seconds)

    def hang_up(self) -> None:
        """Give up the call."""
        self._hung_up = True  # first: either we see the socket now, or the thread sees this
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)  # wakes the thread up
            self._socket.close()

    def _call(self) -> None:
        try:
            self._socket = socket.create_connection((self.host, self.port), timeout=CONNECT_SECONDS)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except (OSError, UnicodeError, OverflowError):
            self._refusal = Refusal("net.refusal.unreachable", (), {"host": self.host, "port": self.port})
            return
        if not self._hung_up:
            self._link = self._open(self._socket)
        if self._hung_up or self._link is None:
            self._socket.close()

    def _open(self, sock: socket.socket) -> ServerConnection | None:
        """The connection, once the server has proven itself if it has to; None with `_refusal` set."""
        if not self._keys:
            return ServerConnection(sock, SILENCE_TIMEOUT)
        wire = Connection(ConnectionSide.GUEST)
        try:
            proof = _proof(sock, wire, self._keys)
        except ConnectionLost as lost:
            self._refusal = lost.refusal
        except ProtocolBroken as broken:
            self._refusal = broken.refusal
        except TimeoutError:
            self._refusal = Refusal("net.refusal.no_answer")
        except OSError:
            self._refusal = Refusal("net.refusal.lost")
        else:
            if proof is not None or not self._insist:
                return ServerConnection(sock, SILENCE_TIMEOUT, wire, proof)
            self._refusal = self.not_proven()
        return None


def _proof(sock: socket.socket, wire: Connection, keys: Sequence[ProofKey]) -> ProofKey | None:
    """Key by which the server proves itself; None if it cannot. The caller waits, but not for long.

    Raises `ConnectionLost` if the server says Bye or hangs up, `ProtocolBroken`, OSError.
    """
    until = time.monotonic() + PROOF_SECONDS
    sock.sendall(wire.opening())
    while wire.spoken is None:
        _hear(sock, wire, until)
    if wire.spoken < PROVING_PROTOCOL:
        return None
    challenge = Prove(secrets.token_bytes(NONCE_BYTES), tuple(key.ticket for key in keys))
    sock.sendall(wire.send(challenge))
    while not (heard := _hear(sock, wire, until)):
        pass
    match heard:
        case [Proof() as proof]:
            return proven(keys, challenge, proof, wire.spoken)
    return None


def _hear(sock: socket.socket, wire: Connection, until: float) -> list[Any]:
    """Messages in the next bytes, which have to come until this time. Raises what `_proof` does."""
    sock.settimeout(max(0.001, until - time.monotonic()))
    data = sock.recv(READ_BYTES)
    messages = wire.receive(data)
    if byes := [message.why for message in messages if isinstance(message, Bye)]:
        raise ConnectionLost(byes[0])
    if not data:
        raise ConnectionLost(Refusal("net.refusal.lost"))
    return messages


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
