"""AIs at The Great Split: what they have sealed, and how much there was to think about, nobody hears.

Twins are games in which the AIs hold other cards, decide otherwise and more or less often, and fail at it in
one of the two.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Any
from unittest.mock import patch as patched

import numpy as np
import pytest
from msgspec.structs import replace

from core import chance, codec
from core.game import Seat
from core.games.great_split.rules import GREAT_SPLIT
from core.games.great_split.state import Options
from core.match import Match
from core.protocol import messages as m
from server.bots.pool import DirectThinker, Thought
from server.bots.worker import ThinkRequest
from server.net.limits import Limits
from server.storage.journal import MemoryStore
from server.tables import bot_turns
from server.tables.bot_turns import BotTurns
from server.tables.lobby import Lobby
from server.tables.table import Table
from tests.core.laws import Shape
from tests.planting import plant
from tests.server import great_split_twins
from tests.server.great_split_twins import choice
from tests.server.secrets_guests import Listener
from tests.server.secrets_party import drawn_as_in
from tests.server.secrets_scripts import Course, twins

SEATS, SEED = 4, 5
PHASES = [phase.at for phase in great_split_twins.script(SEATS, SEED).phases]
"""Round and stage of each."""
PAUSE = 30.0
"""Seconds: if an AI waited for anything that is sealed, the test would wait as well."""
SOON = 15.0


class Planned(DirectThinker):
    """Decides as in a course. In the last phase it does as it likes, and in the twin it fails each time."""

    def __init__(self, course: Course) -> None:
        self._phases = course.script.phases
        self._restless = course.restless
        self._rng = np.random.default_rng(course.wild)
        self.asked = 0

    async def choose(self, asked: ThinkRequest, whose: Hashable) -> Thought:
        self.asked += 1
        view = codec.view_of(GREAT_SPLIT, asked.view, Options(), SEATS)
        seat, number = Seat(asked.seat), PHASES.index((view.round, view.stage))
        if number == len(self._phases) - 1:
            trouble = "net.notice.bot_failed" if self._restless else ""
            return Thought(choice(view, seat, self._rng), trouble)
        return Thought(self._phases[number].lines[seat][asked.numbers[-1]])


@pytest.fixture(autouse=True)
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """An AI that has failed too often decides by a seed, too; else it might decide as often as its twin."""
    rng = np.random.default_rng(5)

    def chosen(match: Match, seat: Seat) -> Any:
        return choice(match.game.view(match.tip(seat), seat), seat, rng)

    monkeypatch.setattr(bot_turns, "random_action", chosen)


async def _told(course: Course, patience: float) -> tuple[bytes, bytes, int]:
    """What the person at the table and a spectator are told, and how often AIs have decided."""
    brains = Planned(course)
    lobby = Lobby("Test", MemoryStore(), brains, Limits())
    rng = np.random.default_rng(77)
    ada, eve = Listener(lobby, "ada", rng, embedded=True), Listener(lobby, "eve", rng, embedded=False)
    try:
        plans = (
            m.SeatPlan("me", "Ada", token=ada.token()),
            *[m.SeatPlan("bot", level="random") for _ in range(SEATS - 1)],
        )
        await ada.do(m.Open, game="great_split", options={}, plans=plans, pause=PAUSE, seed=course.wild)
        await eve.do(m.Watch, table=1)
        match = lobby.tables[1].match
        for phase in course.script.phases:
            async with asyncio.timeout(patience):
                while match.to_act() != (0,):
                    await asyncio.sleep(0)
            await ada.do(m.Say, text="All are ready.")
            last = phase is course.script.phases[-1]
            for action in phase.lines[Seat(0)][: -1 if last else None]:
                where = {"turn": match.turn, "ply": match.ply(Seat(0))}
                await ada.do(m.Act, seat=0, action=GREAT_SPLIT.notation(action), **where)
        await eve.do(m.Leave)
        await eve.do(m.Watch, table=1)
        return b"\n".join(ada.words), b"\n".join(eve.words), brains.asked
    finally:
        await lobby.close()


def _both(patience: float = SOON) -> tuple[tuple[bytes, bytes, int], ...]:
    one, other = twins(Shape(GREAT_SPLIT, Options(), SEATS), "host", phases=3, seed=SEED)
    heard = []
    for course in (one, replace(other, wild=5)):
        with drawn_as_in(course), patched.object(chance, "commitment", lambda seed, by_draw=False: bytes(32)):
            heard.append(asyncio.run(_told(course, patience)))
    return tuple(heard)


def test_nobody_hears_what_ais_seal_nor_how_much() -> None:
    one, other = _both()
    assert one[2] != other[2], "they have decided more often"
    assert min(map(len, one[:2])) > 5000
    assert one[0] == other[0]
    assert one[1] == other[1]


Patch = pytest.MonkeyPatch


def thinking_each_time(patch: Patch) -> None:
    """An AI begins to think, and that is told."""

    def leaky(question: Any, self: BotTurns, job: Any) -> Any:
        self._table.send_all(m.Thinking(job.seat))
        return question(self, job)

    plant(patch, BotTurns, "_question", leaky)


def trouble_at_once(patch: Patch) -> None:
    """An AI fails, and that is told."""

    def leaky(trouble: Any, self: BotTurns, code: str, seat: Seat) -> None:
        self._table.send_all(m.Notice(code, {"seat": seat + 1}))
        trouble(self, code, seat)

    plant(patch, BotTurns, "_trouble", leaky)


def ready_each_time(patch: Patch) -> None:
    """Ready is told with each decision of an AI."""
    real = Table.move

    async def leaky(self: Table, move: Any) -> None:
        await real(self, move)
        self.send_all(m.DecidersLeft(self.number, self.match.turn, self.match.to_act()))

    patch.setattr(Table, "move", leaky)


@pytest.mark.parametrize("leak", [thinking_each_time, trouble_at_once, ready_each_time])
def test_a_planted_leak_is_heard(leak: Callable[[Patch], None], monkeypatch: Patch) -> None:
    leak(monkeypatch)
    one, other = _both()
    assert (one[0] == other[0], one[1] == other[1]) == (False, False)


def test_a_pause_before_each_decision_is_noticed(monkeypatch: Patch) -> None:
    """The time would tell how many there were."""
    monkeypatch.setattr(BotTurns, "_is_open", lambda self, job, action: True)
    with pytest.raises(TimeoutError):
        _both(patience=0.5)
