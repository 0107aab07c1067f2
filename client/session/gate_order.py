"""Orders to a gate, and its replies, as lines of JSON."""

from __future__ import annotations

import secrets
from typing import Annotated, Final

import msgspec
from msgspec import Meta

DEFAULT_PORT: Final = 4808
WORD_LETTERS: Final = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""Letters of a table's word: none that is easily mistaken for another."""
WORD_LENGTH: Final = 6


class GateCode(msgspec.Struct, frozen=True):
    """Code of a table: the `word` that people type, the `token` of the address that they scan."""

    word: Annotated[str, Meta(pattern=f"^[{WORD_LETTERS}]{{{WORD_LENGTH}}}$")]
    token: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]

    @staticmethod
    def drawn() -> GateCode:
        """A new one."""
        word = "".join(secrets.choice(WORD_LETTERS) for _ in range(WORD_LENGTH))
        return GateCode(word, secrets.token_urlsafe(16))


class GateTarget(msgspec.Struct, frozen=True):
    """Server that guests are brought to, and its table; without one they see all its tables."""

    host: str
    port: int
    table: int | None = None
    password: str = ""


class GateOrder(msgspec.Struct, frozen=True):
    """Order to a gate: where to bring guests, what lets them in, and where to listen, or at another port."""

    target: GateTarget
    host: str | None = None
    port: int = DEFAULT_PORT
    code: GateCode = msgspec.field(default_factory=GateCode.drawn)


class GateOpened(msgspec.Struct, frozen=True):
    """Address of the gate, the word that people type and the token of the address that they scan.

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
