"""Receipts: which commands were done at a table, and with which answers, so that none is done twice.

The numbers of a client's commands grow. Of each client the last ones are remembered in full; a command older
than these was answered long ago and is not done again. So memory is bounded, and nothing is ever done twice.
"""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from core import codec
from core.game import Refused
from core.protocol.messages import Command, Done
from server.storage.journal import Receipt
from server.tables.contract import Guest

MOST_COMMANDS: Final = 64
"""Commands of one client that are remembered."""
MOST_CLIENTS: Final = 64
"""Clients of one table that are remembered; the ones idle for longest are forgotten first."""
MOST_PAST_CLIENTS: Final = 1024
"""Clients of closed tables that are remembered."""


class Receipts:
    """Receipts of one table, or of all closed ones. `_done[client]` are the last ones by number."""

    def __init__(self, clients: int = MOST_CLIENTS) -> None:
        self._clients = clients
        self._done: dict[bytes, dict[int, Receipt]] = {}

    def find(self, client: bytes, command: Command) -> Done | None:
        """The answer that this command got when it was done; None if it was not done.

        Raises `Refused("match.refusal.key_reused")` for another command with the number of one that was done,
        `Refused("net.refusal.long_done")` for one so old that its receipt is forgotten.
        """
        done = self._done.get(client)
        if not done:
            return None
        receipt = done.get(command.id)
        if receipt is not None:
            if receipt.digest != digest(command):
                raise Refused("match.refusal.key_reused")
            return receipt.reply
        if len(done) == MOST_COMMANDS and command.id < min(done):
            raise Refused("net.refusal.long_done")
        return None

    def keep(self, receipt: Receipt) -> None:
        """Remember a command that was done."""
        done = self._done.pop(receipt.client, {})
        self._done[receipt.client] = done
        done[receipt.id] = receipt
        if len(done) > MOST_COMMANDS:
            del done[min(done)]
        if len(self._done) > self._clients:
            del self._done[next(iter(self._done))]

    def all(self) -> tuple[Receipt, ...]:
        """All receipts that are remembered."""
        return tuple(receipt for done in self._done.values() for receipt in done.values())


def receipt_of(guest: Guest, command: Command, reply: Done) -> Receipt:
    """The receipt for a command of this guest."""
    return Receipt(guest.client, command.id, digest(command), reply)


def digest(command: Command) -> bytes:
    """Hash of a command's content, without its number.

    Without its password, too: nobody with a copy of the data shall find it by trying.
    """
    plain = {"id": 0, "password": ""} if hasattr(command, "password") else {"id": 0}
    said = msgspec.structs.replace(command, **plain)
    return hashlib.sha256(codec.encode(said)).digest()[:16]
