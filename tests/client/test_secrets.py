"""What a client knows of a game with secrets: nothing while they last, everything once they are told.

The toy is played at a real table; what its guests hear goes into mirrors, also with a server's lies in it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import core.games
from client import saves
from client.mirror import EVERYBODY, Mirror
from core import codec, record
from core import messages as m
from core.game import Refused, Seat
from core.match import Match
from server.lobby import Lobby
from tests.core import toy
from tests.core.toy import Deal, Play
from tests.server.helpers import Ear, in_lobby

HIDDEN = Play(toy.UNKNOWN)
DEALT = 6
"""The cards dealt to two seats; the next step is the first choice."""

Change = dict[str, Any]


@pytest.fixture(autouse=True)
def _shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.games, "GAMES", (*core.games.GAMES, toy.GAME))


def mirror_of(ear: Ear) -> Mirror:
    """What a client makes of all that its guest has heard at its table."""
    scenes = [message for message in ear.heard if isinstance(message, m.Scene)]
    mirror = Mirror(scenes[0])
    for message in ear.heard[ear.heard.index(scenes[0]) + 1 :]:
        if isinstance(message, m.Scene):
            mirror.renew(message)
        elif isinstance(message, m.Stepped):
            mirror.advance(message)
    return mirror


def match_of(ear: Ear) -> Match:
    assert ear.guest.table is not None
    return ear.guest.table.match


async def couch(lobby: Lobby, face_up: bool = True, rounds: int = 2) -> Ear:
    """Two people at one screen."""
    ear = Ear(lobby)
    options, two = {"face_up": face_up, "rounds": rounds}, (m.Plan("me", "Ada"), m.Plan("me", "Bo"))
    await ear.do(m.Open, game="toy", options=options, plans=two)
    return ear


# --- What is known when -------------------------------------------------------------------------------


def test_a_sealed_choice_is_known_to_its_seat_alone_until_it_is_opened() -> None:
    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby)
        assert not mirror_of(ear).secrets
        await ear.act(0)
        mirror, chosen = mirror_of(ear), match_of(ear).state.chosen[0]
        assert mirror.secrets and list(mirror.latest.views) == [EVERYBODY, 0, 1]
        assert [mirror.latest.view(viewer).chosen[0] for viewer in (-1, 0, 1)] == [-1, chosen, -1]
        told = [mirror.waiting[-1].action(viewer) for viewer in (-1, 0, 1)]
        assert told == [HIDDEN, Play(chosen), HIDDEN]
        assert mirror.log[DEALT].action == HIDDEN
        await ear.act(1)
        mirror = mirror_of(ear)
        assert not mirror.secrets and mirror.log == match_of(ear).steps

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
        mirror = mirror_of(ada)
        assert list(mirror.latest.views) == [1] and (mirror.latest.view().hands[1] > 0).all()
        assert [step.action.card > 0 for step in mirror.log] == [False, True] * 3 + [False]

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
            assert record.read(saves.text_of(mirror)).finished

    in_lobby(test)


def test_a_choice_taken_back_is_forgotten() -> None:
    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby)
        await ear.act(0)
        await ear.do(m.Undo, turn=match_of(ear).turn)
        mirror = mirror_of(ear)
        assert not mirror.secrets and len(mirror.log) == DEALT
        await ear.act(0)
        await ear.act(1)
        assert await ear.refused(m.Undo, turn=match_of(ear).turn) == "match.refusal.nothing_to_undo"

    in_lobby(test)


def test_what_is_opened_within_the_same_message_is_known_too() -> None:
    async def test(lobby: Lobby) -> None:
        scene, one, two = await heard(lobby, 2)
        lanes = dict(two.sights)
        both = tuple((viewer, (*steps, *lanes[viewer])) for viewer, steps in one.sights)
        told = [scene, msgspec.structs.replace(two, turn=one.turn, sights=both)]
        assert play(told).log == play([scene, one, two]).log
        assert play(told).log[DEALT].action != HIDDEN

    in_lobby(test)


# --- Lies ---------------------------------------------------------------------------------------------


async def heard(lobby: Lobby, choices: int) -> list[Any]:
    """The scene and what was stepped at a couch."""
    ear = await couch(lobby)
    for _ in range(choices):
        await ear.act(match_of(ear).to_act()[0])
    return [message for message in ear.heard if isinstance(message, m.Scene | m.Stepped)]


def refused(lie: Callable[[list[Any]], None], choices: int = 2) -> None:
    """All is believed without the lie, and nothing with it."""

    async def test(lobby: Lobby) -> None:
        told = await heard(lobby, choices)
        play(told)
        lie(told)
        with pytest.raises(Refused, match="malformed"):
            play(told)

    in_lobby(test)


def play(told: list[Any]) -> Mirror:
    mirror = Mirror(told[0])
    for stepped in told[1:]:
        mirror.advance(stepped)
    return mirror


def replace(told: list[Any], index: int, **changes: Any) -> None:
    told[index] = msgspec.structs.replace(told[index], **changes)


def unsealed(number: int, action: Any) -> m.Unsealed:
    return m.Unsealed(EVERYBODY, number, codec.plain(action))


def test_what_is_open_cannot_stay_hidden_in_the_log() -> None:
    refused(lambda told: replace(told, 2, unsealed=()))


def test_what_is_opened_must_have_been_possible() -> None:
    def lie(told: list[Any]) -> None:
        late = told[2].unsealed
        card = next(c for c in range(1, toy.DECK + 1) if c != late[0].action["card"])
        wrong = tuple(msgspec.structs.replace(x, action={"type": "play", "card": card}) for x in late)
        replace(told, 2, unsealed=wrong)

    refused(lie)


@pytest.mark.parametrize("number", [DEALT + 1, DEALT + 3, 2**40])
def test_nothing_is_opened_that_has_not_happened(number: int) -> None:
    refused(lambda told: replace(told, 1, unsealed=(unsealed(number, Play(1)),)), choices=1)


def test_what_lay_open_is_not_told_anew() -> None:
    refused(lambda told: replace(told, 1, unsealed=(unsealed(0, Deal(1)),)), choices=1)


def test_where_nothing_is_secret_everybody_is_told_the_same() -> None:
    def lie(told: list[Any]) -> None:
        lanes = dict(told[2].sights)
        hidden = msgspec.structs.replace(lanes[1][0], action=codec.plain(HIDDEN))
        replace(told, 2, sights=((EVERYBODY, lanes[EVERYBODY]), (0, lanes[0]), (1, (hidden,))))

    refused(lie)


def test_a_log_with_something_hidden_where_nothing_is_secret() -> None:
    """In a scene, in the log of any viewer."""

    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby)
        for seat in (0, 1):
            await ear.act(seat)
        await ear.do(m.Free, seat=1)
        await ear.do(m.Sit, table=1, seat=1, name="Bo")
        scene = ear.last(m.Scene)
        assert [sight.viewer for sight in scene.sights] == [EVERYBODY, 0, 1]
        Mirror(scene)
        for index, sight in enumerate(scene.sights):
            log = (*sight.log[:DEALT], (0, codec.plain(HIDDEN)), *sight.log[DEALT + 1 :])
            sights = list(scene.sights)
            sights[index] = msgspec.structs.replace(sight, log=log)
            with pytest.raises(Refused, match="malformed"):
                Mirror(msgspec.structs.replace(scene, sights=tuple(sights)))

    in_lobby(test)


def test_several_eyes_need_what_everybody_may_see() -> None:
    def lie(told: list[Any]) -> None:
        replace(told, 0, sights=told[0].sights[1:])
        replace(told, 1, sights=told[1].sights[1:])

    refused(lie, choices=1)


def test_nobody_begins_or_ceases_to_look_with_a_step() -> None:
    refused(lambda told: replace(told, 1, sights=told[1].sights[:1]), choices=1)


# --- Saving -------------------------------------------------------------------------------------------


def test_a_couch_game_is_kept_whenever_it_holds_no_secrets(home: Path) -> None:
    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby, rounds=3)
        saves.keep_couch(mirror_of(ear))
        dealt = saves.read(saves.couch_file())
        await ear.act(0)
        saves.keep_couch(mirror_of(ear))
        assert saves.read(saves.couch_file()).steps == dealt.steps, "the last one that can be told"
        await ear.act(1)
        saves.keep_couch(mirror_of(ear))
        assert list(saves.read(saves.couch_file()).steps) == match_of(ear).steps
        again = Ear(lobby)
        two = (m.Plan("me", "Ada"), m.Plan("me", "Bo"))
        text = saves.couch_file().read_text(encoding="utf-8")
        await again.do(m.Open, game="toy", options={}, plans=two, record=text)
        assert match_of(again).to_act() == (Seat(0), Seat(1)) and not mirror_of(again).secrets
        while match_of(again).to_act():
            await again.act(match_of(again).to_act()[0])
        assert record.read(saves.text_of(mirror_of(again))).finished
        saves.keep_couch(mirror_of(again))
        assert not saves.couch_file().exists()

    in_lobby(test)


def test_a_game_that_is_secret_throughout_is_not_kept(home: Path) -> None:
    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby, face_up=False)
        for seat in (0, 1):
            await ear.act(seat)
            saves.keep_couch(mirror_of(ear))
            assert not saves.couch_file().exists()

    in_lobby(test)
