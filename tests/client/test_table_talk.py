"""What comes up at a table and goes again: questions of others, refusals."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from client.screens.table.intents import OpenDialog
from client.screens.table.screen import TableScreen
from client.session.session import Session
from client.session.table import ClientTable
from client.ui.overlays import Dialog
from core.game import Refusal, Seat
from core.protocol import messages as m
from tests.client.screens_kit import House, Stage, guest, opened, server, stage, table


class Game:
    """Ada's table; Bo and Cleo sit at two other machines. Ada has moved and Bo looks on at his screen."""

    def __init__(self, on: Stage, house: House) -> None:
        self.on = on
        self.ada = opened(on, house, "Ada", "open", "open", game="down_under")
        self.bo, self.cleo = (
            self._part_progress(house, seat, name) for seat, name in ((1, "Bo"), (2, "Cleo"))
        )
        self.ada.ask(m.Start)
        self.until(lambda: all(self.client_table(s).phase == "playing" for s in self.all))
        self._move()
        self.screen = table(self.bo)
        on.app.push(self.screen)
        on.frames(0.5)

    @property
    def all(self) -> tuple[Session, ...]:
        return (self.ada, self.bo, self.cleo)

    @staticmethod
    def client_table(session: Session) -> ClientTable:
        assert session.client_table is not None
        return session.client_table

    def _part_progress(self, house: House, seat: int, name: str) -> Session:
        session = guest(house)
        session.ask(m.Sit, table=self.client_table(self.ada).table, seat=seat, name=name)
        self.on.until(lambda: session.client_table is not None, session, self.ada)
        return session

    def _move(self) -> None:
        client_table = self.client_table(self.ada)
        view = client_table.latest.view()
        self.ada.act(0, client_table.game.legal(view, Seat(0))[0])
        self.until(lambda: all(self.client_table(s).log for s in self.all))

    def until(self, true: Any) -> None:
        self.on.until(true, *self.all)

    def ask(self) -> Dialog:
        """Ada would like to take her move back."""
        self.ada.undo()
        self.until(lambda: self.screen.focus.modal is not None)
        assert isinstance(self.screen.focus.modal, Dialog)
        return self.screen.focus.modal


@pytest.mark.parametrize("how", ["refused", "left"])
def test_a_question_settled_elsewhere_is_no_question_any_more(how: str) -> None:
    """Cleo says no for all, or Ada goes; Bo is not left with a question that nobody asks."""
    with server() as house, stage() as on:
        game = Game(on, house)
        game.ask()
        if how == "refused":
            game.cleo.ask(m.AnswerUndo, yes=False)
        else:
            game.ada.ask(m.Leave)
        game.until(lambda: game.screen.focus.modal is None)
        assert len(game.client_table(game.bo).log) == 1


def test_a_question_that_all_agree_to_goes_with_the_move() -> None:
    with server() as house, stage() as on:
        game = Game(on, house)
        game.ask()
        game.bo.ask(m.AnswerUndo, yes=True)
        game.cleo.ask(m.AnswerUndo, yes=True)
        game.until(lambda: not game.client_table(game.bo).log)
        game.until(lambda: game.screen.focus.modal is None)


def test_another_dialog_is_left_alone_when_a_question_is_settled() -> None:
    with server() as house, stage() as on:
        game = Game(on, house)
        game.ask()
        game.screen.do(OpenDialog("menu"))
        menu = game.screen.focus.modal
        game.cleo.ask(m.AnswerUndo, yes=False)
        game.until(lambda: game.screen.model.dialog is not None and told(on))
        assert game.screen.focus.modal is menu is not None


def told(on: Stage) -> list[str]:
    return [notice.text for notice in on.app.notices.shown]


def test_a_refusal_that_stands_above_the_board_is_not_said_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    with server() as house, stage() as on:
        screen = table(opened(on, house, "Ada", "Bo"))
        on.app.push(screen)
        on.frames(0.5)
        why = Refusal("sturt.refusal.taken", ((0, 0),))
        told_above(monkeypatch, screen, "There lies a card already.")
        for _ in range(2):
            screen.model.deny(why)
            assert told(on) == []


def test_a_refusal_that_the_board_does_not_tell_is_a_notice() -> None:
    with server() as house, stage() as on:
        screen = table(opened(on, house, "Ada", "Bo"))
        on.app.push(screen)
        on.frames(0.5)
        screen.model.deny(Refusal("net.refusal.host_only"))
        assert told(on) == [on.app.translate("net.refusal.host_only")]


def told_above(monkeypatch: pytest.MonkeyPatch, screen: TableScreen, words: str) -> None:
    """A board that tells in its own words why something was denied."""
    usual = screen.model.prompt

    def prompt() -> str:
        return words if screen.model.playback.denied(screen.app.now) is not None else usual()

    monkeypatch.setattr(screen.model, "prompt", prompt)


@pytest.mark.long
def test_while_the_one_to_move_is_away_it_says_so_above_the_board() -> None:
    with server() as house, stage() as on:
        game = Game(on, house)
        client_table = game.client_table(game.bo)
        game.bo.act(1, client_table.game.legal(client_table.latest.view(Seat(1)), Seat(1))[0])
        game.until(lambda: client_table.latest.to_act == (2,))
        chooses = on.app.translate("down_under.waiting.begin", name="Cleo")
        on.until(lambda: game.screen.model.prompt() == chooses, *game.all)
        game.cleo.line.close()  # type: ignore[union-attr]  # it was made at once
        on.until(lambda: client_table.holders[2].kind == "away", game.ada)
        assert game.screen.model.prompt() == "Cleo is away. All are waiting."
        again = guest(house)
        again.keys.add(*game.cleo.keys.all())
        again.come_back(client_table.table)
        on.until(lambda: client_table.holders[2].kind == "person", game.ada, again)
        assert game.screen.model.prompt() == chooses


def test_a_seat_that_becomes_free_is_offered_to_whoever_looks_on() -> None:
    with server() as house, stage(names=("Eve",)) as on:
        game = Game(on, house)
        eve = guest(house)
        eve.ask(m.Watch, table=game.client_table(game.ada).table)
        on.until(lambda: eve.client_table is not None, eve, game.ada)
        screen = table(eve)
        on.app.push(screen)
        on.frames(0.5)
        assert screen.offers == []
        game.cleo.ask(m.FreeSeat, seat=2)
        on.until(lambda: bool(screen.offers), *game.all, eve)
        on.click(screen.offers[0])
        assert isinstance(screen.focus.modal, Dialog)
        on.key(pygame.K_DOWN)
        on.key(pygame.K_RETURN)
        on.until(lambda: game.client_table(eve).yours == (2,), *game.all, eve)
        assert game.client_table(game.ada).holders[2].name == "Eve"
        on.until(lambda: screen.offers == [], *game.all, eve)


def test_behind_a_menu_nothing_is_drawn_until_something_happens() -> None:
    with server() as house, stage() as on:
        game = Game(on, house)
        assert not game.screen.still(on.clock.now), "a table lives"
        game.screen.do(OpenDialog("menu"))
        on.frames(3.0)
        assert game.screen.still(on.clock.now)
        assert not on.app.frame(on.clock.now + 0.1, [])
        game.cleo.ask(m.HandOver, seat=2, level="easy")
        on.until(lambda: game.client_table(game.bo).holders[2].kind == "bot", game.ada, game.cleo)
        assert not game.screen.still(on.clock.now)
        on.key(pygame.K_DOWN)
        assert not game.screen.still(on.clock.now)
        game.screen.do(OpenDialog("talk"))
        on.frames(5.0)
        assert not game.screen.still(on.clock.now), "the caret of a line blinks"
