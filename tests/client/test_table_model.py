"""The table's model, its snapshots and its dialogs, each without the others where that can be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pygame

from client.screens.table.intents import (
    FreeSeatIntent,
    HandOverIntent,
    OpenDialog,
    PlainIntent,
    TableIntent,
    TakeSeat,
)
from client.screens.table.menu import TableMenu
from client.screens.table.screen import TableScreen
from client.screens.table.snapshot import MenuSnapshot, SeatChoice
from client.ui.focus import Focus
from client.ui.intents import Accept, MoveFocus
from core.protocol import messages as m
from tests.client.screens_kit import Stage, opened, server, stage, table

ALL = MenuSnapshot(
    opening=True,
    seats=(
        SeatChoice(0, "Ada", takeable=False, gives=True, open=False),
        SeatChoice(1, "", takeable=True, gives=True, open=True),
    ),
    booths="table.booths.at_once",
    publishes=True,
    invites=True,
    talks=True,
    muted=False,
    kept=True,
    journal=(),
)
"""Everything that a menu can have."""


@contextmanager
def shown() -> Iterator[tuple[Stage, TableScreen]]:
    """A table of two at this screen."""
    with server() as house, stage() as on:
        screen = table(opened(on, house, "Ada", "Kenji"))
        on.app.push(screen)
        on.frames(1.0)
        yield on, screen


def test_drawing_changes_neither_the_table_nor_the_next_picture() -> None:
    with shown() as (on, screen):
        before, canvas = screen.snapshot(), on.app.canvas
        pictures = set()
        for _ in range(2):
            screen.draw(canvas, on.clock.now)
            pictures.add(pygame.image.tobytes(canvas.surface, "RGB"))
        assert len(pictures) == 1 and screen.snapshot() == before


def test_a_dialog_that_a_person_closes_is_closed_for_the_model() -> None:
    with shown() as (on, screen):
        screen.do(OpenDialog("menu"))
        assert screen.focus.modal is not None
        on.key(pygame.K_ESCAPE)
        assert screen.focus.modal is None and screen.model.dialog is None


def asked_by(dialog: OpenDialog, rows: int) -> list[TableIntent | None]:
    """What each line of a dialog asks for."""
    asked: list[TableIntent | None] = []
    with stage() as on:
        menu, focus = TableMenu(on.app, asked.append), Focus()
        focus.layout(on.app.canvas.area)
        for row in range(rows):
            focus.open(menu.dialog(dialog, ALL))
            for _ in range(row):
                focus.handle(MoveFocus(0, 1))
            focus.handle(Accept())
            assert focus.modal is None
            if len(asked) == row:
                asked.append(None)
    return asked


def test_the_menu_asks_for_what_its_lines_say() -> None:
    assert asked_by(OpenDialog("menu"), 14) == [
        None,
        PlainIntent.SLOW_OPENING,
        PlainIntent.UNDO,
        PlainIntent.RULES,
        OpenDialog("journal"),
        PlainIntent.SETTINGS,
        PlainIntent.COPY,
        OpenDialog("seats"),
        PlainIntent.TOGGLE_BOOTHS,
        PlainIntent.PUBLISH,
        PlainIntent.INVITE,
        OpenDialog("people"),
        OpenDialog("talk"),
        PlainIntent.LEAVE,
    ]


def test_a_seat_is_taken_handed_over_or_freed_as_far_as_that_can_be() -> None:
    """Ada's own can be given away; nobody's can be taken, and is free already."""
    adas, nobodys = ([HandOverIntent(seat, level) for level in m.LEVELS] for seat in (0, 1))
    assert asked_by(OpenDialog("seat", 0), 7) == [*adas, FreeSeatIntent(0), None]
    assert asked_by(OpenDialog("seat", 1), 7) == [TakeSeat(1), *nobodys, None]
