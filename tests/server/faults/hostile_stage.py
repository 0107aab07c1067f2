"""A stage for what nobody may say: for every command a moment in which somebody says it rightfully.

At table 1 Ada (host, seat 0) and Bo (seat 1) play Sturt, Cy watches. Dee (host, seat 0) and Eve (seat 1) have
table 2. Table 3 is Fay's, locked, with seat 1 open. Zoe is at no table, Kit was sent away from table 1.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

import pytest

from core import codec
from core.game import Seat
from core.protocol import messages as m
from server.bots.pool import DirectThinker
from server.storage.journal import MemoryStore
from server.tables.lobby import Lobby
from server.tables.table import Table
from tests.server.helpers import Ear, new_client, new_token

MIDGAME, PASSWORD = 4, "open sesame"


class Shelf(MemoryStore):
    """One finished game is in the archive."""

    async def fetch(self, number: int) -> str | None:
        return "a record" if number == 1 else None


class Stage:
    """The people above; `tokens[name]` are those of their seats."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.tokens = {name: new_token() for name in ("ada", "bo", "dee", "eve", "fay")}
        self.ada = Ear(lobby, embedded=True)
        self.bo, self.cy, self.dee, self.eve, self.fay, self.zoe = (Ear(lobby) for _ in range(6))
        self.kit: Ear

    async def set(self, moment: str) -> None:
        """Bring table 1 to that moment (see `MOMENTS`)."""
        self.lobby.publish = _published
        await self._seat(self.ada, self.bo, "ada", "bo", sit=moment != "seat open")
        await self._seat(self.dee, self.eve, "dee", "eve")
        await self._seat(self.fay, self.zoe, "fay", "zoe", sit=False, password=PASSWORD)
        await self.dee.do(m.Start)
        await self.cy.do(m.Watch, table=1)
        mark = new_client()
        kit = Ear(self.lobby, client=mark)
        await kit.do(m.Watch, table=1)
        await self.ada.do(m.Kick, guest=kit.number)
        await self.lobby.gone(kit.guest)
        self.kit = Ear(self.lobby, client=mark)
        self.kit.last_id = kit.last_id
        if moment not in ("gathering", "seat open"):
            await self.ada.do(m.Start)
            await self._play(moment)

    async def _seat(
        self, host: Ear, other: Ear, mine: str, theirs: str, sit: bool = True, password: str = ""
    ) -> None:
        plans = (m.SeatPlan("me", mine, token=self.tokens[mine]), m.SeatPlan("open"))
        done = await host.do(m.Open, game="sturt", options={}, plans=plans, password=password)
        if sit:
            await other.do(m.Sit, table=done.table, seat=1, name=theirs, token=self.tokens[theirs])

    async def _play(self, moment: str) -> None:
        steps = 1000 if moment == "over" else MIDGAME
        while self.table.match.to_act() and steps:
            seat = self.table.match.to_act()[0]
            await (self.ada, self.bo)[seat].act(seat)
            steps -= 1
        if moment == "asked":
            await self.ada.do(m.Undo, turn=self.table.match.turn)
        elif moment == "paused":
            await self.ada.do(m.SetPace, pause=0.0, paused=True)
        elif moment == "handed over":
            await self.ada.do(m.HandOver, seat=0, level="easy")
            await self.ada.do(m.SetPace, pause=60.0, paused=True)
        elif moment == "away":
            await self.lobby.gone(self.bo.guest)

    @property
    def table(self) -> Table:
        """Table 1."""
        return self.lobby.tables[1]

    def action(self) -> dict[str, Any]:
        """What Ada may decide."""
        match = self.table.match
        action = match.game.notation(match.game.legal(match.state, Seat(0))[0])
        return {"seat": 0, "action": action, "turn": match.turn}

    def picture(self, number: int = 1) -> dict[str, Any]:
        """All of a table that a command might change, and what its people have heard."""
        table = self.lobby.tables[number]
        match = table.match
        store = self.lobby.services.store
        assert isinstance(store, MemoryStore)
        return {
            "stored": list(store.entries[number]),
            "steps": [codec.plain(step) for step in match.all_steps()],
            "position": (match.turn, match.to_act(), codec.digest(match.state), match.outcome()),
            "people": (table.chairs, table.host, table.patron, table.banned, set(table.muted)),
            "guests": set(table.guests),
            "course": (table.phase, table.games, table.series, table.question, table.set_aside, table.closed),
            "tempo": (table.pause, table.paused),
            "receipts": table.receipts.all(),
            "port": table.services.port,
            "heard": {ear.number: len(ear.heard) for ear in self._ears() if ear.number in table.guests},
        }

    def _ears(self) -> tuple[Ear, ...]:
        return (self.ada, self.bo, self.cy, self.dee, self.eve, self.fay)


async def _published(name: str) -> int:
    return 4807


class Case(NamedTuple):
    """`speaker` says it rightfully at that `moment`, with these `fields`."""

    moment: str
    speaker: str
    fields: Callable[[Stage], dict[str, Any]] = lambda stage: {}


RIGHTFUL: Final[dict[type[m.Command], Case]] = {
    m.ListGames: Case("midgame", "zoe"),
    m.ListLegal: Case("midgame", "ada", lambda stage: {"seat": 0}),
    m.Browse: Case("midgame", "zoe"),
    m.Open: Case(
        "midgame",
        "zoe",
        lambda stage: {
            "game": "sturt",
            "options": {},
            "plans": (m.SeatPlan("me", "Zoe", token=new_token()), m.SeatPlan("open")),
        },
    ),
    m.Watch: Case("midgame", "zoe", lambda stage: {"table": 1}),
    m.Sit: Case("seat open", "zoe", lambda stage: {"table": 1, "seat": 1, "name": "Zoe"}),
    m.Return: Case("away", "zoe", lambda stage: {"table": 1, "token": stage.tokens["bo"]}),
    m.Start: Case("gathering", "ada"),
    m.Act: Case("midgame", "ada", Stage.action),
    m.Undo: Case("midgame", "ada", lambda stage: {"turn": stage.table.match.turn}),
    m.AnswerUndo: Case("asked", "bo", lambda stage: {"yes": True}),
    m.HandOver: Case("midgame", "ada", lambda stage: {"seat": 0, "level": "easy"}),
    m.TakeBack: Case("handed over", "ada", lambda stage: {"seat": 0}),
    m.FreeSeat: Case("midgame", "ada", lambda stage: {"seat": 0}),
    m.Rematch: Case("over", "ada"),
    m.Say: Case("midgame", "ada", lambda stage: {"text": "hello"}),
    m.SetPace: Case("midgame", "ada", lambda stage: {"pause": 1.0}),
    m.StepOnce: Case("paused", "ada"),
    m.Kick: Case("midgame", "ada", lambda stage: {"guest": stage.cy.number}),
    m.Mute: Case("midgame", "ada", lambda stage: {"guest": stage.cy.number}),
    m.SearchArchive: Case("midgame", "zoe"),
    m.FetchRecord: Case("midgame", "zoe", lambda stage: {"number": 1}),
    m.FetchStatistics: Case("midgame", "zoe"),
    m.Publish: Case("midgame", "ada"),
    m.Leave: Case("midgame", "ada"),
}
"""Every command there is: a test fails where one is missing."""


def on_stage(moment: str, test: Callable[[Stage], Awaitable[None]]) -> None:
    """Run a test with a stage of its own."""

    async def run() -> None:
        lobby = Lobby("Stage", Shelf(), DirectThinker())
        try:
            stage = Stage(lobby)
            await stage.set(moment)
            await test(stage)
        finally:
            await lobby.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("server.net.passwords.SCRYPT_COST", 2)  # nobody guesses here for long
        asyncio.run(run())
