"""Identity of this run of the program for servers, over all its sessions and connections.

A server bans, mutes and recognises the commands of a run by its mark. So a new session has the mark of the
one before, and goes on counting: no command number is used twice.

A person keeps a secret for longer than a run, in a file of their own (`person_secret`). Each server gets
another one made from it, and shows everybody a hash of that: so it can tell two people with one name apart.
"""

from __future__ import annotations

import hashlib
import itertools
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from core.protocol.messages import CLIENT_BYTES
from server.storage import atomic_file, folders

SECRET_BYTES: Final = 32
PERSON_FILE: Final = "person.key"
"""File with the person's secret, in the folder of the settings."""


class ServerIdentity(msgspec.Struct, frozen=True):
    """Identity of a run for one server: `client` and `person` of `Hello`, and the numbers of its commands."""

    mark: bytes
    numbers: Iterator[int]
    person: bytes | None = None


class ProgramIdentity:
    """Identity of a run for all servers, made where the program begins. `person` is a secret or None."""

    def __init__(self, person: bytes | None = None) -> None:
        self._secret = secrets.token_bytes(SECRET_BYTES)
        self._person = person
        self._numbers = itertools.count(1)

    def identity_at(self, server: str) -> ServerIdentity:
        """Our identity for the server at an address. No other server learns its mark.

        The command numbers are shared by all, so they grow whichever name a server is called by.
        """
        mark = hashlib.blake2b(server.encode(), key=self._secret, digest_size=CLIENT_BYTES).digest()
        return ServerIdentity(mark, self._numbers, self._person_at(server))

    def _person_at(self, server: str) -> bytes | None:
        """Our secret at a server; none in the own program, where several people share it."""
        if self._person is None or not server:
            return None
        return hashlib.blake2b(server.encode(), key=self._person, digest_size=SECRET_BYTES).digest()


def person_secret(home: Path | None = None) -> bytes | None:
    """The secret of the person with these settings, made up the first time; None if it cannot be kept."""
    file = (home or folders.user_folder("settings")) / PERSON_FILE
    try:
        kept = file.read_bytes()
        if len(kept) == SECRET_BYTES:
            return kept
        atomic_file.set_aside(file, file.with_suffix(".broken").name)
    except FileNotFoundError:
        pass
    except OSError:
        return None
    return _keep_new_secret(file)


def _keep_new_secret(file: Path) -> bytes | None:
    """Make up a secret, readable by its owner only. If another program is faster, its one counts."""
    secret = secrets.token_bytes(SECRET_BYTES)
    try:
        atomic_file.write(file, secret, private=True)
        return file.read_bytes()
    except OSError:
        return None
