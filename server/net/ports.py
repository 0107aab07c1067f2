"""Listening at one port for both families of addresses, IPv4 and IPv6."""

from __future__ import annotations

import errno
import os
import socket
from typing import Any, Final

EVERYWHERE: Final = ((socket.AF_INET, ("0.0.0.0", 0)), (socket.AF_INET6, ("::", 0)))
"""Families and addresses that stand for all of this machine."""
FREE_PORT_TRIES: Final = 32
"""Ports that are tried where any is wanted: one that is free for one family may be taken for the other."""
FAMILY_MISSING: Final = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)
"""Errors of a machine that lacks a family, or knows it by name only."""

Place = tuple[socket.AddressFamily, tuple[Any, ...]]


def listen_at_port(host: str | None, port: int) -> tuple[socket.socket, ...]:
    """Sockets that listen at this address (None: all of this machine) and port, one for each family.

    Port 0 takes one that is free for both families. A family that this machine does not have is left out.

    Raises OSError.
    """
    places = EVERYWHERE if host is None else _look_up(host)
    refused: list[socket.socket] = []
    try:
        for _ in range(FREE_PORT_TRIES - 1 if port == 0 else 0):
            try:
                return _listen(places, port, refused)
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
        return _listen(places, port, refused)
    finally:
        for sock in refused:
            sock.close()


def _look_up(host: str) -> tuple[Place, ...]:
    try:
        found = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except UnicodeError:
        raise OSError(errno.EADDRNOTAVAIL, host) from None
    return tuple(dict.fromkeys((family, address) for family, _, _, _, address in found))


def _listen(places: tuple[Place, ...], port: int, refused: list[socket.socket]) -> tuple[socket.socket, ...]:
    """One socket for each place. Those of a port that not all could have go to `refused`.

    There they stay open until all is over, so that the system offers another port each time. Raises OSError.
    """
    sockets: list[socket.socket] = []
    missing = OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))
    try:
        for family, (address, _, *scope) in places:
            try:
                sockets.append(_listen_at(family, (address, port, *scope)))
            except OSError as error:
                if error.errno not in FAMILY_MISSING:
                    raise
                missing = error
            else:
                port = sockets[0].getsockname()[1]
        if not sockets:
            raise missing
    except OSError:
        refused += sockets
        raise
    return tuple(sockets)


def _listen_at(family: socket.AddressFamily, address: tuple[Any, ...]) -> socket.socket:
    # asyncio sends small messages at once only over sockets that name their protocol.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        sock.setblocking(False)
        if os.name == "posix":  # elsewhere two programs would share the port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind(address)
        sock.listen()
    except OSError:
        sock.close()
        raise
    return sock
