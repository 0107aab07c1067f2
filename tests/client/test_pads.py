"""Pads belong to people, whichever of them go, come back or are swapped: SDL's events, the whole program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pygame
import pytest
from pygame._sdl2 import sdl2

from client.screens.table.curtain_timing import GUARD
from client.screens.table.menu import PadQuestion
from client.screens.table.pads import TablePads
from client.screens.table.screen import TableScreen
from client.stage.pad_owners import PadOwners
from client.stage.settings import Settings
from client.ui import bindings, gamepads, sdl
from client.ui.input import Input
from client.ui.intents import KEYBOARD, Device, Intent, MoveFocus
from client.ui.overlays import Dialog
from core.game import Goal, Seat
from core.protocol import messages as m
from tests.client.couch import Couch
from tests.client.virtual_pads import FULL, WHEEL, VirtualPads

ADA, BO, CLEO = Seat(0), Seat(1), Seat(2)
NAMES = ("Ada", "Bo", "Cleo")
CURTAIN, BOOTHS = (960, 540), (1280, 720)
"""Windows without and with room for a booth each."""
EQUAL, DIFFERENT = (1, 1, 1), (1, 2, 3)


class People(Couch):
    """Three people who decide in secret, with virtual pads in their order."""

    def __init__(self, size: tuple[int, int], products: tuple[int, ...]) -> None:
        super().__init__(Settings(language="en", names=NAMES), size, drawn=False)
        self.virtual = VirtualPads()
        self.pads = [self.virtual.plug(product) for product in products]
        self.frame()

    def sit(self, game: str = "great_split", people: int = len(NAMES)) -> None:
        plans = tuple(m.SeatPlan("me", name) for name in NAMES[:people])
        self.program.open(game, {}, plans, Goal(games=1))
        self.until(lambda: isinstance(self.app.top, TableScreen))
        if self.table.model.opening:
            self.table.model.skip()
        self.until(lambda: self.table.model.booths.active or self.table.model.asked is not None)
        self.rest(GUARD + 0.1)

    def push(self, instance: int, button: int = bindings.BUTTON_A) -> None:
        for down in (True, False):
            self.virtual.button(instance, button, down)
            self.frame()

    def pull(self, *instances: int) -> None:
        for instance in instances:
            self.virtual.pull(instance)
        self.rest(0.1)

    def plug(self, product: int) -> int:
        instance = self.virtual.plug(product)
        self.rest(0.1)
        return instance

    @property
    def question(self) -> PadQuestion | None:
        modal = self.table.focus.modal
        return modal if isinstance(modal, PadQuestion) else None

    @property
    def names(self) -> list[str]:
        """The names that a question offers."""
        assert self.question is not None
        return [row.label for row in self.question.widgets[:-1]]  # type: ignore[attr-defined]  # buttons

    def answer(self, instance: int, row: int) -> None:
        self.rest(GUARD + 0.1)
        for _ in range(row):
            self.push(instance, bindings.BUTTON_DOWN)
        self.push(instance)

    @property
    def notices(self) -> list[str]:
        return [line.text for line in self.app.notices.shown]


@contextmanager
def people(size: tuple[int, int], products: tuple[int, ...], sit: bool = True) -> Iterator[People]:
    hands = People(size, products)
    try:
        if sit:
            hands.sit()
        yield hands
    finally:
        hands.virtual.close()
        hands.program.close()
        hands.app.close()


@pytest.mark.parametrize("products", [EQUAL, DIFFERENT])
def test_when_a_pad_goes_nobody_elses_curtain_opens_to_the_next(products: tuple[int, ...]) -> None:
    with people(CURTAIN, products) as hands:
        curtain = hands.table.model.curtain
        hands.pull(hands.pads[0])
        assert hands.notices == ["Ada's gamepad has gone. Keyboard and mouse still work."]
        assert curtain.closed and curtain.lifted is None, "a pad that goes lets go of all it holds"
        hands.push(hands.pads[1])
        assert curtain.lifted == BO


def test_a_lone_pad_that_is_left_opens_its_own_curtain_only() -> None:
    with people(CURTAIN, DIFFERENT) as hands:
        hands.pull(*hands.pads[:2])
        hands.push(hands.pads[2])
        assert hands.table.model.curtain.lifted == CLEO


def test_the_keyboard_opens_the_curtain_of_whoever_is_without_a_pad() -> None:
    with people(CURTAIN, EQUAL) as hands:
        hands.push(hands.pads[2], bindings.BUTTON_RB)
        hands.pull(hands.pads[0])
        shown = hands.table.snapshot().curtain
        assert shown.device == KEYBOARD and shown.away, "another one's pad is no way to lift it"
        hands.key(pygame.K_RETURN)
        assert hands.table.model.curtain.lifted == ADA


def test_different_pads_that_come_back_in_the_other_order_are_known() -> None:
    with people(CURTAIN, DIFFERENT) as hands:
        hands.pull(hands.pads[0], hands.pads[1])
        bo, ada = hands.plug(DIFFERENT[1]), hands.plug(DIFFERENT[0])
        assert hands.notices[-2:] == ["Bo's gamepad is back.", "Ada's gamepad is back."]
        hands.push(bo)
        assert hands.question is None and hands.table.model.curtain.lifted == BO
        hands.push(ada)
        assert hands.table.model.curtain.lifted == BO


def test_of_equal_pads_one_that_comes_back_alone_is_known() -> None:
    with people(CURTAIN, EQUAL) as hands:
        hands.pull(hands.pads[1])
        bo = hands.plug(EQUAL[1])
        hands.push(bo)
        assert hands.question is None and hands.table.model.curtain.lifted == BO


def test_equal_pads_that_both_come_back_are_asked_whose_they_are() -> None:
    """The first press opens nothing. Once one has answered, the other can only be the last one."""
    with people(CURTAIN, EQUAL) as hands:
        hands.pull(hands.pads[0], hands.pads[1])
        bo, ada = hands.plug(EQUAL[0]), hands.plug(EQUAL[0])
        for pad in (bo, ada):
            hands.push(pad, bindings.BUTTON_RIGHT)
            assert hands.question is None, "a stick may be touched in passing"
        hands.push(bo)
        assert hands.table.model.curtain.closed and hands.names == ["Ada", "Bo"]
        assert hands.notices == [], "nothing lies over the question"
        hands.answer(bo, 1)
        hands.rest(0.1)
        assert hands.question is None and hands.table.model.curtain.closed
        assert hands.notices[-2:] == ["Bo's gamepad is back.", "Ada's gamepad is back."] or hands.notices
        hands.push(ada)
        assert hands.question is None and hands.table.model.curtain.lifted == ADA


def test_only_the_pad_in_question_answers_and_others_go_on() -> None:
    with people(BOOTHS, EQUAL) as hands:
        hands.pull(hands.pads[0])
        other = hands.plug(9)
        hands.push(other)
        assert hands.names == ["Ada"]
        hands.rest(GUARD + 0.1)
        hands.push(hands.pads[2], bindings.BUTTON_START)
        assert hands.question is not None and all(
            booth.closed for booth in hands.table.model.booths.open.values()
        )
        hands.push(hands.pads[1])
        assert [booth.closed for booth in hands.table.model.booths.open.values()] == [True, False, True]
        hands.key(pygame.K_ESCAPE)
        assert hands.question is None
        hands.push(other)
        hands.push(other)
        assert hands.question is not None, "not in haste"
        hands.answer(other, 0)
        hands.push(other)
        assert hands.question is None and not hands.table.model.booths.open[ADA].closed


def test_a_question_ends_with_its_pad_and_follows_those_who_come_back() -> None:
    with people(CURTAIN, DIFFERENT) as hands:
        hands.pull(*hands.pads[:2])
        other = hands.plug(9)
        hands.push(other)
        assert hands.names == ["Ada", "Bo"]
        hands.plug(DIFFERENT[0])
        assert hands.names == ["Bo"]
        hands.pull(other)
        assert hands.table.focus.modal is None


def test_a_pad_too_many_opens_nothing() -> None:
    with people(CURTAIN, (*DIFFERENT, 4)) as hands:
        hands.push(hands.pads[3])
        assert hands.table.model.curtain.closed and hands.question is None
        assert hands.notices == ["Everybody here has a gamepad already."]
        hands.push(hands.pads[3], bindings.BUTTON_START)
        assert isinstance(hands.table.focus.modal, Dialog), "the menu is for all"


def test_a_spare_pad_of_the_same_kind_is_not_the_one_that_has_gone() -> None:
    with people(CURTAIN, (1, 1, 1, 1)) as hands:
        hands.pull(hands.pads[0])
        hands.push(hands.pads[3])
        assert hands.table.model.curtain.closed and hands.names == ["Ada"]


def test_whoever_has_chosen_wrongly_says_so_in_the_menu() -> None:
    with people(CURTAIN, DIFFERENT) as hands:
        hands.push(hands.pads[1], bindings.BUTTON_START)
        menu = hands.table.focus.modal
        assert isinstance(menu, Dialog)
        words = hands.app.translate("table.pad.title")
        row = next(i for i, row in enumerate(menu.widgets) if getattr(row, "label", "") == words)
        hands.answer(hands.pads[1], row)
        assert hands.names == ["Bo"]
        hands.push(hands.pads[1], bindings.BUTTON_B)
        hands.push(hands.pads[1])
        assert hands.table.model.curtain.closed and hands.names == ["Bo"]


def test_in_booths_the_keyboard_stands_in_for_the_pad_that_has_gone() -> None:
    with people(BOOTHS, EQUAL) as hands:
        booths = hands.table.model.booths.open
        assert list(booths) == [ADA, BO, CLEO]
        hands.pull(hands.pads[1])
        assert list(hands.table.model.booths.open) == [ADA, BO, CLEO] and all(
            b.closed for b in booths.values()
        )
        hands.push(hands.pads[2])
        assert [booth.closed for booth in booths.values()] == [True, True, False]
        hands.key(pygame.K_RETURN)
        assert [booth.closed for booth in booths.values()] == [True, False, False]
        hands.push(hands.plug(EQUAL[1]))
        assert [booth.closed for booth in booths.values()] == [True, False, False]
        hands.key(pygame.K_RETURN)
        assert booths[ADA].closed, "Bo's pad is back: the keyboard is nobody's again"


def test_without_two_pads_there_are_no_booths() -> None:
    with people(BOOTHS, DIFFERENT) as hands:
        hands.pull(*hands.pads[:2])
        hands.until(lambda: not hands.table.model.booths.active)
        assert hands.table.model.curtain.closed
        hands.plug(DIFFERENT[1])
        hands.plug(DIFFERENT[0])
        hands.until(lambda: hands.table.model.booths.active)


@pytest.mark.parametrize("button", [bindings.BUTTON_START, bindings.BUTTON_B])
def test_whoever_is_not_asked_opens_the_menu_too(button: int) -> None:
    with people(CURTAIN, DIFFERENT[:2], sit=False) as hands:
        hands.sit("sturt", 2)
        assert hands.table.model.asked == ADA
        hands.push(hands.pads[1], bindings.BUTTON_RIGHT)
        assert hands.table.focus.modal is None, "what moves the cursor is swallowed"
        hands.push(hands.pads[1], button)
        assert isinstance(hands.table.focus.modal, Dialog)


def test_pads_stay_with_their_people_while_the_table_is_left() -> None:
    with people(CURTAIN, DIFFERENT) as hands:
        before = hands.table
        hands.pull(hands.pads[0])
        hands.app.replace(TableScreen(before.session, before.actions))
        hands.rest(0.3)
        assert hands.table is not before
        hands.until(lambda: hands.table.model.curtain.closed)
        hands.rest(GUARD + 0.1)
        hands.push(hands.pads[1])
        assert hands.table.model.curtain.lifted == BO


def test_hints_of_pads_go_with_the_last_pad() -> None:
    with people(CURTAIN, DIFFERENT) as hands:
        hands.push(hands.pads[2], bindings.BUTTON_LEFT)
        hands.pull(hands.pads[2])
        assert hands.app.device.kind == "gamepad"
        hands.pull(*hands.pads[:2])
        assert hands.app.device == KEYBOARD


# --- people who change seats --------------------------------------------------------------------


def holder(name: str, portrait: str = "fox") -> Any:
    return SimpleNamespace(name=name, portrait=portrait)


def test_a_pad_follows_its_person_to_another_seat_and_opens_no_other() -> None:
    """In the next game of a series people sit elsewhere; a seat may go to an AI, or to somebody new."""
    here = (Device("gamepad", 0), Device("gamepad", 1))
    pads = SimpleNamespace(connected=here, formers=lambda _: frozenset())
    app: Any = SimpleNamespace(input=SimpleNamespace(pads=pads), pad_owners=PadOwners())
    table: Any = SimpleNamespace(commitment="a", yours=(ADA, BO), holders=[holder("Ada"), holder("Bo")])
    owners = TablePads(app, table)
    assert owners.personal and owners.follow() == []
    first, second = here
    assert (owners.seat_of(first), owners.seat_of(second)) == (ADA, BO)
    table.holders, table.commitment = table.holders[::-1], "b"
    assert owners.follow() == [] and (owners.seat_of(first), owners.seat_of(second)) == (BO, ADA)
    table.yours, table.holders = (ADA, BO, CLEO), [holder("Bo"), holder("Eve"), holder("Bo", "owl")]
    owners.follow()
    assert owners.seat_of(first) is None and owners.is_nobodys(first) and owners.empty == (BO, CLEO)
    owners.give(first, ADA)
    assert owners.seat_of(first) is None, "Bo has a pad"
    owners.give(first, CLEO)
    assert owners.seat_of(first) == CLEO


def test_whoever_sits_down_with_one_of_several_pads_has_that_one() -> None:
    """As in a demo that people join one after the other: the first to come need not have the first pad."""
    here = (Device("gamepad", 0), Device("gamepad", 1))
    pads = SimpleNamespace(connected=here, formers=lambda _: frozenset())
    app: Any = SimpleNamespace(input=SimpleNamespace(pads=pads), pad_owners=PadOwners())
    table: Any = SimpleNamespace(commitment="a", yours=(), holders=[holder("Ada"), holder("Bo")])
    owners = TablePads(app, table)
    table.yours = (ADA,)
    owners.seated(here[1], ADA)
    table.yours = (ADA, BO)
    owners.follow()
    assert owners.seat_of(here[1]) == ADA and owners.is_nobodys(here[0]) and owners.empty == (BO,)


# --- axes, opening, identity --------------------------------------------------------------------


@contextmanager
def reader() -> Iterator[tuple[Input, VirtualPads]]:
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    gamepads.start()
    virtual = VirtualPads()
    try:
        yield Input(), virtual
    finally:
        virtual.close()
        pygame.quit()


def read(source: Input, now: float) -> list[Intent]:
    return source.read(pygame.event.get(), now)


def test_a_pedal_that_rests_at_its_end_moves_nothing() -> None:
    with reader() as (source, virtual):
        pedals = virtual.plug(kind=WHEEL, at_rest=(0, -FULL, FULL, 0))
        assert read(source, 0.0) == []
        told = []
        for step, value in enumerate((-30000, 0, FULL, 0, -FULL)):
            virtual.axis(pedals, 1, value)
            told += read(source, 1.0 + step / 20)
        virtual.axis(pedals, 2, 20000)
        assert [*told, *read(source, 2.0), *read(source, 9.0)] == []
        virtual.axis(pedals, 0, FULL)
        assert [type(intent) for intent in read(source, 10.0)] == [MoveFocus], "the wheel lay in its middle"


def test_a_stick_that_was_held_when_it_came_counts_once_it_has_been_let_go() -> None:
    with reader() as (source, virtual):
        stick = virtual.plug(kind=WHEEL, at_rest=(FULL,))
        virtual_values = ((0.0, 30000, 0), (1.0, 100, 0), (2.0, 30000, 1))
        read(source, 0.0)
        for now, value, count in virtual_values:
            virtual.axis(stick, 0, value)
            assert len(read(source, now)) == count


@pytest.mark.parametrize("error", [pygame.error, sdl2.error])
def test_a_pad_that_cannot_be_opened_is_left_out(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(index: int) -> None:
        raise error("no")

    with reader() as (source, virtual):
        monkeypatch.setattr("pygame._sdl2.controller.Controller", fail)
        virtual.plug()
        assert read(source, 0.0) == [] and source.gamepads == ()
        monkeypatch.setattr("pygame._sdl2.controller.init", lambda: fail(0))
        gamepads.start()


def test_serial_and_path_of_a_pad_that_has_none_are_empty() -> None:
    with reader() as (source, virtual):
        instance = virtual.plug()
        read(source, 0.0)
        assert sdl.joystick_serial(instance) == sdl.joystick_path(instance) == ""
        assert sdl.joystick_serial(99) == ""
