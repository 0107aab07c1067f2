"""Two people at one screen, played by posted events: what the couch tests are made of."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pygame

from client.app import App
from client.program import Program
from client.screens.table import TableScreen
from client.settings import Settings
from client.ui import bindings
from client.ui.focus import Widget
from core.games.sturt.rules import Lay

PATIENCE = 30.0
"""Seconds of real time after which something that should happen has not."""

KEYS = {(1, 0): pygame.K_RIGHT, (-1, 0): pygame.K_LEFT, (0, 1): pygame.K_DOWN, (0, -1): pygame.K_UP}
PAD = {
    (1, 0): bindings.BUTTON_RIGHT,
    (-1, 0): bindings.BUTTON_LEFT,
    (0, 1): bindings.BUTTON_DOWN,
    (0, -1): bindings.BUTTON_UP,
}


class Couch:
    """A window, the program in it, and hands on every device."""

    def __init__(self, settings: Settings, size: tuple[int, int] = (1280, 720)) -> None:
        self.clock = 0.0
        self.app = App(settings, size=size, clock=lambda: self.clock)
        self.program = Program(self.app, seed=7)

    # --- time -----------------------------------------------------------------------------------

    def frame(self) -> None:
        """One frame of the real loop, a sixtieth of a second later."""
        self.clock += 1 / 60
        self.app.frame()

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

    def settle(self) -> None:
        """Until everything at the table has been shown and somebody has to decide, or it is over."""
        table = self.table
        self.until(
            lambda: (
                not table.stage.busy
                and not table.mirror.waiting
                and (table.chooser is not None or table.mirror.latest.outcome is not None)
            )
        )

    def lay(self, lay: Lay, device: str) -> None:
        """Lay a card with one kind of device, the way a person would."""
        {"mouse": self._by_mouse, "keyboard": self._by_keys, "pad": self._by_pad}[device](lay)

    def _by_mouse(self, lay: Lay) -> None:
        board, view = self.table.board, self.table.mirror.latest.view()
        places = board.places(view)
        if board.hand.corners(view).bit_count() != lay.corners.bit_count() or not self._same_pile(lay):
            pile = "double" if lay.corners in (5, 10) else "fork"
            self.click(*places.piles[pile].centre)
        self.point(*places.cell((lay.x, lay.y)).centre)
        for _ in range(4):
            if board.hand.corners(view) == lay.corners:
                break
            self.wheel()
        self.click(*places.cell((lay.x, lay.y)).centre)

    def _by_keys(self, lay: Lay) -> None:
        self._with(lay, self.key, KEYS, pygame.K_TAB, pygame.K_e, pygame.K_RETURN)

    def _by_pad(self, lay: Lay) -> None:
        buttons = (bindings.BUTTON_Y, bindings.BUTTON_RB, bindings.BUTTON_A)
        self._with(lay, self.pad, PAD, *buttons)

    def _with(
        self,
        lay: Lay,
        push: Callable[[int], None],
        ways: dict[tuple[int, int], int],
        pile: int,
        turn: int,
        accept: int,
    ) -> None:
        hand, view = self.table.board.hand, self.table.mirror.latest.view()
        if not self._same_pile(lay):
            push(pile)
        for _ in range(4):
            if hand.corners(view) != lay.corners:
                push(turn)
        if hand.cell is None:
            push(ways[1, 0])
        while hand.cell[0] != lay.x:
            push(ways[(1, 0) if hand.cell[0] < lay.x else (-1, 0)])
        while hand.cell[1] != lay.y:
            push(ways[(0, 1) if hand.cell[1] < lay.y else (0, -1)])
        push(accept)

    def _same_pile(self, lay: Lay) -> bool:
        held = self.table.board.hand.held(self.table.mirror.latest.view())
        wanted = {5: "double", 10: "double"}.get(
            lay.corners, "fork" if lay.corners.bit_count() == 2 else "triple"
        )
        return held == wanted


@contextmanager
def couch(settings: Settings, size: tuple[int, int] = (1280, 720)) -> Iterator[Couch]:
    """A couch that is tidied up afterwards."""
    made = Couch(settings, size)
    try:
        yield made
    finally:
        made.program.close()
        made.app.close()
