"""AIs among themselves wait for the eyes: nobody pauses or joins a game that has long gone on."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from client.screens.table.pace import BEHIND, HOLD, Pace
from client.session.session import Session
from client.session.table import ClientTable
from core.protocol import messages as m

ME, OTHER = 1, 2


class Table:
    """What a pace sees of a table: AIs at both seats unless said otherwise."""

    def __init__(self, host: int = ME, usual: float = 0.7) -> None:
        self.asked: list[dict[str, Any]] = []
        self.skipped = 0
        self.mirror = SimpleNamespace(
            waiting=[],
            paused=False,
            host=host,
            latest=SimpleNamespace(to_act=(0,)),
            holders=[m.Holder("bot", level="easy"), m.Holder("bot", level="easy")],
        )
        self.pace = Pace(cast(Session, self), usual)
        self.guest = ME

    def ask(self, kind: type[m.Command], **fields: Any) -> int:
        assert kind is m.SetPace
        self.asked.append(fields)
        return 0

    def skip(self) -> None:
        self.skipped += 1

    def frame(self, waiting: int) -> list[dict[str, Any]]:
        """What is asked for in a frame with so many steps waiting to be shown."""
        self.mirror.waiting[:] = [SimpleNamespace(seat=0)] * waiting
        self.asked.clear()
        self.pace.keep(cast(ClientTable, self.mirror), self.skip)
        return list(self.asked)


LET_GO = {"pause": 0.7, "paused": False}
HELD = {"pause": HOLD, "paused": False}


def test_ais_are_held_while_a_step_waits_and_let_go_after_it() -> None:
    table = Table()
    assert [table.frame(n) for n in (0, 1, 1, 0, 0)] == [[], [HELD], [], [LET_GO], []]


def test_nothing_is_held_where_a_person_is_next() -> None:
    table = Table()
    table.mirror.holders[0] = m.Holder("person", "Ada")
    assert table.frame(1) == []


def test_a_paused_game_keeps_the_step_it_was_granted() -> None:
    table = Table()
    assert table.frame(1) == [HELD]
    table.pace.pause(cast(ClientTable, table.mirror), True)
    assert table.asked[-1] == {"pause": 0.7, "paused": True}
    assert table.frame(0) == table.frame(1) == []
    table.pace.pause(cast(ClientTable, table.mirror), False)
    assert table.frame(1) == [HELD]


def test_who_becomes_host_lets_go_what_the_last_one_held() -> None:
    table = Table(host=OTHER, usual=HOLD)
    assert table.frame(0) == []
    table.mirror.host = ME
    assert table.frame(0) == [{"pause": pytest.approx(1.0), "paused": False}]


def test_who_only_watches_catches_up() -> None:
    table = Table(host=OTHER)
    table.frame(BEHIND)
    assert not table.skipped
    assert table.frame(BEHIND + 1) == []
    assert table.skipped
