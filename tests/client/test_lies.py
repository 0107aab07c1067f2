"""A server that lies about sealed decisions and hidden hands is refused, whatever it says and to whom.

The toy is played at a real table; what its guests hear goes into mirrors with a lie in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import core.games
from client.session.table import ClientTable
from core.game import Outcome, Refused, Seat
from core.protocol import messages as m
from core.protocol.messages import EVERYBODY
from server.tables.lobby import Lobby
from tests.client.test_secrets import ADA, BO, DEALT, couch, hear, match_of
from tests.core import toy
from tests.core.toy import Deal, Play
from tests.server.helpers import Ear, in_lobby, new_token

replace = msgspec.structs.replace
spelled = toy.GAME.notation
HIDDEN = Play(toy.UNKNOWN)
WON = Outcome((ADA,), (1.0, 0.0), "toy.reason.points")


@pytest.fixture(autouse=True)
def _shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.games, "GAMES", (*core.games.GAMES, toy.GAME))


async def heard(lobby: Lobby, choices: int, back: bool = False) -> list[Any]:
    """What is told at a couch: the scene, a choice made there, and what was opened by the second."""
    ear = await couch(lobby)
    for seat in range(choices):
        await ear.act(seat)
    if back:
        await ear.do(m.Undo, turn=match_of(ear).turn, seat=choices - 1)
    return [
        message for message in ear.heard if isinstance(message, m.TableView | m.StepsMade | m.DecisionSealed)
    ]


def play(told: list[Any]) -> ClientTable:
    client_table = ClientTable(told[0])
    for message in told[1:]:
        hear(client_table, message)
    return client_table


Lie = Callable[[Any], Any]


def refused(lie: Lie, choices: int = 2, back: bool = False) -> None:
    """All is believed without the lie about the last message, and nothing with it."""

    async def test(lobby: Lobby) -> None:
        told = await heard(lobby, choices, back)
        assert len(told) == 1 + choices + back
        play(told)
        with pytest.raises(Refused, match="malformed"):
            play([*told[:-1], lie(told[-1])])

    in_lobby(test)


def saying(**changes: Any) -> Lie:
    return lambda message: replace(message, **changes)


def lanes(change: Callable[[int, tuple[m.StepView, ...]], tuple[m.StepView, ...]]) -> Lie:
    """Steps as changed for each of those who look."""

    def lie(message: Any) -> Any:
        return replace(message, views=tuple((who, change(who, steps)) for who, steps in message.views))

    return lie


def step(number: int, who: int | None = None, **changes: Any) -> Lie:
    """One step changed, for one of those who look or all."""

    def change(viewer: int, steps: tuple[m.StepView, ...]) -> tuple[m.StepView, ...]:
        if who not in (None, viewer):
            return steps
        return (*steps[:number], replace(steps[number], **changes), *steps[number + 1 :])

    return lanes(change)


def card(number: int) -> str:
    return spelled(Play(number))


def another_card(number: int, who: int | None = None) -> Lie:
    """A step with a card that is not the one played, whichever was dealt."""

    def change(viewer: int, steps: tuple[m.StepView, ...]) -> tuple[m.StepView, ...]:
        if who not in (None, viewer):
            return steps
        played = int(steps[number].action)
        other = replace(steps[number], action=card(played % toy.DECK + 1))
        return (*steps[:number], other, *steps[number + 1 :])

    return lanes(change)


def other_cards(view: dict[str, Any]) -> dict[str, Any]:
    """A view in which other cards have been played, whichever were dealt."""
    kind, shape, cards = view["played"]
    return view | {"played": [kind, shape, bytes(card % toy.DECK + 1 for card in cards)]}


# --- What is opened -----------------------------------------------------------------------------------

OPENED: dict[str, Lie] = {
    "a choice stays hidden": step(1, action=spelled(HIDDEN)),
    "a choice stays hidden from one": step(1, 0, action=spelled(HIDDEN)),
    "another choice than was sealed": another_card(0),
    "another choice than was sealed, to everybody else": another_card(0, EVERYBODY),
    "a card nobody holds": step(1, action=card(0)),
    "a card dealt instead": step(1, action=spelled(Deal(3))),
    "nothing that could be": step(1, action=""),
    "made by a stranger": step(1, seat=5),
    "made by chance": step(1, seat=-1),
    "both made by one": step(1, seat=0),
    "seats differ": step(1, 0, seat=0),
    "in another order": lanes(
        lambda _, steps: (replace(steps[1], view=None), replace(steps[0], view=steps[1].view))
    ),
    "one of them missing": lanes(lambda _, steps: steps[1:]),
    "one missing for one": lanes(lambda who, steps: steps[1:] if who == 0 else steps),
    "a third": lanes(lambda _, steps: (*steps[:1], *steps)),
    "one after the other": lanes(lambda _, steps: (replace(steps[0], view=steps[1].view), steps[1])),
    "no view": step(1, view=None),
    "no view for one": step(1, 0, view=None),
    "nothing at all": lanes(lambda _, steps: ()),
    "another turn": saying(turn=DEALT + 1),
    "it is over": saying(outcome=WON, to_act=()),
    "nobody goes on": saying(to_act=()),
    "one goes on": saying(to_act=(ADA,)),
    "a stranger goes on": saying(to_act=(ADA, Seat(5))),
    "the other way round": saying(to_act=(BO, ADA)),
    "opened before": saying(unsealed=(m.RevealedStep(0, spelled(Deal(1))),)),
    "opened later": saying(unsealed=(m.RevealedStep(2**40, spelled(Play(1))),)),
    "eyes lost": lambda told: replace(told, views=told.views[:1]),
    "eyes gained": lambda told: replace(told, views=(*told.views, (2, told.views[0][1]))),
    "eyes twice": lambda told: replace(told, views=(*told.views, told.views[0])),
}


@pytest.mark.parametrize("lie", OPENED)
def test_what_is_opened_follows_from_what_was_sealed(lie: str) -> None:
    refused(OPENED[lie])


@pytest.mark.parametrize("viewer", [EVERYBODY, 0, 1])
def test_what_is_seen_afterwards_is_what_came_of_it(viewer: int) -> None:
    def change(who: int, steps: tuple[m.StepView, ...]) -> tuple[m.StepView, ...]:
        return steps if who != viewer else (steps[0], replace(steps[1], view=other_cards(steps[1].view)))

    refused(lanes(change))


# --- What one has sealed ------------------------------------------------------------------------------

SEALED: dict[str, Lie] = {
    "by the other seat": saying(seat=1),
    "by a stranger": saying(seat=5),
    "by everybody": saying(seat=EVERYBODY),
    "another turn": saying(turn=DEALT + 1),
    "too early": saying(ply=0),
    "too late": saying(ply=2),
    "a card not held": saying(action=card(0)),
    "a hidden card": saying(action=spelled(HIDDEN)),
    "a card dealt": saying(action=spelled(Deal(3))),
    "nothing that could be": saying(action=""),
    "taken back": saying(action=None),
    "something else is seen of it": lambda told: replace(told, view=other_cards(told.view)),
    "nothing is seen of it": lambda told: replace(
        told, view=told.view | {"chosen": ["|i1", [2], b"\x00\x00"]}
    ),
    "the other has chosen": lambda told: replace(
        told, view=told.view | {"chosen": ["|i1", [2], b"\xff\xff"]}
    ),
    "no view": saying(view=None),
    "all are ready": saying(to_act=()),
    "it is still to be made": saying(to_act=(ADA, BO)),
    "a stranger is to act": saying(to_act=(BO, Seat(5))),
    "chance is to act": saying(to_act=(Seat(-1),)),
}


@pytest.mark.parametrize("lie", SEALED)
def test_what_one_has_sealed_was_possible(lie: str) -> None:
    refused(SEALED[lie], choices=1)


TAKEN_BACK: dict[str, Lie] = {
    "by the other seat": saying(seat=1),
    "too early": saying(ply=1),
    "something else is seen": lambda told: replace(told, view=other_cards(told.view)),
    "it is still ready": saying(to_act=(BO,)),
}


@pytest.mark.parametrize("lie", TAKEN_BACK)
def test_what_was_taken_back_was_sealed(lie: str) -> None:
    refused(TAKEN_BACK[lie], choices=1, back=True)


@pytest.mark.parametrize(
    ("turn", "to_act"),
    [(DEALT + 1, (BO,)), (DEALT, ()), (DEALT, (Seat(5),)), (DEALT, (BO, ADA)), (DEALT, (Seat(-1),))],
)
def test_nobody_is_ready_who_does_not_decide(turn: int, to_act: tuple[Seat, ...]) -> None:
    async def test(lobby: Lobby) -> None:
        ear, eve = await couch(lobby), Ear(lobby)
        await eve.do(m.Watch, table=1)
        await ear.act(0)
        told = [message for message in eve.heard if isinstance(message, m.TableView | m.DecidersLeft)]
        assert play(told).latest.to_act == (BO,)
        with pytest.raises(Refused, match="malformed"):
            play([told[0], replace(told[1], turn=turn, to_act=to_act)])

    in_lobby(test)


def test_whether_one_is_ready_oneself_one_knows() -> None:
    async def test(lobby: Lobby) -> None:
        told = await heard(lobby, 1)
        with pytest.raises(Refused, match="malformed"):
            play([*told, m.DecidersLeft(1, DEALT, (ADA, BO))])

    in_lobby(test)


# --- Scenes -------------------------------------------------------------------------------------------


def sight(viewer: int, **changes: Any) -> Lie:
    """A scene with the sight of one viewer changed."""

    def lie(scene: Any) -> Any:
        return replace(
            scene, views=tuple(replace(s, **changes) if s.viewer == viewer else s for s in scene.views)
        )

    return lie


def made_up(viewer: int) -> Lie:
    def lie(scene: Any) -> Any:
        view = next(s.view for s in scene.views if s.viewer == viewer)
        return sight(viewer, view=other_cards(view))(scene)

    return lie


def logged(*more: tuple[int, Any]) -> Lie:
    def lie(scene: Any) -> Any:
        first = scene.views[0]
        return sight(EVERYBODY, log=(*first.log, *((seat, spelled(a)) for seat, a in more)))(scene)

    return lie


def eyes(viewer: int) -> Lie:
    """Somebody more who looks."""
    return lambda scene: replace(scene, views=(*scene.views, replace(scene.views[1], viewer=viewer)))


def hands(cards: bytes) -> Lie:
    """Ada sees these hands."""
    view = {"hands": ["|i1", [2, 3], cards]}
    return lambda scene: sight(0, view=scene.views[0].view | view)(scene)


SCENES: dict[str, Lie] = {
    "a view made up, for everybody": made_up(EVERYBODY),
    "a view made up, for whoever chose": made_up(0),
    "a view made up, for the other": made_up(1),
    "nothing chosen": sight(0, own=()),
    "something else chosen": sight(0, own=(spelled(HIDDEN),)),
    "chosen by everybody": sight(EVERYBODY, own=(card(1),)),
    "chosen by who still has to": sight(1, own=(card(1),)),
    "in the log as well": logged((0, HIDDEN)),
    "dealt once more": logged((-1, Deal(1))),
    "a stranger's eyes": eyes(2),
    "nobody's eyes": eyes(-2),
    "nothing for everybody": lambda scene: replace(scene, views=scene.views[1:]),
    "no eyes": saying(views=()),
    "who chose is to act": saying(to_act=(ADA, BO)),
    "nobody is to act": saying(to_act=()),
    "a stranger is to act": saying(to_act=(Seat(5),)),
    "it is over": saying(outcome=WON),
}


@pytest.mark.parametrize("lie", SCENES)
def test_a_scene_in_the_middle_of_sealed_decisions_must_add_up(lie: str) -> None:
    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby)
        await ear.act(0)
        await ear.do(m.SetPace, pause=0.1)
        scene = ear.last(m.TableView)
        assert ClientTable(scene).line(ADA)
        with pytest.raises(Refused, match="malformed"):
            ClientTable(SCENES[lie](scene))

    in_lobby(test)


def test_a_log_with_something_hidden_where_nothing_is_secret() -> None:
    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby)
        for seat in (0, 1):
            await ear.act(seat)
        await ear.do(m.SetPace, pause=0.1)
        scene = ear.last(m.TableView)
        assert [(s.viewer, len(s.log)) for s in scene.views] == [(EVERYBODY, 8), (0, 0), (1, 0)]
        first = scene.views[0]
        for number in range(8):
            log = list(first.log)
            log[number] = (
                log[number][0],
                spelled(HIDDEN if number >= DEALT else Deal(toy.UNKNOWN)),
            )
            with pytest.raises(Refused, match="malformed"):
                ClientTable(sight(EVERYBODY, log=tuple(log))(scene))

    in_lobby(test)


# --- Hidden hands -------------------------------------------------------------------------------------

HANDS: dict[str, Lie] = {
    "it is over": saying(outcome=WON, to_act=()),
    "a stranger is to act": saying(to_act=(ADA, Seat(5))),
    "nobody is to act": saying(to_act=()),
    "all hands empty": hands(bytes(6)),
    "cards like no other": hands(b"\x7f\x7f\x7f\x81\x81\x81"),
}


@pytest.mark.parametrize("lie", HANDS)
def test_what_is_seen_beside_hidden_hands_is_something_that_can_be(lie: str) -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = Ear(lobby), Ear(lobby)
        two = (m.SeatPlan("me", "Ada", token=new_token()), m.SeatPlan("open"))
        await ada.do(m.Open, game="toy", options={"rounds": 2}, plans=two)
        await bo.do(m.Sit, table=1, seat=1, name="Bo")
        await ada.do(m.Start)
        scene = ada.last(m.TableView)
        assert ClientTable(scene).secrets
        with pytest.raises(Refused, match="malformed"):
            ClientTable(HANDS[lie](scene))

    in_lobby(test)


def test_in_the_end_hidden_hands_have_to_add_up() -> None:
    """What could not be checked while it was secret: a card played that nobody had been dealt."""

    async def test(lobby: Lobby) -> None:
        ear = await couch(lobby, face_up=False, rounds=1)
        for seat in (0, 1):
            await ear.act(seat)
        told = [
            message
            for message in ear.heard
            if isinstance(message, m.TableView | m.StepsMade | m.DecisionSealed)
        ]
        assert play(told).latest.outcome is not None and play(told).log == match_of(ear).steps
        dealt = told[-1].unsealed
        assert len(dealt) == DEALT
        for number in range(DEALT):
            lie = (
                *dealt[:number],
                replace(dealt[number], action=spelled(Deal(1))),
                *dealt[number + 1 :],
            )
            if lie != dealt:
                with pytest.raises(Refused, match="malformed"):
                    play([*told[:-1], replace(told[-1], unsealed=lie)])

    in_lobby(test)
