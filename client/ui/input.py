"""Input: pygame events become intents. Events only: no device is ever polled.

Held directions and held erasing repeat by themselves in `read`, for keyboards, pads and sticks alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
import pygame

from client.ui import bindings
from client.ui.gamepads import Gamepads, held_by
from client.ui.intents import (
    KEYBOARD,
    MOUSE,
    TOUCH,
    Composing,
    Cycle,
    Device,
    Drag,
    Erase,
    Intent,
    Left,
    MoveFocus,
    PointAt,
    Press,
    Release,
    Scroll,
    Secondary,
    Typed,
)
from client.ui.keyboard_layout import QWERTY
from client.ui.text import clean

FIRST_REPEAT: Final = 0.36
"""Seconds a direction is held before it repeats."""

NEXT_REPEAT: Final = 0.085
PASTE_LIMIT: Final = 2000
NOTCH_PAUSE: Final = 0.4
"""Seconds without the wheel after which what is missing of a notch begins anew."""
MOST_NOTCHES: Final = 10
"""Notches of one event that count, at most."""
MODIFIERS: Final = {
    pygame.K_LSHIFT: pygame.KMOD_LSHIFT,
    pygame.K_RSHIFT: pygame.KMOD_RSHIFT,
    pygame.K_LCTRL: pygame.KMOD_LCTRL,
    pygame.K_RCTRL: pygame.KMOD_RCTRL,
    pygame.K_LALT: pygame.KMOD_LALT,
    pygame.K_RALT: pygame.KMOD_RALT,
    pygame.K_LMETA: pygame.KMOD_LMETA,
    pygame.K_RMETA: pygame.KMOD_RMETA,
}
"""Keys that change what others mean, with their flags."""

InputSource = tuple[Device, str]


class _Held(msgspec.Struct):
    """Direction that is held, and the second of its next repeat."""

    intent: Intent
    due: float


class Input:
    """Reader of events.

    `scale` is pixels per unit, `corner` the pixel of the window where the picture begins; `typing` while a
    text field has the focus.
    """

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale
        self.corner = (0, 0)
        self._typing = False
        self._key_text = self._foreign = self._composing = ""
        self.device = KEYBOARD
        """Device used last: hints are shown for it."""
        self.layout = QWERTY
        """Layout of the person's keyboard, as far as it is known."""
        self._modifiers = self._left_down = 0
        self._pointer = (0.0, 0.0)
        self._part_of_notch, self._wheel_at = 0.0, 0.0
        self._dragging = False
        self._held: dict[InputSource, _Held] = {}
        self.pads = Gamepads(self._let_go)

    @property
    def typing(self) -> bool:
        """Whether a text field has the focus; set whenever one gets it, and when none has it any more."""
        return self._typing

    @typing.setter
    def typing(self, on: bool) -> None:
        # Text of the key that opened the field may still arrive, and so may what the field that was left has
        # kept of a composition: neither belongs into this field.
        self._foreign = self._composing or (self._key_text if on and not self._typing else "")
        self._typing, self._composing = on, ""

    @property
    def gamepads(self) -> tuple[Device, ...]:
        """Gamepads that are here, by number."""
        return self.pads.connected

    def read(self, events: Iterable[pygame.event.Event], now: float) -> list[Intent]:
        """Intents of these events in their order, then the repeats that are due."""
        intents: list[Intent] = []
        for event in events:
            for intent in self._intents_of(event, now):
                stamped = msgspec.structs.replace(intent, at=now)
                if not isinstance(stamped, PointAt | Left) or _moves(event):
                    self.device = stamped.device
                elif isinstance(stamped, Left) and self.device == stamped.device:
                    self.device = next(iter(self.gamepads), KEYBOARD)
                intents.append(stamped)
                self._start_repeat(event, stamped, now)
        intents.extend(self._repeats(now))
        return intents

    def release_all(self) -> None:
        """Forget everything held: after a screen change or when the window loses the keyboard."""
        self._held.clear()
        self._dragging = False

    # --- events -------------------------------------------------------------------------------

    def _intents_of(self, event: pygame.event.Event, now: float) -> list[Intent]:
        if event.type in (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING):
            return self._keyboard(event)
        if event.type == pygame.MOUSEWHEEL:
            return self._wheel(getattr(event, "precise_y", 0.0) or float(event.y), now)
        if event.type in _MOUSE:
            return self._mouse(event)
        if event.type == pygame.WINDOWFOCUSLOST:
            self.release_all()
            self._left_down = self._modifiers
        return self.pads.read(event, now)

    def _keyboard(self, event: pygame.event.Event) -> list[Intent]:
        if event.type == pygame.TEXTINPUT:
            text, self._composing = clean(event.text), ""
            foreign, self._foreign = self._foreign, ""
            return [Typed(text=text)] if self.typing and text and text != foreign else []
        if event.type == pygame.TEXTEDITING:
            text = clean(event.text)
            self._composing = text if self.typing else ""
            self._foreign = "" if text else self._foreign
            return [Composing(text=text)] if self.typing else []
        mod = self._modifiers_of(event)
        if event.type == pygame.KEYUP:
            self._key_text = self._foreign = ""
            self._held.pop((KEYBOARD, _key_source(event)), None)
            return []
        if self._composing:
            return []
        if (KEYBOARD, _key_source(event)) in self._held:
            return []
        self._key_text, self._foreign = getattr(event, "unicode", ""), ""
        place = getattr(event, "scancode", 0)
        self.layout = self.layout.learnt(event.key, place)
        meant = self.layout.command(event.key, place)
        if mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            return self._shortcut(meant)
        if mod & pygame.KMOD_ALT:
            return []
        table = bindings.TYPING if self.typing else bindings.KEYS
        # A sign that is a command where QWERTY has a letter means what it is.
        intent = table.get(event.key) or table.get(meant)
        if isinstance(intent, Cycle) and mod & pygame.KMOD_SHIFT:
            intent = Cycle(step=-intent.step)
        return [intent] if intent is not None else []

    def _modifiers_of(self, event: pygame.event.Event) -> int:
        """Flags of the modifiers that are down.

        One that was down when the focus went may have come up unseen, and counts again once it is up or
        pressed anew.
        """
        self._modifiers = getattr(event, "mod", 0)
        self._left_down &= self._modifiers
        if event.type == pygame.KEYDOWN:
            self._left_down &= ~MODIFIERS.get(event.key, 0)
        return self._modifiers & ~self._left_down

    def _shortcut(self, key: int) -> list[Intent]:
        if key == pygame.K_v and self.typing:
            text = clean(clipboard_text())
            return [Typed(text=text)] if text else []
        if key == pygame.K_z and not self.typing:
            return [bindings.KEYS[pygame.K_u]]
        return []

    def _wheel(self, dy: float, now: float) -> list[Intent]:
        """Scrolls of the wheel's way, one for each notch that is full now and at least one."""
        if not dy:
            return []
        dy = max(-MOST_NOTCHES, min(MOST_NOTCHES, dy))
        rest = self._part_of_notch if now - self._wheel_at <= NOTCH_PAUSE else 0.0
        full = int(round(rest + dy, 6))
        self._part_of_notch, self._wheel_at = rest + dy - full, now
        (x, y), count, step = self._pointer, max(1, abs(full)), (full < 0) - (full > 0)
        return [Scroll(device=MOUSE, dy=dy / count, step=step, x=x, y=y)] * count

    def _mouse(self, event: pygame.event.Event) -> list[Intent]:
        x, y = self._pointer = (
            (event.pos[0] - self.corner[0]) / self.scale,
            (event.pos[1] - self.corner[1]) / self.scale,
        )
        device = TOUCH if getattr(event, "touch", False) else MOUSE
        if event.type == pygame.MOUSEMOTION:
            point = PointAt(device=device, x=x, y=y)
            return [point, Drag(device=device, x=x, y=y)] if self._dragging else [point]
        if event.button == 1:
            self._dragging = event.type == pygame.MOUSEBUTTONDOWN
            return [Press(device=device, x=x, y=y) if self._dragging else Release(device=device, x=x, y=y)]
        if event.button == 3 and event.type == pygame.MOUSEBUTTONDOWN:
            return [Secondary(device=MOUSE, x=x, y=y)]
        return []

    # --- repeats ------------------------------------------------------------------------------

    def _start_repeat(self, event: pygame.event.Event, intent: Intent, now: float) -> None:
        source = _source(event)
        if source is None:
            return
        repeats = isinstance(intent, MoveFocus | Erase)
        due = now + FIRST_REPEAT if repeats else float("inf")
        self._held[intent.device, source] = _Held(intent, due)

    def _let_go(self, device: Device, device_name: str) -> None:
        """Forget what a device holds: one thing, or for "" all."""
        for held in [key for key in self._held if key[0] == device and device_name in ("", key[1])]:
            del self._held[held]

    def _repeats(self, now: float) -> list[Intent]:
        """Repeats that are due, at most one of each held thing: a slow frame does not make the focus jump."""
        intents: list[Intent] = []
        for held in self._held.values():
            if now < held.due:
                continue
            held.due = max(held.due + NEXT_REPEAT, now + NEXT_REPEAT / 2)
            again = msgspec.structs.replace(held.intent, at=now)
            intents.append(
                msgspec.structs.replace(again, held=True) if isinstance(again, MoveFocus) else again
            )
        return intents


def clipboard_text() -> str:
    """Text of the clipboard, or nothing if there is none."""
    try:
        return str(pygame.scrap.get_text())[:PASTE_LIMIT]
    except pygame.error:
        return ""


def copy_text(text: str) -> bool:
    """Copy a text; returns whether that worked."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True


def _moves(event: pygame.event.Event) -> bool:
    """Whether a person moved the mouse: a window that opens below it reports a motion by nothing."""
    return event.type == pygame.MOUSEMOTION and tuple(event.rel) != (0, 0)


def _source(event: pygame.event.Event) -> str | None:
    """Key, button or direction that this event holds down."""
    if event.type == pygame.KEYDOWN:
        return _key_source(event)
    return held_by(event)


def _key_source(event: pygame.event.Event) -> str:
    """Place of a key, which stays where the layout changes or a modifier comes before the key is up."""
    return f"key{getattr(event, 'scancode', 0) or event.key}"


_MOUSE: Final = frozenset((pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP))
