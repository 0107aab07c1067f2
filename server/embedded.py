"""A server inside the client's process, for couch games and demos: a thread with a loop of its own.

The client talks to it over a pair of sockets in the same protocol as to any other server, so there is
one way in which games are played.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from typing import Final

from core.game import Refused
from core.sealed import Step
from server.bots import Workers
from server.discovery import Beacon
from server.limits import Limits
from server.lobby import Lobby
from server.net import DEFAULT_PORT, Door
from server.store import MemoryStore, Store

# Nobody reads a log of a game on the couch, unless the program asks for it.
logging.getLogger("tilewright").addHandler(logging.NullHandler())

LIMITS: Final = Limits(tables=32, grace=10.0)
"""On somebody's own machine there are a few tables, and whoever leaves the couch has left."""


class Embedded:
    """Runs from when it is made until `close`. Every method may be called from any other thread.

    `port` and `host` are where `Publish` opens it; if the port is taken, any other is used, unless we
    `insist` on it.
    """

    def __init__(
        self,
        name: str = "Tilewright",
        port: int = DEFAULT_PORT,
        host: str | None = None,
        store: Store | None = None,
        limits: Limits = LIMITS,
        beacon_port: int = DEFAULT_PORT,
        insist: bool = False,
    ) -> None:
        self._name, self._host, self._port = name, host, port
        self._store, self._limits = store or MemoryStore(), limits
        self._beacon_port, self._insist = beacon_port, insist
        self._loop = asyncio.new_event_loop()
        self._beacon: Beacon | None = None
        self._published = 0
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tilewright server", daemon=True)
        self._thread.start()
        self._ready.wait()

    def connect(self) -> socket.socket:
        """The client's end of a new connection."""
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        asyncio.run_coroutine_threadsafe(self._door.adopt(ours), self._loop).result()
        return theirs

    def record(self, table: int) -> tuple[Step, ...]:
        """All steps at a table, and those still sealed: every secret there is, for the program's own use."""
        return asyncio.run_coroutine_threadsafe(self._record(table), self._loop).result()

    async def _record(self, number: int) -> tuple[Step, ...]:
        table = self._lobby.tables.get(number)
        return () if table is None else tuple(table.match.all_steps())

    def close(self) -> None:
        """Say goodbye to all guests and end. Does nothing the second time."""
        if not self._thread.is_alive():
            return
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._begin())
        self._ready.set()
        self._loop.run_forever()
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    async def _begin(self) -> None:
        brains = Workers(self._limits.thinking)
        self._lobby = Lobby(self._name, self._store, brains, self._limits)
        self._lobby.publish = self._publish
        self._door = Door(self._lobby)

    async def _publish(self, name: str) -> int:
        """Open to the LAN; the port. Raises `Refused("net.refusal.cannot_publish")` or `port_taken`."""
        if not self._published:
            self._published = await self._listen()
            self._beacon = await Beacon.light(self._lobby, self._published, self._host, self._beacon_port)
        return self._published

    async def _listen(self) -> int:
        try:
            return await self._door.listen(self._host, self._port)
        except OSError:
            if self._insist:
                raise Refused("net.refusal.port_taken", port=self._port) from None
            return await self._door.listen_anywhere(self._host)

    async def _stop(self) -> None:
        await self._door.close()
        # Only now: somebody may have been in the middle of opening it to the LAN.
        if self._beacon is not None:
            self._beacon.close()
