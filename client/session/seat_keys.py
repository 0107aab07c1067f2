"""Keys to seats held at other servers, which bring a person back to them, also after the program has ended.

A key opens a seat, so the file can be read by its owner only. It is written before the server is sent a key:
whatever happens to either side, whoever has a seat has its key.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from client.app import settings
from server.storage import atomic_file

KEYS_FILE: Final = "seats.json"
MOST_SERVERS: Final = 16
"""Servers remembered at most: the ones called last."""
MOST_SEATS_PER_SERVER: Final = 64
"""Seats remembered at each server at most: the ones taken last."""
SERVER_LENGTH: Final = 40
"""Letters of a server's name that are kept."""


class SeatKey(msgspec.Struct, frozen=True):
    """Key with the `token` of a seat. `fresh` is set while a return is not answered: one of the two is valid.

    The rest is what was known of the table last: the name of its server, the `port` where a table of this
    machine was open to the LAN (0: it was not), and whether everything there is `over`.
    """

    table: int
    seat: int
    token: bytes
    fresh: bytes = b""
    server: str = ""
    port: int = 0
    over: bool = False


class RememberedSeat(msgspec.Struct, frozen=True):
    """Table elsewhere at which a seat is kept for us: its server's address and name, and its number."""

    host: str
    port: int
    server: str
    table: int


_Number = Annotated[int, Meta(ge=0, le=2**53)]
_Token = Annotated[str, Meta(pattern="^([0-9a-f]{2}){16,64}$")]
_Fresh = Annotated[str, Meta(pattern="^(([0-9a-f]{2}){16,64})?$")]
_Port = Annotated[int, Meta(ge=0, le=65535)]


class _Seat(msgspec.Struct, frozen=True, array_like=True):
    """Key as it is stored; older versions have stored the first four fields."""

    table: _Number
    seat: _Number
    token: _Token
    fresh: _Fresh
    server: Annotated[str, Meta(max_length=SERVER_LENGTH)] = ""
    port: _Port = 0
    over: bool = False

    def key(self) -> SeatKey:
        token, fresh = bytes.fromhex(self.token), bytes.fromhex(self.fresh)
        return SeatKey(self.table, self.seat, token, fresh, self.server, self.port, self.over)


_Seats = Annotated[list[_Seat], Meta(max_length=MOST_SEATS_PER_SERVER)]
_Kept = dict[Annotated[str, Meta(max_length=300)], _Seats]


class SeatKeys:
    """Keys of one server. Every change is written to the `file`, if there is one."""

    def __init__(self, address: str = "", file: Path | None = None) -> None:
        """`address` is `host:port`; a file that is missing or makes no sense counts as empty."""
        self._address, self._file = address, file
        kept = [] if file is None else _read(file).get(address, [])
        self._keys = [seat.key() for seat in kept]
        self._written = tuple(self._keys)

    def all(self) -> tuple[SeatKey, ...]:
        """All keys."""
        return tuple(self._keys)

    def keys_at_table(self, table: int) -> tuple[SeatKey, ...]:
        """The keys to the seats of a table."""
        return tuple(key for key in self._keys if key.table == table)

    def find(self, token: bytes) -> SeatKey | None:
        """The key with this token, fresh or not."""
        return next((key for key in self._keys if token in (key.token, key.fresh)), None)

    def add(self, *keys: SeatKey) -> None:
        """Add these keys; a key with the same token is replaced."""
        tokens = {key.token for key in keys}
        self._keys = [key for key in self._keys if key.token not in tokens] + list(keys)
        self._write()

    def confirm(self, table: int, seat: int, token: bytes) -> None:
        """Make this the only key of its seat, unless it is being renewed again already."""
        fresh = next((key.fresh for key in self._keys if key.token == token), b"")
        same = [key for key in self._keys if (key.table, key.seat) == (table, seat)]
        known = same[0] if same else SeatKey(table, seat, token)
        self._keys = [key for key in self._keys if key not in same]
        self._keys.append(msgspec.structs.replace(known, token=token, fresh=fresh))
        self._write()

    def note(self, table: int, server: str, port: int, over: bool) -> None:
        """Store what is known of a table now with its keys; port 0 leaves the old port."""
        about = {"server": server[:SERVER_LENGTH], "over": over, **({"port": port} if port else {})}
        known = [msgspec.structs.replace(k, **about) if k.table == table else k for k in self._keys]
        if known != self._keys:
            self._keys = known
            self._write()

    def drop(self, *tokens: bytes) -> None:
        """Forget these keys: they fit no more."""
        kept = [key for key in self._keys if key.token not in tokens]
        if kept != self._keys:
            self._keys = kept
            self._write()

    def _write(self) -> None:
        """Write the file; a full disk is ignored. The keys that other programs have for the server stay."""
        if self._file is None:
            return
        mine = {key.token for key in (*self._written, *self._keys)}
        kept = _read(self._file)
        others = [seat for seat in kept.pop(self._address, []) if bytes.fromhex(seat.token) not in mine]
        seats = [_seat(key) for key in self._keys]
        if others or seats:
            kept[self._address] = [*others, *seats][-MOST_SEATS_PER_SERVER:]
        self._written = tuple(self._keys)
        with contextlib.suppress(OSError):
            save(self._file, dict(list(kept.items())[-MOST_SERVERS:]))


def keys_for(address: str, home: Path | None = None) -> SeatKeys:
    """The keys of a server, as `host:port`, kept with the settings."""
    return SeatKeys(address, (home or settings.folder()) / KEYS_FILE)


def remembered_seats() -> tuple[RememberedSeat, ...]:
    """Tables with a seat kept for us in an unfinished game, one for each server, the newest first."""
    found = []
    for address, seats in reversed(_read(settings.folder() / KEYS_FILE).items()):
        waiting = [seat for seat in seats if seat.server and not seat.over]
        host, _, port = address.rpartition(":")
        if waiting and port.isdecimal():
            found.append(RememberedSeat(host, int(port), waiting[-1].server, waiting[-1].table))
    return tuple(found)


def _seat(key: SeatKey) -> _Seat:
    return _Seat(key.table, key.seat, key.token.hex(), key.fresh.hex(), key.server, key.port, key.over)


def _read(file: Path) -> _Kept:
    try:
        return msgspec.json.decode(file.read_bytes(), type=_Kept)
    except (OSError, ValueError):
        return {}


def save(file: Path, kept: object) -> None:
    """Write a file of JSON, at once or not at all, for its owner only. Raises OSError."""
    atomic_file.write(file, msgspec.json.encode(kept), private=True)
