"""AIs go on no faster than the host's screen says that it shows; what it says is kept nowhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from core.protocol import messages as m
from server.net.limits import Limits
from server.storage.journal import MemoryStore, Moved
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, Time, in_lobby, settle

PAUSE = 2.0
"""Seconds that the AIs here wait before a decision."""
UNSHOWN = Limits().unshown


async def demo(lobby: Lobby) -> tuple[Ear, Ear, Time]:
    """Ada, the host of table 1, and Eve watch two AIs; nobody has decided anything."""
    time = Time()
    ada, eve = Ear(lobby), Ear(lobby)
    await ada.open("sturt", "random", "random", pause=PAUSE)
    await eve.do(m.Watch, table=1)
    return ada, eve, time


async def acknowledge(ear: Ear, turn: int) -> None:
    await ear.lobby.handle(ear.guest, m.Acknowledge(turn))
    await settle()


def turn(lobby: Lobby, table: int = 1) -> int:
    return lobby.tables[table].match.turn


async def turns(lobby: Lobby, time: Time, pauses: int = 3) -> list[int]:
    """At which turn table 1 is after each of so many pauses, and where it was before."""
    await settle()
    found = [turn(lobby)]
    for _ in range(pauses):
        await time.later(PAUSE)
        found.append(turn(lobby))
    return found


def test_ais_decide_nothing_before_the_host_is_shown_what_they_decide_about() -> None:
    """The pause is over long before: then they go on in the same moment."""

    async def test(lobby: Lobby) -> None:
        ada, _, time = await demo(lobby)
        await acknowledge(ada, 0)
        assert await turns(lobby, time) == [0, 1, 1, 1]
        for never in (2, 2**53):
            await acknowledge(ada, never)
        assert turn(lobby) == 1
        await acknowledge(ada, 1)
        assert await turns(lobby, time, 1) == [2, 2]
        await acknowledge(ada, 2)
        await acknowledge(ada, 3)
        assert turn(lobby) == 3, "the usual pause is as long as ever"
        assert await turns(lobby, time) == [3, 4, 4, 4]

    in_lobby(test)


def test_what_is_acknowledged_is_answered_told_and_written_down_nowhere() -> None:
    store = MemoryStore()

    async def test(lobby: Lobby) -> None:
        ada, eve, time = await demo(lobby)
        lines, said = len(store.entries[1]), lobby.commands
        for ear in (ada, eve):
            ear.forget()
        for number in range(5):
            await acknowledge(ada, number)
            await acknowledge(eve, number)
            await time.later(PAUSE)
        assert turn(lobby) == 5
        for ear in (ada, eve):
            assert {type(message) for message in ear.heard} == {m.StepsMade, m.Thinking}
        written = store.entries[1][lines:]
        assert [[type(entry) for entry in line.entries] for line in written] == [[Moved]] * 5
        assert all(line.receipt is None for line in written) and lobby.commands == said

    in_lobby(test, store)


async def _nothing(lobby: Lobby, ada: Ear, eve: Ear) -> None:
    """A client of another program."""


async def _of_a_spectator(lobby: Lobby, ada: Ear, eve: Ear) -> None:
    await acknowledge(eve, 0)


async def _of_what_there_was_not(lobby: Lobby, ada: Ear, eve: Ear) -> None:
    for wrong in (1, 2**53):
        await acknowledge(ada, wrong)


async def _of_another_table(lobby: Lobby, ada: Ear, eve: Ear) -> None:
    fay = Ear(lobby)
    await acknowledge(fay, 0)
    await fay.open("sturt", "me", "random")
    await acknowledge(fay, 0)


async def _of_who_has_left(lobby: Lobby, ada: Ear, eve: Ear) -> None:
    await acknowledge(ada, 0)
    await ada.do(m.Leave)
    await acknowledge(ada, 0)


async def _of_who_is_lost(lobby: Lobby, ada: Ear, eve: Ear) -> None:
    await acknowledge(ada, 0)
    await lobby.gone(ada.guest)


@pytest.mark.parametrize(
    "said",
    [_nothing, _of_a_spectator, _of_what_there_was_not, _of_another_table, _of_who_has_left, _of_who_is_lost],
)
def test_nobody_waits_for_other_words_than_those_of_the_host_who_is_there(
    said: Callable[[Lobby, Ear, Ear], Awaitable[None]],
) -> None:
    async def test(lobby: Lobby) -> None:
        ada, eve, time = await demo(lobby)
        await said(lobby, ada, eve)
        assert await turns(lobby, time) == [0, 1, 2, 3]
        assert not any(isinstance(heard, m.Failed | m.Bye) for ear in (ada, eve) for heard in ear.heard)

    in_lobby(test)


def test_ais_that_wait_go_on_when_the_host_goes_and_wait_for_the_next_one() -> None:
    async def test(lobby: Lobby) -> None:
        ada, eve, time = await demo(lobby)
        await acknowledge(ada, 0)
        assert await turns(lobby, time) == [0, 1, 1, 1]
        await lobby.gone(ada.guest)
        await settle()
        assert await turns(lobby, time, 2) == [2, 3, 4], "at once, and then at the usual pace"
        await acknowledge(eve, 4)
        assert await turns(lobby, time) == [4, 5, 5, 5]

    in_lobby(test)


def test_a_host_who_comes_back_is_waited_for_once_they_say_where_they_are() -> None:
    """Not where their lost connection was; and what Bo has said meanwhile as host does not count any more."""

    async def test(lobby: Lobby) -> None:
        time = Time()
        ada, bo, back = Ear(lobby), Ear(lobby), Ear(lobby)
        await ada.open("sturt", "me", "open", pause=PAUSE)
        await bo.do(m.Sit, table=1, seat=1, name="Bo")
        await ada.do(m.Start)
        for seat, ear in enumerate((ada, bo)):
            await ear.do(m.HandOver, seat=seat, level="random")
        await acknowledge(ada, 0)
        await lobby.gone(ada.guest)
        await acknowledge(bo, 0)
        assert await turns(lobby, time, 2) == [0, 1, 1], "Bo is host"
        await back.do(m.Return, table=1, token=ada.last(m.Seated).token)
        await back.do(m.HandOver, seat=0, level="random")
        assert await turns(lobby, time, 2) == [2, 3, 4]
        await acknowledge(bo, 4)
        assert await turns(lobby, time, 2) == [4, 5, 6]
        await acknowledge(back, 6)
        assert await turns(lobby, time, 2) == [6, 7, 7]

    in_lobby(test)


def test_a_host_whose_screen_stands_still_for_too_long_is_not_waited_for_until_it_moves_again() -> None:
    async def test(lobby: Lobby) -> None:
        ada, _, time = await demo(lobby)
        await acknowledge(ada, 0)
        await time.later(PAUSE)
        await time.later(UNSHOWN - 0.1)
        assert turn(lobby) == 1
        await time.later(0.1)
        assert await turns(lobby, time) == [2, 3, 4, 5]
        await acknowledge(ada, 1)
        assert await turns(lobby, time) == [5, 5, 5, 5]
        await acknowledge(ada, 5)
        assert turn(lobby) == 6

    in_lobby(test)


def test_the_next_game_waits_until_the_host_is_shown_how_it_begins() -> None:
    async def test(lobby: Lobby) -> None:
        ada, _, time = await demo(lobby)
        while lobby.tables[1].phase == "playing":
            await time.later(PAUSE)
        await acknowledge(ada, turn(lobby))
        await ada.do(m.Rematch)
        await settle()
        assert await turns(lobby, time, 2) == [0, 0, 0]
        await acknowledge(ada, 0)
        assert turn(lobby) == 1

    in_lobby(test)


def test_a_pause_of_a_host_holds_ais_that_wait_for_the_screen_too() -> None:
    """One step while they are paused waits for the screen like every other."""

    async def test(lobby: Lobby) -> None:
        ada, _, time = await demo(lobby)
        await acknowledge(ada, 0)
        await turns(lobby, time)
        await ada.do(m.SetPace, pause=PAUSE, paused=True)
        await acknowledge(ada, 1)
        assert await turns(lobby, time) == [1, 1, 1, 1]
        await ada.do(m.StepOnce)
        assert await turns(lobby, time) == [1, 2, 2, 2]
        await ada.do(m.StepOnce)
        assert await turns(lobby, time) == [2, 2, 2, 2]
        await acknowledge(ada, 2)
        assert await turns(lobby, time) == [3, 3, 3, 3]

    in_lobby(test)


def test_nobody_waits_for_a_host_who_is_shown_everything_late() -> None:
    """Else every decision would take as long as the delay."""

    async def test(lobby: Lobby) -> None:
        time = Time()
        ada = Ear(lobby)
        await ada.open("sturt", "random", "random", pause=PAUSE, delay=30.0)
        await acknowledge(ada, 0)
        assert await turns(lobby, time) == [0, 1, 2, 3]

    in_lobby(test)


def test_sealed_decisions_wait_for_no_screen_but_the_last_that_opens_all_does() -> None:
    """When an AI is ready tells nothing of what anybody's screen has shown."""

    async def test(lobby: Lobby) -> None:
        time = Time()
        ada = Ear(lobby)
        await ada.open("great_split", "random", "random", pause=PAUSE, seed=1)
        begun = turn(lobby)
        assert begun > 0
        await acknowledge(ada, 0)
        await turns(lobby, time)
        assert turn(lobby) == begun and ada.last(m.DecidersLeft).to_act == (1,)
        await acknowledge(ada, begun)
        assert turn(lobby) > begun

    in_lobby(test)
