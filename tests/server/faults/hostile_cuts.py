"""Two rooms in which the same is played: in one of them a client's connection is cut, again and again.

There is no time and no chance in it but that of the seed: a round of the loop is a round of the loop, and
both rooms draw the same. So after every return the client must know what its twin in the other room knows.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import socket
from collections.abc import Callable, Sequence
from typing import Any, Final

from client.session.connection import ConnectionAttempt, ServerConnection
from client.session.session import Session
from core import codec
from core.game import AnyGame
from core.protocol import messages as m
from tests.server.faults.hostile_room import Call, Room

PATIENCE: Final = 1e9
ROUNDS: Final = 5_000
"""Rounds of the loop after which something that should come will not come any more."""
REACH: Final = 700
"""Bytes within which a cut is: a decision and what is told of it, a return and a scene's beginning."""


class Cable(ConnectionAttempt):
    """A call that is answered at once; cut after `cut[0]` bytes to the server, or `cut[1]` from it."""

    def __init__(self, room: Room, address: str, keys: Sequence[m.ProofKey]) -> None:
        self.host, self.port = address, 0
        mine, self._far = socket.socketpair()
        self._far.setblocking(False)
        self._near = ServerConnection(mine, PATIENCE, proven=next(iter(keys), None))
        self._call: Call = room.call(address, keep=True)
        self._waiting = bytearray()
        self.cut: tuple[int, int] | None = None
        self.over = False

    def poll(self) -> ServerConnection:
        return self._near

    def hang_up(self) -> None:
        self._near.close()

    def carry(self) -> bool:
        """What was said goes to the other end, up to the cut; whether anything was."""
        if self.over:
            return False
        up, down = self._heard(), bytes(self._call.pipe.heard)
        self._call.pipe.heard.clear()
        to, fro = self.cut or (len(up), len(down))
        self._call.feed(up[:to])
        self._waiting += down[:fro]
        self._flush()
        if self._call.over or len(up) > to or len(down) > fro:
            self.end()
        elif self.cut is not None:
            self.cut = (to - len(up), fro - len(down))
        return bool(up or down)

    def _heard(self) -> bytes:
        try:
            return self._far.recv(65536)
        except BlockingIOError:
            return b""

    def _flush(self) -> None:
        """The far end takes all: it is never behind by more than a scene."""
        while self._waiting:
            del self._waiting[: self._far.send(self._waiting)]

    def end(self) -> None:
        """The line is dead, and both ends notice."""
        if self.over:
            return
        self.over = True
        self._far.close()
        self._call.hang()


class Play:
    """One of the two rooms: `client` has seat 0, `others` the other seats; nothing they say may fail."""

    def __init__(self, room: Room, address: str) -> None:
        self.room = room
        self._address = address
        self._cables: list[Cable] = []
        self._now = 0.0
        self.calls = 0
        self.client = Session(self._clients_cable(), self._clients_cable)
        self.others = Session(self._cable(), self._cable)
        self.failed: list[m.Failed] = []

    def _clients_cable(self, keys: Sequence[m.ProofKey] = (), insist: bool = True) -> Cable:
        """The client's cable from now on is `line`."""
        self.line = self._cable(keys)
        return self.line

    def _cable(self, keys: Sequence[m.ProofKey] = (), insist: bool = True) -> Cable:
        self._cables = [cable for cable in self._cables if not cable.over]
        self._cables.append(Cable(self.room, self._address, keys))
        return self._cables[-1]

    def close(self) -> None:
        """Everybody hangs up."""
        for session in (self.client, self.others):
            session.close()
        for cable in self._cables:
            cable.end()

    async def round(self) -> bool:
        """Both sessions are polled, everything is carried; whether anything was."""
        self._now += 1.0
        for session in (self.client, self.others):
            self.failed += [news for news in session.poll(self._now) if _is_failure(news)]
        busy = False
        for cable in tuple(self._cables):
            busy = cable.carry() or busy
        for _ in range(3):
            await asyncio.sleep(0)
        return busy

    async def begin(self, game: AnyGame, options: Any, seats: int) -> None:
        """The table is opened and the game begins."""
        plans = (m.SeatPlan("me", "Ada"), *(m.SeatPlan("open") for _ in range(seats - 1)))
        self.client.ask(m.Open, game=game.info.key, options=codec.plain(options), plans=plans)
        await self.rest()
        assert self.client.table is not None
        for seat in range(1, seats):
            self.others.ask(m.Sit, table=self.client.table, seat=seat, name=f"Bo {seat}")
        await self.rest()
        self.client.ask(m.Start)
        await self.rest()

    async def rest(self) -> None:
        """Until nothing is on its way any more."""
        quiet = 0
        for _ in range(ROUNDS):
            quiet = 0 if await self.round() or self._owed() else quiet + 1
            if quiet == 4:
                return
        raise AssertionError(f"it never comes to rest: {self.client.status}, {self.client.trouble}")

    def _owed(self) -> bool:
        """Whether somebody waits for an answer, or to be back."""
        return not (self.client.answered and self.others.answered and self.client.returned)

    async def return_again(self, called: Callable[[], None]) -> None:
        """The same, with a new call whenever the line is dead; `called` is told of it."""
        quiet = 0
        for _ in range(ROUNDS):
            if self.client.status == "lost":
                assert self.client.call_again(), self.client.trouble
                self.calls += 1
                called()
            quiet = 0 if await self.round() or self._owed() else quiet + 1
            if quiet == 4:
                return
        raise AssertionError(f"it never comes back: {self.client.status}, {self.client.trouble}")


def _is_failure(news: Any) -> bool:
    """Where an answer was lost two tokens may be good, and both are tried: one of them is refused."""
    return isinstance(news, m.Failed) and news.why.code != "net.refusal.token"


def known(session: Session) -> dict[str, Any]:
    """All that a session knows of the game."""
    client_table = session.client_table
    assert client_table is not None
    last = client_table.latest
    return {
        "views": {viewer: codec.digest(view) for viewer, view in last.views.items()},
        "position": (last.turn, last.to_act, last.outcome, {seat: last.ply(seat) for seat in last.views}),
        "log": [(step.seat, codec.plain(step.action)) for step in client_table.log],
        "phase": client_table.phase,
        "series": client_table.series,
        "yours": client_table.yours,
        "lines": {seat: codec.plain(client_table.line(seat)) for seat in client_table.yours},
        "promise": (client_table.commitment, client_table.seed),
    }


class Seeds:
    """Instead of `server.tables.opening.seed_of`: the same in both rooms."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __call__(self, seed: int | None, number: int) -> bytes:
        return hashlib.sha256(f"{self._number} {number}".encode()).digest()


class Twins:
    """What is done in both rooms."""

    def __init__(self, cut: Play, whole: Play, rng: random.Random) -> None:
        self.cut, self.whole, self._rng = cut, whole, rng

    async def decide(self) -> None:
        """One of all who may decides, or the next game begins, while the line of one client is cut."""
        who, what = self._choose()
        self._arm()
        for play in (self.cut, self.whole):
            session = play.client if who == "client" else play.others
            what(session)
            await (play.return_again(self._arm_again) if play is self.cut else play.rest())
        self._compare()

    def _arm_again(self) -> None:
        """Sometimes the line is cut while its client comes back, too."""
        if self._rng.random() < 0.4:
            self._arm()

    def _arm(self) -> None:
        if self.cut.line.cut is None:
            reach = int(REACH ** self._rng.random())
            self.cut.line.cut = (reach, 10**9) if self._rng.random() < 0.5 else (10**9, reach)

    def _choose(self) -> tuple[str, Any]:
        both = {"client": self.whole.client, "others": self.whole.others}
        able = [
            (who, seat)
            for who, session in both.items()
            if session.client_table
            for seat in session.client_table.own_seats_to_act()
        ]
        if not able:
            return "client", lambda session: session.ask(m.Rematch)
        who, seat = self._rng.choice(able)
        client_table = both[who].client_table
        assert client_table is not None
        action = self._rng.choice(client_table.game.legal(client_table.latest.view(seat), seat))
        if client_table.line(seat) and self._rng.random() < 0.2:
            return who, lambda session: session.undo(seat)
        return who, lambda session: session.act(seat, action)

    def _compare(self) -> None:
        for a, b in ((self.cut.client, self.whole.client), (self.cut.others, self.whole.others)):
            assert known(a) == known(b)
        assert self.cut.failed == self.whole.failed == []
        assert self._steps(self.cut) == self._steps(self.whole)

    def _steps(self, play: Play) -> list[Any]:
        """All that was decided at the table."""
        (table,) = play.room.lobby.tables.values()
        return [codec.plain(step) for step in table.match.all_steps()]
