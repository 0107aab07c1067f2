"""What a gate is asked to do, and what it says of itself, as lines of JSON."""

from __future__ import annotations

from typing import Final

import msgspec

DEFAULT_PORT: Final = 4808


class GateTarget(msgspec.Struct, frozen=True):
    """Server that guests are brought to, and its table; without one they see all its tables."""

    host: str
    port: int
    table: int | None = None
    password: str = ""


class GateOrder(msgspec.Struct, frozen=True):
    """Where to bring guests, and where to listen: if the port is taken, at another one."""

    target: GateTarget
    host: str | None = None
    port: int = DEFAULT_PORT


class GateOpened(msgspec.Struct, frozen=True):
    """Where the gate is, the word that people type and the token of the address that they scan.

    `trouble` is empty, or says why it is nowhere.
    """

    port: int = 0
    word: str = ""
    token: str = ""
    trouble: str = ""

    def address(self, host: str, token: bool = False) -> str:
        """Address of the page on a machine of the LAN; with the `token` for scanning."""
        place = f"[{host}]" if ":" in host else host
        return f"http://{place}:{self.port}" + (f"/#{self.token}" if token else "")
