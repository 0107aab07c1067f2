"""Keys to seats held at other servers, which bring a person back to them, also after the program has ended.

A key opens a seat, so the file can be read by its owner only. It is written before the server is sent a key:
whatever happens to either side, whoever has a seat has its key.

A key belongs to a server, not to an address: it is kept with what the server gave us to check it by
(`ProofKey`), and goes only to a server that proves itself, wherever that is. A key from a server of an older
version, which proves nothing, goes to the address at which it was given and nowhere else.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from core.protocol.messages import (
    CODE_BYTES,
    IDENTITY_BYTES,
    MOST_TICKETS,
    TICKET_BYTES,
    ProofKey,
)
from server.storage import atomic_file, folders

KEYS_FILE: Final = "seats.json"
MOST_SERVERS: Final = 16
"""Servers remembered at most: the ones called last."""
MOST_SEATS_PER_SERVER: Final = 64
"""Seats remembered at each server at most: the ones taken last."""
SERVER_LENGTH: Final = 40
"""Letters of a server's name that are kept."""


class SeatKey(msgspec.Struct, frozen=True):
    """Key with the `token` of a seat. `fresh` is set while a return is not answered: one of the two is valid.

    `proof` checks the server; None if it is of an older version. The rest is what was known of the table
    last: the name of its server, the `port` where a table of this machine was open to the LAN (0: it was
    not), and whether everything there is `over`.
    """

    table: int
    seat: int
    token: bytes
    fresh: bytes = b""
    server: str = ""
    port: int = 0
    over: bool = False
    proof: ProofKey | None = None


class RememberedSeat(msgspec.Struct, frozen=True):
    """Table elsewhere at which a seat is kept for us: its server's last address and name, and its number.

    `proof` checks the server, which may have another address by now.
    """

    host: str
    port: int
    server: str
    table: int
    proof: ProofKey | None = None


_Number = Annotated[int, Meta(ge=0, le=2**53)]
_Token = Annotated[str, Meta(pattern="^([0-9a-f]{2}){16,64}$")]
_Fresh = Annotated[str, Meta(pattern="^(([0-9a-f]{2}){16,64})?$")]
_Port = Annotated[int, Meta(ge=0, le=65535)]
_TICKET_AT: Final = IDENTITY_BYTES
_KEY_AT: Final = _TICKET_AT + TICKET_BYTES
_PROOF_LETTERS: Final = 2 * (_KEY_AT + CODE_BYTES)
_Proof = Annotated[str, Meta(pattern=f"^([0-9a-f]{{{_PROOF_LETTERS}}})?$")]
"""Identity, ticket and key of a proof key, one after the other."""


class _Seat(msgspec.Struct, frozen=True, array_like=True):
    """Key as it is stored; older versions have stored the first four fields, or all but the last."""

    table: _Number
    seat: _Number
    token: _Token
    fresh: _Fresh
    server: Annotated[str, Meta(max_length=SERVER_LENGTH)] = ""
    port: _Port = 0
    over: bool = False
    proof: _Proof = ""

    def key(self) -> SeatKey:
        token, fresh = bytes.fromhex(self.token), bytes.fromhex(self.fresh)
        proof = self.proof_key()
        return SeatKey(self.table, self.seat, token, fresh, self.server, self.port, self.over, proof)

    def proof_key(self) -> ProofKey | None:
        packed = bytes.fromhex(self.proof)
        parts = packed[:_TICKET_AT], packed[_TICKET_AT:_KEY_AT], packed[_KEY_AT:]
        return ProofKey(*parts) if packed else None


_Seats = Annotated[list[_Seat], Meta(max_length=MOST_SEATS_PER_SERVER)]
_Kept = dict[Annotated[str, Meta(max_length=300)], _Seats]


class SeatKeys:
    """Keys of one server. Every change is written to the `file`, if there is one.

    `proof` checks the server; None until it is known which one that is. Keys of other servers that had the
    same address before are left alone.
    """

    def __init__(self, address: str = "", file: Path | None = None) -> None:
        """`address` is `host:port`; a file that is missing or makes no sense counts as empty."""
        self._address, self._file = address, file
        self.proof: ProofKey | None = None
        self._proven_only = False
        kept = [] if file is None else _read(file).get(address, [])
        self._keys = [seat.key() for seat in kept]
        self._written = tuple(self._keys)

    def expect(self, proof: ProofKey) -> None:
        """Have the keys of the server that this checks, and no others."""
        self.proof, self._proven_only = proof, True

    def expect_any(self) -> None:
        """Wait to see which server it is."""
        self.proof, self._proven_only = None, False

    def expect_server_of(self, table_number: int) -> None:
        """The same for the server that gave the newest key to a table with this number."""
        newest = next((key for key in reversed(self._keys) if key.table == table_number), None)
        if newest is not None and newest.proof is not None:
            self.expect(newest.proof)

    def proofs(self) -> tuple[ProofKey, ...]:
        """Keys to check the server by: one of these is right, the newest first."""
        if self.proof is not None:
            return (self.proof,)
        known = [key.proof for key in reversed(self._keys) if key.proof is not None]
        return tuple(dict.fromkeys(known))[:MOST_TICKETS]

    def all(self) -> tuple[SeatKey, ...]:
        """All keys at this address, also those of other servers that had it before."""
        return tuple(self._keys)

    def fitting(self) -> tuple[SeatKey, ...]:
        """The keys that the server may be sent."""
        return tuple(filter(self._fits, self._keys))

    def _fits(self, key: SeatKey) -> bool:
        """Whether a key is one of this server."""
        return key.proof == self.proof or (key.proof is None and not self._proven_only)

    def keys_at_table(self, table_number: int) -> tuple[SeatKey, ...]:
        """The keys to the seats of a table that the server may be sent."""
        return tuple(key for key in self.fitting() if key.table == table_number)

    def add(self, *seat_key: SeatKey) -> None:
        """Add these keys; a key with the same token is replaced."""
        tokens = {key.token for key in seat_key}
        self._keys = [key for key in self._keys if key.token not in tokens] + list(seat_key)
        self._write()

    def confirm(self, table_number: int, seat: int, token: bytes) -> None:
        """Make this the only key of its seat, unless it is being renewed again already."""
        fresh = next((key.fresh for key in self._keys if key.token == token), b"")
        same = [key for key in self.keys_at_table(table_number) if key.seat == seat]
        known = same[0] if same else SeatKey(table_number, seat, token)
        self._keys = [key for key in self._keys if key not in same]
        self._keys.append(msgspec.structs.replace(known, token=token, fresh=fresh, proof=self.proof))
        self._write()

    def note(self, table_number: int, server: str, port: int, over: bool) -> None:
        """Store what is known of a table now with its keys; port 0 leaves the old port."""
        about = {"server": server[:SERVER_LENGTH], "over": over, **({"port": port} if port else {})}
        noted = set(self.keys_at_table(table_number))
        known = [msgspec.structs.replace(k, **about) if k in noted else k for k in self._keys]
        if known != self._keys:
            self._keys = known
            self._write()

    def drop(self, *token_bytes: bytes) -> None:
        """Forget these keys: they fit no more."""
        kept = [key for key in self._keys if key.token not in token_bytes]
        if kept != self._keys:
            self._keys = kept
            self._write()

    def move(self, address: str) -> None:
        """Keep the keys of the server that has proven itself under another address from now on."""
        self._address, self._proven_only = address, True
        self._keys = [key for key in self._keys if self._fits(key)]
        self._written = tuple(key for key in self._written if self._fits(key))
        self._write()

    def _write(self) -> None:
        """Write the file; a full disk is ignored. The keys that other programs have for the server stay."""
        if self._file is None:
            return
        mine = {key.token for key in (*self._written, *self._keys)}
        read = _read(self._file).items()
        kept = {at: [each for each in seats if bytes.fromhex(each.token) not in mine] for at, seats in read}
        here = [*kept.pop(self._address, []), *map(_seat, self._keys)]
        kept[self._address] = here[-MOST_SEATS_PER_SERVER:]
        kept = {at: seats for at, seats in kept.items() if seats}
        self._written = tuple(self._keys)
        with contextlib.suppress(OSError):
            save(self._file, dict(list(kept.items())[-MOST_SERVERS:]))


def keys_for(address: str, home: Path | None = None) -> SeatKeys:
    """The keys of a server, as `host:port`, kept with the settings."""
    return SeatKeys(address, (home or folders.user_folder("settings")) / KEYS_FILE)


def remembered_seats() -> tuple[RememberedSeat, ...]:
    """Tables with a seat kept for us in an unfinished game, one for each server, the newest first."""
    found: dict[tuple[str, bytes], RememberedSeat] = {}
    for address, seats in reversed(_read(folders.user_folder("settings") / KEYS_FILE).items()):
        host, _, port = address.rpartition(":")
        for seat in reversed(seats):
            if seat.server and not seat.over and port.isdecimal():
                proof = seat.proof_key()
                server = (address, b"") if proof is None else ("", proof.identity)
                place = RememberedSeat(host, int(port), seat.server, seat.table, proof)
                found.setdefault(server, place)
    return tuple(found.values())


def _seat(key: SeatKey) -> _Seat:
    proof = "" if key.proof is None else (key.proof.identity + key.proof.ticket + key.proof.key).hex()
    return _Seat(key.table, key.seat, key.token.hex(), key.fresh.hex(), key.server, key.port, key.over, proof)


def _read(file: Path) -> _Kept:
    try:
        return msgspec.json.decode(file.read_bytes(), type=_Kept)
    except (OSError, ValueError):
        return {}


def save(file: Path, content: object) -> None:
    """Write a file of JSON, at once or not at all, for its owner only. Raises OSError."""
    atomic_file.write(file, msgspec.json.encode(content), private=True)
