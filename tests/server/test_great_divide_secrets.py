"""The first choice of cards in The Great Divide: until it is opened nothing but its seat can tell it.

Twins are two games in which everybody does the same except that one seat chooses other cards. All that the
other seat and a spectator are told, refusals and returns included, must be equal byte by byte.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from core import chance, codec
from core.game import Refused, Seat
from core.games.great_divide.rules import GREAT_DIVIDE
from core.games.great_divide.state import Options
from core.match import Match
from core.protocol import messages as m
from server.bots import pool
from server.bots.pool import DirectThinker
from server.storage.journal import MemoryStore
from server.tables import chairs, views
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, Hall, Tokens, new_token

FEW, MANY = "cards -", "cards W12345E"
"""What differs: also in length."""
OPTIONS = {"basic": {}, "everything": codec.plain(Options(True, True, True, 2, first=1))}


TOKENS = Tokens()


@pytest.fixture(autouse=True)
def _no_randomness(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tokens and the commitment differ from game to game and say nothing about it."""
    monkeypatch.setattr(secrets, "token_bytes", TOKENS)
    monkeypatch.setattr(chance, "commitment", lambda seed, by_draw=False: bytes(32))
    yield


# --- Streams --------------------------------------------------------------------------------------------


class Party:
    """Bo hides cards, Ada has the other seat, Eve watches."""

    def __init__(self, lobby: Lobby, hiding: int, secret: str) -> None:
        self.bo, self.ada, self.eve = Ear(lobby), Ear(lobby), Ear(lobby)
        self.hiding, self.seeking = hiding, 1 - hiding
        self.secret = secret

    async def gather(self, options: dict[str, Any]) -> None:
        plans = [m.SeatPlan("open"), m.SeatPlan("open")]
        plans[self.hiding] = m.SeatPlan("me", "Bo", token=new_token())
        await self.bo.do(m.Open, game="great_divide", options=options, plans=tuple(plans))
        await self.ada.do(m.Sit, table=1, seat=self.seeking, name="Ada")
        await self.eve.do(m.Watch, table=1)
        await self.bo.do(m.Start)

    @property
    def turn(self) -> int:
        assert self.bo.guest.table is not None
        return self.bo.guest.table.match.turn

    async def hide(self) -> None:
        assert self.bo.guest.table is not None
        ply = self.bo.guest.table.match.ply(Seat(self.hiding))
        await self.bo.do(m.Act, seat=self.hiding, action=self.secret, turn=self.turn, ply=ply)

    async def hide_again_and_again(self) -> None:
        """The same twice, something else, for the other seat; taken back, which nobody is asked about."""
        await self.hide()
        for action in (self.secret, "cards 1", "cards ?", "draw"):
            for seat in (self.hiding, self.seeking, 7):
                assert isinstance(await self.bo.ask(m.Act, seat=seat, action=action, turn=0, ply=1), m.Failed)
        await self.bo.do(m.Undo, turn=self.turn, seat=self.hiding)
        await self.hide()
        assert await self.bo.refused(m.Undo, turn=self.turn) == "match.refusal.nothing_to_undo"

    async def seek(self) -> None:
        """All that Ada and Eve can think of."""
        for guest in (self.ada, self.eve):
            for action in (FEW, MANY, "cards ?", "cards S", "cards 1W", "draw", "flip W", "keep", "S@0,0"):
                await guest.refused(m.Act, seat=self.hiding, action=action, turn=self.turn)
            for action in ("cards ?", "cards WW", "draw"):
                await guest.refused(m.Act, seat=self.seeking, action=action, turn=self.turn)
            for turn in (0, self.turn, self.turn + 1, 99):
                await guest.refused(m.Undo, turn=turn)
            for kind in (m.TakeBack, m.FreeSeat):
                await guest.refused(kind, seat=self.hiding)
            await guest.refused(m.HandOver, seat=self.hiding, level="easy")
            await guest.refused(m.Rematch)
            await guest.do(m.Say, text="What have you got?")

    async def come_and_go(self) -> None:
        """Everybody leaves and returns, and Bo's seat is an AI's for a while."""
        token = self.ada.last(m.Seated).token
        await self.eve.do(m.Leave)
        await self.eve.do(m.Watch, table=1)
        await self.ada.do(m.Leave)
        await self.ada.ask(m.Return, table=1, token=b"x" * m.CLIENT_BYTES)
        await self.ada.do(m.Return, table=1, token=token)
        await self.bo.do(m.HandOver, seat=self.hiding, level="easy")
        assert await self.eve.refused(m.TakeBack, seat=self.hiding, name="Eve") == "net.refusal.not_your_seat"
        assert await self.ada.refused(m.TakeBack, seat=self.hiding, name="Eve") == "net.refusal.not_your_seat"
        await self.bo.do(m.TakeBack, seat=self.hiding)

    async def open(self) -> None:
        await self.ada.do(m.Act, seat=self.seeking, action="cards W1", turn=self.turn)

    def heard(self) -> tuple[bytes, bytes]:
        """What Ada and Eve were told."""
        return _bytes(self.ada), _bytes(self.eve)


def _bytes(ear: Ear) -> bytes:
    return b"\n".join(codec.encode(message) for message in ear.heard)


def _told(secret: str, hiding: int = 1, options: str = "basic", opened: bool = False) -> tuple[bytes, bytes]:
    TOKENS.drawn = 0

    async def run() -> tuple[bytes, bytes]:
        lobby = Lobby("Test", MemoryStore(), DirectThinker())
        try:
            party = Party(lobby, hiding, secret)
            await party.gather(OPTIONS[options])
            await party.hide_again_and_again()
            await party.seek()
            await party.come_and_go()
            if opened:
                await party.open()
            return party.heard()
        finally:
            await lobby.close()

    return asyncio.run(run())


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("hiding", [0, 1])
def test_twins_sound_the_same_to_the_other_seat_and_to_spectators(hiding: int, options: str) -> None:
    few, many = _told(FEW, hiding, options), _told(MANY, hiding, options)
    assert min(map(len, few)) > 2000
    assert few == many


def test_once_opened_both_hear_it() -> None:
    for few, many in zip(_told(FEW, opened=True), _told(MANY, opened=True), strict=True):
        assert few != many


def _bytes_on_the_line(secret: str) -> tuple[bytes, bytes]:
    """The raw streams of two guests at a server with real sockets."""
    TOKENS.drawn = 0
    with Hall() as hall, hall.dial() as bo, hall.dial() as ada, hall.dial() as eve:
        bo.do(
            m.Open,
            game="great_divide",
            options={},
            plans=(m.SeatPlan("open"), m.SeatPlan("me", "Bo", token=new_token())),
        )
        ada.do(m.Sit, table=1, seat=0, name="Ada")
        eve.do(m.Watch, table=1)
        bo.do(m.Start)
        assert isinstance(bo.do(m.Act, seat=1, action=secret, turn=0), m.Done)
        for guest in (ada, eve):
            assert isinstance(guest.do(m.Act, seat=1, action="cards W", turn=1), m.Failed)
        bo.do(m.Say, text="That is all.")
        for guest in (ada, eve):
            guest.until(m.Said)
        return bytes(ada.raw), bytes(eve.raw)


def test_twins_are_equal_on_the_line() -> None:
    few, many = _bytes_on_the_line(FEW), _bytes_on_the_line(MANY)
    assert min(map(len, few)) > 1000
    assert few == many


# --- AIs ------------------------------------------------------------------------------------------------


def _chosen(secret: str) -> Match:
    match = Match(GREAT_DIVIDE, Options(True, True), 2, chance.seed_from(7))
    match.submit(Seat(1), GREAT_DIVIDE.parse(secret), 0)
    return match


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_an_ai_is_asked_the_same_in_twins(level: Any) -> None:
    asked = [pool.question(_chosen(secret), Seat(0), level, (1, 2), by_count=True) for secret in (FEW, MANY)]
    assert codec.encode(asked[0]) == codec.encode(asked[1])


# --- Planted leaks ----------------------------------------------------------------------------------------


def _told_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is for the seat's own guest goes to everybody."""
    monkeypatch.setattr(chairs.Chair, "held_by", lambda self, guest: self.kind == "person")


def _ready_with_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not which cards, but how many."""
    real = views.deciders_left

    def leaky(table: Any) -> m.DecidersLeft:
        told = real(table)
        own = [step for line in table.match.branches.values() for step in line.steps]
        return replace(told, turn=told.turn + sum(len(step.action.active) for step in own))

    monkeypatch.setattr(views, "deciders_left", leaky)


def _telling_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal whose reason depends on what is hidden."""
    real = Match.propose

    def leaky(self: Match, seat: Seat, action: Any, turn: int, *more: Any) -> Any:
        if seat == 0 and any(len(step.action.active) > 1 for step in self.own(Seat(1))):
            raise Refused("match.refusal.stale", turn=turn, now=self.turn)
        return real(self, seat, action, turn, *more)

    monkeypatch.setattr(Match, "propose", leaky)


@pytest.mark.parametrize("leak", [_told_to_all, _ready_with_more, _telling_refusal])
def test_a_planted_leak_is_heard(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    assert _told(FEW) != _told(MANY)
