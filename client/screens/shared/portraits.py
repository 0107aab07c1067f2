"""Portraits on screens: framed in a seat's colour, as a button, and on a sheet with all of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from assets.texts import TextLookup
from client.ui.animation import ease_out, progress
from client.ui.canvas import Canvas
from client.ui.focus import Focus, Label, PlaySound, label_words
from client.ui.geometry import Rect
from client.ui.intents import Back, Intent, MoveFocus, Press
from client.ui.overlays import FADE_SECONDS
from client.ui.portraits import PORTRAIT_KEYS, draw_portrait
from client.ui.symbols import icon, seat_badge, seat_swatch
from client.ui.widgets import Button, focus_ring

SHEET_WIDTH: Final = 1320.0
CELL_GAP: Final = 20.0
MOST_CELL_SIZE: Final = 156.0
NAME_HEIGHT: Final = 62.0
"""Units high: the name of the focused portrait, below the portraits."""


def draw_framed(canvas: Canvas, seat: int, key: str, rect: Rect) -> None:
    """Draw a player's portrait on the seat's colour and pattern, with its symbol; "" for nobody's."""
    box = rect.fit(1.0)
    seat_swatch(canvas, seat, box, box.w * 0.16)
    if not key:
        seat_badge(canvas, seat, box.scaled(0.72))
        return
    draw_portrait(canvas, key, box.scaled(0.94))
    side = max(24.0, box.w * 0.36)
    seat_badge(canvas, seat, Rect(box.right - side + 4, box.bottom - side + 4, side, side))


class PortraitButton(Button):
    """Button with a seat's portrait: left and right step to others, pressing it opens the sheet with all of
    them.

    Without a label it is the framed portrait alone, else a row with its label, the portrait and its name.
    """

    split = 0.3

    def __init__(
        self,
        seat: int,
        key: str,
        translate: TextLookup,
        choose: Callable[[PortraitButton], None],
        label: Label = "",
    ) -> None:
        super().__init__(label, lambda: choose(self), tip="" if label else self._tip)
        self.seat = seat
        self.key = key
        self.translate = translate

    def _tip(self) -> str:
        return self.translate("screen.portrait.tip", name=self.translate(f"portrait.{self.key}"))

    def handle(self, intent: Intent) -> bool:
        if isinstance(intent, MoveFocus) and intent.dx:
            self.key = PORTRAIT_KEYS[(PORTRAIT_KEYS.index(self.key) + intent.dx) % len(PORTRAIT_KEYS)]
            return True
        return super().handle(intent)

    def draw(self, canvas: Canvas, now: float) -> None:
        if self.label:
            super().draw(canvas, now)
            return
        heat = ease_out(self.heat(now))
        rect = self.rect.moved(0, 3 if self._down else -2 * heat)
        draw_framed(canvas, self.seat, self.key, rect)
        focus_ring(canvas, rect, heat)

    def _draw_words(self, canvas: Canvas, rect: Rect, heat: float) -> None:
        label, field = rect.inset(24, 4).cut_left(rect.w * self.split - 24)
        canvas.text(label_words(self.label), label, "body", "ink")
        ink = "accent" if self.focused else "quiet"
        icon(canvas, "left", field.place(30, 30, "left"), ink)
        icon(canvas, "right", field.place(30, 30, "right"), ink)
        picture, words = field.inset(48, 0).cut_left(field.h, 18)
        draw_portrait(canvas, self.key, picture)
        canvas.text(self.translate(f"portrait.{self.key}"), words, "body", "ink")


class _Face(Button):
    """Portrait on the sheet; its eyes follow the focus."""

    def __init__(
        self, key: str, seat: int, pick: Callable[[str], None], owner: int | None, chosen: bool
    ) -> None:
        super().__init__("", lambda: pick(key))
        self.key = key
        self.seat = seat
        self.owner = owner
        self.chosen = chosen
        self.look = (0.0, 0.0)

    def draw(self, canvas: Canvas, now: float) -> None:
        heat = ease_out(self.heat(now))
        rect = self.rect.moved(0, 3 if self._down else -3 * heat)
        draw_portrait(canvas, self.key, rect, self.look)
        if self.chosen:
            canvas.ring(rect.grown(5), rect.w, f"seat.{self.seat}", 8)
        focus_ring(canvas, rect, heat, rect.w)
        if self.owner is not None:
            seat_badge(canvas, self.owner, rect.place(44, 44, "bottomright"))


class PortraitSheet:
    """Sheet of all portraits, until one is picked; `owners` are the seats that already have one."""

    def __init__(
        self, button: PortraitButton, owners: Mapping[str, int], sound: PlaySound | None, at: float
    ) -> None:
        self.button = button
        self.closed = False
        self._at = at
        self.faces = [
            _Face(key, button.seat, self._pick, owners.get(key), key == button.key) for key in PORTRAIT_KEYS
        ]
        self.focus = Focus(self.faces, sound)
        self._rect = Rect(0, 0, 0, 0)

    @property
    def text_field(self) -> None:
        """Nothing is typed here."""

    def _pick(self, key: str) -> None:
        self.button.key = key
        self.closed = True

    def layout(self, area: Rect) -> None:
        """Two rows where there is room for them, else four; below them a name."""
        wide = min(SHEET_WIDTH, area.w - 64)
        columns = 8 if wide > 1000 else 4
        rows = math.ceil(len(PORTRAIT_KEYS) / columns)
        cell = min(MOST_CELL_SIZE, (wide - 96 - CELL_GAP * (columns - 1)) / columns)
        room = columns * cell + CELL_GAP * (columns - 1)
        high = rows * cell + CELL_GAP * (rows - 1)
        self._rect = area.place(room + 96, 30 + 64 + 24 + high + 14 + NAME_HEIGHT + 24)
        self._title, rest = self._rect.inset(48, 30).cut_top(64, 24)
        grid, self._name = rest.cut_top(high, 14)
        for face, place in zip(self.faces, grid.grid(columns, rows, CELL_GAP), strict=False):
            face.layout(place)
        if self.focus.current is None:
            self.focus.focus(next(face for face in self.faces if face.chosen), self._at)
        self._look()

    def _look(self) -> None:
        """Turn all eyes to the focused portrait, which looks ahead."""
        x, y = self._looked_at.rect.centre
        for face in self.faces:
            dx, dy = x - face.rect.cx, y - face.rect.cy
            far = math.hypot(dx, dy) or 1.0
            face.look = dx / far, dy / far

    @property
    def _looked_at(self) -> _Face:
        return next(face for face in self.faces if face is self.focus.current)

    def still(self, now: float) -> bool:
        return now > self._at + 2 * FADE_SECONDS and self.focus.still(now)

    def handle(self, intent: Intent) -> bool:
        """Take all intents; back, or pressing beside the sheet, changes nothing."""
        outside = isinstance(intent, Press) and not self._rect.contains(intent.x, intent.y)
        if outside or (not self.focus.handle(intent) and isinstance(intent, Back)):
            self.closed = True
        self._look()
        return True

    def draw(self, canvas: Canvas, now: float) -> None:
        """Draw the sheet over the darkened screen."""
        translate = self.button.translate
        with canvas.faded(ease_out(progress(now, self._at, FADE_SECONDS))):
            canvas.rect(canvas.area, (*canvas.colour("shadow")[:3], 170))
            canvas.panel(self._rect, "sheet")
            canvas.text(translate("screen.portrait.title"), self._title, "heading", "lamp")
            self.focus.draw(canvas, now)
            words = translate(f"portrait.{self._looked_at.key}")
            canvas.text(words, self._name, "body", "ink", face="display", size=38, align="centre")
