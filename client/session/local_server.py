"""Server inside this program, which keeps the games that people play on this machine.

Every decision is on the disk before anybody sees it, with all that is secret, in a folder of its own. So
after any stop the game goes on where it was. Only one program at a time can use the folder; in a second one
games can be played, but are lost when it ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from client.session import saved_games
from client.session.connection import ServerConnection
from client.session.identity import ServerIdentity
from client.session.seat_keys import SeatKey, SeatKeys
from client.session.session import Session
from core.game import Refusal
from server.storage import folders

if TYPE_CHECKING:
    from server.embedded import Embedded


COUCH_FILE: Final = "couch.json"
OCCUPIED_NOTICES: Final = {"couch.in_use": "couch.elsewhere", "couch.opened": "couch.with_guests"}
"""Notices for a new game while another server uses the folder, by the notice for going on with an old one."""


def keys() -> SeatKeys:
    """The keys to the seats of the games that are kept."""
    return SeatKeys(COUCH_FILE, folders.user_folder("settings") / COUCH_FILE)


def may_resume() -> bool:
    """Whether there may be a game to go on with. Only whoever opens the folder knows for sure."""
    return bool(keys().all()) or saved_games.couch_file().is_file()


class LocalServer:
    """The server here: a new one for each visit to a table.

    `make` makes one that keeps games, and knows our program run as `known`. `session` is the one at that
    table, `trouble` what people should know about how games are kept. A server that was opened to the LAN and
    left stays for its guests; while they are there no other one keeps games.
    """

    def __init__(self, make_server: Callable[[], Embedded], identity: ServerIdentity) -> None:
        self._make = make_server
        self._known = identity
        self.server: Embedded | None = None
        self.session: Session | None = None
        self.trouble: Refusal | None = None
        self._opened: list[Embedded] = []

    def enter(self) -> Session:
        """Make a new session with the server here."""
        self.leave()
        self._end_empty()
        self.server = self._make()
        self.trouble = self.server.trouble
        if self._opened and self.trouble is not None and self.trouble.code == "couch.in_use":
            self.trouble = Refusal("couch.opened")
        kept = keys() if self.server.keeps_data else SeatKeys()
        self.session = Session(ServerConnection(self.server.connect()), keys=kept, identity=self._known)
        return self.session

    @property
    def occupied(self) -> Refusal | None:
        """Reason why kept games cannot be gone on with for now; None if they can."""
        code = "" if self.trouble is None else self.trouble.code
        return Refusal(OCCUPIED_NOTICES[code]) if code in OCCUPIED_NOTICES else None

    def leave(self) -> None:
        """Leave the last game here."""
        session, server = self.session, self.server
        if session is None or server is None:
            return
        self.session = self.server = None
        session.close()
        self._tidy(server)
        if server.has_remote_guests():
            self._opened.append(server)
        else:
            server.close()

    def _end_empty(self) -> None:
        """End the server that was left to its guests once they have gone: only one server can keep games."""
        for server in self._opened[:]:
            if not server.has_remote_guests():
                self._opened.remove(server)
                server.close()

    def close(self) -> None:
        """End everything here."""
        self.leave()
        for server in self._opened:
            server.close()
        self._opened = []

    def unfinished(self) -> tuple[SeatKey, ...]:
        """The keys to the seats of the game to go on with, the newest with a decision; empty without one.

        Keys that fit no seat there are thrown away.
        """
        session, server = self.session, self.server
        assert session is not None and server is not None
        known = session.keys.all()
        found = server.go_on([_tokens(key) for key in known])
        table, fits = found or (0, [])
        good = tuple(known[index] for index in fits)
        outdated = [server.outdated[key.table] for key in known if key.table in server.outdated]
        if outdated:
            self.trouble = Refusal("couch.outdated", (), {"version": outdated[-1]})
        elif any(key.table in server.damaged_tables for key in known):
            self.trouble = Refusal("couch.aside")
        session.keys.drop(*(key.token for key in known if key not in good and _is_gone(key, table, server)))
        return good

    def hosted(self, host: str, game: str) -> tuple[SeatKey, ...]:
        """The same as `unfinished`, for a game at which `host` plays with people from elsewhere."""
        session, server = self.session, self.server
        assert session is not None and server is not None
        known = session.keys.all()
        found = server.go_on([_tokens(key) for key in known], host, game)
        return tuple(known[index] for index in found[1]) if found else ()

    def waiting_at(self, table_number: int) -> tuple[SeatKey, ...]:
        """The keys to the seats of the unfinished game at this table; empty if there is none any more."""
        session, server = self.session, self.server
        assert session is not None and server is not None
        known = session.keys.keys_at_table(table_number)
        found = server.go_on([_tokens(key) for key in known])
        return tuple(known[index] for index in found[1]) if found else ()

    def _tidy(self, server: Embedded) -> None:
        if server.keeps_data:
            kept, ring = server.tidy(), keys()
            ring.drop(*(key.token for key in ring.all() if key.table not in kept))


def _tokens(key: SeatKey) -> tuple[bytes, ...]:
    return (key.token, key.fresh) if key.fresh else (key.token,)


def _is_gone(key: SeatKey, table_number: int, server: Embedded) -> bool:
    """Whether a key that did not fit can never fit again: all tables newer than `table_number` were looked
    at.
    """
    return key.table >= table_number or key.table in server.damaged_tables
