"""Secrets that last: by changing seats nobody gets to see a second hand while others play."""

from __future__ import annotations

import msgspec
import pytest

from core.game import Seat
from core.protocol import messages as m
from server.tables.disclosure import MOST_CONNECTIONS
from server.tables.lobby import Lobby
from tests.server.helpers import Ear, in_lobby, planned, settle

pytestmark = pytest.mark.usefixtures("shelf")

SECOND = "net.refusal.second_hand"


async def three(lobby: Lobby, *rest: str) -> tuple[Ear, Ear, Ear]:
    """Ada, the host, at seat 0, Bo at seat 1, Eve watches; the other seats as said. It has begun."""
    ada, bo, eve = Ear(lobby), Ear(lobby), Ear(lobby)
    await ada.open("toy", "me", "open", *rest)
    await bo.do(m.Sit, table=1, seat=1, name="Bo")
    await eve.do(m.Watch, table=1)
    await ada.do(m.SetPace, pause=0.0, paused=True)
    await ada.do(m.Start)
    return ada, bo, eve


def test_who_has_a_hand_does_not_get_that_of_an_ai_too() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo, eve = await three(lobby, "random")
        for ear in (ada, bo):
            assert await ear.refused(m.TakeBack, seat=2, name="X") == SECOND
        await ada.do(m.FreeSeat, seat=2)
        for ear in (ada, bo):
            assert await ear.refused(m.Sit, table=1, seat=2, name="X") == SECOND
        await eve.do(m.Sit, table=1, seat=2, name="Eve")
        assert [seat_view.viewer for seat_view in eve.last(m.TableView).views] == [2]

    in_lobby(test)


def test_nor_who_has_had_one_and_gave_it_away() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo, eve = await three(lobby, "random", "random")
        await bo.do(m.FreeSeat, seat=1)
        assert await bo.refused(m.TakeBack, seat=2, name="Bo") == SECOND
        await ada.do(m.HandOver, seat=1, level="random")
        await eve.do(m.TakeBack, seat=2, name="Eve")
        await eve.do(m.FreeSeat, seat=2)
        for seat in (1, 3):
            assert await eve.refused(m.TakeBack, seat=seat, name="Eve") == SECOND
        await eve.do(m.Sit, table=1, seat=2, name="Eve")

    in_lobby(test)


def test_nor_the_host_by_way_of_an_ai() -> None:
    """Neither at a seat freed, nor with the own one handed over, nor after leaving."""

    async def test(lobby: Lobby) -> None:
        ada, bo, eve = await three(lobby, "random")
        await ada.do(m.HandOver, seat=0, level="random")
        assert await ada.refused(m.TakeBack, seat=2, name="Ada") == SECOND
        await ada.do(m.TakeBack, seat=0)
        await bo.do(m.Leave)
        await ada.do(m.HandOver, seat=1, level="random")
        assert await ada.refused(m.TakeBack, seat=1, name="Ada") == "net.refusal.not_your_seat"
        await bo.do(m.Return, table=1, token=bo.last(m.Seated).token)
        token = ada.last(m.Seated).token
        await ada.do(m.Leave)
        assert await ada.refused(m.Sit, table=1, seat=2, name="Ada") == "net.refusal.seat_taken"
        await bo.do(m.FreeSeat, seat=2)
        assert await ada.refused(m.Sit, table=1, seat=2, name="Ada") == SECOND
        await ada.do(m.Return, table=1, token=token)
        assert eve.last(m.Occupants).holders[0].name == "Ada"

    in_lobby(test)


def test_what_was_known_is_known_at_the_next_connection_too() -> None:
    """Where it shows itself by a token to be the same person's."""

    async def test(lobby: Lobby) -> None:
        _, bo, _ = await three(lobby, "open")
        assert await bo.refused(m.Sit, table=1, seat=2, name="Bo") == "net.refusal.seat_taken"
        token = bo.last(m.Seated).token
        await lobby.gone(bo.guest)
        again = Ear(lobby)
        await again.do(m.Return, table=1, token=token)
        await again.do(m.FreeSeat, seat=1)
        assert await again.refused(m.TakeBack, seat=2, name="Bo") == SECOND

    in_lobby(test)


def test_one_token_brings_back_the_knowledge_of_all_seats_of_that_connection() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo, eve, again = Ear(lobby), Ear(lobby), Ear(lobby), Ear(lobby)
        await ada.open("toy", "me", "open", "open")
        for seat in (1, 2):
            await bo.do(m.Sit, table=1, seat=seat, name="Bo")
        token = next(heard.token for heard in bo.heard if isinstance(heard, m.Seated))
        await ada.do(m.Start)
        await lobby.gone(bo.guest)
        await again.do(m.Return, table=1, token=token)
        await again.do(m.FreeSeat, seat=1)
        await eve.do(m.Sit, table=1, seat=1, name="Eve")
        await eve.do(m.FreeSeat, seat=1)
        assert await again.refused(m.Sit, table=1, seat=1, name="Bo") == SECOND

    in_lobby(test)


def test_two_at_one_screen_keep_their_two_hands_and_get_no_third() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("toy", "me", "me", "open", "random")
        await bo.do(m.Sit, table=1, seat=2, name="Bo")
        await ada.do(m.SetPace, pause=0.0, paused=True)
        await ada.do(m.Start)
        for seat in (0, 1):
            await ada.do(m.HandOver, seat=seat, level="random")
            await ada.do(m.TakeBack, seat=seat)
            await ada.do(m.FreeSeat, seat=seat)
            await ada.do(m.Sit, table=1, seat=seat, name="Ada")
        assert await ada.refused(m.TakeBack, seat=3, name="Cy") == SECOND

    in_lobby(test)


def test_a_seat_that_somebody_else_has_held_since_is_another_hand() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo, eve = Ear(lobby), Ear(lobby), Ear(lobby)
        await ada.open("toy", "me", "me", "open")
        await bo.do(m.Sit, table=1, seat=2, name="Bo")
        await ada.do(m.Start)
        await ada.do(m.FreeSeat, seat=1)
        await eve.do(m.Sit, table=1, seat=1, name="Eve")
        await eve.do(m.FreeSeat, seat=1)
        assert await ada.refused(m.Sit, table=1, seat=1, name="Ada") == SECOND

    in_lobby(test)


def test_on_a_couch_whoever_plays_may_take_what_seat_they_like() -> None:
    """There is nobody else whose secrets these are."""

    async def test(lobby: Lobby) -> None:
        ada = Ear(lobby)
        await ada.open("toy", "me", "random", "random", pause=60.0)
        await ada.until(m.DecidersLeft, lambda told: told.to_act == (0,))
        assert await ada.refused(m.TakeBack, seat=1, name="Bo") == "net.refusal.sealed_seat"
        await ada.do(m.SetPace, pause=60.0, paused=True)
        await ada.act(0)
        await ada.do(m.TakeBack, seat=1, name="Bo")
        assert [seat_view.viewer for seat_view in ada.last(m.TableView).views] == [-1, 0, 1]

    in_lobby(test)


def test_where_hands_lie_open_seats_may_be_changed() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        plans = planned(("me", "open", "random"))
        await ada.do(m.Open, game="toy", options={"face_up": True}, plans=plans)
        await bo.do(m.Sit, table=1, seat=1, name="Bo")
        await ada.do(m.SetPace, pause=0.0, paused=True)
        await ada.do(m.Start)
        await bo.do(m.TakeBack, seat=2, name="Bo")

    in_lobby(test)


def test_with_the_next_game_all_is_forgotten() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo, _ = await three(lobby, "random")
        await ada.do(m.SetPace, pause=0.0)
        assert ada.guest.table is not None
        match = ada.guest.table.match
        while match.to_act():
            await settle()
            for seat, ear in ((0, ada), (1, bo)):
                if seat in match.to_act():
                    await ear.act(seat)
        await ada.do(m.SetPace, pause=0.0, paused=True)
        await bo.do(m.FreeSeat, seat=1)
        await ada.do(m.HandOver, seat=1, level="random")
        await ada.do(m.Rematch)
        seat = next(s for s, holder in enumerate(ada.last(m.TableView).holders) if holder.kind == "bot")
        await bo.do(m.TakeBack, seat=seat, name="Bo")

    in_lobby(test)


@pytest.mark.parametrize("decided", [0, 1, 3])
def test_whoever_takes_a_seat_anew_decides_anew(decided: int) -> None:
    """So it is the same to them whether something was sealed there, and how much."""

    async def test(lobby: Lobby) -> None:
        ada, bo, eve = Ear(lobby, embedded=True), Ear(lobby), Ear(lobby)
        await ada.open("great_split", "me", "open", seed=3)
        await bo.do(m.Sit, table=1, seat=1, name="Bo")
        await eve.do(m.Watch, table=1)
        await ada.do(m.Start)
        match = lobby.tables[1].match

        async def act(ear: Ear, seat: int) -> None:
            action = match.game.notation(match.game.legal(match.tip(Seat(seat)), Seat(seat))[0])
            turn, ply = match.turn, match.ply(Seat(seat))
            await ear.do(m.Act, seat=seat, action=action, turn=turn, ply=ply)

        while match.state.stage != "resolve":
            seat = match.to_act()[0]
            await act((ada, bo)[seat], seat)
        for _ in range(decided):
            await act(bo, 1)
        await bo.do(m.FreeSeat, seat=1)
        await eve.do(m.Sit, table=1, seat=1, name="Eve")
        assert [(seat_view.ply, seat_view.own) for seat_view in eve.last(m.TableView).views] == [(0, ())]
        await act(eve, 1)

    in_lobby(test)


def test_whoever_comes_back_again_and_again_is_remembered_once() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo, _ = await three(lobby, "random")
        assert bo.guest.table is not None
        shown, chairs = bo.guest.table.shown, bo.guest.table.chairs
        first, last = bo.number, bo.number + 2 * MOST_CONNECTIONS
        for number in range(first + 1, last):
            shown.returns(number, 1)
            shown.note((chairs[0], msgspec.structs.replace(chairs[1], guest=number), chairs[2]))
        assert sum(shown.knows_another(number, seat=2) for number in range(last)) == MOST_CONNECTIONS
        assert shown.known(0) == (0,) and shown.known(1) == (1,)
        assert shown.held_last(ada.number, 0)

    in_lobby(test)
