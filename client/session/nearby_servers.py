"""Servers near by as a list for people, with entries that fade in and out.

Knows no window. The search itself is `server.net.discovery.DiscoverySearch`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from client.session.own_addresses import hosts_here
from server.net.discovery import DiscoverySearch, FoundServer

APPEAR_SECONDS: Final = 0.30
VANISH_SECONDS: Final = 0.45
"""Seconds a server takes to appear in the list and to vanish from it."""

THIS_MACHINE: Final = "127.0.0.1"


class ServerFinder(Protocol):
    """Part of a `DiscoverySearch` that is needed here."""

    def poll(self) -> list[FoundServer]: ...
    def close(self) -> None: ...


class ServerSighting(msgspec.Struct, frozen=True):
    """Server in the list: seen first at `since`, and not any more from `gone` on, in seconds."""

    found: FoundServer
    since: float
    gone: float | None = None

    @property
    def key(self) -> tuple[bytes, int, str]:
        """Identity of a server, whatever address it answers at."""
        return self.found.key

    def presence(self, now: float) -> float:
        """Visibility in the list, 0 … 1, while it fades in or out."""
        if self.gone is not None:
            return max(0.0, 1 - (now - self.gone) / VANISH_SECONDS)
        return min(1.0, max(0.0, (now - self.since) / APPEAR_SECONDS))


class NearbyServers:
    """Search from when it is made until `close`."""

    def __init__(self, make_finder: Callable[[], ServerFinder] = DiscoverySearch) -> None:
        self._search = make_finder()
        self._closed = False
        self._sightings: dict[tuple[bytes, int, str], ServerSighting] = {}

    def poll(self, now: float) -> tuple[ServerSighting, ...]:
        """The list at this time; call it every frame."""
        if not self._closed:
            self._note(self._search.poll(), now)
        alive = {key: seen for key, seen in self._sightings.items() if not _over(seen, now)}
        self._sightings = alive
        return tuple(sorted(alive.values(), key=lambda seen: (seen.found.name, seen.found.host, seen.key)))

    def close(self) -> None:
        """End the search."""
        self._closed = True
        self._search.close()

    def _note(self, servers: list[FoundServer], now: float) -> None:
        here = {server.key: server for server in servers}
        for key, server in here.items():
            known = self._sightings.get(key)
            since = known.since if known is not None and known.gone is None else now
            self._sightings[key] = ServerSighting(server, since)
        for key, seen in self._sightings.items():
            if key not in here and seen.gone is None:
                self._sightings[key] = msgspec.structs.replace(seen, gone=now)


def _over(seen: ServerSighting, now: float) -> bool:
    return seen.gone is not None and seen.presence(now) <= 0


def key_address(host: str) -> str:
    """The address under which keys to seats at a server are kept; this machine has one for all its names."""
    return THIS_MACHINE if host == "localhost" or host in hosts_here() else host
