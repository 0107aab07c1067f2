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
from client.mirror import Mirror
from core import codec, record
from core import messages as m
from core.game import Outcome, Refused, Seat
from core.match import Match
from core.messages import EVERYBODY
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
    return m.Unsealed(number, codec.plain(action))


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
    async def test(lobby: Lobby) -> None:
        scene = await shown_again(lobby)
        Mirror(scene)
        first, *others = scene.sights
        log = (*first.log[:DEALT], (0, codec.plain(HIDDEN)), *first.log[DEALT + 1 :])
        lie = (msgspec.structs.replace(first, log=log), *others)
        with pytest.raises(Refused, match="malformed"):
            Mirror(msgspec.structs.replace(scene, sights=lie))

    in_lobby(test)


async def shown_again(lobby: Lobby) -> m.Scene:
    """A couch at which two have chosen, as it is shown to whoever comes back to it."""
    ear = await couch(lobby)
    for seat in (0, 1):
        await ear.act(seat)
    await ear.do(m.Free, seat=1)
    await ear.do(m.Sit, table=1, seat=1, name="Bo")
    return ear.last(m.Scene)


def test_only_the_first_of_several_eyes_is_told_what_was_before() -> None:
    async def test(lobby: Lobby) -> None:
        scene = await shown_again(lobby)
        assert [(sight.viewer, len(sight.log)) for sight in scene.sights] == [(EVERYBODY, 8), (0, 0), (1, 0)]
        assert len(Mirror(scene).log) == 8

    in_lobby(test)


@pytest.mark.parametrize("viewer", [-2, 2, 99])
def test_nobody_looks_who_has_no_seat(viewer: int) -> None:
    def lie(told: list[Any]) -> None:
        sights = (*told[0].sights, msgspec.structs.replace(told[0].sights[1], viewer=viewer))
        replace(told, 0, sights=sights)
        replace(told, 1, sights=(*told[1].sights, (viewer, told[1].sights[1][1])))

    refused(lie, choices=1)


@pytest.mark.parametrize("choices", [0, 1])
@pytest.mark.parametrize("viewer", [EVERYBODY, 0, 1])
def test_what_lies_open_beside_a_secret_cannot_be_made_up(viewer: int, choices: int) -> None:
    """In a scene and in a step, for each of those who look: a card that was played in the first round."""

    def lie(told: list[Any]) -> None:
        played = {"played": ["|i1", [2, 2], b"\x07\x00\x08\x00"]}
        if choices:
            changed = [
                (
                    who,
                    tuple(msgspec.structs.replace(s, view=s.view | played) for s in steps)
                    if who == viewer
                    else steps,
                )
                for who, steps in told[1].sights
            ]
            replace(told, 1, sights=tuple(changed))
        else:
            changed = [
                msgspec.structs.replace(s, view=s.view | played) if s.viewer == viewer else s
                for s in told[0].sights
            ]
            replace(told, 0, sights=tuple(changed))

    refused(lie, choices)


def test_a_hidden_step_must_have_been_possible() -> None:
    """It looks like a choice, but it is dealt; or it is the choice of somebody who has chosen."""
    for action, seat in ((Deal(toy.UNKNOWN), 0), (HIDDEN, 1)):

        def lie(told: list[Any], action: Any = action, seat: int = seat) -> None:
            steps = tuple(
                (who, tuple(msgspec.structs.replace(s, action=codec.plain(action), seat=seat) for s in lane))
                for who, lane in told[1].sights
            )
            replace(told, 1, sights=steps)

        refused(lie, choices=1)


def test_where_too_much_is_hidden_only_shapes_are_checked() -> None:
    """Six cards dealt unseen can lie in too many ways; what comes out of it in the end is checked again."""

    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby, face_up=False)
        mirror = mirror_of(ear)
        assert mirror._worlds is None and mirror.secrets
        lie = msgspec.structs.replace(ear.last(m.Scene), to_act=(Seat(1),))
        Mirror(lie)
        with pytest.raises(Refused, match="malformed"):
            won = Outcome((Seat(0),), (1.0, 0.0), "toy.reason.points")
            Mirror(msgspec.structs.replace(lie, outcome=won, to_act=()))
        await play_out(ear)
        mirror = mirror_of(ear)
        assert mirror._worlds is not None and len(mirror._worlds) == 1 and not mirror.secrets

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
        kept = saves.Couch()
        kept.keep(mirror_of(ear))
        dealt = saves.read(saves.couch_file())
        await ear.act(0)
        kept.keep(mirror_of(ear))
        assert saves.read(saves.couch_file()).steps == dealt.steps, "the last one that can be told"
        await ear.act(1)
        kept.keep(mirror_of(ear))
        assert list(saves.read(saves.couch_file()).steps) == match_of(ear).steps
        again = await continued(lobby)
        assert match_of(again).to_act() == (Seat(0), Seat(1)) and not mirror_of(again).secrets
        kept = saves.Couch(mirror_of(again))
        await play_out(again)
        assert record.read(saves.text_of(mirror_of(again))).finished
        kept.keep(mirror_of(again))
        assert not saves.couch_file().exists()

    in_lobby(test)


async def continued(lobby: Lobby) -> Ear:
    """The game of the couch file, gone on with."""
    ear = Ear(lobby)
    two = (m.Plan("me", "Ada"), m.Plan("me", "Bo"))
    text = saves.couch_file().read_text(encoding="utf-8")
    await ear.do(m.Open, game="toy", options={}, plans=two, record=text)
    return ear


async def play_out(ear: Ear) -> None:
    while match_of(ear).to_act():
        await ear.act(match_of(ear).to_act()[0])


def test_a_game_that_is_secret_throughout_is_not_kept_and_leaves_another_alone(home: Path) -> None:
    async def test(lobby: Lobby) -> None:
        other = await couch(lobby)
        saves.Couch().keep(mirror_of(other))
        lies = saves.couch_file().read_bytes()
        ear, kept = await couch(lobby, face_up=False), saves.Couch()
        while match_of(ear).to_act():
            kept.keep(mirror_of(ear))
            assert saves.couch_file().read_bytes() == lies
            await ear.act(match_of(ear).to_act()[0])
        kept.keep(mirror_of(ear))
        assert saves.couch_file().read_bytes() == lies, "it is not the one that has ended"

    in_lobby(test)


def test_a_new_game_takes_the_place_of_the_old_with_its_first_save(home: Path) -> None:
    async def test(lobby: Lobby) -> None:
        old, kept = await couch(lobby), saves.Couch()
        kept.keep(mirror_of(old))
        lies = saves.couch_file().read_bytes()
        new, kept = await couch(lobby, rounds=1), saves.Couch()
        await new.act(0)
        kept.keep(mirror_of(new))
        assert saves.couch_file().read_bytes() == lies
        await new.do(m.Undo, turn=match_of(new).turn)
        kept.keep(mirror_of(new))
        assert saves.read(saves.couch_file()).options == toy.ToyOptions(rounds=1, face_up=True)
        await play_out(new)
        kept.keep(mirror_of(new))
        assert not saves.couch_file().exists()

    in_lobby(test)


def test_the_next_game_of_a_series_owns_nothing_yet(home: Path) -> None:
    """The first has ended and with it its file; what another program has left since stays."""

    async def test(lobby: Lobby) -> None:
        ear, kept = await couch(lobby), saves.Couch()
        kept.keep(mirror_of(ear))
        await play_out(ear)
        kept.keep(mirror_of(ear))
        saves.couch_file().write_text("another")
        await ear.do(m.Rematch)
        await ear.act(0)
        kept.keep(mirror_of(ear))
        assert saves.couch_file().read_text() == "another"

    in_lobby(test)


def test_what_can_be_taken_back_lies_behind_no_draw() -> None:
    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby)
        assert not mirror_of(ear).may_take_back()  # the cards have just been dealt
        await ear.act(0)
        assert mirror_of(ear).may_take_back()

    in_lobby(test)
