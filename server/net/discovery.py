"""Finding servers on the LAN without typing an address.

On every interface that is up a searcher sends a probe to a multicast group of IPv4 and one of IPv6, and to
everybody (broadcast) where it leads to more than one other end; every server answers whoever asked. Both
follow interfaces that come and go. Several servers on one machine share the port: a multicast or broadcast
reaches all of them, a datagram to one address only one.

    probe   `TWFIND` protocol nonce(8), filled up with zeros to 512 bytes
    answer  msgpack of `ServerAnswer`, at most 512 bytes

An answer is never longer than its probe and their number is limited, so nobody can use a server to
flood somebody else.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import select
import socket
import struct
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import monotonic
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from core import codec
from core.game import Refused
from core.protocol.messages import LOWEST_PROTOCOL, PROTOCOL
from server.net.interfaces import (
    FOLLOW_SECONDS,
    Interface,
    InterfaceAddress,
    interfaces,
    numeric_host,
    plain_address,
    preference,
)
from server.net.limits import Bucket
from server.net.listener import DEFAULT_PORT
from server.tables.lobby import Lobby, version

MULTICAST_GROUP: Final = "239.255.84.87"
MULTICAST_GROUP_V6: Final = "ff12::8000:5457"
"""Group of one link (2) that nobody has assigned (1)."""
PROBE_MAGIC: Final = b"TWFIND"
NONCE_BYTES: Final = 8
MOST_PACKET_BYTES: Final = 512
ANSWERS_PER_SECOND: Final = 50.0
"""Answers a second, to all searchers together."""
PROBE_INTERVAL: Final = 1.0
FORGET_DELAY: Final = 3.0
MOST_SERVERS: Final = 64
"""Servers listed at most."""
MOST_HOSTS: Final = 8
"""Addresses that a server tells of itself, at most."""
MOST_OF_SENDER: Final = 16
"""Servers that are listed of one sender at most."""
MOST_CLAIMS: Final = 4 * MOST_SERVERS
"""Answers that are kept at most, one for each address of each server."""

Small = Annotated[int, Meta(ge=0, le=65535)]
ShortText = Annotated[str, Meta(max_length=40)]


class ServerAnswer(msgspec.Struct, frozen=True):
    """Answer of a server about itself. `identity` is the one it says it has: see `core.protocol.identity`.

    `addresses` are those at which it answers, the best ones, as bytes.
    """

    nonce: Annotated[bytes, Meta(max_length=NONCE_BYTES)]
    identity: Annotated[bytes, Meta(max_length=16)]
    protocol: Small
    name: ShortText
    port: Annotated[int, Meta(ge=1, le=65535)]
    version: ShortText
    tables: Small
    open_seats: Small
    addresses: Annotated[tuple[Annotated[bytes, Meta(max_length=16)], ...], Meta(max_length=MOST_HOSTS)] = ()


class FoundServer(msgspec.Struct, frozen=True):
    """Server that answered, and its answer. `fits`: it speaks our protocol, or a newer one.

    `host` is the best of its addresses, `others` are the rest; link-local ones of IPv6 have their scope, such
    as `fe80::1%eth0`. Anybody may answer with the `identity` of another server: nothing is proven by it.
    `heard_at` is the address from which it was heard first.
    """

    host: str
    port: int
    name: str
    version: str
    tables: int
    open_seats: int
    fits: bool
    identity: bytes = b""
    others: tuple[str, ...] = ()
    heard_at: str = ""

    @property
    def hosts(self) -> tuple[str, ...]:
        """All its addresses, the best first."""
        return (self.host, *self.others)

    @property
    def key(self) -> tuple[bytes, int, str]:
        """Key that tells servers apart, those too that copy the identity of another."""
        return self.identity, self.port, self.heard_at or self.host


class Announcement(asyncio.DatagramProtocol):
    """Announcement of one address at which a server listens: hears probes, and answers from there.

    `0.0.0.0` and `::` are announced on every interface, any other address only in its own networks.
    """

    def __init__(self, host: str, port: int, answer: Callable[[bytes], bytes | None]) -> None:
        """Hear at this UDP port; `answer` makes an answer of a probe, if there is one. Raises OSError."""
        self._host, self._answer = plain_address(host), answer
        self._joined = frozenset[tuple[int, str]]()
        self._near: tuple[tuple[int, InterfaceAddress], ...] = ()
        self._transport: asyncio.DatagramTransport | None = None
        family = socket.AF_INET6 if self._host.version == 6 else socket.AF_INET
        self._receiver = _receiving_socket(family, port)
        try:
            self._sender = self._receiver if self._is_everywhere else _socket_at(host)
        except OSError:
            self._receiver.close()
            raise

    async def open(self, interfaces: Sequence[Interface]) -> None:
        """Answer from now on."""
        self.follow(interfaces)
        await asyncio.get_running_loop().create_datagram_endpoint(lambda: self, sock=self._receiver)

    def follow(self, interfaces: Sequence[Interface]) -> None:
        """Hear on these interfaces, as far as the address is theirs."""
        mine = [
            (one.index, address)
            for one in interfaces
            for address in one.of_family(self._host.version)
            if self._is_everywhere or plain_address(address.host) == self._host
        ]
        members = frozenset((index, address.host) for index, address in mine)
        for index, host in members - self._joined:
            # Of several addresses of an interface the second is refused: it is a member already.
            with contextlib.suppress(OSError):
                _join(self._receiver, index, host)
        self._joined, self._near = members, tuple(mine)

    @property
    def hosts(self) -> tuple[str, ...]:
        """Addresses at which it is heard and answers now."""
        return tuple(address.host for _, address in self._near)

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def datagram_received(self, data: bytes, addr: tuple[Any, ...]) -> None:
        """Answer a probe; anything else is ignored."""
        if len(data) != MOST_PACKET_BYTES or not data.startswith(PROBE_MAGIC) or not self._is_near(addr):
            return
        answer = self._answer(data)
        if answer is None or len(answer) > len(data):
            return
        # A searcher may be gone, or have an address that nothing leads to.
        with contextlib.suppress(OSError):
            self._sender.sendto(answer, addr)

    def error_received(self, exc: Exception) -> None:
        """Ignore that a searcher is gone."""

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()
        else:
            self._receiver.close()
        if not self._is_everywhere:
            self._sender.close()

    @property
    def _is_everywhere(self) -> bool:
        return self._host.is_unspecified

    def _is_near(self, addr: tuple[Any, ...]) -> bool:
        """Whether a searcher is in a network in which the server listens."""
        if self._is_everywhere:
            return True
        asker = plain_address(addr[0])
        if asker.version == 6 and asker.is_link_local:
            return any(index == addr[3] for index, _ in self._near)
        return any(asker in address.network for _, address in self._near)


class DiscoveryResponder:
    """Answers probes for one server at all addresses at which it listens, and nowhere else."""

    def __init__(self, lobby: Lobby, port: int) -> None:
        self._lobby, self._port = lobby, port
        self._identity = secrets.token_bytes(8)
        self.bucket = Bucket(ANSWERS_PER_SECOND, ANSWERS_PER_SECOND)
        self.announcements: list[Announcement] = []
        self._following: asyncio.Task[None] | None = None

    @classmethod
    async def light(
        cls, lobby: Lobby, port: int, hosts: Sequence[str], where: int = DEFAULT_PORT
    ) -> DiscoveryResponder | None:
        """Responder for the server that listens at `port` of these addresses; probes come to port `where`.

        None where the system does not allow it: the server then has to be found by its address.
        """
        beacon = cls(lobby, port)
        # In a thread: some systems take long to list their interfaces.
        found = await asyncio.to_thread(interfaces)
        for host in hosts:
            with contextlib.suppress(OSError):
                announcement = Announcement(host, where, beacon.answer)
                await announcement.open(found)
                beacon.announcements.append(announcement)
        if not beacon.announcements:
            return None
        beacon._following = asyncio.create_task(beacon._follow())
        return beacon

    def answer(self, probe: bytes) -> bytes | None:
        """The answer to a probe; None if there have been too many."""
        if not self.bucket.take():
            return None
        lines = self._lobby.lines()
        free = sum(holder.kind == "open" for line in lines for holder in line.holders)
        nonce = probe[len(PROBE_MAGIC) + 1 : len(PROBE_MAGIC) + 1 + NONCE_BYTES]
        return codec.encode(
            ServerAnswer(
                nonce,
                self._lobby.identity,
                PROTOCOL,
                self._lobby.name,
                self._port,
                version(),
                len(lines),
                free,
                self._addresses(),
            )
        )

    def _addresses(self) -> tuple[bytes, ...]:
        """Addresses at which the server answers, the best ones, as bytes."""
        hosts = {host for announcement in self.announcements for host in announcement.hosts}
        best = sorted(hosts, key=lambda host: (preference(host), host))[:MOST_HOSTS]
        return tuple(plain_address(host).packed for host in best)

    async def _follow(self) -> None:
        """Hear on interfaces as they come and go."""
        while True:
            await asyncio.sleep(FOLLOW_SECONDS)
            found = await asyncio.to_thread(interfaces)
            for announcement in self.announcements:
                announcement.follow(found)

    def close(self) -> None:
        if self._following is not None:
            self._following.cancel()
        for announcement in self.announcements:
            announcement.close()


class DiscoverySearch:
    """Search that lasts as long as the object. Call `poll` often (each frame); it never waits.

    It goes on over every interface that is up by then.
    """

    def __init__(
        self, port: int = DEFAULT_PORT, addresses: Sequence[str] | None = None, patience: float = FORGET_DELAY
    ) -> None:
        """Search from these addresses of this machine, or all of them.

        A server is forgotten after `patience` seconds of silence.
        """
        self._port, self._addresses, self._patience = port, addresses, patience
        self._nonce = secrets.token_bytes(NONCE_BYTES)
        self._sockets: dict[tuple[int, str], tuple[socket.socket, tuple[Any, ...]]] = {}
        self._looked = self._asked = float("-inf")
        self._heard: dict[tuple[bytes, int, str], tuple[float, ServerAnswer]] = {}

    def poll(self) -> list[FoundServer]:
        """The servers that have answered in the last seconds, by name."""
        now = monotonic()
        if now - self._looked >= FOLLOW_SECONDS:
            self._looked = now
            self._follow(interfaces())
        if now - self._asked >= PROBE_INTERVAL:
            self._asked = now
            self._ask()
        for sock, _ in self._sockets.values():
            self._listen(sock, now)
        heard = self._heard.items()
        self._heard = {claim: said for claim, said in heard if now - said[0] < self._patience}
        servers = sorted(self._servers(), key=lambda found: (found.name, found.host, found.port))
        return servers[:MOST_SERVERS]

    def wait(self, seconds: float) -> None:
        """Wait until an answer has come, some time has passed, or it is time to ask again."""
        left = max(0.0, min(seconds, self._asked + PROBE_INTERVAL - monotonic()))
        if self._sockets:
            select.select([sock for sock, _ in self._sockets.values()], [], [], left)
        else:
            time.sleep(left)

    def close(self) -> None:
        for sock, _ in self._sockets.values():
            sock.close()
        self._sockets.clear()

    def _follow(self, interfaces: Sequence[Interface]) -> None:
        """Search from the addresses of these interfaces."""
        wanted = {
            (one.index, address.host): _targets(one, address)
            for one in interfaces
            for address in _probing(one)
            if self._addresses is None or address.host in self._addresses
        }
        for key in self._sockets.keys() - wanted.keys():
            self._sockets.pop(key)[0].close()
        for key, targets in wanted.items():
            # An address of IPv6 that is new cannot be used in its first second or two.
            with contextlib.suppress(OSError):
                if key not in self._sockets:
                    self._sockets[key] = _searching_socket(*key), targets

    def _ask(self) -> None:
        probe = (PROBE_MAGIC + bytes([PROTOCOL]) + self._nonce).ljust(MOST_PACKET_BYTES, b"\0")
        for sock, targets in self._sockets.values():
            for host, *scope in targets:
                # An interface may have gone since the last look.
                with contextlib.suppress(OSError):
                    sock.sendto(probe, (host, self._port, *scope))

    def _listen(self, sock: socket.socket, now: float) -> None:
        with contextlib.suppress(OSError):
            for _ in range(MOST_SERVERS):
                data, address = sock.recvfrom(MOST_PACKET_BYTES + 1)
                self.read(data, numeric_host(address), now)

    def read(self, data: bytes, host: str, now: float) -> None:
        """Note an answer that came from `host`; anything else is ignored."""
        try:
            answer: ServerAnswer = codec.typed(codec.unpack(data), ServerAnswer)
        except Refused:
            return
        claim = answer.identity, answer.port, host
        if answer.nonce == self._nonce and (claim in self._heard or self._has_room_for(host)):
            self._heard[claim] = now, answer

    def _has_room_for(self, host: str) -> bool:
        """Whether one more claim of this sender is kept: nobody may fill the list, or crowd others out."""
        of_sender = sum(sender == host for _, _, sender in self._heard)
        return of_sender < MOST_OF_SENDER and len(self._heard) < MOST_CLAIMS

    def _servers(self) -> Iterator[FoundServer]:
        """The servers heard of: claims to one identity and port whose senders all vouch for each other."""
        claims: dict[tuple[bytes, int], dict[str, ServerAnswer]] = {}
        for (identity, port, host), (_, answer) in self._heard.items():
            claims.setdefault((identity, port), {})[host] = answer
        for answers in claims.values():
            servers: list[list[str]] = []
            for host in answers:
                ours = (hosts for hosts in servers if all(_vouch(answers, host, known) for known in hosts))
                same = next(ours, None)
                if same is None:
                    servers.append([host])
                else:
                    same.append(host)
            yield from (_found({host: answers[host] for host in hosts}) for hosts in servers)


def find(
    seconds: float = 1.0, port: int = DEFAULT_PORT, addresses: Sequence[str] | None = None
) -> list[FoundServer]:
    """The servers that answer within `seconds`."""
    finder = DiscoverySearch(port, addresses, patience=float("inf"))
    until = monotonic() + seconds
    try:
        found = finder.poll()
        while (left := until - monotonic()) > 0:
            finder.wait(left)
            found = finder.poll()
        return found
    finally:
        finder.close()


def _clean(word: str) -> str:
    """Text from outside with nothing but letters for terminals and fonts."""
    return "".join(c for c in word if c.isprintable())


def _vouch(answers: Mapping[str, ServerAnswer], one: str, other: str) -> bool:
    """Whether the answers from two addresses each name the other one as the server's own."""
    packed = {host: plain_address(host).packed for host in (one, other)}
    return packed[one] in answers[other].addresses and packed[other] in answers[one].addresses


def _found(answers: Mapping[str, ServerAnswer]) -> FoundServer:
    """A server by what it has said from each of its addresses, in the order in which these were heard."""
    host, *others = sorted(answers, key=preference)
    said = answers[host]
    return FoundServer(
        host,
        said.port,
        _clean(said.name),
        _clean(said.version),
        said.tables,
        said.open_seats,
        said.protocol >= LOWEST_PROTOCOL,
        said.identity,
        tuple(others),
        next(iter(answers)),
    )


def _probing(interface: Interface) -> tuple[InterfaceAddress, ...]:
    """Addresses of an interface to search from: all of IPv4, one of IPv6, link-local if there is one."""
    six = sorted(interface.of_family(6), key=lambda address: not address.network.is_link_local)
    return (*interface.of_family(4), *six[:1])


def _targets(interface: Interface, address: InterfaceAddress) -> tuple[tuple[Any, ...], ...]:
    """Destination of probes from an address: a host, for IPv6 with flow and scope."""
    if address.network.version == 6:
        group = (MULTICAST_GROUP_V6, 0, interface.index)
        return ((address.host, 0, 0), group) if interface.loopback else (group,)
    if interface.loopback:
        return ((MULTICAST_GROUP,), (address.host,))
    if interface.point_to_point:
        return ((MULTICAST_GROUP,),)
    # Reckoned: where none was set the system may tell the address itself.
    return ((MULTICAST_GROUP,), (str(address.network.broadcast_address),))


def _receiving_socket(family: socket.AddressFamily, port: int) -> socket.socket:
    """Socket on a port that other servers of this machine listen on as well. Raises OSError."""
    sock = socket.socket(family, socket.SOCK_DGRAM)
    try:
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind(("", port))
    except OSError:
        sock.close()
        raise
    return sock


def _join(sock: socket.socket, index: int, host: str) -> None:
    """Let a socket hear the group on the interface of this number and address. Raises OSError."""
    if sock.family == socket.AF_INET6:
        member = socket.inet_pton(socket.AF_INET6, MULTICAST_GROUP_V6) + struct.pack("@I", index)
        sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, member)
    else:
        member = socket.inet_aton(MULTICAST_GROUP) + socket.inet_aton(host)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)


def _socket_at(host: str) -> socket.socket:
    """Socket that sends from an address of this machine, at any port. Raises OSError."""
    family, kind, _, _, address = socket.getaddrinfo(
        host, 0, type=socket.SOCK_DGRAM, flags=socket.AI_NUMERICHOST
    )[0]
    sock = socket.socket(family, kind)
    try:
        sock.setblocking(False)
        sock.bind(address)
    except OSError:
        sock.close()
        raise
    return sock


def _searching_socket(index: int, host: str) -> socket.socket:
    """Socket that sends probes from an address, over its interface. Raises OSError."""
    sock = _socket_at(host)
    try:
        if sock.family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, index)
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(host))
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
    except OSError:
        sock.close()
        raise
    return sock
