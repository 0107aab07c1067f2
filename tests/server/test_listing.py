"""The list of tables is what a look at every table would give, whatever has happened to them."""

from __future__ import annotations

from core.protocol import messages as m
from server.tables import views
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, in_lobby, two_at_sturt


def looked_at(lobby: Lobby) -> tuple[m.TableSummary, ...]:
    """Every line made anew."""
    return tuple(views.table_summary(table) for table in lobby.tables.values() if not table.set_aside)


def test_the_list_follows_whatever_happens_at_a_table() -> None:
    async def check(lobby: Lobby) -> None:
        ada, bo = await two_at_sturt(lobby)
        cy, dee = Ear(lobby), Ear(lobby)
        assert lobby.lines() == looked_at(lobby)
        for ear, kind, fields in (
            (cy, m.Watch, {"table": 1}),
            (dee, m.Watch, {"table": 1}),
            (cy, m.Leave, {}),
            (bo, m.HandOver, {"seat": 1, "level": "random"}),
            (bo, m.TakeBack, {"seat": 1}),
            (bo, m.Leave, {}),
            (ada, m.Mute, {"guest": dee.number}),
            (ada, m.Leave, {}),
        ):
            before = lobby.lines()
            await ear.do(kind, **fields)
            assert lobby.lines() == looked_at(lobby)
            assert (kind is m.Mute) == (lobby.lines() == before), kind

    in_lobby(check)


def test_a_line_is_made_again_only_where_something_has_changed() -> None:
    async def check(lobby: Lobby) -> None:
        ada, _ = await two_at_sturt(lobby)
        await Ear(lobby).open("sturt", "me", "open")
        first, second = lobby.lines()
        await ada.act(0)
        await ada.do(m.Leave)
        third, fourth = lobby.lines()
        assert third != first and fourth is second

    in_lobby(check)


def test_a_table_that_is_set_aside_is_not_listed() -> None:
    async def check(lobby: Lobby) -> None:
        await two_at_sturt(lobby)
        assert len(lobby.lines()) == 1
        lobby.tables[1].put_aside(RuntimeError("planted"))
        assert lobby.lines() == ()

    in_lobby(check)
