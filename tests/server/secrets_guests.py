"""Those who come to the table of twin games, the time there, and what outlives the server."""

from __future__ import annotations

import asyncio
from typing import Any

import numpy as np

from core import codec
from core.protocol import messages as m
from server.storage.journal import Stored
from server.tables.lobby import Lobby
from tests.server.archive_kit import Shelved, finished
from tests.server.helpers import Ear


class Still(asyncio.SelectorEventLoop):
    """A loop whose time goes on only when told."""

    now = 1000.0

    def time(self) -> float:
        return self.now


class Kept(Shelved):
    """A store that is still there when the server is started again, and has a game of somebody else's."""

    def __init__(self) -> None:
        super().__init__(finished("Zoë", "José"))

    def tables(self) -> list[Stored]:
        return [Stored(table, tuple(lines)) for table, lines in self.entries.items()]

    async def close(self) -> None:
        """The server has ended; the next one goes on with it."""

    def put_away(self) -> None:
        self.shelves.close()


class Listener(Ear):
    """Keeps every word as it travels. What it makes up itself follows from `randomness`."""

    capabilities: tuple[str, ...] = ()

    def __init__(self, lobby: Lobby, name: str, randomness: np.random.Generator, embedded: bool) -> None:
        self.words: list[bytes] = []
        self.tokens: dict[int, bytes] = {}
        self.name, self._randomness = name, randomness
        super().__init__(lobby, embedded, capabilities=self.capabilities)
        self.first = self.last_id = 1000 * self.number
        self.guest.client, self.guest.address = self.token(), name

    def token(self) -> bytes:
        return self._randomness.bytes(m.CLIENT_BYTES)

    def reconnect(self, lobby: Lobby) -> None:
        """Call at the server that was started again, as the same guest."""
        before, self.lobby = self.guest, lobby
        self.guest = lobby.welcome(
            self._hear,
            self._dismissed,
            before.client,
            before.embedded,
            before.address,
            self.capabilities,
        )
        assert self.guest.number == before.number, "all come back in the order in which they came"

    def _hear(self, message: m.Message) -> None:
        # Not read back as by `Ear`: what is compared is what travels.
        self.words.append(codec.encode(message))
        self.heard.append(message)
        self._news.set()
        if isinstance(message, m.Seated):
            self.tokens[message.seat] = message.token

    async def ask(self, kind: type[m.Command], **fields: Any) -> Any:
        """See `Ear`. What was heard before is forgotten, but kept in `words`."""
        self.forget()
        for name in {m.Sit: ("token",), m.TakeBack: ("token",), m.Return: ("fresh",)}.get(kind, ()):
            fields.setdefault(name, self.token())
        return await super().ask(kind, **fields)

    async def send(self, command: m.Command) -> m.Message:
        """Send a command with a number of its own choice; the last word to it."""
        self.forget()
        await self.lobby.handle(self.guest, command)
        answer: m.Message = self.heard[-1]
        return answer
