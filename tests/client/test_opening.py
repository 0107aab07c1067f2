"""What chance did before anybody could decide is shown one after another, once; a press leads past it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pygame
import pytest

import client.boards
import core.games
from client.boards.kit.timeline import APPEAR_SECONDS, SETTLE_SECONDS
from client.screens.table.intents import OpenDialog
from client.screens.table.screen import TableScreen
from client.session.table import ClientTable
from client.stage.settings import Settings
from client.ui.animation import LANDING_SECONDS
from client.ui.overlays import Dialog
from client.ui.widgets import Button
from core.game import CHANCE, Goal, Refused, Seat
from core.protocol import messages as m
from core.protocol.messages import EVERYBODY
from core.simultaneous import states_after
from server.tables.lobby import Lobby
from tests.client.couch import Couch
from tests.client.test_secrets import hear
from tests.core import toy
from tests.server.helpers import Ear, in_lobby, new_token

ADA, BO = Seat(0), Seat(1)
DEAL = APPEAR_SECONDS + LANDING_SECONDS + SETTLE_SECONDS
"""Seconds in which a card of the toy is dealt."""
DEALT = 6
"""The cards dealt to two seats before the first decision."""


class Open(toy.InTurn):
    """The toy in which nothing is ever hidden: hands lie open, and cards are played one after the other."""

    info = msgspec.structs.replace(toy.InTurn.info, key="toy_open", hidden=False)


OPEN = Open()
FACE_UP = {"face_up": True, "rounds": 2}


@pytest.fixture(autouse=True)
def _shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.games, "GAMES", (*core.games.GAMES, toy.GAME, OPEN))
    face = ("tests.client.boards.toy", "ToyBoard")
    monkeypatch.setattr(client.boards, "BOARDS", {**client.boards.BOARDS, "toy": face, "toy_open": face})


def me(*names: str) -> tuple[m.SeatPlan, ...]:
    return tuple(
        m.SeatPlan("open") if name == "open" else m.SeatPlan("me", name, token=new_token()) for name in names
    )


def scenes(ear: Ear) -> list[m.TableView]:
    return [message for message in ear.heard if isinstance(message, m.TableView)]


async def opened(lobby: Lobby, *names: str, game: str = "toy_open", face_up: bool = True) -> Ear:
    ear = Ear(lobby)
    await ear.do(m.Open, game=game, options={**FACE_UP, "face_up": face_up}, plans=me(*names))
    return ear


# --- What is to be shown ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["toy_open", "toy"])
def test_every_step_of_the_opening_is_a_happening(game: str) -> None:
    """For all who look: as they were told of the end of it, so they see the way there."""

    async def test(lobby: Lobby) -> None:
        client_table = ClientTable(scenes(await opened(lobby, "Ada", "Bo", game=game))[0])
        rules, start = client_table.game, client_table.game.start(client_table.options, 2)
        states = [start, *states_after(rules, start, client_table.log)]
        assert len(client_table.log) == len(client_table.waiting) == DEALT
        for number, event in enumerate(tuple(client_table.waiting)):
            before, after = event.before, event.after
            assert event.opening and (before.turn, after.turn) == (number, number + 1)
            assert [told.seat for told in event.steps] == [CHANCE]
            for viewer in client_table.latest.views:
                assert event.action(viewer) == client_table.log[number].action
                who = None if viewer == EVERYBODY else Seat(viewer)
                assert (before.view(viewer).hands == rules.view(states[number], who).hands).all()
                assert (after.view(viewer).hands == rules.view(states[number + 1], who).hands).all()
            assert client_table.position_view is before
            assert client_table.next() is event
        assert client_table.position_view is client_table.latest and client_table.next() is None
        assert client_table.latest.to_act == ((ADA,) if game == "toy_open" else (ADA, BO))

    in_lobby(test)


def test_where_something_is_secret_nothing_of_it_is_shown() -> None:
    async def test(lobby: Lobby) -> None:
        client_table = ClientTable(scenes(await opened(lobby, "Ada", "Bo", game="toy", face_up=False))[0])
        assert (
            len(client_table.log) == DEALT
            and not client_table.waiting
            and client_table.position_view is client_table.latest
        )

    in_lobby(test)


def test_it_is_shown_when_the_game_begins_and_not_while_people_gather() -> None:
    async def test(lobby: Lobby) -> None:
        ada, bo = await opened(lobby, "Ada", "open"), Ear(lobby)
        client_table = ClientTable(scenes(ada)[0])
        assert client_table.phase == "gathering" and not client_table.waiting
        await bo.do(m.Sit, table=1, seat=1, name="Bo")
        await ada.do(m.Start)
        begun = scenes(ada)[-1]
        assert client_table.renew(begun) and len(client_table.waiting) == DEALT
        while client_table.next():
            pass
        assert not client_table.renew(begun) and not client_table.waiting

    in_lobby(test)


def test_who_comes_after_the_first_decision_is_shown_nothing_of_it() -> None:
    async def test(lobby: Lobby) -> None:
        ada, late = await opened(lobby, "Ada", "Bo"), Ear(lobby)
        await ada.act(0)
        await late.do(m.Watch, table=1)
        client_table = ClientTable(scenes(late)[0])
        assert len(client_table.log) == DEALT + 1 and not client_table.waiting

    in_lobby(test)


def test_taking_the_first_decision_back_does_not_bring_it_again_but_the_next_game_does() -> None:
    async def test(lobby: Lobby) -> None:
        ear = await opened(lobby, "Ada", "Bo")
        client_table = ClientTable(scenes(ear)[0])
        client_table.event_queue.clear()
        ear.forget()
        await ear.act(0)
        await ear.do(m.Undo, turn=DEALT + 1)
        for message in ear.heard:
            hear(client_table, message)
        assert (
            len(client_table.log) == DEALT
            and client_table.latest.turn == DEALT + 2
            and not client_table.waiting
        )
        ear.forget()
        for seat in (0, 0, 1, 1):
            await ear.act(seat)
        await ear.do(m.Rematch)
        for message in ear.heard:
            hear(client_table, message)
        assert len(client_table.waiting) == DEALT and all(told.opening for told in client_table.waiting)

    in_lobby(test)


def test_more_steps_than_changes_are_a_lie() -> None:
    async def test(lobby: Lobby) -> None:
        scene = scenes(await opened(lobby, "Ada", "Bo"))[0]
        with pytest.raises(Refused, match="malformed"):
            ClientTable(msgspec.structs.replace(scene, turn=DEALT - 1))

    in_lobby(test)


# --- How it is shown ----------------------------------------------------------------------------------


@contextmanager
def table(*plans: m.SeatPlan, demo: bool = False) -> Iterator[Couch]:
    """A table whose first frame is yet to come."""
    hands = Couch(Settings(names=("Ada", "Bo")))
    try:
        if demo:
            hands.program.demo("toy_open", FACE_UP, ("easy",))
        else:
            hands.program.open("toy_open", FACE_UP, plans or me("Ada", "Bo"), Goal(games=1))
        hands.until(lambda: isinstance(hands.app.top, TableScreen))
        yield hands
    finally:
        hands.program.close()
        hands.app.close()


def lines(hands: Couch) -> list[str]:
    return [entry.text for entry in hands.table.model.journal.entries]


def dealt(hands: Couch) -> list[str]:
    return [f"Seat {step.action.card}" for step in hands.table.client_table.log[:DEALT]]


def test_all_of_it_is_seen_and_told_before_anybody_is_asked() -> None:
    with table() as hands:
        seen: list[Any] = []

        def watched() -> bool:
            running = hands.table.model.playback.event
            if running is not None and running not in seen:
                assert hands.table.model.asked is None and hands.table.model.opening
                seen.append(running)
            return hands.table.model.asked is not None

        hands.until(watched)
        assert len(seen) == DEALT and lines(hands) == dealt(hands)
        assert hands.table.model.chooser == ADA and not hands.table.model.opening


def test_a_long_opening_goes_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the first step after it as fast as ever."""
    monkeypatch.setattr("client.screens.table.curtain.OPENING_SECONDS", DEALT * DEAL / 2)
    with table() as hands:
        begun = hands.clock
        assert hands.table.model.playback.rate == pytest.approx(2)
        hands.until(lambda: hands.table.model.asked is not None)
        assert hands.clock - begun < 0.75 * DEALT * DEAL
        hands.frame()
        assert hands.table.model.playback.rate == 1


def test_a_very_long_opening_takes_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much chance did; it can be watched slowly all the same."""
    monkeypatch.setattr("client.screens.table.curtain.OPENING_SECONDS", DEALT * DEAL / 20)
    with table() as hands:
        assert hands.table.model.playback.rate == pytest.approx(20)
        hands.table.do(OpenDialog("menu"))
        slowly = hands.app.translate("table.opening.slowly")
        dialog = hands.table.focus.modal
        assert isinstance(dialog, Dialog)
        hands.rest(0.1)
        hands.press(next(one for one in dialog.widgets if isinstance(one, Button) and one.label == slowly))
        assert hands.table.model.playback.rate == 1 and hands.table.model.opening


PRESSES: dict[str, Callable[[Couch], None]] = {
    "the button": lambda hands: hands.press(hands.table.offers[0]),
    "skip": lambda hands: hands.key(pygame.K_s),
    "enter": lambda hands: hands.key(pygame.K_RETURN),
    "a click": lambda hands: hands.click(*hands.table.model.lay.field.centre),
}


@pytest.mark.covering(most=3)
@pytest.mark.parametrize("press", PRESSES)
@pytest.mark.parametrize("frames", range(1, 60, 6))
def test_one_press_leads_past_all_of_it(press: str, frames: int) -> None:
    """Whenever it comes, also between two happenings, and it does nothing else."""
    with table() as hands:
        for _ in range(frames):
            hands.frame()
        assert hands.table.model.opening
        PRESSES[press](hands)
        hands.rest(0.1)
        assert not hands.table.client_table.waiting and hands.table.model.chooser == ADA
        assert lines(hands) == dealt(hands) and len(hands.table.client_table.log) == DEALT
        assert not hands.app.notices.shown


@pytest.mark.long
def test_ais_wait_until_it_has_been_seen() -> None:
    with table(m.SeatPlan("bot", level="easy"), *me("Bo")) as hands:
        hands.until(lambda: len(hands.table.client_table.waiting) < 3)
        hands.rest(0.2)
        assert len(hands.table.client_table.log) <= DEALT + 1
        hands.until(lambda: hands.table.model.asked == BO)
        assert len(hands.table.client_table.log) == DEALT + 2


def test_a_demo_that_is_paused_stands_still_and_goes_on_step_by_step() -> None:
    with table(demo=True) as hands:
        hands.until(lambda: len(hands.table.client_table.waiting) == DEALT - 1)
        hands.key(pygame.K_p)
        hands.until(lambda: hands.table.client_table.paused and not hands.table.model.playback.busy)
        hands.rest(1.0)
        assert len(hands.table.client_table.waiting) == DEALT - 1
        hands.key(pygame.K_s)
        assert len(hands.table.client_table.waiting) == DEALT - 2 and hands.table.model.playback.busy
        hands.rest(1.0)
        assert len(hands.table.client_table.waiting) == DEALT - 2
        assert len(hands.table.client_table.log) == DEALT
        hands.key(pygame.K_p)
        hands.until(lambda: len(hands.table.client_table.log) > DEALT)


# --- The journal --------------------------------------------------------------------------------------


def play(hands: Couch) -> None:
    """The seat that is asked does the first thing it may."""
    on, made = hands.table, len(hands.table.client_table.log)
    assert on.model.chooser is not None
    on.model.decide(on.client_table.game.legal(on.client_table.latest.view(), on.model.chooser)[0])
    hands.until(
        lambda: len(on.client_table.log) > made and not on.client_table.waiting and not on.model.playback.busy
    )


def test_a_move_taken_back_is_not_told_any_more_but_what_was_said_is() -> None:
    with table() as hands:
        hands.table.model.skip()
        hands.until(lambda: hands.table.model.chooser is not None)
        play(hands)
        told = lines(hands)
        hands.table.session.ask(m.Say, text="Well!")
        hands.until(lambda: lines(hands)[-1] == "Ada: Well!")
        play(hands)
        assert len(lines(hands)) == len(told) + 2
        hands.key(pygame.K_u)
        hands.until(lambda: len(hands.table.client_table.log) == DEALT + 1)
        assert lines(hands) == [*told, "Ada: Well!"]
        play(hands)
        assert len(lines(hands)) == len(told) + 2


def test_the_next_game_is_told_from_its_beginning() -> None:
    with table() as hands:
        on = hands.table
        on.actions = msgspec.structs.replace(on.actions, result=lambda table: None)
        on.model.skip()
        hands.until(lambda: on.model.chooser is not None)
        for _ in range(4):
            play(hands)
        first = on.client_table.playing
        on.session.ask(m.Rematch)
        hands.until(lambda: on.client_table.playing != first and on.model.chooser is not None)
        assert lines(hands) == dealt(hands)
