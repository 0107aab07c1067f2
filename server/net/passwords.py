"""Passwords of tables: kept as salted scrypt hashes, and tried only so often from one address."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from typing import Final

from core.game import Refused
from server.net.limits import Bucket

SALT: Final = 16
COST: Final = 2**12
"""Of scrypt: about ten milliseconds, in a thread beside the tables."""
TRIES: Final = 10.0
"""Wrong ones at once from one address; then one every five seconds."""
RATE: Final = 0.2
ADDRESSES: Final = 1024
"""So many addresses are remembered; those that tried least lately are forgotten first."""


class PasswordAttempts:
    """Remembers who has tried how often."""

    def __init__(self) -> None:
        self._tries: dict[str, Bucket] = {}

    async def need(self, kept: bytes, password: str, address: str) -> None:
        """Raises `Refused("net.refusal.password")` or, after too many wrong ones, `password_tries`."""
        if not kept:
            return
        if not password:
            raise Refused("net.refusal.password")
        tries = self._tries.pop(address, None) or Bucket(RATE, TRIES)
        self._tries[address] = tries
        if len(self._tries) > ADDRESSES:
            del self._tries[next(iter(self._tries))]
        if not tries.take():
            raise Refused("net.refusal.password_tries")
        if not hmac.compare_digest(await _hash(password, kept[:SALT]), kept):
            raise Refused("net.refusal.password")
        tries.give_back()


async def kept(password: str) -> bytes:
    """A password as it is kept; empty if there is none."""
    return await _hash(password, secrets.token_bytes(SALT)) if password else b""


async def _hash(password: str, salt: bytes) -> bytes:
    text = password.encode("utf-8", "surrogatepass")
    return salt + await asyncio.to_thread(hashlib.scrypt, text, salt=salt, n=COST, r=8, p=1)
