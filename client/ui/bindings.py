"""Bindings of keys and buttons to intents: one table, for reading input and for showing hints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
import pygame

from assets.texts import TextLookup
from client.ui.intents import (
    Accept,
    Advise,
    Back,
    Caret,
    Chat,
    Cycle,
    Device,
    DeviceKind,
    Erase,
    Explain,
    Fullscreen,
    Help,
    Intent,
    Menu,
    MoveFocus,
    Pause,
    Skip,
    Speed,
    Turn,
    Undo,
)
from client.ui.keyboard_layout import QWERTY, KeyboardLayout


class Binding(msgspec.Struct, frozen=True):
    """Intent with the keys, controller buttons and plain joystick buttons that mean it.

    The first key and button are the ones shown. `cap` names the key's label: a text key below `ui.key`, or
    the label itself if it is a single letter or sign.
    """

    intent: Intent
    keys: tuple[int, ...] = ()
    buttons: tuple[int, ...] = ()
    cap: str = ""
    pad_cap: str = ""
    mouse_cap: str = ""


BUTTON_A, BUTTON_B, BUTTON_X, BUTTON_Y = 0, 1, 2, 3
BUTTON_BACK, BUTTON_START, BUTTON_STICK, BUTTON_STICK_2 = 4, 6, 7, 8
BUTTON_LB, BUTTON_RB, BUTTON_UP, BUTTON_DOWN, BUTTON_LEFT, BUTTON_RIGHT = 9, 10, 11, 12, 13, 14

BINDINGS: Final = (
    Binding(MoveFocus(dx=-1), (pygame.K_LEFT,), (BUTTON_LEFT,), "left", "left"),
    Binding(MoveFocus(dx=1), (pygame.K_RIGHT,), (BUTTON_RIGHT,), "right", "right"),
    Binding(MoveFocus(dy=-1), (pygame.K_UP,), (BUTTON_UP,), "up", "up"),
    Binding(MoveFocus(dy=1), (pygame.K_DOWN,), (BUTTON_DOWN,), "down", "down"),
    Binding(
        Accept(), (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE), (BUTTON_A,), "enter", "A", "click"
    ),
    Binding(Back(), (pygame.K_ESCAPE,), (BUTTON_B,), "escape", "B"),
    Binding(Turn(step=-1), (pygame.K_q, pygame.K_COMMA), (BUTTON_LB,), "Q", "LB", "wheel"),
    Binding(Turn(step=1), (pygame.K_e, pygame.K_r, pygame.K_PERIOD), (BUTTON_RB,), "E", "RB", "wheel"),
    Binding(Cycle(step=1), (pygame.K_TAB,), (BUTTON_Y,), "tab", "Y"),
    Binding(Menu(), (pygame.K_F10, pygame.K_m), (BUTTON_START,), "M", "start"),
    Binding(Help(), (pygame.K_F1, pygame.K_h), (BUTTON_BACK,), "F1", "back"),
    Binding(Undo(), (pygame.K_u, pygame.K_BACKSPACE), (BUTTON_X,), "U", "X"),
    Binding(Skip(), (pygame.K_s, pygame.K_n), (BUTTON_STICK,), "N", "L3"),
    Binding(Pause(), (pygame.K_p,), (), "P"),
    Binding(Explain(), (pygame.K_i,), (BUTTON_STICK_2,), "I", "R3"),
    Binding(Advise(), (pygame.K_c,), (), "C", "RT"),
    Binding(Speed(step=1), (pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS), (), "+"),
    Binding(Speed(step=-1), (pygame.K_MINUS, pygame.K_KP_MINUS), (), "-"),
    Binding(Chat(), (pygame.K_t,), (), "T"),
    Binding(Fullscreen(), (pygame.K_F11,), (), "F11"),
)
"""All bindings.

Gamepad buttons are SDL's controller numbers; plain joysticks are read through JOYSTICK_BUTTONS.
"""

TYPING: Final[Mapping[int, Intent]] = {
    pygame.K_LEFT: MoveFocus(dx=-1),
    pygame.K_RIGHT: MoveFocus(dx=1),
    pygame.K_UP: MoveFocus(dy=-1),
    pygame.K_DOWN: MoveFocus(dy=1),
    pygame.K_RETURN: Accept(),
    pygame.K_KP_ENTER: Accept(),
    pygame.K_ESCAPE: Back(),
    pygame.K_TAB: Cycle(step=1),
    pygame.K_BACKSPACE: Erase(step=-1),
    pygame.K_DELETE: Erase(step=1),
    pygame.K_HOME: Caret(to=-1),
    pygame.K_END: Caret(to=1),
    pygame.K_F11: Fullscreen(),
}
"""Intents of keys while text is typed, when letters belong to the text."""

KEYS: Final[Mapping[int, Intent]] = {key: b.intent for b in BINDINGS for key in b.keys}
BUTTONS: Final[Mapping[int, Intent]] = {button: b.intent for b in BINDINGS for button in b.buttons}

MENTIONED: Final[Mapping[str, Intent]] = {
    "turn_left": Turn(step=-1),
    "turn_right": Turn(step=1),
    "cycle": Cycle(step=1),
    "accept": Accept(),
    "explain": Explain(),
    "advise": Advise(),
    "help": Help(),
}
"""Intents whose keys texts mention, by the names of their gaps."""
_MENTIONED_KINDS: Final[tuple[tuple[str, DeviceKind], ...]] = (("key", "keyboard"), ("pad", "gamepad"))

JOYSTICK_BUTTONS: Final[Mapping[int, int]] = {
    0: BUTTON_A,
    1: BUTTON_B,
    2: BUTTON_X,
    3: BUTTON_Y,
    4: BUTTON_LB,
    5: BUTTON_RB,
    6: BUTTON_BACK,
    7: BUTTON_START,
    8: BUTTON_STICK,
    9: BUTTON_STICK_2,
}
"""Buttons of a joystick SDL has no layout for, in the most common order."""


class KeyLabels(msgspec.Struct, frozen=True):
    """Labels of what is pressed on a device, on a keyboard of this layout, in the language of `translate`."""

    device: Device
    layout: KeyboardLayout
    translate: TextLookup

    def on(self, device: Device) -> KeyLabels:
        """Labels on another device of the same person."""
        return KeyLabels(device, self.layout, self.translate)

    def name(self, intent: Intent) -> str:
        """Name of the key or button for this intent, in a sentence; a mouse has a keyboard beside it."""
        return cap_name(intent, self.device.kind, self.translate, self.layout)

    def names(self) -> dict[str, str]:
        """Names of keys and buttons for texts that mention them: `{key_turn_left}`, `{pad_cycle}` …"""
        return {
            f"{prefix}_{name}": cap_name(intent, kind, self.translate, self.layout)
            for name, intent in MENTIONED.items()
            for prefix, kind in _MENTIONED_KINDS
        }


def cap(intent: Intent, kind: DeviceKind, layout: KeyboardLayout = QWERTY) -> str:
    """Label of the key or button for this intent on a kind of device; "" if there is none, as for fingers."""
    plain = type(intent)
    for binding in BINDINGS:
        if type(binding.intent) is plain and _same(binding.intent, intent):
            key = layout.cap(binding.cap) if len(binding.cap) == 1 and binding.cap.isalpha() else binding.cap
            caps = {"keyboard": key, "gamepad": binding.pad_cap, "mouse": binding.mouse_cap}
            return caps.get(kind, "")
    return ""


def cap_name(intent: Intent, kind: DeviceKind, translate: TextLookup, layout: KeyboardLayout = QWERTY) -> str:
    """Name of the key or button for this intent, in a sentence; a mouse has a keyboard beside it."""
    name = cap(intent, kind if kind == "gamepad" else "keyboard", layout)
    return name if len(name) <= 2 else translate(f"ui.key.{name}")


def _same(one: Intent, two: Intent) -> bool:
    """Whether two intents are equal apart from device and time."""
    return all(
        getattr(one, name) == getattr(two, name)
        for name in one.__struct_fields__
        if name not in ("device", "at", "held")
    )
