"""Guests and tables of the load generator: as little work as possible for each message that comes in.

Frames are cut and named; a view is decoded only for the seat that is to act next. What a table does next is
found with the game's own code, from what that seat has been told.
"""

from __future__ import annotations

import secrets
import socket
from collections import deque
from typing import Any, Final

import msgpack
import msgspec
import numpy as np

from core import codec
from core.game import AnyGame, Seat
from core.games import game as game_of
from core.protocol import messages as m
from core.protocol.wire import LENGTH_BYTES, Connection, ConnectionSide

CHUNK: Final = 262_144
POSITIONS: Final = frozenset({b"TableView", b"StepsMade"})
ANSWERS: Final = frozenset({b"Done", b"Failed"})
SAYS, UNDOES, ERRS, WATCHES = 0.03, 0.02, 0.02, 0.01
"""Of all commands so many are chat, undo, mistakes, and spectators that want to see everything again."""
TAKEN_BACK: Final = frozenset({"match.refusal.nothing_to_undo", "match.refusal.over"})


class Plan(msgspec.Struct, frozen=True):
    """A table to be opened: `own` seats belong to the guest who opens it, a guest each has the others."""

    game: str
    options: dict[str, Any]
    seats: int
    own: int = 1
    spectators: int = 1
    address: str = ""


class Sent(msgspec.Struct):
    """A command under way. `due` is when it was to be sent, `may` are the refusals that are meant.

    `must_fail`: the command is a mistake on purpose.
    """

    kind: str
    due: float
    sent: float
    may: frozenset[str] = frozenset()
    must_fail: bool = False


class Gone(Exception):
    """The server has ended a connection."""


class Ear:
    """One guest: a socket, and the last message that said where its table stands."""

    def __init__(self, port: int, address: str) -> None:
        """Raises OSError."""
        self.sock = socket.create_connection(("127.0.0.1", port), 60, (address, 0) if address else None)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._wire = Connection(ConnectionSide.GUEST)
        self._buffer = bytearray()
        self._opening = len(self._wire.opening())
        self.client = secrets.token_bytes(m.CLIENT_BYTES)
        self.id = 0
        self.bytes = 0
        self.position = b""
        self.yours: list[int] = []
        self.listed = b""
        self.sealed: dict[int, tuple[int, Any]] = {}
        self.to_act: tuple[int, ...] | None = None
        self.asked = False
        self.answers: list[dict[str, Any]] = []
        self.sock.sendall(self._wire.opening() + self._wire.send(m.Hello("bench", self.client)))

    def send(self, kind: type[m.Command], **fields: Any) -> int:
        """Send a command; its number."""
        self.id += 1
        self._send(kind(id=self.id, **fields))
        return self.id

    def _send(self, message: m.Message) -> None:
        frame = self._wire.send(message)
        if self.sock.send(frame) != len(frame):
            raise Gone("the server does not read")

    def hear(self) -> int:
        """Read what is there; how many messages. Raises `Gone`, and OSError."""
        data = self.sock.recv(CHUNK)
        if not data:
            raise Gone("the server has closed the connection")
        self.bytes += len(data)
        buffer = self._buffer
        buffer += data
        at, count = self._opening if len(buffer) >= self._opening else len(buffer), 0
        start = at
        while len(buffer) - at >= LENGTH_BYTES:
            size = int.from_bytes(buffer[at : at + LENGTH_BYTES], "big")
            if len(buffer) - at < LENGTH_BYTES + size:
                break
            self._take(bytes(buffer[at + LENGTH_BYTES : at + LENGTH_BYTES + size]))
            at += LENGTH_BYTES + size
            count += 1
        if at > start or self._opening:
            del buffer[:at]
            self._opening = 0
        return count

    def _take(self, frame: bytes) -> None:
        name = named(frame)
        if name in POSITIONS:
            self.position, self.to_act = frame, None
            self.sealed.clear()
            if name == b"TableView":
                self.yours = msgpack.unpackb(frame)["yours"]
        elif name in ANSWERS:
            self.answers.append(msgpack.unpackb(frame))
        elif name == b"DecisionSealed":
            news = msgpack.unpackb(frame)
            self.sealed[news["seat"]] = (news["ply"], news["view"])
            self.to_act = tuple(news["to_act"])
        elif name == b"DecidersLeft":
            self.to_act = tuple(msgpack.unpackb(frame)["to_act"])
        elif name == b"UndoAsked":
            self.asked = True
        elif name == b"Ping":
            self._send(m.Pong())
        elif name == b"Tables":
            self.listed = frame
        elif name == b"Bye":
            raise Gone(f"Bye: {msgpack.unpackb(frame)['why']['code']}")

    def wait(self, number: int) -> dict[str, Any]:
        """The answer to command `number`, however long it takes; only before the load."""
        while True:
            for answer in self.answers:
                if answer["id"] == number:
                    self.answers.clear()
                    return answer
            self.hear()

    def do(self, kind: type[m.Command], **fields: Any) -> dict[str, Any]:
        """The same for a command that has to work. Raises `Gone` if it does not."""
        answer = self.wait(self.send(kind, **fields))
        if answer["is"] != "Done":
            raise Gone(f"{kind.__name__}: {answer['why']['code']}")
        return answer


def named(frame: bytes) -> bytes:
    """The name of the message in a frame: its first entry, `is`."""
    at = 7 if frame[0] == 0xDE else 5
    return frame[at : at + (frame[at - 1] & 0x1F)]


class Position(msgspec.Struct, frozen=True):
    """Where a table stands for one guest: `views` and `plies` by viewer."""

    turn: int
    to_act: tuple[int, ...]
    views: dict[int, Any]
    plies: dict[int, int]


def position_of(ear: Ear) -> Position:
    """What the guest has been told."""
    news = msgpack.unpackb(ear.position)
    if news["is"] == "StepsMade":
        views = {viewer: steps[-1]["view"] for viewer, steps in news["views"]}
        plies: dict[int, int] = {}
        turn = news["now"]
    else:
        views = {seat_view["viewer"]: seat_view["view"] for seat_view in news["views"]}
        plies = {seat_view["viewer"]: seat_view["ply"] for seat_view in news["views"]}
        turn = news["turn"]
    for seat, (ply, view) in ear.sealed.items():
        plies[seat], views[seat] = ply, view
    to_act = tuple(news["to_act"]) if ear.to_act is None else ear.to_act
    return Position(turn, to_act, views, plies)


class Table:
    """One table with its guests. `late` are the due times of commands that could not be sent yet.

    One command at a time is under way here: `sent`, by the guest `actor`.
    """

    def __init__(self, plan: Plan, port: int, seed: int) -> None:
        """Opens the table and seats everybody. Raises `Gone`, OSError."""
        self.plan = plan
        self.game: AnyGame = game_of(plan.game)
        self._rng = np.random.default_rng(seed)
        self.seated: list[Ear] = []
        self.number = 0
        self._seat_all(port)
        self.watching = [Ear(port, plan.address) for _ in range(plan.spectators)]
        for ear in self.watching:
            ear.do(m.Watch, table=self.number)
        self.actor = self.seated[0]
        self.sent: Sent | None = None
        self.late: deque[float] = deque()
        self._turn = 0
        self.moves = self.games = 0
        if len(self.seated) > 1:
            self.actor.do(m.Start)

    def _seat_all(self, port: int) -> None:
        plan = self.plan
        host = Ear(port, plan.address)
        mine = tuple(m.SeatPlan("me", f"P{seat}", token=secrets.token_bytes(16)) for seat in range(plan.own))
        others = tuple(m.SeatPlan("open") for _ in range(plan.seats - plan.own))
        opened = host.do(m.Open, game=plan.game, options=plan.options, plans=mine + others)
        self.number = opened["table"]
        self.seated = [host]
        for seat in range(plan.own, plan.seats):
            ear = Ear(port, plan.address)
            token = secrets.token_bytes(16)
            ear.do(m.Sit, table=self.number, seat=seat, name=f"P{seat}", token=token)
            self.seated.append(ear)

    @property
    def ears(self) -> list[Ear]:
        """Everybody at the table."""
        return [*self.seated, *self.watching]

    # --- what is done next ----------------------------------------------------------------------

    def send_next(self, now: float) -> bool:
        """Send the command that is due for longest, if there is one and the table is ready for it."""
        if self.sent is not None or not self.late:
            return False
        asked = next((ear for ear in self.seated if ear.asked), None)
        draw = self._rng.random()
        if asked is not None:
            asked.asked = False
            agreed = bool(self._rng.random() < 0.9)
            return self._say(
                now, asked, "Answer", m.AnswerUndo, {"yes": agreed}, {"net.refusal.nothing_asked"}
            )
        if draw < SAYS:
            return self._say(now, self._anybody(), "Say", m.Say, {"text": "Well, well."})
        if draw < SAYS + WATCHES and self.watching:
            return self._say(now, self.watching[0], "Watch", m.Watch, {"table": self.number})
        return self._play(now, draw)

    def _anybody(self) -> Ear:
        ears = self.ears
        return ears[int(self._rng.integers(len(ears)))]

    def _play(self, now: float, draw: float) -> bool:
        at = position_of(self.actor)
        if not at.to_act:
            self.games += 1
            return self._say(now, self.seated[0], "Rematch", m.Rematch, {})
        seat = at.to_act[int(self._rng.integers(len(at.to_act)))]
        ear = next((ear for ear in self.seated if seat in ear.yours), None)
        if ear is None:
            return False
        if ear is not self.actor:
            theirs = position_of(ear)
            if theirs.turn != at.turn:
                return False
            at = msgspec.structs.replace(theirs, to_act=at.to_act)
        if draw > 1 - ERRS:
            return self._err(now, ear, at, seat)
        if draw > 1 - ERRS - UNDOES:
            may = {*TAKEN_BACK, "net.refusal.already_asked"}
            return self._say(now, ear, "Undo", m.Undo, {"turn": at.turn, "seat": seat}, may)
        self.moves += 1
        return self._say(now, ear, "Act", m.Act, self._act(at, seat))

    def _act(self, at: Position, seat: int) -> dict[str, Any]:
        view: Any = codec.typed(at.views.get(seat, at.views.get(m.EVERYBODY)), self.game.info.state)
        legal = self.game.legal(view, Seat(seat))
        action = self.game.notation(legal[int(self._rng.integers(len(legal)))])
        return {"seat": seat, "action": action, "turn": at.turn, "ply": at.plies.get(seat, 0)}

    def _err(self, now: float, ear: Ear, at: Position, seat: int) -> bool:
        """A mistake: nonsense, a position that is over, or a seat of somebody else."""
        act = self._act(at, seat)
        kind = int(self._rng.integers(3))
        if kind == 0:
            act["action"] = "nonsense"
        elif kind == 1:
            act["turn"] += 1
        else:
            act["seat"] = self.plan.seats
        return self._say(now, ear, "mistake", m.Act, act, must_fail=True)

    def _say(
        self,
        now: float,
        ear: Ear,
        kind: str,
        command: type[m.Command],
        fields: dict[str, Any],
        may: set[str] | frozenset[str] = frozenset(),
        must_fail: bool = False,
    ) -> bool:
        self.sent = Sent(kind, self.late.popleft(), now, frozenset(may), must_fail)
        if ear in self.seated:
            self.actor = ear
        self.speaker = ear
        ear.send(command, **fields)
        return True

    def answered(self) -> tuple[Sent, str] | None:
        """The command whose answer has come, and what is wrong with it ("" if nothing)."""
        sent = self.sent
        if sent is None or not self.speaker.answers:
            return None
        answer = self.speaker.answers.pop()
        self.sent = None
        if answer["is"] == "Done":
            return sent, "was done although it is a mistake" if sent.must_fail else ""
        code = answer["why"]["code"]
        fine = sent.must_fail or code in sent.may
        return sent, "" if fine else f"{self.plan.game}: {sent.kind} refused, {code}"
