"""This machine's network interfaces: those that are up, with their addresses."""

from __future__ import annotations

import ipaddress
import socket
from typing import Any, Final

import msgspec
import psutil

FOLLOW_SECONDS: Final = 3.0
"""Seconds between two looks at the interfaces, wherever those that come and go are followed."""
MOST_INTERFACES: Final = 32
"""Interfaces that are used at most, the system's first ones: a machine with containers may have hundreds."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class InterfaceAddress(msgspec.Struct, frozen=True):
    """Address of an interface, link-local ones of IPv6 with their scope (`fe80::1%eth0`).

    `network` are the addresses that are reached over it without a router.
    """

    host: str
    network: Network


class Interface(msgspec.Struct, frozen=True):
    """Interface that is up. `index` is the system's number for it (0: unknown).

    `point_to_point` is a line to one other end, such as a VPN; `loopback` leads to this machine only.
    """

    name: str
    index: int
    addresses: tuple[InterfaceAddress, ...]
    point_to_point: bool = False
    loopback: bool = False

    def of_family(self, version: int) -> tuple[InterfaceAddress, ...]:
        """Its addresses of IPv4 or IPv6."""
        return tuple(each for each in self.addresses if each.network.version == version)


def interfaces() -> tuple[Interface, ...]:
    """The interfaces that are up and have an address, in the system's order; none if it does not tell."""
    try:
        known, states = psutil.net_if_addrs(), psutil.net_if_stats()
    except (OSError, psutil.Error):
        return ()
    up = [_interface(name, known.get(name, []), state.flags) for name, state in states.items() if state.isup]
    return tuple(one for one in up if one.addresses)[:MOST_INTERFACES]


def numeric_host(address: tuple[Any, ...]) -> str:
    """Host of a socket's address as text, with its scope, which Python's own text of it lacks."""
    return socket.getnameinfo(address, socket.NI_NUMERICHOST | socket.NI_NUMERICSERV)[0]


def plain_address(host: str) -> Address:
    """An address without its scope. Raises ValueError for anything else."""
    return ipaddress.ip_address(host.partition("%")[0])


def preference(host: str) -> tuple[bool, ...]:
    """Key that sorts addresses of one machine, those first that are the best to call or to tell others."""
    address = plain_address(host)
    lasting = not address.is_link_local
    return not address.is_loopback, not lasting, address.version == 6, not address.is_private


def _interface(name: str, adapter: list[Any], flags: str) -> Interface:
    found = [_address(each) for each in adapter if each.family in (socket.AF_INET, socket.AF_INET6)]
    addresses = tuple(each for each in found if each is not None)
    # Windows has no flags; there the lines of VPNs are those without an address of the hardware.
    hardware = any(each.family == psutil.AF_LINK for each in adapter)
    loopback = all(each.network.is_loopback for each in addresses)
    words = flags.split(",") if flags else ["" if hardware or loopback else "pointopoint"]
    return Interface(name, _index(name), addresses, "pointopoint" in words, loopback or "loopback" in words)


def _address(ip: Any) -> InterfaceAddress | None:
    """An address as the system tells it; None if it makes no sense."""
    bits = 128 if ip.family == socket.AF_INET6 else 32
    try:
        plain = plain_address(ip.address)
        # Some systems tell no mask of IPv6, where 64 bits are usual.
        length = _prefix(ip.netmask) if ip.netmask else bits // 2
        network = ipaddress.ip_network((plain, length), strict=False)
    except ValueError:
        return None
    return InterfaceAddress(ip.address, network)


def _prefix(mask: str) -> int:
    """Length of a network's prefix by its mask. Raises ValueError."""
    return int(ipaddress.ip_address(mask)).bit_count()


def _index(name: str) -> int:
    try:
        return socket.if_nametoindex(name)
    except OSError:
        return 0
