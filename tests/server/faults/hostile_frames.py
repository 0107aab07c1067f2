"""Frames that no honest guest sends: every command there is with good and bad values, then damaged.

All choices come from one `random.Random`, so a seed names a run.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any, Final, get_args

import msgspec

from core import codec
from core.game import Goal, Seat
from core.games import GAMES
from core.protocol import messages as m
from core.protocol.wire import FRAME_FROM_GUEST, LENGTH_BYTES
from server.tables.contract import Guest
from server.tables.lobby import Lobby

COMMANDS: Final[tuple[type[m.Command], ...]] = tuple(
    kind for kind in get_args(m.ClientMessage) if issubclass(kind, m.Command)
)
"""Every command there is. A new one is in here by itself."""
SAID: Final[tuple[type[m.Message], ...]] = (*COMMANDS, m.Acknowledge)
"""All that a guest says of itself."""
FIELDS: Final = {kind: msgspec.structs.fields(kind) for kind in SAID}
NUMBERS: Final = (0, 1, 2, 3, 6, 7, 63, 64, 255, 2**31, 2**53, -1, 2**53 + 1, 2**63, -(2**63), 2**64 - 1)
RIGHT_NUMBERS: Final = tuple(number for number in NUMBERS if 0 <= number <= 2**53)
TEXTS: Final = (
    "", " ", "0", "-1", "9" * 5000, "1" * 4301, "²", "٣", "x" * 16_000, "x" * 16_001, "@" * 3000, "\0",
    "\u202e", "🐫" * 3000, "0,0", "5@0,0", "((((((((", "a-" * 4000, "{}", "null", "\n" * 9000, "１@１,１",
)  # fmt: skip
"""As names, chat, actions, records: numbers too long to be read, digits that are none, much of everything."""
LEAVES: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 2**64 - 1, 1.5, float("nan"), float("inf"), "", "x", b"", b"\xff" * 70, [], {},
    [[]], {"is": "Act"}, {1: 2}, ["me"], "\ud7ff", 1e308, -0.0,
)  # fmt: skip
"""Put in place of any value."""
ALMOST_BOMBS: Final = (
    b"\xdc\x80\x00" * 400,
    b"\xdd\x00\x00\x80\x00" * 200,
    b"\xdd\xff\xff\xff\xff",
    b"\xdf\xff\xff\xff\xff",
    b"\xdb\xff\xff\xff\xff",
    b"\xc6\xff\xff\xff\xff",
    b"\xc9\xff\xff\xff\xff\x01",
    b"\x91" * 3000 + b"\x90",
    b"\x81\xa1a" * 1000 + b"\x80",
    b"\xde\x00\x40" + b"\xc0\xc0" * 64,
    b"\xc1",
    b"",
    b"\xd6\xff\0\0\0\0",
)
"""Lists, texts and depths that a few bytes claim to have."""


@cache
def _every_options(key: str) -> list[Any]:
    game = next(game for game in GAMES if game.info.key == key)
    return [codec.plain(options) for options in codec.every_options(game)[:64]]


class Forge:
    """Makes messages for a guest, and damages them.

    `damaged` counts the frames that are not as they should be; `swallowed`: the last one promised more than
    came, so whatever follows would be taken for the rest of it.
    """

    def __init__(self, lobby: Lobby, seed: int) -> None:
        self.lobby = lobby
        self.rng = random.Random(seed)
        self.tokens: list[bytes] = [bytes([n]) * 16 for n in range(4)]
        self.damaged = 0
        self.swallowed = False

    # --- whole messages -------------------------------------------------------------------------

    def open(self, **fields: Any) -> dict[str, Any]:
        """A good `Open`, except for what is given."""
        rng = self.rng
        game = rng.choice(GAMES)
        plans = [
            self._plan("me"),
            *(self._plan(rng.choice(("open", "bot"))) for _ in range(game.info.seats[0] - 1)),
        ]
        options = rng.choice(_every_options(game.info.key))
        return {
            "is": "Open",
            "id": self.number(),
            "game": game.info.key,
            "options": options,
            "plans": plans,
            **fields,
        }

    def command(self, guest: Guest | None, wrong: float = 0.0, bad: float = 0.0) -> dict[str, Any]:
        """Anything said as plain data; each of its values may be wrong, or bad.

        A *wrong* value is of the right type, a *bad* one of any.
        """
        at_table = guest is not None and guest.table is not None
        kind = m.Act if at_table and self.rng.random() < 0.3 else self.rng.choice(SAID)
        said: dict[str, Any] = {"is": kind.__name__}
        for field in FIELDS[kind]:
            if field.required or self.rng.random() < 0.5:
                said[field.name] = self._good(field.name, guest)
        if kind is m.Act:
            said |= self._decision(guest)
        for name in [*said][1:]:
            if self.rng.random() < wrong:
                said[name] = self._wrong(said[name])
            if self.rng.random() < bad:
                said[name] = self.rng.choice(
                    (self.rng.choice(NUMBERS), self.rng.choice(TEXTS), self.rng.choice(LEAVES))
                )
        return said

    def number(self) -> int:
        """Mostly a new one, sometimes one that was there before."""
        return self.rng.randrange(10**6) if self.rng.random() < 0.8 else self.rng.randrange(4)

    def _wrong(self, value: Any) -> Any:
        """Another value of the same type."""
        rng = self.rng
        match value:
            case bool():
                return not value
            case int():
                return rng.choice((value + 1, abs(value - 1), rng.choice(RIGHT_NUMBERS)))
            case float():
                return rng.choice((0.0, 1e-9, 60.0))
            case str():
                return rng.choice((rng.choice(TEXTS), value * 3, value[:-1], _flip_text(rng, value)))
            case bytes():
                return rng.choice((rng.randbytes(16), rng.randbytes(64), bytes(16), value[:-1] + b"!"))
            case list():
                return [*value, *value][: rng.randrange(1, 8)]
            case dict():
                return {
                    name: self._wrong(each) if rng.random() < 0.5 else each for name, each in value.items()
                }
        return value

    def _good(self, name: str, guest: Guest | None) -> Any:
        """A value that could be meant. Raises KeyError for a field that this forge does not know."""
        rng, table = self.rng, guest.table if guest else None
        match = table.match if table else None
        makers: dict[str, Callable[[], Any]] = {
            "id": self.number,
            "game": lambda: rng.choice(GAMES).info.key,
            "options": lambda: rng.choice(_every_options(rng.choice(GAMES).info.key)),
            "plans": lambda: [self._plan() for _ in range(rng.randrange(1, 8))],
            "goal": lambda: codec.plain(Goal(games=rng.randrange(1, 4))),
            "title": lambda: rng.choice(("", "Us")),
            "pause": lambda: rng.choice((0, 0.01, 60)),
            "record": lambda: rng.choice(("", *TEXTS)),
            "seed": lambda: rng.choice((None, 1)),
            "stand_in": lambda: rng.choice((None, *m.LEVELS)),
            "clock": lambda: rng.choice((None, {"seconds": 5, "bonus": 0})),
            "delay": lambda: rng.choice((None, 0, 600)),
            "password": lambda: rng.choice(("", "") if rng.random() < 0.98 else ("x", "y")),
            "duplicate": lambda: rng.choice((None, None, None, {"tables": rng.choice((2, 8, 0, 9))})),
            "script": lambda: rng.choice(([], [], [], [[TEXTS[0]]])),
            "coach": lambda: rng.random() < 0.5,
            "table": lambda: rng.choice((*self.lobby.tables, 0)),
            "seat": lambda: rng.randrange(match.seats if match else 7),
            "name": lambda: rng.choice(("Ada", "Bo", "山田")),
            "portrait": lambda: rng.choice(("", "fox", "no-such-animal")),
            "token": self._token,
            "fresh": self._token,
            "level": lambda: rng.choice(m.LEVELS),
            "action": lambda: rng.choice(TEXTS[:3]),
            "turn": lambda: match.turn if match else 0,
            "ply": lambda: 0,
            "yes": lambda: rng.random() < 0.5,
            "text": lambda: rng.choice(("hello", "x" * 200, "x" * 201)),
            "paused": lambda: rng.random() < 0.5,
            "guest": lambda: rng.choice((*(table.guests if table else ()), 0)),
            "muted": lambda: rng.random() < 0.5,
            "program": lambda: rng.random() < 0.5,
            "page": lambda: rng.choice((0, 1, 10**7)),
            "number": lambda: rng.choice((0, 1, 2**53)),
        }
        return makers[name]()

    def _decision(self, guest: Guest | None) -> dict[str, Any]:
        """What somebody at the table may do now, if anybody may do anything; if possible this guest."""
        table = guest.table if guest else None
        if guest is None or table is None or not table.match.to_act():
            return {}
        match = table.match
        mine = [seat for seat in match.to_act() if table.chairs[seat].guest == guest.number]
        seat = Seat(self.rng.choice(mine or list(match.to_act())))
        action = match.game.notation(self.rng.choice(match.game.legal(match.tip(seat), seat)))
        return {"seat": int(seat), "action": action, "turn": match.turn, "ply": match.ply(seat)}

    def _token(self) -> bytes:
        if self.rng.random() < 0.5:
            self.tokens[self.rng.randrange(len(self.tokens))] = self.rng.randbytes(16)
        return self.rng.choice(self.tokens)

    def _plan(self, kind: str = "") -> dict[str, Any]:
        kind = kind or self.rng.choice(("me", "bot", "open"))
        plan: dict[str, Any] = {"kind": kind}
        if kind == "me":
            plan |= {"name": "Ada", "token": self.rng.randbytes(16), "portrait": self._good("portrait", None)}
        return plan

    # --- damage ---------------------------------------------------------------------------------

    def frame(self, guest: Guest | None) -> bytes:
        """A frame that this guest might send, were it somebody else: mostly a damaged one."""
        rng = self.rng
        choice = rng.random()
        if choice < 0.15:
            return framed(codec.pack(self.command(guest)))
        self.damaged += 1
        if choice < 0.8:
            return framed(codec.pack(self.command(guest, wrong=0.4)))
        if choice < 0.85:
            return framed(codec.pack(self.command(guest, bad=0.3)))
        raw = codec.pack(self.command(guest))
        return rng.choice((self._swapped, self._flipped, self._cut, self._spliced, self._lying, self._bomb))(
            raw
        )

    def damage(self, raw: bytes) -> bytes:
        """Some bytes, whatever they are, with flipped bits, cut off, or followed by others."""
        self.damaged += 1
        rng = self.rng
        which = rng.randrange(3)
        if which == 0:
            return raw[: rng.randrange(len(raw))]
        return _flip(rng, raw) if which == 1 else raw + rng.randbytes(rng.randrange(1, 40))

    def _swapped(self, raw: bytes) -> bytes:
        """One value, at any depth, is of another type; or a field is gone, or one too many."""
        data = codec.unpack(raw)
        nodes = [data]
        for node in nodes:
            inner = node.values() if isinstance(node, dict) else node
            nodes += [each for each in inner if isinstance(each, dict | list) and each]
        node = self.rng.choice(nodes)
        key = self.rng.choice([*node]) if isinstance(node, dict) else self.rng.randrange(len(node))
        which = self.rng.random()
        if which < 0.15:
            del node[key]
        elif which < 0.25 and isinstance(node, dict):
            node[self.rng.choice(("more", 7, b"x", None))] = self.rng.choice(LEAVES)
        else:
            node[key] = self.rng.choice(LEAVES)
        return framed(codec.pack(data))

    def _flipped(self, raw: bytes) -> bytes:
        return framed(_flip(self.rng, raw))

    def _cut(self, raw: bytes) -> bytes:
        return framed(raw[: self.rng.randrange(len(raw))])

    def _spliced(self, raw: bytes) -> bytes:
        other = codec.pack(self.command(None))
        return framed(raw[: self.rng.randrange(len(raw))] + other[self.rng.randrange(len(other)) :])

    def _lying(self, raw: bytes) -> bytes:
        """The head does not tell the truth."""
        sizes = (0, 1, len(raw) - 1, len(raw) + 1, FRAME_FROM_GUEST, FRAME_FROM_GUEST + 1, 2**31, 2**32 - 1)
        size = self.rng.choice(sizes)
        self.swallowed = size > len(raw)
        return size.to_bytes(LENGTH_BYTES, "big") + raw

    def _bomb(self, raw: bytes) -> bytes:
        bomb = self.rng.choice(ALMOST_BOMBS)
        return framed(bomb if self.rng.random() < 0.5 else raw[: self.rng.randrange(len(raw))] + bomb)


def framed(raw: bytes) -> bytes:
    """With its length in front."""
    return len(raw).to_bytes(LENGTH_BYTES, "big") + raw


def _flip(rng: random.Random, raw: bytes) -> bytes:
    flipped = bytearray(raw)
    for _ in range(rng.randrange(1, 9)):
        flipped[rng.randrange(len(flipped))] ^= 1 << rng.randrange(8)
    return bytes(flipped)


def _flip_text(rng: random.Random, text: str) -> str:
    """One character is another."""
    if not text:
        return "?"
    place = rng.randrange(len(text))
    return text[:place] + rng.choice("0123456789-,:@abcé²") + text[place + 1 :]


def portions(rng: random.Random, data: bytes) -> list[bytes]:
    """How the bytes arrive: mostly as they are, sometimes in a few portions, or one by one."""
    which = rng.random()
    if which < 0.8 or len(data) > 2000:
        return [data]
    if which < 0.84:
        return [data[place : place + 1] for place in range(len(data))]
    cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randrange(1, 4)))
    return [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
