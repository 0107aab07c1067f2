"""Overlays of a screen: dialogs, notices, the line of key hints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal

import msgspec

from client.ui.animation import ease_out, progress
from client.ui.bindings import KeyLabels, cap
from client.ui.canvas import LANDSCAPE_HEIGHT, Canvas
from client.ui.focus import Focus, Label, Modal, PlaySound, Widget, label_words
from client.ui.geometry import Rect
from client.ui.intents import KEYBOARD, Accept, Back, Intent, MoveFocus, Press
from client.ui.symbols import ICONS, icon
from client.ui.text import LINE_HEIGHT, Style, wrap
from client.ui.widgets import Button

Tone = Literal["plain", "good", "bad"]
_TONES: Final[dict[Tone, tuple[str, str]]] = {
    "plain": ("chat", "paper_quiet"),
    "good": ("check", "paper_good"),
    "bad": ("cross", "paper_bad"),
}
NOTICE_SECONDS = 4.0
FADE_SECONDS = 0.18
HINT_HEIGHT: Final = 48.0
"""Units high: a hint among stacked ones."""
PILL_HEIGHT: Final = 60.0
"""Units high: a hint that a finger presses."""
FINGERS_DO: Final = (Accept, MoveFocus, Press)
"""Intents that a finger has without a hint."""


class Dialog:
    """Question or small form over the screen; the focus stays inside until it closes.

    `buttons` are (label, what to do) and close the dialog; the first is the primary one. Back does what
    the last one does (or `cancel`). `widgets` are shown between the text and the buttons. `rect` is the
    place of the sheet.
    """

    text_size = 30.0
    """Units: the type of the body, which gives the height of the text."""

    def __init__(
        self,
        title: Label,
        label_text: Label = "",
        buttons: Sequence[tuple[Label, Callable[[], None]]] = (),
        *,
        widgets: Sequence[Widget] = (),
        cancel: Callable[[], None] | None = None,
        at: float = 0.0,
        width: float = 860.0,
        sound: PlaySound | None = None,
        first: int = 0,
    ) -> None:
        self.title = title
        self.text = label_text
        self.at = at
        self.width = width
        self.closed = False
        self.widgets = tuple(widgets)
        self._actions = [action for _, action in buttons]
        self._cancel = cancel
        self._buttons = [
            Button(label, self._closing(action), kind="primary" if index == 0 else "plain")
            for index, (label, action) in enumerate(buttons)
        ]
        self.focus = Focus((*self.widgets, *self._buttons), sound)
        self.rect = Rect(0, 0, 0, 0)
        self._first = first

    @property
    def text_field(self) -> Widget | None:
        return self.focus.text_field

    def close(self) -> None:
        """Close without doing anything."""
        self.closed = True

    def open(self, modal: Modal) -> None:
        """Open a modal over the dialog until it closes itself."""
        self.focus.open(modal)

    def layout(self, area: Rect) -> None:
        self.focus.layout(area)
        bottom = 116.0 if self._buttons else 24.0
        wide = min(self.width, area.w - (80 if area.w > area.h else 40))
        self.rect = area.place(wide, area.h)
        text = self._text_height() if label_words(self.text) else 0.0
        count = len(self.widgets)
        row = min(88.0, (area.h - 60 - 120 - text - bottom) / count) if count else 0.0
        rows = count * row
        self.rect = area.place(wide, min(area.h - 60, 120 + text + rows + bottom))
        inner = self.rect.inset(48, 24)
        buttons, rest = inner.cut_bottom(76, 16) if self._buttons else (inner, inner)
        gap = min(12.0, 0.14 * row)
        for widget, place in zip(
            self.widgets, rest.cut_bottom(rows)[0].stack(count, row - gap, gap), strict=True
        ):
            widget.layout(place)
        if self._buttons:
            for button, place in zip(
                self._buttons, buttons.columns(*[1] * len(self._buttons), gap=20), strict=True
            ):
                button.layout(place)
        if self.focus.current is None:
            first = self.widgets[0] if self.widgets else None
            self.focus.focus(first or (self._buttons[self._first] if self._buttons else None), self.at)

    def draw(self, canvas: Canvas, now: float) -> None:
        shown = ease_out(progress(now, self.at, FADE_SECONDS))
        with canvas.faded(shown):
            canvas.rect(canvas.area, (*canvas.colour("shadow")[:3], 170))
            with canvas.shifted(0, (1 - shown) * 24):
                canvas.panel(self.rect, "sheet")
                inner = self.rect.inset(48, 30)
                rest = inner.cut_top(64, 12)[1]
                title = Rect(inner.x, inner.y - 12, inner.w, 88)
                canvas.text(label_words(self.title), title, "heading", "ink", fit="wrap")
                if label_words(self.text):
                    place = Rect(rest.x, rest.y, rest.w, self._text_height())
                    canvas.text(label_words(self.text), place, "body", "ink", valign="top", fit="wrap")
                self.focus.draw(canvas, now)

    def still(self, now: float) -> bool:
        return now > self.at + 2 * FADE_SECONDS and self.focus.still(now)

    def handle(self, intent: Intent) -> bool:
        if self.focus.handle(intent):
            return True
        if isinstance(intent, Back):
            self.closed = True
            action = self._cancel or (self._actions[-1] if self._actions else None)
            if action is not None:
                action()
        return True

    def _text_height(self) -> float:
        """Units high: the text as set at one pixel a unit."""
        style = Style(round(self.text_size))
        return (
            len(wrap(label_words(self.text), style, round(self.rect.w) - 100)) * self.text_size * LINE_HEIGHT
            + 10
        )

    def _closing(self, press: Callable[[], None]) -> Callable[[], None]:
        def close() -> None:
            self.closed = True
            press()

        return close


class NoticeLine(msgspec.Struct, frozen=True):
    """Line of news that appears and goes by itself."""

    text: str
    tone: Tone
    since: float


NOTICE_SIDE_WIDTH: Final = 920.0
"""Units left and right of a board together, where people's plates are: no notice covers them."""
NOTICE_BORDER: Final = 104.0
"""Units of a notice besides its words: an icon, and room."""


class Notices:
    """Short news at the top of the screen, at most three at a time."""

    def __init__(self) -> None:
        self.shown: tuple[NoticeLine, ...] = ()

    def show(self, text: str, now: float, tone: Tone = "plain") -> None:
        """Show a line for a few seconds; the same line again restarts its time."""
        kept = [n for n in self.alive(now) if n.text != text]
        self.shown = (*kept[-2:], NoticeLine(text, tone, now))

    def alive(self, now: float) -> tuple[NoticeLine, ...]:
        return tuple(n for n in self.shown if now < n.since + NOTICE_SECONDS)

    def draw(self, canvas: Canvas, now: float, y: float) -> None:
        """Draw the lines one below the other, from `y` units on."""
        for notice in self.alive(now):
            room = min(1204.0, max(700.0, canvas.width - NOTICE_SIDE_WIDTH)) - NOTICE_BORDER
            wide, high = canvas.measure(notice.text, "body", wrap_at=room, even=True)
            box = Rect.around(canvas.area.cx, 0, wide + NOTICE_BORDER, high + 26)
            end = notice.since + NOTICE_SECONDS
            alpha = min(
                progress(now, notice.since, FADE_SECONDS), 1 - progress(now, end - FADE_SECONDS, FADE_SECONDS)
            )
            with canvas.faded(alpha):
                self._draw_one(canvas, Rect(box.x, y, box.w, box.h), notice)
            y += box.h + 14

    def _draw_one(self, canvas: Canvas, box: Rect, notice: NoticeLine) -> None:
        canvas.panel(box, "tip")
        sign, ink = _TONES[notice.tone]
        icon(canvas, sign, Rect(box.x + 22, box.cy - 15, 30, 30), ink)
        words = Rect(box.x + 68, box.y, box.w - NOTICE_BORDER, box.h)
        canvas.text(notice.text, words, "body", "paper_ink", align="centre", fit="wrap")


class Hint(msgspec.Struct, frozen=True):
    """Key and what it does here. Several intents share one hint (turn left and right).

    Without `by_mouse` the mouse does something else here (its wheel scrolls), so a key is named.
    """

    intents: tuple[Intent, ...]
    text: str
    by_mouse: bool = True


def draw_hints(
    canvas: Canvas,
    hints: Sequence[Hint],
    labels: KeyLabels,
    rect: Rect,
    align: str = "centre",
    stacked: bool = False,
    paper: bool = False,
) -> None:
    """Draw the keys of the device used last and what they do, as many as there is room for.

    In one line, on `paper` if need be, or `stacked` on paper at the right of their place.
    """
    items = [(found, hint.text) for hint in hints if (found := _caps_of(hint, labels))]
    widths = [_hint_width(canvas, found, text) for found, text in items]
    if stacked:
        rows = rect.stack(min(len(items), int(rect.h / HINT_HEIGHT)), HINT_HEIGHT)
        if rows:
            wide = max(widths[: len(rows)])
            sheet = Rect(rect.right - wide - 28, rect.y, wide + 28, rows[-1].bottom - rect.y + 8)
            canvas.panel(sheet, "float")
        for row, (found, text) in zip(rows, items, strict=False):
            _draw_hint(canvas, found, text, sheet.x + 14, row.cy + 4)
        return
    gap = 34.0
    total = sum(widths) + gap * max(0, len(items) - 1)
    while items and total > rect.w:
        total -= widths.pop() + gap
        items.pop()
    x = {"left": rect.x, "centre": rect.cx - total / 2, "right": rect.right - total}[align]
    if paper and items:
        canvas.panel(Rect(x - 16, rect.cy - HINT_HEIGHT / 2, total + 32, HINT_HEIGHT), "float")
    for (found, text), wide in zip(items, widths, strict=True):
        _draw_hint(canvas, found, text, x, rect.cy)
        x += wide + gap


def pills(
    canvas: Canvas, hints: Sequence[Hint], rect: Rect, stacked: bool = False
) -> list[tuple[Rect, Hint]]:
    """The hints of what no finger does by itself, each with the place where it is pressed instead.

    As many as there is room for, in one line, or `stacked` at the right.
    """
    found = [hint for hint in hints if not isinstance(hint.intents[0], FINGERS_DO)]
    widths = [canvas.measure(hint.text, "small")[0] + 44 for hint in found]
    if stacked:
        rows = rect.stack(int(rect.h / (PILL_HEIGHT + 8)), PILL_HEIGHT, 8)
        cut = Rect.cut_left if rect.cx < canvas.width / 2 else Rect.cut_right
        return [(cut(row, wide)[0], hint) for row, wide, hint in zip(rows, widths, found, strict=False)]
    while found and sum(widths) + 12 * (len(found) - 1) > rect.w:
        widths.pop()
        found.pop()
    x, placed = rect.cx - (sum(widths) + 12 * (len(found) - 1)) / 2, []
    for wide, hint in zip(widths, found, strict=True):
        placed.append((Rect(x, rect.cy - PILL_HEIGHT / 2, wide, PILL_HEIGHT), hint))
        x += wide + 12
    return placed


def draw_pills(canvas: Canvas, placed: Sequence[tuple[Rect, Hint]]) -> None:
    """Draw hints that are pressed."""
    for place, hint in placed:
        canvas.panel(place, "float_raised")
        canvas.text(hint.text, place.inset(14, 4), "small", "ink", align="centre")


def _caps_of(hint: Hint, labels: KeyLabels) -> list[str]:
    keyed = labels.device.kind == "mouse" and not hint.by_mouse
    return caps(hint.intents, labels.on(KEYBOARD) if keyed else labels)


def caps(intents: Sequence[Intent], labels: KeyLabels) -> list[str]:
    """Labels of the keys: a letter, one of ICONS, or a word in the language of the texts."""
    kind, layout, found = labels.device.kind, labels.layout, list[str]()
    for intent in intents:
        name = cap(intent, kind, layout) or (cap(intent, "keyboard", layout) if kind == "mouse" else "")
        label = (
            name if len(name) <= 2 or name in ICONS or name == "F11" else labels.translate(f"ui.key.{name}")
        )
        if name and label not in found:
            found.append(label)
    return found


def _cap_width(canvas: Canvas, label: str) -> float:
    return 40.0 if label in ICONS else max(40.0, canvas.measure(label, "small")[0] + 22)


def _hint_width(canvas: Canvas, labels: Sequence[str], text: str) -> float:
    return sum(_cap_width(canvas, label) + 6 for label in labels) + 6 + canvas.measure(text, "small")[0]


def _draw_hint(canvas: Canvas, labels: Sequence[str], text: str, x: float, y: float) -> None:
    for label in labels:
        wide = _cap_width(canvas, label)
        cap = Rect(x, y - 20, wide, 40)
        canvas.rounded(cap.moved(0, 3), 9, "shadow")
        canvas.rounded(cap, 9, "sheet_raised", "line", 1.5)
        if label in ICONS:
            icon(canvas, label, cap.place(22, 22), "ink")
        else:
            canvas.text(label, cap, "small", "ink", align="centre", fit="free")
        x += wide + 6
    wide, _ = canvas.measure(text, "small")
    canvas.text(
        text, Rect(x + 6, y - LANDSCAPE_HEIGHT, wide + 2, 2 * LANDSCAPE_HEIGHT), "small", "quiet", fit="free"
    )
