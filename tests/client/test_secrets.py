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


def mirror_of(ear: Ear) -> ClientTable:
    """What a client makes of all that its guest has heard at its table, once the cards are dealt."""
    scenes = [message for message in ear.heard if isinstance(message, m.TableView)]
    mirror = ClientTable(scenes[0])
    mirror.reel.clear()
    for message in ear.heard[ear.heard.index(scenes[0]) + 1 :]:
        hear(mirror, message)
    return mirror


def hear(mirror: ClientTable, message: Any) -> None:
    match message:
        case m.TableView():
            mirror.renew(message)
        case m.StepsMade():
            mirror.advance(message)
        case m.DecisionSealed():
            mirror.decided(message)
        case m.DecidersLeft():
            mirror.ready(message)


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
        mirror, chosen = mirror_of(ear), match_of(ear).tip(ADA).chosen[0]
        assert list(mirror.latest.views) == [EVERYBODY, 0, 1]
        assert [mirror.latest.view(viewer).chosen[0] for viewer in (-1, 0, 1)] == [0, chosen, 0]
        assert (mirror.latest.to_act, mirror.sealing) == ((BO,), (ADA, BO))
        assert (mirror.latest.ply(0), mirror.latest.ply(1)) == (1, 0)
        assert len(mirror.log) == DEALT and mirror.line(ADA) == (Play(chosen),)
        assert not mirror.waiting and not mirror.through(BO).waiting
        (happening,) = mirror.through(ADA).waiting
        assert happening.sealed and happening.action(ADA) == Play(chosen)
        await ear.act(1)
        mirror = mirror_of(ear)
        assert not mirror.secrets and mirror.log == match_of(ear).steps
        assert not mirror.line(ADA) and not mirror.latest.plies

    in_lobby(test)


def test_what_is_opened_is_one_happening_for_all() -> None:
    """And whoever decided last is shown that first: they have not been told of it before."""

    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby)
        await ear.act(0)
        await ear.act(1)
        mirror = mirror_of(ear)
        (opened,) = mirror.waiting
        assert [told.seat for told in opened.steps] == [ADA, BO] and not opened.sealed
        for seat in (ADA, BO):
            own, again = mirror.through(seat).waiting
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
        mirror = mirror_of(ear)
        for _ in range(2):
            mirror.through(ADA).next()
        assert not mirror.waiting and len(mirror.through(BO).waiting) == 2
        mirror = mirror_of(ear)
        assert mirror.next() is not None
        assert [len(mirror.through(seat).waiting) for seat in (ADA, BO)] == [1, 1], "their own, not yet shown"

    in_lobby(test)


def test_what_only_one_may_see_is_kept_for_them() -> None:
    """A card dealt unseen: the room has seen that one was dealt, its owner not yet which."""

    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby, face_up=False)
        mirror = mirror_of(ear)
        for hidden, seat in ((Deal(toy.UNKNOWN), ADA), (Deal(7), ADA)):
            told = StepShown(CHANCE, {EVERYBODY: Deal(toy.UNKNOWN), ADA: hidden, BO: Deal(toy.UNKNOWN)})
            mirror.reel.add(GameEvent(mirror.latest, (told,), mirror.latest))
            assert mirror.next() is not None
            assert len(mirror.through(seat).waiting) == (hidden.card == 7)
            assert not mirror.through(BO).waiting

    in_lobby(test)


def test_nobody_looks_through_the_eyes_of_a_seat_by_accident() -> None:
    """A seat that has no view here, and everybody, see what everybody may see."""

    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby, face_up=False)
        position = mirror_of(ear).latest
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
        mirror = mirror_of(ada)
        assert list(mirror.latest.views) == [1] and (mirror.latest.view().hands[1] > 0).all()
        assert [step.action.card > 0 for step in mirror.log] == [False, True] * 3
        assert mirror.latest.to_act == (Seat(1),) and mirror.sealing == (ADA, BO)
        assert not mirror.latest.view().chosen.any() and not mirror.waiting

    in_lobby(test)


@pytest.mark.parametrize("face_up", [True, False])
def test_in_the_end_the_log_is_whole_and_makes_a_record(face_up: bool) -> None:
    async def test(lobby: Lobby) -> None:
        ear, eve = await couch(lobby, face_up), Ear(lobby)
        await eve.do(m.Watch, table=1)
        while match_of(ear).to_act():
            await ear.act(match_of(ear).to_act()[0])
        for guest in (ear, eve):
            mirror = mirror_of(guest)
            assert not mirror.secrets and mirror.log == match_of(ear).steps
            assert record.read(saved_games.text_of(mirror)).finished

    in_lobby(test)


def test_a_choice_taken_back_is_forgotten() -> None:
    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby)
        for choice in (0, 1):
            await ear.act(0, choice)
            await ear.do(m.Undo, turn=match_of(ear).turn, seat=0)
        mirror = mirror_of(ear)
        assert not mirror.line(ADA) and not mirror.latest.view(ADA).chosen.any()
        assert not mirror.through(ADA).waiting, "nobody need see it"
        assert mirror.latest.to_act == (ADA, BO) and mirror.latest.ply(ADA) == 4
        await ear.act(0)
        await ear.act(1)
        assert mirror_of(ear).log == match_of(ear).steps
        assert await ear.refused(m.Undo, turn=match_of(ear).turn) == "match.refusal.nothing_to_undo"

    in_lobby(test)


def test_who_comes_back_finds_the_own_sealed_choice() -> None:
    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby)
        await ear.act(0)
        await ear.do(m.SetPace, pause=0.1)
        told = mirror_of(ear)
        mirror = ClientTable(ear.last(m.TableView))
        assert mirror.line(ADA) == told.line(ADA) != ()
        assert mirror.latest.plies == told.latest.plies == {0: 1, 1: 0}
        assert not mirror.renew(ear.last(m.TableView)), "it is where we are"
        assert told.renew(msgspec.structs.replace(ear.last(m.TableView), turn=99))

    in_lobby(test)


def test_what_can_be_taken_back_lies_behind_no_draw() -> None:
    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby)
        assert not mirror_of(ear).may_take_back()  # the cards have just been dealt
        await ear.act(0)
        assert mirror_of(ear).may_take_back()

    in_lobby(test)
