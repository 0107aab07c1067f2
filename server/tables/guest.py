"""A guest: one connection as lobby and tables see it. How its messages travel is not their concern."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.game import Refusal
from core.protocol.messages import Message

if TYPE_CHECKING:
    from server.tables.table import Table


class Guest:
    """`embedded`: the guest is the program in whose process this server runs.

    `client` names it whatever connection it calls over, `address` is where it calls from. `send` queues a
    message and never waits; `dismiss` says Bye and closes.
    """

    def __init__(
        self,
        number: int,
        send: Callable[[Message], None],
        dismiss: Callable[[Refusal], None],
        client: bytes,
        embedded: bool = False,
        address: str = "",
    ) -> None:
        self.number = number
        self.send = send
        self.dismiss = dismiss
        self.embedded = embedded
        self.client = client
        self.address = address
        self.browsing = False
        self.table: Table | None = None

    def __repr__(self) -> str:
        return f"guest {self.number}"
