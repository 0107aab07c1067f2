"""One port for both families of addresses, whatever a machine has of them."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from client.gate.server import Gate
from client.session.gate_order import GateCode, GateTarget
from server.bots.pool import DirectThinker
from server.net import ports
from server.net.listener import Listener
from server.net.ports import listen_at_port
from server.storage.journal import MemoryStore
from server.tables.lobby import Lobby

LOOPBACK = ((socket.AF_INET, ("127.0.0.1", 0)), (socket.AF_INET6, ("::1", 0, 0, 0)))


@pytest.fixture(autouse=True)
def _only_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "EVERYWHERE", LOOPBACK)


@contextmanager
def _listening(host: str | None, port: int) -> Iterator[tuple[socket.socket, ...]]:
    sockets = listen_at_port(host, port)
    with ExitStack() as stack:
        for sock in sockets:
            stack.callback(sock.close)
        yield sockets


def _refusing(family: socket.AddressFamily, number: int, times: int) -> Callable[..., socket.socket]:
    """What listens as ever, but so many times not with this family."""
    real, left = ports._listen_at, [times]  # noqa: SLF001  # the fault is planted there

    def listen(of: socket.AddressFamily, address: tuple[Any, ...]) -> socket.socket:
        if of == family and left[0]:
            left[0] -= 1
            raise OSError(number, "planted")
        return real(of, address)

    return listen


def test_any_free_port_is_the_same_for_both_families() -> None:
    with _listening(None, 0) as sockets:
        assert [sock.family for sock in sockets] == [socket.AF_INET, socket.AF_INET6]
        first, second = (sock.getsockname()[1] for sock in sockets)
        assert first == second > 0
        for host in ("127.0.0.1", "::1"):
            socket.create_connection((host, first), timeout=5).close()


def test_another_port_is_tried_when_the_second_family_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "_listen_at", _refusing(socket.AF_INET6, errno.EADDRINUSE, 3))
    with _listening(None, 0) as sockets:
        assert len({sock.getsockname()[1] for sock in sockets}) == 1 and len(sockets) == 2
    monkeypatch.setattr(ports, "_listen_at", _refusing(socket.AF_INET6, errno.EADDRINUSE, 1000))
    with pytest.raises(OSError, match="planted"):
        listen_at_port(None, 0)


@pytest.mark.parametrize("number", [errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL])
@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_a_machine_without_a_family_has_the_other(
    family: socket.AddressFamily, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ports, "_listen_at", _refusing(family, number, 1000))
    with _listening(None, 0) as sockets:
        assert [sock.family for sock in sockets] == [of for of, _ in LOOPBACK if of != family]


@pytest.mark.parametrize("taken", ["127.0.0.1", "::1"])
def test_a_port_that_either_family_has_lost_is_refused_as_a_whole(taken: str) -> None:
    with _listening(taken, 0) as (sock,):
        port = sock.getsockname()[1]
        with pytest.raises(OSError) as refused:
            listen_at_port(None, port)
        assert refused.value.errno == errno.EADDRINUSE
    with _listening(None, port):
        pass  # nothing of the refused try is left


def test_small_messages_leave_at_once() -> None:
    """Else the second of two waits until the other side has acknowledged the first, up to 40 ms."""

    async def test() -> None:
        accepted: asyncio.Queue[asyncio.StreamWriter] = asyncio.Queue()
        with _listening(None, 0) as sockets:
            for sock in sockets:
                server = await asyncio.start_server(lambda _, writer: accepted.put_nowait(writer), sock=sock)
                _, caller = await asyncio.open_connection(*sock.getsockname()[:2])
                guest = await accepted.get()
                assert guest.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
                caller.close()
                guest.close()
                server.close()

    asyncio.run(test())


@pytest.mark.parametrize("host", ["192.0.2.1", "a" * 70, "no such name"])
def test_an_address_that_is_not_here_is_an_error_of_the_system(host: str) -> None:
    with pytest.raises(OSError):  # of which kind depends on the system
        listen_at_port(host, 0)


def test_gate_and_server_show_the_one_port_at_which_they_listen() -> None:
    async def test() -> None:
        gate = Gate(GateTarget("127.0.0.1", 9), GateCode.drawn())
        door = Listener(Lobby("Den", MemoryStore(), DirectThinker()))
        with _listening("::1", 0) as (taken,):
            port = await gate.listen(None, taken.getsockname()[1])
            assert port not in (0, taken.getsockname()[1])
        for one in (port, await door.listen(None, 0)):
            for host in ("127.0.0.1", "::1"):
                _, writer = await asyncio.open_connection(host, one)
                writer.close()
        assert door.hosts == ("127.0.0.1", "::1")
        await gate.close()
        await door.close()

    asyncio.run(test())
