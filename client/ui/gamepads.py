"""Gamepads: which are here, and what their events mean. Events only: no pad is ever polled.

A pad that was away is known again by its identity, as far as SDL tells one. SDL's instances are new each
time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
import pygame
import pygame._sdl2.controller as sdl_controller
from pygame._sdl2 import sdl2

from client.ui import bindings, sdl
from client.ui.intents import Advise, Cycle, Device, Intent, Left, MoveFocus

STICK_IN: Final = 0.55
"""Deflection from which on a stick counts as pushed …"""

STICK_OUT: Final = 0.35
"""… until it falls back to this, so that it never flutters."""

REST_SECONDS: Final = 0.25
"""Seconds for which a stick lies at rest at least; a pedal that is pressed passes there faster."""

OPENING_ERRORS: Final = (pygame.error, sdl2.error)
"""Exceptions of pygame where a gamepad cannot be opened: the second is no subclass of the first."""

NUMBERED_PATHS: Final = ("/dev/", "XInput#")
"""Beginnings of paths that are given anew in the order of coming: they name a place in line, not a pad."""

TRIGGER_INTENTS: Final[Mapping[int, Intent]] = {4: Cycle(step=-1), 5: Advise()}


class Identity(msgspec.Struct, frozen=True):
    """Identity of a gamepad as far as SDL tells it: the kind of pad, what its maker calls it, where it is."""

    guid: str = ""
    serial: str = ""
    path: str = ""

    def may_be(self, other: Identity) -> bool:
        """Whether both can be the same pad."""
        known = bool(self.serial and other.serial)
        return bool(self.guid) and self.guid == other.guid and (not known or self.serial == other.serial)

    def is_surely(self, other: Identity) -> bool:
        """Whether both are the same pad, also where others of its kind are about."""
        serial, path = self.serial and self.serial == other.serial, self.path and self.path == other.path
        return self.may_be(other) and bool(serial or path)


class Gamepads:
    """Reader of gamepads. `let_go` hears what a device no longer holds: a button, a stick, or "" for all.

    Each pad has a number for as long as the program runs; no other pad gets it.
    """

    def __init__(self, let_go: Callable[[Device, str], None]) -> None:
        self._let_go = let_go
        self._numbers: dict[int, int] = {}
        self._identities: list[Identity] = []
        """Identity of every pad there ever was, by its number."""
        self._formers: dict[Device, frozenset[Device]] = {}
        self._laid_out: set[int] = set()
        self._open: dict[int, Any] = {}
        self._sticks: dict[tuple[int, int], int] = {}
        self._rests: dict[tuple[int, int], float] = {}
        self._hats: dict[int, tuple[int, int]] = {}

    @property
    def connected(self) -> tuple[Device, ...]:
        """Gamepads that are here, by number."""
        return tuple(Device("gamepad", n) for n in sorted(self._numbers.values()))

    def formers(self, device: Device) -> frozenset[Device]:
        """The gamepads that are away and one of which this may be, which came when several could be it."""
        return self._formers.get(device, frozenset()).difference(self.connected)

    def recognise(self, device: Device, former: Device) -> None:
        """Know a gamepad as one of its formers, whose number it gets."""
        instance = next(i for i, number in self._numbers.items() if number == device.number)
        self._let_go(device, "")
        del self._formers[device]
        self._numbers[instance] = former.number
        self._identities[former.number] = self._identities[device.number]
        self._identities[device.number] = Identity()  # there is no such pad

    def read(self, event: pygame.event.Event, now: float) -> list[Intent]:
        """Intents of an event, if it is one of a gamepad."""
        if event.type in _CONTROLLER:
            return self._controller(event)
        if event.type in _JOYSTICK:
            return self._joystick(event, now)
        return []

    # --- coming and going ---------------------------------------------------------------------

    def _open_device(self, index: int) -> None:
        """Open a gamepad that was plugged in; one with a known layout is read as a controller only."""
        try:
            laid_out = sdl_controller.get_init() and sdl_controller.is_controller(index)
            pad: Any = sdl_controller.Controller(index) if laid_out else pygame.joystick.Joystick(index)
            stick = pad.as_joystick() if laid_out else pad
            instance, guid = stick.get_instance_id(), stick.get_guid()
        except OPENING_ERRORS:
            return
        self._open[instance] = pad
        if laid_out:
            self._laid_out.add(instance)
        if instance not in self._numbers:
            path = sdl.joystick_path(instance)
            place = "" if path.startswith(NUMBERED_PATHS) else path
            self._welcome(instance, Identity(guid, sdl.joystick_serial(instance), place))

    def _welcome(self, instance: int, identity: Identity) -> None:
        """Give a gamepad its number: the one it had, if it can be one alone of those that are away."""
        away = sorted(set(range(len(self._identities))) - set(self._numbers.values()))
        like = [n for n in away if identity.may_be(self._identities[n])]
        same = [n for n in like if identity.is_surely(self._identities[n])]
        for former in (same, like):
            if len(former) == 1:
                self._numbers[instance] = former[0]
                self._identities[former[0]] = identity
                return
        device = Device("gamepad", len(self._identities))
        self._formers[device] = frozenset(Device("gamepad", n) for n in same or like)
        self._numbers[instance] = device.number
        self._identities.append(identity)

    def _gone(self, instance: int) -> list[Intent]:
        self._open.pop(instance, None)
        self._laid_out.discard(instance)
        self._hats.pop(instance, None)
        number = self._numbers.pop(instance, None)
        if number is None:
            return []
        device = Device("gamepad", number)
        self._let_go(device, "")
        self._sticks = {key: way for key, way in self._sticks.items() if key[0] != instance}
        self._rests = {key: since for key, since in self._rests.items() if key[0] != instance}
        return [Left(device=device)]

    def _device(self, instance: int) -> Device:
        """The device of an instance. Pads of browsers come without a word, and without an identity."""
        if instance not in self._numbers:
            self._welcome(instance, Identity())
        return Device("gamepad", self._numbers[instance])

    # --- events -------------------------------------------------------------------------------

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

    def _joystick(self, event: pygame.event.Event, now: float) -> list[Intent]:
        if event.type == pygame.JOYDEVICEADDED:
            self._open_device(event.device_index)
            return []
        if event.type == pygame.JOYDEVICEREMOVED:
            return self._gone(event.instance_id)
        if event.instance_id in self._laid_out:
            return []
        device = self._device(event.instance_id)
        if event.type == pygame.JOYAXISMOTION:
            value = float(event.value)
            if not self._counts(event.instance_id, event.axis, value, now):
                return []
            return self._axis(device, event.instance_id, event.axis, value)
        if event.type == pygame.JOYHATMOTION:
            return self._hat_intents(device, event.instance_id, event.value)
        button = bindings.JOYSTICK_BUTTONS.get(event.button, -1)
        return self._button(device, button, event.type == pygame.JOYBUTTONDOWN)

    def _counts(self, instance: int, axis: int, value: float, now: float) -> bool:
        """Whether an axis without a known layout has been seen at rest: a pedal rests at its end.

        The first value that SDL tells of an axis is the one it lies at.
        """
        key = instance, axis
        since = self._rests.get(key)
        if abs(value) > STICK_OUT:
            if since is None or now - since < REST_SECONDS:
                self._rests[key] = float("inf")
                return False
            return True
        if since is None:
            self._rests[key] = float("-inf")
        elif since == float("inf"):
            self._rests[key] = now
        return True

    def _button(self, device: Device, button: int, down: bool) -> list[Intent]:
        if not down:
            self._let_go(device, f"button{button}")
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
        self._let_go(device, f"axis{axis}")
        if axis in TRIGGER_INTENTS:
            pulled = TRIGGER_INTENTS[axis]
            return [msgspec.structs.replace(pulled, device=device)] if way > 0 else []
        if way == 0 or axis > 3:
            return []
        return [MoveFocus(device=device, dx=way) if axis % 2 == 0 else MoveFocus(device=device, dy=way)]

    def _hat_intents(self, device: Device, instance: int, value: tuple[int, int]) -> list[Intent]:
        before, self._hats[instance] = self._hats.get(instance, (0, 0)), value
        self._let_go(device, "hat")
        dx = value[0] if value[0] != before[0] else 0
        dy = -value[1] if value[1] != before[1] else 0
        return [MoveFocus(device=device, dx=dx, dy=dy)] if dx or dy else []


def start() -> None:
    """Let SDL look for gamepads, which events then announce; without its subsystem there are none."""
    try:
        pygame.joystick.init()
        sdl_controller.init()
    except OPENING_ERRORS:
        return


def held_by(event: pygame.event.Event) -> str | None:
    """Button, stick or hat that this event of a gamepad holds down."""
    if event.type in (pygame.JOYBUTTONDOWN, pygame.CONTROLLERBUTTONDOWN):
        laid_out = event.type == pygame.CONTROLLERBUTTONDOWN
        return f"button{event.button if laid_out else bindings.JOYSTICK_BUTTONS.get(event.button, -1)}"
    if event.type in (pygame.JOYAXISMOTION, pygame.CONTROLLERAXISMOTION):
        return f"axis{event.axis}"
    return "hat" if event.type == pygame.JOYHATMOTION else None


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
