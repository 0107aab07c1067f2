"""Servers near by as a list for people, with entries that fade in and out.

Knows no window. The search itself is `server.net.discovery.DiscoverySearch`; it is begun beside the main
loop, because asking a machine for its own addresses may take a while.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol

import msgspec

from server.net.discovery import DiscoverySearch, FoundServer

APPEAR_SECONDS: Final = 0.30
VANISH_SECONDS: Final = 0.45
"""Seconds a server takes to appear in the list and to vanish from it."""

PROBE_ADDRESSES: Final = ("192.0.2.1", "10.254.254.254", "172.31.254.254", "192.168.254.254")
"""Addresses that lead over all usual network interfaces of a machine. Nothing is ever sent to them."""

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
    def key(self) -> tuple[str, int]:
        """Address that tells servers apart."""
        return self.found.host, self.found.port

    def presence(self, now: float) -> float:
        """Visibility in the list, 0 … 1, while it fades in or out."""
        if self.gone is not None:
            return max(0.0, 1 - (now - self.gone) / VANISH_SECONDS)
        return min(1.0, max(0.0, (now - self.since) / APPEAR_SECONDS))


class NearbyServers:
    """Search from when it is made until `close`. `ready` is set once the search has begun."""

    def __init__(self, make: Callable[[], ServerFinder] = DiscoverySearch) -> None:
        self.ready = threading.Event()
        self._search: ServerFinder | None = None
        self._closed = False
        self._sightings: dict[tuple[str, int], ServerSighting] = {}
        self._thread = threading.Thread(target=self._begin, args=(make,), name="search", daemon=True)
        self._thread.start()

    def poll(self, now: float) -> tuple[ServerSighting, ...]:
        """The list at this time; call it every frame."""
        if self._search is not None and not self._closed:
            self._note(self._search.poll(), now)
        alive = {key: seen for key, seen in self._sightings.items() if not _over(seen, now)}
        self._sightings = alive
        return tuple(sorted(alive.values(), key=lambda seen: (seen.found.name, seen.key)))

    def close(self) -> None:
        """End the search."""
        self._closed = True
        if self._search is not None:
            self._search.close()

    def _begin(self, make: Callable[[], ServerFinder]) -> None:
        with suppress(OSError):
            self._search = search = make()
            if self._closed:
                search.close()
        self.ready.set()

    def _note(self, found: list[FoundServer], now: float) -> None:
        here = {(server.host, server.port): server for server in found}
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
    return THIS_MACHINE if host == "localhost" or host in own_addresses() else host


def own_addresses() -> tuple[str, ...]:
    """This machine's addresses as others on the LAN may reach it; none if it is on no network.

    Sends nothing: a datagram socket that is "connected" only looks up which address it would leave by.
    """
    found: list[str] = []
    for target in PROBE_ADDRESSES:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            found.append(str(probe.getsockname()[0]))
    return tuple(dict.fromkeys(address for address in found if not address.startswith(("127.", "0."))))
