"""This program run, as servers know it: over all its sessions and connections.

A server sends away, mutes and recognises commands by the mark of a run. So a new session has the mark of
the one before, and goes on counting: the number of a command never comes twice.
"""

from __future__ import annotations

import hashlib
import itertools
import secrets
from collections.abc import Iterator
from typing import Final

import msgspec

from core.protocol.messages import CLIENT_BYTES

SECRET_BYTES: Final = 32


class ServerIdentity(msgspec.Struct, frozen=True):
    """How a run is known to one server: the `client` of `Hello`, and the numbers of its commands."""

    mark: bytes
    numbers: Iterator[int]


class ProgramIdentity:
    """Made once, where the program begins."""

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(SECRET_BYTES)
        self._numbers = itertools.count(1)

    def at(self, server: str) -> ServerIdentity:
        """How the server at an address knows us: by a mark of its own, since no server may use it elsewhere.

        The numbers are the same for all, so they grow whichever name a server is called by.
        """
        mark = hashlib.blake2b(server.encode(), key=self._secret, digest_size=CLIENT_BYTES).digest()
        return ServerIdentity(mark, self._numbers)
