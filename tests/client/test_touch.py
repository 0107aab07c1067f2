"""Fingers: hints that are pressed, what a moving finger does, and the table of a phone."""

from __future__ import annotations

import pygame
import pytest

from client.screens.gather.screen import GatherActions, GatherScreen
from client.screens.settings.screen import SettingsScreen
from client.screens.table.screen import TableScreen
from client.ui.canvas import LANDSCAPE_HEIGHT, PHONE_HEIGHT
from client.ui.focus import Focus
from client.ui.geometry import Rect
from client.ui.intents import TOUCH
from client.ui.overlays import pills
from client.ui.widgets import Button, Slider
from core.games import GAMES
from tests.client.screens_kit import LANGUAGES, Stage, check_layout, opened, server, stage, table

UPRIGHT = ((720, 1280), (780, 1688), (860, 1864))
PHONES = (*UPRIGHT, *((high, wide) for wide, high in UPRIGHT))
"""Pixels of the pictures of phones: 360x640, 390x844 and 430x932 at density 2, and the same lying."""
LEAST_ROW = 44
"""Pixels of these pictures that a seat's row is high at least."""


def tap(on: Stage, x: float, y: float) -> None:
    """A finger that touches a place, in units."""
    pixel = on.app.canvas.pixel(x, y)
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        event = pygame.event.Event(kind, pos=pixel, rel=(1, 1), buttons=(0, 0, 0), button=1, touch=True)
        on.frames(1 / 60, event)


def phone(on: Stage, house: object, *people: str, game: str = "sturt") -> TableScreen:
    """The table of a phone."""
    on.app.phone = True
    screen = table(opened(on, house, *people, game=game))  # type: ignore[arg-type]  # the house of the test
    on.app.push(screen)
    on.app.input.device = TOUCH
    screen.layout(on.app.canvas.area)
    on.frames(0.5)
    return screen


def test_a_hint_is_a_button_for_fingers() -> None:
    with server() as house, stage("en", (780, 1688)) as on:
        screen = phone(on, house, "Ada", "bot")
        shown = screen.snapshot()
        placed = pills(on.app.canvas, shown.hints, shown.lay.hints)
        place = next(place for place, hint in placed if hint.text == on.app.translate("sturt.hint.turn"))
        hand = screen.model.board.pickers[screen.model.chooser]  # type: ignore[attr-defined,index]  # of the kit
        before = hand.turned_by, hand.cursor, repr(hand.__dict__)
        tap(on, place.cx, place.cy)
        assert repr(hand.__dict__) != before[2]
        assert screen.model.playback.event is None and screen.model.state.pending == 0, "nothing was laid"


def test_what_a_finger_does_that_moves_depends_on_what_lies_under_it() -> None:
    slider, button = Slider("", 0.5, lambda value: None), Button("", lambda: None)
    slider.layout(Rect(0, 0, 100, 50))
    button.layout(Rect(0, 100, 100, 50))
    focus = Focus((slider, button))
    assert [focus.swipe(50, y) for y in (25, 125, 300)] == ["drag", "look", "scroll"]


@pytest.mark.covering(5)
@pytest.mark.parametrize("game", [game.info.key for game in GAMES])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", PHONES)
def test_a_phones_table_fits(
    game: str, language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with server() as house, stage(language, size) as on:
        seats = min(one.info.seats[0] for one in GAMES if one.info.key == game)
        people = ("Ada", *["bot"] * (seats - 1))
        screen = phone(on, house, *people, game=game)
        on.until(lambda: len(screen.client_table.latest.to_act) == 1, screen.session)  # the AIs are ready
        check_layout(on, screen, monkeypatch)
        small = screen.model.lay.plates[0].h
        tap(on, screen.tools[1].rect.cx, screen.tools[1].rect.cy)
        assert screen.model.lay.plates[0].h > small, "the whole table was asked for"


@pytest.mark.covering(5)
@pytest.mark.parametrize("seats", [2, 7])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", PHONES)
def test_a_phones_seats_fit(
    seats: int, language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with server() as house, stage(language, size) as on:
        on.app.phone = True
        session = opened(on, house, "open", *["bot"] * (seats - 1), game="great_split")
        screen = GatherScreen(session, GatherActions(lambda: None, lambda: None, lambda lost: None))
        check_layout(on, screen, monkeypatch)
        assert all(seat.rect.h * on.app.canvas.scale >= LEAST_ROW for seat in screen.seats)


def test_a_phone_that_lies_shows_what_fits_it_larger_than_a_window_does() -> None:
    with server() as house, stage("en", (1688, 780)) as on:
        screen = phone(on, house, "Ada", "bot")
        assert on.app.canvas.area.h == PHONE_HEIGHT
        on.app.push(SettingsScreen(on.app, on.app.pop))
        assert on.app.canvas.area.h == LANDSCAPE_HEIGHT
        on.app.pop()
        assert on.app.canvas.area.h == PHONE_HEIGHT and screen.model.lay.field.bottom < PHONE_HEIGHT
        tool = screen.tools[0].rect
        tap(on, tool.cx, tool.cy)
        assert screen.focus.modal is not None, "fingers press where things are"
