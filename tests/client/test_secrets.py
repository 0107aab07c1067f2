"""What a client knows of a game with secrets: nothing while they last, everything once they are told.

The toy is played at a real table; what its guests hear goes into mirrors.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import core.games
from client.session import saved_games
from client.session.events import GameEvent, StepShown
from client.session.table import ClientTable
from core import record
from core.game import CHANCE, Seat
from core.match import Match
from core.protocol import messages as m
from core.protocol.messages import EVERYBODY
from server.tables.lobby import Lobby
from tests.core import toy
from tests.core.toy import Deal, Play
from tests.server.helpers import Ear, in_lobby, new_token

DEALT = 6
"""The cards dealt to two seats; the next step is the first choice."""

ADA, BO = Seat(0), Seat(1)


@pytest.fixture(autouse=True)
def _shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.games, "GAMES", (*core.games.GAMES, toy.GAME))


def client_table_of(ear: Ear) -> ClientTable:
    """What a client makes of all that its guest has heard at its table, once the cards are dealt."""
    scenes = [message for message in ear.heard if isinstance(message, m.TableView)]
    client_table = ClientTable(scenes[0])
    client_table.event_queue.clear()
    for message in ear.heard[ear.heard.index(scenes[0]) + 1 :]:
        hear(client_table, message)
    return client_table


def hear(client_table: ClientTable, message: Any) -> None:
    match message:
        case m.TableView():
            client_table.renew(message)
        case m.StepsMade():
            client_table.advance(message)
        case m.DecisionSealed():
            client_table.decided(message)
        case m.DecidersLeft():
            client_table.ready(message)


def match_of(ear: Ear) -> Match:
    assert ear.guest.table is not None
    return ear.guest.table.match


async def couch(lobby: Lobby, face_up: bool = True, rounds: int = 2) -> Ear:
    """Two people at one screen."""
    ear = Ear(lobby)
    options = {"face_up": face_up, "rounds": rounds}
    two = tuple(m.SeatPlan("me", name, token=new_token()) for name in ("Ada", "Bo"))
    await ear.do(m.Open, game="toy", options=options, plans=two)
    return ear


# --- What is known when -------------------------------------------------------------------------------


def test_a_sealed_choice_is_known_to_its_seat_alone_until_it_is_opened() -> None:
    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby)
        await ear.act(0)
        client_table, chosen = client_table_of(ear), match_of(ear).tip(ADA).chosen[0]
        assert list(client_table.latest.views) == [EVERYBODY, 0, 1]
        assert [client_table.latest.view(viewer).chosen[0] for viewer in (-1, 0, 1)] == [0, chosen, 0]
        assert (client_table.latest.to_act, client_table.sealing) == ((BO,), (ADA, BO))
        assert (client_table.latest.ply(0), client_table.latest.ply(1)) == (1, 0)
        assert len(client_table.log) == DEALT and client_table.line(ADA) == (Play(chosen),)
        assert not client_table.waiting and not client_table.through(BO).waiting
        (event,) = client_table.through(ADA).waiting
        assert event.sealed and event.action(ADA) == Play(chosen)
        await ear.act(1)
        client_table = client_table_of(ear)
        assert not client_table.secrets and client_table.log == match_of(ear).steps
        assert not client_table.line(ADA) and not client_table.latest.plies

    in_lobby(test)


def test_what_is_opened_is_one_happening_for_all() -> None:
    """And whoever decided last is shown that first: they have not been told of it before."""

    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby)
        await ear.act(0)
        await ear.act(1)
        client_table = client_table_of(ear)
        (opened,) = client_table.waiting
        assert [told.seat for told in opened.steps] == [ADA, BO] and not opened.sealed
        for seat in (ADA, BO):
            own, again = client_table.through(seat).waiting
            assert own.sealed and own.seat == seat and again is opened
            assert own.after.view(seat).chosen[seat] == own.action(seat).card
            assert opened.before.view(seat).chosen[seat] == opened.steps[seat].action().card
        assert opened.before.view(EVERYBODY).chosen.tolist() == [0, 0]
        assert opened.after.turn == match_of(ear).turn == DEALT + 2

    in_lobby(test)


def test_what_somebody_has_been_shown_the_room_is_not_shown_again() -> None:
    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby)
        for seat in (0, 1):
            await ear.act(seat)
        client_table = client_table_of(ear)
        for _ in range(2):
            client_table.through(ADA).next()
        assert not client_table.waiting and len(client_table.through(BO).waiting) == 2
        client_table = client_table_of(ear)
        assert client_table.next() is not None
        assert [len(client_table.through(seat).waiting) for seat in (ADA, BO)] == [1, 1], (
            "their own, not yet shown"
        )

    in_lobby(test)


def test_what_only_one_may_see_is_kept_for_them() -> None:
    """A card dealt unseen: the room has seen that one was dealt, its owner not yet which."""

    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby, face_up=False)
        client_table = client_table_of(ear)
        for hidden, seat in ((Deal(toy.UNKNOWN), ADA), (Deal(7), ADA)):
            told = StepShown(CHANCE, {EVERYBODY: Deal(toy.UNKNOWN), ADA: hidden, BO: Deal(toy.UNKNOWN)})
            client_table.event_queue.add(GameEvent(client_table.latest, (told,), client_table.latest))
            assert client_table.next() is not None
            assert len(client_table.through(seat).waiting) == (hidden.card == 7)
            assert not client_table.through(BO).waiting

    in_lobby(test)


def test_nobody_looks_through_the_eyes_of_a_seat_by_accident() -> None:
    """A seat that has no view here, and everybody, see what everybody may see."""

    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby, face_up=False)
        position = client_table_of(ear).latest
        for viewer in (EVERYBODY, 7):
            assert (position.view(viewer).hands == toy.UNKNOWN).all()

    in_lobby(test)


def test_a_single_person_sees_with_the_eyes_of_the_seat() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        await ada.open("toy", "open", "me")
        await bo.do(m.Sit, table=1, seat=0, name="Bo")
        await ada.do(m.Start)
        await bo.act(0)
        ada.heard = ada.heard[ada.heard.index(ada.last(m.TableView)) :]
        client_table = client_table_of(ada)
        assert list(client_table.latest.views) == [1] and (client_table.latest.view().hands[1] > 0).all()
        assert [step.action.card > 0 for step in client_table.log] == [False, True] * 3
        assert client_table.latest.to_act == (Seat(1),) and client_table.sealing == (ADA, BO)
        assert not client_table.latest.view().chosen.any() and not client_table.waiting

    in_lobby(test)


@pytest.mark.parametrize("face_up", [True, False])
def test_in_the_end_the_log_is_whole_and_makes_a_record(face_up: bool) -> None:
    async def test(lobby: Lobby) -> None:
        ear, eve = await couch(lobby, face_up), Ear(lobby)
        await eve.do(m.Watch, table=1)
        while match_of(ear).to_act():
            await ear.act(match_of(ear).to_act()[0])
        for guest in (ear, eve):
            client_table = client_table_of(guest)
            assert not client_table.secrets and client_table.log == match_of(ear).steps
            assert record.read(saved_games.text_of(client_table)).finished

    in_lobby(test)


def test_a_choice_taken_back_is_forgotten() -> None:
    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby)
        for choice in (0, 1):
            await ear.act(0, choice)
            await ear.do(m.Undo, turn=match_of(ear).turn, seat=0)
        client_table = client_table_of(ear)
        assert not client_table.line(ADA) and not client_table.latest.view(ADA).chosen.any()
        assert not client_table.through(ADA).waiting, "nobody need see it"
        assert client_table.latest.to_act == (ADA, BO) and client_table.latest.ply(ADA) == 4
        await ear.act(0)
        await ear.act(1)
        assert client_table_of(ear).log == match_of(ear).steps
        assert await ear.refused(m.Undo, turn=match_of(ear).turn) == "match.refusal.nothing_to_undo"

    in_lobby(test)


def test_who_comes_back_finds_the_own_sealed_choice() -> None:
    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby)
        await ear.act(0)
        await ear.do(m.SetPace, pause=0.1)
        told = client_table_of(ear)
        client_table = ClientTable(ear.last(m.TableView))
        assert client_table.line(ADA) == told.line(ADA) != ()
        assert client_table.latest.plies == told.latest.plies == {0: 1, 1: 0}
        assert not client_table.renew(ear.last(m.TableView)), "it is where we are"
        assert told.renew(msgspec.structs.replace(ear.last(m.TableView), turn=99))

    in_lobby(test)


def test_what_can_be_taken_back_lies_behind_no_draw() -> None:
    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby)
        assert not client_table_of(ear).may_take_back()  # the cards have just been dealt
        await ear.act(0)
        assert client_table_of(ear).may_take_back()

    in_lobby(test)
