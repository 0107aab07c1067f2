"""Who watches late is told of people without clocks, and that is no mistake of the server."""

from __future__ import annotations

from client.session.table import ClientTable
from core.protocol import messages as m
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, in_lobby


def test_people_without_clocks_leave_the_clocks_as_they_were() -> None:
    async def test(lobby: Lobby) -> None:
        ada, eve = Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "me", clock=m.Clock(60.0), delay=30.0)
        await eve.do(m.Watch, table=1)
        client_table = ClientTable(eve.last(m.TableView))
        clocks = client_table.clocks
        await ada.do(m.HandOver, seat=0, level="random")
        client_table.meet(eve.last(m.Occupants))
        assert client_table.holders[0].kind == "bot"
        assert client_table.clocks == clocks == (60.0, 60.0)

    in_lobby(test)
