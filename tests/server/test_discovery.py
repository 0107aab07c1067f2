"""Servers are found without an address: all of them, and only while they are there."""

from __future__ import annotations

import asyncio
import socket
import threading

import pytest
from msgspec.structs import replace

from core import codec
from core.protocol.messages import PROTOCOL
from server.bots.pool import DirectThinker
from server.net import discovery
from server.net.discovery import DiscoveryResponder, DiscoverySearch, FoundServer, ServerAnswer, find
from server.net.limits import Bucket
from server.storage.journal import MemoryStore
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, settle

HERE = ("127.0.0.1",)


def _free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def _beacon(name: str, port: int, where: int) -> tuple[Lobby, DiscoveryResponder]:
    lobby = Lobby(name, MemoryStore(), DirectThinker())
    beacon = await DiscoveryResponder.light(lobby, port, "127.0.0.1", where)
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


def test_a_machine_slow_to_know_its_own_addresses_does_not_stop_the_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    released = threading.Event()
    went_on: list[bool] = []

    def slow(*asked: object) -> list[object]:
        went_on.append(released.wait(2))
        return []

    monkeypatch.setattr(socket, "getaddrinfo", slow)

    async def test() -> None:
        lobby = Lobby("Attic", MemoryStore(), DirectThinker())
        light = asyncio.create_task(DiscoveryResponder.light(lobby, 5000, None, _free_port()))
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
        found = await asyncio.to_thread(find, 0.5, where, discovery.MULTICAST_GROUP, HERE)
        assert [f.name for f in found] == ["Server 1", "Server 2"]
        for beacon in beacons:
            beacon.close()

    asyncio.run(test())


def test_only_whole_probes_are_answered_never_with_more_and_not_without_end() -> None:
    async def test() -> None:
        where = _free_port()
        _, beacon = await _beacon("漢" * 24, 5001, where)
        loop = asyncio.get_running_loop()
        probe = (discovery.PROBE_MAGIC + b"\x01" + b"12345678").ljust(discovery.MOST_PACKET_BYTES, b"\0")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.setblocking(False)
            sock.bind(("127.0.0.1", 0))
            other = probe.replace(b"12345678", b"87654321")
            for junk in (b"", other[:-1], other + b"\0", b"X" * discovery.MOST_PACKET_BYTES):
                sock.sendto(junk, ("127.0.0.1", where))
            sock.sendto(probe, ("127.0.0.1", where))
            answer, _ = await loop.sock_recvfrom(sock, 2048)
            assert len(answer) <= len(probe)
            said = codec.typed(codec.unpack(answer), ServerAnswer)
            assert (said.nonce, said.name, said.port) == (b"12345678", "漢" * 24, 5001)
            beacon.bucket = Bucket(
                discovery.ANSWERS_PER_SECOND, discovery.ANSWERS_PER_SECOND, clock=lambda: 0.0
            )
            for _ in range(200):
                beacon.datagram_received(probe, sock.getsockname())
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


def test_a_server_for_this_machine_only_does_not_answer_others() -> None:
    class Deaf:
        def sendto(self, data: bytes, address: object) -> None:
            raise AssertionError("an answer left the machine")

    lobby = Lobby("Local", MemoryStore(), DirectThinker())
    beacon = DiscoveryResponder(lobby, 5001, local=True)
    beacon.connection_made(Deaf())
    probe = (discovery.PROBE_MAGIC + b"\x01" + b"12345678").ljust(discovery.MOST_PACKET_BYTES, b"\0")
    beacon.datagram_received(probe, ("192.0.2.7", 5))


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
