"""Hostile guests in a process of their own: `… -m tests.server.faults.hostile_crowd PORT ADDRESS KIND …`.

They go on until the input ends, and then print how often each of them did what it does.
"""

from __future__ import annotations

import contextlib
import json
import random
import secrets
import socket
import struct
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from core.protocol import messages as m
from core.protocol.wire import PREAMBLE, Connection, ConnectionSide
from server.bots.pool import DirectThinker
from server.storage.journal import MemoryStore
from server.tables.lobby import Lobby
from tests.server.faults.hostile_frames import Forge

SILENT, SLOW, SIDE_BY_SIDE = 500, 16, 8
RESET: Final = struct.pack("ii", 1, 0)
"""Of SO_LINGER: a connection that is closed is reset."""


class Crowd:
    """All of them. `count[kind]` is what they have done so far."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self.count: Counter[str] = Counter()
        self.over = threading.Event()

    def dial(self) -> socket.socket:
        """A new connection from this crowd's address."""
        return socket.create_connection(("127.0.0.1", self.port), 5, (self.address, 0))

    def greeted(self, *more: m.Message) -> bytes:
        """The first words, and some more."""
        wire = Connection(ConnectionSide.GUEST)
        hello = m.Hello("crowd", secrets.token_bytes(m.CLIENT_BYTES))
        return PREAMBLE + b"".join(map(wire.send, (hello, *more)))

    def silent(self) -> None:
        """500 sockets that say nothing, or nearly; whoever is thrown out comes again."""
        socks: list[socket.socket] = []
        while not self.over.is_set():
            while len(socks) < SILENT and not self.over.is_set():
                sock = self.dial()
                sock.send(PREAMBLE[: len(socks) % 5])
                sock.setblocking(False)
                socks.append(sock)
                self.count["silent"] += 1
            socks = [sock for sock in socks if _open(sock)]
            time.sleep(0.02)

    def slow(self) -> None:
        """They watch a table at which much is said, and never read."""
        host = self.dial()
        plans = (m.SeatPlan("me", "Ada", token=secrets.token_bytes(16)), m.SeatPlan("open"))
        host.sendall(self.greeted(m.Open(1, "great_split", {}, plans)))
        time.sleep(0.2)
        socks = []
        for _ in range(SLOW):
            sock = socket.socket()
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            sock.bind((self.address, 0))
            sock.connect(("127.0.0.1", self.port))
            sock.sendall(self.greeted(m.Browse(1), *(m.Watch(2, table) for table in range(1, 4))))
            socks.append(sock)
        number, wire = 2, Connection(ConnectionSide.GUEST)
        while not self.over.wait(0.06):
            host.sendall(wire.send(m.SetPace(number, pause=0.0)))
            host.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                host.recv(1 << 20)
            host.setblocking(True)
            number += 1
            self.count["slow"] += 1

    def resets(self) -> None:
        """A session that is reset after every number of bytes."""
        plans = (m.SeatPlan("me", "Ada", token=b"r" * 16), m.SeatPlan("open"))
        whole = self.greeted(m.Browse(1), m.Open(2, "sturt", {}, plans), m.Say(3, "hello"), m.Leave(4))
        length = 0
        while not self.over.is_set():
            length = (length + 1) % (len(whole) + 1)
            sock = self.dial()
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            with contextlib.suppress(OSError):
                sock.sendall(whole[:length])
                if length % 2:
                    sock.recv(64)
            sock.close()
            self.count["resets"] += 1
            self.over.wait(0.002)

    def frames(self) -> None:
        """Damaged frames, until the connection is ended; then another."""
        forge = Forge(Lobby("", MemoryStore(), DirectThinker()), random.randrange(2**30))
        while not self.over.is_set():
            with contextlib.suppress(OSError), self.dial() as sock:
                sock.settimeout(2.0)
                sock.sendall(self.greeted())
                for _ in range(40):
                    sock.sendall(forge.frame(None))
                    self.count["frames"] += 1
                    if not sock.recv(65536) or forge.swallowed:
                        break
                forge.swallowed = False


def _open(sock: socket.socket) -> bool:
    """Whether the server has not ended it."""
    try:
        while sock.recv(4096):
            pass
    except BlockingIOError:
        return True
    except OSError:
        pass
    sock.close()
    return False


def _again(crowd: Crowd, work: Callable[[], None]) -> None:
    """Whatever is done to it, it comes again."""
    while not crowd.over.is_set():
        try:
            work()
        except OSError:
            crowd.over.wait(0.05)


@contextmanager
def crowded(port: int, *kinds: str, address: str = "127.0.0.1") -> Iterator[dict[str, int]]:
    """Such a crowd at work; what it has done is there afterwards."""
    command = [sys.executable, "-m", "tests.server.faults.hostile_crowd", str(port), address, *kinds]
    pipe = subprocess.PIPE
    done: dict[str, int] = {}
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        try:
            yield done
        finally:
            out, _ = process.communicate("")
            done.update(json.loads(out))


def main(port: str, address: str, *kinds: str) -> None:
    """All these kinds at once."""
    crowd = Crowd(int(port), address)
    work = [getattr(crowd, kind) for kind in kinds for _ in range(SIDE_BY_SIDE if kind == "frames" else 1)]
    threads = [threading.Thread(target=_again, args=(crowd, each), daemon=True) for each in work]
    for thread in threads:
        thread.start()
    time.sleep(0.5)
    print("begun", flush=True)
    sys.stdin.read()
    crowd.over.set()
    print(json.dumps(crowd.count), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
