"""Identity of this run of the program for servers, over all its sessions and connections.

A server bans, mutes and recognises the commands of a run by its mark. So a new session has the mark of the
one before, and goes on counting: no command number is used twice.
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
    """Identity of a run for one server: the `client` of `Hello`, and the numbers of its commands."""

    mark: bytes
    numbers: Iterator[int]


class ProgramIdentity:
    """Identity of a run for all servers; made once, where the program begins."""

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(SECRET_BYTES)
        self._numbers = itertools.count(1)

    def identity_at(self, server: str) -> ServerIdentity:
        """Our identity for the server at an address. No other server learns its mark.

        The command numbers are shared by all, so they grow whichever name a server is called by.
        """
        mark = hashlib.blake2b(server.encode(), key=self._secret, digest_size=CLIENT_BYTES).digest()
        return ServerIdentity(mark, self._numbers)
