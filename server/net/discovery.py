"""Finding servers on the LAN without typing an address.

A searcher sends a probe to a multicast group, to everybody (broadcast) and to its own machine; every
server answers whoever asked. Several servers on one machine share the port: a multicast or broadcast
reaches all of them, a datagram to one address only one.

    probe   `TWFIND` protocol nonce(8), filled up with zeros to 512 bytes
    answer  msgpack of `ServerAnswer`, at most 512 bytes

An answer is never longer than its probe and their number is limited, so nobody can use a server to
flood somebody else.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import secrets
import select
import socket
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from core import codec
from core.game import Refused
from core.protocol.messages import LOWEST_PROTOCOL, PROTOCOL
from server.net.limits import Bucket
from server.net.listener import DEFAULT_PORT
from server.tables.lobby import Lobby, version

MULTICAST_GROUP: Final = "239.255.84.87"
PROBE_MAGIC: Final = b"TWFIND"
NONCE_BYTES: Final = 8
MOST_PACKET_BYTES: Final = 512
ANSWERS_PER_SECOND: Final = 50.0
"""Answers a second, to all searchers together."""
PROBE_INTERVAL: Final = 1.0
FORGET_DELAY: Final = 3.0
MOST_SERVERS: Final = 64
"""Servers listed at most."""

Small = Annotated[int, Meta(ge=0, le=65535)]
ShortText = Annotated[str, Meta(max_length=40)]


class ServerAnswer(msgspec.Struct, frozen=True):
    """Answer of a server about itself. `identity` is the one it says it has: see `core.protocol.identity`."""

    nonce: Annotated[bytes, Meta(max_length=NONCE_BYTES)]
    identity: Annotated[bytes, Meta(max_length=16)]
    protocol: Small
    name: ShortText
    port: Annotated[int, Meta(ge=1, le=65535)]
    version: ShortText
    tables: Small
    open_seats: Small


class FoundServer(msgspec.Struct, frozen=True):
    """Server that answered: its address and its answer. `fits`: it speaks our protocol, or a newer one.

    Anybody may answer with the `identity` of another server: nothing is proven by it.
    """

    host: str
    port: int
    name: str
    version: str
    tables: int
    open_seats: int
    fits: bool
    identity: bytes = b""

    @property
    def hosts(self) -> tuple[str, ...]:
        """All its addresses, the best first."""
        return (self.host,)


class DiscoveryResponder(asyncio.DatagramProtocol):
    """Answers probes for one server."""

    def __init__(self, lobby: Lobby, port: int, local: bool) -> None:
        self._lobby, self._port, self._local = lobby, port, local
        self.bucket = Bucket(ANSWERS_PER_SECOND, ANSWERS_PER_SECOND)
        self._transport: asyncio.DatagramTransport | None = None

    @classmethod
    async def light(
        cls,
        lobby: Lobby,
        port: int,
        host: str | None,
        where: int = DEFAULT_PORT,
        group: str = MULTICAST_GROUP,
    ) -> DiscoveryResponder | None:
        """Responder for the server at `port`; it answers only this machine if no other can reach the server.

        None where the network does not allow it: the server then has to be found by its address.
        """
        local = host is not None and _is_loopback(host)
        try:
            # In a thread: a machine may take seconds to look its own name up.
            sock = await asyncio.to_thread(_shared, where, group, local)
        except OSError:
            return None
        loop = asyncio.get_running_loop()
        _, beacon = await loop.create_datagram_endpoint(lambda: cls(lobby, port, local), sock=sock)
        return beacon

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def datagram_received(self, data: bytes, addr: tuple[Any, ...]) -> None:
        """Answer a probe; anything else is ignored."""
        if len(data) != MOST_PACKET_BYTES or not data.startswith(PROBE_MAGIC):
            return
        if (self._local and not _is_loopback(addr[0])) or not self.bucket.take():
            return
        nonce = data[len(PROBE_MAGIC) + 1 : len(PROBE_MAGIC) + 1 + NONCE_BYTES]
        packed = codec.encode(self._answer(nonce))
        if self._transport is not None and len(packed) <= len(data):
            self._transport.sendto(packed, addr)

    def error_received(self, exc: Exception) -> None:
        """Ignore that a searcher is gone."""

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def _answer(self, nonce: bytes) -> ServerAnswer:
        lines = self._lobby.lines()
        free = sum(holder.kind == "open" for line in lines for holder in line.holders)
        return ServerAnswer(
            nonce, self._lobby.identity, PROTOCOL, self._lobby.name, self._port, version(), len(lines), free
        )


class DiscoverySearch:
    """Search that lasts as long as the object. Call `poll` often (each frame); it never waits."""

    def __init__(
        self, port: int = DEFAULT_PORT, group: str = MULTICAST_GROUP, addresses: Sequence[str] | None = None
    ) -> None:
        """Search from these addresses of this machine, or all of them."""
        self._port, self._group = port, group
        self._nonce = secrets.token_bytes(NONCE_BYTES)
        self._sockets = list(_searchers(_addresses() if addresses is None else addresses))
        self._asked = float("-inf")
        self._found: dict[tuple[bytes, str, int], tuple[float, FoundServer]] = {}

    def poll(self) -> list[FoundServer]:
        """The servers that have answered in the last seconds, by name."""
        now = monotonic()
        if now - self._asked >= PROBE_INTERVAL:
            self._asked = now
            self._ask()
        for sock in self._sockets:
            self._listen(sock, now)
        self._found = {k: (t, f) for k, (t, f) in self._found.items() if now - t < FORGET_DELAY}
        return sorted((f for _, f in self._found.values()), key=lambda f: (f.name, f.host, f.port))

    def wait(self, seconds: float) -> None:
        """Wait until an answer has come, or some time has passed."""
        select.select(self._sockets, [], [], max(0.0, seconds))

    def close(self) -> None:
        for sock in self._sockets:
            sock.close()

    def _ask(self) -> None:
        probe = (PROBE_MAGIC + bytes([PROTOCOL]) + self._nonce).ljust(MOST_PACKET_BYTES, b"\0")
        for sock in self._sockets:
            for target in (self._group, "255.255.255.255", "127.0.0.1"):
                # One interface may have no route to one of the targets; another has.
                with contextlib.suppress(OSError):
                    sock.sendto(probe, (target, self._port))

    def _listen(self, sock: socket.socket, now: float) -> None:
        with contextlib.suppress(OSError):
            for _ in range(MOST_SERVERS):
                data, address = sock.recvfrom(MOST_PACKET_BYTES + 1)
                self.read(data, address[0], now)

    def read(self, data: bytes, host: str, now: float) -> None:
        try:
            answer: ServerAnswer = codec.typed(codec.unpack(data), ServerAnswer)
        except Refused:
            return
        # Whoever copies an identity must not hide the server that has it: each address counts for itself.
        claimant = (answer.identity, host, answer.port)
        if answer.nonce != self._nonce or (claimant not in self._found and len(self._found) >= MOST_SERVERS):
            return
        said = (answer.port, _clean(answer.name), _clean(answer.version), answer.tables, answer.open_seats)
        fits = answer.protocol >= LOWEST_PROTOCOL
        self._found[claimant] = (now, FoundServer(host, *said, fits, answer.identity))


def _clean(word: str) -> str:
    """Text from outside with nothing but letters for terminals and fonts."""
    return "".join(c for c in word if c.isprintable())


def find(
    seconds: float = 1.0,
    port: int = DEFAULT_PORT,
    group: str = MULTICAST_GROUP,
    addresses: Sequence[str] | None = None,
) -> list[FoundServer]:
    """The servers that answer within `seconds`."""
    finder = DiscoverySearch(port, group, addresses)
    until = monotonic() + seconds
    try:
        found = finder.poll()
        while (left := until - monotonic()) > 0:
            finder.wait(left)
            found = finder.poll()
        return found
    finally:
        finder.close()


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _addresses() -> list[str]:
    """This machine's own IPv4 addresses, as far as it knows them."""
    found = ["127.0.0.1"]
    with contextlib.suppress(OSError):
        for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found.append(str(info[4][0]))
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        # Sends nothing: only asks which address would be used as the sender.
        sock.connect((MULTICAST_GROUP, DEFAULT_PORT))
        found.append(str(sock.getsockname()[0]))
    return list(dict.fromkeys(found))


def _shared(port: int, group: str, local: bool) -> socket.socket:
    """Socket on a port that other servers of this machine listen on as well. Raises OSError."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        sock.bind(("", port))
        for address in ["127.0.0.1"] if local else _addresses():
            member = socket.inet_aton(group) + socket.inet_aton(address)
            with contextlib.suppress(OSError):
                sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
    except OSError:
        sock.close()
        raise
    return sock


def _searchers(addresses: Sequence[str]) -> Iterator[socket.socket]:
    """Sockets for probes: one for each interface, so that a probe goes out on all of them."""
    for address in addresses:
        sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        sock.setblocking(False)
        try:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
            sock.bind((address, 0))
        except OSError:
            sock.close()
        else:
            yield sock
