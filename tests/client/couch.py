"""People at one screen, played by posted events: what the couch tests are made of, whatever the game."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import pygame
import pytest

from client.app import navigation
from client.app.navigation import Program
from client.screens.result.screen import ResultScreen
from client.screens.setup.screen import SetupScreen
from client.screens.shared.question import QuestionScreen
from client.screens.table.screen import TableScreen
from client.screens.title.screen import TitleScreen
from client.stage.settings import Settings
from client.stage.window import App
from client.ui import bindings
from client.ui.focus import Widget
from client.ui.sound.audio import Audio
from core import codec
from core.game import Goal, Seat
from core.protocol import messages as m

PATIENCE = 30.0
"""Seconds of real time after which something that should happen has not."""

DEVICES = ("mouse", "keyboard", "pad")

KEYS = {(1, 0): pygame.K_RIGHT, (-1, 0): pygame.K_LEFT, (0, 1): pygame.K_DOWN, (0, -1): pygame.K_UP}
PAD = {
    (1, 0): bindings.BUTTON_RIGHT,
    (-1, 0): bindings.BUTTON_LEFT,
    (0, 1): bindings.BUTTON_DOWN,
    (0, -1): bindings.BUTTON_UP,
}


class Couch:
    """A window, the program in it, and hands on every device.

    `tick` are the seconds from frame to frame on the program's own clock. Where only what hands do matters
    nothing need be drawn.
    """

    def __init__(
        self,
        settings: Settings,
        size: tuple[int, int] = (1280, 720),
        tick: float = 1 / 20,
        drawn: bool = True,
    ) -> None:
        self.clock = 0.0
        self.tick = tick
        self.app = App(settings, size=size, clock=lambda: self.clock)
        self.app.audio = Audio(silent=True)  # what is heard has tests of its own
        if not drawn:
            self.app.draw = lambda: None  # type: ignore[method-assign]  # of this one app
        self.program = Program(self.app, seed=7)

    # --- time -----------------------------------------------------------------------------------

    def frame(self) -> None:
        """One frame of the real loop, a tick later; then the server's thread has its turn."""
        self.clock += self.tick
        self.app.frame()
        time.sleep(0)

    def until(self, true: Callable[[], bool]) -> None:
        """Frames until something is true."""
        end = time.monotonic() + PATIENCE
        while not true():
            self.frame()
            assert time.monotonic() < end, f"still waiting at {type(self.app.top).__name__}"

    def rest(self, seconds: float = 0.4) -> None:
        """Frames for so long on the program's own clock."""
        end = self.clock + seconds
        while self.clock < end:
            self.frame()

    # --- hands ----------------------------------------------------------------------------------

    def post(self, kind: int, **fields: object) -> None:
        pygame.event.post(pygame.event.Event(kind, **fields))
        self.frame()

    def key(self, key: int) -> None:
        self.post(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
        self.post(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)

    def pad(self, button: int, instance: int = 5) -> None:
        self.post(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=instance)
        self.post(pygame.CONTROLLERBUTTONUP, button=button, instance_id=instance)

    def point(self, x: float, y: float) -> None:
        spot = self.app.canvas.pixel(x, y)
        self.post(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0), touch=False)

    def click(self, x: float, y: float) -> None:
        self.point(x, y)
        spot = self.app.canvas.pixel(x, y)
        self.post(pygame.MOUSEBUTTONDOWN, pos=spot, button=1, touch=False)
        self.post(pygame.MOUSEBUTTONUP, pos=spot, button=1, touch=False)

    def other_button(self, x: float, y: float) -> None:
        """The second button of the mouse, pressed and let go here."""
        spot = self.app.canvas.pixel(x, y)
        self.post(pygame.MOUSEBUTTONDOWN, pos=spot, button=3, touch=False)
        self.post(pygame.MOUSEBUTTONUP, pos=spot, button=3, touch=False)

    def press(self, widget: Widget) -> None:
        """Click on the middle of a widget."""
        self.click(*widget.rect.centre)

    def wheel(self) -> None:
        self.post(pygame.MOUSEWHEEL, x=0, y=-1, precise_x=0.0, precise_y=-1.0, flipped=False)

    # --- at the table ---------------------------------------------------------------------------

    @property
    def table(self) -> TableScreen:
        assert isinstance(self.app.top, TableScreen), type(self.app.top)
        return self.app.top

    def open(self, game: str, options: Any, *plans: m.SeatPlan) -> None:
        """A table of a game with these options at once."""
        self.program.title()
        self.rest(0.5)
        self.program.open(game, codec.plain(options), plans, Goal(games=1))
        self.until(lambda: isinstance(self.app.top, TableScreen))
        self.settle()

    def open_table(self, game: str) -> None:
        """From the shelf to the table: its box and what it offers clicked, then Enter."""
        self.program.title()
        self.rest(0.5)
        title = self.app.top
        assert isinstance(title, TitleScreen)
        if title.game != game:
            self.press(next(box for box in title.boxes if box.box.key == game))
            self.rest(0.5)
        self.press(title.play)
        self.until(lambda: isinstance(self.app.top, SetupScreen))
        self.rest()
        self.key(pygame.K_RETURN)
        self.decline_lesson()
        self.until(lambda: isinstance(self.app.top, TableScreen))
        self.settle()

    def decline_lesson(self) -> None:
        """The guided first game that a new name is offered, declined."""
        if isinstance(self.app.top, QuestionScreen):
            self.press(self.app.top.buttons[1])

    def settle(self) -> None:
        """Until everything at the table has been shown and somebody can decide, or it is over.

        How chance began the game is passed over.
        """
        table = self.table
        if table.model.opening:
            table.model.skip()
        self.until(
            lambda: (
                table.model.asked is not None
                or (
                    table.client_table.latest.outcome is not None
                    and not table.client_table.waiting
                    and not table.model.playback.busy
                )
            )
        )
        if table.model.curtain.closed:
            self.rest(1.0)
            self.key(pygame.K_RETURN)
            self.until(lambda: table.model.chooser is not None)
        self.frame()

    def honour(self) -> None:
        """Until the game that is over has its result, whose ceremony is left with a key."""
        self.until(lambda: isinstance(self.app.top, ResultScreen))
        self.key(pygame.K_RETURN)
        self.rest()

    @property
    def moment(self) -> tuple[int, tuple[tuple[int, int], ...]]:
        """Names where the table's game stands, sealed decisions made here included."""
        latest = self.table.client_table.latest
        return latest.turn, tuple(sorted(latest.plies.items()))

    def has_decided(self, since: int, seat: int, action: Any) -> bool:
        """Whether a seat has done this: last of all it has sealed, or in a step after `since` ones.

        While there are secrets a step may say no more than that something was done.
        """
        client_table = self.table.client_table
        if client_table.line(Seat(seat)):
            return bool(client_table.line(Seat(seat))[-1] == action)
        mine = [step.action for step in client_table.log[since:] if step.seat == seat]
        return any(told == action or client_table.secrets for told in mine)


class Fingers:
    """Keys or buttons of one device: the directions and what else a board understands."""

    def __init__(self, push: Callable[[int], None], ways: dict[tuple[int, int], int], *others: int) -> None:
        self._push, self._ways = push, ways
        self._cycle, self._turn, self._accept = others

    def cycle(self) -> None:
        self._push(self._cycle)

    def turn(self) -> None:
        self._push(self._turn)

    def accept(self) -> None:
        self._push(self._accept)

    def move(self, dx: int, dy: int) -> None:
        self._push(self._ways[dx, dy])


def fingers(hands: Couch, device: str) -> Fingers:
    """Those on the keyboard or on a pad."""
    if device == "keyboard":
        return Fingers(hands.key, KEYS, pygame.K_TAB, pygame.K_e, pygame.K_RETURN)
    return Fingers(hands.pad, PAD, bindings.BUTTON_Y, bindings.BUTTON_RB, bindings.BUTTON_A)


class Player(Protocol):
    """Plays one game with a couch's hands."""

    def does(self, action: Any, device: str) -> None:
        """Do it with one kind of device, the way a person would."""
        ...

    def picks(self, legal: Sequence[Any], rng: random.Random) -> Any:
        """One of what can be done, so that a game gets on."""
        ...


@contextmanager
def couch(settings: Settings, size: tuple[int, int] = (1280, 720), **more: Any) -> Iterator[Couch]:
    """A couch that is tidied up afterwards; AIs make no pause before they decide."""
    made = Couch(settings, size, **more)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(navigation, "AI_PAUSE", 0.0)
        try:
            yield made
        finally:
            made.program.close()
            made.app.close()
