"""Input: pygame events become intents. Events only: no device is ever polled.

Held directions and held erasing repeat by themselves in `read`, for keyboards, pads and sticks alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
import pygame
import pygame._sdl2.controller as sdl_controller

from client.ui import bindings
from client.ui.intents import (
    KEYBOARD,
    MOUSE,
    TOUCH,
    Advise,
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
STICK_IN: Final = 0.55
"""Deflection from which on a stick counts as pushed …"""

STICK_OUT: Final = 0.35
"""… until it falls back to this, so that it never flutters."""

TRIGGER_INTENTS: Final[Mapping[int, Intent]] = {4: Cycle(step=-1), 5: Advise()}
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
        """What the person's keyboard writes, as far as it is known."""
        self._modifiers = self._left_down = 0
        self._pointer = (0.0, 0.0)
        self._part_of_notch, self._wheel_at = 0.0, 0.0
        self._dragging = False
        self._held: dict[InputSource, _Held] = {}
        self._numbers: dict[int, int] = {}
        self._laid_out: set[int] = set()
        self._open: dict[int, Any] = {}
        self._sticks: dict[tuple[int, int], int] = {}
        self._hats: dict[int, tuple[int, int]] = {}

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
        """Gamepads that are connected or have sent something."""
        return tuple(Device("gamepad", n) for n in sorted(self._numbers.values()))

    def read(self, events: Iterable[pygame.event.Event], now: float) -> list[Intent]:
        """Intents of these events in their order, then the repeats that are due."""
        intents: list[Intent] = []
        for event in events:
            for intent in self._intents_of(event, now):
                stamped = msgspec.structs.replace(intent, at=now)
                if not isinstance(stamped, PointAt | Left) or _moves(event):
                    self.device = stamped.device
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
        if event.type in _CONTROLLER:
            return self._controller(event)
        if event.type in _JOYSTICK:
            return self._joystick(event)
        if event.type == pygame.WINDOWFOCUSLOST:
            self.release_all()
            self._left_down = self._modifiers
        return []

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

    # --- gamepads -----------------------------------------------------------------------------

    def _controller(self, event: pygame.event.Event) -> list[Intent]:
        if event.type == pygame.CONTROLLERDEVICEADDED:
            return []
        if event.type == pygame.CONTROLLERDEVICEREMOVED:
            return self._gone(event.instance_id)
        self._laid_out.add(event.instance_id)
        device = self._device(event.instance_id)
        if event.type == pygame.CONTROLLERAXISMOTION:
            value = event.value / 32767 if abs(event.value) > 1 else float(event.value)
            return self._axis(device, event.instance_id, event.axis, value)
        return self._button(device, event.button, event.type == pygame.CONTROLLERBUTTONDOWN)

    def _joystick(self, event: pygame.event.Event) -> list[Intent]:
        if event.type == pygame.JOYDEVICEADDED:
            self._add_device(event.device_index)
            return []
        if event.type == pygame.JOYDEVICEREMOVED:
            return self._gone(event.instance_id)
        if event.instance_id in self._laid_out:
            return []
        device = self._device(event.instance_id)
        if event.type == pygame.JOYAXISMOTION:
            return self._axis(device, event.instance_id, event.axis, float(event.value))
        if event.type == pygame.JOYHATMOTION:
            return self._hat_intents(device, event.instance_id, event.value)
        button = bindings.JOYSTICK_BUTTONS.get(event.button, -1)
        return self._button(device, button, event.type == pygame.JOYBUTTONDOWN)

    def _add_device(self, index: int) -> None:
        """Open a gamepad that was plugged in; one with a known layout is read as a controller only."""
        try:
            if sdl_controller.get_init() and sdl_controller.is_controller(index):
                pad = sdl_controller.Controller(index)
                instance = pad.as_joystick().get_instance_id()
                self._laid_out.add(instance)
                self._open[instance] = pad
            else:
                stick = pygame.joystick.Joystick(index)
                instance = stick.get_instance_id()
                self._open[instance] = stick
        except pygame.error:
            return
        self._device(instance)

    def _gone(self, instance: int) -> list[Intent]:
        self._open.pop(instance, None)
        self._laid_out.discard(instance)
        self._hats.pop(instance, None)
        number = self._numbers.pop(instance, None)
        if number is None:
            return []
        device = Device("gamepad", number)
        self._held = {source: held for source, held in self._held.items() if source[0] != device}
        self._sticks = {key: way for key, way in self._sticks.items() if key[0] != instance}
        return [Left(device=device)]

    def _device(self, instance: int) -> Device:
        """Number of a gamepad: the smallest that is free when it first sends something."""
        if instance not in self._numbers:
            taken = set(self._numbers.values())
            self._numbers[instance] = next(n for n in range(len(taken) + 1) if n not in taken)
        return Device("gamepad", self._numbers[instance])

    def _button(self, device: Device, button: int, down: bool) -> list[Intent]:
        if not down:
            self._held.pop((device, f"button{button}"), None)
            return []
        intent = bindings.BUTTONS.get(button)
        return [msgspec.structs.replace(intent, device=device)] if intent is not None else []

    def _axis(self, device: Device, instance: int, axis: int, value: float) -> list[Intent]:
        """Intents of a stick (axes 0 to 3: moves) or trigger (4, 5: cycles), both with hysteresis."""
        before = self._sticks.get((instance, axis), 0)
        way = before
        if abs(value) >= STICK_IN:
            way = 1 if value > 0 else -1
        elif abs(value) <= STICK_OUT:
            way = 0
        if way == before:
            return []
        self._sticks[instance, axis] = way
        self._held.pop((device, f"axis{axis}"), None)
        if axis in TRIGGER_INTENTS:
            pulled = TRIGGER_INTENTS[axis]
            return [msgspec.structs.replace(pulled, device=device)] if way > 0 else []
        if way == 0 or axis > 3:
            return []
        return [MoveFocus(device=device, dx=way) if axis % 2 == 0 else MoveFocus(device=device, dy=way)]

    def _hat_intents(self, device: Device, instance: int, value: tuple[int, int]) -> list[Intent]:
        before, self._hats[instance] = self._hats.get(instance, (0, 0)), value
        self._held.pop((device, "hat"), None)
        dx = value[0] if value[0] != before[0] else 0
        dy = -value[1] if value[1] != before[1] else 0
        return [MoveFocus(device=device, dx=dx, dy=dy)] if dx or dy else []

    # --- repeats ------------------------------------------------------------------------------

    def _start_repeat(self, event: pygame.event.Event, intent: Intent, now: float) -> None:
        source = _source(event)
        if source is None:
            return
        repeats = isinstance(intent, MoveFocus | Erase)
        due = now + FIRST_REPEAT if repeats else float("inf")
        self._held[intent.device, source] = _Held(intent, due)

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
    if event.type in (pygame.JOYBUTTONDOWN, pygame.CONTROLLERBUTTONDOWN):
        laid_out = event.type == pygame.CONTROLLERBUTTONDOWN
        return f"button{event.button if laid_out else bindings.JOYSTICK_BUTTONS.get(event.button, -1)}"
    if event.type in (pygame.JOYAXISMOTION, pygame.CONTROLLERAXISMOTION):
        return f"axis{event.axis}"
    return "hat" if event.type == pygame.JOYHATMOTION else None


def _key_source(event: pygame.event.Event) -> str:
    """Place of a key, which stays where the layout changes or a modifier comes before the key is up."""
    return f"key{getattr(event, 'scancode', 0) or event.key}"


_MOUSE: Final = frozenset((pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP))
_CONTROLLER: Final = frozenset(
    (
        pygame.CONTROLLERAXISMOTION,
        pygame.CONTROLLERBUTTONDOWN,
        pygame.CONTROLLERBUTTONUP,
        pygame.CONTROLLERDEVICEADDED,
        pygame.CONTROLLERDEVICEREMOVED,
    )
)
_JOYSTICK: Final = frozenset(
    (
        pygame.JOYAXISMOTION,
        pygame.JOYHATMOTION,
        pygame.JOYBUTTONDOWN,
        pygame.JOYBUTTONUP,
        pygame.JOYDEVICEADDED,
        pygame.JOYDEVICEREMOVED,
    )
)
