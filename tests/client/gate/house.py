"""A server with a table, and devices at it whose time a test lets go on."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from client.gate import messages
from client.gate.device import Device
from client.session.connection import ServerConnection
from client.session.gate_order import GateTarget
from client.session.identity import ProgramIdentity
from client.session.session import Session
from client.session.table import ClientTable
from client.ui.cache import SurfaceCache
from core.protocol import messages as m
from server.embedded import Embedded

PATIENCE = 6.0
"""Seconds of real time after which something that should happen has not."""
FRAME = 1 / 30


class House:
    """Server in this program with a table that is open to the LAN; `host` is a guest without a seat."""

    def __init__(self, game: str, seats: int, bots: int = 0, **fields: Any) -> None:
        self.server = Embedded("house", 0, host="127.0.0.1", beacon_port=0)
        self.guests: list[Session] = []
        self.host = self.guest()
        plans = (*[m.SeatPlan("open")] * seats, *[m.SeatPlan("bot", level="easy")] * bots)
        self.host.ask(m.Open, game=game, options={}, plans=plans, **fields)
        self.host.ask(m.Publish, name="house")
        self.until(lambda: self.host.client_table is not None and self.table.port)

    def guest(self) -> Session:
        session = Session(ServerConnection(self.server.connect()), identity=ProgramIdentity().identity_at(""))
        self.guests.append(session)
        return session

    @property
    def table(self) -> ClientTable:
        assert self.host.client_table is not None
        return self.host.client_table

    @property
    def kinds(self) -> list[str]:
        """Kinds of the holders of the seats, as the host is told."""
        return [holder.kind for holder in self.table.holders]

    def poll(self) -> None:
        for guest in self.guests:
            guest.poll(time.monotonic())

    def until(self, true: Callable[[], object], *devices: Screen) -> None:
        """Wait for something; for devices no time passes meanwhile."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, "it never happened"
            self.poll()
            for device in devices:
                device.frames(0)
            time.sleep(0.002)

    def device(self, **begin: Any) -> Screen:
        return Screen(GateTarget("127.0.0.1", self.table.port, self.table.table), **begin)

    def close(self) -> None:
        for guest in self.guests:
            guest.close()
        self.server.close()


class Screen:
    """A device, whose clock stands still until `frames` lets it go on."""

    def __init__(self, target: GateTarget, *, shows: bool = True, **begin: Any) -> None:
        self.now, self.shows = 100.0, shows
        self.sent: list[str | bytes] = []
        said = messages.Begin("", **{"width": 390, "height": 844, "language": "en", "touch": True, **begin})
        self.device = Device(said, target, self, lambda size, units: SurfaceCache(), lambda: self.now)

    async def send(self, data: str | bytes) -> None:
        """Nothing: what is sent is taken frame by frame."""

    def frames(self, seconds: float) -> None:
        """Let time pass; with 0 there is one frame, for whatever has come."""
        for _ in range(max(1, round(seconds / FRAME))):
            self.now += FRAME if seconds else 0.0
            session = self.device.program.session
            if session is not None:
                session._polled = -1.0  # noqa: SLF001  # else it listens once only while time stands still
            picture = self.device.frame()
            self.sent += self.device.outgoing(picture)
            if picture is not None and self.shows:
                self.post(messages.Shown(int.from_bytes(picture[1:5], "big")))

    def post(self, *said: messages.PageMessage) -> None:
        for message in said:
            self.device.hear(message)

    def key(self, name: str) -> None:
        self.post(messages.Key(name, True), messages.Key(name, False))
        self.frames(0.1)

    def told(self, kind: str) -> list[dict[str, Any]]:
        """All messages of a kind that it was sent."""
        found = (json.loads(one) for one in self.sent if isinstance(one, str))
        return [one for one in found if one["is"] == kind]

    @property
    def pictures(self) -> list[bytes]:
        return [one for one in self.sent if isinstance(one, bytes) and one[:1] == b"P"]

    @property
    def kinds(self) -> list[str]:
        """Kinds of the holders of the seats, as the device is told."""
        session = self.device.program.session
        held = None if session is None else session.client_table
        return [] if held is None else [holder.kind for holder in held.holders]

    @property
    def top(self) -> str:
        """Name of the screen that it shows."""
        top = self.device.app.top
        return "" if top is None else top.name


@contextmanager
def house(game: str = "sturt", seats: int = 2, **fields: Any) -> Iterator[House]:
    made = House(game, seats, **fields)
    try:
        yield made
    finally:
        made.close()


def sit(where: House, screen: Screen, name: str) -> None:
    """Sit down at the first free seat, by the keys of the device."""
    where.until(lambda: screen.top == "gather", screen)
    screen.frames(0.5)
    before = where.kinds.count("person")
    screen.key("Enter")
    screen.post(messages.Text(name, field=screen.device.display.field))
    screen.key("Enter")
    where.until(lambda: screen.kinds == where.kinds and where.kinds.count("person") > before, screen)
