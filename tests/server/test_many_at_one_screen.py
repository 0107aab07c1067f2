"""How much is said of what is secret: to several at one screen no more than once."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

import core.games
from core import codec
from core.protocol import messages as m
from server.bots.pool import DirectThinker
from server.storage.journal import MemoryStore
from server.tables.lobby import Lobby
from tests.core import toy
from tests.server.helpers import Ear


class Seven(toy.Toy):
    """The toy for seven seats."""

    info = msgspec.structs.replace(toy.Toy.info, key="seven", seats=(7,))


def test_seven_at_one_screen_are_told_once_what_was_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """One log, whoever else looks on, and no word on steps that nobody has been told otherwise."""
    monkeypatch.setattr(toy, "DECK", 21)
    monkeypatch.setattr(core.games, "GAMES", (Seven(),))

    async def told(plans: str) -> tuple[m.TableView, m.StepsMade]:
        lobby = Lobby("Test", MemoryStore(), DirectThinker())
        here, there = Ear(lobby), Ear(lobby)
        await here.open("seven", *plans.split())
        for seat in [seat for seat, plan in enumerate(plans.split()) if plan == "open"]:
            await there.do(m.Sit, table=1, seat=seat, name=f"Bo {seat}")
        if "open" in plans:
            await here.do(m.Start)
        for seat in range(7):
            await (here if plans.split()[seat] == "me" else there).act(seat)
        await here.do(m.SetPace, pause=1.0)
        await lobby.close()
        return here.last(m.TableView), here.last(m.StepsMade)

    table_view, stepped = asyncio.run(told("me me me me me me me"))
    assert [len(seat_view.log) for seat_view in table_view.views] == [28] + [0] * 7
    assert stepped.unsealed == () and [step.view is None for step in stepped.views[0][1]] == [True] * 6 + [
        False
    ]
    alone, _ = asyncio.run(told("me open open open open open open"))
    views = [len(codec.encode(seat_view.view)) for seat_view in table_view.views]
    assert len(codec.encode(table_view)) < len(codec.encode(alone)) + sum(views) + 7 * 40
