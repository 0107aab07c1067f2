"""A server that is not what it should be: the client says one sentence about it, and goes on."""

from __future__ import annotations

import select
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import numpy as np
import pytest

from client.app.navigation import Program
from client.session.connection import (
    READ_BYTES,
    READS_PER_POLL,
    SILENCE_TIMEOUT,
    ConnectionLost,
    ServerConnection,
)
from client.session.session import Session
from client.session.table import ClientTable
from core import codec
from core.game import Goal, Outcome, Refusal, Refused, Seat, read_only
from core.games.sturt.rules import STURT
from core.games.sturt.state import Lay, Options
from core.protocol import messages as m
from core.protocol.wire import Connection, ConnectionSide
from core.series import Series
from tests.client.screens_kit import stage

WELCOME = m.Welcome(1, "Attic", "1")


class Server:
    """The other end of a session's line, which says what the test wants. `heard` is all it has read."""

    def __init__(self, sock: socket.socket) -> None:
        self.socket = sock
        self.heard: list[Any] = []
        self._wire = Connection(ConnectionSide.SERVER)
        sock.sendall(self._wire.opening())

    def hear(self) -> None:
        """Read what has come."""
        if select.select([self.socket], [], [], 0)[0]:
            self.heard += self._wire.receive(self.socket.recv(READ_BYTES))

    def send(self, *messages: m.Message) -> None:
        self.socket.sendall(b"".join(map(self._wire.send, messages)))


@contextmanager
def connected(patience: float | None = None) -> Iterator[tuple[Server, ServerConnection]]:
    near, far = socket.socketpair()
    with near, far:
        yield Server(far), ServerConnection(near, patience)


BEFORE = STURT.start(Options(), 2)
AFTER = STURT.apply(BEFORE, Seat(0), Lay(5, 0, 0))
NEXT = STURT.apply(AFTER, Seat(1), Lay(3, 1, 0))
ODD = msgspec.structs.replace(AFTER, corners=read_only(np.full_like(AFTER.corners, 125)))
LOG = ((Seat(0), STURT.notation(Lay(5, 0, 0))),)
SERIES = Series(Goal(games=1), {}, (0.0, 0.0))
PEOPLE = (m.Holder("person", "Ada"), m.Holder("person", "Bo"))


def scene(**changes: Any) -> m.TableView:
    """A table of Sturt after its first card, as a server tells it."""
    told = m.TableView(
        table=1,
        title="",
        game="sturt",
        options=codec.plain(Options()),
        seats=2,
        series=SERIES,
        phase="playing",
        host=1,
        holders=PEOPLE,
        yours=(0,),
        turn=1,
        to_act=(Seat(1),),
        views=(m.SeatView(-1, codec.plain(AFTER), LOG),),
        outcome=None,
        commitment="",
        seed="",
        pause=0.0,
        paused=False,
        spectators=0,
        port=0,
    )
    return msgspec.structs.replace(told, **changes)


def stepped(action: Any, view: Any, seat: int = 1, outcome: Outcome | None = None) -> m.StepsMade:
    """The second card, as a server tells it."""
    seen = m.StepView(seat, STURT.notation(action), codec.plain(view))
    return m.StepsMade(1, 1, 2, ((-1, (seen,)),), (Seat(0),), outcome, SERIES)


class Endless:
    """As much of a socket as a link reads from; it never runs dry."""

    def __init__(self, opening: bytes, again: bytes) -> None:
        self._opening = opening
        self._again = again
        self.reads = 0

    def setblocking(self, blocking: bool) -> None:
        """It never blocks."""

    def send(self, data: bytes) -> int:
        return len(data)

    def recv(self, most: int) -> bytes:
        self.reads += 1
        assert self.reads < 100, "the main loop stands still"
        return self._opening if self.reads == 1 else self._again


def test_whoever_sends_without_end_does_not_keep_the_main_loop() -> None:
    wire = Connection(ConnectionSide.SERVER)
    line = Endless(wire.opening() + wire.send(WELCOME), wire.send(m.Said(0, "Bo", "again and again")))
    link = ServerConnection(line)  # type: ignore[arg-type]  # what a link needs of a socket
    assert link.poll()[0] == WELCOME
    assert link.poll() == [m.Said(0, "Bo", "again and again")] * READS_PER_POLL


def test_a_goodbye_ends_the_session_though_the_line_stays_open() -> None:
    with connected() as (server, link):
        session = Session(link)
        server.send(WELCOME, m.Bye(Refusal("net.refusal.full")))
        session.poll(1.0)
        assert session.status == "lost"
        assert session.trouble is not None
        assert session.trouble.code == "net.refusal.full"


@pytest.mark.parametrize(("said", "code"), [((), "no_answer"), ((WELCOME,), "lost")])
def test_silence_ends_the_patience(
    said: tuple[m.Message, ...], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr("client.session.connection.time.monotonic", lambda: clock[0])
    with connected(patience=SILENCE_TIMEOUT) as (server, link):
        server.send(*said)
        assert link.poll() == list(said)
        clock[0] += SILENCE_TIMEOUT
        assert link.poll() == []
        clock[0] += 0.1
        with pytest.raises(ConnectionLost) as lost:
            link.poll()
        assert lost.value.refusal.code == f"net.refusal.{code}"


def test_nonsense_as_the_last_word_is_refused() -> None:
    with connected() as (server, link):
        session = Session(link)
        server.send(WELCOME, scene(seats=1000))
        server.socket.close()
        session.poll(1.0)
        assert session.trouble is not None
        assert session.trouble.code == "codec.refusal.malformed"


def test_a_table_of_a_thousand_seats_is_not_listed() -> None:
    line = m.TableSummary(1, "", "sturt", 1000, (m.Holder("open"),) * 1000, "gathering", 0)
    with pytest.raises(Refused):
        codec.typed(codec.plain(m.Tables((line,))), m.ServerMessage)


NOBODY = Outcome((Seat(7),), (1.0, 0.0), "sturt.reason.stood")
TWICE = (((Seat(0), STURT.notation(Lay(5, 0, 0))),) * 2, codec.plain(AFTER))


@pytest.mark.parametrize(
    "changes",
    [
        {"to_act": (Seat(7),)},
        {"series": Series(Goal(games=1), {}, (0.0,))},
        {"outcome": NOBODY},
        {"outcome": Outcome((Seat(0),), (1.0,), "sturt.reason.stood")},
        {"to_act": (Seat(0),)},
        {"outcome": Outcome((Seat(0),), (1.0, 0.0), "sturt.reason.connected")},
        {"views": (m.SeatView(-1, codec.plain(AFTER), ()),)},
        {"views": (m.SeatView(-1, TWICE[1], TWICE[0]),)},
        {"views": (m.SeatView(-1, codec.plain(ODD), LOG),)},
    ],
)
def test_a_scene_that_cannot_be_is_refused(changes: dict[str, Any]) -> None:
    ClientTable(scene())
    with pytest.raises(Refused, match="malformed"):
        ClientTable(scene(**changes))


@pytest.mark.parametrize(
    "told",
    [
        stepped(Lay(5, 0, 0), AFTER),
        stepped(Lay(3, 1, 0), AFTER),
        stepped(Lay(3, 1, 0), NEXT, seat=0),
        stepped(Lay(3, 1, 0), NEXT, seat=7),
        stepped(Lay(3, 1, 0), NEXT, outcome=NOBODY),
        stepped(Lay(3, 1, 0), NEXT, outcome=Outcome((Seat(0),), (1.0, 0.0), "sturt.reason.unheard_of")),
    ],
)
def test_a_step_that_cannot_be_is_refused(told: m.StepsMade) -> None:
    ClientTable(scene()).advance(stepped(Lay(3, 1, 0), NEXT))
    with pytest.raises(Refused, match="malformed"):
        ClientTable(scene()).advance(told)


def test_another_game_at_the_same_turn_is_another_position() -> None:
    """Whoever was away while a game ended and the next one began comes back to the next one."""
    client_table = ClientTable(scene(commitment="aa" * 32))
    other = STURT.apply(BEFORE, Seat(0), Lay(10, 0, 0))
    log = ((Seat(0), STURT.notation(Lay(10, 0, 0))),)
    views = (m.SeatView(-1, codec.plain(other), log),)
    assert client_table.renew(scene(commitment="bb" * 32, views=views))
    assert client_table.position_view.view().corners.tobytes() == other.corners.tobytes()


def test_a_seat_taken_in_the_same_position_is_seen_with_its_own_eyes() -> None:
    client_table = ClientTable(scene())
    assert client_table.renew(scene(views=(m.SeatView(1, codec.plain(AFTER), LOG),)))
    assert set(client_table.position_view.views) == {1}


@pytest.mark.parametrize(
    "changes", [{"holders": (m.Holder("person", "x" * 99), PEOPLE[1])}, {"seed": "aa" * 32}]
)
def test_a_game_that_makes_no_record_is_not_looked_at_again(changes: dict[str, Any]) -> None:
    with stage() as on:
        Program(on.app).look_back(ClientTable(scene(**changes)))
        assert on.app.top is None
        assert len(on.app.notices.alive(on.app.now)) == 1
