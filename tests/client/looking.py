"""Looks at a screen with a ruler: where its words and widgets lie, and whether anything was cut off."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import msgspec
import pygame
import pytest

from client.boards.kit import illustrator
from client.stage.window import App, Screen
from client.ui import canvas as ui_canvas
from client.ui.canvas import Canvas
from client.ui.focus import Focus, Widget
from client.ui.geometry import Rect

SIZES = ((720, 540), (960, 540), (1440, 1080), (1920, 1080), (2560, 1080), (3840, 2160))
HIGH_SIZES = ((540, 720), (720, 960), (800, 1200), (720, 1280), (480, 1120))
"""Windows that are higher than wide: of the least height for their width, and up to the greatest."""
SHAPES = ((960, 540), (1440, 1080), (2560, 1080))
ALL_SIZES = [
    pytest.param(size, id=f"{size[0]}x{size[1]}", marks=() if size in SHAPES else pytest.mark.long)
    for size in SIZES
]
"""The usual shape, a narrow and a wide one; those that only scale one of them up are for the long run."""

LEAST_TEXT, LEAST_SIGN = 24.0, 20.0
"""Units of the smallest words, and of the smallest sign that means something."""
BADGED = 0.52
"""A seat's symbol in widths of the badge around it, which is what one sees."""
_PICTURES = (
    "picture",
    "ahead",
    "layer",
    "panel",
    "glow",
    "shadow",
    "backdrop",
    "ring",
    "rounded",
    "circle",
    "polygon",
)


class Words(msgspec.Struct, frozen=True):
    """Words that were drawn and the place they cover, without the free space above and below a line."""

    text: str
    place: Rect


class Sizes:
    """Notes how large words and signs are that are drawn from now on, in units of the screen."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.words: dict[str, float] = {}
        self.signs: dict[str, float] = {}
        self._note_lines(patch)
        self._note_layers(patch)

    def tiny(self, canvas: Canvas) -> list[str]:
        """Words and signs that are smaller than may be; forgets everything that was noted."""
        words, signs = self.words, self.signs
        self.words, self.signs = {}, {}
        return [
            *(f"tiny: {text}" for text, px in words.items() if px < LEAST_TEXT * canvas.scale - 1),
            *(f"tiny: {sign} {px}" for sign, px in signs.items() if px < LEAST_SIGN * canvas.scale - 1),
        ]

    def _note_lines(self, patch: pytest.MonkeyPatch) -> None:
        draw = ui_canvas.line_surface

        def noting(cache: Any, text: str, style: Any, colour: Any) -> pygame.Surface:
            self.words[text] = min(style.px, self.words.get(text, style.px))
            return draw(cache, text, style, colour)

        patch.setattr(ui_canvas, "line_surface", noting)

    def _note_layers(self, patch: pytest.MonkeyPatch) -> None:
        draw = Canvas.layer

        def noting(canvas: Canvas, key: Any, rect: Rect, *rest: Any, **named: Any) -> None:
            if isinstance(key, tuple) and key and key[0] in ("icon", "symbol"):
                px = min(canvas.pixels(rect).size) / (BADGED if key[0] == "symbol" else 1)
                name = f"{key[0]} {key[1]}"
                self.signs[name] = min(px, self.signs.get(name, px))
            draw(canvas, key, rect, *rest, **named)

        patch.setattr(Canvas, "layer", noting)


class Ruler:
    """Notes all words that are drawn from now on. Pictures are left out: only places count.

    So are boards in pictures of the rules, smaller than they are played on; what is said beside them counts.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.words: list[Words] = []
        self.cut: list[str] = []
        for name in _PICTURES:
            patch.setattr(Canvas, name, lambda *_, **__: None)
        for name in ("_draw_part", "_draw_loose"):
            patch.setattr(illustrator, name, lambda *_, **__: None)
        self._note_texts(patch)
        self._note_lines(patch)
        self.sizes = Sizes(patch)

    def measure(self, screen: Screen, app: App, now: float) -> list[str]:
        """What is wrong with the screen as it is now; empty if nothing is."""
        self.words.clear()
        self.cut.clear()
        screen.draw(app.canvas, now)
        tiny = self.sizes.tiny(app.canvas)
        widgets = [w for w in screen.focus.widgets if w.focusable]  # type: ignore[attr-defined]  # each has one
        area = app.canvas.area.grown(0.5)
        return [
            *(f"cut off: {text}" for text in self.cut),
            *tiny,
            *(f"outside: {w.text} {w.place}" for w in self.words if not inside(w.place, area)),
            *(f"outside: {name(w)}" for w in widgets if not inside(w.rect, area)),
            *_overlaps(widgets),
            *self.clashes(),
            *self._strays(widgets),
        ]

    def measure_tip(self, screen: Screen, app: App, now: float) -> list[str]:
        """What is wrong now that the tip of the focused widget lies over the rest."""
        lines = self.measure(screen, app, now)
        return [line for line in lines if line.startswith(("cut off", "outside"))]

    def _note_texts(self, patch: pytest.MonkeyPatch) -> None:
        draw = Canvas.text

        def noting(canvas: Canvas, value: str, rect: Rect, *args: Any, **keys: Any) -> Rect:
            covered = _on_screen(canvas, draw(canvas, value, rect, *args, **keys))
            if value and covered.w > 0:
                single = args and args[0] in ("title", "heading")
                lines = 1 if single else max(1, round(covered.h / 38))
                self.words.append(Words(value, covered.inset(0, 0.16 * covered.h / lines)))
            return covered

        patch.setattr(Canvas, "text", noting)

    def _note_lines(self, patch: pytest.MonkeyPatch) -> None:
        draw = ui_canvas.line_surface

        def noting(cache: Any, text: str, *rest: Any) -> pygame.Surface:
            if text.endswith("…"):
                self.cut.append(text)
            return draw(cache, text, *rest)

        patch.setattr(ui_canvas, "line_surface", noting)

    def clashes(self) -> list[str]:
        """Words that lie over other words."""
        pairs = combinations(self.words, 2)
        return [f"clash: {a.text} / {b.text}" for a, b in pairs if a != b and a.place.overlaps(b.place)]

    def _strays(self, widgets: Sequence[Widget]) -> list[str]:
        """Words lie inside a widget or beside it, never half and half."""
        return [
            f"stray: {w.text} {w.place} / {name(widget)} {widget.rect}"
            for w in self.words
            for widget in widgets
            if w.place.overlaps(widget.rect) and not inside(w.place, widget.rect.grown(5))
        ]


def _on_screen(canvas: Canvas, rect: Rect) -> Rect:
    """Where a rectangle of a shifted or zoomed canvas lies, in units of the screen: empty if not there."""
    area = canvas.pixels(rect)
    if not area.colliderect(canvas.surface.get_clip()):
        return Rect(0, 0, 0, 0)
    scale = Canvas(canvas.surface, canvas.theme).scale
    return Rect(area.x / scale, area.y / scale, area.w / scale, area.h / scale)


def inside(inner: Rect, outer: Rect) -> bool:
    return (
        inner.x >= outer.x
        and inner.y >= outer.y
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


def name(widget: Widget) -> str:
    label = getattr(widget, "label", "") or getattr(widget, "name", "")
    return f"{type(widget).__name__} {label() if callable(label) else label}"


def _overlaps(widgets: Sequence[Widget]) -> list[str]:
    pairs = combinations(widgets, 2)
    return [f"overlap: {name(a)} / {name(b)}" for a, b in pairs if a.rect.inset(0.5).overlaps(b.rect)]


# --- input ------------------------------------------------------------------------------------


def key(app: App, code: int, now: float) -> None:
    """Presses and releases a key through the app."""
    down = pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode="")
    app.frame(now, [down, pygame.event.Event(pygame.KEYUP, key=code, mod=0)])


def pad(app: App, button: int, now: float) -> None:
    """Presses and releases a button of a gamepad through the app."""
    down = pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, instance_id=7, button=button)
    app.frame(now, [down, pygame.event.Event(pygame.CONTROLLERBUTTONUP, instance_id=7, button=button)])


def point(app: App, place: tuple[float, float], now: float) -> None:
    """Moves the mouse there (units)."""
    pos = tuple(round(value * app.canvas.scale) for value in place)
    app.frame(now, [pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))])


def click(app: App, place: tuple[float, float], now: float) -> None:
    """Clicks there with the main button (units)."""
    point(app, place, now)
    pos = tuple(round(value * app.canvas.scale) for value in place)
    kinds = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
    app.frame(now, [pygame.event.Event(kind, pos=pos, button=1) for kind in kinds])


def typed(app: App, text: str, now: float) -> None:
    app.frame(now, [pygame.event.Event(pygame.TEXTINPUT, text=text)])


ARROWS = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN)
DPAD = (13, 14, 11, 12)


def reachable(app: App, focus: Focus, pressing: Any, codes: Sequence[int]) -> set[Widget]:
    """Every widget that directions alone lead to from the focused one."""
    assert focus.current is not None
    found, todo, now = {focus.current}, [focus.current], 1.0
    while todo:
        start = todo.pop()
        for code in codes:
            focus.focus(start)
            now += 0.01
            pressing(app, code, now)
            if focus.current is not None and focus.current not in found:
                found.add(focus.current)
                todo.append(focus.current)
    return found
