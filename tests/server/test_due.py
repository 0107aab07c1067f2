"""What is due at a table at some time: done with its lock held, and a bug in it stops that table only."""

from __future__ import annotations

import pytest

from core.protocol import messages as m
from server.tables.deadlines import Alarm
from server.tables.lobby import Lobby
from server.tables.table import Table
from tests.server.helpers import Ear, Time, in_lobby, settle


async def _table(lobby: Lobby) -> tuple[Ear, Table]:
    ada = Ear(lobby)
    await ada.open("sturt", "me", "me")
    assert ada.guest.table is not None
    return ada, ada.guest.table


def test_an_alarm_rings_once_at_the_first_time_it_was_set_to_last_with_the_lock_held() -> None:
    rung: list[float] = []

    async def test(lobby: Lobby) -> None:
        time = Time()
        _, table = await _table(lobby)

        async def due() -> None:
            assert table.lock.locked()
            rung.append(time.now)

        alarm = Alarm(table, due)
        began = time.now
        alarm.set([began + 1.0])
        alarm.set(began + seconds for seconds in (5.0, 3.0, 4.0))
        for _ in range(8):
            await time.later(1.0)
        assert rung == [began + 3.0]
        alarm.set([began + 10.0])
        alarm.set([])
        alarm.set([began + 11.0])
        alarm.stop()
        await time.later(10.0)
        assert len(rung) == 1

    in_lobby(test)


def test_a_bug_in_what_is_due_sets_only_that_table_aside(caplog: pytest.LogCaptureFixture) -> None:
    async def test(lobby: Lobby) -> None:
        time = Time()
        ada, table = await _table(lobby)
        bo, other = await _table(lobby)

        async def due() -> None:
            raise ZeroDivisionError("a bug")

        Alarm(table, due).set([time.now])
        await time.later(1.0)
        await settle()
        assert ada.last(m.Notice).code == "net.notice.set_aside"
        assert table.set_aside and not table.lock.locked() and not other.set_aside
        await bo.act(0)

    in_lobby(test)
    assert "a bug" in caplog.text
