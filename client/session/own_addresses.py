"""This machine's own addresses, as others may call it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

import msgspec

from server.net.interfaces import FOLLOW_SECONDS, Interface, interfaces, preference


class OwnAddress(msgspec.Struct, frozen=True):
    """Address at which others may reach this machine, and its interface; `vpn`: by those in a VPN only."""

    host: str
    interface: str = ""
    vpn: bool = False


class OwnAddresses:
    """The addresses at which others may reach this machine, followed as networks come and go."""

    def __init__(self, find_interfaces: Callable[[], Sequence[Interface]] = interfaces) -> None:
        self._look = find_interfaces
        self._looked = float("-inf")
        self._known: tuple[OwnAddress, ...] = ()

    def now(self) -> tuple[OwnAddress, ...]:
        """Those of now, the best to tell first; they are at most a few seconds old."""
        if monotonic() - self._looked >= FOLLOW_SECONDS:
            self._looked = monotonic()
            self._known = reachable_addresses(self._look())
        return self._known


def reachable_addresses(interfaces: Sequence[Interface]) -> tuple[OwnAddress, ...]:
    """Addresses of these interfaces for others to call: of real networks first, private before public ones.

    Link-local ones of IPv6 are left out: they mean something only together with the caller's own interface.
    """
    known = [
        OwnAddress(address.host, one.name, one.point_to_point)
        for one in interfaces
        for address in one.addresses
        if not one.loopback and not (address.network.version == 6 and address.network.is_link_local)
    ]
    return tuple(sorted(known, key=lambda address: (address.vpn, preference(address.host))))


def hosts_here() -> frozenset[str]:
    """All addresses of this machine, as others and as it itself may call it."""
    return frozenset(address.host for one in interfaces() for address in one.addresses)
