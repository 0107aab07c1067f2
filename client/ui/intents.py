"""Intents: what a person wants, no matter by which device. Screens and widgets get no other input.

Every intent carries its device, so that several people at one screen can be told apart, and the time on
the app's clock at which it came. Places are in units.
"""

from __future__ import annotations

from typing import Literal

import msgspec

DeviceKind = Literal["mouse", "touch", "keyboard", "gamepad"]


class Device(msgspec.Struct, frozen=True):
    """Source of an intent; gamepads are numbered from 0 in the order they appeared."""

    kind: DeviceKind
    number: int = 0

    @property
    def points(self) -> bool:
        """Whether it points at places: a mouse or a finger."""
        return self.kind in ("mouse", "touch")


MOUSE = Device("mouse")
TOUCH = Device("touch")
KEYBOARD = Device("keyboard")


class Intent(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all intents."""

    device: Device = KEYBOARD
    at: float = 0.0


class MoveFocus(Intent, frozen=True):
    """Move the focus in a direction: dx, dy are -1, 0 or 1; `held` for a repeat."""

    dx: int = 0
    dy: int = 0
    held: bool = False


class Accept(Intent, frozen=True):
    """Do what is focused."""


class Back(Intent, frozen=True):
    """Leave, cancel, close."""


class Turn(Intent, frozen=True):
    """Turn the piece in hand: +1 clockwise, -1 the other way."""

    step: int = 1


class Cycle(Intent, frozen=True):
    """Choose the next (+1) or previous (-1) thing."""

    step: int = 1


class Menu(Intent, frozen=True):
    """Open the menu of the screen."""


class Help(Intent, frozen=True):
    """Show the rules or what can be done here."""


class Explain(Intent, frozen=True):
    """Explain things: go from one to the next, and stop it."""


class Advise(Intent, frozen=True):
    """Ask the coach what is best, or send it away."""


class Skip(Intent, frozen=True):
    """End the running animation; step on in a demo or replay."""


class Pause(Intent, frozen=True):
    """Halt or go on (demo, replay)."""


class Undo(Intent, frozen=True):
    """Take the last action back."""


class Speed(Intent, frozen=True):
    """Play faster (+1) or slower (-1)."""

    step: int = 1


class Chat(Intent, frozen=True):
    """Open the field for chat."""


class Fullscreen(Intent, frozen=True):
    """Switch between full screen and window."""


class PointAt(Intent, frozen=True):
    """The pointer moved here."""

    x: float = 0.0
    y: float = 0.0


class Press(Intent, frozen=True):
    """The main button went down here."""

    x: float = 0.0
    y: float = 0.0


class Drag(Intent, frozen=True):
    """The pointer moved here with the main button held."""

    x: float = 0.0
    y: float = 0.0


class Release(Intent, frozen=True):
    """The main button went up here."""

    x: float = 0.0
    y: float = 0.0


class Secondary(Intent, frozen=True):
    """The second button was pressed here."""

    x: float = 0.0
    y: float = 0.0


class Scroll(Intent, frozen=True):
    """The wheel turned, at the pointer's place.

    `dy` is its way in notches, > 0 away from the person (up): a trackpad sends small parts of one, which is
    right for what scrolls. What goes by steps takes `step`: +1 for each whole notch towards the person, -1
    for one away, 0 while no notch is full.
    """

    dy: float = 0.0
    step: int = 0
    x: float = 0.0
    y: float = 0.0


class Typed(Intent, frozen=True):
    """Text was typed or pasted; already without control characters."""

    text: str = ""


class Composing(Intent, frozen=True):
    """Unfinished text that the input method shows (may become empty again)."""

    text: str = ""


class Erase(Intent, frozen=True):
    """Remove a character: -1 before the caret, +1 after it."""

    step: int = -1


class Caret(Intent, frozen=True):
    """Move the caret to the beginning (-1) or the end (+1)."""

    to: int = 1


class Left(Intent, frozen=True):
    """A device disappeared (a gamepad was unplugged)."""
