"""Embedded server inside the client's process, for couch games and demos: a thread with an event loop.

The client talks to it over a pair of sockets in the same protocol as to any other server, so there is only
one way in which games are played.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from core.game import Refusal, Refused
from server.bots.pool import WorkerPool
from server.net.discovery import DiscoveryResponder
from server.net.limits import Limits
from server.net.listener import DEFAULT_PORT, Listener
from server.storage import couch
from server.storage.journal import MemoryStore, Store
from server.tables.lobby import Lobby

# Nobody reads a log of a game on the couch, unless the program asks for it.
logging.getLogger("tilewright").addHandler(logging.NullHandler())

MONTH_SECONDS: Final = 30 * 24 * 3600.0
EMBEDDED_LIMITS: Final = Limits(tables=32, grace=MONTH_SECONDS, keep=MONTH_SECONDS)
"""Limits for one's own machine: few tables, and people who leave the couch may come back later."""


class Embedded:
    """Server that runs from when it is made until `close`. Every method may be called from any other thread.

    `data` is the folder where the games of people are kept; without it they are in `store`, or lost with the
    program. `trouble` says what people should know about that. `port` and `host` are where `Publish`
    opens it; if the port is taken, any other is used, unless we `insist` on it.
    """

    def __init__(
        self,
        name: str = "Tilewright",
        port: int = DEFAULT_PORT,
        host: str | None = None,
        data: Path | None = None,
        store: Store | None = None,
        beacon_port: int = DEFAULT_PORT,
        insist: bool = False,
    ) -> None:
        self._name, self._host, self._port = name, host, port
        self.trouble: Refusal | None = None
        self._data, self._store, self._limits = data, store or MemoryStore(), EMBEDDED_LIMITS
        self._beacon_port, self._insist = beacon_port, insist
        self._loop = asyncio.new_event_loop()
        self._beacon: DiscoveryResponder | None = None
        self._published = 0
        self._failed: BaseException | None = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tilewright server", daemon=True)
        self._thread.start()
        self._ready.wait()
        if self._failed is not None:
            raise self._failed

    def connect(self) -> socket.socket:
        """The client's end of a new connection."""
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        asyncio.run_coroutine_threadsafe(self._door.adopt(ours), self._loop).result()
        return theirs

    @property
    def keeps_data(self) -> bool:
        """Whether the games of people outlive the program."""
        return isinstance(self._lobby.services.store, couch.CouchStore)

    def go_on(
        self, tokens: Sequence[tuple[bytes, ...]], host: str = "", game: str = ""
    ) -> tuple[int, list[int]] | None:
        """See `server.storage.couch.resume_table`."""
        found = couch.resume_table(self._lobby, tokens, host, game)
        return asyncio.run_coroutine_threadsafe(found, self._loop).result()

    def people(self, table_number: int) -> tuple[str, ...]:
        """Names of those who have a seat at a table."""
        return tuple(chair.name for chair in self._lobby.tables[table_number].chairs if chair.token)

    def prefer(self, port: int) -> None:
        """Set the port that `Publish` uses, or any other if it is taken."""
        self._port, self._insist = port, False

    def has_remote_guests(self) -> bool:
        """Whether a guest from another machine is here."""
        return any(not guest.embedded for guest in tuple(self._lobby.guests.values()))

    @property
    def damaged_tables(self) -> tuple[int, ...]:
        """Stored tables that cannot go on."""
        return tuple(self._lobby.services.aside)

    @property
    def outdated(self) -> dict[int, str]:
        """Those of them that were begun by other rules than today's, with the version."""
        return dict(self._lobby.services.outdated)

    def tidy(self) -> frozenset[int]:
        """Close tables after the program has left: see `server.storage.couch.close_unresumable`."""
        return asyncio.run_coroutine_threadsafe(couch.close_unresumable(self._lobby), self._loop).result()

    def close(self) -> None:
        """Send Bye to all guests and end. Does nothing the second time."""
        if not self._thread.is_alive():
            return
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._begin())
        except BaseException as error:
            self._failed = error
            self._loop.close()
            return
        finally:
            self._ready.set()
        self._loop.run_forever()
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    async def _begin(self) -> None:
        store = self._store
        if self._data is not None:
            store, self.trouble = couch.open_store(self._data)
        brains = WorkerPool(self._limits.bot_seconds)
        self._lobby = Lobby(self._name, store, brains, self._limits)
        await couch.prune(store)
        self._lobby.publish = self._publish
        self._door = Listener(self._lobby)

    async def _publish(self, name: str) -> int:
        """Open to the LAN; the port. Raises `Refused("net.refusal.cannot_publish")` or `port_taken`."""
        if not self._published:
            self._published = await self._listen()
            self._beacon = await DiscoveryResponder.light(
                self._lobby, self._published, self._door.hosts, self._beacon_port
            )
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
        # Only now: opening to the LAN may have been in progress.
        if self._beacon is not None:
            self._beacon.close()
