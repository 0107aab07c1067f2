"""Programs from outside at a table of this machine: a guest of the server inside, in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from assets.texts import Texts
from client.app.bot_seats import Place, SeatHolder
from client.app.seat_players import ProgramPlayer
from client.session.connection import ServerConnection
from client.session.session import Session
from core.game import Refusal, Refused
from server.bots.outside import TimeLimits

if TYPE_CHECKING:
    from client.session.table import ClientTable
    from server.embedded import Embedded


class CouchPrograms:
    """Programs that hold the open seats of a table until `close`. `trouble` says why they have not come."""

    def __init__(
        self,
        server: Embedded,
        client_table: ClientTable,
        commands: Sequence[str],
        limits: TimeLimits,
        texts: Texts,
    ) -> None:
        """Raises `Refused` if there is no such program."""
        self.trouble: Refusal | None = None
        self._game, self._options, self._seats = client_table.game, client_table.options, client_table.seats
        self._players = [
            ProgramPlayer(command, np.random.default_rng(), limits, texts) for command in commands
        ]
        self._session = Session(ServerConnection(server.connect()))
        self._holder = SeatHolder(self._session, self._players, texts, Place(table=client_table.table))
        self._thread = threading.Thread(target=self._run, name="programs", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Leave the table to AIs, and end the programs."""
        self._holder.leave()
        for player in self._players:
            player.close()
        self._thread.join()

    def _run(self) -> None:
        try:
            for player in self._players:
                player.begin(self._game, self._options, self._seats)
            self._holder.keep_seats()
        except Refused as refused:
            self.trouble = refused.refusal
        finally:
            self._session.hang_up()
