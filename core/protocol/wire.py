"""The wire: bytes in, messages out. No sockets here (sans-IO).

Each side first sends eight bytes, `TWRIGHT` and its protocol version, then frames: four bytes of
length (big endian) and that many bytes of msgpack. A guest's first frame is `Hello`, the server's is
`Welcome` or `Bye`; before them there may be one `Prove` and its `Proof`. The version spoken is the lower
one of the two; a side that speaks it no more says so.

    peer's bytes ─▶ receive() ─▶ messages        send(message) ─▶ bytes for the peer

What breaks the protocol raises `ProtocolBroken` and ends the connection: nothing after it is read. A peer of
a newer version may say more than this one knows: its unknown fields are dropped, its unknown messages become
`Unknown`. From any other peer they break the protocol.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, Final, get_args

from core import codec
from core.game import Refused
from core.protocol.messages import (
    LOWEST_PROTOCOL,
    PROTOCOL,
    Bye,
    ClientMessage,
    Hello,
    Message,
    Proof,
    Prove,
    ServerMessage,
    Welcome,
)

codec.prepare_types(ClientMessage, ServerMessage)

MAGIC: Final = b"TWRIGHT"
PREAMBLE: Final = MAGIC + bytes([PROTOCOL])
LENGTH_BYTES: Final = 4

FRAME_BEFORE_HELLO: Final = 1024
"""Most bytes of a frame before `Hello`: a stranger cannot make the server hold more."""
FRAME_FROM_GUEST: Final = 16 * 1024
"""Most bytes of a guest's frame; the longest command carries a saved game to go on from."""
ITEMS_FROM_GUEST: Final = 64
"""Most entries of a guest's list: few, because decoding makes room for them before they have come."""
FRAME_AT_HOME: Final = 1024 * 1024
"""Most bytes of a frame from a guest in the server's own program: it may go on from any saved game."""
FRAME_FROM_SERVER: Final = 256 * 1024
"""Most bytes of a server's frame; a table view with seven views and a log of 300 steps is about 60 KiB."""

GUEST_MESSAGES: Final = {kind.__name__: kind for kind in get_args(ClientMessage)}
SERVER_MESSAGES: Final = {kind.__name__: kind for kind in get_args(ServerMessage)}


class Unknown(Message, frozen=True):
    """Message of a newer peer that this version does not know; `id` is its number if it has one."""

    name: str
    id: int | None = None


class ConnectionSide(Enum):
    """End of a connection: the server's or a guest's."""

    GUEST = "guest"
    SERVER = "server"


class ProtocolBroken(Exception):
    """Raised for bytes that break the protocol; `refusal` says how, `before` are the messages before them."""

    def __init__(self, refused: Refused, before: list[Any]) -> None:
        super().__init__(str(refused))
        self.refusal = refused.refusal
        self.before = before


class _Phase(Enum):
    PREAMBLE = 0
    GREETING = 1
    OPEN = 2
    CLOSED = 3


class Connection:
    """One end of a connection, without the socket. `home`: both ends are in one program.

    `spoken` is the version of the protocol that both sides speak; None until the peer's opening has come.
    """

    def __init__(self, side: ConnectionSide, home: bool = False) -> None:
        self.side = side
        self._from_guest = FRAME_AT_HOME if home else FRAME_FROM_GUEST
        self._text = FRAME_AT_HOME if home else codec.MAX_TEXT
        self._items = ITEMS_FROM_GUEST if side is ConnectionSide.SERVER else codec.MAX_ITEMS
        self._phase = _Phase.PREAMBLE
        self._newer = False
        self.spoken: int | None = None
        self._challenged = False
        self._buffer = bytearray()

    @property
    def has_introduced(self) -> bool:
        """Whether the peer has introduced itself."""
        return self._phase is _Phase.OPEN

    def opening(self) -> bytes:
        """The bytes to send before anything else."""
        return PREAMBLE

    def send(self, message: Message) -> bytes:
        """A message as a frame. Raises `Refused("net.refusal.too_big")`."""
        raw = codec.encode(message)
        limit = FRAME_FROM_SERVER if self.side is ConnectionSide.SERVER else self._from_guest
        if len(raw) > limit:
            raise Refused("net.refusal.too_big", size=len(raw), limit=limit)
        return len(raw).to_bytes(LENGTH_BYTES, "big") + raw

    def receive(self, data: bytes) -> list[Any]:
        """The messages completed by `data`. Raises `ProtocolBroken`."""
        if self._phase is _Phase.CLOSED:
            return []
        self._buffer += data
        messages: list[Any] = []
        try:
            if self._phase is _Phase.PREAMBLE:
                self._read_preamble()
            while (frame := self._next_frame()) is not None:
                messages.append(self._read(frame))
        except Refused as refused:
            self._phase = _Phase.CLOSED
            self._buffer.clear()
            raise ProtocolBroken(refused, messages) from None
        return messages

    def _read_preamble(self) -> None:
        got = bytes(self._buffer[: len(PREAMBLE)])
        if not MAGIC.startswith(got[: len(MAGIC)]):
            raise Refused("net.refusal.not_tilewright")
        if len(got) < len(PREAMBLE):
            return
        theirs = got[-1]
        if theirs < LOWEST_PROTOCOL:
            raise Refused("net.refusal.older", theirs=theirs, ours=PROTOCOL)
        self._newer = theirs > PROTOCOL
        self.spoken = min(theirs, PROTOCOL)
        del self._buffer[: len(PREAMBLE)]
        self._phase = _Phase.GREETING

    def _next_frame(self) -> bytes | None:
        if self._phase is _Phase.PREAMBLE or len(self._buffer) < LENGTH_BYTES:
            return None
        size = int.from_bytes(self._buffer[:LENGTH_BYTES], "big")
        limit = self._limit()
        if size > limit:
            raise Refused("net.refusal.too_big", size=size, limit=limit)
        if len(self._buffer) < LENGTH_BYTES + size:
            return None
        frame = bytes(self._buffer[LENGTH_BYTES : LENGTH_BYTES + size])
        del self._buffer[: LENGTH_BYTES + size]
        return frame

    def _limit(self) -> int:
        if self.side is ConnectionSide.GUEST:
            return FRAME_FROM_SERVER
        return self._from_guest if self.has_introduced else FRAME_BEFORE_HELLO

    def _read(self, frame: bytes) -> Any:
        data = codec.unpack(frame, self._text, self._items)
        if self._newer and (unknown := self._drop_unknown(data)) is not None:
            if self._phase is _Phase.GREETING:
                raise Refused("net.refusal.out_of_order")
            return unknown
        message: Any = codec.typed(data, self._kind(data))
        if self._phase is _Phase.GREETING:
            self._greet(message)
        elif isinstance(message, Hello | Welcome | Prove | Proof):
            raise Refused("net.refusal.out_of_order")
        return message

    def _drop_unknown(self, data: Any) -> Unknown | None:
        """Drop the fields that this version does not know; of a message that it does not know return what is.

        Only the fields of the message itself: those of the values in it are dropped by their types.
        """
        name = data.get("is") if isinstance(data, dict) else None
        if not isinstance(name, str):
            return None
        kind = (GUEST_MESSAGES if self.side is ConnectionSide.SERVER else SERVER_MESSAGES).get(name)
        if kind is None:
            number = data.get("id")
            return Unknown(name, number if type(number) is int and 0 <= number <= 2**53 else None)
        for field in data.keys() - {"is", *kind.__struct_fields__}:
            del data[field]
        return None

    def _kind(self, data: Any) -> Any:
        """The message type that the data names: checking one is much faster than checking all of them."""
        serving = self.side is ConnectionSide.SERVER
        every, kinds = (ClientMessage, GUEST_MESSAGES) if serving else (ServerMessage, SERVER_MESSAGES)
        name = data.get("is") if isinstance(data, dict) else None
        return kinds.get(name, every) if isinstance(name, str) else every

    def _greet(self, message: Any) -> None:
        if isinstance(message, Prove | Proof) and not self._challenged:
            self._challenged = True
            return
        if not isinstance(message, Hello | Welcome | Bye):
            raise Refused("net.refusal.out_of_order")
        if not isinstance(message, Bye) and message.lowest > PROTOCOL:
            raise Refused("net.refusal.newer", theirs=message.lowest, ours=PROTOCOL)
        self._phase = _Phase.OPEN
