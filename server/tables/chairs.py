"""Chairs: the seats of a table with their holders, and the tokens that bring people back to them.

A chair is a value; a change makes another one, so that it can be recorded before it is made.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Literal

import msgspec

from core.game import Refused
from core.protocol.messages import Holder, Level
from server.storage.journal import KeptSeat


class Chair(msgspec.Struct, frozen=True, gc=False):
    """Seat of a table. `guest` is the connection of the person who holds or owns it, 0 while they are away.

    `token` is the hash of what brings its person back; a bot's chair with a token is a person's that was
    handed to an AI. Chat of its person is sent to nobody while `muted`. `program`: its person says that a
    program decides. `fingerprint` is that of its person.
    """

    kind: Literal["person", "bot", "open"] = "open"
    name: str = ""
    level: Level | None = None
    guest: int = 0
    token: bytes = b""
    muted: bool = False
    program: bool = False
    portrait: str = ""
    fingerprint: str = ""

    def holder(self) -> Holder:
        """The holder as everybody may see it."""
        if self.kind == "person":
            kind: Literal["person", "away"] = "person" if self.guest else "away"
            return Holder(
                kind,
                self.name,
                guest=self.guest,
                muted=self.muted,
                program=self.program,
                portrait=self.portrait,
                fingerprint=self.fingerprint,
            )
        if self.kind == "bot":
            owner = bool(self.token)
            return Holder(
                "bot",
                self.name,
                self.level,
                self.guest,
                owner,
                self.muted,
                portrait=self.portrait,
                fingerprint=self.fingerprint,
            )
        return Holder("open")

    def kept_seat(self, knows: tuple[int, ...] = ()) -> KeptSeat:
        """The seat as it is recorded."""
        return KeptSeat(
            self.kind,
            self.name,
            self.level,
            self.token,
            self.muted,
            knows,
            self.program,
            self.portrait,
            self.fingerprint,
        )

    def held_by(self, guest: int) -> bool:
        """Whether this guest decides for the seat."""
        return self.kind == "person" and self.guest == guest

    def is_away(self) -> bool:
        """Whether the seat waits for its person."""
        return self.kind == "person" and not self.guest

    def owned_by(self, guest: int) -> bool:
        """Whether the seat is this guest's, though an AI may hold it."""
        return self.guest == guest and bool(self.token)

    def without_guest(self) -> Chair:
        """The chair after its person's connection is gone; the seat waits."""
        return msgspec.structs.replace(self, guest=0)

    def handed_over(self, level: Level) -> Chair:
        """The chair after it is handed to an AI; a person keeps the right to come back."""
        return msgspec.structs.replace(self, kind="bot", level=level)

    def with_mute(self, muted: bool) -> Chair:
        """The chair with chat of its person sent to nobody, or to everybody."""
        return msgspec.structs.replace(self, muted=muted)

    def taken_back(self) -> Chair:
        """The chair after its owner has taken it back from the AI."""
        return msgspec.structs.replace(self, kind="person", level=None)


def bot_chair(level: Level) -> Chair:
    """Chair that an AI holds and nobody owns."""
    return Chair("bot", level=level)


def person_chair(
    name: str, guest: int, token: bytes, portrait: str, program: bool = False, fingerprint: str = ""
) -> Chair:
    """Chair that a person takes, with the token for coming back to it."""
    return Chair(
        "person",
        name,
        None,
        guest,
        _hash(token),
        program=program,
        portrait=portrait,
        fingerprint=fingerprint,
    )


def find(chairs: tuple[Chair, ...], *token_bytes: bytes) -> int | None:
    """The seat that one of `token_bytes` opens; every chair is compared with each, in constant time."""
    hashes = [_hash(token) for token in token_bytes]
    tried = [(seat, chair.token, wanted) for wanted in hashes for seat, chair in enumerate(chairs)]
    fits = [seat for seat, kept, wanted in tried if hmac.compare_digest(kept, wanted)]
    return fits[0] if fits else None


def need_new_token(chairs: tuple[Chair, ...], token: bytes) -> None:
    """Check that no seat has this token already. Raises `Refused("net.refusal.token_used")`."""
    if find(chairs, token) is not None:
        raise Refused("net.refusal.token_used")


def with_chair(chairs: tuple[Chair, ...], seat: int, chair: Chair) -> tuple[Chair, ...]:
    """The chairs with the one at `seat` replaced."""
    return (*chairs[:seat], chair, *chairs[seat + 1 :])


def _hash(token: bytes) -> bytes:
    return hashlib.sha256(b"tilewright seat" + token).digest()
