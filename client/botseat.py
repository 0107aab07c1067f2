"""`join --bot LEVEL`: AIs of this machine hold seats at somebody's table, without a window.

A guest like any other: it sees what its seats see and decides by the same protocol. It waits until
there is a free seat, plays every game of the series, and leaves when the server goes or on Ctrl+C.
"""

from __future__ import annotations

import secrets
import socket
import sys
import time
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from assets.texts import Texts
from client.mirror import Mirror
from client.net import CHUNK, CONNECT_SECONDS, PROGRAM, SILENCE
from core import messages as m
from core.bots import Budget, bot
from core.game import Refusal, Refused, Seat
from core.wire import Broken, Connection, Side

if TYPE_CHECKING:
    from client.cli import Launch

SEARCH_SECONDS: Final = 2.0
BREATH: Final = 0.1
"""Seconds at least between two decisions: half of what a server puts up with in the long run."""
PENANCE: Final = 1.0
"""Seconds to wait after having been too fast all the same."""
TOO_FAST: Final = "net.refusal.too_fast"
TOO_LATE: Final = ("net.refusal.seat_taken", "net.refusal.no_such_table")


class Gone(Exception):
    """The server is not there any more; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def hold(launch: Launch, texts: Texts) -> int:
    """Hold a seat for each of `launch.bots` until the server goes; the exit code. Raises `Refused`."""
    host, port = (launch.host, launch.port) if launch.host else _nearest()
    try:
        sock = socket.create_connection((host, port), timeout=CONNECT_SECONDS)
    except (OSError, UnicodeError):
        raise Refused("net.refusal.unreachable", host=host, port=port) from None
    with sock:
        sock.settimeout(SILENCE)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return _Holder(sock, launch, texts).stay()


def _nearest() -> tuple[str, int]:
    from server.discovery import find

    for server in find(SEARCH_SECONDS):
        if server.fits:
            return server.host, server.port
    raise Refused("cli.refusal.no_server")


class _Holder:
    """One guest and the seats that its AIs hold."""

    def __init__(self, sock: socket.socket, launch: Launch, texts: Texts) -> None:
        self._sock, self._launch, self._texts = sock, launch, texts
        self._wire = Connection(Side.GUEST)
        self._rng = np.random.default_rng(secrets.randbits(64) if launch.seed is None else launch.seed)
        self._next_id = 1
        self._wanted = list(launch.bots)
        self._asked: tuple[int, int] | None = None
        self._levels: dict[int, str] = {}
        self._mirror: Mirror | None = None
        self._decided: dict[Seat, tuple[int, int]] = {}
        self._acted_at = 0.0
        self._told_waiting = False
        self._over = False

    def stay(self) -> int:
        """Sit, play, and come back when the server has gone. Raises `Refused` if it never let us in."""
        try:
            self._put(
                self._wire.opening() + self._wire.send(m.Hello(PROGRAM, secrets.token_bytes(m.CLIENT_BYTES)))
            )
            self._ask(m.Browse)
            while True:
                for message in self._read():
                    self._hear(message)
                self._decide()
        except Gone as gone:
            if not self._levels:
                raise Refused.of(gone.refusal) from None
            print(self._texts.say(gone.refusal.code, **gone.refusal.values), file=sys.stderr)
            return 0 if gone.refusal.code.startswith("net.bye.") else 1

    def _hear(self, message: Any) -> None:
        match message:
            case m.Bye():
                raise Gone(message.why)
            case m.Ping():
                self._put(self._wire.send(m.Pong()))
            case m.Asked():
                self._ask(m.Answer, yes=True)
            case m.Tables() if not self._levels:
                self._choose_seat(message.tables)
            case m.Seated():
                self._seated(message)
            case m.Failed():
                self._failed(message.why)
            case m.Scene():
                self._see(message)
            case m.Stepped() if self._mirror is not None:
                self._mirror.advance(message)
                self._mirror.reel.clear()
                self._tell_end()
            case m.Decided() if self._mirror is not None:
                self._mirror.decided(message)
                self._mirror.reel.clear()
            case m.Ready() if self._mirror is not None:
                self._mirror.ready(message)
            case m.People() if self._mirror is not None:
                self._mirror.meet(message)

    def _choose_seat(self, tables: tuple[m.TableLine, ...]) -> None:
        """Ask for the first seat that is free and the one wanted; if there is none, wait for one."""
        if self._asked is not None:
            return
        for line in tables:
            free = [seat for seat, holder in enumerate(line.holders) if holder.kind == "open"]
            for seat in free:
                if self._launch.seat in (None, seat):
                    self._sit(line.table, seat)
                    return
        if not self._told_waiting:
            self._told_waiting = True
            self._say("cli.seat.waiting")

    def _sit(self, table: int, seat: int) -> None:
        self._asked = (table, seat)
        token = secrets.token_bytes(m.CLIENT_BYTES)
        self._ask(m.Sit, table=table, seat=seat, name=self._name(), token=token)

    def _seated(self, seated: m.Seated) -> None:
        if self._asked == (seated.table, seated.seat):
            level = self._wanted.pop(0)
            self._levels[seated.seat] = level
            self._asked = None
            self._say("cli.seat.taken", level=level, seat=seated.seat, name=self._name())

    def _failed(self, why: Refusal) -> None:
        """Somebody was faster: look again. An action too late is decided anew after the next step."""
        if why.code == TOO_FAST:
            self._decided.clear()
            self._acted_at = time.monotonic() + PENANCE
        if self._asked is None:
            return
        self._asked = None
        if why.code not in TOO_LATE:
            raise Refused.of(why)
        if not self._levels:
            self._ask(m.Browse)

    def _see(self, scene: m.Scene) -> None:
        if self._mirror is None:
            self._mirror = Mirror(scene)
        elif self._mirror.renew(scene):
            self._decided.clear()
        self._over = self._over and scene.outcome is not None
        self._sit_down_again()
        self._tell_end()

    def _sit_down_again(self) -> None:
        """Seats for further AIs, at the same table."""
        assert self._mirror is not None
        free = [seat for seat, holder in enumerate(self._mirror.holders) if holder.kind == "open"]
        if self._wanted and free and self._levels and self._asked is None:
            self._sit(self._mirror.table, free[0])

    def _decide(self) -> None:
        """Act for one of our seats, once in each position."""
        mirror = self._mirror
        if mirror is None:
            return
        for seat in mirror.mine_to_act():
            here = mirror.latest.turn, mirror.latest.ply(seat)
            if self._decided.get(seat) == here:
                continue
            self._decided[seat] = here
            time.sleep(max(0.0, self._acted_at + BREATH - time.monotonic()))
            self._acted_at = time.monotonic()
            level = self._levels.get(seat, self._launch.bots[0])
            view = mirror.latest.view(seat)
            action = bot(mirror.game, level).choose(mirror.game, view, seat, self._rng, Budget())
            turn, ply = here
            self._ask(m.Act, seat=seat, action=mirror.game.notation(action), turn=turn, ply=ply)

    def _tell_end(self) -> None:
        assert self._mirror is not None
        outcome = self._mirror.latest.outcome
        if outcome is not None and not self._over:
            self._over = True
            self._say("cli.seat.over", scores=" : ".join(f"{score:g}" for score in outcome.scores))

    def _name(self) -> str:
        level = self._wanted[0] if self._wanted else self._launch.bots[-1]
        return self._launch.name or self._texts.say("cli.seat.name", level=level)

    def _say(self, key: str, **values: object) -> None:
        print(self._texts.say(key, **values), flush=True)

    def _ask(self, kind: type[m.Command], **fields: Any) -> None:
        self._put(self._wire.send(kind(id=self._next_id, **fields)))
        self._next_id += 1

    def _put(self, data: bytes) -> None:
        try:
            self._sock.sendall(data)
        except OSError:
            raise Gone(Refusal("net.refusal.lost")) from None

    def _read(self) -> list[Any]:
        """Wait for something to come. Raises `Gone`."""
        try:
            data = self._sock.recv(CHUNK)
        except TimeoutError:
            code = "net.refusal.lost" if self._wire.greeted else "net.refusal.no_answer"
            raise Gone(Refusal(code)) from None
        except OSError:
            data = b""
        if not data:
            raise Gone(Refusal("net.refusal.lost"))
        try:
            return self._wire.receive(data)
        except Broken as broken:
            for message in broken.before:
                self._hear(message)
            raise Gone(broken.refusal) from None
