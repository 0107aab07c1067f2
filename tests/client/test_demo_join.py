"""Joining a demo: by the button, at once or at the next moment at which a seat can be taken."""

from __future__ import annotations

import pygame
import pytest

from client.screens.table.screen import TableScreen
from client.stage.settings import Settings
from client.ui.focus import label_words
from client.ui.overlays import Dialog
from client.ui.widgets import Button
from core.game import Seat
from core.protocol import messages as m
from tests.client.couch import Couch, couch

QUICK = Settings(language="en", motion="reduced", speed=4.0, volume=0.0, music=False)


def demo(hands: Couch, game: str) -> TableScreen:
    """A demo whose AIs have begun."""
    hands.program.title()
    hands.program.demo(game)
    hands.until(lambda: isinstance(hands.app.top, TableScreen) and bool(hands.table.client_table.log))
    return hands.table


def join_button(hands: Couch) -> Button:
    words = hands.app.translate("table.demo.join")
    buttons = [widget for widget in hands.table.focus.widgets if isinstance(widget, Button)]
    return next(button for button in buttons if label_words(button.label) == words)


def join(hands: Couch, seat: int) -> None:
    """Press the button, choose the seat in the dialog and take it."""
    table = hands.table
    hands.press(join_button(hands))
    hands.rest()
    dialog = table.focus.modal
    assert isinstance(dialog, Dialog)
    for _ in range(seat):
        hands.key(pygame.K_RIGHT)
    hands.key(pygame.K_DOWN)
    hands.key(pygame.K_RETURN)


def paused_with_somebody_ready(hands: Couch) -> Seat:
    """The demo stands still in a phase in which all decide at once; the seat that has decided."""
    table = hands.table
    hands.until(lambda: table.client_table.latest.view(-1).stage in ("trade", "split", "choose", "resolve"))
    table.model.pace.pause(table.client_table, True)
    hands.until(lambda: table.client_table.paused)

    def ready() -> list[Seat]:
        return [Seat(seat) for seat in range(table.client_table.seats) if table.model.is_ready(Seat(seat))]

    def stand() -> tuple[int, tuple[Seat, ...]]:
        return table.client_table.latest.turn, table.client_table.latest.to_act

    for _ in range(200):
        hands.until(lambda: not table.model.playback.busy and not table.client_table.waiting)
        if ready():
            return ready()[0]
        before = stand()
        table.session.ask(m.StepOnce)
        hands.until(lambda was=before: stand() != was)  # or the step would come later
    raise AssertionError("nobody has decided anything")


@pytest.mark.long
def test_a_seat_whose_decision_is_secret_is_taken_as_soon_as_that_lies_open() -> None:
    """Until then the demo is one, with all its tools; it goes on, or that moment would not come."""
    with couch(QUICK) as hands:
        table = demo(hands, "great_split")
        seat = paused_with_somebody_ready(hands)
        join(hands, seat)
        soon = hands.app.translate("table.notice.join_soon", name=table.model.seat_name(seat))
        hands.until(lambda: soon in [one.text for one in hands.app.notices.shown])
        assert table.model.demo and not table.client_table.yours
        hands.until(lambda: table.client_table.yours == (seat,))
        hands.until(lambda: not table.model.demo)


def test_a_seat_that_is_free_of_secrets_is_taken_at_once() -> None:
    with couch(QUICK) as hands:
        table = demo(hands, "sturt")
        join(hands, 1)
        hands.until(lambda: table.client_table.yours == (1,) and not table.model.demo)


def test_what_pauses_a_demo_says_how_it_goes_on() -> None:
    with couch(QUICK) as hands:
        table = demo(hands, "sturt")
        shown, say = [], hands.app.translate
        for paused in (True, False):
            hands.key(pygame.K_p)
            hands.until(lambda wanted=paused: table.client_table.paused == wanted)
            hands.rest()
            tool = table.tools[0]
            assert callable(tool.tip)
            shown.append((tool.icon, tool.tip()))
        assert shown == [("play", say("table.demo.go_on")), ("pause", say("table.demo.pause"))]


def test_a_seat_that_cannot_be_had_leaves_the_demo_as_it_is() -> None:
    with couch(QUICK) as hands:
        table = demo(hands, "sturt")
        table.model.pace.pause(table.client_table, True)
        hands.until(lambda: table.client_table.paused)
        table.session.ask(m.Sit, table=table.client_table.table, seat=0, name="")
        hands.rest(1.0)
        assert table.model.demo and table.client_table.paused and not table.client_table.yours
