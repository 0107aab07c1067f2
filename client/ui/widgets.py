"""Widgets: buttons, choices, toggles and sliders, usable by mouse, keyboard and gamepad alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal

from client.ui.animation import ease_out, mix
from client.ui.canvas import LEAST_TEXT_SIZE, Align, Canvas
from client.ui.focus import Label, Widget, label_words
from client.ui.geometry import Rect
from client.ui.intents import Accept, Drag, Intent, MoveFocus, Press, Release, Scroll
from client.ui.symbols import icon as draw_icon
from client.ui.theme import Ink, Role

ButtonKind = Literal["primary", "plain", "quiet"]
WIDGET_HEIGHT = 76.0
"""Units high: a widget usually."""
ICON_GAP: Final = 16.0
"""Units between the icon and the words of a button."""
MOST_PADDING, PADDING_SHARE = 24.0, 0.08
"""Units beside what is on a button, at most, and share of the button's width."""


def focus_ring(canvas: Canvas, rect: Rect, heat: float, radius: float = 18.0) -> None:
    """Draw the ring around the focused widget; `heat` 0 … 1 fades it in."""
    if heat > 0:
        with canvas.faded(heat):
            canvas.ring(rect.grown(9), radius + 9, "focus", 5, soft=12)


class Button(Widget):
    """Button with words, an icon or both."""

    def __init__(
        self,
        label: Label,
        press: Callable[[], None],
        *,
        icon: str = "",
        kind: ButtonKind = "plain",
        role: Role = "body",
        align: Align = "centre",
        enabled: bool = True,
        tip: Label = "",
    ) -> None:
        super().__init__(enabled=enabled, tip=tip)
        self.label = label
        self.press = press
        self.icon = icon
        self.kind: ButtonKind = kind
        self.role: Role = role
        self.align: Align = align
        self._down = False

    def handle(self, intent: Intent) -> bool:
        if isinstance(intent, Press):
            self._down = self.enabled
            return self._down
        if isinstance(intent, Drag):
            self._down = self.enabled and self.rect.contains(intent.x, intent.y)
            return True
        hit = isinstance(intent, Release) and self._down and self.rect.contains(intent.x, intent.y)
        if isinstance(intent, Release):
            self._down = False
        if self.enabled and (hit or isinstance(intent, Accept)):
            self.press()
            return True
        return False

    def draw(self, canvas: Canvas, now: float) -> None:
        heat = ease_out(self.heat(now))
        rect = self.rect.moved(0, 3 if self._down else -3 * heat)
        with canvas.faded(1.0 if self.enabled else 0.55):
            self._draw_paper(canvas, rect, heat)
            self._draw_words(canvas, rect, heat)
        focus_ring(canvas, rect, heat)

    def _draw_paper(self, canvas: Canvas, rect: Rect, heat: float) -> None:
        if self.kind == "primary":
            canvas.panel(rect, "accent")
        elif self.kind == "plain":
            canvas.panel(rect, "raised")
        elif heat > 0:
            with canvas.faded(heat):
                canvas.panel(rect, "raised")

    def least_width(self, canvas: Canvas, high: float, words: str) -> float:
        """Units wide: the button at least, if these words are to stay on one line beside its icon."""
        needed = canvas.measure(words, self.role, size=LEAST_TEXT_SIZE)[0] + 1
        needed += _icon_side(high) + ICON_GAP if self.icon else 0.0
        return min(needed + 2 * MOST_PADDING, needed / (1 - 2 * PADDING_SHARE))

    def _draw_words(self, canvas: Canvas, rect: Rect, heat: float) -> None:
        ink: Ink = "accent_ink" if self.kind == "primary" else "ink"
        words, side = label_words(self.label), _icon_side(rect.h)
        inner = rect.inset(min(MOST_PADDING, rect.w * PADDING_SHARE), 4)
        if not words:
            draw_icon(canvas, self.icon, rect.place(side, side), ink)
            return
        gap = side + ICON_GAP if self.icon else 0.0
        room = Rect(inner.x + gap, inner.y, inner.w - gap, inner.h)
        wide = min(room.w, canvas.measure(words, self.role)[0])
        x = room.x + (room.w - wide) / 2 if self.align == "centre" else room.x
        if self.icon:
            x = inner.x + (inner.w - wide - gap) / 2 + gap if self.align == "centre" else room.x
            draw_icon(canvas, self.icon, Rect(x - gap, rect.cy - side / 2, side, side), ink)
        place = Rect(x, rect.y, wide + 1, rect.h)
        long = canvas.measure(words, self.role, size=LEAST_TEXT_SIZE)[0] > room.w
        canvas.text(words, place, self.role, ink, align="centre", fit="wrap" if long else "shrink")


def _icon_side(high: float) -> float:
    """Units across the icon of a button of this height."""
    return min(high * 0.46, 44.0)


class _Row(Widget):
    """Widget with its name on the left and its value on the right."""

    def __init__(self, label: Label, *, enabled: bool, tip: Label, split: float = 0.45) -> None:
        super().__init__(enabled=enabled, tip=tip)
        self.label = label
        self.split = split

    @property
    def field(self) -> Rect:
        """Right part, with the value."""
        if not self.label:
            return self.rect
        free = min(6.0, max(0.0, (self.rect.h - 44) / 2))
        return self.rect.cut_right(self.rect.w * (1 - self.split))[0].inset(0, free)

    def draw(self, canvas: Canvas, now: float) -> None:
        heat = ease_out(self.heat(now))
        if heat > 0:
            with canvas.faded(heat):
                canvas.panel(self.rect, "raised")
        with canvas.faded(1.0 if self.enabled else 0.55):
            if self.label:
                room = Rect(self.rect.x + 24, self.rect.y, self.rect.w * self.split - 36, self.rect.h)
                canvas.text(label_words(self.label), room, "body", "ink", fit="wrap")
            self.draw_field(canvas, self.field, now)
        focus_ring(canvas, self.rect, heat)

    def draw_field(self, canvas: Canvas, field: Rect, now: float) -> None:
        """Draw the value."""


class Choice(_Row):
    """Choice of one value: left and right go through them, accepting takes the next."""

    def __init__(
        self,
        label: Label,
        option_labels: Sequence[Label],
        chosen: int,
        change: Callable[[int], None],
        *,
        enabled: bool = True,
        tip: Label = "",
    ) -> None:
        super().__init__(label, enabled=enabled, tip=tip)
        self.options = tuple(option_labels)
        self.chosen = chosen
        self.change = change

    def handle(self, intent: Intent) -> bool:
        if not self.enabled or not self.options:
            return False
        if isinstance(intent, MoveFocus) and intent.dx:
            return self._step(intent.dx)
        if isinstance(intent, Accept):
            return self._step(1)
        if isinstance(intent, Press):
            return True
        if isinstance(intent, Release) and self.rect.contains(intent.x, intent.y):
            return self._step(-1 if self.field.x <= intent.x < self.field.cx else 1)
        return False

    def _step(self, step: int) -> bool:
        self.chosen = (self.chosen + step) % len(self.options)
        self.change(self.chosen)
        return True

    def draw_field(self, canvas: Canvas, field: Rect, now: float) -> None:
        canvas.panel(field, "well")
        side = 30.0
        for name, anchor in (("left", "left"), ("right", "right")):
            arrow = field.inset(16, 0).place(side, side, "left" if anchor == "left" else "right")
            draw_icon(canvas, name, arrow, "accent" if self.focused else "quiet")
        if self.options:
            words = label_words(self.options[self.chosen])
            canvas.text(words, field.inset(48, 0), "body", "ink", align="centre")


class Toggle(_Row):
    """Switch: on or off."""

    def __init__(
        self,
        label: Label,
        on: bool,
        change: Callable[[bool], None],
        *,
        enabled: bool = True,
        tip: Label = "",
    ) -> None:
        super().__init__(label, enabled=enabled, tip=tip)
        self.on = on
        self.change = change
        self._changed = -1e9

    def handle(self, intent: Intent) -> bool:
        if not self.enabled:
            return False
        if isinstance(intent, Press):
            return True
        flips = isinstance(intent, Accept) or (
            isinstance(intent, Release) and self.rect.contains(intent.x, intent.y)
        )
        if isinstance(intent, MoveFocus) and intent.dx:
            flips = self.on != (intent.dx > 0)
        if flips:
            self.on, self._changed = not self.on, intent.at
            self.change(self.on)
        return flips or (isinstance(intent, MoveFocus) and bool(intent.dx))

    def draw_field(self, canvas: Canvas, field: Rect, now: float) -> None:
        track = field.inset(16, 0).place(92, 48, "right")
        moved = min(1.0, max(0.0, (now - self._changed) / 0.12))
        share = moved if self.on else 1 - moved
        canvas.rounded(track, 24, "accent" if self.on else "well", "lamp" if self.on else "line", 2)
        knob = (mix(track.x + 24, track.right - 24, share), track.cy)
        canvas.circle(knob, 18, "ink" if self.on else "quiet")
        if self.on:
            draw_icon(canvas, "check", Rect.around(*knob, 20), "accent_ink")


class Slider(_Row):
    """Slider for a value from 0 to 1 in even steps."""

    swipe = "drag"

    def __init__(
        self,
        label: Label,
        value: float,
        change: Callable[[float], None],
        *,
        count: int = 10,
        show: Callable[[float], str] | None = None,
        enabled: bool = True,
        tip: Label = "",
    ) -> None:
        super().__init__(label, enabled=enabled, tip=tip)
        self.value = value
        self.change = change
        self.steps = count
        self.show = show if show is not None else lambda value: f"{round(value * 100)} %"

    def handle(self, intent: Intent) -> bool:
        if not self.enabled:
            return False
        if isinstance(intent, MoveFocus) and intent.dx:
            return self._set(round(self.value * self.steps) + intent.dx)
        if isinstance(intent, Scroll):
            return self._set(round(self.value * self.steps) - intent.step)
        if isinstance(intent, Press | Drag):
            line = self._line(self.field)
            return self._set(round((intent.x - line.x) / line.w * self.steps))
        return isinstance(intent, Release)

    def _set(self, step: int) -> bool:
        value = min(self.steps, max(0, step)) / self.steps
        if value != self.value:
            self.value = value
            self.change(value)
        return True

    def _line(self, field: Rect) -> Rect:
        return Rect(field.x + 26, field.cy - 5, field.w - 26 - 122, 10)

    def draw_field(self, canvas: Canvas, field: Rect, now: float) -> None:
        line = self._line(field)
        canvas.rounded(line, 5, "well", "line", 1.5)
        knob = line.x + line.w * self.value
        if self.value > 0:
            canvas.rounded(Rect(line.x, line.y, max(10, line.w * self.value), line.h), 5, "accent")
        canvas.circle((knob, line.cy), 18, "ink", "accent", 5)
        words = Rect(field.right - 104, field.y, 88, field.h)
        canvas.text(self.show(self.value), words, "body", "ink", align="right", tabular=True)


class Caption(Widget):
    """Text that takes a place among widgets but never the focus."""

    def __init__(self, label: Label, *, role: Role = "body", ink: Ink = "ink", align: Align = "left") -> None:
        super().__init__()
        self.label = label
        self.role: Role = role
        self.ink = ink
        self.align: Align = align

    @property
    def focusable(self) -> bool:
        return False

    def draw(self, canvas: Canvas, now: float) -> None:
        canvas.text(label_words(self.label), self.rect, self.role, self.ink, align=self.align, fit="wrap")
