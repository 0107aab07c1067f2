"""Field to type a line into, with caret, input method, clipboard, and letters to pick for gamepads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.ui.animation import ease_out
from client.ui.canvas import Canvas
from client.ui.direction import begins_at_the_right
from client.ui.focus import Label, Widget, label_words
from client.ui.geometry import Rect
from client.ui.intents import (
    Accept,
    Back,
    Caret,
    Composing,
    Cycle,
    Erase,
    Intent,
    MoveFocus,
    Press,
    Release,
    Turn,
    Typed,
    Undo,
)
from client.ui.symbols import icon
from client.ui.text import clean
from client.ui.widgets import focus_ring

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.:-_ ÄÖÜäöüß"
"""Letters that a gamepad can pick, in this order."""


class TextField(Widget):
    """Field for one line of text of at most `limit` characters.

    With a gamepad: accept begins picking, up and down change the letter, right goes on, left goes back,
    the undo button erases, accept or back ends. `submit` is called by accept on the keyboard (and when
    picking ends), `change` after every change.
    """

    def __init__(
        self,
        label: Label,
        text: str = "",
        *,
        change: Callable[[str], None] | None = None,
        submit: Callable[[str], None] | None = None,
        limit: int = 24,
        placeholder: Label = "",
        enabled: bool = True,
        tip: Label = "",
        split: float = 0.45,
    ) -> None:
        super().__init__(enabled=enabled, tip=tip)
        self.label = label
        self.text = clean(text)[:limit]
        self.caret = len(self.text)
        self.limit = limit
        self.placeholder = placeholder
        self.change = change
        self.submit = submit
        self.split = split
        self.composing = ""
        self.picking = False

    @property
    def wants_text(self) -> bool:  # type: ignore[override]  # a property here, a constant elsewhere
        return self.enabled

    @property
    def field(self) -> Rect:
        """Part that is typed into."""
        if not label_words(self.label):
            return self.rect
        return self.rect.cut_right(self.rect.w * (1 - self.split))[0].inset(0, 6)

    def set_focus(self, focused: bool, at: float) -> None:
        super().set_focus(focused, at)
        if not focused:
            self.picking = False
            self.end_composing()

    def end_composing(self) -> None:
        self._insert(self.composing)

    def set_text(self, text: str) -> None:
        """Set the text from outside; `change` is not called."""
        self.text = clean(text)[: self.limit]
        self.caret = len(self.text)

    # --- input --------------------------------------------------------------------------------

    def handle(self, intent: Intent) -> bool:
        if not self.enabled:
            return False
        if isinstance(intent, Typed):
            return self._insert(intent.text)
        if isinstance(intent, Composing):
            self.composing = intent.text
            return True
        if isinstance(intent, Erase):
            return self._erase(intent.step)
        if isinstance(intent, Caret):
            self.caret = 0 if intent.to < 0 else len(self.text)
            return True
        if intent.device.kind == "gamepad":
            return self._handle_pad(intent)
        if isinstance(intent, MoveFocus) and intent.dx:
            step = -intent.dx if begins_at_the_right(self.text) else intent.dx
            self.caret = min(len(self.text), max(0, self.caret + step))
            return True
        if isinstance(intent, Accept) and self.submit is not None:
            self.submit(self.text)
            return True
        return isinstance(intent, Press | Release)

    def _handle_pad(self, intent: Intent) -> bool:
        if not self.picking:
            self.picking = isinstance(intent, Accept)
            if self.picking:
                self.caret = len(self.text)
            return self.picking
        if isinstance(intent, Accept | Back):
            self.picking = False
            if isinstance(intent, Accept) and self.submit is not None:
                self.submit(self.text)
        elif isinstance(intent, MoveFocus):
            self._pick_move(intent)
        elif isinstance(intent, Turn | Cycle):
            self._pick(26 * intent.step)
        elif isinstance(intent, Undo):
            self._erase(-1)
        return True

    def _pick_move(self, move: MoveFocus) -> None:
        if move.dy:
            self._pick(move.dy)
        elif move.dx:
            self.caret = min(len(self.text), max(0, self.caret + move.dx))

    def _pick(self, step: int) -> None:
        """Change the letter at the caret; at the end begin a new one."""
        if self.caret >= len(self.text):
            if len(self.text) >= self.limit:
                return
            self.text += LETTERS[0 if step > 0 else -1]
        else:
            at = LETTERS.find(self.text[self.caret])
            letter = LETTERS[(at + step) % len(LETTERS)]
            self.text = self.text[: self.caret] + letter + self.text[self.caret + 1 :]
        self._changed()

    def _insert(self, text: str) -> bool:
        room = self.limit - len(self.text)
        added = self.taken(clean(text))[: max(0, room)]
        self.composing = ""
        if added:
            self.text = self.text[: self.caret] + added + self.text[self.caret :]
            self.caret += len(added)
            self._changed()
        return True

    def taken(self, text: str) -> str:
        """Part of a typed text that the field takes."""
        return text

    def _erase(self, step: int) -> bool:
        start = self.caret - 1 if step < 0 else self.caret
        if 0 <= start < len(self.text):
            self.text = self.text[:start] + self.text[start + 1 :]
            self.caret = start
            self._changed()
        return True

    def _changed(self) -> None:
        if self.change is not None:
            self.change(self.text)

    # --- looks --------------------------------------------------------------------------------

    def visible_text(self, text: str) -> str:
        """Part of the text, from its beginning, as it is drawn."""
        return text

    def draw(self, canvas: Canvas, now: float) -> None:
        heat = ease_out(self.heat(now))
        with canvas.faded(1.0 if self.enabled else 0.55):
            if label_words(self.label):
                room = Rect(self.rect.x + 24, self.rect.y, self.rect.w * self.split - 36, self.rect.h)
                canvas.text(label_words(self.label), room, "body", "ink", fit="wrap")
            canvas.panel(self.field, "well")
            self._draw_line(canvas, self.field.inset(20, 4), now)
        focus_ring(canvas, self.rect, heat, 14)

    def _draw_line(self, canvas: Canvas, room: Rect, now: float) -> None:
        before = self.visible_text(self.text[: self.caret])
        shown = before + self.composing + self.visible_text(self.text)[len(before) :]
        if not shown and not self.focused:
            canvas.text(label_words(self.placeholder), room, "body", "quiet")
            return
        head = canvas.caret(shown, len(before) + len(self.composing), "body")
        shift = max(0.0, head - room.w + 12) if self.focused else 0.0
        with canvas.clip(room.grown(4)), canvas.shifted(-shift, 0):
            canvas.text(shown, room, "body", "ink", fit="free")
            if self.composing:
                start = canvas.caret(shown, len(before), "body")
                canvas.rect(Rect(room.x + min(start, head), room.cy + 20, abs(head - start), 2), "accent")
            if self.focused:
                self._draw_caret(canvas, room.x + head, room.cy)

    def _draw_caret(self, canvas: Canvas, x: float, y: float) -> None:
        canvas.rect(Rect(x, y - 20, 3, 40), "accent")
        if self.picking:
            icon(canvas, "up", Rect.around(x + 9, y - 26, 20), "accent")
            icon(canvas, "down", Rect.around(x + 9, y + 26, 20), "accent")
