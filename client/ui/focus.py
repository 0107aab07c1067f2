"""Focus among the widgets of a screen, moved in two dimensions by geometry.

The pointer focuses the widget under it. Widgets are retained: `layout` places them, `draw` shows them,
`handle` answers an intent; drawing changes nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Literal, Protocol

from client.ui.animation import HOVER_SECONDS, progress
from client.ui.canvas import Canvas
from client.ui.geometry import Point, Rect
from client.ui.intents import (
    Accept,
    Back,
    Cycle,
    Drag,
    Intent,
    Menu,
    MoveFocus,
    PointAt,
    Press,
    Release,
    Scroll,
    Secondary,
)

PlaySound = Callable[[str], None]
Label = str | Callable[[], str]
Swipe = Literal["look", "drag", "scroll"]
"""Effect of a moving finger: it points at one thing after the other, drags the thing, or scrolls."""
TIP_DELAY = 0.55
LIGHT_START = 1 / 60
"""Seconds of head start for a widget that lights up, so that the first frame after an input shows it."""


def label_words(label: Label) -> str:
    """Words of a label, which may be a function so that it follows the language."""
    return label if isinstance(label, str) else label()


class Widget:
    """Something on a screen that can have the focus.

    `tip` is shown beside it while it is focused; a disabled widget with a tip can still be focused,
    so that it can say why it is disabled.
    """

    wants_text = False
    """Whether the widget takes typed letters while it is focused."""
    swipe: Swipe = "look"
    """Effect of a finger that moves on it."""

    def __init__(self, *, enabled: bool = True, tip: Label = "") -> None:
        self.rect = Rect(0, 0, 0, 0)
        self.enabled = enabled
        self.visible = True
        self.tip = tip
        self.focused = False
        self.focus_changed = -math.inf

    @property
    def focusable(self) -> bool:
        return self.visible and self.rect.w > 0 and (self.enabled or bool(self.tip))

    def layout(self, rect: Rect) -> None:
        """Take this place."""
        self.rect = rect

    def holds(self, x: float, y: float) -> bool:
        """Whether the point is inside."""
        return self.rect.contains(x, y)

    def draw(self, canvas: Canvas, now: float) -> None:
        """Draw the widget."""

    def draw_over(self, canvas: Canvas, now: float) -> None:
        """Draw what lies above all other widgets."""

    def handle(self, intent: Intent) -> bool:
        """Answer an intent; False if the widget has no use for it."""
        return False

    def set_focus(self, focused: bool, at: float) -> None:
        if focused != self.focused:
            self.focused, self.focus_changed = focused, at

    def end_composing(self) -> None:
        """Keep what an input method has composed so far: the person goes on elsewhere."""

    def pointer_left(self) -> None:
        """Report that the pointer is over nothing any more; the focus stays."""

    def heat(self, now: float) -> float:
        """Brightness 0 … 1 of the widget's focus."""
        t = progress(now, self.focus_changed - LIGHT_START, HOVER_SECONDS)
        return t if self.focused else 1 - t


class Modal(Protocol):
    """Dialog or sheet over a screen, which takes all input while it is open."""

    @property
    def closed(self) -> bool: ...
    @property
    def text_field(self) -> Widget | None: ...
    def layout(self, area: Rect) -> None: ...
    def draw(self, canvas: Canvas, now: float) -> None: ...
    def handle(self, intent: Intent) -> bool: ...
    def still(self, now: float) -> bool:
        """Whether nothing of it moves, nor will without an input."""
        ...


class Focus:
    """Widgets of a screen, one of them focused, and at most one modal over them."""

    def __init__(self, widgets: Sequence[Widget] = (), sound: PlaySound | None = None) -> None:
        self.widgets: tuple[Widget, ...] = tuple(widgets)
        self.modal: Modal | None = None
        self._sound = sound
        self._area = Rect(0, 0, 1920, 1080)
        self._current: Widget | None = None
        self._captured: Widget | None = None
        self._pointer: Point | None = None
        """Place of the pointer; None where something else has set the focus since it moved."""

    @property
    def current(self) -> Widget | None:
        return self._current

    @property
    def pointed(self) -> bool:
        """Whether the pointer has the focus."""
        return self._pointer is not None

    @property
    def text_field(self) -> Widget | None:
        """Widget that gets typed letters now; without any the app switches the input method off."""
        if self.modal is not None:
            return self.modal.text_field
        current = self._current
        return current if current is not None and current.focused and current.wants_text else None

    def set(self, widgets: Sequence[Widget], widget: Widget | None = None, at: float = 0.0) -> None:
        """Set other widgets; the focus stays if its widget does, else it goes to `widget` or the first
        one.
        """
        self.widgets = tuple(widgets)
        if self._captured not in self.widgets:
            self._captured = None
        if self._current not in self.widgets:
            self._drop(at)
        if widget is not None or self._current is None:
            self.focus(widget, at)

    def focus(self, widget: Widget | None, at: float = 0.0, quiet: bool = True) -> None:
        """Focus a widget (None: the first that can be)."""
        target = widget if widget is not None else next((w for w in self.widgets if w.focusable), None)
        self._pointer = None
        if target is self._current:
            return
        self._drop(at)
        self._current = target
        if target is not None:
            target.set_focus(True, at)
            if not quiet:
                self._play("move")

    def point_again(self, at: float) -> None:
        """Focus what lies under the pointer after widgets were placed anew, if the pointer has the focus."""
        place = self._pointer
        target = self.under(*place) if place is not None and self.modal is None else None
        if target is not None:
            self.focus(target, at)
            self._pointer = place

    def open(self, modal: Modal) -> None:
        """Open a modal over the screen until it closes itself."""
        if self._current is not None:
            self._current.end_composing()
        self.modal = modal
        self._captured = None
        modal.layout(self._area)

    def layout(self, area: Rect) -> None:
        """Tell a modal the size of the screen; widgets are placed by their screen."""
        self._area = area
        if self.modal is not None:
            self.modal.layout(area)

    def draw(self, canvas: Canvas, now: float) -> None:
        """Draw all widgets, then what lies above them, then the modal."""
        for widget in self.widgets:
            if widget.visible:
                widget.draw(canvas, now)
        for widget in self.widgets:
            if widget.visible:
                widget.draw_over(canvas, now)
        if self.modal is None:
            self._draw_tip(canvas, now)
        else:
            self.modal.draw(canvas, now)

    def still(self, now: float) -> bool:
        """Whether nothing moves because of the focus; the caret of a text field always does."""
        current = self._current
        settled = current is None or now > current.focus_changed + TIP_DELAY + 2 * HOVER_SECONDS
        return settled and self.text_field is None

    def handle(self, intent: Intent) -> bool:
        """Pass the intent to its widget, or move the focus. False if nothing used it."""
        if self.modal is not None:
            return self._handle_modal(intent)
        if isinstance(intent, PointAt | Press | Drag | Release | Scroll | Secondary):
            return self._handle_pointer(intent)
        current = self._current
        if current is not None and current.handle(intent):
            self._answer(intent)
            return True
        if isinstance(intent, Accept) and current is not None and not current.enabled:
            self._play("refuse")
            return True
        if isinstance(intent, MoveFocus):
            return self.move(intent.dx, intent.dy, intent.at)
        if isinstance(intent, Cycle):
            return self.cycle(intent.step, intent.at)
        return False

    def move(self, dx: int, dy: int, at: float = 0.0) -> bool:
        """Move to the nearest widget in a direction; False if there is none."""
        choices = [w for w in self.widgets if w.focusable and w is not self._current]
        if self._current is None or not self._current.focusable:
            self.focus(None, at, quiet=False)
            return self._current is not None
        target = nearest_widget(self._current.rect, choices, dx, dy)
        if target is None:
            return False
        self.focus(target, at, quiet=False)
        return True

    def cycle(self, step: int, at: float = 0.0) -> bool:
        """Move to the next or previous widget in their order, around the end."""
        choices = [w for w in self.widgets if w.focusable]
        if not choices:
            return False
        index = choices.index(self._current) if self._current in choices else -1 if step > 0 else 0
        self.focus(choices[(index + step) % len(choices)], at, quiet=False)
        return True

    # --- inside -------------------------------------------------------------------------------

    def _handle_modal(self, intent: Intent) -> bool:
        modal = self.modal
        assert modal is not None
        modal.handle(intent)
        if modal.closed and self.modal is modal:
            self.modal = None
            self._play("back" if isinstance(intent, Back) else "accept")
        return True

    def _handle_pointer(self, intent: PointAt | Press | Drag | Release | Scroll | Secondary) -> bool:
        if isinstance(intent, Drag | Release):
            target, self._captured = self._captured, self._captured if isinstance(intent, Drag) else None
        else:
            target = self.under(intent.x, intent.y)
        if isinstance(intent, PointAt | Press) and target is not None:
            self.focus(target, intent.at)
        if isinstance(intent, PointAt):
            self._pointer = intent.x, intent.y
        if target is None:
            if isinstance(intent, PointAt) and self._current is not None:
                self._current.pointer_left()
            return False
        if isinstance(intent, Press):
            self._captured = target
        handled = target.handle(intent)
        if handled and isinstance(intent, Release):
            self._play("accept")
        elif isinstance(intent, Press) and not target.enabled:
            self._play("refuse")
        return handled or isinstance(intent, Press)

    def swipe(self, x: float, y: float) -> Swipe:
        """Effect of a finger that moves from this place on; beside all widgets it scrolls."""
        if self.modal is not None:
            inner = getattr(self.modal, "focus", None)
            return inner.swipe(x, y) if isinstance(inner, Focus) else "scroll"
        target = self.under(x, y)
        return "scroll" if target is None else target.swipe

    def under(self, x: float, y: float) -> Widget | None:
        """Topmost focusable widget at a place."""
        found = (w for w in reversed(self.widgets) if w.focusable and w.holds(x, y))
        return next(found, None)

    def _answer(self, intent: Intent) -> None:
        if isinstance(intent, Accept | Menu):
            self._play("accept")
        elif isinstance(intent, MoveFocus):
            self._play("move")

    def _play(self, name: str) -> None:
        if self._sound is not None:
            self._sound(name)

    def _drop(self, at: float) -> None:
        if self._current is not None:
            self._current.set_focus(False, at)
        self._current = None

    def _draw_tip(self, canvas: Canvas, now: float) -> None:
        widget = self._current
        if widget is None or not widget.tip or not widget.focused:
            return
        alpha, words = progress(now, widget.focus_changed + TIP_DELAY, HOVER_SECONDS), label_words(widget.tip)
        if alpha > 0 and words:
            with canvas.faded(alpha):
                draw_tip(canvas, words, widget.rect)


def nearest_widget(start_rect: Rect, choices: Sequence[Widget], dx: int, dy: int) -> Widget | None:
    """Widget that lies next in a direction: straight ahead before aslant, then near before far."""
    ahead = [
        (cost, i) for i, w in enumerate(choices) if (cost := _cost(start_rect, w.rect, dx, dy)) is not None
    ]
    return choices[min(ahead)[1]] if ahead else None


def _cost(a: Rect, b: Rect, dx: int, dy: int) -> tuple[bool, float] | None:
    """Whether b lies aslant of a, and its distance, in a direction; None if it does not lie there."""
    ahead = (b.cx - a.cx) * dx + (b.cy - a.cy) * dy
    if ahead <= 1:
        return None
    gap_x = max(b.x - a.right, a.x - b.right, 0.0)
    gap_y = max(b.y - a.bottom, a.y - b.bottom, 0.0)
    if dx and dy:
        return False, math.hypot(gap_x, gap_y)
    along, aside = (gap_x, gap_y) if dx else (gap_y, gap_x)
    slant = abs(b.cy - a.cy) if dx else abs(b.cx - a.cx)
    if along == 0 and aside > ahead:
        return None
    return aside > 0, along + 3 * aside + 0.15 * slant


def draw_tip(canvas: Canvas, text: str, beside: Rect, *, above: bool = False) -> None:
    """Draw a small paper with words below a rectangle, or `above` it; elsewhere if there is no room."""
    wide, high = canvas.measure(text, "small", wrap_at=520)
    box = Rect.around(beside.cx, 0, wide + 36, high + 22)
    below, over = beside.bottom + 14, beside.y - 14 - box.h
    up = over >= 8 if above else below + box.h >= canvas.area.bottom - 8
    y = over if up else below
    x = min(max(box.x, 12), canvas.area.right - box.w - 12)
    box = Rect(x, y, box.w, box.h)
    canvas.panel(box, "tip")
    canvas.text(text, box.inset(18, 11), "small", "paper_ink", fit="wrap")
