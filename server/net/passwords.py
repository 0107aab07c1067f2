"""Passwords of tables: stored as salted scrypt hashes, with a limit on attempts from one address."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from typing import Final

from core.game import Refused
from server.net.limits import Bucket

SALT_BYTES: Final = 16
SCRYPT_COST: Final = 2**12
"""Cost of scrypt: about ten milliseconds, in a thread beside the tables."""
MOST_TRIES: Final = 10.0
"""Wrong passwords allowed at once from one address; then one every five seconds."""
TRIES_PER_SECOND: Final = 0.2
MOST_ADDRESSES: Final = 1024
"""Addresses remembered at most; the ones without attempts for longest are forgotten first."""


class PasswordAttempts:
    """Attempts with passwords by address."""

    def __init__(self) -> None:
        self._tries: dict[str, Bucket] = {}

    async def need(self, kept: bytes, password: str, address: str) -> None:
        """Check a password. Raises `Refused("net.refusal.password")`, or `password_tries` after many."""
        if not kept:
            return
        if not password:
            raise Refused("net.refusal.password")
        tries = self._tries.pop(address, None) or Bucket(TRIES_PER_SECOND, MOST_TRIES)
        self._tries[address] = tries
        if len(self._tries) > MOST_ADDRESSES:
            del self._tries[next(iter(self._tries))]
        if not tries.take():
            raise Refused("net.refusal.password_tries")
        if not hmac.compare_digest(await _hash(password, kept[:SALT_BYTES]), kept):
            raise Refused("net.refusal.password")
        tries.give_back()


async def password_hash(password: str) -> bytes:
    """Hash of a password as it is stored; empty if there is none."""
    return await _hash(password, secrets.token_bytes(SALT_BYTES)) if password else b""


async def _hash(password: str, salt: bytes) -> bytes:
    text = password.encode("utf-8", "surrogatepass")
    return salt + await asyncio.to_thread(hashlib.scrypt, text, salt=salt, n=SCRYPT_COST, r=8, p=1)
