"""Servers are found without an address: all of them, and only while they are there."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import threading
import time

import pytest
from msgspec.structs import replace

from core import codec
from core.protocol.messages import PROTOCOL
from server.bots.pool import DirectThinker
from server.net import discovery
from server.net.discovery import (
    Announcement,
    DiscoveryResponder,
    DiscoverySearch,
    FoundServer,
    ServerAnswer,
    find,
)
from server.net.interfaces import Interface, InterfaceAddress, plain_address
from server.net.limits import Bucket
from server.storage.journal import MemoryStore
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, settle

HERE = ("127.0.0.1",)
PROBE = (discovery.PROBE_MAGIC + b"\x01" + b"12345678").ljust(discovery.MOST_PACKET_BYTES, b"\0")


def _at(host: str, network: str) -> InterfaceAddress:
    return InterfaceAddress(host, ipaddress.ip_network(network))


def _nonce(finder: DiscoverySearch) -> bytes:
    return finder._nonce  # noqa: SLF001  # what its probes carry


def _free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def _beacon(name: str, port: int, where: int) -> tuple[Lobby, DiscoveryResponder]:
    lobby = Lobby(name, MemoryStore(), DirectThinker())
    beacon = await DiscoveryResponder.light(lobby, port, HERE, where)
    assert beacon is not None
    return lobby, beacon


async def _until(finder: DiscoverySearch, names: list[str]) -> list[FoundServer]:
    async with asyncio.timeout(20):
        while [found.name for found in finder.poll()] != names:
            await asyncio.to_thread(finder.wait, 0.1)
    return finder.poll()


def test_two_servers_on_one_machine_are_both_found_and_the_closed_one_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(discovery, "PROBE_INTERVAL", 0.1)
    monkeypatch.setattr(discovery, "FORGET_DELAY", 0.5)

    async def test() -> None:
        where = _free_port()
        (lobby, first), (_, second) = [await _beacon(f"Server {n}", 5000 + n, where) for n in (1, 2)]
        ada = Ear(lobby)
        await ada.open("sturt", "me", "open")
        finder = DiscoverySearch(where, addresses=HERE)
        found = await _until(finder, ["Server 1", "Server 2"])
        assert [(f.host, f.port, f.tables, f.open_seats) for f in found] == [
            ("127.0.0.1", 5001, 1, 1),
            ("127.0.0.1", 5002, 0, 0),
        ]
        assert all(f.fits for f in found)
        first.close()
        await _until(finder, ["Server 2"])
        finder.close()
        second.close()

    asyncio.run(test())


def test_a_machine_slow_to_list_its_interfaces_does_not_stop_the_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    released = threading.Event()
    went_on: list[bool] = []

    def slow() -> tuple[Interface, ...]:
        went_on.append(released.wait(2))
        return ()

    monkeypatch.setattr(discovery, "interfaces", slow)

    async def test() -> None:
        lobby = Lobby("Attic", MemoryStore(), DirectThinker())
        light = asyncio.create_task(DiscoveryResponder.light(lobby, 5000, HERE, _free_port()))
        await settle()
        released.set()
        beacon = await light
        assert beacon is not None
        beacon.close()

    asyncio.run(test())
    assert went_on == [True]


def test_find_waits_and_returns_all_that_answered() -> None:
    async def test() -> None:
        where = _free_port()
        beacons = [(await _beacon(f"Server {n}", 5000 + n, where))[1] for n in (1, 2)]
        found = await asyncio.to_thread(find, 0.5, where, HERE)
        assert [f.name for f in found] == ["Server 1", "Server 2"]
        for beacon in beacons:
            beacon.close()

    asyncio.run(test())


def test_only_whole_probes_are_answered_never_with_more_and_not_without_end() -> None:
    async def test() -> None:
        where = _free_port()
        _, beacon = await _beacon("漢" * 24, 5001, where)
        loop = asyncio.get_running_loop()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.setblocking(False)
            sock.bind(("127.0.0.1", 0))
            other = PROBE.replace(b"12345678", b"87654321")
            for junk in (b"", other[:-1], other + b"\0", b"X" * discovery.MOST_PACKET_BYTES):
                sock.sendto(junk, ("127.0.0.1", where))
            sock.sendto(PROBE, ("127.0.0.1", where))
            answer, _ = await loop.sock_recvfrom(sock, 2048)
            assert len(answer) <= len(PROBE)
            said = codec.typed(codec.unpack(answer), ServerAnswer)
            assert (said.nonce, said.name, said.port) == (b"12345678", "漢" * 24, 5001)
            beacon.bucket = Bucket(
                discovery.ANSWERS_PER_SECOND, discovery.ANSWERS_PER_SECOND, clock=lambda: 0.0
            )
            for _ in range(200):
                beacon.announcements[0].datagram_received(PROBE, sock.getsockname())
            answers = 0
            while True:
                try:
                    sock.recv(2048)
                except BlockingIOError:
                    break
                answers += 1
            assert answers <= discovery.ANSWERS_PER_SECOND
        beacon.close()

    asyncio.run(test())


NETS = (
    Interface("lo", 1, (_at("127.0.0.1", "127.0.0.0/8"),), loopback=True),
    Interface("eth0", 2, (_at("192.168.1.5", "192.168.1.0/24"), _at("fe80::5%eth0", "fe80::/64"))),
    Interface("eth1", 3, (_at("10.0.0.5", "10.0.0.0/8"), _at("fe80::6%eth1", "fe80::/64"))),
)


@pytest.mark.parametrize(
    ("host", "asker", "heard"),
    [
        ("127.0.0.1", ("127.0.0.1", 5), True),
        ("127.0.0.1", ("192.168.1.7", 5), False),
        ("192.168.1.5", ("192.168.1.7", 5), True),
        ("192.168.1.5", ("10.0.0.7", 5), False),
        ("192.168.1.5", ("192.0.2.7", 5), False),
        ("fe80::5%eth0", ("fe80::7%eth0", 5, 0, 2), True),
        ("fe80::5%eth0", ("fe80::7%eth1", 5, 0, 3), False),
        ("0.0.0.0", ("10.0.0.7", 5), True),
        ("::", ("fe80::7%eth1", 5, 0, 3), True),
    ],
)
def test_a_server_answers_in_the_networks_of_the_address_at_which_it_listens(
    host: str, asker: tuple[object, ...], heard: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a datagram: none of these networks is here."""
    sent: list[object] = []

    class Socket:
        def sendto(self, data: bytes, address: object) -> None:
            sent.append(address)

        def close(self) -> None: ...

    monkeypatch.setattr(discovery, "_receiving_socket", lambda family, port: Socket())
    monkeypatch.setattr(discovery, "_socket_at", lambda host: Socket())
    monkeypatch.setattr(discovery, "_join", lambda sock, index, host: None)
    announcement = Announcement(host, 0, lambda probe: b"answer")
    announcement.follow(NETS)
    announcement.datagram_received(PROBE, asker)
    assert sent == ([asker] if heard else [])
    announcement.follow(())
    announcement.datagram_received(PROBE, asker)
    assert len(sent) == (2 if heard and host in {"0.0.0.0", "::"} else heard), "its address has gone"
    announcement.close()


def packed(*hosts: str) -> tuple[bytes, ...]:
    return tuple(plain_address(host).packed for host in hosts)


def test_all_addresses_of_one_server_are_one_server() -> None:
    """It names them itself; whoever copies its identity is not among them, and another server beside it."""
    finder = DiscoverySearch(0, addresses=())
    mine = ("fe80::5%eth0", "93.184.216.34", "192.168.1.5", "fd00::5")
    attic = ServerAnswer(_nonce(finder), b"attic", PROTOCOL, "Attic", 5001, "1", 0, 0, packed(*mine))
    for host in mine:
        finder.read(codec.encode(attic), host, time.monotonic())
    finder.read(codec.encode(attic), "10.0.0.66", time.monotonic())
    finder.read(
        codec.encode(replace(attic, addresses=packed("10.0.0.67", *mine))), "10.0.0.67", time.monotonic()
    )
    finder.read(codec.encode(replace(attic, port=5002)), "192.168.1.5", time.monotonic())
    found = [server.hosts for server in finder.poll()]
    assert found == [
        ("10.0.0.66",),
        ("10.0.0.67",),
        ("192.168.1.5", "93.184.216.34", "fd00::5", "fe80::5%eth0"),
        ("192.168.1.5",),
    ]
    assert len({server.key for server in finder.poll()}) == 4
    finder.close()


def test_no_sender_crowds_others_out_of_the_list() -> None:
    finder = DiscoverySearch(0, addresses=())
    for number in range(200):
        fake = ServerAnswer(_nonce(finder), b"%d" % number, PROTOCOL, "Fake", 5001, "1", 0, 0)
        finder.read(codec.encode(fake), "10.0.0.66", time.monotonic())
    real = ServerAnswer(_nonce(finder), b"real", PROTOCOL, "Real", 5001, "1", 0, 0)
    finder.read(codec.encode(real), "10.0.0.1", time.monotonic())
    found = finder.poll()
    assert len(found) == discovery.MOST_OF_SENDER + 1 and "Real" in {server.name for server in found}
    finder.close()


def test_the_longest_answer_is_no_longer_than_its_probe() -> None:
    mine = packed(*(f"fd00::{number}" for number in range(discovery.MOST_HOSTS)))
    longest = ServerAnswer(b"n" * 8, b"i" * 16, 65535, "名" * 40, 65535, "1" * 40, 65535, 65535, mine)
    assert len(codec.encode(longest)) <= discovery.MOST_PACKET_BYTES


def test_find_asks_again_and_forgets_nothing_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """One server is gone long before the end, another comes after the first probe."""
    monkeypatch.setattr(discovery, "PROBE_INTERVAL", 0.1)
    monkeypatch.setattr(discovery, "FORGET_DELAY", 0.2)

    async def test() -> None:
        where = _free_port()
        _, early = await _beacon("Early", 5001, where)
        search = asyncio.create_task(asyncio.to_thread(find, 1.5, where, HERE))
        await asyncio.sleep(0.4)
        early.close()
        _, late = await _beacon("Late", 5002, where)
        assert [found.name for found in await search] == ["Early", "Late"]
        late.close()

    asyncio.run(test())


def test_a_search_begins_on_an_interface_that_comes_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "PROBE_INTERVAL", 0.1)
    monkeypatch.setattr(discovery, "FOLLOW_SECONDS", 0.1)
    monkeypatch.setattr(discovery, "FORGET_DELAY", 0.5)
    up: list[Interface] = []
    monkeypatch.setattr(discovery, "interfaces", lambda: tuple(up))

    async def test() -> None:
        where = _free_port()
        _, beacon = await _beacon("Attic", 5001, where)
        finder = DiscoverySearch(where)
        assert finder.poll() == []
        up.append(NETS[0])
        await _until(finder, ["Attic"])
        up.clear()
        await _until(finder, [])
        finder.close()
        beacon.close()

    asyncio.run(test())


def test_an_answer_nobody_asked_for_or_of_another_shape_is_ignored() -> None:
    """All come before the one that is as it should be, each from a server of its own."""

    async def test() -> None:
        where = _free_port()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
            server.setblocking(False)
            server.bind(("127.0.0.1", where))
            finder = DiscoverySearch(where, addresses=HERE)
            finder.poll()
            async with asyncio.timeout(20):
                probe, searcher = await asyncio.get_running_loop().sock_recvfrom(server, 2048)
            nonce = probe[len(discovery.PROBE_MAGIC) + 1 :][: discovery.NONCE_BYTES]
            good = ServerAnswer(nonce, b"good", PROTOCOL, "Name\x07", 5001, "1", 0, 0)
            for answer in (
                b"junk",
                codec.encode(replace(good, identity=b"1", nonce=b"other")),
                codec.encode(replace(good, identity=b"2", port=0)),
                codec.encode(replace(good, identity=b"3", name="x" * 41)),
                codec.encode(good),
            ):
                server.sendto(answer, searcher)
            await _until(finder, ["Name"])
            finder.close()

    asyncio.run(test())
